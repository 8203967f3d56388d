/** The real program on a data folder of its own, and a page of it in a real browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";

const PROGRAM = fileURLToPath(new URL("../../bin/narratoria-desktop.js", import.meta.url));

/** A browser that runs as root has no sandbox of its own; nothing but our own page is opened in it. */
const ARGS = ["--no-sandbox", "--autoplay-policy=user-gesture-required"];

/** Path of a browser to test in: by `CHROMIUM_PATH`, else where Debian and others put it; null where there is none that starts. */
export const BROWSER = await startable(
  [process.env["CHROMIUM_PATH"], "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
    (path) => path !== undefined && path !== "" && existsSync(path),
  ) ?? null,
);

async function startable(executablePath: string | null): Promise<string | null> {
  if (executablePath === null) return null;
  try {
    await (await chromium.launch({ executablePath, args: ARGS })).close();
    return executablePath;
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split("\n") : [];
    console.warn(`${executablePath} does not start, so what the window shows is not tested: ${reason}`);
    return null;
  }
}

export interface OpenPage {
  readonly page: Page;
  /** Address of the server, without what opens a session. */
  readonly origin: string;
  readonly dataDir: string;
  /** An address that opens a page of the program that runs now, once. */
  readonly address: string;
  /** Process id of the program. */
  readonly pid: number;
  /** What the page said on its console as an error, or threw. */
  readonly faults: readonly string[];
  /** Asks the server as the page does. */
  ask(method: string, path: string, body?: object): Promise<{ readonly status: number; readonly body: unknown }>;
  /** Ends the program, as a crash would. */
  kill(): Promise<void>;
  /** Has it end by itself. */
  end(): Promise<void>;
  /** Starts it again, on the same port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenPageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly reducedMotion?: boolean;
  /** A folder that is there already. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further arguments of the program. */
  readonly args?: readonly string[];
  /** What runs the program, such as on a disk of its own; Node alone unless given. */
  readonly runner?: readonly string[];
}

/** A machine that does much else is waited for. */
const PATIENCE_MS = 60_000;
const OPENING_MS = 240_000;

/** One browser serves all tests of a file. */
let browser: Promise<Browser> | null = null;

export async function openPage(options: OpenPageOptions = {}): Promise<OpenPage> {
  const { width = 1280, height = 800, reducedMotion = true } = options;
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "narratoria-page-"));
  let program = await start(dataDir, "0", options);
  const { origin } = new URL(program.address);
  browser ??= chromium.launch({
    ...(BROWSER === null ? {} : { executablePath: BROWSER }),
    args: ARGS,
  });
  const context = await (await browser).newContext({
    viewport: { width, height },
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A refusal of the server is an answer; what the policy of the page forbids is a fault.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  await page.goto(program.address);
  // The rail is not there at the first start.
  await page.getByRole("main").waitFor();
  return {
    page,
    origin,
    dataDir,
    get address() {
      return program.address;
    },
    get pid() {
      return program.process.pid ?? 0;
    },
    faults,
    ask: (method, path, body) =>
      page.evaluate(
        async ([method, path, body]) => {
          const response = await fetch(`/api${path}`, {
            method,
            headers: {
              authorization: `Bearer ${sessionStorage.getItem("narratoria.session")}`,
              ...(body === null ? {} : { "content-type": "application/json" }),
            },
            ...(body === null ? {} : { body }),
          });
          const answer: unknown = await response.json().catch(() => null);
          return { status: response.status, body: answer };
        },
        [method, path, body === undefined ? null : JSON.stringify(body)] as const,
      ),
    async kill() {
      await end(program.process, "SIGKILL");
    },
    async end() {
      await end(program.process, "SIGTERM");
    },
    async restart() {
      program = await start(dataDir, new URL(origin).port, options);
    },
    async close() {
      await context.close();
      await end(program.process, "SIGTERM");
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Opens one program and one page for all tests of a group, before the first of them, and closes both behind the last.
 *
 * @returns The page; it is there once the tests run.
 */
export function sharedPage(options: OpenPageOptions = {}): OpenPage {
  let opened: OpenPage | undefined;
  beforeAll(async () => {
    opened = await openPage(options);
  }, OPENING_MS);
  afterAll(async () => {
    await opened?.close();
    await closeBrowser();
  });
  const there = (): OpenPage => {
    if (opened === undefined) throw new Error("The page is there once the tests run.");
    return opened;
  };
  return {
    get page() {
      return there().page;
    },
    get origin() {
      return there().origin;
    },
    get dataDir() {
      return there().dataDir;
    },
    get address() {
      return there().address;
    },
    get pid() {
      return there().pid;
    },
    get faults() {
      return there().faults;
    },
    ask: (...request) => there().ask(...request),
    kill: () => there().kill(),
    end: () => there().end(),
    restart: () => there().restart(),
    close: () => there().close(),
  };
}

/** To be called when all tests of a file are done. */
export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = null;
}

interface Program {
  readonly process: ChildProcess;
  /** With the word that opens a session. */
  readonly address: string;
}

async function start(
  dataDir: string,
  port: string,
  { env = {}, args = [], runner = [] }: Pick<OpenPageOptions, "env" | "args" | "runner">,
): Promise<Program> {
  const [command = process.execPath, ...rest] = [...runner, process.execPath, PROGRAM, "--no-open"];
  const child = spawn(command, [...rest, "--port", port, "--data", dataDir, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (piece: Buffer): void => {
      said += piece.toString();
      const found = /http:\/\/\S+/.exec(said)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", () => reject(new Error(`The program ended: ${said}`)));
  });
  return { process: child, address };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}
