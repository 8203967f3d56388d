/**
 * Writes Unicode letter classes of regular expressions as short ranges when a library is built. V8 works `\p{L}` out from its
 * tables for every expression anew, which takes half a millisecond each: a campaign is read with two hundred of them. That
 * holds for expressions that are built from strings as for literals.
 *
 * What counts as a letter stays the same in the scripts in which stories are written; `letter-classes.test.ts` holds the two against
 * each other.
 */
import { readFile } from "node:fs/promises";
import ts from "typescript";
import { constantTexts } from "./constant-text.mjs";
import { escaped } from "./escaped-letters.mjs";
import { withPlainCase } from "./plain-case.mjs";

/** In which the case of letters is told apart: Latin of Europe and of Vietnam, Greek, Cyrillic. */
const CASED = [
  [0x41, 0x17f],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x218, 0x21b],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1ea0, 0x1ef9],
];

/** The ranges of a property within some blocks, as the inside of a character class. */
function rangesOf(property, blocks) {
  const has = new RegExp(`\\p{${property}}`, "u");
  const parts = [];
  for (const [first, last] of blocks) {
    let from = -1;
    for (let code = first; code <= last + 1; code++) {
      const holds = code <= last && has.test(String.fromCodePoint(code));
      if (holds && from < 0) from = code;
      if (holds || from < 0) continue;
      parts.push(from === code - 1 ? escaped(from) : `${escaped(from)}-${escaped(code - 1)}`);
      from = -1;
    }
  }
  return parts.join("");
}

/** Letters in the place of their numbers. */
const writtenOut = (ranges) =>
  ranges.replace(/\\(?:x|u)([0-9a-f]{2,4})/g, (_, code) => escaped(Number.parseInt(code, 16)));

/** The inside of a character class for each property that is rewritten. */
export const LETTER_CLASSES = {
  L: writtenOut(
    String.raw`A-Za-z\xaa\xb5\xba\xc0-\xd6\xd8-\xf6\xf8-\u02c1\u0370-\u0374\u0376-\u037d\u037f-\u0384\u0386\u0388-\u0481\u048a-\u0559\u0560-\u0588\u05d0-\u05f2\u0620-\u064a\u066e-\u06d3\u06d5-\u06dc\u06ee\u06ef\u06fa-\u06ff\u0710-\u1fbc\u1fc2-\u1fff\u2c00-\u2dff\u3005\u3006\u3031-\u3035\u3041-\ud7ff\uf900-\ufd3d\ufd50-\ufdff\ufe70-\ufefc\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc`,
  ),
  Lu: rangesOf("Lu", CASED),
  Ll: rangesOf("Ll", CASED),
  N: rangesOf("N", [
    [0x30, 0xbe],
    [0x660, 0x6f9],
    [0x2070, 0x2793],
    [0xff10, 0xff19],
  ]),
  M: rangesOf("M", [
    [0x300, 0x36f],
    [0x483, 0x489],
    [0x591, 0x5c7],
    [0x610, 0x6ed],
    [0x1dc0, 0x1dff],
    [0x20d0, 0x20f0],
    [0xfe20, 0xfe2f],
  ]),
};

/** A regular expression's source with the properties written as ranges. */
export function withLetterRanges(pattern) {
  let inClass = false;
  return pattern.replace(/\\p\{(L|Lu|Ll|N|M)\}|\\[^]|\[|\]/g, (part, property) => {
    if (part === "[") inClass = true;
    else if (part === "]") inClass = false;
    if (property === undefined) return part;
    return inClass ? LETTER_CLASSES[property] : `[${LETTER_CLASSES[property]}]`;
  });
}

/**
 * A string literal, or a part of a template, with the properties in it written as ranges: expressions are built from such.
 *
 * @throws {Error} If a character class opens in one part of a template and closes in another: its inside cannot be told.
 */
function withLetterRangesInString(literal, path) {
  let inClass = false;
  const written = literal.replace(/\\\\p\{(L|Lu|Ll|N|M)\}|\\\\[^]|\[|\]/g, (part, property) => {
    if (part === "[") inClass = true;
    else if (part === "]") inClass = false;
    if (property === undefined) return part;
    const ranges = LETTER_CLASSES[property].replaceAll("\\", "\\\\");
    return inClass ? ranges : `[${ranges}]`;
  });
  if (inClass && written !== literal)
    throw new Error(`${path}: a class of letters is closed in another part: ${literal}`);
  return written;
}

const { SyntaxKind } = ts;
const STRINGS = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);

/** The literal of a regular expression as it is compiled soonest. */
function rewriteExpression(literal) {
  const end = literal.lastIndexOf("/");
  const [pattern, flags] = withPlainCase(withLetterRanges(literal.slice(1, end)), literal.slice(end + 1));
  return `/${pattern}/${flags}`;
}

/**
 * `new RegExp(...)` of a text that is the same at every run and ignores case, as it is compiled soonest; null for any other expression. It
 * takes as many lines as before, so that a trace names the line in which it stands.
 */
function rewriteConstructed(node, textOf, file) {
  if (node.kind !== SyntaxKind.NewExpression || node.expression.getText(file) !== "RegExp") return null;
  const [pattern, flags] = (node.arguments ?? []).map(textOf);
  if (typeof pattern !== "string" || typeof flags !== "string" || !flags.includes("i")) return null;
  const [written, left] = withPlainCase(withLetterRanges(pattern), flags);
  const lines = node.getText(file).split("\n").length - 1;
  return `new RegExp(${JSON.stringify(written)}, "${left}"${"\n".repeat(lines)})`;
}

/** A module's text with its regular expressions, and strings that such are built from, as they are compiled soonest. */
export function rewriteExpressions(text, path) {
  if (!/\\p\{[LNM][ul]?\}|[/"][a-z]*i[a-z]*\b/.test(text)) return text;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const textOf = constantTexts(file);
  let written = "";
  let end = 0;
  const visit = (node) => {
    const from = node.getStart(file);
    const constructed = rewriteConstructed(node, textOf, file);
    if (constructed !== null) {
      written += text.slice(end, from) + constructed;
      end = node.end;
      return;
    }
    const isExpression = node.kind === SyntaxKind.RegularExpressionLiteral;
    if (!isExpression && !STRINGS.has(node.kind)) {
      ts.forEachChild(node, visit);
      return;
    }
    const literal = text.slice(from, node.end);
    written +=
      text.slice(end, from) + (isExpression ? rewriteExpression(literal) : withLetterRangesInString(literal, path));
    end = node.end;
  };
  visit(file);
  return written + text.slice(end);
}

/** The esbuild plugin. */
export const letterClasses = {
  name: "letter-classes",
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: rewriteExpressions(await readFile(path, "utf8"), path),
      loader: "ts",
    }));
  },
};
