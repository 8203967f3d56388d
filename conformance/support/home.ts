import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type EngineEvent, openScripts, type SharedScripts, type Story } from "@narratoria/engine";

/** Does something in a fresh data folder, which is gone afterwards. */
export async function inFreshHome<Result>(work: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), "narratoria-conformance-"));
  try {
    return await work(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

let shared: Promise<SharedScripts> | undefined;

/** Processes of our own scripts, for measures that do not look at processes. They end with the program. */
export function sharedScripts(): Promise<SharedScripts> {
  shared ??= openScripts();
  return shared;
}

/** Copies a skill to where the player's own are. */
export async function install(dataDir: string, name: string, files: Readonly<Record<string, string>>): Promise<string> {
  const dir = join(dataDir, "skills", name);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  return dir;
}

/** Plays a story by its first choices. */
export async function playOn(story: Story, turns: number): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  for await (const event of story.begin()) events.push(event);
  for (let turn = 0; turn < turns && story.scene?.ended !== true; turn++) {
    for await (const event of story.choose(1)) events.push(event);
  }
  return events;
}
