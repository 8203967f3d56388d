import { type JsonObject, type JsonValue, mergePatch, mergePatches } from "@narratoria/protocol";
import type { SearchFilters } from "@narratoria/protocol/contracts";
import { HostError, type StagedWrite } from "@narratoria/executor";

export type Filters = Omit<SearchFilters, "playthroughId">;

export interface FoundRecord {
  readonly id: string;
  /** 0 to 1. */
  readonly relevance: number;
  readonly record: JsonObject;
}

/** The records of the story's own past, as far as scripts may ask for them. */
export interface KeptRecords {
  /** The most relevant first. @throws {HostError} `unknown_data_type`. */
  search(dataType: string, query: string, filters: Filters, limit: number): Promise<readonly FoundRecord[]>;
  /** Those for which all filters hold, the youngest first. @throws {HostError} `unknown_data_type`. */
  match(dataType: string, filters: Filters, limit: number): Promise<readonly Omit<FoundRecord, "relevance">[]>;
}

/** Records of which there is one for each faction, person or character, and how it is found. */
const ONE_OF_EACH = [
  { dataType: "reputation", field: "factionId", filter: "factions" },
  { dataType: "perception", field: "npcId", filter: "npcs" },
  { dataType: "portrait", field: "characterId", filter: "characters" },
] as const;

/** What became of a record in this turn. */
type Turned =
  | { readonly dataType: string; readonly record: JsonObject }
  | { readonly dataType: string; readonly changes: readonly JsonObject[] }
  | { readonly dataType: string; readonly gone: true };

/**
 * The records as one script sees them: those of the past, with what the tools before it and it itself have stored, changed and
 * deleted in this turn, none of which is in the database yet. Implements rules EN15 and EN280.
 */
export class StagedRecords {
  readonly #turn = new Map<string, Turned>();
  readonly #kept: KeptRecords;

  constructor(staged: readonly StagedWrite[], kept: KeptRecords) {
    this.#kept = kept;
    for (const write of staged) this.#take(write);
  }

