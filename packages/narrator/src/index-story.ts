import { atOnce, inSlices } from "@narratoria/protocol";
import {
  contentWords,
  createNameIndex,
  createProperNames,
  FAMILIES,
  headOf,
  inThirdPerson,
  type Family,
  isNumbered,
  isVerb,
  sentenceInPast,
  sentenceKey,
  splitSentences,
  type NameIndex,
  type ProperNames,
} from "@narratoria/protocol/english";
import type {
  BeatReading,
  DeclaredEffect,
  CastEntry,
  PlaceEntry,
  ReadAct,
  ReadFact,
  ReadLaw,
  Reading,
  RollRules,
  StoryCalendar,
} from "@narratoria/protocol/contracts";
import {
  type AuthoredChoice,
  type BeatChange,
  type BeatMatter,
  type EndingMatter,
  type Fact,
  type Matter,
  type Person,
  type Place,
  stopNumbers,
  type StoryTies,
  storyTies,
  type Topic,
} from "@narratoria/protocol/story";

import { keptByCue, keptForComing, keptForDeeds, linesOf, withAnswers, withLastWord, withShown } from "./beat-lines.js";
import { withoutPlaceHeading } from "./beat-heading.js";
import { untoldOf } from "./beat-labels.js";
import { withSpeechMarks } from "./speech-marks.js";
import { stageLines } from "./beat-moments.js";
import { happensInPast, isToldInPast } from "./scene/spoken-tense.js";

/** A reading, indexed for telling. */
export interface StoryIndex {
  readonly title: string;
  readonly matter: Matter;
  readonly beats: ReadonlyMap<string, BeatMatter>;
  readonly endings: ReadonlyMap<string, EndingMatter>;
  /** Paragraphs of the opening scene: the premise. */
  readonly opening: readonly string[];
  /** Sentences of the setting that belong to no single place. */
  readonly general: readonly string[];
  /** Sentences of the setting that are facts, where there is no lore: they are found out, not looked at in passing. */
  readonly toFind: ReadonlySet<string>;
  /** "in", "on", "at" or "aboard" for each place by id. */
  readonly prepositions: ReadonlyMap<string, string>;
  /** Tone families of the campaign's tone and genre words. */
  readonly tone: readonly Family[];
  readonly genre: readonly string[];
  /** Whether anybody tells the time by a clock; null where nothing says. */
  readonly clocks: boolean | null;
  /** Whether the author tells of the world in the past tense: who lives in it speaks of it in the present. */
  readonly toldInPast: boolean;
  /** Whether the author tells in the past what happens: all that joins it is in the past as well. */
  readonly happensInPast: boolean;
  /** What the author has the player called, and never "you": "the pilgrim". */
  readonly calls?: string;
  /** Whether the author's texts have dogs, cats or birds about. */
  readonly animals: boolean;
  /** Every sentence of the author's that may be told, as written: the lints leave their grammar alone. */
  readonly authored: ReadonlySet<string>;
  readonly proper: ProperNames;
  readonly names: NameIndex;
  /** All forms under which the author's texts call each person, by id. */
  readonly forms: ReadonlyMap<string, readonly string[]>;
  readonly facts: ReadonlyMap<string, Fact>;
  readonly topics: ReadonlyMap<string, Topic>;
  /** What the player can do for what beats and endings wait for. */
  readonly acts: readonly ReadAct[];
  /** How dice are thrown, where the author says so. */
  readonly rules?: RollRules;
  /** How many scenes its author thinks of. */
  readonly length?: number;
  /** When the story begins, and how many days it lasts. */
  readonly calendar?: StoryCalendar;
  /** What no text of the story may say, whoever writes it. */
  readonly laws: readonly ReadLaw[];
  readonly places: ReadonlyMap<string, Place>;
  readonly people: ReadonlyMap<string, Person>;
}

const ANIMALS = /\b(?:dogs?|cats?|gulls?|birds?|crows?|hens?|sparrows?|pigeons?)\b/i;

/** Indexes a reading for telling. Pure. */
export function indexStory(reading: Reading): StoryIndex {
  return atOnce(indexing(reading));
}

/** As `indexStory`, while whatever else the program does goes on. (rule NA890) */
export function indexStoryInSlices(reading: Reading): Promise<StoryIndex> {
  return inSlices(indexing(reading));
}

