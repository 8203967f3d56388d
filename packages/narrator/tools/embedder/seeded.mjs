/** Chance from a seed: the same seed makes the same corpus and the same training on every machine. */

/** @returns A function that gives numbers from 0 up to 1 (mulberry32). */
export function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Puts an array (or typed array) into a random order, in place. */
export function shuffle(items, random) {
  for (let last = items.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}

/** @returns One of the items. */
export const pick = (items, random) => items[Math.floor(random() * items.length)];
