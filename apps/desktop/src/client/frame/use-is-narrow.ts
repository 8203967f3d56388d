import { useSyncExternalStore } from "react";

const NARROW = "(max-width: 839px)";

/** Whether the window has the narrow layout. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(NARROW);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => matchMedia(NARROW).matches,
  );
}
