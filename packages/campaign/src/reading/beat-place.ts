/** Where each beat plays. */
import { looksFinite } from "@narratoria/protocol/english";
import { headOf } from "./beat-head.js";
import type { Gazetteer, KnownPlace, PlaceMention } from "./gazetteer.js";
import { PLACE_NOUNS } from "./lexicon.js";
import type { Named } from "./people-mentions.js";
import type { BeatSentences } from "./presence.js";
import type { Decision } from "./tally.js";
import type { Sentence } from "./texts.js";

const NEAR =
  /^(?:in|on|at|aboard|inside|within|behind|beneath|under|below|beside|by|near|into|onto|through|across|along|up|around|round|upon|above)$/;
const FROM = /^(?:from|to|far as|toward|towards|of|past|off|over|down|between|outside)$/;
/** Where a way ends and begins: who leaves the surgery and reaches the halt is at the halt. (rule CA611) */
const REACHED = /^(?:reach|reaches|reached|enter|enters)$/;
const LEFT_BEHIND = /^(?:leave|leaves|left|leaving)$/;
/** Score from which a place named in a beat's text is where it plays. */
const ENOUGH = 2.5;
/** Score of a place that a beat's title gives as its place, above any that is only a part of a building. */
const TITLED = 3.5;

interface Scored {
  readonly id: string;
  score: number;
  readonly sentence: Sentence;
}

/** The place that is a noun of somebody's: "shop" of Griselda. */
export type OwnedPlace = (person: string, noun: string) => string | undefined;

const OWN_PLACE =
  /\b(?:in|at|on|to|into|inside|outside|behind|aboard|of|near)\s+(?:his|her|their|its)\s+(?:own\s+)?(\p{Ll}+)\b/gu;

