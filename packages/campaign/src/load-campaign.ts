import { createHash } from "node:crypto";
import { readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isJsonObject, nearest } from "@narratoria/protocol";
import type { BeatConditions } from "./beats.js";
import type { Campaign } from "./campaign.js";
import { CAPS } from "./caps.js";
import { checkExpressions } from "./check-expressions.js";
import { readChoices } from "./choices.js";
import { parseConstraints } from "./constraints.js";
import { readCorrections } from "./corrections.js";
import { CampaignError } from "./errors.js";
import { CampaignFolder } from "./folder.js";
import { parseJsonText } from "./json-text.js";
import { withoutLabels } from "./labels.js";
import { isGeneratedName, settleGenerated } from "./generated-layout.js";
import { settleLayout } from "./layout.js";
import { readLore, readStorybook } from "./lore.js";
import { MANIFEST, readManifest, settleStats, TEMPLATE } from "./manifest.js";
import { takeTitle } from "./markdown.js";
import { listMedia } from "./media.js";
import { readNpcs } from "./npcs.js";
import { readBeats, readEndings } from "./plot.js";
import { type Problem, ProblemList, START } from "./problems.js";
import { provenanceFault } from "./provenance.js";
import { errno, type Listing, scanFolder } from "./scan-folder.js";
import { isProvenance, reportUnused } from "./unused-files.js";

export interface LoadOptions {
  /**
   * Whether files with a second name on the disk are read, false unless given. A package manager leaves a package's files
   * so; in a folder from a stranger they may be somebody else's files.
   */
  readonly hardLinks?: boolean;
  /** A folder with generated files of the campaign, for one whose own folder cannot be written to; it need not be there. */
  readonly generatedDir?: string;
  /** Stops the reading between two files. */
  readonly signal?: AbortSignal;
  /** Told between files how far it has come. */
  onProgress?(progress: LoadProgress): void;
}

/** How far the reading of a folder has come. */
export interface LoadProgress {
  /** Text files that were read. */
  readonly files: number;
  /** Files that the folder holds. */
  readonly of: number;
}

/** What a campaign folder came to. */
export interface LoadedCampaign {
  /** Null when the manifest cannot be used; everything else that is faulty is only left out. */
  readonly campaign: Campaign | null;
  /** All that an author should know, by file and line. */
  readonly problems: Problem[];
  /** What {@link printFolder} gave when the reading began. */
  readonly print: string;
  /** Of all files of the folder together. */
  readonly sizeBytes: number;
}

/**
 * Reads a campaign folder whole: manifest, world, characters, plot, lore, storybook, art and music, in this order.
 * Implements rules CA1 to CA8.
 *
 * @param dir - Path of the folder.
 * @returns The campaign with whatever was faulty left out, and the list of problems.
 * @throws {CampaignError} `not_found`, `not_a_folder`, `unreadable` or `no_manifest`, with a sentence for the player; what `signal`
 * was aborted with.
 */
export async function loadCampaign(dir: string, options: LoadOptions = {}): Promise<LoadedCampaign> {
  const root = await openFolder(dir);
  const problems = new ProblemList();
  const lies = await scan(root, problems, options);
  const listing = settleLayout(settleGenerated(lies, problems), problems);
  if (!listing.files.has(MANIFEST)) throw await noManifest(root, listing);
  const folder = new CampaignFolder(root, listing, problems, options);
  folder.use(MANIFEST);
  const campaign = await readAll(folder, root);
  if (campaign !== null) reportUnused(folder);
  const sizeBytes = [...listing.files.values()].reduce((sum, file) => sum + file.sizeBytes, 0);
  return { campaign, problems: await problems.sorted(), print: printOf(root, lies), sizeBytes };
}

/**
 * Says which files a campaign folder holds and when each was last written, without opening any: as long as it is the same, loading gives
 * the same.
 *
 * @throws As {@link loadCampaign}, but for `no_manifest`.
 */
