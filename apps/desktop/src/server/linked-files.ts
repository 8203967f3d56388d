/** Scenes and pictures as the page gets them: with addresses in the place of paths. */
import { extname } from "node:path";
import type { EventStamp, SceneEvent, TurnEvent } from "@narratoria/engine";
import type { FileLinks } from "./file-links.js";

/** What a browser can draw or play, by the ending of a file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".mp3": "audio/mpeg",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".flac": "audio/flac",
};

/** @returns The address of a picture; null where there is none that a page may show. */
export function linkedPicture(path: string | null, links: FileLinks): string | null {
  const mediaType = path === null ? undefined : MEDIA_TYPES[extname(path).toLowerCase()];
  return path === null || mediaType === undefined ? null : links.link({ path, mediaType });
}

type Asset = NonNullable<SceneEvent["assets"]>[number];

export type LinkedAsset = Omit<Asset, "path" | "metadata"> & {
  /** Null where it cannot be shown. */
  readonly url: string | null;
  /** What it shows, as its tool says. */
  readonly alt: string | null;
  readonly caption: string | null;
};

type Stage = NonNullable<SceneEvent["stage"]>;
type OnStage = NonNullable<Stage["background"]>;

/** A picture or a piece of music on the stage. */
export interface LinkedPicture extends Pick<OnStage, "asset" | "alt" | "generated"> {
  readonly url: string;
}

/** What a scene looks and sounds like; null for what has none, or cannot be shown here. */
export interface LinkedStage {
  readonly background: LinkedPicture | null;
  readonly music: LinkedPicture | null;
  readonly portraits: readonly { readonly person: string; readonly picture: LinkedPicture | null }[];
}

export type LinkedScene = Omit<SceneEvent, "assets" | "stage"> & {
  readonly assets: readonly LinkedAsset[];
  readonly stage: LinkedStage | null;
};

/** @returns The scene with an address for each picture, those of the people in it too. */
export function linkedScene({ assets = [], situation, stage, ...scene }: SceneEvent, links: FileLinks): LinkedScene {
  const linked = assets.map((asset) => linkedAsset(asset, links));
  return {
    ...scene,
    ...(situation && { situation: { ...situation, people: situation.people.map((one) => linkedPerson(one, links)) } }),
    assets: linked,
    stage: stage ? linkedStage(stage, linked, links) : null,
  };
}

function linkedStage(
  { background, music, portraits }: Stage,
  assets: readonly LinkedAsset[],
  links: FileLinks,
): LinkedStage {
  return {
    background: background && linkedOnStage(background, assets, links),
    music: music && linkedOnStage(music, assets, links),
    portraits: portraits.map(({ person, picture }) => ({
      person,
      picture: picture && linkedOnStage(picture, assets, links),
    })),
  };
}

function linkedOnStage(
  { asset, alt, generated, path }: OnStage,
  assets: readonly LinkedAsset[],
  links: FileLinks,
): LinkedPicture | null {
  // What a skill made for the scene is among its assets already.
  const made = assets.find(({ checksum }) => checksum === asset);
  const url = made ? made.url : linkedPicture(path ?? null, links);
  return url === null ? null : { asset, alt, url, ...(generated && { generated }) };
}

type Person = NonNullable<SceneEvent["situation"]>["people"][number];

function linkedPerson({ portrait, ...person }: Person, links: FileLinks): Person {
  const url = linkedPicture(portrait ?? null, links);
  return url === null ? person : { ...person, portrait: url };
}

function linkedAsset<A extends Asset>({ path, metadata = {}, ...asset }: A, links: FileLinks) {
  const { format, missing, mediaType } = asset;
  const words = (key: string): string | null => {
    const value = metadata[key];
    return typeof value === "string" && value.trim() !== "" ? value : null;
  };
  return {
    ...asset,
    url: format === undefined || missing ? null : links.link({ path, mediaType }),
    alt: words("alt") ?? words("description"),
    caption: words("caption"),
  };
}

type AssetEvent = Extract<TurnEvent, { readonly type: "asset" }>;
type ProgressEvent = Extract<TurnEvent, { readonly type: "progress" }>;

/** An event as the page gets it. */
export type PageEvent =
  | Exclude<TurnEvent, { readonly type: "asset" | "progress" | "scene" }>
  | (Omit<ProgressEvent, "background"> & { readonly background?: LinkedPicture | null })
  | (LinkedScene & EventStamp)
  | (Omit<AssetEvent, "path" | "metadata"> & Pick<LinkedAsset, "url" | "alt" | "caption">);

export function linkedEvent(event: TurnEvent, links: FileLinks): PageEvent {
  if (event.type === "asset") return linkedAsset(event, links);
  if (event.type === "progress") {
    const { background, ...progress } = event;
    if (background === undefined) return progress;
    return { ...progress, background: background && linkedOnStage(background, [], links) };
  }
  if (event.type !== "scene") return event;
  const { turn, seq, at } = event;
  return { ...linkedScene(event, links), turn, seq, at };
}
