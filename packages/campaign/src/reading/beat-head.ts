/** What a beat's description says of when and where it is before its first sentence: "**Mon 1 May, 06:15. Cannery Cross, the cinder lot.**" */
import type { PlotBeat } from "@narratoria/protocol/contracts";
import { countWords, looksFinite } from "@narratoria/protocol/english";
import { isHeadingName } from "./place-names.js";

/** A part of a head that says when: a date, an hour, a part of the day, a numbered day. */
const WHEN =
  /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|dawn|dusk|sunrise|sunset|daybreak|nightfall|noon|midday|midnight|mornings?|afternoon|evening|tonight|o['’]clock|teatime|lunchtime|christmas|easter)\b|\b(?:day|night|week|hour|year|watch|act|scene|part|chapter)s? (?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ivx]+)\b|\b(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|next|same|that) (?:day|night|week|hour|year|watch)\b|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2} ?[ap]\.?m\b|^\s*(?:early|late|later|after(?:wards)?|before|an hour|a week|a day|half past|quarter to|quarter past)\b/iu;
/** Words of a head's sentence, at most. */
const HEAD_WORDS = 14;
/** Sentences of a head, at most. */
const HEAD_SENTENCES = 3;
/** Beats that open so, for it to be its author's way. */
const FEWEST_HEADS = 3;

interface Head {
  /** As it stands in the description, marks included. */
  readonly text: string;
  /** The places that it may name, in order: every part that does not say when. */
  readonly parts: readonly string[];
  /** Whether it is set in bold, as a heading is. */
  readonly isMarked: boolean;
}

const hasNoVerb = (sentence: string): boolean => {
  const words = sentence.match(/[\p{L}'’]+/gu) ?? [];
  return !words.some((word, at) => at > 0 && /^\p{Ll}/u.test(word) && looksFinite(word, false));
};

/**
 * The head of a description: its first sentences without a verb, of which the first says when.
 *
 * @returns Undefined where the description begins with what happens.
 */
export function headOf(description: string): Head | undefined {
  const opening = description.trimStart();
  const [bold = "", inner = ""] = /^(?:\*\*|__)([^*_\n]{4,120})(?:\*\*|__)[ \t]*[.:]?/u.exec(opening) ?? [];
  const sentences: string[] = [];
  let text = "";
  if (bold !== "") {
    sentences.push(
      ...(inner.match(/[^.;]*(?:\d[.]\d[^.;]*)*[.;]?\s*/gu) ?? []).map((one) => one.trim()).filter(Boolean),
    );
    text = bold;
  } else
    for (let rest = opening; sentences.length < HEAD_SENTENCES; ) {
      const [sentence = ""] = /^[^\n.!?:“”"]{2,110}(?:[:.]\d{2}[^\n.!?:“”"]{0,80})?[.:](?=\s)/u.exec(rest) ?? [];
      if (sentence === "" || countWords(sentence) > HEAD_WORDS || !hasNoVerb(sentence)) break;
      // What follows the hour is of the head only where it names something.
      if (sentences.length > 0 && !/^(?:the )?\p{Lu}/u.test(sentence)) break;
      sentences.push(sentence);
      text = opening.slice(0, opening.length - rest.length + sentence.length);
      rest = rest.slice(sentence.length).trimStart();
    }
  const [first = ""] = sentences;
  if (!WHEN.test(first) || sentences.some((one) => countWords(one) > HEAD_WORDS || !hasNoVerb(one))) return undefined;
  const parts = sentences.flatMap((sentence) =>
    sentence
      .replace(/[.:;]+$/u, "")
      .split(/\s*[,;|/]\s*|\s+[–—-]\s+/u)
      .map((part) => part.trim().replace(/^(?:in|at|on|aboard|inside)\s+/iu, ""))
      .filter((part) => part !== "" && !WHEN.test(part)),
  );
  return { text, parts, isMarked: bold !== "" };
}

/**
 * A description without a head that is set as a heading: in bold, or in capitals, with its place where that is the beat's. Its hour and place
 * stand above the scene. (rule CA5424)
 */
export function withoutHead(description: string, { location }: Pick<PlotBeat, "location">): string {
  const head = headOf(description);
  if (head === undefined) return description;
  const opening = description.trimStart();
  if (head.isMarked) return opening.slice(head.text.length).trim() || description;
  const [label = ""] = /^\p{Lu}{3,}\b[^.!?\n]{0,80}\.\s+/u.exec(opening) ?? [];
  if (label === "") return description;
  const rest = opening.slice(label.length);
  const [place = ""] = /^[^.!?\n]{3,60}\.\s+/u.exec(rest) ?? [];
  const isPlace = location !== undefined && place.toLowerCase().startsWith(location.toLowerCase());
  return (isPlace ? rest.slice(place.length) : rest).trim() || description;
}

const NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split(" ");

/**
 * What the heading of a description says of when it is: "## Market day, Day Four". Empty where there is no heading, or it says nothing of
 * that. (rule CA6455)
 */
export function timeInHeading(description: string): readonly string[] {
  const [, heading = ""] = /^\s*#{1,6}[ \t]+([^\n]{3,80})\n/u.exec(description) ?? [];
  if (!WHEN.test(heading) || countWords(heading) > HEAD_WORDS) return [];
  const counted = heading.replace(
    new RegExp(`\\b(day|night) (${NUMBERS.join("|")})\\b`, "giu"),
    (_, part: string, number: string) => `${part} ${NUMBERS.indexOf(number.toLowerCase()) + 1}`,
  );
  return [counted.replace(/\s*#+\s*$/u, "").trim()];
}

const NAME =
  /^(?:the )?\p{Lu}[\p{L}\p{M}'’-]*(?: (?:(?:of|the|de|du|la|le|and|&|on|in) )*(?:\p{Lu}[\p{L}\p{M}'’-]*|\d+\p{L}?)){0,3}$/u;

/**
 * The places that heads of beats name: where an author opens beats so as a habit, and else where another text has the name. (rule CA5410)
 *
 * @param isNamed - Whether anything else of the author's has a name for a place's.
 */
export function placesInHeads(
  beats: readonly Pick<PlotBeat, "id" | "description" | "location">[],
  isNamed: (name: string) => boolean,
): readonly { readonly id: string; readonly name: string; readonly text: string }[] {
  const found = beats.flatMap(({ id, description }) => {
    const head = headOf(description);
    const name = head?.parts.find((part) => NAME.test(part) && isHeadingName(part));
    return head === undefined || name === undefined ? [] : [{ id, name, text: head.text }];
  });
  const isHabit = found.length >= FEWEST_HEADS && found.length * 2 >= beats.length;
  return found.filter(({ name }) => isHabit || isNamed(name));
}
