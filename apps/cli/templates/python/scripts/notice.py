"""The `notice` script: one small thing that the player sees or hears in passing."""

from narratoria import define_tool

SIGNS = {
    "calm": [
        "A gull watches from a post, and goes on watching.",
        "Somewhere near, a kettle is put on.",
        "A child counts something under her breath, and gets the same number twice.",
    ],
    "uneasy": [
        "A door that was shut stands open.",
        "Somebody has stopped whistling.",
        "There are fewer birds about than there were.",
    ],
}


def draw(seed, count):
    """The same for the same seed, so that a story told again is the same story."""
    return sum(map(ord, seed)) % count


def notice(input, tool):
    signs = SIGNS["uneasy" if tool.config.get("mood") == "uneasy" else "calm"]
    seed = tool.context.get("seed")
    text = signs[draw(seed if isinstance(seed, str) else "", len(signs))]
    tool.log("info", "Noticed: %s" % text)
    tool.ui_event("noticed", {"text": text})
    return {"text": text}


define_tool(notice)
