/** Standings as the runtime's store keeps them, and their mirror in a file. */
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Host } from "@narratoria/protocol/skill";
import { bandOf } from "./band.js";
import { list, number, optionalNumber, record, text } from "./json-reading.js";

/** Why a faction thinks as it does. */
export interface Reason {
  readonly scene: number;
  readonly text: string;
  readonly delta: number;
}

export interface Standing {
  readonly faction: string;
  /** -100 to 100, as of the story's clock. */
  readonly score: number;
  /** Oldest first. */
  readonly reasons: readonly Reason[];
  readonly decayRate: number;
}

/** So many reasons of one faction are kept. */
const MOST_REASONS = 12;
/** The most that the store gives at once. */
const PAGE = 50;

export async function readStandings(host: Host | null, factions: readonly string[]): Promise<Map<string, Standing>> {
  if (!host || factions.length === 0) return new Map();
  const pages = Array.from({ length: Math.ceil(factions.length / PAGE) }, (_, page) =>
    factions.slice(page * PAGE, (page + 1) * PAGE),
  );
  const found = await Promise.all(
    pages.map((page) => host.exactMatch({ dataType: "reputation", filters: { factions: page }, limit: PAGE })),
  );
  const results = found.flatMap((page) => page.results);
  return new Map(
    results.flatMap(({ record: kept }) => {
      const faction = text(kept.factionId);
      const standing: Standing = {
        faction,
        score: number(kept.currentScore),
        reasons: list<unknown>(kept.reasons).map((one) => {
          const { scene, text: why, delta } = record(one);
          return { scene: number(scene), text: text(why), delta: number(delta) };
        }),
        decayRate: optionalNumber(kept.decayRate) ?? 0.1,
      };
      return faction === "" ? [] : [[faction, standing] as const];
    }),
  );
}

export async function storeStandings(host: Host | null, standings: readonly Standing[]): Promise<void> {
  for (const { faction, score, reasons, decayRate } of standings) {
    await host?.store({
      dataType: "reputation",
      record: { factionId: faction, currentScore: score, decayRate, reasons: reasons.slice(-MOST_REASONS) },
    });
  }
}

/** "You lied about the ledger (scene 9)": the words of the memory stay together, so that it can be forgotten. */
export function inWords({ text: why, scene }: Reason): string {
  return `${why.replace(/[.!]$/, "")} (scene ${scene})`;
}

/**
 * The reason that weighs most for a standing as it is, for session state.
 *
 * @returns Null where the standing counts nowhere, or nobody said why.
 */
export function mainReason(score: number, reasons: readonly Reason[]): { text: string; scene: number } | null {
  if (bandOf(score) === "neutral") return null;
  const fitting = reasons.filter(({ delta, text: why }) => Math.sign(delta) === Math.sign(score) && why !== "");
  // Of two that weigh the same the later one is nearer.
  const [first] = fitting.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta) || b.scene - a.scene);
  return first ? { text: first.text, scene: first.scene } : null;
}

/**
 * Writes standings beside those that the file holds. (rule RP10)
 *
 * @param isNew - Whether the file of an earlier story gives way.
 */
export function mirror(standings: readonly Standing[], isNew: boolean): void {
  const folder = process.env.NARRATORIA_DATA_DIR;
  if (folder === undefined || folder === "" || standings.length === 0) return;
  const path = join(folder, "reputation.json");
  const before = isNew || !existsSync(path) ? {} : readObject(path);
  const entries = standings.map(({ faction, score, reasons }) => [faction, { score, reasons: reasons.map(inWords) }]);
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
