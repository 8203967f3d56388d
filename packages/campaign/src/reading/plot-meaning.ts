import type {
  BeatReading,
  CastEntry,
  DeclaredEffect,
  OutcomeReading,
  Reading,
  ReadFact,
} from "@narratoria/protocol/contracts";
import { capitalise, contentWords, isLemma, type NameIndex, splitSentences } from "@narratoria/protocol/english";
import { readActs, type Waiting } from "./acts.js";
import { withResults } from "./choice-results.js";
import { beatsThatSet, flagsOf, type WaitedTags, waitedTags, withoutTags } from "./declared-tags.js";
import { withinOneDay, withLateHours, withSaidHalves } from "./late-hours.js";
import {
  withBareDates,
  withCountdown,
  withDates,
  withDayCount,
  inTheirHalf,
  withDaysOfIds,
  withTaggedDays,
  withTitledDates,
  withTitledDays,
  withTitledHours,
  withWeekdays,
} from "./beat-clock.js";
import { openingWeekday, readCalendar, weekdayOfFirstBeat } from "./calendar.js";
import { isAction, withoutGloss } from "./beat-text.js";
import { readConfidences } from "./confidences.js";
import { type EffectContext, readEffects } from "./effects.js";
import { invitationsOf } from "./invitations.js";
import { lineOf } from "./locate.js";
import { allLooksOf } from "./looks.js";
import { looksInProse } from "./looks-in-prose.js";
import { createLocks, type Locks, type Revelation } from "./locks.js";
import { readManners } from "./manners.js";
import { escape } from "./patterns.js";
import type { PlayerRole } from "./player-role.js";
import type { MinedBeat } from "./mine/beats.js";
import { readDecidedEndings, readLastPages } from "./last-pages.js";
import { sentenceOfNote, sentenceOfRelation } from "./notes.js";
import { isPublicNote } from "./public-notes.js";
import type { PlayerWords } from "./player-words.js";
import { leftOpenIn } from "./decisions/alternatives.js";
import { type AwaitedDeed, awaitedOptions } from "./decisions/awaited-options.js";
import { asNamed, asPut, behindTheDeed, chosenAmong } from "./decisions/chosen-outcomes.js";
import { sentAway } from "./decisions/sent-away.js";
import { comesByThemselves } from "./travels.js";
import { consequenceToTell, foundOut } from "./decisions/what-follows.js";
import { withVeils } from "./veiled.js";
import { readQuestions } from "./questions.js";
import { countRareWords } from "./rare-words.js";
import type { ReadingSource } from "./read-story.js";

export interface PlotContext {
  readonly source: ReadingSource;
  readonly player: PlayerWords;
  /** What the author has the player called in all that is told. */
  readonly called?: PlayerRole;
  readonly names: NameIndex;
  readonly beats: readonly MinedBeat[];
}

const BEATS = "plot/beats.json";

/** What a sentence that is told declares for the rest of the story, and not for its own moment alone. */
const LASTING = /\bfrom (?:this|now|here|that)\b/i;

/** A sentence about scenes is for whoever tells them. */
const OF_SCENES =
  /\b(?:from|in|until|for|after) (?:this|that|the next|the last) (?:scene|beat)\b|^(?:this|the next) (?:scene|beat)\b/i;
