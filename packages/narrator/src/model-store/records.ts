/** What is remembered of models: `models.json` in the data folder. */
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readPlainFile } from "@narratoria/protocol/files";
import type { ModelProbe } from "../model-host/probe-model.js";
import type { AheadCounts } from "./ahead-counts.js";
import type { ModelKind } from "./catalogue.js";

/** A file that has been read to the end once. While size and time are the same, it is taken for the same file. */
export interface FileRecord {
  readonly path: string;
  readonly bytes: number;
  readonly mtimeMs: number;
  readonly sha256: string;
}

export interface ModelRecord {
  readonly title: string;
  readonly kind: ModelKind;
  /** The one that is loaded first. */
  readonly files: readonly FileRecord[];
  readonly added?: boolean;
  readonly contextTokens?: number;
  readonly licence?: string;
}

export interface Records {
  /** Name of the narrator; null for the storybook. */
  readonly chosen: string | null;
  readonly models: Readonly<Record<string, ModelRecord>>;
  /** How fast the model that was measured last is on this machine. */
  readonly measured?: MeasuredFile;
  /** What models were found to be able to do, by the path of their file. */
  readonly probed?: Readonly<Record<string, ProbedFile>>;
  /** How often scenes of models were written ahead of need, by the path of their file. */
  readonly ahead?: Readonly<Record<string, AheadFile>>;
}

/** What was counted with one file. While size and time are the same, it holds. */
export interface AheadFile extends AheadCounts, Pick<FileRecord, "bytes" | "mtimeMs"> {}

/** What was found of one file. While size and time are the same, it holds. */
export interface ProbedFile extends Pick<FileRecord, "bytes" | "mtimeMs"> {
  readonly probe: ModelProbe;
}

export interface MeasuredFile extends Pick<FileRecord, "path" | "bytes" | "mtimeMs"> {
  readonly tokensPerSecond: number;
}

const NONE: Records = { chosen: null, models: {} };
const FILE = "models.json";

/** What cannot be read is as if it were not there: models can be looked at again, and the storybook needs none. */
export async function readRecords(dataDir: string): Promise<Records> {
  try {
    const value: unknown = JSON.parse(await readPlainFile(join(dataDir, FILE)));
    return isRecords(value) ? value : NONE;
  } catch {
    return NONE;
  }
}

/** Written beside and renamed: it is the old one or the new one. */
export async function writeRecords(dataDir: string, records: Records): Promise<void> {
  const path = join(dataDir, FILE);
  await writeFile(`${path}.new`, `${JSON.stringify(records, null, 2)}\n`, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function isRecords(value: unknown): value is Records {
  if (typeof value !== "object" || value === null || !("chosen" in value && "models" in value)) return false;
  const { chosen, models } = value;
  if ((chosen !== null && typeof chosen !== "string") || typeof models !== "object" || models === null) return false;
  if ("measured" in value && !isMeasured(value.measured)) return false;
  if ("probed" in value && !isProbed(value.probed)) return false;
  if ("ahead" in value && !isAhead(value.ahead)) return false;
  return Object.values(models).every(isModel);
}

function isAhead(value: unknown): boolean {
  const isNumber = (one: unknown): boolean => typeof one === "number";
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((one: Partial<Record<keyof AheadFile, unknown>> | null) =>
      [one?.bytes, one?.mtimeMs, one?.scenes, one?.whole, one?.begun].every(isNumber),
    )
  );
}

function isProbed(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every(
      (one: Partial<Record<keyof ProbedFile, unknown>> | null) =>
        typeof one?.bytes === "number" && typeof one.mtimeMs === "number" && isProbe(one.probe),
    )
  );
}

function isProbe(value: unknown): value is ModelProbe {
  if (typeof value !== "object" || value === null) return false;
  const {
    tokensPerSecond,
    grammar,
    instruction,
    names,
    repeats,
    whole,
    tells,
  }: Partial<Record<keyof ModelProbe, unknown>> = value;
  return (
    [tokensPerSecond, instruction, names, repeats].every((one) => typeof one === "number") &&
    typeof grammar === "boolean" &&
    typeof whole === "boolean" &&
    (tells === "scene" || tells === "plans")
  );
}

function isMeasured(value: unknown): value is MeasuredFile {
  if (typeof value !== "object" || value === null) return false;
  const { path, bytes, mtimeMs, tokensPerSecond }: Partial<Record<keyof MeasuredFile, unknown>> = value;
  return typeof path === "string" && [bytes, mtimeMs, tokensPerSecond].every((one) => typeof one === "number");
}

function isModel(value: unknown): value is ModelRecord {
  if (typeof value !== "object" || value === null) return false;
  if (!("title" in value && "kind" in value && "files" in value) || typeof value.title !== "string") return false;
  return (
    (value.kind === "narrator" || value.kind === "memories") && Array.isArray(value.files) && value.files.every(isFile)
  );
}

function isFile(value: unknown): value is FileRecord {
  if (typeof value !== "object" || value === null) return false;
  const { path, bytes, mtimeMs, sha256 }: Partial<Record<keyof FileRecord, unknown>> = value;
  return (
    typeof path === "string" && typeof bytes === "number" && typeof mtimeMs === "number" && typeof sha256 === "string"
  );
}
