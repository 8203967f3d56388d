/**
 * A story as one HTML file that opens anywhere: no script, nothing fetched, a policy that allows neither, and every word of
 * the campaign escaped.
 */
import { createHash } from "node:crypto";
import type { SceneEvent } from "../scene/scene-record.js";
import { STYLE } from "./html-style.js";
import { escaped, type PageIds } from "./html-text.js";
import { storyTree } from "./html-tree.js";
import { dataOf, figure, NO_PICTURES, type Pictures } from "./pictures.js";
import { beginningOf, blocksOf, type FormattedBlock, lastHeadingOf, movesOnAt } from "../shell.js";
import {
  DAMAGED,
  followsWords,
  rollWords,
  sceneName,
  type ToldBranch,
  type ToldScene,
  type ToldStory,
  wayWords,
  whenWords,
} from "./told-story.js";

/** The page, piece by piece. */
export function* asHtml(story: ToldStory, pictures: Pictures = NO_PICTURES): Generator<string> {
  const { playthrough, branches } = story;
  const ids = idsFor(story);
  const policy = `default-src 'none'; ${pictures.size > 0 ? "img-src data:; " : ""}style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(playthrough.title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>${escaped(playthrough.title)}</h1>
<p class="quiet">${countWords(branches)}</p>
</header>
`;
  if (branches.length > 1) {
    yield `<nav aria-label="Branches">
<div class="tree" tabindex="0" role="region" aria-label="The story drawn as a tree, which the list below tells in words">${storyTree(story, ids)}</div>
<p class="quiet key">◆ turn of the plot, ○ roll that worked, at a cost too, ✕ roll that failed, ■ an ending. Each leads to its scene.</p>
${branchList(branches, ids)}
</nav>
`;
  }
  yield "<main>\n";
  const figures = figuresOf(pictures);
  for (const told of branches) yield* branchText(told, branches.length > 1, ids, figures);
  yield "</main>\n</body>\n</html>\n";
}

/** The pictures of a turn, within the page. */
export const figuresOf =
  (pictures: Pictures) =>
  (turnId: string): string[] =>
    (pictures.get(turnId) ?? []).map((picture) => figure(picture, dataOf(picture)));

/** Ids of the scenes and branches of a story. */
export function idsFor({ branches }: ToldStory): PageIds {
  const scenes = new Map<string, string>();
  const lines = new Map<string, string>();
  branches.forEach(({ branch, scenes: own }, index) => {
    lines.set(branch.id, `branch-${index + 1}`);
    for (const { turnId, scene } of own) scenes.set(turnId, `scene-${index + 1}-${scene}`);
  });
  return { scene: (turnId) => scenes.get(turnId) ?? "", branch: (branchId) => lines.get(branchId) ?? "" };
}

function countWords(branches: readonly ToldBranch[]): string {
  const scenes = branches.reduce((sum, { scenes: own }) => sum + own.length, 0);
  const told = scenes === 1 ? "1 scene" : `${scenes} scenes`;
  return branches.length > 1 ? `${branches.length} branches, ${told}.` : `${told}.`;
}

/** The tree as a list in a list, for those who do not see the drawing. */
function branchList(branches: readonly ToldBranch[], ids: PageIds): string {
  let depth = -1;
  let html = "";
  for (const { branch, depth: level } of branches) {
    if (level > depth) html += "<ul>";
    else html += "</li>" + "</ul></li>".repeat(depth - level);
    depth = level;
    const here = branch.current ? ' <span class="here">The story stands here.</span>' : "";
    html += `<li><a href="#${ids.branch(branch.id)}">${escaped(branch.title)}</a>: <span class="quiet">${escaped(wayWords(branch))}</span>${here}`;
  }
  return html + "</li></ul>".repeat(depth + 1);
}

/** The scenes of a branch. Every element is closed, so that it is well-formed as XML too. */
export function* branchText(
  { branch, scenes }: ToldBranch,
  several: boolean,
  ids: PageIds,
  figures: (turnId: string) => readonly string[],
): Generator<string> {
  yield `<section id="${ids.branch(branch.id)}" aria-labelledby="${ids.branch(branch.id)}-title">
<h2 id="${ids.branch(branch.id)}-title"${several ? "" : ' class="unseen"'}>${escaped(branch.title)}</h2>
`;
  if (several && branch.start) {
    const from = `<a href="#${ids.scene(branch.start.turnId)}">${sceneName(branch.start.scene)}</a>`;
    yield `<p class="quiet">${followsWords(from, scenes.length)}</p>\n`;
  }
  let place = "";
  for (const scene of scenes) {
    yield sceneText(scene, place, ids, figures(scene.turnId));
    place = scene.event === null ? place : lastHeadingOf(scene.event).location;
  }
  yield "</section>\n";
}

export function paragraphText(blocks: readonly FormattedBlock[]): string {
  return blocks
    .map(({ kind, lines }) => {
      const set = lines
        .map((runs) =>
          runs
            .map(({ text, em, strong }) => {
              const words = em ? `<em>${escaped(text)}</em>` : escaped(text);
              return strong ? `<strong>${words}</strong>` : words;
            })
            .join(""),
        )
        .join("<br />");
      return kind === "prose" ? `<p>${set}</p>` : `<blockquote class="${kind}"><p>${set}</p></blockquote>`;
    })
    .join("\n");
}

/** Where and when the scene goes on. @param before - The place that was said last. */
function movedText(event: SceneEvent, before: string): string {
  const place = event.location === before ? "" : `<h3>${escaped(event.location)}</h3>`;
  return `<p class="when">${escaped(whenWords(event))}</p>${place}`;
}

/** @param before - The place of the scene before: the same place is not said again. */
function sceneText(
  { turnId, scene, event, leaves }: ToldScene,
  before: string,
  ids: PageIds,
  figures: readonly string[],
): string {
  const id = ids.scene(turnId);
  if (!event) return `<article id="${id}"><p class="quiet">${DAMAGED}</p></article>\n`;
  const number = sceneName(scene);
  const isLast = event.ending !== undefined;
  const { location } = beginningOf(event);
  const place = isLast || location === before ? "" : `<h3>${escaped(location)}</h3>`;
  return [
    `<article id="${id}" aria-label="${number}">`,
    ...(event.choice === undefined ? [] : [`<p class="choice">${escaped(event.choice)}</p>`]),
    `<p class="when">${isLast ? "" : escaped(whenWords(beginningOf(event)))} <a class="number" href="#${id}">${number}</a></p>${place}`,
    ...figures,
    ...(event.roll ? [`<p class="roll ${event.roll.outcome}">${escaped(rollWords(event.roll))}</p>`] : []),
    ...event.paragraphs.flatMap((_, index) => [
      ...(movesOnAt(event) === index ? [movedText(event, location)] : []),
      paragraphText(blocksOf(event, index)),
    ]),
    ...((event.epilogue?.length ?? 0) > 0 ? ["<h4>Afterwards</h4>"] : []),
    ...(event.epilogue ?? []).map((_, index) => paragraphText(blocksOf(event, event.paragraphs.length + index))),
    ...(event.ended ? [`<p class="end">${event.ending === undefined ? "The end" : escaped(event.ending)}</p>`] : []),
    ...leaves.map(
      (branch) =>
        `<p class="fork">Another way was tried from here: <a href="#${ids.branch(branch.id)}">${escaped(branch.title)}</a></p>`,
    ),
    "</article>\n",
  ].join("\n");
}
