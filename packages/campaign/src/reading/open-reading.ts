import { chmod } from "node:fs/promises";
import type { Reading } from "@narratoria/protocol/contracts";
import type { Campaign } from "../campaign.js";
import { ReadingCache, readingKey } from "./reading-cache.js";
import { readApart } from "./read-apart.js";
import { type BoundedTexts, boundedSourceOf, readBounded } from "./read-story.js";

export interface ReadingOptions {
  /** Folder in which readings are kept by the content that they were made from; none are kept where it is left out. */
  readonly cacheDir?: string;
  /** Folder with readings that {@link shipReading} made; nothing is written there. */
  readonly shippedDir?: string;
  /** Stops the work; what was begun leaves nothing behind. */
  readonly signal?: AbortSignal;
}

/**
 * From so many letters on a process of its own does the work. It takes a twentieth of a second to start, and a page of a shell that is
 * held up for longer stutters. From sources the process would run what was built last, so only what is made for it goes there.
 */
const LETTERS_FOR_A_PROCESS = (import.meta.url ?? "").endsWith(".ts") ? 300_000 : 0;

/** Readings of this process by their keys, the one used last at the end: copies of a campaign and other data folders share them. */
const recent = new Map<string, Reading>();
const MOST_RECENT = 16;
/** A longer campaign is held by nobody but its story. */
const MOST_LETTERS = 1_000_000;

function keepRecent(key: string, reading: Reading): void {
  recent.delete(key);
  recent.set(key, reading);
  for (const oldest of recent.keys()) {
    if (recent.size <= MOST_RECENT) break;
    recent.delete(oldest);
  }
}

/**
 * Reads what a campaign means, as {@link readStory} does, without holding up what else the program does where that takes long. What
 * was read before comes from the cache. Implements rules CA293 to CA297, CA1414 and CA2200.
 *
 * @throws What `signal` was aborted with.
 */
export async function openReading(
  campaign: Campaign,
  { cacheDir, shippedDir, signal }: ReadingOptions = {},
): Promise<Reading> {
  signal?.throwIfAborted();
  const bounded = boundedSourceOf(campaign);
  const cache = cacheDir === undefined ? null : new ReadingCache(cacheDir);
  const key = await readingKey(bounded);
  const kept = await cache?.get(key);
  if (kept) return kept;
  const shipped =
    shippedDir === undefined ? null : await new ReadingCache(shippedDir).get(await shippedKey(bounded), false);
  const letters = bounded.texts.reduce((sum, [, text]) => sum + text.length, 0);
  const reading =
    shipped ??
    recent.get(key) ??
    (letters < LETTERS_FOR_A_PROCESS ? readBounded(bounded) : await readApart(bounded, signal));
  signal?.throwIfAborted();
  if (letters <= MOST_LETTERS) keepRecent(key, reading);
  await cache?.put(key, reading);
  return reading;
}

const shippedKey = (bounded: BoundedTexts): Promise<string> => readingKey(bounded, "contents");

/**
 * Reads a campaign and lays the reading where it can travel with the program: on every machine the same code finds it. (rule CA1414)
 *
 * @param folder - Made where there is none.
 * @throws Where nothing can be written there.
 */
export async function shipReading(campaign: Campaign, folder: string): Promise<void> {
  const bounded = boundedSourceOf(campaign);
  const path = await new ReadingCache(folder).put(await shippedKey(bounded), readBounded(bounded));
  if (path === null) throw new Error(`No reading can be written to ${folder}.`);
  // What an administrator installs everybody may read.
  await chmod(folder, 0o755);
  await chmod(path, 0o644);
}
