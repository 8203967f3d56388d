import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { indexStory } from "@narratoria/narrator";
import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import type { ChoiceSlot, Fact, Matter, Person, Place, Topic } from "@narratoria/protocol/story";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCampaign } from "../src/read-campaign.js";
import { buildView } from "../src/story/view.js";
import { MatterSlices, SLICE_BYTES, type SliceMoment } from "../src/story/view-slice.js";
import { walkStory, writeSizedCampaign } from "../src/testing.js";
import { sharedScripts } from "./support/play.js";

const fact = (id: string, given: Partial<Fact> = {}): Fact => ({
  id,
  text: `The clerk wrote ${id} into the book and closed it.`,
  clause: `the clerk wrote ${id} into the book and closed it`,
  topic: id.replace(/-\d+$/, ""),
  file: "lore/book.md",
  knownBy: "common",
  names: [],
  ...given,
});

const person = (id: string, given: Partial<Person> = {}): Person => ({
  id,
  name: id,
  short: id,
  role: "Clerk",
  pronoun: "she",
  plural: false,
  kind: "human",
  body: ["face"],
  speech: "words",
  mobility: "walks",
  presentFrom: "start",
  home: "hall",
  props: [],
  style: [],
  motives: [],
  relations: [],
  lines: [],
  catchphrases: [],
  topics: [],
  inventory: [],
  ...given,
});

const place = (id: string, given: Partial<Place> = {}): Place => ({
  id,
  name: `the ${id}`,
  indoor: true,
  sentences: ["A stove ticks."],
  props: [{ np: "the stove", plural: false, use: "fixture" }],
  ...given,
});

const TOPICS = 120;
const PER_TOPIC = 30;

/** A story far larger than a slice, in which every topic has thirty facts. */
function largeMatter(): Matter {
  const topics: Topic[] = Array.from({ length: TOPICS }, (_, at) => ({
    id: `topic${at}`,
    np: `the topic${at} ledger`,
    plural: false,
    facts: Array.from({ length: PER_TOPIC }, (_, nr) => `topic${at}-${nr}`),
  }));
  const facts = topics.flatMap(({ facts: ids }, at) =>
    ids.map((id, nr) =>
      fact(id, {
        ...(nr === 2 ? { names: [`topic:topic${(at + 1) % TOPICS}`, "npc:anna"] } : {}),
        ...(nr === 20 ? { knownBy: ["bert"] } : {}),
        ...(nr === 25 ? { text: `Nobody has seen the zinc${at} astrolabe since the flood.` } : {}),
      }),
    ),
  );
  return {
    facts,
    topics,
    places: Array.from({ length: 90 }, (_, at) => place(at === 0 ? "hall" : `yard${at}`)),
    people: [
      person("anna", { lines: ["Good day."] }),
      person("bert", { home: "yard3" }),
      ...Array.from({ length: 70 }, (_, at) => person(`guest${at}`, { home: `yard${(at % 80) + 1}` })),
    ],
  };
}

const moment = (given: Partial<SliceMoment> & { readonly state: JsonObject }): SliceMoment => ({
  slot: null,
  hooks: [],
  beat: null,
  lastScene: "",
  ...given,
});

const slotOn = (bind: ChoiceSlot["bind"], text = "Ask."): ChoiceSlot => ({
  id: "s1-1",
  verb: "ask",
  class: "inquire",
  bind,
  sources: [],
  text,
  label: "Ask",
  tags: [],
});

const idsIn = (slice: JsonObject, part: string): string[] =>
  (Array.isArray(slice[part]) ? slice[part] : []).flatMap((one) =>
    isJsonObject(one) && typeof one["id"] === "string" ? [one["id"]] : [],
  );

const bytesOf = (slice: JsonObject): number => Buffer.byteLength(JSON.stringify(slice));

