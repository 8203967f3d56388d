/** A story as Twee 3, for Twine: a passage for each scene, a link for each way that was taken. */
import { createHash } from "node:crypto";
import { blocksOf, type FormattedBlock } from "../shell.js";
import { withoutControls } from "@narratoria/protocol";
import { creditOf, dataOf, NO_PICTURES, type Picture, type Pictures } from "./pictures.js";
import { OUTCOMES, playedScenes } from "./played-graph.js";
import { DAMAGED, type ToldStory } from "./told-story.js";

/** The text, piece by piece. The same story gives the same text. */
export function* asTwee(story: ToldStory, pictures: Pictures = NO_PICTURES): Generator<string> {
  const scenes = playedScenes(story);
  const names = new Map(scenes.map(({ turnId, name }) => [turnId, name]));
  const data = {
    ifid: ifidOf(story.playthrough.id),
    format: "Harlowe",
    "format-version": "3.3.9",
    start: scenes[0]?.name ?? "",
  };
  yield `:: StoryTitle\n${line(story.playthrough.title)}\n\n:: StoryData\n${JSON.stringify(data, null, 2)}\n`;
  for (const { name, turnId, event, ways } of scenes) {
    const paragraphs = event
      ? [...event.paragraphs, ...(event.epilogue ?? [])].map((_, at) => paragraphText(blocksOf(event, at)))
      : [DAMAGED];
    const links = ways.map(({ text, outcome, turnId }) => {
      const words = line(text).replace(/\.$/, "");
      return `[[${linkText(outcome === null ? words : `${words} (${OUTCOMES[outcome]})`)}->${names.get(turnId) ?? ""}]]`;
    });
    const ending = event?.ended === true ? [`''${escapedText(event.ending ?? "The end")}''`] : [];
    const tags = event?.ended === true ? " [ending]" : "";
    yield `\n:: ${name}${tags}\n${[...(pictures.get(turnId) ?? []).map(image), ...paragraphs, ...ending, ...(links.length > 0 ? [links.join("\n")] : [])].join("\n\n")}\n`;
  }
}

/** Twine's formats show HTML as it is. */
function image(picture: Picture): string {
  const credit = creditOf(picture);
  return `<img src="${dataOf(picture)}" alt="${escapedText(picture.alt)}">${credit === "" ? "" : `\n\n//${escapedText(credit)}//`}`;
}

function paragraphText(blocks: readonly FormattedBlock[]): string {
  return blocks
    .map(({ lines }) =>
      lines
        .map((runs) =>
          runs
            .map(({ text, em, strong }) => {
              const words = escapedText(text);
              const slanted = em ? `//${words}//` : words;
              return strong ? `''${slanted}''` : slanted;
            })
            .join(""),
        )
        .join("\n"),
    )
    .join("\n\n");
}

const line = (text: string): string => withoutControls(text.replace(/\s+/g, " ")).trim();

/** Signs that Twine's formats take for marks, as character references, which all of them show as the sign. */
function escapedText(text: string): string {
  return line(` ${text} `)
    .replace(/[&<>[\]{}$_*`~^|=#+@\\"]|''|\/\/|^::|\((?=[\w-]+:)|^[-!]/g, (signs) =>
      [...signs].map((sign) => `&#${sign.codePointAt(0)};`).join(""),
    )
    .replace(/^/, /^\s/.test(text) ? " " : "")
    .replace(/$/, /\s$/.test(text) ? " " : "");
}

/** The words of a link hold no sign that would end it. */
const linkText = (text: string): string =>
  text
    .replace(/[[\]|<>$]|->|<-/g, " ")
    .replace(/\s+/g, " ")
    .trim();

/** Twine's id of a story: a UUID of version 5's form, from the playthrough's. */
function ifidOf(id: string): string {
  const bytes = createHash("sha256").update(`narratoria:${id}`).digest();
  return uuidOf(bytes).toUpperCase();
}

/** A UUID of version 8, which is any 16 bytes. */
export function uuidOf(hash: Uint8Array): string {
  const bytes = Buffer.from(hash.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