export async function printFolder(dir: string, options: LoadOptions = {}): Promise<string> {
  const root = await openFolder(dir);
  return printOf(root, await scan(root, new ProblemList(), options));
}

function printOf(root: string, { files, links, folders }: Listing): string {
  const lines = [...files.values()].map(({ diskPath, sizeBytes, stamp }) => `${diskPath} ${sizeBytes} ${stamp}`);
  const print = createHash("sha256").update([root, ...lines, ...links, ...folders].join("\n"));
  return print.digest("hex");
}

async function readAll(folder: CampaignFolder, root: string): Promise<Campaign | null> {
  const manifest = await readManifest(folder);
  if (manifest === null) return null;
  const setting = (await folder.markdown("world/setting.md"))?.body.trim() ?? "";
  const rules = (await folder.markdown("world/rules.md"))?.body.trim() ?? "";
  const limits = parseConstraints((await folder.markdown("world/constraints.md"))?.body ?? "");
  const { npcs, names } = await readNpcs(folder);
  const template = await folder.json("player-template", TEMPLATE);
  const premise = takeTitle((await folder.markdown("plot/premise.md"))?.body ?? "").body;
  const tags = new Map<string, string>();
  const { parts: beats, choices: ofBeats, varied: inBeats } = await readBeats(folder, names, tags);
  const beatIds = beats.map(({ id }) => id);
  const { parts: endings, choices: ofEndings, varied: inEndings } = await readEndings(folder, names, beatIds, tags);
  const choices = [...ofBeats, ...ofEndings, ...(await readChoices(folder, names, beatIds, tags))];
  const lore = await readLore(folder, names);
  const storybook = await readStorybook(folder);
  const corrections = await readCorrections(
    folder,
    names,
    beatIds,
    [...beats, ...endings].flatMap(({ conditions }) => waitedFor(conditions)),
  );
  const stats = settleStats(folder, manifest, template);
  await checkExpressions(folder, {
    beats,
    endings,
    choices,
    stats,
    npcs,
    premise,
    setting,
    lore,
    playerTemplate: template?.value ?? null,
  });
  const art = await listMedia(folder, "art/");
  const music = await listMedia(folder, "music/");
  await noteGenerated(folder);
  return withoutLabels({
    dir: root,
    name: basename(root).normalize("NFC"),
    manifest: manifest.value,
    stats,
    setting,
    rules,
    ...limits,
    npcs,
    playerTemplate: template?.value ?? null,
    premise,
    beats,
    endings,
    choices,
    varied: [...inBeats, ...inEndings],
    lore,
    storybook,
    corrections,
    texts: folder.texts,
    art,
    music,
    generated: folder.generated,
    elsewhere: folder.problems.renamed,
  });
}

/** Counts what models made, and says so once. Implements rule CA74. */
async function noteGenerated(folder: CampaignFolder): Promise<void> {
  for (const path of folder.listing.files.keys()) {
    if (!isProvenance(folder, path)) continue;
    await readProvenanceNote(folder, path);
  }
  const { size } = folder.generated;
  if (size > 0) folder.problems.warning(MANIFEST, START, "generated_assets", generatedWarning(size));
}

/** A note beside a picture or a sound: `generated`, and its provenance within `provenance` or beside it. */
async function readProvenanceNote(folder: CampaignFolder, path: string): Promise<void> {
  const text = await folder.text(path, CAPS.jsonBytes);
  if (text === null) return;
  const parsed = await parseJsonText(text);
  if (!parsed.ok) {
    folder.problems.error(path, parsed.fault.at, parsed.fault.code, parsed.fault.message);
    return;
  }
  const { value, locate } = parsed.json;
  const { generated, provenance, ...beside } = isJsonObject(value) ? value : {};
  if (generated === true) folder.generated.add(path);
  const flat = Object.keys(beside).length === 0 ? undefined : beside;
  const fault = provenanceFault(generated, provenance ?? flat, Date.now());
  if (fault === null) return;
  const at = provenance === undefined ? "" : "/provenance";
  const pointer = fault.member === null ? "/generated" : `${at}/${fault.member}`;
  folder.problems.error(path, locate(pointer), "provenance", fault.message);
}

