/**
 * Text that varies by condition: `{if met_osk}He nods.{else}He looks past you.{/if}`. What the story is read from has all variants, so that
 * everybody and everything in them is known; what is told has one. Pure.
 */
import { normalise, splitSentences } from "@narratoria/protocol/english";

const MARK = /\{\s*(if|else if|elseif|else|\/if|endif)(?![\p{L}\p{N}_])\s*([^{}]*)\}/giu;
/** Where a sentence ends, or a paragraph, a heading or an entry of a list. */
const SENTENCE_END = /[.!?…]["”’)*_]*(?=\s|$)|\n[^\S\n]*\n|\n(?=[#*-])/gu;
/** Ways in which one sentence can read. More are not told apart by a reader, and cost time to read. */
const MOST_VARIANTS = 32;

type Node = string | Choice;
interface Choice {
  readonly branches: readonly { readonly condition: string | null; readonly nodes: readonly Node[] }[];
}

/** What is wrong with the marks of a text. */
export interface VariedFault {
  /** Which mark of the text, from 0. */
  readonly mark: number;
  readonly message: string;
}

/** A text with its conditions. */
export interface VariedText {
  readonly nodes: readonly Node[];
  /** In the order of the text, each with the number of its mark. */
  readonly conditions: readonly { readonly source: string; readonly mark: number }[];
  readonly faults: readonly VariedFault[];
}

/** Whether a text has marks of conditions. */
export const isVaried = (text: string): boolean => text.search(MARK) >= 0;

/** Where the marks of a text stand, in order. */
export const marksIn = (text: string): number[] => [...text.matchAll(MARK)].map(({ index }) => index);

/** Parses the marks of a text. A block without an end goes on to the end of the text; what makes no sense is left out and said. */
export function parseVaried(text: string): VariedText {
  const root: Node[] = [];
  const open: { readonly branches: { condition: string | null; nodes: Node[] }[]; readonly mark: number }[] = [];
  const conditions: { source: string; mark: number }[] = [];
  const faults: VariedFault[] = [];
  const add = (node: Node): void => {
    if (node !== "") (open.at(-1)?.branches.at(-1)?.nodes ?? root).push(node);
  };
  let from = 0;
  for (const [mark, found] of [...text.matchAll(MARK)].entries()) {
    const [whole, word = "", rest = ""] = found;
    const kind = word.toLowerCase().replace(" ", "");
    const source = rest.replace(/:\s*$/, "").trim();
    const fault = (message: string): void => void faults.push({ mark, message });
    add(text.slice(from, found.index));
    from = found.index + whole.length;
    if (kind === "if" || kind === "elseif") {
      if (source === "") fault(`"${whole}" has no condition, so what follows is never told.`);
      else conditions.push({ source, mark });
    } else if (source !== "") fault(`"${whole}" takes no condition: write {else if ${source}} for one.`);
    const last = open.at(-1);
    const condition = source === "" ? "false" : source;
    if (kind === "if") {
      const branches = [{ condition, nodes: [] }];
      add({ branches });
      open.push({ branches, mark });
    } else if (last === undefined) fault(`"${whole}" stands without an {if} before it. It is left out.`);
    else if (kind === "/if" || kind === "endif") open.pop();
    else if (last.branches.at(-1)?.condition === null) fault(`"${whole}" stands after {else}. It is left out.`);
    else last.branches.push({ condition: kind === "else" ? null : condition, nodes: [] });
  }
  add(text.slice(from));
  for (const { mark } of open)
    faults.push({ mark, message: "This {if} has no {/if}, so all that follows depends on it." });
  return { nodes: root, conditions, faults };
}

/** The text as it reads where these conditions hold. */
export function renderVaried(text: string, holds: (condition: string) => boolean): string {
  if (!isVaried(text)) return text;
  const render = (nodes: readonly Node[]): string =>
    nodes
      .map((node) => {
        if (typeof node === "string") return node;
        const branch = node.branches.find(({ condition }) => condition === null || holds(condition));
        return branch === undefined ? "" : render(branch.nodes);
      })
      .join("");
  return tidy(render(parseVaried(text).nodes));
}

/**
 * Every sentence that a text can have, one after the other.
 *
 * @returns Null where one sentence has more variants than are read.
 */
export function allVariants(text: string): string | null {
  if (!isVaried(text)) return text;
  let whole = "";
  let isTooMuch = false;
  const flush = (open: readonly string[], end: string): void => {
    const sentences = [...new Set(open.map((start) => `${start}${end}`))].filter((one) => one.trim() !== "");
    // Branches that are whole sentences stand side by side without a space.
    if (/\S$/.test(whole) && /^\S/.test(sentences[0] ?? "")) whole += " ";
    whole += sentences.join(" ");
    // What parts paragraphs is kept where nothing stands before it.
    if (sentences.length === 0) whole += end;
  };
  const read = (nodes: readonly Node[], start: readonly string[]): readonly string[] =>
    nodes.reduce<readonly string[]>((open, node) => {
      if (typeof node === "string") {
        const ends = [...node.matchAll(SENTENCE_END)].map(({ 0: end, index }) => index + end.length);
        const [first = 0] = ends;
        const last = ends.at(-1) ?? 0;
        // The sentence that varies ends first; what follows reads the same in every variant.
        if (first > 0) flush(open, node.slice(0, first));
        if (last > first) flush([""], node.slice(first, last));
        return (first > 0 ? [""] : open).map((one) => one + node.slice(last));
      }
      const hasElse = node.branches.some(({ condition }) => condition === null);
      const ways = [...node.branches.flatMap((branch) => read(branch.nodes, open)), ...(hasElse ? [] : open)];
      const distinct = [...new Set(ways)];
      if (distinct.length > MOST_VARIANTS) isTooMuch = true;
      // A branch that ended its sentence leaves a space before the next.
      const parted = distinct.length === 1 && distinct[0] === "" && whole !== "" && !/\s$/.test(whole);
      if (parted) whole += " ";
      return distinct.slice(0, MOST_VARIANTS);
    }, start);
  flush(read(parseVaried(text).nodes, [""]), "");
  return isTooMuch ? null : tidy(whole);
}

const tidy = (text: string): string =>
  text
    .replace(/[^\S\n]+([,.;:!?…])/g, "$1")
    .replace(/(\S)[^\S\n]{2,}/g, "$1 ")
    .replace(/[^\S\n]+(?=\n|$)/g, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/** Sentences of a text that are told now, found again in what became of them on the way. */
export class ToldVariants {
  readonly #all: readonly { readonly words: readonly string[]; readonly isTold: boolean }[];

  /**
   * @param texts - As their author wrote them.
   * @param holds - Whether a condition holds now.
   */
  constructor(texts: readonly string[], holds: (condition: string) => boolean) {
    const told = new Set(texts.flatMap((text) => sentencesIn(renderVaried(text, holds)).map(normalise)));
    this.#all = texts
      .flatMap((text) => sentencesIn(allVariants(text) ?? ""))
      .map((sentence) => ({ words: wordsOf(sentence), isTold: told.has(normalise(sentence)) }));
  }

  /** What is told of a text: the sentences that stand in no variant of another kind. */
  told(text: string): string {
    const sentences = splitSentences(text);
    const kept = sentences.filter((one) => this.#isTold(one));
    return kept.length === sentences.length ? text : kept.join(" ");
  }

  /** A sentence may have changed a little, such as from "the player" to "you": the nearest of all is what it was. */
  #isTold(sentence: string): boolean {
    const words = wordsOf(sentence);
    let best = { share: LEAST_SHARED, isTold: true };
    for (const { words: other, isTold } of this.#all) {
      const shared = words.filter((word) => other.includes(word)).length / Math.max(words.length, other.length, 1);
      if (shared > best.share || (shared === best.share && isTold)) best = { share: shared, isTold };
    }
    return best.isTold;
  }
}

/** Sentences, none of them across two paragraphs. */
const sentencesIn = (text: string): string[] => text.split(/\n\s*\n/).flatMap((paragraph) => splitSentences(paragraph));

/** Less than this in common, and a sentence is another. */
const LEAST_SHARED = 0.4;

const wordsOf = (sentence: string): string[] => sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
