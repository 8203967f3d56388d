/** The desktop player as a program. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { preferences } from "@narratoria/engine";
import { DesktopError, errorLine } from "./errors.js";
import { type DesktopFlags, readArguments, readFlags } from "./flags.js";
import { createApi } from "./server/api.js";
import { forgetRun, keepRun, readLastRun } from "./server/last-run.js";
import { type Listening, type ListenOptions, listen } from "./server/listen.js";
import { PageFiles } from "./server/page-files.js";
import { Shell } from "./server/shell.js";
import { Audience } from "./window/audience.js";
import { showPage } from "./window/show-page.js";

export { DesktopError } from "./errors.js";
export type { DesktopFlags } from "./flags.js";

/** What the program writes to, and what ends it. */
export interface Outside {
  readonly stdout: Pick<NodeJS.WritableStream, "write">;
  readonly stderr: Pick<NodeJS.WritableStream, "write">;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Fires when the program is to end. */
  readonly signal: AbortSignal;
}

/** Exit code for a program that ended by the signal. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs the program and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  const control = new AbortController();
  let code: number | undefined;
  const end = (exitCode: number): void => {
    // Asked twice: no more patience.
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    control.abort();
  };
  for (const [signal, exitCode] of Object.entries(SIGNALS)) process.on(signal, () => end(exitCode));
  // Nobody reads what is printed: the page needs no terminal.
  process.stdout.on("error", () => {});
  process.stderr.on("error", () => {});
  process.on("uncaughtException", (error) => {
    process.stderr.write(`${errorLine(error)}\n`);
    process.exit(1);
  });
  let failed = 0;
  try {
    const flags = readArguments(args, ownVersion());
    if ("print" in flags) process.stdout.write(flags.print);
    else {
      const { stdout, stderr, env, platform } = process;
      await openDesktop(flags, { stdout, stderr, env, platform, signal: control.signal });
    }
  } catch (error) {
    if (code === undefined) process.stderr.write(`${errorLine(error)}\n`);
    failed = error instanceof Error && "code" in error && USAGE.has(error.code) ? 2 : 1;
  }
  process.exitCode = code ?? failed;
}

const USAGE = new Set<unknown>(["usage", "data_folder"]);

/**
 * Serves the page, and opens it in a window.
 *
 * @returns When the window is closed or `signal` fires, with everything closed.
 * @throws {DesktopError} `usage`, `port`, `part_missing`; and what `openEngine` throws.
 */
export async function openDesktop(
  flags: DesktopFlags,
  { stdout, stderr, env, platform, signal }: Outside,
): Promise<void> {
  const { open, data, dev, ...place } = readFlags(flags);
  const files = await PageFiles.read(fileURLToPath(new URL("./client", import.meta.url))).catch(() => {
    throw new DesktopError("part_missing", "The page of Narratoria is missing.", "Install Narratoria anew.");
  });
  const onFault = (error: unknown): void =>
    void stderr.write(`${errorLine(error instanceof Error ? error : new Error(String(error)))}\n`);
  const shell = await Shell.open({ dataDir: data, devSkills: dev, version: ownVersion() });
  try {
    const api = createApi(shell, onFault);
    const audience = new Audience();
    const { dataDir } = shell.engine;
    // A run that was killed left pages open: they go on by themselves, at the same address.
    const left = await readLastRun(dataDir);
    const server = await onPort(
      {
        ...place,
        api,
        files,
        links: shell.links,
        sessions: left?.sessions ?? [],
        onSessions: (run) => void keepRun(dataDir, run),
        onFault,
        onPages: audience.count,
      },
      left?.port,
    );
    try {
      stdout.write(`Narratoria is open at ${server.invite()}\n`);
      await showPage({
        opens: open,
        invite: server.invite,
        audience,
        isBusy: () => shell.sittings.areTelling(),
        dataDir,
        readsAloud: await readsAloud(dataDir),
        env,
        platform,
        say: (sentence) => void stderr.write(`${sentence}\n`),
        signal,
      });
    } finally {
      await server.close();
      await forgetRun(dataDir);
    }
  } finally {
    await shell.close();
  }
}

/** Whether the player turned on in the page that scenes are read aloud. */
async function readsAloud(dataDir: string): Promise<boolean> {
  const { desktop } = await preferences(dataDir);
  return typeof desktop === "object" && desktop !== null && "voice" in desktop && desktop["voice"] === true;
}

/** @param wanted - Where nobody asked for a port, this one is taken if it is free. */
async function onPort(options: ListenOptions, wanted?: number): Promise<Listening> {
  if (wanted !== undefined && (options.port ?? 0) === 0) {
    const again = await listen({ ...options, port: wanted }).catch(() => null);
    if (again !== null) return again;
  }
  try {
    return await listen(options);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "EADDRINUSE")
      throw new DesktopError(
        "port",
        `Port ${options.port} is in use by another program.`,
        "Choose another by --port, or leave it out.",
      );
    if (code === "EACCES")
      throw new DesktopError("port", `Port ${options.port} may not be used by you.`, "Choose one above 1023.");
    throw error;
  }
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
