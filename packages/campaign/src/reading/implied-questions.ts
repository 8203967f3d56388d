import type { CastEntry } from "@narratoria/protocol/contracts";
import {
  countWords,
  isPlural,
  looksFinite,
  type NameIndex,
  pastTense,
  splitSentences,
  thirdPerson,
  verbLemmas,
} from "@narratoria/protocol/english";

/** A statement that leaves something open, as the question that it raises. */
export interface ImpliedQuestion {
  readonly text: string;
  /** The sentence that raises it. */
  readonly sentence: string;
}

export interface ImpliedContext {
  readonly title: string;
  readonly cast: readonly CastEntry[];
  readonly names: NameIndex;
  /** Words of the campaign that are names, lower case. */
  readonly properNames: readonly string[];
}

const MOST_WORDS = 16;
const QUESTION_TITLE = /^(?:who|what|where|why|how|whose|which)\b/i;
const MODAL = /^(?:must|should|shall|will|would|ought|can|could|may|might|else|has|had|needs?|wants?|who|in|at|on)$/i;
/** Words that stand for something said before: a question is heard alone. */
const POINTS = /\b(?:its?|this|that|these|those|them|their|him|his|her|he|she|they|there|here)\b/i;
const GONE =
  /^(.{2,60}?),? (?:(?:is|are|was|were|has been|have been)(?: still| now| also)? (?:gone|missing|lost|nowhere to be found)|['’]s (?:gone|missing)|(?:has|have|had)? ?(?:disappeared|vanished|gone missing)|(?:has|have)(?: not|n['’]t) (?:been seen|come (?:back|home)))\b(?! (?:to|into|on|up|out|off|home|away to|by|down|with|from|through|over)\b)/i;
/** What is not as it should be, as a state. */
const AMISS =
  "stuck|stopped|silent|dark|sealed|empty|short|dry|broken|smashed|forged|spoil(?:t|ed)|ruined|flooded|cold|frozen|jammed|overdrawn|haunted|cursed";
const STATE = new RegExp(
  `^(the (?:\\p{L}+ )?\\p{L}+)(?:['’]s| (is|are|was|were)) ((?:still |now |half |so )?(?:${AMISS}))$`,
  "iu",
);
const SUPPOSED = /\b(?:supposed|meant|ought) to (?:be|hold|have)\b.*\b(?:in|on|at) (the (?:\p{L}+ )?\p{L}+)$/iu;
const KNOWS =
  /\b(?:nobody|no one|none of them|no-one|not one of them) (?:(?:here|there|now|yet) )?(?:knows?|knew|can say|will say|has said|says|remembers|agrees|(?:has|have) found out|can agree(?: on)?|seems to know)(?: for certain| for sure)? (who|what|where|why|how|when|whose) (.+)$/i;
const CRIME = new Map([
  ["killed", "killed"],
  ["murdered", "murdered"],
  ["poisoned", "poisoned"],
  ["strangled", "strangled"],
  ["stabbed", "stabbed"],
  ["drowned", "drowned"],
  ["shot", "shot"],
  ["stolen", "stole"],
  ["robbed", "robbed"],
  ["taken", "took"],
  ["kidnapped", "kidnapped"],
  ["abducted", "abducted"],
  ["sabotaged", "sabotaged"],
  ["burgled", "burgled"],
  ["betrayed", "betrayed"],
  ["forged", "forged"],
]);
const DONE = new RegExp(
  `^(.{2,50}?),? (?:was|were|has been|have been|had been)(?: found)? (${[...CRIME.keys()].join("|")})\\b(?! (?:by|to|up|away|in by|aback|for)\\b)`,
  "i",
);

/**
 * Finds what a premise leaves open without asking: who is gone, what is not as it should be, what somebody does and nobody knows of. A
 * title that is a question is the first.
 *
 * @param paragraphs - The premise as the player hears it.
 */
