/**
 * The little of English verb forms that a present-tense narrator needs: closed lists and spelling rules. A tagger was tried
 * and gave worse answers more slowly than these.
 */

/** lemma: past. Regular verbs are made by rule. */
const IRREGULAR_PAST = new Map(
  (
    "be:was become:became begin:began bend:bent bet:bet bind:bound bite:bit bleed:bled blow:blew break:broke bring:brought build:built " +
    "burn:burned burst:burst buy:bought cast:cast catch:caught choose:chose cling:clung come:came cost:cost creep:crept cut:cut deal:dealt " +
    "dig:dug do:did draw:drew drink:drank drive:drove eat:ate fall:fell feed:fed feel:felt fight:fought find:found fit:fitted flee:fled " +
    "fling:flung fly:flew forbid:forbade bid:bade forget:forgot forgive:forgave freeze:froze get:got give:gave go:went grind:ground grow:grew " +
    "hang:hung have:had hear:heard hide:hid hit:hit hold:held hurt:hurt keep:kept kneel:knelt know:knew lay:laid lead:led lean:leaned " +
    "leave:left lend:lent let:let lie:lay light:lit lose:lost make:made mean:meant meet:met pay:paid put:put quit:quit read:read ride:rode " +
    "ring:rang rise:rose run:ran say:said see:saw seek:sought sell:sold send:sent set:set shake:shook shine:shone shoot:shot show:showed " +
    "shut:shut sing:sang sink:sank sit:sat sleep:slept slide:slid speak:spoke spend:spent spill:spilled spin:spun split:split spread:spread " +
    "spring:sprang stand:stood steal:stole stick:stuck sting:stung strike:struck swear:swore sweep:swept swim:swam swing:swung take:took " +
    "teach:taught tear:tore tell:told think:thought throw:threw tread:trod understand:understood wake:woke wear:wore weave:wove weep:wept " +
    "wet:wet win:won wind:wound wring:wrung write:wrote bear:bore breed:bred overhear:overheard undo:undid withhold:withheld withdraw:withdrew mislead:misled can:could"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

/** Short verbs that double their last letter ("stop", "stopped"), and the few longer ones that do. */
const DOUBLES = new Set(
  (
    "admit beg blot chat chop clap commit dip drag drip drop drum equip fan flap flip fog grab grin grip hop hug jam jot knit knot lag nag nod " +
    "occur omit pad pat permit pin plan plot plug pop prefer prod rap refer regret rib rip rob rot rub scrub shrug skip slam slap slip slit " +
    "snap spot squat stab step stir stop strap strip submit swap tap tip top transfer trap trim tug unpin unwrap wag wrap zip"
  ).split(" "),
);

const SHORT = /^[^aeiou]*(?:qu)?[aeiou][bdfgklmnprtvz]$/u;

const headAndRest = (lemma: string): [string, string] => {
  const space = lemma.indexOf(" ");
  return space < 0 ? [lemma, ""] : [lemma.slice(0, space), lemma.slice(space)];
};

/** Third person singular, present: "carry on" gives "carries on". */
export function thirdPerson(lemma: string): string {
  const [verb, rest] = headAndRest(lemma);
  if (verb === "be") return `is${rest}`;
  if (verb === "have") return `has${rest}`;
  if (/^(can|could|will|would|must|may|might|shall|should)$/.test(verb)) return lemma;
  if (/(s|x|z|ch|sh|o)$/.test(verb)) return `${verb}es${rest}`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ies${rest}`;
  return `${verb}s${rest}`;
}

/** Present as "you" and "they" take it: the lemma, but for "be". */
export function pluralPresent(lemma: string): string {
  const [verb, rest] = headAndRest(lemma);
  return verb === "be" ? `are${rest}` : lemma;
}

/** A second verb of the same subject, with its particle or its object behind it. */
const SECOND_VERB =
  /\b(and|then|or) (\p{Ll}+)(?= (?:up|down|back|out|off|away|in|on|over|the|an?|his|her|its|their|your|it|him|them|for|with|to|at)\b)/u;

/** "override" goes as "ride" does, "outrun" as "run". */
const PREFIXED = /^(over|out|under|mis|fore|with|un|inter)(\p{Ll}{2,})$/u;

function irregularPast(verb: string): string | undefined {
  const known = IRREGULAR_PAST.get(verb);
  if (known !== undefined) return known;
  const [, prefix = "", base = ""] = PREFIXED.exec(verb) ?? [];
  const past = IRREGULAR_PAST.get(base);
  return past === undefined ? undefined : `${prefix}${past}`;
}

/** Simple past as "you" takes it: "show" gives "showed", "be" gives "were". */
export function pastTense(lemma: string): string {
  const [verb, whole] = headAndRest(lemma);
  // "wait up and knock back" is two deeds.
  const rest = whole.replace(SECOND_VERB, (both, and: string, second: string) =>
    LEMMAS.has(second) ? `${and} ${pastTense(second)}` : both,
  );
  if (verb === "be") return `were${rest}`;
  const irregular = irregularPast(verb);
  if (irregular !== undefined) return irregular + rest;
  // Auxiliaries of a failed act stand as they are: "could not pay".
  if (/^(could|would|had|did|was|were|tried|failed)$/.test(verb)) return lemma;
  if (verb.endsWith("e")) return `${verb}d${rest}`;
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied${rest}`;
  // One vowel and one consonant at the end of a single syllable: "flog" gives "flogged".
  if (DOUBLES.has(verb) || SHORT.test(verb)) return `${verb}${verb.at(-1)}ed${rest}`;
  return `${verb}ed${rest}`;
}

/**
 * The form that "you" takes, from a verb in the third person singular: "carries" gives "carry", "was" gives "were".
 * Words that end otherwise come back as they are: past tense fits "you" too.
 */
export function secondPersonFrom(third: string): string {
  const fixed: Record<string, string> = {
    is: "are",
    was: "were",
    has: "have",
    does: "do",
    goes: "go",
    quizzes: "quiz",
    whizzes: "whiz",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
  };
  const known = fixed[third];
  if (known !== undefined) return known;
  if (!/[a-z]s$/.test(third) || /(?:ss|us)$|^(?:always|perhaps|towards|afterwards|besides|this|his|its)$/.test(third))
    return third;
  if (/[^aeiou]ies$/.test(third)) return third.length <= 4 ? third.slice(0, -1) : `${third.slice(0, -3)}y`;
  if (/(ss|x|zz|ch|sh)es$/.test(third)) return third.slice(0, -2);
  if (/[^aeiou]oes$/.test(third)) return third.slice(0, -2);
  return third.slice(0, -1);
}

/** Everyday finite verbs, for the question "is there a verb in this sentence?". Third persons are made from them. */
const COMMON_LEMMAS =
  "accept add agree answer appear argue arrive ask become begin believe belong bend blow break bring build burn bury buy call carry catch change " +
  "charge check choose claim clean climb close collect come complain contain cost count cover cross cry cut dance deal decide deliver deny depend die dig " +
  "disappear divide do drag draw dream dress drink drip drive drop drown dry earn eat empty end enter escape expect explain face fade fail fall fasten fear " +
  "feed feel fetch fight fill find finish fit fix float flow fly fold follow forbid forget forgive freeze gather get give go grind grow guard hang happen " +
  "hate have hear heat help hide hit hold hope hum hurt inherit insist itch join keep kill kneel knock know last lay lead lean learn leave lend let lie " +
  "lift light like limp listen live lock look lose love make mark marry matter mean measure meet melt mend mind miss move name need nod note notice obey offer open " +
  "owe own pass pay pick plant play point pour pray prefer press promise prove pull push put quarrel raise reach read rebuild receive refuse remain remember remove rent repair " +
  "repeat reply report rest return ring rise roll rot row rub ruin run rust save say scratch search see sell send serve set settle sew shake share shine show " +
  "shout shut sign sing sink sit sleep slide slip smell smile smoke speak spell spend spill spin split stain stand stare start stay steal stick stink stop store straighten " +
  "stretch strike swear sweep swell swim swing take talk tap taste teach tear tell think throw tie tilt touch trade travel trust try turn understand " +
  "use vanish visit vote wait wake walk want warm warn wash waste watch wear weigh whisper whistle win wipe wish work worry wrap write";

const FINITE = new Set<string>(
  "is are was were has had have does did do can could will would must may might shall should am isn't aren't wasn't weren't don't doesn't didn't can't couldn't won't wouldn't".split(
    " ",
  ),
);
for (const lemma of COMMON_LEMMAS.split(" ")) FINITE.add(thirdPerson(lemma)).add(pastTense(lemma));

/** Whether a word can be a finite verb. `loose` also takes any word in -ed, and the bare lemmas, which a plural subject needs. */
export function looksFinite(word: string, loose = false): boolean {
  const lower = word.toLowerCase();
  if (FINITE.has(lower)) return true;
  return loose && (/[a-z]{2,}ed$/.test(lower) || LEMMAS.has(lower));
}

const LEMMAS = new Set(COMMON_LEMMAS.split(" "));

/** Whether the word is one of the everyday verbs in its bare form. */
export function isLemma(word: string): boolean {
  return LEMMAS.has(word.toLowerCase());
}

/** Past participles that differ from the simple past. */
const PARTICIPLES = new Map(
  (
    "been:be become:become begun:begin bitten:bite blown:blow broken:break chosen:choose come:come done:do drawn:draw drunk:drink driven:drive " +
    "eaten:eat fallen:fall flown:fly forbidden:forbid forgotten:forget forgiven:forgive frozen:freeze gotten:get given:give gone:go grown:grow " +
    "hidden:hide known:know lain:lie ridden:ride rung:ring risen:rise run:run seen:see shaken:shake shown:show sung:sing sunk:sink spoken:speak " +
    "sprung:spring stolen:steal sworn:swear swum:swim taken:take torn:tear thrown:throw trodden:tread woken:wake worn:wear woven:weave " +
    "written:write borne:bear overheard:overhear undone:undo withheld:withhold withdrawn:withdraw learnt:learn burnt:burn dreamt:dream leant:lean spelt:spell spilt:spill"
  )
    .split(" ")
    .map((pair) => pair.split(":") as [string, string]),
);

const FROM_PAST = new Map([...IRREGULAR_PAST].map(([lemma, past]) => [past, lemma]));

/**
 * Returns the bare infinitive of a verb in any form: "gone", "went", "goes" and "going" give "go". A word that is no known
 * form of a verb comes back by the spelling rules, which may be wrong for rare verbs.
 */
export function infinitive(form: string): string {
  const word = form.toLowerCase();
  if (/^(?:is|are|am|was|were)$/.test(word)) return "be";
  if (/^(?:has|had)$/.test(word)) return "have";
  if (/^(?:does|did)$/.test(word)) return "do";
  const known = PARTICIPLES.get(word) ?? FROM_PAST.get(word);
  if (known !== undefined) return known;
  if (LEMMAS.has(word) || IRREGULAR_PAST.has(word)) return word;
  if (/ing$/.test(word)) return stem(word.slice(0, -3));
  if (/ied$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/ed$/.test(word)) return stem(word.slice(0, -2));
  return secondPersonFrom(word);
}

/** A verb from its stem before "ed" or "ing": "stopp" gives "stop", "mak" gives "make". */
function stem(cut: string): string {
  if (LEMMAS.has(cut)) return cut;
  if (LEMMAS.has(`${cut}e`) || IRREGULAR_PAST.has(`${cut}e`)) return `${cut}e`;
  if (/([bdgmnprt])\1$/.test(cut) && (DOUBLES.has(cut.slice(0, -1)) || IRREGULAR_PAST.has(cut.slice(0, -1))))
    return cut.slice(0, -1);
  if (/(?:[^aeiou][aeiou][cgsuvz]|[aeiou]{2}[sv]|[lrn][cgsv]|[bcdfgkpt]l|at|iv|[^aeiou]ut|u[rm])$/.test(cut))
    return `${cut}e`;
  return cut;
}
