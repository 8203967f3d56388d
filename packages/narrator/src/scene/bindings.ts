import type { Bindings, Deed, Effect, StoryMemory } from "@narratoria/protocol/story";
import { durationWords, isPlural, slug } from "@narratoria/protocol/english";
import type { StoryIndex } from "../index-story.js";
import type { Filling } from "./realise.js";
import type { Stage } from "./stage.js";

/** The name of a thing by its id: as carried, as somebody else's, else the id's own words. */
export function itemName(id: string, stage: Stage, story: StoryIndex): string {
  const held = stage.heldItems().find((item) => item.id === id);
  if (held) return held.name;
  const seen = stage.itemNames.get(id);
  if (seen !== undefined) return seen;
  return (
    story.matter.people.flatMap((person) => person.inventory).find((name) => slug(name) === id) ?? id.replace(/-/g, " ")
  );
}

/** What a choice's or a deed's bindings put into slots. */
export function fillingOf(
  bind: Bindings,
  stage: Stage,
  story: StoryIndex,
  recalled: readonly StoryMemory[] = [],
): Filling {
  const npc = bind.npc === undefined ? undefined : story.people.get(bind.npc);
  const npc2 = bind.npc2 === undefined ? undefined : story.people.get(bind.npc2);
  const place = bind.place === undefined ? undefined : story.places.get(bind.place);
  const fact = bind.fact === undefined ? undefined : story.facts.get(bind.fact);
  // A fact's topic is named only where the fact's own words have named it: it may not have been heard of yet.
  const topicId = bind.topic ?? (fact?.names.includes(`topic:${fact.topic}`) ? fact.topic : undefined);
  const topic = topicId === undefined ? undefined : story.topics.get(topicId);
  const prop =
    bind.prop === undefined
      ? undefined
      : ((place ?? stage.place)?.props.find((known) => slug(known.np) === slug(bind.prop ?? "")) ??
        npc?.props.find((known) => slug(known.np) === slug(bind.prop ?? "")) ?? {
          np: bind.prop,
          plural: isPlural(bind.prop),
          use: "fixture" as const,
        });
  const memory = rememberedBy(bind.memory, recalled);
  return {
    ...(npc ? { npc } : {}),
    ...(npc2 ? { npc2 } : {}),
    ...(place ? { place } : {}),
    ...(topic ? { topic } : {}),
    ...(fact ? { fact } : {}),
    ...(prop ? { prop } : {}),
    ...(bind.item === undefined
      ? {}
      : { item: { id: bind.item, name: itemName(bind.item, stage, story), fresh: false } }),
    ...(bind.text === undefined || bind.text === "" ? {} : { text: bind.text }),
    ...(memory?.deed
      ? { mem: memoryFilling(memory.deed, stage, story) }
      : bind.memory !== undefined && bind.text !== undefined
        ? { mem: { template: bind.text.replace(/^(?:how |that |when )?you /, ""), filling: {} } }
        : {}),
  };
}

/** The memory that a choice is about, known by its id, or by its scene and verb where it had no id yet. */
export function rememberedBy(key: string | undefined, recalled: readonly StoryMemory[]): StoryMemory | undefined {
  if (key === undefined) return undefined;
  return recalled.find((entry) => entry.id === key || `${entry.scene}:${entry.deed?.verb ?? ""}` === key);
}

/** A remembered deed with everything its template may name. */
export function memoryFilling(
  deed: Deed,
  stage: Stage,
  story: StoryIndex,
): { readonly template: string; readonly filling: Filling } {
  return { template: deed.template, filling: fillingOf(deed.bind, stage, story) };
}

/** Length of the time that passes by an effect, in words. */
export const spanOf = (effect: Extract<Effect, { kind: "time" }>): string => durationWords(effect.minutes);
