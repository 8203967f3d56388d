import { type Fact, standsAlone, type StorySource, type Topic } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { passageOf } from "../src/scene/passage.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { WEIGHBRIDGE } from "./support/fixture-story.js";
import { readIndex } from "./support/read-index.js";

const SOURCE: StorySource = {
  ...WEIGHBRIDGE,
  lore: [
    ...WEIGHBRIDGE.lore,
    {
      file: "lore/the-rake.md",
      text:
        "# The Rake\n\nA tool. Ash, with nine teeth. Every pan in the valley is drawn with the rake at dusk. " +
        "You never lend it. The rake is hung up with its teeth to the wall. It has to dry, too.\n\n" +
        "Nobody sells a rake before Easter.",
    },
  ],
};
const story = readIndex(SOURCE);
const book = createStorybook(story, SOURCE);
const facts = story.matter.facts.filter(({ file }) => file === "lore/the-rake.md");
const ask = slot("ask", { npc: "orsolya", topic: facts[0]?.topic ?? "" });
const answer = (fact: number, known: readonly number[] = []): string => {
  const ids = Object.fromEntries(known.map((at) => [facts[at]?.id ?? "", 1]));
  const learn = { kind: "learn", fact: facts[fact]?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
  const at = state({ world: { visited: {}, known: { facts: ids } } });
  return textOf(book.tell(brief(ask, [learn], { outcome: "success" }), at)).replace(/\s+/g, " ");
};

describe("a paragraph in somebody's mouth", () => {
  it("[NA460] is said whole, with what cannot be told alone, up to its end", () => {
    expect(answer(0)).toContain(
      "“The rake?” says Orsolya. “A tool. Ash, with nine teeth. Every pan in the valley is drawn with the rake at dusk. " +
        "You never lend it. The rake is hung up with its teeth to the wall. It has to dry, too.”",
    );
  });

  it("[NA460] begins at the first of its sentences that is not known", () => {
    expect(answer(1)).toContain("“The rake?” says Orsolya. “A tool.");
    expect(answer(1, [0])).toMatch(/“You never lend it,” says Orsolya\. “The rake is hung up/);
  });

  it("[NA5756] is the sentence alone where what it goes on with cannot be told", () => {
    const text =
      "# The Pans\n\nThe pans are white at the rim. In the book their line is empty, save for the words ad lib., see part. So nobody counts them.";
    const own = readIndex({ ...SOURCE, lore: [...SOURCE.lore, { file: "lore/p.md", text }] });
    const fact = own.matter.facts.find(({ text: one }) => one.includes("white"));
    const learn = { kind: "learn", fact: fact?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const choice = slot("ask", { npc: "orsolya", topic: fact?.topic ?? "" });
    const told = createStorybook(own, SOURCE).tell(brief(choice, [learn], { outcome: "success" }), state());
    expect(textOf(told)).toContain("The pans are white at the rim");
    expect(told.unmet).toBe(0);
  });

  it("[NA5751] does not run on into what a question that is offered next is answered with", () => {
    const learn = { kind: "learn", fact: facts[0]?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const next = slot("decide", { npc: "orsolya", fact: facts[1]?.id ?? "", text: "ask Orsolya about the wall" });
    const said = (slots: readonly ReturnType<typeof slot>[]): string =>
      textOf(book.tell(brief(ask, [learn], { outcome: "success", slots }), state()));
    expect(said([])).toContain("hung up with its teeth");
    expect(said([next])).not.toContain("hung up with its teeth");
  });

  it("[NA3250] is the sentence alone where the question is about another thing than its page", () => {
    const text = "Two pans are white. They never cool. The rake house has one door and no window.";
    const own = readIndex({ ...SOURCE, lore: [...SOURCE.lore, { file: "lore/p.md", text: `# The Pans\n\n${text}` }] });
    const fact = own.matter.facts.find(({ text: one }) => one.includes("one door"))?.id ?? "";
    const learn = { kind: "learn", fact, from: "orsolya", whole: true, how: "told" } as const;
    const said = (bind: Parameters<typeof slot>[1]): string =>
      textOf(
        createStorybook(own, SOURCE).tell(brief(slot("ask", bind), [learn], { outcome: "success" }), state()),
      ).replace(/\s+/g, " ");
    expect(said({ npc: "orsolya", topic: own.matter.facts.find(({ id }) => id === fact)?.topic ?? "" })).toContain(
      "Two pans",
    );
    const other = said({ npc: "orsolya", topic: facts[0]?.topic ?? "" });
    expect(other).toContain("has one door");
    expect(other).not.toContain("Two pans");
  });

  it("[NA5753] calls whom both know as they are called", () => {
    const text = "Orsolya Brandt was under the grate when the pans were weighed.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/c.md", text: `# The Candle Job\n\n${text}` }] });
    const fact = own.matter.facts.find(({ text: one }) => one.includes("under the grate"))?.id ?? "";
    const learn = { kind: "learn", fact, from: "jonas", whole: true, how: "told" } as const;
    const of = slot("gossip", { npc: "jonas", npc2: "orsolya" });
    const here = { place: "weigh-house", met: 1, alive: true };
    const people = { jonas: here, orsolya: { ...here, place: "long-yard" } };
    const at = state({ people, storybook: { named: { "npc:orsolya": 1 } } });
    const told = createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), at);
    expect(textOf(told)).toContain("“Orsolya was under the grate");
  });

  it("[NA552] begins with what names the person asked about, and says no entry of annals", () => {
    const text =
      "Same door, same hour. Jonas Peel was under the grate when the pans were weighed. It was cold. 1961 the scales were sold.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/c.md", text: `# The Candle Job\n\n${text}` }] });
    const fact = own.matter.facts.find(({ text: one }) => one.includes("under the grate"))?.id ?? "";
    const learn = { kind: "learn", fact, from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("gossip", { npc: "orsolya", npc2: "jonas" });
    const said = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(said).toMatch(/“(?:Jonas )?Peel[^”]* was under the grate/);
    expect(said).not.toMatch(/Same door|1961/);
  });

  it("[NA460] ends at a gap in the paragraph", () => {
    const text = "The minutes are kept in a tin box. Players roll here. The lamp is a brass one with a crack.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/m.md", text: `# The Minutes\n\n${text}` }] });
    const learn = {
      kind: "learn",
      fact: own.matter.facts[0]?.id ?? "",
      from: "orsolya",
      whole: true,
      how: "told",
    } as const;
    const of = slot("ask", { npc: "orsolya", topic: own.matter.facts[0]?.topic ?? "" });
    const said = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(own.matter.facts.filter(({ said: by }) => by === undefined)).toHaveLength(2);
    expect(said).toContain("tin box");
    expect(said).not.toContain("a crack");
  });

  it.each([
    ["The rope is kept dry. Shelf two. Paint. The oil is under it.", "The rope is kept dry", /Shelf two|Paint/],
    ["The rope is kept dry. Rope > shelf > tin. The oil is under it.", "The rope is kept dry", /shelf > tin/],
    ["The rope is long. Clear, dry, with a red end. It lies in a coil.", "Clear, dry, with a red end", /Shelf/],
  ])("[NA780] stops before a label and what is drawn up: %s", (text, said, never) => {
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/r.md", text: `# The Rope\n\n${text}` }] });
    const first = own.matter.facts.find(({ file }) => file === "lore/r.md");
    const learn = { kind: "learn", fact: first?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("ask", { npc: "orsolya", topic: first?.topic ?? "" });
    const told = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(told).toContain(said);
    expect(told).not.toMatch(never);
  });

  it("[NA781] is that fact alone where somebody tells of themselves", () => {
    const text = "Orsolya Tallow came here with one trunk. She has never opened it since. She sleeps beside it.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/t.md", text: `# The Trunk\n\n${text}` }] });
    const fact = own.matter.facts.find(({ file, names }) => file === "lore/t.md" && names.includes("npc:orsolya"));
    const learn = { kind: "learn", fact: fact?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("press", { npc: "orsolya", topic: fact?.topic ?? "" });
    const told = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(fact).toBeDefined();
    expect(told).not.toMatch(/She (?:has never|sleeps)/);
  });

  it("[NA460] begins with no figure and no reference", () => {
    const text = "26 Geo. II. c. 6. Vellum. The minutes are kept in a tin box by the door.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/m.md", text: `# The Minutes\n\n${text}` }] });
    const [fact] = own.matter.facts;
    const learn = { kind: "learn", fact: fact?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("ask", { npc: "orsolya", topic: fact?.topic ?? "" });
    const said = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(said).not.toContain("Geo");
    expect(said).toContain("“The minutes?” says Orsolya. “Vellum.");
  });

  it("[NA460] keeps a quotation in it whole", () => {
    const text = "The last line of the minutes says: “Slip sound. Scones.” That is all there is.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/m.md", text: `# The Minutes\n\n${text}` }] });
    const [fact] = own.matter.facts;
    const learn = { kind: "learn", fact: fact?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("ask", { npc: "orsolya", topic: fact?.topic ?? "" });
    const said = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(said.replace(/\s+/g, " ")).toMatch(
      /“The last line of the minutes says: ['‘’]Slip sound\. Scones[.,]['’],?” says/,
    );
  });

  it("[NA3122] begins after a sentence that cannot be said on any day", () => {
    const text = "Last Sunday of summer. You bring one loaf to the green. Every tenth one the lease is renewed.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/m.md", text: `# The Loaf Fair\n\n${text}` }] });
    const [fact] = own.matter.facts;
    const learn = { kind: "learn", fact: fact?.id ?? "", from: "orsolya", whole: true, how: "told" } as const;
    const of = slot("ask", { npc: "orsolya", topic: fact?.topic ?? "" });
    const said = textOf(createStorybook(own, WEIGHBRIDGE).tell(brief(of, [learn], { outcome: "success" }), state()));
    expect(said).toMatch(/“You bring one loaf to the green,” says Orsolya\. “Every tenth one the lease is renewed\.”/);
    const other = "Turn it next Sunday. Do not lie in front of it. The dough has four rings in the crock.";
    const crock = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/m.md", text: `# The Dough\n\n${other}` }] });
    const [rings] = crock.matter.facts;
    const tell = { ...learn, fact: rings?.id ?? "" };
    const asked = slot("ask", { npc: "orsolya", topic: rings?.topic ?? "" });
    const answered = textOf(
      createStorybook(crock, WEIGHBRIDGE).tell(brief(asked, [tell], { outcome: "success" }), state()),
    );
    expect(answered).toContain("four rings");
    expect(answered).not.toContain("lie in front");
  });

  it("[NA5905] goes on to its end for whoever has nothing to do with its matter, up to what names somebody", () => {
    const text =
      "The windmill is a round house on the cliff. There are four doors in the wall. The stones have been turned for a year. Orsolya banks the ash each night. The flour is white.";
    const own = readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/k.md", text: `# The Windmill\n\n${text}` }] });
    const [first] = own.matter.facts;
    const jonas = own.people.get("jonas");
    const stranger = jonas && { ...jonas, id: "stranger", home: "", topics: [], motives: [], relations: [], lines: [] };
    const passage = (verb: "ask" | "gossip") =>
      first && stranger
        ? passageOf(
            first,
            stranger,
            { effects: [], choice: slot(verb, { npc: "stranger", topic: first.topic }) },
            { knowsFact: () => false },
            own,
            () => false,
          ).passage?.join(" ")
        : undefined;
    expect(passage("ask")).toMatch(/four doors.*turned for a year/);
    expect(passage("ask")).not.toContain("banks");
    expect(passage("gossip")).not.toContain("four doors");
  });

  it("[NA460] is not followed by the next paragraph in a story of few facts", () => {
    expect(answer(0)).not.toContain("Easter");
  });
});

