// SPEC.md PC66 to PC68: what a beat leaves to the player, and the acts that beats wait for.
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, ChoiceSlot, Fact, Hook, Matter } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { offerIn } from "../src/beat-offers.js";
import * as knowledge from "../src/knowledge.js";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { isLooking } from "../src/due-candidates.js";
import { outcomesOf } from "../src/effects.js";
import { makeOffer } from "../src/offer.js";
import { applyOutcome } from "../src/outcome.js";
import { offerKey } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";
import { SETTINGS } from "./walk.js";

const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The weigher's offer",
  told: ["Orsolya Tallow offers you a week at the scale in return for one question left unasked."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  // What she has to say to it.
  names: ["npc:orsolya", "topic:tally"],
  ...change,
});
const slots = (given: Given): readonly ChoiceSlot[] => makeOffer(staged(given), [], [], SETTINGS).slots;
const named = (given: Given, text: string): ChoiceSlot => {
  const slot = slots(given).find((one) => one.text === text);
  if (!slot) throw new Error(`not offered: ${text}`);
  return slot;
};

describe("what somebody puts to the player", () => {
  it.each([
    ["Orsolya offers you a chair, and waits.", "offer"],
    ["The door opens, and Orsolya invites you in.", "invitation"],
    ["Orsolya shows you the drawer, and asks for nothing but your silence.", "request"],
    ["Orsolya asks you to stay.", "request"],
    ["She wants you to stay.", "request"],
    ["Orsolya asks you plainly what you have done.", "question"],
    ["If you pay, Orsolya offers you a chair.", undefined],
    ["Orsolya never offers you a chair.", undefined],
    ["The guild offers you a chair.", undefined],
  ])("[PC66] %s", (told, kind) => {
    expect(offerIn(staged(), beat({ told: [told] }))?.kind).toBe(kind);
  });

  it("[PC422] whoever goes out in a beat is where they have gone", () => {
    const people = staged().present.map(({ id }) => id);
    expect(people).toContain("orsolya");
    const now = staged({ beat: beat({ leaves: [{ npc: "orsolya", place: "kiln" }] }) });
    expect(now.present.map(({ id }) => id)).not.toContain("orsolya");
    expect(now.standing.get("orsolya")?.place).toBe("kiln");
  });

  it("[PC66] is taken or turned down, in the beat's scene and the next, and remembered as a promise or a flag", () => {
    const now = makeOffer(staged({ beat: beat() }), [], [], SETTINGS);
    expect(
      now.slots
        .slice(0, 2)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(["Refuse the week at the scale", "Take the week at the scale"]);
    const state = now.patch;
    expect(slots({ scene: 9, state }).map(({ text }) => text)).toContain("Refuse the week at the scale");
    expect(slots({ scene: 10, state }).map(({ text }) => text)).not.toContain("Refuse the week at the scale");
    const gone = mergePatch(state, { people: { orsolya: { place: "kiln" } } }) as JsonObject;
    expect(slots({ scene: 9, state: gone }).map(({ text }) => text)).not.toContain("Refuse the week at the scale");
    const take = named({ scene: 9, state }, "Take the week at the scale");
    const view = before({ scene: 9, state });
    const { none } = outcomesOf(view, take, createRandom("seed"));
    expect(none).toMatchObject([
      { kind: "flag", name: "took-offer-beat-004" },
      { kind: "feeling", npc: "orsolya", delta: 10 },
      { kind: "learn", from: "orsolya" },
    ]);
    const { patch } = applyOutcome(view, take, "none", none);
    expect(patch).toMatchObject({
      world: { choices: { beat: { offer: null, decided: "take-the-week-at-the-scale" } } },
    });
    // A request without a deed, and without a word of hers to it, gives nothing.
    const mute = beat({ told: ["Orsolya asks you for silence."], names: ["npc:orsolya"] });
    expect(slots({ beat: mute }).map(({ text }) => text)).not.toContain("Do what Orsolya asks");
    const no = outcomesOf(view, named({ scene: 9, state }, "Refuse the week at the scale"), createRandom("seed")).none;
    expect(no).toMatchObject([
      { kind: "flag", name: "refused-offer-beat-004" },
      { kind: "feeling", npc: "orsolya", delta: -10 },
    ]);
  });

  it.each([
    ["Orsolya asks you to finish tonight's letter.", "finish tonight's letter"],
    ["Orsolya begs you to take her to the kiln.", "take Orsolya to the kiln"],
    ["Orsolya asks you to keep her chalk.", "keep Orsolya’s chalk"],
  ])("[PC531] is done in the words of the beat: %s", (told, deed) => {
    expect(offerIn(staged(), beat({ told: [told] }))?.yes).toBe(deed);
    expect(offerIn(staged(), beat({ told: [told] }))?.no).toBe(deed && `refuse to ${deed}`);
  });

  it("[PC531] is no promise where it is done at once", () => {
    const given: Given = { beat: beat({ told: ["Orsolya asks you to finish tonight's letter."], names: [] }) };
    const { patch: state, slots: now } = makeOffer(staged(given), [], [], SETTINGS);
    expect(now.map(({ text }) => text)).toEqual(
      expect.arrayContaining(["Finish tonight's letter", "Refuse to finish tonight's letter"]),
    );
    const { none } = outcomesOf(
      before({ scene: 9, state }),
      named({ scene: 9, state }, "Finish tonight's letter"),
      createRandom("seed"),
    );
    expect(none.map(({ kind }) => kind)).toEqual(["flag", "feeling"]);
  });

  it.each<[string, Partial<BeatMatter>, string | undefined]>([
    [
      "",
      { told: ["Orsolya asks you whether there is a letter."] },
      "say that there is a letter|say that there is none",
    ],
    [
      "",
      { told: ["Orsolya asks you if you will stay the night."] },
      "say that you will stay the night|say that you will not",
    ],
    [
      "",
      { told: ["Orsolya asks you whether you know the toll-man."] },
      "say that you know the toll-man|say that you do not",
    ],
    [
      "",
      { told: ["Orsolya asks you whether the frost is early."] },
      "tell Orsolya that the frost is early|tell Orsolya that the frost is not early",
    ],
    [
      "in speech",
      { told: [], dialogue: [{ speaker: "orsolya", line: "They said so. Would you be, else?" }] },
      "say that you would|say that you would not",
    ],
    [
      "of many",
      { told: [], dialogue: [{ speaker: "orsolya", line: "What would you have?" }] },
      "tell Orsolya what you would have|say nothing",
    ],
  ])("[PC532] a question %sis answered: %j", (_, change, answers) => {
    const found = offerIn(staged(), beat(change));
    expect(found?.yes === undefined ? undefined : `${found.yes}|${found.no}`).toBe(answers);
  });

  it("[PC532] an answer to a question earns no thanks, and what whoever asks has to say to it", () => {
    const told = ["Orsolya asks you whether there is a letter."];
    const line = {
      id: "orsolya-says-1",
      text: "A letter is only paper.",
      clause: "a letter is only paper",
      topic: "",
      file: "characters/npcs/orsolya/profile.json",
      knownBy: ["orsolya"],
      said: "orsolya",
      confided: true as const,
      names: [],
    };
    const rows = (matter: Matter) => {
      const given: Given = { matter, beat: beat({ told }) };
      const { slots: now, patch: state } = makeOffer(staged(given), [], [], SETTINGS);
      const yes = now.find(({ text }) => text === "Say that there is a letter");
      expect(now.map(({ text }) => text)).toContain("Say that there is none");
      const view = before({ matter, scene: 9, state });
      return yes && outcomesOf(view, yes, createRandom("seed")).none.map(({ kind }) => kind);
    };
    expect(rows({ ...RICH, facts: [...RICH.facts, line] })).toEqual(["flag", "learn"]);
    expect(rows(RICH)).toEqual(["flag"]);
  });

  it("[PC663] [PC1600] whoever is asked what they mean says what bears on their words; who has nothing to say is not asked", () => {
    const dialogue = [{ speaker: "orsolya", line: "Twine and marrow, that is all it ever was." }];
    const given = (told: string): Given => ({ beat: beat({ told: [told], dialogue, names: [] }) });
    const asked = (told: string) => {
      const { slots: now, patch: state } = makeOffer(staged(given(told)), [], [], SETTINGS);
      const ask = now.find(({ text }) => text === "Ask Orsolya what she means");
      return ask && outcomesOf(before({ scene: 9, state }), ask, createRandom("seed")).none;
    };
    expect(asked("Orsolya shuts the door.")).toBeUndefined();
    expect(asked("Orsolya shuts the drawer.")).toMatchObject([
      { kind: "learn", fact: "locked-drawer-3", from: "orsolya" },
    ]);
  });

  it("[PC1603] what is taken with an offer is carried, and what is given is not", () => {
    const row = (told: string, text: string, state: JsonObject = {}) => {
      const { slots: now, patch } = makeOffer(staged({ beat: beat({ told: [told] }), state }), [], [], SETTINGS);
      const slot = now.find((one) => one.text === text);
      const view = before({ scene: 9, state: mergePatch(state, patch) as JsonObject });
      return slot && outcomesOf(view, slot, createRandom("seed")).none.filter(({ kind }) => kind === "item");
    };
    expect(row("Orsolya offers you the red envelope.", "Take the red envelope")).toEqual([
      { kind: "item", id: "red-envelope", name: "red envelope", gained: true, npc: "orsolya" },
    ]);
    const bell = { inventory: { bell: { name: "a brass bell", count: 1 } } };
    expect(row("Orsolya asks you for the bell.", "Give Orsolya the bell", bell)).toEqual([
      { kind: "item", id: "bell", name: "brass bell", gained: false, npc: "orsolya" },
    ]);
    expect(row("Orsolya asks you for the bell.", "Give Orsolya the bell")).toEqual([]);
  });

  it("[PC5600] a thing that is called by a name with its article keeps it", () => {
    const given = (name: string) => {
      const slot = {
        id: "c1",
        verb: "give",
        class: "act",
        bind: { npc: "orsolya", item: "cord" },
        tags: [],
        sources: [],
      };
      const view = before({ scene: 9, state: { inventory: { cord: { name, count: 1 } } } });
      return outcomesOf(view, slot as never, createRandom("seed")).none.find(({ kind }) => kind === "item");
    };
    expect(given("the Cord")).toMatchObject({ name: "the Cord", gained: false });
    expect(given("the long cord")).toMatchObject({ name: "long cord", gained: false });
  });

  it("[PC664] what lies there and is nobody's can be taken where it is seen, and is carried then", () => {
    const told = ["Orsolya has gone to the window.", "On the scale, face down, lies a visiting card."];
    const { slots: now, patch: state } = makeOffer(staged({ beat: beat({ told }) }), [], [], SETTINGS);
    const take = now.find(({ text }) => text === "Take the visiting card");
    expect(take && outcomesOf(before({ scene: 9, state }), take, createRandom("seed")).none).toEqual([
      { kind: "flag", name: "took-visiting-card-beat-004" },
      { kind: "item", id: "visiting-card", name: "visiting card", gained: true },
    ]);
    const has = { inventory: { "visiting-card": { name: "visiting card", count: 1 } } };
    expect(slots({ beat: beat({ told }), state: has }).map(({ text }) => text)).not.toContain("Take the visiting card");
  });

  it("[PC66] is not asked where the author has left decisions or choices", () => {
    expect(offerIn(staged(), beat({ decisions: ["take the week"] }))).toBeUndefined();
    expect(offerIn(staged(), beat({ choices: [{ text: "read the tally" }] }))).toBeUndefined();
  });
});

describe("the author's own choices", () => {
  const menu = beat({
    told: ["The page lies open."],
    choices: [
      { text: "read the seal", stat: "Perception", difficulty: "hard", result: "The seal is of bread." },
      { text: "feel the wall", result: "It is warm." },
    ],
  });

  it("[PC67] are offered in the author's words, with stat, difficulty and result", () => {
    const [read, feel] = [named({ beat: menu }, "Read the seal"), named({ beat: menu }, "Feel the wall")];
    expect(read).toMatchObject({
      fixed: true,
      difficulty: "hard",
      result: "The seal is of bread.",
      roll: { stat: "perception", bonus: -1, modifiers: [{ label: "hard", value: -1 }] },
    });
    expect(read.hint).toMatch(/^If it works, .+; if not, .+\.$/);
    expect(feel.roll).toBeUndefined();
    const rows = outcomesOf(before(), read, createRandom("seed"));
    const isTold = (row: readonly { readonly kind: string }[]) => row.some(({ kind }) => kind === "authored");
    expect([isTold(rows.success), isTold(rows.partial), isTold(rows.fail)]).toEqual([true, true, false]);
    expect(outcomesOf(before(), feel, createRandom("seed")).none).toContainEqual({
      kind: "authored",
      text: "It is warm.",
    });
  });

  it("[PC1910] have no roll in a story without dice", () => {
    const rules = { dice: { count: 2, sides: 6 }, partial: 7, success: 10, bonuses: [], stats: [], diceless: true };
    const all = slots({ beat: menu, rules });
    expect(all.map(({ text }) => text)).toContain("Read the seal");
    expect(all.filter(({ roll }) => roll !== undefined)).toEqual([]);
    for (let scene = 8; scene < 16; scene++)
      expect(slots({ scene, rules }).filter(({ roll }) => roll !== undefined)).toEqual([]);
  });

  it("[PC1609] leave out what stands in brackets for whoever keeps the rules", () => {
    const choices = [{ text: "lift the lid with her (no roll)" }, { text: "listen (hard, Ear)" }];
    const now = slots({ beat: beat({ told: [], choices }) }).map(({ text }) => text);
    expect(now).toEqual(expect.arrayContaining(["Lift the lid with her", "Listen"]));
  });

  it("[PC3160] that decide stay open where they were put, and what only looks does not", () => {
    const choices = [
      { text: "read the seal" },
      { text: "keep her secret", decides: true as const, result: "She nods." },
      { text: "haul her before the guild", decides: true as const },
    ];
    const { patch: state } = makeOffer(staged({ beat: beat({ told: [], choices }), scene: 9 }), [], [], SETTINGS);
    const later = (scene: number) =>
      candidatesFor(staged({ scene, state }), []).flatMap(({ bind, text }) => (bind.beat === "beat_004" ? [text] : []));
    expect(later(10)).toEqual(["Read the seal", "Keep her secret", "Haul her before the guild"]);
    expect(later(11)).toEqual(["Keep her secret", "Haul her before the guild"]);
    expect(later(9 + 4)).toEqual([]);
  });

  it("[PC3165] may each ask, and name what nobody has named", () => {
    const choices = [{ text: "ask Ilka what the long yard costs" }, { text: "ask Ilka about the tune" }];
    const texts = slots({ beat: beat({ told: [], choices }) }).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(["Ask Ilka what the long yard costs", "Ask Ilka about the tune"]));
  });

  it("[PC3164] leave no room for a question that is only put off", () => {
    const asked = { text: "ask Orsolya about the page", asks: "orsolya", until: "beat_009" };
    const state = { people: { benedek: { place: "weigh-house", met: 2 } } };
    const texts = (choices: readonly object[]) =>
      candidatesFor(
        staged({ state, beat: beat({ told: [], people: ["orsolya"], choices: choices as never }) }),
        [],
      ).map(({ text }) => text);
    const decisions = [{ text: "keep her secret" }, { text: "haul her before the guild" }];
    const isOffered = (given: readonly object[]) => texts(given).includes("Ask Orsolya about the page");
    expect(isOffered([asked, ...decisions])).toBe(false);
    expect(isOffered([asked])).toBe(true);
  });

  it("[PC67] close each other unless they only look, and stop where their sentence does", () => {
    const choices = [
      { text: "read the seal" },
      { text: "keep her secret" },
      { text: "ask Sgt. Oake for it. She says it before you have finished" },
      { text: "haul her before the guild" },
      { text: "say" },
    ];
    const { patch: state } = makeOffer(staged({ beat: beat({ told: [], choices }) }), [], [], SETTINGS);
    const offered = candidatesFor(staged({ beat: beat({ told: [], choices }) }), []).flatMap(({ answers, text }) =>
      answers === undefined ? [] : [text],
    );
    expect(offered).toEqual(["Read the seal", "Keep her secret", "Ask Sgt. Oake for it", "Haul her before the guild"]);
    const left = (text: string) => {
      const slot = slotOf("decide", { beat: "beat_004", text });
      const { patch } = applyOutcome(before({ scene: 9, state }), slot, "none", [{ kind: "flag", name: "x" }]);
      const { beat: kept } = (patch.world as { choices: { beat: { choices: { text: string }[] } } }).choices;
      return kept.choices.map((one) => one.text.split(" ")[0]);
    };
    expect(left("keep her secret")).toEqual(["read", "ask"]);
    expect(left("read the seal")).toEqual(["keep", "ask", "haul", "say"]);
  });

  it("[PC1909] are made once where they are decisions, with or without what comes of them", () => {
    const choices = [
      { text: "ask the child", result: "She says nothing", decides: true as const },
      { text: "put it to the court", decides: true as const },
      { text: "read the seal" },
    ];
    const own = beat({ told: [], choices, decisions: ["ask nobody"] });
    const { patch: state } = makeOffer(staged({ beat: own }), [], [], SETTINGS);
    const left = (text: string) => {
      const slot = slotOf("decide", { beat: "beat_004", text });
      const { patch } = applyOutcome(before({ scene: 9, state }), slot, "none", [{ kind: "flag", name: "x" }]);
      const kept = (patch.world as { choices: { beat: { choices: { text: string }[]; decisions?: string[] } } }).choices
        .beat;
      return [...kept.choices.map((one) => one.text), ...(kept.decisions ?? ["(as before)"])];
    };
    expect(left("ask the child")).toEqual(["read the seal"]);
    expect(left("ask nobody")).toEqual(["read the seal"]);
    expect(left("read the seal")).toEqual(["ask the child", "put it to the court", "(as before)"]);
  });

  it("[PC67] stay open beside one that was taken, for one scene more", () => {
    const { patch: state } = makeOffer(staged({ beat: menu }), [], [], SETTINGS);
    const view = before({ scene: 9, state });
    const feel = named({ scene: 9, state }, "Feel the wall");
    const { patch } = applyOutcome(view, feel, "none", outcomesOf(view, feel, createRandom("seed")).none);
    const after = mergePatch(state, patch) as JsonObject;
    const texts = slots({ scene: 10, state: after, choice: feel }).map(({ text }) => text);
    expect(texts).toContain("Read the seal");
    expect(texts).not.toContain("Feel the wall");
  });
});

