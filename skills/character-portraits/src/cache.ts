/** Portraits that were made, as files in the skill's data folder beside an index of whom they show. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Host } from "@narratoria/protocol/skill";
import type { Manner } from "./draw.js";
import { list, number, record, text } from "./json-reading.js";

export interface Portrait {
  readonly character: string;
  readonly name: string;
  readonly description: string;
  readonly preset: string;
  readonly size: number;
  /** Name of the file in the cache's folder. */
  readonly file: string;
  /** Who made it: the campaign, a server, this machine, or nobody, where a silhouette stands in. */
  readonly source: "campaign" | "hosted" | "local" | "silhouette";
  /** What the description means, where somebody could say. */
  readonly vector: readonly number[];
}

/** From here on two descriptions are of one person. (SC-016, SC-030) */
const SAME_MEANING = 0.86;
const SAME_WORDS = 0.5;
const MOST_PORTRAITS = 500;

export class PortraitCache {
  readonly folder: string;
  readonly #index: string;

  /**
   * @param name - Of the folder in the data folder; without a data folder nothing is kept beyond this run.
   * @param story - Whose people they are: those of another story are never found.
   */
  constructor(name: string, story = "") {
    const own = story === "" ? "" : createHash("sha256").update(story).digest("hex").slice(0, 16);
    this.folder = join(process.env.NARRATORIA_DATA_DIR || process.cwd(), name, own);
    this.#index = join(this.folder, "index.json");
  }

  all(): Portrait[] {
    if (!existsSync(this.#index)) return [];
    try {
      return list<unknown>(JSON.parse(readFileSync(this.#index, "utf8")))
        .map(record)
        .map(
          (one): Portrait => ({
            character: text(one.character),
            name: text(one.name),
            description: text(one.description),
            preset: text(one.preset),
            size: number(one.size),
            file: text(one.file),
            source: (["campaign", "hosted", "silhouette"] as const).find((source) => source === one.source) ?? "local",
            vector: list<number>(one.vector),
          }),
        )
        .filter(({ file }) => /^[\w.-]+$/.test(file) && existsSync(join(this.folder, file)));
    } catch {
      // An index that cannot be read is made anew; the pictures are drawn again.
      return [];
    }
  }

  /** Keeps a picture; an earlier one of the same person in the same manner gives way. */
  keep(portrait: Omit<Portrait, "file">, bytes: Uint8Array, ending: string): Portrait {
    // Node makes folders below one that has been removed without end; the data folder stands, or there is nowhere to keep anything.
    for (const folder of [dirname(this.folder), this.folder]) if (!existsSync(folder)) mkdirSync(folder);
    const file = `${createHash("sha256").update(bytes).digest("hex").slice(0, 32)}.${ending}`;
    this.#write(file, bytes);
    const kept: Portrait = { ...portrait, file };
    const others = this.all().filter((one) => one.character !== kept.character || !sameManner(one, kept));
    this.#write("index.json", JSON.stringify([...others, kept].slice(-MOST_PORTRAITS)));
    return kept;
  }

  /** Whoever looks meanwhile sees the whole file. */
  #write(name: string, content: Uint8Array | string): void {
    writeFileSync(join(this.folder, `${name}.new`), content);
    renameSync(join(this.folder, `${name}.new`), join(this.folder, name));
  }
}

function sameManner(one: Pick<Portrait, "preset" | "size">, other: Pick<Portrait, "preset" | "size">): boolean {
  return one.preset === other.preset && one.size === other.size;
}

/** Whom one looks for. */
export interface Wanted {
  readonly character: string;
  readonly name: string;
  readonly description: string;
  readonly vector: readonly number[];
}

/**
 * Finds somebody's portrait: by id, else by name, else by the nearest description that means the same.
 *
 * @param manner - Only portraits of this manner.
 */
export function findPortrait(portraits: readonly Portrait[], wanted: Wanted, manner: Manner): Portrait | null {
  const fitting = portraits.filter(
    (one) => one.preset === manner.preset && one.size === manner.size && one.file.endsWith(`.${manner.format}`),
  );
  const byId = fitting.find(({ character }) => wanted.character !== "" && character === wanted.character);
  if (byId) return byId;
  const name = plain(wanted.name);
  const byName = name === "" ? undefined : fitting.find((one) => plain(one.name) === name);
  // "the old Osk" is Osk where nobody else could be meant.
  const namesakes = name === "" ? [] : fitting.filter((one) => isPartOf(plain(one.name), name));
  const people = new Set(namesakes.map(({ character }) => character));
  const byPart = people.size === 1 ? namesakes[0] : undefined;
  if (byName ?? byPart) return byName ?? byPart ?? null;
  const alike = fitting
    // Who goes by another name is somebody else, however alike.
    .filter((one) => name === "" || one.name === "" || sharesName(one.name, wanted.name))
    .map((one) => ({ one, likeness: likeness(one, wanted) }))
    .filter(({ likeness: found }) => found > 0)
    .toSorted((a, b) => b.likeness - a.likeness);
  return alike[0]?.one ?? null;
}

/** 0 for different people, else up to 1. */
export function likeness(
  one: Pick<Portrait, "description" | "vector">,
  other: Pick<Portrait, "description" | "vector">,
): number {
  const [a, b] = [wordsOf(one.description), wordsOf(other.description)];
  const shared = [...a].filter((word) => b.has(word)).length;
  const words = a.size + b.size === 0 ? 0 : shared / (a.size + b.size - shared);
  if (one.vector.length > 0 && one.vector.length === other.vector.length) {
    const cosine = one.vector.reduce((sum, value, at) => sum + value * (other.vector[at] ?? 0), 0);
    const meaning = (1 + cosine) / 2;
    if (meaning >= SAME_MEANING) return meaning;
  }
  return words >= SAME_WORDS ? words : 0;
}

/** What a description means; empty where nobody can say. */
export async function meaningOf(host: Host | null, description: string): Promise<readonly number[]> {
  if (!host || description === "") return [];
  try {
    const { embeddings } = await host.embed({ texts: [description] });
    return embeddings[0] ?? [];
  } catch {
    return [];
  }
}

export function hashOf(description: string): string {
  return createHash("sha256")
    .update([...wordsOf(description)].toSorted().join(" "))
    .digest("hex")
    .slice(0, 16);
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/^(?:the|a|an)\s+/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether one of two names holds all words of the other. */
function isPartOf(one: string, other: string): boolean {
  const [a, b] = [new Set(one.split(" ")), new Set(other.split(" "))];
  if (one === "" || other === "") return false;
  return [...a].every((word) => b.has(word)) || [...b].every((word) => a.has(word));
}

function sharesName(one: string, other: string): boolean {
  const words = new Set(plain(one).split(" "));
  return plain(other)
    .split(" ")
    .some((word) => words.has(word));
}

const SMALL = new Set("with and the her his their from that this has have who was were are for".split(" "));

function wordsOf(given: string): Set<string> {
  return new Set((given.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((word) => !SMALL.has(word)));
}
