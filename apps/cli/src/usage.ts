/** Reads what was typed after `narratoria`: values of options, each refused with one sentence. */
import { InvalidArgumentError } from "commander";

/** How choices are made when nobody is asked. */
export type ChooseRule =
  | { readonly kind: "first" }
  | { readonly kind: "random" }
  | { readonly kind: "list"; readonly numbers: readonly number[] };

/**
 * Reads `--choose`.
 *
 * @throws {InvalidArgumentError} If it is neither `first`, `random` nor numbers from 1 with commas between them.
 */
export function readChoose(value: string): ChooseRule {
  if (value === "first" || value === "random") return { kind: value };
  const parts = value.split(",").map((part) => part.trim());
  if (!parts.every((part) => /^[1-9]\d{0,2}$/.test(part))) {
    throw new InvalidArgumentError("Give first, random, or numbers of choices such as 1,3,2.");
  }
  return { kind: "list", numbers: parts.map(Number) };
}

/**
 * Reads `--turns`.
 *
 * @throws {InvalidArgumentError} If it is not a whole number from 0 to 100,000.
 */
export function readTurns(value: string): number {
  if (!/^\d{1,6}$/.test(value) || Number(value) > 100_000) {
    throw new InvalidArgumentError("Give a whole number of choices, 0 or more.");
  }
  return Number(value);
}

/**
 * Reads the number of a scene or of a branch.
 *
 * @throws {InvalidArgumentError} If it is not a whole number from 0 on, of nine digits at most.
 */
export function readWholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("Give a whole number.");
  return Number(value);
}

/**
 * Reads a number of which there is at least one.
 *
 * @throws {InvalidArgumentError} If it is not a whole number from 1 on, of nine digits at most.
 */
export function readCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Give a whole number from 1.");
  return Number(value);
}

/**
 * Reads `--seed`: any words or numbers.
 *
 * @throws {InvalidArgumentError} If it is empty or longer than 200 characters.
 */
export function readSeed(value: string): string {
  if (value.trim() === "" || value.length > 200) throw new InvalidArgumentError("Give a word or a number.");
  return value;
}

/** Gathers an option that may be given more than once. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
