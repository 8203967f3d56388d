/** The texts of a campaign as sentences that know where they stand and whose they are. */
import { splitSentences } from "@narratoria/protocol/english";
import { markdownSections } from "./mine/markdown.js";
import type { ReadingSource } from "./read-story.js";

export type TextKind =
  | "premise"
  | "setting"
  | "lore"
  | "ending"
  | "law"
  | "role"
  | "looks"
  | "background"
  | "relation"
  | "note"
  | "style"
  | "example"
  | "secret"
  | "beat"
  | "outcome"
  | "consequence"
  | "context"
  | "line";

/** A paragraph of the author's, on one line. */
export interface Span {
  readonly text: string;
  readonly kind: TextKind;
  readonly file: string;
  /** Id of whoever's profile it stands in. */
  readonly owner?: string;
  /** Id of whoever a relationship is about. */
  readonly toward?: string;
  /** Id of the beat or ending. */
  readonly beat?: string;
  /** Nearest heading above it. */
  readonly heading: string;
  /** Level of that heading: 1 for a title. */
  readonly level?: number;
  readonly sentences: readonly Sentence[];
}

export interface Sentence {
  readonly text: string;
  /** The text with speech in quotation marks blanked out, of the same length. */
  readonly plain: string;
  readonly span: Span;
  /** Place in its paragraph, from 0. */
  readonly at: number;
}

/** Cuts a campaign's texts into paragraphs and sentences. */
export function storySpans(source: ReadingSource): Span[] {
  const spans: Span[] = [];
  const add = (text: string | undefined, kind: TextKind, file: string, more: Partial<Span> = {}): void => {
    if (text === undefined || text.trim() === "") return;
    spans.push(span(text, kind, file, more));
  };
  const markdown = (text: string, kind: TextKind, file: string, more: Partial<Span> = {}): void => {
    let labelled = false;
    for (const section of markdownSections(text)) {
      for (const paragraph of section.paragraphs) {
        if (READ_ALOUD_ALONE.test(paragraph)) {
          labelled = true;
          continue;
        }
        add(labelled ? `Read aloud: ${paragraph}` : paragraph, kind, file, {
          ...more,
          heading: section.heading,
          level: section.level,
        });
        labelled = false;
      }
    }
  };

  markdown(source.premise, "premise", "plot/premise.md");
  markdown(source.setting, "setting", "world/setting.md");
  for (const { id, profile } of source.npcs) {
    const file = `characters/npcs/${id}/profile.json`;
    const own = { owner: id };
    add(profile.role, "role", file, own);
    add(profile.appearance, "looks", file, own);
    add(profile.background, "background", file, own);
    add(profile.speech_patterns?.style, "style", file, own);
    for (const text of [...(profile.motivations ?? []), ...(profile.goals ?? []).map(({ description }) => description)])
      add(text, "note", file, own);
    for (const text of [
      ...profile.personality.traits,
      ...(profile.personality.flaws ?? []),
      ...(profile.personality.virtues ?? []),
    ])
      add(text, "note", file, own);
    for (const text of profile.speech_patterns?.examples ?? []) add(text, "example", file, own);
    for (const [name, text] of Object.entries(profile.relationships ?? {}))
      add(text, "relation", file, { ...own, toward: name });
    const secret = source.secrets?.[id];
    if (secret !== undefined) {
      const secretFile =
        source.text?.(`characters/npcs/${id}/secrets.md`) === undefined ? file : `characters/npcs/${id}/secrets.md`;
      markdown(secret, "secret", secretFile, own);
    }
  }
  for (const beat of source.beats) {
    const file = "plot/beats.json";
    const own = { beat: beat.id };
    markdown(beat.description, "beat", file, own);
    for (const { line, context } of beat.dialogue ?? []) {
      add(line, "line", file, own);
      add(context, "context", file, own);
    }
    for (const { description } of beat.outcomes ?? []) add(description, "outcome", file, own);
    for (const text of beat.consequences ?? []) add(text, "consequence", file, own);
  }
  for (const ending of source.endings)
    markdown(ending.body, "ending", `plot/endings/${ending.id}.md`, { beat: ending.id });
  for (const text of source.constraints) add(text, "law", "world/constraints.md");
  for (const { file, text } of source.lore) markdown(text, "lore", file);
  return spans;
}

function span(raw: string, kind: TextKind, file: string, more: Partial<Span>): Span {
  const text = readAloud(raw);
  const sentences: Sentence[] = [];
  const made: Span = { heading: "", ...more, text, kind, file, sentences };
  const speech = kind === "line" || kind === "example";
  splitSentences(text).forEach((sentence, at) => {
    sentences.push({ text: sentence, plain: speech ? sentence : withoutSpeech(sentence), span: made, at });
  });
  return made;
}

const READ_ALOUD_ALONE = /^\s*(?:read (?:aloud|this|out)|boxed text|player text)\b[^.!?]{0,30}:\s*$/i;
const READ_ALOUD = /^\s*(?:read (?:aloud|this|out)|boxed text|player text)\b[^.!?“"]{0,30}:\s*(?=[“"])/i;

/** A text that is read aloud stands in quotation marks and is narration all the same. */
function readAloud(text: string): string {
  const label = READ_ALOUD.exec(text)?.[0];
  if (label === undefined) return text;
  return text.slice(label.length).replace(/^[“"]|[”"]\s*$/g, "");
}

/** "The well says: I am on the third path": speech without marks, to the end of the sentence. */
const SAYS_UNMARKED =
  /\b(?:says|said|asks|asked|answers|answered|cries|cried|calls|reads)(?: [\p{L}’']+){0,3}: (?=\p{Lu})([^"“‘]+)$/gu;

/** Blanks out what stands in quotation marks, so that places of words stay. */
export function withoutSpeech(text: string): string {
  const unmarked = text.replace(
    SAYS_UNMARKED,
    (match, said: string) => match.slice(0, match.length - said.length) + blank(said),
  );
  if (!/["“‘']/.test(unmarked)) return unmarked;
  return unmarked
    .replace(/[“"][^”"]*(?:[”"]|$)/g, blank)
    .replace(
      /(^|[\s(—–:,;])['‘](?=[\p{L}\p{N}…])((?:[^'’]|['’](?=\p{L}))*?[.,!?…\p{L}\p{N}])['’](?=[\s.,;:!?)—–]|$)/gu,
      blank,
    );
}

const blank = (match: string): string => " ".repeat(match.length);
