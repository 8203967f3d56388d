/** Outcomes that are deeds of the player's. */
import { contentWords, isVerb } from "@narratoria/protocol/english";
import { bareVerbs } from "./branches.js";
import { DETERMINED, lemmaOfDone } from "./clauses.js";
import { bareOf } from "./deed-words.js";
import { plainDeed } from "./options.js";
import { withItsRest } from "./whole-words.js";

/** What happens to somebody, or comes of what they did: nobody chooses it. */
const BEFALLS =
  /^(?:are|is|were|was|be|have|has|had|get|gets|lose|loses|learn|learns|find|finds|see|sees|hear|hears|fall|falls|know|knows|win|wins|fail|fails|escape|escapes|survive|survives|die|dies|gain|gains|receive|receives|notice|notices|discover|discovers|realise|realises|realize|realizes|arrive|arrives|come|comes|wake|wakes|miss|misses|manage|manages|succeed|succeeds|remember|remembers|feel|feels|understand|understands|become|becomes|reach|reaches|need|needs|owe|owes|must|may|can|will|would|could|might|should|do|does|did|never|only|still)$/i;

/**
 * The deeds of the player's that an outcome consists of: "You go forward to the van, or sit down with Osk" is two; what befalls
 * the player is none. (rule CA1501)
 *
 * @param text - What the author says of the outcome, in the second person.
 */
