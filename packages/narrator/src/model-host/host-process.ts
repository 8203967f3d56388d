import { type ChildProcess, spawn } from "node:child_process";
import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import { NdjsonDecoder } from "@narratoria/protocol";
import { guardAgainstOrphans, nodeProgram, packagePath, toolEnvironment } from "@narratoria/protocol/launch";
import { ModelError } from "../errors.js";
import { type FromChild, readMessage, type ToChild } from "./messages.js";

/** How a process came to its end. */
export interface HostEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last of what it wrote to stderr: for a log, never for a player. */
  readonly stderr: string;
  /** What it said that was none of ours. */
  readonly garbled: boolean;
}

export interface HostListener {
  onMessage(message: FromChild): void;
  /** Once, when it is gone. */
  onEnd(end: HostEnd): void;
}

/** The process of the model host, started and with nothing to do. */
export interface HostProcess {
  send(message: ToChild): void;
  /** Ends it and all that it started. */
  kill(): void;
  readonly pid: number | undefined;
  readonly gone: Promise<void>;
}

const STDERR_CHARS = 64 * 1024;
/** Embeddings of one request are the longest line: 256 of 2 kB. */
const MOST_LINE_BYTES = 4 * 2 ** 20;
const alive = new Set<HostProcess>();
let killsOnExit = false;

/**
 * Starts the child, in a process group of its own, with an environment built from nothing. It dies with this process: by the
 * kernel where it can be asked to (Linux), else as its stdin ends. Implements rules NA140 and NA141.
 */
export async function startHostProcess(listener: HostListener): Promise<HostProcess> {
  if (!killsOnExit) {
    killsOnExit = true;
    process.once("exit", () => {
      for (const host of alive) host.kill();
    });
  }
  const command = await guardAgainstOrphans({ program: nodeProgram(), args: [childEntry()] });
  const child = spawn(command.program, [...command.args], {
    cwd: tmpdir(),
    env: {
      ...toolEnvironment(tmpdir(), tmpdir(), process.platform, process.env),
      NODE_LLAMA_CPP_SKIP_DOWNLOAD: "true",
      HF_HUB_OFFLINE: "1",
    },
    windowsHide: true,
    detached: process.platform !== "win32",
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  return new Running(child, listener);
}

/** Beside this file once built; from sources, the child still is what was built. */
function childEntry(): string {
  const found = packagePath({
    moduleUrl: import.meta.url,
    beside: ["model-child.js", "../../dist/model-child.js"],
    bundled: "programs/model-child.mjs",
    installed: ["@narratoria/narrator", "dist/model-child.js"],
  });
  if (found !== null) return found;
  throw new ModelError(
    "host_failed",
    "The program that runs models is missing.",
    "Install Narratoria again, or say where its folder `bundled` is.",
  );
}

class Running implements HostProcess {
  readonly gone: Promise<void>;
  #stderr = "";
  #garbled = false;

  constructor(
    private readonly child: ChildProcess,
    private readonly listener: HostListener,
  ) {
    alive.add(this);
    for (const pipe of child.stdio) pipe?.on("error", () => {});
    child.stdout?.resume();
    child.stderr?.on("data", (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-STDERR_CHARS);
    });
    const answers = child.stdio[3];
    if (isReadable(answers)) this.#listen(answers);
    this.gone = new Promise((resolve) => {
      let ended = false;
      const end = (code: number | null, signal: NodeJS.Signals | null): void => {
        if (ended) return;
        ended = true;
        this.#killGroup();
        alive.delete(this);
        for (const pipe of child.stdio) pipe?.destroy();
        listener.onEnd({ code, signal, stderr: this.#stderr, garbled: this.#garbled });
        resolve();
      };
      child.once("exit", end);
      child.once("error", () => {
        if (child.pid === undefined) end(null, null);
      });
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  send(message: ToChild): void {
    this.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  kill(): void {
    this.#killGroup();
    this.child.kill("SIGKILL");
  }

  #listen(answers: Readable): void {
    const decoder = new NdjsonDecoder({ maxLineBytes: MOST_LINE_BYTES });
    answers.on("data", (chunk: Buffer) => {
      if (this.#garbled) return;
      try {
        for (const { value } of decoder.push(chunk)) {
          const message = readMessage(value);
          if (message === null) throw new TypeError("not a message");
          this.listener.onMessage(message);
        }
      } catch {
        this.#garbled = true;
        this.kill();
      }
    });
  }

  #killGroup(): void {
    const { pid } = this.child;
    if (pid === undefined || process.platform === "win32") return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // ESRCH: nobody is left in the group.
    }
  }
}

function isReadable(stream: unknown): stream is Readable {
  return typeof stream === "object" && stream !== null && "read" in stream;
}
