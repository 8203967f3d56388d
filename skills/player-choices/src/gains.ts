/** What a deed can bring: something told, found or overheard, a motive, a relation, a thing. */
import type { Random } from "@narratoria/protocol/random";
import type { Effect, Fact, Prop } from "@narratoria/protocol/story";
import { inquiries } from "./case-file.js";
import {
  answers,
  findable,
  hiddenMotives,
  plainMotives,
  knownAbout,
  overhearable,
  relations,
  reserved,
  stillKept,
  untold,
  volunteered,
} from "./knowledge.js";
import type { View } from "./view.js";
import { bare, slug } from "./words.js";

/** A fact told by a person, or null where none is left that they could tell. */
function told(view: View, random: Random, npc: string, topic: string | undefined): Effect | null {
  const fact = topic === undefined ? undefined : early(untold(view, topic, npc), random);
  return fact ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" } : null;
}

/**
 * The answer to a question: a fact of its topic, or one that names it, and first one that helps with what is open; null where this
 * person has none.
 */
export function answer(view: View, random: Random, npc: string, topic: string): Effect | null {
  const facts = answers(view, topic, npc);
  const ids = new Set(facts.map(({ id }) => id));
  const clue = inquiries(view)
    .flatMap(({ clues }) => clues)
    .find(({ id }) => ids.has(id));
  const fact = clue ?? early(facts, random);
  return fact ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" } : null;
}

/** What somebody says of somebody else: how things are between them, else what they know of them. */
export function answerAbout(view: View, random: Random, npc: string, of: string): Effect | null {
  const fact = early(knownAbout(view, npc, of), random);
  const told: Effect | null = fact ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" } : null;
  return relation(view, random, npc, of) ?? told;
}

/** What only pressure brings out: what a person keeps back on a topic, else how things are between them and others, else what they want. */
export function wrung(view: View, random: Random, npc: string, topic: string | undefined): Effect | null {
  const kept = topic === undefined ? [] : reserved(view, topic, npc);
  const fact = early(kept, random);
  return fact
    ? { kind: "learn", fact: fact.id, from: npc, whole: true, how: "told" }
    : (relation(view, random, npc) ?? motive(view, random, npc));
}

/** Somebody will not speak of a topic; the reason is something they want that touches it, or that keeps them silent anyway. */
export function refusal(view: View, npc: string, topic: string): Effect {
  const person = view.people.get(npc);
  const words = new Set(
    view.topics
      .get(topic)
      ?.np.toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [],
  );
  const touches = (text: string): boolean =>
    (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).some((word) => words.has(word));
  const motives = person?.motives ?? [];
  const reason = motives.find(touches) ?? motives.find((text) => RESERVE.test(text));
  return { kind: "refuse", npc, topic, ...(reason === undefined ? {} : { reason }) };
}

/** What somebody wants who would rather not talk. */
const RESERVE = /\b(?:keep|secrets?|protect|hid(?:e|den)|avoid|not|never|nobody|out of)\b/i;

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

/** What somebody says that they want, when asked. */
export function ownWish(view: View, random: Random, npc: string): Effect | null {
  const text = early(plainMotives(view, npc), random);
  return text === undefined ? null : { kind: "motive", npc, text };
}

/** What is between a person and somebody else; with `to`, only that. */
export function relation(view: View, random: Random, npc: string, to?: string): Effect | null {
  const hidden = relations(view, npc, false).filter((one) => to === undefined || one.to === to);
  const one = early(hidden, random);
  return one ? { kind: "relation", npc: one.npc, to: one.to, text: one.text } : null;
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