  async search(dataType: string, query: string, filters: Filters, limit: number): Promise<readonly FoundRecord[]> {
    // Nothing of it is written in a turn, and its order weighs more than relevance: words, titles, one page beside another.
    if (dataType === "lore") return this.#kept.search(dataType, query, filters, limit);
    const kept = await this.#kept.search(dataType, query, filters, limit + this.#turn.size);
    const words = wordsOf(query);
    const turned = (await this.#turned(dataType, filters)).flatMap(({ id, record }) => {
      const relevance = share(words, wordsOf(text(record["summary"])));
      return relevance > 0 ? [{ id, relevance, record }] : [];
    });
    const all = [...turned, ...kept.filter(({ id }) => !this.#turn.has(id))];
    return all.sort((a, b) => rankOf(b) - rankOf(a)).slice(0, limit);
  }

  async match(dataType: string, filters: Filters, limit: number): Promise<Omit<FoundRecord, "relevance">[]> {
    const kept = await this.#kept.match(dataType, filters, limit + this.#turn.size);
    const turned = await this.#turned(dataType, filters);
    return [...turned, ...kept.filter(({ id }) => !this.#turn.has(id))].slice(0, limit);
  }

  /** @throws {HostError} `not_found`, alike for a record of another story and one that never was. */
  async get(dataType: string, id: string): Promise<JsonObject> {
    const [found] = await this.match(dataType, { ids: [id] }, 1);
    if (found) return found.record;
    throw new HostError("not_found", `There is no ${dataType} "${id}" in this story.`, 404);
  }

  /** The id of the record whose place a new one takes: there is one reputation of a faction, and so on. Null where there is none. */
  async placeOf(dataType: string, record: JsonObject): Promise<string | null> {
    const one = ONE_OF_EACH.find((type) => type.dataType === dataType);
    if (!one) return null;
    const filters = { [one.filter]: [text(record[one.field])] };
    return (await this.match(dataType, filters, 1))[0]?.id ?? null;
  }

  #take(write: StagedWrite): void {
    const { id, dataType } = write;
    if (write.change === "store") this.#turn.set(id, { dataType, record: write.record });
    else if (write.change === "delete") this.#turn.set(id, { dataType, gone: true });
    else {
      const before = this.#turn.get(id);
      if (before && "record" in before) {
        this.#turn.set(id, { dataType, record: mergePatch(before.record, write.changes) });
      } else {
        const changes = before && "changes" in before ? before.changes : [];
        this.#turn.set(id, { dataType, changes: [...changes, write.changes] });
      }
    }
  }

  /** What is new or changed in this turn and passes the filters as it stands now, the youngest first. */
  async #turned(dataType: string, filters: Filters): Promise<{ id: string; record: JsonObject }[]> {
    const mine = [...this.#turn].filter(([, one]) => one.dataType === dataType).reverse();
    const fresh = mine.flatMap(([id, one]) =>
      "record" in one && couldBeNew(filters) ? [{ id, record: one.record }] : [],
    );
    const changed = mine.flatMap(([id, one]) => ("changes" in one ? [{ id, changes: one.changes }] : []));
    const ids = changed.map(({ id }) => id);
    const bases = ids.length === 0 ? [] : await this.#kept.match(dataType, { ...ofThePast(filters), ids }, ids.length);
    const stands = bases.map(({ id, record }) => {
      const patches = changed.find((one) => one.id === id)?.changes ?? [];
      return { id, record: mergePatches(record, patches) };
    });
    return [...fresh, ...stands].filter(({ id, record }) => passes(id, record, filters));
  }
}

/** Filters by what a record does not say itself, but the store knows of it. */
function ofThePast({ session, from, to, fromMinutes, toMinutes, pinned }: Filters): Filters {
  return {
    ...(session === undefined ? {} : { session }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(fromMinutes === undefined ? {} : { fromMinutes }),
    ...(toMinutes === undefined ? {} : { toMinutes }),
    ...(pinned === undefined ? {} : { pinned }),
  };
}

/** Whether something that is not stored yet could pass: it belongs to no sitting so far, and is older than nothing. */
function couldBeNew({ session, to, toMinutes, pinned }: Filters): boolean {
  return session === undefined && to === undefined && toMinutes === undefined && pinned !== true;
}

/** Filters by what a record says itself. */
function passes(id: string, record: JsonObject, filters: Filters): boolean {
  const { ids, characters, npcs, factions, location, tags, path } = filters;
  const people = [
    ...texts(record["characters"]),
    ...texts(record["characterIds"]),
    ...texts([record["npcId"], record["characterId"]]),
  ];
  const any = (wanted: readonly string[] | undefined, has: readonly string[]): boolean =>
    wanted === undefined || wanted.some((one) => has.includes(one));
  return (
    any(ids, [id]) &&
    any(characters, people) &&
    any(npcs, people) &&
    any(factions, [...texts(record["factionIds"]), ...texts([record["factionId"]])]) &&
    any(tags, [...texts(record["tags"]), ...texts(record["semanticTags"])]) &&
    (location === undefined || record["location"] === location) &&
    (path === undefined || record["filePath"] === path || record["path"] === path)
  );
}

/** What the player has pinned is not cut off for what is a little nearer. (rule EN602) */
const PINNED = 0.1;

function rankOf({ relevance, record }: FoundRecord): number {
  return relevance + (record["pinned"] === true ? PINNED : 0);
}

function wordsOf(given: string): Set<string> {
  return new Set(given.toLowerCase().match(/\p{L}{3,}/gu) ?? []);
}

/** The share of the query's words that are there. */
function share(wanted: ReadonlySet<string>, has: ReadonlySet<string>): number {
  return wanted.size === 0 ? 0 : [...wanted].filter((word) => has.has(word)).length / wanted.size;
}

function text(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function texts(value: JsonValue | undefined | readonly (JsonValue | undefined)[]): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}
