/** Turns effects into patches of session state, and drops those that cannot happen. */
import type { JsonObject, JsonValue } from "@narratoria/protocol";
import type { Effect } from "@narratoria/protocol/story";
import { knowsFact, refusedKey, sentOnKey } from "./knowledge.js";
import { reckonKey } from "./gains.js";
import type { View } from "./view.js";

/**
 * The effects that can really happen, each once: nobody leaves who is not here, nothing is lost that is not carried,
 * nothing is learned twice.
 */
export function possible(view: View, effects: readonly Effect[]): readonly Effect[] {
  const seen = new Set<string>();
  // Somebody who comes in this scene may still do something in it.
  const here = new Set(view.present.map((person) => person.id));
  return effects.filter((effect) => {
    const key = identity(effect);
    if (seen.has(key) || !canHappen(view, effect, here)) return false;
    seen.add(key);
    if (effect.kind === "arrive") here.add(effect.npc);
    if (effect.kind === "leave") here.delete(effect.npc);
    return true;
  });
}

/** Two effects of one identity would be told as the same thing twice. */
function identity(effect: Effect): string {
  switch (effect.kind) {
    case "learn":
      return `learn ${effect.fact}`;
    case "feeling":
      return `feeling ${effect.npc}`;
    case "arrive":
    case "leave":
      return `moves ${effect.npc}`;
    case "move":
    case "time":
      return effect.kind;
    default:
      return JSON.stringify(effect);
  }
}

function canHappen(view: View, effect: Effect, here: ReadonlySet<string>): boolean {
  const lives = (id: string): boolean => view.people.has(id) && view.standing.get(id)?.alive !== false;
  switch (effect.kind) {
    case "learn":
      return view.facts.has(effect.fact) && !knowsFact(view, effect.fact);
    case "motive":
      return lives(effect.npc) && view.known.motives[effect.npc]?.[effect.text] === undefined;
    case "relation":
      return view.people.has(effect.to) && view.known.relations[`${effect.npc}>${effect.to}`] === undefined;
    case "feeling":
      return lives(effect.npc) && effect.delta !== 0;
    case "hearsay":
      return here.has(effect.npc);
    case "owe":
      return lives(effect.npc) && !openThread(view, `debt-${effect.npc}`);
    case "paid":
      return openThread(view, `debt-${effect.npc}`);
    case "redirect":
      return lives(effect.to) && view.topics.has(effect.topic);
    case "refuse":
      return lives(effect.npc) && (effect.topic === undefined || view.topics.has(effect.topic));
    case "authored":
      return effect.text !== "";
    case "arrive":
      return lives(effect.npc) && !here.has(effect.npc) && !inBeat(view, effect.npc);
    case "leave":
      return (
        here.has(effect.npc) &&
        !inBeat(view, effect.npc) &&
        view.places.has(effect.place) &&
        effect.place !== view.placeId
      );
    case "move":
      return view.places.has(effect.place) && effect.place !== view.placeId;
    case "time":
      return effect.minutes > 0;
    case "condition":
      return view.conditions.includes(effect.name) !== effect.gained;
    case "noticed":
      return lives(effect.by) && !openThread(view, `watcher-${effect.by}`);
    case "item":
      return view.inventory.some((item) => item.id === effect.id) !== effect.gained;
    case "thread":
      return effect.state === "opened" ? !openThread(view, effect.id) : openThread(view, effect.id);
    case "reckon":
      return effect.facts.every((id) => view.facts.has(id));
    case "flag":
      return effect.name !== "";
  }
}

/** The beat of this scene brings its people on stage by itself, and keeps them there. */
function inBeat(view: View, npc: string): boolean {
  return view.beat?.people.includes(npc) === true;
}

function openThread(view: View, id: string): boolean {
  return view.threads.some((thread) => thread.id === id);
}

/** A patch that grows: later changes go on top of earlier ones. */
export class PatchBuilder {
  private patch: JsonObject = {};

  /** Sets the value at a path; null removes it. */
  set(path: readonly string[], value: JsonValue): void {
    let nested: JsonValue = value;
    for (const key of [...path].reverse()) nested = { [key]: nested };
    this.patch = graft(this.patch, nested as JsonObject);
  }

  build(): JsonObject {
    return this.patch;
  }
}

