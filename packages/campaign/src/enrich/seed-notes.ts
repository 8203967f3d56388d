/** What an author's few texts say to whoever makes the story of them, and not in it. Implements rules CA6000 and CA6001. */

const KIND = "(?:story|campaign|game|adventure|tale|mystery|one-shot|module|plot|ending|tone|mood|vibe)";
const NOTES: readonly RegExp[] = [
  new RegExp(
    `^(?:the|this|my|our) (?:whole )?${KIND} (?:covers?|spans?|follows?|is (?:about|set)|should|shall|takes place|plays|starts?|begins?|ends?|may|might|could|runs)\\b`,
    "i",
  ),
  /^(?:It|This|That|Everything|Things) (?:should|may|might|could|ought to) (?:be|feel|end|begin|start|stay|have|not|never|all|read|look|sound)\b/i,
  /^(?:I|We)(?:['’]d| would)? (?:want|like|love|think|imagine|picture|prefer|hope|see|was thinking|had)\b[^.]*\b(?:it|this|that|players?|story|game|tone|mood|ending|vibe)\b/i,
  /^(?:ok|okay|so|well|alright|basically|right)\b[, ][^.]*\b(?:thing|story|game|mystery|campaign|adventure|one-shot|idea)\b/i,
  /\b(?:sci-?fi|fantasy|horror|noir|western|mystery|comedy|romance|thriller)\s(?:[\p{L}-]+\s)?(?:thing|story|game|vibe|feel|kind of thing)\b/iu,
  /^(?:At some point|In the end|Eventually|By the end|At the end|At the very end|Near the end|Towards the end|Halfway through|Later on?|At the climax)\b[^.]*\b(?:should|has to|have to|must|can|may|could|will|finds? out|learns?|decides?|discovers?)\b/i,
  /^(?:Nobody|No one) (?:here )?is (?:really|truly|actually) (?:evil|bad|a villain|the villain)\b/i,
  /^(?:Tone|Mood|Genre|Style|Themes?|Inspirations?|Endings?|Setting|Notes?|Idea|Pitch)\s*:/i,
  /\bthe (?:players?|pcs?|party)\b[^.]*\b(?:should|must|may|might|could|can|will|has to|have to)\b/i,
];

/** Whether a sentence speaks to whoever makes or tells the story. */
export const isNote = (sentence: string): boolean => NOTES.some((note) => note.test(sentence.trim()));

export interface AuthorsPlan {
  /** Whole sentences that are to come out, none of which opens the story. */
  readonly hidden: readonly string[];
  /** What can be decided in the end, as infinitives: "dig bed nine up". */
  readonly decision: readonly [string, string] | null;
  /** What may happen, each a whole sentence. */
  readonly happenings: readonly string[];
  /** What an author says of the kind of story: "a sci-fi mystery thing". */
  readonly kind: string;
}

const FINDS =
  /\b(?:finds? out|learns?|discovers?|realises?|realizes?|comes? out|turns? out|truth is|secret is)\s(?:that\s)?(.{8,})$/i;
const DECIDES =
  /\b(?:decides?|chooses?|decide|choose)\s(?:if|whether)\s(?:to|she|he|they|you|the player|\p{Lu}\p{Ll}+)\s(?:(?:should|will|can|must)\s)?(.{2,60}?),?\sor\s(?:to\s)?(.{2,60}?)[.!]?$/iu;
/** A heading, or a line, below which it says what may happen. */
export const OF_EVENTS =
  /^(?:#{1,6}\s*)?\**(?:(?:things?|what|events?)\s(?:(?:that|which)\s)?(?:could|might|may|can|will|happens?)\b.{0,30}|(?:possible|plot|story)\s(?:events?|hooks?|ideas?|points?|beats?)|events?|hooks?|happenings?|ideas|troubles?|complications?)\**\s*:?\s*\**$/i;
const ITEM = /^\s*(?:[-*+•]|\d+[.)])\s+(.+)$/;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
const whole = (text: string): string => `${capital(text.trim()).replace(/[.!…]+$/, "")}.`;

/** "digs it up": "dig it up". */
const infinitive = (phrase: string): string =>
  phrase.replace(/^(\p{Ll}+)/u, (verb) =>
    /(?:ss|us|is)$/.test(verb)
      ? verb
      : /(?:ch|sh|ss|x|zz|o)es$/.test(verb)
        ? verb.slice(0, -2)
        : /ies$/.test(verb)
          ? verb.replace(/ies$/, "y")
          : verb.replace(/s$/, ""),
  );

/** What the author means to come of the story, from the sentences to the teller and from a list of what may happen. */
export function planIn(sentences: readonly string[], raw: string): AuthorsPlan {
  const notes = sentences.filter(isNote);
  const hidden = notes.flatMap((note) => {
    const found = FINDS.exec(note.replace(/[.!]+$/, ""))?.[1];
    if (found === undefined) return [];
    const [, outer = found, inner = ""] = /^(.+?)\s*\((.+)\)\s*$/.exec(found) ?? [];
    return [outer, ...inner.split(/\sand (?=(?:he|she|they|it)\s)/)]
      .filter((part) => part.split(" ").length > 2)
      .map(whole);
  });
  const decided = notes.map((note) => DECIDES.exec(note)).find((found) => found !== null);
  const [, one = "", other = ""] = decided ?? [];
  return {
    kind: notes.join(" "),
    hidden: withNames(hidden),
    decision: decided == null ? null : [infinitive(one), infinitive(other)],
    happenings: itemsUnder(raw, OF_EVENTS)
      .filter((item) => item.split(" ").length > 3 && !/[?]/.test(item))
      .map(whole),
  };
}

/** "He's living in the crawlspace": whoever the sentence before is about. */
function withNames(sentences: readonly string[]): string[] {
  let name = "";
  return sentences.map((sentence) => {
    const own =
      /^(The\s(?:\p{Ll}+\s){0,2}?\p{Ll}+|\p{Lu}[\p{Ll}’'-]+(?:\s\p{Lu}[\p{Ll}’'-]+)*)\s(?:is|has|was)\b/u.exec(
        sentence,
      )?.[1];
    if (own !== undefined && !/^(?:He|She|They|It|There|Nobody)$/.test(own)) name = own;
    return name === ""
      ? sentence
      : sentence.replace(/^(?:He|She)(?:['’]s)?\b/, (word) => (/s$/.test(word) ? `${name} is` : name));
  });
}

/** The items of the lists below a heading or a line that is one. */
export function itemsUnder(raw: string, heading: RegExp): string[] {
  const found: string[] = [];
  let isOpen = false;
  for (const line of raw.split("\n")) {
    const item = ITEM.exec(line)?.[1];
    if (item !== undefined) {
      if (isOpen) found.push(item.replace(/[*_`]{1,3}/g, "").trim());
    } else if (line.trim() !== "") isOpen = heading.test(line.trim());
  }
  return found;
}
