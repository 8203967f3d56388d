import { headOf, withoutArticle } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import { formsIn } from "./names.js";
import { type Check, quotedIn, type SceneFacts, unquoted, whereAndOn, wordSet } from "./scene-facts.js";

/** What a body has, by the part of it that a reading knows of. */
const PARTS: Readonly<Record<Person["body"][number], string>> = {
  face: "face|cheeks?|brows?|forehead|chin|nose",
  eyes: "eyes?|eyelids?|eyelashes|eyebrows?",
  mouth: "mouth|lips?|teeth|tongue|throat",
  hands: "hands?|fingers?|thumbs?|fists?|palms?|knuckles?|wrists?|elbows?|arms?",
  feet: "feet|foot|legs?|knees?|heels?|toes?",
  voice: "voice",
  clothes: "coat|sleeves?|cuffs?|collar|pockets?|hat|cap|gloves?|mittens?|boots?|shoes?|shirt|apron|trousers|skirts?",
};
/** What only a face or a mouth does. */
const OF_MOUTH = "smiles|grins|frowns|yawns|coughs|laughs|giggles|swallows|chews|spits|whistles|pouts|sneers";
const SPEAKS =
  "says|asks|answers|replies|whispers|murmurs|mutters|shouts|calls|explains|adds|tells (?:you|him|her|them|\\p{Lu}\\p{L}+)";

const HAVE = { he: "his", she: "her", it: "its", they: "their" } as const;

/** What somebody lacks, and no text of the prompt gives them: a machine has no mouth, a cat no hands. */
function lacks({ body }: Person, known: ReadonlySet<string>): string {
  const parts = (Object.keys(PARTS) as (keyof typeof PARTS)[]).filter((part) => !body.includes(part));
  const isKnown = (word: string): boolean => known.has(word.replace(/s\?$/, "")) || known.has(word.replace(/\?$/, ""));
  return parts.flatMap((part) => PARTS[part].split("|").filter((word) => !isKnown(word))).join("|");
}

/** Whether narration gives somebody what they have not, or makes them speak who have no words. (rule NA5450) */
function hasWrongBody(told: string, sentence: string, person: Person, facts: SceneFacts): boolean {
  const { kind, pronoun, speech, body } = person;
  if (kind === "human" || kind === "group") return false;
  const called = formsIn(told, person, facts.story);
  if (called.length === 0) return false;
  const who = `(?<![\\p{L}])(?:${called.join("|")})`;
  const missing = lacks(person, wordSet(`${cardOf(person, facts)}\n${facts.draft}`));
  const others = facts.story.matter.people.filter(
    (one) => one.id !== person.id && one.pronoun === pronoun && formsIn(told, one, facts.story).length > 0,
  );
  const own = pronoun === null || others.length > 0 ? "its" : `its|${HAVE[pronoun]}`;
  const has =
    missing !== "" &&
    (new RegExp(`${who}[’']s (?:\\p{Ll}+ )?(?:${missing})\\b`, "u").test(told) ||
      new RegExp(`${who} [^.;:!?]*?\\b(?:${own}|one|both) (?:\\p{Ll}+ )?(?:${missing})\\b`, "u").test(told));
  const hasNoSkin =
    kind !== "animal" && new RegExp(`${who} (?:\\p{Ll}+ly )?(?:blushes|pales|sweats|bleeds|yawns)\\b`, "u").test(told);
  const isAct =
    hasNoSkin || (!body.includes("mouth") && new RegExp(`${who} (?:\\p{Ll}+ly )?(?:${OF_MOUTH})\\b`, "u").test(told));
  const hasNoWords = speech === "none" || speech === "sounds" || speech === "signs";
  const speaks =
    hasNoWords &&
    new RegExp(`${who}(?: [^.;:!?“”]*?,? and)? (?:\\p{Ll}+ly )?(?:${SPEAKS})\\b|\\b(?:${SPEAKS}) ${who}`, "u").test(
      told,
    ) &&
    (quotedIn(sentence).length > 0 || /\bthat\b/.test(told));
  return (has || isAct || speaks) && !isComparison(told);
}

const isComparison = (text: string): boolean =>
  /\b(?:as if|as though|like|as far as)\b/i.test(text) && !/\band\b/.test(text);

/** What the prompt says of somebody who is here. */
const cardOf = ({ short, name }: Person, { given }: SceneFacts): string =>
  given
    .split("\n")
    .filter((line) => line.startsWith("- ") && (line.includes(short) || line.includes(name)))
    .join("\n");