function* indexing(written: Reading): Generator<void, StoryIndex> {
  const reading = withSpeechMarks(written);
  const naming = namesOf(reading);
  yield;
  const matter = yield* matterOf(reading, naming);
  yield;
  const { facts, topics, places, people } = matter;
  const persons = byId(people);
  const placeNames = reading.places.flatMap(({ name, aliases }) => [name, ...aliases]);
  const formsOf = (id: string | undefined): readonly string[] =>
    reading.places.flatMap(({ id: one, name, called, aliases }) => (one === id ? [name, called, ...aliases] : []));
  const beats: BeatMatter[] = [];
  for (const beat of reading.beats) {
    const { id, title, told, decisions, choices, moments, place, cast, veiled = [], leaves = [], mood } = beat;
    const { names, opens, outcomes, clock } = beat;
    beats.push({
      id,
      title,
      ...linesIn(
        untoldOf(withoutPlaceHeading(told, formsOf(place)), reading.opening, people, placeNames),
        withoutSpeakers(moments, veiled),
        {
          decisions: [...new Set([...decisions, ...outcomes.flatMap(({ chosen = [] }) => chosen)])],
          choices: choices.map((choice) => asChoice(choice, naming)),
        },
        persons,
      ),
      ...(place === undefined || !isRealPlace(place, beat.evidence.place.certainty !== "guessed", reading)
        ? {}
        : { place }),
      people: cast.filter((one) => !veiled.includes(one)),
      ...presenceOf(id, reading),
      ...leavesOf(leaves, place, reading),
      ...clockOf(clock),
      ...changesOf(opens, naming),
      ...(outcomes.length === 0
        ? {}
        : {
            outcomes: outcomes.map(({ told, effects, chosen }) => ({
              told,
              ...changesOf(effects, naming),
              ...(chosen === undefined ? {} : { chosen }),
            })),
          }),
      ...(mood === undefined ? {} : { mood }),
      names,
    });
    yield;
  }
  const isPast = happensInPast(
    beats,
    reading.laws.map(({ text }) => text),
  );
  const inTense = isPast ? beats.map((beat) => retold(beat, happened, sentenceInPast)) : beats;
  const calls = reading.manners.playerCalled?.role;
  // Whoever "you" is, is told of by their role. (rule NA3262)
  const ofRole = (text: string): string => (calls === undefined ? text : inThirdPerson(text, calls, isPast));
  const told = calls === undefined ? inTense : inTense.map((beat) => retold(beat, ofRole, ofRole));
  const endings = reading.endings.map(
    ({ id, title, tone, page, follows, paragraphs, epilogue }): EndingMatter => ({
      id,
      title,
      ...(follows === undefined ? {} : { follows }),
      ...(page === undefined ? {} : { page }),
      ...(tone === undefined ? {} : { tone }),
      paragraphs,
      epilogue,
    }),
  );
  return {
    title: reading.title,
    matter,
    beats: byId(told),
    endings: byId(endings),
    opening: reading.opening,
    general: reading.general,
    toFind: new Set(reading.toFind),
    prepositions: new Map(reading.places.map(({ id, preposition }) => [id, preposition])),
    tone: FAMILIES.filter((family) => reading.tone.includes(family)).sort(
      (a, b) => reading.tone.indexOf(a) - reading.tone.indexOf(b),
    ),
    genre: reading.genre,
    clocks: reading.manners.clocks,
    toldInPast: isToldInPast(matter, reading.general),
    happensInPast: isPast,
    ...(calls === undefined ? {} : { calls }),
    animals: reading.general
      .concat(reading.places.flatMap(({ sights }) => sights.map(({ text }) => text)))
      .some((text) => ANIMALS.test(text)),
    authored: new Set([
      ...facts.flatMap((fact) => [fact.text, ...(fact.tail === undefined ? [] : [fact.tail])]),
      ...places.flatMap((place) => place.sentences),
      ...reading.general,
      ...people.flatMap((person) => [
        ...person.lines,
        ...person.catchphrases,
        ...person.motives,
        ...person.relations.map(({ text }) => text),
        ...(person.looks ?? []),
      ]),
      ...told.flatMap((beat) => [
        ...beat.told,
        ...beat.dialogue.flatMap(({ line, before }) => (before === undefined ? [line] : [before, line])),
        ...(beat.choices ?? []).flatMap(({ result }) => result ?? []),
      ]),
      ...endings.flatMap((ending) => [...ending.paragraphs, ...ending.epilogue]),
      ...reading.opening,
    ]),
    proper: createProperNames(reading.properNames),
    names: naming,
    forms: new Map(
      reading.cast.map(({ id, name, called, aliases }) => [id, [...new Set([plainName(name), called, ...aliases])]]),
    ),
    facts: byId(facts),
    topics: byId(topics),
    acts: reading.acts,
    ...(reading.manners.lengthScenes === undefined ? {} : { length: reading.manners.lengthScenes }),
    ...(reading.manners.calendar === undefined ? {} : { calendar: reading.manners.calendar }),
    ...(reading.rules === undefined ? {} : { rules: reading.rules }),
    laws: reading.laws,
    places: byId(places),
    people: persons,
  };
}

