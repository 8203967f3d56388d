/** Keeps a playthrough that was exported elsewhere as a new one. */
import type { JsonObject } from "@narratoria/protocol";
import type { PlaythroughFile } from "@narratoria/protocol/contracts";
import { StoreError } from "./errors.js";
import { playthroughRow, type StoryRows } from "./hashed-rows.js";
import type { Journal } from "./journal.js";
import { wayTo } from "./lines.js";
import type { StoryRecords } from "./records/story-records.js";
import type { Statements } from "./statements.js";
import { mentionsIn, type Turn, type TurnRow } from "./turn.js";

/** What is kept of a playthrough, and where its campaign lies here. */
export type ImportedPlaythrough = Pick<
  PlaythroughFile,
  "playthrough" | "branches" | "sessions" | "turns" | "records"
> & {
  readonly campaignPath: string;
};

export interface ImportParts {
  readonly rows: StoryRows;
  readonly statements: Statements;
  readonly journal: Journal;
  newId(): string;
  readonly stories: StoryRecords;
}

/**
 * Writes it under new ids, each turn behind the one it follows, with a hash of its own. Belongs in a transaction of the
 * caller's.
 *
 * @param check - Given every turn as it reads back; what it throws refuses the whole.
 * @returns The new playthrough's id.
 * @throws {StoreError} `invalid` where the parts do not fit together, with a JSON pointer to the one to blame.
 */
export function importPlaythrough(
  { rows: tables, statements, journal, newId, stories }: ImportParts,
  { playthrough, branches, sessions, turns, records = [], campaignPath }: ImportedPlaythrough,
  check: (turn: Turn) => void,
): string {
  const id = newId();
  const { campaign, campaignVersion, title, seed, createdAt, updatedAt } = playthrough;
  const about = { id, campaign, campaignPath, campaignVersion, title, seed };
  // Among the stories that are here it stands where it was played last, as far as clocks tell.
  tables.playthroughs.add(playthroughRow(about, createdAt, statements.playedBefore.get(updatedAt) ?? 0));
  const sessionIds = new Map<string, string>();
  for (const [at, { id: old, startedAt, endedAt, location }] of sessions.entries()) {
    const session = fresh(sessionIds, old, newId(), `/sessions/${at}`);
    tables.sessions.add({ id: session, playthrough: id, started_at: startedAt, ended_at: endedAt, location });
  }

  const rows = new Map<string, TurnRow>();
  const parents = new Map<string, string | null>();
  for (const [at, turn] of turns.entries()) {
    const where = `/turns/${at}`;
    const parent = turn.parentId === null ? null : known(rows, turn.parentId, "turn before it", `${where}/parentId`);
    if ((parent === null) !== (rows.size === 0)) throw misfit(`${where}/parentId`, "it would be a second opening.");
    if (rows.has(turn.id)) throw misfit(`${where}/id`, `the turn ${turn.id} is there twice.`);
    const turnId = newId();
    const memories = turn.memories.map(({ id: memory, record }) => ({ id: memory, record }));
    const changes = memories.map((memory) => ({ change: "store", dataType: "memory", ...memory }) as const);
    const names = stories.namesFor(id, changes, mentionsIn(turn));
    const row = journal.rowOf(
      {
        ...turn,
        playthroughId: id,
        sessionId: known(sessionIds, turn.sessionId, "session", `${where}/sessionId`),
        parentId: parent?.id ?? null,
        sceneRecord: renamed(turn.sceneRecord, turn.id, turnId),
      },
      turnId,
      turn.createdAt,
      parent,
      names,
    );
    statements.addTurn.run(row);
    placed(where, () => stories.carried.takeIn(row, memories, names, turn.records));
    check(journal.read(row));
    rows.set(turn.id, row);
    parents.set(turn.id, turn.parentId);
  }

  const branchIds = new Map<string, string>();
  const onBranches = new Set<string>();
  for (const [at, { id: old, name, start, tip, createdAt: begun }] of branches.entries()) {
    const where = `/branches/${at}`;
    const end = known(rows, tip, "turn", `${where}/tip`);
    const way = wayTo(tip, parents);
    if (start !== null && !way.includes(start)) {
      throw misfit(`${where}/start`, `the branch ${old} does not leave the turn ${start}.`);
    }
    for (const turn of way.slice(start === null ? 0 : way.indexOf(start) + 1)) onBranches.add(turn);
    const from = start === null ? null : known(rows, start, "turn", `${where}/start`).id;
    const branch = fresh(branchIds, old, newId(), where);
    tables.branches.add({ id: branch, playthrough: id, name, start: from, tip: end.id, created_at: begun });
  }
  const lost = turns.findIndex((turn) => !onBranches.has(turn.id));
  if (lost >= 0) throw misfit(`/turns/${lost}`, "it is on no branch.");
  const head = playthrough.head === null ? null : known(rows, playthrough.head, "turn", "/playthrough/head").id;
  const branch =
    playthrough.branch === null ? null : known(branchIds, playthrough.branch, "branch", "/playthrough/branch");
  if ((head === null || branch === null) !== (rows.size === 0)) {
    throw misfit("/playthrough", "it does not say where it stands.");
  }
  tables.playthroughs.set(id, { head, branch, updated_at: updatedAt });
  for (const [at, { sessionId, ...record }] of records.entries()) {
    const where = `/records/${at}`;
    const session = sessionId === null ? null : known(sessionIds, sessionId, "session", `${where}/sessionId`);
    placed(where, () => stories.carried.takeInBeside(id, session, record));
  }
  return id;
}

function known<T>(map: ReadonlyMap<string, T>, id: string, what: string, where: string): T {
  const found = map.get(id);
  if (found === undefined) throw misfit(where, `there is no ${what} ${id}.`);
  return found;
}

function fresh(map: Map<string, string>, old: string, id: string, where: string): string {
  if (map.has(old)) throw misfit(`${where}/id`, `the id ${old} is there twice.`);
  map.set(old, id);
  return id;
}

/** A scene names its turn. */
function renamed(record: JsonObject, old: string, turnId: string): JsonObject {
  return record["turnId"] === old ? { ...record, turnId } : record;
}

/** A refusal says where in the file. */
function placed(where: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof StoreError && error.code === "invalid") throw misfit(where, error.message);
    throw error;
  }
}

function misfit(where: string, message: string): StoreError {
  return new StoreError("invalid", `${where}: ${message}`);
}
