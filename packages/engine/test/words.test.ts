import { afterEach, expect, it } from "vitest";
import { EngineError, openEngine } from "../src/index.js";
import { ENGLISH } from "../src/words/english.js";
import { GERMAN } from "../src/words/german.js";
import { type MessageKey, say, speak } from "../src/words/say.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

afterEach(() => speak("en"));

/** The parameters that a message reads, whatever their values are. */
function parametersOf(key: MessageKey, language: "en" | "de"): string[] {
  const read = new Set<string>();
  for (const value of [0, 1, 2, "none", "word", "MEMORY_QUOTA", "PROCESS_QUOTA", "start", "opening"])
    say(key, new Proxy({}, { get: (_, name) => (read.add(String(name)), value) }), language);
  return [...read].sort();
}

it.each(Object.keys(ENGLISH) as MessageKey[])("[EN730] %s has the same parameters in every language", (key) => {
  expect(parametersOf(key, "de")).toEqual(parametersOf(key, "en"));
  for (const text of [ENGLISH[key], GERMAN[key]]) {
    expect(text.trim()).not.toBe("");
    expect(text.split("{").length).toBe(text.split("}").length);
  }
});

it("[EN730] fills in parameters and chooses by number and by word", () => {
  expect(say("asset_refused", { count: 1, skill: "Lantern", why: "it is gone" })).toBe(
    "A file that Lantern made cannot be shown: it is gone.",
  );
  expect(say("asset_refused", { count: 3, skill: "Lantern", why: "it is gone" })).toBe(
    "3 files that Lantern made cannot be shown: it is gone.",
  );
  expect(say("error.no_such_choice.action", { most: 0 })).toBe("Begin the story first.");
  expect(say("error.no_such_choice.action", { most: 4 })).toBe("Choose 1 to 4.");
  expect(say("branched", { name: "none", scene: say("opening") })).toMatch(/^A new branch begins at the opening\./);
  expect(say("branched", { name: "Dawn", scene: say("opening") })).toMatch(/^The branch “Dawn” begins/);
  expect(say("skill_off", { skill: "{why}", how: "often" })).toBe(
    "{why} failed too often and is off until you restart.",
  );
});

it("[EN731] speaks the language that the engine was opened with, in notices, actions and errors", async () => {
  const engine = await engineOn(await tempFolder(), { lang: "de" });
  const story = await engine.play("one-wheel-over", { seed: "1" });
  await story.begin();
  expect(await collect(story.undo())).toContainEqual(
    expect.objectContaining({ type: "notice", message: "Dies ist die Eröffnung. Es gibt nichts zurückzunehmen." }),
  );
  expect(() => story.choose(9)).toThrow("Es gibt keine Möglichkeit 9.");
  await expect(openEngine({ lang: "fr" as "de" })).rejects.toThrow(EngineError);
});

it("[EN731] refuses a file and a character in the language that the engine was opened with", async () => {
  const engine = await engineOn(await tempFolder(), { lang: "de" });
  await expect(engine.import("/nowhere.json")).rejects.toMatchObject({
    message: "/nowhere.json kann nicht eingelesen werden. Die Datei lässt sich nicht lesen.",
    action: "Prüfen Sie ihren Namen.",
  });
  expect(await engine.campaigns.checkCharacter("one-wheel-over", { preset: "Nobody" })).toMatchObject({
    message: expect.stringContaining("keine fertige Figur namens „Nobody“"),
  });
});
