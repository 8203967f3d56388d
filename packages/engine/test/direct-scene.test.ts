import type { JsonObject } from "@narratoria/protocol";
import { sentenceKey } from "@narratoria/protocol/english";
import type { ChoiceSlot, Effect, SceneBrief, SceneDirection } from "@narratoria/protocol/story";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { directScene, inCausalOrder, keptDirection } from "../src/plot/direct-scene.js";
import { minedCampaign } from "../src/testing/mined-campaign.js";

const story = await minedCampaign("one-wheel-over", tmpdir());
const [place, elsewhere] = story.matter.places;
const [person] = story.matter.people;
if (!place || !elsewhere || !person) throw new Error("the campaign has no places or people");

const ask: ChoiceSlot = {
  id: "s4-1",
  verb: "ask",
  class: "inquire",
  bind: { npc: person.id },
  sources: [],
  text: "Ask about the wheel",
  label: "Ask",
  tags: [],
};
const before: JsonObject = {
  place: place.id,
  people: { [person.id]: { place: place.id, alive: true, feeling: 130 } },
  beats: {},
};
const emptyBrief = {
  scene: 4,
  seed: "seed",
  sceneType: "quiet",
  outcome: "none",
  effects: [],
  recalled: [],
  slots: [],
  bringIn: [],
} as const satisfies SceneBrief;
const direct = (
  more: Partial<SceneBrief> = {},
  state: JsonObject = before,
  was: JsonObject = state,
): SceneDirection => {
  const brief: SceneBrief = { ...emptyBrief, choice: ask, ...more };
  return directScene({ brief, hooks: [], before: was, state, story });
};

describe("purpose", () => {
  const withVerb = (verb: ChoiceSlot["verb"], kind: ChoiceSlot["class"]): Partial<SceneBrief> => ({
    choice: { ...ask, verb, class: kind, bind: {} },
  });
  const lastScene = { ...before, beats: { one: { state: "fired", scene: 3 } } };

  it.each<[string, SceneDirection["purpose"], Partial<SceneBrief>, JsonObject?]>([
    ["a question to somebody is an answer", "answer", {}],
    ["anything done is a deed", "deed", withVerb("search", "look")],
    ["a rest is a rest", "rest", withVerb("rest", "act")],
    ["whatever follows a beat is its aftermath", "aftermath", {}, lastScene],
  ])("[EN560] %s", (_, purpose, brief, state = before) => {
    expect(direct(brief, state).purpose).toBe(purpose);
  });

  it("[EN560] a journey is an arrival, also after a beat", () => {
    expect(direct({}, { ...before, place: elsewhere.id }, lastScene).purpose).toBe("arrival");
  });
});

it("[EN561] orders effects by cause and keeps the order of those of one kind", () => {
  const effects: readonly Effect[] = [
    { kind: "time", minutes: 10 },
    { kind: "move", place: "mill" },
    { kind: "item", id: "coin", name: "a coin", gained: false },
    { kind: "feeling", npc: "osk", delta: 5 },
    { kind: "learn", fact: "one", whole: true, how: "told" },
    { kind: "learn", fact: "two", whole: true, how: "told" },
    { kind: "authored", text: "The bell rings." },
  ];
  const order = inCausalOrder(effects);
  expect(order.map(({ kind }) => kind)).toEqual(["authored", "learn", "learn", "feeling", "item", "move", "time"]);
  expect(order.flatMap((effect) => (effect.kind === "learn" ? [effect.fact] : []))).toEqual(["one", "two"]);
});

it("[EN562] has everybody who is here when the beat is over, with what they feel by then", () => {
  const beat = {
    id: "b",
    title: "B",
    told: ["It rings."],
    decisions: [],
    dialogue: [],
    place: elsewhere.id,
    people: [person.id],
    names: [],
    changes: [{ kind: "feeling", npc: person.id, delta: -10 }],
  } as const;
  const { cast, place: where, because } = direct({ beat });
  expect(where).toEqual({ id: elsewhere.id, name: elsewhere.name });
  expect(cast).toMatchObject([{ id: person.id, called: person.name, feeling: 100 }]);
  expect(because.find(({ part }) => part === `cast.${person.id}`)).toMatchObject({ source: "beat:b" });
  expect(direct({ beat: { ...beat, presence: [{ npc: person.id, state: "dead" }] } }).cast).toEqual([]);
});

