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
}

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
  const speechless = laws.filter(({ checks }) => checks.some(({ kind }) => kind === "speech"));
  for (const { file, text, stands, speaker } of [
    ...textsOf(boundedSourceOf(campaign).source, cast),
    ...textsOfChoices(campaign),
  ]) {
    for (const sentence of splitSentences(text)) {
      const said = speaker === undefined ? sentence : `“${sentence}”`;
      const [broken] = brokenLaws(
        said,
        speaker === undefined || stands ? laws : speechless,
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
    ...prose("plot/premise.md", source.premise),
    ...prose("world/setting.md", source.setting),
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
    ...source.beats.flatMap(({ description, dialogue }) => [
      { file: beats, text: description, stands: true },
      ...(dialogue ?? [])
        .filter(({ line }) => !/^[([*]/.test(line))
        .map(({ speaker, line }) => ({ file: beats, text: line, stands: true, speaker: namesOf(speaker) })),
    ]),
    ...source.endings.flatMap(({ id, body }) => prose(`plot/endings/${id}.md`, body, true)),
  ];
}
