/** Sentences that put something to the player in other words, as the plain question that they come to: "Will you wait, or go up?" */
import { SUBJECT } from "./clauses.js";

const OPENING = "(?:(?:[Aa]nd|[Ss]o|[Tt]hen|[Nn]ow|[Bb]ut|[Ww]ell)\\b,? ?)*";
const ONES = "(?:you|we|I)";

/** What each form comes to; the alternatives stand where the second group does, and in the third where they are two. */
const FORMS: readonly (readonly [RegExp, (list: string, other: string) => string])[] = [
  // "Are you going to tell her, or are you going to wait?", "Are you about to sign, or not?"
  [
    new RegExp(
      `^${OPENING}[Aa]re ${ONES} (?:going to|gonna|about to|ready to|willing to|prepared to) (?=\\p{Ll})(.+)\\?$`,
      "u",
    ),
    (list) =>
      list.replace(new RegExp(`\\bor (?:else )?(?:are ${ONES} (?:going |about )?)?(?:to )?(?=\\p{Ll})`, "gu"), "or "),
  ],
  // "Are you going in, or are you going home?"
  [
    new RegExp(`^${OPENING}[Aa]re ${ONES} going (?!to \\p{Ll})(.+ or .+)\\?$`, "u"),
    (list) => `go ${list.replace(new RegExp(`\\bor (?:are ${ONES} )?(?:going )?`, "gu"), "or go ")}`,
  ],
  // "What will you do, run or stay?"
  [
    new RegExp(
      `^${OPENING}[Ww]hat (?:will|do|would|shall|should|are|can) ${ONES} (?:do|going to do)[,:]? (?:then,? )?(.+ or .+)\\?$`,
      "u",
    ),
    (list) => list,
  ],
  // "Would you rather tell him, or have him find out?", "Do you want to stay, or to go?"
  [
    new RegExp(
      `^${OPENING}(?:[Ww]ould|[Dd]o|[Ww]ill|[Ss]hould) ${ONES} (?:rather|sooner|prefer to|want to|like to|choose to|try to) (.+ or .+)\\?$`,
      "u",
    ),
    (list) => list.replace(/\bor (?:rather |sooner )?to (?=\p{Ll})/gu, "or "),
  ],
  // "Maybe you speak up, maybe you let it lie."
  [
    /^(?:[Mm]aybe|[Pp]erhaps) you (.+?)[,;.] (?:or )?(?:maybe|perhaps) you (.+?)[.!?]?$/u,
    (list, other) => `${list}, or ${other}`,
  ],
  // "Either you give him the rope or you cut it."
  [/^[Ee]ither you (.+?),? or (?:else )?you (.+?)[.!?]?$/u, (list, other) => `${list}, or ${other}`],
  // "Whether you go up to the loft, or whether you stay, is for you to say."
  [
    /^[Ww]hether you (.+?),? or (?:whether )?you (.+?),? (?:is|are|was|will be) (?:up to you|for you to \p{Ll}+|your (?:own )?(?:choice|affair|business|decision)|yours to \p{Ll}+)\b.*$/u,
    (list, other) => `${list}, or ${other}`,
  ],
  // "Whether to tell Ada, or to keep it from her, was your affair." (rule CA6503)
  [
    /^[Ww]hether (?:or not )?to (\p{Ll}.+?),? or (?:whether )?to (\p{Ll}.+?),? (?:is|are|was|were|will be) (?:up to you|for you to \p{Ll}+|your (?:own )?(?:choice|affair|business|decision|concern)|yours to \p{Ll}+)\b.*$/u,
    (list, other) => `${list}, or ${other}`,
  ],
  // "She wants to know if you'll come or stay."
  [
    new RegExp(
      `^(?:${SUBJECT}) (?:asks?|asked|wants? to know|wanted to know|would like to know|wonders?|needs? to know|is asking|are asking)(?: you)? (?:if|whether) you(?:['’]ll|['’]d| will| would| are going to| mean to| want to) ([^“”"]+?)[.!?]?$`,
      "u",
    ),
    (list) => list,
  ],
  // "You might take him over tonight, or not."
  [/^(?:[Ss]o )?you (?:may|can|could|might) ([^“”"]+?),? or not[.!]?$/iu, (list) => `${list}, or not`],
];

/** Where somebody is: "on the porch", "inside with her", "upstairs". */
const WHEREABOUTS =
  "(?:on|in|at|by|inside|outside|under|behind|beside|near|among|below|above|between|before|with|upstairs|downstairs|indoors|outdoors|here|there)\\b[^,;:?]*?";
/** "Does Osk open, and are you on the porch or inside with him?" */
const WHERE_YOU_ARE = new RegExp(
  `^${OPENING}(?:(?:[Dd]oes|[Dd]o|[Ww]ill|[Ii]s|[Aa]re) (?<other>\\p{Lu}\\p{L}+|\\p{Ll}+)\\b[^?]*?, and )?[Aa]re ${ONES} (?<one>${WHEREABOUTS}),? or (?<second>${WHEREABOUTS})\\?$`,
  "u",
);

/** "Stand on the porch, or stand inside with Osk": where one is, one stands. (rule CA3501) */
function ofWhereabouts({ groups = {} }: RegExpExecArray): string {
  const { other = "", one = "", second = "" } = groups;
  const named = (words: string): string =>
    /^\p{Lu}/u.test(other) ? words.replace(/\b(?:him|her|them)$/u, other) : words;
  return [one, second].map((where) => `stand ${named(where)}`).join(", or ");
}

/** "Whose is it to keep tonight, yours or hers?" */
const WHOSE = new RegExp(
  `^${OPENING}[Ww]hose (?:is it|was it|business is it|job is it|turn is it) to (\\p{Ll}+)((?: \\p{Ll}+){0,3}), (\\S+) or (\\S+)\\?$`,
  "u",
);
const OWNERS: Readonly<Record<string, string>> = { hers: "her", his: "him", theirs: "them" };

/** "Keep it tonight, or let her keep it tonight". */
function ofOwners([, verb = "", rest = "", ...owners]: RegExpExecArray): string {
  const deed = `${verb} it${rest}`;
  return owners
    .map((owner) =>
      /^(?:yours|mine|ours)$/u.test(owner) ? deed : `let ${OWNERS[owner] ?? owner.replace(/['’]s$/u, "")} ${deed}`,
    )
    .join(", or ");
}

/**
 * The plain question to the player that a sentence comes to, "Will you ...?"; undefined where it is in no such form. (rule CA1651)
 *
 * @param sentence - In the second person.
 */
export function asPlainQuestion(sentence: string): string | undefined {
  const said = sentence.trim();
  const whose = WHOSE.exec(said);
  if (whose !== null) return `Will you ${ofOwners(whose)}?`;
  const where = WHERE_YOU_ARE.exec(said);
  if (where !== null) return `Will you ${ofWhereabouts(where)}?`;
  for (const [form, listed] of FORMS) {
    const [whole, list, other = ""] = form.exec(said) ?? [];
    if (whole !== undefined && list !== undefined) return `Will you ${listed(list, other)}?`;
  }
  return undefined;
}
