import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import type { Fact, Person } from "@narratoria/protocol/story";
import { openStore } from "@narratoria/persistence";
import fc from "fast-check";
import { expect, it } from "vitest";
import { minedCampaign } from "../src/testing/mined-campaign.js";
import { textsIn } from "../src/scene/story-values.js";
import { foldPast, lately, soFar, storyPast } from "../src/story/story-past.js";
import { choiceGoingOn } from "../src/testing/steps.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const memory = (scene: number, summary: string, more: JsonObject = {}) => [
  { id: `m${scene}`, record: { summary, scene, ...more } },
];
const fact = (n: number): Fact => ({
  id: `fact-${n}`,
  text: `The ${n}th wheel was cast in the year of the ${n}th flood.`,
  clause: "",
  topic: "",
  file: "",
  knownBy: "common",
  names: [],
});
const person = (n: number): Person => ({
  id: `p${n}`,
  name: `Person ${n}`,
  short: `P${n}`,
  role: "",
  pronoun: "they",
  plural: false,
  kind: "human",
  body: ["face", "eyes", "mouth", "hands", "feet", "voice", "clothes"],
  speech: "words",
  mobility: "walks",
  presentFrom: "start",
  home: "",
  props: [],
  style: [],
  motives: [],
  relations: [],
  lines: [],
  catchphrases: [],
  topics: [],
  inventory: [],
});
const MATTER = {
  people: Array.from({ length: 40 }, (_, n) => person(n)),
  facts: Array.from({ length: 80 }, (_, n) => fact(n)),
};

/** A story of so many scenes: every 7th somebody is met, every 4th a fact is learned, every 20th a promise is made and the one before kept. */
function tell(scenes: number, see: (state: JsonObject, scene: number) => void = () => {}): JsonObject {
  const random = createRandom("past");
  let state: JsonObject = {};
  for (let scene = 0; scene < scenes; scene++) {
    const met = scene % 7 === 0 && scene / 7 < MATTER.people.length ? `p${scene / 7}` : null;
    state = mergePatch(state, {
      ...(met === null ? {} : { people: { [met]: { met: scene } } }),
      ...(scene % 4 === 0 && scene / 4 < MATTER.facts.length
        ? { world: { known: { facts: { [`fact-${scene / 4}`]: scene } } } }
        : {}),
      ...(scene % 20 === 0
        ? {
            threads: {
              [`promise-${scene}`]: {
                kind: "promise",
                state: "open",
                opened: scene,
                text: `your promise of scene ${scene}`,
              },
              ...(scene % 60 === 40 ? { [`promise-${scene - 20}`]: { state: "closed" } } : {}),
            },
          }
        : {}),
    });
    const summary = `In scene ${scene} you asked about the wheel${", and about the rope".repeat(random.int(5))}.`;
    const significance = scene % 25 === 3 ? "high" : scene % 3 === 0 ? "medium" : "low";
    state = mergePatch(
      state,
      foldPast(state, scene, memory(scene, summary, { significance, characters: met ? [met] : [] })),
    );
    see(state, scene);
  }
  return state;
}

it("[EN220] after 300 scenes everybody met, every open promise and every fact known is told, and the last scenes one by one", () => {
  const state = tell(300);
  const past = storyPast(state, MATTER);
  expect(past.people.map(({ name }) => name)).toEqual(MATTER.people.map(({ name }) => name));
  expect(past.facts.map(({ text }) => text)).toEqual(MATTER.facts.slice(0, 75).map(({ text }) => text));
  const open = Array.from({ length: 15 }, (_, n) => n * 20).filter((scene) => scene % 60 !== 20);
  expect(past.threads.map(({ opened }) => opened)).toEqual(open);
  expect(past.leftOut).toEqual({ lines: 0, facts: 0 });
  const recent = past.recent.map(({ scene }) => scene);
  expect(recent.length).toBeGreaterThanOrEqual(6);
  expect(recent).toEqual(Array.from({ length: recent.length }, (_, n) => 300 - recent.length + n));
  // What weighs most is still told of, from the beginning on.
  const lines = past.chapters.flatMap(({ lines }) => lines.map(({ scene }) => scene));
  for (let scene = 3; scene < 290; scene += 25) expect(lines).toContain(scene);
});

