/**
 * Mixes two colours.
 *
 * @param share - Of the second one, 0 to 1.
 */
export function mix(one: string, other: string, share: number): string {
  const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const second = channels(other);
  const mixed = channels(one).map((value, at) => Math.round(value + ((second[at] ?? value) - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
