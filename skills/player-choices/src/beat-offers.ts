/** What somebody offers, or asks of the player, in a beat's text: it can be taken, answered or turned down. */
import { isSaidInReply } from "@narratoria/protocol/english";
import { type BeatMatter, storyTies } from "@narratoria/protocol/story";
import { isOfOccasion, saysSomething } from "./knowledge.js";
import { type Put, putToPlayer } from "./put-to-player.js";
import type { View } from "./view.js";
import { withoutAdverbs } from "./words.js";

/** What a beat puts to the player; nothing where its author has left decisions or choices. */
export function offerIn(view: View, beat: BeatMatter): Put | undefined {
  // A question to somebody is none of the answers to what the beat puts, be it for later or not. (rule PC66)
  const isAnswer = ({ fact, asks, until }: NonNullable<BeatMatter["choices"]>[number]): boolean =>
    fact === undefined && asks === undefined && until === undefined;
  if (beat.decisions.length > 0 || (beat.choices ?? []).some(isAnswer)) return undefined;
  return putToPlayer(
    beat,
    beat.people.flatMap((id) => view.people.get(id) ?? []),
  );
}

/** Whether a line of somebody's is on what has happened, by the rare words that both have: what is said to what one does asks for more of them. */
const isOn = (shared: number, text: string): boolean => saysSomething(text) && shared > (isOfOccasion(text) ? 1 : 0);

/**
 * Lines of their own that people of a beat can say to what has just happened: they share a rare word with what was told or said in it, and
 * nothing that is asked brings them out. (rule PC472)
 *
 * @returns Ids of facts.
 */
export function sayingsOn(view: View, { told, dialogue, people }: BeatMatter): readonly string[] {
  const ties = storyTies(view.matter);
  const words = [...told, ...dialogue.map(({ line }) => line)].join(" ");
  return view.confided.flatMap(({ id, said, text, asked }) =>
    said !== undefined &&
    asked === undefined &&
    people.includes(said) &&
    id.startsWith(`${said}-says-`) &&
    !isSaidInReply(text) &&
    isOn(ties.shared(withoutAdverbs(text), words), text)
      ? [id]
      : [],
  );
}
