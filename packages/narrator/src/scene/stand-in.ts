/** Whom a beat shows without a name: "a girl of about twelve", "a janitor with a mop". */
import type { Person } from "@narratoria/protocol/story";
import type { StoryIndex } from "../index-story.js";
import { ownRole } from "./meet.js";

const PEOPLE: Readonly<Record<"he" | "she", string>> = {
  she: "girl|woman|lady|lass|nun|widow",
  he: "boy|man|lad|fellow|gentleman|monk|widower",
};

/** Letters of a part of a name by which a text names somebody. */
const SHORTEST_NAME = 4;

/** Before "a man" they make nobody of him: "like a man who carries a pan", "his father was a clerk". */
const OF_NOBODY =
  /\b(?:like|as|than|of|from|for|by|with|to|not|never|no|(?<!\bthere )(?:is|was|are|were)|be|been|become|becomes|became)\s+$/iu;
const QUOTED = /[“"][^”"]*[”"]/gu;

/** How often, and as which noun, sentences show one of several. */
function shownIn(told: readonly string[], nouns: string, article: string): readonly string[] {
  const text = told.join(" ").replace(QUOTED, " ");
  const found = text.matchAll(
    new RegExp(`\\b(?:${article}) (?:\\p{Ll}[\\p{L}’'-]*,? ){0,3}?(${nouns})\\b(?! of)`, "giu"),
  );
  return [...found].flatMap((match) =>
    OF_NOBODY.test(text.slice(0, match.index)) ? [] : (match[1] ?? "").toLowerCase(),
  );
}

/** "janitor" of "the hub janitor", where that tells its owner from others. */
function headOfRole(person: Person, story: StoryIndex): string | undefined {
  const [plain = ""] = (ownRole(person, story) ?? "").split(/ (?:of|to|at|in|on|for|from|with|by|under|who|that) |,/);
  const head = plain.trim().split(/\s+/).at(-1)?.toLowerCase() ?? "";
  return /^\p{Ll}{4,}$/u.test(head) && !/^(?:woman|lady|person|friend|nobody|somebody|member)$/.test(head)
    ? head
    : undefined;
}

/**
 * The noun as which sentences show somebody of a beat whom they do not name, where that can be nobody else of it. Implements rules NA3363
 * and NA3367.
 *
 * @param cast - Everybody in the beat.
 */
export function shownAs(
  person: Person,
  cast: readonly Person[],
  told: readonly string[],
  story: StoryIndex,
): string | undefined {
  const text = told.join(" ");
  const isNamed = ({ name, short }: Person): boolean =>
    [short, ...name.split(/\s+/).filter((word) => word.length >= SHORTEST_NAME)].some((form) => text.includes(form));
  if (isNamed(person)) return undefined;
  const { pronoun } = person;
  if (pronoun === "he" || pronoun === "she") {
    const alike = cast.filter((one) => one.pronoun === pronoun && !isNamed(one));
    const shown = alike.length === 1 ? shownIn(told, PEOPLE[pronoun], "an?|one") : [];
    if (shown.length === 1) return shown[0];
  }
  const head = headOfRole(person, story);
  return head !== undefined && shownIn(told, head, "an?|the").length > 0 ? head : undefined;
}

/** "The girl is Wren Foss, the ferryman’s daughter.", "The janitor is Ada Spoon." */
export function namedAsShown(noun: string, person: Person, story: StoryIndex): string {
  const role = ownRole(person, story);
  const isSaid = role === undefined || new RegExp(`\\b${noun}\\b`, "iu").test(role);
  return `The ${noun} ${story.happensInPast ? "was" : "is"} ${person.name}${isSaid ? "" : `, ${role}`}.`;
}
