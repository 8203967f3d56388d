/** Pictures and sounds of a story: its campaign's, and those that skills made for its scenes. */
import { useQuery } from "@tanstack/react-query";
import { api, got } from "../server/api.js";

/** @param id - Of the story; null for none, and nothing is asked. */
export function useAssets(id: string | null) {
  return useQuery({
    queryKey: ["story", id, "assets"],
    queryFn: () => got(api.stories[":id"].assets.$get({ param: { id: id ?? "" } })),
    enabled: id !== null,
  });
}