/** Finds the place that texts name as somebody's: "Griselda's shop", "Rourke's trailer". */
export function ownedPlaces(gazetteer: Gazetteer, people: readonly Named[]): OwnedPlace {
  const found = new Map<string, string | null>();
  for (const { id, candidates } of people) {
    const forms = new Set(candidates.map(({ form }) => form.toLowerCase()));
    for (const place of gazetteer.places)
      for (const name of [place.name, ...place.aliases]) {
        const [, owner = "", noun = ""] = /^(?:the )?(.+?)['’]s? (?:.*\s)?(\p{L}+)$/u.exec(name.toLowerCase()) ?? [];
        if (!forms.has(owner)) continue;
        const key = `${id} ${noun}`;
        found.set(key, found.has(key) && found.get(key) !== place.id ? null : place.id);
      }
  }
  return (person, noun) => found.get(`${person} ${noun}`) ?? undefined;
}

/** Where a beat plays, by its own words. Nothing where they leave it open. */
export function placeOfBeat(
  { beat, sentences }: BeatSentences,
  gazetteer: Gazetteer,
  owned: OwnedPlace = () => undefined,
): Decision<string> | undefined {
  const file = "plot/beats.json";
  if (beat.location !== undefined) {
    const place = gazetteer.resolve(beat.location);
    if (place !== undefined)
      return {
        value: place.id,
        certainty: "stated",
        score: 9,
        sign: { file, text: beat.location, why: "the beat's location" },
      };
    const named = best(gazetteer.find(beat.location), gazetteer);
    if (named !== undefined)
      return {
        value: named.id,
        certainty: "inferred",
        score: 5,
        sign: { file, text: beat.location, why: "named in the beat's location" },
      };
  }
  for (const part of headOf(beat.description)?.parts ?? []) {
    const place = gazetteer.resolve(part);
    if (place === undefined || place.region) continue;
    const sign = { file, text: part, why: "the beat opens with it" };
    return { value: place.id, certainty: "inferred", score: 6, sign };
  }
  const told = sentences.filter(({ sentence }) => sentence.span.kind === "beat");
  const [first] = told;
  if (first !== undefined) {
    const label = labelOf(first.sentence);
    if (label !== "") {
      const mentions = gazetteer
        .mentions(first.sentence)
        .filter(({ start, spoken }) => start < label.length && !spoken);
      const place = best(mentions, gazetteer);
      if (place !== undefined)
        return {
          value: place.id,
          certainty: "inferred",
          score: 6,
          sign: { file, text: first.sentence.text, why: "the beat opens with it" },
        };
    }
  }
  const scored = new Map<string, Scored>();
  let last: string | undefined;
  told.forEach(({ sentence, mentions: people }, index) => {
    // "Griselda's eyes are open. She is in her shop.": the shop of whoever was named last.
    for (const match of sentence.plain.matchAll(OWN_PLACE)) {
      const owner = people.findLast(({ spoken, end }) => !spoken && end <= match.index)?.id ?? last;
      const id = owner === undefined ? undefined : owned(owner, match[1] ?? "");
      if (id !== undefined && !scored.has(id))
        scored.set(id, { id, score: 3.5 - Math.min(2.4, 0.3 * index), sentence });
    }
    last = people.findLast(({ spoken }) => !spoken)?.id ?? last;
    for (const mention of gazetteer.mentions(sentence)) {
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined) continue;
      const score = scoreOf(mention, place, sentence, index);
      const known = scored.get(mention.id);
      if (known === undefined) scored.set(mention.id, { id: mention.id, score, sentence });
      else known.score = Math.max(known.score, score) + 0.4;
    }
  });
  for (const { sentence } of sentences) {
    if (sentence.span.kind !== "context" && sentence.span.kind !== "outcome") continue;
    for (const mention of gazetteer.mentions(sentence)) {
      const place = gazetteer.byId.get(mention.id);
      if (place === undefined || mention.spoken) continue;
      const score = scoreOf(mention, place, sentence, 4) - 1;
      const known = scored.get(mention.id);
      if (known === undefined) scored.set(mention.id, { id: mention.id, score, sentence });
      else known.score += 0.2;
    }
  }
  for (const mention of gazetteer.find(beat.title)) {
    const known = scored.get(mention.id);
    const place = gazetteer.byId.get(mention.id);
    if (place === undefined || place.standing < 2) continue;
    // "Down to the Crypt", "The Lych Gate, After": the title says where.
    const stands = NEAR.test(mention.preposition) || /^(?:to|toward|towards|from)$/.test(mention.preposition);
    const whole =
      /^(?:the )?$/i.test(beat.title.slice(0, mention.start)) && /^(?:$|[,:;])/.test(beat.title.slice(mention.end));
    if (known !== undefined) known.score += 0.8;
    else if (place.standing < 2.5 && !stands && !whole) continue;
    else if (sentences[0] !== undefined)
      scored.set(mention.id, {
        id: mention.id,
        score:
          Math.max(
            place.standing * 0.6 + (NEAR.test(mention.preposition) ? 1 : 0),
            (stands || whole) && !place.region ? TITLED : 0,
          ) - (mention.possessive ? 1 : 0),
        sentence: sentences[0].sentence,
      });
  }
  const [top, second] = [...scored.values()].sort((a, b) => b.score - a.score);
  if (top === undefined || top.score < ENOUGH) return undefined;
  const sure = top.score >= 3.5 && top.score - (second?.score ?? 0) >= 0.8;
  return {
    value: top.id,
    certainty: sure ? "inferred" : "guessed",
    score: top.score,
    sign: { file, text: top.sentence.text, why: "named in the beat" },
  };
}

