/** What stands beside a scene in a shell that has room: who is here, you, what you carry, what you promised. (UI.md 4.3 and 10) */
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { EngineEvent } from "@narratoria/protocol/contracts";
import type { Stat } from "@narratoria/campaign";

type Beside = NonNullable<Extract<EngineEvent, { type: "scene" }>["beside"]>;

/**
 * Ready lines for people, read from session state.
 *
 * @param before - State before the scene: what is carried now and was not then is marked as new.
 * @param after - State after it.
 * @param present - Who is there.
 * @param stats - Bounds of the stats; only what stands in the upper third of its range is worth a line.
 */
export function besideOf(
  before: JsonObject,
  after: JsonObject,
  present: readonly { readonly id: string; readonly name: string }[],
  stats: readonly Stat[],
): Beside {
  const carriedBefore = objectAt(before, "inventory");
  const name = getPath(after, "player.name");
  const strong = stats.flatMap(({ name: stat, min, max }) => {
    const value = getPath(after, `player.stats.${stat}`);
    return typeof value === "number" && value >= min + ((max - min) * 2) / 3 ? [`${stat} ${value}`] : [];
  });
  const traits = getPath(after, "player.traits");
  return {
    here: present.map(({ id, name: person }) => {
      const feeling = feelingInWords(getPath(after, `people.${id}.feeling`));
      return feeling === "" ? person : `${person}, ${feeling}`;
    }),
    you: [
      ...(typeof name === "string" && name !== "" ? [name] : []),
      ...(strong.length > 0 ? [strong.join(", ")] : []),
      ...(Array.isArray(traits) ? traits.filter(isWords) : []),
      ...Object.keys(objectAt(after, "player.conditions")),
    ],
    carrying: Object.entries(objectAt(after, "inventory")).flatMap(([id, item]) => {
      const words = textOf(item, "name");
      if (words === "") return [];
      const count = countOf(item);
      return [`${words}${count > 1 ? `, ${count}` : ""}${Object.hasOwn(carriedBefore, id) ? "" : "  (new)"}`];
    }),
    promises: Object.values(objectAt(after, "threads")).flatMap((thread) => {
      const open = ["promise", "debt"].includes(textOf(thread, "kind")) && textOf(thread, "state") !== "closed";
      const words = textOf(thread, "text");
      return open && words !== "" ? [words] : [];
    }),
  };
}

/** Perception in a word or two; nothing between wary and warming. (UI.md 4.3) */
function feelingInWords(feeling: JsonValue | undefined): string {
  if (typeof feeling !== "number") return "";
  if (feeling >= 75) return "devoted";
  if (feeling >= 45) return "fond";
  if (feeling > 30) return "warming to you";
  if (feeling <= -75) return "hostile";
  if (feeling <= -45) return "cold";
  return feeling < -30 ? "wary" : "";
}

function objectAt(state: JsonObject, path: string): JsonObject {
  const value = getPath(state, path);
  return isObject(value) ? value : {};
}

function textOf(value: JsonValue | undefined, key: string): string {
  const text = isObject(value) ? value[key] : undefined;
  return typeof text === "string" ? text : "";
}

function countOf(value: JsonValue | undefined): number {
  const count = isObject(value) ? value["count"] : undefined;
  return typeof count === "number" ? count : 1;
}

function isWords(value: JsonValue): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
