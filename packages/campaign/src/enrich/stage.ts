/** Who and what a story is played with: the author's people and places first, a kit's where there are none. */
import { slug, escapeRegExp } from "@narratoria/protocol/english";
import type { Kit, KitPerson, KitPlace, Part, Pronoun } from "./kit.js";
import { kitFor, standIn } from "./kits.js";
import { ANYWHERE } from "./kits/anywhere.js";
import { tellsOf } from "./place-tells.js";
import { ENOUGH_SENTENCES, partsFor } from "./seed-matter.js";
import { headOf, type SeedPerson, type SeedPlace, type StorySeed } from "./seed.js";

export interface StagePerson {
  readonly id: string;
  readonly part: Part;
  readonly name: string;
  /** Null: the name is repeated. */
  readonly pronoun: Pronoun | null;
  readonly kind: KitPerson["kind"];
  readonly role: string;
  readonly traits: readonly [string, string];
  readonly looks: string | null;
  readonly wants: string;
  readonly lines: readonly string[];
  /** Place in `places`. */
  readonly home: number;
  /** Whether a profile of the author's is there. */
  readonly authored: boolean;
  /** Whether they come from the author's texts. */
  readonly ofAuthor: boolean;
}

export interface StagePlace {
  readonly name: string;
  readonly preposition: KitPlace["preposition"];
  readonly indoors: boolean | null;
  readonly tells: readonly string[];
  readonly ofAuthor: boolean;
}

export interface Stage {
  readonly seed: StorySeed;
  readonly kit: Kit;
  readonly you: string;
  readonly people: Readonly<Record<Part, StagePerson>>;
  /** Those of the plot, 0 to 3, then what else the author names. */
  readonly places: readonly StagePlace[];
  /** With its indefinite article, and with "the". */
  readonly thing: { readonly one: string; readonly the: string };
  readonly favour: Kit["favour"];
  readonly oddity: string;
  /** "why nobody asks", "who killed the bishop". */
  readonly question: string;
  readonly benefit: string;
  readonly cost: string;
  readonly deadline: string;
}

export const PARTS: readonly Part[] = ["helper", "guard", "keeper", "witness"];
const HOMES: Readonly<Record<Part, number>> = { helper: 1, guard: 2, keeper: 3, witness: 2 };

/** What is so of anybody who has a part and of whom the author says little. */
const PLAIN: Readonly<Record<Part, Pick<KitPerson, "traits" | "wants" | "lines">>> = {
  helper: {
    traits: ["friendly", "curious"],
    wants: "to be told the truth before it is common knowledge",
    lines: [
      "Ask me. I say more than I should.",
      "One has to begin somewhere.",
      "I have been here long enough to have an opinion.",
    ],
  },
  guard: {
    traits: ["watchful", "stubborn"],
    wants: "to be asked before anything is changed",
    lines: ["Not so fast.", "You can wait. I can wait longer.", "I do not like it when things are moved."],
  },
  keeper: {
    traits: ["patient", "proud"],
    wants: "to have it end well",
    lines: [
      "I have been here for longer than most.",
      "I have had longer to think about it than you.",
      "Nobody gives a thing away. One is relieved of it.",
    ],
  },
  witness: {
    traits: ["quiet", "honest"],
    wants: "to be let alone",
    lines: ["I saw nothing. Hardly anything.", "Do not say my name in there.", "It has been on my mind."],
  },
};

/** The same, where nothing is known but that there is a matter between people. */
const OF_A_MATTER: typeof PLAIN = {
  helper: {
    traits: ["friendly", "restless"],
    wants: "to know who else is troubled by it",
    lines: ["It keeps me awake.", "Somebody has to say something.", "I would not ask you if it were nothing."],
  },
  guard: {
    traits: ["watchful", "stubborn"],
    wants: "to have it over with",
    lines: ["Not so fast.", "There is a right time for everything.", "I have said what I have to say."],
  },
  keeper: {
    traits: ["patient", "proud"],
    wants: "to have it end well",
    lines: ["I am listening.", "It is not as easy as it looks.", "Let me think."],
  },
  witness: {
    traits: ["quiet", "honest"],
    wants: "to sleep at night again",
    lines: ["I would rather not say it twice.", "Not so loud.", "It has been on my mind."],
  },
};

