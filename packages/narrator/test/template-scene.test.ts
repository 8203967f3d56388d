import { describe, expect, it } from "vitest";
import type { Effect } from "@narratoria/protocol/story";
import { fallbackNarration, lintScene, templateScene } from "../src/index.js";
import { brief, OUTCOMES, slot } from "./support/briefs.js";
import { story } from "./support/fixture-story.js";

const effects: readonly [Effect, RegExp][] = [
  [
    { kind: "learn", fact: "salt-book-1", from: "orsolya", whole: true, how: "told" },
    /Orsolya tells you this: “Every cart of salt/,
  ],
  [{ kind: "learn", fact: "short-weight-1", whole: true, how: "found" }, /You find this out: .*hole in it/],
  [{ kind: "learn", fact: "salt-book-1", whole: true, how: "overheard" }, /You overhear this/],
  [
    { kind: "motive", npc: "orsolya", text: "to find the missing page" },
    /What Orsolya wants is to find the missing page/,
  ],
  [{ kind: "relation", npc: "orsolya", to: "jonas", text: "weighs for Jonas last" }, /Orsolya weighs for Jonas last/],
  [{ kind: "reckon", facts: ["salt-book-1", "short-weight-2"] }, /side by side/],
  [{ kind: "feeling", npc: "jonas", delta: -5 }, /Peel thinks less of you/],
  [{ kind: "owe", npc: "jonas" }, /You owe Peel/],
  [{ kind: "paid", npc: "jonas" }, /even/],
  [
    { kind: "redirect", npc: "orsolya", to: "jonas", topic: "salt-book" },
    /Orsolya sends you to Peel about the Salt Book/,
  ],
  [{ kind: "arrive", npc: "jonas", place: "weigh-house" }, /Peel comes/],
  [{ kind: "leave", npc: "jonas", place: "long-yard" }, /Peel goes/],
  [{ kind: "move", place: "long-yard" }, /You come to the Long Yard/],
  [{ kind: "time", minutes: 60 }, /An hour passes\./],
  [{ kind: "time", minutes: 30 }, /Half an hour pass/],
  [{ kind: "condition", name: "tired", gained: true }, /You are tired now/],
  [{ kind: "condition", name: "tired", gained: false }, /no longer tired/],
  [{ kind: "noticed", by: "jonas" }, /Peel has noticed you/],
  [{ kind: "item", id: "x", name: "tin scoop", gained: true }, /You have the tin scoop now/],
  [{ kind: "item", id: "x", name: "tin scoop", gained: false }, /no longer have the tin scoop/],
  [{ kind: "thread", id: "x", state: "closed" }, /settled/],
];

describe("the last resort", () => {
  it.each(effects)("[NA70] still says what happened: %o", (effect, words) => {
    const draft = templateScene(
      brief(slot("ask", { npc: "orsolya" }, { text: "Ask Orsolya about the Salt Book" }), [effect], {
        slots: [slot("wait", {})],
      }),
      story,
    );
    expect(draft.paragraphs.join("\n")).toMatch(words);
    expect(draft.paragraphs.join("\n")).toContain("Ask Orsolya about the Salt Book");
    expect(draft.paragraphs.length).toBeGreaterThanOrEqual(2);
    expect(draft.choices).toEqual([{ id: "wait-1", text: "Do it" }]);
  });

  it("[NA70] says how it came out, and never throws for what it does not know", () => {
    const texts = OUTCOMES.map((outcome) =>
      templateScene(
        brief(
          slot("ask", { npc: "nobody" }),
          [
            { kind: "learn", fact: "gone", whole: true, how: "told" },
            { kind: "owe", npc: "nobody" },
            { kind: "flag", name: "x" },
          ],
          { outcome, bringIn: ["npc:gone", "topic:salt-book"] },
        ),
        story,
      ).paragraphs.join("\n"),
    );
    expect(new Set(texts).size).toBe(4);
    for (const text of texts) expect(text).toMatch(/the Salt Book/);
  });

  it("[NA70] tells openings, beats and endings in the author's words", () => {
    const beat = story.beats.get("beat_001");
    const ending = story.endings.get("true-weight");
    const { choice: _, ...noChoice } = brief(slot("wait", {}));
    expect(templateScene(noChoice, story).paragraphs.slice(0, 2)).toEqual(story.opening);
    const spoken = beat && { ...beat, dialogue: [{ speaker: "orsolya", line: "That drawer sticks." }] };
    expect(
      templateScene(brief(slot("wait", {}), [], spoken ? { beat: spoken } : {}), story).paragraphs.join("\n"),
    ).toMatch(/drawer under the scales[\s\S]*Orsolya says: “That drawer sticks/);
    expect(templateScene(brief(slot("end", {}), [], ending ? { ending } : {}), story).paragraphs.join("\n")).toMatch(
      /pan goes down[\s\S]*The carts go by day now/,
    );
  });
});

describe("fallback narration", () => {
  it("[NA71] has three turns of phrase, each of two clean paragraphs that name the deed and change nothing", () => {
    const told = [0, 1, 2].map((turn) => fallbackNarration("Ask Orsolya about the Salt Book", turn));
    expect(new Set(told.map((paragraphs) => paragraphs.join(" "))).size).toBe(3);
    for (const paragraphs of told) {
      expect(paragraphs).toHaveLength(2);
      expect(paragraphs.join(" ").toLowerCase()).toContain("ask orsolya about the salt book");
      expect(lintScene(paragraphs, new Set())).toEqual([]);
    }
  });

  it("[NA71] does without a choice, and with any number of a turn", () => {
    for (const turn of [-1, 3.5, 1e9]) expect(fallbackNarration("", turn)).toHaveLength(2);
  });
});
