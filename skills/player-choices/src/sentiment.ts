/** What a deed weighs with whom it is done to, by its kind, its witnesses and what is at stake. */
import type { Effect } from "@narratoria/protocol/story";
import * as knowledge from "./knowledge.js";
import type { View } from "./view.js";
import { type Weight, WEIGHTS } from "./weights.js";

/** What a deed beyond a courtesy or a slight weighs more where somebody else sees it, and where it touches what they want or keep. */
const WITNESSED = 5;
const AT_STAKE = 5;
const MOST = 50;

/** Points of feeling for a deed: its weight, more before a witness and more where something is at stake. (rule PC2821) */
export function weightOf(
  view: View,
  npc: string,
  kind: Weight,
  about: { readonly topic?: string | undefined } = {},
): number {
  const base = WEIGHTS[kind];
  if (Math.abs(base) <= WEIGHTS.courtesy) return base;
  const more = (isWitnessed(view, npc) ? WITNESSED : 0) + (isAtStake(view, npc, about.topic) ? AT_STAKE : 0);
  return Math.sign(base) * Math.min(MOST, Math.abs(base) + more);
}

/** What somebody feels for a deed of this kind. */
export function felt(
  view: View,
  npc: string,
  kind: Weight,
  about: { readonly topic?: string | undefined } = {},
): Effect {
  return { kind: "feeling", npc, delta: weightOf(view, npc, kind, about) };
}

const isWitnessed = ({ present }: View, npc: string): boolean =>
  present.some(({ id, kind }) => id !== npc && kind !== "animal" && kind !== "machine");

/** Whether a deed touches a debt or a promise between the two, or what they have at heart or keep to themselves. */
function isAtStake(view: View, npc: string, topic: string | undefined): boolean {
  const isOpen = view.threads.some(({ kind, npc: of }) => of === npc && (kind === "debt" || kind === "promise"));
  if (isOpen || topic === undefined) return isOpen;
  return view.people.get(npc)?.topics.includes(topic) === true || knowledge.reserved(view, topic, npc).length > 0;
}
