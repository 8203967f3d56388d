/** Reason clauses: a choice that stands on little is tied to a memory of its person or its place. */
import { attitudeOf } from "./attitude-words.js";
import { type StoryMemory, type Verb, VERBS } from "@narratoria/protocol/story";
import { isAsking } from "./due-candidates.js";
import type { Candidate } from "./candidate.js";
import { memoryKey, memorySource } from "./sources.js";
import { deedInWords, isTelling } from "./deeds.js";
import { knowsFact } from "./knowledge.js";
import { namesIn } from "./scoring.js";
import type { View } from "./view.js";
import { CHOICE_LETTERS } from "./wording.js";

/** A set of choices with more than this many reasons reads like a list of excuses. */
const MOST_REASONS = 2;
/** Scenes for which a memory used as a reason rests. */
const REST = 5;
/** Scenes after which a deed is a memory: what has only just happened needs no reminder. */
const FRESH = 2;

export interface Reasoned {
  readonly candidate: Candidate;
  readonly text: string;
  readonly reason?: string;
  /** Key of the memory that the reason is taken from. */
  readonly reasonKey?: string;
  /** The memory tells against the deed ("though you were caught"): it lends no weight to a roll. */
  readonly speaksAgainst?: true;
}

/**
 * Ties choices to a memory each, where one fits: those first that nothing learned in play stands behind.
 *
 * @param worded - The choices with their texts, in the order in which they were picked.
 * @param memories - Recalled memories, the most relevant first.
 * @param isSaid - Whether the text of this scene or the last holds a name, by its key.
 */
export function giveReasons(
  view: View,
  worded: readonly { readonly candidate: Candidate; readonly text: string }[],
  memories: readonly StoryMemory[],
  isSaid: (key: string) => boolean,
): readonly Reasoned[] {
  const used = new Set<string>(worded.flatMap(({ candidate }) => candidate.bind.memory ?? []));
  const given = new Map<Candidate, Reasoned>();
  const weakFirst = [...worded].sort((a, b) => Number(a.candidate.learned) - Number(b.candidate.learned));
  for (const { candidate, text } of weakFirst) {
    if (given.size >= MOST_REASONS) break;
    // An answer to the story, and what has a reason or is about a memory already, need no other.
    if (
      given.has(candidate) ||
      candidate.facet !== undefined ||
      VERBS[candidate.verb].class === "end" ||
      candidate.sources[0]?.kind === "memory"
    )
      continue;
    const own = new Set(namesIn(view, text));
    for (const memory of memories) {
      const key = memoryKey(memory);
      const last = view.memory.reasons[key];
      // What recall is not sure of is no reason for anything. (rule PC516)
      if (memory.sure === false || used.has(key) || memory.scene > view.scene - FRESH) continue;
      if (last !== undefined && view.scene - last < REST) continue;
      const reason = reasonFrom(view, candidate, memory);
      if (reason === null || `${text}, ${reason}`.length > CHOICE_LETTERS) continue;
      // A reason is no place to bring a name back in.
      if (namesIn(view, reason).some((name) => !own.has(name) && !isSaid(name))) continue;
      used.add(key);
      const speaksAgainst = reason.startsWith("though");
      given.set(candidate, {
        candidate: {
          ...candidate,
          learned: true,
          ...(speaksAgainst ? {} : { memory }),
          sources: [memorySource(memory), ...candidate.sources],
        },
        text: `${text}, ${reason}`,
        reason,
        reasonKey: key,
        ...(speaksAgainst ? { speaksAgainst } : {}),
      });
      break;
    }
  }
  return worded.map(({ candidate, text }) => given.get(candidate) ?? { candidate, text });
}

function reasonFrom(view: View, { bind, verb }: Candidate, memory: StoryMemory): string | null {
  const { deed } = memory;
  // Where one stood towards a remark is no reason for anything later.
  if (!deed || attitudeOf(deed.bind) !== undefined) return null;
  if (verb === "go") {
    // "where you kept watch at the mill" says the place twice.
    if (memory.location !== bind.place || memory.significance === "low") return null;
    if (deed.template.includes("{place}") || IDLE.includes(deed.verb) || isQuestion(deed)) return null;
    const words = deedInWords(view, deed, deed.bind.npc === bind.npc ? "pronoun" : "name");
    return words === null ? null : `where you ${words}`;
  }
  if (bind.npc === undefined || deed.bind.npc === undefined) return null;
  if (deed.bind.npc === bind.npc) {
    // "Ask her about the bell, though you asked her about the bell for nothing."
    if (bind.topic !== undefined && deed.bind.topic === bind.topic) return null;
    const words = deedInWords(view, deed, "pronoun");
    if (words === null || deed.verb === verb) return null;
    const wasRefused = deed.outcome === "fail" && REFUSED.includes(deed.verb);
    if (deed.polarity === "bad") return isTelling(memory) || wasRefused ? `though you ${words}` : null;
    return deed.polarity === "good" && isTelling(memory) ? `since you ${words}` : null;
  }
  if (!QUESTIONS.includes(verb) || bind.topic === undefined) return null;
  const teller = deed.bind.npc;
  const told = (view.topics.get(bind.topic)?.facts ?? []).some(
    (id) => view.memory.shared[`${teller}:${id}`] === memory.scene && knowsFact(view, id),
  );
  const name = view.people.get(teller)?.short;
  return told && name !== undefined && memory.tags.includes("effect:learn") ? `after what ${name} told you` : null;
}

/** What was asked somewhere is no reason to go back there. (rule PC651) */
const isQuestion = ({ verb, bind }: NonNullable<StoryMemory["deed"]>): boolean =>
  VERBS[verb].class === "inquire" || bind.fact !== undefined || (verb === "decide" && isAsking(bind.text ?? ""));

/** Deeds that leave nothing worth speaking of behind. */
const IDLE: readonly Verb[] = ["go", "follow", "rest", "wait", "listen"];
/** Verbs whose failure is a refusal that both remember. */
const REFUSED: readonly Verb[] = ["ask", "press", "bluff", "settle", "watch", "gossip"];
const QUESTIONS: readonly Verb[] = ["ask", "press", "bluff"];
