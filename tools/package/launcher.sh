#!/bin/sh
# Starts Narratoria with the Node that lies beside this file, wherever the folder is and by whichever link it is called.
self=$0
case $self in
  */*) ;;
  *) self=./$self ;;
esac
while [ -L "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=${self%/*}/$link ;;
  esac
done
folder=$(CDPATH='' cd -- "${self%/*}/" && pwd -P) || exit 1
# They are meant for another Node.
unset NODE_OPTIONS NODE_PATH
# Advice then names this file, as there is no other way to start the program.
NARRATORIA_LAUNCHER=$folder/narratoria
export NARRATORIA_LAUNCHER
exec "$folder/runtime/node" "$folder/app/node_modules/@narratoria/@PROGRAM@" "$@"