export function chosenIn(text: string): readonly string[] {
  // A tag in brackets is offered as the deed that it names.
  if (/\(\p{Ll}+(?:_\p{Ll}+)+\)/u.test(text)) return [];
  const left = /^You (?:do not|don[’']t) (\p{Ll}+\b[^.!?,;]*)/u.exec(text.trim())?.[1];
  if (left !== undefined && plainDeed(left) !== undefined) return [`decide not to ${left}`];
  const [, deeds = ""] = /^You ((?:\p{L}+ly )?\p{Ll}+\b[^.!?]*)/u.exec(text.trim()) ?? [];
  const [first = ""] = deeds.split(" ");
  if (deeds === "" || BEFALLS.test(first) || BEFALLS.test(bareOf(first) ?? "")) return [];
  const parts = bareVerbs(deeds)
    .replace(/\s*\([^()]*\)/g, "")
    .split(/,?\s+or\s+(?:you\s+)?/);
  const found = parts.map((part) => plainDeed(part));
  return found.every((one) => one !== undefined) ? found : [];
}

/** Who or what goes on behind a deed: "and the quick water carries you up", "and she sings you off the jetty". */
const OTHER_SUBJECT =
  /^(?:the|an?|his|her|its|their|your|this|that|these|those|one|two|three|some|every|everybody|everyone|nobody|no one|somebody|someone|nothing|something|he|she|it|they|there|\p{Lu}[\p{L}’'-]+)\b/u;

/**
 * What a sentence says behind the deed of the player's with which it begins: "You pay well, and the quick water carries you up" goes on "The
 * quick water carries you up". Empty where it says nothing more, or nothing that stands by itself. (rule CA5924)
 *
 * @param sentence - The first sentence of an outcome, in the second person.
 * @param deed - The deed, as it is offered.
 */
export function behindTheDeed(sentence: string, deed: string): string {
  const text = sentence.trim();
  const opening = text.slice(0, 4 + deed.length);
  if (opening.toLowerCase() !== `you ${deed.toLowerCase()}`) return "";
  const rest = text.slice(opening.length);
  const name = /(?:^|\s)(\p{Lu}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?)$/u.exec(deed)?.[1];
  const [, relative = ""] = /^, who ((?:is|was|has|had|\p{Ll}+(?:s|ed))\b[^“”"]+)$/u.exec(rest) ?? [];
  if (relative !== "") return name === undefined ? "" : `${name} ${relative}`;
  const [, clause = ""] = /^(?:,|;)? (?:and|but|so) (.+)$/su.exec(rest) ?? [];
  if (OTHER_SUBJECT.test(clause)) return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}`;
  const [first = ""] = clause.split(" ");
  return /^\p{Ll}+$/u.test(first) && isVerb(first) && clause.includes(" ") ? `You ${clause}` : "";
}

/** "Entered as held.", "Refused.": what is done with what is at hand; "The high road.": one of the things that the beat names. */
const FRAGMENT = /^(\p{Lu}\p{Ll}+)((?: [^\s.,;:“”"]+){0,6})[.,;]/u;

/** The deed that an outcome consists of which is no sentence; undefined where it is none. */
function fragmentDeed(text: string, told: string): string | undefined {
  const [, first = "", rest = ""] = FRAGMENT.exec(text.trim()) ?? [];
  const lemma = lemmaOfDone(first.toLowerCase());
  if (lemma !== undefined && !BEFALLS.test(lemma) && (/ed$/u.test(first) || rest !== "")) return `${lemma} it${rest}`;
  const thing = `${first.charAt(0).toLowerCase()}${first.slice(1)}${rest}`;
  return DETERMINED.test(thing) && told.toLowerCase().includes(thing.toLowerCase()) ? `choose ${thing}` : undefined;
}

/**
 * The same of all outcomes of a beat. Where each is a deed or what is left of one ("Entered as held." beside "Refused.", "The high road."
 * beside "The moss."), all are the player's. (rule CA1661)
 *
 * @param texts - What the author says of each, in the second person.
 * @param told - The beat's own text, with what it puts.
 */
export function chosenAmong(texts: readonly string[], told: string): readonly (readonly string[])[] {
  const deeds = texts.map(chosenIn);
  if (texts.length < 2 || deeds.every((each) => each.length > 0)) return deeds;
  const found = texts.map((text, at) => deeds[at]?.[0] ?? fragmentDeed(text, told));
  const known = found.flatMap((deed) => deed ?? []);
  // "Read in, with a note upon the ninth line." beside "Read in whole.": what tells them apart is kept. (rule CA1670)
  const all = found.map((deed, at) => {
    const [, first = "", rest = ""] = FRAGMENT.exec(texts[at]?.trim() ?? "") ?? [];
    const goesOn = (texts[at] ?? "").trim().slice(first.length + rest.length);
    const isBegun = deed !== undefined && known.some((other) => other.startsWith(`${deed} `));
    return deed === undefined || !isBegun ? deed : withItsRest(deed, `${deed}${goesOn}`, known);
  });
  return all.every((one) => one !== undefined) && new Set(all).size === all.length
    ? texts.map((_, at) => (deeds[at]?.length ? (deeds[at] ?? []) : [all[at] ?? ""]))
    : deeds;
}

interface Chosen {
  readonly chosen?: readonly string[];
}

/**
 * Outcomes whose deeds are those that their beat puts itself, in its own words: "You promise him the file" is what comes of "say that you'll
 * find the file", and no further choice. By the words that they share, and what is left over in its order. (rule CA1656)
 *
 * @param deeds - What the beat puts to the player; fewer than two are no question that an outcome answers.
 */
export function asPut<Outcome extends Chosen>(
  outcomes: readonly Outcome[],
  deeds: readonly string[],
): readonly Outcome[] {
  const open = outcomes.filter(({ chosen = [] }) => chosen.length === 1);
  if (deeds.length < 2 || open.length === 0) return outcomes;
  const meant = new Map<Outcome, string>();
  const isFree = (outcome: Outcome, deed: string): boolean =>
    !meant.has(outcome) && ![...meant.values()].includes(deed);
  const pairs = open
    .flatMap((outcome) =>
      deeds.map((deed) => ({ outcome, deed, shared: sharedWords(outcome.chosen?.[0] ?? "", deed) })),
    )
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared);
  for (const { outcome, deed } of pairs) if (isFree(outcome, deed)) meant.set(outcome, deed);
  const left = open.filter((outcome) => !meant.has(outcome));
  const unmeant = deeds.filter((deed) => ![...meant.values()].includes(deed));
  if (left.length === unmeant.length) left.forEach((outcome, at) => meant.set(outcome, unmeant[at] ?? ""));
  return outcomes.map((outcome) => {
    const deed = meant.get(outcome);
    return deed === undefined ? outcome : { ...outcome, chosen: [deed] };
  });
}

/** Where what an outcome says of a deed ends: "go to Bed Eleven and catch him". */
const DEED_ENDS = /[,;:.!?“”"]| (?:and|but|so|just|until|till|before|as|while|when)\b/u;
/** Words of a deed that an outcome names. */
const MOST_NAMED = 6;

/**
 * Ways of one word in the words of the outcome that begins with it: "go" beside "You go to Bed Eleven and catch him". (rule CA1674)
 *
 * @param texts - What the author says of each outcome, in the second person.
 */
export function asNamed(way: string, texts: readonly string[]): string {
  if (way.includes(" ")) return way;
  const rest = texts.flatMap((text) => new RegExp(`^You ${way} (.+)$`, "su").exec(text.trim())?.[1] ?? []).at(0);
  const [named = ""] = rest?.split(DEED_ENDS) ?? [];
  return named === "" || named.split(" ").length > MOST_NAMED ? way : `${way} ${named}`;
}

/** Words that two deeds share; a deed and the same one denied share none. */
function sharedWords(one: string, other: string): number {
  const isDenied = (deed: string): boolean => /^(?:decide not|refuse|don[’']t|do not)\b/.test(deed);
  if (isDenied(one) !== isDenied(other)) return 0;
  const words = contentWords(one);
  return [...contentWords(other)].filter((word) => words.has(word)).length;
}
