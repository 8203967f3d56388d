/** What one sees of somebody, made from the author's notes on their appearance. */
import type { CastEntry } from "@narratoria/protocol/contracts";
import {
  indefiniteArticle,
  isPlural,
  isQuality,
  looksFinite,
  splitSentences,
  verbLemmas,
} from "@narratoria/protocol/english";
import { headNoun, kindOfNoun } from "./kinds.js";

/** Whom the notes are about. */
type Seen = Pick<CastEntry, "called" | "pronoun" | "plural" | "kind">;

/** Words of a look: a longer one is cut where its next part begins. */
const MOST_WORDS = 34;
const FEW_WORDS = 3;
/** What can be said of a whole body in one word. */
export const STATES: ReadonlySet<string> = new Set(
  (
    "tall small short long thin thick broad wide fat stout slim slight slender lean spare big large huge little tiny heavy light round square narrow plump " +
    "old elderly young ancient ageless weathered bald bearded moustached freckled sandy fair dark dark-haired pale pallid pink red grey gray white black brown blond blonde silver " +
    "silver-haired white-haired grey-haired red-haired fair-haired golden orange straight upright stooped stooping bent crooked hunched lame limping barefoot barefooted naked bony gaunt wiry burnt sunburnt tanned lined " +
    "scarred wrinkled floury inky muddy wet damp dusty sooty soot-stained handsome beautiful pretty plain ugly neat tidy untidy clean shabby smart scruffy veiled masked hooded cloaked robed armoured " +
    "bespectacled toothless one-eyed one-armed one-legged blind deaf strong powerful muscular athletic frail sturdy stocky solid leathery angular delicate elegant immaculate unshaven clean-shaven clean-shaved shaven " +
    "shorn cropped swollen sunken graceful quick slow tired shaggy furry sleek striped spotted winged feathered scaly hairy curly wild"
  ).split(" "),
);
const DEGREE = /^(?:very|rather|quite|a bit|a little|extremely|unusually|always|mostly|too|so|almost|nearly)$/i;
/** What may follow a state without making a thing of it: "grey as the walls", "long and light", "small for the age". */
const AFTER_STATE =
  /^(?:and|or|as|at|in|for|from|to|like|with|of|by|down|all|on|under|about|but|enough|than|going|round|around|over|under|since|after|before|against|into|through|across|between|beneath|above|below|behind|beside|near|out|up|off|back|away)$/i;
/** Stuff that is not counted. */
const STUFF =
  /^(?:hair|silt|loam|ink|ash|(?:saw|chalk-|coal-)?dust|flour|soil|mud|muck|dirt|clay|sand|chalk|coal|tar|pitch|peat|wax|rust|slime|skin|fur|lead-grey|flesh|paint|oil|grease|butter|jam|honey|sugar|salt|snow|frost|rain|water|sweat|blood|grime|soot|smoke|moss|seaweed|straw|hay|fluff|jewellery|jewelry|gold|silver|brass|copper|iron|steel|tin|leather|wool|linen|cotton|silk|velvet|denim|tweed|corduroy|knitwear|make-up|lipstick|rouge|powder|mascara|eyeliner|perfume|sunscreen|plaster|stubble|armour|clothing|mail|lace|string|twine|tape)$/i;
const COUNTED =
  /^(?:an?|the|one|two|three|four|five|six|seven|eight|nine|ten|no|some|his|her|its|their|more|several|many|\d+)\b/i;
/** Parts of a body, and what is worn on it. */
export const BODY =
  /\b(?:hair(?:ed)?|beard|moustache|whiskers|eye(?:s|d|brows?|lids?|lashes)?|face[ds]?|nose|chin|mouth|teeth|lips?|cheeks?|ears?|necks?|shoulder(?:s|ed)?|(?:fore)?arms?|hands?|fingers?|thumbs?|knuckles|wrists?|legs?|knees?|f[oe]et|skin|freckle[ds]?|scars?|voice|limp|plaits?|braids?|bun|fringe|crop|paws?|tail|wings?|beak|feathers?|fur)\b/iu;
export const WORN =
  /\b(?:coats?|overcoat|raincoat|cardigans?|jerseys?|jumpers?|sweaters?|hats?|caps?|bonnet|hood|scar(?:f|ves)|shawls?|aprons?|dress(?:es)?|gowns?|skirts?|shirts?|blouse|waistcoats?|jackets?|trousers|jeans|overalls|boots?|shoes|slippers|sandals|clogs|gloves|mittens|spectacles|glasses|uniform|suits?|necktie|bow tie|belts?|clips|oilskins?|cloaks?|robes?|veil|collars?|rings?|earrings?|watch|brooch|pockets?|(?:walking )?stick|cane|pencil|braces?|sleeves|tunic|kimono|sari|turban|black|white)\b/iu;
