import { LIMITS } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { readChoiceTexts } from "../src/scene/told-choices.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder, withScript } from "./support/play.js";

it.each([
  ["no list", undefined, null],
  ["text", "Go", null],
  ["none", [], null],
  ["one", ["Go"], null],
  ["two", ["Go", "Stay"], ["Go", "Stay"]],
  ["two of one kind", ["Go", " Go "], null],
  ["what is no text", ["Go", 7, null, {}, ["Stay"], "Stay"], ["Go", "Stay"]],
  ["blanks", ["Go", "", " \n", "Stay"], ["Go", "Stay"]],
  ["control characters", ["G\u0000o\u001b[31m\u202e", "Stay\nhere"], ["Go[31m", "Stay here"]],
  ["5,000 characters", ["x".repeat(5_000), "Stay"], ["x".repeat(LIMITS.choiceChars), "Stay"]],
  ["5,000 characters of two units", ["\u{1f514}".repeat(5_000), "Stay"], ["\u{1f514}".repeat(200), "Stay"]],
  ["fifty", Array.from({ length: 50 }, (_, n) => `Go ${n}`), Array.from({ length: 8 }, (_, n) => `Go ${n}`)],
])("[EN287] of a list of choices that holds %s is shown what can be", (_what, choices, expected) => {
  expect(readChoiceTexts(choices)).toEqual(expected);
});

/** A skill that knows the protocol and nothing of slots. */
const telling = (choices: unknown): string => `
process.stdin.resume().on("end", () => {
  const send = (event) => process.stdout.write(JSON.stringify({ version: "0", ...event }) + "\\n");
  send({ type: "ui_event", event: "narrative_choice", payload: { choices: ${JSON.stringify(choices)} } });
  send({ type: "done", ok: true });
});`;

it("[EN287] choices told by an event alone are offered and can be taken", async () => {
  const skills = await withScript("player-choices", "generate-choices", telling(["Ring the bell.", "Leave it alone"]));
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const story = await engine.play("one-wheel-over", { seed: "7" });
  const events = await collect(story.begin());
  expect(sceneIn(events).choices.map(({ text }) => text)).toEqual([
    "Ring the bell.",
    "Leave it alone",
    "Look around you",
  ]);
  expect(noticesIn(events)).not.toContain("plain_choices");
  const next = sceneIn(await collect(story.choose(1)));
  expect(next).toMatchObject({ scene: 1, choice: "Ring the bell." });
  expect(next.paragraphs.length).toBeGreaterThan(1);
});

it("[EN287] choices that cannot be shown are replaced by plain ones", async () => {
  const skills = await withScript("player-choices", "generate-choices", telling([7, "Go"]));
  const engine = await engineOn(await tempFolder(), { skills: [skills] });
  const story = await engine.play("one-wheel-over", { seed: "7" });
  expect(sceneIn(await collect(story.begin())).choices.map(({ text }) => text)).toEqual([
    "Look around you",
    "Stand still and listen",
    "Wait, and see what comes",
  ]);
});
