/** The state of the world as a tree, with what the last turn changed. Read only. */
import { isJsonObject, type JsonObject, type JsonValue } from "@narratoria/protocol";
import type { StoryHistory } from "@narratoria/engine";
import { sceneName } from "@narratoria/engine/shell";
import type { ListPage, ListRow } from "../list-page.js";
import type { Key } from "../player.js";
import { ListKeys, type Page, type PageHost } from "./page.js";

export async function statePage(host: PageHost): Promise<Page> {
  const history = await host.beside.history();
  const scene = host.story.scene?.scene ?? 0;
  const now = await host.story.state();
  const before = scene > 0 ? await history.state(scene - 1) : now;
  return new StatePage(host, history, now, before);
}

/** A value with its name, where it lies, and what the last turn did to it. */
export interface StateRow {
  readonly path: readonly string[];
  readonly value: JsonValue;
  readonly change: "added" | "changed" | "removed" | null;
  readonly open: boolean | null;
}

const CHANGES = { added: "+", changed: "~", removed: "−" } as const;

/** The rows of a tree, as far as it is open. A node that changed inside is marked as changed. */
export function stateRows(
  now: JsonValue | undefined,
  before: JsonValue | undefined,
  isOpen: (path: string) => boolean,
  path: readonly string[] = [],
): StateRow[] {
  const [present, past] = [childrenOf(now), childrenOf(before)];
  const keys = [...new Set([...Object.keys(present), ...Object.keys(past)])].sort();
  return keys.flatMap((key) => {
    const [value, old] = [present[key], past[key]];
    const here = [...path, key];
    const shown = value ?? old ?? null;
    const open = isNode(shown) ? isOpen(here.join(".")) : null;
    return [
      { path: here, value: shown, change: changeOf(value, old), open },
      ...(open ? stateRows(value, old, isOpen, here) : []),
    ];
  });
}

function childrenOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue | undefined>> {
  if (Array.isArray(value)) return Object.fromEntries(value.map((one, at) => [`${at}`, one as JsonValue]));
  return value !== undefined && isJsonObject(value) ? value : {};
}

function isNode(value: JsonValue): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

function changeOf(value: JsonValue | undefined, old: JsonValue | undefined): StateRow["change"] {
  if (old === undefined) return "added";
  if (value === undefined) return "removed";
  return JSON.stringify(value) === JSON.stringify(old) ? null : "changed";
}

class StatePage extends ListKeys {
  private readonly open: Set<string>;
  /** How the marked value came to be, once it was asked for. */
  private past: { readonly path: string; readonly lines: readonly string[] } | null = null;

  constructor(
    host: PageHost,
    private readonly history: StoryHistory,
    private readonly now: JsonObject,
    private readonly before: JsonObject,
  ) {
    super(host);
    const changed = stateRows(now, before, () => true).filter(({ change }) => change !== null);
    this.open = new Set(changed.flatMap(({ path }) => path.map((_, at) => path.slice(0, at).join("."))));
  }

  private get rows(): StateRow[] {
    return stateRows(this.now, this.before, (path) => this.open.has(path));
  }

  protected list(): Omit<ListPage, "marked" | "field"> {
    return {
      title: "State",
      rows: this.rows.map((row) => this.drawn(row)),
      empty: "Nothing is known of the world yet.",
      hint: "Enter opens, or tells how a value came to be; s closes",
    };
  }

  private drawn({ path, value, change, open }: StateRow): ListRow {
    const name = path.at(-1) ?? "";
    const size = typeof value === "object" && value !== null ? Object.keys(value).length : 0;
    const text = open === null ? `${name}: ${JSON.stringify(value)}` : `${name} (${size})${open ? ":" : " ..."}`;
    const known = this.past?.path === path.join(".") ? this.past.lines : [];
    return { text, depth: path.length - 1, label: change === null ? " " : CHANGES[change], more: known };
  }

  protected own(key: Key): boolean {
    const row = this.rows[this.marked];
    if (key.kind !== "enter" || !row) return false;
    const path = row.path.join(".");
    if (row.open === null) this.attempt(this.tellPast(path));
    else if (row.open) this.open.delete(path);
    else this.open.add(path);
    this.host.show();
    return true;
  }

  private async tellPast(path: string): Promise<void> {
    const values = await this.history.values(path);
    const lines = values.map(
      ({ scene, value, toolId }) =>
        `${sceneName(scene)}: ${JSON.stringify(value)}${toolId === null ? "" : `, by ${toolId}`}`,
    );
    this.past = { path, lines };
  }
}
