/** Which records of a story a query finds, best first: by what they mean, by the words they share with it, by the filters alone. */
import { WordRank } from "../rank.js";
import { searchWords } from "../search-words.js";
import type { Near, VectorScan } from "../vector-scan/vector-scan.js";
import { WEEK_MINUTES } from "./decay.js";
import type { RecordTable } from "./record-table.js";
import type { DataType, QueryMeasure, RecordFilters } from "./record-types.js";
import type { Scope } from "./scope.js";
import { LoreFiles } from "./lore-files.js";
import { loreScore, mostBeside, rankScore, SAME_FILE, similarity, wordScore } from "./similarity.js";

/** How many of each kind are weighed against each other: those nearest in meaning, those with the rarest words. */
const NEAREST = 50;
const MATCH = 0.4;

export interface Meaning {
  readonly vector: Float32Array;
  readonly scan: VectorScan;
  /** The embedder's, where it has its own. */
  readonly match: number | undefined;
}

export interface RankRequest {
  readonly scope: Scope;
  readonly table: Pick<RecordTable, "holders">;
  readonly dataType: DataType;
  readonly query: string;
  /** Null where records are found by their words alone. */
  readonly meaning: Meaning | null;
  readonly filters: RecordFilters | undefined;
  /** The in-game clock. */
  readonly minutes: number;
  readonly limit: number;
  /** Least similarity of what is found by its meaning. */
  readonly threshold: number;
}

export interface Ranked {
  readonly best: readonly { readonly index: number; readonly relevance: number }[];
  readonly by: QueryMeasure["by"];
  /** How many records passed the filters. */
  readonly searched: number;
}

interface Place {
  readonly rank: number;
  readonly relevance: number;
}

/** What is being looked for, and where. */
interface Search extends RankRequest {
  readonly mask: Uint8Array;
  readonly words: WordRank;
}

export function rankRecords(request: RankRequest): Ranked {
  const { scope, dataType, filters, limit, meaning } = request;
  const { mask, count } = scope.allowed(dataType, filters);
  const wanted = searchWords(request.query);
  const search: Search = { ...request, mask, words: rankWords(request, wanted) };
  const ranked = new Map<number, Place>();
  if (meaning) byMeaning(search, meaning, ranked);
  byWords(search, ranked);
  const worded = search.words.found.length > 0;
  if (!meaning && !worded && wanted.length === 0 && filters !== undefined) youngest(search, ranked);
  const sorted = best(ranked);
  const first = dataType === "lore" ? best(apart(sorted, scope)) : sorted;
  return {
    best: first.slice(0, limit).map(([index, { relevance }]) => ({ index, relevance })),
    by: meaning ? (worded ? "both" : "meaning") : worded ? "words" : "filters",
    searched: count,
  };
}

type Rank = readonly [index: number, place: Place];

function best(ranked: Iterable<Rank>): Rank[] {
  return [...ranked].sort(([a, one], [b, other]) => other.rank - one.rank || b - a);
}

/** Lowers the rank of each piece of lore for every better piece of its file. */
function apart(sorted: readonly Rank[], scope: Scope): Rank[] {
  const seen = new Map<string | null, number>();
  return sorted.map(([index, place]) => {
    const path = scope.at(index)?.path ?? null;
    const before = seen.get(path) ?? 0;
    seen.set(path, before + 1);
    return [index, { ...place, rank: place.rank - SAME_FILE * before }];
  });
}

function byMeaning(search: Search, meaning: Meaning, ranked: Map<number, Place>): void {
  if (search.dataType === "lore") return loreByMeaning(search, meaning, ranked);
  const { scope, mask, words, minutes, limit, threshold } = search;
  const { vector, scan, match } = meaning;
  const near = scan.nearest(vector, Math.max(NEAREST, limit), mask);
  const beside = mostBeside({ words: words.most, pinned: scope.pinned });
  // Once so many as are wanted have a rank, whatever cannot reach the least of these is not looked at.
  let [wanted, least] = [limit, Number.POSITIVE_INFINITY];
  for (const one of [...near, ...nearestOfNamed(search, scan, vector, near)]) {
    if (wanted === 0 && one.cosine + beside < least) continue;
    const relevance = similarity(one.cosine, match);
    const version = relevance < threshold ? undefined : scope.at(one.owner);
    if (!version) continue;
    const weeks = (minutes - version.minutes) / WEEK_MINUTES;
    const rank = rankScore({ cosine: one.cosine, words: words.weight(one.owner), weeks, pinned: version.pinned });
    ranked.set(one.owner, { relevance, rank });
    if (wanted > 0) {
      wanted -= 1;
      least = Math.min(least, rank);
    }
  }
}

