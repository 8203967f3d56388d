// SPEC.md NA3230 and NA3231: texts that were written before they were asked for.
import { expect, it } from "vitest";
import { WrittenAhead, type WriteRequest } from "../src/index.js";
import { createScriptedHost, type ScriptedAnswer } from "../src/testing.js";

const REQUEST: WriteRequest = { sequence: "prose", system: "You tell.", prompt: "The bell.", maxTokens: 50, seed: 3 };
const TEXT = "The bell hums. It stops.";
const never = new AbortController().signal;

const hostOf = (...answers: (string | ScriptedAnswer)[]) => createScriptedHost((_, index) => answers[index] ?? "late");

it("[NA3230] hands over what was written, and asks nobody again", async () => {
  const host = hostOf(TEXT);
  const ahead = new WrittenAhead(host);
  await ahead.writerFor("a", never).write(REQUEST, { signal: never });
  const pieces: string[] = [];
  const written = await ahead.write(REQUEST, { signal: never, onText: (piece) => pieces.push(piece) });
  expect([pieces.join(""), written.text, written.ahead]).toEqual([TEXT, TEXT, true]);
  expect(host.writes.map(({ priority }) => priority)).toEqual(["ahead"]);
});

it("[NA3230] asks anew for what is another text, if only by its seed, and for a text that was handed over", async () => {
  const host = hostOf(TEXT, "another", "again");
  const ahead = new WrittenAhead(host);
  await ahead.writerFor("a", never).write(REQUEST, { signal: never });
  expect((await ahead.write({ ...REQUEST, seed: 4 }, { signal: never })).text).toBe("another");
  expect((await ahead.write(REQUEST, { signal: never })).text).toBe(TEXT);
  expect((await ahead.write(REQUEST, { signal: never })).text).toBe("again");
});

it("[NA3230] goes on with what is under way, though whoever began it has gone", async () => {
  let go = (): void => {};
  const waitFor = new Promise<void>((resolve) => {
    go = resolve;
  });
  const ahead = new WrittenAhead(hostOf({ text: TEXT, waitFor }));
  const chosen = new AbortController();
  const first = ahead.writerFor("a", chosen.signal).write(REQUEST, { signal: chosen.signal });
  chosen.abort();
  await expect(first).rejects.toThrow();
  const written = ahead.write(REQUEST, { signal: never });
  go();
  expect((await written).text).toBe(TEXT);
});

it("[NA3230] writes on what gave way from where it stands", async () => {
  const host = hostOf({ text: "The bell hums.", ended: "gave_way" }, " It stops.");
  const ahead = new WrittenAhead(host);
  await ahead.writerFor("a", never).write(REQUEST, { signal: never });
  const pieces: string[] = [];
  const written = await ahead.write(REQUEST, { signal: never, onText: (piece) => pieces.push(piece) });
  expect([pieces.join(""), written.text]).toEqual([TEXT, TEXT]);
  expect(host.writes[1]?.responsePrefix).toBe("The bell hums.");
});

it("[NA3231] throws away what was written for another choice, and stops what nobody wants the rest of", async () => {
  const host = hostOf(TEXT, "anew", { text: TEXT, waitFor: new Promise(() => {}) }, "anew");
  const ahead = new WrittenAhead(host);
  await ahead.writerFor("a", never).write(REQUEST, { signal: never });
  ahead.keepOnly("b");
  expect((await ahead.write(REQUEST, { signal: never })).text).toBe("anew");
  const enough = new AbortController();
  const cut = ahead.writerFor("b", never).write(REQUEST, { signal: enough.signal });
  enough.abort();
  await expect(cut).rejects.toThrow();
  expect((await ahead.write(REQUEST, { signal: never })).text).toBe("anew");
});