/** What speaks by being looked at or read. */
const TELLS_WITHOUT_WORDS =
  /^(?:face|eyes?|look|silence|sign|page|letter|note|notice|paper|sheet|book|slate|board|clock|strip|map|label|entry|line|list|poster|screen|inscription|message|voice|voices|tone|shrug|nod|gesture|hand|hands|back|shoulders?|mouth|story|stories|song|proverb|law|rule|rules|others?|rest|first|second|third|eldest|youngest|middle|last|one|ones|two|three|box|writing|figures|hours?|smile|silence)$/;
const THING_SPEAKS =
  /(?<=^|[.!?;:] |“” )(?:The|A|An|His|Her|Its|Their|Your) (?:[\p{Ll}’-]+ )?([\p{Ll}-]{3,}) (?:[^.;:!?“”]{0,40}?,? and )?(?:\p{Ll}+ly )?(?:says|whispers|asks|tells|answers|replies)(?= (?:that|something in|you|him|her|them|to|in)\b|[,:]| “”)/gu;

/** Whether a thing says something in earnest. */
const hasSpeakingThing = (told: string, facts: SceneFacts): boolean =>
  [...told.matchAll(THING_SPEAKS)].some(({ 1: noun = "" }) => {
    const isOfPeople = facts.story.matter.people.some(
      ({ name, role, short, looks = [] }) =>
        wordSet(`${name} ${short}`).has(noun) ||
        [role, ...looks].some((text) => headOf(withoutArticle(text.split(/[,;.]/)[0] ?? "")) === noun),
    );
    return !isOfPeople && !TELLS_WITHOUT_WORDS.test(noun) && !isPersonNoun(noun) && !speaksIn(facts.draft, noun);
  });
const isPersonNoun = (noun: string): boolean =>
  /(?:man|men|woman|women|boy|boys|girl|girls|child|children|people|person|folk|er|ers|or|ors|ist|ian|ess|lady|lad|lads|clerk|guard|priest|monk|nun|captain|gander|gosling|goose|parrot|crowd|queue|house of|company|team|crew|cook|guest|judge|king|queen|duke|smith|nurse|guide|pilot|scout|chief|mate|aunt|uncle|cousin|widow|bride|groom|host|thief|ghost|god|dog|cat|hare|bear)$/.test(
    noun,
  );
const speaksIn = (draft: string, noun: string): boolean =>
  new RegExp(
    `\\b${noun}\\b[^.!?]*\\b(?:says|asks|answers|said|asked|say)\\b|\\b(?:says|said|asks|say) (?:the|an?) (?:\\p{Ll}+ )?${noun}\\b`,
    "u",
  ).test(draft);

const OF_HIM = /\b(?:he|him|his|himself)\b/iu;
const OF_HER = /\b(?:she|her|hers|herself)\b/iu;
/** Words for men and for women, whoever they are. */
const MEN =
  /\b(?:he|him|his|man|men|boys?|lads?|father|son|brother|uncle|husband|king|lord|sir|mr|monk|priest|captain|gander|cock|bull|tom|fellow|grandfather|nephew|\p{L}+man|\p{L}+men)\b/iu;
const WOMEN =
  /\b(?:she|her|hers|woman|women|girls?|lady|ladies|mother|daughter|sister|aunt|wife|widow|queen|mrs|miss|nun|hen|cow|mare|ship|boat|barge|barque|vessel|train|engine|grandmother|niece|\p{L}+woman|\p{L}+women|\p{L}+ess)\b/iu;

/** Whether a pronoun can mean nobody: one of the people here, or of whom the scene speaks. (rule NA5451) */
function meansNobody(told: string, facts: SceneFacts): boolean {
  const { story, present, draft, told: before } = facts;
  const here = story.matter.people.filter(({ id }) => present.has(id));
  const isHere = (pronoun: "he" | "she"): boolean =>
    here.some((one) => one.pronoun === pronoun || one.pronoun === null);
  if ((!OF_HIM.test(told) || isHere("he")) && (!OF_HER.test(told) || isHere("she"))) return false;
  const text = [draft, ...before.slice(-6)].join("\n");
  const near = story.matter.people.filter(
    (one) => present.has(one.id) || formsIn(`${text}\n${told}`, one, story).length > 0,
  );
  if (near.some(({ pronoun }) => pronoun === null)) return false;
  const isOne = (pronoun: "he" | "she"): boolean => near.some((one) => one.pronoun === pronoun);
  // Whom the author's own words for the scene speak of may be meant.
  const others = `${draft}\n${whereAndOn(facts.given).replace(/^# WHAT (?:YOU|[\p{Lu} ]+) KNOWS?\n(?:(?!# ).*\n)*/mu, "")}`;
  return (
    (OF_HIM.test(told) &&
      !isOne("he") &&
      !MEN.test(draft) &&
      !MEN.test(told.replace(/\b(?:he|him|his|himself)\b/giu, "")) &&
      !MEN.test(
        before
          .slice(-6)
          .join("\n")
          .replace(/“[^”]*”/g, ""),
      )) ||
    (OF_HER.test(told) &&
      !isOne("she") &&
      !WOMEN.test(others) &&
      !WOMEN.test(told.replace(/\b(?:she|hers?|herself)\b/giu, "")) &&
      !WOMEN.test(
        before
          .slice(-6)
          .join("\n")
          .replace(/“[^”]*”/g, ""),
      ))
  );
}

