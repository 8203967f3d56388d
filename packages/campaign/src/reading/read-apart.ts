/** Reading in a process of its own. */
import { type ChildProcess, fork } from "node:child_process";
import { compilingOnce, nodeEnvironment, nodeProgram, packagePath } from "@narratoria/protocol/launch";
import type { Reading } from "@narratoria/protocol/contracts";
import { type BoundedTexts, readBounded } from "./read-story.js";

/** What the process sends. */
export interface Answer {
  /** As text, which is copied in a moment. */
  readonly reading: string;
}

/** Leaves out the optimising compiler, whose work a campaign of an ordinary size is read too soon for. */
const WITHOUT_OPTIMISER = "--no-opt";
const ORDINARY_LETTERS = 400_000;

/**
 * Reads in a process of its own, and in this one where none can be started.
 *
 * @throws What `signal` was aborted with; then the process is ended.
 */
export async function readApart(bounded: BoundedTexts, signal?: AbortSignal): Promise<Reading> {
  const program = entry();
  const letters = bounded.texts.reduce((sum, [, text]) => sum + text.length, 0);
  const child = program === null ? null : start(program, letters < ORDINARY_LETTERS ? [WITHOUT_OPTIMISER] : []);
  if (child === null) return readBounded(bounded);
  let stop = (): void => {};
  try {
    const answer = await new Promise<Answer | null>((resolve, reject) => {
      stop = () => reject(signal?.reason);
      signal?.addEventListener("abort", stop, { once: true });
      child.once("message", (message) => resolve(message as Answer));
      child.once("error", () => resolve(null));
      child.once("exit", () => resolve(null));
      child.send(bounded, () => {});
    });
    // A process may be refused where memory is short: then it takes longer, and is done all the same.
    return answer === null ? readBounded(bounded) : (JSON.parse(answer.reading) as Reading);
  } finally {
    signal?.removeEventListener("abort", stop);
    child.kill("SIGKILL");
  }
}

function start(program: string, settings: readonly string[]): ChildProcess | null {
  const once = compilingOnce();
  // Node loads these certificates at every start, for 40 ms, and nothing is fetched here.
  const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;
  try {
    return fork(program, [], {
      execPath: nodeProgram(),
      // A campaign is read with 1,700 expressions, and compiling them once can be asked for at the start of a process alone.
      execArgv: once.length === 0 ? [] : [...once, ...settings],
      env: { ...environment, ...nodeEnvironment() },
      // Ctrl-C is for this process, which then ends the other.
      detached: process.platform !== "win32",
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
  } catch {
    return null;
  }
}

/** Beside this file once built; from sources, the process still runs what was built. */
function entry(): string | null {
  return packagePath({
    moduleUrl: import.meta.url,
    beside: ["reading-child.js", "../../dist/reading-child.js"],
    bundled: "programs/reading-child.mjs",
    installed: ["@narratoria/campaign", "dist/reading-child.js"],
  });
}
