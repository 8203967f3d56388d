/** What all drawn pictures share: chance from a seed, and smooth lines. The same seed draws the same picture. */

export type Point = readonly [x: number, y: number];
/** A number from 0 to below 1. */
export type Chance = () => number;

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Pseudo-random numbers from a text (mulberry32). */
export function chanceOf(seed: string): Chance {
  let state = hashOf(seed);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function between(chance: Chance, least: number, most: number): number {
  return least + chance() * (most - least);
}

export function pick<Item>(chance: Chance, items: readonly [Item, ...Item[]]): Item {
  return items[Math.floor(chance() * items.length)] ?? items[0];
}

/** One decimal is finer than any screen shows these pictures, and keeps them small. */
export function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** A closed Catmull-Rom spline through all points, as the `d` of a path. */
export function closedSpline(points: readonly Point[]): string {
  const at = (index: number): Point => points[(index + points.length) % points.length] ?? [0, 0];
  const [x, y] = at(0);
  const curves = points.map((point, index) => {
    const before = at(index - 1);
    const to = at(index + 1);
    const after = at(index + 2);
    const controls = [
      point[0] + (to[0] - before[0]) / 6,
      point[1] + (to[1] - before[1]) / 6,
      to[0] - (after[0] - point[0]) / 6,
      to[1] - (after[1] - point[1]) / 6,
      ...to,
    ];
    return `C${controls.map(round).join(" ")}`;
  });
  return `M${round(x)} ${round(y)}${curves.join("")}Z`;
}

/** A wave from the left edge to the right one, and down to the foot: water, a hill, a cloud. */
export function waveBand(
  left: number,
  right: number,
  top: number,
  foot: number,
  length: number,
  height: number,
): string {
  let line = `M${round(left)} ${round(foot)}V${round(top)}`;
  let up = true;
  for (let x = left; x < right; x += length / 2) {
    line += `q${round(length / 4)} ${round(up ? -height : height)} ${round(length / 2)} 0`;
    up = !up;
  }
  return `${line}V${round(foot)}Z`;
}

export function circle(x: number, y: number, radius: number): string {
  const r = round(radius);
  return `M${round(x - radius)} ${round(y)}a${r} ${r} 0 1 0 ${round(radius * 2)} 0a${r} ${r} 0 1 0 -${round(radius * 2)} 0Z`;
}
