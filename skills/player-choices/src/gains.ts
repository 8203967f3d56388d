/** What a deed can bring: something told, found or overheard, a motive, a relation, a thing. */
import type { Random } from "@narratoria/protocol/random";
import type { Effect, Fact, Prop } from "@narratoria/protocol/story";
import {
  bridges,
  findable,
  hiddenMotives,
  overhearable,
  relations,
  stillKept,
  untold,
  volunteered,
} from "./knowledge.js";
import type { OpenBeat, View } from "./view.js";
import { bare, slug } from "./words.js";

/** A fact told by a person, or null where none is left that they could tell. */
export function told(view: View, random: Random, npc: string, topic: string | undefined, whole = true): Effect | null {
  const facts = topic === undefined ? [] : untold(view, topic, npc);
  const fact = early(facts, random) ?? (topic === undefined ? undefined : early(bridges(view, topic, npc), random));
  return fact ? { kind: "learn", fact: fact.id, from: npc, whole, how: "told" } : null;
}

/** A fact that a person brings up unasked: of what they like to talk about, else of something the player has heard of. */
export function volunteeredFact(view: View, random: Random, npc: string): Effect | null {
  const person = view.people.get(npc);
  const own = person ? early(volunteered(view, person), random) : undefined;
  const topic = own?.id ?? Object.keys(view.known.topics).find((id) => untold(view, id, npc).length > 0);
  return topic === undefined ? null : told(view, random, npc, topic);
}

/** A fact that lies open to be found here, or can be overheard. */
export function trace(view: View, random: Random, how: "found" | "overheard", whole = true): Effect | null {
  const fact = early(how === "found" ? findable(view) : overhearable(view), random);
  return fact ? { kind: "learn", fact: fact.id, whole, how } : null;
}

/** What lies among the things of somebody whose home this is: found there, and nowhere else. */
export function kept(view: View, random: Random, npc: string): Effect | null {
  if (view.people.get(npc)?.home !== view.placeId) return null;
  const fact = early(stillKept(view, npc), random);
  return fact ? { kind: "learn", fact: fact.id, whole: true, how: "found" } : null;
}

export function motive(view: View, random: Random, npc: string): Effect | null {
  const text = early(hiddenMotives(view, npc), random);
  return text === undefined ? null : { kind: "motive", npc, text };
}

/** What is between a person and somebody else; with `to`, only that. */
export function relation(view: View, random: Random, npc: string, to?: string): Effect | null {
  const hidden = relations(view, npc, false).filter((one) => to === undefined || one.to === to);
  const one = early(hidden, random);
  return one ? { kind: "relation", npc: one.npc, to: one.to, text: one.text } : null;
}

/** What somebody has to say to a beat that they have seen: how things stand with the others of it, what they want, its topic. */
export function ofBeat(
  view: View,
  random: Random,
  npc: string,
  beat: OpenBeat,
  topic: string | undefined,
): Effect | null {
  const fact = topic === undefined ? undefined : early(untold(view, topic, npc), random);
  const told: Effect | null = fact ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" } : null;
  if (!beat.people.includes(npc)) return told;
  // Why somebody does what they do is more of an answer than what else they know.
  const to = beat.people.find((id) => id !== npc && relations(view, npc, false).some((one) => one.to === id));
  const between = to === undefined ? null : relation(view, random, npc, to);
  return between ?? motive(view, random, npc) ?? told;
}

/** Everything that talking to a person can bring, the most fitting first. */
export function fromTalk(view: View, random: Random, npc: string, topic: string | undefined): Effect | null {
  return (
    told(view, random, npc, topic) ??
    volunteeredFact(view, random, npc) ??
    relation(view, random, npc) ??
    motive(view, random, npc)
  );
}

/** The id under which something picked up lies in the inventory. */
function itemId(np: string): string {
  return slug(bare(np));
}

/** True for a prop that can be put in a pocket and has not been taken before. */
export function canTake(view: View, prop: Prop): boolean {
  return (
    prop.use === "movable" &&
    !prop.plural &&
    !/^(?:the|his|her|their)\s/i.test(prop.np) &&
    bare(prop.np).split(" ").length <= 4 &&
    !/\b(?:bed|bench|table|chair|stool|pot|barrel|cart|boat|ladder|trunk|chest|stove|dog|cat|hen|goat|horse|bell|sack|crate|basket|lamp|clock)s?\b/i.test(
      prop.np,
    ) &&
    view.memory.done[`take:${itemId(prop.np)}`] === undefined &&
    !view.inventory.some((item) => item.id === itemId(prop.np))
  );
}

export function pickedUp(prop: Prop): Effect {
  return { kind: "item", id: itemId(prop.np), name: bare(prop.np), gained: true };
}

/** One of the first two, so that the author's order mostly holds and two evenings still differ. */
function early<T>(items: readonly T[], random: Random): T | undefined {
  return items.length > 1 && random.chance(0.3) ? items[1] : items[0];
}

/** Two known facts of different topics that share a name or a rare word: worth laying side by side. */
export function reckonable(view: View): readonly (readonly [Fact, Fact])[] {
  const known = Object.keys(view.known.facts).flatMap((id) => view.facts.get(id) ?? []);
  const marks = known.map((fact) => new Set([...fact.names, ...(fact.text.toLowerCase().match(RARE_WORD) ?? [])]));
  const pairs: (readonly [Fact, Fact])[] = [];
  known.forEach((one, index) => {
    for (let at = index + 1; at < known.length; at += 1) {
      const other = known[at];
      if (!other || one.topic === other.topic || view.memory.done[reckonKey(one.id, other.id)] !== undefined) continue;
      const shared = marks[at] ?? new Set();
      if ([...(marks[index] ?? [])].some((mark) => shared.has(mark))) pairs.push([one, other]);
    }
  });
  return pairs;
}

/** A long word is a rare one, mostly. */
const RARE_WORD = /\p{L}{8,}/gu;

export function reckonKey(one: string, other: string): string {
  return `reckon:${[one, other].sort().join("|")}`;
}
