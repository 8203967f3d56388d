// SPEC.md PC2800 to PC2807: what who the player is speaks for.
import type { PastEntry } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { modifiersFor } from "../src/odds.js";
import { makeOffer } from "../src/offer.js";
import { reminderOf } from "../src/old-times.js";
import { banIn } from "../src/restrictions.js";
import { createRandom } from "@narratoria/protocol/random";
import { RICH } from "./fixture-story.js";
import { SETTINGS, slotOf, staged } from "./support.js";

const playerWith = (past: readonly PastEntry[], rest: Readonly<Record<string, unknown>> = {}) =>
  staged({
    state: {
      player: JSON.parse(JSON.stringify({ past, ...rest })),
      people: { orsolya: { met: 2 } },
      world: { known: { topics: { "brass-scale": 1, tally: 1, "locked-drawer": 1, toll: 1 } } },
    },
  });

const offered = (past: readonly PastEntry[], rest: Readonly<Record<string, unknown>> = {}) =>
  candidatesFor(playerWith(past, rest), []);
const orsolya = RICH.people[0];
if (!orsolya) throw new Error("the story has nobody");

describe("reasons", () => {
  it("[PC2800] names a past that speaks of a choice's topic, and nothing for a player without one", () => {
    const past: PastEntry[] = [
      { kind: "background", of: "Toll clerk", text: "You counted the toll for a year.", names: ["topic:toll"] },
    ];
    const about = (all: ReturnType<typeof offered>) => all.filter(({ bind }) => bind.topic === "toll");
    expect(about(offered(past)).length).toBeGreaterThan(0);
    for (const one of about(offered(past)))
      expect(one.sources).toContainEqual({
        kind: "player",
        ref: "background:Toll clerk",
        text: "Toll clerk: You counted the toll for a year",
      });
    expect(
      offered([])
        .flatMap(({ sources }) => sources)
        .filter(({ kind }) => kind === "player"),
    ).toEqual([]);
  });

  it("[PC2800] gives a theme of the player's story as the reason for what is about it", () => {
    const past: PastEntry[] = [{ kind: "theme", text: "what is paid, and by whom", names: ["topic:toll"] }];
    const about = offered(past).filter(({ bind }) => bind.topic === "toll");
    const plain = new Map(offered([]).map((one) => [`${one.verb}${JSON.stringify(one.bind)}`, one.salience]));
    expect(about.length).toBeGreaterThan(0);
    for (const one of about) {
      expect(one.sources.at(-1)?.text).toBe("your story is about: what is paid, and by whom");
      const before = plain.get(`${one.verb}${JSON.stringify(one.bind)}`);
      if (before !== undefined) expect(one.salience).toBeGreaterThan(before);
    }
  });

  it("[PC2807] holds one in every set, where there is one", () => {
    const past: PastEntry[] = [{ kind: "relationship", npc: "orsolya", of: "Weigher", text: "Knew your mother" }];
    const { slots } = makeOffer(playerWith(past), [], [], SETTINGS);
    expect(slots.map(({ text }) => text)).toContain("Ask Orsolya about your mother");
  });
});

