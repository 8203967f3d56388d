/** What deeds weigh with whom they are done to: the one table of points of feeling. */
import type { Effect } from "@narratoria/protocol/story";
import * as knowledge from "./knowledge.js";
import type { View } from "./view.js";

/**
 * Points of feeling by kind of deed, a hundredth of sentiment each: 0.1 for a courtesy to 0.5 for a life saved or a betrayal, as
 * architecture 7.6 ("Sentiment and Memory") bounds them. (rule PC2820)
 */
export const WEIGHTS = {
  /** A kind word, company, news, help that is offered, old times. */
  courtesy: 10,
  /** A warning, a gift, a debt paid, somebody's side taken. */
  favour: 20,
  /** Help with what somebody wants, a promise, somebody defended. */
  service: 30,
  /** Somebody saved, freed or spared. */
  rescue: 50,
  /** A question pressed in vain, a no, a remark contradicted, a debt left unsettled. */
  slight: -10,
  /** A lie found out, things gone through, an accusation. */
  offence: -20,
  /** A broken promise, a threat, a blow, somebody left alone or held to something in vain. */
  wrong: -30,
  /** Somebody sold, given away or turned in. */
  betrayal: -50,
} as const;

export type Weight = keyof typeof WEIGHTS;

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
