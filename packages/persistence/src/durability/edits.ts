/**
 * What a player changed by hand in the file, told apart from what a disk spoilt: it is kept and hashed anew, and nothing
 * takes it back. Implements rules PE6500 to PE6506.
 */
import { isJsonObject, type JsonValue } from "@narratoria/protocol";
import Database from "better-sqlite3";
import { coveredColumns, hashOfRow, isSoundRow, type Row, type Value, unsoundRows } from "../hashed-rows.js";
import { checkedRecord, findable, isRecordType } from "../records/record-shapes.js";
import { patchesIn } from "../state-text.js";
import { hashedAnew, isSound, matterOfTurn, type TurnRow } from "../turn.js";
import { backupFiles } from "./backups.js";
import { flippedBit, type HashedMatter, oneBitApart } from "./flipped-bit.js";
import { matterOf, missedIds, type MendedTable } from "./mend-rows.js";

/** What was changed by hand in one story. */
export interface Edits {
  readonly playthroughId: string;
  /** Numbers of the scenes, rising. */
  readonly scenes: readonly number[];
  /** Memories and other records: what each reads now, in its own words where it has some. */
  readonly records: readonly { readonly type: string; readonly words: string }[];
  /** Whether it was what is kept of the story beside them, such as its title. */
  readonly story: boolean;
}

/** Time for looking at every bit of what no backup helps to judge, in all; what there is no time for counts as changed by hand. */
const PATIENCE_MS = 2_000;

/** How far to look: at so many of the turns and records written last. */
export interface Reach {
  readonly turns: number;
  readonly records: number;
}

const ALL: Reach = { turns: Number.MAX_SAFE_INTEGER, records: Number.MAX_SAFE_INTEGER };
const TABLES = ["playthroughs", "sessions", "branches", "records"] as const satisfies readonly MendedTable[];

type PlacedRow = Row & { readonly rowid: number };

/** A change by hand, found. */
interface Found {
  readonly playthrough: string;
  readonly turn?: TurnRow;
  readonly row?: { readonly table: MendedTable; readonly row: PlacedRow };
}

/**
 * Keeps what was changed by hand: gives it hashes that hold, together with the turns that follow on it.
 *
 * @param dataDir - Whose backups are asked how it was before.
 * @returns What was kept.
 */
export function keepEdits(db: Database.Database, dataDir: string, reach = ALL): Edits[] {
  const found = lookForEdits(db, dataDir, reach);
  if (found.length === 0) return [];
  db.transaction(() => {
    const turns = found.flatMap(({ turn }) => turn ?? []);
    for (const turn of turns) putTurn(db, turn, new Set(turns.map(({ id }) => id)));
    for (const { row } of found) if (row) putRow(db, row.table, row.row);
  }).immediate();
  return told(found);
}

/** As `keepEdits`, but changes nothing. */
export function findEdits(db: Database.Database, dataDir: string, reach = ALL): Edits[] {
  return told(lookForEdits(db, dataDir, reach));
}

function lookForEdits(db: Database.Database, dataDir: string, reach: Reach): Found[] {
  const turns = db
    .prepare<[number], TurnRow>("select * from turns order by rowid desc limit ?")
    .all(Math.min(reach.turns, Number.MAX_SAFE_INTEGER))
    .filter((row) => !isSound(row))
    .reverse();
  const rows = TABLES.flatMap((table) =>
    [...unsoundRows(db, table, table === "records" ? reach.records : undefined)].map((row) => ({ table, row })),
  );
  if (turns.length + rows.length === 0) return [];
  const until = performance.now() + PATIENCE_MS;
  const backups = openBackups(dataDir);
  try {
    return [
      ...turns.flatMap((turn): Found[] => {
        const before = () => originalIn(backups, "turns", "id", turn.id, turn.hash);
        const edited = isWellFormedTurn(db, turn) && isByHand(matterOfTurn(turn), before, TURN_JSON, until);
        return edited ? [{ playthrough: turn.playthrough, turn }] : [];
      }),
      ...rows.flatMap(({ table, row }): Found[] => {
        const before = () =>
          (table === "records" ? fromRecord(row) : null) ??
          originalIn(backups, table, "rowid", row.rowid, String(row["hash"]));
        const edited = isWellFormed(db, table, row) && isByHand(matterOf(table, row), before, ROW_JSON, until);
        return edited
          ? [{ playthrough: String(row[table === "playthroughs" ? "id" : "playthrough"]), row: { table, row } }]
          : [];
      }),
    ];
  } finally {
    for (const one of backups) one.close();
  }
}

