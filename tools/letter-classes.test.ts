import { describe, expect, it } from "vitest";
import { LETTER_CLASSES, rewriteExpressions, withLetterRanges } from "./letter-classes.mjs";

/** Scripts in which stories for this program are written, as the blocks of Unicode that they use. */
const BLOCKS = [
  [0, 0x17f],
  [0x386, 0x3ce],
  [0x400, 0x45f],
  [0x5d0, 0x5ea],
  [0x620, 0x64a],
  [0x1ea0, 0x1ef9],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2190, 0x27bf],
  [0x3000, 0x3004],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
] as const;

describe("letter classes of built libraries", () => {
  it.each(Object.entries(LETTER_CLASSES))("\\p{%s} holds the same in the scripts of stories", (property, ranges) => {
    const [wanted, written] = [new RegExp(`\\p{${property}}`, "u"), new RegExp(`[${ranges}]`, "u")];
    const differing: string[] = [];
    for (const [first, last] of BLOCKS)
      for (let code = first; code <= last; code++) {
        const char = String.fromCodePoint(code);
        if (/\p{Cn}/u.test(char)) continue;
        // Signs of the alphabet's own that no word is written with.
        if (/[\u{2071}\u{207f}\u{2090}-\u{209c}]/u.test(char)) continue;
        if (wanted.test(char) !== written.test(char)) differing.push(`${char} U+${code.toString(16)}`);
      }
    expect(differing).toEqual([]);
  });

  it("are written within a class and alone, and other escapes stay", () => {
    const { L, Lu } = LETTER_CLASSES;
    expect(withLetterRanges(String.raw`/^\p{Lu}[\p{L}'\]-]+\[\P{L}\s/u`)).toBe(
      String.raw`/^[${Lu}][${L}'\]-]+\[\P{L}\s/u`,
    );
  });

  it("are rewritten in literals, whatever stands around them", () => {
    const text = "const a = [/\\p{Lu}{2}/u.test(b), `\\p{Lu}`]; // \\p{Lu}\n";
    expect(rewriteExpressions(text, "a.ts")).toBe(text.replace("/\\p{Lu}{2}", `/[${LETTER_CLASSES.Lu}]{2}`));
  });

  it("are rewritten in strings and templates that expressions are built from", () => {
    const text = 'new RegExp(`(?<![\\\\p{L}-])\\\\[${"\\\\p{Lu}x"}[^\\\\p{Ll}\\\\]]$`, "u")';
    const built = (source: string): RegExp => new Function(`return ${source}`)() as RegExp;
    const [plain, written] = [built(text), built(rewriteExpressions(text, "a.ts"))];
    expect(written.source).toBe(withLetterRanges(plain.source));
    for (const sample of ["[Ax1", "[Axb", "a[Ax1", "[ax1"]) expect(written.test(sample)).toBe(plain.test(sample));
  });

  it("are refused in a class that a template opens in one part and closes in another", () => {
    expect(() => rewriteExpressions("new RegExp(`[\\\\p{L}${more}]`)", "a.ts")).toThrow(/a\.ts: a class of letters/);
  });
});
