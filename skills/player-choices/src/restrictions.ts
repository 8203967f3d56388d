/** What the player's people and calling do not let them do. */
import { nounForms, verbLemmas } from "@narratoria/protocol/english";
import { VERBS } from "@narratoria/protocol/story";
import type { Candidate } from "./candidate.js";
import type { View } from "./view.js";
import { hasWord } from "./words.js";

interface Ban {
  readonly verb: string;
  /** The last word of what it is done to. */
  readonly noun: string;
  /** It holds only while nobody is with the player. */
  readonly alone: boolean;
}

const FORBIDS =
  /\b(?:may not|may never|cannot|can not|can[’']t|must not|must never|never|is not (?:allowed|permitted) to)\s+(?:be seen to\s+)?(\p{Ll}+)\s+(.+)$/iu;
const ENTERS = /^(?:enter|visit|go|set|cross|board|approach)$/u;

/** Reads "may not enter the counting-room alone": what is forbidden, to what, and when; undefined where no deed is named. */
export function banIn(restriction: string): Ban | undefined {
  const [, verb = "", rest = ""] = FORBIDS.exec(restriction.replace(/[.!]$/, "")) ?? [];
  const alone = /\balone\b/iu.test(rest);
  const object = rest
    .replace(/\balone\b.*$/iu, "")
    .replace(/^(?:(?:in|into|to|on|from|near|foot in|with|against|what is|any|the|an?|his|her|their|your)\s+)+/iu, "")
    .split(/[,;]| (?:of|in|on|at|to|from|with|without|unless|until|by|that|who|which|being|when|while)\b/u)[0];
  const noun = object?.trim().split(/\s+/).at(-1)?.toLowerCase() ?? "";
  const lemma = verbLemmas(verb.toLowerCase())[0] ?? verb.toLowerCase();
  return lemma === "" || noun.length < 3 ? undefined : { verb: lemma, noun, alone };
}

/** Whether a choice is one that a restriction of the player's forbids. (rule PC2804) */
export function isForbidden(view: View, { verb, bind, text }: Candidate): boolean {
  return view.restrictions.some((restriction) => {
    const ban = banIn(restriction);
    if (ban === undefined || (ban.alone && isAccompanied(view))) return false;
    const forms = [ban.noun, ...nounForms(ban.noun)];
    const names = (words: string): boolean => forms.some((form) => hasWord(words.toLowerCase(), form));
    const place = view.places.get(bind.place ?? "")?.name ?? "";
    if (ENTERS.test(ban.verb) && VERBS[verb].class === "move") return names(place);
    const said = `${text ?? ""} ${bind.text ?? ""}`.toLowerCase();
    const things = [bind.prop, view.topics.get(bind.topic ?? "")?.np, bind.item?.replaceAll("-", " "), said].join(" ");
    const does = verb === ban.verb || said.split(/[^\p{L}]+/u).some((word) => verbLemmas(word).includes(ban.verb));
    return does && names(things);
  });
}

const isAccompanied = ({ standing }: View): boolean =>
  [...standing.values()].some(({ follows, alive }) => follows === true && alive);
