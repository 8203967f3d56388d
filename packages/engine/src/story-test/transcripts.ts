/** Walks that an author found good, kept in the campaign's folder, and what is different since. */
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ToldScene } from "@narratoria/narrator";
import { getPath, isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { splitPieces } from "@narratoria/protocol/english";
import { writeFileAtomic } from "@narratoria/protocol/files";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";
import { endingOf } from "./coverage.js";

/** Hidden: neither a story nor an archive of the campaign takes it up. */
export const TRANSCRIPTS = ".walks";

/** A walk as it was told. */
export interface Transcript {
  readonly version: 1;
  readonly name: string;
  readonly seed: string;
  /** Words of the choices, one for each scene after the opening. */
  readonly chosen: readonly string[];
  readonly scenes: readonly TranscriptScene[];
  /** Scenes of the beats, by id. */
  readonly beats: Readonly<Record<string, number>>;
  /** Id of the ending; null where there was none. */
  readonly ending: string | null;
}

interface TranscriptScene {
  /** Paragraphs. */
  readonly told: readonly string[];
  /** Words of the choices that follow. */
  readonly offered: readonly string[];
}

export function transcriptOf(name: string, seed: string, scenes: readonly ToldScene[]): Transcript {
  return {
    version: 1,
    name,
    seed,
    chosen: scenes.flatMap(({ choice }) => (choice ? [choice.text] : [])),
    scenes: scenes.map(({ paragraphs, slots }) => ({ told: paragraphs, offered: slots.map(({ text }) => text) })),
    beats: beatsOf(scenes.at(-1)?.after ?? {}),
    ending: endingOf(scenes),
  };
}

function beatsOf(state: JsonObject): Record<string, number> {
  const beats = getPath(state, "beats");
  if (!isJsonObject(beats)) return {};
  return Object.fromEntries(
    Object.entries(beats).flatMap(([id, beat]) =>
      isJsonObject(beat) && beat["state"] === "fired" && typeof beat["scene"] === "number" ? [[id, beat["scene"]]] : [],
    ),
  );
}

/**
 * Reads the transcripts of a campaign, by the names of their walks.
 *
 * @throws {EngineError} `transcript_unusable`.
 */
export async function readTranscripts(dir: string): Promise<ReadonlyMap<string, Transcript>> {
  const folder = join(dir, TRANSCRIPTS);
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json")).sort();
  const found = new Map<string, Transcript>();
  for (const name of names) {
    const transcript = parsed(await readFile(join(folder, name), "utf8"), `${TRANSCRIPTS}/${name}`);
    found.set(transcript.name, transcript);
  }
  return found;
}

/** Writes transcripts in place of those that there are. Implements rule EN2410. */
export async function writeTranscripts(dir: string, transcripts: readonly Transcript[]): Promise<void> {
  const folder = join(dir, TRANSCRIPTS);
  await mkdir(folder, { recursive: true });
  const names = new Set(transcripts.map(({ name }) => `${name}.json`));
  for (const transcript of transcripts)
    await writeFileAtomic(join(folder, `${transcript.name}.json`), `${JSON.stringify(transcript, null, 2)}\n`);
  for (const old of await readdir(folder))
    if (old.endsWith(".json") && !names.has(old)) await rm(join(folder, old), { force: true });
}

function parsed(text: string, file: string): Transcript {
  const unusable = (why: string): EngineError =>
    new EngineError(
      "transcript_unusable",
      say("error.transcript_unusable", { file, why }),
      say("error.transcript_unusable.action"),
    );
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw unusable("it is no JSON");
  }
  if (!isJsonObject(value) || value["version"] !== 1) throw unusable("it is no transcript of version 1");
  const { name, seed, chosen, scenes, beats, ending = null } = value;
  if (typeof name !== "string" || typeof seed !== "string" || !isTexts(chosen) || !Array.isArray(scenes))
    throw unusable('it needs "name", "seed", "chosen" and "scenes"');
  return {
    version: 1,
    name,
    seed,
    chosen,
    scenes: scenes.map((scene) => {
      if (!isJsonObject(scene) || !isTexts(scene["told"]) || !isTexts(scene["offered"]))
        throw unusable('each scene needs "told" and "offered"');
      return { told: scene["told"], offered: scene["offered"] };
    }),
    beats: Object.fromEntries(
      Object.entries(isJsonObject(beats) ? beats : {}).flatMap(([id, scene]) =>
        typeof scene === "number" ? [[id, scene]] : [],
      ),
    ),
    ending: typeof ending === "string" ? ending : null,
  };
}

