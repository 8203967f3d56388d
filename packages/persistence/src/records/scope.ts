/** The records of one story as a search sees them: what can be looked for, side by side, and which of it stands on the way told. */
import type { VectorScan } from "../vector-scan/vector-scan.js";
import type { LoreFiles } from "./lore-files.js";
import { countOf, Posting, roomyMask } from "./masks.js";
import type { DataType, RecordFilters } from "./record-types.js";

/** One version of a record, without its text. Versions are never changed: another one takes their place. */
export interface Version {
  /** Of a record's versions on one way the highest holds. */
  readonly number: number;
  readonly id: string;
  readonly dataType: DataType;
  /** Null for what stands outside the timeline. */
  readonly turn: string | null;
  /** The number of the record's first version: the order that records came in. */
  readonly born: number;
  /** True where this version says that the record is no more. */
  readonly gone: boolean;
  /** What the journal calls a memory's text. */
  readonly name: string | null;
  readonly session: string | null;
  readonly timestamp: number;
  readonly minutes: number;
  readonly pinned: boolean;
  readonly key: string | null;
  readonly people: readonly string[];
  readonly factions: readonly string[];
  readonly tags: readonly string[];
  readonly location: string | null;
  readonly path: string | null;
  /** Characters of a lore piece's text; 0 for other types. */
  readonly length: number;
}

/** What passes the filters where a story stands. */
export interface Allowed {
  /** A byte for each version, by its index: 1 where it may be found. It holds until filters are asked again or a record changes. */
  readonly mask: Uint8Array;
  readonly count: number;
}

/**
 * All versions of one story's records, in the order of their numbers, and the way its head was reached by. An index of a version is
 * its place in that order.
 */
export class Scope {
  /** Where the vectors of versions lie, once somebody searched by meaning; its owners are indexes. */
  scan: VectorScan | null = null;
  /** Indexes that have a vector there. */
  embedded = new Uint8Array(64);
  /** The lore files that those vectors are of, once somebody searched lore by meaning. */
  loreFiles: LoreFiles | null = null;
  /** True where some version may be pinned. */
  pinned = false;
  readonly #versions: Version[] = [];
  /** Their numbers side by side: each word of a query looks for thousands of them. */
  readonly #numbers: number[] = [];
  readonly #removed = new Set<number>();
  /** Which versions have something that filters ask for. */
  readonly #postings = new Map<string, Posting>();
  /** Room for what filters let through, and what the last ones did, as long as nothing changes: the next page asks the same. */
  #passing = new Uint8Array(64);
  #last: { readonly asked: string; readonly allowed: Allowed } | null = null;
  #turns = new Set<string>();
  /** By type: which versions hold where the story stands. */
  #visible = new Map<DataType, Uint8Array>();
  #counts = new Map<DataType, number>();
  /** By type and id: the version that holds. */
  readonly #latest = new Map<string, number>();
  readonly #byKey = new Map<string, number>();
  /** True while what holds has to be worked out anew. */
  #stale = false;

  get size(): number {
    return this.#versions.length;
  }

  /** Bytes held, roughly. */
  get bytes(): number {
    return this.#versions.length * 500 + (this.scan?.bytes ?? 0);
  }

  get versions(): readonly Version[] {
    return this.#versions;
  }

  at(index: number): Version | undefined {
    return this.#versions[index];
  }