const TURN_JSON = ["choice", "rolls", "patches", "scene_record", "plans", "results", "state"];
const ROW_JSON = ["people", "factions", "tags", "record"];

/**
 * Whether somebody changed what reads differently, and not the disk: neither a flipped bit nor a write that stopped halfway
 * makes it of what was written.
 *
 * @param before - What was written, where a backup still has it.
 */
function isByHand(matter: HashedMatter, before: () => Row | null, json: readonly string[], until: number): boolean {
  if (!(matter.encoding === "hex" ? /^[\da-f]{64}$/ : /^[A-Za-z\d+/]{43}=$/).test(matter.stored)) return false;
  const was = before();
  if (was !== null) {
    const changed = matter.parts.filter(({ column, value }) => (was[column] ?? null) !== value);
    if (changed.some(({ column, value }) => isTorn(was[column] ?? null, value))) return false;
    const [one] = changed;
    // A bit in a number is looked for below, which takes no time.
    if (changed.length > 1) return true;
    if (one && typeof one.value === "string") return !oneBitApart(String(was[one.column]), one.value);
  }
  // What we write has no spaces between its signs. One bit makes one of them at most.
  const spaces = matter.parts
    .filter(({ column }) => json.includes(column))
    .map(({ value }) => spacesBetween(String(value)));
  if (Math.max(0, ...spaces) > 1) return true;
  const flipped = flippedBit(matter, until);
  return flipped === null || flipped === "undecided";
}

function spacesBetween(json: string): number {
  return (json.replace(/"(?:[^"\\]|\\.)*"/g, "").match(/\s/g) ?? []).length;
}

/** Whether a text is what is left of another where a write stopped. */
function isTorn(was: Value, is: Value): boolean {
  return typeof was === "string" && typeof is === "string" && is.length < was.length && was.startsWith(is);
}

/** Whether a turn can be told from: what should be JSON is, of the kind it should be, and it stands where it stood. */
function isWellFormedTurn(db: Database.Database, row: TurnRow): boolean {
  if (!Object.values(row).every(isPlain)) return false;
  try {
    const choice: JsonValue = JSON.parse(row.choice);
    const scene: JsonValue = JSON.parse(row.scene_record);
    const lists = [row.rolls, row.patches, row.plans, row.results].map((text): unknown => JSON.parse(text));
    if (choice !== null && !isJsonObject(choice)) return false;
    if (!isJsonObject(scene) || !lists.every(Array.isArray)) return false;
    const { paragraphs } = scene;
    if (!Array.isArray(paragraphs) || !paragraphs.every((one) => typeof one === "string")) return false;
    if (!isJsonObject(JSON.parse(row.state.replace(/^~\d+/, "")))) return false;
  } catch {
    return false;
  }
  const parent = row.parent === null ? null : turnAt(db, row.parent);
  if (parent === undefined || row.previous_hash !== (parent?.hash ?? "")) return false;
  if (row.scene !== (parent === null ? 0 : parent.scene + 1) || !/^[a-z][a-z_-]*$/.test(row.narrator)) return false;
  const patches = patchesIn(row.state);
  if (patches > 0 && (parent === null || patches !== patchesIn(parent.state) + 1)) return false;
  return exists(db, "playthroughs", row.playthrough) && exists(db, "sessions", row.session);
}