describe("acts that beats wait for", () => {
  const tag = (change: Partial<Extract<Hook, { kind: "tag" }>> = {}): Given => ({
    hooks: [{ kind: "tag", beat: "b", title: "t", tag: "press-orsolya", ...change }],
  });
  const due = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []).filter((one) => one.due);

  it("[PC68] stand in their own words, with all their tags", () => {
    const given = tag({ text: "press Orsolya about the coat", npc: "orsolya", also: ["ask-about-the-coat"] });
    expect(named(given, "Press Orsolya about the coat")).toMatchObject({
      fixed: true,
      tags: ["press-orsolya", "ask-about-the-coat"],
      bind: { npc: "orsolya", beat: "b" },
    });
  });

  it("[PC68] lead to where somebody is, and are not offered with the dead or the missing", () => {
    const away = tag({ text: "press Ilka", npc: "ilka" });
    expect(due(away)).toMatchObject([
      { verb: "go", bind: { npc: "ilka", place: "orchard" }, sources: [{ kind: "beat" }] },
    ]);
    expect(due({ ...away, state: { people: { ilka: { alive: false } } } })).toEqual([]);
    expect(due({ ...away, state: { people: { ilka: { place: "" } } } })).toEqual([]);
  });

  it("[PC536] look first for whom they are done with, where nobody is there yet", () => {
    const given = (text: string) => tag({ text, npc: "orsolya" });
    const texts = (text: string, place: string) =>
      due({ ...given(text), state: { people: { ilka: { place } } } }).map(({ text: words }) => words);
    expect(texts("play dominoes with Ilka", "orchard")).toEqual(["Find Ilka and play dominoes with them"]);
    expect(texts("play dominoes with Ilka", "weigh-house")).toEqual(["Play dominoes with Ilka"]);
    expect(texts("side with Ilka", "orchard")).toEqual(["Side with Ilka"]);
  });

  it("[PC68] are offered in every scene once they press", () => {
    const key = offerKey("decide", { npc: "orsolya", beat: "b", text: "press Orsolya" });
    const known = { topics: { tally: 7 } };
    const state: JsonObject = { world: { known, choices: { offers: { [key]: { passed: 5, last: 7 } } } } };
    const given = { ...tag({ text: "press Orsolya", npc: "orsolya" }), state };
    expect(slots(given).map(({ text }) => text)).not.toContain("Press Orsolya");
    const pressing = { ...tag({ text: "press Orsolya", npc: "orsolya", presses: true }), state };
    expect(slots(pressing).map(({ text }) => text)).toContain("Press Orsolya");
  });

  it("[PC68] give way to deeds that bring about what somebody must feel first", () => {
    const motive = "to keep the drawer shut until spring";
    const state: JsonObject = { world: { known: { motives: { orsolya: { [motive]: 3 } } } } };
    const verbs = (measure: "trusts" | "hates") =>
      new Set(due({ ...tag({ npc: "orsolya", measure }), state }).map(({ verb }) => verb));
    expect(verbs("trusts")).toContain("help");
    expect(verbs("trusts")).not.toContain("decide");
    expect(verbs("hates")).not.toContain("help");
  });

  it("[PC68] are one choice where two beats, or a beat's decision, ask for the same act", () => {
    const hooks: readonly Hook[] = [
      { kind: "tag", beat: "b", title: "One", tag: "burn_it", text: "burn the page" },
      { kind: "tag", beat: "c", title: "Two", tag: "burn_the_page" },
    ];
    const asked = due({ hooks, beat: beat({ told: [], decisions: ["burn the page"] }) }).filter(
      ({ verb }) => verb === "decide",
    );
    expect(asked).toMatchObject([{ text: "Burn the page", tags: ["burn_it", "burn_the_page"] }]);
    expect(asked[0]?.sources.map(({ ref }) => ref)).toEqual(["beat_004", "b", "c"]);
    const both = slots({
      ...tag({ text: "help Orsolya to keep the drawer shut until spring", npc: "orsolya" }),
      state: { world: { known: { motives: { orsolya: { "to keep the drawer shut until spring": 3 } } } } },
    });
    expect(both.filter(({ verb, text }) => verb === "help" || text.startsWith("Help"))).toHaveLength(1);
  });
});

