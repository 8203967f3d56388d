/** What stands in one place only: who is at the mangle is where the mangle is. */
import { allMatches } from "@narratoria/protocol/english";
import type { BeatSentences } from "./presence.js";
import type { DescribedPlace } from "./sights.js";
import type { Decision } from "./tally.js";

const WORDS = /\p{L}[\p{L}’'-]*/gu;
/** A thing as a place's text has it: "a cracked pier glass", "sixty corsets and one mangle". */
const THING =
  /\b(?:an?|the|one|its|two|three|four|five|six|seven|eight|nine|ten|some)\s+((?:\p{Ll}[\p{Ll}’'-]*\s+){0,2}?\p{Ll}[\p{Ll}’'-]{3,})(?=[\s]*(?:[,.;:!?)]|$)|\s+(?:that|which|with|and|or|of|in|on|at|by|under|over|behind|against|nobody|where|for|from|is|has|stands|hangs|lies|sits)\b)/gu;
/** Things that anybody may carry anywhere, people, times and parts of everything. */
const NO_SIGN =
  /(?:ing|ly|ness|ment|tion|man|men|woman|women|body)$|^(?:lamp|lantern|candle|light|fire|smoke|water|letter|paper|papers|book|books|page|pages|note|map|key|keys|knife|sword|pistol|rifle|cup|cups|glass|bottle|plate|bread|money|coin|coins|coat|hat|boots|shoes|rope|string|chair|chairs|table|tables|bench|door|doors|window|windows|wall|walls|floor|ceiling|roof|room|rooms|house|houses|side|back|front|middle|corner|bottom|edge|place|part|half|thing|things|piece|kind|sort|name|names|word|words|voice|hand|hands|head|eyes|face|people|child|children|girl|lady|gentleman|cat|dog|bird|birds|horse|year|years|month|week|weeks|days|night|nights|hour|hours|minute|minutes|morning|evening|afternoon|time|times|spring|summer|autumn|winter|wind|rain|snow|dark|story|village|town|city|country|island|street|road|river|wood|stone|iron|brass|grass|mile|miles|yard|yards|feet|inch|inches|smell|sound|noise|silence|flood|storm|war|strike|accident|murder|funeral|wedding|party|feast|game|trial|others|same|rest|truth|reason|question|answer)$/u;
/** Sentences of a place's text that are read for what stands there. */
const PARAGRAPHS = 4;

const OPENING_ARTICLE = /(?<=^|[.!?]\s+|\n)(?:An?|The|One|Its|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten|Some)\b/g;

/** Several of a kind as a place's text has them without an article: "boards and nettles", "palms in brass". */
const THINGS =
  /(?:^|[.;:,]\s+|\b(?:and|is|are|of|with)\s+)(\p{L}[\p{Ll}’'-]{3,}[^s\P{L}]s)(?=\s*(?:[,.;:!?)]|$)|\s+(?:and|in|of|on|under|over|with|asleep)\b)/gu;

/** The things of each place that no other place's text has. */
export function thingsOfPlaces(described: ReadonlyMap<string, DescribedPlace>): ReadonlyMap<string, string> {
  const owners = new Map<string, string | null>();
  const said = new Map<string, Set<string>>();
  for (const [id, { own, lore }] of described) {
    const text = [...own, ...lore]
      .slice(0, PARAGRAPHS)
      .map((one) => one.text)
      .join("\n");
    for (const [word] of text.toLowerCase().matchAll(WORDS)) said.set(word, (said.get(word) ?? new Set()).add(id));
    for (const match of text.replace(OPENING_ARTICLE, (word) => word.toLowerCase()).matchAll(THING)) {
      const noun = match[1]?.split(/\s+/).at(-1) ?? "";
      if (!NO_SIGN.test(noun)) owners.set(noun, owners.has(noun) && owners.get(noun) !== id ? null : id);
    }
    for (const [, plural = ""] of text.matchAll(THINGS)) {
      const noun = plural.toLowerCase();
      if (!NO_SIGN.test(noun)) owners.set(noun, owners.has(noun) && owners.get(noun) !== id ? null : id);
    }
  }
  return new Map(
    [...owners].flatMap(([noun, id]) => (id !== null && said.get(noun)?.size === 1 ? [[noun, id] as const] : [])),
  );
}

/** Where a beat plays by the things in it, where they are all of one place. */
export function placeByThings(
  { sentences }: BeatSentences,
  things: ReadonlyMap<string, string>,
): (Decision<string> & { readonly count: number }) | undefined {
  const found = new Map<string, { readonly nouns: Set<string>; readonly text: string; readonly file: string }>();
  for (const { sentence } of sentences) {
    if (sentence.span.kind !== "beat") continue;
    for (const match of allMatches(sentence.plain, /\b[Tt]he\s+(?:\p{Ll}[\p{Ll}’'-]*\s+)?(\p{Ll}[\p{Ll}’'-]{3,})\b/gu))
      for (const noun of match[0].toLowerCase().split(/\s+/).slice(1)) {
        const id = things.get(noun);
        if (id === undefined) continue;
        const entry = found.get(id) ?? { nouns: new Set<string>(), text: sentence.text, file: sentence.span.file };
        found.set(id, entry);
        entry.nouns.add(noun);
      }
  }
  const [only] = found;
  if (only === undefined || found.size > 1) return undefined;
  const [value, { nouns, text, file }] = only;
  const why = `what stands there: ${[...nouns].join(", ")}`;
  return { value, certainty: "guessed", score: nouns.size, sign: { file, text, why }, count: nouns.size };
}
