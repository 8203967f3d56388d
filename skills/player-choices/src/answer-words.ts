/** What can be said to a question that is put to the player, in the question's own words. (rules PC532, PC1601 and PC1602) */
import { isLemma, isVerb, pastTense, thirdPerson } from "@narratoria/protocol/english";

/** The two answers to a question. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}

/** Words of an answer, at most. */
const MOST_WORDS = 10;

export const isShort = (words: string): boolean => words !== "" && words.split(" ").length <= MOST_WORDS;

export const AUXILIARY = "is|are|was|were|has|have|had|can|will|would|could|might|may|should|must";

/** Words that mean something else in the mouth of whoever answers, or that only the one who asks can fill. */
const THEIRS =
  /\b(?:I|me|my|mine|we|us|our|ours|he|she|they|him|her|hers|them|his|their|its|this|these|those|any|anybody|anyone|anything|ever|either|what|one)\b/i;

/** What a plain statement can be about: "it", a thing, or somebody by name. */
const SUBJECT =
  "(?:it|that|there|(?:the|an?|your) \\p{Ll}[\\p{L}’'-]*|(?:(?:Mr|Mrs|Miss|Ms|Dr)\\.? |the )?\\p{Lu}[\\p{L}’'-]+)";

/** "it is any good" as "it is good", and "it is no good". */
const ANY_GOOD = /^any (good|use|better|different)$/;

/** A question that yes and no answer, as it stands after "whether": said to be so, or not to be so. */
export function statementsOf(clause: string, short: string): Answers | undefined {
  const [, who = "", verb = "", rest = ""] = new RegExp(`^(${SUBJECT}) (${AUXILIARY}) (.+)$`, "u").exec(clause) ?? [];
  if (verb === "" || /^that$/i.test(who)) return undefined;
  const good = ANY_GOOD.exec(rest)?.[1];
  if (good !== undefined) {
    const is = `tell ${short} that ${who} ${verb}`;
    return {
      yes: `${is} ${good === "use" ? "of use" : good}`,
      no: `${is} ${good === "use" ? "of no use" : `no ${good}`}`,
    };
  }
  if (THEIRS.test(`${who} ${rest}`) || /\byou\b/.test(rest) || !isShort(clause)) return undefined;
  return { yes: `tell ${short} that ${who} ${verb} ${rest}`, no: `tell ${short} that ${who} ${verb} not ${rest}` };
}

/** The same of a question in speech, whose verb stands first: "Is it the second elephant?", "Did the rope hold?" */
export function answersInSpeech(sentence: string, short: string): Answers | undefined {
  const plain = sentence.replace(/[?!.”"’']+$/, "").replace(/^(?:and|but|so|then|well|now),? /i, "");
  // "Did nobody think to go again?" is a reproach, and waits for no answer: nobody is no subject. (rule PC3104)
  const inverted = new RegExp(`^(${AUXILIARY}|does|did) (${SUBJECT}) (.+)$`, "u").exec(lowered(plain));
  if (!inverted) return undefined;
  const [, first = "", subject = "", rest = ""] = inverted;
  const verb = first;
  const who = /^that$/i.test(subject)
    ? "it"
    : /^(?:It|The|An?|Your|There)\b/.test(subject)
      ? lowered(subject)
      : subject;
  if (verb !== "does" && verb !== "did") return statementsOf(`${who} ${verb} ${rest}`, short);
  const [deed = "", ...others] = rest.split(" ");
  if (!isLemma(deed) || who === "there" || THEIRS.test(`${who} ${rest}`) || /\byou\b/.test(rest) || !isShort(rest))
    return undefined;
  const form = verb === "did" ? pastTense(deed) : thirdPerson(deed);
  return {
    yes: `tell ${short} that ${[who, form, ...others].join(" ")}`,
    no: `tell ${short} that ${who} ${verb} not ${rest}`,
  };
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** "Why were you on the fourth floor?" as what is told then: "why you were on the fourth floor". */
export function toldOpenly(sentence: string): string | undefined {
  const plain = sentence.replace(/[?!.”"’']+$/, "").replace(/^(?:and|but|so|then|well|now),? /i, "");
  const match = new RegExp(`^(what|who|whom|where|when|why|how) (${AUXILIARY}|do|did) you(?: (.+))?$`, "iu").exec(
    plain,
  );
  if (!match) return undefined;
  const [, word = "", first = "", rest = ""] = match;
  const verb = first.toLowerCase();
  if (THEIRS.test(rest) || (rest !== "" && !isShort(rest)) || /\byou\b/.test(rest)) return undefined;
  if (verb !== "do" && verb !== "did") return `${word.toLowerCase()} you ${verb}${rest === "" ? "" : ` ${rest}`}`;
  const [deed = "", ...others] = rest.split(" ");
  if (!isVerb(deed)) return undefined;
  return [word.toLowerCase(), "you", verb === "did" ? pastTense(deed) : deed, ...others].join(" ");
}

/** Whether words can be said again as they are by whoever answers. */
const isWhole = (rest: string): boolean =>
  isShort(rest) && !THEIRS.test(rest.replace(/^the one\b/, "")) && !/\byou\b|[,;]/.test(rest);

const negated = (verb: string): string => (verb === "can" ? "cannot" : `${verb} not`);

/** "coming or not" as "coming". */
const asFarAsOne = (words: string): string => words.split(/ or (?=not\b|something\b|else\b|what\b)/)[0] ?? words;

/** What the player says of themselves: "you are the one who got Milka"; the bare "you are" where the rest leans on who asks. */
export function saidOfOneself(clause: string): Answers | undefined {
  const own = /^you (will|would|can|could|have|had|are|were)(?: (.*))?$/iu.exec(clause);
  if (own) {
    const [, verb = "", all = ""] = own;
    const rest = asFarAsOne(all);
    return { yes: `say that you ${verb}${isWhole(rest) ? ` ${rest}` : ""}`, no: `say that you ${negated(verb)}` };
  }
  const [, does, deed = "", all = ""] = /^you (?:(do|did) )?(\p{Ll}+)(?: (.*))?$/u.exec(clause) ?? [];
  if (!isLemma(deed)) return undefined;
  const rest = asFarAsOne(all);
  const verb = does ?? "do";
  const said = [verb === "did" ? pastTense(deed) : deed, rest].join(" ").trim();
  return { yes: `say that you ${isWhole(rest) ? said : verb}`, no: `say that you ${negated(verb)}` };
}
