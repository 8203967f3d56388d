// SPEC.md EX431: secrets that a skill has encoded, by intent or because a protocol asks for it.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redactor } from "../src/trace/redact.js";

const bytesOf = (text: string): string => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join("");

/** How each writes a text with a secret in it. */
const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "hexadecimal digits": (text) => Buffer.from(text).toString("hex"),
  "capital hexadecimal digits": (text) => Buffer.from(text).toString("hex").toUpperCase(),
  "a URL": encodeURIComponent,
  "a whole URL": encodeURI,
  "a form": (text) => new URLSearchParams([["k", text]]).toString(),
  "percent signs alone": bytesOf,
  "reversed order": (text) => [...text].reverse().join(""),
};

/** What can be got back out of a text by undoing an encoding, wherever it begins in it. */
const DECODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  ...[0, 1, 2, 3].map((at) => (text: string) => Buffer.from(text.slice(at), "base64").toString("latin1")),
  ...[0, 1].map((at) => (text: string) => Buffer.from(text.slice(at), "hex").toString("latin1")),
  (text) =>
    text.replaceAll("+", " ").replace(/%([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
  (text) => Buffer.from([...text].reverse().join("")).toString("latin1"),
];

const secrets = fc.string({ unit: "grapheme", minLength: 9, maxLength: 60 });
const around = fc.string({ unit: "grapheme", maxLength: 20 });

describe.each(Object.entries(ENCODINGS))("a secret in %s", (_, encode) => {
  it("[EX431] is left out wherever it stands, whatever stands around it", () => {
    fc.assert(
      fc.property(secrets, around, around, (secret, before, after) => {
        const hide = redactor([secret]);
        const shown = hide(`Sent <${encode(before + secret + after)}> to the host.`);
        const raw = Buffer.from(secret).toString("latin1");
        for (const decode of DECODINGS) {
          const piece = /<(.*)>/s.exec(shown)?.[1] ?? shown;
          expect(Buffer.from(piece).toString("latin1").includes(raw)).toBe(false);
          for (const part of [piece, ...piece.split("[redacted]")]) expect(decode(part).includes(raw)).toBe(false);
        }
        expect(shown).toContain("[redacted]");
      }),
      { numRuns: 150, seed: 15 },
    );
  });
});

it("[EX431] takes with it the base64 that it is part of, as in a header of basic authentication", () => {
  const hide = redactor(["k-4be2-9931"]);
  const basic = Buffer.from("the-player:k-4be2-9931:and more").toString("base64");
  expect(hide(`curl -H 'Authorization: Basic ${basic}' /x`)).toBe("curl -H 'Authorization: Basic [redacted]' /x");
  expect(hide({ [Buffer.from("k-4be2-9931").toString("hex")]: 1 })).toEqual({ "[redacted]": 1 });
});

it("[EX431] that is very long is found by its beginning, and the rest goes with it", () => {
  const secret = Array.from({ length: 900 }, (_, at) => String.fromCharCode(33 + ((at * 37) % 90))).join("");
  const hide = redactor([secret]);
  for (const encoding of ["base64", "base64url", "hex"] as const) {
    expect(hide(`a ${Buffer.from(`x${secret}y`).toString(encoding)} b`)).toBe("a [redacted] b");
  }
});

it("[EX431] that is short is left out where its encoding is the whole text", () => {
  const hide = redactor(["Gate7"]);
  expect(hide(["R2F0ZTc=", "R2F0ZTc", "4761746537", "Gate"])).toEqual([
    "[redacted]",
    "[redacted]",
    "[redacted]",
    "Gate",
  ]);
});

it("[EX431] leaves everything else as it is", () => {
  const hide = redactor(["correct horse battery", "k-4be2-9931"]);
  const others = [
    "100% of it, 50%25",
    "aGVsbG8gd29ybGQ=",
    "deadbeefdeadbeef",
    "a/b/c?d=%20e",
    "eltbat",
    "%6b-4be2",
    "",
  ];
  expect(hide(others)).toBe(others);
});

it("[EX431] cuts what a percent sign encodes as a whole", () => {
  const hide = redactor(["päss wörd!"]);
  expect(hide("?a=100%25&key=p%C3%A4ss%20w%c3%b6rd%21&b=%25")).toBe("?a=100%25&key=[redacted]&b=%25");
  expect(hide("key=p%C3%A4ss+w%C3%B6rd%21")).toBe("key=[redacted]");
});