const isTexts = (value: JsonValue | undefined): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** More would bury the others. */
const MOST_TOLD = 3;

/**
 * Says in sentences how a walk differs from its transcript: where it goes another way, its ending, its beats, its choices, its prose.
 * Implements rule EN2411.
 *
 * @param leftAt - The scene after which the choice of the transcript was not offered; null where each was.
 */
export function changesSince(before: Transcript, now: Transcript, leftAt: number | null): string[] {
  const changes: string[] = [];
  if (leftAt !== null)
    changes.push(
      `Scene ${leftAt} no longer offers "${before.chosen[leftAt] ?? ""}". The walk goes another way from there.`,
    );
  const ends = ({ ending, scenes }: Transcript): string =>
    ending === null ? `no ending after ${scenes.length} scenes` : `${ending} in scene ${scenes.length - 1}`;
  if (ends(before) !== ends(now)) changes.push(`It comes to ${ends(now)}. Before: ${ends(before)}.`);
  for (const id of new Set([...Object.keys(before.beats), ...Object.keys(now.beats)])) {
    const [was, is] = [before.beats[id], now.beats[id]];
    if (was === is) continue;
    if (is === undefined) changes.push(`${id} does not come any more. Before: scene ${was}.`);
    else changes.push(`${id} comes in scene ${is}. Before: ${was === undefined ? "never" : `scene ${was}`}.`);
  }
  // Behind a choice that was another, all else is another too.
  const common = Math.min(
    before.scenes.length,
    now.scenes.length,
    leftAt === null ? Number.POSITIVE_INFINITY : leftAt + 1,
  );
  const told: string[] = [];
  for (let scene = 0; scene < common; scene++) {
    const [was, is] = [before.scenes[scene], now.scenes[scene]];
    if (!was || !is) continue;
    const offered = difference(was.offered, is.offered);
    if (offered !== null) changes.push(differenceWords(scene, "offers", "offer", offered));
    const prose = difference(was.told.flatMap(splitPieces), is.told.flatMap(splitPieces));
    if (prose !== null) told.push(differenceWords(scene, "tells", "tell", prose));
  }
  const more = told.length - MOST_TOLD;
  return [
    ...changes,
    ...told.slice(0, MOST_TOLD),
    ...(more > 0 ? [`${more} further ${more === 1 ? "scene is" : "scenes are"} told otherwise.`] : []),
  ];
}

/** What is there only before and only now; null where it is the same, in whatever order. */
function difference(
  before: readonly string[],
  now: readonly string[],
): { readonly gone: readonly string[]; readonly added: readonly string[] } | null {
  const gone = before.filter((text) => !now.includes(text));
  const added = now.filter((text) => !before.includes(text));
  return gone.length === 0 && added.length === 0 ? null : { gone, added };
}

const inWords = (texts: readonly string[]): string => texts.map((text) => `"${text}"`).join(", ");

/** @param does - What a scene does: "offers", and after "does not": "offer". */
function differenceWords(
  scene: number,
  does: string,
  bare: string,
  { gone, added }: { readonly gone: readonly string[]; readonly added: readonly string[] },
): string {
  if (gone.length === 0) return `Scene ${scene} ${does} ${inWords(added)} as well.`;
  if (added.length === 0) return `Scene ${scene} does not ${bare} ${inWords(gone)} any more.`;
  return `Scene ${scene} ${does} ${inWords(added)} in place of ${inWords(gone)}.`;
}
