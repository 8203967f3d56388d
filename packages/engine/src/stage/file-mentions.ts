/** Where the texts of a campaign name its files: profiles, beats, and pages on places and people. */
import { basename } from "node:path/posix";
import type { Reading } from "@narratoria/protocol/contracts";
import type { Campaign } from "@narratoria/campaign";
import { foldedWords } from "./file-words.js";

export interface Mentions {
  readonly places: readonly string[];
  readonly people: readonly string[];
  readonly beats: readonly string[];
  /** Files that name it. */
  readonly files: readonly string[];
}

export const NO_MENTIONS: Mentions = { places: [], people: [], beats: [], files: [] };

type Subject = { readonly kind: "places" | "people"; readonly id: string };

/** Finds what names each file. A page or a part of a page that is on one place or person links the files that it names. Implements rule EN1803. */
export function mentionsIn(
  { texts, beats, npcs, art, music, lore }: Campaign,
  reading: Reading,
): Map<string, Mentions> {
  const all = new Map<string, { places: string[]; people: string[]; beats: string[]; files: string[] }>();
  const at = (file: string) => {
    const known = all.get(file) ?? { places: [], people: [], beats: [], files: [] };
    all.set(file, known);
    return known;
  };
  for (const { id, music: heard, background } of beats)
    for (const file of [heard, background]) if (file !== undefined) at(file).beats.push(id);
  const people = new Set(npcs.map(({ id }) => id));
  const subjects = subjectsIn(reading);
  const titles = new Map(lore.map(({ file, title }) => [file, title]));
  const listed = [...art, ...music];
  const bare = listed.map((file) => basename(file));
  // Markdown writes the spaces of an address as "%20"; "![[mill.png]]" leaves the folders out.
  const files = listed.map((file) => ({
    file,
    forms: [
      ...new Set([file, encodeURI(file)]),
      ...(bare.filter((one) => one === basename(file)).length === 1 ? [`[[${basename(file)}`] : []),
    ],
  }));
  for (const [path, text] of texts) {
    if (path.endsWith(".keywords.txt") || !/(?:art|music)\/|!\[\[/.test(text)) continue;
    const [, person] = /^characters\/npcs\/([^/]+)\//.exec(path) ?? [];
    const isOpen = path.endsWith(".md") && !path.startsWith("plot/") && !path.endsWith("/secrets.md");
    const page = subjects.get(keyOf(titles.get(path) ?? ""));
    for (const { file, forms } of files) {
      const places = isOpen ? forms.flatMap((form) => placesOf(text, form)) : [];
      if (places.length === 0 && !forms.some((form) => text.includes(form))) continue;
      const known = at(file);
      known.files.push(path);
      if (person !== undefined && people.has(person)) known.people.push(person);
      for (const index of places) {
        const above = partAbove(text, index, subjects);
        const subject = above === undefined ? page : above;
        if (subject && !known[subject.kind].includes(subject.id)) known[subject.kind].push(subject.id);
      }
    }
  }
  return all;
}

const keyOf = (text: string): string => foldedWords(text.replace(/\([^)]*\)/g, " ")).join(" ");

/** Places and people by each of their names; a name that two share is nobody's. */
function subjectsIn({ places, cast }: Reading): Map<string, Subject> {
  const found = new Map<string, Subject | null>();
  const add = (subject: Subject, names: readonly string[]): void => {
    for (const key of new Set(names.map(keyOf))) {
      const known = found.get(key);
      found.set(key, known === undefined || known?.id === subject.id ? subject : null);
    }
  };
  for (const { id, name, called, aliases } of places) add({ kind: "places", id }, [name, called, ...aliases]);
  for (const { id, name, called, aliases } of cast) add({ kind: "people", id }, [name, called, ...aliases]);
  return new Map([...found].flatMap(([key, subject]) => (subject && key !== "" ? [[key, subject] as const] : [])));
}

/** Where a text names a file. */
function placesOf(text: string, file: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(file); at >= 0; at = text.indexOf(file, at + file.length)) found.push(at);
  return found;
}

const HEADING = /^#{1,6}\s+(.*?)[\s#]*$/;
const BOLD = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)(.+?)(?:\*\*|__)/;
/** A row of a table: "| Hamar | art/longhouse.png |". */
const ROW = /^\s*\|\s*([^|]+?)\s*\|/;
/** "Hamar. A longhouse ..." and "- Hamar: ..." */
const LEAD = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?([^\s:.,–—!][^:.,–—!]{0,60})[:.,–—]/;

/**
 * Finds what the part of a page around a place in it is on, by the heading or the first words above it.
 *
 * @returns Null where the part is on something else, undefined where nothing says what it is on.
 */
function partAbove(text: string, index: number, subjects: ReadonlyMap<string, Subject>): Subject | null | undefined {
  const lines = text.slice(0, index).split("\n");
  const cell = ROW.exec(lines.at(-1) ?? "")?.[1];
  if (cell !== undefined) return subjects.get(keyOf(cell)) ?? null;
  for (const [back, line] of lines.toReversed().entries()) {
    const heading = HEADING.exec(line)?.[1] ?? BOLD.exec(line)?.[1];
    if (heading !== undefined) {
      const subject = subjects.get(keyOf(heading));
      // The title of the page is on the whole of it.
      return subject ?? (back === lines.length - 1 || /^#\s/.test(line) ? undefined : null);
    }
    const subject = subjects.get(keyOf(LEAD.exec(line)?.[1] ?? ""));
    if (subject) return subject;
  }
  return undefined;
}
