/** What an author writes into a beat for whoever throws the dice: "DC 12 Nimble: read page two.", "Fail: she says it anyway." */
import type { AuthorChoice } from "@narratoria/protocol/contracts";
import { capitalise, countWords, isLemma, isWholeSentence, splitSentences } from "@narratoria/protocol/english";

/** "DC 12 Nimble:", "Wits, DC 8:", "DC 16 Nimble with the rota, DC 16 without." */
const CHECK =
  /^[*_(\s]*(?:(\p{Lu}\p{Ll}[\p{L} ]{0,22}?),?\s+)?(?:\*\*)?(?:DC|TN|difficulty)\s?(\d{1,2})(?:\*\*)?(?:\s+\(?(\p{Lu}\p{Ll}[\p{L}]{0,20})\)?)?([^:.!?]{0,60}?)(?:\s*[:–—]\s*(.+))?$/su;
/** What comes of a throw, or says that there is none. */
const OF_THROW =
  /^[*_(\s]*(?:(?:on )?(?:a )?(?:fail(?:ure|ed|s)?|success|miss|partial|hit|crit(?:ical)?)\b[^.:]{0,20}:|\d{1,2}\s?(?:\+|-|–|or (?:more|less|under|over))[^.]{0,10}:|no (?:roll|bribe,? no roll)\b|roll\b|don['’]t roll\b)/iu;
/** "END when somebody picks up the purse.", "SECRET 3 of the list:", "(Why? SECRET 6.)": said to whoever tells it. */
const OF_TELLER =
  /^[*_(\s]*(?:END|STOP|CUT|NEXT|SKIP|THEN GO)\s+(?:when|if|on|to|after|with)\b|\b(?:SECRET|CLUE|HANDOUT|APPENDIX)S?\s+#?\d+\b|§\s?\p{L}/u;
/** "(Why? SECRET 6.)" */
const ASIDE = /\s*\([^()]*\b(?:SECRET|CLUE|HANDOUT) ?#?\d[^()]*\)/gu;
/** Signs that a text has something for whoever throws the dice. */
const MARKED = /\b(?:DC|TN) ?\d|\bNO ROLL\b|\b(?:SECRET|CLUE|HANDOUT) #?\d/u;
/** "What do they do?": asked of those who play. */
const ASKS_PLAYERS =
  /^(?:so )?what (?:do|will|does) (?:they|you|the (?:crew|party|group|players?|PCs?))(?: all)? do\?$/iu;
/** Words of a deed, at most, as a choice. */
const LONGEST = 10;

/** A text without its checks. */
export interface Checked {
  /** What is left to be told. */
  readonly told: string;
  /** The deeds that a check is thrown for, as choices. */
  readonly choices: readonly AuthorChoice[];
  /** What was taken out, and is the teller's. */
  readonly taken: readonly string[];
}

/** The deed that a check is thrown for, where its words begin with one: "read page two.", "get within arm's reach of the Screen; Thole's there first". */
function deedIn(words: string): string | undefined {
  const [deed = ""] = words
    .trim()
    .replace(/[*_]/g, "")
    .split(/\s*[;:.!?(]|,\s+(?:and|but|or)\s|\s+[–—]\s/u);
  const plain = deed.trim().replace(/^to /u, "");
  const [first = ""] = plain.split(" ");
  const isDeed =
    /^(?:don['’]t|do not|get|keep|stay|slip|climb|talk|bluff|pick|lift|spot|notice)$/u.test(first) || isLemma(first);
  if (!isDeed || !/^\p{Ll}/u.test(first) || countWords(plain) > LONGEST || countWords(plain) < 2) return undefined;
  // "notice that ..." and "spot the ..." are what is seen, and no deed with an end of its own.
  return /\b(?:that|if|them|him|her|it)$/u.test(plain) && countWords(plain) < 3 ? undefined : plain;
}

/**
 * Takes the checks of a beat out of its description: sentences with a difficulty, what comes of them, and what is said to whoever tells
 * it. What is left is told; a check that is thrown for a deed is a choice with its stat and difficulty, of which what follows is the
 * result. (rules CA5420 and CA5421)
 *
 * @returns Undefined where the text has no check, or nothing to tell beside them.
 */
export function withoutChecks(description: string): Checked | undefined {
  if (!MARKED.test(description)) return undefined;
  const told: string[] = [];
  const taken: string[] = [];
  const choices: AuthorChoice[] = [];
  for (const paragraph of description.replace(ASIDE, "").split(/\n\s*\n/u)) {
    const left: string[] = [];
    let open: { choice?: AuthorChoice; results: string[] } | undefined;
    const close = (): void => {
      if (open?.choice !== undefined) {
        const result = open.results.join(" ");
        choices.push(result === "" ? open.choice : { ...open.choice, result });
      }
      open = undefined;
    };
    for (const sentence of splitSentences(paragraph)) {
      const [whole, before, difficulty = "", after, how = "", rest] = CHECK.exec(sentence) ?? [];
      if (whole !== undefined) {
        close();
        taken.push(sentence);
        // "DC 12 Nimble with the rota, DC 16 without.": how hard the way is on which the text goes on.
        if (rest === undefined || /\b(?:DC|TN)\b/.test(how)) continue;
        const text = deedIn(rest) ?? (isSeen(rest) ? LOOK : undefined);
        const stat = (after ?? before)?.trim();
        open = {
          ...(text === undefined ? {} : { choice: { text, difficulty, ...(stat === undefined ? {} : { stat }) } }),
          results: text === LOOK ? [capitalise(rest.trim())] : [],
        };
        continue;
      }
      if (
        OF_THROW.test(sentence) ||
        ASKS_PLAYERS.test(sentence) ||
        OF_TELLER.test(sentence) ||
        /\b(?:DC|TN) ?\d/u.test(sentence)
      ) {
        taken.push(sentence.replace(/^[*_(]*(?:GM|DM|MC|TELLER|KEEPER)(?:['’]s)?(?: notes?)?[*_]*:[*_]*\s*/iu, ""));
        continue;
      }
      if (open === undefined) left.push(sentence);
      else {
        taken.push(sentence);
        if (open.results.length < 2 && isWholeSentence(sentence)) open.results.push(sentence);
      }
    }
    close();
    if (left.length > 0) told.push(left.join(" "));
  }
  return told.length === 0 ? undefined : { told: told.join("\n\n"), choices, taken };
}

const LOOK = "look more closely";

/** "Vane's lips move a half-beat before the Prince speaks": what a check is thrown for that only lets one see. */
const isSeen = (words: string): boolean =>
  /^(?:the|an?|his|her|their|its|there['’]s|it['’]s|it is|there is|\p{Lu}\p{L}+['’]s)\s/u.test(words.trim()) &&
  !/['’]ll\b|\bwill\b/u.test(words) &&
  isWholeSentence(capitalise(words.trim()));
