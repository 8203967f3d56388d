/** What is different in a campaign since it was installed or played last. */
import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { atOnce, inSlices, isJsonObject, type JsonValue } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";

interface Names {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** How a campaign differs from what it was. */
export interface CampaignChanges {
  /** As its manifest gave it, and gives it; the same where nobody counted it up. */
  readonly version: { readonly from: string; readonly to: string };
  /** Paths of texts, pictures and sounds; of the last two only those that came or went. */
  readonly files: Names;
  /** Names of characters. */
  readonly people: Names;
}

/** As much of a campaign as tells whether it has changed, and where. */
interface Outline {
  readonly version: string;
  /** Something for each path that differs where the file does. */
  readonly files: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
}

/** @returns Null where nothing is different. */
export function changesBetween(before: Campaign, after: Campaign): CampaignChanges | null {
  return differences(atOnce(outlining(before)), atOnce(outlining(after)));
}

/**
 * What is different since a story was played last, by what was noted of its campaign then. What was found is noted in its place.
 *
 * @param file - Where that is noted; null where nothing is to be written.
 * @param knownVersion - The version that the story was begun with, which counts where nothing was noted.
 */
export async function changesSincePlayed(
  campaign: Campaign,
  file: string | null,
  knownVersion: string,
): Promise<CampaignChanges | null> {
  const now = await inSlices(outlining(campaign));
  const before = file === null ? null : await readOutline(file);
  const changes = before ? differences(before, now) : differences({ ...now, version: knownVersion }, now);
  if (file !== null && (changes !== null || before === null)) await writeOutline(file, now);
  return changes;
}

/** @param id - Of a playthrough that is there: it becomes part of a path. */
export const playedFile = (dataDir: string, id: string): string => join(dataDir, "cache", "played", `${id}.json`);

/** Forgets what was noted for a story. */
export async function forgetPlayed(dataDir: string, id: string): Promise<void> {
  await rm(playedFile(dataDir, id), { force: true }).catch(() => {});
}

function* outlining({ manifest, texts, art, music, npcs }: Campaign): Generator<void, Outline> {
  const files = new Map([...art, ...music].map((path) => [path, ""]));
  for (const [path, text] of texts) {
    files.set(path, print(text));
    yield;
  }
  const people = npcs.map(
    ({ profile, secrets = "" }) => [profile.name, print(JSON.stringify(profile) + secrets)] as const,
  );
  return { version: manifest.version, files, people: new Map(people) };
}

const print = (text: string): string => createHash("sha256").update(text).digest("base64").slice(0, 16);

function differences(before: Outline, after: Outline): CampaignChanges | null {
  const [files, people] = [namesIn(before.files, after.files), namesIn(before.people, after.people)];
  const isSame = [files, people].every((one) =>
    [one.added, one.removed, one.changed].every(({ length }) => length === 0),
  );
  if (isSame && before.version === after.version) return null;
  return { version: { from: before.version, to: after.version }, files, people };
}

function namesIn(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): Names {
  return {
    added: [...after.keys()].filter((name) => !before.has(name)).sort(),
    removed: [...before.keys()].filter((name) => !after.has(name)).sort(),
    changed: [...after.keys()].filter((name) => before.has(name) && before.get(name) !== after.get(name)).sort(),
  };
}

/** Null where nothing was noted, or it is damaged: then there is nothing to compare with. */
async function readOutline(file: string): Promise<Outline | null> {
  try {
    const value = JSON.parse(await readFile(file, "utf8")) as JsonValue;
    if (!isJsonObject(value) || typeof value["version"] !== "string") return null;
    return { version: value["version"], files: pairsIn(value["files"]), people: pairsIn(value["people"]) };
  } catch {
    return null;
  }
}

function pairsIn(value: JsonValue | undefined): Map<string, string> {
  const entries = Array.isArray(value) ? value : [];
  return new Map(
    entries.flatMap((entry: JsonValue) =>
      Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "string"
        ? [[entry[0], entry[1]]]
        : [],
    ),
  );
}

/** What cannot be written is not noted: the story is played all the same. */
async function writeOutline(file: string, { version, files, people }: Outline): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, JSON.stringify({ version, files: [...files], people: [...people] }), { mode: 0o600 });
  } catch {
    // Then the next opening has nothing to compare with.
  }
}
