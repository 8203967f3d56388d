import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import { readPlainFile, writeFileAtomic } from "@narratoria/protocol/files";
import type { FilledField } from "./config-form/environment.js";
import { changesBetween, type FolderChanges, type FolderPrint } from "./folder-print.js";
import { parseJsonObject } from "./json-text.js";
import { isTrusted, type SkillOrigin } from "./skill.js";

/** What is kept of one skill from session to session. */
export interface Standing {
  /** What the player agreed to; absent where they never did, or took it back. */
  readonly agreed?: FolderPrint;
  /** They agreed that it runs without a sandbox. */
  readonly withoutSandbox?: boolean;
  /** The player turned it off. */
  readonly disabled?: boolean;
  /** Settings in a file of its folder that the player filled from an environment variable. */
  readonly filled?: readonly FilledField[];
  /** How often a process of it died of a native fault, while its folder had this hash. */
  readonly crashes?: { readonly hash: string; readonly count: number };
}

/** What else the player says when they agree. */
export interface AgreeOptions {
  /** It may run without a sandbox, on this machine and wherever there is one. */
  readonly withoutSandbox?: boolean;
}

/** By the name of the skill. */
export type Standings = ReadonlyMap<string, Standing>;

/** Whether a skill may run, as far as its standing goes; `off` where it crashed too often. */
export type Verdict =
  | { readonly state: "ready" | "disabled" | "off" }
  | {
      readonly state: "waiting";
      /** What is different from what was agreed to before; null where nothing ever was. */
      readonly changes: FolderChanges | null;
    };

/** So many native faults show that the skill does not work here. */
const MAX_CRASHES = 3;

/**
 * Whether a skill may run. What we ship needs no agreement, nor does what its author is at work on; any other one runs as long as its folder is, to the last byte,
 * what the player agreed to. Implements rules SK73, SK75 and SK82.
 */
export function judgeSkill(standing: Standing | undefined, origin: SkillOrigin, print: FolderPrint | null): Verdict {
  if (standing?.disabled) return { state: "disabled" };
  if (!isTrusted(origin) && (print === null || standing?.agreed?.hash !== print.hash)) {
    const before = standing?.agreed?.files;
    return { state: "waiting", changes: before && print ? changesBetween(before, print.files) : null };
  }
  const { crashes } = standing ?? {};
  const broken = crashes !== undefined && crashes.count >= MAX_CRASHES && crashes.hash === print?.hash;
  return { state: broken ? "off" : "ready" };
}

/** The player agrees to what stands in a skill's folder now. Whoever agrees wants it to run. */
export function agree(standings: Standings, name: string, print: FolderPrint, options: AgreeOptions = {}): Standings {
  const { filled } = standings.get(name) ?? {};
  const sandbox = options.withoutSandbox ? { withoutSandbox: true } : {};
  return new Map(standings).set(name, { agreed: print, ...sandbox, ...(filled && { filled }) });
}

/** The player takes an agreement back. */
export function withdraw(standings: Standings, name: string): Standings {
  const { agreed: _agreed, withoutSandbox: _withoutSandbox, ...rest } = standings.get(name) ?? {};
  return put(standings, name, rest);
}

/** The player turns a skill off, whatever was agreed to. */
export function disable(standings: Standings, name: string): Standings {
  return put(standings, name, { ...standings.get(name), disabled: true });
}

/** The player turns a skill on again, which also gives one that crashed another chance. */
export function enable(standings: Standings, name: string): Standings {
  const { disabled: _disabled, crashes: _crashes, ...rest } = standings.get(name) ?? {};
  return put(standings, name, rest);
}

/** The player has filled these settings of a skill from variables, and no others. */
export function fill(standings: Standings, name: string, filled: readonly FilledField[]): Standings {
  const { filled: _before, ...rest } = standings.get(name) ?? {};
  return put(standings, name, filled.length === 0 ? rest : { ...rest, filled });
}

