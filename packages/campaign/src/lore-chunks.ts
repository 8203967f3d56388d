import { breather } from "@narratoria/protocol";
import { CAPS } from "./caps.js";
import type { Campaign } from "./campaign.js";

/** A piece of lore small enough to be found and told alone. */
export interface LoreChunk {
  /** The lore file, `lore/...`. */
  readonly filePath: string;
  /** The file's title. */
  readonly title: string;
  /** Keywords of the file's sidecar; absent where there is none. */
  readonly tags?: readonly string[];
  /** Place among the chunks of its file, from 0. */
  readonly chunkIndex: number;
  /** Paragraph of the file that it comes from, from 0. */
  readonly paragraphId: number;
  readonly content: string;
  /** Length in tokens of cl100k_base, at most 512. */
  readonly tokenCount: number;
  readonly chunkMethod: "paragraph";
}

type CountTokens = (text: string) => number;

/** The tokenizer's time grows with the square of a text in which nothing divides, so no longer one is given to it whole. */
const WINDOW_CHARS = 4096;

/**
 * Cuts a campaign's lore into chunks: a paragraph each, a paragraph of over 512 tokens at its sentences, a sentence of over
 * 512 tokens between words. Implements rules CA60 to CA64 and CA3290.
 *
 * The tokenizer is loaded at the first call (some 85 ms and 50 MB); long campaigns let other work through now and then.
 *
 * @param campaign - As loaded; only its lore is read.
 * @returns All chunks, in file order, then in text order.
 */
export async function loreChunks(campaign: Pick<Campaign, "lore">): Promise<LoreChunk[]> {
  if (campaign.lore.length === 0) return [];
  const { countTokens } = await import("gpt-tokenizer/encoding/cl100k_base");
  // Words that steer a chat model are plain text in a story.
  const count: CountTokens = (text) => countTokens(text, { disallowedSpecial: new Set() });
  const chunks: LoreChunk[] = [];
  const breathe = breather();
  for (const { file, title, text, keywords } of campaign.lore) {
    let chunkIndex = 0;
    for (const [paragraphId, paragraph] of paragraphs(text).entries()) {
      for (const { content, tokenCount } of cutParagraph(paragraph, count)) {
        chunks.push({
          filePath: file,
          title,
          ...(keywords && { tags: keywords }),
          chunkIndex: chunkIndex++,
          paragraphId,
          content,
          tokenCount,
          chunkMethod: "paragraph",
        });
        await breathe();
      }
    }
  }
  return chunks;
}

function paragraphs(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== "");
}

interface Piece {
  readonly content: string;
  readonly tokenCount: number;
}

function* cutParagraph(paragraph: string, count: CountTokens): Generator<Piece> {
  const whole = countUpTo(paragraph, count);
  if (whole !== null) return yield { content: paragraph, tokenCount: whole };
  let held: (Piece & { readonly start: number }) | null = null;
  for (const [start, end] of sentences(paragraph)) {
    // With what is held it is one stretch of the paragraph, so that what stood between them stays.
    const joined: string = held === null ? "" : paragraph.slice(held.start, end).trim();
    const tokenCount: number | null = held === null ? null : countUpTo(joined, count);
    if (held !== null && tokenCount !== null) {
      held = { start: held.start, content: joined, tokenCount };
      continue;
    }
    if (held !== null) yield held;
    held = null;
    const sentence = paragraph.slice(start, end).trim();
    const alone = countUpTo(sentence, count);
    if (alone !== null) held = { start, content: sentence, tokenCount: alone };
    else yield* cutSentence(sentence, count);
  }
  if (held !== null) yield held;
}

/** The number of tokens, or null when it is over 512. */
function countUpTo(text: string, count: CountTokens): number | null {
  if (text.length > 2 * WINDOW_CHARS) return null;
  const tokens = count(text);
  return tokens <= CAPS.chunkTokens ? tokens : null;
}

/** A sentence ends with a stop, quotes and brackets that belong to it included, before a space. */
function sentences(paragraph: string): [start: number, end: number][] {
  const found: [number, number][] = [];
  let start = 0;
  for (const { index } of paragraph.matchAll(/(?<=[.!?]["'\u201d\u2019)\]]*)\s|(?<=[\u3002\uff01\uff1f])/g)) {
    if (paragraph.slice(start, index).trim() === "") continue;
    found.push([start, index]);
    start = index;
  }
  if (paragraph.slice(start).trim() !== "") found.push([start, paragraph.length]);
  return found;
}

/** Pieces of a sentence that is too long for one chunk; the rest of it stays alone, too. */
function* cutSentence(sentence: string, count: CountTokens): Generator<Piece> {
  let rest = sentence;
  let window = WINDOW_CHARS;
  while (rest !== "") {
    const whole = rest.length <= window ? countUpTo(rest, count) : null;
    if (whole !== null) return yield { content: rest, tokenCount: whole };
    for (;;) {
      const cut = wordEnd(rest, Math.min(rest.length, window));
      const content = rest.slice(0, cut).trimEnd();
      const tokens = count(content);
      // What this piece took foretells the next one: aim a little short of 512 tokens, for the text is rarely even.
      const foretold = Math.floor((cut * CAPS.chunkTokens * 0.97) / tokens);
      if (tokens <= CAPS.chunkTokens) {
        yield { content, tokenCount: tokens };
        rest = rest.slice(cut).trimStart();
        window = Math.min(Math.max(foretold, 64), WINDOW_CHARS);
        break;
      }
      window = Math.max(1, Math.min(window - 1, foretold));
    }
  }
}

/** The last end of a word at or before `end`; inside a very long word the last whole character. */
function wordEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const space = text.slice(0, end + 1).search(/\s\S*$/);
  if (space > 0) return space;
  const code = text.charCodeAt(end);
  return code >= 0xdc00 && code <= 0xdfff && end > 1 ? end - 1 : end;
}
