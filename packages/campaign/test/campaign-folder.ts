import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach } from "vitest";
import { type LoadedCampaign, loadCampaign, type LoadOptions } from "../src/index.js";

/** Contents by path; an object is written as JSON, bytes as they are. */
export type Files = { readonly [path: string]: string | Uint8Array | object };

const made: string[] = [];
afterEach(async () => {
  await Promise.all(made.splice(0).map((dir) => rm(dir, { recursive: true, force: true })));
});

export const MANIFEST = { title: "The Weighing", version: "1.0.0" };

/** Writes a campaign into a fresh folder called `name`, with a manifest unless one is given. */
export async function campaignFolder(files: Files = {}, name = "the-weighing"): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), "narratoria-campaign-"));
  made.push(parent);
  const root = join(parent, name);
  await mkdir(root);
  await addFiles(root, { "manifest.json": MANIFEST, ...files });
  return root;
}

export async function addFiles(root: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    await mkdir(dirname(full), { recursive: true });
    const raw = typeof content === "string" || content instanceof Uint8Array;
    await writeFile(full, raw ? content : JSON.stringify(content, null, 2));
  }
}

/** Writes a campaign and loads it. */
export async function load(files: Files = {}, options?: LoadOptions): Promise<Loaded> {
  return must(await loadCampaign(await campaignFolder(files), options));
}

type Loaded = { campaign: NonNullable<LoadedCampaign["campaign"]>; problems: LoadedCampaign["problems"] };

export function must(loaded: LoadedCampaign): Loaded {
  if (loaded.campaign === null) throw new Error(`no campaign: ${JSON.stringify(loaded.problems)}`);
  return { campaign: loaded.campaign, problems: loaded.problems };
}

/** A profile with only what it must have. */
export function profile(name: string, more: object = {}): object {
  return { name, role: "weigher", personality: { traits: ["patient"] }, ...more };
}
