/** What is seen and heard of a place: a picture above its heading, and music, as the engine has staged the scene. */
import { machineWords } from "../../story/words-of-files.js";
import type { LinkedPicture, LinkedScene, LinkedStage } from "../../../server/linked-files.js";

/** A piece of music, by its address. */
export interface Piece {
  readonly url: string;
  /** What it sounds like. */
  readonly words: string;
}

type Scene = Pick<LinkedScene, "location" | "assets" | "stage">;

/**
 * The picture above a scene: where it comes to a place, or looks otherwise than the scene before.
 *
 * @returns Null where there is none, and where a skill's own stands there.
 */
export function plateOf({ location, assets: own, stage }: Scene, before: Scene | undefined): LinkedPicture | null {
  const picture = stage?.background ?? null;
  if (picture === null || own.some(({ kind }) => kind === "background")) return null;
  const isSame = before?.location === location && before.stage?.background?.asset === picture.asset;
  return isSame ? null : picture;
}

/** @returns Null for silence. */
export function pieceOf({ stage }: Pick<LinkedScene, "stage">): Piece | null {
  return stage?.music ? { url: stage.music.url, words: stage.music.alt } : null;
}

/** The line below a scene's heading that names its music. */
export interface MusicLine {
  /** What the piece sounds like; null where the scene is silent. */
  readonly words: string | null;
  /** Whether the piece is another one than in the scene before. */
  readonly begins: boolean;
}

/**
 * The lines about music, one a scene, from the first scene that has music on: a silent scene keeps the room of the line, so that its prose
 * stays where it is when music begins or ends. Implements rule DT5812.
 *
 * @returns Null for scenes before the first that has music.
 */
export function musicLines(scenes: readonly Pick<Scene, "stage">[]): (MusicLine | null)[] {
  const first = scenes.findIndex((scene) => pieceOf(scene) !== null);
  return scenes.map((scene, at) => {
    if (first < 0 || at < first) return null;
    const piece = pieceOf(scene);
    const before = scenes[at - 1];
    const wasHeard = before !== undefined && pieceOf(before)?.url === piece?.url;
    return { words: piece?.words ?? null, begins: piece !== null && !wasHeard };
  });
}

/** The line of a scene that is being told, until its own music is known. */
export function flyingLine(before: MusicLine | null | undefined): MusicLine | null {
  return before ? { words: before.words, begins: false } : null;
}

/** Who made a picture that no person made, in a line below it. */
export function madeByWords({ generated }: Pick<LinkedPicture, "generated">): string | null {
  return generated ? machineWords(generated.model, generated.date) : null;
}

/** The player's own picture of somebody, else the campaign's, else what a skill drew; undefined before anybody has. */
export function portraitOf<P extends { readonly person: string; readonly source: string; readonly url: string | null }>(
  person: string,
  own: LinkedStage["portraits"],
  drawn: readonly P[],
): LinkedPicture | P | undefined {
  const made = drawn.find((one) => one.person === person);
  if (made?.source === "player") return made;
  return own.find((one) => one.person === person)?.picture ?? made;
}
