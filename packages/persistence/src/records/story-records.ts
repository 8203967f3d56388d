/** Records of stories over a table of versions: what holds where, what is found, and how changes are written down. */
import { type JsonObject, mergePatch } from "@narratoria/protocol";
import { StoreError } from "../errors.js";
import { newName } from "../new-ids.js";
import { merged, SAME_MEANING, sameMatter } from "./alike.js";
import { CarriedRecords } from "./carried-records.js";
import { type Decay, DECAY_RATE, decayed, WEEK_MINUTES } from "./decay.js";
import type { TextVectors } from "./embedder.js";
import { FormerTexts } from "./former-texts.js";
import { type Graphs, HeldStories, type Story } from "./held-stories.js";
import { rankRecords } from "./rank-records.js";
import { checkedRecord, findable, shapeOf } from "./record-shapes.js";
import { type NewVersion, OPINIONS, type RecordTable, type Standing } from "./record-table.js";
import type {
  DataType,
  Page,
  PageRequest,
  QueryMeasure,
  RecordChange,
  RecordFilters,
  RecordTypes,
  SearchRequest,
  SearchResult,
  StoredRecord,
} from "./record-types.js";
import type { Scope, Version } from "./scope.js";
import { NO_NAMES, timeOf, versionOf } from "./version-of.js";

export interface StoryRecordsOptions {
  readonly table: RecordTable;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly vectors: TextVectors | null;
  /** In-game minutes in which an opinion loses its rate; a week when left out. */
  readonly decayUnitMinutes?: number | undefined;
  /** Bytes of stories held for searching; the ones searched longest ago go first. */
  readonly cacheBytes?: number | undefined;
  /** Null where vectors are found by the scan alone. */
  readonly graphs?: Graphs | null;
}

/** Vectors of texts that are about to be stored. */
export type Embedded = ReadonlyMap<string, readonly Float32Array[]>;

const THRESHOLD = 0.7;
const MEASURES = 200;
/** How many of the nearest memories are looked at for one that says the same. */
const NEAREST_TOLD = 10;
/** What is longer no turn mentions. */
const LONGEST_ID = 64;
const NOTHING: Embedded = new Map();

/**
 * Everything here is synchronous, so that it can be part of a transaction. What is held of a story follows the table by itself: turns
 * told, heads moved, versions added. When a transaction is taken back, `forgetStories` has to be called.
 */
export class StoryRecords {
  /** Records on their way from and to files of playthroughs. */
  readonly carried: CarriedRecords;
  readonly #table: RecordTable;
  readonly #options: StoryRecordsOptions;
  readonly #vectors: TextVectors | null;
  readonly #decayUnit: number;
  readonly #held: HeldStories;
  readonly #measures: QueryMeasure[] = [];
  readonly #former = new FormerTexts();
  /** What the turn in hand calls its memories. */
  #names: ReadonlyMap<string, string> = NO_NAMES;

