/** A playthrough as a file that can be taken in again: whole, with every branch. (contracts/playthrough-file.schema.json) */
import { createHash } from "node:crypto";
import type { PlaythroughSummary, Store } from "@narratoria/persistence";

/** The version of the file's format that this program writes. */
export const FILE_VERSION = 1;

/** The file, piece by piece: one line for each turn. */
export async function* asJson(store: Store, playthrough: PlaythroughSummary): AsyncGenerator<string> {
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
  yield `"turns":[`;
  let between = "\n";
  for (const { id } of await store.outline(playthrough.id)) {
    const turn = await store.turn(id);
    if (!turn) continue;
    const { playthroughId: _, previousHash: __, hash: ___, ...kept } = turn;
    const records = await store.recordsOfTurn(playthrough.id, id);
    const text = JSON.stringify({ ...kept, ...(records.length > 0 ? { records } : {}) });
    sum.update(`${text}\n`);
    yield `${between}${text}`;
    between = ",\n";
  }
  yield `\n],\n"sha256":"${sum.digest("hex")}"}\n`;
}
