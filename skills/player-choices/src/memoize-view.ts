import type { View } from "./view.js";

/**
 * Remembers what a pure function gave for a view and some ids, for as long as the view lives: the candidates of one scene ask the same of
 * it thousands of times.
 *
 * @param compute - Gives the same for the same arguments; what it returns is shared and must not be changed.
 */
export function memoizeView<Ids extends readonly string[], Result>(
  compute: (view: View, ...ids: Ids) => Result,
): (view: View, ...ids: Ids) => Result {
  const known = new WeakMap<View, Map<string, { readonly result: Result }>>();
  return (view, ...ids) => {
    let results = known.get(view);
    if (results === undefined) known.set(view, (results = new Map()));
    const key = ids.length === 1 ? (ids[0] ?? "") : ids.join("\n");
    let entry = results.get(key);
    if (entry === undefined) results.set(key, (entry = { result: compute(view, ...ids) }));
    return entry.result;
  };
}