describe("a sentence from the middle of a paragraph", () => {
  const topic = { id: "door", np: "the door" } as Topic;
  const fact = (text: string, more: Partial<Fact> = {}): Fact => ({
    id: "f",
    topic: "door",
    file: "lore/door.md",
    knownBy: "common",
    names: ["topic:door"],
    text,
    clause: text,
    inside: true,
    ...more,
  });
  it.each([
    ["At its seaward end there is a low door with iron bands.", false],
    ["There is believed to be no other door in the hill.", false],
    ["It was the door of the old bakery.", false],
    ["One of them is the door to the hold.", false],
    ["Behind them stands the door of the reactor.", false],
    ["The door was painted green in the spring.", true],
    ["In the hold there is a door that nobody opens.", true],
    ["There is no door to the garden.", true],
  ])("[NA657] %j is an answer by itself: %s", (text, alone) => {
    expect(standsAlone(fact(text), topic)).toBe(alone);
    expect(standsAlone(fact(text, { lead: ["The hull is long."] }), topic)).toBe(true);
  });
});

describe("a sentence that points back", () => {
  const topic = { id: "door", np: "the door" } as Topic;
  const alone = (text: string, more: Partial<Fact> = {}): boolean =>
    standsAlone(
      { id: "f", topic: "door", file: "lore/door.md", knownBy: "common", names: [], text, clause: text, ...more },
      topic,
    );

  it.each([
    "The door has three such hinges.",
    "A carter so paid is not asked to supper.",
    "Every fortieth one the lease is renewed.",
    "The red ones are kept for funerals.",
    "Against it the ledger has said nothing since March.",
    "The last time, the carter lost his place.",
    "The following morning the door was open.",
    "One reads, low down, that the door is oak.",
    "Another hangs by the door.",
    "Somebody else has painted the door.",
    "The custom is older than the door.",
    "The board by the place has been cut with knives.",
    "The carter never learnt to do it.",
    "Nobody may sleep or has ever slept there.",
  ])("[NA3120] does not stand alone, unless what it goes on from is told with it: %s", (text) => {
    expect(alone(text)).toBe(false);
    expect(alone(text, { lead: ["A carter has hung the door."] })).toBe(true);
  });

  it.each([
    "The door has hinges such as carters use.",
    "The door makes such a noise that the dogs wake.",
    "The last time anybody opened the door it was raining.",
    "The one thing that opens the door is a spoon.",
    "The place where the door hung is bricked up.",
    "In this house the door is never locked.",
    "Nobody else but the carter knows the door.",
    "Before the frost the door was green.",
    "One carter in three sleeps under a cart, and nobody sleeps in the house there.",
  ])("[NA3120] is none of these: %s", (text) => {
    expect(alone(text)).toBe(true);
  });

  const mined = (text: string): readonly Fact[] =>
    readIndex({ ...WEIGHBRIDGE, lore: [{ file: "lore/l.md", text: `# The Lodge\n\n${text}` }] }).matter.facts.filter(
      ({ file }) => file === "lore/l.md",
    );

  it("[NA3120] is told by nobody where nothing that can be told stands before it", () => {
    expect(mined("The custom is old. A carter so paid is not asked to supper.")).toEqual([]);
    expect(mined("The lodge keeps ninety nails. Against it the book says nothing.")).toMatchObject([
      { text: "The lodge keeps ninety nails.", tail: "Against it the book says nothing." },
    ]);
    expect(mined("You come in by the yard.\n\nEvery fortieth one the lease is renewed.")).toMatchObject([
      { lead: ["You come in by the yard."], inside: true },
    ]);
  });

  it("[NA3121] has an inscription, a notice or an entry with all its parts", () => {
    expect(mined("Low on the lodge door stands in small letters: S. Orme, 1841. It was not I.")).toMatchObject([
      { text: "Low on the lodge door stands in small letters: S. Orme, 1841. It was not I." },
    ]);
    expect(mined("The bill in the lodge reads: Coal, two sacks. Cat, nil. The porter pays it.")).toMatchObject([
      { text: "The bill in the lodge reads: Coal, two sacks. Cat, nil. The porter pays it." },
    ]);
    expect(mined("The lodge has one rule: nobody sits by the fire before noon. The porter does.")).toMatchObject([
      { text: "The lodge has one rule: nobody sits by the fire before noon." },
    ]);
  });
});