/** What is not there to be seen by whoever meets them, or speaks of somebody else's eyes. */
const NOT_SEEN =
  /^(?:none\b|in the (?:photograph|picture|portrait|painting)|as (?:the|an?) |if |when |once |under )|\b(?:you|your|nobody (?:has|knows|sees|is)|really|secretly|seen from|looks? like|anyone)\b/i;

/**
 * Makes a sentence of the first of an author's notes on how somebody looks: "Tall; a thimble on her thumb" gives "She is tall, with a
 * thimble on her thumb." A note in no shape that is known gives nothing. Implements rule CA390.
 */
export function looksOf(appearance: string, seen: Seen): string[] {
  const [first = "", second = ""] = splitSentences(appearance.trim()).map((one) =>
    one.replace(/[.!]$/, "").replace(/[*_]/g, ""),
  );
  if (first === "" || NOT_SEEN.test(first) || /[:?()]/.test(first)) return [];
  const { pronoun, plural, called } = seen;
  const isNamed = pronoun === null || (pronoun === "they" && !plural);
  const subject = isNamed ? called : pronoun.charAt(0).toUpperCase() + pronoun.slice(1);
  const be = `${subject} ${plural ? "are" : "is"}`;
  if (/^(?:an?|one|two|three|four|five|six|seven|eight|nine|ten) /i.test(first) && isBeing(first, seen))
    return sentenceOf(be, first.split(/,\s+/), ", ");
  const parts = partsOf(first).filter((part) => !MEASURED.test(part));
  const [opening = "", next] = parts;
  // "Big guy, navy scrubs" is what somebody is, and what goes with it.
  if (seen.kind === "human" && !plural && A_PERSON.test(opening)) {
    const being = `${be} ${withArticle(lower(opening))}`;
    const things = thingsOf(parts.slice(1));
    return things.length === 0 ? [`${being}.`] : sentenceOf(`${being}, with`, things, " and ");
  }
  if (isClause(opening) || /^(?:or|but|perhaps|maybe) /i.test(next ?? "")) return [];
  // One word is no look: the next sentence goes on with it.
  if (first.split(" ").length <= FEW_WORDS && !NOT_SEEN.test(second) && !/[:?()]/.test(second))
    parts.push(...partsOf(second));
  if (!isState(opening)) {
    // "Ample, lilac, with a shawl": one word alone may be a state that no list has.
    if (isOneWord(opening)) return [];
    const things = thingsOf(parts);
    const isOne = seen.kind === "human" || seen.kind === "group";
    return isOne && things.length >= Math.min(2, parts.length)
      ? sentenceOf(`${subject} ${plural ? "have" : "has"}`, things, " and ")
      : [];
  }
  // "Bald, bandy, with forearms like rope": one word more before the first thing is a state that no list has. (rule CA390)
  const isStateAt = (part: string, at: number): boolean =>
    isState(part) || isDoing(part) || (isOneWord(part) && /^with /i.test(parts[at + 1] ?? ""));
  const end = parts.findIndex((part, at) => !isStateAt(part, at));
  const said = end < 0 ? parts : parts.slice(0, end);
  const states = lower(said.some((part) => / and /.test(part)) ? said.join(", ") : listed(said));
  const things = end < 0 ? [] : thingsOf(parts.slice(end));
  const head = `${be} ${states}`;
  if (things.length === 0) return sentenceOf(be, [states], "");
  return sentenceOf(`${head}, ${/\bwith\b/.test(states) ? "and with" : "with"}`, things, " and ");
}

/** All that one sees of somebody: what they look like first, then each further sentence that it has not taken in. */
export function allLooksOf(appearance: string, seen: Seen): string[] {
  const looks = looksOf(appearance, seen);
  const words = looks.join(" ").toLowerCase();
  const isNew = (sentence: string): boolean =>
    !words.includes(sentence.toLowerCase().split(" ").slice(-3).join(" ").replace(/\.$/, ""));
  return [...looks, ...furtherLooksOf(appearance, seen).filter(isNew)];
}

/** Words of a further sentence on somebody's looks. */
const MOST_FURTHER = 26;

