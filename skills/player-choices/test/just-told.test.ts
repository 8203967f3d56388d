// SPEC.md PC3100 to PC3107: what comes of what was just told.
import type { JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { BeatMatter, Hook } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { answersInSpeech } from "../src/answer-words.js";
import type { Candidate } from "../src/candidate.js";
import { candidatesFor } from "../src/candidates.js";
import { outcomesOf } from "../src/effects.js";
import { applyOutcome } from "../src/outcome.js";
import { putToPlayer } from "../src/put-to-player.js";
import { scoreAll } from "../src/scoring.js";
import { RICH } from "./fixture-story.js";
import { before, type Given, slotOf, staged } from "./support.js";

const candidates = (given: Given): readonly Candidate[] => candidatesFor(staged(given), []);
const beat = (change: Partial<BeatMatter> = {}): BeatMatter => ({
  id: "beat_004",
  title: "The page",
  told: ["Orsolya lays a notebook on the scale."],
  decisions: [],
  dialogue: [],
  people: ["orsolya"],
  names: ["npc:orsolya"],
  ...change,
});

it("[PC3100] does a deed that a beat waits for where the things are that it takes", () => {
  const offered = (text: string, told: string, inventory: JsonObject = {}): readonly string[] => {
    const hook: Hook = { kind: "tag", beat: "b", title: "B", tag: "t", text, place: "orchard" };
    return candidates({ hooks: [hook], beat: beat({ told: [told] }), state: { inventory } })
      .filter(({ sources }) => sources.some(({ ref }) => ref === "b"))
      .map(({ verb, text: words = "" }) => `${verb}: ${words}`);
  };
  const read = ["decide: Read the notebook"];
  expect(offered("read the notebook", "Orsolya lays a notebook on the scale.")).toEqual(read);
  expect(offered("read the notebook", "Nothing.", { n: { name: "red notebook", count: 1 } })).toEqual(read);
  expect(offered("read the notebook", "Nothing.")).toEqual(["go: Go to the orchard and read the notebook"]);
  // The desk is elsewhere.
  expect(offered("lay the notebook on the desk", "Orsolya has a notebook.")).toEqual([
    "go: Go to the orchard and lay the notebook on the desk",
  ]);
});

it("[PC3103] leaves undone what goes on in the mind", () => {
  const people = [{ id: "bo", short: "Bo", name: "Bo", pronoun: "he", speech: "words" }] as const;
  const put = (line: string): string | undefined =>
    putToPlayer({ told: ["Bo sits."], dialogue: [{ speaker: "bo", line }] }, people)?.yes;
  expect(put("I ask you to imagine the trousers.")).not.toBe("imagine the trousers");
  expect(put("I ask you to burn the trousers.")).toBe("burn the trousers");
});

it("[PC4700] takes no warning for a request", () => {
  const people = [{ id: "bo", short: "Bo", name: "Bo", pronoun: "he", speech: "words" }] as const;
  const put = (line: string): string | undefined =>
    putToPlayer({ told: ["Bo sits."], dialogue: [{ speaker: "bo", line }] }, people)?.yes;
  for (const line of ["Lose the vanilla and you lose the lease.", "Touch it and we all drown."])
    expect(put(line), line).toBe("ask Bo what he means");
  expect(put("Don’t tell me, you. I am not telling you either.") ?? "").not.toContain("promise");
});

it("[PC3104] answers no question that is put to all, and none about nobody", () => {
  const of = (...names: readonly string[]) =>
    names.map((short) => ({ id: short.toLowerCase(), short, name: short, pronoun: "he", speech: "words" }) as const);
  const put = (line: string, names: readonly string[]): string | undefined =>
    putToPlayer({ told: ["The lamp burns."], dialogue: [{ speaker: "bo", line }] }, of(...names))?.yes;
  expect(put("Is the pump heavy?", ["Bo"])).toBe("tell Bo that the pump is heavy");
  expect(put("Is the pump heavy?", ["Bo", "Osk"])).not.toBe("tell Bo that the pump is heavy");
  expect(put("Will you carry the pump?", ["Bo", "Osk"])).toMatch(/^say that you will/);
  expect(put("Did she say shall, or did she say will?", ["Bo", "Osk"])).toBe("answer “shall”");
  expect(answersInSpeech("Did nobody think to go again in February?", "Bo")).toBeUndefined();
  expect(answersInSpeech("And did Osk go again in February?", "Bo")?.yes).toBe(
    "tell Bo that Osk went again in February",
  );
});

describe("a question that is put off", () => {
  const text = "ask Orsolya about the notebook";
  const choices = [{ text, asks: "orsolya", until: "beat_009" }];
  const own = beat({ choices, people: ["orsolya"] });
  /** Somebody who had no part in what raised the question stands by. */
  const by: JsonObject = { people: { benedek: { place: "weigh-house", met: 2 } } };
  const all = (given: Given): readonly Candidate[] =>
    candidates(given).filter((one) => one.text === "Ask Orsolya about the notebook");
  const found = (given: Given): Candidate | undefined =>
    all({ ...given, state: { ...by, ...given.state } }).find(({ bind }) => bind.until !== undefined);

  it("[PC3105] is offered in the scene of its beat and the next, once, until the beat that answers it", () => {
    const put = found({ beat: own });
    expect(put?.text).toBe("Ask Orsolya about the notebook");
    const kept = { id: "beat_004", title: "The page", decisions: [], people: ["orsolya"], names: [], choices };
    const open: JsonObject = { world: { choices: { beat: { ...kept, scene: 7, place: "weigh-house" } } } };
    expect(found({ state: open })).toBeDefined();
    expect(found({ state: { ...open, people: { orsolya: { place: "kiln" } } } })).toBeUndefined();
    expect(found({ beat: own, state: { beats: { beat_009: { state: "fired", scene: 3 } } } })).toBeUndefined();
    const slot = slotOf("decide", put?.bind);
    const { patch } = applyOutcome(before(), slot, "none", outcomesOf(before(), slot, createRandom("a")).none);
    expect(found({ beat: own, state: patch })).toBeUndefined();
    const another = (scene: number): JsonObject => ({
      world: { choices: { done: { "put-off:jonas:ask-of-it": scene } } },
    });
    expect(found({ beat: own, scene: 12, state: another(5) })).toBeUndefined();
    expect(found({ beat: own, scene: 12, state: another(4) })).toBeDefined();
  });

  it("[PC3105] is not offered where nothing but “Not now” could be said", () => {
    expect(all({ beat: own })).toEqual([]);
    // Whoever was in the beat that raised it may hear it.
    expect(all({ beat: beat({ choices, people: ["orsolya", "benedek"] }), state: by })).toEqual([]);
  });

  it("[PC3105] is answered by whoever has something to say to it", () => {
    const line = {
      id: "orsolya-says-2",
      text: "The notebook is my brother's, and the hand in it is not.",
      clause: "The notebook is my brother's, and the hand in it is not",
      topic: "",
      file: "characters/npcs/orsolya/profile.json",
      knownBy: ["orsolya"],
      names: [],
      said: "orsolya",
    };
    const matter = { ...RICH, facts: [...RICH.facts, line] };
    expect(all({ matter, beat: own }).map(({ bind }) => bind)).toContainEqual({
      npc: "orsolya",
      text,
      fact: "orsolya-says-2",
      prop: "the notebook",
    });
  });

  it("[PC3105] is put off for the sake of who else is here", () => {
    const kept = { id: "beat_004", title: "The page", decisions: [], people: ["orsolya"], names: [], choices };
    const asked = (state: JsonObject) => {
      const view = before({
        state: { ...state, world: { choices: { beat: { ...kept, scene: 7, place: "weigh-house" } } } },
      });
      return outcomesOf(view, slotOf("decide", { npc: "orsolya", text, until: "beat_009" }), createRandom("a")).none;
    };
    const away = Object.fromEntries(
      RICH.people.map(({ id }) => [id, { place: id === "orsolya" ? "weigh-house" : "kiln" }]),
    );
    expect(asked({ people: away })).toEqual([{ kind: "refuse", npc: "orsolya", until: "beat_009" }]);
    const [other] = RICH.people.filter(({ id, speech }) => id !== "orsolya" && speech === "words");
    expect(asked({ people: { ...away, [other?.id ?? ""]: { place: "weigh-house" } } })).toEqual([
      { kind: "refuse", npc: "orsolya", until: "beat_009", before: other?.id },
    ]);
  });

  it("[PC3105] may come of the premise", () => {
    const line = {
      id: "orsolya-says-2",
      text: "The notebook is my brother's.",
      clause: "The notebook is my brother's",
      topic: "",
      file: "characters/npcs/orsolya/profile.json",
      knownBy: ["orsolya"],
      names: [],
      said: "orsolya",
    };
    const matter = { ...RICH, facts: [...RICH.facts, line], opening: choices };
    expect(all({ matter, scene: 0 })).toHaveLength(1);
    expect(all({ matter: { ...matter, facts: RICH.facts }, scene: 0 })).toEqual([]);
    expect(all({ matter, scene: 1 })).toEqual([]);
  });
});

describe("what was offered before", () => {
  const scores = (given: Given, all: readonly Candidate[]) =>
    scoreAll(staged(given), all, new Set(), createRandom("n"));
  const go = { verb: "go", bind: { place: "kiln" }, sources: [], salience: 1, learned: true, tags: [] } as const;

  it("[PC3106] counts four offers of a verb at most, and none of what the story waits for", () => {
    const score = (times: number, more: Partial<Candidate> = {}): number => {
      const verbs = Array.from({ length: 8 }, (_, at) => (at < times ? ["go"] : ["ask"]));
      return scores({ state: { world: { choices: { verbs } } } }, [{ ...go, ...more }])[0]?.score ?? Number.NaN;
    };
    expect(score(2) - score(4)).toBeCloseTo(0.7);
    expect(score(4)).toBeCloseTo(score(8));
    expect(score(8, { due: true })).toBeCloseTo(score(0, { due: true }));
    expect(score(8, { insists: true })).toBeCloseTo(score(0, { insists: true }));
  });

  it("[PC3107] lets a topic rest that was offered four times and never taken up", () => {
    const ask: Candidate = { ...go, verb: "ask", bind: { npc: "orsolya", topic: "toll" } };
    const isResting = (offers: JsonObject, one: Candidate = ask): boolean =>
      scores({ scene: 9, state: { world: { choices: { offers } } } }, [one])[0]?.rests ?? false;
    const twice = { "ask|benedek||toll": { passed: 1, last: 6 } };
    expect(isResting(twice)).toBe(false);
    expect(isResting({ ...twice, "ask|ilka||toll": { passed: 1, last: 4 } })).toBe(true);
    expect(isResting({ ...twice, "ask|ilka||tally": { passed: 1, last: 4 } })).toBe(false);
    const press: Candidate = { ...ask, verb: "press" };
    expect(isResting({ ...twice, "ask|ilka||toll": { passed: 1, last: 4 } }, press)).toBe(false);
  });
});
