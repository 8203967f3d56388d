import type { LeftOut, Reading } from "@narratoria/protocol/contracts";
import { STANDS_FOR_ANOTHER } from "./mine-story.js";
import {
  capitalise,
  isLemma,
  isPlural,
  isWholeSentence,
  secondPersonFrom,
  splitSentences,
} from "@narratoria/protocol/english";

const LEFT_OPEN = "it leaves open what is so";

/** Signs of which one makes a sentence the teller's, wherever it stands. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:DC|TN) ?\d+\b|^See \p{Lu}{1,2}\d{1,2}\.?$|\b\d?d(?:4|6|8|10|12|20|100)\b/u, "it speaks of dice"],
  [/\b(?:PC|PCs|NPC|NPCs)\b/, "it speaks of a player character"],
  [/(?<![\p{L}\p{N}/.@])\p{L}[\p{Ll}\p{N}]*_[\p{Ll}\p{N}_]+(?![\p{L}\p{N}]|\.\w)/u, "it names an id"],
  [/\s(?:->|→|=>|⇒)\s/u, "it is a line of a list of outcomes"],
  [/[\p{L}\p{N})] = [\p{L}\p{N}"“]/u, "it is an entry and no sentence"],
  [/^[+−–]\d/u, "it counts points"],
  // "WATCH ONE-TWO.", "Days 2-3.": nobody is in two watches at once. (rule CA4810)
  [
    /^\p{Lu}\p{L}+ (?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ?[-–] ?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\.?$/iu,
    "it is a span of the plan",
  ],
  [/^[^“”"]*\bthe ending (?:called|named|is)\b/i, "it names an ending"],
  [/^(?:the|an?|one|this is the|this is an?)\b[^.,;“”"]*\bscene[.]?$/i, "it speaks of scenes"],
  [
    /\b(?:a|any|the) (?:sharp|clever|careful|curious|attentive|observant|bold|kind|new) player\b/i,
    "it speaks of the player",
  ],
  [/(?:^|[\s(])\p{Lu}\p{L}+ [+−-]\d\b(?! ?[°%])/u, "it counts points"],
  [/\b[A-Z]{2,5} \d (?:or (?:more|less|higher|lower|better)|\+)/, "it asks for points"],
  [/\b(?:starts?|begins?) at [+−-]\d/i, "it counts points"],
  [/^(?:NB|N\.B\.|Nota bene|Note to self|Tip|Reminder)\b[:.]?\s/, "it is a remark to the teller"],
  [
    /^(?:wants?|goals?|motives?|secrets?|dirty secrets?|rep|reputation|stats?|attitude|agenda|weakness|hook|role)(?:[ ,][\p{L} ,]{0,24})?: /iu,
    "it is a line of a list of traits",
  ],
  [/\b(?:from|in|until|for|after) (?:this|the next|the last) (?:scene|beat)\b/i, "it speaks of scenes"],
  [
    /^(?:if|when|unless|until|once) (?:nobody|no one|none of them|anybody|anyone|somebody|someone|everybody|they|the (?:crew|party|group|players?|characters?))(?:['’]s|\b)[^,.“"]{3,60}, (?:then )?(?:say|tell|give|let|have|use|roll|play|describe|skip|start|call|make|show|offer|read|add|end|cut|move)\b/i,
    "it is an order to the teller",
  ],
  [
    /^(?:do not|don['’]t|never) (?:tell|show|give|explain to|reveal to|let|make|warn|remind|ask|help) (?:them|the (?:players?|party|crew|group|table|characters?)|anyone|anybody)\b(?! (?:i|he|she|we|you)\b)/i,
    "it is an order to the teller",
  ],
  [
    /^(?:notes|minutes|an? extract|extracts|an? transcript|proceedings) (?:for|of|on|from|taken|made)\b/i,
    "it says what kind of text it is",
  ],
  [
    /^[^“”"?]*\bor (?:else )?(?:they|he|she|it|there|you) (?:do|does|did|is|are|was|has|have)(?: not|n['’]t)(?=[.;,]|$)/i,
    LEFT_OPEN,
  ],
  [
    /^(?!["“'‘])[^“”"?]*\b(?:is|are|has|have|was|were) [^.;“”"]{1,40} or (?:is|are|has|have|was|were)(?: not|n['’]t)(?=[.;,]|$)/i,
    LEFT_OPEN,
  ],
  [/^[^“”"]*, or (?:you|they|he|she)(?: |['’])[^,]*, or (?:you|they|he|she)(?: |['’])[^,]*[.]$/i, LEFT_OPEN],
  [/^(?!["“'‘])[^“”"]*, (?:it )?(?:doesn['’]t|does not) matter(?: (?:which|where|who|how))?[.]$/i, LEFT_OPEN],
  [
    /\b(?:what|how|whether|whatever|which) (?:you|they|the players?) (?:tells?|says?|do(?:es)?|answers?|chooses?|gives?|decides?)\b[^.;“”"]{0,40}\b(?:decides?|determines?|settles?|governs?)\b/i,
    "it depends on the player",
  ],
  [
    /^[^“”"]*\b(?:comes?|enters?|belongs?|appears?|part|is|are)(?: not| never)?(?: come| appear| belong| enter)? (?:in|into|to|of) (?:this (?:story|plot)|(?:the|this) (?:campaign|adventure|module))\b/i,
    "it speaks of the story",
  ],
  [
    /^[^“”"]*\b(?:when|before|as|until|till|since|after|by the time) (?:the|this) (?:story|campaign|game|adventure|module) (?:opens|begins|starts|has begun|ends|is over)\b/i,
    "it speaks of the story",
  ],
  [/^(?:say|read|count|roll|announce) (?:it|this|that|them) (?:out loud|aloud|out)\b/i, "it is an order to the teller"],
  [
    /^(?:let|make|have) (?:them|the (?:crew|party|group|players?|table)) (?:wonder|guess|ask|argue|sweat|find|think|wait|talk|roll|choose|decide|discover|work|take|hear|look)\b/i,
    "it is an order to the teller",
  ],
];

/** Why a sentence is for whoever tells the story, and not for the player; undefined where nothing says so. */
export function whyForTeller(sentence: string): string | undefined {
  const text = sentence.trim();
  return SIGNS.find(([sign]) => sign.test(text))?.[1];
}

