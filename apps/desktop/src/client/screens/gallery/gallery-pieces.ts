/** What the gallery shows: pictures and sounds of the story, of people and places that the player knows. */
import { isAbout } from "../../story/words-of-files.js";

export interface Asset {
  readonly id: string;
  readonly kind: "image" | "audio" | "video" | "other";
  readonly mediaType: string;
  readonly alt: string;
  readonly origin: "campaign" | "skill";
  readonly madeBy: string | null;
  readonly madeAt?: string;
  readonly people: readonly string[];
  readonly beats?: readonly string[];
  readonly scene: number | null;
  readonly missing: boolean;
  /** Null where it cannot be shown. */
  readonly url: string | null;
}

export interface KnownNames {
  readonly people: readonly { readonly id: string; readonly name: string; readonly metIn: number }[];
  readonly places: readonly { readonly name: string; readonly firstIn: number }[];
}

export interface PortraitOf {
  readonly person: string;
  readonly alt: string;
  readonly url: string | null;
}

export type Shelf = "people" | "places" | "sound" | "other";

export interface Piece {
  readonly id: string;
  readonly shelf: Shelf;
  readonly title: string;
  /** What it shows, for whoever does not see it. */
  readonly alt: string;
  readonly source: string;
  /** The scene that it belongs to; null where it belongs to none. */
  readonly scene: number | null;
  readonly show:
    | { readonly as: "image" | "audio" | "video"; readonly url: string }
    | { readonly as: "silhouette"; readonly person: string }
    | { readonly as: "nothing"; readonly why: string };
}

/**
 * @param staged - Ids of assets that were seen or heard in a scene.
 * @returns People first, then places, sounds and the rest. Nobody and no place is in it that the player has not met.
 */
export function piecesOf(
  assets: readonly Asset[],
  known: KnownNames,
  portraits: readonly PortraitOf[],
  staged: ReadonlySet<string> = new Set(),
): Piece[] {
  const own = new Set<string>();
  const people = known.people.map(({ id, name, metIn }): Piece => {
    const asset = assets.find((one) => one.kind === "image" && one.url !== null && one.people.includes(id));
    const portrait = portraits.find((one) => one.person === id);
    if (asset) own.add(asset.id);
    const base = { id: `person-${id}`, shelf: "people" as const, title: name, scene: metIn };
    const url = asset?.url ?? portrait?.url ?? null;
    if (url === null) return { ...base, alt: name, source: "Silhouette", show: { as: "silhouette", person: id } };
    return { ...base, alt: portrait?.alt ?? asset?.alt ?? name, source: sourceOf(asset), show: { as: "image", url } };
  });
  const rest = assets.flatMap((asset): Piece[] => {
    if (own.has(asset.id)) return [];
    // What a beat shows or plays tells of it before it comes.
    if ((asset.beats?.length ?? 0) > 0 && !staged.has(asset.id)) return [];
    const { id, alt, kind, scene } = asset;
    const base = { id, alt, source: sourceOf(asset), scene, show: showOf(asset) };
    if (asset.people.length > 0) {
      const person = known.people.find((one) => asset.people.includes(one.id));
      return person ? [{ ...base, shelf: "people", title: person.name }] : [];
    }
    if (kind === "audio") return [{ ...base, shelf: "sound", title: alt }];
    if (kind !== "image") return [{ ...base, shelf: "other", title: alt }];
    const place = known.places.find(({ name }) => isAbout(alt, name));
    if (place) return [{ ...base, shelf: "places", title: place.name, scene: scene ?? place.firstIn }];
    const person = known.people.find(({ name }) => isAbout(alt, name));
    if (person) return [{ ...base, shelf: "people", title: person.name, scene: scene ?? person.metIn }];
    // A campaign's picture of somebody or somewhere tells of them before the story does.
    if (asset.origin === "campaign" && /(^|\/)(characters|npcs|locations|places)\//.test(id)) return [];
    return [{ ...base, shelf: "other", title: alt }];
  });
  const order: readonly Shelf[] = ["people", "places", "sound", "other"];
  return [...people, ...rest].sort((one, other) => order.indexOf(one.shelf) - order.indexOf(other.shelf));
}

function showOf({ kind, url, missing, mediaType }: Asset): Piece["show"] {
  if (missing) return { as: "nothing", why: "The file is gone" };
  if (url === null || kind === "other") return { as: "nothing", why: `${mediaType} cannot be shown here` };
  return { as: kind, url };
}

function sourceOf(asset: Asset | undefined): string {
  if (!asset) return "Drawn for this story";
  const [day = ""] = asset.madeAt?.split("T") ?? [];
  const on = day === "" ? "" : `, ${day}`;
  if (asset.origin === "campaign")
    return asset.madeBy === null ? "From the campaign" : `From the campaign, made by a machine: ${asset.madeBy}${on}`;
  return asset.madeBy === null ? "Made for this story" : `Made for this story by ${asset.madeBy}`;
}
