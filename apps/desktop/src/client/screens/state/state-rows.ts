/** Session state as the rows of a tree, with what the last turn changed. */

/** A value that a turn changed, as the server tells it. */
export interface Change {
  readonly path: readonly string[];
  readonly before?: unknown;
  readonly after?: unknown;
  readonly toolId: string | null;
}

export type ChangeKind = "added" | "changed" | "removed";

export interface Row {
  /** The path as one text: what tells rows apart. */
  readonly id: string;
  readonly path: readonly string[];
  readonly key: string;
  /** 1 for the members of the root. */
  readonly level: number;
  /** Its place among its siblings, from 1, and how many they are. */
  readonly place: number;
  readonly siblings: number;
  readonly value: unknown;
  /** Whether it has members. */
  readonly hasMembers: boolean;
  readonly isOpen: boolean;
  readonly change: { readonly kind: ChangeKind; readonly toolId: string | null; readonly before: unknown } | null;
  /** Whether something below it was changed. */
  readonly changedBelow: boolean;
}

export interface Shown {
  /** Ids of the rows that are open. */
  readonly open: ReadonlySet<string>;
  /** Only what was changed, with what holds it. */
  readonly onlyChanged: boolean;
  /** Only rows with these words in key or value, with what holds them; empty for all. */
  readonly search: string;
}

const SEPARATOR = "\u0000";

export function idOf(path: readonly string[]): string {
  return path.join(SEPARATOR);
}

interface Node {
  readonly path: readonly string[];
  readonly value: unknown;
  readonly removed: boolean;
}

/** @returns The rows that are to be seen, in order. */
export function rowsOf(state: object, changes: readonly Change[], shown: Shown): Row[] {
  const changed = new Map(changes.map((change) => [idOf(change.path), change]));
  const above = new Set(
    changes.flatMap(({ path }) => path.slice(0, -1).map((_, length) => idOf(path.slice(0, length + 1)))),
  );
  const gone = new Map<string, Node[]>();
  for (const { path, before, after } of changes) {
    if (after !== undefined) continue;
    const holder = idOf(path.slice(0, -1));
    gone.set(holder, [...(gone.get(holder) ?? []), { path, value: before, removed: true }]);
  }
  const words = shown.search.trim().toLowerCase();
  const rows: Row[] = [];
  const walk = (nodes: readonly Node[], inside: Row["change"]): boolean => {
    let any = false;
    for (const [place, { path, value, removed }] of nodes.entries()) {
      const id = idOf(path);
      const own = changed.get(id);
      const change: Row["change"] = own ? { kind: kindOf(own), toolId: own.toolId, before: own.before } : inside;
      const below = above.has(id);
      if (shown.onlyChanged && change === null && !below) continue;
      const key = path.at(-1) ?? "";
      const members = removed ? [] : membersOf(value, path, gone.get(id) ?? []);
      const isFound = words === "" || key.toLowerCase().includes(words) || wordsIn(value).includes(words);
      // What is looked for is to be seen, wherever it is.
      const isForced = words !== "" || (shown.onlyChanged && below);
      const isOpen = members.length > 0 && (isForced || shown.open.has(id));
      const at = rows.length;
      rows.push({
        id,
        path,
        key,
        level: path.length,
        place: place + 1,
        siblings: nodes.length,
        value,
        hasMembers: members.length > 0,
        isOpen,
        change,
        changedBelow: below,
      });
      const within = isOpen && walk(members, change);
      if (isFound || within) any = true;
      else rows.length = at;
    }
    return any;
  };
  walk(membersOf(state, [], gone.get("") ?? []), null);
  return rows;
}

/** Names and values by which a row is found; what has members is found by its name. */
function wordsIn(value: unknown): string {
  return typeof value === "object" ? "" : String(value).toLowerCase();
}

function membersOf(value: unknown, path: readonly string[], gone: readonly Node[]): Node[] {
  const own: Node[] =
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([key, member]) => ({ path: [...path, key], value: member, removed: false }))
      : [];
  return [...own, ...gone];
}

function kindOf({ before, after }: Change): ChangeKind {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}

/** All that has a place in the tree, whether it can be seen or not. */
export function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, member) => sum + 1 + countOf(member), 0);
}

/** Rows that are open at first: the roots, and what leads to a change. */
export function openAtFirst(state: object, changes: readonly Change[]): Set<string> {
  const ways = changes.flatMap(({ path }) => path.slice(0, -1).map((_, length) => idOf(path.slice(0, length + 1))));
  const small = Object.entries(state).filter(([, value]) => countOf(value) <= 12);
  // The engine's own notes are long and change with each scene: they are opened by whoever wants them.
  const own = ["storybook", "past", "rumours"];
  return new Set([
    ...small.map(([key]) => key),
    ...ways.filter((way) => !own.includes(way.split(SEPARATOR)[0] ?? "") && way.split(SEPARATOR).length <= 3),
  ]);
}

/** A value in one line: "7 keys", "4 items", or itself. */
export function valueInLine(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (typeof value === "object" && value !== null) {
    const keys = Object.keys(value).length;
    return keys === 1 ? "1 key" : `${keys} keys`;
  }
  return typeof value === "string" ? `“${value}”` : String(value);
}

const LONGEST_BEFORE = 40;

/** What a row says of its change: "was 26, by update-perception". */
export function changeInWords({ kind, toolId, before }: NonNullable<Row["change"]>): string {
  const by = toolId === null ? "" : ` by ${toolId}`;
  if (kind === "added") return `added${by}`;
  if (kind === "removed") return `removed${by}`;
  const was = valueInLine(before);
  const short = was.length > LONGEST_BEFORE ? `${was.slice(0, LONGEST_BEFORE)}…` : was;
  return `was ${short}${toolId === null ? "" : `, by ${toolId}`}`;
}

/** The merge patch that makes one change. */
export function patchOf({ path: [key, ...rest], ...change }: Change): object {
  if (key === undefined) return {};
  return { [key]: rest.length > 0 ? patchOf({ ...change, path: rest }) : (change.after ?? null) };
}

/** A path as people write it. */
export function pathInWords(path: readonly string[]): string {
  return path.join(".");
}
