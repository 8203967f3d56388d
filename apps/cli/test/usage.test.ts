import { EngineError, StoreError } from "@narratoria/engine";
import { describe, expect, it } from "vitest";
import { CliError, errorLine } from "../src/errors.js";
import { readChoose, readSeed, readTurns } from "../src/usage.js";

class Planned extends Error {
  readonly code = "locked";
  constructor(
    message: string,
    readonly action = "",
  ) {
    super(message);
  }
}

describe("values of options", () => {
  it("[CL2] are read", () => {
    expect(readChoose("first")).toEqual({ kind: "first" });
    expect(readChoose("random")).toEqual({ kind: "random" });
    expect(readChoose("1,3, 2")).toEqual({ kind: "list", numbers: [1, 3, 2] });
    expect(readTurns("0")).toBe(0);
    expect(readTurns("20")).toBe(20);
    expect(readSeed("red lamp")).toBe("red lamp");
  });

  it.each(["", "0", "1,,2", "last", "1,x", "-1", "1.5", "1,0"])(
    "[CL2] --choose %j is refused in a sentence",
    (value) => {
      expect(() => readChoose(value)).toThrow("Give first, random, or numbers of choices such as 1,3,2.");
    },
  );

  it.each(["abc", "", "-1", "1.5", "1e3", "9999999", "0x10"])("[CL2] --turns %j is refused in a sentence", (value) => {
    expect(() => readTurns(value)).toThrow("Give a whole number of choices, 0 or more.");
  });

  it.each(["", "  ", "x".repeat(201)])("[CL2] --seed %j is refused in a sentence", (value) => {
    expect(() => readSeed(value)).toThrow("Give a word or a number.");
  });
});

describe("errors", () => {
  it("[CL3] are one line with a full stop, and what can be done", () => {
    expect(errorLine(new CliError("There is no such thing"))).toBe("Error: There is no such thing.");
    expect(errorLine(new Planned("The data is locked.", "Close the other player."))).toBe(
      "Error: The data is locked. Close the other player.",
    );
    expect(errorLine(new Planned("Two\n  lines"))).toBe("Error: Two lines.");
    expect(errorLine("thrown text")).toBe("Error: thrown text");
  });

  it("[CL444] of libraries get the command or option that helps", () => {
    const refused = new EngineError("playthrough_not_found", 'There is no playthrough "x".');
    expect(errorLine(refused)).toBe(
      'Error: There is no playthrough "x". `narratoria playthroughs list` shows those there are.',
    );
    const locked = new StoreError("locked", "Another Narratoria is playing. Close it first, or choose another folder.");
    expect(errorLine(locked)).toMatch(/choose another folder\. --data names the folder\.$/);
    const broken = new EngineError("campaign_broken", "This campaign cannot be opened. It has no title");
    expect(errorLine(broken)).toMatch(/It has no title\. `narratoria validate` shows every problem\.$/);
  });

  it("[CL3] that nobody planned for are called what they are, without a stack trace", () => {
    const line = errorLine(new TypeError("x is undefined"));
    expect(line).toBe("Error: x is undefined. This is a fault in Narratoria; your stories are safe.");
  });
});
