/** The story tree as lines: the one the story stands on first, and below it each that left it. */

export interface Turn {
  readonly id: string;
  readonly parentId: string | null;
  readonly scene: number;
  readonly branchId: string | null;
  readonly firstLine: string;
  readonly ended: boolean;
  readonly choice: { readonly id: string; readonly text: string } | null;
  readonly outcome: string | null;
  readonly purpose: string | null;
  readonly onTheWay: boolean;
  readonly current: boolean;
}

export interface Branch {
  readonly id: string;
  readonly title: string;
}

/** Turns one behind the other, from where they leave another line on. */
export interface Line {
  /** Id of its branch; null where none is known. */
  readonly branch: string | null;
  readonly title: string;
  /** Its own turns; at least one. */
  readonly turns: readonly Turn[];
  /** The turn that it leaves; null of the first line. */
  readonly from: Turn | null;
  /** 0 for the line that the story stands on, 1 for one that leaves it. */
  readonly depth: number;
}

/** @returns The line that the story stands on, and what leaves each, the latest first: so no line crosses another. */
export function storyLines(turns: readonly Turn[], branches: readonly Branch[]): Line[] {
  const titles = new Map(branches.map(({ id, title }) => [id, title]));
  const after = new Map<string, Turn[]>();
  for (const turn of turns)
    if (turn.parentId !== null) after.set(turn.parentId, [...(after.get(turn.parentId) ?? []), turn]);
  const lines: Line[] = [];
  const add = (start: readonly Turn[], from: Turn | null, depth: number): void => {
    const own = [...start];
    for (let last = own.at(-1); last; ) {
      const { id, branchId }: Turn = last;
      last = after.get(id)?.find((turn) => turn.branchId === branchId);
      if (last) own.push(last);
    }
    const branch = (own.findLast(({ current }) => current) ?? own.at(-1))?.branchId ?? null;
    lines.push({ branch, title: titles.get(branch ?? "") ?? "", turns: own, from, depth });
    const mine = new Set(own.map(({ id }) => id));
    for (const turn of own.toReversed())
      for (const other of after.get(turn.id) ?? []) if (!mine.has(other.id)) add([other], turn, depth + 1);
  };
  const way = turns.filter(({ onTheWay }) => onTheWay).sort((one, other) => one.scene - other.scene);
  const root = way.length > 0 ? way : turns.filter(({ parentId }) => parentId === null).slice(0, 1);
  if (root.length > 0) add(root, null, 0);
  return lines;
}

/** All turns from the opening to the end of the line that a turn is part of. */
export function wayThrough(lines: readonly Line[], turnId: string): Turn[] {
  const line = lines.find(({ turns }) => turns.some(({ id }) => id === turnId));
  if (!line) return [];
  const before = line.from === null ? [] : wayThrough(lines, line.from.id);
  const end = line.from === null ? 0 : before.findIndex(({ id }) => id === line.from?.id) + 1;
  return [...before.slice(0, end), ...line.turns];
}

export type Shape = "plot" | "worked" | "cost" | "failed" | "end" | "plain";

/** How a turn is drawn: what it was most. */
export function shapeOf({ ended, outcome, purpose }: Turn): Shape {
  if (ended) return "end";
  if (outcome === "success") return "worked";
  if (outcome === "partial") return "cost";
  if (outcome === "fail") return "failed";
  return purpose === "beat" || purpose === "opening" ? "plot" : "plain";
}

const SHAPES: Readonly<Record<Shape, string>> = {
  plot: "turn of the plot",
  worked: "roll that worked",
  cost: "roll that worked at a cost",
  failed: "roll that failed",
  end: "an ending",
  plain: "",
};

export function shapeName(shape: Shape): string {
  return SHAPES[shape];
}

/** Where an arrow key leads: along a line, or to the turn of the same scene on the next one. */
export function nextTurn(lines: readonly Line[], turnId: string, key: string): string | null {
  const row = lines.findIndex(({ turns }) => turns.some(({ id }) => id === turnId));
  const line = lines[row];
  if (!line) return null;
  const at = line.turns.findIndex(({ id }) => id === turnId);
  const scene = line.turns[at]?.scene ?? 0;
  switch (key) {
    case "ArrowRight":
      return line.turns[at + 1]?.id ?? null;
    case "ArrowLeft":
      return (line.turns[at - 1] ?? (at === 0 ? line.from : null))?.id ?? null;
    case "Home":
      return line.turns[0]?.id ?? null;
    case "End":
      return line.turns.at(-1)?.id ?? null;
    case "ArrowDown":
    case "ArrowUp": {
      const other = lines[row + (key === "ArrowDown" ? 1 : -1)];
      const near = other?.turns.toSorted((one, two) => Math.abs(one.scene - scene) - Math.abs(two.scene - scene))[0];
      return near?.id ?? null;
    }
    default:
      return null;
  }
}
