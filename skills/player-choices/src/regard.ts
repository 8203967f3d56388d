/** Who deals with the player, by what they and their faction think. */
import { SENTIMENT_BOUND } from "./odds.js";
import type { View } from "./view.js";

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
