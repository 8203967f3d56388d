/** What would come of a deed, told as it happens: "He'll ask what it looks like" is "He asks what it looks like." */
import { isPlural, pluralPresent, splitSentences, thirdPerson } from "@narratoria/protocol/english";
import { isBare } from "./deed-words.js";

/** What lies ahead stays ahead: "He'll be gone by morning." */
const AHEAD =
  /\b(?:by|within|inside|until|till|when|whenever|once|later|tomorrow|tonight|next|soon|some ?day|one day|from (?:now|then)|forever|for (?:ever|life|good)|always|never|in (?:an?|about|two|three|four|five|six|a few|the end|the morning|time)|if|unless|before|after|all night|every)\b/i;
const SUBJECT =
  "(?:[Hh]e|[Ss]he|[Ii]t|[Tt]hey|[Yy]ou|[Tt]here|[Nn]obody|[Ee]verybody|[Ee]veryone|[Nn]o one|[Ss]omebody|[Ss]omeone|[Tt]hat|[Tt]his|[Tt]he \\p{Ll}+(?: \\p{Ll}+)?|\\p{Lu}\\p{Ll}+)";
const WILL = new RegExp(
  `(?<![\\p{L}’'])(${SUBJECT})(?:[’'](?:ll|d)| will| would) ((?:\\p{Ll}+ly |just |only |still |at once )?)(\\p{Ll}+)(?![\\p{L}’'])`,
  "u",
);
/** "He will tell you, and look older": a second verb of the same subject. */
const SECOND =
  /(?<=,? (?:and|but) (?:then )?)(\p{Ll}+)(?= (?:the|an?|you|your|his|her|him|it|its|them|their|up|down|out|off|in|on|at|to|away|back|over|into|for|with|and|he|she|they|that|two|three|four|five|ten|\d|\p{Lu}|\p{Ll}+er\b|\p{Ll}+ly\b))/gu;

const isSeveral = (subject: string): boolean =>
  /^(?:they|you|some|most|many|all|half|few|both|several)$/i.test(subject) ||
  (/^the /i.test(subject) && isPlural(subject));

function inflected(verb: string, several: boolean): string {
  return several ? pluralPresent(verb) : thirdPerson(verb);
}

function clauseAsHappening(clause: string): string {
  const found = WILL.exec(clause);
  const [whole = "", subject = "", how = "", verb = ""] = found ?? [];
  if (found === null || AHEAD.test(clause) || !(isBare(verb) || verb === "be" || verb === "have")) return clause;
  // "She'd have docked you": what would have been is nothing that happens.
  const rest = clause.slice(found.index + whole.length);
  if (
    verb === "have" &&
    /^ (?:\p{Ll}+ly )?(?:been|done|gone|\p{Ll}+(?:ed|en|wn|ght|pt|lt|ft|nt|ade|aid|old|ood|ung|unk))\b/u.test(rest)
  )
    return clause;
  // "He'd better": no verb follows.
  const several = isSeveral(subject);
  const of = /^there$/i.test(subject)
    ? / (?:two|three|some|many|several|\p{Ll}+s)\b/u.test(clause.slice(found.index + whole.length))
    : several;
  // A clause with a subject of its own has a verb of its own.
  const own = rest.replace(SECOND, (word: string) => (isBare(word) ? inflected(word, several) : word));
  return `${clause.slice(0, found.index)}${subject} ${how}${inflected(verb, of)}${own}`;
}

/**
 * Tells what comes of a deed as what happens, sentence by sentence and clause by clause, but for what lies further ahead. (rule CA1599)
 *
 * @param result - In the second person: "He'll thank you, and she will go."
 */
export function asHappening(result: string): string {
  return splitSentences(result)
    .map((sentence) =>
      /[“”"‘]/.test(sentence)
        ? sentence
        : sentence
            .split(
              /((?:;|,) (?:(?:and|but|so) )?(?=(?:he|she|it|they|you|there|nobody|everybody|everyone|the \p{Ll}+|\p{Lu}\p{Ll}+)(?:[’'](?:ll|d)| will| would)\b))/u,
            )
            .reduce<{ readonly told: string; readonly isAhead: boolean }>(
              ({ told, isAhead }, part, at) => {
                // What stands behind something that lies ahead lies ahead as well.
                const stays = at % 2 === 1 || isAhead;
                return {
                  told: `${told}${stays ? part : clauseAsHappening(part)}`,
                  isAhead: isAhead || (at % 2 === 0 && AHEAD.test(part)),
                };
              },
              { told: "", isAhead: false },
            ).told,
    )
    .join(" ");
}
