/** What the scenes that were told have named, and what the one that is about to be told will name. */
import type { Effect } from "@narratoria/protocol/story";
import type { View } from "./view.js";

/** Keys of everything that this turn's effects and beat are about to name. */
export function freshNames(view: View, happened: readonly Effect[]): ReadonlySet<string> {
  const fresh = new Set<string>(view.beat?.names ?? []);
  const speakers = new Set((view.beat?.dialogue ?? []).map(({ speaker }) => speaker));
  // A stranger who stands by in a beat without a word is named by nothing in it. (rule PC3321)
  const isStranger = (npc: string): boolean =>
    !speakers.has(npc) && view.named[`npc:${npc}`] === undefined && view.standing.get(npc)?.met === undefined;
  for (const npc of view.beat?.people ?? []) if (!isStranger(npc)) fresh.add(`npc:${npc}`);
  for (const effect of happened) {
    if ("npc" in effect && effect.npc !== undefined) fresh.add(`npc:${effect.npc}`);
    if (effect.kind === "learn") {
      if (effect.from !== undefined) fresh.add(`npc:${effect.from}`);
      // Half a fact need not get as far as its names.
      if (effect.whole) for (const name of view.facts.get(effect.fact)?.names ?? []) fresh.add(name);
    } else if (effect.kind === "redirect" || effect.kind === "relation") {
      fresh.add(`npc:${effect.to}`);
      if (effect.kind === "redirect") fresh.add(`topic:${effect.topic}`);
    } else if (effect.kind === "noticed") fresh.add(`npc:${effect.by}`);
    else if (effect.kind === "item") fresh.add(`item:${effect.id}`);
    else if (effect.kind === "move" || effect.kind === "leave") fresh.add(`place:${effect.place}`);
  }
  return fresh;
}

/** The last scene whose text named this, as far as can be known before this scene is told. */
export function lastNamed(view: View, key: string): number {
  const [kind = "", id = ""] = key.split(":");
  const named = view.named[key] ?? Number.NEGATIVE_INFINITY;
  const heard = kind === "topic" ? view.known.topics[id] : undefined;
  // A topic becomes known by being told, so its first scene is one whose text names it.
  return heard === undefined ? named : Math.max(named, heard);
}
