/** "They", "them" and "their" of a sentence that speaks of the player. */
import { isPlural, isVerb, secondPersonFrom } from "@narratoria/protocol/english";

const THEY = /(?<![\p{L}’'-])(they|them|their|theirs|themselves|themself)(?!\p{L})/giu;
const YOU = /(?<!\p{L})you(?:r|rs|rself)?(?!\p{L})/giu;
const YOURS: Readonly<Record<string, string>> = {
  they: "you\u2061",
  them: "you\u2060",
  their: "your",
  theirs: "yours",
  themselves: "yourself",
  themself: "yourself",
};

const NUMBERS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|\\d+";
/** "Two days out", "eleven tons": how long and how much, which nobody calls them. */
const MEASURES = new RegExp(
  `\\b(?:${NUMBERS}|some|a few|several) (?:\\p{Ll}+ )?(?:days|nights|hours|minutes|seconds|weeks|months|years|miles|yards|feet|paces|steps|degrees|tons|pounds|times|bells)\\b`,
  "giu",
);
/** Words in s that are no plurals. */
const NO_PLURAL =
  /(?:ss|us|is|wards?|ways|times|stairs|doors|['’]s)$|^(?:as|its|his|this|was|has|does|yes|perhaps|across|thanks|besides|news|always|hers|yours|ours|theirs)$/iu;
const PEOPLE =
  /\b(?:men|women|people|children|folk|crew|police|family|team|gang|couple|twins|others|everyone|everybody|nobody|anyone|anybody|someone|somebody|whoever|each|hands|they|both|all of)\b/iu;
const TOGETHER =
  /(?:\p{Lu}\p{L}+|\b(?:he|she|him|you\u2060?)|\b(?:the|his|her|an?) \p{Ll}+) and (?:\p{Lu}\p{L}+|(?:he|she|him|you|me)\b|(?:the|his|her|an?) \p{Ll}+)/u;
const BEFORE_PLURAL = new RegExp(
  `^(?:the|these|those|some|many|few|several|all|both|other|his|her|its|your|no|most|more|of|old|young|new|big|little|last|first|${NUMBERS})$`,
  "iu",
);
const NOT_IN_NAME = /^(?:The|A|An|He|She|It|They|You|Your|I|And|But|Or|So|If|When|While|As)$/;

/** Whether something that "they" could mean stands in a text, besides the player. */
function hasOthers(text: string): boolean {
  const plain = text.replace(MEASURES, " ");
  if (PEOPLE.test(plain) || TOGETHER.test(plain)) return true;
  const words = plain.match(/[\p{L}’'-]+/gu) ?? [];
  return words.some((word, at) => {
    if (!/\p{Ll}{2}s$/u.test(word) || NO_PLURAL.test(word) || !isPlural(word)) return false;
    // "Mrs. Ibbs" is one, "the Skerries" are several.
    if (/^\p{Lu}/u.test(word) && at > 0) return /^the$/i.test(words[at - 1] ?? "");
    // "The skipper asks": behind a noun a verb, behind "the" and "old" a noun.
    return !isVerb(secondPersonFrom(word.toLowerCase())) || BEFORE_PLURAL.test(words[at - 1] ?? "");
  });
}

/** Where the part of a sentence begins in which the player is: "Two days out, with the isles astern," only says when and where. */
function mainFrom(sentence: string): number {
  const first = sentence.search(YOU);
  const parts = sentence.slice(0, Math.max(0, first)).split(/(?<=, )/);
  let at = 0;
  for (const part of parts.slice(0, -1)) {
    const isAdjunct =
      /^(?:with|in|on|at|by|from|after|before|during|under|over|off|near|\p{L}+ \p{L}+s? (?:out|later|on|after))\b/iu.test(
        part,
      );
    if (!isAdjunct) break;
    at += part.length;
  }
  return at;
}

/** Somebody or something else that does what follows. */
const OTHER_SUBJECT =
  /\b(?:he|she|it|who|nobody|somebody|someone|everybody)\b|(?<![.!?] )\p{Lu}\p{Ll}+|, (?:the|an?|his|her|its) \p{Ll}+/u;

/** Sentences in which an author surely calls the player them, from which that is a habit. */
const HABIT = 3;

/** Whether a pronoun of a sentence means the player. */
function meansPlayer(before: string, pronoun: string, after: string, habit: number): boolean {
  const yous = [...before.matchAll(YOU)];
  const last = yous.at(-1);
  if (last === undefined) return false;
  const between = before.slice(last.index + last[0].length);
  // "You below with their eyes on the hand"
  if (/^their$/i.test(pronoun) && /^[\u2060\u2061]?(?: \p{Ll}+)? (?:with|in|on|by|at) $/u.test(between)) return true;
  // "You swear them in", "asks you to hold them": nobody does that to themselves.
  const isDoer = (/^you$/i.test(last[0]) && !between.startsWith("\u2060")) || /^\u2060? to \p{Ll}/u.test(between);
  if (/^them$/i.test(pronoun) && isDoer && !OTHER_SUBJECT.test(between)) return false;
  // "Tell Osk to feed them", "together they are a proof"
  if (/^them$/i.test(pronoun) && / to \p{Ll}+(?: \p{Ll}+)* $/u.test(between) && habit < HABIT) return false;
  // "One of them": several. "A day of their life": theirs. (rule CA3504)
  if (!/^theirs?$/i.test(pronoun) && /\b(?:together|between|among|of),? $/iu.test(before)) return false;
  if (hasOthers(before.slice(mainFrom(before)))) return false;
  const names = (between.match(/(?<![.!?] )\p{Lu}\p{Ll}+/gu) ?? []).filter((name) => !NOT_IN_NAME.test(name));
  const isKnown =
    /\b(?:Mr|Mrs|Miss|Ms|Sir|Lady|Lord|Madame|Mother|Father)\b|, (?:whom|who) $/u.test(between) ||
    /\b(?:he|she|him|his|her|himself|herself)\b/iu.test(`${between} ${after}`);
  return names.length === 0 || isKnown || habit >= HABIT;
}

/**
 * Says you for "they", "them" and "their" where they can mean nobody but the player: behind the player, and behind nothing else in the
 * sentence that is several or may be of either sex. (rule CA1572)
 *
 * @param told - Sentences in which the player is "you" already.
 * @param habit - In how many sentences the author surely speaks of the player so.
 */
export function withOwnThey(told: string, habit: number): string {
  return told
    .split(/(?<=(?<!\b(?:Mrs?|Ms|Dr|St|\p{Lu}))[.!?…]["”’)]?\s+)(?=["“‘(]?\p{Lu})/u)
    .map((sentence) => {
      const quoted = [...sentence.matchAll(/“[^”]*”|"[^"]*"/gu)].map(({ index, 0: text }) => [
        index,
        index + text.length,
      ]);
      let read = "";
      let from = 0;
      let isOpen = true;
      for (const { index, 0: pronoun } of sentence.matchAll(THEY)) {
        if (quoted.some(([start = 0, end = 0]) => index > start && index < end)) continue;
        read += sentence.slice(from, index);
        from = index + pronoun.length;
        const isPlayer: boolean = isOpen && meansPlayer(read, pronoun, sentence.slice(from), habit);
        // What somebody else is called once, they are called again.
        isOpen = isOpen && isPlayer;
        read += isPlayer ? (YOURS[pronoun.toLowerCase()] ?? pronoun) : pronoun;
      }
      return read + sentence.slice(from);
    })
    .join("");
}

/** "If they ask him about the coat, he knows it": a case of what the players do. */
const IN_CASE = /^((?:["“‘(]?(?:But|And|Only|Or) )?(?:[Ii]f|[Uu]nless)) they(?=['’ ])/u;
const CASE_OF_DEED =
  /^(?:(?:But|And|Only|Or) )?(?:[Ii]f|[Uu]nless) they (?:just |only |do not |don['’]t |also )?(?!are\b|were\b)\p{Ll}+\b[^,]{0,80}, (?:then )?(?:he|she|it|they|nobody|somebody|the \p{Ll}+|\p{Lu}\p{L}+)\b/u;
const ON_THINGS =
  /\b(?:stairs|steps|scissors|glasses|trousers|doors)\b[^.;]*\b(?:on|onto|down|up|over|through|under|off) them/giu;
/** Beats, and sentences in them, from which that is an author's habit. */
const CASE_BEATS = 3;
const CASES = 4;

/** Whether an author says "they" of those who play wherever a beat says what comes of what they may do. (rule CA1720) */
export function saysThemInCases(beats: readonly string[]): boolean {
  const counts = beats.map(
    (text) => text.split(/(?<=[.!?…]["”’)]?\s+)/u).filter((sentence) => CASE_OF_DEED.test(sentence)).length,
  );
  return (
    counts.filter((count) => count > 0).length >= CASE_BEATS && counts.reduce((sum, count) => sum + count, 0) >= CASES
  );
}

/** Such a sentence with "you" for the players: "If you ask him about the coat, he knows it." */
export function withThemInCases(sentence: string): string {
  if (!IN_CASE.test(sentence)) return sentence;
  // "She reads it on the stairs and sits down on them": what is several and one.
  const kept = sentence.replace(ON_THINGS, (match) => match.replace(/them$/u, "\u2063"));
  return withOwnThey(kept.replace(IN_CASE, "$1 you"), HABIT)
    .replace(/[\u2060\u2061]/gu, "")
    .replaceAll("\u2063", "them");
}

/** What a party is called that plays together. */
const PARTY = /^the (?:party|heroes|group|adventurers|investigators|protagonists|crew|company)$/iu;
/** "Asked them", "showed them": done to people alone. */
const DONE_TO_PEOPLE =
  /\b(?:ask|tell|told|show|gave|give|led|lead|met|meet|greet|thank|warn|watch|welcom|invit|offer|promis|remind|beckon|sent|send|let|brought|bring|follow|join|face)(?:s|ed|d|ing)? $/iu;
/** "Did not ask whether they had it". */
const ASKED_OF =
  /\b(?:ask|asks|asked|wonders?|wondered|wants? to know|wanted to know|saw|sees|knew|knows)\b[^,;]*\b(?:whether|if|what|where|why|how|that) $/iu;
/** Others of whom "they" could be said. */
const OTHER_PEOPLE =
  /\b(?:men|women|people|children|folk|crowd|guards?|soldiers|others|everyone|everybody|twins|brothers|sisters|hands|both|family|masters|(?!(?:hours|days|nights|years|steps|stairs|pines|trees|doors|prints|chains)\b)\p{Ll}{3,}(?:ers|ors|ists|ians|men|smiths|wives|folk))\b/iu;

/**
 * Says you for the "they" and "them" of sentences that do not name the players, where these are a party and the sentence before is of nobody
 * else of whom that could be said: "You lost the trail. Fell asked them what they wanted." (rule CA5710)
 *
 * @param forms - What the players are called.
 * @param sentences - In the second person, in order.
 */
export function withPartyThey(forms: readonly string[], sentences: readonly string[]): readonly string[] {
  if (!forms.some((form) => PARTY.test(form))) return sentences;
  let isYou = false;
  return sentences.map((sentence, at) => {
    if (/[“”"]/.test(sentence)) return sentence;
    const hasYou = YOU.test(sentence);
    YOU.lastIndex = 0;
    const first = [...sentence.matchAll(THEY)][0];
    const before = sentence.slice(0, first?.index ?? 0);
    const isObject = first !== undefined && /^them$/iu.test(first[0]) && DONE_TO_PEOPLE.test(before);
    const isAsked = ASKED_OF.test(before);
    const goesOn =
      first !== undefined &&
      /^(?:they|their)$/iu.test(first[0]) &&
      isYou &&
      !hasOthers(before) &&
      (isAsked || !hasOthers(sentences[at - 1] ?? ""));
    const isMeant = first !== undefined && (isObject || goesOn) && !OTHER_PEOPLE.test(before);
    const told = isMeant
      ? withOwnThey(
          `${before}${YOURS[first[0].toLowerCase()] ?? ""}${sentence.slice(first.index + first[0].length)}`,
          HABIT,
        ).replace(/[\u2060\u2061]/gu, "")
      : sentence;
    isYou =
      isMeant ||
      (hasYou && !OTHER_PEOPLE.test(sentence)) ||
      (isYou && !OTHER_PEOPLE.test(sentence) && first === undefined);
    return told.replace(/^you/u, "You").replace(/\b(you) was\b/giu, "$1 were");
  });
}
