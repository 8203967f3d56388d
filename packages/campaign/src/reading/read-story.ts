import type { CastEntry, Evidence, PlotBeat, Reading } from "@narratoria/protocol/contracts";
import { familiesOf } from "@narratoria/protocol/english";
import type { StorySource } from "@narratoria/protocol/story";
import type { Campaign } from "../campaign.js";
import { CORRECTIONS, type Corrections } from "../corrections.js";
import { applyCorrections } from "./apply-corrections.js";
import { carriedThings } from "./mine/carried-things.js";
import { withoutUnlawful } from "./lawful.js";
import { readLaws } from "./laws.js";
import type { MinedPerson } from "./mine/people.js";
import { isTitle } from "./lexicon.js";
import { lineOf } from "./locate.js";
import { readRules } from "./rules.js";
import { mineStory } from "./mine-story.js";
import { escape } from "./patterns.js";
import { playerRoleIn } from "./player-role.js";
import { findPlayerWords } from "./player-words.js";
import { withPutOff } from "./put-off.js";
import { type NotedBeat, withoutFields } from "./labelled-fields.js";
import { withOnePlace } from "./place-titles.js";
import { withPlainNames } from "./plain-names.js";
import { withPlotMeaning } from "./plot-meaning.js";
import { withoutLaterHours } from "./opening.js";
import { withoutTellerNotes } from "./teller-notes.js";
import { toldTexts } from "./told-texts.js";
import { withinBudget } from "./within-budget.js";
import type { SettledMember } from "./world.js";

/** What a reading is made from: a campaign's texts, and those that are never told. */
export interface ReadingSource extends StorySource {
  /** With what stood in fields beside what is told, once that is apart. */
  readonly beats: readonly NotedBeat[];
  readonly rules?: string;
  /** The manifest's. */
  readonly description?: string;
  /** With the conditions that their front matter gives. */
  readonly endings: readonly (StorySource["endings"][number] & { readonly conditions?: PlotBeat["conditions"] })[];
  readonly stats?: readonly string[];
  readonly hydrationGuidance?: string;
  readonly playtimeHours?: number;
  /** Of the character that is everybody's who plays, where the author has but one. */
  readonly playerName?: string;
  /** What the author says to whoever makes a character. */
  readonly playerGuidance?: string;
  /** What the author put right. */
  readonly corrections?: Corrections | null;
  /** Text of a file as it lies on the disk, for line numbers; undefined where nothing is known of it. */
  text?(file: string): string | undefined;
}

const GUESSED: Evidence = { certainty: "guessed", file: "", line: 0, why: "" };
const NOT_STAGED = { cast: [], mentioned: [], everyone: false, evidence: { place: GUESSED, cast: GUESSED } };

/**
 * Reads what a campaign means: who is in it, where it plays, what happens, what is asked and what is forbidden.
 *
 * @param campaign - A loaded campaign.
 */
export function readStory(campaign: Campaign): Reading {
  return readBounded(boundedSourceOf(campaign));
}

/** What a reading is made from, as data: it can be sent to a thread, and a key be made of it. */
export interface BoundedTexts {
  readonly source: Omit<ReadingSource, "text">;
  /** As much of each file as is read, by path. */
  readonly texts: readonly (readonly [file: string, text: string])[];
  readonly leftOut: Reading["leftOut"];
}

const boundedSources = new WeakMap<Campaign, BoundedTexts>();

/** As much of a campaign as is read into its story, worked out once for each loaded campaign. */
export function boundedSourceOf(campaign: Campaign): BoundedTexts {
  const known = boundedSources.get(campaign);
  if (known !== undefined) return known;
  const { source, leftOut } = withinBudget(readingSourceOf(campaign));
  const { text, ...rest } = source;
  const bounded = {
    source: rest,
    texts: [...campaign.texts.keys()].map((file) => [file, text?.(file) ?? ""] as const),
    leftOut,
  };
  boundedSources.set(campaign, bounded);
  return bounded;
}

/**
 * Cuts the lore of a campaign to what is read into its story; a campaign of an ordinary size stays as it is. Implements rule CA3206.
 */
export function withReadLore(campaign: Campaign): Campaign {
  const { source, leftOut } = boundedSourceOf(campaign);
  if (leftOut.length === 0) return campaign;
  const read = new Map(source.lore.map(({ file, text }) => [file, text]));
  return {
    ...campaign,
    lore: campaign.lore.map((entry) => ({ ...entry, text: read.get(entry.file) ?? entry.text })),
    texts: new Map([...campaign.texts].map(([file, text]) => [file, read.get(file) ?? text])),
  };
}

/** Reads what {@link boundedSourceOf} has cut. */
export function readBounded({ source, texts, leftOut }: BoundedTexts): Reading {
  const byFile = new Map(texts);
  const reading = readSource({ ...source, text: (file) => byFile.get(file) });
  return leftOut.length === 0 ? reading : { ...reading, leftOut: [...reading.leftOut, ...leftOut] };
}

