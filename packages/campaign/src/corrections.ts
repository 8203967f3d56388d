import type { ReadingCorrections } from "@narratoria/protocol/contracts";
import type { CampaignFolder } from "./folder.js";
import type { NameIndex } from "./name-index.js";
import { didYouMean } from "./suggest.js";

export const CORRECTIONS = "reading.json";

/** An author's corrections, and where each stands. */
export interface Corrections {
  readonly value: ReadingCorrections;
  /** Line of each entry, by its pointer: `/cast/osk`. */
  readonly lines: Readonly<Record<string, number>>;
}

/**
 * Reads `reading.json`: what the story understood wrongly, put right by the author. Entries for characters, beats and tags
 * that there are not are left out and said. Implements rules CA345, CA346 and
 * CA5972.
 *
 * @param names - Finds characters by any of their names.
 * @param beats - Ids of all beats.
 * @param tags - Tags and states that beats and endings wait for.
 */
export async function readCorrections(
  folder: CampaignFolder,
  names: NameIndex,
  beats: readonly string[],
  tags: readonly string[],
): Promise<Corrections | null> {
  if (!folder.has(CORRECTIONS)) return null;
  const { correctionsShape } = await import("./schemas.js");
  const file = await folder.json("reading-corrections", CORRECTIONS, undefined, correctionsShape);
  if (file === null) return null;
  const { value, locate } = file;
  const lines: Record<string, number> = {};
  const at = async (pointer: string): Promise<number> => {
    const place = locate(pointer, "key");
    return (typeof place === "function" ? await place() : place).line;
  };
  const refuse = (pointer: string, message: string): void =>
    folder.problems.error(CORRECTIONS, locate(pointer, "key"), "correction", `${message} It is left out.`);
  const cast: Record<string, NonNullable<ReadingCorrections["cast"]>[string]> = {};
  for (const [name, entry] of Object.entries(value.cast ?? {})) {
    const pointer = `/cast/${escaped(name)}`;
    const id = names.resolve(name);
    if (id === null) {
      refuse(
        pointer,
        `"${name}" is the name of no character, or of more than one.${didYouMean(name, names.spellings)}`,
      );
      continue;
    }
    const from = entry.presentFrom;
    if (from !== undefined && from !== "start" && from !== "never" && !beats.includes(from)) {
      refuse(
        `${pointer}/presentFrom`,
        `There is no beat "${from}". Write "start", "never", or a beat's id.${didYouMean(from, beats)}`,
      );
      const { presentFrom: _, ...rest } = entry;
      cast[id] = rest;
    } else cast[id] = entry;
    lines[`/cast/${id}`] = await at(pointer);
  }
  const staged: Record<string, NonNullable<ReadingCorrections["beats"]>[string]> = {};
  for (const [id, entry] of Object.entries(value.beats ?? {})) {
    const pointer = `/beats/${escaped(id)}`;
    if (!beats.includes(id)) {
      refuse(pointer, `There is no beat "${id}".${didYouMean(id, beats)}`);
      continue;
    }
    const known = (entry.cast ?? []).flatMap((name, index) => {
      const npc = names.resolve(name);
      if (npc === null)
        refuse(
          `${pointer}/cast/${index}`,
          `"${name}" is the name of no character, or of more than one.${didYouMean(name, names.spellings)}`,
        );
      return npc === null ? [] : [npc];
    });
    staged[id] = { ...entry, ...(entry.cast === undefined ? {} : { cast: known }) };
    lines[`/beats/${id}`] = await at(pointer);
  }
  for (const tag of Object.keys(value.acts ?? {})) {
    const pointer = `/acts/${escaped(tag)}`;
    if (tags.includes(tag)) lines[`/acts/${tag}`] = await at(pointer);
    else
      folder.problems.warning(
        CORRECTIONS,
        locate(pointer, "key"),
        "correction",
        `Nothing waits for "${tag}", so this act has no effect.${didYouMean(tag, tags)}`,
      );
  }
  for (const name of Object.keys(value.places ?? {})) lines[`/places/${name}`] = await at(`/places/${escaped(name)}`);
  for (const index of (value.laws ?? []).keys()) lines[`/laws/${index}`] = await at(`/laws/${index}`);
  return { value: { ...value, ...(value.cast && { cast }), ...(value.beats && { beats: staged }) }, lines };
}

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1");
