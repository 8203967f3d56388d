/** When an ending is reached, as its author says it in the file itself: "Reached from beat_011 on, if the player has chosen `let_it_lie`." */
import type { BeatConditions } from "./beats.js";

/** A word that could only be an id: it holds an underscore, as the tag of a choice does. */
const TAG = /^\p{Ll}[\p{Ll}\p{N}]*(?:_[\p{Ll}\p{N}]+)+$/u;
/** An id of something else, by its first word: "loc_baggage", "flag_seal_broken". */
const OF_SOMETHING_ELSE =
  /^(?:flag|loc|location|place|room|area|npc|char|character|item|obj|object|prop|thing|var|state|counter|beat|scene|act|chapter|ending|quest|event|lore|doc|bg|faction)s?_/;
const WORD = /(?<![\w-])[\p{L}\p{N}][\w-]*(?<![_-])(?![\w-])/gu;
/** What names something else by an id: "the flag met_osk", "met_osk = true". */
const NOT_CHOSEN = /\b(?:flags?|variables?|states?|counters?|stats?)\s+[`*_"“(]*$/iu;
const ASSIGNED = /^[`*_"”)]*\s*(?:[=<>]|is (?:set|true|false)\b)/u;
const SENTENCE = /(?<=[.!?…]["”’)*_]*)\s+(?=[\p{Lu}*_"“‘([`])|\n+/u;
/** What stands before the id of a beat that must not have happened. */
const WITHOUT = /\b(?:without|unless|not|never|no|instead of|before)\s+(?:\p{L}+\s+){0,2}[`*_"“(]*$/iu;

/**
 * The conditions that the words of an ending name by ids: the beats that have happened, those that have not, and the choices of the player.
 * Where one beat alone is named, that beat leads to the ending, which is no condition. (rule CA600)
 *
 * @param body - The ending's text, without its title.
 * @param beatIds - Ids of all beats of the campaign.
 */
export function conditionsInWords(body: string, beatIds: readonly string[]): BeatConditions | undefined {
  const happened = new Set<string>();
  const missed = new Set<string>();
  const chosen = new Set<string>();
  for (const sentence of body.split(SENTENCE))
    for (const { 0: id, index } of sentence.matchAll(WORD)) {
      const before = sentence.slice(0, index);
      if (beatIds.includes(id)) (WITHOUT.test(before) ? missed : happened).add(id);
      else if (
        TAG.test(id) &&
        !OF_SOMETHING_ELSE.test(id) &&
        !NOT_CHOSEN.test(before) &&
        !ASSIGNED.test(sentence.slice(index + id.length))
      )
        chosen.add(id);
    }
  if (chosen.size === 0 && missed.size === 0 && happened.size < 2) return undefined;
  const [tag, ...tags] = chosen;
  return {
    ...(happened.size === 0 ? {} : { requires_beat: [...happened] as [string, ...string[]] }),
    ...(tag === undefined ? {} : tags.length === 0 ? { player_choice: tag } : { player_choices: [tag, ...tags] }),
    ...(missed.size === 0 ? {} : { custom: { expression: [...missed].map((id) => `!visited("${id}")`).join(" && ") } }),
  };
}
