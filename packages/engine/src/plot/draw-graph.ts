/** Draws the graph of a plot as Mermaid, or as an SVG picture without scripts, fonts or addresses. Pure. */
import { withoutControls } from "@narratoria/protocol";
import { escaped } from "../timeline/html-text.js";
import type { GraphEdge, GraphNode, PlotGraph } from "./plot-graph.js";

export type GraphFormat = "mermaid" | "svg";

/** Implements rule EN1137. */
export const drawGraph = (graph: PlotGraph, format: GraphFormat, reach: PlotReach = new Map()): string =>
  format === "svg" ? asSvg(graph, reach) : asMermaid(graph);

/** What walks came to, by the ids of nodes: a few words, or null where none came there. A node that is missing is drawn as ever. */
export type PlotReach = ReadonlyMap<string, string | null>;

const ARROW: Readonly<Record<GraphEdge["kind"], string>> = {
  requires: "-->",
  any: "-.->|or|",
  calls: "==>|calls|",
  opens: "-->",
  answers: "-.->|answered by|",
};

const SHAPE: Readonly<Record<GraphNode["kind"], readonly [string, string]>> = {
  beat: ["[", "]"],
  ending: ["([", "])"],
  deed: ["{{", "}}"],
  question: ["[/", "/]"],
};

function asMermaid({ title, nodes, edges }: PlotGraph): string {
  const names = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  return [
    "---",
    `title: ${JSON.stringify(title)}`,
    "---",
    "flowchart LR",
    ...nodes.map(({ id, kind, label, note }) => {
      const [open, close] = SHAPE[kind];
      return `  ${names.get(id)}${open}"${inMermaid(label)}<br/>${inMermaid(note)}"${close}:::${kind}`;
    }),
    ...edges.map(({ from, to, kind }) => `  ${names.get(from)} ${ARROW[kind]} ${names.get(to)}`),
    "  classDef beat fill:#e8eef8,stroke:#34507a,color:#111",
    "  classDef ending fill:#f8ebd9,stroke:#8a5a1c,color:#111",
    "  classDef deed fill:#e6f3e6,stroke:#2f6b35,color:#111",
    "  classDef question fill:#f3e8f3,stroke:#6d3b6d,color:#111",
    "",
  ].join("\n");
}

/** Letters that Mermaid or HTML would take for their own, as numbers. */
const inMermaid = (text: string): string =>
  withoutControls(text.replace(/\s+/g, " ")).replace(
    /[^\p{L}\p{N} .,;:!?'’“”()–—_-]/gu,
    (letter) => `#${letter.codePointAt(0)};`,
  );

const BOX = { width: 220, height: 52, across: 70, down: 22, margin: 24 } as const;
const TITLE_HEIGHT = 40;
/** Letters that a box has room for. */
const MOST_LETTERS = 30;
const COLOUR: Readonly<Record<GraphNode["kind"], readonly [fill: string, stroke: string]>> = {
  beat: ["#e8eef8", "#34507a"],
  ending: ["#f8ebd9", "#8a5a1c"],
  deed: ["#e6f3e6", "#2f6b35"],
  question: ["#f3e8f3", "#6d3b6d"],
};
/** Of what no walk came to. */
const NEVER = ["#fff", "#b3261e"] as const;
const DASH: Readonly<Record<GraphEdge["kind"], string>> = {
  requires: "",
  any: "6 4",
  calls: "2 3",
  opens: "",
  answers: "6 4",
};

function asSvg({ title, nodes, edges }: PlotGraph, reach: PlotReach): string {
  const rows = new Map<number, number>();
  const places = new Map(
    nodes.map(({ id, column }) => {
      const row = rows.get(column) ?? 0;
      rows.set(column, row + 1);
      const x = BOX.margin + column * (BOX.width + BOX.across);
      return [id, { x, y: BOX.margin + TITLE_HEIGHT + row * (BOX.height + BOX.down) }] as const;
    }),
  );
  const columns = Math.max(1, ...nodes.map(({ column }) => column + 1));
  const width = 2 * BOX.margin + columns * BOX.width + (columns - 1) * BOX.across;
  const height = 2 * BOX.margin + TITLE_HEIGHT + Math.max(1, ...rows.values()) * (BOX.height + BOX.down);
  const lines = edges.map(({ from, to, kind }) => {
    const [start, end] = [places.get(from) ?? { x: 0, y: 0 }, places.get(to) ?? { x: 0, y: 0 }];
    const [x1, y1] = [start.x + BOX.width, start.y + BOX.height / 2];
    const [x2, y2] = [end.x, end.y + BOX.height / 2];
    const bend = Math.max(30, Math.abs(x2 - x1) / 2);
    const dash = DASH[kind] === "" ? "" : ` stroke-dasharray="${DASH[kind]}"`;
    const path = `M${x1} ${y1} C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2 - 8} ${y2}`;
    return `<path d="${path}" fill="none" stroke="#555" stroke-width="1.5"${dash} marker-end="url(#arrow)"><title>${kind}</title></path>`;
  });
  const boxes = nodes.map(({ id, kind, label, note }) => {
    const { x, y } = places.get(id) ?? { x: 0, y: 0 };
    const [fill, stroke] = reach.get(id) === null ? NEVER : COLOUR[kind];
    const below = reach.has(id) ? (reach.get(id) ?? "never reached") : note;
    const dash = reach.get(id) === null ? ' stroke-dasharray="5 3"' : "";
    const round = kind === "ending" ? 26 : kind === "deed" ? 14 : 4;
    return [
      `<g><title>${escaped(`${kind}: ${label} (${note})${below === note ? "" : `: ${below}`}`)}</title>`,
      `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="${round}" fill="${fill}" stroke="${stroke}"${dash}/>`,
      `<text x="${x + BOX.width / 2}" y="${y + 22}" font-size="13" text-anchor="middle" fill="#111">${escaped(short(label))}</text>`,
      `<text x="${x + BOX.width / 2}" y="${y + 40}" font-size="11" text-anchor="middle" fill="#444">${escaped(short(below))}</text></g>`,
    ].join("");
  });
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif">`,
    `<title>${escaped(title)}</title>`,
    '<defs><marker id="arrow" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10z" fill="#555"/></marker></defs>',
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${BOX.margin}" y="${BOX.margin + 16}" font-size="18" fill="#111">${escaped(title)}</text>`,
    ...lines,
    ...boxes,
    "</svg>",
  ].join("\n")}\n`;
}

function short(text: string): string {
  const letters = [...text.replace(/\s+/g, " ")];
  return letters.length <= MOST_LETTERS
    ? letters.join("")
    : `${letters
        .slice(0, MOST_LETTERS - 1)
        .join("")
        .trimEnd()}…`;
}
