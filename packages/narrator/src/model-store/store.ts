/** The models of a data folder: which there are, fetching them, and the one that was chosen. Nothing here is done while a story is played. */
import { chmod, mkdir, readFile, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { nearest } from "@narratoria/protocol";
import { ModelError } from "../errors.js";
import { forgetBroken } from "../model-host/broken-models.js";
import { type CatalogueFile, type CatalogueModel, catalogueModels, type ModelKind } from "./catalogue.js";
import { download, type DownloadProgress, fetchedPart, forgetPart, hashFile } from "./download.js";
import { readGguf } from "./gguf.js";
import { webPage } from "./http-source.js";
import { readRecords, type FileRecord, type ModelRecord, type Records, writeRecords } from "./records.js";
import type { ModelProbe } from "../model-host/probe-model.js";
import { probedModel } from "./probed.js";

export interface ModelStoreOptions {
  /** Where the choice and what is known of each file are kept: the data folder. */
  readonly dataDir: string;
  /** Where fetched models lie. */
  readonly modelsDir: string;
  /** Keeps others out while files are changed; null where somebody has it. */
  readonly takeLock: (folder: string) => (() => void) | null;
  /** For `HF_ENDPOINT`, `HF_TOKEN` and the proxies. */
  readonly env?: NodeJS.ProcessEnv;
  readonly catalogue?: readonly CatalogueModel[];
}

/** A model as it is listed. */
export interface ModelEntry {
  readonly name: string;
  readonly title: string;
  readonly kind: ModelKind;
  readonly about: string;
  readonly licence: string;
  readonly licenceUrl: string | null;
  /** `ready`: here and known; `unchecked`: its files are here, nobody has looked at them; `partial`: a download can go on; `missing`. */
  readonly state: "ready" | "unchecked" | "partial" | "missing";
  readonly chosen: boolean;
  /** Whether the player added it from a file of their own. */
  readonly added: boolean;
  /** Bytes on the disk, or of the download; null where nobody has measured them. */
  readonly bytes: number | null;
  /** How far a download that was stopped has come; null where none was. `pull` goes on from there, `remove` gives it up. */
  readonly paused: { readonly doneBytes: number; readonly totalBytes: number } | null;
  /** About what has to be free in memory to run it, by its file; null where that is not here. */
  readonly memoryBytes: number | null;
  /** How many weights it has; null for a file of the player's own. */
  readonly weights: number | null;
  readonly contextTokens: number | null;
  /** SHA-256 of its main file; null where unknown. */
  readonly sha256: string | null;
  /** Absolute path of its main file, where it is here. */
  readonly path: string | null;
  /** What it was found to be able to do; absent until it was tried. */
  readonly probe?: ModelProbe;
}

export interface FetchOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress & { readonly file: string }) => void;
}

/** The model that stories are told with. */
export interface ChosenModel {
  readonly name: string;
  readonly title: string;
  /** Absolute path of its file. */
  readonly path: string;
  readonly sha256: string;
}

export interface ModelStore {
  list(): Promise<ModelEntry[]>;
  /** @throws {ModelError} `unknown_model`, with the nearest name. */
  find(name: string): Promise<ModelEntry>;
  /**
   * Fetches what is missing of a model of the catalogue. To pause, abort the signal: what has come is kept, and the next call goes on with it.
   *
   * @throws {ModelError} `unknown_model`, `busy`, `download_failed`, `wrong_file`, `model_broken`, `disk_full`.
   */
  pull(name: string, options?: FetchOptions): Promise<ModelEntry>;
  /** Takes up a GGUF file where it lies; it is not copied. @throws {ModelError} `no_model`, `model_broken`. */
  add(path: string, options?: FetchOptions): Promise<ModelEntry>;
  /** Chooses a narrator; null goes back to the storybook. @throws {ModelError} `unknown_model`, `no_model`, `wrong_file`. */
  use(name: string | null): Promise<ModelEntry | null>;
  /** Reads every byte of a model again and says whether it is what it was. @throws {ModelError} `unknown_model`, `no_model`. */
  verify(name: string, options?: FetchOptions): Promise<boolean>;
  /** Deletes a fetched model; an added one is forgotten and its file left alone. @throws {ModelError} `unknown_model`, `busy`. */
  remove(name: string): Promise<void>;
}

