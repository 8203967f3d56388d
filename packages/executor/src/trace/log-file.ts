import { appendFileSync } from "node:fs";
import { appendFile, mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { LIMITS } from "@narratoria/protocol";

/** A log that takes care of itself. */
export interface LogFile {
  /** Takes a line and returns at once. What cannot be written is lost, and nobody hears of it. */
  write(entry: object): void;
  /** Settles when all that was taken so far is in the file, or is lost. */
  flush(): Promise<void>;
  /** Flushes, and takes no more. Idempotent. */
  close(): Promise<void>;
}

export interface LogFileOptions {
  /** How long lines may wait to be written together, in milliseconds; 250 unless given. */
  readonly delayMs?: number;
  /** How large a file may become, in bytes; 10 MiB unless less is given. */
  readonly fileBytes?: number;
}

/**
 * Keeps `narratoria.log` in a folder: one JSON object a line, for the owner's eyes only. A full file becomes
 * `narratoria.1.log`, that one `narratoria.2.log`, and the oldest of five goes. The folder is made when the first line comes.
 * Implements rule EX117.
 *
 * @param folder - Such as `<data>/logs`.
 */
export function openLogFile(folder: string, options: LogFileOptions = {}): LogFile {
  return new RotatingFile(folder, options);
}

/** More lines than that can wait only where the disk does not take them. */
const MOST_WAITING_BYTES = 1024 * 1024;

class RotatingFile implements LogFile {
  readonly #folder: string;
  readonly #delayMs: number;
  readonly #fileBytes: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #closed = false;
  /** Known once the file was looked at. */
  #size: number | undefined;
  readonly #onExit = (): void => this.#writeNow();

  constructor(folder: string, options: LogFileOptions) {
    this.#folder = folder;
    this.#delayMs = options.delayMs ?? 250;
    this.#fileBytes = Math.min(options.fileBytes ?? LIMITS.logFileBytes, LIMITS.logFileBytes);
  }

  write(entry: object): void {
    if (this.#closed) return;
    const line = lineOf(entry);
    if (line === null || this.#waitingBytes + line.length > MOST_WAITING_BYTES) return;
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    // Nobody waits for a log, and it does not keep a program from ending.
    this.#timer ??= setTimeout(() => void this.flush(), this.#delayMs).unref();
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(() => this.#append()).catch(() => {});
    return this.#writing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.flush();
    process.off("exit", this.#onExit);
  }

  #take(): string {
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#waitingBytes = 0;
    return text;
  }

  async #append(): Promise<void> {
    const text = this.#take();
    if (text === "") return;
    const bytes = Buffer.byteLength(text);
    if (this.#size === undefined) {
      process.once("exit", this.#onExit);
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const found = await stat(this.#path(0)).catch(() => null);
      // A named pipe in its place would be waited for, in a thread that no exit ends.
      if (found?.isFile() === false) await rename(this.#path(0), this.#path(1));
      this.#size = found?.isFile() ? found.size : 0;
    }
    if (this.#size > 0 && this.#size + bytes > this.#fileBytes) await this.#rotate();
    await appendFile(this.#path(0), text, { mode: 0o600 });
    this.#size += bytes;
  }

  async #rotate(): Promise<void> {
    await rm(this.#path(LIMITS.logFiles - 1), { force: true });
    for (let age = LIMITS.logFiles - 2; age >= 0; age--) {
      await rename(this.#path(age), this.#path(age + 1)).catch(() => {});
    }
    this.#size = 0;
  }

  /** The runtime ends without having closed the log: what it said last is what somebody will look for. */
  #writeNow(): void {
    const text = this.#take();
    if (text === "" || this.#size === undefined) return;
    try {
      appendFileSync(this.#path(0), text, { mode: 0o600 });
    } catch {
      // A log is worth no failure.
    }
  }

  #path(age: number): string {
    return join(this.#folder, age === 0 ? "narratoria.log" : `narratoria.${age}.log`);
  }
}

/** @returns One line; null for what cannot be written as JSON. */
function lineOf(entry: object): string | null {
  try {
    const text = escaped(JSON.stringify(entry));
    if (Buffer.byteLength(text) < LIMITS.logLineBytes) return `${text}\n`;
    return `${escaped(JSON.stringify(shortened(entry)))}\n`;
  } catch {
    return null;
  }
}

/** JSON escapes the first 32; the others could still move the cursor of a terminal, or turn the direction of a text. */
function escaped(json: string): string {
  return json.replace(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Keeps what is short of an entry, and the start of its longest texts. */
function shortened(entry: object): object {
  const kept: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(entry).slice(0, 32)) {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (text === undefined) continue;
    kept[key.slice(0, 64)] = text.length <= SHORT ? value : `${text.slice(0, SHORT - 1)}…`;
  }
  // Each character may come to six bytes.
  return Buffer.byteLength(JSON.stringify(kept)) * 2 < LIMITS.logLineBytes ? kept : { cut: true, ...heads(kept) };
}

const SHORT = 500;

function heads(entry: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(entry)
      .slice(0, 16)
      .map(([key, value]) => [key, typeof value === "string" ? value.slice(0, 30) : null]),
  );
}
