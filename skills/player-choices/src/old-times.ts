/** Choices that bring up what somebody was to the player before the story, and what people tell a player whom people tell things. */
import { verbLemmas } from "@narratoria/protocol/english";
import { type Effect, type PastEntry, type Person, relationshipWords } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import * as gains from "./gains.js";
import { pastSource } from "./own-past.js";
import { ownLine } from "./replies.js";
import type { View } from "./view.js";
import { capitalised, fill } from "./words.js";

/** Marks a choice that brings up what somebody was to the player before the story. */
export const PAST_MARK = "past:";

/** Words that end what is said of the player in a choice. */
const CLAUSE_END =
  /(?:[;:.(—–]|, (?:and|but|which|so|though|or)\b|,? and (?:says|has|did|does|is|thinks|will|still|copied|found)\b).*$/u;

/** Longest words of such a choice. */
const MOST_WORDS = 14;

/** What is said to somebody about what they were to the player. */
interface Reminder {
  /** A bare infinitive: "ask Wim about your mother". */
  readonly text: string;
  /** Whether the relationship itself is what comes of it: where the choice has said it, it is not told again. */
  readonly told: boolean;
}

/**
 * Puts a relationship into a choice by its shape: "knew your mother" is asked about, "sold your boat" is brought up,
 * "wants to hear all that you know" is told. Undefined where no shape fits. (rule PC2801)
 */
export function reminderOf(person: Person, relationship: string): Reminder | undefined {
  const words = relationship
    .replace(/^(?:he|she|it|they)\s+/iu, "")
    .replace(/\s+/g, " ")
    .trim();
  const clause = (words.charAt(0).toLowerCase() + words.slice(1)).replace(CLAUSE_END, "").trim();
  const made = shapes(person, clause);
  return made !== undefined && made.text.split(" ").length <= MOST_WORDS ? made : undefined;
}

function shapes(person: Person, clause: string): Reminder | undefined {
  const { short, pronoun, plural } = person;
  // "Your neighbour's boy" is who they are.
  if (/^your\b/iu.test(clause)) return undefined;
  const known = /^(?:still )?knows? ((?:what|whom?|why|how|where|when) you(?:r \p{L}+)? .+)$/iu.exec(clause)?.[1];
  if (known !== undefined) return { text: `ask ${short} ${known}`, told: true };
  const wanted =
    /^(?:wants? to (?:hear|know)|asks?(?: at once)?|has asked you(?: (?:once|twice))?) ((?:all that|what|whom?|why|how|where|when) (?:you\b|your\b).+?)(?:,.*)?$/iu.exec(
      clause,
    )?.[1] ?? /^(?:wants? to (?:hear|know)|asks?(?: at once)?) (who your .+)$/iu.exec(clause)?.[1];
  if (wanted !== undefined) return { text: `tell ${short} ${wanted}`, told: false };
  if (/^(?:still )?remembers? you\b/iu.test(clause) && pronoun !== null)
    return {
      text: `ask ${short} what ${pronoun} remember${plural || pronoun === "they" ? "" : "s"} of you`,
      told: true,
    };
  // Who knew somebody of the player's can speak of them; nobody need be told that they did.
  if (isPast(clause) && !/^knew\b/iu.test(clause) && /\byou(?:r|rs)?\b/iu.test(clause) && pronoun !== null)
    return { text: `remind ${short} that ${pronoun} ${clause.replace(/,.*$/u, "")}`, told: false };
  if (/^(?:still )?owes? you\b/iu.test(clause) && pronoun !== null)
    return { text: `remind ${short} that ${pronoun} ${clause}`, told: false };
  const own = /\byour ((?:\p{Ll}+(?:['’]s)? )?\p{Ll}+)\b/u.exec(clause)?.[1];
  const thing = own === undefined ? undefined : nounIn(own);
  return thing === undefined ? undefined : { text: `ask ${short} about your ${thing}`, told: true };
}

const ADVERBS = /^(?:once|twice|already|never|always|first|also|only|long ago)\s+/iu;
const PAST_FORMS =
  /^(?:was|were|had|did|knew|taught|fed|gave|told|took|saw|held|kept|lent|sold|bought|brought|came|fell|found|got|hid|led|left|lost|made|met|paid|put|ran|said|sent|set|stood|swore|went|won|wrote|sang|shot|shut|bred|bore|drove|fought|forgot|forgave|rode|sat|slept|spoke|stole|threw|wore)\b/iu;

const isPast = (clause: string): boolean => {
  const words = clause.replace(ADVERBS, "");
  const [first = ""] = words.split(" ");
  return PAST_FORMS.test(words) || (/\p{Ll}ed$/u.test(first) && verbLemmas(first).length > 0);
};

/** "mother" of "mother so", "mother’s barge" whole: words after the first that are no noun of it are left out. */
function nounIn(words: string): string | undefined {
  const [first = "", second = ""] = words.split(" ");
  const isPart =
    second !== "" && (/['’]s$/u.test(first) || /^(?:old|new|late|first|own|elder|younger|great)$/u.test(first));
  const noun = isPart ? `${first} ${second}` : first;
  return noun.length < 3 || /^(?:way|own|life|being|coming|going|having|name)$/u.test(noun) ? undefined : noun;
}

/** What can be said of old times to whoever is here and knew the player before, once each. (rule PC2801) */
export function oldTimes(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  if (person.speech !== "words") return [];
  return view.past.flatMap((entry): Candidate[] => {
    if (entry.kind !== "relationship" || entry.npc !== npc) return [];
    const reminder = reminderOf(person, entry.text);
    if (reminder === undefined) return [];
    const { text, told } = reminder;
    const result = told ? `${relationshipWords(person.short, entry.text)}.` : undefined;
    if (result === undefined && answerTo(view, npc, entry.text) === null) return [];
    return [
      {
        verb: "decide",
        bind: { npc, memory: `${PAST_MARK}${npc}`, text },
        text: capitalised(text),
        ...(result === undefined ? {} : { result }),
        sources: [pastSource(view, entry)],
        salience: 1.5,
        learned: false,
        tags: [],
        own: "deed",
      },
    ];
  });
}

/** What somebody says who is spoken to of old times: what they know or have to say that bears on it. */
export const answerTo = (view: View, npc: string, words: string): Effect | null => {
  const line = ownLine(view, npc, [words]);
  if (line === undefined) return gains.onQuestion(view, npc, words);
  return gains.onQuestion(view, npc, words) ?? { kind: "learn", fact: line.id, from: npc, whole: true, how: "told" };
};

/** Whom people tell things: what somebody keeps for those they trust they say to such a player once they have met. (rule PC2802) */
export function confiding(view: View, person: Person): readonly Candidate[] {
  const npc = person.id;
  const met = view.standing.get(npc)?.met;
  const entry = view.past.find(({ kind, text: said }) => OF_ABILITY.includes(kind) && IS_TOLD.test(said));
  if (entry === undefined || person.speech !== "words" || met === undefined || met >= view.scene) return [];
  const offered = view.memory.offers[`decide|${npc}`];
  if (offered !== undefined && view.scene - offered.last < CONFIDING_REST) return [];
  const fact = view.confided.find(({ said, terms }) => said === npc && terms === undefined);
  const text = fill("let {npc} talk", view, { npc });
  if (fact === undefined || text === null) return [];
  return [
    {
      verb: "decide",
      bind: { npc, fact: fact.id, text },
      text: capitalised(text),
      sources: [pastSource(view, entry)],
      salience: 1,
      learned: true,
      tags: [],
      own: "deed",
    },
  ];
}

const CONFIDING_REST = 6;
const OF_ABILITY: readonly PastEntry["kind"][] = ["ability", "trait", "background"];
const IS_TOLD =
  /\b(?:(?:is|are) told|told things|tell you|people talk|overhears?|hears|listens?|easily overlooked)\b/iu;
