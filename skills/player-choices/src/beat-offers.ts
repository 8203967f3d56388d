/** What somebody offers, or asks of the player, in a beat's text: it can be taken, answered or turned down. */
import { isLemma } from "@narratoria/protocol/english";
import { type BeatMatter, type Person, storyTies } from "@narratoria/protocol/story";
import type { View } from "./view.js";
import { possessive } from "./words.js";

export interface BeatOffer {
  /** Whose it is. */
  readonly npc: string;
  readonly kind: "offer" | "request" | "invitation" | "question";
  /** What the player would do or say for it, as a bare infinitive: "finish tonight's letter", "say that there is a letter". */
  readonly yes?: string;
  /** The same against it. */
  readonly no?: string;
}

/** Verbs by which something is put to the player, with what must follow them. */
const PUT: readonly (readonly [BeatOffer["kind"], RegExp])[] = [
  ["offer", /\b(?:offers?|proposes?)(?= (?:you|to|that|an?|the|his|her|their|its)\b)/],
  ["invitation", /\binvites?(?= you\b)/],
  ["question", /\basks?(?= you (?:whether|if)\b)/],
  ["request", /\b(?:asks?|begs?|wants?|needs?)(?= (?:you (?:to|for)|for)\b)/],
];

/** What is not said as happening now. */
const NOT_NOW = /\b(?:if|when|whoever|never|nobody|not|used to|once|would)\b/i;

/** The first offer in a beat's text that comes from somebody who is in it; none where its author has left decisions or choices. */
export function offerIn(view: View, beat: BeatMatter): BeatOffer | undefined {
  if (beat.decisions.length > 0 || (beat.choices ?? []).some(({ fact }) => fact === undefined)) return undefined;
  const people = beat.people.flatMap((id) => view.people.get(id) ?? []);
  for (const sentence of beat.told) {
    for (const [kind, verb] of PUT) {
      const found = verb.exec(sentence);
      if (!found) continue;
      const before = sentence.slice(0, found.index);
      const by =
        lastNamed(before, people) ??
        (/^(?:then |and |so )?(?:he|she|they|it) $/i.test(before) || /\beach(?: of them)?(?:,[^,]*,)? $/i.test(before)
          ? people[0]
          : undefined);
      if (!by || by.speech === "none" || NOT_NOW.test(before)) continue;
      const words = sentence.slice(found.index + found[0].length);
      if (kind === "question") {
        const answers = answersTo(words.replace(/^ you (?:whether|if) /, ""));
        if (answers) return { npc: by.id, kind, ...answers };
        continue;
      }
      const deed = kind === "request" ? deedIn(words, by, people) : undefined;
      return { npc: by.id, kind, ...(deed === undefined ? {} : { yes: deed, no: `refuse to ${deed}` }) };
    }
  }
  return questionIn(beat, people) ?? biddingIn(beat, people);
}

/** What is done at once with a thing, when somebody says so. */
const BID =
  /(?:^|[.!?…] )(hold|take|bring|show|open|close|shut|read|sign|eat|drink|taste|smell|look at|listen to|carry|count|ring|lift|pull|turn|light|try|touch|watch|fetch|pass|hand|give) ((?:me |us )?(?:this|that|these|those|the|an?|my|your|our|some|one) \p{Ll}[^.,;:!?—–…]*)[.,;:!?…]/iu;

/** What somebody alone with the player bids them do with a thing, as the last that they say. (rule PC619) */
function biddingIn({ dialogue, people: ids }: BeatMatter, people: readonly Person[]): BeatOffer | undefined {
  const last = dialogue.at(-1);
  if (last === undefined) return undefined;
  const by = people.find(({ id }) => id === last.speaker);
  const isAlone = ids.length === 1 || /\byou\b/.test(last.how ?? "");
  const [, verb = "", rest = ""] = BID.exec(last.line) ?? [];
  if (!isAlone || by?.speech !== "words" || verb === "") return undefined;
  const deed = `${verb.toLowerCase()} ${rest}`
    .replace(/ (?:while|and|or|if|until|till|when|before|after|because|so|but|then|for (?:me|us))\b.*$/i, "")
    .replace(/\b(?:this|that|these|those)\b/i, "the")
    .replace(/\bmy\b/i, possessive(by.short))
    .replace(/\bme\b/i, by.short);
  const isPlain = !/\b(?:I|us|our|it|its|they|them|their|he|she|him|his|her|one|here|there|now)\b/i.test(deed);
  if (!isPlain || deed.split(" ").length > MOST_WORDS) return undefined;
  return { npc: by.id, kind: "request", yes: deed, no: `refuse to ${deed}` };
}