export function impliedQuestions(paragraphs: readonly string[], context: ImpliedContext): ImpliedQuestion[] {
  const found: ImpliedQuestion[] = [];
  const add = (text: string | null, sentence: string): void => {
    if (text === null || countWords(text) > MOST_WORDS || countWords(text) < 3) return;
    if (!found.some((one) => one.text === text)) found.push({ text, sentence });
  };
  const title = context.title.trim().replace(/[?!.]+$/, "");
  if (QUESTION_TITLE.test(title) && title.split(" ").length > 2) {
    const proper = new Set(context.properNames);
    const small = (word: string): string =>
      proper.has(word.toLowerCase()) && !word.endsWith("ing") ? word : word.toLowerCase();
    add(`${title.replace(/(?<=\s)\p{Lu}[\p{Ll}'’]+/gu, small)}?`, context.title);
  }
  for (const paragraph of paragraphs)
    for (const whole of splitSentences(paragraph.replace(/[“"][^”"]*[”"]/g, " ")).flatMap((one) => one.split(/; /)))
      for (const sentence of [whole.replace(/^[^:]{3,80}:\s+/, "").trim()]) {
        if (/\?$/.test(sentence) || /^(?:if|when|unless)\b/i.test(sentence)) continue;
        const clause = sentence
          .replace(/[.!…]+$/, "")
          .replace(
            /(?:,|;| [—–]) (?:and|but|so|because|though|although|which|since|as|while|when|or|nor|not|yet)\b.*$/i,
            "",
          )
          .replace(/^(?:and|but|so|now|yet|then|also|meanwhile|worse),? /i, "");
        add(whoDoes(clause), sentence);
        add(whereIs(clause, context), sentence);
        add(whyIs(clause), sentence);
        add(whoDid(clause, context), sentence);
        add(whatNobodyKnows(clause), sentence);
        const short = SUPPOSED.exec(clause)?.[1];
        if (short !== undefined) add(`What happened to ${lowerThe(short)}?`, sentence);
      }
  return found;
}

/** "Somebody keeps turning the thermostat up" gives "Who keeps turning the thermostat up?" */
function whoDoes(clause: string): string | null {
  const rest = /^(?:somebody|someone)(?: here| in \p{L}+)? (.+)$/iu.exec(clause)?.[1];
  const [verb = "", ...others] = rest?.split(" ") ?? [];
  if (rest === undefined || others.length === 0) return null;
  // "has to do it" is a task; "has taken the book" is a deed.
  const helped = /^(?:has|had)$/i.test(verb) && !/^to$/i.test(others[0] ?? "");
  if (!helped && (MODAL.test(verb) || !(looksFinite(verb, true) || /[a-z]s$/.test(verb)))) return null;
  if (POINTS.test(others.join(" "))) return null;
  return `Who ${rest}?`;
}

/** "The super, Walt, is gone" gives "Where is Walt?" */
function whereIs(clause: string, { cast, names }: ImpliedContext): string | null {
  const subject = GONE.exec(clause)?.[1];
  if (subject === undefined) return null;
  const keys = names.keysIn(subject).filter((key) => key.startsWith("npc:"));
  const person = keys.length === 1 ? cast.find(({ id }) => `npc:${id}` === keys[0]) : undefined;
  if (person !== undefined)
    return person.presence.state === "dead"
      ? `What happened to ${person.called}?`
      : `Where ${person.plural ? "are" : "is"} ${person.called}?`;
  const thing = /^(?:the|your|a|an) (?:\p{Ll}+ ){0,2}\p{Ll}+$/iu.exec(subject)?.[0];
  if (thing === undefined || POINTS.test(thing)) return null;
  const np = lowerThe(thing).replace(/^an? /, "the ");
  return `Where ${isPlural(np) ? "are" : "is"} ${np}?`;
}

/** "The elevator's stuck" gives "Why is the elevator stuck?" */
function whyIs(clause: string): string | null {
  const [, np, verb, state] = STATE.exec(clause) ?? [];
  if (np === undefined || state === undefined) return null;
  return `Why ${verb?.toLowerCase() ?? (isPlural(np) ? "are" : "is")} ${lowerThe(np)} ${state}?`;
}

/** "Sir Roderick was poisoned" gives "Who poisoned Sir Roderick?" */
function whoDid(clause: string, { cast, names }: ImpliedContext): string | null {
  const [, subject, deed] = DONE.exec(clause) ?? [];
  const verb = CRIME.get(deed?.toLowerCase() ?? "");
  if (subject === undefined || verb === undefined) return null;
  const keys = names.keysIn(subject).filter((key) => key.startsWith("npc:"));
  const person = keys.length === 1 ? cast.find(({ id }) => `npc:${id}` === keys[0]) : undefined;
  const named = person?.called ?? /^(?:[\p{Lu}][\p{L}'’.-]*\s?){1,4}$/u.exec(subject)?.[0];
  const thing = /^(?:the|your) (?:\p{Ll}+ ){0,2}\p{Ll}+$/iu.exec(subject)?.[0];
  if (named !== undefined && !POINTS.test(named)) return `Who ${verb} ${named.trim()}?`;
  return thing === undefined || POINTS.test(thing) ? null : `Who ${verb} ${lowerThe(thing)}?`;
}

/** "Nobody knows where the keys went" gives "Where did the keys go?" */
function whatNobodyKnows(clause: string): string | null {
  const [, asking, rest] = KNOWS.exec(clause) ?? [];
  if (asking === undefined || rest === undefined) return null;
  const word = asking[0]?.toUpperCase() + asking.slice(1).toLowerCase();
  const words = rest.split(" ");
  const [first = ""] = words;
  if (/^(?:who|what)$/i.test(asking) && looksFinite(first, true)) return POINTS.test(rest) ? null : `${word} ${rest}?`;
  const at = words.findIndex((one, index) => index > 0 && looksFinite(one, true));
  const subject = words.slice(0, at).join(" ");
  const verb = words[at]?.toLowerCase();
  if (at < 1 || verb === undefined || at > 5 || POINTS.test(rest)) return null;
  const after = words.slice(at + 1).join(" ");
  const tail = after === "" ? "" : ` ${after}`;
  if (/^(?:is|are|was|were|has|have|had|can|could|will|would|did|does|do)$/.test(verb))
    return `${word} ${verb} ${subject}${tail}?`;
  const [lemma] = verbLemmas(verb);
  if (lemma === undefined) return null;
  if (pastTense(lemma) === verb) return `${word} did ${subject} ${lemma}${tail}?`;
  return thirdPerson(lemma) === verb ? `${word} does ${subject} ${lemma}${tail}?` : null;
}

const lowerThe = (np: string): string => np.replace(/^(?:The|An?|Your)\b/, (word) => word.toLowerCase());