it("[EN562] lists for somebody only what the player has learned, they know, and the scene is about", () => {
  const fact = story.matter.facts.find(({ topic, knownBy }) => topic !== "" && knownBy === "common");
  if (!fact) throw new Error("the campaign has no common fact");
  const choice = { ...ask, bind: { ...ask.bind, topic: fact.topic } };
  const knows = (state: JsonObject, more: Partial<SceneBrief>): readonly string[] =>
    direct(more, state).cast[0]?.knows ?? [];
  const learned = { ...before, world: { known: { facts: { [fact.id]: 2 } } } };
  expect(knows(before, { choice })).toEqual([]);
  expect(knows(learned, { choice })).toEqual([fact.id]);
  expect(knows(learned, { choice: { ...choice, bind: {} } })).toEqual([]);
});

it("[EN565] names the question that the choice serves, else that of a choice that follows, until a beat has answered it", () => {
  const question = (id: string) => ({
    id,
    text: `What of ${id}?`,
    topic: "",
    from: "premise",
    clues: [`clue-${id}`],
    answeredBy: [`answers-${id}`],
    names: [`topic:${id}`],
  });
  const asking = { ...story, matter: { ...story.matter, questions: [question("own"), question("other")] } };
  const serving = (id: string): ChoiceSlot => ({
    ...ask,
    id: `serves-${id}`,
    sources: [{ kind: "question", ref: id, text: id }],
  });
  const served = (more: Partial<SceneBrief>, state = before): readonly (string | undefined)[] => {
    const brief: SceneBrief = { ...emptyBrief, choice: ask, ...more };
    const direction = directScene({ brief, hooks: [], before: state, state, story: asking });
    return [direction.question?.id, direction.because.find(({ part }) => part === "question")?.source];
  };
  const learned: Effect = { kind: "learn", fact: "clue-other", whole: true, how: "found" };
  expect(served({ choice: serving("other"), slots: [serving("own")] })).toEqual(["other", "choice:serves-other"]);
  expect(served({ slots: [serving("own")], effects: [learned] })).toEqual(["other", "question:other"]);
  expect(served({ choice: { ...ask, bind: { topic: "other" } } })).toEqual(["other", "choice:s4-1"]);
  expect(served({ slots: [ask, serving("own")] })).toEqual(["own", "choice:serves-own"]);
  expect(served({})).toEqual([undefined, undefined]);
  const answered = { ...before, beats: { "answers-own": { state: "fired", scene: 1 } } };
  expect(served({ slots: [serving("own")] }, answered)).toEqual([undefined, undefined]);
});

it("[EN5000] says why choices lean to an ending", () => {
  const [ending] = story.endings.values();
  if (ending === undefined) throw new Error("the story has no ending");
  const why = (because: readonly string[]): string | undefined => {
    const leaning = { ending: ending.id, share: 0.4, because: [...because] };
    return direct({}, { ...before, world: { leaning } }).because.find(({ part }) => part === "leaning")?.why;
  };
  expect(why([])).toMatch(/\(40 in 100\): what was done is nearest to its words\.$/);
  expect(why(["Osk trusts the player"])).toMatch(/: Osk trusts the player\.$/);
});

it("[EN563] has the ending's page, and not the place for deeds, told word for word", () => {
  const ending = { id: "e", title: "E", paragraphs: ["You row. It rains."], epilogue: ["The end.", "{deeds}"] };
  const { purpose, mustTell } = direct({ ending });
  expect({ purpose, mustTell }).toEqual({ purpose: "ending", mustTell: ["You row.", "It rains.", "The end."] });
});

it("[EN563] leaves out what was told in the 30 scenes before", () => {
  const ending = { id: "e", title: "E", paragraphs: ["You row. It rains."], epilogue: [] };
  const toldIn = (scene: number): JsonObject => ({
    ...before,
    storybook: { ring: { [sentenceKey("It rains.")]: scene } },
  });
  const inScene = (scene: number, state: JsonObject): readonly string[] => direct({ ending, scene }, state).mustTell;
  expect(inScene(34, toldIn(4))).toEqual(["You row."]);
  expect(inScene(35, toldIn(4))).toEqual(["You row.", "It rains."]);
  expect(inScene(4, toldIn(4))).toEqual(["You row.", "It rains."]);
});

it("[EN564] keeps at most 16 kB of a direction, and drops from the end of its longest list", () => {
  const short = direct();
  expect(keptDirection(short)).toEqual(short);
  const long = { ...short, mustTell: Array.from({ length: 900 }, (_, at) => `Sentence number ${at} of a long page.`) };
  const kept = keptDirection(long);
  expect(Buffer.byteLength(JSON.stringify(kept))).toBeLessThanOrEqual(16_000);
  expect(kept.mustTell).toEqual(long.mustTell.slice(0, kept.mustTell.length));
  expect(kept.mustTell.length).toBeGreaterThan(300);
  expect(kept.because).toEqual(short.because);
});
