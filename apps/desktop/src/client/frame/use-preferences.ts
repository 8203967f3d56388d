/** What the player prefers, in any part of the page. */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { type Preferences, preferencesIn, preferencesPatch } from "../look/preferences.js";
import { api, got, troubleIn } from "../server/api.js";
import { toast } from "./toasts.js";

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

/** What was changed on the page and is not on the disk yet: it stands over whatever the server answers meanwhile. */
let unsaved: Partial<Preferences> = {};
let saving: Promise<void> | null = null;

async function ask(): Promise<Preferences> {
  const preferences = { ...preferencesIn(await got(api.preferences.$get())), ...unsaved };
  localStorage.setItem(LAST, JSON.stringify(preferences));
  return preferences;
}

export function usePreferences(): Preferences {
  const { data } = useQuery({ queryKey: KEY, queryFn: ask, placeholderData: lastTime });
  return data ?? lastTime();
}

/** @returns What changes preferences: at once on the page, then on the disk. What cannot be saved is said. */
export function useSetPreferences(): (changes: Partial<Preferences>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (changes) => {
      unsaved = { ...unsaved, ...changes };
      queries.setQueryData<Preferences>(KEY, (now) => ({ ...(now ?? lastTime()), ...changes }));
      // A slider changes faster than the disk: what comes while something is saved is saved together after it.
      saving ??= save(queries).finally(() => {
        saving = null;
      });
      return saving;
    },
    [queries],
  );
}

async function save(queries: QueryClient): Promise<void> {
  // All that changes in this moment goes together.
  await Promise.resolve();
  try {
    while (Object.keys(unsaved).length > 0) {
      const batch = unsaved;
      const before = batch.keys === undefined ? {} : preferencesIn(await got(api.preferences.$get())).keys;
      await got(api.preferences.$patch({ json: { desktop: preferencesPatch(before, batch) } }));
      const saved = new Map<string, unknown>(Object.entries(batch));
      unsaved = Object.fromEntries(Object.entries(unsaved).filter(([key, value]) => saved.get(key) !== value));
    }
  } catch (error) {
    unsaved = {};
    toast({ text: `Your settings could not be saved. ${troubleIn(error).message}` });
  } finally {
    await queries.invalidateQueries({ queryKey: KEY });
  }
}
