/** Browsers on this machine that can open a window without the trimmings of one. */
import { statSync } from "node:fs";
import { posix, win32 } from "node:path";

export interface Browser {
  readonly name: string;
  /** Absolute path of the program. */
  readonly path: string;
}

/** Where to look. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly isFile?: (path: string) => boolean;
}

/** Names of the programs on a Linux machine, the likeliest first. */
const ON_LINUX: readonly (readonly [name: string, programs: readonly string[]])[] = [
  ["Chromium", ["chromium", "chromium-browser"]],
  ["Google Chrome", ["google-chrome", "google-chrome-stable"]],
  ["Microsoft Edge", ["microsoft-edge", "microsoft-edge-stable"]],
  ["Brave", ["brave-browser", "brave-browser-stable", "brave"]],
];
/** Folders that a desktop's menu may not have on its PATH. */
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin"];

const ON_MAC = ["Chromium", "Google Chrome", "Microsoft Edge", "Brave Browser"];

const ON_WINDOWS: readonly (readonly [name: string, path: string])[] = [
  ["Chromium", "Chromium\\Application\\chrome.exe"],
  ["Google Chrome", "Google\\Chrome\\Application\\chrome.exe"],
  ["Microsoft Edge", "Microsoft\\Edge\\Application\\msedge.exe"],
  ["Brave", "BraveSoftware\\Brave-Browser\\Application\\brave.exe"],
];

/** @returns The browsers that are installed, the one that `CHROMIUM_PATH` names before all others. */
export function findBrowsers({ platform, env, isFile = isRegularFile }: Machine): Browser[] {
  const chosen = env["CHROMIUM_PATH"];
  const wanted = chosen ? [{ name: "Chromium", path: chosen }] : [];
  return [...wanted, ...candidates(platform, env)].filter(({ path }) => isFile(path));
}

function candidates(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Browser[] {
  if (platform === "win32") {
    const folders = [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"], env["LOCALAPPDATA"]].filter(isGiven);
    return ON_WINDOWS.flatMap(([name, path]) => folders.map((folder) => ({ name, path: win32.join(folder, path) })));
  }
  if (platform === "darwin") {
    const folders = ["/Applications", ...(env["HOME"] ? [posix.join(env["HOME"], "Applications")] : [])];
    return ON_MAC.flatMap((name) =>
      folders.map((folder) => ({ name, path: posix.join(folder, `${name}.app`, "Contents", "MacOS", name) })),
    );
  }
  // A relative folder on PATH would run what lies where somebody happens to stand.
  const onPath = (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
  const folders = [...new Set([...onPath, ...LINUX_FOLDERS])];
  return ON_LINUX.flatMap(([name, programs]) =>
    programs.flatMap((program) => folders.map((folder) => ({ name, path: posix.join(folder, program) }))),
  );
}

const isGiven = (text: string | undefined): text is string => text !== undefined && text !== "";

function isRegularFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
