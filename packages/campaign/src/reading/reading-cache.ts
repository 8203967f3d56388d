/** Readings on the disk, by the content that they were made from. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { modulePath, packagePath } from "@narratoria/protocol/launch";
import { isContract, type Reading } from "@narratoria/protocol/contracts";
import type { BoundedTexts } from "./read-story.js";

/** How a file of the cache is laid out: its first line is the checksum of what follows. */
const FORMAT = 1;
const MOST_FILES = 64;
const MOST_BYTES = 128 * 1024 * 1024;

/** How code is told from other code: by the times of its files, which is quick, or by their contents, which are the same on every machine. */
export type CodePrint = "times" | "contents";

/**
 * What a reading depends on, as one key: the texts, the version of readings and the code that reads.
 *
 * @returns 64 hexadecimal digits.
 */
export async function readingKey(
  { source, texts, leftOut }: BoundedTexts,
  print: CodePrint = "times",
): Promise<string> {
  const hash = createHash("sha256");
  hash.update(JSON.stringify([FORMAT, await codePrint(print), source, leftOut]));
  for (const [file, text] of texts) hash.update(`\n${file} ${text.length}\n`).update(text);
  return hash.digest("hex");
}

const code = new Map<CodePrint, Promise<string>>();

/** Which code this is: readings made by other code are made anew. */
function codePrint(print: CodePrint): Promise<string> {
  const known = code.get(print) ?? printOfCode(print).catch(() => `unknown ${process.pid}`);
  code.set(print, known);
  return known;
}

async function printOfCode(print: CodePrint): Promise<string> {
  const own = modulePath(import.meta.url);
  // From sources nothing is kept from one run to the next.
  if (own.endsWith(".ts")) return `source ${process.pid}`;
  const hash = createHash("sha256");
  const english = packagePath({
    moduleUrl: import.meta.url,
    beside: [],
    bundled: "english.js",
    installed: ["@narratoria/protocol", "dist/english.js"],
  });
  // A bundle of one file holds that as well.
  const entries = [own, ...(english === null ? [] : [english])];
  if (print === "contents") {
    for (const text of await modulesFrom(entries)) hash.update(`${checksum(text)}\n`);
    return hash.digest("hex");
  }
  const files = await Promise.all(
    entries
      .map(dirname)
      .map(async (folder) =>
        (await readdir(folder)).sort().flatMap((name) => (/\.[cm]?js$/.test(name) ? [join(folder, name)] : [])),
      ),
  );
  for (const one of await Promise.all(files.flat().map(printOfFile))) hash.update(`${one}\n`);
  return hash.digest("hex");
}

const IMPORTED = /\b(?:from|import)\s*\(?\s*"(\.{1,2}\/[^"\n]+)"/g;

/** Reads modules and those that they import by a path: an earlier build may have left others beside them. (rule CA2201) */
export async function modulesFrom(entries: readonly string[]): Promise<string[]> {
  const texts = new Map<string, string>();
  const wanted = [...entries];
  for (let path = wanted.shift(); path !== undefined; path = wanted.shift()) {
    if (texts.has(path)) continue;
    // What only looks like an import leads nowhere.
    const text = await readFile(path, "utf8").catch(() => "");
    texts.set(path, text);
    for (const [, to = ""] of text.matchAll(IMPORTED)) wanted.push(join(dirname(path), to));
  }
  return [...texts.values()];
}

/** What changes with a file of code: its times, as its contents take longer to read than a kept reading does. */
async function printOfFile(file: string): Promise<string> {
  // Within an archive every start has times of its own.
  if (/\.asar[\\/]/.test(file))
    return `${file} ${createHash("sha256")
      .update(await readFile(file))
      .digest("hex")}`;
  const { size, mtimeMs, ctimeMs } = await stat(file);
  return `${file} ${size} ${mtimeMs} ${ctimeMs}`;
}

/** A folder of readings, bounded in number and size. Nothing that goes wrong with it stops a story. */
export class ReadingCache {
  constructor(private readonly folder: string) {}

  /**
   * @param isUsed - Whether it is to stay longer for that.
   * @returns Null where there is none, or what lies there is damaged.
   */
  async get(key: string, isUsed = true): Promise<Reading | null> {
    const path = this.#path(key);
    try {
      const text = await readFile(path, "utf8");
      const end = text.indexOf("\n");
      const body = text.slice(end + 1);
      if (end < 0 || text.slice(0, end) !== checksum(body)) return null;
      const reading: unknown = JSON.parse(body);
      if (!isContract("reading", reading)) return null;
      const now = new Date();
      // What was used lately stays longest.
      if (isUsed) await utimes(path, now, now).catch(() => {});
      return reading;
    } catch {
      return null;
    }
  }

  /** @returns Where it lies now; null where it cannot be written. */
  async put(key: string, reading: Reading): Promise<string | null> {
    const body = JSON.stringify(reading);
    const part = `${this.#path(key)}.${randomUUID()}.part`;
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 });
      // Whole or not at all, whoever else writes the same.
      await writeFile(part, `${checksum(body)}\n${body}`, { mode: 0o600 });
      await rename(part, this.#path(key));
      await this.#prune();
      return this.#path(key);
    } catch {
      await rm(part, { force: true }).catch(() => {});
      return null;
    }
  }

  /** Takes out what was used longest ago, and parts that a writer left behind. */
  async #prune(): Promise<void> {
    const files = await Promise.all(
      (await readdir(this.folder)).map(async (name) => {
        const path = join(this.folder, name);
        const info = await stat(path).catch(() => null);
        return info?.isFile() ? [{ path, name, bytes: info.size, usedAt: info.mtimeMs }] : [];
      }),
    );
    let [count, bytes] = [0, 0];
    for (const file of files.flat().sort((a, b) => b.usedAt - a.usedAt)) {
      count++;
      bytes += file.bytes;
      const abandoned = file.name.endsWith(".part") && Date.now() - file.usedAt > ABANDONED_MS;
      if (count > MOST_FILES || bytes > MOST_BYTES || abandoned) await rm(file.path, { force: true }).catch(() => {});
    }
  }

  #path(key: string): string {
    // No JSON as a whole: its first line is a checksum.
    return join(this.folder, `${key}.reading`);
  }
}

const ABANDONED_MS = 3_600_000;

const checksum = (body: string): string => createHash("sha256").update(body).digest("hex");