/** Words about somebody that give them a part. */
const SIGNS_OF: readonly (readonly [Part, RegExp])[] = [
  [
    "guard",
    /\b(?:cat|dog|wolf|bear|snake|dragon|lion|tiger|guard|watchman|nightwatchman|censor|inspector|usher|landlord|officer|warden|sheriff|deputy|policeman|sergeant|soldier|hates?|forbids?|never lets|awake|watch(?:es|ing)|enem|rival|jealous|angry|cruel|against|offered|bribes?|threatens?|sells?)\b/i,
  ],
  [
    "keeper",
    /\b(?:king|queen|owner|owns|mayor|director|boss|keeps?|keeper|master|head|captain|judge|oldest|rich|promised|machine|toaster|kettle|oven|clock|knows)\b/i,
  ],
  [
    "witness",
    /\b(?:child|boy|girl|afraid|frightened|shy|saw|hears?|heard|secret|youngest|apprentice|maid|servant|does not speak|silent|(?:five|six|seven|eight|nine|ten|eleven|twelve) years old)\b/i,
  ],
  ["helper", /\b(?:friend|helps?|kind|aunt|uncle|sister|brother|neighbou?r|cook|innkeeper|baker|nurse)\b/i],
];

/**
 * @param chance - From 0 to below 1: it settles what the author leaves open.
 * @param topic - What the story turns on by its author's words: nothing is then said of the kind of place but what they say. (rule CA6007)
 */
export function setStage(seed: StorySeed, genre: string, chance: number, topic: string | null = null): Stage {
  const bare = topic !== null;
  const kit = bare
    ? ANYWHERE
    : kitFor(seed.words, genre, seed.small, chance, seed.sentences.length >= ENOUGH_SENTENCES);
  const oddity = seed.oddity ?? kit.oddity;
  const cast = castOf(bare ? { ...seed, people: partsFor(seed.people, seed.sentences) } : seed, kit);
  const set = placesOf(seed.places, kit, cast, seed.fixed && seed.you !== null ? headOf(seed.you) : null);
  const places = unlike(bare ? set.map((place) => withoutStock(place, seed.places)) : set);
  const isKits = (part: Part): boolean => !cast[part].ofAuthor;
  return {
    seed,
    kit,
    you: seed.you ?? kit.you,
    people: cast,
    places,
    thing:
      topic !== null
        ? { one: topic, the: topic }
        : (seed.thing ?? seed.object ?? { one: kit.thing, the: `the ${kit.thing.replace(/^(?:an?|the)\s/, "")}` }),
    favour: isKits("helper")
      ? kit.favour
      : {
          asks: "one honest answer before it is over",
          given: "You give the answer, and it takes longer than you thought.",
        },
    oddity,
    // "Someone has been sleeping in the spare room": who has. (rule CA6552)
    question: seed.question ?? whoIn(oddity) ?? `why ${clauseOf(oddity)}`,
    benefit: kit.benefit,
    cost: isKits("witness") ? kit.cost : "has not had one quiet night",
    deadline: seed.deadline ?? kit.deadline,
  };
}

/** Places of which no two are told of in the same words. (rule CA6555) */
function unlike(places: readonly StagePlace[]): StagePlace[] {
  const seen = new Set<string>();
  return places.map((place) => {
    const own = place.tells.filter((one) => one !== "");
    const left = own.filter((one) => {
      const bare = one
        .toLowerCase()
        .replaceAll(place.name.toLowerCase(), "")
        .replace(/\b(?:in|on|at|aboard)\s/g, "");
      const isNew = !seen.has(bare);
      seen.add(bare);
      return isNew;
    });
    return { ...place, tells: left.length > 0 ? left : own.slice(0, 1) };
  });
}

