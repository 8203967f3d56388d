/** A playthrough as a file that can be taken in again: whole, with every branch. (contracts/playthrough-file.schema.json) */
import { createHash, type Hash } from "node:crypto";
import type { Page, PageRequest, PlaythroughSummary, Store } from "@narratoria/persistence";
import type { SavedRecordBeside } from "@narratoria/protocol/contracts";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";

/** The version of the file's format that this program writes. */
export const FILE_VERSION = 2;

/** A larger one could not be read again: it would not fit into the text of one string. */
export const MOST_BYTES = 500 * 1024 * 1024;

/** Assets carry files: only a few are held at a time. */
const PAGES = { lore: 1000, portrait: 1000, asset: 8 } as const;

/**
 * The file, piece by piece: one line for each turn, and for each record that belongs to none.
 *
 * @throws {EngineError} `export_failed` where it comes to more than can be taken in again.
 */
export async function* asJson(
  store: Store,
  playthrough: PlaythroughSummary,
  mostBytes: number = MOST_BYTES,
): AsyncGenerator<string> {
  let bytes = 0;
  for await (const piece of pieces(store, playthrough)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > mostBytes) {
      throw new EngineError(
        "export_failed",
        say("error.export_too_large", { megabytes: Math.floor(mostBytes / 1024 / 1024) }),
        say("error.export_too_large.action"),
      );
    }
    yield piece;
  }
}

async function* pieces(store: Store, playthrough: PlaythroughSummary): AsyncGenerator<string> {
  const { campaign, campaignVersion, title, seed, createdAt, updatedAt, head } = playthrough;
  const branches = await store.branches(playthrough.id);
  const sum = createHash("sha256");
  const part = (name: string, value: unknown): string => {
    const text = JSON.stringify(value);
    sum.update(`${text}\n`);
    return `${JSON.stringify(name)}:${text},\n`;
  };
  yield `{"format":"narratoria-playthrough","version":${FILE_VERSION},\n`;
  yield part("playthrough", {
    campaign,
    campaignVersion,
    title,
    seed,
    createdAt,
    updatedAt,
    head,
    branch: branches.find(({ current }) => current)?.id ?? null,
  });
  yield part(
    "branches",
    branches.map(({ id, name, start, tip, createdAt: begun }) => ({
      id,
      name,
      start: start?.turnId ?? null,
      tip: tip.turnId,
      createdAt: begun,
    })),
  );
  yield part("sessions", await store.sessions(playthrough.id));
  const lines = (members: AsyncIterable<object>): AsyncGenerator<string> => linesOf(members, sum);
  yield `"turns":[`;
  yield* lines(turnsOf(store, playthrough.id));
  yield `\n],\n"records":[`;
  yield* lines(recordsBeside(store, playthrough.id));
  yield `\n],\n"sha256":"${sum.digest("hex")}"}\n`;
}

async function* linesOf(members: AsyncIterable<object>, sum: Hash): AsyncGenerator<string> {
  let between = "\n";
  for await (const member of members) {
    const text = JSON.stringify(member);
    sum.update(`${text}\n`);
    yield `${between}${text}`;
    between = ",\n";
  }
}

async function* turnsOf(store: Store, playthroughId: string): AsyncGenerator<object> {
  for (const { id } of await store.outline(playthroughId)) {
    const turn = await store.turn(id);
    if (!turn) continue;
    const { playthroughId: _, previousHash: __, hash: ___, ...kept } = turn;
    const records = await store.recordsOfTurn(playthroughId, id);
    yield { ...kept, ...(records.length > 0 ? { records } : {}) };
  }
}

async function* recordsBeside(store: Store, playthroughId: string): AsyncGenerator<SavedRecordBeside> {
  for (const dataType of ["lore", "portrait", "asset"] as const) {
    for (let after: string | null | undefined; after !== null; ) {
      const page: PageRequest = { limit: PAGES[dataType], order: "oldest", ...(after === undefined ? {} : { after }) };
      const found: Page<typeof dataType> = await store.exactMatch(playthroughId, dataType, {}, page);
      for (const { id, record, pinned, timestamp, gameMinutes: minutes, sessionId } of found.records) {
        yield { dataType, id, record: { ...record }, pinned, timestamp, minutes, sessionId };
      }
      after = found.next;
    }
  }
}
