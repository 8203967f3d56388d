/** Where things are on this machine: the data folder, what ships with the package, and campaigns by path or name. */
import { access, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { packagePath } from "@narratoria/protocol/launch";
import envPaths from "env-paths";
import { EngineError } from "./errors.js";
import { checkValue, text } from "./options.js";
import { say } from "./words/say.js";

/** Folder of what the bundled campaigns mean, read when they were built. */
export const bundledReadings = (): string => bundledFolder("readings");
const bundledCampaigns = (): string => bundledFolder("campaigns");

/** Beside `dist` and, in a checkout, beside `src`; elsewhere where the program was bundled into one file. */
function bundledFolder(name: string): string {
  const found = packagePath({
    moduleUrl: import.meta.url,
    beside: [`../bundled/${name}`],
    bundled: name,
    installed: ["@narratoria/engine", `bundled/${name}`],
  });
  // Nothing is found in it then, and whoever looks says so.
  return found ?? join("bundled", name);
}

/** The data folder: as given, else `NARRATORIA_HOME`, else the platform's own place for application data. */
export function dataFolder(given?: string): string {
  if (given !== undefined) checkValue("dataDir", given, text);
  // What a script left empty must not become the folder in which it happens to run.
  if (given === "") {
    throw new EngineError("data_folder", say("error.data_folder_empty"), say("error.data_folder_empty.action"));
  }
  return resolve(given ?? (process.env["NARRATORIA_HOME"] || envPaths("narratoria", { suffix: "" }).data));
}

/** Where what models run on is installed: `NARRATORIA_RUNTIMES`, else `runtimes` in the data folder. */
export function runtimesFolder(dataDir: string): string {
  return resolve(process.env["NARRATORIA_RUNTIMES"] || join(dataDir, "runtimes"));
}

/** What is a path, and no name. */
const PATH = /[\\/]|^\.{1,2}$/;

/**
 * Finds a campaign's folder by path, else by the name of an installed one, else of a bundled one. (rule EN3)
 *
 * @throws {EngineError} `campaign_not_found`, naming the campaigns there are.
 */
export async function findCampaign(wanted: string, dataDir: string): Promise<string> {
  const looksLikePath = PATH.test(wanted);
  const candidates = [
    resolve(wanted),
    ...(looksLikePath ? [] : [join(dataDir, "campaigns", wanted), join(bundledCampaigns(), wanted)]),
  ];
  for (const path of candidates) {
    if (await isFolder(path)) return path;
  }
  if (await exists(resolve(wanted))) {
    throw new EngineError(
      "campaign_not_found",
      say("error.campaign_is_file", { wanted }),
      say("error.campaign_is_file.action"),
    );
  }
  const known = await campaignNames(dataDir);
  throw new EngineError(
    "campaign_not_found",
    say("error.campaign_not_found", { wanted }),
    say("error.campaign_not_found.action", { known: known.join(", ") || "none" }),
  );
}

/**
 * Finds an installed campaign by its name, else a bundled one: a folder of that name where the program happens to run is neither.
 *
 * @throws {EngineError} `campaign_not_found`.
 */
export async function findOnShelf(name: string, dataDir: string): Promise<string> {
  if (!PATH.test(name))
    for (const path of [join(dataDir, "campaigns", name), join(bundledCampaigns(), name)])
      if (await isFolder(path)) return path;
  return findCampaign(name, dataDir);
}

/** Names of the campaigns that can be played by name: installed ones first. */
export async function campaignNames(dataDir: string): Promise<string[]> {
  const installed = await folderNames(join(dataDir, "campaigns"));
  const bundled = await folderNames(bundledCampaigns());
  return [...installed, ...bundled.filter((name) => !installed.includes(name))];
}

/** True for a campaign that ships with us: package managers install it as hard links, which are skipped elsewhere. */
export function isBundled(path: string): boolean {
  return dirname(path) === resolve(bundledCampaigns());
}

/** True for a campaign that stands among those of the data folder. */
export function isInstalled(path: string, dataDir: string): boolean {
  return dirname(path) === resolve(join(dataDir, "campaigns"));
}

export function campaignName(path: string): string {
  return basename(path);
}

async function folderNames(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => []);
  return (
    entries
      // Hidden ones are what an installation works in.
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map((entry) => entry.name)
      .sort()
  );
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isDirectory(),
    () => false,
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
