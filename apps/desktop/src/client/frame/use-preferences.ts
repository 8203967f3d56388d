/** What the player prefers, in any part of the page. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Preferences, preferencesIn } from "../look/preferences.js";
import { api, got } from "../server/api.js";

const KEY = ["preferences"];
/** The look of the last time, so that the page does not flash in another one before the server answers. */
const LAST = "narratoria.preferences";

function lastTime(): Preferences {
  try {
    return preferencesIn({ desktop: JSON.parse(localStorage.getItem(LAST) ?? "{}") });
  } catch {
    return preferencesIn({});
  }
}

export function usePreferences(): Preferences {
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<Preferences> => {
      const preferences = preferencesIn(await got(api.preferences.$get()));
      localStorage.setItem(LAST, JSON.stringify(preferences));
      return preferences;
    },
    placeholderData: lastTime,
  });
  return data ?? lastTime();
}

/** @returns What changes preferences: at once on the page, then on the disk. */
export function useSetPreferences(): (changes: Partial<Preferences>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    async (changes) => {
      queries.setQueryData<Preferences>(KEY, (now) => ({ ...(now ?? lastTime()), ...changes }));
      try {
        await got(api.preferences.$patch({ json: { desktop: changes } }));
      } finally {
        await queries.invalidateQueries({ queryKey: KEY });
      }
    },
    [queries],
  );
}
