import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createStaticEmbedder } from "../src/embedding/static-embedder.js";
import { DEED_TEMPLATES, TEMPLATES } from "../tools/embedder/story-templates.mjs";

interface Labelled {
  readonly memories: readonly { readonly id: string; readonly text: string }[];
  readonly queries: readonly { readonly text: string; readonly relevant: readonly string[]; readonly kind: string }[];
}

const labelled: Labelled = JSON.parse(
  readFileSync(new URL("./fixtures/labelled-memories.json", import.meta.url), "utf8"),
);
const textOf = new Map(labelled.memories.map(({ id, text }) => [id, text]));
const SMALL = new Set(
  `a about above after all an and any are as at back be before by did do does down each every for from go got had has have he her him his i if in
  into is it its long lost me mine my no none not of off on one onto or our out over own she so some somebody someone that the their them then there
  they this through to under up us was were what when where which while who whom will with would you your`.split(/\s+/),
);

/** Words that say something, without their endings. */
function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
  return words
    .filter((word) => !SMALL.has(word))
    .map((word) => word.replace(/(?<=\p{L}{3})(?:ing|ed|es|s|e|y|er)$/u, ""));
}

describe("the labelled memories", () => {
  it("[NA227] are a hundred and more, with sixty and more questions, half of them in quite other words", () => {
    expect(labelled.memories.length).toBeGreaterThanOrEqual(100);
    expect(labelled.queries.length).toBeGreaterThanOrEqual(60);
    expect(new Set(labelled.memories.map(({ text }) => text)).size).toBe(labelled.memories.length);
    const paraphrases = labelled.queries.filter(({ kind }) => kind === "paraphrase");
    expect(paraphrases.length).toBeGreaterThanOrEqual(labelled.queries.length / 2);
    for (const { text, relevant } of paraphrases) {
      const asked = contentWords(text);
      expect(asked.length, text).toBeGreaterThan(0);
      const answer = relevant.map((id) => textOf.get(id) ?? "").join(" ");
      expect(answer, text).not.toBe("");
      expect(
        contentWords(answer).filter((word) => asked.some((one) => one.startsWith(word) || word.startsWith(one))),
        text,
      ).toEqual([]);
    }
  });

  it("[NA227] hold no sentence that was trained on", () => {
    const plain = (text: string): string => text.toLowerCase().replace(/[.?!]$/, "");
    const person = "(?:the )?[a-z-]+";
    const when = "(?:last|this|on|in|before|during|at|after|when|a week|years|the day before)(?: the)?(?: [a-z]+){1,3}";
    const slots: Readonly<Record<string, string>> = { v: "[a-z]+ed", a: person, b: person, w: when };
    const made = [...TEMPLATES, ...DEED_TEMPLATES].map((template) => {
      const escaped = plain(template).replace(/[.*+?^$()|[\]\\]/g, "\\$&");
      return new RegExp(`^${escaped.replace(/\{([a-z])\}/g, (_, slot: string) => slots[slot] ?? ".{1,40}")}$`);
    });
    expect(made.some((pattern) => pattern.test("who sheltered bertram"))).toBe(true);
    const all = [...labelled.memories, ...labelled.queries].map(({ text }) => plain(text));
    expect(all.filter((text) => made.some((pattern) => pattern.test(text)))).toEqual([]);
  });

  it("[NA227] are found by the embedder that ships: the first right for 60 of 100, two thirds and more among three", async () => {
    const embedder = createStaticEmbedder();
    const memories = await embedder.embed(labelled.memories.map(({ text }) => text));
    const queries = await embedder.embed(labelled.queries.map(({ text }) => text));
    let [first, three, reciprocal] = [0, 0, 0];
    for (const [at, { relevant }] of labelled.queries.entries()) {
      const asked = queries[at] ?? new Float32Array();
      const ranked = labelled.memories
        .map(({ id }, one) => ({
          id,
          near: asked.reduce((sum, value, i) => sum + value * (memories[one]?.[i] ?? 0), 0),
        }))
        .sort((a, b) => b.near - a.near);
      const place = ranked.findIndex(({ id }) => relevant.includes(id));
      first += place === 0 ? 1 : 0;
      three += ranked.slice(0, 3).filter(({ id }) => relevant.includes(id)).length / relevant.length;
      reciprocal += 1 / (place + 1);
    }
    const count = labelled.queries.length;
    expect(first / count).toBeGreaterThanOrEqual(0.6);
    expect(three / count).toBeGreaterThanOrEqual(0.7);
    expect(reciprocal / count).toBeGreaterThanOrEqual(0.68);
  });
});
