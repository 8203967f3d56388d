/** What plots are written with: a choice of wordings, and the author's sentences for people to say. Implements rules CA6550 and CA6551. */
import type { Part } from "./kit.js";
import type { PlotDeed, PlotResult, PlotScene } from "./plot.js";
import { canBeTold, wholeNote } from "./seed-matter.js";
import type { StorySeed } from "./seed.js";
import type { Stage } from "./stage.js";

export interface PlotWords {
  /** One of several wordings, by chance: two campaigns seldom have the same. */
  pick<T>(...options: readonly [T, ...T[]]): T;
  /** A sentence of the author's that nothing has told yet, as a line that somebody can say; nothing where there is none left. */
  fact(part: Part): string;
}

/** @param told - What the premise has told. */
export function plotWords(
  { sentences, people: own }: Pick<StorySeed, "sentences" | "people">,
  people: Stage["people"],
  told: string,
  chance: number,
): PlotWords {
  let state = Math.floor(chance * 2 ** 32);
  const next = (): number => {
    // Small steps of a seed give unlike numbers. (mulberry32)
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const left = [...new Set([...sentences, ...own.flatMap((one) => one.told)].map(wholeNote))].filter(
    (one) => canBeTold(one) && !plain(told).includes(plain(one)),
  );
  return {
    pick: (...options) => options[Math.floor(next() * options.length)] ?? options[0],
    fact: (part) => {
      const { name } = people[part];
      const at = left.findIndex((one) => !one.includes(name.replace(/^(?:the|your)\s/i, "")));
      const found = at < 0 ? undefined : left.splice(at, 1)[0];
      return found === undefined ? "" : ` "${found}"`;
    },
  };
}

const plain = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");

/** A deed, with what comes of it. */
export function deed(
  text: string,
  told: string,
  { sets, feels, goes, moves, takes, ...more }: Partial<PlotResult> & Omit<Partial<PlotDeed>, "text" | "then"> = {},
): PlotDeed {
  const then = {
    told,
    ...(sets !== undefined && { sets }),
    ...(feels !== undefined && { feels }),
    ...(goes !== undefined && { goes }),
    ...(moves !== undefined && { moves }),
    ...(takes !== undefined && { takes }),
  };
  return { text, ...more, then };
}

/** A scene: its title, its place, what opens it, its text, and what can be done in it. */
export const scene = (
  title: string,
  place: number,
  leads: readonly PlotDeed[],
  text: string,
  deeds: readonly PlotDeed[],
): PlotScene => ({
  leads,
  title,
  place,
  text: text
    .replace(/\s{2,}/g, " ")
    // What somebody says twice in a row is one speech.
    .replace(/(?<=[.!?])" "(?=\p{Lu})/gu, " ")
    .trim(),
  deeds,
});
