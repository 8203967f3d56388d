/** Who somebody is and what one sees of them, told where they are first met. */
import {
  capitalise,
  contentWords,
  countWords,
  looksFinite,
  pastOf,
  splitSentences,
  withoutAbbreviationStops,
  escapeRegExp,
} from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import { subjectOf } from "../beat-moments.js";
import type { StoryIndex } from "../index-story.js";
import type { Composer } from "./composer.js";
import { unfitHere } from "./sound-sentence.js";

/** Words that a look may share with what has been told of somebody. */
const MOST_RESTATED = 1;
const MOST_ROLE_WORDS = 9;
/** Words of what somebody is of somebody else. */
const MOST_OWNED = 4;
/** Words of a sentence that introduces somebody, at least. */
const FEWEST_WORDS = 4;
/** Whether a sentence says enough of somebody to be told by itself: "She is round." does not. (rule NA952) */
export const isLookEnough = (sentence: string): boolean => countWords(sentence) >= FEWEST_WORDS;
/** Share of a look's words that a beat which has been told may have. */
export const LOOK_IN_BEAT = 0.5;

/** What somebody is to others, as it stands after "is": "the weighmaster of Hallgrund", "a diver"; undefined where no words fit. */
export function rolePhrase(person: Person, story: StoryIndex): string | undefined {
  const phrase = phraseOfRole(person, story);
  // "The miller, the miller, is here": whoever goes by a calling is named by it already.
  return phrase !== undefined && person.name.toLowerCase().includes(phrase.replace(/^(?:an?|the) /i, "").toLowerCase())
    ? undefined
    : phrase;
}