/** What is said once of all that models made. */
export function generatedWarning(count: number): string {
  return `Campaign contains ${count} AI-generated asset(s). Review generated flags and provenance metadata to verify correctness.`;
}

/** Tags and states of the player that conditions wait for. */
function waitedFor(conditions: BeatConditions | undefined): string[] {
  if (conditions === undefined) return [];
  const { player_choice: one, player_choices: several, player_state: state } = conditions;
  return [one ?? [], several ?? [], state ?? []].flat();
}

async function openFolder(dir: string): Promise<string> {
  try {
    const root = await realpath(dir);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    if (errno(error) !== "ENOENT" && errno(error) !== "ENOTDIR") {
      throw new CampaignError("unreadable", `The campaign folder "${dir}" cannot be read (${errno(error)}).`, {
        cause: error,
      });
    }
    throw new CampaignError("not_found", `There is no campaign folder "${dir}".${await hintBeside(dir)}`);
  }
  const hint = basename(dir) === MANIFEST ? ` Name the folder that it lies in: "${dirname(dir)}".` : "";
  throw new CampaignError("not_a_folder", `"${dir}" is a file, and a campaign is a folder.${hint}`);
}

async function scan(root: string, problems: ProblemList, options: LoadOptions): Promise<Listing> {
  try {
    const own = await scanFolder(root, problems, { ...options, hardLinks: options.hardLinks ?? false });
    return options.generatedDir === undefined
      ? own
      : withGenerated(own, await generatedIn(options.generatedDir, options));
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new CampaignError("unreadable", `The campaign folder "${root}" cannot be read (${errno(error)}).`, {
      cause: error,
    });
  }
}

/** What lies in a folder of generated files; null where there is none. */
async function generatedIn(dir: string, { signal }: LoadOptions): Promise<Listing | null> {
  const root = await realpath(dir).catch(() => null);
  if (root === null) return null;
  const found = await scanFolder(root, new ProblemList(), { hardLinks: false, ...(signal && { signal }) });
  const files = [...found.files]
    .filter(([path]) => isGeneratedName(path))
    .map(([path, file]) => [path, { ...file, root }] as const);
  return { ...found, files: new Map(files) };
}

/** The files of a campaign's own folder come first. */
function withGenerated(own: Listing, generated: Listing | null): Listing {
  if (generated === null) return own;
  return {
    ...own,
    files: new Map([...generated.files, ...own.files]),
    folders: new Set([...own.folders, ...generated.folders]),
  };
}

/** A name near the one that was given, from the folder where it should be. */
async function hintBeside(dir: string): Promise<string> {
  const parent = dirname(resolve(dir));
  const names = await readdir(parent).catch(() => []);
  const guess = nearest(basename(resolve(dir)), names);
  return guess === null ? "" : ` Did you mean "${join(dirname(dir), guess)}"?`;
}

async function noManifest(root: string, listing: Listing): Promise<CampaignError> {
  const missing = `The folder "${root}" is not a campaign: it holds no ${MANIFEST}.`;
  if (listing.links.has(MANIFEST)) {
    const message = `The ${MANIFEST} in "${root}" is a link, and links are not followed. Put the file itself there.`;
    return new CampaignError("no_manifest", message);
  }
  const inner = [...listing.files.keys()].find((path) => /^[^/]+\/manifest\.json$/.test(path));
  if (inner !== undefined) {
    return new CampaignError(
      "no_manifest",
      `${missing} There is one a folder deeper: "${join(root, dirname(inner))}".`,
    );
  }
  const names = [...listing.files.keys()].filter((path) => !path.includes("/"));
  const guess = nearest(MANIFEST, names);
  return new CampaignError("no_manifest", guess === null ? missing : `${missing} Is "${guess}" meant to be it?`);
}
