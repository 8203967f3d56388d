/** What the gallery shows: pictures and sounds of the story, of people and places that the player knows. */
import { isAbout, machineWords } from "../../story/words-of-files.js";

export interface Asset {
  readonly id: string;
  readonly kind: "image" | "audio" | "video" | "other";
  readonly mediaType: string;
  readonly alt: string;
  readonly origin: "campaign" | "skill";
  readonly madeBy: string | null;
  readonly madeAt?: string;
  readonly people: readonly string[];
  /** Id of the place that it shows or belongs to. */
  readonly place?: string;
  readonly beats?: readonly string[];
  /** Whether nothing says what a campaign's picture shows. */
  readonly isUnknown?: boolean;
  readonly scene: number | null;
  readonly missing: boolean;
  /** Why it cannot be shown or played; absent where it can, or is gone. */
  readonly fault?: string;
  /** Null where it cannot be shown. */
  readonly url: string | null;
}

export interface KnownNames {
  readonly people: readonly { readonly id: string; readonly name: string; readonly metIn: number }[];
  readonly places: readonly { readonly id: string; readonly name: string }[];
}

export interface PortraitOf {
  readonly person: string;
  readonly alt: string;
  /** Who made it; `player` where the player has put it there. */
  readonly source: string;
  readonly url: string | null;
}

export type Shelf = "people" | "places" | "sound" | "other";

export interface Piece {
  readonly id: string;
  readonly shelf: Shelf;
  readonly title: string;
  /** What it shows, for whoever does not see it. */
  readonly alt: string;
  /** Where it is from. */
  readonly source: string;
  /** Who made it where no person did, and when; null where people did. */
  readonly madeBy: string | null;
  /** Of a portrait: whose it is, and whether the player has put it there. */
  readonly portrait?: { readonly person: string; readonly isOwn: boolean };
  /** The scene that it belongs to; null where it belongs to none. */
  readonly scene: number | null;
  readonly show:
    | { readonly as: "image" | "audio" | "video"; readonly url: string }
    | { readonly as: "silhouette"; readonly person: string }
    | { readonly as: "nothing"; readonly why: string };
}

const LONGEST_TITLE = 48;

/**
 * Who made all of these, in one line for them together.
 *
 * @returns Null where they are not several, or not all made by the same.
 */
export function madeByAll(pieces: readonly Pick<Piece, "madeBy">[]): string | null {
  const [first, ...others] = pieces;
  const madeBy = first?.madeBy ?? null;
  return others.length > 0 && others.every((one) => one.madeBy === madeBy) ? madeBy : null;
}

/**
 * @param staged - Assets that were seen or heard in a scene, with the first such scene.
 * @returns People first, then places, sounds and the rest. Nobody and no place is in it that the player has not met, and nothing that may
 * tell of what is still to come before a scene has shown it.
 */
export function piecesOf(
  assets: readonly Asset[],
  known: KnownNames,
  portraits: readonly PortraitOf[],
  staged: ReadonlyMap<string, number> = new Map(),
): Piece[] {
  const own = new Set<string>();
  const people = known.people.map(({ id, name, metIn }): Piece => {
    const portrait = portraits.find((one) => one.person === id);
    // Of several pictures of somebody, the one that stands beside them everywhere.
    const pictures = assets.filter((one) => one.kind === "image" && one.url !== null && one.people.includes(id));
    const asset = pictures.find(({ url }) => url === portrait?.url) ?? pictures[0];
    if (asset) own.add(asset.id);
    const isOwn = portrait?.source === "player" && portrait.url !== null;
    const of = { person: id, isOwn };
    const base = { id: `person-${id}`, shelf: "people" as const, title: name, scene: metIn, portrait: of };
    const url = (isOwn ? portrait.url : null) ?? asset?.url ?? portrait?.url ?? null;
    if (url === null)
      return { ...base, alt: name, source: "Silhouette", madeBy: null, show: { as: "silhouette", person: id } };
    const from = isOwn ? { source: "Your picture", madeBy: null } : sourceOf(asset);
    return { ...base, alt: portrait?.alt ?? asset?.alt ?? name, ...from, show: { as: "image", url } };
  });
  const rest = assets.flatMap((asset): Piece[] => {
    if (own.has(asset.id)) return [];
    if (!staged.has(asset.id) && tellsAhead(asset, known)) return [];
    const { id, alt, kind } = asset;
    const scene = asset.scene ?? staged.get(id) ?? null;
    const base = { id, alt, ...sourceOf(asset), scene, show: showOf(asset) };
    if (asset.people.length > 0) {
      const person = known.people.find((one) => asset.people.includes(one.id));
      return person ? [{ ...base, shelf: "people", title: person.name }] : [];
    }
    if (kind === "audio") return [{ ...base, shelf: "sound", title: alt }];
    if (kind !== "image") return [{ ...base, shelf: "other", title: alt }];
    const shown = known.places.find((one) => one.id === asset.place);
    const place = shown ?? known.places.find(({ name }) => asset.place === undefined && isAbout(alt, name));
    // "The Bore by night" says more than the name.
    const title = place && alt.startsWith(place.name) && alt.length <= LONGEST_TITLE ? alt : place?.name;
    if (place && title !== undefined) return [{ ...base, shelf: "places", title }];
    // What stood above a scene shows where it was, whatever it is named after.
    if (asset.origin === "campaign" && staged.has(id)) return [{ ...base, shelf: "places", title: alt }];
    const person = known.people.find(({ name }) => isAbout(alt, name));
    if (person) return [{ ...base, shelf: "people", title: person.name, scene: scene ?? person.metIn }];
    // A campaign's picture of somebody or somewhere tells of them before the story does.
    if (asset.origin === "campaign" && /(^|\/)(characters|npcs|locations|places)\//.test(id)) return [];
    return [{ ...base, shelf: "other", title: alt }];
  });
  const order: readonly Shelf[] = ["people", "places", "sound", "other"];
  return [...people, ...rest].sort((one, other) => order.indexOf(one.shelf) - order.indexOf(other.shelf));
}

/** Whether a campaign's file may tell of what the player has not come to. */
function tellsAhead({ kind, origin, people, place, beats = [], isUnknown = false }: Asset, known: KnownNames): boolean {
  if (origin !== "campaign") return false;
  // What a beat shows or plays tells of it before it comes; a further picture of somebody may show what becomes of them.
  if (beats.length > 0 || isUnknown || (kind === "image" && people.length > 0)) return true;
  return place !== undefined && !known.places.some(({ id }) => id === place);
}

function showOf({ kind, url, missing, fault, mediaType }: Asset): Piece["show"] {
  if (missing) return { as: "nothing", why: "The file is gone" };
  if (fault !== undefined) return { as: "nothing", why: "The file is damaged" };
  if (url === null || kind === "other") return { as: "nothing", why: `${mediaType} cannot be shown here` };
  return { as: kind, url };
}

function sourceOf(asset: Asset | undefined): Pick<Piece, "source" | "madeBy"> {
  if (!asset) return { source: "Drawn for this story", madeBy: null };
  const { origin, madeBy, madeAt } = asset;
  const source = origin === "campaign" ? "From the campaign" : "Made for this story";
  return { source, madeBy: madeBy === null ? null : machineWords(madeBy, madeAt) };
}
