import { withControlsShown, withoutControls } from "@narratoria/protocol/text";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const OBEYED = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;

describe("texts of strangers", () => {
  it.each([
    ["an escape sequence", "a\u001b[31mb", "a[31mb", "a\\u001b[31mb"],
    ["a title", "a\u001b]0;t\u0007b", "a]0;tb", "a\\u001b]0;t\\u0007b"],
    ["a C1 control", "a\u009b2Jb\u0085", "a2Jb", "a\\u009b2Jb\\u0085"],
    ["a way back", "a\rb\bc\u007f", "abc", "a\\u000db\\u0008c\\u007f"],
    ["another direction", "a\u202eb\u2066c\u200f\u061c", "abc", "a\\u202eb\\u2066c\\u200f\\u061c"],
    ["what cannot be seen", "a\u200bb\ufeffc\u2060\u2028\ufff9", "abc", "a\\u200bb\\ufeffc\\u2060\\u2028\\ufff9"],
    ["lines and tabs", "a\n\tb", "a\n\tb", "a\n\tb"],
    [
      "letters",
      "Öl 鐘 שלום مرحبا नमस्ते 👩‍🚀 a\u00a0b \u00ad",
      "Öl 鐘 שלום مرحبا नमस्ते 👩‍🚀 a\u00a0b \u00ad",
      "Öl 鐘 שלום مرحبا नमस्ते 👩‍🚀 a\u00a0b \u00ad",
    ],
  ])("[PR426] hold no %s, or show it", (_what, text, without, shown) => {
    expect(withoutControls(text)).toBe(without);
    expect(withControlsShown(text)).toBe(shown);
  });

  it("[PR426] have plain line ends once they are shown", () => {
    expect(withControlsShown("a\r\nb\r\n")).toBe("a\nb\n");
  });

  it("[PR426] are the same JSON when they are shown, whatever they hold", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        const shown = withControlsShown(JSON.stringify(value));
        expect(JSON.parse(shown)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(OBEYED.test(shown)).toBe(false);
        expect(OBEYED.test(withoutControls(JSON.stringify(value)))).toBe(false);
      }),
    );
  });
});
