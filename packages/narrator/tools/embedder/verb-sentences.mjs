/** Deeds told and asked for in short sentences, with WordNet's own verbs: `who VERBed me`, `NAME VERBed you at PLACE`. */
import { pick } from "./seeded.mjs";
import { NAMES, PLACES, WHEN } from "./story-sentences.mjs";
import { DEED_TEMPLATES } from "./story-templates.mjs";

const VERB_FIELDS = new Set([29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43]);
/** Common verbs whose past is no "-ed". */
const IRREGULAR = new Set(
  `arise awake be bear beat become begin bend bet bid bind bite bleed blow break breed bring build burst buy cast catch choose cling come cost creep
cut deal dig do draw dream drink drive eat fall feed feel fight find flee fling fly forbid forget forgive freeze get give go grind grow hang have hear
hide hit hold hurt keep kneel know lay lead lean leap learn leave lend let lie light lose make mean meet mistake mow overcome pay put quit read rend
rid ride ring rise run saw say see seek sell send set sew shake shed shine shoot show shrink shut sing sink sit slay sleep slide sling slit smell
smite sow speak speed spell spend spill spin spit split spoil spread spring stand steal stick sting stink strew stride strike string strive swear sweep
swell swim swing take teach tear tell think throw thrust tread understand wake wear weave wed weep win wind withdraw withhold withstand wring write`.split(
    /\s+/,
  ),
);
/** @returns Rows of `["deed", text]`; some texts may be equal. */
export function verbSentences(synonyms, most, random) {
  const verbs = synonyms.flatMap(({ field, words, common }) =>
    VERB_FIELDS.has(field) && common > 0
      ? words.filter((word) => /^[a-z]{3,12}$/.test(word) && !IRREGULAR.has(word))
      : [],
  );
  return Array.from({ length: Math.ceil(most * 1.2) }, (_, at) => {
    const slots = {
      V: past(pick(verbs, random)),
      A: pick(NAMES, random),
      B: pick(NAMES, random),
      P: pick(PLACES, random),
      W: pick(WHEN, random),
    };
    return [
      "deed",
      DEED_TEMPLATES[at % DEED_TEMPLATES.length]
        .replace(/\{([A-Z])\}/g, (_, slot) => slots[slot])
        .replaceAll("\u00a0", " "),
    ];
  });
}

function past(verb) {
  if (verb.endsWith("e")) return `${verb}d`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`;
  return /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb) ? `${verb}${verb.at(-1)}ed` : `${verb}ed`;
}
