import { describe, expect, it } from "vitest";
import { rewriteExpressions } from "./letter-classes.mjs";
import { withPlainCase } from "./plain-case.mjs";

const SAMPLES = [
  "The KEEPER’s lamp; the keeper's Lamp. ",
  "ÉMILE et émile, STRASSE, straße, ΣΊΣΥΦΟΣ, σίσυφος, ЁЛКА, ёлка",
  "day 12: At Noon, aT nOON - AT-NOON [noon] (noon) noon_noon",
  "x-ray X-RAY\nLine two\tends here",
];

const rewritten = (literal: RegExp): RegExp => new RegExp(...withPlainCase(literal.source, literal.flags));

describe("expressions that ignore case, as libraries are built", () => {
  it.each([
    /\b(?:keeper|lamp)(?:['’]s)?\b/gi,
    /(?<![a-z])the (?<who>k[e-p]+r)/giu,
    /[^a-m\s;.]+/gi,
    /[^a-m\s;.]+/giu,
    /émile|straße|σίσυφος|ёлка/gi,
    /émile|straße|σίσυφος|ёлка/giu,
    /[à-žά-ώа-я]+/giu,
    /at[ -]?noon\b|\[n\w+\]|day \d{1,2}/gi,
    /^x-ray$|[\w-]{4,}|[a-]n/gim,
    /(?<=\bat )n(?=oon)|t\b(?!h)/giu,
  ])("%s finds the same", (literal) => {
    const plain = rewritten(literal);
    expect(plain.flags).toBe(literal.flags.replace("i", ""));
    for (const sample of SAMPLES)
      expect([...sample.matchAll(plain)].map((match) => ({ ...match }))).toEqual(
        [...sample.matchAll(literal)].map((match) => ({ ...match })),
      );
  });

  it.each([/[a-z]/i, /[a-z]/iu, /[^a-z]/i, /[^a-zà-ž]/iu, /[\w’-]/i, /é/iu, /ß/i, /σ/iu, /i/i])(
    "%s holds the same letters of all alphabets, but for the long s and the sign for Kelvin",
    (literal) => {
      const plain = rewritten(literal);
      const differing: string[] = [];
      for (let code = 0; code <= 0xffff; code++) {
        const char = String.fromCharCode(code);
        if (literal.test(char) !== plain.test(char)) differing.push(char);
      }
      expect(differing.filter((char) => char !== "\u017f" && char !== "\u212a")).toEqual([]);
    },
  );

  it.each([/(a)\1/i, /(?<a>b)\k<a>/i, /\u{41}/iu, /\p{Lu}/iu, /\u0041/i, /\x41b/i, /a/u, /😀a/i])(
    "%s stays as it is where letters are not written out, or nothing ignores case",
    (literal) => {
      const { source, flags } = rewritten(literal);
      expect(source).toBe(literal.source);
      expect(flags).toBe(literal.flags);
    },
  );

  it("are rewritten wherever they stand in a module, and text that only looks like one stays", () => {
    expect(rewriteExpressions('const a = [/the \\d\\b/iu.test(b), "/the/i", 8 / i / b]; // /the/i\n', "a.ts")).toBe(
      'const a = [/[Tt][Hh][Ee] \\d\\b/u.test(b), "/the/i", 8 / i / b]; // /the/i\n',
    );
  });

  it.each([
    ["a constant", 'const A = "the|an";', "`^(?:${A}) \\\\d`", "^(?:[Tt][Hh][Ee]|[Aa][Nn]) \\d"],
    ["constants in constants", 'const A = "x" + "y"; const B = `${A}|z`;', "B", "[Xx][Yy]|[Zz]"],
    ["a text", "", '"\\\\p{N}a"', "[0-9²-³¹¼-¾٠-٩۰-۹⁰⁴-⁹₀-₉⅐-ↂↅ-↉①-⒛⓪-⓿❶-➓０-９][Aa]"],
  ])("are written out where they are constructed of %s", (_, declared, pattern, written) => {
    const text = `${declared} export const made = new RegExp(\n  ${pattern},\n  "gi",\n);\n`;
    const rewritten = rewriteExpressions(text, "a.ts");
    expect(rewritten).toBe(`${declared} export const made = new RegExp(${JSON.stringify(written)}, "g"\n\n\n);\n`);
  });

  it.each([
    ["changes", 'let A = "the"; const made = new RegExp(A, "i");'],
    ["is declared twice", 'const A = "the"; const f = (A: string) => new RegExp(A, "i");'],
    ["comes from elsewhere", 'import { A } from "./b.js"; const made = new RegExp(`${A}`, "i");'],
    ["is the flags", 'const f = (flags: string) => new RegExp("the", flags);'],
  ])("stay as they are constructed where a name %s", (_, text) => {
    expect(rewriteExpressions(text, "a.ts")).toBe(text);
  });
});