/** Parts of a place, beside the nouns of places: who is at one is at that place. */
const PARTS: ReadonlySet<string> = new Set([
  ...PLACE_NOUNS,
  ..."top bottom foot head back front middle centre center heart edge end side corner depth depths mouth entrance threshold door doors doorway doorstep gate gates step steps stair stairs staircase ladder roof floor ceiling wall walls window windows wheel counter bar table hatch porch deck hold shade shadow pulpit altar hearth chimney bench bed ruin ruins remain remains rest inside outside".split(
    " ",
  ),
]);
const OF_IT =
  /(?:^|\b(?:in|on|at|onto|into|up|down|by|beside|inside|behind|under|over|outside|through|across|along|to|reach(?:es)?|before)\s+)(?:the|a|an|its|one)\s+(?:[a-zà-ž]+\s+)?([a-z]+)\s+of\s+(?:the\s+)?$/i;

/** "Up the stairs of the bell house", "at the top of the light": a part of a place is at that place. */
const isPartOf = (before: string): boolean => PARTS.has(OF_IT.exec(before)?.[1]?.toLowerCase() ?? "");

/** What is told before, remembered or denied plays elsewhere. */
const ELSEWHERE =
  /\b(?:had|used to|once|would have|was found|were found|remembers?|remembered|said that|says that|knows|knew|note|letter|sent|last (?:night|week|month|year)|years? ago|yesterday|before|not|never|no longer|if|when he|when she)\b[^.;:]*$/i;

const OPENS_AT =
  /^(?:In|At|On|By|Inside|Within|Aboard|Behind|Beneath|Under|Outside|Beside|Along|Up|Down|Across)\s+(?:(?:the|an?)\s+)?$/;
/** "Along row three of the churchyard": a part of the place with which a beat opens. */
const OPENS_AT_PART =
  /^(?:In|At|On|By|Inside|Within|Aboard|Behind|Beneath|Under|Outside|Beside|Along|Up|Down|Across)\s+(?:(?:the|an?)\s+)?(?:[\p{L}\d-]+\s+){1,3}of\s+(?:the\s+)?$/u;
