import json
import subprocess
import sys
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
EXAMPLE = json.loads((FOLDER / "examples" / "notice.json").read_text("utf-8"))


def notice(given):
    """Runs the script as Narratoria does: the input on standard input, one event a line back."""
    # -B: no caches beside the script, so that its folder stays what was agreed to.
    command = [sys.executable, "-B", str(FOLDER / "scripts" / "notice.py")]
    written = subprocess.run(command, input=json.dumps(given).encode(), stdout=subprocess.PIPE, check=True).stdout
    return [json.loads(line) for line in written.splitlines()]


class Notice(unittest.TestCase):
    def test_what_is_noticed_is_shown_and_is_the_output(self):
        events = notice(EXAMPLE)
        shown = next(event for event in events if event["type"] == "ui_event")
        self.assertEqual(shown["event"], "noticed")
        self.assertTrue(events[-1]["ok"])
        self.assertEqual(events[-1]["output"]["text"], shown["payload"]["text"])

    def test_the_mood_is_that_of_the_settings(self):
        calm, uneasy = (notice({**EXAMPLE, "config": {"mood": mood}})[-1]["output"] for mood in ("calm", "uneasy"))
        self.assertNotEqual(calm, uneasy)

    def test_the_same_seed_gives_the_same(self):
        self.assertEqual(notice(EXAMPLE)[-1]["output"], notice(EXAMPLE)[-1]["output"])


unittest.main()
