import { LIMITS } from "@narratoria/protocol";
import { HostError } from "../errors.js";
import type { StagedWrite } from "./host-grants.js";

/**
 * How much each skill may still stage in one execution of a plan. All of it is written in one transaction when the turn is saved,
 * and nothing else in the process runs until that has happened. Each skill has its own share, so that none takes the room of
 * another. Implements rule EX285.
 */
export class StagingRoom {
  readonly #used = new Map<string, { writes: number; bytes: number }>();

  /** @param kept - Writes of tools whose results of an earlier execution stand. */
  constructor(kept: Iterable<{ readonly skill: string; readonly writes: readonly StagedWrite[] }> = []) {
    for (const { skill, writes } of kept) for (const write of writes) this.#add(skill, 1, bytesOf(write));
  }

  /** @throws {HostError} `quota_exceeded` where there is no room for the write; it does not count then. */
  take(skill: string, write: StagedWrite): void {
    const { writes = 0, bytes = 0 } = this.#used.get(skill) ?? {};
    if (writes + 1 > LIMITS.hostStagedWrites || bytes + bytesOf(write) > LIMITS.hostStagedBytes) {
      const most = `${LIMITS.hostStagedWrites} records and ${LIMITS.hostStagedBytes} bytes`;
      throw new HostError("quota_exceeded", `a skill may keep at most ${most} in a turn`, 429);
    }
    this.#add(skill, 1, bytesOf(write));
  }

  /** Makes room again: the tool that staged these writes has failed. */
  giveBack(skill: string, writes: readonly StagedWrite[]): void {
    for (const write of writes) this.#add(skill, -1, -bytesOf(write));
  }

  #add(skill: string, writes: number, bytes: number): void {
    const used = this.#used.get(skill) ?? { writes: 0, bytes: 0 };
    this.#used.set(skill, { writes: used.writes + writes, bytes: used.bytes + bytes });
  }
}

function bytesOf(write: StagedWrite): number {
  return Buffer.byteLength(JSON.stringify(write));
}