/** Whether a row of another table keeps its contract: of a record, that of its type. */
function isWellFormed(db: Database.Database, table: MendedTable, row: Row): boolean {
  if (!Object.values(row).every(isPlain)) return false;
  // An id that others name cannot have been changed alone by anybody who meant to keep the story.
  if (missedIds(db, table).length > 0) return false;
  const named = (kind: "playthroughs" | "turns" | "sessions" | "branches", column: string) =>
    row[column] === null || exists(db, kind, String(row[column]));
  if (table !== "playthroughs" && !exists(db, "playthroughs", String(row["playthrough"]))) return false;
  switch (table) {
    case "playthroughs":
      return (
        ["id", "campaign", "title", "seed"].every((column) => String(row[column]).trim() !== "") &&
        named("turns", "head") &&
        named("branches", "branch")
      );
    case "sessions":
      return true;
    case "branches":
      return named("turns", "start") && named("turns", "tip");
    case "records":
      return named("turns", "turn") && named("sessions", "session") && isRecord(row);
  }
}

function isRecord(row: Row): boolean {
  const type = row["type"];
  if (!isRecordType(type)) return false;
  if (![row["gone"], row["pinned"]].every((flag) => flag === 0 || flag === 1)) return false;
  try {
    for (const column of ["people", "factions", "tags"]) {
      const list: unknown = JSON.parse(String(row[column]));
      if (!Array.isArray(list) || !list.every((one) => typeof one === "string")) return false;
    }
    checkedRecord(type, JSON.parse(String(row["record"])), 0);
    return true;
  } catch {
    return false;
  }
}

/** Not bytes, and no text with signs that only a disk makes. */
function isPlain(value: unknown): boolean {
  if (typeof value !== "string") return value === null || (typeof value === "number" && Number.isFinite(value));
  return !value.includes("\0") && !value.includes("\uFFFD");
}

export function turnAt(db: Database.Database, id: string): TurnRow | undefined {
  return db.prepare<[string], TurnRow>("select * from turns where id = ?").get(id);
}

function exists(db: Database.Database, table: string, id: string): boolean {
  return db.prepare(`select 1 from ${table} where id = ?`).get(id) !== undefined;
}

/** The backups that can be opened, newest first. */
function openBackups(dataDir: string): Database.Database[] {
  return backupFiles(dataDir).flatMap((file) => {
    try {
      return [new Database(file, { readonly: true, fileMustExist: true })];
    } catch {
      return [];
    }
  });
}

/** A row as it was when the hash that it has now was made; null where no backup has it so. */
function originalIn(
  backups: readonly Database.Database[],
  table: MendedTable | "turns",
  key: "id" | "rowid",
  value: string | number,
  hash: string,
): Row | null {
  for (const backup of backups) {
    try {
      const row = backup.prepare<[string | number], Row>(`select * from ${table} where ${key} = ?`).get(value);
      if (row?.["hash"] !== hash) continue;
      if (table === "turns" ? isSound(row as unknown as TurnRow) : isSoundRow(table, row)) return row;
    } catch {
      // Of an older format, or damaged.
    }
  }
  return null;
}

/** Writes a turn with hashes that hold, and those that follow on it. */
function putTurn(db: Database.Database, edited: TurnRow, alsoEdited: ReadonlySet<string>): void {
  // One before it may have been written meanwhile.
  const now = turnAt(db, edited.id);
  if (now === undefined) return;
  const after = hashedAnew(now);
  writeTurn(db, after);
  followOn(db, now.hash, after, alsoEdited);
}

/**
 * Has the turns that follow on one follow on its new hash. Those that are damaged are left as they are.
 *
 * @param before - Its hash until now.
 * @param edited - Ids of turns that get hashes of their own in a moment.
 */
