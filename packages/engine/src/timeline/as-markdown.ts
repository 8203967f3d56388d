import { withoutControls } from "@narratoria/protocol";
import type { SceneEvent } from "../scene/scene-record.js";
import { creditOf, dataOf, NO_PICTURES, type Picture, type Pictures } from "./pictures.js";
import { beginningOf, blocksOf, type FormattedBlock, movesOnAt } from "../shell.js";
import {
  DAMAGED,
  followsWords,
  rollWords,
  sceneName,
  type ToldScene,
  type ToldStory,
  wayWords,
  whenWords,
} from "./told-story.js";

/** A story as Markdown, piece by piece: its branches as a list, then each with its scenes. */
export function* asMarkdown({ playthrough, branches }: ToldStory, pictures: Pictures = NO_PICTURES): Generator<string> {
  yield `# ${escaped(playthrough.title)}\n`;
  const several = branches.length > 1;
  if (several) {
    yield "\n";
    for (const { branch, depth } of branches) {
      yield `${"  ".repeat(depth)}- **${escaped(branch.title)}**: ${escaped(wayWords(branch))}${branch.current ? " The story stands here." : ""}\n`;
    }
  }
  for (const { branch, scenes } of branches) {
    if (several) yield `\n## ${escaped(branch.title)}\n`;
    if (several && branch.start) yield `\n*${followsWords(sceneName(branch.start.scene), scenes.length)}*\n`;
    for (const scene of scenes) yield sceneText(scene, several ? "###" : "##", pictures.get(scene.turnId) ?? []);
  }
  yield pictureData(pictures);
}

/** A picture where it is shown; its bytes stand at the end, out of the way of whoever reads the file as text. */
export function pictureMark(picture: Picture): string {
  const credit = creditOf(picture);
  return `![${escaped(picture.alt)}][picture-${picture.number}]${credit === "" ? "" : `\n\n*${escaped(credit)}*`}`;
}

/** What the marks of pictures refer to. */
export const pictureData = (pictures: Pictures): string =>
  [...pictures.values()]
    .flat()
    .map((picture) => `\n[picture-${picture.number}]: ${dataOf(picture)}\n`)
    .join("");

function sceneText({ scene, event, leaves }: ToldScene, mark: string, pictures: readonly Picture[]): string {
  const name = sceneName(scene);
  const number = name.charAt(0).toUpperCase() + name.slice(1);
  if (!event) return `\n${mark} ${number}\n\n*${DAMAGED}*\n`;
  const blocks = [
    ...(event.ending === undefined
      ? [`${mark} ${number}. ${escaped(beginningOf(event).location)}`, `*${escaped(whenWords(beginningOf(event)))}*`]
      : [`${mark} ${number}`]),
    ...(event.choice === undefined ? [] : [`> ${escaped(event.choice)}`]),
    ...pictures.map(pictureMark),
    ...(event.roll ? [`*${escaped(rollWords(event.roll))}*`] : []),
    ...event.paragraphs.flatMap((_, index) => [
      ...(movesOnAt(event) === index ? [`**${escaped(event.location)}**`, `*${escaped(whenWords(event))}*`] : []),
      paragraphText(blocksOf(event, index)),
    ]),
    ...endOf(event),
    ...leaves.map(({ title }) => `*Another way was tried from here: ${escaped(title)}.*`),
  ];
  return `\n${blocks.join("\n\n")}\n`;
}

/** A paragraph with its emphasis; what stands apart in it is a quote, line by line. */
export function paragraphText(blocks: readonly FormattedBlock[]): string {
  return blocks
    .map(({ kind, lines }) => {
      const set = lines.map((runs) =>
        runs
          .map(({ text, em, strong }, at) => {
            const mark = `${strong ? "**" : ""}${em ? "*" : ""}`;
            return `${mark}${at === 0 ? escaped(text) : escapedInLine(text)}${mark.split("").toReversed().join("")}`;
          })
          .join(""),
      );
      // A backslash at its end keeps a line.
      if (kind === "prose") return set.join("\\\n");
      return set.map((line, at) => `> ${line}${at < set.length - 1 ? "\\" : ""}`).join("\n");
    })
    .join("\n\n");
}

function endOf(event: SceneEvent): string[] {
  const { paragraphs, epilogue = [], ended, ending } = event;
  return [
    ...(epilogue.length > 0
      ? ["**Afterwards**", ...epilogue.map((_, at) => paragraphText(blocksOf(event, paragraphs.length + at)))]
      : []),
    ...(ended ? [ending === undefined ? "**The end.**" : `**The end: ${escaped(ending)}.**`] : []),
  ];
}

/** One line of text in which nothing is taken for a mark. */
export function escaped(text: string): string {
  return escapedInLine(text)
    .trimStart()
    .replace(/^([#+\-=]|\d+(?=[.)]))/, "\\$1")
    .replace(/^\\(\d+)([.)])/, "$1\\$2");
}

function escapedInLine(text: string): string {
  return withoutControls(text.replace(/\s+/g, " ")).replace(/[\\`*_[\]<>&|~]/g, "\\$&");
}