describe("the questions that a beat raises", () => {
  const secret = {
    id: "orsolya-confides-1",
    text: "I filled the hole with wax myself.",
    clause: "I filled the hole with wax myself",
    topic: "",
    file: "characters/npcs/orsolya/profile.json",
    knownBy: ["orsolya"],
    said: "orsolya",
    confided: true as const,
    names: ["topic:orchard"],
  };
  const question = { text: "ask Orsolya about the wax", asks: "orsolya", fact: secret.id };
  const raised = (change: Partial<BeatMatter> = {}, more: Given = {}): Given => ({
    matter: { ...RICH, facts: [...RICH.facts, secret] },
    beat: { ...beat({ told: ["A lump of wax lies by the scale."], choices: [question] }), ...change },
    ...more,
  });

  it("[PC471] are offered while whoever is asked is here, and answered by what they have to say", () => {
    const slot = named(raised(), "Ask Orsolya about the wax");
    const view = before(raised());
    expect(outcomesOf(view, slot, createRandom("a")).none).toEqual([
      { kind: "learn", fact: secret.id, from: "orsolya", whole: true, how: "told" },
    ]);
    const known = raised({}, { state: { world: { known: { facts: { [secret.id]: 3 } } } } });
    expect(slots(known).map(({ text }) => text)).not.toContain("Ask Orsolya about the wax");
    const away = raised({ people: [] }, { state: { people: { orsolya: { place: "kiln" } } } });
    expect(slots(away).map(({ text }) => text)).not.toContain("Ask Orsolya about the wax");
  });

  it("[PC470] nobody else says a secret, and its owner only to whom they trust, or under pressure late in the story", () => {
    const said = (given: Given): boolean =>
      knowledge.answers(staged(given), "orchard", "orsolya").some(({ id }) => id === secret.id);
    const kept = (given: Given): boolean =>
      knowledge.reserved(staged(given), "orchard", "orsolya").some(({ id }) => id === secret.id);
    const trusted = { state: { people: { orsolya: { feeling: 45 } } } };
    const late = {
      state: {
        people: { orsolya: { met: 1 } },
        beats: Object.fromEntries([1, 2, 3, 4].map((at) => [`b${at}`, { state: "fired", scene: at }])),
      },
    };
    const matter = { ...RICH, facts: [...RICH.facts, secret] };
    expect([said({ matter }), said({ matter, ...trusted }), kept({ matter }), kept({ matter, ...late })]).toEqual([
      false,
      true,
      false,
      true,
    ]);
    const waiting = { ...matter, facts: [...RICH.facts, { ...secret, after: "beat_009" }] };
    expect(said({ matter: waiting, ...trusted })).toBe(false);
  });

  it.each([
    [-30, true],
    [-31, false],
  ])("[PC641] a faction at %d is asked for its help: %s", (standing, isOffered) => {
    const given: Given = {
      beat: beat({ decisions: ["ask the Choir for shelter", "sleep in the square"] }),
      state: { factions: { choir: standing }, world: { factions: { choir: { name: "the Choir", heard: standing } } } },
    };
    const texts = slots(given).map(({ text }) => text);
    expect(texts.includes("Ask the Choir for shelter")).toBe(isOffered);
    expect(texts).toContain("Sleep in the square");
  });

  it.each([
    ["trusted", {}, { people: { orsolya: { feeling: 45 } } }],
    ["asked", { names: ["topic:kiln-fire"] }, { world: { known: { topics: { "kiln-fire": 2 } } } }],
    ["known", { names: ["topic:frost-year"] }, { world: { known: { facts: { "frost-year-1": 2 } } } }],
    ["known", { names: ["place:kiln"] }, { world: { visited: { kiln: 2 } } }],
    ["carried", { words: ["wax", "seal"] }, { inventory: { "red-seal": { name: "a red seal", count: 1 } } }],
  ] as const)(
    "[PC640] a secret told on the terms %j %j is told once they are met, to whoever asks",
    (when, of, met) => {
      const matter = { ...RICH, facts: [...RICH.facts, { ...secret, terms: { when, ...of } }] };
      const ids = (state: object, list: typeof knowledge.answers): readonly string[] =>
        list(staged({ matter, state: { ...state } }), "orchard", "orsolya").map(({ id }) => id);
      expect(ids({}, knowledge.answers)).not.toContain(secret.id);
      expect(ids(met, knowledge.answers)).toContain(secret.id);
    },
  );

  it.each(["never", "unclear", "carried"] as const)(
    "[PC640] neither trust nor pressure brings out a secret told on the terms %j",
    (when) => {
      const matter = { ...RICH, facts: [...RICH.facts, { ...secret, terms: { when, words: ["seal"] } }] };
      const state = {
        people: { orsolya: { feeling: 80, met: 1 } },
        beats: Object.fromEntries([1, 2, 3, 4].map((at) => [`b${at}`, { state: "fired", scene: at }])),
      };
      const view = staged({ matter, state });
      for (const list of [knowledge.answers, knowledge.reserved])
        expect(list(view, "orchard", "orsolya").map(({ id }) => id)).not.toContain(secret.id);
      // What a beat lets ask on terms that nobody understood is asked.
      const asked = slots({ ...raised(), matter, state }).map(({ text }) => text);
      expect(asked.includes("Ask Orsolya about the wax")).toBe(when === "unclear");
    },
  );

  it("[PC472] whoever has a line on what has just happened is asked what they make of it, once in two scenes", () => {
    const line = { ...secret, id: "orsolya-says-1", text: "To the ounce, or not at all.", names: [] };
    const matter = { ...RICH, facts: [...RICH.facts, line] };
    const given: Given = { matter, beat: beat({ told: ["Orsolya weighs the bread to the last ounce."] }) };
    const { patch } = makeOffer(staged(given), [], [], SETTINGS);
    // As though it had not been among the choices of the beat's own scene.
    const state = mergePatch(patch, { world: { choices: { offers: null } } }) as JsonObject;
    const heard = (more: Given = {}) =>
      candidatesFor(staged({ ...given, ...more }), []).filter(({ text = "" }) =>
        /^Ask Orsolya what she (?:makes|thinks|has to say)/.test(text),
      );
    const [one] = heard();
    expect(one).toMatchObject({ verb: "decide", bind: { npc: "orsolya", fact: line.id } });
    expect(heard({ state: { world: { choices: { offers: { "decide|orsolya": { passed: 0, last: 7 } } } } } })).toEqual(
      [],
    );
    expect(heard({ matter: RICH })).toEqual([]);
    expect(heard({ beat: beat({ told: ["Orsolya shuts the door."] }) })).toEqual([]);
    expect(heard({ beat: null, scene: 9, state })).toHaveLength(1);
    expect(heard({ beat: null, scene: 10, state })).toEqual([]);
  });
});

