/** A README as the only text of a story: what of it tells the story, and not how the folder is used. Implements rule CA5990. */
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { isNote } from "./seed-notes.js";
import { OF_THE_STORY, sentencesOf, spokenToPlayer } from "./seed-sentences.js";

const MOST_BYTES = 64 * 1024;
const MOST_PARAGRAPHS = 6;
/** Sections that are about the folder. */
const ABOUT =
  /\b(?:creeds?|licen[cs]e|install|usage|how to|getting started|credits?|acknowledge?ments?|files|contents|structure|notes?|to-?do|changelog|versions?|running|authors?|requirements|contribut\w+|thanks)\b/i;
const OF_THE_FOLDER =
  /https?:|`|\bnarratoria\b|\.(?:md|json|png|ogg|mp3)\b|\b(?:licen[cs]ed?|copyright|repository|download|install|folder|template|draft|work in progress|write to me)\b/i;

/** Name of the README in a folder, however it is written; null where there is none that is a plain file. */
export async function readmeName(dir: string): Promise<string | null> {
  const names = (await readdir(dir)).filter((name) => /^readme(?:\.md|\.markdown|\.txt)?$/i.test(name)).sort();
  for (const name of names) {
    // A link is not followed: what it leads to is no part of the campaign.
    const found = await lstat(join(dir, name));
    if (found.isFile() && found.size <= MOST_BYTES) return name;
  }
  return null;
}

/** Paragraphs of a folder's README that tell its story, as they are told to the player. */
export const readmeProse = async (dir: string): Promise<string[]> => storyParagraphs(await readmeText(dir));

/** A README as its author wrote it; empty where there is none. */
export async function readmeText(dir: string): Promise<string> {
  const name = await readmeName(dir);
  if (name === null) return "";
  const text = (await readFile(join(dir, name), "utf8")).replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  // What a program wrote is not its author's.
  if (/^---\n[\s\S]*?\bgenerated: true\b[\s\S]*?\n---/.test(text)) return "";
  return text;
}

export function storyParagraphs(markdown: string): string[] {
  const text = markdown
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^\s*(`{3,}|~{3,})[\s\S]*?^\s*\1.*$/gm, "");
  const found: string[] = [];
  let isAbout = false;
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.trim().split("\n");
    const [first = ""] = lines;
    if (/^#{1,6}\s/.test(first)) isAbout = /^##/.test(first) && ABOUT.test(first);
    const prose = (/^#{1,6}\s/.test(first) ? lines.slice(1) : lines).join("\n").trim();
    if (isAbout || prose === "" || /^\s*(?:[-*+>|]|\d+[.)]|!?\[)/.test(prose) || OF_THE_FOLDER.test(prose)) continue;
    const told = spokenToPlayer(
      sentencesOf(prose)
        .filter((one) => !isNote(one))
        .join(" "),
    );
    const sentences = told === null ? [] : sentencesOf(told);
    if (sentences.length === 0 || sentences.some((one) => OF_THE_STORY.test(one) || !/[.!?…]["”’)]*$/.test(one)))
      continue;
    found.push(sentences.join(" "));
  }
  return found.slice(0, MOST_PARAGRAPHS);
}
