/** Makes somebody's portrait and keeps it: the campaign's own, a server's, ours, or a plain silhouette. */
import { readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { ToolFailure, type ToolKit } from "@narratoria/protocol/skill";
import { hashOf, meaningOf, type Portrait, PortraitCache } from "./cache.js";
import { drawPortrait } from "./draw.js";
import { plainSilhouette } from "./draw-paper.js";
import { fetchPortrait } from "./hosted.js";
import { readSettings, type Settings } from "./settings.js";
import { sized } from "./render.js";

export interface Asked {
  readonly character: string;
  /** Whose people are drawn; people of one name in two stories are two. */
  readonly story?: string;
  readonly name?: string;
  readonly description?: string;
  readonly kind?: string;
  readonly pronoun?: string;
  /** Path of the picture that the campaign has of them. */
  readonly own?: string;
}

/** What is asked of generate-portrait and update-portrait alike. */
export const SITTER = {
  character: { type: "string", minLength: 1, maxLength: 200, description: "Id of the person." },
  story: { type: "string", maxLength: 200, description: "Name of the story whose person it is." },
  name: { type: "string", maxLength: 200 },
  description: { type: "string", maxLength: 4000, description: "What they look like, in words." },
  kind: { type: "string", enum: ["human", "animal", "machine", "spirit", "voice", "group", "other"] },
  pronoun: { type: "string", enum: ["he", "she", "it", "they"] },
  own: { type: "string", maxLength: 1000, description: "Path of the campaign's own picture of them." },
} as const;

interface Picture {
  readonly bytes: Uint8Array;
  readonly ending: string;
  readonly source: Portrait["source"];
}

/** Implements rules CP1 to CP9. */
export async function makePortrait(asked: Asked, kit: Pick<ToolKit, "emit" | "config" | "host">): Promise<Portrait> {
  const settings = readSettings(kit.config);
  const cache = new PortraitCache(settings.folder, asked.story);
  const { character, name = "", description = "" } = asked;
  const picture = campaignsOwn(asked, kit) ?? (await drawn(asked, settings, kit));
  const portrait = cache.keep(
    {
      character,
      name,
      description,
      preset: settings.manner.preset,
      size: settings.manner.size,
      source: picture.source,
      vector: await meaningOf(kit.host, description),
    },
    picture.bytes,
    picture.ending,
  );
  await kit.host?.store({
    dataType: "portrait",
    record: {
      characterId: character,
      imagePath: portrait.file,
      descriptionHash: hashOf(description),
      source: portrait.source,
    },
  });
  announce(portrait, cache, kit);
  return portrait;
}

/** Tells the runtime of the file: a copy in the data folder, so that the cache stays the skill's own. */
export function announce(portrait: Portrait, cache: PortraitCache, { emit }: Pick<ToolKit, "emit">): void {
  const { file, character, name, size, source, preset } = portrait;
  const shown = join(cache.folder, `shown-${file}`);
  writeFileSync(shown, readFileSync(join(cache.folder, file)));
  emit.asset({
    assetId: `portrait-${character}`.slice(0, 128),
    kind: "image",
    mediaType: mediaTypeOf(file),
    path: shown,
    metadata: { title: name || character, character, width: size, height: size, preset, source },
  });
}

function mediaTypeOf(file: string): "image/png" | "image/svg+xml" | "image/jpeg" | "image/webp" {
  if (file.endsWith(".svg")) return "image/svg+xml";
  if (file.endsWith(".webp")) return "image/webp";
  return file.endsWith(".jpg") || file.endsWith(".jpeg") ? "image/jpeg" : "image/png";
}

/** What the author has drawn goes before everything else. */
function campaignsOwn({ own = "" }: Asked, { emit }: Pick<ToolKit, "emit">): Picture | null {
  const ending = /\.(png|jpe?g|webp)$/i.exec(own)?.[1]?.toLowerCase();
  if (ending === undefined) return null;
  try {
    return { bytes: readFileSync(own), ending, source: "campaign" };
  } catch {
    emit.log("warn", "The campaign's own portrait cannot be read, so one is drawn.");
    return null;
  }
}

async function drawn(asked: Asked, settings: Settings, { emit }: Pick<ToolKit, "emit">): Promise<Picture> {
  const { manner, hosted, timeoutMs } = settings;
  const { character, description = "", kind, pronoun } = asked;
  if (hosted) {
    try {
      const signal = AbortSignal.timeout(Math.max(500, timeoutMs - DRAWING_MS));
      return { bytes: await fetchPortrait(description, manner, hosted, signal), ending: "png", source: "hosted" };
    } catch (error) {
      emit.log("warn", `No portrait came from the server, so it is drawn here. ${reasonOf(error)}`);
    }
  }
  try {
    const hints = { ...(kind === undefined ? {} : { kind }), ...(pronoun === undefined ? {} : { pronoun }) };
    const bytes = await drawPortrait({ id: character, description, ...hints }, manner);
    return { bytes, ending: manner.format, source: "local" };
  } catch (error) {
    emit.log("warn", `The portrait could not be drawn: a silhouette stands in. ${reasonOf(error)}`);
    return { bytes: Buffer.from(sized(plainSilhouette(), manner.size)), ending: "svg", source: "silhouette" };
  }
}

/** Kept free of the time that there is, for drawing it here where a server did not answer. */
const DRAWING_MS = 1_500;

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {ToolFailure} `nothing_to_draw` for a person of whom nothing is known. */
export function checkAsked({ description = "", own = "", kind }: Asked): void {
  if (description.trim() === "" && own === "" && kind === undefined)
    throw new ToolFailure("nothing_to_draw", 'There is nothing to draw from: the input has no "description".');
}

/** A turn that begins meanwhile goes before. */
export function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // Where that is not allowed, it draws as fast as it can.
  }
}

/** What the scripts give. */
export function outputOf(portrait: Portrait, more: object = {}): object {
  const { character, name, file, source, preset, size } = portrait;
  return { character, name, file, source, preset, size, ...more };
}
