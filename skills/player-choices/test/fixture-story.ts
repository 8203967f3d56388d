/** A small story for tests: four people, five places, ten topics, forty facts, all of one fishing-free market town. */
import type { Fact, Matter, Person, Place, Prop, Topic } from "@narratoria/protocol/story";

const prop = (np: string, use: Prop["use"] = "fixture", plural = false): Prop => ({ np, use, plural });

function place(id: string, name: string, props: readonly Prop[], topic?: string): Place {
  return { id, name, indoor: true, sentences: [`${name} stands open.`], props, ...(topic ? { topic } : {}) };
}

const PLACES: readonly Place[] = [
  place(
    "weigh-house",
    "the Weigh House",
    [prop("a brass scale"), prop("the locked drawer"), prop("a chalk tally", "mark")],
    "weigh-house",
  ),
  place("kiln", "the kiln", [prop("a rake", "movable"), prop("the iron door"), prop("bricks", "movable", true)]),
  place("orchard", "the orchard", [prop("a ladder", "movable"), prop("a glass jar", "movable")], "orchard"),
  place("toll-bridge", "the toll bridge", [prop("the painted notice", "mark"), prop("a lamp")]),
  place("back-room", "the back room", [prop("a ledger", "movable"), prop("a cupboard")]),
];

function person(id: string, short: string, pronoun: Person["pronoun"], home: string, rest: Partial<Person>): Person {
  return {
    id,
    name: `${short} Tallow`,
    short,
    role: "weigher",
    pronoun,
    plural: false,
    kind: "human",
    body: ["face", "eyes", "mouth", "hands", "feet", "voice", "clothes"],
    speech: "words",
    mobility: "walks",
    presentFrom: "start",
    home,
    props: [prop("a burn across the knuckles", "worn")],
    style: [],
    motives: [],
    relations: [],
    lines: ["Bread is bread."],
    catchphrases: [],
    topics: [],
    inventory: [],
    ...rest,
  };
}

const PEOPLE: readonly Person[] = [
  person("orsolya", "Orsolya", "she", "weigh-house", {
    motives: ["to get her brother's name off the tally", "to keep the drawer shut until spring"],
    relations: [
      { to: "benedek", text: "buys her eggs from Benedek and never counts them", spoken: "I buy my eggs from him." },
      { to: "ilka", text: "taught Ilka to read the scale", spoken: "I taught them to read the scale." },
    ],
    topics: ["brass-scale", "tally", "locked-drawer"],
    inventory: ["chalk"],
  }),
  person("benedek", "Benedek", "he", "kiln", {
    motives: ["to fire one more kiln before the frost"],
    relations: [
      { to: "orsolya", text: "owes Orsolya for a winter of flour", spoken: "I owe her for a winter of flour." },
    ],
    topics: ["kiln-fire", "frost-year"],
  }),
  person("ilka", "Ilka", "they", "orchard", {
    motives: ["to leave for the city before the harvest", "to sell the ladder"],
    relations: [
      { to: "toll-man", text: "pays the toll for nobody but Marek", spoken: "I pay the toll for nobody but him." },
    ],
    topics: ["orchard", "city-road"],
  }),
  person("toll-man", "Marek", "he", "toll-bridge", {
    motives: ["to raise the toll by a coin"],
    relations: [
      {
        to: "benedek",
        text: "has not spoken to Benedek since the frost year",
        spoken: "I have not spoken to him since the frost year.",
      },
    ],
    topics: ["toll", "painted-notice"],
  }),
];

/** Topic id, its np, who alone knows its last fact (if anybody), and what each of its four facts names besides. */
const LORE: readonly (readonly [id: string, np: string, keeper: string | null, names: readonly string[]])[] = [
  ["brass-scale", "the brass scale", null, ["topic:tally", "npc:orsolya", "topic:weigh-house", "topic:locked-drawer"]],
  ["tally", "the chalk tally", "orsolya", ["topic:frost-year", "npc:benedek", "topic:toll", "topic:locked-drawer"]],
  ["locked-drawer", "the locked drawer", "orsolya", ["topic:city-road", "npc:ilka", "place:back-room", "topic:tally"]],
  ["frost-year", "the frost year", "benedek", ["topic:kiln-fire", "npc:toll-man", "place:kiln", "topic:orchard"]],
  ["kiln-fire", "the kiln fire", null, ["topic:painted-notice", "npc:benedek", "place:kiln", "topic:toll"]],
  ["toll", "the toll", "toll-man", ["topic:painted-notice", "npc:toll-man", "place:toll-bridge", "topic:city-road"]],
  ["painted-notice", "the painted notice", null, ["topic:toll", "npc:ilka", "place:toll-bridge", "topic:frost-year"]],
  ["city-road", "the city road", "ilka", ["topic:orchard", "npc:ilka", "place:toll-bridge", "topic:brass-scale"]],
  ["orchard", "the orchard", null, ["topic:frost-year", "npc:ilka", "place:orchard", "topic:kiln-fire"]],
  ["weigh-house", "the Weigh House", null, ["topic:brass-scale", "npc:orsolya", "place:back-room", "topic:tally"]],
];

const WORDS = ["rye", "chaff", "twine", "soot", "marrow", "gravel", "vinegar", "lanolin"];

function factsOf(): readonly Fact[] {
  return LORE.flatMap(([topic, np, keeper, names], row) =>
    names.map((name, index): Fact => {
      // Whoever a fact names stands in it, so that they can say it of themselves.
      const short = PEOPLE.find(({ id }) => `npc:${id}` === name)?.short;
      const by = short === undefined ? "" : ` by ${short}`;
      const clause = `${np} was paid for in ${WORDS[(row + index) % WORDS.length]} ${index + 1} times over${by}`;
      return {
        id: `${topic}-${index + 1}`,
        text: `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`,
        clause,
        topic,
        file: `lore/${topic}.md`,
        knownBy: keeper !== null && index === names.length - 1 ? [keeper] : "common",
        names: [`topic:${topic}`, name],
      };
    }),
  );
}

const FACTS = factsOf();

const TOPICS: readonly Topic[] = LORE.map(([id, np]) => ({
  id,
  np,
  plural: false,
  facts: FACTS.filter((fact) => fact.topic === id).map((fact) => fact.id),
}));

export const RICH: Matter = { facts: FACTS, topics: TOPICS, places: PLACES, people: PEOPLE };

/** What a campaign of three files comes to: a place with two things in it, and nobody. */
export const TINY: Matter = {
  facts: [],
  topics: [],
  places: [
    place("jetty", "the jetty", [prop("a rowing boat", "movable"), prop("a tin cup", "movable")]),
    place("hut", "the hut", [prop("a stove")]),
  ],
  people: [],
};

/** Not even a place. */
export const NOTHING: Matter = { facts: [], topics: [], places: [], people: [] };

export const STATS = ["strength", "dexterity", "intelligence", "charisma", "stealth", "perception"].map((name) => ({
  name,
  min: 1,
  max: 20,
  default: 10,
}));