/** What one does with what is one's own alone. */
const REFLEXIVE =
  "hitches|straightens|smooths|buttons|unbuttons|adjusts|gathers|tosses|drums|shakes|lifts|raises|bows|folds|clears|opens|shuts|closes|cocks|tilts|puts|purses|scratches|props|bites|blinks|rolls|crosses|wrings|licks|bends|straightens|stamps|ducks|hangs";

/** "Captain puts his chin", of somebody who is a she. */
function hasOthersPronoun(told: string, facts: SceneFacts): boolean {
  if (!/\b(?:his|her)\b/u.test(told)) return false;
  return facts.story.matter.people.some((person) => {
    const { pronoun } = person;
    if (pronoun !== "he" && pronoun !== "she") return false;
    const called = formsIn(told, person, facts.story);
    if (called.length === 0) return false;
    const other = pronoun === "he" ? "her" : "his";
    const parts = `${PARTS.face}|${PARTS.eyes}|${PARTS.mouth}|${PARTS.hands}|${PARTS.feet}|${PARTS.clothes}|head|shoulders?|back|ears?|tail|beard|moustache|hair|dress|petticoats?|cravat|waistcoat|spectacles|glasses`;
    return new RegExp(
      `(?<![\\p{L}])(?:${called.join("|")}) (?:\\p{Ll}+ly )?(?:${REFLEXIVE}) ${other} (?:\\p{Ll}+ )?(?:${parts})\\b|(?<![\\p{L}])(?:${called.join("|")}),[^.;:!?“”]*? with ${other} (?:\\p{Ll}+ ){0,2}on\\b`,
      "u",
    ).test(told);
  });
}

/** Titles that one has by being a man or a woman. */
const TITLES: readonly (readonly [string, string])[] = [
  ["king", "queen"],
  ["duke", "duchess"],
  ["lord", "lady"],
  ["prince", "princess"],
  ["emperor", "empress"],
  ["count", "countess"],
  ["abbot", "abbess"],
  ["boy", "girl"],
];

/** "The King of the Green", where the prompt has a queen and no king. */
function hasOtherTitle(told: string, { given, draft, past }: SceneFacts): boolean {
  const has = wordSet(told);
  const known = wordSet(`${given}\n${draft}`);
  const before = wordSet(past.join("\n"));
  return TITLES.some(([a, b]) =>
    [[a, b] as const, [b, a] as const].some(
      ([here, there]) =>
        has.has(here) &&
        !has.has(there) &&
        known.has(there) &&
        !known.has(here) &&
        !before.has(here) &&
        new RegExp(`\\b[Tt]he ${here}\\b`, "iu").test(told),
    ),
  );
}

/**
 * The sentence with the name of whom its first pronoun means, where the sentence before is about one creature or machine alone: "The bear
 * sits down. He says that it is late." Null where that is not so. (rule NA5824)
 */
function asNamed(told: string, { story, told: before, present }: SceneFacts): string | null {
  const [first] = /^(?:He|She|It|They)\b/u.exec(told.trim()) ?? [];
  if (first === undefined) return null;
  const last = before.at(-1) ?? "";
  const named = story.matter.people.filter((person) => formsIn(unquoted(last), person, story).length > 0);
  // Nobody else is there who could be meant.
  const here = story.matter.people.filter(({ id }) => present.has(id));
  const [one, ...more] = named.length > 0 ? named : here;
  if (!one || more.length > 0 || one.kind === "human" || one.kind === "group" || last.includes("“")) return null;
  return one.pronoun === null || one.pronoun === first.toLowerCase() || first === "It"
    ? told.trim().replace(first, one.short)
    : null;
}

/** Everybody has the body, the voice and the pronoun that the story gives them, and things have none. */
export const bodies: Check = (sentence, facts) => {
  const told = unquoted(sentence);
  const people = facts.story.matter.people;
  const meant = asNamed(told, facts);
  if (
    people.some(
      (person) =>
        hasWrongBody(told, sentence, person, facts) || (meant !== null && hasWrongBody(meant, sentence, person, facts)),
    )
  )
    return "Give nobody a body or a voice that they have not.";
  if (hasSpeakingThing(told, facts)) return "Things do not speak.";
  return hasOthersPronoun(told, facts) || meansNobody(told, facts) || hasOtherTitle(told, facts)
    ? "Call everybody by their own pronoun."
    : null;
};