/** Emphasis of Markdown round whole words. */
const EMPHASIS = /(?<![\p{L}\p{N}*_])([*_]{1,2})(?=\S)([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}*_])/gu;
/** "The daybook (H2) is on the desk.", "the sponged carpet (Clues 1, 2 and 3)": numbers of the author's own lists. (rules CA350 and CA4802) */
const NUMBERS =
  / \((?:[A-Z]{1,2}\d{1,2}|(?:see|cf\.?) [^()]*|pp?\. ?\d+|(?:handouts?|clues?|secrets?|scenes?|notes?|maps?|fig(?:ure)?s?\.?|tables?|items?|pages?|chapters?|rules?|laws?|lore|beats?|exhibits?|props?|evidence|leads?) (?:nos?\.? )?\d+[a-z]?(?:(?:, | and |, and | or | to |[-–])\d+[a-z]?)*)\)/gi;

const OPENS_OBJECT =
  /^(?:the|an?|his|her|its|their|your|to|on|in|at|for|from|of|with|by|over|under|behind|no|all|every|one|two|three|nothing|everything)\b/i;

/** "Names on tape", "Rows of beans": before a preposition most words in -s are nouns. */
const OPENS_PREPOSITION = /^(?:to|on|in|at|for|from|of|with|by|over|under|behind)\b/i;
const GOES_WITH_PREPOSITION =
  /^(?:stands|sits|lies|runs|looks|leads|belongs|opens|faces|goes|comes|lives|works|serves|hangs|rises|leans|waits|smells|rests|stays|deals|trades|speaks|talks|answers|depends|consists|rules|governs|falls|flows|begins|ends|reaches|stretches|sleeps|eats|dies|burns|dates)$/;

