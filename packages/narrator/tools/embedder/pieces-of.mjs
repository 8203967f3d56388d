/** The pieces of MiniLM's vocabulary, and texts as their numbers. */
import { readFileSync } from "node:fs";
import path from "node:path";

/** @returns The 30,522 pieces, by their numbers. */
export function vocabularyOf(models) {
  const file = path.join(models, "sentence-transformers/all-MiniLM-L6-v2/tokenizer.json");
  const { vocab } = JSON.parse(readFileSync(file, "utf8")).model;
  const pieces = [];
  for (const [piece, number] of Object.entries(vocab)) pieces[number] = piece;
  return pieces;
}

/** Whether the static embedder keeps a vector of a piece: of Latin letters, digits and marks, and no spare or special one. */
export const isLatin = (piece) =>
  !/^\[.+\]$/.test(piece) && /^(##)?[\p{Script=Latin}\p{N}\p{P}\p{S}\p{Script=Inherited}]+$/u.test(piece);