const ENDPOINT = "https://huggingface.co";
/** What a model takes beside its file, in bytes. */
const BESIDE_FILE_BYTES = 800_000_000;

export function openModelStore(options: ModelStoreOptions): ModelStore {
  return new FolderModelStore(options);
}

/**
 * The model that was chosen with `use`, if its file is still the one that was chosen.
 *
 * @returns Null where none was: the storybook tells.
 * @throws {ModelError} `no_model` where the file is gone, `wrong_file` where it is another by now.
 */
export async function chosenModel(dataDir: string): Promise<ChosenModel | null> {
  const { chosen, models } = await readRecords(dataDir);
  const record = chosen === null ? undefined : models[chosen];
  const main = record?.files[0];
  if (chosen === null || record === undefined || main === undefined) return null;
  if (!(await isSame(main))) throw changed(chosen);
  return { name: chosen, title: record.title, path: main.path, sha256: main.sha256 };
}

/** Absolute path of the folder of MiniLM; null where it was not fetched, or one of its files is another by now. */
export async function memoriesModel(dataDir: string): Promise<string | null> {
  const { models } = await readRecords(dataDir);
  const files = Object.values(models).find(({ kind }) => kind === "memories")?.files;
  const main = files?.[0];
  if (files === undefined || main === undefined) return null;
  const same = await Promise.all(files.map(isSame));
  // Its weights lie in a folder of their own, as the library wants it.
  return same.every(Boolean) ? dirname(dirname(main.path)) : null;
}

class FolderModelStore implements ModelStore {
  private readonly catalogue: readonly CatalogueModel[];
  private readonly env: NodeJS.ProcessEnv;

  constructor(private readonly options: ModelStoreOptions) {
    this.catalogue = options.catalogue ?? catalogueModels();
    this.env = options.env ?? process.env;
  }

  async list(): Promise<ModelEntry[]> {
    const records = await readRecords(this.options.dataDir);
    const ours = await Promise.all(this.catalogue.map((model) => this.entryOf(model, records)));
    const theirs = Object.entries(records.models).filter(([, { added }]) => added === true);
    const all = [...ours, ...theirs.map(([name, record]) => addedEntry(name, record, records))];
    return Promise.all(
      all.map(async (entry) => {
        const probe = entry.path === null ? null : await probedModel(this.options.dataDir, entry.path);
        return probe === null ? entry : { ...entry, probe };
      }),
    );
  }

  async find(name: string): Promise<ModelEntry> {
    const all = await this.list();
    const found = all.find((one) => one.name === name);
    if (found) return found;
    const names = all.map((one) => one.name);
    const close = nearest(name, names);
    throw new ModelError(
      "unknown_model",
      `There is no model called "${name}".`,
      close ? `Did you mean ${close}?` : `There are: ${names.join(", ")}.`,
    );
  }

  async pull(name: string, { signal, onProgress }: FetchOptions = {}): Promise<ModelEntry> {
    const { kind } = await this.find(name);
    const model = this.catalogue.find((one) => one.name === name);
    if (model === undefined)
      throw new ModelError("unknown_model", `${name} is a file of your own.`, "It needs no fetching.");
    await this.alone(async () => {
      const files: FileRecord[] = [];
      for (const file of mainFirst(model.files)) {
        files.push(
          await this.fetchFile(model, file, signal, (progress) =>
            onProgress?.({ ...progress, file: basename(file.path) }),
          ),
        );
      }
      await this.record(name, { title: model.title, kind, files });
    });
    return this.find(name);
  }

