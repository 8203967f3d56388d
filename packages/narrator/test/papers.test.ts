import { type Effect, isDocumented } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

describe("what stands in a paper", () => {
  it("[NA603] is read also where it is dated, and put into nobody's mouth", () => {
    const dated = (date: string, words: string): string => `In the log it says under ${date}: “${words}”`;
    const facts = [dated("3 May", "One came."), dated("D-18 to D-16", "Two stayed.")].map((text, at) => ({
      id: `log-${at}`,
      text,
      clause: text.replace(/^In/, "in"),
      topic: "salt-book",
      file: "lore/log.md",
      knownBy: "common" as const,
      names: [],
    }));
    expect(facts.every(isDocumented)).toBe(true);
    const book = createStorybook(
      { ...story, matter: { ...story.matter, facts }, facts: new Map(facts.map((one) => [one.id, one])) },
      WEIGHBRIDGE,
    );
    const tell = (effect: Effect): string =>
      textOf(book.tell(brief(slot("search", {}), [effect], { outcome: "success" }), state()));
    const read = "It says under 3 May: “One came.” Then it says under D-18 to D-16: “Two stayed.”";
    expect(tell({ kind: "learn", fact: "log-0", whole: true, how: "found" })).toContain(
      `You read the Salt Book. ${read}`,
    );
    expect(tell({ kind: "learn", fact: "log-0", whole: true, how: "overheard" })).not.toMatch(/” says|,’?” /);
  });
});
