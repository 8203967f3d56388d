#!/bin/sh
# Runs the script as Narratoria does: the input on standard input, one event a line back.
cd "$(dirname "$0")/.." || exit 1
faults=0

check() {
  if printf '%s\n' "$2" | grep -q "$3"; then echo "ok: $1"; else
    echo "not ok: $1"
    printf '%s\n' "$2"
    faults=1
  fi
}

uneasy=$(sh scripts/notice.sh <examples/notice.json)
calm=$(sed 's/uneasy/calm/' examples/notice.json | sh scripts/notice.sh)
again=$(sh scripts/notice.sh <examples/notice.json)

check "what is noticed is shown" "$uneasy" '"type":"ui_event","event":"noticed","payload":{"text":"'
check "and is the output" "$uneasy" '"type":"done","ok":true,"output":{"text":"'
if [ "$uneasy" = "$calm" ]; then faults=1 && echo "not ok: the mood is that of the settings"; fi
if [ "$uneasy" != "$again" ]; then faults=1 && echo "not ok: the same seed gives the same"; fi
exit $faults
