/** What is wrong in a story that was walked. Pure. */
import { measureScenes, type StoryIndex, type ToldScene } from "@narratoria/narrator";
import { getPath, isJsonObject } from "@narratoria/protocol";
import { normalise } from "@narratoria/protocol/english";
import { brokenLaws, lawsInForce } from "@narratoria/protocol/laws";
import type { WhyAnswer } from "../plot/why-beat.js";
import type { DeadEnd } from "./report.js";
import type { SceneFinding } from "./walk-story.js";

/** After so many scenes without a beat or an ending a story stands still. */
const STANDSTILL_SCENES = 15;

/**
 * Finds where a walk did not go on. Implements rule EN2404.
 *
 * @param left - Beats and endings that had not come when it ended, and what each waits for.
 */
export function deadEndOf(scenes: readonly ToldScene[], left: readonly WhyAnswer[]): Omit<DeadEnd, "walk"> | null {
  const last = scenes.at(-1);
  if (!last || last.ended) return null;
  const at = { scene: last.scene };
  if (last.slots.length === 0)
    return { ...at, kind: "no_choices", text: "The scene offers nothing, and the story has not ended.", waits: [] };
  const endings = left.filter(({ kind }) => kind === "ending");
  const lost = endings.filter(({ conditions }) => conditions.some(({ isLost }) => isLost === true));
  if (endings.length > 0 && lost.length === endings.length)
    return { ...at, kind: "closed", text: "No ending can come any more.", waits: lost };
  const since = lastBeat(last);
  if (last.scene - since < STANDSTILL_SCENES) return null;
  return {
    ...at,
    kind: "standstill",
    text: `No beat and no ending has come since ${since === 0 ? "the opening" : `scene ${since}`}.`,
    waits: left.filter(({ conditions }) => conditions.every(({ isLost }) => isLost !== true)),
  };
}

/** The scene of the last beat that came. */
function lastBeat({ after }: ToldScene): number {
  const beats = getPath(after, "beats");
  const scenes = isJsonObject(beats)
    ? Object.values(beats).map((beat) =>
        isJsonObject(beat) && beat["state"] === "fired" && typeof beat["scene"] === "number" ? beat["scene"] : 0,
      )
    : [];
  return Math.max(0, ...scenes);
}

/** Finds what breaks a law of the campaign's, in prose and choices. Implements rule EN2405. */
export function lawBreaks({ laws }: Pick<StoryIndex, "laws">, scenes: readonly ToldScene[]): SceneFinding[] {
  return scenes.flatMap(({ scene, paragraphs, slots, before }) => {
    const inForce = lawsInForce(laws, before);
    const told = paragraphs.flatMap((text) => brokenLaws(text, inForce).filter(({ passing }) => !passing));
    const offered = slots.flatMap(({ text }) => brokenLaws(text, inForce, { order: true }));
    return [...told, ...offered].map(({ law, words }) => ({
      scene,
      text: `"${words}" breaks ${law.file}:${law.line} "${law.text}"`,
    }));
  });
}

/** Finds sentences of the author's that are told again within 30 scenes. Implements rule EN2406. */
export function repeatsIn({ authored }: Pick<StoryIndex, "authored">, scenes: readonly ToldScene[]): SceneFinding[] {
  const own = [...authored].map(normalise);
  return measureScenes(scenes.map(({ paragraphs }) => paragraphs)).repeated.flatMap((found): SceneFinding[] => {
    const [, scene = "0", text = ""] = /^(\d+): (.*)$/s.exec(found) ?? [];
    const words = normalise(text);
    return words.split(" ").length >= LEAST_WORDS && own.some((sentence) => sentence.includes(words))
      ? [{ scene: Number(scene), text }]
      : [];
  });
}

/** A shorter one is a turn of phrase. */
const LEAST_WORDS = 4;
