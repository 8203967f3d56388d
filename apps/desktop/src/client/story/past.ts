/** What the page asks of a story's past. All of it is asked anew after each turn. */
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../server/api.js";

const story = api.stories[":id"];

export function useTree(id: string) {
  return useQuery({ queryKey: ["story", id, "tree"], queryFn: () => got(story.tree.$get({ param: { id } })) });
}

/** @param at - Id of a turn. */
export function useScene(id: string, at: string | null) {
  return useQuery({
    queryKey: ["story", id, "scene", at],
    queryFn: () => got(story.scene.$get({ param: { id }, query: { at: at ?? "" } })),
    enabled: at !== null,
  });
}

/** Whom the player has met and where they have been. */
export function useKnown(id: string) {
  return useQuery({ queryKey: ["story", id, "known"], queryFn: () => got(story.known.$get({ param: { id } })) });
}

/** People met and places seen, as the server tells them. */
export type Known = NonNullable<ReturnType<typeof useKnown>["data"]>;

/** @param at - Id of a turn. @returns Null where nothing is kept of it. */
export function askTrace(id: string, at: string) {
  return got(story.trace.$get({ param: { id }, query: { at } }));
}

/** All that went on behind a turn, as the server sends it. */
export type Trace = NonNullable<Awaited<ReturnType<typeof askTrace>>>;

export { sceneName } from "@narratoria/engine/shell";

/** "The opening", "Scene 3". */
export function sceneTitle(scene: number): string {
  return scene === 0 ? "The opening" : `Scene ${scene}`;
}