/** A place with what its author says of it alone. */
function withoutStock(place: StagePlace, own: readonly SeedPlace[]): StagePlace {
  if (!place.ofAuthor) return { ...place, tells: place.tells.slice(0, 1) };
  const bare = place.name.replace(/^the\s/i, "");
  // What is about another place is that one's.
  const told = (own.find(({ name }) => name === place.name)?.told ?? []).filter((one) => {
    const at = one.indexOf(bare);
    return at >= 0 && at < 12;
  });
  return {
    ...place,
    tells: told.length > 0 ? told.slice(0, 3) : [`There are people ${place.preposition} ${place.name}.`],
  };
}

/** "who has been sleeping in the spare room", where that is what is odd. */
export const whoIn = (oddity: string): string | null =>
  /^(?:Someone|Somebody)\s(?:has|is|was|keeps|took|stole|put|leaves|left|comes)\b/.test(oddity) && oddity.length < 80
    ? oddity.replace(/^(?:Someone|Somebody)/, "who").replace(/[.!…]+$/, "")
    : null;

const FUNCTION_WORDS =
  /^(?:The|A|An|Her|His|Its|Their|Your|Someone|Everyone|Each|Every|Today|Tonight|This|Last|Nobody|Neither|Nothing|Both|No|One|In|On|At|Two|Three|Somebody|Something|All|There|Some|When|After|Since|People|Everybody)\b/;

/** A sentence as a clause: "nobody at the harbour has remarked on it". */
export function clauseOf(sentence: string): string {
  const bare = sentence.replace(/[.!…]+$/, "");
  return FUNCTION_WORDS.test(bare) ? bare.slice(0, 1).toLowerCase() + bare.slice(1) : bare;
}

const lastWord = (name: string): string => name.toLowerCase().split(" ").at(-1) ?? name;

function placesOf(
  own: readonly SeedPlace[],
  kit: Kit,
  cast: Readonly<Record<Part, StagePerson>>,
  self: string | null,
): StagePlace[] {
  const places: StagePlace[] = kit.places.map((place) =>
    // What the player is they are not in.
    lastWord(place.name) === self
      ? asPlace({ name: "the road", preposition: "on", told: [] }, kit.small)
      : { ...place, ofAuthor: false },
  );
  const rest: SeedPlace[] = [];
  for (const place of own) {
    const at = kit.places.findIndex(({ name }) => lastWord(name) === lastWord(place.name));
    const known = places[at];
    if (known === undefined || known.ofAuthor) rest.push(place);
    else places[at] = { ...known, name: place.name, tells: renamed(known, place), ofAuthor: true };
  }
  // Where the story begins and where its helper is found; the way to what comes after is the kit's.
  const put = (at: number, isFit: (place: SeedPlace) => boolean): void => {
    const next = rest.findIndex(isFit);
    const [found] = next < 0 || places[at]?.ofAuthor !== false ? [] : rest.splice(next, 1);
    if (found !== undefined) places[at] = asPlace(found, kit.small);
  };
  // Whoever an author puts somewhere is there. (rule CA5994)
  const isOf =
    (part: Part) =>
    ({ told }: SeedPlace): boolean =>
      cast[part].ofAuthor && told.some((sentence) => sentence.includes(cast[part].name));
  const isMany = own.length > 2;
  if (isMany) for (const part of ["helper", "keeper"] as const) put(HOMES[part], isOf(part));
  put(0, ({ told }) => !isMany || !CLOSED.test(told.join(" ")));
  put(1, () => true);
  if (isMany) put(3, () => true);
  return [
    ...places,
    ...rest
      .filter(({ told }) => told.length > (isMany ? 0 : 1))
      .slice(0, 1)
      .map((place) => asPlace(place, kit.small)),
  ];
}

/** Where nobody begins. */
const CLOSED = /\b(?:closed|locked|sealed|flooded|forbidden|bricked up|walled up|boarded up|nobody (?:goes|enters))\b/i;

