import { statSync } from "node:fs";
import { type FoundCommand, findCommand, guardAgainstOrphans, type ScriptCommand } from "@narratoria/protocol/launch";

/** A script as it stands on the disk at this moment, and how it is started. */
export interface StartableScript {
  readonly command: ScriptCommand;
  /** The same without the guard: where the sandbox does its work. */
  readonly plain: ScriptCommand;
  /** Tells one version of the script from another. */
  readonly stamp: string;
}

export type FoundScript = ({ readonly ok: true } & StartableScript) | Extract<FoundCommand, { ok: false }>;

/** What was found last for each script; good for as long as its file is the same. */
const found = new Map<string, StartableScript>();

/** How a script is started here, guard and all, or why it cannot be. Settled at once where the script is known. */
export async function findScript(file: string): Promise<FoundScript> {
  const stamp = stampOf(file);
  const known = found.get(file);
  if (known && known.stamp === stamp) return { ok: true, ...known };
  const plain = findCommand(file);
  if (!plain.ok) return plain;
  const startable = { command: await guardAgainstOrphans(plain.command), plain: plain.command, stamp };
  found.set(file, startable);
  return { ok: true, ...startable };
}

function stampOf(file: string): string {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${dev}:${ino}:${size}:${mtimeMs}:${ctimeMs}`;
  } catch {
    return "none";
  }
}
