/** Under which of their names the player has heard of people. */
import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import type { StoryIndex } from "../index-story.js";
import { inKnownName } from "./first-naming.js";

type Names = Pick<StoryIndex, "forms">;

/** The key under which `storybook.named` keeps that somebody has been told of by a name. */
export const keyOfName = (id: string, form: string): string => `as:${id}:${form}`;

/** Whether a text calls somebody so: "Win" is not in "Winifred". */
export function hasForm(words: string, form: string): boolean {
  const at = words.toLowerCase().indexOf(form.toLowerCase());
  return at >= 0 && !/[\p{L}]/u.test(`${words.charAt(at - 1)}${words.charAt(at + form.length)}`);
}

/**
 * The names under which somebody has been told of, the last told last.
 *
 * @param told - The scene in which a name was told, by its key.
 */
export function namesHeard({ forms }: Names, id: string, told: (key: string) => number | undefined): readonly string[] {
  return (forms.get(id) ?? [])
    .flatMap((form) => {
      const scene = told(keyOfName(id, form));
      return scene === undefined ? [] : [{ form, scene }];
    })
    .sort((a, b) => (a.scene === b.scene ? 0 : a.scene - b.scene))
    .map(({ form }) => form);
}

/** A text with the names under which people are known in the place of those that nobody has heard. (rule NA5786) */
export function underKnownNames({ forms }: Names, text: string, heardAs: (id: string) => readonly string[]): string {
  let known = text;
  for (const [id, own] of forms)
    if (own.length > 1 && own.some((form) => known.includes(form))) known = inKnownName(known, own, heardAs(id));
  return known;
}

/**
 * The text of a choice under the names that the player has heard. Implements rule NA5786.
 *
 * @param state - Session state after the scene that offers it; `storybook.named` says which names have been told.
 */
export function choiceInKnownNames(story: Names, state: JsonObject, text: string): string {
  const named = getPath(state, "storybook.named");
  if (!isJsonObject(named)) return text;
  const told = (key: string): number | undefined => (typeof named[key] === "number" ? named[key] : undefined);
  return underKnownNames(story, text, (id) => namesHeard(story, id, told));
}