  async add(path: string, { signal, onProgress }: FetchOptions = {}): Promise<ModelEntry> {
    const file = resolve(path);
    const info = await readGguf(file);
    const sha256 = await this.hashed(file, signal, onProgress);
    const known = this.catalogue.flatMap(({ known: all = [] }) => all).find((one) => one.sha256 === sha256);
    const name = await this.freeName(file, sha256);
    await this.record(name, {
      title: known?.what ?? info.name ?? basename(file),
      kind: "narrator",
      added: true,
      files: [await recordOf(file, sha256)],
      ...(info.contextTokens === null ? {} : { contextTokens: info.contextTokens }),
      ...(info.licence === null ? {} : { licence: info.licence }),
    });
    return this.find(name);
  }

  async use(name: string | null): Promise<ModelEntry | null> {
    if (name !== null) {
      const entry = await this.find(name);
      if (entry.kind !== "narrator")
        throw new ModelError(
          "unknown_model",
          `${entry.title} tells no stories.`,
          "It is used for memories once it is here.",
        );
      if (entry.state === "missing" || entry.state === "partial") throw notHere(name);
      if (entry.state === "unchecked") await this.take(name);
      const main = (await readRecords(this.options.dataDir)).models[name]?.files[0];
      if (main === undefined || !(await isSame(main))) throw changed(name);
      // Whoever chooses it wants it tried.
      forgetBroken(this.options.dataDir, main.path);
    }
    await this.change((records) => ({ ...records, chosen: name }));
    return name === null ? null : this.find(name);
  }

  async verify(name: string, { signal, onProgress }: FetchOptions = {}): Promise<boolean> {
    const entry = await this.find(name);
    if (entry.state === "missing" || entry.state === "partial") throw notHere(name);
    if (entry.state === "unchecked") await this.take(name);
    const { models } = await readRecords(this.options.dataDir);
    const record = models[name];
    if (record === undefined) return false;
    for (const file of record.files) {
      const actual = await this.hashed(file.path, signal, onProgress).catch((error: unknown) => {
        signal?.throwIfAborted();
        if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
        throw error;
      });
      if (actual !== file.sha256) return false;
    }
    const files = await Promise.all(record.files.map((file) => recordOf(file.path, file.sha256)));
    await this.record(name, { ...record, files });
    for (const { path } of files) forgetBroken(this.options.dataDir, path);
    return true;
  }

  async remove(name: string): Promise<void> {
    await this.find(name);
    const model = this.catalogue.find((one) => one.name === name);
    await this.alone(async () => {
      for (const file of model?.files ?? []) {
        const target = this.placeOf(model, file);
        await rm(target, { force: true });
        await forgetPart(target);
      }
    });
    await this.change(({ chosen, models, ...rest }) => {
      const { [name]: _, ...left } = models;
      return { ...rest, chosen: chosen === name ? null : chosen, models: left };
    });
  }

  /** Files of a model of ours that somebody put there: each is looked at, and held against its checksum where one is known. */
  private async take(name: string): Promise<void> {
    const model = this.catalogue.find((one) => one.name === name);
    if (model === undefined) throw changed(name);
    const files: FileRecord[] = [];
    for (const file of mainFirst(model.files)) {
      const path = this.placeOf(model, file);
      await checkKind(path, file.path);
      const sha256 = await hashFile(path);
      if (file.sha256 !== null && file.sha256 !== sha256) throw changed(name);
      files.push(await recordOf(path, sha256));
    }
    await this.record(name, { title: model.title, kind: model.kind, files });
  }

  private async fetchFile(
    model: CatalogueModel,
    file: CatalogueFile,
    signal: AbortSignal | undefined,
    onProgress: (progress: DownloadProgress) => void,
  ): Promise<FileRecord> {
    const target = this.placeOf(model, file);
    const before = (await readRecords(this.options.dataDir)).models[model.name]?.files.find(
      ({ path }) => path === target,
    );
    if (before !== undefined && (await isSame(before))) return before;
    const endpoint = (this.env["HF_ENDPOINT"] || ENDPOINT).replace(/\/+$/, "");
    const url = `${endpoint}/${model.repository}/resolve/${model.revision}/${file.path}`;
    if (!URL.canParse(url))
      throw new ModelError("download_failed", `HF_ENDPOINT is no address: ${endpoint}`, "Set it to one, or unset it.");
    // A file of the same name that is not the one on record makes room, and has to be writable for that on Windows.
    if (await isFile(target)) await chmod(target, 0o644);
    const { sha256 } = await download({
      url,
      target,
      bytes: file.bytes,
      sha256: file.sha256,
      token: this.env["HF_TOKEN"],
      env: this.env,
      signal,
      onProgress,
      check: (path) => checkKind(path, file.path),
    });
    return recordOf(target, sha256);
  }