export function followOn(
  db: Database.Database,
  before: string,
  turn: Pick<TurnRow, "id" | "hash">,
  edited: ReadonlySet<string> = new Set(),
): void {
  const children = db.prepare<[string, string], TurnRow>("select * from turns where parent = ? and previous_hash = ?");
  const left = [{ before, id: turn.id, hash: turn.hash }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    for (const child of children.all(one.id, one.before)) {
      const sound = isSound(child);
      if (!sound && !edited.has(child.id)) continue;
      const next = { ...child, previous_hash: one.hash };
      if (!sound) {
        writeTurn(db, next);
        continue;
      }
      const after = hashedAnew(next);
      writeTurn(db, {
        ...after,
        ended: child.ended,
        first_line: child.first_line,
        minutes: child.minutes,
        side_hash: child.side_hash,
      });
      left.push({ before: child.hash, id: child.id, hash: after.hash });
    }
  }
}

function writeTurn(db: Database.Database, row: TurnRow): void {
  db.prepare<[TurnRow]>(
    `update turns set previous_hash = :previous_hash, hash = :hash, side_hash = :side_hash, ended = :ended,
       first_line = :first_line, minutes = :minutes where id = :id`,
  ).run(row);
}

/** Writes a row with a hash that holds; a record with what is looked for in it as it reads now. */
function putRow(db: Database.Database, table: MendedTable, row: PlacedRow): void {
  const after = table === "records" ? foundAnew(row) : row;
  const columns = [...coveredColumns(table), "hash"];
  db.prepare(
    `update ${table} set ${columns.map((column) => `${column} = :${column}`).join(", ")} where rowid = :rowid`,
  ).run({ ...after, hash: hashOfRow(table, after) });
  if (table !== "records") return;
  db.prepare("delete from record_words where rowid = ?").run(row.rowid);
  if (after["text"] !== "")
    db.prepare("insert into record_words (rowid, text, names) values (:rowid, :text, :names)").run(after);
  // What it meant before; what it means now is found out in idle time.
  db.prepare("delete from vectors where record = ?").run(row.rowid);
}

/** A row of a record as it was written, where its record still is what was. */
function fromRecord(row: PlacedRow): Row | null {
  const record = JSON.parse(String(row["record"]));
  if (!isRecordType(row["type"]) || !isJsonObject(record)) return null;
  const before = { ...row, ...columnsOf(row["type"], record) };
  return isSoundRow("records", before) ? before : null;
}

/** A record with its columns as they follow from it. Where they alone were changed, they stay; words of a memory are put into it. */
function foundAnew(row: PlacedRow): PlacedRow {
  const type = row["type"];
  const record = JSON.parse(String(row["record"]));
  if (!isRecordType(type) || !isJsonObject(record)) return row;
  const before = { ...row, ...columnsOf(type, record) };
  if (fromRecord(row) === null) return before;
  if (type !== "memory" || row["text"] === before["text"] || row["text"] === "") return row;
  const reworded = { ...record, summary: String(row["text"]) };
  return { ...row, record: JSON.stringify(reworded), ...columnsOf(type, reworded) };
}

function columnsOf(type: Parameters<typeof findable>[0], record: Parameters<typeof findable>[1]) {
  const { people, factions, tags, location, path, text, names } = findable(type, record);
  const lists = { people: JSON.stringify(people), factions: JSON.stringify(factions), tags: JSON.stringify(tags) };
  return { ...lists, location, path, text, names };
}

function told(found: readonly Found[]): Edits[] {
  const stories = new Set(found.map(({ playthrough }) => playthrough));
  return [...stories].map((playthroughId) => {
    const own = found.filter(({ playthrough }) => playthrough === playthroughId);
    const scenes = own.flatMap(({ turn }) => turn?.scene ?? []);
    const records = own.flatMap(({ row }) => (row?.table === "records" ? [recordTold(row.row)] : []));
    return {
      playthroughId,
      scenes: [...new Set(scenes)].sort((one, other) => one - other),
      records,
      story: own.some(({ row }) => row !== undefined && row.table !== "records"),
    };
  });
}

function recordTold(row: PlacedRow): Edits["records"][number] {
  const text = String(foundAnew(row)["text"]);
  const who = [row["people"], row["factions"]].flatMap((list): string[] => JSON.parse(String(list)));
  return { type: String(row["type"]), words: text === "" ? who.join(", ") : text };
}
