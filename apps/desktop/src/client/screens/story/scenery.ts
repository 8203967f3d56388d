/** What is seen and heard of a place: a picture above its heading, and music, of what the story has. */
import type { LinkedScene } from "../../../server/linked-files.js";
import type { StoryAsset } from "../../story/use-assets.js";
import { isAbout } from "../../story/words-of-files.js";

/** A piece of music, by its address. */
export interface Piece {
  readonly url: string;
  /** What it is called. */
  readonly words: string;
}

type Scene = Pick<LinkedScene, "location" | "sceneType" | "assets">;

/** @returns A picture of the place that the campaign brings; null where there is none, or the scene has one of its own. */
export function plateOf({ location, assets: own }: Scene, assets: readonly StoryAsset[]): StoryAsset | null {
  if (own.some(({ kind }) => kind === "background")) return null;
  const ofPlace = ({ kind, url, origin, people, alt }: StoryAsset): boolean =>
    kind === "image" && url !== null && origin === "campaign" && people.length === 0 && isAbout(alt, location);
  return assets.find(ofPlace) ?? null;
}

/**
 * The music of a scene: what a skill made for it, else the campaign's for the place, else the campaign's for the kind of scene.
 *
 * @returns Null where there is none.
 */
export function pieceOf({ location, sceneType, assets: own }: Scene, assets: readonly StoryAsset[]): Piece | null {
  const made = own.findLast(({ mediaType, url }) => mediaType.startsWith("audio/") && url !== null);
  if (made && made.url !== null) return { url: made.url, words: made.caption ?? made.alt ?? "Music" };
  const music = assets.filter(
    ({ kind, url, origin, id }) =>
      kind === "audio" && url !== null && origin === "campaign" && !/(^|\/)voices\//.test(id),
  );
  const isTense = ({ id }: StoryAsset): boolean => /(^|\/)(tension|danger|combat|battle)\//.test(id);
  const fitting = music.filter((piece) => isTense(piece) === (sceneType === "danger"));
  const piece = music.find(({ alt }) => isAbout(alt, location)) ?? fitting[0] ?? music[0];
  return piece?.url ? { url: piece.url, words: piece.alt } : null;
}