it("[EN220] after 1,000 choices names, deaths, debts, promises and open questions are all still told", () => {
  const asked = (id: string, from: string, answeredBy: string[] = []) => ({
    id,
    text: `Who did ${id}?`,
    topic: "",
    from,
    answeredBy,
    clues: [],
    names: [],
  });
  const questions = [
    asked("it", "premise"),
    asked("that", "early", ["late"]),
    asked("this", "early", ["never"]),
    asked("more", "never"),
  ];
  const [first, ...others] = MATTER.people;
  const state = mergePatch(tell(1_001), {
    people: { [first?.id ?? ""]: { alive: false } },
    threads: { "debt-osk": { kind: "debt", state: "open", opened: 7, text: "what you owe Osk" } },
    beats: { early: { state: "fired", scene: 3 }, late: { state: "fired", scene: 900 } },
  }) as JsonObject;
  const past = storyPast(state, { ...MATTER, questions });
  expect(past.people.map(({ name }) => name)).toEqual(MATTER.people.map(({ name }) => name));
  expect(past.people.filter(({ dead }) => dead).map(({ id }) => id)).toEqual([first?.id]);
  expect(others.length).toBeGreaterThan(0);
  const promises = Array.from({ length: 51 }, (_, n) => n * 20).filter((scene) => scene % 60 !== 20);
  expect(past.threads.map(({ opened }) => opened)).toEqual([...promises, 7].sort((a, b) => a - b));
  expect(past.questions?.map(({ id }) => id)).toEqual(["it", "this"]);
});

it("[EN220] chapters follow each other without a gap, each no longer than it lies back", () => {
  tell(450, (state, now) => {
    if (now % 7 > 0) return;
    const { chapters, recent } = storyPast(state, MATTER, { lines: Number.MAX_SAFE_INTEGER, facts: 0 });
    let next = 0;
    for (const { from, to, lines } of chapters) {
      expect(from).toBe(next);
      expect(lines.every(({ scene }) => scene >= from && scene <= to)).toBe(true);
      if (from > 0) expect(to - from + 1).toBeLessThanOrEqual(now - to);
      next = to + 1;
    }
    expect(recent[0]?.scene).toBe(next);
    expect(recent.at(-1)?.scene).toBe(now);
  });
});

it("[EN221] what is told and what is kept stays of one size, however long the story is", () => {
  const told: number[] = [];
  const kept: number[] = [];
  const state = tell(1_200, (at, scene) => {
    if (scene % 10 > 0) return;
    const { chapters, recent } = storyPast(at, MATTER);
    told.push([...chapters.flatMap(({ lines }) => lines), ...recent].reduce((sum, { text }) => sum + text.length, 0));
    kept.push(Object.keys(Object(at["past"])).length);
  });
  expect(Math.max(...told)).toBeLessThanOrEqual(5_000);
  expect(Math.max(...kept)).toBeLessThanOrEqual(90);
  const narrow = storyPast(state, MATTER, { lines: 300, facts: 120 });
  expect(narrow.recent.at(-1)?.scene).toBe(1_199);
  expect(narrow.leftOut.lines).toBeGreaterThan(0);
  // The last facts that were learned.
  expect(narrow.facts.map(({ id }) => id)).toEqual(["fact-78", "fact-79"]);
  expect(narrow.leftOut.facts).toBe(78);
});

it("[EN222] a past is a function of the scenes that led to it: a fold more, taken back, is no fold", () => {
  const states = new Map<number, JsonObject>();
  tell(120, (state, scene) => states.set(scene, state));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 118 }),
      fc.array(fc.string({ minLength: 1 }), { maxLength: 8 }),
      (scene, others) => {
        const before = structuredClone(states.get(scene) ?? {});
        // Another branch goes its own way, and this one does not notice.
        others.reduce(
          (state, text, n) => mergePatch(state, foldPast(state, scene + 1 + n, memory(scene + 1 + n, text))),
          before,
        );
        expect(before).toEqual(states.get(scene));
      },
    ),
  );
});