/** Words of a deed or of an answer, at most. */
const MOST_WORDS = 10;

/** "you to finish tonight's letter" as "finish tonight's letter", with names for whoever asks; undefined where another may be meant. */
function deedIn(words: string, by: Person, people: readonly Person[]): string | undefined {
  const deed = /^ you to (\p{Ll}[^.,;:!?—–“”"()]*)/u.exec(words)?.[1]?.trim();
  if (deed === undefined || deed.split(" ").length > MOST_WORDS || !isLemma(deed.split(" ")[0] ?? "")) return undefined;
  const isOnly = people.every(({ id, pronoun }) => id === by.id || pronoun !== by.pronoun);
  const named =
    isOnly && by.pronoun === "he"
      ? deed.replace(/\bhim\b/g, by.short).replace(/\bhis\b/g, possessive(by.short))
      : isOnly && by.pronoun === "she"
        ? deed
            .replace(
              /\bher(?=$| (?:to|from|with|at|in|on|by|and|or|for|about|again|back|up|down|out|off|what|that)\b)/g,
              by.short,
            )
            .replace(/\bher\b/g, possessive(by.short))
        : deed;
  return /\b(?:he|she|they|it|its|him|his|her|hers|them|their|this|that|these|those|one|so|there|here)\b/i.test(named)
    ? undefined
    : named;
}

/** What can be said to a question that is answered by yes or no. */
function answersTo(question: string): Pick<BeatOffer, "yes" | "no"> | undefined {
  const clause = /^[^.;:!?—–“”"()]*/u.exec(question)?.[0]?.trim() ?? "";
  if (clause === "" || clause.split(" ").length > MOST_WORDS) return undefined;
  const there = /^there (is|are|was|were) (.+)$/.exec(clause);
  if (there) return { yes: `say that ${clause}`, no: `say that there ${there[1]} none` };
  const own = /^you (will|would|can|could|have|had|are|were) /.exec(clause)?.[1];
  if (own !== undefined) return { yes: `say that you ${own}`, no: `say that you ${own} not` };
  const verb = /^you (\p{Ll}+) /u.exec(clause)?.[1] ?? "";
  return isLemma(verb) ? { yes: "say that you do", no: "say that you do not" } : undefined;
}

/** A question to be answered by yes or no with which somebody alone with the player ends what they say. */
function questionIn({ dialogue, people: ids }: BeatMatter, people: readonly Person[]): BeatOffer | undefined {
  const last = dialogue.at(-1);
  if (last === undefined || last.at !== undefined) return undefined;
  const isAlone = ids.length === 1 || /\byou\b/.test(last.how ?? "");
  const by = people.find(({ id }) => id === last.speaker);
  const asked = /(?:^|[.!?…] )(will|would|can|could|have|are|do|did) (you \p{Ll}[^.!?]*)\?$/iu.exec(last.line);
  const [, verb = "", rest = ""] = asked ?? [];
  if (!isAlone || by?.speech !== "words" || rest === "") return undefined;
  const own = verb.toLowerCase();
  return { npc: by.id, kind: "question", yes: `say that you ${own}`, no: `say that you ${own} not` };
}

/** Whoever is named last in a text. */
function lastNamed(text: string, people: readonly Person[]): Person | undefined {
  const at = ({ name, short }: Person): number => Math.max(text.lastIndexOf(name), text.lastIndexOf(short));
  return people
    .filter((person) => at(person) >= 0)
    .sort((a, b) => at(b) - at(a))
    .at(0);
}

/**
 * Lines of their own that people of a beat can say to what has just happened: they share a rare word with what was told or said in it, and
 * nothing that is asked brings them out. (rule PC472)
 *
 * @returns Ids of facts.
 */
export function sayingsOn(view: View, { told, dialogue, people }: BeatMatter): readonly string[] {
  const ties = storyTies(view.matter);
  const words = [...told, ...dialogue.map(({ line }) => line)].join(" ");
  return view.confided.flatMap(({ id, said, text }) =>
    said !== undefined && people.includes(said) && id.startsWith(`${said}-says-`) && ties.shared(text, words) > 0
      ? [id]
      : [],
  );
}
