/**
 * Measures a packed file against its teacher.
 *
 *   node measure.mjs FOLDER MODELS FILE [--pieces]
 *
 * `--pieces` also compares our WordPiece with the teacher's own tokenizer on every text of the corpus.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createStaticEmbedder, WordPieces } from "../../dist/index.js";
import { dot, floatsOf, HELD_OUT, rowOf, textsOf } from "./files.mjs";
import { vocabularyOf } from "./pieces-of.mjs";
import { retrieval, spearman } from "./rank-measures.mjs";
import { seeded, shuffle } from "./seeded.mjs";
import { loadTeacher } from "./teacher.mjs";

const DIMENSIONS = 256;
const PAIRS = 2_000;
const [folder, models, file] = process.argv.slice(2);
const say = (what, value) => console.log(what.padEnd(52), value);
const three = (measures) =>
  Object.values(measures)
    .map((one) => one.toFixed(3))
    .join(" ");

const before = process.memoryUsage().rss;
const startedAt = performance.now();
const student = createStaticEmbedder({ file: pathToFileURL(path.resolve(file)) });
await student.embed(["The bridge is down."]);
const loadMs = performance.now() - startedAt;
say(
  "file, load, memory",
  `${statSync(file).size} bytes, ${loadMs.toFixed(1)} ms, ${((process.memoryUsage().rss - before) / 1e6).toFixed(1)} MB`,
);
await timeSentences();

const teacher = await loadTeacher(models);
await heldOut();
await reverseDictionary();
await labelled();
if (process.argv.includes("--pieces")) comparePieces();

async function timeSentences() {
  const sentence = "the old captain hid a letter beneath the stone";
  const texts = Array.from({ length: 20_000 }, () => sentence);
  await student.embed(texts);
  const times = [];
  for (let block = 0; block < 7; block++) {
    const from = performance.now();
    await student.embed(texts);
    times.push(((performance.now() - from) / texts.length) * 1000);
  }
  say("a sentence of 9 words, median of 7 blocks", `${times.sort((a, b) => a - b)[3].toFixed(1)} us`);
}

/** Cosine to the teacher on what was held out, and agreement on pairs of glosses. */
async function heldOut() {
  const basis = floatsOf(folder, "basis");
  const cosines = [];
  const glosses = [];
  for (const part of ["wordnet", "story"]) {
    const meant = floatsOf(folder, part);
    const texts = textsOf(folder, part).slice(0, HELD_OUT[part]);
    const own = await student.embed(texts.map(({ text }) => text));
    for (const [at, { kind }] of texts.entries()) {
      const vector = rowOf(meant, at);
      let cosine = 0;
      for (let i = 0; i < DIMENSIONS; i++) cosine += own[at][i] * dot(rowOf(basis, i), vector);
      cosines.push(cosine);
      if (kind === "gloss") glosses.push({ own: own[at], meant: vector });
    }
  }
  say(
    `cosine to the teacher, ${cosines.length} held-out texts`,
    (cosines.reduce((a, b) => a + b) / cosines.length).toFixed(3),
  );
  const random = seeded(3);
  const pairs = Array.from({ length: PAIRS }, () =>
    shuffle([...glosses.keys()], random)
      .slice(0, 2)
      .map((at) => glosses[at]),
  );
  const agreement = spearman(
    pairs.map(([a, b]) => dot(a.own, b.own)),
    pairs.map(([a, b]) => dot(a.meant, b.meant)),
  );
  say(`Spearman with the teacher, ${PAIRS} pairs of held-out glosses`, agreement.toFixed(3));
}

/** 2,000 words, 2,000 meanings that were in no corpus: how often a word's own meaning is the nearest. */
async function reverseDictionary() {
  const texts = textsOf(folder, "reverse").map(({ text }) => text);
  const own = await student.embed(texts);
  const meant = floatsOf(folder, "reverse");
  const half = texts.length / 2;
  const found = (vectorOf) => {
    let hits = 0;
    for (let word = 0; word < half; word++) {
      let [best, most] = [-1, Number.NEGATIVE_INFINITY];
      for (let gloss = 0; gloss < half; gloss++) {
        const near = dot(vectorOf(word), vectorOf(half + gloss));
        if (near > most) [best, most] = [gloss, near];
      }
      if (best === word) hits++;
    }
    return hits / half;
  };
  const [ours, theirs] = [found((at) => own[at]), found((at) => rowOf(meant, at))];
  say(
    "reverse dictionary, first of 2,000: ours, the teacher's",
    `${ours.toFixed(3)}, ${theirs.toFixed(3)}: ${(ours / theirs).toFixed(2)}`,
  );
}

/** The labelled set, by cosine alone. */
async function labelled() {
  const set = JSON.parse(readFileSync(new URL("../../test/fixtures/labelled-memories.json", import.meta.url), "utf8"));
  const texts = [...set.memories, ...set.queries].map(({ text }) => text);
  const flat = await teacher.embed(texts);
  const both = { ours: await student.embed(texts), "the teacher's": texts.map((_, at) => rowOf(flat, at)) };
  const scores = {};
  for (const [whose, vectors] of Object.entries(both)) {
    scores[whose] = set.queries.map((_, at) =>
      set.memories.map((_, one) => dot(vectors[set.memories.length + at], vectors[one])),
    );
    const rankings = scores[whose].map((row) =>
      [...row.keys()].sort((a, b) => row[b] - row[a]).map((at) => set.memories[at].id),
    );
    say(`labelled set, ${whose}: hit@1 R@3 MRR`, three(retrieval(set.queries, rankings)));
    for (const kind of ["words", "paraphrase"]) {
      const of = set.queries.flatMap((query, at) => (query.kind === kind ? [at] : []));
      say(
        `  ${kind}`,
        three(
          retrieval(
            of.map((at) => set.queries[at]),
            of.map((at) => rankings[at]),
          ),
        ),
      );
    }
  }
  say("Spearman over its pairs", spearman(scores.ours.flat(), scores["the teacher's"].flat()).toFixed(3));
}

function comparePieces() {
  const pieces = new WordPieces(vocabularyOf(models));
  let [texts, different] = [0, 0];
  for (const part of ["reverse", "wordnet", "story"]) {
    for (const { text } of textsOf(folder, part)) {
      const theirs = teacher.tokenizer.encode(text, { add_special_tokens: false });
      const ours = pieces.of(text).map((piece) => (piece < 0 ? 100 : piece));
      texts++;
      if (theirs.join() !== ours.join()) {
        if (different++ < 5) console.log("differs:", JSON.stringify(text));
      }
    }
  }
  say("WordPiece: texts, different from the teacher's", `${texts}, ${different}`);
}
