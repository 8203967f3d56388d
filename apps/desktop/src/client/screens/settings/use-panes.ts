import { useSyncExternalStore } from "react";

const WIDE = "(min-width: 1240px)";
const MEDIUM = "(min-width: 840px)";

/** How many panes stand side by side in this window. */
export function usePanes(): 1 | 2 | 3 {
  return useSyncExternalStore(
    (listener) => {
      const queries = [matchMedia(WIDE), matchMedia(MEDIUM)];
      for (const query of queries) query.addEventListener("change", listener);
      return () => {
        for (const query of queries) query.removeEventListener("change", listener);
      };
    },
    () => (matchMedia(WIDE).matches ? 3 : matchMedia(MEDIUM).matches ? 2 : 1),
  );
}
