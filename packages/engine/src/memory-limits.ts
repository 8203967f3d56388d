/** How much of what stories remember the player wants kept: `retention.json` in the data folder. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { RetentionPolicy } from "@narratoria/persistence";
import { readPlainFile, writeFileAtomic } from "@narratoria/protocol/files";
import { makeDataFolder } from "./data-folder.js";
import { EngineError } from "./errors.js";
import { dataFolder } from "./locate.js";
import { say } from "./words/say.js";

/** Bounds for what each story remembers. What has none is kept. */
export interface MemoryLimits {
  /** So many memories at most. */
  readonly atMost?: number;
  /** None older than so many days of play: a break between two scenes counts as one day at most. */
  readonly days?: number;
  /** No more than that on the disk. */
  readonly megabytes?: number;
}

const FILE = "retention.json";
const NAMES = ["atMost", "days", "megabytes"] as const;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What `limitMemories` set; no bounds where it never did.
 *
 * @throws {EngineError} `data_folder` where the file is there and cannot be read.
 */
export async function memoryLimits(dataDir?: string): Promise<MemoryLimits> {
  const file = join(dataFolder(dataDir), FILE);
  let text: string;
  try {
    text = await readPlainFile(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw unreadable(file, error);
  }
  try {
    return checkedLimits(JSON.parse(text));
  } catch (error) {
    throw unreadable(file, error);
  }
}

/**
 * Bounds what stories remember, in place of what was set before; no bounds keep everything. The oldest memories go between turns
 * while a story is open; pinned ones and those that weigh most never do.
 *
 * @throws {RangeError} Where a bound is no number from 1.
 */
export async function limitMemories(limits: MemoryLimits, dataDir?: string): Promise<void> {
  const folder = dataFolder(dataDir);
  const checked = checkedLimits(limits);
  if (Object.keys(checked).length === 0) return rm(join(folder, FILE), { force: true });
  await makeDataFolder(folder);
  await writeFileAtomic(join(folder, FILE), `${JSON.stringify(checked, null, 2)}\n`);
}

/** The same for the store. A file that cannot be read lets nothing go. */
export async function retentionOf(dataDir: string): Promise<RetentionPolicy | undefined> {
  const { atMost, days, megabytes } = await memoryLimits(dataDir).catch((): MemoryLimits => ({}));
  const memory = {
    ...(atMost === undefined ? {} : { atMost }),
    ...(days === undefined ? {} : { olderThanMs: days * DAY_MS }),
    ...(megabytes === undefined ? {} : { maxBytes: megabytes * 2 ** 20 }),
  };
  return Object.keys(memory).length === 0 ? undefined : { memory };
}

function checkedLimits(value: unknown): MemoryLimits {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new RangeError("it holds no bounds");
  const given = Object.entries(value).filter(([, bound]) => bound !== undefined);
  for (const [name, bound] of given) {
    if (!NAMES.some((known) => known === name)) throw new RangeError(`there is no bound "${name}"`);
    if (typeof bound !== "number" || !Number.isFinite(bound) || bound < 1)
      throw new RangeError(`${name} must be a number from 1`);
  }
  return Object.fromEntries(given);
}

function unreadable(file: string, cause: unknown): EngineError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new EngineError("data_folder", say("error.memory_limits", { file, why }), say("error.memory_limits.action"));
}
