/** The settings of the skill, with their defaults. */
import { list, optionalNumber, record, text } from "./json-reading.js";

export interface Settings {
  /** Names of further factions. */
  readonly factionList: readonly string[];
  readonly min: number;
  readonly max: number;
  /** Share that is lost in an in-game week. */
  readonly decayRate: number;
  readonly filesToo: boolean;
}

export function readSettings(config: Readonly<Record<string, unknown>>): Settings {
  const scale = record(config.reputationScale);
  return {
    factionList: list<unknown>(config.factionList)
      .map((name) => text(name).trim())
      .filter(Boolean),
    min: optionalNumber(scale.min) ?? -100,
    max: optionalNumber(scale.max) ?? 100,
    decayRate: Math.max(0, Math.min(1, optionalNumber(config.decayRate) ?? 0.1)),
    filesToo: config.storageBackend === "files",
  };
}
