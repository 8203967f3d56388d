import { meanings } from "./concepts.js";
import type { PlanRequest, PlanScript, PlanSkill } from "./plan-request.js";

/**
 * How well a script fits a moment by what its author says of it: 1 and more where a clause that says when to use it is met
 * ("before a journey, or when somebody looks at the sky"), or one of its capabilities is what the action is about; below
 * that, how near the nearest clause comes. Words are compared by what they are about. (rule NA132)
 */
export function fitOf(skill: PlanSkill, script: PlanScript, request: PlanRequest): number {
  const { deed, around } = situationOf(request);
  const clauses = clausesOf(skill.guide, script.description);
  const best = Math.max(0, ...clauses.map((clause) => coverage(clause, deed, around)));
  const capable = skill.capabilities.some((word) =>
    meanings(word.replaceAll("-", " ")).some((one) => one !== null && deed.has(one)),
  );
  return Math.max(best, capable ? 1 : 0);
}

/** What is done, and what it is done amid. */
interface Situation {
  readonly deed: ReadonlySet<string>;
  readonly around: ReadonlySet<string>;
}

/** What a verb is about beside the words that it is offered in. */
const VERB_WORDS: Readonly<Record<string, string>> = {
  go: "journey",
  follow: "journey",
  flee: "journey",
  wait: "wait",
  rest: "sleep",
  watch: "wait",
  sneak: "sneak",
  force: "break open",
  settle: "debt",
  read: "read",
  gossip: "rumour",
};

function situationOf({ slot, beat, moment, kind }: PlanRequest): Situation {
  const words = [slot?.text, slot?.bind.text, beat?.title];
  const strangers = kind === "opening" ? [] : moment.people.filter(({ stranger }) => stranger);
  const deed = about([...words, ...strangers.map(() => "stranger")]);
  // Who goes down to the cellar is on no journey.
  if (slot && !deed.has("within")) for (const one of about([VERB_WORDS[slot.verb]])) deed.add(one);
  return {
    deed,
    around: about([
      moment.place,
      moment.partOfDay,
      moment.weather,
      moment.indoor ? "" : "outdoors",
      ...moment.topics.map(({ name }) => name),
    ]),
  };
}

function about(texts: readonly (string | undefined)[]): Set<string> {
  return new Set(texts.flatMap((text) => meanings(text ?? "")).filter((one) => one !== null));
}

/** A clause: all of it must be met, and each part by any one of its words. */
interface Clause {
  readonly parts: readonly (readonly string[])[];
  /** Whether where and when the scene is can meet it: "in scenes at the sea", "at night". */
  readonly ofScenes: boolean;
}

function coverage({ parts, ofScenes }: Clause, deed: ReadonlySet<string>, around: ReadonlySet<string>): number {
  const met = parts.filter((part) => part.some((word) => deed.has(word) || around.has(word))).length;
  const done = parts.some((part) => part.some((word) => deed.has(word)));
  const wanted = parts.length < 3 ? parts.length : Math.ceil((parts.length * 2) / 3);
  if (met >= wanted && (done || ofScenes)) return 1;
  return (met / parts.length) * (done ? 0.9 : 0.5);
}

/** Where an author says when: "Use it when", "For scenes at sea", "Reads an omen before a journey". */
const SAYS_WHEN =
  /\b(?:use|run|call|ask)\b.*?\b(?:when|whenever|before|after|while|for|in|at|if|once|as soon as)\b|^(?:when|whenever|for|before|after|in)\b|\b(?:when|whenever|before|after|while)\b/i;
const NEXT_CLAUSE =
  /[,;:]\s*(?:(?:and|or)\s+)?|\s+(?:and|or)\s+(?=(?:when|whenever|before|after|while|for|in|at|if|once)\b)/i;

function clausesOf(guide: string, description: string): Clause[] {
  const sentences = `${guide} ${description}`.split(/(?<=[.!?])\s+/);
  const says = sentences.filter((sentence) => SAYS_WHEN.test(sentence));
  return says.flatMap((sentence) => {
    const from = SAYS_WHEN.exec(sentence);
    const when = from
      ? sentence.slice(from.index).replace(/^(?:use|run|call|ask)(?: it| this(?: skill)?| for it)?\s*/i, "")
      : sentence;
    let ofScenes = false;
    return when.split(NEXT_CLAUSE).flatMap((clause) => {
      // "In inns", "for scenes at the sea": until another kind of clause begins.
      if (/^(?:for|in|at|on|when|whenever|before|after|while|if|once)\b/i.test(clause))
        ofScenes = /^(?:in|at|on)\b|\bscenes?\b/i.test(clause);
      const parts = partsOf(clause);
      return parts.length > 0 ? [{ parts, ofScenes }] : [];
    });
  });
}

/** "ill or hurt" is one part; a word that says nothing is none. */
function partsOf(clause: string): string[][] {
  const parts: string[][] = [];
  let joins = false;
  for (const word of clause.split(/\s+/)) {
    if (/^(?:or|and)$/i.test(word)) {
      joins = true;
      continue;
    }
    if (/^(?:an?|the)$/i.test(word)) continue;
    const said = meanings(word).filter((one) => one !== null);
    const last = parts.at(-1);
    if (joins && last) last.push(...said);
    else parts.push(said);
    joins = false;
  }
  // Expressions of two words mean something only together.
  const whole = new Set(meanings(clause).filter((one) => one !== null));
  const plain = parts.map((part) => part.filter((word) => whole.has(word))).filter((part) => part.length > 0);
  const said = new Set(plain.flat());
  for (const word of whole) if (!said.has(word)) plain.push([word]);
  return dedupe(plain);
}

function dedupe(parts: readonly string[][]): string[][] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = [...part].sort().join(" ");
    return !seen.has(key) && seen.add(key);
  });
}
