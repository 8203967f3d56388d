/** Who goes out in the course of a beat: they are not there when it is over. */
import type { PeopledSentence } from "./people-mentions.js";

/** Going out of where one is, as what somebody does now. */
const GOES_OUT =
  /\b(?:(?:(?:goes|walks|runs|storms|slips|hurries|marches|strides|stalks|sweeps|hobbles|stumbles|rides|rows|sails|drives|flees|stamps|limps|bolts|shuffles|legs it)(?: (?:straight|back|quietly|quickly|slowly|already))? (?:out|off|away|home|outside|upstairs|downstairs)|sets (?:off|out)|makes off|clears (?:off|out))\b(?! (?:an?|the|his|her|their|two|three|some|to you|of (?:his|her|their|its) |of the (?:fog|mist|dark|rain|snow|sea|water|river|woods?|trees|shadows?|crowd|night|smoke|wall|ground)))|(?:leaves|departs|vanishes|disappears|has gone|is gone|has left|takes (?:his|her|their|its) leave)(?=[,.;]|$| (?:(?:rather|very|quite|too) \w+(?=[,.;]|$)|fast|quickly|quietly|early|soon|at once|and|without|before|by|with (?:his|her|their|its)|for|the (?:room|house|hall|table|shop|bar|office|kitchen|yard|square|church|tent|ship|boat|stage)|through|into|again|alone|in silence)\b))/i;
/** The same, where it is not so, not yet, or not done. */
const NOT_NOW =
  /\b(?:if|when|whenever|unless|until|before|would|will|may|might|can|could|should|must|never|not|nobody|no one|once|used to|last (?:night|week|year)|yesterday|every|each|always|usually)\b|n['’]t\b/i;
/** "When he had gone, the clerk sat down": whoever was named last has left. */
const ONCE_GONE =
  /^(?:\p{Lu}\p{Ll}+ly,? )?(?:When|After|Once) (?:he|she|they) (?:had|has|have|is|was|were) (?:gone|left)(?=\s*[,.;]| (?:home|away|again)\b)/u;
/** "Lenny leaves, at speed, and comes back to get his hat." */
const COMES_BACK = /\b(?:comes?|is|runs?|walks?) back\b|\breturns?\b/i;
/** Words between a name and what its bearer does: "puts his cap on and". */
const BETWEEN = /^(?: [^.;:!?“”"]{0,90})? ?$/;
/** Somebody or something else that does it. */
const ANOTHER =
  /\b(?:and|but|while|as|then|that|where|so) (?:the|an?|his|her|their|its|it|they|he|she|you|there|somebody|nobody)\b/i;

/**
 * Finds who has gone by the end of a beat.
 *
 * @param sentences - The beat's, with the people that they name.
 * @returns Ids of those who go out and are not named after it.
 */
export function whoGoesOut(sentences: readonly PeopledSentence[]): string[] {
  const gone = new Set<string>();
  let last: string | undefined;
  for (const { sentence, mentions } of sentences) {
    if (sentence.span.kind !== "beat") continue;
    const { text } = sentence;
    const open = mentions.filter(({ spoken, possessive }) => !spoken && !possessive);
    // Who is named again has come back, or has not gone far.
    for (const { id } of open) gone.delete(id);
    if (last !== undefined && ONCE_GONE.test(sentence.plain)) gone.add(last);
    last = open.at(-1)?.id ?? last;
    for (const match of text.matchAll(new RegExp(GOES_OUT.source, "gi"))) {
      const before = open.filter(({ end }) => end <= match.index);
      const who = before.at(-1);
      if (who === undefined) continue;
      const between = text.slice(who.end, match.index);
      const clause = text.slice(Math.max(0, text.lastIndexOf(".", who.start)), match.index);
      if (!BETWEEN.test(between) || ANOTHER.test(between) || /^['’]s?\s/.test(between) || NOT_NOW.test(clause))
        continue;
      if (isQuoted(text, match.index) || COMES_BACK.test(text.slice(match.index))) continue;
      gone.add(who.id);
    }
  }
  return [...gone];
}

const isQuoted = (text: string, at: number): boolean =>
  (text.slice(0, at).match(/[“"]/g)?.length ?? 0) > (text.slice(0, at).match(/[”]/g)?.length ?? 0) &&
  (text.slice(0, at).match(/["“”]/g)?.length ?? 0) % 2 === 1;
