import type { ResolvedTool } from "./resolver.js";

/** Settles when the last invocation that entered is really gone. One entry for each skill folder in use. */
const inside = new Map<string, Promise<void>>();

const FREE = { leave: (): void => {} };

/**
 * One skill's invocations share its `data/` folder, so they take turns, across plans too: an invocation that was given up may
 * still be about. A skill that says `concurrent` need not wait. Implements rule EX14.
 *
 * @returns How to leave, or, while somebody is inside, a promise that settles when it is worth asking again.
 */
export function enterSkill(script: ResolvedTool): { readonly leave: () => void } | { readonly wait: Promise<void> } {
  if (script.concurrent) return FREE;
  const key = "call" in script ? script.skill : `${script.skillDir}\0${script.dataDir}`;
  const occupied = inside.get(key);
  if (occupied) return { wait: occupied };
  let settle: () => void = () => {};
  inside.set(
    key,
    new Promise((resolve) => {
      settle = resolve;
    }),
  );
  return {
    leave: () => {
      inside.delete(key);
      settle();
    },
  };
}