/** A kit's place under its author's name, with what the author says of it first. */
function renamed(known: StagePlace, { name, told }: SeedPlace): string[] {
  const swap = (text: string): string =>
    text.replaceAll(known.name, name).replaceAll(capital(known.name), capital(name));
  return [...told.slice(0, 2), ...known.tells.map(swap)].slice(0, 4);
}

/** An author's place, with what the author says of it and then what is so of any place of its kind. */
function asPlace({ name, kind, preposition, told }: SeedPlace, small: boolean): StagePlace {
  const { tells, indoors } = tellsOf(kind ?? lastWord(name), name, `${preposition} ${name}`, small);
  return {
    name,
    preposition,
    indoors,
    tells: [...told.slice(0, 3), ...tells].slice(0, Math.max(2, told.length + 1)),
    ofAuthor: true,
  };
}

/** "Old Marthe refuses to walk out on it": who does what is odd knows why. (rule CA5509) */
const isBehind = ({ name }: SeedPerson, oddity: string | null): boolean =>
  new RegExp(
    `${escapeRegExp(name.replace(/^(?:the|your)\\s/i, ""))}(?:,[^,]*,)?\\s(?:refuses|will not|won['’]t|has (?:stopped|locked|hidden|sworn|begun|not)|does not|never|no longer)\\b`,
    "iu",
  ).test(oddity ?? "");

