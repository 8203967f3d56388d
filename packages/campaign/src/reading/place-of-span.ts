/** The place that a paragraph is about: by its file, the heading above it, or the entry that it is. */
import type { Gazetteer } from "./gazetteer.js";
import { isPlaceFile } from "./place-names.js";
import type { Span } from "./texts.js";

/** Standing of a place that has a name or a heading of its own. */
export const NAMED = 2.5;

/** Ids of the places that a paragraph is about; a file about several has several. */
export type PlacesOfSpan = (span: Span) => readonly string[];

export function placesOfSpans(gazetteer: Gazetteer): PlacesOfSpan {
  const ofFile = new Map<string, string[]>();
  for (const place of gazetteer.places)
    if (place.file !== undefined) ofFile.set(place.file, [...(ofFile.get(place.file) ?? []), place.id]);
  const ofHeading = new Map<string, string | undefined>();
  // A title names what a whole file is about, which may be a bank that is a company.
  const headed = ({ heading, kind, file, level = 0 }: Span): string | undefined => {
    if (heading === "" || (kind !== "setting" && kind !== "lore")) return undefined;
    if (isPlaceFile(file) || (kind === "lore" && level <= 1)) return undefined;
    if (!ofHeading.has(heading)) {
      const place = gazetteer.resolve(heading);
      ofHeading.set(heading, place === undefined || place.region || place.standing < NAMED ? undefined : place.id);
    }
    return ofHeading.get(heading);
  };
  return (span) => {
    const one = entryPlace(span, gazetteer) ?? headed(span);
    if (one !== undefined) return [one];
    return isPlaceFile(span.file) ? (ofFile.get(span.file) ?? []) : [];
  };
}

/** The place that a paragraph opens with, as an entry of a list does: "The diner: open all night; Lou's place". */
function entryPlace(span: Span, gazetteer: Gazetteer): string | undefined {
  // "3. Crypt. The dead lie in rows.": the number is no sentence.
  const opening = /^\d+\.$/.test(span.sentences[0]?.text ?? "") ? span.sentences[1] : span.sentences[0];
  if (opening === undefined || (span.kind !== "setting" && span.kind !== "lore")) return undefined;
  const [place] = gazetteer.mentions(opening);
  if (place === undefined || place.start > 8 || place.possessive) return undefined;
  const known = gazetteer.byId.get(place.id);
  if (known === undefined || known.region || known.standing < NAMED) return undefined;
  return /^\s*(?:[:.|]|[–—-]\s|\()/.test(opening.plain.slice(place.end)) ? place.id : undefined;
}