  /** The index of a version by its number; undefined for one of another story. */
  indexOf(number: number): number | undefined {
    // In a file of one story the numbers have no gaps.
    const numbers = this.#numbers;
    const guess = number - (numbers[0] ?? 0);
    if (numbers[guess] === number) return guess;
    let [low, high] = [0, numbers.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    return numbers[low] === number ? low : undefined;
  }

  /** The first and the last number held; null where there are none. */
  range(): readonly [number, number] | null {
    const [first, last] = [this.#numbers[0], this.#numbers.at(-1)];
    return first === undefined || last === undefined ? null : [first, last];
  }

  /** Takes a version in; its number is above all others. */
  add(version: Version): void {
    this.#last = null;
    const index = this.#versions.push(version) - 1;
    this.#numbers.push(version.number);
    this.pinned ||= version.pinned;
    for (const name of postingsOf(version)) {
      const posting = this.#postings.get(name) ?? new Posting();
      posting.add(index);
      this.#postings.set(name, posting);
    }
    if (!this.#stale && this.#onTheWay(version)) this.#show(index, version);
  }

  /** Takes a version out for good. */
  remove(number: number): void {
    const index = this.indexOf(number);
    const version = index === undefined ? undefined : this.#versions[index];
    if (index === undefined || !version || this.#removed.has(index)) return;
    this.#removed.add(index);
    if (version.dataType === "lore") this.loreFiles = null;
    this.#stale = true;
  }

  /** Says where the story stands: the turns that led there, itself included. */
  stand(turns: ReadonlySet<string>): void {
    this.#turns = new Set(turns);
    this.#stale = true;
  }

  /** One turn on from there. */
  goOn(turn: string): void {
    this.#turns.add(turn);
    if (this.#postings.has(`turn\n${turn}`)) this.#stale = true;
  }

  /** The version of a record that holds where the story stands. */
  find(dataType: DataType, id: string): Version | undefined {
    this.#settle();
    const index = this.#latest.get(`${dataType}\n${id}`);
    return index === undefined ? undefined : this.#shown(index);
  }

  /** The one record there can be of a faction, a person, a path. */
  findByKey(dataType: DataType, key: string): Version | undefined {
    this.#settle();
    const index = this.#byKey.get(`${dataType}\n${key}`);
    return index === undefined ? undefined : this.#shown(index);
  }

  /** All versions of a record, on every branch, in the order they came. */
  versionsOf(dataType: DataType, id: string): Version[] {
    return (this.#postings.get(`id\n${id}`)?.indexes ?? []).flatMap((index) => {
      const version = this.#versions[index];
      return version && version.dataType === dataType && !this.#removed.has(index) ? [version] : [];
    });
  }

  /** Every version that a turn made, in order. */
  ofTurn(turn: string): Version[] {
    return this.#versions.filter((version, index) => version.turn === turn && !this.#removed.has(index));
  }

  /** How many records of a type hold where the story stands. */
  count(dataType: DataType): number {
    this.#settle();
    return this.#counts.get(dataType) ?? 0;
  }

  /** Which records of a type pass the filters. */
  allowed(dataType: DataType, filters: RecordFilters = {}): Allowed {
    this.#settle();
    const visible = this.#maskOf(dataType);
    const lists = listsOf(filters);
    const { from, to, fromMinutes, toMinutes, pinned } = filters;
    const ranged = [from, to, fromMinutes, toMinutes, pinned].some((limit) => limit !== undefined);
    if (lists.length === 0 && !ranged) return { mask: visible.subarray(0, this.size), count: this.count(dataType) };
    const asked = JSON.stringify([dataType, filters]);
    if (this.#last?.asked === asked) return this.#last.allowed;
    if (this.#passing.length < visible.length) this.#passing = new Uint8Array(visible.length);
    const passing = this.#passing;
    passing.set(visible);
    for (const names of lists) this.#postingOf(names).narrow(passing, this.size);
    const mask = passing.subarray(0, this.size);
    if (ranged) {
      for (let index = mask.indexOf(1); index >= 0; index = mask.indexOf(1, index + 1)) {
        if (!this.#inRange(index, filters)) mask[index] = 0;
      }
    }
    this.#last = { asked, allowed: { mask, count: countOf(passing, this.size) } };
    return this.#last.allowed;
  }

  #inRange(index: number, { from, to, fromMinutes, toMinutes, pinned }: RecordFilters): boolean {
    const version = this.#versions[index];
    if (!version) return false;
    return (
      version.timestamp >= (from ?? Number.NEGATIVE_INFINITY) &&
      version.timestamp <= (to ?? Number.POSITIVE_INFINITY) &&
      version.minutes >= (fromMinutes ?? Number.NEGATIVE_INFINITY) &&
      version.minutes <= (toMinutes ?? Number.POSITIVE_INFINITY) &&
      (pinned === undefined || version.pinned === pinned)
    );
  }

  /** Versions with at least one of these. */
  #postingOf(names: readonly string[]): Posting {
    const [only = "", ...others] = names;
    if (others.length === 0) return this.#postings.get(only) ?? new Posting();
    const indexes = new Set(names.flatMap((name) => this.#postings.get(name)?.indexes ?? []));
    return new Posting([...indexes].sort((a, b) => a - b));
  }

  #shown(index: number): Version | undefined {
    const version = this.#versions[index];
    return version === undefined || version.gone ? undefined : version;
  }

  #onTheWay(version: Version): boolean {
    return version.turn === null || this.#turns.has(version.turn);
  }

  #settle(): void {
    if (!this.#stale) return;
    this.#stale = false;
    this.#last = null;
    this.#visible = new Map();
    this.#counts = new Map();
    this.#latest.clear();
    this.#byKey.clear();
    for (const [index, version] of this.#versions.entries()) {
      if (!this.#removed.has(index) && this.#onTheWay(version)) this.#show(index, version);
    }
  }

  /** A version takes the place of the one before. */
  #show(index: number, version: Version): void {
    const mask = this.#maskOf(version.dataType);
    const before = this.#latest.get(nameOf(version));
    let change = version.gone ? 0 : 1;
    if (before !== undefined) {
      change -= mask[before] ?? 0;
      mask[before] = 0;
    }
    mask[index] = version.gone ? 0 : 1;
    this.#counts.set(version.dataType, (this.#counts.get(version.dataType) ?? 0) + change);
    this.#latest.set(nameOf(version), index);
    if (version.key !== null) this.#byKey.set(`${version.dataType}\n${version.key}`, index);
  }

  /** The mask of a type, long enough for all there are. */
  #maskOf(dataType: DataType): Uint8Array {
    const mask = this.#visible.get(dataType);
    if (mask && mask.length >= this.size) return mask;
    const longer = roomyMask(this.size);
    if (mask) longer.set(mask);
    this.#visible.set(dataType, longer);
    return longer;
  }
}

function nameOf({ dataType, id }: Version): string {
  return `${dataType}\n${id}`;
}

/** What a version is listed under. */
function postingsOf(version: Version): ReadonlySet<string> {
  const { id, turn, people, factions, tags, location, path, session } = version;
  return new Set([
    `id\n${id}`,
    ...(turn === null ? [] : [`turn\n${turn}`]),
    ...people.map((one) => `person\n${one}`),
    ...factions.map((one) => `faction\n${one}`),
    ...tags.map((one) => `tag\n${one}`),
    ...(location === null ? [] : [`location\n${location}`]),
    ...(path === null ? [] : [`path\n${path}`]),
    ...(session === null ? [] : [`session\n${session}`]),
  ]);
}

/** What the filters ask for: of each list one item has to be there. */
function listsOf({ ids, characters, npcs, factions, location, tags, path, session }: RecordFilters): string[][] {
  const lists: string[][] = [];
  if (ids) lists.push(ids.map((one) => `id\n${one}`));
  for (const people of [characters, npcs]) if (people) lists.push(people.map((one) => `person\n${one}`));
  if (factions) lists.push(factions.map((one) => `faction\n${one}`));
  if (tags) lists.push(tags.map((one) => `tag\n${one}`));
  if (location !== undefined) lists.push([`location\n${location}`]);
  if (path !== undefined) lists.push([`path\n${path}`]);
  if (session !== undefined) lists.push([`session\n${session}`]);
  return lists;
}
