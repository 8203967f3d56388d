/** Places that lore names outside folders of places, and that beats open with. */
import { looksFinite } from "@narratoria/protocol/english";
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { isHeadingName, isPlaceFile, placeHeaded, placeNames } from "./place-names.js";
import type { PutThere } from "./place-prose.js";

/** Texts that put somebody at a place named by one noun. */
const PUT_OFTEN = 2;
/** Titles of a folder that are names of places, at least, for it to be a folder of places. */
const FEWEST_PLACES = 3;

interface PlaceInLore {
  readonly name: string;
  readonly title: string;
  readonly file: string;
}

/**
 * Places in the titles of lore whose folder is not called after places: those of a folder that mostly holds places, and single ones that
 * texts put somebody at. (rules CA1350 and CA1351)
 */
export function placesInLore(
  lore: readonly { readonly file: string; readonly text: string }[],
  putThere: PutThere,
): readonly PlaceInLore[] {
  const titled = lore.flatMap(({ file, text }) => {
    const title = isPlaceFile(file) ? undefined : /^#{1,2}\s+(.+?)\s*#*\s*$/mu.exec(text.slice(0, 2000))?.[1];
    if (title === undefined || !isHeadingName(title)) return [];
    const [name = title] = placeNames(title).names;
    const folder = file.slice(0, file.lastIndexOf("/") + 1);
    return [{ name, title, file, folder, headed: placeHeaded(title), count: putThere(name) }];
  });
  const isOfPlaces = (folder: string): boolean => {
    const inIt = lore.filter(({ file }) => file.startsWith(folder) && !file.slice(folder.length).includes("/")).length;
    const places = titled.filter((one) => one.folder === folder && one.headed && one.count > 0).length;
    return /\/[^/]+\/$/.test(folder) && places >= FEWEST_PLACES && places * 2 >= inIt;
  };
  return titled.filter(
    ({ title, name, folder, headed, count }) =>
      headed &&
      count > 0 &&
      (/\s/.test(name.replace(/^the\s+/i, "")) || (/^the\s/i.test(title) && count >= PUT_OFTEN) || isOfPlaces(folder)),
  );
}

/** Words of a first sentence that is a label of when and where. */
const LABEL_WORDS = 16;
/** "The Saturday late boat" is one that goes then, and no place. */
const OF_A_TIME = /\b(?:\p{L}+day|late|early|last|first|next|morning|noon|afternoon|evening|night)\b/iu;
const PART_OF_LABEL = /^(?:(?:in|on|at) )?(the (?:[\p{L}\d'’-]+ ){0,3}[\p{L}'’-]+)$/u;

/** The place in a beat's first sentence that has no verb: "Sunday, a little before seven, the fifth-floor landing." (rule CA1352) */
export function placeInLabel({
  description,
}: Pick<PlotBeat, "description">): { name: string; text: string } | undefined {
  const text = /^[^\n.!?]{8,120}\.(?=\s)/u.exec(description.trimStart())?.[0];
  const words = text?.match(/[\p{L}\d'’-]+/gu) ?? [];
  if (text === undefined || words.length > LABEL_WORDS || words.some((word, at) => at > 0 && looksFinite(word, false)))
    return undefined;
  const parts = text.slice(0, -1).split(/,\s+/);
  const [, name] = (parts.length < 2 ? null : PART_OF_LABEL.exec(parts.at(-1) ?? "")) ?? [];
  return name !== undefined && placeHeaded(name) && !OF_A_TIME.test(name) ? { name, text } : undefined;
}
