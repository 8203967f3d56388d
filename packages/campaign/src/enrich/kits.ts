/** All kits, and the choice of one. */
import type { Kit, KitPerson, Part } from "./kit.js";
import { ANYWHERE } from "./kits/anywhere.js";
import { anywhereNear } from "./kits/anywhere-near.js";
import { COURT, HOUSE, SPACE, STAGE } from "./kits/halls.js";
import { SEA, VILLAGE, WEST } from "./kits/land.js";
import { FLATS } from "./kits/flats.js";
import { GALLERY } from "./kits/gallery.js";
import { GARDEN, KITCHEN } from "./kits/small.js";
import { OUTPOST } from "./kits/outpost.js";
import { STREETS } from "./kits/streets.js";
import { CITY, OFFICE, RAIL, SCHOOL } from "./kits/town.js";
import { PLACE_NOUNS } from "./seed-words.js";

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
  FLATS,
  OUTPOST,
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
  // A folk horror is in a village.
  [/folk|rural|pastoral/i, VILLAGE],
  [/gothic|horror|ghost|mystery|cosy|cozy|family|romance/i, HOUSE],
  [/satire|office|bureau/i, OFFICE],
  [/nautical|pirate/i, SEA],
];

/** Somebody of another kit for a part, where a kit's own would be a second one of somebody. */
export function standIn(kit: Kit, part: Part, isTaken: (person: KitPerson) => boolean): KitPerson | undefined {
  const kind = kit.people.find((person) => person.part === part)?.kind;
  // A square has room for anybody; a coxswain does not come to a railway.
  return (kit.small ? KITS.filter(({ small }) => small) : [STREETS, HOUSE, VILLAGE])
    .flatMap(({ people }) => people)
    .find((person) => person.part === part && person.kind === kind && !isTaken(person));
}

/** Of a longer text fewer words, or a genre and none, may mean anything. */
const FEWEST_WORDS = 2.5;

/** Kits that suit what names no place at all. */
const PLAIN = [VILLAGE, STREETS, HOUSE] as const;

/**
 * Chooses the kit of which an author's text has the most words; without any the genre decides, and then chance.
 *
 * @param words - All words of the text, small letters.
 * @param chance - From 0 to below 1.
 * @param isLong - Whether the author says much: a kit that then has hardly a word of it is none of theirs. (rule CA6007)
 */
export function kitFor(words: readonly string[], genre: string, small: boolean, chance: number, isLong = false): Kit {
  const said = new Set(words);
  const ofGenre = GENRES.find(([pattern]) => pattern.test(genre))?.[1];
  // An author who names a genre means it; single words can mean anything.
  // Where a story plays tells more than who is in it: a doctor on the moon is in space.
  const weight = (word: string): number => (PLACE_NOUNS.has(word) ? 1.5 : 1);
  const score = (kit: Kit): number =>
    kit.words
      .filter((word) => said.has(word) || said.has(`${word}s`))
      .reduce((sum, word) => sum + weight(word), kit === ofGenre ? 2 : 0);
  const fitting = KITS.filter((kit) => kit.small === small);
  const best = fitting.reduce((found, kit) => (score(kit) > score(found) ? kit : found));
  if (isLong && !small && score(best) < FEWEST_WORDS) return anywhereNear(words, chance);
  // A mood is no place: a horror at a petrol station has no glasshouse. (rule CA6554)
  const isMood = best === HOUSE && ofGenre === HOUSE && score(best) <= 2;
  if (isMood && !small && anywhereNear(words, chance).people !== ANYWHERE.people) return anywhereNear(words, chance);
  if (score(best) > 0 || small) return best;
  // A town is no house, and none of the village's mills.
  if (said.has("town") || said.has("city")) return STREETS;
  // What an author names is nearer to them than any kit. (rule CA6554)
  const near = anywhereNear(words, chance);
  if (near.people !== ANYWHERE.people) return near;
  return PLAIN[Math.floor(chance * PLAIN.length)] ?? VILLAGE;
}