describe("the slice of a campaign that scripts are given", () => {
  it("[EN510] is the whole campaign where that fits", () => {
    const matter: Matter = {
      facts: [fact("bell-1")],
      topics: [{ id: "bell", np: "the bell", plural: false, facts: ["bell-1"] }],
      places: [place("hall")],
      people: [person("anna")],
    };
    const slices = new MatterSlices(matter);
    expect(slices.of(moment({ state: {} }))).toEqual(matter);
    expect(slices.of(moment({ state: {} }))).toBe(slices.of(moment({ state: { place: "hall" } })));
  });

  it("[EN510] never takes more than 64 kB, whatever the folder holds", () => {
    const text = fc.oneof(fc.constant("x".repeat(3_000)), fc.constant("é".repeat(390)), fc.constant("short"));
    const many = fc.integer({ min: 0, max: 200 });
    const campaign = fc.record({
      facts: many,
      topics: fc.integer({ min: 1, max: 200 }),
      people: many,
      places: fc.integer({ min: 1, max: 200 }),
      text,
      known: many,
      list: fc.integer({ min: 0, max: 30 }),
    });
    fc.assert(
      fc.property(campaign, (given) => {
        const texts = Array.from({ length: given.list }, (_, at) => `${given.text}${at}`);
        const topics = Array.from({ length: given.topics }, (_, at) => `topic${at}`);
        const facts = Array.from({ length: 2 * given.facts }, (_, at) =>
          fact(`${topics[at % topics.length]}-${at}`, {
            text: `${given.text} ${at}.`,
            names: ["place:yard0", "npc:p0"],
          }),
        );
        const matter: Matter = {
          facts,
          topics: topics.map((id) => ({
            id,
            np: given.text,
            plural: false,
            facts: facts.flatMap((one) => (one.topic === id ? [one.id] : [])),
          })),
          places: Array.from({ length: given.places }, (_, at) =>
            place(`yard${at}`, { name: given.text, sentences: texts }),
          ),
          people: Array.from({ length: given.people }, (_, at) =>
            person(`p${at}`, {
              home: "yard0",
              role: given.text,
              motives: texts,
              lines: texts,
              topics,
              inventory: texts,
            }),
          ),
        };
        const known = Object.fromEntries(facts.slice(0, given.known).map(({ id }, at) => [id, at]));
        const state = {
          place: "yard0",
          world: { known: { facts: known, topics: Object.fromEntries(topics.map((id) => [id, 1])) } },
        };
        const slice = new MatterSlices(matter).of(
          moment({ state, slot: slotOn({ npc: "p0", topic: "topic0" }, given.text) }),
        );
        expect(bytesOf(slice)).toBeLessThanOrEqual(SLICE_BYTES);
      }),
      { numRuns: 40 },
    );
  });

  it("[EN511] holds whatever the choice and the state refer to", () => {
    const state = {
      place: "yard40",
      people: { guest9: { place: "yard40", met: 3 } },
      threads: { "debt-guest60": { kind: "debt", npc: "guest60", opened: 2, state: "open", text: "what you owe" } },
      storybook: { named: { "topic:topic77": 9, "npc:guest61": 9, "place:yard77": 9, "topic:topic78": 1 } },
      world: {
        visited: { yard12: 2 },
        choices: { redirect: { npc: "guest62", topic: "topic99", scene: 8 }, came: { from: "yard70", scene: 8 } },
        known: { facts: { "topic5-29": 7 }, topics: { topic5: 7, topic99: 8 } },
      },
    };
    const slot = slotOn({ npc: "guest63", npc2: "guest64", topic: "topic110", fact: "topic110-28", place: "yard80" });
    const hook = {
      kind: "tag",
      beat: "b",
      title: "B",
      tag: "press_guest65",
      npc: "guest65",
      place: "yard81",
      people: ["guest66"],
    } as const;
    const slice = new MatterSlices(largeMatter()).of(moment({ state, slot, hooks: [hook] }));
    expect(idsIn(slice, "people")).toEqual(
      expect.arrayContaining(["guest9", "guest60", "guest61", "guest62", "guest63", "guest64", "guest65", "guest66"]),
    );
    expect(idsIn(slice, "places")).toEqual(
      expect.arrayContaining(["yard40", "yard12", "yard70", "yard77", "yard80", "yard81"]),
    );
    expect(idsIn(slice, "topics")).toEqual(expect.arrayContaining(["topic5", "topic77", "topic99", "topic110"]));
    expect(idsIn(slice, "facts")).toEqual(expect.arrayContaining(["topic5-29", "topic110-28"]));
  });

  it("[EN511] lists nothing that it does not hold, and everything in the author's order", () => {
    const matter = largeMatter();
    const slice = new MatterSlices(matter).of(moment({ state: { place: "hall" } })) as unknown as Matter;
    const facts = new Set(slice.facts.map(({ id }) => id));
    expect(slice.facts.length).toBeGreaterThan(100);
    expect(slice.topics.flatMap((topic) => topic.facts).filter((id) => !facts.has(id))).toEqual([]);
    const order = matter.facts.map(({ id }) => id);
    expect(slice.facts.map(({ id }) => order.indexOf(id))).toEqual(
      slice.facts.map(({ id }) => order.indexOf(id)).sort((a, b) => a - b),
    );
  });

  it("[EN2630] cuts and writes out each entry once, for all turns, and nobody can change it", () => {
    const slices = new MatterSlices(largeMatter());
    const entriesOf = (state: JsonObject): Map<unknown, unknown> => {
      const { facts, people, places } = slices.of(moment({ state }));
      return new Map([facts, people, places].flat().map((entry) => [isJsonObject(entry) ? entry["id"] : null, entry]));
    };
    const [first, second] = [
      entriesOf({ place: "hall" }),
      entriesOf({ place: "hall", world: { known: { facts: {} } } }),
    ];
    expect(first.size).toBeGreaterThan(100);
    for (const [id, entry] of second) expect(entry).toBe(first.get(id));
    expect([...first.values()].every(Object.isFrozen)).toBe(true);
  });

  it("[EN512] gives of each known topic the facts that those at hand can tell first, and not those that are known", () => {
    const topics = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`topic${at}`, at]));
    const known = { "topic7-0": 1, "topic7-1": 1 };
    const state = { place: "yard3", world: { known: { topics, facts: known } } };
    const slice = new MatterSlices(largeMatter()).of(moment({ state }));
    const facts = idsIn(slice, "facts");
    for (const at of Object.keys(topics))
      if (at !== "topic7") expect(facts).toEqual(expect.arrayContaining([`${at}-0`, `${at}-20`]));
    expect(facts).toEqual(expect.arrayContaining(["topic7-2", "topic7-3"]));
  });

  it("[EN962] finds what a beat has just named", () => {
    const slices = new MatterSlices(largeMatter());
    const beat = {
      id: "beat_001",
      title: "Brass",
      told: ["Anna unpacks the zinc77 astrolabe."],
      decisions: [],
      dialogue: [],
      people: ["anna"],
      names: [],
    };
    const idsFor = (one: SliceMoment["beat"]): string[] =>
      idsIn(slices.of(moment({ state: { place: "hall" }, beat: one })), "facts");
    expect(idsFor(beat)).toContain("topic77-25");
    expect(idsFor(null)).not.toContain("topic77-25");
  });

  it("[EN512] follows what a fact names to the next topic, and finds what the words of the choice point to", () => {
    const state = {
      place: "hall",
      world: { known: { topics: { topic3: 1 }, facts: { "topic3-0": 1, "topic3-1": 1 } } },
    };
    const slot = slotOn({ npc: "anna" }, "Ask Anna about the zinc88 astrolabe.");
    const facts = idsIn(new MatterSlices(largeMatter()).of(moment({ state, slot })), "facts");
    expect(facts).toEqual(expect.arrayContaining(["topic3-2", "topic4-0", "topic88-25"]));
  });

  it("[EN512] gives the strongest clues to each question that are not known yet", () => {
    const questions = [
      {
        id: "q",
        text: "Who wrote it?",
        topic: "",
        from: "premise",
        clues: ["topic90-20", "topic91-20", "topic92-20", "topic93-20", "topic94-20"],
        answeredBy: [],
        names: [],
      },
    ];
    const state = { place: "yard3", world: { known: { facts: { "topic90-20": 1 } } } };
    const slice = new MatterSlices({ ...largeMatter(), questions }).of(moment({ state }));
    expect(idsIn(slice, "facts")).toEqual(expect.arrayContaining(["topic91-20", "topic92-20", "topic93-20"]));
    expect(idsIn(slice, "topics")).toContain("topic91");
  });

  it("[EN512] says of whom and where the player has heard, also where the fact that says so is not there", () => {
    const known = Object.fromEntries(largeMatter().facts.map(({ id }, at) => [id, at]));
    const slice = new MatterSlices(largeMatter()).of(moment({ state: { world: { known: { facts: known } } } }));
    expect(slice["heard"]).toEqual(["npc:anna"]);
    expect(idsIn(slice, "facts").length).toBeLessThan(400);
  });

  it("[EN514] gives of what one beat, one ending or the constraints hold no more than a script can take", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-size-"));
    try {
      await writeSizedCampaign(dir, { bytes: 60_000 });
      const { campaign, reading } = await readCampaign(dir);
      const mined = indexStory(reading);
      const lines = Array.from(
        { length: 9_000 },
        (_, at) => `Nobody opens the ${at}th door in the cellar of the old mill.`,
      );
      const view = buildView({
        campaign,
        laws: lines.map((text, at) => ({
          id: `law-${at}`,
          text,
          file: "world/constraints.md",
          line: at,
          forbids: [],
          checks: [{ kind: "phrase", words: [text] }],
          evidence: { certainty: "stated", file: "world/constraints.md", line: at, why: "" },
        })),
        matter: mined.matter,
        state: {},
        scene: 3,
        scenes: [],
        slot: null,
        hooks: lines.map((title) => ({ kind: "ending", ending: "e", title })),
        beat: { id: "b", title: "B", told: lines, decisions: lines, dialogue: [], people: lines, names: lines },
        ending: { id: "e", title: "E", paragraphs: lines, epilogue: lines },
      });
      expect(bytesOf(view)).toBeLessThan(400_000);
      expect(getPath(view, "constraints.lines.0")).toBe(lines[0]);
      expect(getPath(view, "beat.told.0")).toBe(lines[0]);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("[EN2000] holds where the choice taken leads, though the story has not come there", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-chosen-"));
    try {
      await writeSizedCampaign(dir, { bytes: 20_000 });
      const { campaign } = await readCampaign(dir);
      const matter: Matter = {
        ...largeMatter(),
        places: ["hall", "yard", "loft", "mine", "crypt"].map((id) => place(id)),
      };
      const goes = (to: string): ChoiceSlot => ({ ...slotOn({ place: to }), verb: "go" });
      const seen = (taken: ChoiceSlot | null): readonly string[] => {
        const view = buildView({
          campaign,
          laws: [],
          matter,
          state: { place: "hall" },
          scene: 3,
          scenes: [],
          slot: taken,
          hooks: [],
          beat: null,
          ending: null,
          ahead: new Set(["mine", "crypt"]),
        });
        const facts = view["facts"];
        return isJsonObject(facts) ? idsIn(facts, "places") : [];
      };
      expect(seen(null)).not.toContain("mine");
      expect(seen(goes("mine"))).toContain("mine");
      expect(seen(goes("mine"))).not.toContain("crypt");
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("[EN518] leaves out places to which nobody walks, unless something there waits or a beat has opened them", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-reach-"));
    try {
      await writeSizedCampaign(dir, { bytes: 20_000 });
      const { campaign } = await readCampaign(dir);
      const matter: Matter = {
        ...largeMatter(),
        places: [
          place("hall"),
          place("yard"),
          place("buoy", { reach: { by: "means" } }),
          place("crypt", { reach: { by: "beat", beat: "b7" } }),
          place("mine", { reach: { by: "closed" } }),
        ],
      };
      const placesIn = (state: JsonObject, hooks: Parameters<typeof buildView>[0]["hooks"] = []): string[] =>
        idsIn(
          buildView({
            campaign,
            laws: [],
            matter,
            state,
            scene: 3,
            scenes: [],
            slot: null,
            hooks,
            beat: null,
            ending: null,
          })["facts"] as JsonObject,
          "places",
        );
      expect(placesIn({ place: "hall" })).toEqual(["hall", "yard"]);
      expect(placesIn({ place: "mine" })).toEqual(["hall", "yard", "mine"]);
      expect(placesIn({ place: "hall", beats: { b7: { state: "fired" } } })).toEqual(["hall", "yard", "crypt"]);
      const hook = { kind: "beat-elsewhere", beat: "b1", title: "Over", place: "buoy", when: "now" } as const;
      expect(placesIn({ place: "hall" }, [hook as never])).toContain("buoy");
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("[EN513] lets a campaign of 400 kB be played: no step fails for the length of what it is given", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-size-"));
    try {
      const campaign = join(dir, "large");
      await writeSizedCampaign(campaign, { bytes: 400_000 });
      const { scenes, notices } = await walkStory({
        dataDir: join(dir, "data"),
        campaign,
        seed: "1",
        turns: 4,
        scripts: await sharedScripts(),
      });
      expect(notices).toEqual([]);
      expect(scenes).toHaveLength(5);
      expect(new Set(scenes.flatMap(({ paragraphs }) => paragraphs)).size).toBeGreaterThan(9);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });
});