  private placeOf(model: Pick<CatalogueModel, "folder"> | undefined, file: CatalogueFile): string {
    const { modelsDir } = this.options;
    return model?.folder === undefined
      ? join(modelsDir, basename(file.path))
      : join(modelsDir, model.folder, file.path);
  }

  private async entryOf(model: CatalogueModel, { chosen, models }: Records): Promise<ModelEntry> {
    const files = mainFirst(model.files);
    const places = files.map((file) => this.placeOf(model, file));
    const here = (await Promise.all(places.map(isFile))).every(Boolean);
    const record = models[model.name];
    const fetched = here ? record?.files.reduce((sum, { bytes }) => sum + bytes, 0) : undefined;
    const listed = files.reduce<number | null>(
      (sum, { bytes }) => (sum === null || bytes === null ? null : sum + bytes),
      0,
    );
    const parts = here ? [] : await Promise.all(places.map(partOf));
    const part = parts.some((one) => one !== null && !one.whole);
    const known = parts.flatMap((one) => one ?? []);
    const sum = (of: "doneBytes" | "totalBytes"): number => known.reduce((bytes, one) => bytes + one[of], 0);
    return {
      name: model.name,
      title: model.title,
      kind: model.kind,
      about: model.about,
      licence: model.licence,
      licenceUrl: model.licenceUrl,
      state: here ? (record ? "ready" : "unchecked") : part ? "partial" : "missing",
      chosen: chosen === model.name,
      added: false,
      bytes: fetched ?? listed,
      paused: part ? { doneBytes: sum("doneBytes"), totalBytes: listed ?? sum("totalBytes") } : null,
      memoryBytes: fetched === undefined ? null : fetched + BESIDE_FILE_BYTES,
      weights: model.weights,
      contextTokens: record?.contextTokens ?? null,
      sha256: (here ? record?.files[0]?.sha256 : undefined) ?? files[0]?.sha256 ?? null,
      path: here ? (places[0] ?? null) : null,
    };
  }

  /** Nobody plays in this data folder, and nobody else changes these models, until the work is done. */
  private async alone(work: () => Promise<void>): Promise<void> {
    const { dataDir, modelsDir, takeLock } = this.options;
    const held: (() => void)[] = [];
    try {
      for (const folder of new Set([dataDir, ...(modelsDir.startsWith(join(dataDir, "/")) ? [] : [modelsDir])])) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const release = takeLock(folder);
        if (release === null) {
          throw new ModelError(
            "busy",
            "A story is being played, or a model is being fetched.",
            "Try again when that is done.",
          );
        }
        held.push(release);
      }
      await work();
    } finally {
      for (const release of held) release();
    }
  }

  private async hashed(
    path: string,
    signal: AbortSignal | undefined,
    onProgress: FetchOptions["onProgress"],
  ): Promise<string> {
    const { size: totalBytes } = await stat(path);
    const startedAt = performance.now();
    return hashFile(path, {
      signal,
      onBytes(doneBytes) {
        const bytesPerSecond = doneBytes / Math.max(0.001, (performance.now() - startedAt) / 1000);
        const secondsLeft = (totalBytes - doneBytes) / Math.max(1, bytesPerSecond);
        onProgress?.({ step: "checking", file: basename(path), doneBytes, totalBytes, bytesPerSecond, secondsLeft });
      },
    });
  }

  /** A name from the file's own; of two files with one name the later gets a part of its hash. */
  private async freeName(file: string, sha256: string): Promise<string> {
    const slug =
      basename(file)
        .replace(/\.gguf$/i, "")
        .toLowerCase()
        .replace(/[^a-z0-9.]+/g, "-")
        .replace(/^[-.]+|[-.]+$/g, "") || "model";
    const { models } = await readRecords(this.options.dataDir);
    const taken =
      this.catalogue.some(({ name }) => name === slug) ||
      (models[slug] !== undefined && models[slug].files[0]?.path !== file);
    return taken ? `${slug}-${sha256.slice(0, 6)}` : slug;
  }

  private record(name: string, record: ModelRecord): Promise<void> {
    return this.change((records) => ({ ...records, models: { ...records.models, [name]: record } }));
  }

  private async change(how: (records: Records) => Records): Promise<void> {
    await mkdir(this.options.dataDir, { recursive: true, mode: 0o700 });
    await writeRecords(this.options.dataDir, how(await readRecords(this.options.dataDir)));
  }
}

