/** Naming, before the scene closes, what its choices will name. (STORYBOOK 7, set-up) */
import type { ChoiceSlot, Person, SourceRef } from "@narratoria/protocol/story";
import { namesThing } from "../unheard-names.js";
import type { Composer } from "./composer.js";
import { definite, type Filling } from "./realise.js";

/** Everything that a choice will name. */
export function keysOfSlot(slot: ChoiceSlot): string[] {
  const { npc, npc2, topic, place, item, prop } = slot.bind;
  return [
    ...(npc === undefined ? [] : [`npc:${npc}`]),
    ...(npc2 === undefined ? [] : [`npc:${npc2}`]),
    ...(topic === undefined ? [] : [`topic:${topic}`]),
    ...(place === undefined ? [] : [`place:${place}`]),
    ...(item === undefined ? [] : [`item:${item}`]),
    ...(prop === undefined ? [] : [`prop:${prop}`]),
  ];
}

/**
 * Names what a choice will name, with a plain sentence.
 *
 * @param asked - Whom the choice asks about it: it is they who mention it. (rule NA454)
 */
function bringIn(composer: Composer, key: string, asked?: Person): void {
  const { story, stage } = composer;
  const at = key.indexOf(":");
  const kind = key.slice(0, at);
  const id = key.slice(at + 1);
  if (kind === "npc") {
    const npc = story.people.get(id);
    if (!npc) return;
    if (composer.isHere(id)) composer.say({ keys: ["ground here", "ground who"], fill: { npc }, must: true });
    else {
      const place = stage.placeOf(id);
      composer.say({ keys: ["knowledge npc"], fill: { npc, ...(place ? { place } : {}) }, must: true });
    }
    return;
  }
  const said = (keys: readonly string[], fill: Filling, ref: SourceRef): void => {
    composer.say({ keys, fill, must: true, bound: true, sources: [ref] });
  };
  const topic = kind === "topic" ? story.topics.get(id) : undefined;
  if (topic) {
    const isAsked = asked !== undefined && composer.isHere(asked.id);
    said(
      isAsked ? ["knowledge said", "knowledge topic"] : ["knowledge topic"],
      { topic, ...(asked ? { npc: asked } : {}) },
      {
        kind: "lore",
        ref: id,
        text: topic.np,
      },
    );
  }
  const place = kind === "place" ? story.places.get(id) : undefined;
  if (place) said(["knowledge place"], { place }, { kind: "place", ref: id, text: place.name });
  const prop = kind === "prop" ? stage.place?.props.find(({ np }) => np === id) : undefined;
  if (prop) said(["knowledge prop"], { prop }, { kind: "place", ref: stage.place?.id ?? "", text: prop.np });
  const item = kind === "item" ? stage.heldItems().find((held) => held.id === id) : undefined;
  if (item) said(["knowledge item"], { item: { ...item, fresh: false } }, { kind: "item", ref: id, text: item.name });
}

/** A sentence about the place where the player stands does better than one of ours. (rule NA111) */
function tellOf(composer: Composer, key: string): boolean {
  const { story, stage } = composer;
  const { place } = stage;
  if (!place || !/^(?:npc|topic|prop):/.test(key)) return false;
  const sources = [{ kind: "place" as const, ref: place.id, text: place.name }];
  const names = (sentence: string): boolean =>
    key.startsWith("prop:") ? namesThing(sentence, key.slice(5)) : story.names.keysIn(sentence).includes(key);
  return place.sentences.some(
    (sentence) =>
      !composer.toFind.has(sentence) &&
      place.inside?.includes(sentence) !== true &&
      names(sentence) &&
      composer.tell(sentence, sources, false),
  );
}

/** Names everything that is still missing: in the author's words, else one thing with a sentence of its own, several in one list. */
export function bringInAll(composer: Composer, missing: readonly string[], slots: readonly ChoiceSlot[] = []): void {
  const { story, stage } = composer;
  const askedOn = (key: string): Person | undefined => {
    const slot = slots.find(({ bind }) => `topic:${bind.topic}` === key && bind.npc !== undefined);
    return slot?.bind.npc === undefined ? undefined : story.people.get(slot.bind.npc);
  };
  const keys = missing.filter((key) => !composer.named.has(key) && !tellOf(composer, key));
  const few = keys.filter((key) => key !== `place:${stage.place?.id ?? ""}`);
  const phrase = (key: string): string | undefined => {
    const id = key.slice(key.indexOf(":") + 1);
    const person = key.startsWith("npc:") ? story.people.get(id) : undefined;
    if (person) {
      const place = stage.onStage.has(id) ? undefined : stage.placeOf(id);
      const name = composer.memory.named.has(key) || composer.named.has(key) ? person.short : person.name;
      return place && place.id !== stage.place?.id
        ? `${name} ${story.prepositions.get(place.id) ?? "at"} ${place.name}`
        : name;
    }
    if (key.startsWith("topic:")) return story.topics.get(id)?.np;
    if (key.startsWith("place:")) return story.places.get(id)?.name;
    if (key.startsWith("prop:")) return stage.place?.props.find(({ np }) => np === id)?.np;
    const item = stage.heldItems().find((held) => held.id === id);
    return item === undefined ? undefined : definite(item.name);
  };
  const named = few.flatMap((key) => {
    const words = phrase(key);
    return words === undefined ? [] : [{ key, words, named: [key, ...story.names.keysIn(words)] }];
  });
  // One sentence for what is merely heard of; people are named each where they are. Whoever is at a place has named it.
  for (const key of named.flatMap(({ key }) => (key.startsWith("npc:") ? [key] : [])))
    if (!composer.named.has(key)) bringIn(composer, key);
  for (const [kind, frame] of [
    ["place:", "knowledge places"],
    ["topic:", "knowledge list"],
  ] as const) {
    const alike = named.filter(({ key }) => key.startsWith(kind) && !composer.named.has(key) && !askedOn(key));
    const words = [...new Set(alike.map((entry) => entry.words))];
    if (words.length < 2) continue;
    const list = {
      words: `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`,
      keys: alike.flatMap((entry) => entry.named),
    };
    composer.say({ keys: [frame], fill: { list }, must: true });
  }
  for (const { key } of named) if (!composer.named.has(key)) bringIn(composer, key, askedOn(key));
  const here = stage.place;
  if (here && few.length < keys.length && !composer.named.has(`place:${here.id}`)) {
    composer.say({ keys: ["ground stay"], fill: { place: here }, must: true, mustName: [`place:${here.id}`] });
  }
}