/** Lore is neither young nor pinned: it is ranked by itself, by its words, and by its file. */
function loreByMeaning(search: Search, { vector, scan, match }: Meaning, ranked: Map<number, Place>): void {
  const { scope, mask, words, limit, threshold } = search;
  scope.loreFiles ??= new LoreFiles();
  const files = scope.loreFiles.near(scope, scan, vector);
  const near = scan.nearest(vector, Math.max(NEAREST, limit), mask);
  const rank = ({ owner, cosine }: Near): void => {
    const relevance = similarity(cosine, match);
    if (relevance < threshold || mask[owner] !== 1) return;
    ranked.set(owner, { relevance, rank: loreScore(cosine, words.weight(owner), files.of(owner)) });
  };
  near.forEach(rank);
  nearestOfNamed(search, scan, vector, near).forEach(rank);
  files.pieces.forEach(rank);
}

/** The records with the rarest words, however far their meaning. */
function nearestOfNamed(
  { scope, mask, words, limit }: Search,
  scan: VectorScan,
  vector: Float32Array,
  near: readonly Near[],
): readonly Near[] {
  if (words.found.length === 0) return [];
  const known = new Set(near.map(({ owner }) => owner));
  const named = words.top(
    Math.max(NEAREST, limit),
    (index) => mask[index] === 1 && scope.embedded[index] === 1 && !known.has(index),
  );
  if (named.length === 0) return [];
  const only = new Uint8Array(scope.size);
  for (const { index } of named) only[index] = 1;
  return scan.nearest(vector, named.length, only);
}

/** What has no vector; where meanings are compared as well, all of the words are worth as much as related texts. */
function byWords({ scope, mask, words, meaning, limit }: Search, ranked: Map<number, Place>): void {
  const isOpen = (index: number): boolean => mask[index] === 1 && !(meaning && scope.embedded[index] === 1);
  const isPinned = (index: number): boolean => scope.pinned && scope.at(index)?.pinned === true;
  const pinned = scope.pinned ? words.found.filter((index) => isOpen(index) && isPinned(index)) : [];
  const unpinned = words.top(limit, (index) => isOpen(index) && !isPinned(index));
  for (const index of [...pinned, ...unpinned.map((hit) => hit.index)]) {
    const relevance = words.relevance(index);
    const worth = meaning ? relevance * (meaning.match ?? MATCH) : relevance;
    ranked.set(index, { relevance, rank: wordScore(worth, scope.at(index)?.pinned === true) });
  }
}

/** What the filters let through, where the query has no words. */
function youngest({ mask, limit }: Search, ranked: Map<number, Place>): void {
  let index = mask.lastIndexOf(1);
  while (index >= 0 && ranked.size < limit) {
    ranked.set(index, { rank: 0, relevance: 0 });
    index = index === 0 ? -1 : mask.lastIndexOf(1, index - 1);
  }
}

function rankWords({ scope, table, dataType }: RankRequest, words: readonly string[]): WordRank {
  const range = words.length === 0 ? null : scope.range();
  if (!range) return new WordRank([], 0, 0);
  const { mask } = scope.allowed(dataType);
  const holders = words.map((word) => {
    const indexes: number[] = [];
    for (const number of table.holders(word, range[0], range[1])) {
      const index = scope.indexOf(number);
      if (index !== undefined && mask[index] === 1) indexes.push(index);
    }
    return indexes;
  });
  return new WordRank(holders, scope.count(dataType), scope.size);
}
