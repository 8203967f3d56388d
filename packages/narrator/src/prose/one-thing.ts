/** How a small model is asked: for one thing in one sentence, after examples, with the first words given. (rule NA356) */
import type { Example } from "../model-host/model-host.js";
import { strangeWords } from "./checks/names.js";
import { type CampaignWords, wordsIn } from "./checks/scene-facts.js";

/** All that it is told: of a longer text it keeps little, and mixes up the rest. */
export const ONE_THING =
  "You describe what you are asked for, in one short, plain sentence: how it looks, sounds or smells. Nobody speaks, and nothing happens.";

/** In the forms in which `subjectsFor` begins sentences, about nothing that any campaign is about. */
export const ONE_THING_EXAMPLES: readonly Example[] = [
  { prompt: "The lamp", answer: "The lamp is turned low, and its glass is black on one side." },
  { prompt: "The sounds", answer: "What can be heard is a bucket, a hen and somebody’s cough." },
  { prompt: "The baker’s hands", answer: "The baker’s hands are white to the wrist and never quite still." },
  { prompt: "The smell", answer: "It smells of hay, leather and warm dust." },
  { prompt: "The clerk’s face", answer: "The clerk’s face is grey, with the marks of spectacles on the nose." },
  { prompt: "The pails", answer: "The pails are full to the brim and rock a little on the step." },
  { prompt: "The door", answer: "The door is low and thick, and its bolt has worn a bright line in the wood." },
  { prompt: "The light", answer: "The light is thin and comes from one small window under the roof." },
  { prompt: "The driver’s coat", answer: "The driver’s coat is brown, and one of its pockets has been sewn up twice." },
];

/** Letters by which two words count as one: "stacked" and "stacks". */
const STEM = 5;

/**
 * Whether a sentence only goes round in a circle ("The light is light"), or leaves the story's own words: what such a model
 * invents is seldom of the story's world.
 */
export function saysNothing(sentence: string, words: CampaignWords): boolean {
  const stems = wordsIn(sentence).flatMap((word) => (word.length > 3 ? [word.slice(0, STEM)] : []));
  return new Set(stems).size < stems.length || strangeWords(sentence, words).length > 0;
}

/** Sentences that it tries for one paragraph: each takes a third of a second, and most of them will not do. */
export const ONE_THING_TRIES = 8;
export const ONE_THING_TOKENS = 40;