/** The file that a model is loaded from: its weights. */
function mainFirst(files: readonly CatalogueFile[]): CatalogueFile[] {
  const weights = (path: string): number => (/\.(gguf|onnx)$/.test(path) ? 0 : 1);
  return [...files].sort((a, b) => weights(a.path) - weights(b.path));
}

function addedEntry(name: string, record: ModelRecord, { chosen }: Records): ModelEntry {
  const [main] = record.files;
  const bytes = main?.bytes ?? 0;
  return {
    name,
    title: record.title,
    kind: record.kind,
    about: "A file of your own.",
    licence: record.licence ?? "unknown",
    licenceUrl: null,
    state: main === undefined ? "missing" : "ready",
    chosen: chosen === name,
    added: true,
    bytes,
    paused: null,
    memoryBytes: bytes + BESIDE_FILE_BYTES,
    weights: null,
    contextTokens: record.contextTokens ?? null,
    sha256: main?.sha256 ?? null,
    path: main?.path ?? null,
  };
}

/** Whether a file is of the kind that its name says. */
async function checkKind(path: string, name: string): Promise<void> {
  if (name.endsWith(".gguf")) return void (await readGguf(path));
  const first = (await readFile(path)).subarray(0, 64).toString("latin1").trimStart();
  if (/^<(!doctype|html)/i.test(first)) throw webPage();
  const wrong = name.endsWith(".json")
    ? !/^[{[]/.test(first)
    : first === "" || first.startsWith("version https://git-lfs");
  if (wrong)
    throw new ModelError(
      "wrong_file",
      `${basename(name)} is not what it should be and was not kept.`,
      "Fetch it again.",
    );
}

/** What has come of a file; null where nothing has. */
async function partOf(
  path: string,
): Promise<{ readonly whole: boolean; readonly doneBytes: number; readonly totalBytes: number } | null> {
  const info = await stat(path).catch(() => null);
  if (info?.isFile()) return { whole: true, doneBytes: info.size, totalBytes: info.size };
  const part = await fetchedPart(path);
  return part && { whole: false, ...part };
}

async function recordOf(path: string, sha256: string): Promise<FileRecord> {
  const { size, mtimeMs } = await stat(path);
  return { path, bytes: size, mtimeMs, sha256 };
}

/** Whether a file is the one on record: by size and time, and where these differ by its hash. */
async function isSame(file: FileRecord): Promise<boolean> {
  const info = await stat(file.path).catch(() => null);
  if (info === null || info.size !== file.bytes) return false;
  return info.mtimeMs === file.mtimeMs || (await hashFile(file.path)) === file.sha256;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (info) => info.isFile(),
    () => false,
  );

const notHere = (name: string): ModelError =>
  new ModelError("no_model", `${name} is not on this machine yet.`, "Fetch it first.");

const changed = (name: string): ModelError =>
  new ModelError(
    "wrong_file",
    `The file of ${name} is gone or is not what it was, so it is not used.`,
    "Fetch or add it again.",
  );
