/** The settings of the skill, with their defaults. */
import { number, optionalNumber } from "./json-reading.js";

export interface Settings {
  /** Share that is lost in an in-game week. */
  readonly decayRate: number;
  readonly factionInfluenceWeight: number;
  /** What one tier counts for in a roll. */
  readonly modifierScale: number;
  readonly filesToo: boolean;
}

export function readSettings(config: Readonly<Record<string, unknown>>): Settings {
  return {
    decayRate: share(config.decayRate, 0.1),
    factionInfluenceWeight: share(config.factionInfluenceWeight, 0.5),
    modifierScale: Math.max(0, optionalNumber(config.modifierScale) ?? 1),
    filesToo: config.storageBackend === "files",
  };
}

function share(value: unknown, standard: number): number {
  return typeof value === "number" ? Math.max(0, Math.min(1, number(value))) : standard;
}
