/**
 * What a campaign's matter holds for one turn: scripts are given as much of it as bears on the turn, however large the campaign.
 * A function of the story's state and the choice alone, so that a replay is given the same.
 */
import { atOnce, getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import { contentWords } from "@narratoria/protocol/english";
import type {
  BeatMatter,
  ChoiceSlot,
  Fact,
  Hook,
  Matter,
  Person,
  Place,
  Question,
  Topic,
} from "@narratoria/protocol/story";

/** The most that the facts of a view take up, in bytes of JSON. */
export const SLICE_BYTES = 64_000;

/** What a turn is about. */
export interface SliceMoment {
  /** Session state before the turn. */
  readonly state: JsonObject;
  readonly slot: ChoiceSlot | null;
  readonly hooks: readonly Hook[];
  readonly beat: BeatMatter | null;
  /** What the last scene is remembered by. */
  readonly lastScene: string;
}

/** Shares of {@link SLICE_BYTES} that one kind may not go beyond while others wait. */
const MOST_BYTES = { heard: 4_000, questions: 6_000, places: 12_000, people: 24_000, learned: 16_000 } as const;
/** Kept free for topics that facts name in passing. */
const SPARE_BYTES = 3_000;
/** Lists and texts of one entry that are longer are cut: a slice must hold more than one person. */
const LONGEST_TEXT = 400;
const LONGEST_FACT = 1_000;
const SMALLEST_FACT = 150;
const SMALLEST_ENTRY = 40;
/** People told of in full; others with what concerns their whereabouts, wants and relations. */
const MOST_AT_HAND = 12;
const MOST_FOUND = 12;
/** Topics of which nobody has heard, for a story that has only begun. */
const MOST_TOPICS = 300;
/** Clues that are given of a question, the strongest. */
const MOST_CLUES = 24;
/** Clues of each question that come with their facts. */
const CLUES_AT_HAND = 3;
/** Facts that are offered of a topic before others have their turn. */
const ROUND = 3;

/** The questions that the last beat has left, as player-choices keeps them. */
function choicesLeft(state: JsonObject): readonly { readonly fact?: string }[] {
  const left = getPath(state, "world.choices.beat.choices");
  return Array.isArray(left)
    ? left.flatMap((one) => (isJsonObject(one) && typeof one["fact"] === "string" ? [{ fact: one["fact"] }] : []))
    : [];
}

/** Cuts slices of one campaign's matter. */
export class MatterSlices {
  readonly #whole: JsonObject | null;
  readonly #facts: ReadonlyMap<string, Placed<Fact>>;
  readonly #topics: ReadonlyMap<string, Placed<Topic>>;
  readonly #places: ReadonlyMap<string, Placed<Place>>;
  readonly #people: ReadonlyMap<string, Placed<Person>>;
  /** Facts by each key that they name. */
  readonly #naming: ReadonlyMap<string, readonly Fact[]>;
  readonly #kept: ReadonlyMap<string, readonly Fact[]>;
  #words: ReadonlyMap<string, readonly Found[]> | null = null;

  constructor(private readonly matter: Matter) {
    this.#whole = fits(matter) ? frozen(JSON.parse(JSON.stringify(matter)) as JsonObject) : null;
    // A word without an end is no sentence that could be told.
    const facts = matter.facts.filter(({ text, tail = "" }) => text.length + tail.length <= LONGEST_FACT);
    this.#facts = placed(facts);
    this.#topics = placed(matter.topics);
    this.#places = placed(matter.places);
    this.#people = placed(matter.people);
    this.#naming = grouped(facts, ({ names }) => names);
    this.#kept = grouped(facts, ({ keptBy, confided, said }) =>
      keptBy !== undefined ? [keptBy] : confided === true && said !== undefined ? [said] : [],
    );
  }

  /**
   * Takes what bears on a turn: the places and people at hand and next to hand, whatever the state and the choice refer to, what was
   * learned and heard of, and of each topic that can come up the facts that can be told first. A campaign that fits is given whole.
   *
   * @returns A `Matter` in the author's order, with `heard`: keys of people and places that something learned names.
   */
  of(moment: SliceMoment): JsonObject {
    return atOnce(this.taking(moment));
  }

  /** As `of`, with stops at which other work may go on. */
  *taking(moment: SliceMoment): Generator<void, JsonObject> {
    if (this.#whole) return this.#whole;
    const { state, slot, hooks, beat } = moment;
    const known = numbersAt(state, "world.known.facts");
    const learned = latestFirst(known).flatMap((id) => this.#facts.get(id)?.one ?? []);
    const heard = heardIn(learned);
    const slice = new Slice();
    slice.take(Buffer.byteLength(JSON.stringify(heard)) + SPARE_BYTES);

    const here = textAt(state, "place");
    const next = distinct([
      here,
      slot?.bind.place,
      beat?.place,
      ...hooks.map((hook) => (hook.kind === "ending" ? undefined : hook.place)),
    ]);
    const lately = namedLately(state);
    const search = this.#search(moment);
    const bound = keysOf(slot);
    yield;
    const people = this.#peopleFor(moment, next, [...bound, ...lately, ...search.keys], heard);
    const atHand = people.slice(0, MOST_AT_HAND);

    for (const [order, one] of (this.matter.questions ?? []).entries())
      slice.questions.add({ one, order }, asQuestion(one), MOST_BYTES.questions);
    this.#addPlaces(slice, moment, next, people, [...lately, ...search.keys, ...heard]);
    yield;
    this.#addPeople(slice, people);
    yield;

    const topics = this.#topicsFor(moment, next, atHand, [...bound, ...lately, ...search.keys]);
    yield;
    const teller = new Tellers(known, atHand);
    for (const id of idsOf("fact", bound)) this.#addFact(slice, id);
    for (const id of idsOf("topic", bound)) this.#addTopic(slice, id);
    for (const { fact } of [...(beat?.choices ?? []), ...choicesLeft(state)])
      if (fact !== undefined) this.#addFact(slice, fact);
    const bearing = new Set([...next.map((id) => `place:${id}`), ...atHand.map(({ id }) => `npc:${id}`)]);
    const [near, far] = parted(
      learned,
      (fact) => fact.names.some((name) => bearing.has(name)) || topics[0] === fact.topic,
    );
    for (const fact of near) this.#addFact(slice, fact.id, MOST_BYTES.learned);
    for (const { id } of atHand)
      for (const fact of firstOf(this.#kept.get(id) ?? [], 3, teller.unknown)) this.#addFact(slice, fact.id);
    for (const place of next)
      for (const fact of firstOf(this.#naming.get(`place:${place}`) ?? [], 4, teller.unknown))
        this.#addFact(slice, fact.id);
    for (const fact of far.slice(0, MOST_FOUND)) this.#addFact(slice, fact.id, MOST_BYTES.learned);
    for (const { clues } of this.matter.questions ?? [])
      for (const id of clues.filter((clue) => known[clue] === undefined).slice(0, CLUES_AT_HAND))
        this.#addFact(slice, id);
    for (const id of search.facts) this.#addFact(slice, id);
    yield;
    yield* this.#addUntold(slice, topics, teller);
    for (const fact of far) this.#addFact(slice, fact.id);
    yield;
    slice.give(SPARE_BYTES);
    for (const id of distinct([...slice.topicsNamed(), ...latestFirst(numbersAt(state, "world.known.topics"))]))
      this.#addTopic(slice, id);
    const { opening = [] } = this.matter;
    return { ...slice.json(heard), ...(opening.length === 0 ? {} : { opening: opening.map((one) => ({ ...one })) }) };
  }

  /** Whoever is where the player is or may be next, then whoever else may come into it: nearest first. */
  #peopleFor(
    { state, hooks, beat }: SliceMoment,
    next: readonly string[],
    keys: readonly string[],
    heard: readonly string[],
  ): Person[] {
    const placeOf = ({ id, home }: Person): string => textAt(state, `people.${id}.place`) || home;
    const where = new Map<string, Person[]>();
    for (const person of this.matter.people) {
      const place = placeOf(person);
      const there = where.get(place);
      if (there) there.push(person);
      else where.set(place, [person]);
    }
    const met = latestFirst(
      Object.fromEntries(this.matter.people.map(({ id }) => [id, numberAt(state, `people.${id}.met`)])),
    );
    const choices = objectAt(state, "world.choices");
    const wanted = distinct([
      ...(beat?.people ?? []),
      ...idsOf("npc", keys.slice(0, MOST_AT_HAND)),
      ...hooks.flatMap((hook) =>
        hook.kind === "ending" ? [] : [hook.kind === "tag" ? hook.npc : undefined, ...(hook.people ?? [])],
      ),
      ...(where.get(next[0] ?? "") ?? []).map(({ id }) => id),
      ...Object.values(objectAt(state, "threads")).map((thread) => (isJsonObject(thread) ? thread["npc"] : undefined)),
      textAt(choices, "redirect.npc"),
      textAt(choices, "left.npc"),
      ...textsAt(choices, "beat.people"),
      ...next.slice(1).flatMap((place) => (where.get(place) ?? []).map(({ id }) => id)),
      ...met,
      ...idsOf("npc", [...keys, ...heard]),
    ]);
    const first = wanted.flatMap((id) => this.#people.get(id)?.one ?? []);
    const related = first
      .slice(0, MOST_AT_HAND)
      .flatMap(({ relations }) => relations.flatMap(({ to }) => this.#people.get(to)?.one ?? []));
    return [...new Set([...first, ...related, ...this.matter.people])];
  }

  #addPlaces(
    slice: Slice,
    { state }: SliceMoment,
    next: readonly string[],
    people: readonly Person[],
    keys: readonly string[],
  ): void {
    for (const id of next) {
      const place = this.#places.get(id);
      if (place) slice.places.add(place, asPlace(place.one), MOST_BYTES.places);
    }
    const choices = objectAt(state, "world.choices");
    const wanted = distinct([
      textAt(choices, "came.from"),
      textAt(choices, "left.place"),
      textAt(choices, "beat.place"),
      ...people.slice(0, MOST_AT_HAND).flatMap(({ id, home }) => [textAt(state, `people.${id}.place`), home]),
      ...latestFirst(numbersAt(state, "world.visited")),
      ...idsOf("place", keys),
      ...this.matter.places.map(({ id }) => id),
    ]);
    for (const id of wanted) {
      const place = this.#places.get(id);
      if (place) slice.places.add(place, asFarPlace(place.one), MOST_BYTES.places);
    }
  }

  #addPeople(slice: Slice, people: readonly Person[]): void {
    people.forEach((person, at) => {
      const found = this.#people.get(person.id);
      if (!found) return;
      if (at < MOST_AT_HAND && slice.people.add(found, asPerson(person), MOST_BYTES.people)) return;
      slice.people.add(found, asFarPerson(person), MOST_BYTES.people);
    });
  }

  /** Topics that may come up, the likeliest first. */
  #topicsFor(
    { state, beat }: SliceMoment,
    next: readonly string[],
    atHand: readonly Person[],
    keys: readonly string[],
  ): string[] {
    const volunteered = atHand.map(({ topics }) => topics.slice(0, 6));
    return distinct([
      ...idsOf("topic", keys.slice(0, MOST_FOUND)),
      textAt(state, "world.choices.redirect.topic"),
      ...next.map((id) => this.#places.get(id)?.one.topic),
      ...idsOf("topic", [...(beat?.names ?? []), ...textsAt(state, "world.choices.beat.names")]),
      ...latestFirst(numbersAt(state, "world.known.topics")),
      ...idsOf("topic", keys),
      ...byTurns(volunteered),
      ...this.matter.topics.slice(0, MOST_TOPICS).map(({ id }) => id),
    ]).filter((id) => this.#topics.has(id));
  }

  /** Of every topic the facts that can be told first, round after round, until nothing more fits. */
  *#addUntold(slice: Slice, topics: readonly string[], tellers: Tellers): Generator<void, void> {
    const open = topics.map((id) => this.#untold(id, tellers));
    // What is told names further topics, which can be asked about in the same turn.
    const seen = new Set(topics);
    let left = open;
    while (left.length > 0 && !slice.full) {
      const fresh: Generator<Fact>[] = [];
      left = left.filter((facts) => {
        for (let one = 0; one < ROUND; one++) {
          const { value } = facts.next();
          if (!value) return false;
          this.#addFact(slice, value.id);
          for (const id of idsOf("topic", value.names)) {
            if (seen.has(id) || !this.#topics.has(id)) continue;
            seen.add(id);
            fresh.push(this.#untold(id, tellers));
          }
        }
        return true;
      });
      left = [...left, ...fresh];
      yield;
    }
  }

  /** Untold facts of a topic: for each who may tell them the first ones first, then those that lead on from it. */
  *#untold(topic: string, { unknown, groupOf }: Tellers): Generator<Fact> {
    const own = (this.#topics.get(topic)?.one.facts ?? [])
      .flatMap((id) => this.#facts.get(id)?.one ?? [])
      .filter(unknown);
    const groups = new Map<string, Fact[]>();
    for (const fact of own) {
      const group = groupOf(fact);
      const list = groups.get(group);
      if (list) list.push(fact);
      else groups.set(group, [fact]);
    }
    const leading = (this.#naming.get(`topic:${topic}`) ?? []).filter((fact) => fact.topic !== topic && unknown(fact));
    yield* byTurns([...groups.values()]);
    yield* leading.slice(0, 2 * ROUND);
  }

  #addFact(slice: Slice, id: string, most?: number): void {
    const fact = this.#facts.get(id);
    if (fact && slice.facts.add(fact, asFact(fact.one), most)) this.#addTopic(slice, fact.one.topic);
  }

  /** What its facts take up is counted with them. */
  #addTopic(slice: Slice, id: string): void {
    const topic = this.#topics.get(id);
    if (topic) slice.topics.add(topic, asTopic(topic.one));
  }

  /** Where each word of the matter stands; made once. */
  words(): ReadonlyMap<string, readonly Found[]> {
    this.#words ??= wordIndex(this.matter);
    return this.#words;
  }

  /** What the words of the choice, the last scene, this scene's beat and the tags that beats wait for point to. */
  #search({ slot, hooks, beat, lastScene }: SliceMoment): {
    readonly keys: readonly string[];
    readonly facts: readonly string[];
  } {
    const tags = hooks.map((hook) => (hook.kind === "tag" ? hook.tag.replaceAll(/[-_]+/g, " ") : ""));
    // What a beat has just named is asked about next. (rule EN962)
    const told = beat ? [...beat.told, ...beat.dialogue.map(({ line }) => line)] : [];
    const words = contentWords([slot?.text ?? "", lastScene, ...tags, ...told].join(" "));
    const index = this.words();
    const scores = new Map<Found, number>();
    for (const word of words) {
      const found = index.get(word) ?? [];
      // A word that half the campaign uses says nothing.
      if (found.length > COMMON) continue;
      for (const one of found) scores.set(one, (scores.get(one) ?? 0) + 1 / found.length);
    }
    const ranked = [...scores].sort(([a, one], [b, other]) => other - one || a.order - b.order).map(([found]) => found);
    return {
      keys: ranked.flatMap(({ key }) => (key === undefined ? [] : [key])).slice(0, MOST_FOUND),
      facts: ranked.flatMap(({ fact }) => (fact === undefined ? [] : [fact])).slice(0, MOST_FOUND),
    };
  }
}

/** How many entries a word may have and still say what is meant. */
const COMMON = 200;

/** Whether a matter may be given whole: what is far too large is not written out to see that. */
function fits({ facts, topics, places, people }: Matter): boolean {
  let left = SLICE_BYTES - 100;
  for (const entry of [facts, topics, places, people].flat()) {
    left -= Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (left < 0) return false;
  }
  return true;
}

interface Found {
  readonly order: number;
  readonly key?: string;
  readonly fact?: string;
}

function wordIndex({ facts, topics, people, places }: Matter): Map<string, Found[]> {
  const index = new Map<string, Found[]>();
  let order = 0;
  const enter = (text: string, found: Omit<Found, "order">): void => {
    const entry = { order: order++, ...found };
    for (const word of contentWords(text)) {
      const list = index.get(word);
      if (!list) index.set(word, [entry]);
      else if (list.length <= COMMON) list.push(entry);
    }
  };
  for (const { id, name, short } of people) enter(`${name} ${short}`, { key: `npc:${id}` });
  for (const { id, name } of places) enter(name, { key: `place:${id}` });
  for (const { id, np } of topics) enter(np, { key: `topic:${id}` });
  for (const { id, text } of facts) enter(text, { fact: id });
  return index;
}

/** Something with its place in the author's order, and what it takes up in a slice as it stands. */
interface Placed<Entry> {
  readonly one: Entry;
  readonly order: number;
}

function placed<Entry extends { readonly id: string }>(entries: readonly Entry[]): Map<string, Placed<Entry>> {
  return new Map(entries.map((one, order) => [one.id, { one, order }]));
}

function grouped(facts: readonly Fact[], keysOfFact: (fact: Fact) => readonly string[]): Map<string, Fact[]> {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    for (const key of keysOfFact(fact)) {
      const group = groups.get(key);
      if (group) group.push(fact);
      else groups.set(key, [fact]);
    }
  }
  return groups;
}

/** A slice that is being filled, and what is left of its room. */
class Slice {
  /** A fact stands in its topic's list as well. */
  readonly facts = new Shelf<Fact>(this, ({ id }) => Buffer.byteLength(id) + 3);
  readonly topics = new Shelf<Topic>(this);
  readonly places = new Shelf<Place>(this);
  readonly people = new Shelf<Person>(this);
  readonly questions = new Shelf<Question>(this);
  /** The names of the parts take up some. */
  #left = SLICE_BYTES - 100;

  get full(): boolean {
    return this.#left < SMALLEST_FACT;
  }

  give(bytes: number): void {
    this.#left += bytes;
  }

  /** Whether so many bytes are left, which are then taken. */
  take(bytes: number): boolean {
    if (bytes > this.#left) return false;
    this.#left -= bytes;
    return true;
  }

  topicsNamed(): string[] {
    return idsOf(
      "topic",
      this.facts.entries().flatMap(({ one: { names } }) => names),
    );
  }

  json(heard: readonly string[]): JsonObject {
    const facts = this.facts.entries();
    const jsonOf = <Entry extends object>(shelf: Shelf<Entry>): JsonObject[] => shelf.entries().map(({ json }) => json);
    const byTopic = new Map<string, string[]>();
    for (const { one } of facts) byTopic.set(one.topic, [...(byTopic.get(one.topic) ?? []), one.id]);
    return {
      facts: facts.map(({ json }) => json),
      topics: this.topics.entries().map(({ one, json }) => ({ ...json, facts: byTopic.get(one.id) ?? [] })),
      places: jsonOf(this.places),
      people: jsonOf(this.people),
      questions: jsonOf(this.questions),
      heard: [...heard],
    };
  }
}

/** An entry as slices give it, and the bytes of its JSON. */
interface Given {
  readonly json: JsonObject;
  readonly bytes: number;
}

/** Cuts entries to what slices give of them, each once for as long as the campaign is held. */
function given<Entry extends object>(shape: (entry: Entry) => Entry): (entry: Entry) => Given {
  const made = new WeakMap<Entry, Given>();
  return (entry) => {
    let one = made.get(entry);
    if (one === undefined) {
      const text = JSON.stringify(shape(entry));
      one = { json: frozen(JSON.parse(text) as JsonObject), bytes: Buffer.byteLength(text) + 1 };
      made.set(entry, one);
    }
    return one;
  };
}

class Shelf<Entry extends object> {
  readonly #held = new Map<Placed<Entry>, Given>();
  #bytes = 0;

  constructor(
    private readonly room: Pick<Slice, "take">,
    private readonly beside: (entry: Entry) => number = () => 0,
  ) {}

  /**
   * @param given - The entry as it is given.
   * @param most - Bytes that entries of its kind may take up together for it to be added.
   * @returns Whether it is there, or was.
   */
  add(entry: Placed<Entry>, given: Given, most = SLICE_BYTES): boolean {
    if (this.#held.has(entry)) return true;
    if (this.#bytes + SMALLEST_ENTRY > most) return false;
    const bytes = given.bytes + this.beside(entry.one);
    if (this.#bytes + bytes > most || !this.room.take(bytes)) return false;
    this.#bytes += bytes;
    this.#held.set(entry, given);
    return true;
  }

  /** In the author's order. */
  entries(): { readonly one: Entry; readonly json: JsonObject }[] {
    return [...this.#held].sort(([a], [b]) => a.order - b.order).map(([{ one }, { json }]) => ({ one, json }));
  }
}

/** What the player has not learned, and who at hand can tell it. */
class Tellers {
  readonly unknown: (fact: Fact) => boolean;
  readonly groupOf: (fact: Fact) => string;

  constructor(known: Readonly<Record<string, number>>, atHand: readonly Person[]) {
    const ids = new Set(atHand.map(({ id }) => id));
    this.unknown = ({ id }) => known[id] === undefined;
    this.groupOf = ({ knownBy }) => (knownBy === "common" ? "common" : (knownBy.find((id) => ids.has(id)) ?? "others"));
  }
}

function trimmedPerson(person: Person): Person {
  return {
    ...person,
    props: person.props.slice(0, 16),
    motives: shortOnes(person.motives, 8),
    relations: person.relations.filter(({ text }) => text.length <= LONGEST_TEXT).slice(0, 24),
    lines: shortOnes(person.lines, 8),
    catchphrases: shortOnes(person.catchphrases, 4),
    topics: person.topics.slice(0, 24),
    inventory: shortOnes(person.inventory, 16),
  };
}

/** Whoever is elsewhere is not looked at and does not speak. */
function farPerson(person: Person): Person {
  const { motives, relations, topics } = trimmedPerson(person);
  return {
    ...person,
    role: person.role.slice(0, LONGEST_TEXT),
    props: [],
    style: [],
    motives,
    relations: relations.slice(0, 8),
    lines: [],
    catchphrases: [],
    topics: topics.slice(0, 8),
    inventory: [],
  };
}

function trimmedPlace(place: Place): Place {
  return { ...place, sentences: shortOnes(place.sentences, 12), props: place.props.slice(0, 24) };
}

const asFact = given<Fact>((fact) => fact);
const asTopic = given<Topic>((topic) => ({ ...topic, facts: [] }));
const asQuestion = given<Question>((question) => ({ ...question, clues: question.clues.slice(0, MOST_CLUES) }));
const asPlace = given(trimmedPlace);
const asFarPlace = given<Place>((place) => ({ ...place, sentences: [], props: [] }));
const asPerson = given(trimmedPerson);
const asFarPerson = given(farPerson);

function shortOnes(texts: readonly string[], most: number): readonly string[] {
  return texts.filter((text) => text.length <= LONGEST_TEXT).slice(0, most);
}

/** Keys of people and places that something learned names, what was learned last first. */
function heardIn(learned: readonly Fact[]): string[] {
  const keys: string[] = [];
  let left = MOST_BYTES.heard;
  for (const key of new Set(learned.flatMap(({ names }) => names))) {
    if (key.startsWith("topic:")) continue;
    left -= Buffer.byteLength(key) + 3;
    if (left < 0) break;
    keys.push(key);
  }
  return keys;
}

/** Keys of all that a choice acts on and comes from. */
function keysOf(slot: ChoiceSlot | null): string[] {
  if (!slot) return [];
  const { npc, npc2, place, topic, fact } = slot.bind;
  const bound = [
    ...distinct([npc, npc2]).map((id) => `npc:${id}`),
    ...distinct([place]).map((id) => `place:${id}`),
    ...distinct([topic]).map((id) => `topic:${id}`),
    ...distinct([fact]).map((id) => `fact:${id}`),
  ];
  const ofSources = slot.sources.flatMap(({ kind, ref }) =>
    kind === "lore" ? [`fact:${ref}`, `topic:${ref}`] : kind === "npc" || kind === "place" ? [`${kind}:${ref}`] : [],
  );
  return distinct([...bound, ...ofSources]);
}

/** Keys that the text of the last scene or the one before named, the latest first. */
function namedLately(state: JsonObject): string[] {
  const named = numbersAt(state, "storybook.named");
  const last = Math.max(-1, ...Object.values(named));
  return latestFirst(named).filter((key) => (named[key] ?? 0) >= last - 1);
}

const idsOf = (kind: string, keys: readonly string[]): string[] =>
  keys.flatMap((key) => (key.startsWith(`${kind}:`) ? [key.slice(kind.length + 1)] : []));

const distinct = (texts: readonly unknown[]): string[] => [
  ...new Set(texts.filter((text): text is string => typeof text === "string" && text !== "")),
];

/** The first of each list, then the second of each, and so on. */
function* byTurns<Item>(lists: readonly (readonly Item[])[]): Generator<Item> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++) for (const list of lists) if (at < list.length) yield list[at] as Item;
}

function parted<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  const yes: Item[] = [];
  const no: Item[] = [];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}

function* firstOf<Item>(items: readonly Item[], most: number, test: (item: Item) => boolean): Generator<Item> {
  let left = most;
  for (const item of items) {
    if (left === 0) return;
    if (!test(item)) continue;
    left--;
    yield item;
  }
}

/** Keys by their numbers, the largest first; of one number the one that came last. */
function latestFirst(numbers: Readonly<Record<string, number | undefined>>): string[] {
  return Object.entries(numbers)
    .flatMap(([key, at], order) => (at === undefined ? [] : [{ key, at, order }]))
    .sort((a, b) => b.at - a.at || b.order - a.order)
    .map(({ key }) => key);
}

function objectAt(state: JsonObject, path: string): JsonObject {
  const value = getPath(state, path);
  return isJsonObject(value) ? value : {};
}

function numbersAt(state: JsonObject, path: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(objectAt(state, path)).flatMap(([key, value]) => (typeof value === "number" ? [[key, value]] : [])),
  );
}

function textAt(state: JsonObject, path: string): string {
  const value = getPath(state, path);
  return typeof value === "string" ? value : "";
}

function textsAt(state: JsonObject, path: string): string[] {
  const value = getPath(state, path);
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function numberAt(state: JsonObject, path: string): number | undefined {
  const value = getPath(state, path);
  return typeof value === "number" ? value : undefined;
}

/** What crosses a pipe later is given to many turns: nobody may change it. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const one of Object.values(Object.freeze(value))) frozen(one);
  return value;
}