/** A passage in the tense of what happens. (rule NA3261) */
const happened = (text: string): string =>
  splitSentences(text)
    .map(sentenceInPast)
    .join(" ")
    .replace(/(?<=[.,!?…][”"]) says (?=\p{Lu}|the )/gu, " said ");

/**
 * What comes of choices, and how a beat comes out, told otherwise than its author has it.
 *
 * @param tell - Of what comes of a choice, a passage.
 * @param tellOne - Of how the beat comes out, a sentence.
 */
function retold(
  { choices, outcomes, ...beat }: BeatMatter,
  tell: (text: string) => string,
  tellOne: (sentence: string) => string,
): BeatMatter {
  return {
    ...beat,
    ...(choices && {
      choices: choices.map((choice) =>
        choice.result === undefined ? choice : { ...choice, result: tell(choice.result) },
      ),
    }),
    ...(outcomes && { outcomes: outcomes.map((one) => ({ ...one, told: one.told.map(tellOne) })) }),
  };
}

function namesOf({ cast, topics, places, facts }: Reading): NameIndex {
  const ties = storyTies({ facts: facts.map(factOf), topics, people: [], places: [] });
  return createNameIndex([
    ...cast.flatMap(({ id, name, called, aliases }) =>
      [name, called, ...aliases].map((form) => ({ form, key: `npc:${id}` })),
    ),
    ...topics.map(({ id, np }) => ({ form: np, key: `topic:${id}` })),
    ...rareForms(
      topics,
      ties,
      [...cast, ...places].flatMap(({ name, aliases }) => [name, ...aliases]),
    ),
    ...places.flatMap(({ id, name, aliases }) => [name, ...aliases].map((form) => ({ form, key: `place:${id}` }))),
  ]);
}

/** Letters of a word that calls a whole topic to mind. */
const LONG_WORD = 5;

/** Words of dates: they name a day, and nothing that happened on it. */
const OF_DATE =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\p{L}*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\p{L}teenth|\p{L}tieth))$/iu;

/** Heads of a name whose first word says what it is about. */
const PAPERS =
  /^(?:notes?|books?|letters?|papers?|logs?|lists?|tables?|maps?|stor(?:y|ies)|songs?|accounts?|affairs?|business|case|files?|records?|rules?|handbook|ledger|diary|journal|incident|job|contract|timetable)$/i;

/** A word of a topic's name that no other topic has, and that its story seldom uses, names it: "thermostat" of the thermostat notes. (rule NA491) */
function rareForms(
  topics: Reading["topics"],
  ties: StoryTies,
  others: readonly string[],
): readonly { form: string; key: string }[] {
  const wordsOf = (np: string): readonly string[] => np.match(/\p{L}+/gu) ?? [];
  const uses = new Map<string, number>();
  // A word of somebody's name, or of a place's, names them.
  for (const name of others) for (const word of wordsOf(name.toLowerCase())) uses.set(word, Number.POSITIVE_INFINITY);
  for (const { np } of topics)
    for (const word of new Set(wordsOf(np.toLowerCase()))) uses.set(word, (uses.get(word) ?? 0) + 1);
  return topics.flatMap(({ id, np, facts }) => {
    const head = headOf(np).split(" ").at(-1) ?? "";
    const words = wordsOf(np).filter(
      (word) =>
        // "The green door" is no green, but of the thermostat notes the thermostat is the matter.
        (word === head || PAPERS.test(head)) &&
        word.length >= LONG_WORD &&
        // "January" is no name of what happened on the nineteenth of it.
        !OF_DATE.test(word) &&
        uses.get(word.toLowerCase()) === 1 &&
        ties.rareWords(word.toLowerCase()).size > 0,
    );
    return facts.length === 0 || wordsOf(np).length < 2 ? [] : words.map((form) => ({ form, key: `topic:${id}` }));
  });
}

/** Nobody says as themselves what they say behind a mask. */
const withoutSpeakers = (moments: BeatReading["moments"], veiled: readonly string[]): BeatReading["moments"] =>
  veiled.length === 0
    ? moments
    : moments.map((moment) => ({ ...moment, lines: moment.lines.filter(({ speaker }) => !veiled.includes(speaker)) }));

function linesIn(
  told: readonly string[],
  moments: BeatReading["moments"],
  put: { readonly decisions: readonly string[]; readonly choices: readonly AuthoredChoice[] },
  people: ReadonlyMap<string, Person>,
): Pick<BeatMatter, "told" | "dialogue" | "decisions" | "choices"> {
  const lines = linesOf(moments, people);
  const ways = withAnswers({ decisions: put.decisions, choices: put.choices }, lines.answers);
  const kept = keptForDeeds(told, { dialogue: lines.dialogue, answers: ways.answers }, ways.choices, people);
  const cues = new Map(moments.flatMap((moment) => moment.lines.map(({ line, cue }) => [line, cue?.text] as const)));
  const come = keptForComing(told, { ...kept, decisions: ways.decisions }, people);
  const given = keptByCue(told, come, (line) => cues.get(line), people);
  const shown = withShown(told, given, people);
  const { dialogue, decisions, choices } = withLastWord(told, shown, people);
  return {
    ...stageLines(told, dialogue, [...people.values()]),
    decisions: [...decisions],
    ...(choices.length === 0 ? {} : { choices }),
  };
}

function asChoice(
  { answer, invited, decides, until, effects = [], ...choice }: BeatReading["choices"][number],
  names: NameIndex,
): AuthoredChoice {
  return {
    ...choice,
    ...changesOf(effects, names),
    ...(answer === undefined ? {} : { fact: answer }),
    ...(invited === true ? { invited } : {}),
    ...(decides === true ? { decides } : {}),
    ...(until === undefined ? {} : { until }),
  };
}

function clockOf(clock: BeatReading["clock"]): Pick<BeatMatter, "clock"> {
  const { day, minutes } = clock ?? {};
  if (day === undefined && minutes === undefined) return {};
  return { clock: { ...(day === undefined ? {} : { day }), ...(minutes === undefined ? {} : { minutes }) } };
}

/** What an author's consequences change in play. */
function changesOf(effects: readonly DeclaredEffect[], names: NameIndex): Pick<BeatMatter, "changes"> {
  const changes = effects.flatMap(({ kind, npc, topic, fact, path, value, thing, faction }): BeatChange[] => {
    switch (kind) {
      case "feeling":
        return npc !== undefined && typeof value === "number" ? [{ kind, npc, delta: value }] : [];
      case "standing":
        return faction !== undefined && typeof value === "number" ? [{ kind, faction, delta: value }] : [];
      case "follows":
        return npc === undefined ? [] : [{ kind, npc }];
      case "item":
        return thing === undefined ? [] : [{ kind, name: thing }];
      case "world":
        return path === undefined || value === undefined ? [] : [{ kind, path, value }];
      case "flag":
        return path === undefined ? [] : [{ kind, name: path, value: true }];
      // Whoever a decision sends away or leaves behind. (rule NA6534)
      case "presence":
        return npc !== undefined && value === "away" ? [{ kind: "person", npc, state: "missing", away: true }] : [];
      case "open-topic":
      case "learn": {
        const topics = names
          .keysIn(topic ?? fact ?? "")
          .flatMap((key) => (key.startsWith("topic:") ? [key.slice("topic:".length)] : []));
        return topics.length === 0 ? [] : [{ kind: "topics", topics }];
      }
      default:
        return [];
    }
  });
  return changes.length === 0 ? {} : { changes };
}

/** Who dies, goes missing or comes back with a beat: as the author's consequences and the cast's own entries say. */
function presenceOf(beat: string, reading: Reading): Pick<BeatMatter, "presence"> {
  const changes = new Map<string, "here" | "missing" | "dead">();
  for (const { presence, id } of reading.cast)
    for (const gone of presence.gone) {
      if (gone.until === beat) changes.set(id, "here");
      if (gone.from === beat) changes.set(id, gone.state === "dead" ? "dead" : "missing");
    }
  // Whoever can never be met is not there when they are found.
  const never = new Set(reading.cast.flatMap(({ id, presence: { from } }) => (from === "never" ? [id] : [])));
  for (const { kind, npc, value } of reading.beats.find(({ id }) => id === beat)?.opens ?? []) {
    if (npc === undefined) continue;
    if (kind === "dead") changes.set(npc, "dead");
    if (kind === "presence" && !(value === "here" && never.has(npc)))
      changes.set(npc, value === "here" ? "here" : "missing");
  }
  return changes.size === 0 ? {} : { presence: [...changes].map(([npc, state]) => ({ npc, state })) };
}

/**
 * Whoever goes out goes home. Whoever is at home, or has none, is where nobody meets them, and comes back: they have left the room, and gone
 * to no other place of the story. (rule NA6533)
 */
function leavesOf(
  leaves: readonly string[],
  place: string | undefined,
  { cast, places }: Reading,
): Pick<BeatMatter, "leaves"> {
  const here = places.find(({ id }) => id === place);
  const left = leaves.flatMap((npc) => {
    const person = cast.find(({ id }) => id === npc);
    // Whoever travels with the player goes no further than round the corner.
    if (person?.travels === true) return [];
    const home = person?.home;
    return here === undefined ? [] : [{ npc, place: home !== undefined && home !== place ? home : "" }];
  });
  return left.length === 0 ? {} : { leaves: left };
}

/**
 * Whether a beat waits for its place: that is more than a guess itself, somebody's home, or one that the beat's own words give and that
 * is by its noun indoors or out. (rule NA493)
 */
function isRealPlace(place: string, isSaid: boolean, { places, cast }: Reading): boolean {
  return (
    places.some(
      ({ id, evidence, indoors }) =>
        id === place && (evidence.certainty !== "guessed" || (isSaid && indoors !== null && indoors !== undefined)),
    ) || cast.some(({ home }) => home === place)
  );
}

function byId<T extends { readonly id: string }>(entries: readonly T[]): ReadonlyMap<string, T> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

/** Words of a wish that can stand in "Help X to ..." and "I want to ...". */
const MOST_WISH_WORDS = 16;

/** "Keep the Otters up. JUST ONCE MORE." is one wish and an outcry. */
const firstSentence = (motive: string): string => (splitSentences(motive)[0] ?? motive).replace(/[.!]$/, "");

/** A wish as it is compared: without the "to" before it. */
const wishOf = (text: string): string => text.replace(/^to /i, "").replace(/[.!]$/, "").toLowerCase();

/** Whether a wish begins with its verb, and is one wish. */
function isPlainWish(motive: string): boolean {
  const words = motive.replace(/^to /, "").split(/\s+/);
  const [first = ""] = words;
  return (
    isVerb(first) &&
    !/^(?:be|is|are|was|were|been|had|has|not|that)$/i.test(first) &&
    words.length <= MOST_WISH_WORDS &&
    !/[;:]/.test(motive)
  );
}

/** What skill scripts and frames work with: facts, topics, places and people of a reading. */
function* matterOf(reading: Reading, names: NameIndex): Generator<void, Matter> {
  const ofBeats = linesOfBeats(reading);
  const isBeat = new Set(reading.beats.map(({ id }) => id));
  const people: Person[] = [];
  const said: Fact[] = [];
  for (const entry of reading.cast) {
    yield;
    // What is said in a beat waits for it.
    const lines = wordsOf(entry).filter((line) => !ofBeats.says(line));
    people.push({ ...personOf(entry, entranceOf(entry, reading)), lines });
    said.push(...saidBy(entry, names, ofBeats));
  }
  yield;
  const proper = createProperNames(reading.properNames);
  const places = reading.places
    .map((place) => placeOf(place, reading))
    .map((place) => ({ ...place, name: inSentence(place.name, proper) }));
  // What is told of a place is spoken of under its name: "ask Osk about the lobby". (rule NA4701)
  const asPlace = new Map(places.map(({ name }) => [name.replace(/^the /iu, "").toLowerCase(), name]));
  const topicName = (np: string): string =>
    asPlace.get(np.toLowerCase()) ??
    // "Flood of Year 22" is a heading: in a sentence it is "the flood of year 22".
    (/^(?!(?:each|both|all|some|none|one|two|three|out|because)\b)\p{Ll}+ of /u.test(np) ? `the ${np}` : np);
  return {
    // What waits for its beat is not said before it; what only a secret or an ending says, by nobody.
    facts: [
      ...reading.facts.filter(({ locked }) => locked === undefined || isBeat.has(locked)).map(factOf),
      ...said,
      ...reading.cast.flatMap(confidedBy),
    ],
    topics: reading.topics.map((topic) => ({
      ...topic,
      np: topicName(topic.np.replace(/^(?:from|about|concerning|of) (?=\p{L})/iu, "")),
    })),
    places,
    people,
    questions: reading.questions.map(({ id, text, topic, from, clues, answeredBy, names }) => ({
      id,
      text,
      topic: topic ?? "",
      from,
      clues,
      answeredBy,
      names,
    })),
    ...(reading.openingChoices === undefined
      ? {}
      : { opening: reading.openingChoices.map((choice) => asChoice(choice, names)) }),
  };
}

/** What the beats of a story say, word for word or in other words. */
interface LinesOfBeats {
  /** Whether a beat tells or says a line, or so much of it that it would be told twice. */
  says(line: string): boolean;
  /** Whether a line of a beat has half of its content words. */
  saysHalfOf(line: string): boolean;
}

/** Words in a row that nobody says twice, letters of a word that counts among them, and how many must. */
const SAME_WORDS = 4;
const LONG_LETTERS = 4;
const FEWEST_LONG = 2;
/** Share of its content words with which a line is in a beat, and how many it must have. */
const MOST_OF_BEAT = 0.75;
const FEWEST_OF_BEAT = 3;

/** Compares example lines with what beats tell and say. Implements rule NA545. */
function linesOfBeats({ beats, cast, places, topics }: Reading): LinesOfBeats {
  const named = new Set(
    [...cast, ...places, ...topics.map(({ np }) => ({ name: np }))].flatMap(
      ({ name }) => name.toLowerCase().match(/\p{L}+/gu) ?? [],
    ),
  );
  const said = beats.flatMap(({ moments }) => moments.flatMap(({ lines }) => lines.map(({ line }) => line)));
  // A quotation may be parted by what tells of its speaker.
  const told = beats.flatMap(({ told: sentences }) => sentences.map((_, at) => sentences.slice(at, at + 2).join(" ")));
  const keys = new Set(said.map((line) => sentenceKey(line)));
  const inLines = said.map((line) => contentWords(line));
  const inBeats = [...inLines, ...told.map((text) => contentWords(text))];
  const runs = new Set([...said, ...told].flatMap((text) => runsIn(text, named)));
  return {
    says(line) {
      if (keys.has(sentenceKey(line)) || runsIn(line, named).some((run) => runs.has(run))) return true;
      const words = [...contentWords(line)];
      if (words.length < FEWEST_OF_BEAT) return false;
      return inBeats.some((known) => words.filter((word) => known.has(word)).length >= MOST_OF_BEAT * words.length);
    },
    saysHalfOf(line) {
      const words = [...contentWords(line)];
      return inLines.some((known) => words.filter((word) => known.has(word)).length * 2 >= words.length);
    },
  };
}

/** Every four words in a row of a text of which two are long and no part of a name. */
function runsIn(text: string, named: ReadonlySet<string>): string[] {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []).map((word) =>
    word.replace("’", "'"),
  );
  return words
    .slice(0, Math.max(0, words.length - SAME_WORDS + 1))
    .map((_, at) => words.slice(at, at + SAME_WORDS))
    .filter((run) => run.filter((word) => word.length >= LONG_LETTERS && !named.has(word)).length >= FEWEST_LONG)
    .map((run) => run.join(" "));
}

