/** All kits, and the choice of one. */
import type { Kit } from "./kit.js";
import { COURT, HOUSE, SPACE, STAGE } from "./kits/halls.js";
import { SEA, VILLAGE, WEST } from "./kits/land.js";
import { GALLERY } from "./kits/gallery.js";
import { GARDEN, KITCHEN } from "./kits/small.js";
import { STREETS } from "./kits/streets.js";
import { CITY, OFFICE, RAIL, SCHOOL } from "./kits/town.js";

const KITS: readonly Kit[] = [
  KITCHEN,
  GARDEN,
  GALLERY,
  SEA,
  VILLAGE,
  WEST,
  STREETS,
  CITY,
  RAIL,
  SCHOOL,
  OFFICE,
  COURT,
  SPACE,
  STAGE,
  HOUSE,
];

/** Kinds of story by words of a genre, for authors whose texts name nothing that a kit knows. */
const GENRES: readonly (readonly [RegExp, Kit])[] = [
  [/sci(?:ence|-?fi)|space|cyber|future|dystop/i, SPACE],
  [/western/i, WEST],
  [/fantas|fairy|medieval|sword|myth/i, COURT],
  [/noir|crime|detective|thriller|historical/i, STREETS],
  [/urban|steampunk/i, CITY],
  [/gothic|horror|ghost|mystery|cosy|cozy|family|romance/i, HOUSE],
  [/satire|office|bureau/i, OFFICE],
  [/folk|rural|pastoral/i, VILLAGE],
  [/nautical|pirate/i, SEA],
];

/** Kits that suit what names no place at all. */
const PLAIN = [VILLAGE, STREETS, HOUSE] as const;

/**
 * Chooses the kit of which an author's text has the most words; without any the genre decides, and then chance.
 *
 * @param words - All words of the text, small letters.
 * @param chance - From 0 to below 1.
 */
export function kitFor(words: readonly string[], genre: string, small: boolean, chance: number): Kit {
  const said = new Set(words);
  const ofGenre = GENRES.find(([pattern]) => pattern.test(genre))?.[1];
  // An author who names a genre means it; single words can mean anything.
  const score = (kit: Kit): number =>
    kit.words.filter((word) => said.has(word) || said.has(`${word}s`)).length + (kit === ofGenre ? 2 : 0);
  const fitting = KITS.filter((kit) => kit.small === small);
  const best = fitting.reduce((found, kit) => (score(kit) > score(found) ? kit : found));
  if (score(best) > 0 || small) return best;
  return PLAIN[Math.floor(chance * PLAIN.length)] ?? VILLAGE;
}
