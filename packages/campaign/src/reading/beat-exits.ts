/** Who goes out in the course of a beat: they are not there when it is over. */
import type { PeopledSentence } from "./people-mentions.js";

/** Going out of where one is, as what somebody does now. */
const GOES_OUT =
  /\b(?:(?:(?:goes|walks|runs|storms|slips|hurries|marches|strides|stalks|sweeps|hobbles|stumbles|rides|rows|sails|drives|flees|stamps|limps|bolts|shuffles|legs it)(?: (?:straight|back|quietly|quickly|slowly|already))? (?:out|off|away|home|outside|upstairs|downstairs)|sets (?:off|out)|makes off|clears (?:off|out))\b(?! (?:an?|the|his|her|their|two|three|some|to you|of (?:his|her|their|its) |of the (?:fog|mist|dark|rain|snow|sea|water|river|woods?|trees|shadows?|crowd|night|smoke|wall|ground)))|(?:leaves|departs|vanishes|disappears|has gone|is gone|has left|takes (?:his|her|their|its) leave)(?=[,.;]|$| (?:(?:rather|very|quite|too) \w+(?=[,.;]|$)|fast|quickly|quietly|early|soon|at once|and|without|before|by|with (?:his|her|their|its)|for|the (?:room|house|hall|table|shop|bar|office|kitchen|yard|square|church|tent|ship|boat|stage)|through|into|again|alone|in silence)\b))/i;
/**
 * "Goes down to the cellar", "goes out with the jug", "goes in to see to the pans": into another room, or out with something, of a house
 * that nobody leaves. (rule CA6530)
 */
const GOES_ASIDE =
  /\b(?:goes|walks|hurries|slips|is off|has gone|is gone) (?:(?:out|off|away|back|in|down|up|through|across|over) )?(?:(?:in|down|up|through|across|over|back|out|off)? ?(?:to|into) (?:the|his|her|their) (?:cellar|larder|pantry|scullery|kitchen|yard|stable|stables|barn|byre|shed|attic|loft|back (?:room|kitchen|shop|yard)|store(?:room)?|well|pump|back|other room|next room|dairy|wash-?house|garden|privy|woodshed|coal ?(?:hole|shed|cellar))(?! (?:door|stairs?|steps?|window|gate|wall|table|clock|roof|with you)\b)|(?:out|off|away|down|up) with (?:the|his|her|their|an?) (?:\p{Ll}+ )?(?:jug|tray|pail|pails|bucket|buckets|basket|lamp|lantern|kettle|cups|plates|dishes|pan|pans|bottle|bottles|barrow|dog|child|children|horse|horses)|(?:out|off|away|down|up|in|back|through) (?:to (?:see to|fetch|feed|find|look for|call|draw|get|fill)|for (?:the|some|more|a|an|water|wood|coal|milk)))\b/iu;
/** The same, where it is not so, not yet, or not done. */
const NOT_NOW =
  /\b(?:if|when|whenever|unless|until|before|would|will|may|might|can|could|should|must|never|not|nobody|no one|once|used to|last (?:night|week|year)|yesterday|every|each|always|usually)\b|n['’]t\b/i;
/** "When he had gone, the clerk sat down": whoever was named last has left. */
const ONCE_GONE =
  /^(?:\p{Lu}\p{Ll}+ly,? )?(?:When|After|Once) (?:he|she|they) (?:had|has|have|is|was|were) (?:gone|left)(?=\s*[,.;]| (?:home|away|again)\b)/u;
/** "Lenny leaves, at speed, and comes back to get his hat." */
const COMES_BACK = /\b(?:comes?|is|runs?|walks?) back\b|\breturns?\b/i;
/** "Goes down to the cellar, and you follow": nobody is left without them. */
const GO_ALONG = /\byou (?:follow|go|come|walk|climb)\b|\b(?:with|meet|takes|brings|leads) you\b/iu;
/** Words between a name and what its bearer does: "puts his cap on and". */
const BETWEEN = /^(?:,? [^.;:!?“”"]{0,90})? ?$/;
/** Somebody or something else that does it. */
const ANOTHER =
  /\b(?:and|but|while|as|then|that|where|so) (?:the|an?|his|her|their|its|it|they|he|she|you|there|somebody|nobody)\b/i;

/**
 * Finds who has gone by the end of a beat.
 *
 * @param sentences - The beat's, with the people that they name.
 * @param pronounOf - What somebody is called for short: "then she sees that the milk is low, and goes out" is said of the only one named.
 * @returns Ids of those who go out and are not named after it.
 */
export function whoGoesOut(
  sentences: readonly PeopledSentence[],
  pronounOf: (id: string) => string | undefined = () => undefined,
): string[] {
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
    for (const match of [...text.matchAll(GOING_OUT), ...text.matchAll(GOING_ASIDE)]) {
      const before = open.filter(({ end }) => end <= match.index);
      const who = before.at(-1);
      if (who === undefined) continue;
      const between = text.slice(who.end, match.index);
      const clause = text.slice(Math.max(0, text.lastIndexOf(".", who.start)), match.index);
      const isOwn = sameSubject(between, pronounOf(who.id)) && new Set(open.map(({ id }) => id)).size === 1;
      const goes = isOwn ? "" : between;
      if (!BETWEEN.test(goes) || ANOTHER.test(goes) || /^['’]s?\s/.test(between) || NOT_NOW.test(isOwn ? "" : clause))
        continue;
      if (GO_ALONG.test(text.slice(match.index))) continue;
      if (isQuoted(text, match.index) || COMES_BACK.test(text.slice(match.index))) continue;
      gone.add(who.id);
    }
  }
  return [...gone];
}

const GOING_OUT = new RegExp(GOES_OUT.source, "gi");
const GOING_ASIDE = new RegExp(GOES_ASIDE.source, "giu");

/** Whether the words between a name and a deed end with a pronoun of theirs as its subject: "'...' and then she sees that the milk is low, and". */
function sameSubject(between: string, pronoun: string | undefined): boolean {
  if (pronoun !== "he" && pronoun !== "she") return false;
  const [, last = ""] =
    /(?:^|[’'”",;] ?)(?:and |but )?(?:then |at that |now )?((?:he|she) [^.;:!?“”"]{0,70}?)(?:,? (?:and|then|and then))? ?$/iu.exec(
      between,
    ) ?? [];
  return last !== "" && new RegExp(`^${pronoun}\\b`, "iu").test(last) && !NOT_NOW.test(last);
}

const isQuoted = (text: string, at: number): boolean =>
  (text.slice(0, at).match(/[“"]/g)?.length ?? 0) > (text.slice(0, at).match(/[”]/g)?.length ?? 0) &&
  (text.slice(0, at).match(/["“”]/g)?.length ?? 0) % 2 === 1;
