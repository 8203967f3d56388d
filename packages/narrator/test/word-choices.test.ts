import { describe, expect, it } from "vitest";
import { mergePatch } from "@narratoria/protocol";
import type { ChoiceSlot } from "@narratoria/protocol/story";
import { createStorybook, unheardNames } from "../src/index.js";
import { brief, slot, state } from "./support/briefs.js";
import { story, storybook, WEIGHBRIDGE } from "./support/fixture-story.js";
import { bundledFrames } from "../src/frames/library.js";
import { readFrameFile } from "@narratoria/protocol/frame-file";
import { lawsAgainst } from "./support/read-index.js";

const offer = (slots: readonly ChoiceSlot[], seed = "s", book = storybook) =>
  book.tell(brief(slot("wait", {}), [], { slots, seed }), state()).choices;
const seeds = Array.from({ length: 30 }, (_, index) => String(index));

describe("the wording of choices", () => {
  const ask = slot("ask", { npc: "orsolya", topic: "salt-book" }, { id: "a", text: "Ask Orsolya about the Salt Book" });

  it("[NA57] keeps every choice, in order, under its id, and names what it acts on", () => {
    const slots = [ask, slot("go", { place: "long-yard" }, { id: "b" }), slot("wait", {}, { id: "c" })];
    for (const seed of seeds) {
      const choices = offer(slots, seed);
      expect(choices.map((choice) => choice.id)).toEqual(["a", "b", "c"]);
      expect(choices[0]?.text).toMatch(/Orsolya/);
      expect(choices[0]?.text).toMatch(/the Salt Book/i);
      expect(choices[1]?.text).toMatch(/Long Yard/);
    }
  });

  it("[NA57] words a choice as a short plain order, without a full stop, a second clause or an aside", () => {
    const texts = new Set(seeds.map((seed) => offer([ask], seed)[0]?.text ?? ""));
    expect([...texts]).toEqual(["Ask Orsolya about the Salt Book"]);
    for (const { file, text } of bundledFrames())
      for (const { heading, items } of readFrameFile(text))
        if (heading.startsWith("choice "))
          for (const item of items) expect(item.text, `${file}:${item.line}`).not.toMatch(/[.,;](?=\s|$)/);
  });

  it("[NA492] begins two questions of a set with different words", () => {
    const other = slot("ask", { npc: "orsolya", topic: "short-weight" }, { id: "b", text: "Ask about the weight" });
    for (const seed of seeds) {
      const firsts = offer([ask, other], seed).map(({ text }) => text.split(" ")[0]);
      expect(new Set(firsts).size, firsts.join(", ")).toBe(2);
    }
  });

  it("[NA57] does not word two choices of a scene alike", () => {
    const twins = [
      slot("wait", {}, { id: "a", text: "Wait" }),
      slot("wait", {}, { id: "b", text: "Wait a little" }),
      slot("wait", {}, { id: "c", text: "Wait on" }),
    ];
    for (const seed of seeds) expect(new Set(offer(twins, seed).map((choice) => choice.text)).size).toBe(3);
  });

  it("[NA57] does not word two choices of a scene alike, though their frames say the same", () => {
    const frames = [
      { file: "own.md", text: "# choice wait\n- Let it be #w=1000000\n# choice rest\n- Let it be #w=1000000" },
    ];
    const book = createStorybook(story, { ...WEIGHBRIDGE, frames });
    const two = [slot("wait", {}, { id: "a" }), slot("rest", {}, { id: "b" })];
    for (const seed of seeds)
      expect(offer(two, seed, book).filter((choice) => choice.text === "Let it be")).toHaveLength(1);
  });

  it("[NA58] leaves the code's words where no wording fits", () => {
    expect(offer([slot("force", {}, { text: "Put your shoulder to it" })])[0]?.text).toBe("Put your shoulder to it");
  });

  it("[NA58] names no thing that the choice is not about", () => {
    for (const seed of seeds)
      expect(offer([slot("search", { place: "weigh-house" }, { text: "Search" })], seed)[0]?.text).not.toMatch(
        /scales|scoop|ledgers/,
      );
  });

  it("[NA58] keeps to 125 letters", () => {
    const long = slot(
      "help",
      { npc: "orsolya", text: `to find ${"the page of the book of the house of the weigher ".repeat(3)}` },
      { text: "Help Orsolya" },
    );
    for (const seed of seeds) expect(offer([long], seed)[0]?.text.length).toBeLessThanOrEqual(125);
  });

  it("[NA58] uses no word that the story forbids", () => {
    const book = createStorybook({ ...story, laws: lawsAgainst("find", "bring") }, WEIGHBRIDGE);
    for (const seed of seeds) expect(offer([ask], seed, book)[0]?.text).not.toMatch(/\b(?:find|bring)\b/i);
  });

  it("[NA59] leaves the reason of a choice to its card", () => {
    for (const seed of seeds) {
      const [choice] = offer([{ ...ask, reason: "though you told her more than you should have" }], seed);
      expect(choice?.text).not.toMatch(/though/);
    }
  });

  it("[NA59] says which wording variant it used, so that the deed can follow it", () => {
    const press = slot("press", { npc: "orsolya", topic: "salt-book", fact: "salt-book-1" });
    const frames = [{ file: "own.md", text: "# choice press\n- Stand in {npc.p} way about {topic} #echo=stand" }];
    const book = createStorybook(story, { ...WEIGHBRIDGE, frames });
    const echoes = new Set(Array.from({ length: 150 }, (_, seed) => offer([press], `p${seed}`, book)[0]?.echo));
    expect(echoes).toContain("stand");
    expect(echoes).toContain(undefined);
  });

  it("[NA87] names nothing that the last two scenes have not, beside what the choice is about", () => {
    // "The short weight lies in the Weigh House under the left-hand pan."
    const press = slot("press", { npc: "orsolya", fact: "short-weight-3" }, { text: "Press Orsolya" });
    const topic = "topic:short-weight";
    const unheard = (named: Record<string, number>) =>
      seeds
        .map((seed) => {
          const now = brief(slot("wait", {}), [], {
            slots: [press, slot("decide", { text: "weigh it again" }, { id: "w" })],
            seed,
            scene: 9,
          });
          return storybook.tell(now, mergePatch(state(), { storybook: { named } }));
        })
        .filter(({ paragraphs, choices }) => unheardNames(story, choices[0]?.text ?? "", paragraphs).includes(topic));
    expect(unheard({ [topic]: 7, "npc:orsolya": 8 })).toEqual([]);
    expect(unheard({ [topic]: 8, "npc:orsolya": 8 }).length).toBeGreaterThan(0);
  });

  it("[NA87] lets what is remembered name what was ever named", () => {
    const recall = slot(
      "recall",
      { npc: "orsolya", memory: "m1", text: "asked Orsolya about the Salt Book" },
      { text: "Remind Orsolya" },
    );
    const at = mergePatch(state(), { storybook: { named: { "topic:salt-book": 1 } } });
    const texts = seeds.map(
      (seed) =>
        storybook.tell(brief(slot("wait", {}), [], { slots: [recall], seed, scene: 30 }), at).choices[0]?.text ?? "",
    );
    expect(texts.join("\n")).toMatch(/Salt Book/);
  });

  it("[NA100] says what the choice is about: the thing, both people, the topic, whom one goes to see", () => {
    const slots: readonly (readonly [ChoiceSlot, RegExp])[] = [
      [slot("search", { place: "weigh-house", prop: "the brass scales" }), /scales/],
      [slot("gossip", { npc: "orsolya", npc2: "jonas" }), /Peel/],
      [slot("bluff", { npc: "orsolya", topic: "salt-book" }), /Salt Book/],
      [slot("go", { npc: "jonas", place: "long-yard" }), /Peel/],
    ];
    for (const [one, about] of slots)
      for (const seed of seeds)
        expect(offer([{ ...one, text: "Scales, Peel, Salt Book" }], seed)[0]?.text).toMatch(new RegExp(about, "i"));
  });

  it("[NA57] puts decisions in their author's words, also when they come again", () => {
    const decisions = [
      slot("decide", { beat: "b", text: "sign the page" }, { id: "a" }),
      slot("decide", { beat: "b", text: "burn the page" }, { id: "b" }),
    ];
    const now = brief(slot("wait", {}), [], { slots: decisions, scene: 6 });
    const first = storybook.tell(now, state());
    expect(first.choices.map(({ text }) => text)).toEqual(["Sign the page", "Burn the page"]);
    const again = storybook.tell({ ...now, scene: 7 }, mergePatch(state(), first.patch)).choices;
    expect(again.map(({ text }) => text)).toEqual(["Sign the page", "Burn the page"]);
  });
});