/** @param kit - Fills the parts for which the author has nobody. */
function castOf(
  { people: own, question, client, aim, you, oddity, answerer }: StorySeed,
  kit: Kit,
): Record<Part, StagePerson> {
  const taken = new Map<Part, StagePerson>();
  const waiting: SeedPerson[] = [];
  for (const person of own) {
    // "The stationmaster" is Stationmaster Orr.
    const same =
      kit.people.find(({ name }) => lastWord(name) === lastWord(person.name)) ??
      kit.people.find(({ name }) => name.toLowerCase().split(" ")[0] === lastWord(person.name));
    const isAsked =
      answerer !== null
        ? person.folder === answerer
        : question === null
          ? aim === null && isBehind(person, oddity)
          : !question.startsWith("who") && question.includes(person.name.split(" ").at(-1) ?? "");
    const part =
      isAsked || person.part !== undefined
        ? (person.part ?? "keeper")
        : // Who has sent the player helps, and of whom the player has to beware stands in the way.
          client !== null && (person.name.endsWith(client) || client.endsWith(person.name.replace(/^the /, "")))
          ? "helper"
          : aim !== null &&
              new RegExp(`\\b(?:get by|past|around|against) (?:the )?${person.name.replace(/^the /, "")}`).test(aim)
            ? "guard"
            : (same?.part ??
              SIGNS_OF.find(([, sign]) =>
                sign.test(`${person.name} ${person.role ?? ""} ${person.told.join(" ")}`),
              )?.[0]);
    if (part === undefined || taken.has(part)) waiting.push(person);
    else taken.set(part, authored(person, part, kit, same));
  }
  for (const person of waiting) {
    const part = (["helper", "keeper", "guard", "witness"] as const).find((one) => !taken.has(one));
    if (part !== undefined) taken.set(part, authored(person, part, kit));
  }
  // Whom the aim or the question names is not met in another's part.
  const sought = `${aim ?? ""} ${question ?? ""}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  const player = you === null ? [] : [headOf(you)];
  const names = new Set([...[...taken.values()].map(({ name }) => lastWord(name)), ...sought, ...player]);
  const of = (part: Part): StagePerson => taken.get(part) ?? fromKit(part, kit, names);
  return { helper: of("helper"), guard: of("guard"), keeper: of("keeper"), witness: of("witness") };
}

function fromKit(part: Part, kit: Kit, names: ReadonlySet<string>): StagePerson {
  // "Stationmaster Orr" is the stationmaster.
  const isTaken = ({ name }: KitPerson): boolean =>
    name
      .toLowerCase()
      .split(" ")
      .some((word) => word !== "the" && names.has(word));
  const found =
    kit.people.find((one) => one.part === part && !isTaken(one)) ??
    standIn(kit, part, isTaken) ??
    kit.people.find((one) => one.part === part);
  if (found === undefined) throw new RangeError(`the kit ${kit.id} has nobody`);
  return { ...found, part, id: idOf(found.name), home: HOMES[part], authored: false, ofAuthor: false };
}

const ROLE_OF: Readonly<Record<Part, string>> = {
  helper: "one who knows everybody here",
  guard: "one who lets nobody by",
  keeper: "one whom everybody asks in the end",
  witness: "one who is seldom noticed",
};

function authored(person: SeedPerson, part: Part, kit: Kit, same?: KitPerson): StagePerson {
  const plain = kit.id === ANYWHERE.id ? OF_A_MATTER[part] : PLAIN[part];
  return {
    id: person.folder ?? idOf(person.name),
    part,
    name: person.name,
    pronoun: person.pronoun ?? same?.pronoun ?? null,
    kind: person.kind,
    role: person.role ?? same?.role ?? ROLE_OF[part],
    traits: same?.traits ?? plain.traits,
    looks: same && (person.pronoun === null || person.pronoun === same.pronoun) ? same.looks : null,
    wants: person.wants ?? same?.wants ?? plain.wants,
    lines: person.lines ?? same?.lines ?? plain.lines,
    home: HOMES[part],
    authored: person.folder !== null,
    ofAuthor: true,
  };
}

const idOf = (name: string): string => slug(name.replace(/^(?:the|your)\s/i, ""));

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Fills the slots of a text: `<h>` a name, `<H he>` a pronoun, `<at p1>`, `<the p1>`, `<t>`, `<a t>`, `<aim>` and the like. */
export function filler(stage: Stage): (text: string) => string {
  const { people, places, thing, kit, seed } = stage;
  const letters: Readonly<Record<string, StagePerson>> = {
    h: people.helper,
    g: people.guard,
    k: people.keeper,
    w: people.witness,
  };
  const words: Readonly<Record<string, string>> = {
    t: thing.the,
    "a t": thing.one,
    aim: seed.aim ?? "find it out",
    doaim: asPresent(seed.aim ?? "know it"),
    deadline: stage.deadline,
    favour: stage.favour.asks,
    given: stage.favour.given,
    benefit: stage.benefit,
    cost: stage.cost,
    odd: stage.oddity,
    q: stage.question,
    you: stage.you,
    arrival: kit.arrival,
    gwants: people.guard.wants,
    sign1: kit.signs[0],
    sign2: kit.signs[1],
    sign3: kit.signs[2],
    way: kit.way.tells,
  };
  const slot = (name: string): string | null => {
    const known = words[name];
    if (known !== undefined) return known;
    const [first = "", second = ""] = name.split(" ");
    const place = /^(at )?p(\d)$/.exec(name);
    if (place) {
      const found = places[Number(place[2])];
      return found === undefined ? null : `${place[1] ? `${found.preposition} ` : ""}${found.name}`;
    }
    const person = letters[first];
    if (person === undefined) return null;
    if (second === "") return person.name;
    return PRONOUNS[person.pronoun ?? "name"][second]?.replace("NAME", person.name) ?? null;
  };
  return (text) => {
    const filled = text.replace(/<([\w ]+)>/g, (whole, name: string) => {
      const found = slot(name.toLowerCase());
      if (found === null) throw new RangeError(`no slot ${whole}`);
      return /^\p{Lu}/u.test(name) ? capital(found) : found;
    });
    return filled.replace(/["“]([^"”]*)["”]/g, "“$1”");
  };
}

const PRONOUNS: Readonly<Record<Pronoun | "name", Readonly<Record<string, string>>>> = {
  he: { he: "he", him: "him", his: "his", himself: "himself" },
  she: { he: "she", him: "her", his: "her", himself: "herself" },
  it: { he: "it", him: "it", his: "its", himself: "itself" },
  name: { he: "NAME", him: "NAME", his: "NAME’s", himself: "NAME" },
};

/** An infinitive after "you": "be toast" is "are toast". */
const asPresent = (phrase: string): string => phrase.replace(/^be\b/, "are");