/** "Owns the money and the water.", under the heading of a bank, lacks its subject: the heading is it. */
function withSubject(text: string, subject: string): string {
  const [first = "", ...rest] = text.split(" ");
  const verb = first.toLowerCase();
  const base = secondPersonFrom(verb);
  const opensWithVerb =
    /^(?!Notes|Rules|Minutes)\p{Lu}\p{Ll}+s$/u.test(first) &&
    base !== verb &&
    isLemma(base) &&
    OPENS_OBJECT.test(rest.join(" ")) &&
    (!OPENS_PREPOSITION.test(rest.join(" ")) || GOES_WITH_PREPOSITION.test(verb));
  // "Has taken two quays in ten years.": a question ends otherwise.
  const opensWithAuxiliary =
    /^(?:Has|Is|Was|Had|Can|Will|Must|May|Would|Could|Should)$/.test(first) &&
    !/\?[”"’']?$/.test(text) &&
    !/^(?:he|she|it|they|you|we|there|I)\b/i.test(rest.join(" "));
  return (opensWithVerb || opensWithAuxiliary) && subject !== "" && !isPlural(subject)
    ? `${capitalise(subject)} ${verb} ${rest.join(" ")}`
    : text;
}

/** What is left for the player of a sentence whose list leaves open what is so: "All comes here to be paid: on the ledge they lie, or else they do not." */
function playersPart(text: string): string {
  const colon = text.indexOf(": ");
  const head = text.slice(0, colon);
  const isPart = colon > 0 && whyForTeller(text) === LEFT_OPEN && whyForTeller(head) === undefined;
  return isPart && isWholeSentence(`${head}.`) ? `${head}.` : text;
}

const plain = (text: string): string => text.replace(EMPHASIS, "$2").replace(NUMBERS, "");

/**
 * Takes out of what is told the sentences that an author wrote for the teller among others, the numbers of maps and handouts, and
 * marks of emphasis; a sentence without a subject gets its heading's. Implements rule CA350.
 */
export function withoutTellerNotes(reading: Reading): Reading {
  const leftOut: LeftOut[] = [];
  const may = (text: string, file: string, line: number): boolean => {
    const why = whyForTeller(text);
    if (why !== undefined) leftOut.push({ file, line, text, why });
    return why === undefined;
  };
  const told = (sentences: readonly string[], file: string): readonly string[] =>
    sentences
      .map(playersPart)
      .filter((text) => may(text, file, 0))
      .map(plain);

  const nps = new Map(reading.topics.map(({ id, np }) => [id, np]));
  const facts = reading.facts.flatMap((fact) => {
    if (!may(fact.text, fact.file, fact.line)) return [];
    const { tail, lead, rest, ...alone } = fact;
    // A gap among such sentences would leave the others without what they lean on.
    const whole = (beside: readonly string[] | undefined): readonly string[] | undefined =>
      beside?.every((sentence) => may(sentence, fact.file, fact.line)) === true ? beside.map(plain) : undefined;
    const [before, after] = [whole(lead), whole(rest)];
    const kept = {
      ...(tail !== undefined && may(tail, fact.file, fact.line) ? { tail: plain(tail) } : {}),
      ...(before === undefined ? {} : { lead: before }),
      ...(after === undefined ? {} : { rest: after }),
    };
    const subject = nps.get(fact.topic) ?? "";
    const text = withSubject(plain(fact.text), subject);
    const clause = text === plain(fact.text) ? plain(fact.clause) : `${subject} ${plain(fact.clause)}`;
    return [{ ...alone, text, clause, ...kept }];
  });
  const ids = new Set(facts.map(({ id }) => id));
  return {
    ...reading,
    facts,
    topics: reading.topics.map((topic) => ({ ...topic, facts: topic.facts.filter((id) => ids.has(id)) })),
    places: reading.places.map((place) => ({
      ...place,
      // What stands for something in a sentence that goes, goes with it.
      sights: place.sights
        .reduce<{ kept: (typeof place.sights)[number][]; isCut: boolean }>(
          ({ kept, isCut }, sight) => {
            // Of sentences told together those before a note stay. (rule CA542)
            const sentences = splitSentences(sight.text);
            const end = sentences.findIndex((one) => !may(one, sight.file, sight.line));
            const text = sentences.slice(0, end < 0 ? undefined : end).join(" ");
            const isTold = text !== "" && !(isCut && sight.inside && STANDS_FOR_ANOTHER.test(text));
            return { kept: isTold ? [...kept, { ...sight, text }] : kept, isCut: !isTold || end >= 0 };
          },
          { kept: [], isCut: false },
        )
        .kept.map((sight) => ({ ...sight, text: withSubject(plain(sight.text), place.name) })),
    })),
    beats: reading.beats.map((beat) => ({
      ...beat,
      told: told(beat.told, "plot/beats.json"),
      moments: beat.moments.map((moment) => ({
        sentences: moment.sentences
          .map(playersPart)
          .filter((text) => whyForTeller(text) === undefined)
          .map(plain),
        lines: moment.lines.map((one) => ({ ...one, line: plain(one.line) })),
      })),
      outcomes: beat.outcomes.map((outcome) => ({ ...outcome, told: told(outcome.told, "plot/beats.json") })),
    })),
    questions: reading.questions.map((question) => ({
      ...question,
      clues: question.clues.filter((id) => ids.has(id)),
    })),
    opening: reading.opening.map(plain),
    general: told(reading.general, "world/setting.md"),
    toFind: reading.toFind.filter((text) => whyForTeller(text) === undefined).map(plain),
    leftOut: [...reading.leftOut, ...leftOut],
  };
}