/**
 * An example line that names something one can ask about is what its speaker has to say to it; any other comes out where a beat lets ask
 * for it, or to whoever hears its speaker out. (rules NA490 and NA495)
 */
function saidBy({ id, lines }: CastEntry, names: NameIndex, ofBeats: LinesOfBeats): readonly Fact[] {
  return lines.flatMap(({ text, form, cue }, at): Fact[] => {
    const fact = `${id}-says-${at + 1}`;
    const asked = cue === undefined ? undefined : /\b(?:ask|press|push)(?:ed|es|s)?\b.*$/iu.exec(cue)?.[0];
    const named = names.keysIn(`${text} ${asked ?? ""}`).filter((key) => key !== `npc:${id}`);
    // What waits for something else than a question is said when that comes, and nobody knows when it does. (rule NA3450)
    if (cue !== undefined && asked === undefined) return [];
    // What a beat says, or nearly, waits for it.
    if (form !== "words" || (asked === undefined && isQuestion(text)) || ofBeats.says(text)) return [];
    if (named.length === 0 && ofBeats.saysHalfOf(text)) return [];
    return [
      {
        id: fact,
        text,
        clause: text,
        topic: topicOf(named),
        file: `characters/npcs/${id}/profile.json`,
        knownBy: [id],
        said: id,
        ...(asked === undefined ? {} : { asked }),
        ...(named.length === 0 ? { confided: true } : {}),
        names: named,
      },
    ];
  });
}

