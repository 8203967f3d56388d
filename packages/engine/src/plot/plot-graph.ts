/** Beats, deeds, questions and endings of a campaign as a graph. Pure. */
import type { Campaign } from "@narratoria/campaign";
import type { PlotBeat, Reading } from "@narratoria/protocol/contracts";
import { slug } from "@narratoria/protocol/english";
import { type BeatConditions, list } from "./conditions.js";

export interface GraphNode {
  readonly id: string;
  readonly kind: "beat" | "ending" | "deed" | "question";
  /** What it is called, in a few words. */
  readonly label: string;
  /** A second line: the id of a beat, how many clues a question has. */
  readonly note: string;
  /** Column, from 0: further right than all that it waits for. */
  readonly column: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `requires`, `any`: what comes after it; `calls`: an outcome or a timeout makes it due; `opens`, `answers`: a deed, a question. */
  readonly kind: "requires" | "any" | "calls" | "opens" | "answers";
}

export interface PlotGraph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Builds the graph in the author's order, so that the same campaign always gives the same. Implements rules EN1136 and EN4605. */
export function plotGraph({ manifest, beats, endings, choices }: Campaign, { acts, questions }: Reading): PlotGraph {
  const edges: GraphEdge[] = [];
  const nodes: Omit<GraphNode, "column">[] = beats.map(({ id, title }) => ({
    id,
    kind: "beat",
    label: title,
    note: id,
  }));
  const endingId = (id: string): string => `ending:${id}`;
  const taken = new Set(nodes.map(({ id }) => id));
  const add = (from: string, to: string, kind: GraphEdge["kind"]): void => {
    if (from !== to && !edges.some((one) => one.from === from && one.to === to && one.kind === kind))
      edges.push({ from, to, kind });
  };
  const waits = (id: string, conditions: BeatConditions = {}): void => {
    for (const one of list(conditions.requires_beat)) add(one, id, "requires");
    for (const one of conditions.requires_any_beat ?? []) add(one, id, "any");
  };
  for (const beat of beats) {
    waits(beat.id, beat.conditions);
    for (const target of callsOf(beat)) if (taken.has(target)) add(beat.id, target, "calls");
  }
  for (const { id, title, conditions } of endings) {
    nodes.push({ id: endingId(id), kind: "ending", label: title, note: "ending" });
    waits(endingId(id), conditions);
  }
  for (const { id, text, for: uses } of acts) {
    const deed = `deed:${slug(id)}`;
    const targets = uses.map((use) => (use.kind === "ending" ? endingId(use.id) : use.id));
    const own = choices.filter((choice) => setBy(choice).has(slug(id)));
    const label = own.length === 0 ? text : [...new Set(own.map((choice) => choice.text))].join(" or ");
    nodes.push({ id: deed, kind: "deed", label, note: own.length === 0 ? "deed" : "choice" });
    for (const target of targets) add(deed, target, "opens");
    for (const { of } of own) if (of?.kind === "beat") add(of.id, deed, "requires");
  }
  for (const choice of choices) {
    const due = TRIED.flatMap((outcome) => list(choice[outcome]?.due ?? [])).filter((id) => taken.has(id));
    if (due.length === 0) continue;
    const deed = `deed:${slug(choice.tag)}`;
    if (!nodes.some(({ id }) => id === deed))
      nodes.push({ id: deed, kind: "deed", label: choice.text, note: "choice" });
    if (choice.of?.kind === "beat") add(choice.of.id, deed, "requires");
    for (const target of due) add(deed, target, "calls");
  }
  const ids = new Set(nodes.map(({ id }) => id));
  for (const { id, text, clues, from, answeredBy } of questions) {
    const answers = answeredBy.flatMap((one) => [one, endingId(one)].filter((name) => ids.has(name)));
    if (answers.length === 0) continue;
    const question = `question:${id}`;
    nodes.push({
      id: question,
      kind: "question",
      label: text,
      note: clues.length === 1 ? "1 clue" : `${clues.length} clues`,
    });
    if (taken.has(from)) add(from, question, "requires");
    for (const answer of answers) add(question, answer, "answers");
  }
  const columns = columnsOf(
    nodes.map(({ id }) => id),
    edges,
  );
  return {
    title: manifest.title,
    nodes: nodes.map((node) => ({ ...node, column: columns.get(node.id) ?? 0 })),
    edges: edges.filter(({ from, to }) => columns.has(from) && columns.has(to)),
  };
}

const TRIED = ["then", "partial", "fail"] as const;

/** Tags and flags that a choice sets, as slugs. */
const setBy = (choice: Campaign["choices"][number]): ReadonlySet<string> =>
  new Set([choice.tag, ...TRIED.flatMap((outcome) => Object.keys(choice[outcome]?.flags ?? {}))].map(slug));

const callsOf = ({ outcomes = [], timeout }: PlotBeat): string[] => [
  ...outcomes.flatMap(({ triggers_beat: target }) => target ?? []),
  ...(timeout?.fallback_beat === undefined ? [] : [timeout.fallback_beat]),
];

/** The longest way to each node over what it waits for; calls may lead back, and do not count. */
function columnsOf(ids: readonly string[], edges: readonly GraphEdge[]): Map<string, number> {
  const columns = new Map(ids.map((id) => [id, 0]));
  const ahead = edges.filter(({ kind, from, to }) => kind !== "calls" && columns.has(from) && columns.has(to));
  for (let round = 0; round < ids.length; round++) {
    let moved = false;
    for (const { from, to } of ahead) {
      const column = (columns.get(from) ?? 0) + 1;
      // Any of several: a circle through them goes on no longer than there are nodes.
      if (column > (columns.get(to) ?? 0) && column < ids.length) {
        columns.set(to, column);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return columns;
}
