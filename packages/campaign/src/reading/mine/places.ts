import { type PhraseIndex, type ProperWords, slug } from "@narratoria/protocol/english";

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

const IN_NAME =
  /\b(?:house|hall|room|shop|inn|office|loft|cellar|kitchen|mill|church|chapel|barn|attic|cabin|library|workshop|forge|store|archive|bakery|cottage|hut|laundry|museum|parlou?r|pub|shed|stables?|theatre|tower|vault|warehouse|ward|courtyard|yard|garden|orchard|woods?|forest|street|lane|square|park|market|valley|camp)$/i;
const ON_NAME =
  /\b(?:landing|floor|platform|terrace|bridge|quay|pier|hill|shore|beach|stairs|steps|roof|deck|moor|breakwater|ridge|island|road)$/i;

/** The word that says that somebody is there: the one that the campaign's texts use most, else what such a name takes. */
export function prepositionOf(name: string, phrases: PhraseIndex): "in" | "on" | "at" {
  const counts = { in: 0, on: 0, at: 0 };
  for (const at of phrases.offsetsOf(name, true)) {
    const before = /\b(in|on|at) $/i.exec(phrases.text.slice(Math.max(0, at - 4), at))?.[1]?.toLowerCase();
    if (before === "in" || before === "on" || before === "at") counts[before]++;
  }
  const most = Math.max(counts.in, counts.on, counts.at);
  if (most > 0) return (["in", "on", "at"] as const).find((word) => counts[word] === most) ?? "at";
  return IN_NAME.test(name) ? "in" : ON_NAME.test(name) ? "on" : "at";
}
