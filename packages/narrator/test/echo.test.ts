// SPEC.md NA3145: the word that somebody says back.
import { describe, expect, it } from "vitest";
import { echoOf } from "../src/scene/echo.js";

describe("the word that is said back", () => {
  it.each([
    ["say that it was rope", "Rope"],
    ["say that it is a boat", "A boat"],
    ["demand that the beans be counted", "Counted"],
    ["answer that it is understood", "Understood"],
    ["ask him straight out who put the trunk in the old boat", "The trunk"],
    ["tell him who is staying at Zina’s", "Zina’s"],
    ["ask her why she does not mend it", undefined],
    ["tell her the truth and ask her to wait", undefined],
    ["ask him why he had never said so", undefined],
    ["let it burn", undefined],
  ])("[NA3145] of %j is %j", (deed, word) => {
    expect(echoOf(deed)).toBe(word);
  });
});
