import { describe, expect, it } from "vitest";
import { readBeatText } from "../src/reading/beat-text.js";
import { findPlayerWords } from "../src/reading/player-words.js";

const player = findPlayerWords([], []);
const cueOf = (description: string, line: string, consequences: string[] = []) =>
  readBeatText(
    { id: "b", title: "B", description, consequences, dialogue: [{ speaker: "Tom", line }] },
    player,
    () => "tom",
    1,
  ).moments[0]?.lines[0]?.cue;

const INN = "Tom is behind the counter, and there is a paper under the tankard by his elbow.";

describe("what a line waits for", () => {
  it.each([
    [
      INN,
      "Twelve acres. I've four girls and no boy.",
      "If you see the paper, you know that Tom has been promised twelve acres",
      "If you see the paper",
    ],
    [
      "Nan sits on the stones, and nobody can tell her how old she is. You can see the key.",
      "Are you certain it's Tuesday? Count it again, on your fingers, so I can see.",
      "If the player counts the days with her, her birthday falls on Tuesday",
      "If you count the days with her",
    ],
    [
      "The pilot sits at the airlock.",
      "Bay nine. I sold the valves from bay nine.",
      "If you search the locker, you know that the valves were sold",
      "If you search the locker",
    ],
    [
      "The valves of bay nine were sold.",
      "I sold the valves from bay nine.",
      "If you search the locker, you know that the valves of bay nine were sold",
      undefined,
    ],
    [INN, "Go home, all of you.", "If you lift the tankard, Tom gives up the key", undefined],
    [INN, "Twelve acres, they said.", "You know that Tom has been promised twelve acres", undefined],
    [INN, "Twelve acres.", "If you were kind, Tom promises you twelve acres", undefined],
  ])("[CA711] of %j says %j: %j", (description, line, consequence, condition) => {
    const cue = cueOf(description, line, [consequence]);
    expect(cue?.text).toBe(condition);
    if (condition !== undefined) expect(cue?.kind).toBe("condition");
  });

  it.each([
    ["The envelope? It came under the door.", true],
    ["My brother? Gone these two years.", true],
    ["The paper? It is nothing.", false],
    ["The end of it? Never.", false],
    ["Who is that? No, be quiet.", false],
    ["Really? I had not heard.", false],
  ])("[CA712] takes %j for an answer to what was not told: %s", (line, isAnswer) => {
    expect(cueOf(INN, line)?.kind).toBe(isAnswer ? "answer" : undefined);
  });
});
