import { getPath, type JsonObject } from "@narratoria/protocol";
import type { ChoiceSlot, SourceRef } from "@narratoria/protocol/story";
import type { StoryIndex } from "./index-story.js";
import { isFar, WAY_MARK } from "./scene/on-the-way.js";
import { passagesOf, type ToldScene } from "./told-scene.js";
import { unheardNames } from "./unheard-names.js";

/** A sentence that reminds the player of an earlier deed. */
export interface Callback {
  readonly scene: number;
  readonly text: string;
  /** Why it is not true; null where it is. */
  readonly untrue: string | null;
}

const CALLBACK_AGE = 4;

/**
 * The callbacks of a story, each held against the journal: a deed that was done, at least four scenes before, to somebody who
 * is here, with the outcome that is remembered. Implements rule NA90).
 *
 * @param scenes - The story from its opening on.
 */
export function callbacksIn(scenes: readonly ToldScene[]): Callback[] {
  const done = new Map(
    scenes.flatMap((scene) => scene.memories.map((memory) => [memory.id, { scene, memory }] as const)),
  );
  return scenes.flatMap((scene) =>
    passagesOf(scene)
      .filter(({ key, sources }, at, all) => {
        // A callback of two sentences is one.
        const ofThis = (other: (typeof all)[number]): boolean =>
          other.key === key && other.sources[0]?.ref === sources[0]?.ref;
        return key.startsWith("callback ") && all.findIndex(ofThis) === at;
      })
      .map(({ key, text, npc, sources }) => {
        const source = sources.find(({ kind }) => kind === "memory");
        const kept = source && done.get(source.ref);
        const deed = kept?.memory.deed;
        const why = (): string | null => {
          if (!kept || !deed) return "no deed in the journal is its source";
          if (kept.scene.scene > scene.scene - CALLBACK_AGE) return "the deed is too young to be forgotten";
          if (deed.verb !== kept.scene.choice?.verb) return `what was done then was ${kept.scene.choice?.verb}`;
          const outcome = kept.scene.outcome;
          if (outcome !== "none" && deed.outcome !== outcome) return `what came of it was ${outcome}`;
          if (key !== `callback ${deed.polarity}`) return `it is remembered as ${deed.polarity}`;
          if (deed.bind.npc === undefined || deed.bind.npc !== npc) return "it was done to somebody else";
          const here = (state: JsonObject): boolean =>
            getPath(state, `people.${npc}.place`) === getPath(state, "place");
          return here(scene.after) || here(scene.before) ? null : `${npc} is not here`;
        };
        return { scene: scene.scene, text, untrue: why() };
      }),
  );
}

/** How a story's beats came. */
export interface BeatTiming {
  readonly told: number;
  /** Beats told, or still waiting at the end, more than two scenes after they were due: "beat_004: due 8, told 12". */
  readonly late: readonly string[];
}

/** Scenes in which the way to a beat is offered before it comes, the last of them to one who is on the way elsewhere. */
const BEAT_DELAY = 4;

/** @param scenes - The story from its opening on. */
export function beatTiming(scenes: readonly ToldScene[]): BeatTiming {
  const dueSince = new Map<string, number>();
  const late: string[] = [];
  const toldAt: number[] = [];
  let told = 0;
  // Each beat told meanwhile takes its own scene and the one after it; and while a call reaches the player, what is due waits for them.
  const allowed = (due: number, now: number): number =>
    BEAT_DELAY +
    2 * toldAt.filter((scene) => scene >= due - 1 && scene < now).length +
    scenes.filter((one) => one.scene >= due && one.scene < now && calls(one)).length;
  for (const { scene, after } of scenes) {
    const beats = Object.entries((getPath(after, "beats") ?? {}) as JsonObject);
    for (const [id, value] of beats) {
      const { state, scene: since } = value as { state?: string; scene?: number };
      if (state === "due" && !dueSince.has(id)) dueSince.set(id, since ?? scene);
      if (state !== "fired" || since !== scene) continue;
      told++;
      const due = dueSince.get(id) ?? scene;
      if (scene - due > allowed(due, scene)) late.push(`${id}: due ${due}, told ${scene}`);
      toldAt.push(scene);
      dueSince.delete(id);
    }
    for (const [id] of dueSince) {
      const state = getPath(after, `beats.${id}.state`);
      if (state !== "due") dueSince.delete(id);
    }
  }
  const end = scenes.at(-1);
  // An ending overtakes what was still to come.
  if (end && !end.ended) {
    for (const [id, due] of dueSince)
      if (end.scene - due > allowed(due, end.scene)) late.push(`${id}: due ${due}, not told yet`);
  }
  return { told, late };
}

/** Whether a choice leads to a beat that is due: the way there, or an act that it waits for. */
const calls = ({ slots, after }: ToldScene): boolean =>
  slots.some(({ sources }) =>
    sources.some(({ kind, ref }) => kind === "beat" && getPath(after, `beats.${ref}.state`) === "due"),
  );

/** How many journeys of a story met with something. */
export interface Journeys {
  readonly made: number;
  /** Those that met with somebody on the way, or were told something of it. */
  readonly met: number;
  /** The same of those between places that lie far apart by the author's words. */
  readonly far: { readonly made: number; readonly met: number };
}

