import { contentWords, memoizeText, splitSentences, verbLemmas } from "@narratoria/protocol/english";
import { becomesYours } from "./gifts.js";
import { type Check, quotedIn, type SceneFacts, unquoted, wordSet, wordsIn } from "./scene-facts.js";

/** Deeds that settle something, whoever does them: a later scene has to know of them. */
const WEIGHTY = new Set(
  (
    "sign tear rip shred crumple hurl fling pitch smash slit unlock untie arrest seize erase swallow bury pocket steal kiss slap punch shove poison marry " +
    "undertake consent vow pledge resign confess betray confiscate burn kill stab shoot strangle forge unpick unscrew dismantle hire dismiss"
  ).split(" "),
);

/** The lemmas of the verbs of a text. Each sentence is held against the same texts of its scene. */
const verbsIn = memoizeText(
  (text): ReadonlySet<string> => new Set(wordsIn(text).flatMap((word) => [word, ...verbLemmas(word)])),
);

/** A verb of the third person after whoever does it. */
const DOES =
  /(?:^|[.!?;:,] |“” |\band )(?:(?:[Hh]e|[Ss]he|[Tt]hey|[Ss]omebody|[Nn]obody|(?:[Tt]he )?(?!\p{L}+ing )\p{L}[\p{L}’'-]+(?: \p{Lu}[\p{L}’'-]+)?) )?(?:then |\p{Ll}+ly )?(\p{Ll}{3,}s)\b/gu;

/** What a scene is about, in words: the prompt's, the draft's and what has been told. */
const knownOf = ({ given, draft, told }: SceneFacts): ReadonlySet<string> =>
  wordSet(`${given}\n${draft}\n${told.slice(0, -1).join("\n")}`);

const isKnown = (clause: string, facts: SceneFacts, share = 0.5): boolean => {
  const words = [...contentWords(clause)];
  const known = contentWords(`${facts.given}\n${facts.draft}`);
  return words.length > 0 && words.filter((word) => known.has(word)).length > share * words.length;
};

const OF_CONTACT = /^(?:kiss|slap|punch|shove)$/;
const AT_SOMEBODY =
  /^ (?:him|her(?! (?!face|cheek|mouth|hand)\p{Ll})|them|you|(?:the|a) (?:\p{Ll}+ )?(?:man|woman|boy|girl|child)|\p{Lu}\p{L}+|(?:his|your|their) (?:face|cheek|mouth|hand|ear|jaw))/u;

/** "Shoots her cuffs", "kills the lamp": nothing of weight. (rule NA5831) */
const isIdiom = (verb: string, after: string): boolean =>
  (verb === "shoots" && SHOT.test(after)) || (verb === "kills" && PUT_OUT.test(after));
const SHOT =
  /^ (?:(?:[\p{L}’]+ ){0,3}(?:cuffs?|sleeves?|glances?|looks?|grins?|questions?|bolts?|rapids)|(?:up|out|off|past|across|through|forward|back))\b/u;
const PUT_OUT =
  /^ (?:it|that|the (?:\p{Ll}+ )?(?:lights?|lamps?|bulbs?|torch|headlights?|engine|motor|radio|wireless|record|music|song|sound|volume|switch|line|call|flame|fire|stove|power|current))(?=[.,;!?]|$)/u;

/** Who a thing belongs to, in words that say nothing else. */
const OWNS =
  /\b(?:owns|possesses|inherited|has (?:an?|the|two|three|four|another|a second|some) (?:\p{Ll}+ )?(?:house|farm|mill|share|shares|deed|fortune|purse|flask|pistol|revolver|gun|knife|key|boat|horse|ring|watch|map|copy|letter|diary|debt|licence|pension|mortgage|mistress|lover|garage|bank|vineyard|quarry|yacht|motor car|car|lorry|goat|cow|pony|donkey|mule|shop|business|villa|castle|estate|flat|cottage|factory|theatre|inn|orchard|field|loom|press|safe|strongbox|trunkful|collection|account|garden of (?:his|her) own)|keeps? (?:an?|the|his|her|their|all|two|three) (?:[\p{Ll}’]+ ){0,6}?(?:in|under|behind|inside|beneath|between) (?!mind\b|order\b|check\b|sight\b|step\b|time\b|place\b|hand\b))\b[^.,;!?]*/giu;

