import { availableParallelism, freemem, loadavg, totalmem } from "node:os";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openHostServer } from "@narratoria/executor";
import { createPatternPlanner, type ModelNarrator, type PastOfStory, type PlanRequest } from "@narratoria/narrator";
import { storyServices } from "../host/host-services.js";
import { KeptLore } from "../host/kept-lore.js";
import { keptRecords } from "../host/kept-records.js";
import { toolPathsOf } from "../scene/settled-tools.js";
import type { Remembered } from "./remembered.js";
import { runTurn } from "./run-turn.js";
import { SceneTeller } from "./scene-teller.js";
import type { StoryParts } from "./story.js";
import type { TurnStart } from "./turn-start.js";

export interface TurnAhead {
  readonly parts: StoryParts;
  readonly playthroughId: string;
  /** The turn as it would begin. */
  readonly turn: TurnStart;
  readonly remembered: Remembered;
  readonly readPast: () => Promise<PastOfStory>;
  /** Once the player has chosen, or gone. */
  readonly signal: AbortSignal;
}

/**
 * Plays a turn that nobody has taken, for what a model writes on the way: that waits for the choice, and all else of the turn is thrown
 * away. Only skills that come with Narratoria are run, as others may do what cannot be undone. Never rejects.
 * Implements rules EN3400 and EN3401.
 */
export async function tellAhead(ahead: TurnAhead): Promise<void> {
  try {
    await playAhead(ahead);
  } catch {
    // It would have been a help.
  }
}

async function playAhead({ parts, playthroughId, turn, remembered, readPast, signal }: TurnAhead): Promise<void> {
  const { ahead, narrator, slot } = { ahead: parts.ahead, narrator: parts.narrator, slot: turn.slot };
  if (!ahead || !narrator?.tells || !slot || turn.ending) return;
  const stop = new AbortController();
  const writer = ahead.writerFor(slot.id, signal);
  const silent: ModelNarrator = {
    tells: true,
    gaveUp: null,
    tell: (scene, options) => narrator.tell(scene, { ...options, ahead: writer }),
    readAhead: async () => {},
  };
  const teller = new SceneTeller(parts.mined, parts.storybook, silent);
  teller.begin(turn, remembered, readPast);
  const host = await openHostServer({
    services: storyServices({
      playthroughId,
      records: keptRecords(parts.store, playthroughId, new KeptLore(parts.store, playthroughId, parts.campaign)),
      embedder: parts.embedder,
      generator: null,
      newId: (dataType) => parts.newId(dataType === "memory" ? "memory" : "record"),
      narrate: (brief, state, options) => {
        // Whoever writes elsewhere is asked for what is wanted alone.
        if (options.writer) stop.abort();
        return teller.narrate(brief, state, options);
      },
      written: () => {},
      searched: () => {},
    }),
    ...(parts.sandbox.socketDir === undefined ? {} : { runDir: parts.sandbox.socketDir }),
  });
  const planner = {
    generate: async (request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<unknown> => {
      const plan = parts.planner.peek?.(request) ?? (await createPatternPlanner().generate(request, options));
      if (toolPathsOf(plan).some((path) => !isOurs(path, parts.registry))) stop.abort();
      return plan;
    },
  };
  try {
    await runTurn({
      parts: { ...parts, planner, warm: null, log: () => {} },
      turn,
      host,
      assets: null,
      searches: { heard: () => {} },
      signal: AbortSignal.any([signal, stop.signal]),
      emit: () => {},
      playthroughId,
    });
  } finally {
    await host.close();
  }
}

function isOurs(toolPath: string, registry: StoryParts["registry"]): boolean {
  const skill = toolPath.split("/")[0] ?? "";
  return registry.list().find(({ name }) => name === skill)?.origin === "bundled";
}

/** A machine that has more to do than it can is left alone, and so is one that is short of memory. */
const MOST_LOAD = 1.5;
const LEAST_FREE = 0.05;
const SUPPLIES = "/sys/class/power_supply";

/** Whether this machine has power, memory and time to spare for what may be thrown away. Implements rule EN3402. */
export async function hasToSpare(): Promise<boolean> {
  const [load = 0] = loadavg();
  if (load > MOST_LOAD * availableParallelism() || freemem() < LEAST_FREE * totalmem()) return false;
  return !(await runsOnBattery(SUPPLIES));
}

/** Whether a battery is being emptied; false where nothing says. @param folder - Of Linux's power supplies. */
export async function runsOnBattery(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const states = await Promise.all(names.map((name) => readFile(join(folder, name, "status"), "utf8").catch(() => "")));
  return states.some((state) => state.trim() === "Discharging");
}