/** "Gene's widow" is his, "Ship's carpenter" the ship's: a common noun has its article. (rule NA3369) */
function ofOwner(role: string, story: StoryIndex): string {
  if (/^(?:your|my|our) /i.test(role)) return role.charAt(0).toLowerCase() + role.slice(1);
  const owner = /^\p{L}[\p{L}-]*(?=['’]s )/u.exec(role)?.[0] ?? "";
  const isName =
    owner === "" ||
    story.proper.has(owner) ||
    story.matter.people.some(({ name, short }) => [name, short].some((one) => one.split(/\s+/).includes(owner))) ||
    story.matter.places.some(({ name }) => name.split(/\s+/).includes(owner));
  return isName ? role : `the ${role.charAt(0).toLowerCase()}${role.slice(1)}`;
}

/** "Of the Ministry of Food", "Once engaged to Octavia": words that say whose or what somebody is without a noun for them. */
const WITHOUT_NOUN =
  /^(?:of|from|with|in|at|on|for)\b|^(?:once |formerly |now |still |newly |lately |recently |long )?\p{L}+(?:ed|born|known|sent|come|gone|sworn) (?:to|by|from|in|of|with|for|at|on|after)\b/iu;

/** "The purser of the Tystie for thirty-one years": for how long says who somebody is to nobody. */
const HOW_LONG = / (?:for (?:\S+ ){1,4}(?:years|months|seasons|winters)|since .*\d.*)$/u;

function phraseOfRole({ role, epithet, name, short }: Person, story: StoryIndex): string | undefined {
  const [whole = ""] = withoutAbbreviationStops(role).split(/[.,;:(]/);
  const plain = whole.replace(HOW_LONG, "");
  const words = plain.trim().split(/\s+/);
  if (WITHOUT_NOUN.test(plain.trim())) return undefined;
  // "I print the Notices": what somebody says of themselves is no noun for them. (rule NA6506)
  if (/^(?:I|We)\b/u.test(plain.trim())) return epithet;
  // "Gene's widow" and "your aunt" need no article.
  if (
    /^(?:\p{Lu}[\p{L}-]+['’]s|your|my|our) \p{Ll}/iu.test(plain) &&
    words.length <= MOST_OWNED &&
    !plain.includes(short)
  )
    return ofOwner(plain.trim(), story);
  // "Sells weather in bottles" says what somebody does, and "Security" where.
  if (epithet === undefined && !/^(?:the|an?) /i.test(plain) && !/ of /.test(plain)) return undefined;
  if (plain.includes(short) || plain.includes(name) || plain.trim() === "") return epithet;
  // "Lord Chamberlain of Caldessa" is an office; "Inspector Hawke" may be a title or a name.
  if (/^\p{Lu}/u.test(words[1] ?? ""))
    return words.length <= MOST_ROLE_WORDS && OFFICE.test(plain.trim()) && !ofNames(story, words[1] ?? "")
      ? `the ${plain.trim()}`
      : epithet;
  const lower = story.proper.lowerFirst(plain.trim());
  if (words.length > MOST_ROLE_WORDS || /^(?:an?|the|his|her|their|your|my|\p{Ll}+s (?:the|a|an)) /iu.test(plain)) {
    return /^(?:an?|the) /i.test(plain) && words.length <= MOST_ROLE_WORDS ? lower : epithet;
  }
  if (/^\p{L}[\p{L}’'-]*(?: [\p{L}’'-]+){0,2} (?:of|to|at|in|for) /u.test(plain) && !/ and | who /.test(plain))
    return `the ${lower}`;
  return epithet;
}

/** "Lord Chamberlain of Caldessa", "First Spoon of the Well-Keepers". */
const OFFICE =
  /^(?:Lord|Lady|High|First|Second|Third|Chief|Grand|Great|Senior|Junior|Deputy|Vice|Head|Royal|Privy|General|Minute|Town|Parish|Prime) (?:\p{Lu}[\p{L}-]+ ){1,2}of (?:the |an? )?\p{Lu}[^,;]*$/u;
const ofNames = ({ matter }: StoryIndex, word: string): boolean =>
  matter.people.some(({ name, short }) => `${name} ${short}`.split(/\s+/).includes(word));

/** "Drives Bishop", "Keeps the ferry on the Rio Pardo": what somebody does, in place of a noun for them. */
const DOES =
  /^(\p{Lu}\p{Ll}+[^s\W]s) (?:(?:the|an?|his|her|their|in|on|at|up|out|for|with|after|to)\b|\p{Lu}\p{L}+|\p{L}+s\b)/u;
const MOST_DONE = 10;

/**
 * What stands behind somebody's name at their first naming: what they are ("the weighmaster of Hallgrund"), else what they do ("who drives
 * Bishop"), or whose they are ("of the Ministry of Food"); undefined where the author's words for it do not fit. (rule NA5780)
 */
export function apposition(person: Person, story: StoryIndex): string | undefined {
  const role = ownRole(person, story);
  if (role !== undefined || person.kind === "group") return role;
  const [plain = ""] = withoutAbbreviationStops(person.role).split(/[.,;:(—–]/);
  const clause = plain.trim();
  if (countWords(clause) < 2 || countWords(clause) > MOST_DONE || clause.includes(person.short)) return undefined;
  if (WITHOUT_NOUN.test(clause)) return story.proper.lowerFirst(clause);
  const [, verb = ""] = DOES.exec(clause) ?? [];
  return verb !== "" && looksFinite(verb.toLowerCase()) && !/ and \p{Ll}+s\b/u.test(clause)
    ? `who ${clause.charAt(0).toLowerCase()}${clause.slice(1)}`
    : undefined;
}

/** The same, where it tells its owner from others of the cast. */
export function ownRole(person: Person, story: StoryIndex): string | undefined {
  const role = rolePhrase(person, story);
  return role === undefined || isCommon(person, role, story) ? undefined : role;
}

/** What texts call somebody by what they are, as if it were a name: "the Mate" of a mate, "Sparks" of a radio operator ("Sparks"). */
export function titleOf({ role, name, short }: Person): { readonly nick?: string; readonly title?: string } {
  const nick =
    /["“']((?:the )?\p{Lu}[\p{L}’-]+)["”']/u.exec(role)?.[1] ?? /\bcalled (the \p{Lu}[\p{L}’-]+)/u.exec(role)?.[1];
  const [plain = ""] = role.replace(/^(?:the|an?) /i, "").split(/[.,;:(]| (?:of|to|at|in|for|on|from|with|aboard) /);
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
  return new RegExp(`\\b[Tt]${escapeRegExp(title.slice(1))}\\b(?! \\p{Lu})`, "u").test(text);
}

/** The sentence that introduces somebody; undefined where nothing is known, or all has been told. */
function introduction(composer: Composer, person: Person, before: string, told: string): string | undefined {
  const { story, stage, memory } = composer;
  const [own] = person.looks ?? [];
  const isKnown =
    own !== undefined &&
    (composer.wasTold(own) || composer.isInBeats(own, LOOK_IN_BEAT) || isInPremise(own, person, story.opening));
  const isSeen = person.kind !== "voice" && own !== undefined && !isKnown && !restates(own, told, person);
  const look = isSeen ? own : undefined;
  const isNew = !memory.named.has(`npc:${person.id}`) && !stage.metBefore(person.id);
  const role = isNew && person.kind === "human" ? rolePhrase(person, story) : undefined;
  const plainRole = role?.replace(/^(?:the|an?) /, "").toLowerCase();
  const isTold =
    plainRole !== undefined && [...composer.texts, before].some((one) => one.toLowerCase().includes(plainRole));
  const soFar = [...composer.texts.slice(-1), before].join(" ");
  // "The Mate answers for you. Stroud is the mate." says it twice: the tag of what he says joins the two.
  if (look === undefined && isCalledByTitle(person, soFar)) return undefined;
  const isOwn =
    role !== undefined && !isTold && !isCommon(person, role, story) && !repeats(role, `${told} ${look ?? ""}`);
  const whole = joined(look, isOwn ? role : undefined, person);
  const { nick } = titleOf(person);
  const isNicked = nick !== undefined && soFar.includes(nick) && !soFar.includes(person.short);
  if (whole !== undefined && isNicked) return underNick(whole, nick, person);
  if (whole === undefined || !isLookEnough(whole)) return undefined;
  return withSubject(whole, person, before, story);
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

/** What ends the noun of what somebody is: "the machine that runs Rimside". */
const AFTER_NOUN = /[,;:(.]| (?:of|to|at|in|on|for|from|with|by|under|that|who|which|and|is|was) /;

/** The words before a noun, and the noun: "associate" and "conductor". */
function nounOf(role: string): { readonly head: string; readonly before: string } {
  const [plain = ""] = role.replace(/^(?:and|an?|the|his|her|their) /i, "").split(AFTER_NOUN);
  const words = plain.trim().toLowerCase().split(/\s+/);
  return { head: (words.at(-1) ?? "").replace(/(?<=[^s])s$/, ""), before: words.slice(0, -1).join(" ") };
}

/**
 * "The resident" of a house full of them says nothing of whoever it is; "the associate conductor" beside a conductor does, and "the butcher"
 * beside the butcher's daughter. (rules NA602 and NA5781)
 */
function isCommon({ id }: Person, role: string, { matter }: StoryIndex): boolean {
  if (/ (?:of|to|at|in|for) /.test(role)) return false;
  const own = nounOf(role);
  return matter.people.some(
    (other) =>
      other.id !== id &&
      other.role.split(/[,;:.(]|\band\b/).some((clause) => {
        const { head, before } = nounOf(clause.trim());
        return head === own.head && (own.before === "" || own.before === before);
      }),
  );
}

/** Whether a role says again what a text says of somebody: most of its words, or a clause of it. (rule NA602) */
function repeats(role: string, text: string): boolean {
  const words = contentWords(text);
  const own = [...contentWords(role)];
  // "The housekeeper, whom everybody calls Keys": her noun is enough.
  const { head } = nounOf(role);
  const isShown = / of /.test(role) && new RegExp(`\\b[Tt]he ${escapeRegExp(head)}\\b`, "u").test(text);
  return isShown || (own.length > 0 && own.filter((word) => words.has(word)).length * 2 >= own.length);
}

/** A second verb, which would have to go into the past as well. */
const SECOND_VERB =
  /\b(?:is|are|has|have|does|do|can|will|may|must|who|which|that|whose|where|when|while|if|because|as|so|what)\b|['’]s (?:\p{Ll}+ing|not|been|got)\b/u;

/** A clause that is in the past already: "forearms that had never been idle". */
const PAST_CLAUSE = /\b(?:that|who|which) (?:had|was|were|could|would|did)\b/gu;

/** A clause with what has happened before: "a wolfskin that has seen better wolves". */
const HAS_CLAUSE = /\b(that|who|which) (has|have)(?= \p{Ll}+(?:ed|en|n|t|d)\b)/gu;

/** "He is broad, with a beard" beside what happened: "He was broad"; undefined where a second verb would have to change. (rule NA601) */
export function inPast(sentence: string): string | undefined {
  const [, subject = "", verb = "", rest = ""] = /^(.+?) (is|are|has|have) (.+)$/u.exec(sentence) ?? [];
  // "A wolfskin that has seen better wolves": the clause goes into the past as a whole. (rule NA5788)
  const past = rest.replace(HAS_CLAUSE, (_, who: string, has: string) => `${who} ${pastOf(has) ?? has}`);
  if (verb === "" || SECOND_VERB.test(past.replace(PAST_CLAUSE, " "))) return undefined;
  return `${subject} ${pastOf(verb) ?? verb} ${past}`;
}

/** Share of a look's words, and fewest of them, that one sentence of the premise has. */
const LOOK_IN_PREMISE = 0.6;
const FEWEST_IN_PREMISE = 3;

/** Whether a sentence of the premise shows somebody as their look does: "She is sixty, in a coat with wax on the cuffs." (rule NA3366) */
function isInPremise(look: string, { name, short }: Person, opening: readonly string[]): boolean {
  const names = contentWords(`${name} ${short}`);
  const own = [...contentWords(look)].filter((word) => !names.has(word));
  return opening.flatMap(splitSentences).some((sentence) => {
    const said = contentWords(sentence);
    const shared = own.filter((word) => said.has(word)).length;
    return shared >= FEWEST_IN_PREMISE && shared >= LOOK_IN_PREMISE * own.length;
  });
}

/** Whether a passage has said what one sees of somebody: more than one word of it, or all that is left without the name. (rule NA3126) */
function restates(look: string, told: string, { name, short }: Person): boolean {
  const words = contentWords(told);
  const names = contentWords(`${name} ${short}`);
  const own = [...contentWords(look)].filter((word) => !names.has(word));
  const shared = own.filter((word) => words.has(word)).length;
  return shared > MOST_RESTATED || (own.length > 0 && shared === own.length);
}

/**
 * Tells whom a sentence has just brought in, where the player meets them for the first time. Implements rule NA432.
 *
 * @param before - The sentence that has named them; what is said of them follows it.
 * @param told - All that the passage tells of them otherwise.
 * @param isPast - Whether the passage is told in the past.
 * @returns Whether anything was told.
 */
export function introduce(composer: Composer, person: Person, before: string, told: string, isPast = false): boolean {
  if (composer.stage.metBefore(person.id) || composer.props.has(`look:${person.id}`)) return false;
  const now = introduction(composer, person, before, told);
  const sentence = now === undefined || !isPast ? now : inPast(now);
  if (sentence === undefined || unfitHere(sentence, [], true) !== null || composer.wasTold(sentence)) return false;
  composer.rest(`look:${person.id}`);
  const isTold = composer.tell(sentence, [{ kind: "npc", ref: person.id, text: person.name }], true);
  // Joined with what they are, their look is told all the same. (rule NA621)
  const [look] = person.looks ?? [];
  if (isTold && look !== undefined) composer.countAsTold(look);
  return isTold;
}
