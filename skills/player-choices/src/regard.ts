/** Who deals with the player, by what they and their faction think. */
import { SENTIMENT_BOUND } from "./odds.js";
import type { View } from "./view.js";
import { bare, hasWord } from "./words.js";

/**
 * Whether somebody deals with the player as those do who think no ill of them. Who belongs to a faction that thinks ill of the
 * player turns away as well, unless they like the player themselves. (rule PC461)
 */
export function isFriendly(view: View, npc: string): boolean {
  const standing = view.standing.get(npc);
  if (!standing) return true;
  const { feeling, withFaction } = standing;
  return feeling >= -SENTIMENT_BOUND && (withFaction >= -SENTIMENT_BOUND || feeling > SENTIMENT_BOUND);
}

/** Words that begin an act by which somebody is asked for something, or what they give is taken. */
const SEEKS = /^(?:ask|beg|call|appeal|turn|go|join|hire|borrow|take|accept|get|send|seek|trust|rely)\b/i;

/** Whether an act seeks something of a faction that thinks ill of the player, and that it names. (rule PC641) */
export function isWithdrawn({ factions }: View, act: string): boolean {
  return (
    SEEKS.test(act) && factions.some(({ name, standing }) => standing < -SENTIMENT_BOUND && hasWord(act, bare(name)))
  );
}
