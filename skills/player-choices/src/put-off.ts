/** Questions that nobody answers before a later beat: what everybody would ask, and how it is put off. (rule PC3105) */
import type { Effect, SourceRef } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import { onQuestion } from "./gains.js";
import { isPresent } from "./knowledge.js";
import { isFriendly } from "./regard.js";
import { factSource } from "./sources.js";
import type { View } from "./view.js";
import { capitalised, slug } from "./words.js";

interface PutOffQuestion {
  /** "ask Osk about the notebook". */
  readonly text: string;
  readonly asks: string;
  /** The beat that answers it. */
  readonly until: string;
}

const PUT_OFF = "put-off:";
/** Key in `world.choices.done` of a question that somebody has put off. */
export const putOffKey = (npc: string, text: string): string => `${PUT_OFF}${npc}:${slug(text)}`;

/** Scenes after a question that was put off in which no other is offered: "Not now" twice in a row is a wall. */
const PUT_OFF_REST = 8;

/** The question, to whoever is here, while its beat has not come and it was not asked before. */
export function putOffQuestion(
  view: View,
  { text, asks, until }: PutOffQuestion,
  source: SourceRef,
): readonly Candidate[] {
  const isOver = view.played[until] !== undefined || view.beat?.id === until;
  if (isOver || !isPresent(view, asks) || !isFriendly(view, asks)) return [];
  const isTooSoon = Object.entries(view.memory.done).some(
    ([key, scene]) => key.startsWith(PUT_OFF) && (key === putOffKey(asks, text) || view.scene - scene < PUT_OFF_REST),
  );
  if (isTooSoon) return [];
  // Whoever has something to say to it says that; a bare "Not now" answers nobody.
  const answer = onQuestion(view, asks, text);
  const fact = answer?.kind === "learn" ? view.facts.get(answer.fact) : undefined;
  if (fact === undefined && beforeWhom(view, asks) === undefined) return [];
  return [
    {
      verb: "decide",
      bind: {
        npc: asks,
        text,
        ...(fact === undefined ? { until } : { fact: fact.id, prop: text.replace(/^.* about /u, "") }),
      },
      text: capitalised(text),
      sources: [fact === undefined ? source : factSource(fact)],
      salience: 1.8,
      learned: true,
      tags: [],
      takesUp: true,
    },
  ];
}

/** What the premise makes one ask. */
export const premiseQuestions = (view: View): readonly Candidate[] =>
  (view.matter.opening ?? []).flatMap(({ text, asks = "", until = "" }) =>
    putOffQuestion(view, { text, asks, until }, { kind: "lore", ref: "premise", text: "how the story begins" }),
  );

/** Somebody puts a question off until a beat: not in front of whoever is here and had no part in what raised it. */
export function putOff(view: View, npc: string, until: string): Effect {
  const before = beforeWhom(view, npc);
  return { kind: "refuse", npc, until, ...(before === undefined ? {} : { before }) };
}

/** Whoever is here and had no part in what raised a question. */
function beforeWhom(view: View, npc: string): string | undefined {
  const party = (view.beat ?? view.memory.beat)?.people;
  if (party === undefined) return undefined;
  const others = view.present.filter((one) => one.id !== npc && one.speech === "words" && one.kind !== "animal");
  return others.find(({ id }) => !party.includes(id))?.id;
}
