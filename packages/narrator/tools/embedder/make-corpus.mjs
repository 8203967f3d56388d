/**
 * Writes the texts that the static embedder learns from. (README.md has the commands.)
 *
 *   node make-corpus.mjs FOLDER
 *
 * FOLDER then holds `reverse.tsv`, `wordnet.tsv`, `story.tsv` and `deeds.tsv`: a text a line, `kind<TAB>text`, in a random but fixed order, so that any
 * beginning of a file is a fair sample of it.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readWordNet } from "./read-wordnet.mjs";
import { pick, seeded, shuffle } from "./seeded.mjs";
import { storySentences } from "./story-sentences.mjs";
import { verbSentences } from "./verb-sentences.mjs";

const SEED = 8;
const MOST = { reverse: 2_000, glosses: 100_000, lemmas: 25_000, joined: 6_000, story: 40_000, deeds: 12_000 };

const folder = path.resolve(process.argv[2] ?? "embedder-work");
mkdirSync(folder, { recursive: true });
const random = seeded(SEED);
const synonyms = shuffle(readWordNet(import.meta.url), random);
const reverse = reverseDictionary(synonyms);
write("reverse", [...reverse.map((one) => ["lemma", one.words[0]]), ...reverse.map((one) => ["gloss", one.meaning])]);
write("wordnet", shuffle(unique(wordNetTexts(synonyms, new Set(reverse))), random));
write("story", unique(storySentences(synonyms, MOST.story, seeded(SEED + 1)), MOST.story));
write("deeds", unique(verbSentences(synonyms, MOST.deeds, seeded(SEED + 2)), MOST.deeds));

/** Meanings that are kept out of the corpus, each with a word for it: can the word find its meaning among all of them? */
function reverseDictionary(all) {
  const taken = new Set();
  return all
    .filter(({ words, meaning }) => {
      const word = words[0];
      if (!/^[a-z]{3,}$/.test(word) || taken.has(word) || meaning.toLowerCase().includes(word)) return false;
      taken.add(word);
      return true;
    })
    .slice(0, MOST.reverse);
}

function wordNetTexts(all, kept) {
  const rest = all.filter((one) => !kept.has(one));
  const glosses = rest
    .slice(0, MOST.glosses)
    .map((one, at) => ["gloss", at % 2 === 0 ? one.meaning : `${one.words[0]}: ${one.meaning}`]);
  const examples = rest.flatMap((one) => one.examples);
  const lemmas = unique(rest.flatMap((one) => one.words.map((word) => ["lemma", word]))).slice(0, MOST.lemmas);
  const joined = Array.from({ length: MOST.joined }, () => [
    "joined",
    Array.from({ length: 2 + Math.floor(random() * 3) }, () => sentence(pick(examples, random))).join(" "),
  ]);
  return [...glosses, ...examples.map((text) => ["example", text]), ...lemmas, ...joined];
}

function sentence(text) {
  const upper = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}

/** The first of each text, at most so many. */
function unique(rows, most = Number.POSITIVE_INFINITY) {
  const seen = new Set();
  const kept = rows.filter(([, text]) => text.length > 1 && !seen.has(text) && seen.add(text));
  return kept.slice(0, most);
}

function write(name, rows) {
  const lines = rows.map(([kind, text]) => `${kind}\t${text.replace(/\s+/g, " ").trim()}\n`);
  writeFileSync(path.join(folder, `${name}.tsv`), lines.join(""));
  const kinds = {};
  for (const [kind] of rows) kinds[kind] = (kinds[kind] ?? 0) + 1;
  console.log(name, rows.length, JSON.stringify(kinds));
}
