/** What of a person's virtues and flaws decides how deeds count with them. */
import type { NpcProfile } from "@narratoria/protocol/contracts";

/** How much of a deed counts: of one that did them good, of one that did them ill. */
export interface Temper {
  readonly good?: number;
  readonly ill?: number;
}

/** Half as much, or half as much again. */
const LESS = 0.5;
const MORE = 1.5;

const FORGIVES =
  /\b(?:forgiv\w+|merciful|lenient|tolerant|patient|patience|long-suffering|even-tempered|good-natured)\b/iu;
const BEARS_GRUDGES =
  /\b(?:grudges?|slights?|veng\w+|reveng\w+|spite\w*|resent\w*|vindictive|unforgiving|touchy|thin-skinned|quick-tempered|hot-tempered|short-tempered|proud|pride|vain|vanity)\b/iu;
const WARMS = /\b(?:trusting|warm-hearted|generous|grateful|affectionate|open-hearted|gullible|credulous|lonely)\b/iu;
const STAYS_COLD =
  /\b(?:suspicious|distrust\w*|mistrust\w*|cynical|aloof|guarded|paranoid|trusts (?:nobody|no one))\b/iu;
const DENIED = /\b(?:not|never|no longer|nor|without|hardly|cannot|can't|won't|isn't|pretends?|seems?)\b/iu;

/** Reads a temper from virtues and flaws; what both sides of a person say of one thing decides nothing. (rule EN2114) */
export function temperOf({ virtues = [], flaws = [] }: NpcProfile["personality"]): Temper {
  const says = (texts: readonly string[], words: RegExp): boolean =>
    texts.some((text) => words.test(text) && !DENIED.test(text));
  const all = [...virtues, ...flaws];
  const ill = share(says(virtues, FORGIVES), says(flaws, BEARS_GRUDGES));
  const good = share(says(flaws, STAYS_COLD), says(all, WARMS));
  return { ...(good === undefined ? {} : { good }), ...(ill === undefined ? {} : { ill }) };
}

function share(less: boolean, more: boolean): number | undefined {
  if (less === more) return undefined;
  return less ? LESS : MORE;
}
