/** The branches of a story drawn as a tree, scene by scene; those that leave room share a line. */
import { escaped, type PageIds } from "./html-text.js";
import { sceneName, type ToldBranch, type ToldScene, type ToldStory } from "./told-story.js";

const ROW = 46;
const LEFT = 14;
const TOP = 30;
/** Wide enough to point at, but a story of hundreds of scenes still fits into a few screens. */
const WIDEST = 26;
const NARROWEST = 4;
const ROOM = 2_600;
const LONGEST_NAME = 40;
/** Wider than nearly all of them, in the size that names are drawn in. */
const LETTER = 8;
/** Between two branches on one line. */
const GAP = 24;

/** An SVG element, every scene of which leads to its text for who points at it; keys and readers go by the list. */
export function storyTree({ branches, playthrough }: ToldStory, ids: PageIds): string {
  const last = Math.max(...branches.map(({ branch }) => branch.tip.scene), 1);
  const step = Math.max(NARROWEST, Math.min(WIDEST, ROOM / last));
  const x = (scene: number): number => Math.round(LEFT + scene * step);
  const y = (row: number): number => TOP + row * ROW;
  const rows = rowsOf(branches, x);
  const rowOf = (id: string | null): number => rows.get(id ?? "") ?? 0;
  const parts = branches.map(({ branch, scenes }) => {
    const from = branch.start;
    const row = rowOf(branch.id);
    const above = y(rowOf(branch.parentId));
    const first = scenes[0]?.scene ?? from?.scene ?? 0;
    const way =
      from === null
        ? `M${x(0)} ${y(row)}H${x(branch.tip.scene)}`
        : `M${x(from.scene)} ${above}C${x(from.scene) + step / 2} ${above} ${x(from.scene)} ${y(row)} ${x(first)} ${y(row)}H${x(branch.tip.scene)}`;
    const marks = scenes.map((scene) => mark(scene, x(scene.scene), y(row), step, ids)).join("");
    // Where nothing is told yet there is an end to see all the same.
    const end = scenes.length > 0 ? "" : `<circle class="dot" cx="${x(first)}" cy="${y(row)}" r="2"/>`;
    const name = `<a href="#${ids.branch(branch.id)}" tabindex="-1"><text x="${x(first) + (from ? 10 : -6)}" y="${y(row) - 12}">${escaped(short(branch.title))}</text></a>`;
    return `<path class="way" d="${way}"/>${marks}${end}${name}`;
  });
  const stands = branches.flatMap(({ branch, scenes }) =>
    scenes
      .filter(({ turnId }) => turnId === playthrough.head)
      .map(({ scene }) => `<circle class="stands" cx="${x(scene)}" cy="${y(rowOf(branch.id))}" r="10"/>`),
  );
  const width = Math.max(...branches.map((told) => rightOf(told, x))) + GAP;
  const height = y(Math.max(...rows.values())) + 20;
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${parts.join("")}${stands.join("")}</svg>`;
}

/** The highest line below its parent's on which each branch has room, by its id. */
function rowsOf(branches: readonly ToldBranch[], x: (scene: number) => number): ReadonlyMap<string, number> {
  const rows = new Map<string, number>();
  const taken: { readonly left: number; readonly right: number }[][] = [];
  for (const told of branches) {
    const { id, parentId, start } = told.branch;
    const [left, right] = [x(start?.scene ?? 0), rightOf(told, x) + GAP];
    let row = parentId === null ? 0 : (rows.get(parentId) ?? 0) + 1;
    while (taken[row]?.some((one) => left < one.right && one.left < right)) row++;
    while (taken.length <= row) taken.push([]);
    taken[row]?.push({ left, right });
    rows.set(id, row);
  }
  return rows;
}

/** Where a branch ends, or its name where that reaches further. */
function rightOf({ branch: { start, tip, title } }: ToldBranch, x: (scene: number) => number): number {
  return Math.max(x(tip.scene), x((start?.scene ?? -1) + 1) + 10 + LETTER * short(title).length);
}

/** The list below the drawing has the whole title. */
function short(title: string): string {
  return title.length > LONGEST_NAME ? `${title.slice(0, LONGEST_NAME - 1).replace(/\s+\S*$/, "")}…` : title;
}

function mark({ turnId, scene, event }: ToldScene, x: number, y: number, step: number, ids: PageIds): string {
  const size = Math.min(5, step / 2.4);
  return `<a href="#${ids.scene(turnId)}" tabindex="-1"><title>${sceneName(scene)}</title>${shape(event, x, y, size)}</a>`;
}

function shape(event: ToldScene["event"], x: number, y: number, size: number): string {
  const [left, right, up, down] = [x - size, x + size, y - size, y + size].map((at) => Math.round(at * 10) / 10);
  if (event?.ended) return `<path class="dot" d="M${left} ${up}H${right}V${down}H${left}Z"/>`;
  if (event?.sceneType === "resolution")
    return `<path class="plot" d="M${x} ${up}L${right} ${y}L${x} ${down}L${left} ${y}Z"/>`;
  switch (event?.roll?.outcome) {
    case "fail":
      return `<path class="fails" d="M${left} ${up}L${right} ${down}M${left} ${down}L${right} ${up}"/>`;
    case "success":
    case "partial":
      return `<circle class="${event.roll.outcome === "success" ? "works" : "cost"}" cx="${x}" cy="${y}" r="${size}"/>`;
    default:
      return `<circle class="dot" cx="${x}" cy="${y}" r="${size}"/>`;
  }
}
