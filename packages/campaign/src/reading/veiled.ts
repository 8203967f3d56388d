import { escapeRegExp } from "@narratoria/protocol/english";
import type { BeatReading, CastEntry } from "@narratoria/protocol/contracts";

/** A name under which somebody goes until a beat says who it is. */
interface Veil {
  readonly name: string;
  readonly npc: string;
  /** Index of the beat that lifts it. */
  readonly until: number;
}

const bare = (name: string): string => name.replace(/^(?:the|an?)\s+/i, "");

/**
 * Keeps apart two names of one person until the beat whose consequence says that they are one ("The Heron is Tamsin"): beats before it
 * name whoever is in them under the other name as veiled.
 *
 * @param beats - In the author's order.
 */
export function withVeils(beats: readonly BeatReading[], cast: readonly CastEntry[]): readonly BeatReading[] {
  const veils = beats.flatMap(({ opens, told }, until) =>
    [...opens.map(({ text }) => text), ...told].flatMap((text) => veilIn(text, until, cast)),
  );
  if (veils.length === 0) return beats;
  return beats.map((beat, at) => {
    const hidden = veils.filter((veil) => at < veil.until && isUnder(veil, beat, cast)).map(({ npc }) => npc);
    if (hidden.length === 0) return beat;
    return { ...beat, veiled: hidden };
  });
}

/** "The Heron is (really) Tamsin": a capitalised name that is nobody's own, and somebody. */
function veilIn(text: string, until: number, cast: readonly CastEntry[]): Veil[] {
  const said =
    /^((?:The|the) \p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?) (?:is|was|turns out to be|has been) (?:really |in truth |in fact |none other than |nobody but )?(\p{Lu}[\p{L}'’-]+)/u.exec(
      text.trim(),
    );
  if (!said) return [];
  const [, name = "", who = ""] = said;
  const person = cast.find(({ name: full, called }) => full.split(/\s+/).includes(who) || bare(called) === who);
  const own = cast.some(({ name: full, called }) => full.includes(bare(name)) || called.includes(bare(name)));
  return person && !own ? [{ name, npc: person.id, until }] : [];
}

/** Whether a beat speaks of somebody by the other name alone. */
function isUnder({ name, npc }: Veil, { told, title }: BeatReading, cast: readonly CastEntry[]): boolean {
  const text = [title, ...told].join(" ");
  const person = cast.find(({ id }) => id === npc);
  const own = [person?.called ?? "", ...(person?.name ?? "").split(/\s+/).slice(0, 1)].filter((one) => one !== "");
  const says = (one: string): boolean => new RegExp(`(?<!\\p{L})${escapeRegExp(one)}(?!\\p{L})`, "iu").test(text);
  return says(bare(name)) && !own.some(says);
}
