#!/bin/sh
# The `notice` script: one small thing that the player sees or hears in passing.
. "$(dirname "$0")/narratoria.sh"

calm() {
  cat <<SIGNS
A gull watches from a post, and goes on watching.
Somewhere near, a kettle is put on.
A child counts something under her breath, and gets the same number twice.
SIGNS
}

uneasy() {
  cat <<SIGNS
A door that was shut stands open.
Somebody has stopped whistling.
There are fewer birds about than there were.
SIGNS
}

# A line of three, the same for the same seed, so that a story told again is the same story.
draw() {
  sum=$(printf '%s' "$1" | cksum | cut -d ' ' -f 1)
  sed -n "$((sum % 3 + 1))p"
}

main() {
  mood=calm
  if [ "$(narratoria_type config.mood)" = string ]; then mood=$(narratoria_text config.mood); fi
  seed=
  if [ "$(narratoria_type context.seed)" = string ]; then seed=$(narratoria_text context.seed); fi
  case $mood in
    uneasy) text=$(uneasy | draw "$seed") ;;
    *) text=$(calm | draw "$seed") ;;
  esac
  said=$(narratoria_object text "$(narratoria_string "$text")")
  narratoria_log info "Noticed: $text"
  narratoria_ui_event noticed "$said"
  narratoria_output "$said"
}

narratoria_run main
