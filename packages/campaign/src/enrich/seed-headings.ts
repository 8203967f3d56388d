/** Places that a setting gives a heading of their own: "## The Chapel of Brine". Implements rule CA5994. */
import type { SeedPlace } from "./seed.js";
import { isPlainSentence } from "./seed-plain.js";
import { itemsUnder } from "./seed-notes.js";
import { sentencesOf } from "./seed-sentences.js";
import { PLACE_NOUNS, placePreposition } from "./seed-words.js";

/** What else settings have sections on. */
const OTHER =
  /\b(?:tone|rules?|people|person|history|era|age|time|magic|money|econom\w+|themes?|religions?|faiths?|gods?|customs?|laws?|factions?|weather|climate|calendar|technology|language|food|mood|style|setting|world|overview|premise|notes?|characters?|cast|war|sounds?|smells?|senses|secrets?|truth|plot|hooks?|places|locations)\b/i;
/** Kinds of places for which {@link PLACE_NOUNS} has no word, since the words mean other things as well. */
const KINDS =
  /\b(?:lift|stairs?|steps|baths?|landing|level|wing|ring|quarter|works|pit|shaft|dome|lock|weir|ford|pass|ridge|spring|wells?|arches|cells?|stacks?|stores?|yards?|rooms?|docks?|gardens?)\b/i;

export function headingPlaces(setting: string): SeedPlace[] {
  const parts = setting.split(/^(?=#{2,4}\s)/m).slice(1);
  return parts.flatMap((part): SeedPlace[] => {
    const [heading = "", ...lines] = part.split("\n");
    const title = heading
      .replace(/^#+\s*/, "")
      .replace(/\s*#+\s*$/, "")
      .replace(/[*_`]/g, "")
      .trim();
    const words = title.split(/\s+/);
    const of = words.findIndex((word) => /^(?:of|under|below|above|behind|at|on|by)$/i.test(word));
    const head = (of > 0 ? words[of - 1] : words.at(-1))?.toLowerCase() ?? "";
    const isPlace = PLACE_NOUNS.has(head) || PLACE_NOUNS.has(head.replace(/s$/, "")) || KINDS.test(title);
    if (!isPlace || OTHER.test(title) || words.length > 6 || /[?:.]/.test(title)) return [];
    const name = /^the\s/i.test(title)
      ? title.replace(/^the\b/i, "the")
      : /^(?:an?)\s/i.test(title)
        ? title
        : `the ${title}`;
    // "Corran Halt" is a name; "Chapel of Brine" takes an article.
    const isName = !/^the\s/i.test(title) && words.length > 1 && of < 0 && words.every((word) => /^\p{Lu}/u.test(word));
    return [
      {
        name: isName ? title : name,
        preposition: placePreposition(head),
        told: wholeSentences(lines.join("\n"), isName ? title : name).slice(0, 3),
      },
    ];
  });
}

/** A heading, or a line, below which the places are listed. */
export const OF_PLACES =
  /^(?:#{1,6}\s*)?\**(?:the\s)?(?:(?:important|main|key|other|some)\s)?(?:places|locations|where(?:\sit\s(?:is|plays|happens))?|settings|map|sights)(?:\s(?:in|of|on|at|aboard|here|there)\b.{0,30})?\**\s*:?\s*\**$/i;

/** "- Skarven, the inn", "- the salt pans - nobody goes there" under a heading that says that they are places. Implements rule CA6556. */
export function listedPlaces(raw: string): SeedPlace[] {
  return itemsUnder(raw, OF_PLACES).flatMap((item): SeedPlace[] => {
    const [, before = "", rest = ""] = /^(.{2,50}?)(?:\s[-–—]+\s|:\s|,\s|\s\(|[.]\s|$)(.*)$/u.exec(item) ?? [];
    const title = before.trim().replace(/[.]$/, "");
    const words = title.split(/\s+/);
    if (title === "" || words.length > 6) return [];
    const of = words.findIndex(
      (word, at) => at > 0 && /^(?:of|under|below|above|behind|at|on|by|without|with|in)$/i.test(word),
    );
    const kind = /^(?:an?|the)\s(?:\p{Ll}+\s){0,2}?(\p{Ll}+)$/u.exec(rest.replace(/[.)]+$/, ""))?.[1];
    const head = kind ?? (of > 0 ? words[of - 1] : words.at(-1))?.toLowerCase() ?? "";
    const isOwned = /^(?:\p{Lu}[\p{L}]+\s)?\p{Lu}[\p{L}]+['’]s?\s/u.test(title);
    const isName = words.every((word) => /^\p{Lu}/u.test(word)) && !/^The\b/.test(title);
    const name =
      isOwned || isName
        ? title
        : /^the\s/i.test(title)
          ? title.replace(/^The\b/, "the")
          : `the ${title.replace(/^an?\s/i, "").replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())}`;
    const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
    const said = rest
      .replace(/\)$/, "")
      .trim()
      .replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
    const told =
      kind !== undefined
        ? [`${capital} is ${said.replace(/[.]$/, "")}.`]
        : wholeSentences(said === "" || /[.!]$/.test(said) ? said : `${said}.`, name);
    return [{ name, ...(kind !== undefined && { kind }), preposition: placePreposition(head), told: told.slice(0, 3) }];
  });
}

/** What stands under a heading speaks of "it" and leaves out who: its first sentence is told with the name. */
function wholeSentences(text: string, name: string): string[] {
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  return sentencesOf(text).flatMap((sentence, at) => {
    const whole =
      /^It\s(?:is|was|has|goes|stands|lies|smells|hums|runs|leads|holds|keeps|never|always|\p{Ll}+s\b)/u.test(sentence)
        ? sentence.replace(/^It\b/, capital)
        : at === 0 && /^(?:An?|The)\s[^.]*[.]$/.test(sentence) && !VERB.test(sentence)
          ? `${capital} is ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
          : at === 0 && /^\p{Lu}\p{Ll}+ed\b/u.test(sentence) && !VERB.test(sentence)
            ? `${capital} ${/\bsince\b/.test(sentence) ? "has been" : "is"} ${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1)}`
            : sentence;
    return isPlainSentence(whole) ? [whole] : [];
  });
}

/** A sentence with one of these has a verb of its own; "A hall carved out of one crystal." has none. */
const VERB =
  /\b(?:is|are|was|were|has|have|had|does|do|can|will|must|stands?|lies|hangs?|comes?|goes|lives?|keeps?|burns?|runs?|leads?|smells?|sits?|waits?|grows?|says?|holds?|hums?|looks?|opens?|sleeps?|works?|meets?|falls?|rises?)\b/;
