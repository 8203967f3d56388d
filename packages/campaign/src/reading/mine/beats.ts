import { type NameIndex, splitSentences } from "@narratoria/protocol/english";
import type { BeatMatter, EndingMatter } from "@narratoria/protocol/story";
import { type BeatText, readBeatText } from "../beat-text.js";
import { withoutCases } from "../ending-cases.js";
import { withEntriesTold } from "../ending-lists.js";
import type { NotedBeat } from "../labelled-fields.js";
import type { PlayerWords } from "../player-words.js";
import { whenItComes } from "../../ending-words.js";
import { markdownSections } from "./markdown.js";

/** A plot beat as it will be told, and what of its texts is not told. */
export interface MinedBeat
  extends Omit<BeatMatter, "choices">,
    Pick<BeatText, "choices" | "moments" | "meant" | "passages"> {}

/**
 * Reads a plot beat: what is told of it, who and what it names, and what is only meant.
 *
 * @param line - Its line in `plot/beats.json`, 0 where that is not known.
 */
export function mineBeat(
  beat: NotedBeat,
  names: NameIndex,
  speakerId: (name: string) => string | undefined,
  player: PlayerWords,
  line: number,
): MinedBeat {
  const { told, decisions, choices, moments, meant, passages } = readBeatText(beat, player, speakerId, line);
  const dialogue = (beat.dialogue ?? []).flatMap(({ speaker, line: words }) => {
    const id = speakerId(speaker);
    return id === undefined ? [] : [{ speaker: id, line: words }];
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
    choices,
    moments,
    meant,
    passages,
    ...(place === undefined ? {} : { place: place.slice(6) }),
    people: [...people],
    ...(beat.mood === undefined ? {} : { mood: beat.mood }),
    names: keys,
  };
}

/** "What comes of it:", before a list of it. (rule CA5796) */
const LEADS_A_LIST =
  /^(?:(?:and |so )?what (?:comes|came|happens|happened|follows|followed|changes|becomes|else|then)(?: \p{L}+){0,4}|after(?:wards?| that| this)?|consequences?|results?|aftermath|outcomes?|also|then|later):$/iu;

/** An ending: the body told as written, and its epilogue. */
export function mineEnding(
  ending: { readonly id: string; readonly title: string; readonly tone?: string; readonly body: string },
  player: PlayerWords,
): EndingMatter {
  const paragraphs: string[] = [];
  const epilogue: string[] = [];
  let inEpilogue = false;
  // When an ending comes is for whoever tells it. (rule CA5796)
  const { page } = whenItComes(ending.body);
  for (const section of markdownSections(page.trim() === "" ? ending.body : page)) {
    if (section.heading !== "") inEpilogue = /^epilogue\b/i.test(section.heading);
    for (const paragraph of withEntriesTold(section.paragraphs)) {
      if (LEADS_A_LIST.test(paragraph)) continue;
      const told =
        paragraph === "{deeds}"
          ? paragraph
          : withoutCases(splitSentences(paragraph).map(player.inSecondPerson).join(" "));
      if (told !== "") (inEpilogue || told === "{deeds}" ? epilogue : paragraphs).push(told);
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