/** "Ann’s yacht": what is somebody's for good. */
const ESTATE =
  /(?:\b(?:[Hh]is|[Hh]er|[Mm]y|[Tt]heir)|\p{Lu}[\p{L}.]+[’']s) (?:own |old |new |little |big |white |black )?(yacht|motor car|motor-car|car|lorry|farm|mill|vineyard|quarry|castle|estate|villa|garage|goat|cow|pony|donkey|parrot|bank|shares|fortune|steamer|racehorse|orchard|factory|theatre|pension|mortgage)\b/gu;
const KEEPS_BEAST =
  /\b(?:keeps|owns|has got|has) (?:an? |two |three |her |his )(?:\p{Ll}+ )?(goats?|cows?|ponies|pony|donkeys?|parrots?|monkeys?|hens|pigs?|bees|sheep|ferrets?|hounds?)\b/giu;

const OWNED = /\b(?:owns?|owned|owner|belongs?|belonged|inherit\p{L}*|possess\p{L}*)\b/iu;

/** What somebody carries on them where nobody sees it. */
const KEEPS_HIDDEN =
  /\b(?:[Ii]n|[Uu]nder|[Rr]ound|[Aa]bout) (?:the (?:lining|toe|heel|hem|sole|crown|fold) of (?:his|her|their) [\p{L} ]{3,20}|(?:his|her|their) (?:neck|skirts?|shirt|bolster|stocking|hem))(?:, [^,.;]{3,30},)? (?:[\p{L}.]+ ){1,3}?(?:has|carries|keeps|wears|hides)\b[^.;!?]*|\b(?:there is|has|carries|keeps) (?:an?|the|another|a second) [^.;!?“”]{2,40}? (?:sewn (?:up )?(?:in|into)|in (?:his|her|their|my) (?:stocking|boot|other boot|hem|lining|bosom))\b[^.;!?]*|\bhas kept (?:his|her|their|the|it|them)\b[^.;!?]* all these years\b/gu;

/** What is found in, under or behind something, where no step has it. */
const CONTAINED =
  /(?:^|[.!?;:] |“” |, and )(?:[Uu]nder|[Ii]nside|[Bb]ehind|[Bb]eneath|[Ii]n) (?:the|his|her|its|their|one|an?) [^.;“”]{2,40}? (?:is|are|lies|lie|there is|there are|hangs?|(?:somebody|someone|he|she|they|\p{Lu}[\p{L}’-]+) has (?:put|hidden|wedged|left|stowed|tucked|taped|pinned|stuffed|packed|laid)) (?:an?|the|two|three|some|what) [^.;“”]{3,60}/gu;

/** What a story turns on, where somebody has it or brings it out. */
const GOODS =
  "keys?|letters?|pistol|revolver|gun|rifle|knife|dagger|sword|wand|ring|necklace|brooch|locket|medal|map|chart|purse|wallet|diary|deed|deeds|will|licen[cs]e|permit|passport|policy|contract|warrant|certificate|receipt|cheque|banknotes?|notes|coins|money|gold|silver|jewels?|fortune|photograph|photographs|negatives|document|documents|telegram|ledger|poison|vial|phial|inhaler|badge|seal|stamp|tickets?|ticket|file|dossier|recording|tape|compass|watch|flask|bottle of [\\p{L}]+";
const PRODUCES = new RegExp(
  `\\b(?:takes|brings|draws|pulls|fetches|produces|fishes|slides|lifts|digs|whips) (?:out |up |down )?(?:an?|the|his|her|their|its|two|three|some) ((?:[\\p{L}’-]+ ){0,3}?(?:${GOODS}))\\b(?: (?:for|of|to|with) [^.,;“”]{2,30}?)?(?: (?:out|from|up from|down from|out of)\\b|[,.;]|$)`,
  "gu",
);
const BRINGS_OUT = new RegExp(
  `\\b(?:[Oo]ut of|[Ff]rom(?: under| inside| behind| beneath)?) (?:his|her|their|the|an?) [\\p{L}’ -]{2,25}?,? (?:he|she|they|somebody|\\p{Lu}[\\p{L}.’-]+(?: \\p{Lu}[\\p{L}’-]+)?) (?:takes|brings|draws|pulls|fetches|produces|fishes|slides|lifts|digs|gets) (?:out )?(?:an?|the|his|her|their|two|three|some) ((?:[\\p{L}’-]+ ){0,4}?(?:${GOODS}))\\b`,
  "gu",
);
const HAS_GOODS = new RegExp(
  `(?:\\bha(?:s|ve)(?: got)?|[’']s got) (?:an?|the|his own|her own|their own|two|three|four|another|some) ((?:[\\p{L}’-]+ ){0,3}?(?:${GOODS}))\\b(?! of (?:looking|speaking))`,
  "gu",
);

/** "From his sleeve a letter", "a folded chart": what a story turns on is none that nobody has heard of. (rule NA5835) */
const NEW_GOODS =
  /\b(?:[Aa]n?|[Aa]nother|[Tt]wo|[Tt]hree|[Ss]ome) (?:(?!(?:good|piano|door|wedding|minor|major|new|low|high)\b)[\p{Ll}’-]+,? ){0,2}?(keys?|letters?|will|diary|ledger|telegram|photographs?|photo|snapshot|pistol|revolver|gun|rifle|necklace|locket|brooch|passport|contract|certificate|warrant|dossier|envelope|purse|wallet|document)\b(?! (?:of (?:water|light|shade|smoke|the (?:alphabet|law))|opener|box|rack|stand|hole|ring)\b)/gu;
const COMPARES =
  /\b(?:like|as if|as though|than) [^.;:]*$|\b(?:as|of|for|no|without|if|would|could|might|may|such|what) (?:[\p{Ll}’-]+ )?$/iu;

/** A thing that somebody put away. */
const PUT_AWAY =
  /\b(?:is|are|has been|have been|lies|lie) (?:\p{Ll}+ly )?(?:hidden|left|folded|pushed|stuck|taped|glued|propped|jammed|pinned|sewn|stitched|tucked|stuffed|buried|wedged|concealed|sticking|locked|slipped|nailed|pasted|rolled) (?:up |out |away |small )?(?:in|into|inside|under|beneath|behind|between|to|on|of|at|among)\b[^.;“”]*/giu;

/** A thing comes to be the player's, in whatever words. */
const TO_YOU =
  /\b(?:drop(?:s|ped)?|push(?:es|ed)?|puts?|press(?:es|ed)?|slip(?:s|ped)?|h[au]ngs?|tuck(?:s|ed)?|ties?|pins?|works?|stuffs?|folds?|lets?|hands?|tosses|throws) (?:[\p{L}’]+ ){1,6}?(?:in|into|inside|about|round|around|down) (?:inside )?your (?:open |own |left |right )?(?:palm|hands?|neck|jacket|coat|fingers|lapel|waistcoat|shirt|apron|cap|hat|boot|book|bag|case)\b|\bmakes? you a present\b/iu;

/** A bargain, or somebody's word for it. */
const AGREES =
  /\b(?:it|that)(?:’s| is) a (?:bargain|deal)\b|\bwe have (?:a|an) (?:bargain|deal|agreement|understanding)\b|\bshakes? (?:hands|(?:his|her|your|its) (?:\p{Ll}+ )?hand) on it\b|\b(?:gives?|give) (?:him|her|them|you) (?:your|his|her|their) word\b|\b(?:you|she|he|they) (?:may|shall) have (?:the|his|her|my|their) \p{Ll}+(?: \p{Ll}+)? from (?:now|tonight|today)\b|\b(?:cross(?:es)?|strikes?) (?:[\p{L}’]+ ){1,4}?(?:out|off)\b|\byou(?: are|’re) to have (?:the|an?|his|her|my|their|two|three|half)\b|\byou (?:may|shall) have (?:his|her|my|their) \p{Ll}+,? and\b|\b(?:may|can) hold (?:me|him|her|them) to it\b|\bgives? up the (?:chair|post|office|keys?) to\b|\bthen you are my \p{Ll}+|\bmakes? you (?:keep|promise|sign)\b|\b(?:agrees|promises|swears) to \p{Ll}{3,}\b|\b(?:you|the \p{Ll}+) of you (?:settle|shake|spit) (?:it|on it)\b/iu;

/** Whoever says so binds themselves: a later scene has to know. */
const VOWS =
  /\bI(?:’ll| will| shall) (?:say (?:so|it) (?:in|before|to|on)|swear|testify|stand up|own (?:up|to)|confess|sign|tell (?:thee|you|them|him|her) (?:wha|who|where|why|everything|all of it|what (?:I|he|she|they|it|happened))|answer for|give (?:evidence|myself up))\b/iu;

/** Deeds that are told of somebody in speech, and that a story turns on. */
const ACCUSES =
  /\b(?:I|he|she|they|(?:the )?\p{Lu}[\p{L}’-]+) (?:himself |herself )?(forged|stole|burned|burnt|hid|betrayed|poisoned|killed|drowned|murdered|robbed|bribed|sold|struck|blackmailed|smuggled|swapped)\b/gu;

/** What somebody confesses or claims for their own. */
const CLAIMS =
  /\b[Ii]t (?:was|wis|is) (?:me|I|him|her|us|you|(?:\p{Lu}\p{L}*\.? )*\p{Lu}\p{L}+ (?:himself|herself))(?:,| that| who)\b|\b(?:he|she|they) left (?:it|all of it|them|the lot) to me\b|\bI (?:made up|wrote|invented|forged) (?:it|them|every|all)\b|\bthere never was an? \p{Ll}+/iu;

/** A refusal that ends the matter. */
const REFUSES =
  /\b(?:refuses?|declines?) (?:to (?:play|speak|answer|tell|give|go|work|sign|sell|let|help|pay|say|come|hand|show|lend|allow|serve|sail|open)|(?:you|him|her|them)\b)|\b(?:will|would) (?:not say (?:more|another|(?:one|a single) word)|say nothing|not go on|not hear of it|not have it|tell you nothing|answer nothing)\b|\bsends? you (?:away|back|off|home)\b/iu;

/**
 * Nothing that settles a matter happens but as the draft has it: no weighty deed, bargain or refusal; nobody is said to own what no text
 * gives them, nothing is found where no step has it, and nothing becomes the player's. Implements rules NA3310 to NA3312.
 */
export const deeds: Check = (sentence, facts) => {
  const narration = unquoted(sentence);
  const draftVerbs = verbsIn(facts.draft);
  const known = knownOf(facts);
  for (const { 0: said, 1: verb = "", index } of narration.matchAll(DOES)) {
    // "He swallows."
    if (verb === "swallows" && /^(?:[.,;!?]|$| (?:and|hard|once|twice)\b)/.test(narration.slice(index + said.length)))
      continue;
    if (isIdiom(verb, narration.slice(index + said.length))) continue;
    const weighty = verbLemmas(verb).find((lemma) => WEIGHTY.has(lemma));
    // "Slaps the dough": it is somebody who is slapped, or nothing has happened.
    if (weighty !== undefined && OF_CONTACT.test(weighty) && !AT_SOMEBODY.test(narration.slice(index + said.length)))
      continue;
    if (weighty !== undefined && !draftVerbs.has(weighty)) return "Nothing of weight happens but what the steps say.";
  }
  const texts = wordSet([facts.given, facts.draft, ...facts.told, ...facts.past].join("\n"));
  for (const { 1: thing = "", index } of narration.matchAll(NEW_GOODS)) {
    const one = thing.toLowerCase().replace(/s$/, "");
    if (![one, `${one}s`].some((word) => texts.has(word)) && !COMPARES.test(narration.slice(0, index)))
      return "Do not make up a thing that the story would have to know.";
  }
  if (AGREES.test(narration) || quotedIn(sentence).some((text) => AGREES.test(text))) {
    const [said = ""] = AGREES.exec(sentence) ?? [];
    if (!splitSentences(facts.draft).some((one) => hasAll(one, said)))
      return "Nobody agrees to anything but what the steps say.";
  }
  const spoken = quotedIn(sentence).join(" ");
  const vow = VOWS.exec(spoken)?.[0];
  if (vow !== undefined && !splitSentences(facts.draft).some((one) => hasAll(one, vow)))
    return "Nobody promises anything but what the steps say.";
  const toldVerbs = verbsIn(`${facts.given}\n${facts.draft}`);
  if ([...spoken.matchAll(ACCUSES)].some(([, verb = ""]) => !verbLemmas(verb).some((lemma) => toldVerbs.has(lemma))))
    return "Nobody is said to have done what the steps do not say.";
  const claim = CLAIMS.exec(sentence)?.[0];
  const claimed = claim === undefined ? "" : (sentence.slice(sentence.indexOf(claim)).split(/[.;:!?“”]/)[0] ?? "");
  if (
    claim !== undefined &&
    !`${facts.given}\n${facts.draft}`.toLowerCase().includes(claim.toLowerCase()) &&
    !splitSentences(facts.draft).some((one) => hasMost(one, claimed))
  )
    return "Nobody confesses anything but what the steps say.";
  const refuses = REFUSES.exec(narration);
  if (
    refuses &&
    facts.outcome !== "fail" &&
    !facts.effects.some(({ kind }) => kind === "refuse") &&
    !REFUSES.test(facts.draft)
  )
    return "Nobody refuses anything but what the steps say.";
  const isItem = facts.effects.some(({ kind }) => kind === "item");
  const [toYou] = TO_YOU.exec(narration) ?? [];
  if (becomesYours(sentence, narration, facts)) return "Nothing changes hands.";
  if (toYou !== undefined && !isItem && !splitSentences(facts.draft).some((one) => sharesDeed(one, toYou)))
    return "Nothing changes hands.";
  const owned = [sentence.replace(/[“”]/g, "")].flatMap((text) => [...text.matchAll(OWNS)].map(([said]) => said));
  const ownsIt = /^(?:owns|possesses|inherited)\b/i;
  const isOwned = OWNED.test(`${facts.given}\n${facts.draft}`);
  if (owned.some((said) => !isKnown(said, facts) || (ownsIt.test(said) && !isOwned)))
    return "Do not give anybody a possession.";
  const estate = [...sentence.matchAll(ESTATE), ...narration.matchAll(KEEPS_BEAST)].map(([, thing = ""]) => thing);
  if (estate.some((thing) => !known.has(thing.toLowerCase().split(/[ -]/).at(-1) ?? "")))
    return "Do not give anybody a possession.";
  const brought = [PRODUCES, BRINGS_OUT, HAS_GOODS]
    .flatMap((pattern) => [...narration.matchAll(pattern)])
    .map(([, thing = ""]) => thing);
  if (brought.some((thing) => !known.has(thing.toLowerCase().split(" ").at(-1) ?? "")))
    return "Do not give anybody a possession.";
  const hidden = [...sentence.replace(/[“”]/g, "").matchAll(KEEPS_HIDDEN)].map(([said]) => said);
  if (hidden.some((said) => !isKnown(said, facts, 0.7))) return "Do not give anybody a possession.";
  const placed = [...narration.matchAll(CONTAINED), ...narration.matchAll(PUT_AWAY)].map(([said]) => said);
  const isNew = (said: string): boolean => {
    if (/\b(?:hidden|concealed)\b/.test(said) && !draftVerbs.has("hide") && !draftVerbs.has("hidden")) return true;
    // "Inside the gate is the founder's stone": it is the one that the steps have.
    const [, thing] = /\b(?:is|are|lies?) (the [^.;]*)$/u.exec(said) ?? [];
    if (thing !== undefined && hasAll(facts.draft, thing)) return false;
    const nouns = wordsIn(said).filter((word) => word.length > 3);
    return !isKnown(said, facts) && nouns.some((word) => !known.has(word));
  };
  return placed.some(isNew) ? "Do not say that something is where no step has it." : null;
};

/** Whether a sentence has half of these words of content, two at least. */
const hasMost = (sentence: string, words: string): boolean => {
  const has = contentWords(sentence);
  const own = [...contentWords(words)];
  const shared = own.filter((word) => has.has(word)).length;
  return shared > 1 && shared >= own.length / 2;
};

const hasAll = (sentence: string, words: string): boolean => {
  const has = contentWords(sentence);
  return [...contentWords(words)].every((word) => has.has(word));
};

/** Whether a sentence of the draft gives the player the same. */
function sharesDeed(sentence: string, said: string): boolean {
  const words = contentWords(sentence);
  const own = [...contentWords(said)];
  return /\byou\b|\byour\b/i.test(sentence) && own.filter((word) => words.has(word)).length >= Math.min(2, own.length);
}
