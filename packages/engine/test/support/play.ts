import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createRandom } from "@narratoria/protocol/random";
import { onTestFinished } from "vitest";
import {
  type Engine,
  type EngineEvent,
  type EngineOptions,
  type EventStamp,
  openEngine,
  openScripts,
  type SceneEvent,
  type SharedScripts,
  type Story,
} from "../../src/index.js";
import { shippedSkillFolders } from "../../src/shipped-skills.js";

/** A folder of its own for one test. */
export async function tempFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "narratoria-test-"));
  // A process that is just being ended may still write into it.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));
  return folder;
}

let shared: Promise<SharedScripts> | undefined;

/** Processes of our own scripts, which all tests of a worker share. They end with it. */
export function sharedScripts(): Promise<SharedScripts> {
  shared ??= openScripts();
  return shared;
}

type EngineOnOptions = Omit<EngineOptions, "scripts"> & {
  /** Null where the engine is to have processes of its own; those that all tests share when left out. */
  readonly scripts?: SharedScripts | null;
};

/** An engine whose player has agreed to every skill. Our own scripts stay for further turns, as players have it; those of a test do not. */
export async function engineOn(dataDir: string, options: EngineOnOptions = {}): Promise<Engine> {
  const { scripts = await sharedScripts(), ...rest } = options;
  const engine = await openEngine({ dataDir, checkStory: true, ...(scripts && { scripts }), ...rest });
  onTestFinished(() => engine.close());
  for (const { name, state, hash } of engine.skills.list()) {
    if (state === "waiting" && hash !== null) await engine.skills.agree(name, hash, { withoutSandbox: true });
  }
  return engine;
}

/** The events of a turn, without their places in its stream. */
export async function collect(events: AsyncIterable<EngineEvent>): Promise<EngineEvent[]> {
  const all: EngineEvent[] = [];
  for await (const event of events) {
    all.push(unstamped(event));
    if (event.type === "log" && event.fields?.["check"] === "invariant") throw new Error(event.message);
  }
  return all;
}

export function sceneIn(events: readonly EngineEvent[]): SceneEvent {
  const scene = events.findLast((event) => event.type === "scene");
  if (!scene) throw new Error(`no scene came: ${JSON.stringify(events).slice(0, 500)}`);
  return unstamped(scene);
}

/** An event without its place in the stream of its turn. */
function unstamped<Event extends EngineEvent>(event: Event & Partial<EventStamp>): Event {
  const { turn: _, seq: __, at: ___, ...rest } = event;
  return rest as unknown as Event;
}

export const noticesIn = (events: readonly EngineEvent[]): string[] =>
  events.flatMap((event) => (event.type === "notice" ? [event.code] : []));

/** Plays choices that dice decide where there is one, else random ones, and returns the events of each turn, the opening first. Stops at an ending. */
export async function walk(story: Story, seed: string, turns: number): Promise<EngineEvent[][]> {
  const random = createRandom(seed);
  const all = [await collect(story.begin())];
  for (let turn = 0; turn < turns; turn++) {
    const scene = story.scene;
    if (!scene || scene.ended) break;
    const drawn = 1 + random.int(scene.choices.length);
    all.push(await collect(story.choose(scene.choices.find(({ odds }) => odds !== undefined)?.id ?? drawn)));
  }
  return all;
}

/** Ids of memories also stand as keys: of reasons that have been used. */
const ULID = /\b0[0-9A-HJKMNP-TV-Z]{25}\b/g;

/** Events without what may differ between two runs of the same story: ids and times. */
export function comparable(events: readonly EngineEvent[]): unknown[] {
  // Tools that run at once begin and log in any order; what they came to is told in the order of the plan.
  const isUnordered = ({ type }: EngineEvent): boolean => type === "progress" || type === "log";
  const begun = events.filter(isUnordered);
  const told = events.filter((event) => !isUnordered(event) && event.type !== "tool_state");
  const plain = (event: EngineEvent): unknown =>
    JSON.parse(
      JSON.stringify(event, (key, value: unknown) =>
        ["playthroughId", "turnId", "executionTimeMs", "timeMs", "turn", "seq", "at", "planId"].includes(key)
          ? undefined
          : value,
      ).replace(ULID, "an id"),
    );
  // Sorted without ids and times, by which two runs differ.
  const inOrder = begun.map(plain).toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  return [...told.map(plain), ...inOrder];
}

/** The folder of one of our skills. */
export function skillFolder(name: string): string {
  const folder = shippedSkillFolders().find((one) => basename(one) === name);
  if (folder === undefined) throw new Error(`There is no skill ${name}.`);
  return folder;
}

/** Copies what is published of one of our skills. */
export async function copySkill(name: string, to: string): Promise<void> {
  const from = skillFolder(name);
  const { files }: { files: string[] } = JSON.parse(await readFile(join(from, "package.json"), "utf8"));
  for (const file of files) await cp(join(from, file), join(to, file), { recursive: true });
}

/** A folder of skills in which one bundled skill has one script replaced by this source. */
export async function withScript(skill: string, script: string, source: string): Promise<string> {
  const folder = await tempFolder();
  await copySkill(skill, join(folder, skill));
  await writeFile(join(folder, skill, "scripts", `${script}.cjs`), source);
  const manifest = join(folder, skill, "skill.json");
  const { scripts, ...rest } = JSON.parse(await readFile(manifest, "utf8"));
  // What a test puts in its place may leave a mark in its data folder.
  const marking = scripts.map((listed: object) => ({ ...listed, dataFolder: true }));
  await writeFile(manifest, JSON.stringify({ ...rest, scripts: marking }));
  return folder;
}