describe("old times", () => {
  it.each([
    ["Knew your mother, and says so loudly", "ask Orsolya about your mother"],
    [
      "Signed the paper that shut your office. He has forgotten it.",
      "remind Orsolya that she signed the paper that shut your office",
    ],
    ["knows what you were pledged for, and is kind about it", "ask Orsolya what you were pledged for"],
    ["wants to hear all that you know about Mirasole, twice", "tell Orsolya all that you know about Mirasole"],
    ["has found your initials on a drawing", "ask Orsolya about your initials"],
    ["remembers you at six, asleep", "ask Orsolya what she remembers of you"],
    ["Old friend of the family", undefined],
    ["Is fond of your way of counting", undefined],
  ])("[PC2801] puts %j as %j", (text, words) => {
    expect(reminderOf(orsolya, text)?.text).toBe(words);
  });

  it("[PC2801] tells the relationship where the choice has not said it, and warms whoever bears no grudge", () => {
    const slot = slotOf(
      "decide",
      { npc: "orsolya", memory: "past:orsolya", text: "ask Orsolya about your initials" },
      { result: "Orsolya has found your initials on a drawing." },
    );
    const rows = outcomesOf(playerWith([]), slot, createRandom("a"));
    expect(rows.none).toContainEqual({ kind: "authored", text: "Orsolya has found your initials on a drawing." });
    expect(rows.none).toContainEqual(expect.objectContaining({ kind: "feeling", npc: "orsolya" }));
    const cold = staged({ state: { people: { orsolya: { feeling: -20 } } } });
    expect(outcomesOf(cold, slot, createRandom("a")).none).not.toContainEqual(
      expect.objectContaining({ kind: "feeling" }),
    );
  });

  it("[PC2802] lets people talk to whom people tell things", () => {
    const says = { ...RICH.facts[0], id: "orsolya-says-1", text: "I never slept.", said: "orsolya", confided: true };
    const matter = JSON.parse(JSON.stringify({ ...RICH, facts: [...RICH.facts, says] }));
    const talk = (past: readonly PastEntry[]) =>
      candidatesFor(
        staged({
          matter,
          state: { player: JSON.parse(JSON.stringify({ past })), people: { orsolya: { met: 2 } } },
        }),
        [],
      ).filter(({ text, own }) => text === "Let Orsolya talk" && own === "deed");
    expect(talk([{ kind: "ability", of: "Nurse", text: "is told things" }])).toHaveLength(1);
    expect(talk([{ kind: "ability", of: "Nurse", text: "sits up all night" }])).toHaveLength(0);
  });
});

describe("nature", () => {
  it("[PC2803] counts in a roll of a deed that comes naturally", () => {
    const bold: PastEntry[] = [{ kind: "ability", of: "Blurter", text: "asks the question" }];
    expect(modifiersFor(playerWith(bold), "press", { npc: "orsolya" }, undefined)).toContainEqual({
      label: "asks the question",
      value: 1,
    });
    expect(modifiersFor(playerWith(bold), "sneak", { npc: "orsolya" }, undefined)).toEqual([]);
  });

  it("[PC2805] decides how a question is put", () => {
    const asks = (text: string) =>
      offered([{ kind: "ability", of: "X", text }]).flatMap(({ verb, text: words, bind }) =>
        verb === "ask" && bind.topic !== undefined ? [words ?? ""] : [],
      );
    const blunt = asks("asks the question");
    expect(blunt.length).toBeGreaterThan(0);
    for (const words of blunt) expect(words).toMatch(/straight out|wait for the answer|Have it out/);
    for (const words of asks("cunning")) expect(words).toMatch(/Sound|by chance|Draw/);
  });

  it("[PC2806] opens what others cannot do", () => {
    const verbs = (text: string) => offered([{ kind: "trait", of: "X", text }]).map(({ verb }) => verb);
    const looks = (text: string) =>
      offered([{ kind: "trait", of: "X", text }]).filter(({ text: words }) => words?.startsWith("Look closely"));
    expect(verbs("cunning")).toContain("bluff");
    expect(verbs("neat")).not.toContain("bluff");
    expect(verbs("stubborn")).toContain("press");
    expect(looks("observant").length).toBeGreaterThanOrEqual(looks("stubborn").length);
  });
});

describe("restrictions", () => {
  it.each([
    ["may not enter the counting-room alone", { verb: "enter", noun: "counting-room", alone: true }],
    ["cannot leave a drawer open", { verb: "leave", noun: "drawer open", alone: false }],
    ["may never drink from what is being carried", undefined],
    ["Tidewatch -1 at start", undefined],
  ])("[PC2804] reads %j as %j", (text, ban) => {
    const found = banIn(text);
    if (ban === undefined) expect(found === undefined || found.verb === "drink").toBe(true);
    else expect(found).toMatchObject({ verb: ban.verb, alone: ban.alone });
  });

  it("[PC2804] leaves out a journey to where the player may not go alone, unless somebody goes along", () => {
    const view = (follows: boolean) =>
      staged({
        state: {
          player: { restrictions: ["may not enter the kiln alone"] },
          people: { orsolya: follows ? { follows: true } : {} },
          world: { known: { topics: { "frost-year": 1 } }, visited: { "weigh-house": 0 } },
        },
      });
    const places = (follows: boolean) => candidatesFor(view(follows), []).map(({ bind }) => bind.place);
    expect(places(false)).not.toContain("kiln");
    expect(places(true)).toContain("kiln");
  });
});