/** "All of them come down to the laundry", "you are asked to the surgery": where a beat's first sentence brings somebody. (rule CA1356) */
const COMES_TO =
  /\b(?:come|comes|came|coming|go|goes|went|gather|gathers|gathered|asked|called|summoned|sent|brought|taken|led|invited|climb|climbs|walk|walks)\s+(?:(?:back|down|up|over|out|in|round|along|together|on)\s+)?(?:in)?to\s+(?:the\s+)?$|\b(?:leads?|takes?|brings?|shows?|walks?)\s+(?:you|them|him|her|everyone|everybody)\b[^.;:“”"]{0,70}\bto\s+(?:the\s+)?$/iu;
/** Who looks at the road is not on it. */
const LOOKS_AT =
  /\b(?:looks?|looking|looked|gazes?|stares?|staring|points?|pointing|nods?|glances?|peers?|listens?|waves?)\s+(?:\p{Ll}+\s+)?(?:at|to|toward|towards|across|over|down|up|for)\s+(?:the\s+)?$/iu;

/** Letters before a place in which it can be said which part of it is meant. */
const PART_LETTERS = 90;

/** The end of a text, opened so that it does not look like a whole one. */
const nearEnd = (text: string): string => (text.length <= PART_LETTERS ? text : `…${text.slice(-PART_LETTERS)}`);

function scoreOf(mention: PlaceMention, place: KnownPlace, sentence: Sentence, index: number): number {
  const before = sentence.plain.slice(0, mention.start);
  let score = place.standing * 0.6;
  // "Ann stands before the mill": before a place is in front of it.
  const facing = /\bbefore\s+(?:the\s+)?$/i.test(before);
  if (isPartOf(nearEnd(before))) score += 1.4;
  else if (NEAR.test(mention.preposition))
    score += /^(?:in|at|aboard|on|inside|behind|within)$/.test(mention.preposition) ? 2 : 1.2;
  else if (facing) score += 1.2;
  else if (REACHED.test(mention.preposition)) score += 1.7;
  else if (LEFT_BEHIND.test(mention.preposition)) score -= 1.5;
  else if (FROM.test(mention.preposition))
    score += mention.preposition === "of" ? -0.3 : mention.preposition === "outside" ? 0.5 : 0.7;
  if (index === 0 && before.split(/\s+/).length <= 8) score += 0.8;
  if (index === 0 && OPENS_AT_PART.test(before)) score += 2.2;
  if (index === 0 && COMES_TO.test(before)) score += 1.4;
  // "In the hut at Skell, ...": what the beat opens with comes before what that is part of. (rule CA1042)
  if (index === 0 && OPENS_AT.test(before)) score += 1.4;
  // "The roof's so bright that it is only a noise": the beat opens on it.
  const isSubject = index === 0 && /^(?:the )?$/i.test(before) && IS_SO.test(behindName(sentence.plain, mention));
  if (isSubject) score += 2;
  score -= Math.min(2.4, 0.3 * index);
  if (mention.possessive && !isSubject) score -= 1;
  if (mention.spoken) score -= 2;
  if (ELSEWHERE.test((facing ? before.replace(/\bbefore\s+(?:the\s+)?$/i, "") : before).slice(-60))) score -= 1.2;
  if (LOOKS_AT.test(before)) score -= 1.5;
  if (place.region) score -= 4;
  return score;
}

/** What stands behind the name of a place, its "'s" included. */
const behindName = (text: string, { start, end }: PlaceMention): string =>
  `${/['’]s$/u.exec(text.slice(start, end))?.[0] ?? ""}${text.slice(end)}`;

const IS_SO =
  /^(?:['’]s (?:so|too|very|not|all|full|empty|an?|the|in|on|at|still|only|just|no|dark|cold|quiet|hot|warm|bright|\p{Ll}+(?:ed|ing))\b| (?:is|was|are|were|smells?|smelled|smelt|has|had|looks?|looked|feels?|felt)\b)/u;

/** The place of the highest standing, no region if there is another. */
function best(mentions: readonly PlaceMention[], gazetteer: Gazetteer): KnownPlace | undefined {
  const places = mentions.flatMap(({ id, possessive, preposition }, order) => {
    const place = gazetteer.byId.get(id);
    return place === undefined || possessive
      ? []
      : [{ place, weight: place.standing + (NEAR.test(preposition) ? 1 : 0) - (place.region ? 4 : 0) - order * 0.05 }];
  });
  return places.sort((a, b) => b.weight - a.weight)[0]?.place;
}

/** "Petrie's, after closing." or "Sat 5pm, week 8, Tenter Lane:": an opening without a verb says where and when. */
function labelOf(sentence: Sentence): string {
  const { plain } = sentence;
  const colon = /^[^:]{3,90}:(?=\s)/.exec(plain)?.[0];
  if (colon !== undefined && !hasVerb(colon)) return colon;
  const words = plain.split(/\s+/);
  return words.length <= 14 && !hasVerb(plain) ? plain : "";
}

/** "Tom stands under the roof": somebody with what is elsewhere a noun of places for a verb. */
const SOMEBODY_STANDS =
  /^(?:The\s)?(?:\p{Lu}[\p{L}'’.-]+\s+){1,3}(?:stands|steps|rests|shows|rings|rows|locks|lights|posts)\s+(?:under|in|at|by|on|up|with|out|over|before|behind|among|there|alone|off|down|beside|to|into|through|back|still|the|his|her|their)\b/u;

function hasVerb(text: string): boolean {
  if (SOMEBODY_STANDS.test(text)) return true;
  const words = text.match(/[\p{L}'’]+/gu) ?? [];
  return words.some(
    (word, index) =>
      looksFinite(word, false) &&
      !(/^\p{Lu}/u.test(word) && index > 0) &&
      !/^(?:left|light|set|shut|felt|lay|hall|ground|saw|wound|rest|post|works|steps|stairs|lights|shows|rings|rows|stands|banks|locks)$/i.test(
        word,
      ),
  );
}
