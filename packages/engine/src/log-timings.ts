/** How long plans, scripts and searches took, by what the log of a data folder says. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import { dataFolder } from "./locate.js";

/** Of one kind of thing that was done again and again; times in milliseconds. */
export interface Timing {
  /** "plan", the path of a script such as "memory/recall-memory", or a search such as "semanticSearch of memory". */
  readonly name: string;
  readonly count: number;
  /** How many of them failed; a search that fails is not logged. */
  readonly failed: number;
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  /** Of a search: the mean of how many records it found. */
  readonly found?: number;
}

export interface Timings {
  /** When the oldest of it was logged, in ISO 8601; null where nothing was. */
  readonly since: string | null;
  /** Whole plans; null where none ran. */
  readonly plans: Timing | null;
  /** By script, in the order of their paths. */
  readonly scripts: readonly Timing[];
  readonly searches: readonly Timing[];
}

interface Samples {
  readonly ms: number[];
  failed: number;
  found: number;
}

/**
 * Sums up the log of a data folder, as far as it is kept. Lines that are none are passed over. Implements rule EN1422.
 *
 * @param dataDir - The usual one where it is absent.
 * @throws {EngineError} `data_folder` for a name that is empty.
 */
export async function readTimings(dataDir?: string): Promise<Timings> {
  const all = new Map<string, Samples>();
  let since: string | null = null;
  for (const entry of await logEntries(join(dataFolder(dataDir), "logs"))) {
    const { time, ms } = entry;
    const what = kindOf(entry);
    if (what === null || typeof time !== "string" || typeof ms !== "number") continue;
    if (since === null || time < since) since = time;
    const samples = all.get(what) ?? { ms: [], failed: 0, found: 0 };
    all.set(what, samples);
    samples.ms.push(ms);
    if (failed(entry)) samples.failed++;
    if (typeof entry["found"] === "number") samples.found += entry["found"];
  }
  const timings = [...all].map(([key, samples]) => timingOf(key, samples));
  const ofKind = (kind: string): Timing[] =>
    timings
      .filter(({ name }) => name.startsWith(`${kind} `))
      .map((timing): Timing => ({ ...timing, name: timing.name.slice(kind.length + 1) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { since, plans: ofKind("result")[0] ?? null, scripts: ofKind("tool"), searches: ofKind("search") };
}

function kindOf({ event, toolPath, service, dataType }: JsonObject): string | null {
  if (event === "result") return "result plan";
  if (event === "tool") return typeof toolPath === "string" ? `tool ${toolPath}` : null;
  return event === "search" ? `search ${String(service)} of ${String(dataType)}` : null;
}

function failed({ event, state, outcome }: JsonObject): boolean {
  return event === "result" ? outcome !== "success" : event === "tool" && state !== "success";
}

function timingOf(name: string, { ms, failed: bad, found }: Samples): Timing {
  const sorted = ms.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const count = sorted.length;
  return {
    name,
    count,
    failed: bad,
    p50: at(0.5),
    p95: at(0.95),
    most: at(1),
    ...(name.startsWith("search ") ? { found: Math.round((10 * found) / count) / 10 } : {}),
  };
}

/** Of all files of the log, the oldest first or not. */
async function logEntries(folder: string): Promise<JsonObject[]> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(
    names
      .filter((name) => /^narratoria(?:\.\d)?\.log$/.test(name))
      .map((name) => readFile(join(folder, name), "utf8").catch(() => "")),
  );
  return texts.flatMap((text) => text.split("\n")).flatMap(entryOf);
}

function entryOf(line: string): JsonObject[] {
  try {
    const entry = JSON.parse(line) as JsonValue;
    return isJsonObject(entry) ? [entry] : [];
  } catch {
    return [];
  }
}
