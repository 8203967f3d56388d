"""How the moon stands on a night of the story."""

import math

from narratoria import ToolFailure, define_tool

MINUTES_A_DAY = 24 * 60
PHASES = [
    "new moon", "waxing crescent", "first quarter", "waxing moon",
    "full moon", "waning moon", "last quarter", "waning crescent",
]
COVERED = {"rain", "storm", "snow", "fog", "overcast"}
SEEN = {"new moon": "There is no moon tonight.", "full moon": "The moon is full tonight."}


def number(value, otherwise):
    """A number from the story or the settings; what is none counts as absent."""
    usable = isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e9
    return value if usable else otherwise


def night_of(minutes):
    """The number of the night, which goes from noon to noon; None by day."""
    hour = minutes % MINUTES_A_DAY / 60
    return None if 5 <= hour < 20 else int((minutes - 12 * 60) // MINUTES_A_DAY)


def show(phase, visible, minutes, tool):
    """Says below the scene how the moon stands, once a night."""
    night = night_of(minutes)
    before = tool.context.get("moon")
    told = before.get("night") if isinstance(before, dict) else None
    if night is None or not visible or told == night:
        return
    usual = "The moon is in its %s tonight." if phase.endswith("quarter") else "There is a %s tonight."
    tool.ui_event("moon", {"text": SEEN.get(phase) or usual % phase})
    tool.state_patch({"moon": {"night": night, "phase": phase}})


def look_up(input, tool):
    clock = tool.context.get("clock")
    minutes = number(clock.get("minutes") if isinstance(clock, dict) else None, 0)
    month = number(tool.config.get("monthDays"), 29.53)
    if month < 2:
        raise ToolFailure("bad_setting", "A month must have at least 2 days.")
    day = minutes / MINUTES_A_DAY + input.get("inDays", 0)
    age = (day / month + number(tool.config.get("firstNight"), 0.35)) % 1
    lit = round((1 - math.cos(2 * math.pi * age)) / 2 * 100)
    phase = PHASES[round(age * 8) % 8]
    weather = tool.context.get("weather")
    visible = not (isinstance(weather, str) and weather in COVERED)
    # A new moon rises with the sun, a full one when it sets.
    rises = int((6 * 60 + age * MINUTES_A_DAY) % MINUTES_A_DAY)
    tool.log("info", "%s, %d %% lit" % (phase.capitalize(), lit))
    if "inDays" not in input:
        show(phase, visible, minutes, tool)
    return {
        "phase": phase,
        "litPercent": lit,
        "risesAt": "%02d:%02d" % (rises // 60, rises % 60),
        "visible": visible,
        "daysToFull": round((0.5 - age) % 1 * month, 1),
    }


define_tool(look_up, input={"properties": {"inDays": {"type": "integer", "minimum": 0, "maximum": 10000}}})
