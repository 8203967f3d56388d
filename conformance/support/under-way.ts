import type { ToldScene } from "@narratoria/narrator";
import type { JsonObject } from "@narratoria/protocol";

/** How many scenes after its conditions a beat is to be under way. */
const WITHIN = 2;

/** A beat whose conditions came to hold. */
export interface DueBeat {
  readonly id: string;
  /** The scene after which its conditions held. */
  readonly due: number;
  /** The first scene in which it was told, or in which a choice led to it; null where none did. */
  readonly underWay: number | null;
  /** The last scene in which that is in time: two after its conditions, and two more for each beat that was told meanwhile. */
  readonly until: number;
}

interface Beat {
  readonly state?: string;
  readonly scene?: number;
}

/** All beats of a walk that became due, but those whose time had not run out when the story ended. */
export function dueBeats(scenes: readonly ToldScene[]): DueBeat[] {
  const found = new Map<string, { due: number; underWay: number | null }>();
  const told: number[] = [];
  for (const { scene, after, slots } of scenes) {
    const led = new Set(
      slots.flatMap(({ sources }) => sources.flatMap(({ kind, ref }) => (kind === "beat" ? [ref] : []))),
    );
    for (const [id, { state, scene: since = scene }] of beatsOf(after)) {
      if (state !== "due" && state !== "fired") continue;
      const fired = state === "fired" && since === scene;
      if (fired) told.push(scene);
      const one = found.get(id) ?? { due: state === "due" ? since : scene, underWay: null };
      if (!found.has(id) && (state === "due" || fired)) found.set(id, one);
      if (one.underWay === null && (fired || led.has(id))) one.underWay = scene;
    }
  }
  const last = scenes.at(-1)?.scene ?? 0;
  return [...found].flatMap(([id, { due, underWay }]) => {
    const between = told.filter((scene) => scene >= due - 1 && scene < (underWay ?? last)).length;
    const until = due + WITHIN + 2 * between;
    return underWay === null && until >= last ? [] : [{ id, due, underWay, until }];
  });
}

function beatsOf(after: JsonObject): [string, Beat][] {
  return Object.entries((after["beats"] ?? {}) as Readonly<Record<string, Beat>>);
}
