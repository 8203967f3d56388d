#!/bin/sh
# How the weather turns. The steps are a line from clear to storm; each few hours it moves along it, or stays.
. "$(dirname "$0")/narratoria.sh"

STEPS="clear fair cloudy overcast rain storm"

# A number below $2, the same for the same text everywhere.
chance() {
  sum=$(printf '%s' "$1" | cksum | cut -d ' ' -f 1)
  echo $((sum % $2))
}

step_of() {
  at=0
  for step in $STEPS; do
    if [ "$step" = "$1" ]; then break; fi
    at=$((at + 1))
  done
  # Fog, snow and whatever else a story knows turns as clouds do.
  if [ $at -gt 5 ]; then at=2; fi
  echo $at
}

weather_at() {
  echo "$STEPS" | cut -d ' ' -f $(($1 + 1))
}

main() {
  place=$(narratoria_text input.place "here")
  hours=$(narratoria_whole input.hours 3 1 48)
  calm=4
  if [ "$(narratoria_type input.steady)" = true ]; then calm=8; fi
  # What the story has not said is taken for a fair day.
  now=fair
  if [ "$(narratoria_type context.weather)" = string ]; then now=$(narratoria_text context.weather); fi
  seed=none
  if [ "$(narratoria_type context.seed)" = string ]; then seed=$(narratoria_text context.seed); fi

  begin=$(step_of "$now")
  at=$begin
  hour=0
  while [ "$hour" -lt "$hours" ]; do
    case $(chance "$seed/$place/$hour" "$calm") in
      0) if [ "$at" -lt 5 ]; then at=$((at + 1)); fi ;;
      1) if [ "$at" -gt 0 ]; then at=$((at - 1)); fi ;;
    esac
    hour=$((hour + 3))
  done

  turn=steady
  if [ "$at" -gt "$begin" ]; then turn=worse; elif [ "$at" -lt "$begin" ]; then turn=better; fi
  next=$(weather_at "$at")
  if [ "$turn" = steady ]; then next=$now; fi
  narratoria_log info "The glass at $place: $next"
  if [ "$turn" != steady ]; then narratoria_state_patch "$(narratoria_object weather "$(narratoria_string "$next")")"; fi
  narratoria_output "$(narratoria_object \
    weather "$(narratoria_string "$next")" turn "$(narratoria_string "$turn")" hours "$hours")"
}

narratoria_run main
