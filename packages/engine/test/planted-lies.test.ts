// SPEC.md EN1856: lies in words that no check was made for.
import { readFileSync } from "node:fs";
import type { WriteRequest } from "@narratoria/narrator";
import { curlyQuotes, splitSentences } from "@narratoria/protocol/english";
import { beforeAll, expect, it } from "vitest";
import { readTapes, type Tape, tellTape, UNSEEN } from "./support/tapes.js";

const FOLDER = new URL("fixtures/lies/", import.meta.url);

/** A sentence that is false in the scene of a tape; of the kind `fixed`, what a line of the scene is and what is told instead. */
interface Lie {
  readonly tape: Tape;
  readonly kind: string;
  readonly text: string;
}

let tapes: ReadonlyMap<string, Tape> = new Map();
beforeAll(async () => {
  tapes = new Map([...(await readTapes()), ...(await readTapes(UNSEEN))].map((tape) => [tape.name, tape]));
}, 300_000);

/** So many of a set's lies are tried, one in so many. */
const ONE_IN = process.env["NARRATORIA_LONG"] ? 1 : 3;

function liesOf(set: string): Lie[] {
  const lines = readFileSync(new URL(`${set}.txt`, FOLDER), "utf8")
    .trim()
    .split("\n");
  return lines
    .filter((_, at) => at % ONE_IN === 0)
    .map((line) => {
      const [name = "", kind = "", text = ""] = line.split("|");
      const tape = tapes.get(name);
      if (!tape) throw new Error(`There is no tape ${name}.`);
      return { tape, kind, text: curlyQuotes(text) };
    });
}

const bare = (text: string): string => text.replace(/[“”]/g, "");

/** The good writer's scene with the lie in it, and the words that may not be told. */
function planted({ tape, kind, text }: Lie, at: number): { readonly answer: string; readonly wrong: string } {
  const answer = curlyQuotes(tape.answers[0] ?? "");
  if (kind === "fixed") {
    const [line = "", instead = ""] = text.split(" => ").map((part) => curlyQuotes(part.trim()));
    return { answer: answer.replace(line, instead), wrong: bare(instead) };
  }
  const paragraphs = answer.split("\n\n");
  paragraphs.splice(Math.min(paragraphs.length, 1 + (at % 3)), 0, text);
  return { answer: paragraphs.join("\n\n"), wrong: splitSentences(text).at(-1) ?? text };
}

/** Verdicts of somebody who knows the lie. */
function knows(wrong: string): (request: WriteRequest) => string {
  return ({ prompt }) => {
    const written = prompt.slice(prompt.indexOf("# WRITTEN"), prompt.indexOf("# CHECK"));
    if (prompt.includes("# MEND\n")) return "{}";
    const verdicts = [...written.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number = "", text = ""]) => [
      number,
      bare(text).includes(bare(wrong)) ? "event" : "fine",
    ]);
    return JSON.stringify(Object.fromEntries(verdicts));
  };
}

/**
 * Shares of lies that are not told. All of them have been looked at since; before that the checks turned away 37 to 53 in 100 of any new
 * set, as phrases do not foresee what somebody else will write: of the sixth, 53 were turned away by checks that had been mended by the
 * fourth and the fifth, and 51 before.
 */
const SETS: readonly [set: string, share: number][] = [
  ["first", 0.75],
  ["second", 0.6],
  ["third", 0.65],
  ["fourth", 0.75],
  ["fifth", 0.65],
  ["sixth", 0.55],
];

it.each(SETS)(
  "[EN1856] of the lies of the %s set the checks turn away %d",
  { timeout: 300_000 },
  async (set, share) => {
    const lies = liesOf(set);
    const told: string[] = [];
    for (const [at, lie] of lies.entries()) {
      const { answer, wrong } = planted(lie, at);
      const { draft } = await tellTape(lie.tape, [answer]);
      if (bare(draft.paragraphs.join("\n")).includes(bare(wrong)))
        told.push(`${lie.kind}, ${lie.tape.name}: ${lie.text}`);
    }
    expect(lies.length).toBeGreaterThan(20);
    expect(1 - told.length / lies.length, told.join("\n")).toBeGreaterThanOrEqual(share);
  },
);

it("[EN1856] with a model that knows them for what they are, 95 in 100 are not told", {
  timeout: 300_000,
}, async () => {
  const lies = SETS.flatMap(([set]) => liesOf(set));
  const told: string[] = [];
  for (const [at, lie] of lies.entries()) {
    const { answer, wrong } = planted(lie, at);
    const { draft } = await tellTape(lie.tape, [answer], knows(wrong));
    if (bare(draft.paragraphs.join("\n")).includes(bare(wrong)))
      told.push(`${lie.kind}, ${lie.tape.name}: ${lie.text}`);
  }
  expect(1 - told.length / lies.length, told.join("\n")).toBeGreaterThanOrEqual(0.95);
});

it("[EN1859] of a good writer's sentences in campaigns that no check was made for, one in twenty is turned away at most", {
  timeout: 300_000,
}, async () => {
  const unseen = await readTapes(UNSEEN);
  const cut: string[] = [];
  let sentences = 0;
  for (const tape of unseen) {
    sentences += tape.answers.flatMap(splitSentences).length;
    const { narration } = await tellTape(tape, tape.answers);
    cut.push(...narration.attempts.flatMap((attempt) => attempt.cut.map(({ sentence }) => sentence)));
  }
  expect(unseen.length).toBeGreaterThan(50);
  expect(sentences).toBeGreaterThan(600);
  expect(cut.length / sentences, cut.join("\n")).toBeLessThanOrEqual(0.05);
});

/** What a model that has begun to repeat itself goes on with: a paragraph of the scene, or of the one before. */
it("[EN1859] a paragraph that has been told is not told again, with a word changed here and there or none", {
  timeout: 300_000,
}, async () => {
  const again: string[] = [];
  for (const tape of (await readTapes(UNSEEN)).filter((_, at) => at % ONE_IN === 0)) {
    const answer = curlyQuotes(tape.answers[0] ?? "");
    const longest = answer.split("\n\n").reduce((one, other) => (other.length > one.length ? other : one), "");
    const changed = longest
      .split(" ")
      .map((word, at) => (at % 13 === 6 && /^[a-z]{4,}$/.test(word) ? "quite" : word))
      .join(" ");
    for (const text of [longest, changed]) {
      const { draft } = await tellTape(tape, [`${answer}\n\n${text}`]);
      const end = text.slice(-60);
      if (draft.paragraphs.join("\n\n").split(end).length > answer.split(end).length)
        again.push(`${tape.name}: ${end}`);
    }
  }
  expect(again).toEqual([]);
});
