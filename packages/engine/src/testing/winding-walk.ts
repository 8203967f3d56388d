/**
 * For tests and reports: a story told twice with the same seed and choices, once straight and once with undos, redos, branches and
 * restarts on its way, and what the two have in common.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonValue } from "@narratoria/protocol";
import { createRandom, type Random } from "@narratoria/protocol/random";
import { openStore, type Store } from "@narratoria/persistence";
import type { EngineOptions } from "../engine-options.js";
import { type Engine, openEngine } from "../open-engine.js";
import type { SharedScripts } from "../script-pool.js";
import type { Story } from "../story/story.js";
import { firstDifference } from "../timeline/difference.js";
import { choiceGoingOn, untilDone } from "./steps.js";

export interface WindingWalkOptions {
  /** An empty folder to play in. */
  readonly dataDir: string;
  /** Name or folder of the campaign. */
  readonly campaign: string;
  /** Decides the story's chance, the choices and where it leaves its way. */
  readonly seed: string;
  /** How many choices to take. */
  readonly turns: number;
  /** Processes of scripts that its engines share with others; each engine starts its own where it is absent. */
  readonly scripts?: SharedScripts;
}

export interface WindingWalk {
  /** How many choices led to where both stand: fewer than were asked for where the story has to end before. */
  readonly turns: number;
  /** What was done on the way. */
  readonly undone: number;
  readonly redone: number;
  readonly branches: number;
  readonly restarts: number;
  /** How many turns were told on other ways. */
  readonly aside: number;
  /** Where the winding story, its replay and what was exported of it and taken in again are not the straight one. */
  readonly differences: readonly string[];
}

type Opening = (dataDir: string, options?: EngineOptions) => Promise<Engine>;

type Tally = { -readonly [Name in "undone" | "redone" | "restarts" | "aside"]: number };

/**
 * Walks a story both ways and compares every turn on the way: choice, rolls, patches, state, scene, memories and other records, and
 * what the story holds of each type at its end; then replays it, and takes it in elsewhere from its export.
 *
 * @throws {EngineError} What `Engine.play` throws.
 */
export async function walkWinding({
  dataDir,
  campaign,
  seed,
  turns,
  scripts,
}: WindingWalkOptions): Promise<WindingWalk> {
  const open: Opening = (dir, options = {}) =>
    openEngine({ dataDir: dir, ...options, ...(scripts ? { scripts } : { residentScripts: true }) });
  const [straightDir, windingDir, elsewhereDir] = ["straight", "winding", "elsewhere"].map((name) =>
    join(dataDir, name),
  ) as [string, string, string];
  const straight = await walkStraight(open, straightDir, campaign, seed, turns);
  const tally: Tally = { undone: 0, redone: 0, restarts: 0, aside: 0 };
  const id = await wind(open, windingDir, campaign, seed, straight.choices, tally);
  const expected = await keptOf(straightDir, straight.id);
  const differences = differing("winding", expected, await keptOf(windingDir, id));

  const engine = await open(windingDir, { readOnly: true });
  const file = join(dataDir, "exported.json");
  let branches: number;
  try {
    const { difference, taken } = await engine.replay(id);
    if (difference) differences.push(`replay: scene ${difference.scene}, ${difference.what} ${difference.where}`);
    if (taken.length > 0) differences.push(`replay: ${taken.length} scenes were not played again`);
    branches = (await engine.branches(id)).length;
    await writeFile(file, engine.export(id, { format: "json" }));
  } finally {
    await engine.close();
  }
  const elsewhere = await openEngine({ dataDir: elsewhereDir, startAhead: false });
  const imported = await elsewhere.import(file).finally(() => elsewhere.close());
  differences.push(...differing("imported", expected, await keptOf(elsewhereDir, imported.id)));
  return { turns: straight.choices.length, ...tally, branches, differences };
}

async function walkStraight(
  open: Opening,
  dataDir: string,
  campaign: string,
  seed: string,
  turns: number,
): Promise<{ readonly id: string; readonly choices: readonly string[] }> {
  const random = createRandom(`straight ${seed}`);
  const engine = await open(dataDir);
  try {
    const story = await engine.play(campaign, { seed });
    await untilDone(story.begin());
    const choices: string[] = [];
    while (choices.length < turns && story.scene?.ended === false) {
      const choice = choiceGoingOn(story, random);
      if (choice === null) break;
      choices.push(choice);
      await untilDone(story.choose(choice));
    }
    return { id: story.id, choices };
  } finally {
    await engine.close();
  }
}