/** What somebody keeps to themselves, in their own words; what only an ending says comes out nowhere else. (rule NA494) */
function confidedBy({ id, confidences = [] }: CastEntry): readonly Fact[] {
  return confidences.map(
    ({ id: fact, text, file, names, locked, terms }): Fact => ({
      id: fact,
      text,
      clause: text,
      topic: topicOf(names),
      file,
      knownBy: [id],
      said: id,
      confided: true,
      ...(locked === undefined ? {} : { after: locked }),
      ...(terms === undefined ? {} : { terms }),
      names,
    }),
  );
}

const topicOf = (names: readonly string[]): string =>
  names.find((key) => key.startsWith("topic:"))?.slice("topic:".length) ?? "";

/** Nobody answers by asking. */
const isQuestion = (text: string): boolean => text.trimEnd().endsWith("?");

function factOf({
  id,
  text,
  clause,
  tail,
  inside,
  apart,
  lead,
  rest,
  topic,
  file,
  knownBy,
  keptBy,
  locked,
  names,
}: ReadFact): Fact {
  return {
    id,
    text,
    clause,
    ...(tail === undefined ? {} : { tail }),
    ...(inside === true ? { inside } : {}),
    ...(apart === true ? { apart } : {}),
    ...(lead === undefined ? {} : { lead }),
    ...(rest === undefined ? {} : { rest }),
    topic,
    file,
    knownBy: knownBy ?? "common",
    ...(keptBy === undefined ? {} : { keptBy }),
    ...(locked === undefined ? {} : { after: locked }),
    names,
  };
}

