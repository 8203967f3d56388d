import { indefiniteArticle, splitPieces } from "@narratoria/protocol/english";

/** Something that looks wrong in a told scene. */
export interface LintHit {
  readonly rule:
    | "doubled-word"
    | "article"
    | "agreement"
    | "stray-slot"
    | "stops"
    | "capital"
    | "spacing"
    | "quotes"
    | "repetition"
    | "length";
  readonly paragraph: number;
  /** The words around the place. */
  readonly excerpt: string;
}

interface Pattern {
  readonly rule: LintHit["rule"];
  readonly pattern: RegExp;
  /** Words for which the pattern is right as it stands. */
  readonly except?: RegExp;
  /** Looked for in authored sentences as well. */
  readonly everywhere?: true;
}

const PATTERNS: readonly Pattern[] = [
  { rule: "doubled-word", pattern: /\b(\p{L}+)\s+\1\b/giu, except: /^(?:that that|had had|is is|you you)$/i },
  { rule: "doubled-word", pattern: /\b(?:the|a|an) (?:the|a|an)\b/gi },
  {
    rule: "agreement",
    pattern: /(?<!\b(?:if|as though|as if|though) )\b(?:he|she|it) (?:are|have|do|were)\b/gi,
    except: /\b(?:does|did|would|could|should|can|will|may|might|must) (?:he|she|it) (?:have|do)$/i,
  },
  {
    rule: "agreement",
    pattern: /(?<=^|[.;,:—“”] |\b(?:and|but|that|as|if|when|because|than) )(?:you|they|we) (?:is|has|does|was)\b/gi,
  },
  { rule: "agreement", pattern: /\byou (?:[a-z]+(?:sses|ches|shes|kes|tes|ves|nds|lls))\b/gi },
  {
    rule: "agreement",
    pattern: /\b(?:he|she) (?:ask|answer|tell|look|put|take|turn|go|come|say|give|nod|want|know)\b/gi,
    except: /\b(?:did|does|let|make|makes|see|hear|watch|would|could|should|can|will|may|might|must) /i,
  },
  { rule: "stray-slot", pattern: /[{}[\]]|undefined|\bNaN\b|\bnull\b|#\p{L}/gu, everywhere: true },
  { rule: "stops", pattern: /\.\.(?!\.)|,,|[.!?],|,\.|[;:][.,]|\s[.,;:!?]/g, everywhere: true, except: /\.\.\./ },
  { rule: "stops", pattern: /[.!?…][”’]\.|\.[”’],/g, everywhere: true },
  { rule: "spacing", pattern: / {2,}|\n/g, everywhere: true },
  { rule: "quotes", pattern: /["]/g, everywhere: true },
];

/**
 * Looks for the slips that code makes in prose: doubled words, a and an, agreement, stray slots, stops, capitals, sentences told
 * twice. It is blind to sense, and guards only against regressions. Implements rules NA60 to NA63).
 *
 * @param paragraphs - The scene as told.
 * @param authored - Sentences of the campaign's own: their grammar is their author's.
 */
export function lintScene(paragraphs: readonly string[], authored: ReadonlySet<string>): LintHit[] {
  const hits: LintHit[] = [];
  const seen = new Set<string>();
  const trusted = [...authored].map(key).filter((text) => text !== "");
  paragraphs.forEach((text, paragraph) => {
    const hit = (rule: LintHit["rule"], at: number, length: number, whole = text): void => {
      hits.push({ rule, paragraph, excerpt: whole.slice(Math.max(0, at - 24), at + length + 24) });
    };
    if (text.trim() === "") {
      hits.push({ rule: "length", paragraph, excerpt: "" });
      return;
    }
    for (const { rule, pattern, except, everywhere } of PATTERNS) {
      for (const match of text.matchAll(pattern)) {
        if (
          except?.test(text.slice(Math.max(0, match.index - 8), match.index + match[0].length)) ||
          except?.test(match[0])
        )
          continue;
        if (!everywhere && isAuthored(text, match.index, trusted)) continue;
        hit(rule, match.index, match[0].length);
      }
    }
    for (const match of text.matchAll(/\b(an?) ([\p{L}]+)/giu)) {
      const article = (match[1] ?? "").toLowerCase();
      if (
        article !== indefiniteArticle(match[2] ?? "") &&
        !isAuthored(text, match.index, trusted) &&
        !/^\p{Lu}{2,}/u.test(match[2] ?? "")
      )
        hit("article", match.index, match[0].length);
    }
    const opens = text.match(/“/g)?.length ?? 0;
    const closes = text.match(/”/g)?.length ?? 0;
    if (opens !== closes) hit("quotes", 0, 24);
    for (const piece of splitPieces(text)) {
      if (
        /^["“‘(]*\p{Ll}/u.test(piece) &&
        !isAuthored(text, text.indexOf(piece), trusted) &&
        !/[”’]/.test(piece.slice(0, 2))
      ) {
        const before = text.slice(0, text.indexOf(piece)).trimEnd();
        // “Who?” she asks: a small letter may follow a question or a cry in speech.
        if (!/[!?…][”’]$/.test(before)) hit("capital", 0, piece.length, piece);
      }
      const words = key(piece);
      if (words.split(" ").length > 2) {
        if (seen.has(words)) hit("repetition", 0, piece.length, piece);
        seen.add(words);
      }
    }
    if (!/[.!?…:][”’)]*$/.test(text)) hit("stops", Math.max(0, text.length - 20), 20);
  });
  return hits;
}

const key = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** Whether the place lies inside a sentence that the author wrote. */
function isAuthored(text: string, at: number, trusted: readonly string[]): boolean {
  let start = 0;
  for (const piece of splitPieces(text)) {
    const from = text.indexOf(piece, start);
    start = from + piece.length;
    if (at < from || at >= start) continue;
    const words = key(piece);
    return trusted.some((known) => known.length > 8 && (words.includes(known) || known.includes(words)));
  }
  return false;
}
