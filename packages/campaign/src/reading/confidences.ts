import type { CastEntry, ConfidenceTerms } from "@narratoria/protocol/contracts";
import {
  capitalise,
  countWords,
  isThirdPerson,
  isWholeSentence,
  type NameIndex,
  SPEAKER,
  splitSentences,
  withOwnPronouns,
  escapeRegExp,
} from "@narratoria/protocol/english";
import { beforeTerms, readTerms } from "./confidence-terms.js";
import type { PlayerWords } from "./player-words.js";

/** As much as somebody says in one breath. */
const MOST_WORDS = 62;

/** What a sentence leans on stands before it. */
const LEANS =
  /^(?:and|but|so|or|nor|then|thus|hence|this|that|these|those|it|its|such|both|neither|either|one|two|three|the (?:other|others|second|third|rest|same|former|latter)|there|here|afterwards?|later|after (?:that|this|it|which)|before (?:that|this)|because|which|who|also|too|instead|otherwise|meanwhile|since then|out go|if (?:not|so)|he|she|they|him|her|them)\b/i;
/** What stands for something that was named before. */
const POINTS_BACK = /\b(?:it|its|them|they|he|him|his|she|her|this|these|those)\b/i;
/** What is meant for whoever tells the story. */
const TO_THE_TELLER =
  /\b(?:PC|PCs|GM|DM|DC|the players?|this scene|next scene|the (?:ending|finale|climax|reveal|twist)|if (?:the player|you|asked|pressed|anybody|anyone|somebody|someone|he|she|they)|unless|reveals?|roll|secret:)\b|[<>{}|#]|https?:|\.md\b|^see |^(?:when (?:\p{L}+ (?:is|are) )?)?(?:asked|pressed|told|shown)\b|^\p{L}\.(?:\p{L}\.)+$/iu;
/** What its owner does not know is the author's to say. */
const UNKNOWN_TO_THEM =
  /\bI (?:do not|don['’]t|did not|didn['’]t|never) know(?! (?:why|how|what (?:to|I)))|\bI (?:have|had) no idea\b|\bI (?:cannot|can['’]t) understand\b|\bI (?:will|shall|am going to) (?:die|be killed|be dead|be murdered)\b/i;
/** Others whom "he", "she" or "they" could mean, though no name is given. */
const OTHERS: Readonly<Record<string, RegExp>> = {
  he: /\b(?:father|dad|brother|son|husband|uncle|nephew|grandfather|man|boy|lad|lord|king|prince|duke|sailor|captain|doctor|priest|boss|master|somebody|someone|everyone|everybody|people)\b/i,
  she: /\b(?:mother|mum|mom|sister|daughter|wife|aunt|niece|grandmother|woman|girl|lass|lady|queen|princess|duchess|mistress|widow|somebody|someone|everyone|everybody|people)\b/i,
  they: /\b(?:everyone|everybody|people|others|both|all of|crew|hands|men|women|children|boys|girls|guests|friends|\p{Ll}{3,}[^s\W]ers|two|three|four|five|six|seven|eight|nine|ten)\b/iu,
};
const PRONOUNS: Readonly<Record<string, RegExp>> = {
  he: /\b(?:he|him|his|himself)\b/i,
  she: /\b(?:she|her|hers|herself)\b/i,
  they: /\b(?:they|them|their|theirs|themselves)\b/i,
};
/** What somebody keeps to themselves, as they would say it. */
export interface Confidence {
  readonly text: string;
  /** The author's sentences that it is made of. */
  readonly asWritten: string;
  /** On what terms it is told, where the author says. */
  readonly terms?: ConfidenceTerms;
}

export interface ConfidenceContext {
  readonly cast: readonly CastEntry[];
  readonly names: NameIndex;
  readonly player: PlayerWords;
}

/**
 * Puts what an author notes as somebody's secret into their own mouth: "He keeps two books" gives "I keep two books". A sentence in which a
 * pronoun may mean another is left out, and so is what follows it up to the next that needs nothing before it. A sentence that says on what
 * terms they tell it is said by nobody: it holds for its paragraph, and where it stands alone, for all that the others say.
 *
 * @param secrets - The author's text.
 * @param owner - Whose secrets they are.
 * @returns Passages of one to a few sentences, in the author's order.
 */
export function readConfidences(
  secrets: string,
  owner: Pick<CastEntry, "id" | "name" | "called" | "aliases" | "pronoun" | "plural" | "speech">,
  { cast, names, player }: ConfidenceContext,
): Confidence[] {
  if (owner.plural || owner.speech !== "words" || PRONOUNS[owner.pronoun ?? ""] === undefined) return [];
  const passages: Confidence[] = [];
  let ofAll: ConfidenceTerms | undefined;
  for (const paragraph of secrets.split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)]|#)\s)/)) {
    const label = /^\s*(?:[-*+]\s+)?\*\*([^*]{1,80})\*\*/.exec(paragraph)?.[1] ?? "";
    if (TO_THE_TELLER.test(label)) continue;
    const plain = paragraph
      .replace(/^#+ .*$/gm, "")
      .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")
      .replace(/^\*\*[^*]{1,60}\*\*:?\s*/, "")
      // What stands in italics is quoted from a letter or a sign.
      .replace(/(?<![\p{L}*])\*(?=[^\s*])[^*]{40,}\*|(?<![\p{L}_])_(?=\S)[^_]{40,}_/gu, "“$&”")
      .replace(/[*_]/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^(?:(?:One|Two|Three|Four|Two things)\.\s+)?(?=(?:One|Two)[:,] )/, "")
      .replace(/(?<=^|[.!?] )(?:One|Two|Three)[:,] (\p{Ll})/gu, (_, letter: string) => letter.toUpperCase());
    if (plain === "" || /^>/.test(paragraph.trim())) continue;
    let now: { said: string[]; written: string[] } = { said: [], written: [] };
    const first = passages.length;
    let terms: ConfidenceTerms | undefined;
    let isNamed = false;
    const end = (): void => {
      // A paragraph that has said nothing of its owner so far is the author's note on the plot. (rule CA543)
      if (isNamed && countWords(now.said.join(" ")) >= 7)
        passages.push({ text: now.said.join(" "), asWritten: now.written.join(" ") });
      now = { said: [], written: [] };
    };
    const sentences = splitSentences(plain).flatMap((sentence) => {
      const found = readTerms(sentence, names);
      if (found === undefined) return [sentence];
      terms ??= found;
      return beforeTerms(sentence) ?? [];
    });
    for (const [at, raw] of sentences.entries()) {
      const said = inOwnWords(player.inSecondPerson(raw), owner, { cast, names }, at === 0 || isNamed);
      isNamed ||= said?.isOwn === true;
      if (said === undefined || countWords([...now.said, said.text].join(" ")) > MOST_WORDS) end();
      if (said === undefined) continue;
      // What nothing leads up to leans on nothing.
      if (now.said.length === 0 && !opens(said.text, at === 0)) continue;
      now.said.push(said.text);
      now.written.push(raw);
    }
    end();
    if (terms === undefined) continue;
    if (passages.length === first) ofAll = terms;
    for (const [at, passage] of passages.entries()) if (at >= first) passages[at] = { ...passage, terms };
  }
  return ofAll === undefined ? passages : passages.map((passage) => ({ terms: ofAll, ...passage }));
}

/** Whether a sentence can be the first that is said: it is whole, and points to nothing that was said before it. */
function opens(said: string, isFirst: boolean): boolean {
  if (LEANS.test(said) || !isWholeSentence(said)) return false;
  return isFirst || !POINTS_BACK.test(said);
}

/** One sentence in the first person; undefined where it cannot be said by whom it is about. */
function inOwnWords(
  sentence: string,
  owner: Pick<CastEntry, "id" | "name" | "called" | "aliases" | "pronoun">,
  { cast, names }: Pick<ConfidenceContext, "cast" | "names">,
  isClear: boolean,
): { readonly text: string; readonly isOwn: boolean } | undefined {
  // Words of somebody's own, in a letter or in italics, are nobody else's.
  if (/\b(?:I|me|my|mine|we|us|our)\b/.test(sentence)) return undefined;
  const [first = ""] = sentence.toLowerCase().split(/[^\p{L}'’]+/u);
  if (
    isThirdPerson(first) &&
    !/^(?:is|was|has|does)$/.test(first) &&
    /^\p{L}+ (?:up|down|in|out|off|the|an?|his|her|their|to|it|him)\b|^\p{L}+\.$/u.test(sentence)
  )
    return undefined;
  if (/[“”"()[\]]/.test(sentence) || TO_THE_TELLER.test(sentence) || !/[.!?…]$/.test(sentence)) return undefined;
  if (/:$|^[^.]{1,30}: |\?$/.test(sentence)) return undefined;
  const { pronoun } = owner;
  const own = PRONOUNS[pronoun ?? ""];
  const hasPronoun = own?.test(sentence) === true;
  const others = names
    .keysIn(sentence)
    .flatMap((key) => cast.find(({ id }) => key === `npc:${id}` && id !== owner.id) ?? []);
  if (hasPronoun) {
    if (!isClear) return undefined;
    if (
      others.some(
        (other) => other.pronoun === pronoun || other.pronoun === null || (pronoun === "they" && other.plural),
      )
    )
      return undefined;
    if (OTHERS[pronoun ?? ""]?.test(sentence)) return undefined;
    // They who open the sentence are its subject; later it may be things.
    if (pronoun === "they" && (/\bthem\b/i.test(sentence) || !/^(?:\p{L}+,? ){0,3}(?:they|their)\b/iu.test(sentence)))
      return undefined;
  }
  const forms = [...new Set([owner.name, owner.called, ...owner.aliases])]
    .filter((form) => /\p{Lu}|^the /u.test(form))
    .sort((a, b) => b.length - a.length)
    .map((form) => escapeRegExp(form).replace(/^[Tt]he /, "[Tt]he "));
  const withNames = forms.length === 0 ? sentence : asSelf(sentence, forms.join("|"));
  if (withNames === undefined) return undefined;
  const isOwn = hasPronoun || withNames !== sentence;
  const words = withOwnPronouns(withNames, hasPronoun ? pronoun : null);
  if (words === undefined) return undefined;
  // A second verb of the same subject, in the present, would have to change too.
  const second = words.matchAll(/\b(?:and|but|or|then),? (?:\p{Ll}+ly |never |still |always |now )?(\p{Ll}+s)\b/gu);
  if (isOwn && [...second].some(([, verb = ""]) => isThirdPerson(verb))) return undefined;
  const said = words
    .replace(
      /\byou (was|has|is|does)\b/g,
      (_, verb: string) => `you ${{ was: "were", has: "have", is: "are", does: "do" }[verb] ?? verb}`,
    )
    .trim();
  // "I said to me" is of two people.
  if (isOwn && /\bI\b(?:['’]\p{L}+)?(?: \p{L}+){1,3} me\b/u.test(said)) return undefined;
  return UNKNOWN_TO_THEM.test(said) ? undefined : { text: capitalise(said), isOwn };
}

/** A sentence whose speaker's name stands as "I" (`SPEAKER` where its verb follows), "me" and "my"; undefined where it cannot. */
function asSelf(sentence: string, name: string): string | undefined {
  const isNamed = (before: string, after: string): RegExp =>
    new RegExp(`${before}(?<!\\p{L})(?:${name})(?!\\p{L})${after}`, "gu");
  if (!isNamed("", "").test(sentence)) return sentence;
  if (isNamed("", ",? and \\p{Lu}").test(sentence) || isNamed("\\band ", "").test(sentence)) return undefined;
  if (isNamed("", " \\p{Lu}").test(sentence) || isNamed("\\p{Lu}\\p{Ll}+ ", "").test(sentence)) return undefined;
  return sentence
    .replace(isNamed("", "['’]s? (?=\\p{Ll})"), "my ")
    .replace(isNamed("", "(?= (?:\\p{Ll}|n['’]t))"), SPEAKER)
    .replace(isNamed("", ""), "me");
}
