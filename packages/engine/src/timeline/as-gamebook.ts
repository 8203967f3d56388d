/** A story as a gamebook of numbered sections, which is played with a finger and two dice: Markdown, and one HTML page without a script. */
import { createHash } from "node:crypto";
import { blocksOf } from "../shell.js";
import { figuresOf, paragraphText as htmlParagraph } from "./as-html.js";
import {
  escaped as markdownText,
  paragraphText as markdownParagraph,
  pictureData,
  pictureMark,
} from "./as-markdown.js";
import { STYLE } from "./html-style.js";
import { escaped } from "./html-text.js";
import { NO_PICTURES, type Pictures } from "./pictures.js";
import { OUTCOMES, type PlayedScene, playedScenes, type PlayedWay } from "./played-graph.js";
import { DAMAGED, type ToldStory } from "./told-story.js";

const HOW =
  "Begin at section 1. Where a section asks for it, throw two dice: 10 and more works, 7 to 9 works at a cost, less fails.";
const LEFT = "The story was left here.";

interface Turning {
  readonly text: string;
  readonly to: readonly { readonly when: string | null; readonly number: number }[];
}

/** Ways out of a scene, those of one choice together. */
function turnings(ways: readonly PlayedWay[], numbers: ReadonlyMap<string, number>): Turning[] {
  const all = new Map<string, Turning["to"][number][]>();
  for (const { text, outcome, turnId } of ways) {
    const list = all.get(text) ?? [];
    list.push({ when: outcome === null ? null : OUTCOMES[outcome], number: numbers.get(turnId) ?? 0 });
    all.set(text, list);
  }
  return [...all].map(([text, to]) => ({ text: text.replace(/\.$/, ""), to }));
}

const numbersOf = (scenes: readonly PlayedScene[]): ReadonlyMap<string, number> =>
  new Map(scenes.map(({ turnId, number }) => [turnId, number]));

/** As Markdown, piece by piece. */
export function* asGamebook(story: ToldStory, pictures: Pictures = NO_PICTURES): Generator<string> {
  const scenes = playedScenes(story);
  const numbers = numbersOf(scenes);
  yield `# ${markdownText(story.playthrough.title)}\n\n*${HOW}*\n`;
  for (const { number, turnId, event, ways } of scenes) {
    const list = turnings(ways, numbers).map(({ text, to }) => {
      const targets = to.map(
        ({ when, number: target }) => `${when === null ? "" : `${when}, `}turn to [${target}](#${target})`,
      );
      return `- ${markdownText(text)}: ${targets.join("; ")}.`;
    });
    const blocks = event
      ? [
          ...(pictures.get(turnId) ?? []).map(pictureMark),
          ...event.paragraphs.map((_, at) => markdownParagraph(blocksOf(event, at))),
          ...(event.epilogue ?? []).map((_, at) => markdownParagraph(blocksOf(event, event.paragraphs.length + at))),
          ...(event.ended ? [`**${markdownText(event.ending ?? "The end")}.**`] : []),
        ]
      : [`*${DAMAGED}*`];
    if (list.length === 0 && event?.ended !== true) blocks.push(`*${LEFT}*`);
    yield `\n## ${number}\n\n${[...blocks, ...(list.length > 0 ? [list.join("\n")] : [])].join("\n\n")}\n`;
  }
  yield pictureData(pictures);
}

const OWN_STYLE = `${STYLE}
.turn{list-style:none;margin:1rem 0 0;padding:0}
.turn li{margin:.4rem 0}
h2{text-align:center;border:0;margin-top:3rem}
@media print{section{break-inside:avoid}}
`;

/** As one page, piece by piece. */
export function* asGamebookPage(story: ToldStory, pictures: Pictures = NO_PICTURES): Generator<string> {
  const scenes = playedScenes(story);
  const numbers = numbersOf(scenes);
  const title = escaped(story.playthrough.title);
  const policy = `default-src 'none'; ${pictures.size > 0 ? "img-src data:; " : ""}style-src 'sha256-${createHash("sha256").update(OWN_STYLE).digest("base64")}'; base-uri 'none'; form-action 'none'`;
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${OWN_STYLE}</style>
</head>
<body>
<header><h1>${title}</h1><p class="quiet">${HOW}</p></header>
<main>
`;
  const figures = figuresOf(pictures);
  for (const { number, turnId, event, ways } of scenes) {
    const list = turnings(ways, numbers).map(({ text, to }) => {
      const targets = to.map(
        ({ when, number: target }) =>
          `${when === null ? "" : `${when}, `}turn to <a href="#section-${target}">${target}</a>`,
      );
      return `<li>${escaped(text)}: ${targets.join("; ")}.</li>`;
    });
    const isOver = list.length === 0 && event?.ended !== true;
    yield [
      `<section id="section-${number}" aria-label="Section ${number}">`,
      `<h2>${number}</h2>`,
      ...(event
        ? [
            ...figures(turnId),
            ...event.paragraphs.map((_, at) => htmlParagraph(blocksOf(event, at))),
            ...(event.epilogue ?? []).map((_, at) => htmlParagraph(blocksOf(event, event.paragraphs.length + at))),
            ...(event.ended ? [`<p class="end">${escaped(event.ending ?? "The end")}</p>`] : []),
          ]
        : [`<p class="quiet">${DAMAGED}</p>`]),
      ...(isOver ? [`<p class="quiet">${LEFT}</p>`] : []),
      ...(list.length > 0 ? [`<ul class="turn">${list.join("")}</ul>`] : []),
      "</section>\n",
    ].join("\n");
  }
  yield "</main>\n</body>\n</html>\n";
}
