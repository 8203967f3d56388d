/** Several things of which the player does one, told as if all were: "You fought them, or bluffed them", "You could have taken it, or left it." */
import { capitalise } from "@narratoria/protocol/english";
import { lemmaOfDone } from "./clauses.js";
import { bareOf, isBare, isDeed, NOTICED } from "./deed-words.js";

/** What is no deed of the player's, or goes on by itself. */
const NO_DEED =
  /^(?:be|have|do|see|hear|feel|smell|think|know|believe|guess|remember|forget|notice|understand|wonder|want|hope|like|love|hate|fear|expect|suppose|seem|need|must|may|can|find|lose|get|come|arrive|fall|die|sleep|dream|imagine|recall|recogni[sz]e|mean|wake)$/u;
/** "You could have talked the crowd down, or stood with them". */
const COULD_HAVE = /^(?:(?:And|But|Then|So),? )?you (?:could|might|may|can) have ([^;:“”"?]+? or [^;:“”"?]+)$/iu;
/** "You fought them, or bluffed them, or went under the chains". */
const DID = /^(?:(?:And|But|Then|So),? )?you (\p{Ll}[^;:“”"?]*?, or \p{Ll}[^;:“”"?]+)$/iu;
/** "When you had sworn the oath, or had refused to swear and gone anyway, the Marshal gave you a pass". */
const WHEN_DONE =
  /^(?:when|once|after|as soon as) you (?:had|have) (\p{Ll}[^;:“”"?]*?),? or (?:(?:you )?(?:had|have) )?(\p{Ll}[^;:“”"?]*?), (?=(?:the|an?|he|she|it|they|you|\p{Lu}\p{L}+)\b)(.+)$/iu;
/** "He could have forgiven her or not; your words had weight with him". */
const OR_NOT =
  /^(?:(?:And|But|Then|So),? )?([Hh]e|[Ss]he|[Tt]hey|(?:[Tt]he )?\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?) (?:could|might|may|can) (?:have )?(\p{Ll}+) ([^;:,“”"?]{2,40}?),? or not\b/u;
const BEHIND = /^(?:and |but )?(?:whichever|whatever)(?: (?:it was|(?:you|they) (?:did|chose|do|choose)))?,? /iu;

/** The words of a deed with its verbs bare: "refused to swear and gone anyway" is "refuse to swear and go anyway". */
function bareDeed(words: string): string | undefined {
  const [verb = "", ...rest] = words.trim().split(" ");
  const bare = (isBare(verb) ? verb : undefined) ?? bareOf(verb) ?? lemmaOfDone(verb);
  if (bare === undefined || NO_DEED.test(bare) || NOTICED.test(bare)) return undefined;
  // A second verb stands behind "and" as the first does.
  const whole = rest.map((word, at) => {
    const isSecond = rest[at - 1] === "and" && !isBare(verb);
    return isSecond ? (bareOf(word) ?? lemmaOfDone(word) ?? word) : word;
  });
  const deed = [bare, ...whole].join(" ");
  return isDeed(deed, true) ? deed : undefined;
}

/** "You name Pell, or Ivy, or Crane.": one deed, done to one of several who are named. */
const ONE_OF_NAMES =
  /^(?:(?:And|But|Then|So),? )?you (\p{Ll}+) ((?:the )?\p{Lu}[\p{L}’'.-]*(?: \p{Lu}[\p{L}’'.-]*)*(?:,? or (?:the )?\p{Lu}[\p{L}’'.-]*(?: \p{Lu}[\p{L}’'.-]*)*)+)\.?$/iu;

function doneToOne(said: string): string | undefined {
  const [, verb = "", list = ""] = ONE_OF_NAMES.exec(said.replace(/, (?=\p{Lu}[^,]*, or )/gu, ", or ")) ?? [];
  const names = list.replace(/\.$/u, "").split(/,? or /u);
  if (verb === "" || !names.every((name) => /^(?:the )?\p{Lu}/u.test(name))) return undefined;
  return openList(names.map((name) => `${verb} ${name}`));
}

/** "You could have gone to Ada with it, or you could have burnt it": the second says again that it could. */
const partsOf = (list: string): readonly string[] =>
  list.replace(/[.!]$/u, "").split(/,? or (?:you (?:could|might|may|can) (?:have )?)?|, (?=\p{Ll}+ed )/u);

/** "You could fight them, or bluff them, or go under the chains." */
function openList(parts: readonly string[]): string | undefined {
  const deeds = parts.map(bareDeed);
  return deeds.length > 1 && deeds.every((deed) => deed !== undefined)
    ? `You could ${deeds.join(", or ")}.`
    : undefined;
}

/**
 * What a sentence tells of several deeds that exclude each other, as what is open to the player, and what it says besides. (rule CA5709)
 *
 * @param sentence - In the second person.
 * @returns Undefined where it tells of nothing of the kind.
 */
export function asOpen(sentence: string): readonly string[] | undefined {
  const [said = "", ...more] = sentence.trim().split(/;\s+/u);
  const behind = more.join("; ");
  const rest =
    behind === ""
      ? []
      : [BEHIND.test(behind) ? `Whichever you did, ${behind.replace(BEHIND, "")}` : capitalise(behind)];
  const list = COULD_HAVE.exec(said)?.[1] ?? DID.exec(said)?.[1];
  const open = doneToOne(said) ?? (list === undefined ? undefined : openList(partsOf(list)));
  if (open !== undefined) return [open, ...rest];
  const [, first = "", second = "", main = ""] = WHEN_DONE.exec(sentence.trim()) ?? [];
  const either = first === "" ? undefined : openList([first, second]);
  if (either !== undefined) return [either, `Whichever you did, ${main}`];
  const [, who = "", verb = "", object = ""] = (/\byour?\b/iu.test(sentence) ? OR_NOT.exec(said) : null) ?? [];
  const deed = who === "" ? undefined : bareDeed(`${verb} ${object}`);
  const whom = ({ he: "him", she: "her", they: "them" } as Readonly<Record<string, string>>)[who.toLowerCase()] ?? who;
  if (deed === undefined) return undefined;
  return [`You could ask ${whom} to ${deed}, or ask ${whom} not to ${deed}.`, ...rest];
}
