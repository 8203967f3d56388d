/** The command as a job on a pseudo terminal of its own, with a shell's job control. */
import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const DRIVER = fileURLToPath(new URL("fixtures/job.py", import.meta.url));
export const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));

/** Python has the calls that Node lacks. */
export const hasPty = process.platform !== "win32" && spawnSync("python3", ["-c", "import pty"]).status === 0;

export interface PtyEnd {
  readonly exit?: number;
  readonly killed?: number;
}

export interface Pty {
  /** All that the terminal was sent since `clear`. */
  readonly shown: string;
  clear(): void;
  type(text: string): void;
  resize(rows: number, columns: number): void;
  /** Lets a stopped job go on, as `fg` does. */
  goOn(): void;
  /** Closes the terminal. */
  hangUp(): void;
  /** Resolves once the terminal was sent something that fits. */
  until(wanted: RegExp): Promise<void>;
  stopped(): Promise<void>;
  readonly end: Promise<PtyEnd>;
}

export function openPty(
  args: readonly string[],
  { rows = 24, columns = 80, env = {} }: { rows?: number; columns?: number; env?: NodeJS.ProcessEnv } = {},
): Pty {
  const child = spawn("python3", [DRIVER, `${rows}`, `${columns}`, process.execPath, BIN, ...args], {
    env: { PATH: process.env["PATH"], TERM: "xterm", LANG: "C.UTF-8", ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill());
  let shown = "";
  let stops = 0;
  const waiting = new Set<() => boolean>();
  const when = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): boolean => {
        if (!holds()) return false;
        resolve();
        return true;
      };
      if (!check()) waiting.add(check);
    });
  const end = new Promise<PtyEnd>((resolve) => {
    child.once("close", (code) => resolve({ exit: code ?? -1 }));
    createInterface({ input: child.stdout }).on("line", (line) => {
      const told = JSON.parse(line);
      if ("shown" in told) shown += told.shown;
      else if ("stopped" in told) stops += 1;
      else resolve(told);
      for (const check of waiting) if (check()) waiting.delete(check);
    });
  });
  const order = (what: object): void => void child.stdin.write(`${JSON.stringify(what)}\n`);
  return {
    get shown() {
      return shown;
    },
    clear: () => void (shown = ""),
    type: (text) => order({ type: text }),
    resize: (newRows, newColumns) => order({ size: [newRows, newColumns] }),
    goOn: () => order({ go_on: true }),
    hangUp: () => order({ hang_up: true }),
    until: (wanted) => when(() => wanted.test(shown)),
    stopped: () => when(() => stops > 0).then(() => void (stops -= 1)),
    end,
  };
}
