/** Who somebody is and what one sees of them, told where they are first met. */
import { capitalise, contentWords } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import { subjectOf } from "../beat-moments.js";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import { unfitHere } from "./sound-sentence.js";

/** Words that a look may share with what has been told of somebody. */
const MOST_RESTATED = 1;
const MOST_ROLE_WORDS = 9;
/** Share of a look's words that a beat which has been told may have. */
export const LOOK_IN_BEAT = 0.5;

/** What somebody is to others, as it stands after "is": "the weighmaster of Hallgrund", "a diver"; undefined where no words fit. */
export function rolePhrase({ role, epithet, name, short }: Person, story: StoryIndex): string | undefined {
  const [plain = ""] = role.split(/[.,;:(]/);
  const words = plain.trim().split(/\s+/);
  if (plain.includes(short) || plain.includes(name) || plain.trim() === "") return epithet;
  // "Inspector Hawke" may be a title or a name.
  if (/^\p{Lu}/u.test(words[1] ?? "")) return epithet;
  const lower = story.proper.lowerFirst(plain.trim());
  if (words.length > MOST_ROLE_WORDS || /^(?:an?|the|his|her|their|your|my|\p{Ll}+s (?:the|a|an)) /iu.test(plain)) {
    return /^(?:an?|the) /i.test(plain) && words.length <= MOST_ROLE_WORDS ? lower : epithet;
  }
  if (/^\p{L}[\p{L}’'-]*(?: [\p{L}’'-]+){0,2} (?:of|to|at|in|for) /u.test(plain) && !/ and | who /.test(plain))
    return `the ${lower}`;
  return epithet;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** What texts call somebody by what they are, as if it were a name: "the Mate" of a mate, "Sparks" of a radio operator ("Sparks"). */
export function titleOf({ role, name, short }: Person): { readonly nick?: string; readonly title?: string } {
  const nick =
    /["“']((?:the )?\p{Lu}[\p{L}’-]+)["”']/u.exec(role)?.[1] ?? /\bcalled (the \p{Lu}[\p{L}’-]+)/u.exec(role)?.[1];
  const [plain = ""] = role.replace(/^(?:the|an?) /i, "").split(/[.,;:(]| (?:of|to|at|in|for) /);
  const head = plain.trim().split(/\s+/).at(-1) ?? "";
  const isName = name.includes(head) || short.includes(head) || head.length < 3;
  return {
    ...(nick === undefined ? {} : { nick }),
    ...(isName ? {} : { title: `the ${head.charAt(0).toUpperCase()}${head.slice(1)}` }),
  };
}

/** Whether a text calls somebody by what they are alone: "The Mate answers for you." (rule NA508) */
export function isCalledByTitle(person: Person, text: string): boolean {
  const { title } = titleOf(person);
  if (title === undefined || text.includes(person.short) || text.includes(person.name)) return false;
  return new RegExp(`\\b[Tt]${escaped(title.slice(1))}\\b(?! \\p{Lu})`, "u").test(text);
}

/** The sentence that introduces somebody; undefined where nothing is known, or all has been told. */
function introduction(composer: Composer, person: Person, before: string, told: string): string | undefined {
  const { story, stage, memory } = composer;
  const [own] = person.looks ?? [];
  const isKnown = own !== undefined && (composer.wasTold(own) || composer.isInBeats(own, LOOK_IN_BEAT));
  const isSeen = person.kind !== "voice" && own !== undefined && !isKnown && !restates(own, told);
  const look = isSeen ? own : undefined;
  const isNew = !memory.named.has(`npc:${person.id}`) && !stage.metBefore(person.id);
  const role = isNew && person.kind === "human" ? rolePhrase(person, story) : undefined;
  const isTold = role !== undefined && before.toLowerCase().includes(role.replace(/^(?:the|an?) /, "").toLowerCase());
  const soFar = [...composer.texts.slice(-1), before].join(" ");
  // "The Mate answers for you. Stroud is the mate." says it twice: the tag of what he says joins the two.
  if (look === undefined && isCalledByTitle(person, soFar)) return undefined;
  const whole = joined(look, isTold ? undefined : role, person);
  const { nick } = titleOf(person);
  const isNicked = nick !== undefined && soFar.includes(nick) && !soFar.includes(person.short);
  if (whole !== undefined && isNicked) return underNick(whole, nick, person);
  return whole === undefined ? undefined : withSubject(whole, person, before, story);
}

/** "Sparks is Lucan Obi-Hart, thin, with ink on the lip.": a nickname that has just been told, and whose it is. */
function underNick(sentence: string, nick: string, { name, short }: Person): string {
  const seen = /^(?:He|She|It|They|.+?) (?:is|are) (.+)$/.exec(sentence)?.[1];
  const has = /^(?:He|She|It|They|.+?) (?:has|have) (.+)$/.exec(sentence)?.[1];
  const own = sentence.startsWith(short) ? sentence.slice(short.length) : undefined;
  const rest = seen ?? (has === undefined ? own?.replace(/^ (?:is|has) /, "") : `with ${has}`);
  return rest === undefined ? `${nick} is ${name}.` : `${capitalise(nick)} is ${name}, ${rest}`;
}

/** "She is tall" and "the weighmaster" give "She is the weighmaster, tall". */
function joined(look: string | undefined, role: string | undefined, person: Person): string | undefined {
  const { short, pronoun, plural } = person;
  const capital = pronoun === "he" || pronoun === "she" ? pronoun.charAt(0).toUpperCase() + pronoun.slice(1) : short;
  if (role === undefined) return look;
  if (look === undefined) return `${plural ? short : capital} ${plural ? "are" : "is"} ${role}.`;
  const states = /^(.+?) is (?!an? |the |two |three |seven )(.+)$/.exec(look);
  if (states) return `${states[1]} is ${role}, ${states[2]}`;
  const things = /^(.+?) has (.+)$/.exec(look);
  return things ? `${things[1]} is ${role}, with ${things[2]}` : look;
}

/** A pronoun where only one can be meant, else the name. */
function withSubject(sentence: string, person: Person, before: string, story: StoryIndex): string {
  const opening = /^(?:He|She|It|They) (?=is|are|has|have)/.exec(sentence)?.[0];
  if (opening === undefined) return sentence;
  const others = story.names
    .keysIn(before)
    .filter((key) => key.startsWith("npc:") && key !== `npc:${person.id}`)
    .map((key) => story.people.get(key.slice(4))?.pronoun);
  const acts = subjectOf(before, [...story.people.values()])?.id === person.id;
  const isAlone = acts && !others.includes(person.pronoun);
  return isAlone ? sentence : `${person.short} ${sentence.slice(opening.length)}`;
}

function restates(look: string, told: string): boolean {
  const words = contentWords(told);
  return [...contentWords(look)].filter((word) => words.has(word)).length > MOST_RESTATED;
}

/**
 * Tells whom a sentence has just brought in, where the player meets them for the first time. Implements rule NA432.
 *
 * @param before - The sentence that has named them; what is said of them follows it.
 * @param told - All that the passage tells of them otherwise.
 * @returns Whether anything was told.
 */
export function introduce(composer: Composer, person: Person, before: string, told: string): boolean {
  if (composer.stage.metBefore(person.id) || composer.props.has(`look:${person.id}`)) return false;
  const sentence = introduction(composer, person, before, told);
  if (sentence === undefined || unfitHere(sentence, [], true) !== null || composer.wasTold(sentence)) return false;
  composer.rest(`look:${person.id}`);
  return composer.tell(sentence, [{ kind: "npc", ref: person.id, text: person.name }], true);
}