/** The same choices, with detours. @returns The playthrough's id. */
async function wind(
  open: Opening,
  dataDir: string,
  campaign: string,
  seed: string,
  choices: readonly string[],
  tally: Tally,
): Promise<string> {
  const random = createRandom(`winding ${seed}`);
  let engine = await open(dataDir);
  try {
    let story = await engine.play(campaign, { seed });
    await untilDone(story.begin());
    for (const choice of choices) {
      if (random.int(10) === 0) await tryOtherWay(story, random, choice, tally);
      if (random.int(16) === 0) await tryBranch(story, random, tally);
      if (random.int(40) === 0) {
        await engine.close();
        engine = await open(dataDir);
        story = await engine.resume(story.id);
        await untilDone(story.begin());
        tally.restarts++;
      }
      await untilDone(story.choose(choice));
      if (random.int(10) === 0) await backAndForth(story, 1 + random.int(5), tally);
    }
    return story.id;
  } finally {
    await engine.close();
  }
}

/** Takes other choices than the one that is meant, and takes them back. */
async function tryOtherWay(story: Story, random: Random, meant: string, tally: Tally): Promise<void> {
  const taken = await goAside(story, random, 1 + random.int(3), tally, meant);
  for (let step = 0; step < taken; step++) await untilDone(story.undo());
  tally.undone += taken;
}

/** Begins a branch at an earlier scene, and comes back. */
async function tryBranch(story: Story, random: Random, tally: Tally): Promise<void> {
  const here = story.scene;
  if (!here) return;
  await untilDone(
    story.branch(random.int(here.scene + 1), random.int(2) === 0 ? `Aside from ${here.scene}` : undefined),
  );
  await goAside(story, random, random.int(4), tally);
  await untilDone(story.goTo(here.turnId));
}

async function goAside(story: Story, random: Random, turns: number, tally: Tally, meant?: string): Promise<number> {
  let taken = 0;
  for (; taken < turns && story.scene?.ended === false; taken++) {
    const choice = choiceGoingOn(story, random, taken === 0 ? meant : undefined);
    if (choice === null) break;
    await untilDone(story.choose(choice));
  }
  tally.aside += taken;
  return taken;
}

async function backAndForth(story: Story, wanted: number, tally: Tally): Promise<void> {
  const steps = Math.min(wanted, story.scene?.scene ?? 0);
  for (let step = 0; step < steps; step++) await untilDone(story.undo());
  for (let step = 0; step < steps; step++) await untilDone(story.redo());
  tally.undone += steps;
  tally.redone += steps;
}

/** All that a story is where it stands, as its store has it, but for what two runs have each of their own: ids and wall clock. */
async function keptOf(dataDir: string, id: string): Promise<JsonValue> {
  await mkdir(dataDir, { recursive: true });
  const store = await openStore({ dataDir, readOnly: true });
  try {
    const turns = (await store.history(id)).reverse();
    const told = [];
    for (const { id: turnId, scene, choice, rolls, patches, state, sceneRecord, memories, narrator } of turns) {
      const records = await store.recordsOfTurn(id, turnId);
      told.push({ scene, choice, rolls, patches, state, sceneRecord, memories, narrator, records });
    }
    return withoutItsOwn({ told, held: await heldBy(store, id) });
  } finally {
    await store.close();
  }
}

async function heldBy(store: Store, id: string): Promise<object> {
  const held: Record<string, unknown> = {};
  // Assets stay when a turn is undone: what scenes of other ways have shown is there too.
  for (const dataType of ["memory", "reputation", "perception", "portrait", "lore"] as const) {
    const page = await store.exactMatch(id, dataType, {}, { limit: 1000, order: "oldest" });
    held[dataType] = page.records.map(({ id: one, turnId, gameMinutes, pinned, record, storedScore = null }) => {
      return { one, turnId, gameMinutes, pinned, record, storedScore };
    });
  }
  return held;
}

const OF_THE_CLOCK = ["timeMs", "timestamp", "lastUpdated", "lastInteraction", "generatedAt"];

/** An id stands for the place where it first stood. */
function withoutItsOwn(value: object): JsonValue {
  const ids = new Map<string, string>();
  const text = JSON.stringify(value, (key, one: unknown) => (OF_THE_CLOCK.includes(key) ? undefined : one));
  const placed = text.replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, (id) => {
    if (!ids.has(id)) ids.set(id, `id-${ids.size}`);
    return ids.get(id) ?? id;
  });
  return JSON.parse(placed);
}

function differing(what: string, expected: JsonValue, found: JsonValue): string[] {
  const difference = firstDifference(expected, found);
  if (!difference) return [];
  return [`${what}: ${difference.where}, ${difference.expected} came out as ${difference.found}`];
}
