/** What is open in the story: its questions, and what its beats have brought up, with the facts that would help. */
import type { Fact, Question, SourceRef } from "@narratoria/protocol/story";
import * as knowledge from "./knowledge.js";
import type { View } from "./view.js";

/** Something that waits to be found out. */
export interface Inquiry {
  readonly id: string;
  readonly source: SourceRef;
  /** Scene in which it came up. */
  readonly opened: number;
  /** Facts not learned yet that help, strongest first. */
  readonly clues: readonly Fact[];
  /** Keys that it names. */
  readonly names: readonly string[];
}

/** More than this many stand open in nobody's mind. */
const MOST = 6;

/**
 * Lists what is open, the oldest first: the questions of the story that have come up and that no beat has answered, then what the
 * last beats spoke of. What nothing more can be learned of is left out.
 */
export function inquiries(view: View): readonly Inquiry[] {
  const open = [...(view.matter.questions ?? []).flatMap((question) => asked(view, question)), ...raised(view)];
  return open
    .filter(({ clues, names }) => clues.length > 0 || names.some((key) => !key.startsWith("topic:")))
    .sort((a, b) => a.opened - b.opened)
    .slice(0, MOST);
}

function asked(view: View, question: Question): readonly Inquiry[] {
  const { id, text, names, answeredBy } = question;
  if (answeredBy.some((beat) => view.played[beat] !== undefined || view.beat?.id === beat)) return [];
  const opened = openedIn(view, question);
  if (opened === undefined) return [];
  const clues = question.clues.flatMap((fact) => {
    const clue = view.facts.get(fact);
    return clue && !knowledge.knowsFact(view, fact) ? [clue] : [];
  });
  // What is told of whom and what it names helps as well, if less.
  const related = view.unlearned.filter(
    (fact) => names.includes(`topic:${fact.topic}`) || fact.names.some((key) => names.includes(key)),
  );
  return [
    { id, source: { kind: "question", ref: id, text }, opened, clues: [...new Set([...clues, ...related])], names },
  ];
}

/** The scene in which a question came up; undefined before that. */
function openedIn(view: View, { from, names }: Question): number | undefined {
  if (from === "premise") return 0;
  if (view.beat?.id === from) return view.scene;
  if (from !== "condition") return view.played[from];
  const heard = names.some(
    (key) => view.heardOf.has(key) || (key.startsWith("topic:") && view.known.topics[key.slice(6)] !== undefined),
  );
  return heard ? 0 : undefined;
}

/** What the last beats named and nobody has explained yet. */
function raised(view: View): readonly Inquiry[] {
  return view.memory.raised.map(({ id, title, scene, topics }) => ({
    id,
    source: { kind: "beat", ref: id, text: title },
    opened: scene,
    clues: topics.flatMap((topic) => knowledge.untold(view, topic)),
    names: topics.map((topic) => `topic:${topic}`),
  }));
}

/** What is open, whom it concerns and what would help, worked out once for a set of choices. */
export interface CaseFile {
  /** The oldest first. */
  readonly open: readonly Inquiry[];
  /** Ids of the facts that would help. */
  readonly wanted: ReadonlySet<string>;
  /** Ids of the people whom something open, or an unsettled thread, concerns. */
  readonly concerned: ReadonlySet<string>;
}

export function openCases(view: View): CaseFile {
  const open = inquiries(view);
  const clues = open.flatMap((inquiry) => inquiry.clues);
  const keys = [...open.flatMap(({ names }) => names), ...clues.flatMap(({ names }) => names)];
  const concerned = new Set([
    ...keys.flatMap((key) => (key.startsWith("npc:") ? [key.slice(4)] : [])),
    ...clues.flatMap(({ knownBy, keptBy }) => [...(knownBy === "common" ? [] : knownBy), keptBy ?? ""]),
    ...view.threads.flatMap(({ npc }) => npc ?? []),
  ]);
  return { open, wanted: new Set(clues.map(({ id }) => id)), concerned };
}

/** Ids of the inquiries for which one of these facts is a clue. */
export function servedByFacts({ open }: CaseFile, facts: readonly Fact[]): readonly string[] {
  const ids = new Set(facts.map(({ id }) => id));
  return open.flatMap(({ id, clues }) => (clues.some((clue) => ids.has(clue.id)) ? [id] : []));
}

/** Ids of the inquiries that name somebody or some place that a choice goes to, watches or speaks of. */
export function servedByNames({ open }: CaseFile, keys: readonly string[]): readonly string[] {
  return open.flatMap(({ id, names }) => (keys.some((key) => names.includes(key)) ? [id] : []));
}

/** The source of a choice that serves something open: the oldest. */
export function inquirySource({ open }: CaseFile, serves: readonly string[]): readonly SourceRef[] {
  const inquiry = open.find(({ id }) => serves.includes(id));
  return inquiry ? [inquiry.source] : [];
}

/** Topics that the player has heard of, as such or in what is open, and the place where the player stands. */
export function topicsInMind(view: View, { open }: CaseFile): readonly string[] {
  const named = open.flatMap(({ names }) => names.flatMap((key) => (key.startsWith("topic:") ? [key.slice(6)] : [])));
  const seen = new Set(
    view.matter.places.flatMap(({ id, topic = id }) => (view.visited[id] === undefined ? [] : [topic])),
  );
  // Where one has been is seen, and nothing to ask about, unless a question turns on it. (rule PC3101)
  return [...new Set([...Object.keys(view.known.topics).filter((topic) => !seen.has(topic)), ...named])].filter(
    (topic) => view.topics.has(topic) && knowledge.hasHeardOf(view, topic),
  );
}