/** Merges two patches into one that does what both do in turn: nulls stay, as they are removals still to be made. */
function graft(base: JsonObject, next: JsonObject): JsonObject {
  const result: Record<string, JsonValue | undefined> = { ...base };
  for (const [key, value] of Object.entries(next)) {
    const before = result[key];
    result[key] = isObject(before) && isObject(value) ? graft(before, value) : value;
  }
  return result;
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Writes one effect into the patch. */
export function write(view: View, patch: PatchBuilder, effect: Effect): void {
  const { scene } = view;
  switch (effect.kind) {
    case "learn":
      learn(view, patch, effect.fact, effect.from);
      break;
    case "motive":
      patch.set(["world", "known", "motives", effect.npc, effect.text], scene);
      break;
    case "relation":
      patch.set(["world", "known", "relations", `${effect.npc}>${effect.to}`], scene);
      break;
    case "feeling": {
      const before = view.standing.get(effect.npc)?.feeling ?? 0;
      patch.set(["people", effect.npc, "feeling"], Math.max(-100, Math.min(100, before + effect.delta)));
      break;
    }
    case "hearsay":
      patch.set(["world", "rumours", String(effect.scene), "told"], scene);
      break;
    case "owe":
      openThreadPatch(view, patch, "debt", effect.npc, `what you owe ${nameOf(view, effect.npc)}`);
      break;
    case "paid":
      patch.set(["threads", `debt-${effect.npc}`, "state"], "closed");
      break;
    case "redirect":
      patch.set(["world", "choices", "redirect"], { npc: effect.to, topic: effect.topic, scene });
      patch.set(["world", "choices", "done", sentOnKey(effect.topic)], scene);
      break;
    case "refuse":
      if (effect.topic !== undefined)
        patch.set(["world", "choices", "done", refusedKey(effect.npc, effect.topic)], scene);
      break;
    case "authored":
      break;
    case "arrive":
    case "leave":
      patch.set(["people", effect.npc, "place"], effect.place);
      patch.set(["people", effect.npc, "since"], scene);
      if (effect.kind === "leave") {
        patch.set(["world", "choices", "left"], { npc: effect.npc, place: effect.place, scene });
      }
      break;
    case "move":
      patch.set(["place"], effect.place);
      patch.set(["world", "choices", "arrived"], scene);
      patch.set(["world", "choices", "came"], { from: view.placeId, scene });
      if (view.visited[effect.place] === undefined) patch.set(["world", "visited", effect.place], scene);
      break;
    case "time":
      // Added up with the time that the deed itself takes.
      break;
    case "condition":
      patch.set(["player", "conditions", effect.name], effect.gained ? scene : null);
      if (effect.gained) openThreadPatch(view, patch, "condition", undefined, effect.name, `condition-${effect.name}`);
      else patch.set(["threads", `condition-${effect.name}`], null);
      break;
    case "noticed":
      openThreadPatch(view, patch, "watcher", effect.by, `${nameOf(view, effect.by)} has an eye on you`);
      break;
    case "item":
      if (!effect.gained) patch.set(["inventory", effect.id], null);
      else {
        patch.set(["inventory", effect.id], { name: effect.name, count: 1 });
        patch.set(["world", "choices", "done", `take:${effect.id}`], scene);
      }
      break;
    case "thread":
      if (effect.state === "opened") {
        const npc = effect.npc;
        openThreadPatch(
          view,
          patch,
          "promise",
          npc,
          npc ? `your promise to ${nameOf(view, npc)}` : "your promise",
          effect.id,
        );
      } else patch.set(["threads", effect.id, "state"], effect.state);
      break;
    case "reckon":
      patch.set(["world", "choices", "done", reckonKey(...effect.facts)], scene);
      break;
    case "flag":
      patch.set(["flags", effect.name], scene);
      break;
  }
}

function learn(view: View, patch: PatchBuilder, id: string, from: string | undefined): void {
  const fact = view.facts.get(id);
  patch.set(["world", "known", "facts", id], view.scene);
  if (from !== undefined) patch.set(["world", "choices", "shared", `${from}:${id}`], view.scene);
  if (!fact) return;
  const named = fact.names.filter((name) => name.startsWith("topic:")).map((name) => name.slice("topic:".length));
  for (const topic of new Set([fact.topic, ...named])) {
    if (view.topics.has(topic) && view.known.topics[topic] === undefined) {
      patch.set(["world", "known", "topics", topic], view.scene);
    }
  }
}

function openThreadPatch(
  view: View,
  patch: PatchBuilder,
  kind: string,
  npc: string | undefined,
  text: string,
  id = `${kind}-${npc}`,
): void {
  const { scene } = view;
  // `mentioned` is the narrator's: a thread that is opened again has not been spoken of yet.
  patch.set(["threads", id], { kind, ...(npc ? { npc } : {}), opened: scene, state: "open", text, mentioned: null });
}

function nameOf(view: View, npc: string): string {
  return view.people.get(npc)?.short ?? "somebody";
}
