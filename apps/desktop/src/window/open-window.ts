/** Opens the page: in a window of its own, or where the player reads other pages. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "./browsers.js";

/** How the program behind a window ended. */
export interface WindowEnd {
  /** Null where a signal ended it, or where it could not be started. */
  readonly code: number | null;
  /** The last of what it wrote to standard error. */
  readonly said: string;
}

export interface OpenWindow {
  readonly ended: Promise<WindowEnd>;
  /** Closes it; nothing happens where it is closed. */
  close(): void;
}

const MOST_SAID = 4096;

export interface WindowOptions {
  /** A folder that nobody else uses; it is made. */
  readonly profile: string;
  readonly env: NodeJS.ProcessEnv;
  /** Whether the player has scenes read aloud. */
  readonly readsAloud: boolean;
}

/**
 * Opens a window without tabs or an address bar, in a profile of its own: in the player's own, a browser that runs already
 * takes the page and its program ends at once.
 */
export async function openWindow(
  { path }: Browser,
  url: string,
  { profile, env, readsAloud }: WindowOptions,
): Promise<OpenWindow> {
  await mkdir(profile, { recursive: true, mode: 0o700 });
  await chmod(profile, 0o700);
  return watched(
    spawn(
      path,
      [
        `--app=${url}`,
        `--user-data-dir=${profile}`,
        "--class=narratoria",
        "--window-size=1280,860",
        "--no-first-run",
        "--no-default-browser-check",
        "--disable-extensions",
        "--disable-sync",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-quic",
        "--disable-features=Translate",
        // Without it the browser has no voices on Linux. It warns of the flag above the page, so only who needs it gets it.
        ...(readsAloud ? ["--enable-speech-dispatcher"] : []),
      ],
      { env, stdio: ["ignore", "ignore", "pipe"], windowsHide: false },
    ),
  );
}

/** Opens an address in the player's browser, or a folder in what shows folders. `ended` tells whether that was taken on. */
export function openBySystem(what: string, platform: NodeJS.Platform, env: NodeJS.ProcessEnv): OpenWindow {
  const [command, ...args] = OPENERS[platform] ?? ["xdg-open"];
  return watched(spawn(command, [...args, what], { env, stdio: ["ignore", "ignore", "pipe"], windowsHide: true }));
}

/** No shell is asked: what is opened is an argument and nothing else. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Where a snap's browser may write: nothing hidden in the player's folder is open to it. */
export function profileFolder({ path }: Browser, dataDir: string, home: string | undefined): string {
  return path.startsWith("/snap/") && home
    ? join(home, "snap", "chromium", "common", "narratoria-window")
    : join(dataDir, "window");
}

function watched(child: ChildProcess): OpenWindow {
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-MOST_SAID);
  });
  const ended = new Promise<WindowEnd>((resolve) => {
    child.once("error", ({ message }) => resolve({ code: null, said: message }));
    child.once("exit", (code) => resolve({ code, said }));
  });
  return { ended, close: () => void child.kill() };
}
