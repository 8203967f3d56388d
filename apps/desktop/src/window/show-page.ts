/** Shows the page to the player, and waits until they are done. */
import type { Audience } from "./audience.js";
import { type Browser, findBrowsers, type Machine } from "./browsers.js";
import { openBySystem, type OpenWindow, openWindow, profileFolder, type WindowEnd } from "./open-window.js";

export interface ShowOptions extends Machine {
  /** Whether a window is opened; if not, the player opens the address. */
  readonly opens: boolean;
  /** @returns An address that opens one page. */
  readonly invite: () => string;
  readonly audience: Audience;
  /** Whether a turn is being taken. */
  readonly isBusy: () => boolean | Promise<boolean>;
  readonly dataDir: string;
  /** Whether the player has scenes read aloud: the window of some browsers needs to know it when it opens. */
  readonly readsAloud: boolean;
  /** Tells the player something. */
  readonly say: (sentence: string) => void;
  readonly signal: AbortSignal;
  /** So long nobody follows before the program ends. */
  readonly idleMs?: number;
  /** So long a page may follow after its window's program has ended, before that program is taken to have handed it on. */
  readonly closingMs?: number;
}

/** @returns Once the window is closed, nobody follows any more, or `signal` fires. */
export async function showPage(options: ShowOptions): Promise<void> {
  const { audience, isBusy, signal, idleMs = 30_000 } = options;
  const window = options.opens ? await opened(options) : null;
  if (window === null) return stopped(signal);
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  await Promise.race([closed(window, options, stop), audience.left(idleMs, isBusy, stop)]);
  over.abort();
  window.close();
}

/** The window's program has ended, and no page follows: it was closed. */
async function closed(window: OpenWindow, { audience, closingMs = 2_000 }: ShowOptions, signal: AbortSignal) {
  await Promise.all([window.ended, audience.came(signal)]);
  const handedOn = AbortSignal.any([signal, AbortSignal.timeout(closingMs)]);
  await audience.left(0, () => false, handedOn);
  // Another program shows the page: whether somebody is there, the events tell.
  if (handedOn.aborted) await stopped(signal);
}

/** @returns What shows the page; null where the player has to open it. */
async function opened(options: ShowOptions): Promise<OpenWindow | null> {
  const { invite, audience, env, platform, dataDir, readsAloud, say, signal } = options;
  if (platform === "linux" && !env["DISPLAY"] && !env["WAYLAND_DISPLAY"]) {
    say("There is no screen here. Open the address in a browser on this machine.");
    return null;
  }
  const browsers = findBrowsers(options);
  const chosen = env["CHROMIUM_PATH"];
  if (chosen && browsers[0]?.path !== chosen) say(`CHROMIUM_PATH names no program: ${chosen}.`);
  for (const browser of browsers) {
    const profile = profileFolder(browser, dataDir, env["HOME"]);
    const window = await openWindow(browser, invite(), { profile, env, readsAloud });
    const end = await Promise.race([window.ended, audience.came(signal)]);
    // A program that ends well without a page has handed it to one that runs already.
    if (!end || end.code === 0) return window;
    say(whyNot(browser, end));
    if (isRefusedToRoot(end)) break;
  }
  const end = await Promise.race([openBySystem(invite(), platform, env).ended, audience.came(signal)]);
  if (!end || end.code === 0) return { ended: new Promise(() => {}), close() {} };
  say("No browser could be opened. Open the address in one on this machine.");
  return null;
}

function whyNot({ name, path }: Browser, end: WindowEnd): string {
  return isRefusedToRoot(end)
    ? `${name} opens no window for the administrator of this machine (root). Start Narratoria as another user, or open the address in a browser.`
    : `${name} (${path}) could not open a window. Another way is tried.`;
}

/** Chromium runs nothing of a page as root unless its sandbox is given up, which is never done here. */
function isRefusedToRoot({ said }: WindowEnd): boolean {
  return said.includes("--no-sandbox");
}

function stopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
