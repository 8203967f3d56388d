/** When an ending is reached, as its author says it in the file itself: "Reached from beat_011 on, if the player has chosen `let_it_lie`." */
import type { BeatConditions } from "./beats.js";

/** Labels under which an author says when an ending comes. */
const WHEN_LABEL =
  /^(?:if|when|where|reached(?: (?:if|when|by))?|comes? (?:up|about)?(?: (?:if|when))?|happens(?: (?:if|when))?|conditions?|requires?|triggers?|triggered by|needs?)$/iu;
/** How such a statement begins where it stands alone, in italics. */
const WHEN_OPENS =
  /^(?:if|when|unless|only (?:if|when)|should|reached|comes? (?:up|about|when|if)|happens (?:when|if)|for (?:those|players) who|this (?:is|ending|end)|the ending (?:if|when|in which))\b/iu;
/** "This is the ending in which you name nobody." */
const IS_THE_ENDING =
  /^(?:this|here|it) is (?:the (?:ending|end|finale|last page)|how (?:it|this|the story|everything) ends)(?:,)? (?:in which|when|if|where|for|that)\b/iu;

/**
 * What the page of an ending says first of when it comes, and the page without it: "*If the slip went into the programmes (beat nine).*",
 * "**If:** you took the left road.", "This is the ending in which you name nobody." (rule CA5796)
 *
 * @param body - The ending's text, without its title.
 */
export function whenItComes(body: string): { readonly when?: string; readonly page: string } {
  const [, lead = "", block = "", rest = ""] =
    /^(\s*)([^\n]+(?:\n(?!\s*(?:\n|[-*+] ))[^\n]+)*)([^]*)$/u.exec(body) ?? [];
  const text = block
    .replace(/^[-*+>]\s+/u, "")
    .replaceAll(/\s*\n\s*/gu, " ")
    .trim();
  const labelled = /^(\*\*|__)([^*_]{2,30}?):?\1:?\s*(.*)$/u.exec(text);
  const whole = /^([*_])(?!\1)(.+)\1$/u.exec(text);
  if (labelled?.[2] !== undefined && WHEN_LABEL.test(labelled[2].trim()))
    return { when: labelled[3] ?? "", page: rest };
  if (whole?.[2] !== undefined && WHEN_OPENS.test(whole[2]) && !/[“"]/u.test(whole[2]))
    return { when: whole[2], page: rest };
  if (!IS_THE_ENDING.test(text)) return { page: body };
  const [first = text, ...more] = text.split(SENTENCE);
  return { when: first, page: `${lead}${more.join(" ")}${rest}` };
}

const NUMBERS =
  "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/**
 * The same text with the ids of beats that it gives by their number: "beat nine" is "beat_009", or the ninth of them. (rule CA5797)
 */
export function withBeatIds(text: string, beatIds: readonly string[]): string {
  return text.replace(/\bbeat (\d{1,2}|\p{L}+)\b/giu, (words, given: string) => {
    const number = /^\d/u.test(given) ? Number(given) : NUMBERS.indexOf(given.toLowerCase()) + 1;
    const id = beatIds.find((one) => Number(/(\d+)$/u.exec(one)?.[1] ?? -1) === number);
    const isNumbered = beatIds.some((one) => /\d+$/u.test(one));
    return number === 0 ? words : (id ?? (isNumbered ? undefined : beatIds[number - 1]) ?? words);
  });
}

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
/** What stands before the id of a beat that must not have happened. In brackets an id says where that was: "before the river (beat_110)". */
const WITHOUT =
  /\b(?:without|unless|not|never|no|instead of|before)\s+(?:\p{L}+\s+){0,2}[`*_"“]*$|\b(?:without|unless|not|never|no|instead of)\s+(?:\p{L}+\s+){0,2}[`*_"“]*\([`*_"“]*$/iu;

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
