/** Where a choice comes from, in words that answer "why this choice?". */
import type { Fact, Person, SourceRef, StoryMemory } from "@narratoria/protocol/story";
import { isPresent } from "./knowledge.js";
import { SENTIMENT_BOUND } from "./odds.js";
import type { Because, Thread, View } from "./view.js";
import { infinitive } from "./words.js";

export function factSource(fact: Fact): SourceRef {
  return { kind: "lore", ref: fact.id, text: fact.text };
}

export function topicSource(view: View, topic: string): SourceRef {
  return { kind: "lore", ref: topic, text: `you have heard of ${view.topics.get(topic)?.np ?? topic}` };
}

export function personSource(view: View, npc: string): SourceRef {
  return {
    kind: "npc",
    ref: npc,
    text: `${view.people.get(npc)?.short ?? npc} is ${isPresent(view, npc) ? "here" : "somewhere about"}`,
  };
}

export function motiveSource(person: Person, motive: string): SourceRef {
  const want = person.pronoun === "they" && person.short === "they" ? "want" : "wants";
  return { kind: "npc", ref: person.id, text: `${person.short} ${want} to ${infinitive(motive)}` };
}

export function placeSource(view: View, place: string): SourceRef {
  return {
    kind: "place",
    ref: place,
    text:
      place === view.placeId
        ? `you are at ${view.places.get(place)?.name ?? place}`
        : `${view.places.get(place)?.name ?? place} is within reach`,
  };
}

export function threadSource(thread: Thread): SourceRef {
  return { kind: "memory", ref: thread.id, text: `${thread.text} (scene ${thread.opened})` };
}

/** Something carried, as the source of a choice. */
export function itemSource(item: { readonly id: string; readonly name: string }): SourceRef {
  return { kind: "item", ref: item.id, text: `you carry ${article(item.name)}` };
}

/** What a memory is known by: its id, else its scene and deed. */
export function memoryKey(memory: StoryMemory): string {
  return memory.id ?? `${memory.scene}:${memory.deed?.verb ?? ""}`;
}

export function memorySource(memory: StoryMemory): SourceRef {
  return {
    kind: "memory",
    ref: memoryKey(memory),
    text: `${memory.summary.replace(/\.$/, "")} (${inScene(memory.scene)})`,
  };
}

/**
 * Why somebody, and the faction that thinks worst of the player among theirs, thinks as they do: by deed and scene, where it counts.
 * (rule PC500)
 */
export function opinionSources(view: View, npc: string): readonly SourceRef[] {
  const person = view.people.get(npc);
  const standing = view.standing.get(npc);
  if (!person || !standing) return [];
  const { feeling, withFaction, because, faction } = standing;
  const told = (who: string, ofPlayer: number, why: Because | undefined): readonly SourceRef[] => {
    if (why === undefined || Math.abs(ofPlayer) <= SENTIMENT_BOUND) return [];
    const opinion = `${who} think${who === person.short && person.plural ? "" : "s"} ${ofPlayer > 0 ? "well" : "ill"} of you`;
    // The memory's own words stay together: by them the journal knows it again, so that it can be forgotten.
    return [{ kind: "npc", ref: npc, text: `${opinion}: ${why.text.replace(/[.!]$/, "")} (${inScene(why.scene)})` }];
  };
  return [
    ...told(person.short, feeling, because),
    ...(faction ? told(faction.name, withFaction, faction.because) : []),
  ];
}

const inScene = (scene: number): string => (scene === 0 ? "the opening" : `scene ${scene}`);

function article(name: string): string {
  if (/^(?:the|an?|your|some)\s/i.test(name) || /^\p{Lu}/u.test(name)) return name;
  return /s$/.test(name) && !/ss$/.test(name) ? name : `${/^[aeiou]/i.test(name) ? "an" : "a"} ${name}`;
}
