import type { PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatMatter, EndingMatter } from "@narratoria/protocol/story";
import {
  capitalise,
  isLemma,
  looksFinite,
  type NameIndex,
  secondPersonFrom,
  splitSentences,
} from "@narratoria/protocol/english";
import { markdownSections } from "./markdown.js";

/** What decides, feels or promises for the player is never told. */
const DECIDES =
  /\b(?:you|the player(?:'s character)?|they)\s+(?:must|have to|has to|can|may|need(?:s)? to)\s+(?:now\s+)?(?:decide|choose|pick)\b|\b(?:you|the player)\s+(?:decides?|chooses?|agrees?|feels?|promises?|wants?|hopes?|loves?|believes?|vows?|swears?|refuses?|accepts?)\b/i;

/** "The player finds it and takes the key" becomes "You find it and take the key". */
function inSecondPerson(sentence: string): string {
  if (!/\bthe player\b/i.test(sentence)) return sentence;
  const told = sentence
    .replace(/\bthe player(?:'s|’s) character\b/gi, "the player")
    .replace(/\bthe player(?:'s|’s)/gi, (match) => (/^\p{Lu}/u.test(match) ? "Your" : "your"))
    .replace(
      /\b(the player)\s+((?:(?:also|now|still|never|always|only|first|finally|suddenly|then|alone|quietly)\s+)*)([\p{L}'’]+)/giu,
      (_, who: string, adverbs: string, verb: string) =>
        `${/^\p{Lu}/u.test(who) ? "You" : "you"} ${adverbs}${secondPersonFrom(verb)}`,
    )
    .replace(/\bthe player\b/gi, (match) => (/^\p{Lu}/u.test(match) ? "You" : "you"));
  // Verbs that share the subject: "You find the page, and reads it" must become "read it".
  let inYours = false;
  return told
    .split(/(\s+)/)
    .map((token, index, tokens) => {
      const word = token.replace(/[^\p{L}'’]/gu, "");
      if (/^you$/i.test(word)) inYours = true;
      else if (/[.;:!?]$/.test(token) || /^(?:who|which|that|while|when|where|because|as|if)$/i.test(word)) {
        inYours = false;
      } else if (
        inYours &&
        /^(?:and|or|then|but)$/i.test(tokens[index - 2]?.replace(/[^\p{L}]/gu, "") ?? "") &&
        /s$/.test(word)
      ) {
        const base = secondPersonFrom(word);
        if (base !== word && (isLemma(base) || looksFinite(word))) return token.replace(word, base);
      }
      return token;
    })
    .join("");
}

/** "The player must decide whether to sign the page or to burn it." gives "sign the page" and "burn it". */
function decisionsIn(sentence: string): string[] {
  const match =
    /\b(?:decide|choose|pick|choice)s?(?:\s+now)?\s+(?:whether\s+|between\s+|if\s+)?(?:to\s+|(?=\p{L}+ing))(.+?)[.?!]?$/iu.exec(
      sentence.trim(),
    );
  if (!match) return [];
  return (match[1] ?? "")
    .replace(/,?\s+or\s+not(?:\s+to)?$/i, "")
    .split(/,?\s+or\s+(?:whether\s+)?(?:to\s+)?|,\s*(?:to\s+)?(?=\p{Ll})/u)
    .map((part) =>
      part
        .trim()
        .replace(/^to\s+/, "")
        .replace(/\bthe player's\b/gi, "your")
        .replace(/\bthe player\b/gi, "you"),
    )
    .filter((part) => part.length > 2 && part.split(/\s+/).length <= 14);
}

/** A plot beat as it will be told. */
export function mineBeat(
  beat: PlotBeat,
  names: NameIndex,
  speakerId: (name: string) => string | undefined,
): BeatMatter {
  const told: string[] = [];
  const decisions: string[] = [];
  for (const sentence of splitSentences(beat.description)) {
    if (DECIDES.test(sentence)) {
      decisions.push(...decisionsIn(sentence));
      continue;
    }
    told.push(capitalise(inSecondPerson(sentence)));
  }
  const dialogue = (beat.dialogue ?? []).flatMap(({ speaker, line }) => {
    const id = speakerId(speaker);
    return id === undefined ? [] : [{ speaker: id, line }];
  });
  const keys = names.keysIn([...told, ...dialogue.map((entry) => entry.line)].join("\n"));
  const people = new Set(
    names
      .keysIn(told.join("\n"))
      .filter((key) => key.startsWith("npc:"))
      .map((key) => key.slice(4)),
  );
  for (const { speaker } of dialogue) people.add(speaker);
  const place =
    beat.location === undefined ? undefined : names.keysIn(beat.location).find((key) => key.startsWith("place:"));
  return {
    id: beat.id,
    title: beat.title,
    told,
    decisions,
    dialogue,
    ...(place === undefined ? {} : { place: place.slice(6) }),
    people: [...people],
    ...(beat.mood === undefined ? {} : { mood: beat.mood }),
    names: keys,
  };
}

/** An ending: the body told as written, and its epilogue. */
export function mineEnding(ending: {
  readonly id: string;
  readonly title: string;
  readonly tone?: string;
  readonly body: string;
}): EndingMatter {
  const paragraphs: string[] = [];
  const epilogue: string[] = [];
  let inEpilogue = false;
  for (const section of markdownSections(ending.body)) {
    if (section.heading !== "") inEpilogue = /^epilogue\b/i.test(section.heading);
    for (const paragraph of section.paragraphs) {
      const told = paragraph === "{deeds}" ? paragraph : splitSentences(paragraph).map(inSecondPerson).join(" ");
      (inEpilogue || told === "{deeds}" ? epilogue : paragraphs).push(told);
    }
  }
  return {
    id: ending.id,
    title: ending.title,
    ...(ending.tone === undefined ? {} : { tone: ending.tone }),
    paragraphs,
    epilogue,
  };
}
