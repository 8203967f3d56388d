/** A story that is a voyage: one ship, and a harbour after the other. */
import type { ReadingSource } from "./read-story.js";
import type { Decision } from "./tally.js";

/** Beats of which an author says where they are, none at a place that others have come between: a voyage. */
const FEWEST_HARBOURS = 6;
/** People who sail in her. */
const FEWEST_CREW = 3;

const CREW =
  /\b(?:captain|nakhuda|skipper|shipmaster|(?:first|second|third|chief|ship['’]s|sailing) (?:mate|officer|engineer|master)|mate|helmsman|steersman|pilot|navigator|quartermaster|bo['’]?s['’]?u?n|boatswain|cook|carpenter|sailmaker|purser|supercargo|engineer|stoker|fireman|deckhand|sailor|seaman|able seaman|topman|(?:ship|cabin)['’]?s?[- ]boy|steward|stewardess|lookout|gunner)\b/iu;
const PASSENGER = /\bpassenger\b/iu;
/** Who sails in another ship, or has an office ashore. */
const OF_ANOTHER =
  /\baboard (?:the |another |an? )|\b(?:rival|former|retired|late|drowned|harbour|harbor|port|customs|river)\b|\bof (?:the )?(?:harbour|harbor|port|customs|guard|watch|militia|police)\b/iu;
/** Words by which a premise or a setting says that it is on the water. */
const AFLOAT =
  /\b(?:aboard|on board|at sea|voyage|crew|sails?|sailed|sailing|deck|hold|anchor|landfall|harbours?|harbors?|monsoon|mast|keel|hull)\b/giu;
const FEWEST_WORDS = 4;

/** Who sails with the player, and who comes aboard with a beat. */
export interface Voyage {
  readonly crew: readonly string[];
  /** Ids of the people who come aboard with each beat, by its id. */
  readonly boards: ReadonlyMap<string, readonly string[]>;
}

interface Sailor {
  readonly id: string;
  readonly presence: { readonly from: string; readonly enters?: string };
}

/**
 * Reads who sails with the player, where the beats are at one harbour after the other and the author's texts are on the water: whoever's
 * role or tag is of the crew, and passengers, from the beat on in which they first appear. (rule CA4303)
 *
 * @param stated - Where an author says that each beat is, in their order; undefined where nothing says so.
 * @returns Undefined where the story is no voyage.
 */
export function readVoyage(
  source: ReadingSource,
  members: readonly Sailor[],
  stated: readonly (string | undefined)[],
): Voyage | undefined {
  const halts = stated.flatMap((place) => place ?? []).filter((place, at, all) => place !== all[at - 1]);
  if (halts.length < FEWEST_HARBOURS || new Set(halts).size < halts.length) return undefined;
  if ((`${source.premise}\n${source.setting}`.match(AFLOAT) ?? []).length < FEWEST_WORDS) return undefined;
  const roles = new Map(source.npcs.map(({ id, profile }) => [id, profile]));
  const sails = ({ id, presence }: Sailor): "crew" | "passenger" | undefined => {
    const { role = "", metadata } = roles.get(id) ?? {};
    const tags = (metadata?.tags ?? []).map((tag) => tag.toLowerCase());
    if (presence.from !== "start" || OF_ANOTHER.test(role)) return undefined;
    if (tags.includes("crew") || CREW.test(role)) return "crew";
    return tags.includes("passenger") || PASSENGER.test(role) ? "passenger" : undefined;
  };
  const crew = members.filter((one) => sails(one) === "crew").map(({ id }) => id);
  if (crew.length < FEWEST_CREW) return undefined;
  const boards = new Map<string, string[]>();
  for (const one of members) {
    if (sails(one) !== "passenger") continue;
    const { enters } = one.presence;
    if (enters === undefined) crew.push(one.id);
    else boards.set(enters, [...(boards.get(enters) ?? []), one.id]);
  }
  return { crew, boards };
}

/** The places of a voyage's beats: one of which nothing says where it is comes wherever the ship lies. (rule CA4304) */
export const underWay = (places: readonly (Decision<string> | undefined)[]): (Decision<string> | undefined)[] =>
  places.map((place) => (place?.certainty === "stated" ? place : undefined));
