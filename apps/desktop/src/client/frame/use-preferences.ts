/** What the player prefers, in any part of the page. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
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
const listeners = new Set<() => void>();

function setUnsaved(now: Partial<Preferences>): void {
  unsaved = now;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function ask(): Promise<Preferences> {
  const preferences = { ...preferencesIn(await got(api.preferences.$get())), ...unsaved };
  localStorage.setItem(LAST, JSON.stringify(preferences));
  return preferences;
}

export function usePreferences(): Preferences {
  const { data } = useQuery({ queryKey: KEY, queryFn: ask, placeholderData: lastTime });
  // At once, in the same moment as the key or the click: a control that lags behind would fall back to what it was.
  const changes = useSyncExternalStore(listen, () => unsaved);
  return useMemo(() => ({ ...(data ?? lastTime()), ...changes }), [data, changes]);
}

/** @returns What changes preferences: at once on the page, then on the disk. What cannot be saved is said. */
export function useSetPreferences(): (changes: Partial<Preferences>) => Promise<void> {
  const queries = useQueryClient();
  return useCallback(
    (changes) => {
      setUnsaved({ ...unsaved, ...changes });
      queries.setQueryData<Preferences>(KEY, (now) => ({ ...(now ?? lastTime()), ...changes }));
      // A slider changes faster than the disk: what comes while something is saved is saved together after it.
      saving ??= save().finally(() => {
        // What comes from now on is saved anew, also while the answer is asked for.
        saving = null;
        void queries.invalidateQueries({ queryKey: KEY });
      });
      return saving;
    },
    [queries],
  );
}

async function save(): Promise<void> {
  // All that changes in this moment goes together.
  await Promise.resolve();
  try {
    while (Object.keys(unsaved).length > 0) {
      const batch = unsaved;
      const before = batch.keys === undefined ? {} : preferencesIn(await got(api.preferences.$get())).keys;
      await got(api.preferences.$patch({ json: { desktop: preferencesPatch(before, batch) } }));
      const saved = new Map<string, unknown>(Object.entries(batch));
      setUnsaved(Object.fromEntries(Object.entries(unsaved).filter(([key, value]) => saved.get(key) !== value)));
    }
  } catch (error) {
    setUnsaved({});
    toast({ text: `Your settings could not be saved. ${troubleIn(error).message}` });
  }
}
