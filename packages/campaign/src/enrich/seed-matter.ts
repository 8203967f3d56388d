/** What a story turns on by its author's own nouns, and which of their sentences are still to be told. Implements rules CA6006 to CA6009. */
import { escapeRegExp } from "@narratoria/protocol/english";
import type { SeedPerson, StorySeed } from "./seed.js";

export interface SeedMatter {
  /** In mid-sentence: "bed nine", "the offer". */
  readonly topic: string;
  /** The author's sentences on the world that nothing has told yet, the most telling first. */
  readonly facts: readonly string[];
  /** What comes out in the end. */
  readonly hidden: readonly string[];
  readonly happenings: readonly string[];
  /** Two infinitives. */
  readonly decision: readonly [string, string];
  /** Who knows nothing of it, by the word that their author has for them. */
  readonly unknowing: string | null;
}

/** Fewer sentences leave too much open to be told by themselves. */
export const ENOUGH_SENTENCES = 5;
/** With fewer of them nobody has anything to say. */
const FEWEST_TO_SAY = 3;
const WHEN =
  /^(?:(?:Last|This|Every|Each|One)\s\p{Ll}+|Yesterday|Tonight|Today|Now|Lately|(?:A|Two|Three)\s\p{Ll}+\sago|Since\s(?:\p{Lu}\p{Ll}+|(?:last|the|this)\s\p{Ll}+)),?\s/u;
const VERB =
  "(?:is|are|was|were|has|have|had|does|do|did|can|cannot|will|won['’]t|would|must|may|never|no longer|only|started|began|stopped|comes?|came|goes|went|gets?|got|keeps?|stands?|lies|hums?|rings?|grows?|turns?|opens?|smells?|belongs?|sings?|knocks?|burns?|leaks?|moves?|returns?|vanished|disappeared|appears?|holds?|hangs?|wants?|needs?|falls?|fell|rises?|rose|died|\\p{Ll}{3,}ed)";
const SUBJECT = new RegExp(
  `^((?:The|A|An|Our|Your|Some)\\s(?:[\\p{L}\\d’'-]+\\s){0,4}?[\\p{L}\\d’'-]+|\\p{Lu}[\\p{L}’'-]*(?:\\s[\\p{L}\\d’'-]+){0,2}?|\\d+(?:st|nd|rd|th)?\\s\\p{L}+)\\s${VERB}\\b`,
  "u",
);
const NOBODY =
  /^(?:Nobody|No|Everybody|Everyone|Somebody|Someone|Something|Nothing|There|It|He|She|They|You|I|We|When|If|Since|After|Whoever|Each|Every|All|Both|None|Neither|People|Two|Three|Four|In|On|At|By|For|From|Of|With|But|And|So|As|Although|What|Why|How|Today|Tonight|That|This|These|Those)\b/;
/** "does not know of the offer", "has told nobody about the letter" */
const OF_NOBODY =
  /^(?:Nobody|No one|Somebody|Someone|Everybody)\s(?:\p{Ll}+\s){1,3}?(the\s(?:\p{Ll}+\s)?\p{Ll}+)(?=\s(?:since|for|in|at|on|and|every|each|by|with|when|while|until|after)\b|$)/u;
/** "The antenna picks up a voice" */
const DOES =
  /^(The\s(?:\p{Ll}+\s)?\p{Ll}+)\s\p{Ll}{2,}[^s\W]s\s(?:up|down|out|in|on|off|at|to|the|an?|by|for|from|every|each|all|his|her|its|like|into|over|with)\b/u;
const OBJECT = /\b(?:of|about|to)\s(the\s(?:\p{Ll}+\s){0,2}?\p{Ll}+)[.!]?$/u;

/** Who does not know of something can be told, or not. */
const UNKNOWING =
  /(\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*)(?:,[^,]{3,30},)?\s(?:does not|doesn['’]t|do not)\sknow\s(?:of|about|anything (?:of|about))\s(the\s[\p{L} ’'-]{3,40})/u;
/** "Low Row wants to climb into Upper Row, Upper Row pulls up the ladders" */
const SIDES =
  /^(\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)*|The\s\p{Ll}+)\swants?\sto\s[^,;]+[,;]\s(?:and\s|but\s|while\s)?(\p{Lu}[\p{L}’'-]+(?:\s\p{Lu}[\p{L}’'-]+)*|the\s\p{Ll}+)\s\p{Ll}+/u;

const NUMBERS = "None One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve".split(" ");

