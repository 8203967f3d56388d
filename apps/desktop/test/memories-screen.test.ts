// The memories of a story: why one was found, and forgetting with a way back.
import { expect, it } from "vitest";
import { markedPieces, whyFound, wordsOf } from "../src/client/screens/memories/found.js";
import { Forgetting } from "../src/client/screens/memories/forgetting.js";

const TEXT = "You let Marta go at the weir, though you could have called the Wardens.";

it("[DT210] marks the words of a search in a memory, and none that say nothing", () => {
  expect(wordsOf("Who let Marta go?")).toEqual(["marta"]);
  const marked = (search: string): string[] =>
    markedPieces(TEXT, search).flatMap(({ text, marked }) => (marked ? [text] : []));
  expect(marked("who did Marta's warden call")).toEqual(["Marta", "called", "Wardens"]);
  expect(marked("the you")).toEqual([]);
  expect(
    markedPieces(TEXT, "marta")
      .map(({ text }) => text)
      .join(""),
  ).toBe(TEXT);
});

it("[DT211] says why a memory was found in words, never by a number", () => {
  expect(whyFound(TEXT, "Marta", 0.8, 0)).toBe("closest in meaning, and by name");
  expect(whyFound(TEXT, "Marta", 0.3, 3)).toBe("by name");
  expect(whyFound(TEXT, "mercy", 0.7, 2)).toBe("close in meaning");
  expect(whyFound(TEXT, "mercy", 0.3, 4)).toBe("faintly");
});

it("[DT212] forgets a memory for good only once it cannot be taken back, and brings it back where that fails", async () => {
  const sent: string[] = [];
  const forgetting = new Forgetting();
  const send = (name: string) => async (leaving: boolean) => void sent.push(leaving ? `${name}, leaving` : name);
  forgetting.begin("a", send("a"));
  expect([...forgetting.hidden()]).toEqual(["a"]);
  expect(sent).toEqual([]);
  forgetting.takeBack("a");
  expect([...forgetting.hidden()]).toEqual([]);
  await forgetting.finish("a");
  expect(sent).toEqual([]);

  forgetting.begin("b", send("b"));
  await forgetting.finish("b");
  await forgetting.finish("b");
  expect(sent).toEqual(["b"]);
  expect([...forgetting.hidden()]).toEqual(["b"]);

  const refused = new Error("no");
  forgetting.begin("c", () => Promise.reject(refused));
  expect(await forgetting.finish("c")).toBe(refused);
  expect([...forgetting.hidden()]).toEqual(["b"]);

  forgetting.begin("d", send("d"));
  forgetting.leave();
  expect(sent).toEqual(["b", "d, leaving"]);
});
