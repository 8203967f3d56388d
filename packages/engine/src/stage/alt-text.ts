/** Words for pictures and sounds whose author gave none, written from what is known of them. */
import { basename, extname } from "node:path";
import type { Reading } from "@narratoria/protocol/contracts";
import type { Campaign } from "@narratoria/campaign";
import { clean } from "../scene/scene-parts.js";
import { foldedWords } from "./file-words.js";
import type { StageFile } from "./stage-files.js";

const LONGEST = 200;
const LONGEST_ROLE = 60;
const TIME_WORDS: Readonly<Record<string, string>> = {
  dawn: "at dawn",
  morning: "in the morning",
  noon: "at noon",
  day: "by day",
  afternoon: "in the afternoon",
  dusk: "at dusk",
  evening: "in the evening",
  night: "by night",
};
const WEATHER_WORDS: Readonly<Record<string, string>> = {
  rain: "in the rain",
  storm: "in a storm",
  snow: "in the snow",
  fog: "in fog",
  clear: "under a clear sky",
  wind: "in the wind",
};

/**
 * Says what a file of a campaign shows or sounds like: in the author's words where a page shows the picture with some, else
 * as it follows from whom and what it shows. Implements rule EN1812.
 */
export function altTextOf(file: StageFile, { texts }: Pick<Campaign, "texts">, reading: Reading): string {
  return authorsAlt(file, texts) ?? writtenAlt(file, reading);
}

/** The words in the brackets of `![words](art/mill.png)`. An address with spaces stands in angle brackets, or has "%20" for them. */
function authorsAlt({ file, referencedBy }: StageFile, texts: ReadonlyMap<string, string>): string | null {
  for (const page of referencedBy) {
    const text = texts.get(page) ?? "";
    const pictures = text.matchAll(/!\[([^\]\n]{1,500})\]\(\s*(?:<([^>\n]+)>|([^)\s]+))/g);
    for (const [, words = "", bracketed, bare = ""] of pictures) {
      const target = bracketed ?? bare;
      const isThis = target.endsWith(file) || target.endsWith(encodeURI(file));
      if (isThis && clean(words) !== "") return clean(words).slice(0, LONGEST);
    }
    // Behind the bar a number is a width.
    for (const [, target = "", words = ""] of text.matchAll(/!\[\[([^\]|\n]{1,300})\|([^\]\n]{1,500})\]\]/g))
      if (basename(target) === basename(file) && /\p{L}/u.test(clean(words))) return clean(words).slice(0, LONGEST);
  }
  return null;
}

function writtenAlt(stageFile: StageFile, { cast, places, beats }: Reading): string {
  const { title, kind, use, people, place, qualifiers, rest } = stageFile;
  const own = wordsOfName(title);
  if (kind === "audio") return own;
  const persons = people.flatMap((id) => cast.find((one) => one.id === id) ?? []);
  const [person] = persons;
  if (use === "portrait" && person && persons.length === 1) return `Portrait of ${person.name}${roleOf(person)}`;
  const where = places.find(({ id }) => id === place);
  const told = beats.find(({ id }) => stageFile.beats.length === 1 && id === stageFile.beats[0]);
  // "beat_004" says nothing to whoever does not see it.
  if (told && where === undefined && isCoded(own)) return clean(told.title).slice(0, LONGEST);
  // The author's own words say more than a name does.
  if (rest.length > 0 && !(where && isCoded(own))) return own;
  const who = listed(persons.map(({ called }) => called));
  const when = [TIME_WORDS[qualifiers.times[0] ?? ""], WEATHER_WORDS[qualifiers.weathers[0] ?? ""]].filter(
    (words) => words !== undefined,
  );
  if (where) {
    const shown = capital([...(who === "" ? [] : [who, where.preposition]), where.name, ...when].join(" "));
    const more = own.split(" ").filter((word) => rest.includes(foldedWords(word)[0] ?? ""));
    return more.length > 0 ? `${shown}: ${more.join(" ").toLowerCase()}` : shown;
  }
  return who === "" ? own : `Picture of ${who}`;
}

/** Whether words of a file's name are letters and numbers that stand for something: "BG B3 v02", "beat 004". */
const isCoded = (words: string): boolean =>
  /(?<![\p{L}\p{N}])(?:\p{Lu}{2,}|[\p{L}]?\p{N}+)(?![\p{L}\p{N}])/u.test(words);

function roleOf({ role, epithet }: Reading["cast"][number]): string {
  if (epithet) return `, ${epithet}`;
  const [first = ""] = clean(role).split(/[.;:,(–—]| - /);
  const words = first.trim();
  if (words === "" || words.length > LONGEST_ROLE) return "";
  // A title keeps its capital; "Wheelwright" is a word like any other.
  return `, ${/^\p{Lu}\p{Ll}+(?:\s\p{Ll}|$)/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words}`;
}

/** "music/ambient/Rain_on-theRoof.ogg" as "Rain on the Roof". */
function wordsOfName(file: string): string {
  const name = basename(file, extname(file)).replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  return clean(name.replace(/[-_.]+/g, " ")).slice(0, LONGEST) || "file";
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