  constructor(options: StoryRecordsOptions) {
    this.#options = options;
    this.#table = options.table;
    this.#vectors = options.vectors;
    this.#held = new HeldStories(options.table, options.vectors, options.cacheBytes, options.graphs);
    this.#decayUnit = options.decayUnitMinutes ?? WEEK_MINUTES;
    this.carried = new CarriedRecords(options.table, this.#held);
  }

  get measures(): readonly QueryMeasure[] {
    return this.#measures;
  }

  /** Lets go of what is held, as the table is no longer what it came from. */
  forgetStories(): void {
    this.#held.forget();
  }

  /** @throws StoreError `not_found` where there is no such story. */
  standing(playthrough: string): Standing {
    return this.#held.standing(playthrough);
  }

  /** Texts among changes that get a vector. */
  textsOf(changes: readonly RecordChange[]): string[] {
    return changes.flatMap((change) => {
      if (change.change !== "store" || (change.dataType !== "memory" && change.dataType !== "lore")) return [];
      const { text } = findable(change.dataType, { ...change.record });
      return text === "" ? [] : [text];
    });
  }

  /**
   * Names for the memories that a turn repeats: those it makes, which get theirs here, those whose ids it mentions, and those that
   * opinions give as reasons.
   *
   * @param told - JSON text of what the turn holds.
   * @returns Names by the memories' texts, for `apply` and for the journal.
   */
  namesFor(playthrough: string, changes: readonly RecordChange[], told: string): Map<string, string> {
    const { scope } = this.#held.get(playthrough);
    const names = this.#reasonsIn(scope);
    // Whatever stands between two quotes without one: which of them begins a string does not matter, as most of it is no id.
    for (const id of told.split('"')) {
      if (id.length > LONGEST_ID) continue;
      for (const { number, name, gone } of scope.versionsOf("memory", id)) {
        const text = name === null || gone ? undefined : this.#table.record(number)?.summary;
        if (typeof text === "string" && name !== null) names.set(text, name);
      }
      for (const name of this.#former.namesOf(playthrough, id)) {
        for (const text of this.#former.of(name)) if (!names.has(text)) names.set(text, name);
      }
    }
    for (const change of changes) {
      if (change.dataType !== "memory" || change.change === "delete") continue;
      const fields = Object.entries(change.change === "store" ? change.record : change.changes);
      const text: unknown = fields.find(([name]) => name === "summary")?.[1];
      if (typeof text === "string" && !names.has(text)) names.set(text, newName());
    }
    return names;
  }

  /** Names, by their texts, of the memories that opinions give as reasons where the story stands. */
  #reasonsIn(scope: Scope): Map<string, string> {
    const names = new Map<string, string>();
    for (const dataType of OPINIONS) {
      const { mask } = scope.allowed(dataType);
      for (let index = mask.indexOf(1); index >= 0; index = mask.indexOf(1, index + 1)) {
        const version = scope.at(index);
        for (const name of version ? this.#table.namesIn(version.number) : [])
          for (const text of [this.#table.named(name) ?? "", ...this.#former.of(name)])
            if (text !== "") names.set(text, name);
      }
    }
    return names;
  }

  /** Texts that the journal's name of a memory stood for before the memory was removed or reworded. */
  formerTexts(name: string): Iterable<string> {
    return this.#former.of(name);
  }

  /**
   * Carries out changes in their order.
   *
   * @param names - Names of memories by their text, where the journal uses them.
   * @param asTurn - True where they are part of the turn at the head, so that undoing takes back removals too, and memories that say
   *   what is known already are told again instead of standing there twice.
   * @param scoredAt - In-game minutes at which the scores of a turn were worked out: those before it. (rule PE4400)
   */
  apply(
    playthrough: string,
    changes: readonly RecordChange[],
    embedded: Embedded = NOTHING,
    {
      asTurn = false,
      names = NO_NAMES,
      scoredAt = null,
    }: {
      readonly asTurn?: boolean;
      readonly names?: ReadonlyMap<string, string>;
      readonly scoredAt?: number | null;
    } = {},
  ): (StoredRecord | null)[] {
    const opines = names === NO_NAMES && changes.some(({ dataType }) => OPINIONS.includes(dataType));
    this.#names = opines ? this.#reasonsIn(this.#held.get(playthrough).scope) : names;
    return changes.map((change) => {
      const story = this.#held.get(playthrough);
      switch (change.change) {
        case "store":
          return this.#store(story, change, embedded, asTurn, scoredAt);
        case "update":
          return this.#update(story, change.dataType, change.id, change.changes, embedded);
        case "delete":
          if (asTurn && shapeOf(change.dataType).timeline) this.#end(story, change.dataType, change.id);
          else this.remove(playthrough, change.dataType, change.id);
          return null;
      }
    });
  }

  /** Removes a record from every branch. */
  remove(playthrough: string, dataType: DataType, id: string): boolean {
    shapeOf(dataType);
    const { scope } = this.#held.get(playthrough);
    const versions = scope.versionsOf(dataType, id);
    for (const version of versions) {
      this.#keepText(playthrough, version);
      this.#drop(scope, version.number);
    }
    return versions.length > 0;
  }

  /** Changes a memory on every branch, at every time: what the player does by hand. */
  byHand(
    playthrough: string,
    id: string,
    change: { readonly pinned?: boolean; readonly summary?: string },
    embedded: Embedded = NOTHING,
  ): StoredRecord<"memory"> {
    const story = this.#held.get(playthrough);
    const versions = story.scope.versionsOf("memory", id);
    if (versions.length === 0) throw noRecord("memory", id);
    for (const old of versions) {
      const before = this.#table.record(old.number);
      // Damaged on the disk: what nobody can read is not written anew as if it said nothing.
      if (before === undefined) continue;
      const reworded = change.summary !== undefined && !old.gone;
      if (reworded) this.#keepText(playthrough, old);
      const record = reworded
        ? checkedRecord("memory", { ...before, summary: change.summary }, this.#options.now())
        : before;
      // Each version is written anew, the end of a memory too, so that they keep their order.
      const version = versionOf(story.id, "memory", record, this.#names);
      const number = this.#table.add({ ...version, ...pick(old), pinned: change.pinned ?? old.pinned });
      if (reworded) this.#embed(number, version.text, embedded);
      else this.#table.copyVectors(old.number, number);
      this.#drop(story.scope, old.number);
    }
    const { scope, standing } = this.#held.get(playthrough);
    const shown = scope.find("memory", id) ?? scope.versionsOf("memory", id).at(-1);
    const stored = shown && this.#stored<"memory">(shown, story.id, standing.minutes);
    if (!stored) throw noRecord("memory", id);
    return stored;
  }

  exactMatch<T extends DataType>(
    playthrough: string,
    dataType: T,
    filters: RecordFilters = {},
    { limit = 100, after, order = "newest", atMinutes }: PageRequest = {},
  ): Page<T> {
    const startedAt = performance.now();
    shapeOf(dataType);
    const { scope, standing } = this.#held.get(playthrough);
    const { mask, count } = scope.allowed(dataType, filters);
    const found: Version[] = [];
    for (let index = mask.indexOf(1); index >= 0; index = mask.indexOf(1, index + 1)) {
      const version = scope.at(index);
      if (version) found.push(version);
    }
    found.sort((a, b) => (order === "newest" ? b.born - a.born : a.born - b.born));
    const start = after === undefined ? 0 : startOf(found, cursorOf(after), order);
    const page = found.slice(start, start + Math.min(Math.max(1, Math.floor(limit)), 1000));
    const last = page.at(-1);
    this.#measure("exactMatch", dataType, "filters", startedAt, page.length, scope.count(dataType), count);
    return {
      records: page.flatMap((version) => this.#stored<T>(version, playthrough, atMinutes ?? standing.minutes) ?? []),
      total: found.length,
      next: last && start + page.length < found.length ? last.born.toString(36) : null,
    };
  }

  /** @param vector - What the query means; undefined where that is not known. */
  search<T extends DataType>(
    playthrough: string,
    { dataType, query, filters, limit, threshold = THRESHOLD }: SearchRequest<T>,
    vector: Float32Array | undefined,
  ): SearchResult<T>[] {
    const startedAt = performance.now();
    if (!shapeOf(dataType).searchable) {
      throw new StoreError("invalid", `Records of the type "${dataType}" hold no text to search: use exactMatch.`);
    }
    const story = this.#held.get(playthrough);
    const { scope, standing } = story;
    const scan = vector === undefined ? null : this.#held.scanOf(story);
    const { best, by, searched } = rankRecords({
      scope,
      table: this.#table,
      dataType,
      query,
      meaning: vector && scan ? { vector, scan, match: this.#vectors?.match } : null,
      filters,
      minutes: standing.minutes,
      limit: Math.min(Math.max(1, Math.floor(limit ?? 10)), 100),
      threshold,
    });
    const results = best.flatMap(({ index, relevance }) => {
      const version = scope.at(index);
      const stored = version && this.#stored<T>(version, playthrough, standing.minutes);
      return stored ? [{ ...stored, relevance }] : [];
    });
    const index = scan?.answeredBy ?? null;
    this.#measure("semanticSearch", dataType, by, startedAt, results.length, scope.count(dataType), searched, index);
    return results;
  }

  #store(
    story: Story,
    { dataType, id, record: given }: Extract<RecordChange, { change: "store" }>,
    embedded: Embedded,
    asTurn: boolean,
    scoredAt: number | null,
  ): StoredRecord {
    const shape = shapeOf(dataType);
    const { scope, standing } = story;
    const now = this.#options.now();
    // A turn is not thrown away for a field that nobody has to give.
    const record = checkedRecord(dataType, given, now, asTurn);
    if (dataType === "memory" && standing.head === null) {
      throw new StoreError("invalid", "A memory belongs to a turn, and this story has not begun.");
    }
    const fresh = versionOf(story.id, dataType, record, this.#names);
    const known = fresh.key === null ? undefined : scope.findByKey(dataType, fresh.key);
    if (id !== undefined && (dataType === "memory" || id !== known?.id) && scope.find(dataType, id)) {
      throw new StoreError("invalid", `There is a ${dataType} with the id ${id} already.`);
    }
    const turn = shape.timeline ? standing.head : null;
    const minutes =
      shape.score === undefined ? standing.minutes : Math.min(scoredAt ?? standing.minutes, standing.minutes);
    const place = { turn, session: standing.session, timestamp: timeOf(record, now), minutes };
    if (dataType === "memory") {
      const earlier = known ?? this.#sameMeaning(story, record, embedded);
      // Two memories of one turn that its maker tells apart by their ids are two.
      if (earlier && !(asTurn && earlier.turn === turn)) {
        const again = merged(this.#table.record(earlier.number) ?? {}, record);
        return this.#put(story, earlier, { ...versionOf(story.id, dataType, again, this.#names), ...place }, embedded);
      }
    }
    const old = dataType === "memory" ? undefined : known;
    return this.#put(story, old, { ...fresh, ...place, id: id ?? this.#options.newId() }, embedded);
  }

  /** A memory that says the same in other words. */
  #sameMeaning(story: Story, record: JsonObject, embedded: Embedded): Version | undefined {
    const { text, people, location } = findable("memory", record);
    const [vector] = embedded.get(text) ?? [];
    if (!vector) return undefined;
    const scan = this.#held.scanOf(story);
    const filters = {
      ...(people.length > 0 ? { characters: people } : {}),
      ...(location === null ? {} : { location }),
    };
    for (const { owner, cosine } of scan?.nearest(vector, NEAREST_TOLD, story.scope.allowed("memory", filters).mask) ??
      []) {
      const version = story.scope.at(owner);
      if (cosine < SAME_MEANING || !version) continue;
      const known = this.#table.record(version.number);
      if (known && sameMatter(known, record)) return version;
    }
    return undefined;
  }

  #update(story: Story, dataType: DataType, id: string, changes: JsonObject, embedded: Embedded): StoredRecord {
    const { timeline, score } = shapeOf(dataType);
    const { scope, standing } = story;
    const old = scope.find(dataType, id);
    if (!old) throw noRecord(dataType, id);
    const now = this.#options.now();
    const renewed =
      score === undefined
        ? {}
        : { [dataType === "reputation" ? "lastUpdated" : "lastInteraction"]: new Date(now).toISOString() };
    const record = checkedRecord(
      dataType,
      mergePatch(this.#table.record(old.number) ?? {}, { ...renewed, ...changes }),
      now,
    );
    const version = versionOf(story.id, dataType, record, this.#names);
    const taken = version.key === null || version.key === old.key ? undefined : scope.findByKey(dataType, version.key);
    if (taken && taken.id !== id && dataType !== "memory") {
      throw new StoreError("invalid", `There is another ${dataType} of that name already: ${taken.id}.`);
    }
    return this.#put(
      story,
      old,
      {
        ...version,
        turn: timeline ? standing.head : null,
        session: standing.session,
        timestamp: timeOf(record, now),
        // Time goes on for a score that nobody touched.
        minutes: score !== undefined && changes[score] === undefined ? old.minutes : standing.minutes,
      },
      embedded,
    );
  }

  /** Says at this turn that a record is no more. */
  #end(story: Story, dataType: DataType, id: string): void {
    const old = story.scope.find(dataType, id);
    if (!old) return;
    const { standing } = story;
    const version = { ...versionOf(story.id, dataType, {}, this.#names), gone: true };
    this.#write(story, old, {
      ...version,
      turn: standing.head,
      session: standing.session,
      timestamp: this.#options.now(),
      minutes: standing.minutes,
      id,
    });
  }

  /** Writes a version in the place of an old one, or as the first of its record. */
  #put(
    story: Story,
    old: Version | undefined,
    version: Omit<NewVersion, "born" | "id"> & { readonly id?: string },
    embedded: Embedded,
  ): StoredRecord {
    const id = old?.id ?? version.id ?? this.#options.newId();
    const number = this.#write(story, old, { ...version, id, pinned: old?.pinned ?? false }, embedded);
    const { scope, standing } = this.#held.get(story.id);
    const index = scope.indexOf(number);
    const shown = index === undefined ? undefined : scope.at(index);
    const stored = shown && this.#stored(shown, story.id, standing.minutes);
    if (!stored) throw noRecord(version.dataType, id);
    return stored;
  }

  #write(
    { scope }: Story,
    old: Version | undefined,
    version: Omit<NewVersion, "born">,
    embedded: Embedded = NOTHING,
  ): number {
    const number = this.#table.add({ ...version, born: old?.born ?? null });
    this.#embed(number, version.text, embedded);
    if (old && old.turn === version.turn) this.#drop(scope, old.number);
    return number;
  }

  #embed(number: number, text: string, embedded: Embedded): void {
    const vectors = embedded.get(text);
    if (vectors && this.#vectors) this.#table.setVectors(number, this.#vectors.id, vectors);
  }

  #keepText(playthrough: string, { id, name, number }: Version): void {
    const text = name === null ? undefined : this.#table.record(number)?.summary;
    if (name !== null && typeof text === "string") this.#former.add(playthrough, id, name, text);
  }

  #drop(scope: Scope, number: number): void {
    this.#table.remove(number);
    scope.remove(number);
  }

  /** Null where it is damaged on the disk. */
  #stored<T extends DataType>(version: Version, playthroughId: string, atMinutes: number): StoredRecord<T> | null {
    const { id, dataType, session, turn, timestamp, minutes, pinned, number } = version;
    const record = this.#table.record(number);
    if (record === undefined) return null;
    const { score } = shapeOf(dataType);
    const envelope = { id, playthroughId, sessionId: session, turnId: turn, timestamp, gameMinutes: minutes, pinned };
    // The table holds what was checked as the type it names.
    if (score === undefined) return { ...envelope, dataType: dataType as T, record: record as RecordTypes[T] };
    const storedScore = Number(record[score] ?? 0);
    const rate = typeof record.decayRate === "number" ? record.decayRate : DECAY_RATE;
    const decay: Decay = { rate, unitMinutes: this.#decayUnit };
    const left = { ...record, [score]: decayed(storedScore, atMinutes - minutes, decay) };
    return { ...envelope, dataType: dataType as T, record: left as RecordTypes[T], storedScore };
  }

  #measure(
    method: QueryMeasure["method"],
    dataType: DataType,
    by: QueryMeasure["by"],
    startedAt: number,
    results: number,
    scope: number,
    searched: number,
    index: QueryMeasure["index"] = null,
  ): void {
    const ms = performance.now() - startedAt;
    this.#measures.push({ method, dataType, by, ms, results, scope, searched, index, at: this.#options.now() });
    if (this.#measures.length > MEASURES) this.#measures.shift();
  }
}

/** What a hand's change leaves as it was: the journal keeps calling a memory by its name, whatever its words are now. */
function pick(
  version: Version,
): Pick<Version, "id" | "turn" | "born" | "gone" | "name" | "session" | "timestamp" | "minutes"> {
  const { id, turn, born, gone, name, session, timestamp, minutes } = version;
  return { id, turn, born, gone, name, session, timestamp, minutes };
}

function cursorOf(after: string): number {
  if (!/^[0-9a-z]{1,11}$/.test(after)) throw new StoreError("invalid", `"${after}" is not where a page ended.`);
  return Number.parseInt(after, 36);
}

/** The first place behind a record, whether it is still there or not. */
function startOf(sorted: readonly Version[], born: number, order: "newest" | "oldest"): number {
  const at = sorted.findIndex((one) => (order === "newest" ? one.born < born : one.born > born));
  return at < 0 ? sorted.length : at;
}

function noRecord(dataType: DataType, id: string): StoreError {
  return new StoreError("not_found", `This story has no ${dataType} with the id ${id}.`);
}