it("[EN222] what a script wrote there is no line, a forgotten memory is not told, and a long one is cut behind a sentence", () => {
  const long = `You waited. ${"The bell rang again. ".repeat(40)}`.trim();
  const state = {
    past: {
      "0": { text: "You met Osk.", weight: 2, people: ["osk"] },
      "1": { text: "(forgotten)" },
      "2": "You won.",
      "3": { text: 7 },
      x: { text: "You are king." },
      "4": { text: long, weight: "much" },
    },
    threads: { a: "open", b: { state: "open" } },
  };
  const { recent, threads } = storyPast(state, { people: [], facts: [] });
  expect(recent.map(({ scene }) => scene)).toEqual([0, 4]);
  expect(recent[1]?.text).toMatch(/^You waited\. .*again\.$/);
  expect(recent[1]?.text.length).toBeLessThanOrEqual(400);
  expect(threads).toEqual([]);
});

it("[EN222] each turn that was told has its line, undo takes it back, and a forgotten memory leaves it", {
  timeout: 60_000,
}, async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "4" });
  await collect(story.begin());
  for (let n = 0; n < 3; n++) await collect(story.choose(1));
  await collect(story.undo());
  await engine.close();
  const store = await openStore({ dataDir });
  const past = async () => Object.entries(Object((await store.head(story.id))?.state["past"]));
  const all = (await store.exactMatch(story.id, "memory", {}, { order: "oldest" })).records;
  // The line of a scene is its deed.
  const memories = all.filter(
    ({ record }) => !textsIn(record["tags"]).some((tag) => tag === "heard" || tag === "beat"),
  );
  expect((await past()).map(([scene, line]) => [scene, Object(line).text])).toEqual(
    memories.map(({ record }, scene) => [String(scene), record.summary]),
  );
  await store.forget(story.id, memories[1]?.id ?? "");
  expect(Object((await past())[1]?.[1]).text).toBe("(forgotten)");
  await store.close();
});

// A real story, and what its journal says was learned, met and promised on the way. NARRATORIA_LONG=1 takes a longer one.
const SCENES = process.env["NARRATORIA_LONG"] === "1" ? 100 : 36;

it("[EN220] late in a real story the facts, names and open threads of scenes long ago are still told", {
  timeout: 300_000,
}, async () => {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir);
  const story = await engine.play("one-wheel-over", { seed: "5" });
  const random = createRandom("5");
  let promised = false;
  await collect(story.begin());
  while ((story.scene?.scene ?? 0) < SCENES) {
    // A promise is a thread that stays open: one is given as soon as it can be, and not kept.
    const open: readonly { id: string; label: string }[] = promised
      ? []
      : (story.scene?.choices ?? []).filter(({ label }) => label.startsWith("Promise"));
    promised ||= open.length > 0;
    const kept = story.scene?.choices.find(({ label }) => label.startsWith("Help"))?.id;
    const choice: string | null = open[0]?.id ?? choiceGoingOn(story, random, kept);
    if (choice === null) break;
    await collect(story.choose(choice));
  }
  await engine.close();

  const { matter } = await minedCampaign("one-wheel-over", dataDir);
  const store = await openStore({ dataDir, readOnly: true });
  const turns = (await store.history(story.id)).reverse();
  await store.close();
  const head = turns.at(-1)?.state ?? {};
  const past = storyPast(head, matter);
  const longAgo = turns.filter(({ scene }) => scene < (past.recent[0]?.scene ?? 0));
  expect(longAgo.length).toBeGreaterThan(SCENES / 2);

  // Facts: what was new in the state of any scene long ago.
  const learned = new Set(longAgo.flatMap(({ state }) => Object.keys(Object(getPath(state, "world.known.facts")))));
  const facts = matter.facts.filter(({ id }) => learned.has(id));
  expect(facts.length).toBeGreaterThan(5);
  expect(past.leftOut.facts).toBe(0);
  expect(past.facts.map(({ text }) => text)).toEqual(expect.arrayContaining(facts.map(({ text }) => text)));

  // Names: whoever a scene long ago is remembered with.
  const remembered = new Set(
    longAgo.flatMap(({ memories }) => memories.flatMap(({ record }) => textsIn(record["characters"]))),
  );
  const met = matter.people.filter(({ id, name }) => remembered.has(id) || remembered.has(name));
  expect(met.length).toBeGreaterThan(3);
  expect(past.people.map(({ name }) => name)).toEqual(expect.arrayContaining(met.map(({ name }) => name)));

  // Threads: opened in a scene long ago, and closed in none since.
  const open = longAgo.flatMap(({ state }) => Object.keys(Object(state["threads"])));
  const closed = (id: string) =>
    !Object.hasOwn(Object(head["threads"]), id) || getPath(head, `threads.${id}.state`) === "closed";
  const threads = [...new Set(open)].filter((id) => !closed(id));
  expect(past.threads.map(({ id }) => id)).toEqual(expect.arrayContaining(threads));

  // Lines: of a chapter none was dropped that weighs more than one that is told; each is what the scene is remembered by.
  const deedOf = (scene: number) =>
    turns[scene]?.memories.find(({ record }) => !/^You (?:met|heard of) /.test(String(record["summary"])))?.record;
  const weight = (scene: number) => ["low", "medium", "high"].indexOf(String(deedOf(scene)?.["significance"]));
  for (const { from, to, lines } of past.chapters) {
    const told = lines.map(({ scene }) => scene);
    const dropped = longAgo.filter(
      ({ scene, memories }) => scene >= from && scene <= to && memories.length > 0 && !told.includes(scene),
    );
    for (const { scene } of dropped) expect(weight(scene)).toBeLessThanOrEqual(Math.min(...told.map(weight)));
    for (const { scene, text } of lines) expect(deedOf(scene)?.["summary"]).toBe(text);
  }
});