/** @param scenes - The story from its opening on. Implements rule NA3393. */
export function journeysIn({ places }: Pick<StoryIndex, "places">, scenes: readonly ToldScene[]): Journeys {
  const isMet = ({ scene, after }: ToldScene): boolean => getPath(after, `storybook.propUse.${WAY_MARK}`) === scene;
  const made = scenes.filter(({ scene, before, after }) => scene > 0 && before["place"] !== after["place"]);
  const far = made.filter(({ before, after }) => {
    const [from, to] = [before, after].map(({ place }) => places.get(String(place)));
    return from !== undefined && to !== undefined && isFar(from, to);
  });
  return {
    made: made.length,
    met: made.filter(isMet).length,
    far: { made: far.length, met: far.filter(isMet).length },
  };
}

/** What is measured of the choices of a story. Shares are 0 to 1. */
export interface ChoiceMeasures {
  /** Choices offered after the fifth scene. */
  readonly offered: number;
  readonly sourced: number;
  /** Choices learned in play: from a memory, a known fact, a debt, a beat that happened, a motive or relation found out. */
  readonly learned: number;
  readonly fromMemory: number;
  /** Choices whose text was offered in the five scenes before. */
  readonly seenAgain: number;
  /** Scenes with two choices of one verb; a beat's decisions are one verb by nature and not counted. */
  readonly twinScenes: number;
  /** In bits, over the verbs offered. */
  readonly verbEntropy: number;
  readonly verbClasses: number;
  readonly verbs: number;
  /** Names in choices that the whole story before has not said: "12 npc:osk: Ask Osk about the bell". */
  readonly unheard: readonly string[];
  /** Share of choices all of whose names stand in the text of this scene or the one before. */
  readonly namedLately: number;
}

const FIRST_MEASURED = 6;
const LATELY = 5;

/**
 * Measures the choices of a story.
 *
 * @param story - Knows what is a name.
 * @param scenes - The story from its opening on.
 */
export function measureChoices(
  story: Pick<StoryIndex, "names" | "matter">,
  scenes: readonly ToldScene[],
): ChoiceMeasures {
  const late = scenes
    .filter(({ scene }) => scene >= FIRST_MEASURED)
    .flatMap((scene) => scene.slots.map((slot) => ({ scene, slot })));
  const share = (holds: (entry: { scene: ToldScene; slot: ChoiceSlot }) => boolean): number =>
    late.length === 0 ? 0 : late.filter(holds).length / late.length;
  const verbs = new Map<string, number>();
  const classes = new Set<string>();
  const unheard: string[] = [];
  let again = 0;
  let all = 0;
  let twins = 0;
  let named = 0;
  const heard: string[] = [];
  const carried = carriedAtFirst(scenes);
  scenes.forEach(({ scene, paragraphs, choice, slots }, at) => {
    heard.push(...(choice ? [choice.text] : []), ...paragraphs);
    const lately = [...(scenes[at - 1]?.paragraphs ?? []), ...(choice ? [choice.text] : []), ...paragraphs];
    const before = new Set(
      scenes.slice(Math.max(0, at - LATELY), at).flatMap((one) => one.slots.map(({ text }) => text)),
    );
    const own = slots.map(({ verb }) => verb).filter((verb) => verb !== "decide");
    if (new Set(own).size < own.length) twins++;
    for (const { verb, class: kind, text } of slots) {
      all++;
      if (before.has(text)) again++;
      verbs.set(verb, (verbs.get(verb) ?? 0) + 1);
      classes.add(kind);
      for (const name of unheardNames(story, text, heard, carried)) unheard.push(`${scene} ${name}: ${text}`);
      if (unheardNames(story, text, lately, carried).length === 0) named++;
    }
  });
  return {
    offered: late.length,
    sourced: share(({ slot }) => slot.sources.length > 0),
    learned: share(({ scene, slot }) => slot.sources.some((source) => isLearned(source, scene.after))),
    fromMemory: share(({ slot }) => slot.sources.some(({ kind }) => kind === "memory")),
    seenAgain: again / Math.max(1, all),
    twinScenes: twins,
    verbEntropy: entropy([...verbs.values()]),
    verbClasses: classes.size,
    verbs: verbs.size,
    unheard,
    namedLately: named / Math.max(1, all),
  };
}

/** What the player brings along and no text need mention first. */
function carriedAtFirst(scenes: readonly ToldScene[]): string[] {
  return Object.values((getPath(scenes[0]?.after ?? {}, "inventory") ?? {}) as JsonObject).flatMap((item) => {
    const { name } = item as { name?: string };
    return name === undefined ? [] : [`the ${name}`];
  });
}

function isLearned({ kind, ref, text }: SourceRef, state: JsonObject): boolean {
  switch (kind) {
    case "memory":
      return true;
    case "lore":
      return (
        getPath(state, `world.known.facts.${ref}`) !== undefined ||
        // A name that a text has told after the opening.
        Number(getPath(state, `world.known.topics.${ref}`) ?? 0) > 0
      );
    case "beat":
      return getPath(state, `beats.${ref}.state`) === "fired";
    case "npc": {
      const motives = Object.keys((getPath(state, `world.known.motives.${ref}`) ?? {}) as JsonObject);
      if (motives.some((motive) => text.includes(motive.replace(/^to /, "")))) return true;
      const relations = Object.keys((getPath(state, "world.known.relations") ?? {}) as JsonObject);
      return relations.some((pair) => pair.startsWith(`${ref}>`));
    }
    default:
      return false;
  }
}

function entropy(counts: readonly number[]): number {
  const total = counts.reduce((sum, one) => sum + one, 0);
  return -counts.reduce((sum, one) => sum + (one / total) * Math.log2(one / total), 0);
}