/** A note as a sentence: capital, stop, no signs for words. */
export const wholeNote = (text: string): string => {
  const bare = text
    .trim()
    // "There's also Juno, who is nine"
    .replace(
      /^There(?:['’]s|\sis)\s(?:also\s)?(\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*),\swho\s([^,]+)(?:,.*)?$/u,
      "$1 $2",
    )
    .replace(/\s\([^()]*\)/g, "")
    .replace(/\b\p{Lu}{4,}\b/gu, (word) => word.toLowerCase())
    .replace(/^(?:[1-9]|1[0-2])(?=\s\p{Ll})/u, (figure) => NUMBERS[Number(figure)] ?? figure)
    .replace(SIDES, (whole) => whole.replace(/[,;]\s(?!and\b|but\b|while\b)/, ", and "))
    .replace(/\bgets\s(?=cut|stolen|lost|broken|burned|killed|hurt|found|taken|closed|opened|shut)/, "has been ")
    .replace(/\s&\s/g, " and ")
    .replace(/[.!…;,]+$/, "");
  return `${bare.slice(0, 1).toUpperCase()}${bare.slice(1)}.`;
};

/**
 * The matter of a seed that is rich enough; null where it is not, or where its author has an aim or a question of their own.
 *
 * @param opening - What the player is told before the first scene.
 */
export function matterOf(seed: StorySeed, opening: string): SeedMatter | null {
  const { plan, sentences, aim, question, small, fixed } = seed;
  if (aim !== null || question !== null || small || fixed) return null;
  const count = sentences.length + plan.happenings.length + plan.hidden.length;
  if (count < ENOUGH_SENTENCES || seed.people.length < 2) return null;
  const all = [...sentences, ...plan.hidden, ...plan.happenings].join(" ");
  const candidates = [seed.oddity ?? "", ...plan.happenings, ...plan.hidden];
  const decided = /\s(the\s\p{Ll}+)\b/u.exec(plan.decision?.[0] ?? "")?.[1];
  const isKnown =
    decided !== undefined && sentences.filter((one) => one.includes(decided.replace(/^the\s/, ""))).length > 1;
  const topic = isKnown ? decided : candidates.map((one) => topicOf(one, seed, all)).find((found) => found !== null);
  if (topic == null) return null;
  const told = plain(opening);
  const named = [...sentences, ...seed.people.flatMap((one) => one.told)].map(wholeNote);
  const facts = [...new Set(named)].filter((one) => canBeTold(one) && !told.includes(plain(one)));
  const head = topic.split(" ").at(-1) ?? topic;
  // With hardly anything left to say people would only repeat that there is a matter.
  const isRich =
    plan.decision !== null ||
    facts.length + plan.hidden.length + plan.happenings.length >= FEWEST_TO_SAY ||
    unknowingIn(sentences) !== null ||
    seed.people.some((one) => one.wants !== undefined || wishOf(one, sentences) !== null);
  if (!isRich) return null;
  return {
    topic,
    facts: [...facts.filter((one) => one.includes(head)), ...facts.filter((one) => !one.includes(head))],
    hidden: plan.hidden.map(wholeNote),
    happenings: plan.happenings.map(wholeNote),
    decision: decisionOf(seed, topic),
    unknowing: unknowingIn(sentences)?.who ?? null,
  };
}

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** A sentence that leans on nothing and speaks to nobody. */
export function canBeTold(sentence: string): boolean {
  const words = sentence.split(/\s+/).length;
  return (
    words >= 3 &&
    words <= 30 &&
    !/[=:;?“"/|<>{}]|\b(?:I|you|me|my|your|we|our)\b|[Tt]he player\b/i.test(sentence) &&
    !/^(?:It|They|He|She|His|Her|Its|Their|This|That|These|Those|But|And|So|Then|Just|Or|Also|Maybe)\b/.test(
      sentence,
    ) &&
    new RegExp(
      `\\s(?:${VERB}|\\p{Ll}{2,}[^s\\W]s|carry|live|know|say|wear|make|take|give|run|sell|owe|think|eat|keep|use|drink|talk|speak|hold)\\b`,
      "u",
    ).test(sentence)
  );
}

export function topicOf(sentence: string, seed: StorySeed, all: string): string | null {
  const bare = sentence.replace(WHEN, "").replace(/[.!…]+$/, "");
  const object = OBJECT.exec(bare)?.[1] ?? OF_NOBODY.exec(bare)?.[1];
  const whole = bare.slice(0, 1).toUpperCase() + bare.slice(1);
  const subject = SUBJECT.exec(whole)?.[1] ?? DOES.exec(whole)?.[1];
  const isPerson = (phrase: string): boolean =>
    seed.people.some(({ name }) => {
      const [own, other] = [plain(name).replace(/^the /, ""), plain(phrase).replace(/^(?:the|a|an) /, "")];
      return own.includes(other) || other.includes(own.split(" ").at(-1) ?? own);
    }) || /\b(?:man|woman|boy|girl|children|people|crew|captain|teacher|doctor|king|queen)\b/i.test(phrase);
  const isOfStory = (phrase: string): boolean => seed.places.some(({ name }) => plain(name) === plain(phrase));
  if (subject !== undefined && !NOBODY.test(subject) && !isPerson(subject) && !isOfStory(subject)) {
    const definite = subject.replace(/^(?:An?|Some)\s/, "the ").replace(/^The\s/, "the ");
    const first = definite.split(" ")[0] ?? "";
    // "Bed nine" is "bed nine" where the text has it so.
    const isCommon = first === "the" || new RegExp(`(?<![.!?]\\s)\\b${first.toLowerCase()}\\b`).test(all);
    const phrase = isCommon ? definite.slice(0, 1).toLowerCase() + definite.slice(1) : definite;
    return phrase.split(" ").length <= 6 && !/\b(?:ones?|who|that|which|whose)$/.test(phrase) ? phrase : null;
  }
  return object !== undefined && !isPerson(object) && !isOfStory(object) ? object : null;
}

function unknowingIn(sentences: readonly string[]): { who: string; what: string } | null {
  for (const sentence of sentences) {
    const [, who, what] = UNKNOWING.exec(sentence.replace(/[.!]+$/, "")) ?? [];
    if (who !== undefined && what !== undefined) return { who, what };
  }
  return null;
}

/** "answer the voice", of somebody of whom it is said that they want to. */
function wishOf({ name }: SeedPerson, sentences: readonly string[]): string | null {
  const wants = new RegExp(
    `${escapeRegExp(name)}\\s(?:wants|means|intends|plans)\\sto\\s(\\p{Ll}+\\s(?:the|an?)\\s[\\p{L} ’'-]{2,40}?)(?=,|[.]|\\s(?:and|but|because|before|since|so)\\b|$)`,
    "u",
  );
  return sentences.map((sentence) => wants.exec(sentence)?.[1]).find((found) => found !== undefined) ?? null;
}

/** People with the parts that a matter has for them. */
export function partsFor(people: readonly SeedPerson[], sentences: readonly string[]): SeedPerson[] {
  const unknown = unknowingIn(sentences)?.who;
  const keeper = people.find(({ name }) => unknown !== undefined && name.includes(unknown));
  const helper = people.find((one) => one !== keeper && one.wants !== undefined);
  const wished = (one: SeedPerson): SeedPerson => {
    const wish = one.wants === undefined ? wishOf(one, sentences) : null;
    return wish === null ? one : { ...one, wants: `to ${wish}` };
  };
  return people.map((one) => {
    if (one === keeper) return { ...one, part: "keeper" };
    return one === helper ? { ...one, part: "helper" } : wished(one);
  });
}

function decisionOf({ plan, sentences, people }: StorySeed, topic: string): readonly [string, string] {
  if (plan.decision !== null) {
    const [one, other] = plan.decision;
    // "stop the clock or let it run": the clock.
    const named = /\s(the\s(?:\p{Ll}+\s)?\p{Ll}+)$/u.exec(one)?.[1] ?? topic;
    const withNoun = (phrase: string, noun: string): string => phrase.replace(/(?<=\s)(?:it|them)(?=\s|$)/, noun);
    return [withNoun(one, topic), withNoun(other, named)];
  }
  const unknown = unknowingIn(sentences);
  if (unknown !== null) return [`tell ${unknown.who} of ${unknown.what}`, `say nothing of ${unknown.what}`];
  // "Anneke Voss wants to answer the voice": that can be done, or prevented.
  const wish = people.map((one) => wishOf(one, sentences)).find((found) => found !== null);
  if (wish != null) return [wish, "see to it that nobody does"];
  for (const happening of plan.happenings) {
    const [, one, other] = SIDES.exec(happening) ?? [];
    if (one !== undefined && other !== undefined)
      return [`stand by ${one.replace(/^The/, "the")}`, `stand by ${other}`];
  }
  return [`speak openly of ${topic}`, `say nothing of ${topic}`];
}