it("[EN687] reminds of the weightiest before the scene on the table, in order, and of what is open", () => {
  const weights = ["low", "high", "low", "high", "medium", "low", "high", "high"];
  let state: JsonObject = {
    threads: {
      a: { kind: "debt", state: "open", text: "what you owe Osk", opened: 2 },
      b: { kind: "promise", state: "closed", text: "the promise to Ine", opened: 3 },
    },
  };
  for (const [at, significance] of weights.entries())
    state = mergePatch(
      state,
      foldPast(state, at + 1, memory(at + 1, `Deed ${at + 1}.`, { significance })),
    ) as JsonObject;
  expect(soFar(state)).toEqual(["Deed 2.", "Deed 4.", "Deed 5.", "Deed 7.", "Still open: what you owe Osk."]);
  expect(soFar({})).toEqual([]);
});

it("[EN687] opens a later sitting with it, and a new story without", async () => {
  const dataDir = await tempFolder();
  const told: unknown[] = [];
  for (const turns of [4, 0]) {
    const engine = await engineOn(dataDir);
    const story = await engine.play("one-wheel-over", { seed: "5" });
    const [first] = await collect(story.begin());
    told.push(first?.type === "story" ? first.soFar : null);
    for (let turn = 0; turn < turns; turn++) await collect(story.choose(1));
    await engine.close();
  }
  expect(told).toEqual([undefined, expect.arrayContaining([expect.stringMatching(/^You .*\.$/)])]);
});

it("[EN1050] says what happened last in at most three lines and 360 letters, and the opening only where nothing else did", () => {
  const line = (text: string) => ({ text, weight: 0, people: [] });
  const opening = { 0: line("It began. ".repeat(60).trim()) };
  const [begun = ""] = lately({ past: opening });
  expect(begun.length).toBeLessThanOrEqual(360);
  expect(begun).toMatch(/began\.$/);
  const short = { ...opening, 1: line("One."), 2: line("Two."), 3: line("Three."), 4: line("Four.") };
  expect(lately({ past: short })).toEqual(["Two.", "Three.", "Four."]);
  const long = { 1: line("One."), 2: line(`${"Much happened here ".repeat(19).trim()}.`), 3: line("Three happened.") };
  expect(lately({ past: long })).toEqual(["Three happened."]);
  expect(lately({})).toEqual([]);
});
