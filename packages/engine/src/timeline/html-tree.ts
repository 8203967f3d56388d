/** The branches of a story drawn as a tree, one line each, scene by scene. (UI.md 4.8) */
import { escaped, type PageIds } from "./html-text.js";
import { sceneName, type ToldScene, type ToldStory } from "./told-story.js";

const ROW = 46;
const LEFT = 14;
const TOP = 30;
/** Wide enough to point at, but a story of hundreds of scenes still fits into a few screens. */
const WIDEST = 26;
const NARROWEST = 4;
const ROOM = 2_600;
const LONGEST_NAME = 40;

/** An SVG element, every scene of which leads to its text. */
export function storyTree({ branches, playthrough }: ToldStory, ids: PageIds): string {
  const last = Math.max(...branches.map(({ branch }) => branch.tip.scene), 1);
  const step = Math.max(NARROWEST, Math.min(WIDEST, ROOM / last));
  const x = (scene: number): number => Math.round(LEFT + scene * step);
  const y = (row: number): number => TOP + row * ROW;
  const rows = new Map(branches.map(({ branch }, row) => [branch.id, row]));
  const parts = branches.map(({ branch, scenes }, row) => {
    const from = branch.start;
    const above = y(rows.get(branch.parentId ?? "") ?? row);
    const first = scenes[0]?.scene ?? from?.scene ?? 0;
    const way =
      from === null
        ? `M${x(0)} ${y(row)}H${x(branch.tip.scene)}`
        : `M${x(from.scene)} ${above}C${x(from.scene) + step / 2} ${above} ${x(from.scene)} ${y(row)} ${x(first)} ${y(row)}H${x(branch.tip.scene)}`;
    const marks = scenes.map((scene) => mark(scene, x(scene.scene), y(row), step, ids)).join("");
    // Where nothing is told yet there is an end to see all the same.
    const end = scenes.length > 0 ? "" : `<circle class="dot" cx="${x(first)}" cy="${y(row)}" r="2"/>`;
    const name = `<a href="#${ids.branch(branch.id)}"><text x="${x(first) + (from ? 10 : -6)}" y="${y(row) - 12}">${escaped(short(branch.title))}</text></a>`;
    return `<path class="way" d="${way}"/>${marks}${end}${name}`;
  });
  const stands = branches.flatMap(({ scenes }, row) =>
    scenes
      .filter(({ turnId }) => turnId === playthrough.head)
      .map(({ scene }) => `<circle class="stands" cx="${x(scene)}" cy="${y(row)}" r="10"/>`),
  );
  const longest = Math.max(
    ...branches.map(({ branch }) => x(branch.start?.scene ?? 0) + 9 * short(branch.title).length),
  );
  const [width, height] = [Math.max(x(last) + 24, longest + 24), y(branches.length - 1) + 20];
  return `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${parts.join("")}${stands.join("")}</svg>`;
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
