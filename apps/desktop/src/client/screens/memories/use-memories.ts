/** What a story remembers, and the names of those whom it is about. */
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../../server/api.js";
import { useKnown } from "../../story/past.js";

/** @param search - Empty for all. */
export function useMemories(id: string, search: string) {
  return useQuery({
    queryKey: ["memories", id, search],
    queryFn: () => got(api.stories[":id"].memories.$get({ param: { id }, query: search === "" ? {} : { search } })),
    // What was found stays until the next is there.
    placeholderData: (before) => before,
  });
}

export type Memory = NonNullable<ReturnType<typeof useMemories>["data"]>[number];

/** Names by id; of nobody whom the player does not know. */
export interface Names {
  readonly people: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, string>;
}

export function useNames(id: string): Names {
  const { data } = useKnown(id);
  return {
    people: new Map((data?.people ?? []).map((one) => [one.id, one.name])),
    places: new Map((data?.places ?? []).map((one) => [one.id, one.name])),
  };
}
