/**
 * Writes the vectors that MiniLM must go on giving.
 *
 *   node golden.mjs MODELS > ../../test/fixtures/minilm-golden.json
 */
import { loadTeacher } from "./teacher.mjs";

const TEXTS = [
  "",
  "rope",
  "The ferry does not cross after dark.",
  "Nobody rows over once night has fallen.",
  "Tobin wants the lamp back before the frost.",
  "Before it freezes, Tobin's lamp must be returned.",
  "She has three brothers and trusts none of them.",
  "Her siblings are all liars.",
  "How much is a loaf of rye?",
  "Twelve coppers buy a loaf of rye bread.",
  "The magistrate signed the warrant without reading it.",
  "He was arrested by mistake.",
  "Émile, café, naïve: accents are nothing to it.",
  "Emile, cafe, naive: accents are nothing to it.",
  "UPPER CASE SHOUTING IN THE HALL",
  "upper case shouting in the hall",
  "A lighthouse without a keeper.",
  "An orchard in bloom, loud with bees.",
  "The war ended eleven years ago.",
  "Peace was made more than a decade past.",
  "Wo ist der Schlüssel?",
  "Where is the key?",
  "\u{1f525} the barn is burning \u{1f525}",
  `A long tale: ${"the caravan went on over the dunes, and at every well there was less water than at the last. ".repeat(20)}`.trim(),
];
const teacher = await loadTeacher(process.argv[2]);
const rows = [];
for (const text of TEXTS) {
  const vector = await teacher.embed([text]);
  rows.push(`  ${JSON.stringify({ text, vector: Buffer.from(vector.buffer).toString("base64") })}`);
}
process.stdout.write(`[\n${rows.join(",\n")}\n]\n`);
