/** Pages of lore that are named after a place of the story, in whatever folder they stand. */
import type { LoreFile } from "../campaign.js";
import { fold } from "./place-names.js";

/** "08-hakone": a number that orders the files. */
const ORDER = /^(?:\d+\p{L}?|\p{L}\d+)[\s._-]+/u;
/** "On the post office", "About Coventry", "A note on the halt". */
const ABOUT =
  /^(?:(?:an?|some|further)\s+)?(?:(?:notes?|words?|remarks?|essay)\s+)?(?:on|of|about|concerning|regarding)\s+/iu;
/** A heading that asks or tells something names nothing. */
const SAYS = /^(?:what|how|why|when|where|who|which|if)\b|[?!]/iu;
/** Words of a first line that is a heading without a mark. */
const TITLE_WORDS = 7;

/** What a page is headed: its first heading, or its first line where that is short and has no stop. */
function headingOf(text: string): string | undefined {
  const marked = /^#{1,2}\s+(.+?)\s*#*\s*$/mu.exec(text.slice(0, 2000))?.[1];
  if (marked !== undefined) return marked;
  const [line = "", next] = text.trimStart().split("\n", 2);
  const isTitle = /^\p{Lu}[^.:;,!?|]*$/u.test(line.trim()) && line.trim().split(/\s+/).length <= TITLE_WORDS;
  return isTitle && next?.trim() === "" ? line.trim() : undefined;
}

const bare = (title: string): string => fold(title.replace(ORDER, "").replace(ABOUT, ""));

/**
 * The page that tells of a place: the heading is one of its names, or the file has its name and the heading holds it. Implements rule CA5900.
 *
 * @param forms - The place's names, folded.
 * @param isTaken - Whether a page tells of another place.
 */
export function pageOfPlace(
  lore: readonly Pick<LoreFile, "file" | "text">[],
  forms: ReadonlySet<string>,
  isTaken: (file: string) => boolean,
): string | undefined {
  const titled = lore.flatMap(({ file, text }) => {
    const base = file
      .replace(/^.*\//, "")
      .replace(/\.[^.]*$/, "")
      .replace(/[-_]+/g, " ");
    const heading = headingOf(text) ?? base;
    return isTaken(file) || SAYS.test(heading) ? [] : [{ file, heading: bare(heading), base: bare(base) }];
  });
  const own = titled.find(({ heading }) => forms.has(heading));
  const named = titled.find(({ heading, base }) => forms.has(base) && ` ${heading} `.includes(` ${base} `));
  return (own ?? named)?.file;
}
