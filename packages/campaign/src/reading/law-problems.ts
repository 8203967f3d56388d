import type { ReadLaw, Reading } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import { brokenLaws } from "@narratoria/protocol/laws";
import type { Campaign } from "../campaign.js";
import { outcomesIn } from "../choices.js";
import type { Problem } from "../problems.js";
import { placeOfWords } from "./locate.js";
import { markdownSections } from "./mine/markdown.js";
import { type BoundedTexts, boundedSourceOf } from "./read-story.js";

/** A text of the author's, in the file where it stands. */
interface OwnText {
  readonly file: string;
  readonly text: string;
  /** Beats and endings are told whatever they say. */
  readonly stands: boolean;
  /** Names of whoever says it. */
  readonly speaker?: readonly string[];
  /** Place in the order of beats, if it has one: premise and setting come before all of them, endings behind. */
  readonly at?: number;
}

/** A line that is heard from a tape or read from a letter, by its context. */
const OF_RECORD =
  /\b(?:tapes?|record(?:ing|ed|s)?|reel|cassette|gramophone|phonograph|letters?|diar(?:y|ies)|film|written|quoted|remembered)\b/i;

/** So much of a law is quoted. */
const LONGEST_QUOTE = 80;

/**
 * Points at the sentences of an author that break the author's own laws, and at laws that no check covers. What is denied,
 * compared or reported of the past is let be. Only what is read into the story is looked at: the rest is searched, never told.
 * Implements rules CA272 and CA273.
 */
export function lawProblems(campaign: Campaign, { laws, cast }: Reading): Problem[] {
  const source = { text: (file: string) => campaign.texts.get(file) };
  const problems: Problem[] = laws
    .filter(({ checks }) => checks.length === 0)
    .map(({ file, line }) => ({
      file,
      line: Math.max(1, line),
      column: 1,
      code: "unchecked_law",
      message: "No check covers this constraint: only a storyteller that can read it will keep it.",
      severity: "notice",
    }));
  if (problems.length === laws.length) return problems;
  // How the dead once spoke may be noted.
  const speechless = laws.filter(({ checks }) => checks.some(({ kind }) => kind === "speech" || kind === "spoken"));
  const lawsAt = byTime(laws, campaign);
  for (const { file, text, stands, speaker, at } of [
    ...textsOf(boundedSourceOf(campaign).source, cast),
    ...textsOfChoices(campaign),
  ]) {
    for (const sentence of splitSentences(text)) {
      const said = speaker === undefined ? sentence : `“${sentence}”`;
      const [broken] = brokenLaws(
        said,
        speaker === undefined || stands ? lawsAt(at) : speechless,
        speaker === undefined ? {} : { speaker },
      ).filter(({ passing }) => !passing);
      if (broken === undefined) continue;
      problems.push({
        file,
        ...placeOfWords(source, file, sentence, broken.words),
        code: "breaks_law",
        message: `This sentence breaks "${shortened(broken.law)}" (${broken.words}): it will ${stands ? "be told all the same" : "not be told"}.`,
        severity: "warning",
      });
    }
  }
  return problems;
}

/** The laws that hold at a beat: one that ends with a beat forbids nothing from there on. */
function byTime(laws: readonly ReadLaw[], { beats }: Campaign): (at: number | undefined) => readonly ReadLaw[] {
  const ends = new Map(beats.map(({ id }, at) => [id, at] as const));
  const known = new Map<number, readonly ReadLaw[]>();
  return (at = Number.POSITIVE_INFINITY) => {
    const kept =
      known.get(at) ??
      laws.map((law) => ({
        ...law,
        checks: law.checks.filter(({ until }) => until === undefined || (ends.get(until) ?? beats.length) > at),
      }));
    known.set(at, kept);
    return kept;
  };
}

function shortened({ text }: ReadLaw): string {
  const [first = text] = splitSentences(text);
  return first.length <= LONGEST_QUOTE ? first : `${first.slice(0, first.lastIndexOf(" ", LONGEST_QUOTE))} ...`;
}

/** What is offered and told of the author's own choices. */
function textsOfChoices({ choices }: Campaign): OwnText[] {
  return choices.flatMap((choice) => {
    const told = outcomesIn(choice).flatMap((outcome) => outcome.told ?? []);
    return [choice.text, ...told].map((text) => ({ file: choice.at.file, text, stands: false }));
  });
}

/** Everything of an author's that can be told. */
function textsOf(source: BoundedTexts["source"], cast: Reading["cast"]): OwnText[] {
  const namesOf = (id: string): readonly string[] => {
    const entry = cast.find((one) => one.id === id || one.name === id);
    // Who writes, makes signs or sounds says it in that way, whatever they never say.
    const speaks = entry?.speech === "words" || entry?.speech === "none";
    return entry === undefined || !speaks ? [] : [entry.name, entry.called, ...entry.aliases];
  };
  const prose = (file: string, text: string, stands = false): OwnText[] =>
    markdownSections(text).flatMap(({ paragraphs }) => paragraphs.map((one) => ({ file, text: one, stands })));
  const beats = "plot/beats.json";
  return [
    ...prose("plot/premise.md", source.premise).map((one) => ({ ...one, at: -1 })),
    ...prose("world/setting.md", source.setting).map((one) => ({ ...one, at: -1 })),
    ...source.lore.flatMap(({ file, text }) => prose(file, text)),
    ...source.npcs.flatMap(({ id, profile }) => {
      const file = `characters/npcs/${id}/profile.json`;
      const { background, appearance, motivations, relationships, speech_patterns: speech } = profile;
      const notes = [background, appearance, ...(motivations ?? []), ...Object.values(relationships ?? {})];
      const lines = [...(speech?.examples ?? []), ...(speech?.catchphrases ?? [])];
      return [
        ...notes.flatMap((text) => (text === undefined ? [] : [{ file, text, stands: false }])),
        // What somebody without speech does stands in brackets.
        ...lines
          .filter((text) => !/^[([*]/.test(text))
          .map((text) => ({ file, text, stands: false, speaker: namesOf(id) })),
      ];
    }),
    ...source.beats.flatMap(({ description, dialogue }, at) => [
      { file: beats, text: description, stands: true, at },
      ...(dialogue ?? [])
        .filter(({ line, context = "" }) => !/^[([*]/.test(line) && !OF_RECORD.test(context))
        .map(({ speaker, line }) => ({ file: beats, text: line, stands: true, speaker: namesOf(speaker), at })),
    ]),
    ...source.endings.flatMap(({ id, body }) =>
      prose(`plot/endings/${id}.md`, body, true).map((one) => ({ ...one, at: source.beats.length })),
    ),
  ];
}