/**
 * The author's further sentences on how somebody looks and stands, each whole: as written where it has them for its subject or shows
 * something on them, with its subject where it opens with a verb ("Stands as if on a stair."). Implements rule CA545.
 */
function furtherLooksOf(appearance: string, seen: Seen): string[] {
  const { pronoun, plural, called, kind } = seen;
  if (plural || (pronoun !== "he" && pronoun !== "she")) return [];
  const own = pronoun === "he" ? /\b(?:he|his|him)\b/i : /\b(?:she|her)\b/i;
  return splitSentences(appearance.trim().replace(/[*_]/g, ""))
    .slice(1)
    .flatMap((sentence) => {
      if (sentence.split(" ").length > MOST_FURTHER || NOT_SEEN.test(sentence) || !/^[^:?()“”"]+\.$/u.test(sentence))
        return [];
      const [first = "", ...rest] = sentence.split(" ");
      if (first.toLowerCase() === pronoun) return SHOWS.test(rest[0] ?? "") ? [sentence] : [];
      if (/^There(?:['’]s|$)/.test(first))
        return own.test(sentence) ? [sentence.replace(pronoun === "he" ? /\bhis\b/ : /\bher\b/, `${called}'s`)] : [];
      // "White beard." is what they have, and "The hem of his coat is stained" shows on them. (rule CA5912)
      const isOnThem = BODY.test(sentence) || WORN.test(sentence);
      const isTheirs = BODY.test(sentence) || kind === "human";
      if (isOnThem && isTheirs && OF_THEIRS.test(sentence) && own.test(sentence))
        return [sentence.replace(pronoun === "he" ? /\b[Hh]is\b/ : /\b[Hh]er\b/, `${capital(called)}'s`)];
      if (isOnThem && !/^(?:the|his|her) /i.test(sentence) && !BEGINS_WITH_VERB.test(sentence))
        return looksOf(sentence, seen).filter((look) => look.split(" ").length > FEW_WORDS && / has /.test(look));
      const verb = first.toLowerCase();
      // "Always a slide rule" has no verb.
      if (/^(?:always|never)$/.test(verb) && !looksFinite(rest[0] ?? "")) return [];
      return SHOWS.test(verb) && rest.length > 1 ? [`${called} ${verb} ${rest.join(" ")}`] : [];
    });
}

/** "The hem of his coat is stained", "Her hands are never still". */
const OF_THEIRS = /^(?:The|His|Her|Both|One of)\b[^,]* (?:is|are|has|have|hangs?|sticks? out)\b/u;
const BEGINS_WITH_VERB = /^\p{L}+(?:s|es|ed)\b(?! (?:of|in|with|on|like|at|over|under|and)\b)/u;

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What one can see or hear somebody do whenever one meets them. */
const SHOWS =
  /^(?:stands|walks|sits|moves|wears|carries|keeps|holds|smells|looks|stoops|limps|leans|talks|speaks|smiles|hums|whistles|chews|smokes|has|stares|blinks|squints|rocks|taps|turns|counts|rubs|scratches|mutters|laughs|winks|nods|sways|clanks|jingles|rattles|creaks|squeaks|shuffles|never|always|is)$/i;

const partsOf = (note: string): string[] =>
  note.split(/\s*[;,]\s+(?:and\s+)?/).reduce<string[]>((parts, part) => {
    const last = parts.at(-1);
    // "a signet on the hand, with a gate on it" is one thing; "bald, bandy, with long arms" is two states before one. (rule CA390)
    const isWordMore = parts.length > 1 && last !== undefined && isOneWord(last) && isState(parts.at(-2) ?? "");
    if (last !== undefined && /^with /i.test(part) && !isState(last) && !isDoing(last) && !isWordMore)
      parts[parts.length - 1] = `${last} ${part}`;
    else if (part !== "") parts.push(part);
    return parts;
  }, []);

/** As many parts as a look may have words for. */
function sentenceOf(head: string, parts: readonly string[], and: string): string[] {
  const kept: string[] = [];
  for (const part of parts) {
    if ([head, ...kept, part].join(" ").split(" ").length > MOST_WORDS) break;
    kept.push(part);
  }
  if (kept.length === 0) return [];
  const whole = and === " and " ? listed(kept) : kept.join(and);
  return [`${head} ${lower(whole)}.`];
}

/** "Perfectly dry", "beautifully shod": no "curly hair", "friendly eyes". (rule CA6454) */
const IS_IN_A_WAY =
  /^(?!(?:friendly|curly|holy|ugly|elderly|woolly|burly|silly|early|lovely|kindly|steely|oily|scaly|pearly|surly|sickly|homely|lonely|stately|portly|bristly|wrinkly|hilly|wobbly|family|grisly|woolly|only) )\p{L}{3,}ly \p{L}+$/iu;

/** "two fingers short on the right hand" and "freckled" are states; "small glasses" are things. */
function isState(part: string): boolean {
  if (IS_IN_A_WAY.test(part)) return true;
  if (/^(?:one|two|three) \p{L}+ (?:short|missing)\b/iu.test(part)) return true;
  if (/^(?:made|dressed|clad|covered|wrapped|carved) (?:of|in|with|from|out)\b/i.test(part)) return true;
  if (/^(?:in|all|built|as|the (?:colour|color|size|shape|height) of) /i.test(part) || isHeight(part)) return true;
  const [first = "", next, after] = part.split(" ").filter((word) => !DEGREE.test(word));
  const isFree = next === undefined || AFTER_STATE.test(next) || /ly$/.test(next);
  if (/ed$|-(?:through|like|sized|shaped|colou?red|free|looking)$/u.test(first)) return isFree;
  // "Grey balding" is a state, and "grey travelling suit" a thing.
  return STATES.has(first.toLowerCase()) && (isFree || (/(?:ed|ing)$/.test(next ?? "") && after === undefined));
}

/** "Six foot four", "Five foot nothing". */
const isHeight = (part: string): boolean =>
  /^(?:four|five|six|seven|\d+) (?:foot|feet)(?: (?:\p{L}+|\d+))?(?: (?:in|with|of) .*)?$/iu.test(part);

/** "Nine kilos": nobody sees what somebody weighs. */
const MEASURED =
  /^(?:\p{L}+|\d+) (?:kilos?|kilograms?|kg|pounds|lbs|stone|ounces|grams)\b|^(?:ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|1\d) hands\b|^(?:four|five|six|seven)[ -](?:one|two|three|four|five|six|seven|eight|nine|ten|eleven)$/iu;
/** "Folds up small", "comes up to the waist": what somebody does. */
const DOES = /^\p{L}{3,}s (?:up|down|in|out|off|over|back|away|through)\b/iu;

const A_PERSON =
  /^(?:\p{L}[\p{L}-]* ){1,3}(?:guy|man|woman|girl|boy|lady|fellow|chap|person|kid|bloke|lad|lass|gentleman|teenager|child)(?: (?:in|with|of|who) .*)?$/iu;

/** Whether a phrase says what somebody is: "a large, cheerful woman in a bath-robe", "a white goose". */
function isBeing(phrase: string, { kind }: Seen): boolean {
  const noun = phrase
    // "A barrel of a man" is a man. (rule CA5436)
    .replace(/^an? (?:\p{L}[\p{L}-]* ){1,3}of (?=an? )/iu, "")
    .replace(/^(?:an?|\p{L}+) /iu, "")
    .split(/ (?:in|with|of|on|at|like|made|as|who|that|bolted|sitting|standing|going|turning|getting|gone|past|,) ?/)[0]
    ?.replace(/,(?: larger| each).*$/, "");
  const of = kindOfNoun(headNoun((noun ?? "").replaceAll(",", "")));
  // "A goblin in half-moon spectacles" says what somebody is, whatever they were taken for.
  const isOfOwnKind = of === "other" && /^an? /i.test(phrase);
  return of !== undefined && (of === kind || (kind === "group" && of !== "other") || isOfOwnKind);
}

/** What a thing does not begin with: "on each wing a patch of blue" is an adverb and a thing. */
const NO_THING =
  /^(?:in|as|not|all|mostly|which|who|what|that|for|but|so|though|from|or|like|each|under|at|upon|where|if|when|because|since|on|over|round|around|about|behind|between|beneath|below|above|across|through|down|up|off|near|beside|by|to|into|within|without|and|then|also|usually|sometimes|often|never|always)\b/i;

/** "smelling strongly of vinegar", "carrying a lamp": what somebody does all the time. */
function isDoing(part: string): boolean {
  const [, verb = "", next = ""] = /^(\p{Ll}{2,}ing) (\p{Ll}+)/u.exec(part) ?? [];
  const [lemma] = verbLemmas(verb);
  return lemma !== undefined && lemma !== verb && (AFTER_STATE.test(next) || COUNTED.test(next) || /ly$/.test(next));
}

/** What was cut in the middle, or goes on with what was said before. */
const isBroken = (thing: string): boolean =>
  /\b(?:and|or|which|in|of|with|on|at|that)$/.test(thing) ||
  // "Buttoned wrong" is how something is worn.
  /^\p{L}{3,}ed (?:wrong|right|tight|high|low|short|close|open|shut|\p{L}+ly)$/u.test(thing) ||
  /^(?:\p{L}+-)?(?:\p{L}{3,}ed|worn|hung|cut|torn|set|drawn) (?:even|on|in|at|by|to|thin|up|down|over|like|with)\b/u.test(
    thing,
  );

/** "A pencil in beard", "a pen behind ear". */
const ON_THEM =
  /\b(in|on|behind|round|around|over|under|between|through|at|against) (beard|hair|ear|eye|neck|mouth|lip|sleeve|belt|pocket|chest|wrist|finger|thumb|shoulder|hip|nose|chin|moustache|cap|hat|hatband|boot|cheek|brow|forehead|knee|ankle)(?= |$)/giu;

/** The things of a list with their articles, up to the first part that is none. */
function thingsOf(parts: readonly string[]): string[] {
  const things: string[] = [];
  for (const part of parts) {
    const thing = part.replace(/^with /i, "").replace(ON_THEM, (_, where: string, of: string) => `${where} the ${of}`);
    if (things.length === 0 && isOneWord(thing)) break;
    // "Carpet slippers, perfectly dry." (rule CA6454)
    if (things.length > 0 && IS_IN_A_WAY.test(thing)) {
      things.push(`${things.pop()}, ${lower(thing)}`);
      continue;
    }
    if (isState(thing) || isDoing(thing) || isClause(thing) || NO_THING.test(thing) || isBroken(thing)) break;
    if (DOES.test(thing) || (isOneWord(thing) && isQuality(thing))) break;
    things.push(withArticle(lower(thing)));
  }
  return things;
}

/** One word without an article that is neither several things nor stuff. */
const isOneWord = (part: string): boolean => /^\p{L}[\p{L}-]*$/u.test(part) && !isPlural(part) && !STUFF.test(part);

function withArticle(thing: string): string {
  const words = thing.split(" ");
  const end = words.findIndex(
    // "Hair pinned up" is hair.
    (word, at) =>
      at > 0 &&
      (AFTER_STATE.test(word) ||
        /^(?:who|which|that|you|so|cut|drawn|shorn|swept|bound|grown|held)$|\p{L}{3}ed$/u.test(word)),
  );
  const nouns = words.slice(0, end < 0 ? undefined : end);
  const isMany = nouns.some((word) => isPlural(word) && !/['’]/.test(word)) || STUFF.test(nouns.at(-1) ?? "");
  return COUNTED.test(thing) || /^\p{Lu}/u.test(thing) || isMany ? thing : `${indefiniteArticle(thing)} ${thing}`;
}

const OPENS_CLAUSE =
  /^(?:he|she|they|it|there|has|is|was|walks|stands|smells|moves|stoops|carries|looks|winds|sits|wears|blinks|talks|speaks|keeps|takes|comes|goes)\b/i;
const PARTICIPLE = /(?:ed|^left|^split|^cut|^set|^shut|^hung|^worn|^put|^down|^lost|^bound|^built|^left)$/;

/** Whether a part has a verb of its own before any "that" or "who". */
function isClause(part: string): boolean {
  const words = (part.split(/\b(?:that|which|who|where|whose|because|since|as|so)\b/)[0] ?? "").split(/\s+/);
  return OPENS_CLAUSE.test(part) || words.some((word, at) => at > 0 && looksFinite(word) && !PARTICIPLE.test(word));
}

const lower = (text: string): string =>
  /^(?:\p{Lu}\p{Ll}*|A)\b/u.test(text) && !/^(?:Company|God|Sunday)\b/.test(text) && !isOfSomebody(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;

/** "Wade's other coat": what has its owner's name. */
const isOfSomebody = (text: string): boolean => {
  const owner = /^(\p{Lu}\p{Ll}+)['’]s /u.exec(text)?.[1];
  return owner !== undefined && kindOfNoun(owner.toLowerCase()) === undefined;
};

const listed = (things: readonly string[]): string =>
  things.length < 2 ? (things[0] ?? "") : `${things.slice(0, -1).join(", ")} and ${things.at(-1)}`;
