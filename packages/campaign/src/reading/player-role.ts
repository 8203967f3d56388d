import type { ReadingSource } from "./read-story.js";
import { escape } from "./patterns.js";

/** What the player is called in all that is told, and where the author says so. */
export interface PlayerRole {
  /** "the pilgrim". */
  readonly role: string;
  readonly file: string;
  /** The sentence that says it. */
  readonly text: string;
}

/** Beats that have to call the player so, and how many times as many as those that say "you". */
const FEWEST_BEATS = 3;
const TIMES_AS_MANY = 4;

const QUOTE = "['‘“\"’”]";
const ROLE = `(${QUOTE}?)([Tt]he \\p{L}{3,}(?: \\p{Ll}{3,})?)`;
/** "Call the player 'the pilgrim'", "The player is always 'the keeper'". */
const CALLED = new RegExp(
  `\\b(?:(?:[Cc]alls?|called|[Nn]ame|[Rr]efer to|[Ss]peak of|[Ww]rite of|[Tt]ell of) the player(?: character)?(?: only| always)?(?: as| by the name of)? |[Tt]he player(?: character)? (?:is|must be|shall be|should be|will be) (?:always |only |ever |never anything but )?(?:called |named |known as |referred to as |spoken of as |told of as )?)${ROLE}`,
  "u",
);
const ALWAYS = /\b(?:always|only|ever|throughout|never anything but)\b/iu;
/** "... and never 'you'", "Never address the player as you", "Do not say 'you' to the player". */
const NEVER_YOU = new RegExp(
  `\\b(?:never|not|no|don['’]t|without)\\b[^.;!?]{0,60}?(?:${QUOTE}you${QUOTE}|\\bas you\\b|\\bthe second person\\b|\\bin second person\\b|\\bsecond-person\\b)|\\b(?:and|but) never you\\b`,
  "iu",
);

/**
 * The role by which an author has the player called wherever something is told, and never "you", where the beats are told so. (rule CA1640)
 *
 * @param told - The beats.
 */
export function playerRoleIn(
  { hydrationGuidance = "", constraints }: Pick<ReadingSource, "hydrationGuidance" | "constraints">,
  told: readonly string[],
): PlayerRole | undefined {
  const sentences = [
    { file: "manifest.json", text: hydrationGuidance },
    ...constraints.map((text) => ({ file: "world/constraints.md", text })),
  ].flatMap(({ file, text }) => text.split(/(?<=[.!?]['’”"]?)\s+/u).map((sentence) => ({ file, text: sentence })));
  const isNeverYou = sentences.some(({ text }) => NEVER_YOU.test(text));
  for (const { file, text } of sentences) {
    const [, mark = "", words = ""] = CALLED.exec(text) ?? [];
    const role = wordsOf(words, mark, told);
    // "The player is the keeper" alone says who they are, not how they are told of.
    if (role === undefined || !(isNeverYou || (mark !== "" && ALWAYS.test(text)))) continue;
    return { role, file, text };
  }
  return undefined;
}

/** The role as beats have it: of two words that follow "the", what they call the player by. */
function wordsOf(words: string, mark: string, told: readonly string[]): string | undefined {
  const role = `the ${words.slice(4)}`;
  const forms = mark === "" ? [role, role.split(" ").slice(0, 2).join(" ")] : [role];
  const addressed = told.filter((text) =>
    /\byou\b/iu.test(text.replace(/[“"][^”"]*[”"]|(?<!\p{L})['‘][^'‘’]+['’](?!\p{L})/gu, " ")),
  );
  return forms.find((form) => {
    const called = new RegExp(`(?<![\\p{L}’'-])${escape(form)}(?![\\p{L}-])`, "iu");
    const so = told.filter((text) => called.test(text)).length;
    return so >= FEWEST_BEATS && so >= addressed.length * TIMES_AS_MANY;
  });
}
