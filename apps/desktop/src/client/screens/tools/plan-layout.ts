/** Lays a plan out by topological level, from left to right. */

export interface LaidTool {
  readonly id: string;
  readonly dependencies: readonly string[];
}

export interface Box {
  readonly id: string;
  /** 0 for tools that wait for nothing; else one more than the highest level that it waits for. */
  readonly level: number;
  /** Its upper left corner, in px. */
  readonly x: number;
  readonly y: number;
}

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** Path of an SVG. */
  readonly path: string;
}

export interface PlanLayout {
  readonly boxes: readonly Box[];
  /** Without those that follow from others. */
  readonly edges: readonly Edge[];
  readonly width: number;
  readonly height: number;
}

export const BOX = { width: 152, height: 54 } as const;
const GAP = 28;
/** Beside the boxes, and twice that above and below them. */
export const MARGIN = 16;
/** From one box to the next below it. */
const ROW = 78;
/** An edge that passes a level takes less room than a box. */
const PASSING = 30;
const SWEEPS = 6;

/** A box, or the point where an edge passes a level. */
interface Node {
  readonly id: string;
  readonly level: number;
  readonly room: number;
  before: Node[];
  after: Node[];
  y: number;
}

export function layOut(tools: readonly LaidTool[]): PlanLayout {
  const levels = levelsOf(tools);
  const direct = directEdges(tools);
  const rows: Node[][] = [];
  const add = (id: string, level: number, room: number): Node => {
    const node: Node = { id, level, room, before: [], after: [], y: 0 };
    const row = (rows[level] ??= []);
    row.push(node);
    return node;
  };
  const boxes = new Map(tools.map(({ id }) => [id, add(id, levels.get(id) ?? 0, ROW)]));
  const ways = direct.flatMap(({ from, to }) => {
    const [start, end] = [boxes.get(from), boxes.get(to)];
    if (!start || !end) return [];
    const way = [start];
    for (let level = start.level + 1; level < end.level; level++) way.push(add(`${from}>${to}`, level, PASSING));
    way.push(end);
    for (const [place, node] of way.entries()) {
      const next = way[place + 1];
      if (!next) continue;
      node.after.push(next);
      next.before.push(node);
    }
    return [{ from, to, way }];
  });
  for (const row of rows) stack(row);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? rows : rows.toReversed()) arrange(row, (node) => (down ? node.before : node.after));
  }
  const top = Math.min(0, ...rows.flat().map(({ y, room }) => y - room / 2));
  const placed = [...boxes.values()].map(({ id, level, y }) => ({
    id,
    level,
    x: level * (BOX.width + GAP),
    y: y - top - BOX.height / 2,
  }));
  return {
    boxes: placed,
    edges: ways.map(({ from, to, way }) => ({ from, to, path: curve(way, top) })),
    width: Math.max(0, rows.length * (BOX.width + GAP) - GAP),
    height: Math.max(0, ...rows.flat().map(({ y, room }) => y - top + room / 2)),
  };
}

/** Levels by id. A tool in a circle, which no plan has, is not led around it. */
export function levelsOf(tools: readonly LaidTool[]): ReadonlyMap<string, number> {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const levels = new Map<string, number>();
  const levelOf = (id: string, above: readonly string[]): number => {
    const known = levels.get(id);
    if (known !== undefined) return known;
    const waits = (byId.get(id)?.dependencies ?? []).filter((other) => byId.has(other) && !above.includes(other));
    const level = Math.max(-1, ...waits.map((other) => levelOf(other, [...above, id]))) + 1;
    levels.set(id, level);
    return level;
  };
  for (const { id } of tools) levelOf(id, [id]);
  return levels;
}

/** Who waits for whom, without what others say already: whoever waits for B, which waits for A, waits for A. */
export function directEdges(tools: readonly LaidTool[]): { readonly from: string; readonly to: string }[] {
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const leadsTo = (from: string, to: string, seen: Set<string>): boolean =>
    (byId.get(to)?.dependencies ?? []).some((id) => {
      if (id === from) return true;
      if (seen.has(id)) return false;
      seen.add(id);
      return leadsTo(from, id, seen);
    });
  return tools.flatMap(({ id: to, dependencies }) =>
    dependencies
      .filter((from) => byId.has(from) && from !== to)
      .filter((from) => !dependencies.some((other) => other !== from && leadsTo(from, other, new Set([to]))))
      .map((from) => ({ from, to })),
  );
}

/** One below the other, around the middle. */
function stack(row: readonly Node[]): void {
  const room = row.reduce((sum, node) => sum + node.room, 0);
  let y = -room / 2;
  for (const node of row) {
    node.y = y + node.room / 2;
    y += node.room;
  }
}

/** In the order of their neighbours, as near to them as the others let them. */
function arrange(row: Node[], neighbours: (node: Node) => readonly Node[]): void {
  const wanted = new Map(
    row.map((node) => {
      const beside = neighbours(node);
      return [node, beside.length === 0 ? node.y : beside.reduce((sum, { y }) => sum + y, 0) / beside.length];
    }),
  );
  const want = (node: Node): number => wanted.get(node) ?? node.y;
  row.sort((one, other) => want(one) - want(other));
  let end = Number.NEGATIVE_INFINITY;
  for (const node of row) {
    node.y = Math.max(want(node), end + node.room / 2);
    end = node.y + node.room / 2;
  }
  // Who was pushed down was pushed too far: all go back by the middle of it.
  const off = row.reduce((sum, node) => sum + node.y - want(node), 0) / row.length;
  for (const node of row) node.y -= off;
}

function curve(way: readonly Node[], top: number): string {
  const [start, ...rest] = way;
  if (!start) return "";
  const column = (level: number): number => level * (BOX.width + GAP);
  let [x, y] = [column(start.level) + BOX.width, start.y - top];
  let path = `M${x} ${y}`;
  for (const node of rest) {
    const [nextX, nextY] = [column(node.level), node.y - top];
    const middle = (x + nextX) / 2;
    path += ` C${middle} ${y} ${middle} ${nextY} ${nextX} ${nextY}`;
    [x, y] = [nextX, nextY];
    if (node.room === PASSING) {
      x += BOX.width;
      path += ` H${x}`;
    }
  }
  return path;
}

/** Where an arrow key leads from a box: along the edges, or to the next box of the level. */
export function neighbour(
  { boxes, edges }: PlanLayout,
  id: string,
  key: "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown",
): string | null {
  const at = boxes.find((box) => box.id === id);
  if (!at) return null;
  const byHeight = (one: Box, other: Box): number => one.y - other.y;
  if (key === "ArrowUp" || key === "ArrowDown") {
    const level = boxes.filter((box) => box.level === at.level).sort(byHeight);
    return level[level.indexOf(at) + (key === "ArrowUp" ? -1 : 1)]?.id ?? null;
  }
  const ends = edges.flatMap(({ from, to }) =>
    key === "ArrowRight" ? (from === id ? [to] : []) : to === id ? [from] : [],
  );
  const near = boxes
    .filter((box) => ends.includes(box.id))
    .sort((one, other) => Math.abs(one.y - at.y) - Math.abs(other.y - at.y));
  return near[0]?.id ?? null;
}
