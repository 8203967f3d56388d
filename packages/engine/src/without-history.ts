/** Play where the store of all stories cannot be opened: on a folder of its own, which is gone afterwards. */
import { cp, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StoreError, type StoreErrorCode } from "@narratoria/persistence";
import { EngineError } from "./errors.js";

/** What keeps a store from being opened, but not a story from being told. */
const ELSEWHERE: readonly StoreErrorCode[] = [
  "locked",
  "newer_version",
  "unwritable",
  "corrupt",
  "disk_full",
  "io",
  "busy",
];

/** What a story is played with: the player's skills and settings, as they are now. */
const COPIED = ["skills", "skills.json", "preferences.json"];
/** What is only read, and may be large. */
const SHARED = ["models", "runtimes", "campaigns"];

/** Why a story is told without history. */
export interface HistoryTrouble {
  /** In words for the player, with what helps. */
  readonly reason: string;
  /** Whether a repair would help. */
  readonly isDamaged: boolean;
}

/** A folder to play in, in place of the player's. */
export interface PassingFolder {
  readonly dataDir: string;
  readonly trouble: HistoryTrouble;
  /** Removes it with all that was told in it. */
  remove(): Promise<void>;
}

/**
 * Whether stories can be told though this was thrown as a data folder was opened. A folder that was named and is none is a mistake of
 * whoever named it.
 */
export function isPlayable(error: unknown, wasNamed: boolean): error is StoreError | EngineError {
  if (error instanceof EngineError) return error.code === "data_folder" && !wasNamed;
  return error instanceof StoreError && ELSEWHERE.includes(error.code);
}

/**
 * Makes a folder that a story can be told in. Of the player's own it holds skills and settings, as far as they can be read; nothing
 * is written there.
 *
 * @param dataDir - The player's own.
 * @throws What kept the player's own from being opened, where nothing can be written anywhere else either.
 */
export async function makePassingFolder(dataDir: string, cause: StoreError | EngineError): Promise<PassingFolder> {
  const made = (await madeIn(tmpdir())) ?? (await madeIn("/dev/shm"));
  if (made === null) throw cause;
  const names = new Set(await readdir(dataDir).catch(() => []));
  for (const name of COPIED.filter((one) => names.has(one)))
    await cp(join(dataDir, name), join(made, name), { recursive: true }).catch(() => {});
  // A symbolic link to a folder needs rights of its own on Windows, a junction none.
  for (const name of SHARED.filter((one) => names.has(one)))
    await symlink(join(dataDir, name), join(made, name), "junction").catch(() => {});
  const trouble = { reason: cause.message, isDamaged: cause.code === "corrupt" };
  return { dataDir: made, trouble, remove: () => rm(made, { recursive: true, force: true }) };
}

/** Null where nothing can be made. */
function madeIn(parent: string): Promise<string | null> {
  return mkdtemp(join(parent, "narratoria-without-history-")).catch(() => null);
}