describe("a decision of which nothing is written", () => {
  const says = (id: string, text: string): Fact => ({
    id: `orsolya-says-${id}`,
    text,
    clause: text,
    topic: "",
    file: "",
    knownBy: ["orsolya"],
    names: [],
    said: "orsolya",
    confided: true,
  });
  const plain: Matter = {
    ...RICH,
    facts: [
      ...RICH.facts,
      says("1", "The verdigris comes off with vinegar."),
      says("2", "I never sleep on Thursdays."),
    ],
  };
  const asked = (text: string, told = "Orsolya Tallow puts the lid on.", matter: Matter = plain) => {
    const view = staged({ beat: beat({ told: [told], choices: [{ text }] }), matter });
    const slot = makeOffer(view, [], [], SETTINGS).slots.find(
      ({ bind }) => bind.beat === "beat_004" && bind.text === text,
    );
    if (!slot) throw new Error(`not offered: ${text}`);
    const of = outcomesOf(before({ matter, beat: beat({ told: [told] }) }), slot, createRandom("1"));
    return { npc: slot.bind.npc, said: of.none.flatMap((one) => (one.kind === "learn" ? [one.fact] : [])) };
  };

  it("[PC1906] is answered by whom its pronoun means, where it is a question, with what touches it", () => {
    expect(asked("ask her about the verdigris")).toEqual({ npc: "orsolya", said: ["orsolya-says-1"] });
    expect(asked("ask her about the weather").said).toEqual([]);
    // One rare word may be anything's where the question is not about it.
    expect(asked("ask her who left the verdigris there and went away").said).toEqual([]);
  });

  it("[PC1912] is met by a line on being asked, where whoever is asked has no answer", () => {
    const lines: readonly (readonly [string, number])[] = [
      ["Don't ask me tonight. Ask me any other night.", 1],
      ["Ask me on the water. On the land I forget.", 1],
      ["It is a very good question, and I notice that you waited.", 1],
      ["Nobody ever asked me for a stamp.", 0],
      ["I do not ask you to be brave.", 0],
    ];
    for (const [line, count] of lines) {
      const matter = { ...plain, facts: [...RICH.facts, says("3", line)] };
      expect(asked("ask her who went away", undefined, matter).said, line).toHaveLength(count);
    }
  });

  it("[PC1906] is done to nobody where whom it means is not here", () => {
    expect(asked("ask him about the verdigris", "Marek stands in the door. Orsolya looks up.").npc).toBe(undefined);
    expect(asked("ask after his thumb", "Marek stands in the door. Orsolya looks up.").npc).toBe(undefined);
  });

  it("[PC6451] is done to whom it names by what they are", () => {
    const people = RICH.people.map((one) =>
      one.id === "orsolya" ? { ...one, role: "Weigher (by grant) of the town" } : { ...one, role: "carter" },
    );
    const matter = { ...RICH, people };
    const cast = beat({ people: ["benedek", "orsolya"], decisions: ["sit by the weigher", "go out"] });
    const state = { people: { benedek: { place: "weigh-house" }, orsolya: { place: "weigh-house" } } };
    const offered = candidatesFor(staged({ matter, beat: cast, state }), []);
    const npcOf = (text: string) => offered.find(({ bind }) => bind.text === text)?.bind.npc;
    expect([npcOf("sit by the weigher"), npcOf("go out")]).toEqual(["orsolya", "benedek"]);
  });

  it("[PC1906] is met by a line of theirs where nothing is said with it", () => {
    expect(asked("scrape the verdigris off for Orsolya").said).toEqual(["orsolya-says-1"]);
    // What the beat has named is no word of the deed.
    expect(asked("stand next to Orsolya", "Orsolya Tallow scrapes verdigris off the lid.").said).toEqual([]);
    expect(asked("stand next to Orsolya").said).toEqual([]);
    expect(asked("tell Orsolya everything").said).toEqual([]);
  });
});