/** Whether the player has filled this setting of a skill from this variable. */
export function hasFilled(standings: Standings, name: string, { path, variable }: FilledField): boolean {
  const filled = standings.get(name)?.filled ?? [];
  return filled.some((one) => one.path === path && one.variable === variable);
}

/** The skill is gone, and what was decided about it with it. */
export function forget(standings: Standings, name: string): Standings {
  return put(standings, name, {});
}

/** Counts a native fault of a skill whose folder has this hash. */
export function noteCrash(standings: Standings, name: string, hash: string): Standings {
  const before = standings.get(name);
  const count = before?.crashes?.hash === hash ? before.crashes.count + 1 : 1;
  return put(standings, name, { ...before, crashes: { hash, count } });
}

function put(standings: Standings, name: string, standing: Standing): Standings {
  const next = new Map(standings);
  if (Object.keys(standing).length > 0) next.set(name, standing);
  else next.delete(name);
  return next;
}

/**
 * Reads what was kept. A file that cannot be read agrees to nothing.
 *
 * @returns The standings, and in a sentence what is wrong with the file; null when nothing is.
 */
export async function readStandings(file: string): Promise<{ standings: Standings; fault: string | null }> {
  let text: string;
  try {
    text = await readPlainFile(file);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    const why = code === "not_a_file" ? "It is not a plain file." : `It cannot be read (${code}).`;
    return { standings: new Map(), fault: code === "ENOENT" ? null : `${why} All skills of others ask again.` };
  }
  const parsed = await parseJsonObject(text);
  const skills = parsed.ok ? parsed.json.value.skills : null;
  if (!Array.isArray(skills)) return { standings: new Map(), fault: "It is damaged. All skills of others ask again." };
  const standings = new Map<string, Standing>();
  for (const kept of skills) {
    const standing = standingOf(kept);
    if (standing !== null) standings.set(...standing);
  }
  return { standings, fault: null };
}

/**
 * Writes them whole or not at all, for nobody else to read. They are kept as lists: names of skills and files may be such
 * that no JSON object should hold them as keys.
 *
 * @throws What the file system reports when it cannot be written.
 */
export async function writeStandings(file: string, standings: Standings): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const skills = [...standings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { agreed, filled, ...rest }]) => ({
      name,
      ...rest,
      ...(filled ? { filled: filled.map(({ path, variable }) => [path, variable]) } : {}),
      ...(agreed ? { agreed: { hash: agreed.hash, files: [...agreed.files] } } : {}),
    }));
  await writeFileAtomic(file, `${JSON.stringify({ version: 1, skills }, null, 2)}\n`);
}

function standingOf(value: JsonValue): [name: string, standing: Standing] | null {
  if (!isJsonObject(value) || typeof value.name !== "string") return null;
  const { agreed, withoutSandbox, disabled, filled, crashes } = value;
  const standing: Standing = {
    ...(isJsonObject(agreed) && typeof agreed.hash === "string"
      ? { agreed: { hash: agreed.hash, files: pairsIn(agreed.files) } }
      : {}),
    ...(withoutSandbox === true ? { withoutSandbox } : {}),
    ...(disabled === true ? { disabled } : {}),
    ...(Array.isArray(filled) ? { filled: [...pairsIn(filled)].map(([path, variable]) => ({ path, variable })) } : {}),
    ...(isJsonObject(crashes) && typeof crashes.hash === "string" && typeof crashes.count === "number"
      ? { crashes: { hash: crashes.hash, count: crashes.count } }
      : {}),
  };
  return [value.name, standing];
}

function pairsIn(value: JsonValue | undefined): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of Array.isArray(value) ? value : []) {
    if (!Array.isArray(pair)) continue;
    const [path, hash]: readonly JsonValue[] = pair;
    if (typeof path === "string" && typeof hash === "string") pairs.set(path, hash);
  }
  return pairs;
}
