/** Where versions of records lie. What holds where, and what is found, is decided above it. */
import type { JsonObject } from "@narratoria/protocol";
import type { DataType } from "./record-types.js";
import type { Version } from "./scope.js";

/** A version with all there is to write down. */
export interface NewVersion extends Omit<Version, "number" | "born"> {
  readonly playthrough: string;
  /** Null where it is the first of its record. */
  readonly born: number | null;
  /** What is searched by words, and beside it by meaning. */
  readonly text: string;
  readonly names: string;
  readonly record: JsonObject;
}

/** Where a story stands. */
export interface Standing {
  /** Null before the opening. */
  readonly head: string | null;
  /** The turn before the head. */
  readonly parent: string | null;
  /** The sitting that the head was told in. */
  readonly session: string | null;
  /** The in-game clock at the head. */
  readonly minutes: number;
  /** The highest number of a version of this story, 0 where there is none. */
  readonly last: number;
}

/** Types of records that give memories as reasons, and name them as the journal does. */
export const OPINIONS: readonly DataType[] = ["perception", "reputation"];

export interface RecordTable {
  /** Undefined where there is no such story. */
  standing(playthrough: string): Standing | undefined;
  /** The turns from the head to the opening. */
  way(playthrough: string): ReadonlySet<string>;
  /** Versions of a story above a number, ascending. */
  versions(playthrough: string, above: number): Iterable<Version>;
  /** @returns Its number. */
  add(version: NewVersion): number;
  remove(number: number): void;
  /** Undefined where there is none, or none that can be read any more. Memories stand in the place of their names. */
  record(number: number): JsonObject | undefined;
  /** Names of the memories that a version names. */
  namesIn(number: number): readonly string[];
  /** The text of the memory that a name stands for; undefined where it is forgotten. */
  named(name: string): string | undefined;
  /** Numbers of the versions within a range whose text or names hold a word. */
  holders(word: string, first: number, last: number): readonly number[];
  /** Vectors of a story by one embedder that came in after another, in the order they came. */
  vectors(playthrough: string, embedder: string, after: number): Iterable<StoredVector>;
  /** Puts the vectors of a version's windows in the place of those it had. */
  setVectors(number: number, embedder: string, vectors: readonly Float32Array[]): void;
  /** Gives a version the vectors that another one has. */
  copyVectors(from: number, to: number): void;
  /** Numbers of records that a vector was found to be damaged of since this was asked last. */
  spoiltVectors(): readonly number[];
  /** Versions below a number with text that have no vector by an embedder yet, the newest first. */
  unembedded(
    embedder: string,
    below: number,
    limit: number,
  ): readonly { readonly number: number; readonly text: string }[];
  /** Wipes what was removed from every file. */
  wipe(): void;
}

export interface StoredVector {
  /** Counts up over all vectors. */
  readonly id: number;
  /** Whose it is. */
  readonly number: number;
  readonly vector: Float32Array;
}