/** Where one is without an article: "at school", "in town", "aboard". */
const WITHOUT_ARTICLE =
  /^(?:home|town|school|church|prison|gaol|jail|bed|court|college|hospital|camp|port|sea|shore|land|aboard|ashore|outside|inside|upstairs|downstairs|outdoors|indoors|heaven|hell|nowhere|everywhere|anywhere|elsewhere|(?:an?|the|my|your|his|her|its|our|their|no|every|each|one|two|three|four|five)|\p{L}+['’]s?)\b/iu;

/** "Well deck" and "schoolroom" are nouns, and stand with their article in a sentence: "the well deck". (rule NA509) */
function inSentence(name: string, proper: ProperNames): string {
  const bare = name.replace(/^the /i, "");
  // "KQXV studio", "Concho River park": a noun with a name before it. (rule NA524)
  if (
    /^\p{Lu}.* \p{Ll}{3,}$/u.test(bare) &&
    !WITHOUT_ARTICLE.test(bare) &&
    !/['’]s? /.test(bare) &&
    !/ (?:of|in|at|on|and) \p{Ll}+$/u.test(bare) &&
    /\p{Lu}.* \p{Lu}|\p{Lu}{2}/u.test(bare)
  )
    return `the ${bare}`;
  // "Carriage four" is told from its like by the number. (rule NA3493)
  if (isNumbered(bare)) return bare;
  const isNoun = /^\p{L}\p{Ll}+(?: \p{Ll}+)+$/u.test(bare) || /^\p{Ll}{3,}$/u.test(bare);
  if (!isNoun || WITHOUT_ARTICLE.test(bare)) return name;
  const lower = proper.lowerFirst(bare);
  return /^\p{Ll}/u.test(lower) ? `the ${lower}` : name;
}

function placeOf(
  { id, name, indoors, sights, props, topic, reach, within }: PlaceEntry,
  { route, places }: Pick<Reading, "route" | "places">,
): Place {
  const number = route === undefined ? undefined : stopNumbers(route);
  const isStop = route?.stops.includes(id) === true;
  // What is a part of a stop lies there.
  const stop = number?.(id) ?? (within === undefined ? undefined : number?.(within));
  const lengths = [...(route?.ways ?? []), ...(route?.apart ?? [])].flatMap(({ from, to, minutes }) =>
    minutes === undefined ? [] : from === id ? [{ to, minutes }] : to === id ? [{ to: from, minutes }] : [],
  );
  const ways = lengths.filter(({ to }, at) => lengths.findIndex((way) => way.to === to) === at);
  const wholes = wholesOf(id, places);
  const far = (route?.apart ?? []).flatMap(({ from, to }) =>
    wholes.has(from) && !wholes.has(to) ? to : wholes.has(to) && !wholes.has(from) ? from : [],
  );
  // What lies in a place far off is as far.
  const farOff = places.filter((one) => far.some((whole) => wholesOf(one.id, places).has(whole))).map((one) => one.id);
  return {
    id,
    name,
    indoor: indoors,
    sentences: sights.map(({ text }) => text),
    inside: sights.flatMap(({ text, inside }) => (inside === true ? [text] : [])),
    props,
    ...(topic === undefined ? {} : { topic }),
    ...(within === undefined ? {} : { within }),
    // What is only guessed keeps nobody from a place.
    ...(reach === undefined || reach.by === "foot" || reach.evidence.certainty === "guessed"
      ? {}
      : { reach: { by: reach.by, ...(reach.beat === undefined ? {} : { beat: reach.beat }) } }),
    ...(stop === undefined || route === undefined ? {} : { road: roadOf(stop, route, isStop) }),
    ...(route?.carried?.includes(id) === true ? { carries: true as const } : {}),
    ...(ways.length === 0 ? {} : { ways }),
    ...(farOff.length === 0 ? {} : { far: farOff }),
  };
}

/** Minutes of a way of the road of which nothing is said. */
const UNKNOWN_WAY = 480;

/** Where a stop of the road stands, or a part of one, and how far the next one is. */
function roadOf(stop: number, route: NonNullable<Reading["route"]>, isStop: boolean): NonNullable<Place["road"]> {
  const number = stopNumbers(route);
  const at = (one: number): readonly string[] => route.stops.filter((id) => number(id) === one);
  const isLast = at(stop + 1).length === 0;
  const next = isLast && route.round === true ? 1 : stop + 1;
  const isBetween = (from: string, to: string): boolean => at(stop).includes(from) && at(next).includes(to);
  const way = route.ways.find(({ from, to }) => isBetween(from, to) || isBetween(to, from));
  return {
    stop,
    minutes: way?.minutes ?? route.minutes ?? UNKNOWN_WAY,
    ...(isStop ? {} : { part: true as const }),
    ...(isLast && next === 1 ? { then: 1 } : {}),
  };
}

/** A place and all in which it lies. */
function wholesOf(id: string, places: readonly PlaceEntry[]): ReadonlySet<string> {
  const wholes = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !wholes.has(at); ) {
    wholes.add(at);
    const whole: string = at;
    at = places.find((place) => place.id === whole)?.within;
  }
  return wholes;
}

/** A name without a remark in brackets, and with a nickname in the place of what it stands for: "Nacho Salcedo". */
const plainName = (name: string): string =>
  (name.replace(/\s*\([^)]*\)$/u, "") || name).replace(
    /^\p{L}[\p{L}.’'-]* ["“‘'](\p{Lu}[\p{L}’-]*)["”’'] (?=\p{Lu})/u,
    "$1 ",
  );

const wordsOf = ({ lines }: CastEntry): readonly string[] =>
  // A line with a condition waits for it. (rule NA3450)
  lines.flatMap(({ text, form, cue }) => (form === "words" && cue === undefined ? [text] : []));

/**
 * The beat that brings somebody in: the author's, else the first that has them where their home is only guessed. Nobody stands in a place
 * in which no text puts them. (rule NA521)
 */
function entranceOf(
  { id, presence, evidence, travels }: CastEntry,
  { beats, acts }: Pick<Reading, "beats" | "acts">,
): string | undefined {
  if (presence.from !== "start" || travels === true) return undefined;
  if (presence.enters !== undefined || evidence.home.certainty !== "guessed") return presence.enters;
  // Whose trust a beat waits for is met before it.
  if (acts.some(({ measure }) => measure?.npc === id)) return undefined;
  const at = beats.findIndex(({ cast }) => cast.includes(id));
  return at <= 0 ? undefined : beats[at]?.id;
}

function personOf(entry: CastEntry, enters: string | undefined): Person {
  const { id, name, called, epithet, role, pronoun, home, props, style, motives, relations, evidence } = entry;
  const kept = new Set((entry.wants ?? []).flatMap(({ text, locked }) => (locked === undefined ? [] : [wishOf(text)])));
  return {
    id,
    // "Nina Varga (Нина Варга)" is one name, written twice.
    name: plainName(name),
    short: called,
    ...(epithet === undefined ? {} : { epithet }),
    role,
    // What is only guessed is not spoken of.
    pronoun: evidence.pronoun.certainty === "guessed" ? null : pronoun,
    plural: entry.plural,
    kind: entry.kind,
    body: entry.body,
    speech: entry.speech,
    mobility: entry.mobility,
    presentFrom: entry.presence.from,
    ...(entry.importance === "major" ? {} : { importance: entry.importance }),
    ...(enters === undefined ? {} : { enters }),
    ...(entry.travels === true ? { travels: true as const } : {}),
    home: home ?? "",
    ...(home !== undefined && evidence.home.certainty === "guessed" ? { homeIsGuess: true as const } : {}),
    props,
    style,
    // What is a secret of theirs, or for a later beat to say, they tell nobody who only asks. (rule NA640)
    motives: motives
      .filter((motive) => !kept.has(wishOf(motive)))
      .map(firstSentence)
      .filter(isPlainWish),
    relations: relations.flatMap(({ to, predicate, spoken, locked }) =>
      predicate === undefined
        ? []
        : [{ to, text: predicate, ...(spoken === undefined || locked !== undefined ? {} : { spoken }) }],
    ),
    lines: wordsOf(entry),
    catchphrases: entry.catchphrases,
    topics: entry.topics,
    inventory: entry.inventory,
    ...(entry.looks.length === 0 ? {} : { looks: entry.looks }),
  };
}