/** The source with one place for each beat. */
function withSinglePlaces(source: ReadingSource): ReadingSource {
  const locations = source.beats.map(({ location = "" }) => location);
  const texts = [
    source.premise,
    source.setting,
    ...source.lore.map(({ text }) => text),
    ...source.beats.map(({ description }) => description),
  ];
  return {
    ...source,
    beats: source.beats.map((beat, at) =>
      beat.location === undefined
        ? beat
        : {
            ...beat,
            location: withOnePlace(beat.location, [...texts, ...locations.filter((_, other) => other !== at)]),
          },
    ),
  };
}

/** {@link readStory} for texts that lie in no folder. */
export function readSource(given: ReadingSource): Reading {
  const source = withSinglePlaces(withoutFields(withPlainNames(given)));
  const told = toldTexts(source);
  const called = playerRoleIn(
    source,
    source.beats.map(({ description }) => description),
  );
  const player = findPlayerWords(
    source.beats.flatMap(({ consequences, outcomes }) => [
      ...(consequences ?? []),
      ...(outcomes ?? []).map((one) => one.description),
    ]),
    source.npcs.flatMap(({ profile }) => [profile.name, profile.role]),
    source.corrections?.value.playerRole ?? [],
    {
      premise: source.premise,
      beats: source.beats.map(({ description }) => description),
      ...(source.playerGuidance === undefined ? {} : { guidance: source.playerGuidance }),
    },
    [...namesOfPlayer(source), ...(called === undefined ? [] : [called.role])],
  );
  const rolls = readRules(source);
  const mined = mineStory(told.source, player, told.documents, source);
  const reading: Reading = {
    version: 1,
    title: source.title,
    tone: familiesOf(source.tone, source.genre),
    genre: (source.genre ?? "").toLowerCase().match(/\p{L}+/gu) ?? [],
    cast: mined.people.flatMap((person) => {
      const member = mined.world.cast.get(person.id);
      return member === undefined ? [] : [castEntry(person, member, mined.forms.get(person.id) ?? [])];
    }),
    places: mined.world.places.map((place) => {
      const own = mined.places.find(({ id }) => id === place.id);
      return {
        ...place,
        sights: (mined.sights.get(place.id) ?? []).map((sight) => ({
          ...sight,
          line: lineOf(source, sight.file, sight.text),
        })),
        props: own?.props ?? [],
        ...(own?.topic === undefined ? {} : { topic: own.topic }),
      };
    }),
    topics: mined.topics,
    facts: mined.facts.map(({ knownBy, ...fact }) => ({
      ...fact,
      line: 0,
      ...(knownBy === "common" ? {} : { knownBy }),
    })),
    beats: mined.beats.map(({ id, title, told, decisions, dialogue, mood, names }) => ({
      id,
      title,
      ...(mined.world.beats.get(id) ?? NOT_STAGED),
      told,
      decisions,
      choices: [],
      moments: [
        { sentences: told, lines: dialogue.map(({ speaker, line }) => ({ speaker, line, form: "words" as const })) },
      ],
      opens: (mined.world.boards.get(id) ?? []).map((npc) => ({
        kind: "follows" as const,
        npc,
        text: "comes aboard",
        certainty: "inferred" as const,
        file: "plot/beats.json",
        line: 0,
      })),
      outcomes: [],
      ...(mood === undefined ? {} : { mood }),
      names,
    })),
    endings: mined.endings.map((ending) => ({ ...ending, names: [] })),
    acts: [],
    questions: [],
    laws: [],
    manners: {
      tense: "present",
      person: "second",
      clocks: null,
      spelling: "mixed",
      money: [],
      units: [],
      timeWords: [],
      address: [],
      playerRole: [],
      lengthScenes: 50,
    },
    ...(rolls.rules === undefined ? {} : { rules: rolls.rules }),
    ...(mined.world.route === undefined ? {} : { route: mined.world.route }),
    opening: mined.opening,
    general: mined.general,
    toFind: mined.toFind,
    carried: carriedThings(source.premise),
    properNames: mined.proper.words,
    passages: [...told.passages, ...mined.beats.flatMap(({ passages }) => passages)],
    leftOut: [
      ...mined.problems.map(({ file, line, message }) => ({ file, line, text: "", why: message })),
      ...rolls.unread,
    ],
  };
  const meant = withoutTellerNotes(
    withPlotMeaning(reading, { source, player, ...(called && { called }), names: mined.names, beats: mined.beats }),
  );
  const asking = withPutOff(withoutLaterHours(meant), {
    acts: meant.acts.map(({ id }) => id),
    secrets: Object.values(source.secrets ?? {}),
  });
  const read = { ...asking, laws: readLaws(source, meant.cast, meant.properNames, meant.manners.tense) };
  if (source.corrections === undefined || source.corrections === null) return withoutUnlawful(read);
  const { reading: corrected, unknown } = applyCorrections(read, source.corrections);
  const left = unknown.map(({ line, name }) => ({
    file: CORRECTIONS,
    line,
    text: name,
    why: `There is no place "${name}". Add it under "places", or write its name as the campaign does.`,
  }));
  return withoutUnlawful({ ...corrected, leftOut: [...corrected.leftOut, ...left] });
}

