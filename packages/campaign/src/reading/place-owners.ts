/** Places that texts call by whose they are: "Osk's kitchen", "Mr. Vogel's office"; and by their number: "the lot at 301". */
import { allMatches } from "@narratoria/protocol/english";
import type { Add } from "./place-drafts.js";
import { fold } from "./place-names.js";
import type { Span } from "./texts.js";

const OF_ONE =
  "kitchen|roof|rooftop|rooms?|house|flat|apartment|office|shop|workshop|workroom|study|cottage|cabin|tent|hut|barn|stables?|studio|forge|smithy|farm|parlou?r|bedroom|attic|cellar|booth|caravan|trailer|bakery|surgery|chambers|quarters|lodgings|den|shack|dairy|boathouse|diner|tavern|café|cafe";

const OWNED = new RegExp(
  `(?<![\\p{L}’'-])((?:(?:Mr|Mrs|Ms|Dr)\\.? |(?:Miss|Aunt|Auntie|Uncle|Old|Father|Mother|Brother|Sister|Captain|Doctor|Professor|Madame|Señora?) )?(\\p{Lu}[\\p{L}\\p{M}-]+))[’']s? (?:own |little |back )?(${OF_ONE})(?![\\p{L}’'-])`,
  "gu",
);
/** What puts somebody there, or points at it. */
const BEFORE =
  /(?:^|[.!?:;]\s+|\b(?:in|on|at|into|inside|outside|to|from|over|under|behind|above|below|near|across|beside|past|of|up|see|reach|reaches|enter|enters|leave|leaves|left)\s+|\*\*|\b(?:and|or|then)\s+)$/iu;
const AT_NUMBER =
  /(?<![\p{L}])the (lot|house|flat|shop|building|room|plot|pitch|cabin|stall|berth|bay|office) at ((?:number )?(?:\d{1,4}\p{Ll}?|\p{Lu}\p{Ll}+ (?:\d{1,4}|Street|Road|Lane|Row)))(?![\p{L}\p{N}])/giu;
/** Texts that must name such a place, where none puts anybody there. */
const ENOUGH = 2;

/**
 * Adds the places that texts know by their owner or their number. (rule CA1529)
 *
 * @param people - Folded names of the cast.
 * @param isKnown - Whether a form is a place already.
 */
export function gatherOwned(
  spans: readonly Span[],
  add: Add,
  people: ReadonlySet<string>,
  isKnown: (form: string) => boolean,
): void {
  const found = new Map<string, { name: string; all: number; put: number; span: Span }>();
  const count = (name: string, span: Span, isPut: boolean): void => {
    const key = fold(name);
    const entry = found.get(key) ?? { name, all: 0, put: 0, span };
    entry.all++;
    if (isPut && (span.kind === "beat" || span.kind === "setting")) entry.put++;
    found.set(key, entry);
  };
  for (const span of spans) {
    if (span.kind === "law" || span.kind === "example") continue;
    for (const match of allMatches(span.text, OWNED)) {
      const [, owner = "", name = "", noun = ""] = match;
      if (!people.has(fold(owner)) && !people.has(fold(name))) continue;
      // "The kitchen" of a campaign that has one is hers.
      if (isKnown(noun)) continue;
      count(`${owner}'s ${noun}`, span, BEFORE.test(span.text.slice(0, match.index)));
    }
    for (const [, noun = "", number = ""] of allMatches(span.text, AT_NUMBER))
      count(`the ${noun} at ${number}`, span, true);
  }
  for (const { name, all, put, span } of found.values())
    if (put > 0 || all >= ENOUGH)
      add(name, all >= ENOUGH ? 2.5 : 2, { file: span.file, text: name, why: "called by whose it is" }, true);
}
