/** Scores as the runtime's store keeps them, and their mirror in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@narratoria/protocol/skill";
import { list, number, optionalNumber, record, text } from "./json-reading.js";
import { bandOf } from "./perception.js";

/** Why somebody thinks as they do. */
export interface Reason {
  readonly scene: number;
  readonly text: string;
  readonly delta: number;
}

export interface Perception {
  readonly npc: string;
  /** -100 to 100, as of the story's clock. */
  readonly score: number;
  /** Oldest first. */
  readonly reasons: readonly Reason[];
  readonly decayRate: number;
}

/** So many reasons of one person are kept. */
const MOST_REASONS = 12;
/** The most that the store gives at once. */
const PAGE = 50;

export async function readPerceptions(host: Host | null, npcs: readonly string[]): Promise<Map<string, Perception>> {
  if (!host || npcs.length === 0) return new Map();
  const pages = Array.from({ length: Math.ceil(npcs.length / PAGE) }, (_, page) =>
    npcs.slice(page * PAGE, (page + 1) * PAGE),
  );
  const found = await Promise.all(
    pages.map((page) => host.exactMatch({ dataType: "perception", filters: { npcs: page }, limit: PAGE })),
  );
  const results = found.flatMap((page) => page.results);
  return new Map(
    results.flatMap(({ record: kept }) => {
      const npc = text(kept.npcId);
      const perception: Perception = {
        npc,
        score: number(kept.perceptionScore),
        reasons: list<unknown>(kept.reasons).map((one) => {
          const { scene, text: why, delta } = record(one);
          return { scene: number(scene), text: text(why), delta: number(delta) };
        }),
        decayRate: optionalNumber(kept.decayRate) ?? 0.1,
      };
      return npc === "" ? [] : [[npc, perception] as const];
    }),
  );
}

/** Stores scores one after the other, as a plan's writes are in order. */
export async function storePerceptions(host: Host | null, perceptions: readonly Perception[]): Promise<void> {
  for (const { npc, score, reasons, decayRate } of perceptions) {
    const kept = reasons.slice(-MOST_REASONS);
    await host?.store({
      dataType: "perception",
      record: {
        npcId: npc,
        perceptionScore: score,
        decayRate,
        eventHistory: kept.map(inWords).join("\n"),
        reasons: kept,
      },
    });
  }
}

/** "You lied about the ledger (scene 9)": the words of the memory stay together, so that it can be forgotten. */
export function inWords({ text: why, scene }: Reason): string {
  return `${why.replace(/[.!]$/, "")} (scene ${scene})`;
}

/**
 * The reason that weighs most for an opinion as it stands, for session state.
 *
 * @returns The whole of it, by which the journal knows it again; null where the opinion counts nowhere, or nobody said why.
 */
export function mainReason(score: number, reasons: readonly Reason[]): { text: string; scene: number } | null {
  if (bandOf(score) === "neutral") return null;
  const fitting = reasons.filter(({ delta, text: why }) => Math.sign(delta) === Math.sign(score) && why !== "");
  // Of two that weigh the same the later one is nearer.
  const [first] = fitting.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || b.scene - a.scene);
  return first ? { text: first.text, scene: first.scene } : null;
}

/**
 * Writes scores beside those that the file holds. (rule NP13)
 *
 * @param isNew - Whether the file of an earlier story gives way.
 */
export function mirror(perceptions: readonly Perception[], isNew: boolean): void {
  const folder = process.env.NARRATORIA_DATA_DIR;
  if (folder === undefined || folder === "" || perceptions.length === 0) return;
  const path = join(folder, "perception.json");
  const before = isNew || !existsSync(path) ? {} : readObject(path);
  const entries = perceptions.map(({ npc, score, reasons }) => [npc, { score, reasons: reasons.map(inWords) }]);
  // Whoever looks meanwhile sees the whole file.
  writeFileSync(`${path}.new`, `${JSON.stringify({ ...before, ...Object.fromEntries(entries) }, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/** What cannot be read is written anew. */
function readObject(path: string): object {
  try {
    return record(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return {};
  }
}