function castEntry(person: MinedPerson, member: SettledMember, forms: readonly string[]): CastEntry {
  const { id, name, short, epithet, role, props, style, motives, relations, lines } = person;
  const { pronoun, plural, kind, body, speech, mobility, presence, home, haunts, evidence, homeEvidence } = member;
  const { travelEvidence } = member;
  return {
    id,
    name,
    called: short,
    aliases: forms.filter((form) => form !== name && form !== short),
    ...(epithet === undefined ? {} : { epithet }),
    role,
    pronoun,
    plural,
    kind,
    body,
    speech,
    mobility,
    ...(travelEvidence === undefined ? {} : { travels: true }),
    presence,
    ...(home === undefined ? {} : { home }),
    haunts: [...haunts],
    looks: [],
    props,
    style,
    wants: [],
    motives,
    relations: relations.map(({ to, text }) => ({ to, text, predicate: text, file: "", line: 0 })),
    lines: lines.map((text) => ({ text, form: "words" as const })),
    catchphrases: person.catchphrases,
    topics: person.topics,
    inventory: person.inventory,
    importance: "major",
    evidence: {
      ...evidence,
      home: homeEvidence,
      ...(travelEvidence === undefined ? {} : { travels: travelEvidence }),
    },
  };
}

/** A campaign's texts in the terms of the reading. */
function readingSourceOf(campaign: Campaign): ReadingSource {
  return {
    ...storySourceOf(campaign),
    endings: campaign.endings.map(({ id, title, tone, body, conditions }) => ({
      id,
      title,
      body,
      ...(tone ? { tone } : {}),
      ...(conditions ? { conditions } : {}),
    })),
    text: (file) => campaign.texts.get(file),
    corrections: campaign.corrections,
    rules: campaign.rules,
    ...(campaign.manifest.description ? { description: campaign.manifest.description } : {}),
    stats: campaign.stats.map(({ name }) => name),
    ...(campaign.manifest.hydration_guidance ? { hydrationGuidance: campaign.manifest.hydration_guidance } : {}),
    ...(campaign.manifest.estimated_playtime_hours
      ? { playtimeHours: campaign.manifest.estimated_playtime_hours }
      : {}),
    ...playerNameIn(campaign.playerTemplate),
    ...(campaign.playerTemplate?.character_creation?.guidance === undefined
      ? {}
      : { playerGuidance: campaign.playerTemplate.character_creation.guidance }),
  };
}

/** "You are Leonor Teixeira.", or the only character that may be chosen. */
function playerNameIn(template: Campaign["playerTemplate"]): { readonly playerName?: string } {
  const [only, ...others] = template?.presets ?? [];
  const told = /\b[Yy]ou(?: are|['’]re) (\p{Lu}[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]+){0,3})(?=[.,;!]| \()/u.exec(
    template?.character_creation?.guidance ?? "",
  )?.[1];
  const isGiven = template?.character_creation?.mode === "preset" && others.length === 0;
  const name = isGiven ? (only?.name ?? told) : told;
  return name === undefined ? {} : { playerName: name };
}

/** Beats that speak of the player by name, at least. */
const FEWEST_NAMED = 2;

/** The names by which beats call the player's character: the whole name and the first. (rule CA1413) */
function namesOfPlayer({ playerName, npcs, beats }: ReadingSource): readonly string[] {
  if (playerName === undefined) return [];
  const [first = ""] = playerName.split(" ");
  const isOthers = npcs.some(({ profile }) => profile.name.split(/\s+/).includes(first));
  const named = beats.filter(({ description }) =>
    new RegExp(`(?<!\\p{L})${escape(first)}(?!\\p{L})`, "u").test(description),
  );
  return first === "" || isOthers || isTitle(first) || named.length < FEWEST_NAMED
    ? []
    : [...new Set([playerName, first])];
}

/** What a narrator may quote of a campaign. */
export function storySourceOf(campaign: Campaign): StorySource {
  const { manifest, playerTemplate } = campaign;
  return {
    title: manifest.title,
    premise: campaign.premise,
    setting: campaign.setting,
    lore: campaign.lore.map(({ file, text, knownBy }) => ({ file, text, ...(knownBy ? { knownBy } : {}) })),
    npcs: campaign.npcs.map(({ id, profile, stated }) => ({ id, profile, ...(stated && { stated }) })),
    secrets: Object.fromEntries(
      campaign.npcs.flatMap(({ id, secrets }) => (secrets === undefined ? [] : [[id, secrets]])),
    ),
    beats: campaign.beats,
    endings: campaign.endings.map(({ id, title, tone, body }) => ({ id, title, body, ...(tone ? { tone } : {}) })),
    constraints: campaign.constraints.map(({ text }) => text),
    forbidden: campaign.forbidden,
    frames: campaign.storybook,
    ...(manifest.tone ? { tone: manifest.tone } : {}),
    ...(manifest.genre ? { genre: manifest.genre } : {}),
    ...(playerTemplate?.starting_location ? { startingLocation: playerTemplate.starting_location } : {}),
  };
}