it("[PC5752] a decision of which nothing is written is met by what somebody of the beat has to say to it", () => {
  const line = (text: string, at: string): Fact => ({
    id: `orsolya-says-${at}`,
    text,
    clause: text,
    topic: "",
    file: "",
    knownBy: ["orsolya"],
    names: [],
    said: "orsolya",
    confided: true,
  });
  const facts = [...RICH.facts, line("Copper is honest.", "1"), line("Verdigris is what copper says.", "2")];
  const said = (sayings: readonly string[], bind: object, known = {}): readonly string[] => {
    const open = {
      id: "beat_004",
      title: "t",
      scene: 7,
      people: ["orsolya"],
      place: "weigh-house",
      sayings: [...sayings],
    };
    const view = before({
      matter: { ...RICH, facts },
      state: { world: { choices: { beat: open }, known: { facts: known } } },
    });
    const slot = slotOf("decide", { beat: "beat_004", ...bind });
    return outcomesOf(view, slot, createRandom("1")).none.flatMap((one) => (one.kind === "learn" ? [one.fact] : []));
  };
  const both = ["orsolya-says-1", "orsolya-says-2"];
  expect(said(both, { npc: "orsolya", text: "tell Orsolya everything" })).toEqual(["orsolya-says-1"]);
  expect(said(both, { npc: "orsolya", text: "ask Orsolya about the verdigris" })).toEqual(["orsolya-says-2"]);
  expect(said(both, { text: "go out by the window" })).toEqual(["orsolya-says-1"]);
  expect(said(both, { text: "go out by the window" }, { "orsolya-says-1": 3 })).toEqual(["orsolya-says-2"]);
  expect(said([], { npc: "orsolya", text: "tell Orsolya everything" })).toEqual([]);
});

it("[PC1907] an author's choice with a tag is what waits for the tag", () => {
  const hook: Hook = { kind: "tag", beat: "beat_009", title: "Later", tag: "kept-it", text: "keep it" };
  const own = beat({
    told: ["Orsolya Tallow lays the tally down."],
    choices: [{ text: "put it in your pocket", tag: "kept-it" }],
  });
  const all = candidatesFor(staged({ beat: own, hooks: [hook] }), []).filter(({ tags }) => tags.includes("kept-it"));
  expect(all.map(({ text }) => text)).toEqual(["Put it in your pocket"]);
});

it.each([
  ["ask who he is", true],
  ["ask her what she saw", true],
  ["look at the seal", true],
  ["ask to borrow it", false],
  ["ask her for the key", false],
  ["ask her not to forgive him", false],
  ["hand it back", false],
])("[PC1908] knows what only finds something out: %s", (words, isOne) => {
  expect(isLooking(words)).toBe(isOne);
});
