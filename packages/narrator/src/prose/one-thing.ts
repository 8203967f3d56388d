/**
 * How a small model is asked: for one thing in one sentence, after examples, with the first words given and the rest a choice among
 * plain words. Left to itself it gives hands teeth, and caps eyes; what it is good for is to tell which words go together. (rule NA356)
 */
import type { Random } from "@narratoria/protocol/random";
import type { Example } from "../model-host/model-host.js";
import { type CampaignWords, wordsIn } from "./checks/scene-facts.js";
import { plainWordsFor } from "./plain-words.js";
import type { Subject } from "./subjects.js";

/** All that it is told: of a longer text it keeps little, and mixes up the rest. */
export const ONE_THING =
  "You describe what you are asked for, in one short, plain sentence: how it looks, sounds or smells. Nobody speaks, and nothing happens.";

/** In the forms in which `subjectsFor` begins sentences, about nothing that any campaign is about. */
export const ONE_THING_EXAMPLES: readonly Example[] = [
  { prompt: "The lamp", answer: "The lamp is small and dark on one side." },
  { prompt: "The sounds", answer: "What can be heard is a hinge and the drip of water." },
  { prompt: "The baker’s hands", answer: "The baker’s hands are dry and never quite still." },
  { prompt: "The smell", answer: "It smells of hay and warm dust." },
  { prompt: "The clerk’s face", answer: "The clerk’s face is tired and hard to read." },
  { prompt: "The pails", answer: "The pails are worn at the edges and heavier than they look." },
  { prompt: "The door", answer: "The door is old and smooth from long use." },
  { prompt: "The light", answer: "The light is thin and weak at the edges." },
  { prompt: "The driver’s coat", answer: "The driver’s coat is patched in two places and soft to the touch." },
];

/** One sentence is seldom cut, and then for what it says of the story. */
export const ONE_THING_TRIES = 4;
export const ONE_THING_TOKENS = 40;

/** What cannot both be so. */
const AGAINST: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ["new", "clean", "polished", "bright"],
    ["old", "worn", "faded", "dull", "stained", "dusty", "dark", "patched", "scratched", "marked", "rough"],
  ],
  [
    ["small", "little", "narrow", "thin", "low", "light", "short", "bent"],
    ["large", "wide", "thick", "heavy", "high", "long", "great", "big", "broad", "solid"],
  ],
  [["smooth"], ["rough", "uneven", "gritty", "cracked", "broken"]],
  [
    ["cold", "cool", "iced"],
    ["warm", "hot"],
  ],
  [["dry"], ["damp", "wet"]],
  [["hard", "iron", "stone", "brass", "tin"], ["soft"]],
  [
    ["still", "calm", "steady", "slow"],
    ["restless", "quick", "busy"],
  ],
];
/** So many pieces are left to choose among, though some of their words were told lately. */
const FRESH = 2;
/** Paragraphs. */
const LATELY = 12;
/** Words that may come in every sentence. */
const PLAIN = new Set(
  wordsIn("a an and at by from in is are it of on one small than the they to touch with looks look most"),
);

/**
 * The rest of a sentence about a subject: one piece of each list, in order. Left out is what contradicts the subject's name or
 * what was told of it, and where enough is left what was told of anything lately.
 *
 * @param told - What this scene and those before have told, oldest first.
 */
export function piecesFor(
  subject: Subject,
  told: readonly string[],
  words: CampaignWords,
  random: Random,
): readonly (readonly string[])[] {
  const [first, second] = plainWordsFor(subject, words, random);
  const known = [subject.name, ...told.filter((text) => subject.kind === "thing" && subject.holds(text))];
  const lately = new Set(told.slice(-LATELY).flatMap(wordsIn));
  const fitting = (list: readonly string[]): readonly string[] => {
    const sound = list.filter((one) => !contradicts(one, subject.name, known));
    const fresh = sound.filter((one) => !wordsIn(one).some((word) => lately.has(word) && !PLAIN.has(word)));
    const left = fresh.length >= FRESH ? fresh : sound;
    return (left.length > 0 ? left : list).map((one) => ` ${one}`);
  };
  const [one, other] = [fitting(first), fitting(second)];
  const taken = new Set(other.flatMap(wordsIn));
  const apart = one.filter((piece) => !wordsIn(piece).some((word) => taken.has(word) && !PLAIN.has(word)));
  return [apart.length > 0 ? apart : one, [" and"], other, ["."]];
}

/** Whether a piece repeats a word of a name, or denies what is known. */
function contradicts(piece: string, name: string, known: readonly string[]): boolean {
  const named = wordsIn(name);
  const said = known.flatMap(wordsIn);
  return wordsIn(piece).some(
    (word) =>
      (!PLAIN.has(word) && isAny(word, named)) ||
      AGAINST.some(
        ([one, other]) =>
          (isAny(word, one) && said.some((spoken) => isAny(spoken, other))) ||
          (isAny(word, other) && said.some((spoken) => isAny(spoken, one))),
      ),
  );
}

const isAny = (word: string, list: readonly string[]): boolean => list.some((one) => stemOf(one) === stemOf(word));

/** The same for "large", "larger" and "largest". */
const stemOf = (word: string): string => word.replace(/(?:i?est|i?er|y|e)$/, "");