/** "Do you let the printer have it?", "If you know of it, do you say so?", "What do you say to him?" */
const ASKS_YOU =
  /^(?:(?:And|Or|So|But|Then),? )?(?:if [^,?“”"]{3,60}, )?(?:(?:do|will|would|can|could|shall|are|is it) you|what (?:do|will|would) you (?:do|say|tell|answer))\b[^“”"]*\?$/iu;
const OF_YOU = /\byou(?:r|rs)?\b/iu;
/** How a roll comes out is said by rules; what happened is told. */
const OF_RULES =
  /^(?:it|this|that|the (?:roll|check|attempt)) (?:fails?|works?|succeeds?|goes (?:well|badly|wrong))\b/i;

/** Share of the beats after which somebody's secret comes out for the asking, where a beat speaks of its matter. */
const LATE = 1 / 3;

/** In how many texts each word stands, stemmed. */
function countWordsIn(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of contentWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What beats, conditions, notes and facts mean for the story: added to a reading whose people and places are known. */
export function withPlotMeaning(reading: Reading, context: PlotContext): Reading {
  const { source, player, names, beats: mined, called } = context;
  const lineIn = (file: string, text: string): number => lineOf(source, file, text);
  const inBeats: EffectContext = { player, names, file: BEATS, lineOf: (text) => lineIn(BEATS, text) };
  const texts = runningTexts(source);
  const rare = countRareWords(texts, [
    ...reading.cast.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...reading.places.map(({ name }) => name),
  ]);
  const revelations = revelationsOf(source);
  const locks = createLocks(revelations, rare, names);
  // What a beat tells in so many words comes out there, whatever its author says comes of it.
  const descriptions = source.beats.flatMap(({ id, description }) =>
    revelations.some(({ by }) => by === id) ? [{ text: description, by: id }] : [],
  );
  const later = createLocks([...revelations.filter(({ by }) => by !== "secret"), ...descriptions], rare, names);
  const cast = reading.cast.map((entry) => ({
    ...withNotes(entry, reading.cast, source, locks, lineIn),
    ...withConfidences(entry, reading.cast, { source, player, names, locks: later, beats: reading.beats }),
  }));
  const firstOf = new Map(cast.map(({ id }) => [id, reading.beats.find((beat) => beat.cast.includes(id))?.id]));
  const wordsIn = countWordsIn([
    ...texts,
    ...cast.flatMap(({ confidences = [], lines }) => [...confidences, ...lines].map(({ text }) => text)),
  ]);
  const waiting: Waiting[] = [
    ...source.beats.flatMap(({ id, conditions }) =>
      conditions ? [{ kind: "beat" as const, id, file: BEATS, conditions }] : [],
    ),
    ...source.endings.flatMap(({ id, conditions }) =>
      conditions ? [{ kind: "ending" as const, id, file: `plot/endings/${id}.md`, conditions }] : [],
    ),
  ];
  const waited = waitedTags(waiting);
  const flags = (text: string): DeclaredEffect[] => flagsOf(text, waited, { file: BEATS, line: lineIn(BEATS, text) });
  const deedsAfter = (id: string): AwaitedDeed[] =>
    source.beats.flatMap(({ id: later, conditions = {} }) => {
      const { player_choice, player_choices = [], requires_beat = [], requires_any_beat = [] } = conditions;
      const opens = mined.find((one) => one.id === later)?.told ?? [];
      return [requires_beat, requires_any_beat].flat().includes(id)
        ? [player_choice ?? [], player_choices].flat().map((tag) => ({ tag, opens }))
        : [];
    });
  const comesAlone = (npc: string, from: string): boolean => {
    const { called, name } = cast.find(({ id }) => id === npc) ?? {};
    const texts = source.beats.slice(source.beats.findIndex(({ id }) => id === from) + 1);
    return (
      called !== undefined &&
      comesByThemselves(
        [called, name ?? called],
        texts.map(({ description }) => description),
      )
    );
  };
  const beats = reading.beats.map((beat, at) => {
    const given = source.beats.find(({ id }) => id === beat.id);
    const own = mined.find(({ id }) => id === beat.id);
    if (given === undefined || own === undefined) return beat;
    const effects = (text: string, noted: boolean): DeclaredEffect[] => readEffects(text, inBeats, noted);
    const invited = invitationsOf(
      { ...beat, told: own.told, moments: own.moments },
      {
        cast,
        rare,
        consequences: (given.consequences ?? []).map((text) => player.asYou(text)),
        isFirst: (npc) => firstOf.get(npc) === beat.id,
        isLate: at >= reading.beats.length * LATE,
        isOut: (locked) => locked === undefined || reading.beats.slice(0, at + 1).some(({ id }) => id === locked),
        countOf: (noun) => wordsIn.get([...contentWords(noun)][0] ?? "") ?? 0,
      },
    );
    const outcomes = (given.outcomes ?? []).map(({ description }) => player.asYou(description));
    const put = withResults(
      {
        decisions: own.decisions.map((way) => asNamed(way, outcomes)),
        choices: own.choices.map((choice) => ({ ...choice, text: asNamed(choice.text, outcomes) })),
      },
      (given.consequences ?? []).map((text) => player.asYou(text)),
      own.told.join(" "),
      (text) => effects(text, false),
    );
    // What the beat leaves open, and asks nowhere else, its consequences may name. (rule CA1668)
    const asksNothing =
      put.decisions.length === 0 && put.choices.every(({ asks, until }) => asks !== undefined || until !== undefined);
    const open =
      asksNothing && (given.outcomes ?? []).length === 0
        ? ((given.consequences ?? []).map((text) => leftOpenIn(player.asYou(text))).find((ways) => ways.length > 1) ??
          [])
        : [];
    const { ofChoices } = put;
    // How a beat comes out that has several outcomes is said by these.
    const left = (given.outcomes ?? []).length > 0 ? [] : (given.consequences ?? []);
    const ofAll = left.filter((text) => !ofChoices.includes(player.asYou(text)));
    const subjectOf = openedBy(cast.filter(({ id }) => beat.cast.includes(id)));
    const leaves = consequenceToTell(
      // What is said of the player by name is no news of anybody else.
      ofAll
        .filter((text) => !OF_YOU.test(player.asYou(text)) || OF_YOU.test(player.inSecondPerson(text)))
        .map((text) => player.inSecondPerson(text)),
      own.told,
      subjectOf,
    );
    const news = ofAll.map((text) => player.asYou(text));
    const after = (choice: BeatReading["choices"][number]): BeatReading["choices"][number] => {
      const { asks, result, until, decides, text } = choice;
      if (asks !== undefined || until !== undefined) return choice;
      if (result !== undefined)
        return leaves?.joins === true && decides === true ? { ...choice, result: `${result} ${leaves.text}` } : choice;
      const follows = leaves?.text ?? foundOut(news, own.told, text);
      return follows === undefined ? choice : { ...choice, result: follows };
    };
    const ways = [...put.decisions, ...put.choices.flatMap((one) => (one.asks === undefined ? one.text : []))];
    const awaited = awaitedOptions(ways, deedsAfter(beat.id), given.tagged);
    const tagged = (choice: BeatReading["choices"][number]): BeatReading["choices"][number] => {
      const tag = choice.tag ?? (choice.asks === undefined ? awaited[ways.indexOf(choice.text)] : undefined);
      return tag === undefined ? choice : { ...choice, tag };
    };
    const there = cast.filter(({ id }) => beat.cast.includes(id));
    const goes = (choice: BeatReading["choices"][number]): BeatReading["choices"][number] => {
      const away = choice.asks === undefined ? sentAway(choice.text, there, BEATS) : [];
      return away.length === 0 ? choice : { ...choice, effects: [...(choice.effects ?? []), ...away] };
    };
    const decided = put.decisions.map((text) => goes(tagged(after({ text, decides: true }))));
    const isSaid = decided.some(
      ({ result, tag, effects: own }) => result !== undefined || tag !== undefined || own !== undefined,
    );
    // What the player is asked in so many words is what the choices ask. (rule CA1551)
    const isAsked = put.decisions.length + put.choices.length > 1;
    const isTold = (text: string): boolean => !OF_SCENES.test(text) && !(isAsked && ASKS_YOU.test(text));
    return {
      ...beat,
      told: own.told.filter(isTold),
      decisions: [...(isSaid ? [] : put.decisions), ...open],
      choices: [...(isSaid ? decided : []), ...put.choices.map(after).map(tagged).map(goes), ...invited],
      moments: own.moments.map((moment) => ({
        ...moment,
        sentences: moment.sentences.filter(isTold),
      })),
      opens: [
        ...beat.opens,
        // What comes of a choice does not come of the beat.
        ...(given.consequences ?? [])
          .filter((text) => !ofChoices.includes(player.asYou(text)))
          .flatMap((text) => [...effects(text, true), ...flags(text)])
          // Who is said to follow, and comes to a later beat by themselves, does not go with the player. (rule CA6532)
          .filter(({ kind, npc }) => kind !== "follows" || npc === undefined || !comesAlone(npc, beat.id)),
        ...[...own.meant, ...own.told.filter((text) => LASTING.test(text))].flatMap((text) =>
          effects(text, false).filter(
            ({ kind }) => kind === "dead" || kind === "presence" || kind === "closed" || kind === "world",
          ),
        ),
      ],
      outcomes: asPut(
        outcomesOf(
          given.outcomes ?? [],
          given.description,
          player,
          waited,
          (text) => [
            ...effects(text, false),
            // A tag that is a deed is offered as one.
            ...flags(text).filter(({ path = "" }) => !isLemma(path.split(/[-_]/)[0] ?? "")),
          ],
          (called) => source.beats.find((one) => one.id === called)?.title,
        ),
        [
          ...put.decisions,
          ...put.choices.filter(({ asks, until }) => asks === undefined && until === undefined).map(({ text }) => text),
        ],
      ),
    };
  });
  const facts = reading.facts.map((fact): ReadFact => {
    // What the author laid among somebody's things is there to be found.
    const locked = fact.keptBy === undefined ? locks.lockOf(`${fact.text} ${fact.tail ?? ""}`, false) : undefined;
    const asWritten = /^In .{3,120}? it says(?: under [^“]{1,60})?: “(.+)”$/u.exec(fact.text)?.[1] ?? fact.text;
    // A paper that few may read lies among their things: nobody recites it for the asking.
    const [keeper] = fact.voice !== undefined && fact.keptBy === undefined ? (fact.knownBy ?? []) : [];
    const { lead, rest, ...alone } = fact;
    const isOpen = (beside: readonly string[] | undefined): boolean =>
      beside?.every((sentence) => locks.lockOf(sentence, false) === undefined) === true;
    return {
      ...alone,
      ...(lead !== undefined && isOpen(lead) ? { lead } : {}),
      ...(rest !== undefined && isOpen(rest) ? { rest } : {}),
      line: lineIn(fact.file, asWritten),
      ...(keeper === undefined ? {} : { keptBy: keeper }),
      ...(locked === undefined ? {} : { locked }),
    };
  });
  const pages = readLastPages(source.beats, source.endings, rare);
  const follows = readDecidedEndings(
    beats.map(({ id, decisions, choices }) => ({
      id,
      description: source.beats.find((beat) => beat.id === id)?.description ?? "",
      decisions: [
        ...decisions.map((text) => ({ text })),
        ...choices
          .filter(({ decides }) => decides === true)
          .map(({ text, result }) => ({ text, ...(result === undefined ? {} : { told: [result] }) })),
      ],
    })),
    pages.size > 0 ? [] : source.endings.filter(({ conditions }) => conditions === undefined),
    rare,
  );
  const endings = reading.endings.map((ending) => {
    const page = pages.get(ending.id);
    const decided = follows.get(ending.id);
    return {
      ...ending,
      ...(page === undefined ? {} : { page }),
      ...(decided === undefined ? {} : { follows: decided }),
    };
  });
  const said = withSaidHalves(beats, [source.premise, source.setting]);
  const hours = withLateHours(withTitledHours(said), {
    premise: source.premise,
    description: source.description ?? "",
  });
  const tagsOf = (id: string): readonly string[] => source.beats.find((beat) => beat.id === id)?.tags ?? [];
  // What a page says of a place and a secret, a later beat or an ending reveals, nobody sees there before. (rule CA5905)
  const places = reading.places.map((place) => ({
    ...place,
    sights: place.sights.filter(
      ({ text, file }) => file === "world/setting.md" || locks.lockOf(text, false) === undefined,
    ),
  }));
  const told = {
    ...reading,
    places,
    beats: withVeils(
      withinOneDay(
        withCountdown(
          inTheirHalf(
            withWeekdays(
              withTaggedDays(
                withDaysOfIds(
                  withDayCount(
                    withDates(
                      withTitledDates(withTitledDays(withBareDates(hours, source.premise)), tagsOf),
                      source.premise,
                    ),
                    source.premise,
                  ),
                  tagsOf,
                ),
                tagsOf,
              ),
              openingWeekday(source.premise) ?? weekdayOfFirstBeat(source.premise, beats[0]),
            ),
          ),
          source.premise,
        ),
      ),
      reading.cast,
    ),
    endings,
    facts,
  };
  const calendar = readCalendar({ premise: source.premise, setting: source.setting, beats: told.beats });
  return {
    ...told,
    cast,
    acts: readActs(waiting, {
      cast: reading.cast,
      beats,
      names,
      player,
      text: texts.join("\n"),
      lineOf: lineIn,
      setBy: beatsThatSet(source.beats, waited),
      worded: new Set(Object.keys(source.corrections?.value.acts ?? {})),
    }),
    questions: readQuestions(source.premise, {
      title: reading.title,
      properNames: reading.properNames,
      cast: reading.cast,
      topics: reading.topics,
      opening: reading.opening,
      names,
      rare,
      facts,
      beats,
      endings: source.endings,
      lineOf: lineIn,
    }),
    manners: {
      ...readManners({
        text: texts.join("\n"),
        told: [source.premise, ...beats.flatMap((beat) => beat.told)].join("\n"),
        laws: source.constraints.join("\n"),
        playerRole: player.forms.filter((form) =>
          texts.some((text) => text.toLowerCase().includes(form.toLowerCase())),
        ),
        beats: beats.length,
        ...(source.playtimeHours === undefined ? {} : { playtimeHours: source.playtimeHours }),
      }),
      ...(called === undefined
        ? {}
        : {
            playerCalled: {
              role: called.role,
              evidence: {
                certainty: "stated" as const,
                file: called.file,
                line: lineIn(called.file, called.text),
                why: "the player is called so, and never “you”",
              },
            },
          }),
      ...(calendar === undefined ? {} : { calendar }),
    },
  };
}

/** "If mended: she slides in at a walk.", "If not: ...": in which case, before what comes of it. (rule CA5429) */
const IN_CASE = /^(?:[Ii]f|[Ww]hen|[Ww]here|[Uu]nless|[Ee]lse|[Oo]therwise)\b[^.:!?“”"]{0,60}:\s+/u;

/**
 * Ways in which a beat comes out. One that is a deed of the player's is chosen, and its deed is not told as an outcome, where there is
 * another way. (rule CA1501)
 */
function outcomesOf(
  given: readonly { readonly description: string; readonly triggers_beat?: string | undefined }[],
  beat: string,
  player: PlayerWords,
  waited: WaitedTags,
  effects: (text: string) => DeclaredEffect[],
  titleOf: (beat: string) => string | undefined,
): OutcomeReading[] {
  const deeds = chosenAmong(
    given.map(({ description }) => player.asYou(description)),
    beat,
  );
  return given.map(({ description, triggers_beat: called }, index) => {
    const chosen = given.length > 1 ? (deeds[index] ?? []) : [];
    const title = called === undefined ? undefined : titleOf(called);
    const told = (
      title !== undefined && isShownBy(title, description)
        ? []
        : splitSentences(capitalise(description.replace(IN_CASE, "")))
    )
      .map((text, at) => {
        if (at > 0 || chosen.length === 0) return text;
        return chosen.length > 1 ? "" : behindTheDeed(player.asYou(text), chosen[0] ?? "");
      })
      .filter((text) => text !== "" && !OF_SCENES.test(text) && !OF_RULES.test(text))
      .map((text) => player.inSecondPerson(withoutTags(text, waited)).replace(/(?<![.!?…]["”’)]?)$/u, "."));
    return { text: description, told, effects: effects(description), ...(chosen.length === 0 ? {} : { chosen }) };
  });
}

/** Words of an outcome that says no more than that something comes about. */
const MOST_SHOWN = 9;
/** "Is discussed at supper": where or when it comes about. */
const COMES_ABOUT = /\b(?:at|over|during|in|on) (?:the |an? )?(\p{Ll}{4,})\b/giu;

/** Whether an outcome says only that what the beat of a title shows comes about: "It is talked over at supper" before "Supper". (rule CA4305) */
function isShownBy(title: string, outcome: string): boolean {
  const words = contentWords(title);
  const where = [...outcome.matchAll(COMES_ABOUT)].map(([, noun = ""]) => noun);
  return (
    splitSentences(outcome).length === 1 &&
    outcome.split(/\s+/u).length <= MOST_SHOWN &&
    where.some((noun) => [...contentWords(noun)].some((one) => words.has(one)))
  );
}

/** The names of people with which a text begins: "Osk", "Osk and Dame Joan". */
function openedBy(people: readonly CastEntry[]): (text: string) => string {
  const names = people
    .flatMap(({ name, called, aliases }) => [name, called, ...aliases])
    .map(escape)
    .toSorted((one, other) => other.length - one.length);
  if (names.length === 0) return () => "";
  const one = `(?:The )?(?:${names.join("|")})`;
  const opens = new RegExp(`^${one}(?:(?:,| and|, and) ${one})*(?= \\p{Ll})`, "u");
  return (text) => opens.exec(text)?.[0] ?? "";
}

/** Paragraphs of everything that an author wrote as text, secrets left out. */
function runningTexts(source: ReadingSource): string[] {
  const cut = (text: string): string[] => text.split(/\n\s*\n/).filter((part) => part.trim() !== "");
  return [
    ...cut(source.premise),
    ...cut(source.setting),
    ...source.lore.flatMap(({ text }) => cut(text)),
    ...source.beats.flatMap((beat) => [beat.description, ...(beat.consequences ?? [])]),
    ...source.endings.flatMap(({ body }) => cut(body)),
    ...source.npcs.flatMap(({ profile }) => [
      profile.background ?? "",
      profile.appearance ?? "",
      ...Object.values(profile.relationships ?? {}),
      ...(profile.motivations ?? []),
    ]),
  ].filter((text) => text !== "");
}

/** What must not be said before its time, secrets first, then later beats, then endings. */
function revelationsOf(source: ReadingSource): Revelation[] {
  const opening = new Set(
    source.beats
      .filter(
        ({ conditions }) =>
          conditions?.requires_beat === undefined &&
          conditions?.requires_any_beat === undefined &&
          (conditions?.scene_count?.min ?? 0) < 3,
      )
      .map(({ id }) => id),
  );
  return [
    ...Object.values(source.secrets ?? {}).map((text) => ({ text, by: "secret" })),
    ...source.beats.flatMap(({ id, consequences, outcomes }) =>
      opening.has(id)
        ? []
        : [...(consequences ?? []), ...(outcomes ?? []).map(({ description }) => description)].map((text) => ({
            text,
            by: id,
          })),
    ),
    ...source.endings.map(({ id, body }) => ({ text: body, by: id })),
  ];
}

/** Words of a look that those before it may have said. */
const MOST_SAID = 0.5;

/** What one sees of somebody: by the note on their appearance, then by what the text on who they are says besides. (rule CA5910) */
function seenOf(
  { appearance = "", background = "" }: ReadingSource["npcs"][number]["profile"],
  entry: CastEntry,
): string[] {
  return [...allLooksOf(appearance, entry), ...looksInProse(background, entry)].reduce<string[]>((kept, look) => {
    const said = contentWords(`${appearance} ${kept.join(" ")}`);
    const own = [...contentWords(look)];
    const isNew = own.filter((word) => said.has(word)).length <= MOST_SAID * own.length;
    return isNew || allLooksOf(appearance, entry).includes(look) ? [...kept, look] : kept;
  }, []);
}

/** A line that its author set in quotation marks is said without them. (rule CA1514) */
const withoutOwnMarks = (line: string): string =>
  /^\s*(?:['‘]([^'‘]+(?:['’]\p{L}[^'‘]*)*)['’]|“([^“”]+)”|"([^"]+)")\s*$/u
    .exec(line)
    ?.slice(1)
    .find((words) => words !== undefined)
    ?.trim() ?? line;

/** "(Tamsin) Do have an ice." is said by Tamsin; what is marked as another's, or said under another name, is not theirs. */
function ownWordsOf(line: string, { name, called }: CastEntry): string | null {
  const [, mark, rest] = /^\(([^()]{2,40})\)\s+(?=\S)(.+)$/su.exec(line.trim()) ?? [];
  if (mark === undefined || rest === undefined) return line;
  const named = /^(?:the )?\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?$/u.test(mark);
  return !named || `${name} ${called}`.toLowerCase().includes(mark.toLowerCase()) ? rest : null;
}

function withNotes(
  entry: CastEntry,
  cast: readonly CastEntry[],
  source: ReadingSource,
  locks: Locks,
  lineIn: PlotLine,
): CastEntry {
  const given = source.npcs.find(({ id }) => id === entry.id)?.profile;
  if (given === undefined) return entry;
  const file = `characters/npcs/${entry.id}/profile.json`;
  const secretive = source.secrets?.[entry.id] !== undefined || given.secrets !== undefined;
  const secret = contentWords(source.secrets?.[entry.id] ?? "");
  const named = contentWords(cast.flatMap(({ name, aliases }) => [name, ...aliases]).join(" "));
  const lockOf = (text: string): string | undefined => {
    const locked = locks.lockOf(text, secretive);
    if (locked !== "secret" || locks.lockOf(text, false) !== undefined) return locked;
    // One word in common with anybody's secret is none of one's own.
    const words = [...contentWords(text)];
    const shared = words.filter((word) => secret.has(word)).length;
    return shared >= FEWEST_SHARED && shared >= words.length * LEAST_SHARE ? locked : undefined;
  };
  const note = (text: string) => {
    const locked = lockOf(text);
    return {
      ...sentenceOfNote(text, entry.pronoun, entry.plural),
      file,
      line: lineIn(file, text),
      ...(locked === undefined ? {} : { locked }),
    };
  };
  return {
    ...entry,
    importance: given.metadata?.importance ?? entry.importance,
    looks: seenOf(given, entry).filter((text) => locks.lockOf(text, false) === undefined),
    wants: [...(given.motivations ?? []), ...(given.goals ?? []).map(({ description }) => description)].map((text) => {
      const { predicate: _, ...rest } = note(text);
      // A wish with a word of its owner's short secret gives it away, however often the story uses that word. (rule CA1601)
      const isShort = secret.size <= SHORT_SECRET;
      const isOfSecret = isShort && [...contentWords(text)].some((word) => secret.has(word) && !named.has(word));
      return { text, ...rest, ...(isOfSecret ? { locked: rest.locked ?? "secret" } : {}) };
    }),
    relations: entry.relations.map(({ to, text: asMined }) => {
      const text = given.relationships?.[to] ?? asMined;
      const locked = lockOf(text);
      const other = cast.find(({ id }) => id === to) ?? { pronoun: null, plural: false };
      const { spoken, ...told } = sentenceOfRelation(text, entry, other);
      // One rare word of a secret, a later beat or an ending is enough not to have it said. (rule CA3140)
      const isSaid = spoken !== undefined && isPublicNote(text, spoken) && locks.lockOf(text, true) === undefined;
      return {
        to,
        text,
        ...told,
        ...(isSaid ? { spoken } : {}),
        file,
        line: lineIn(file, text),
        ...(locked === undefined ? {} : { locked }),
      };
    }),
    lines: entry.lines.flatMap((line) => {
      const [cue, words] = cueBefore(line.text);
      const own = ownWordsOf(withoutOwnMarks(words), entry);
      if (own === null) return [];
      const text = withoutGloss(own);
      return [
        {
          ...line,
          text,
          form: isAction(text) ? ("action" as const) : line.form,
          ...(cue === undefined ? {} : { cue }),
        },
      ];
    }),
  };
}

/** "If asked about the gate: “It's warm.”", "When shown the key: ..." */
const CUED =
  /^((?:if|when|whenever|once|on being|only if|only when) (?:(?:you|anyone|anybody|someone|somebody) )?(?:asks?|asked|shows?|shown|tells?|told|press(?:ed|es)?|push(?:ed|es)?|offers?|offered|threatens?|threatened|accuses?|accused|cornered|thanked|thanks?|paid|given|left|touched|lied to|caught)\b[^:“”"]{0,70}): ["“‘'](.+)["”’']$/isu;

/** The condition that an author has put before an example line, and the line without it. (rule CA3621) */
function cueBefore(line: string): readonly [cue: string | undefined, words: string] {
  const [, cue, words] = CUED.exec(line.trim()) ?? [];
  return words === undefined ? [undefined, line] : [cue, words];
}

/** A note says what its owner's secret says with so many content words of it, and such a share of its own. */
const FEWEST_SHARED = 2;
const LEAST_SHARE = 0.3;
/** Content words of a secret that comes to one sentence or two: each of them tells of it. */
const SHORT_SECRET = 16;

/** What somebody keeps to themselves, with what it waits for. */
function withConfidences(
  entry: CastEntry,
  cast: readonly CastEntry[],
  {
    source,
    player,
    names,
    locks,
    beats,
  }: Pick<PlotContext, "source" | "player" | "names"> & {
    readonly locks: Locks;
    readonly beats: Reading["beats"];
  },
): Pick<CastEntry, "confidences"> {
  const secrets = source.secrets?.[entry.id];
  if (secrets === undefined) return {};
  const own = `characters/npcs/${entry.id}/secrets.md`;
  const file = source.text?.(own) === undefined ? `characters/npcs/${entry.id}/profile.json` : own;
  const isTheirs = (by: string): boolean => beats.some(({ id, cast: there }) => id === by && there.includes(entry.id));
  const confidences = readConfidences(secrets, entry, { cast, names, player }).map(({ text, asWritten, terms }, at) => {
    const locked = timeOfSecret(source.beats, locks.lockOfSecret(asWritten, isTheirs));
    return {
      id: `${entry.id}-confides-${at + 1}`,
      text,
      file,
      line: lineOf(source, file, asWritten),
      names: names.keysIn(text).filter((key) => key !== `npc:${entry.id}`),
      ...(locked === undefined ? {} : { locked }),
      ...(terms === undefined ? {} : { terms }),
    };
  });
  return confidences.length === 0 ? {} : { confidences };
}

/** A story of fewer beats has no last third. */
const FEWEST_BEATS = 6;
/** Share of a secret's rare words with which a beat says it. */
const SAYS_IT = 0.4;

/**
 * What a secret waits for: the beat or ending that says it, where it says enough of it, else the first beat of the last third that comes
 * without a decision of the player's. (rule CA505)
 */
function timeOfSecret(
  beats: ReadingSource["beats"],
  revealed: { readonly by: string; readonly share: number } | undefined,
): string | undefined {
  const third = Math.floor((beats.length * 2) / 3);
  const at = beats.findIndex(({ id }) => id === revealed?.by);
  if (beats.length < FEWEST_BEATS || (revealed !== undefined && (revealed.share >= SAYS_IT || at < 0 || at >= third)))
    return revealed?.by;
  const last = beats.slice(third);
  const free = last.find(({ conditions = {} }) => conditions.player_choice === undefined && !conditions.npc_state);
  return (free ?? last[0])?.id;
}

type PlotLine = (file: string, text: string) => number;
