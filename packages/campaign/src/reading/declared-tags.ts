/** Tags that a beat's consequences declare in brackets: "The player has the key (has-the-key)". */
import type { DeclaredEffect, PlotBeat } from "@narratoria/protocol/contracts";
import { slug } from "@narratoria/protocol/english";
import type { Waiting } from "./acts.js";

/** "(has-the-key)", "[tag: took-the-plank]", "(sets owed_a_bottle)". */
const BRACKETS =
  /\s*[([](?:(?:tag|flag|state|player[ _]state|sets?|unlocks?|gives?)\s*[:=]?\s*)?\+?([\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*)(?:\s*=\s*true)?[)\]]/giu;
/** A consequence that is nothing but its tag. */
const ALONE =
  /^(?:(?:tag|flag|state|player[ _]state|sets?)(?: is| becomes)?\s*[:=]?\s*)?\+?([\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+)(?:\s*=\s*true)?[.]?$/iu;
/** What comes about only if the player does something, or may yet do it. */
const DEPENDS =
  /^(?:and |but )?if\b|\bif (?:you|the player)\b|\b(?:you|the player) (?:may|can|could|might|is free to|are free to)\b/iu;

/** Tags that conditions wait for, by their words: "has_the_key" and "has-the-key" are one. */
export type WaitedTags = ReadonlyMap<string, string>;

/** The tags and states without blanks that beats and endings wait for. */
export function waitedTags(waiting: readonly Waiting[]): WaitedTags {
  const tags = new Map<string, string>();
  for (const { conditions } of waiting) {
    const { player_choice, player_choices, player_state, custom } = conditions;
    const expression = typeof custom?.expression === "string" ? custom.expression : "";
    const named = expression.match(/[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)+/gu) ?? [];
    for (const tag of [player_choice ?? [], player_choices ?? [], player_state ?? [], named].flat())
      if (!/\s/.test(tag.trim())) tags.set(slug(tag), tags.get(slug(tag)) ?? tag);
  }
  return tags;
}

/** The waited tags that a text declares, however it comes to pass. */
function tagsIn(text: string, waited: WaitedTags): readonly string[] {
  const alone = ALONE.exec(text.trim())?.[1];
  const named = alone === undefined ? [...text.matchAll(BRACKETS)].map(([, tag = ""]) => tag) : [alone];
  return [...new Set(named.flatMap((tag) => waited.get(slug(tag)) ?? []))];
}

/** The waited tags that a text sets by itself. What comes of a deed of the player's is set by the deed. */
const tagsSetBy = (text: string, waited: WaitedTags): readonly string[] =>
  DEPENDS.test(text.trim()) ? [] : tagsIn(text, waited);

/** A text without the tags in it. */
export const withoutTags = (text: string, waited: WaitedTags): string =>
  text.replace(BRACKETS, (brackets, tag: string) => (waited.has(slug(tag)) ? "" : brackets)).trim();

/** The flags that a text sets, as effects. */
export function flagsOf(text: string, waited: WaitedTags, at: Pick<DeclaredEffect, "file" | "line">): DeclaredEffect[] {
  return tagsSetBy(text, waited).map((path) => ({ kind: "flag", text: text.trim(), path, ...at }));
}

/** Which beats set each tag by themselves. */
export function beatsThatSet(beats: readonly PlotBeat[], waited: WaitedTags): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, consequences = [] } of beats)
    for (const tag of consequences.flatMap((text) => tagsSetBy(text, waited)))
      found.set(tag, [...(found.get(tag) ?? []), id]);
  return found;
}
