import { slug } from "../english/nouns.js";
import type { ProperWords } from "./proper-words.js";

const INDOOR_NAME =
  /\b(?:house|hall|room|shop|inn|office|loft|cellar|kitchen|mill|church|chapel|barn|attic|cabin|tavern|station|library|workshop|forge|store|school|archive|bakery|bank|cottage|hut|laundry|museum|parlou?r|pub|shed|stable|stables|theatre|tower|vault|warehouse|ward|works|dairy|infirmary|canteen|foundry|brewery|chamber|registry|exchange|depot|gallery|cafe|bar)\b/i;
const OUTDOOR_NAME =
  /\b(?:bridge|yard|field|fields|road|street|square|quay|pier|market|garden|orchard|hill|wood|woods|forest|shore|beach|river|lane|park|moor|pond|well|dock|docks|terrace|cliff|cliffs|meadow|ford|gate|common|green|cemetery|graveyard|breakwater|harbou?r|crossing|platform|weir|steps|ridge|pass|valley|camp|pit|quarry|locks?|landing|stairs)\b/i;
const INDOOR_WORDS =
  /\b(?:ceiling|floorboards?|walls?|rafters|stove|shel(?:f|ves)|counter|windows?|indoors|fireplace|hearth|carpet|beams?|door|lamp|drawers?|table|curtains?|upstairs|roof|benches)\b/gi;
const OUTDOOR_WORDS =
  /\b(?:sky|wind|grass|road|rain|mud|fields?|clouds?|stars|trees?|birds?|gulls?|cobbles|horizon|path|weeds|hedges?|water|slope|sun|open air|puddles?|stones)\b/gi;

/** Whether a place is under a roof: by its name, else by the words of its description. */
export function isIndoor(name: string, description: string): boolean {
  const inside = description.match(INDOOR_WORDS)?.length ?? 0;
  const outside = description.match(OUTDOOR_WORDS)?.length ?? 0;
  const score = inside - outside + (INDOOR_NAME.test(name) ? 4 : 0) - (OUTDOOR_NAME.test(name) ? 4 : 0);
  return score > 0;
}

/** Gathers every place that a campaign names, each once, in the order of first mention. */
export function gatherPlaces(names: readonly string[], proper: ProperWords): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of names) {
    const id = slug(name);
    if (id === "") continue;
    const np = proper.nounPhrase(name);
    const known = found.get(id);
    if (known === undefined || (!known.startsWith("the ") && np.startsWith("the "))) found.set(id, np);
  }
  return found;
}
