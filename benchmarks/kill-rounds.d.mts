export interface KillRound {
  readonly home: string;
  readonly campaign: string;
  readonly random: { int(below: number): number; chance(p: number): boolean };
  readonly seed: string;
  readonly finished: Set<string>;
  readonly fresh: boolean;
}

export function killRound(round: KillRound): Promise<{
  readonly faults: string[];
  readonly scenes: number;
  readonly ended: boolean;
  readonly played: number;
  readonly killedInTurn: boolean;
}>;
export function dataFaults(data: string, finished: ReadonlySet<string>): Promise<string[]>;
export function strays(marker: string): string[];
export function goneWithin(find: () => string[], limitMs: number): Promise<string[]>;
export function leftovers(home: string): number;
