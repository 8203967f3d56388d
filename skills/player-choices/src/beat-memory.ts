/** What is remembered of a beat by everybody who was in it. */
import { splitSentences } from "@narratoria/protocol/english";
import type { BeatMatter, StoryMemory } from "@narratoria/protocol/story";
import type { View } from "./view.js";

/** A memory is a sentence or two; so many letters of a beat's text are kept. */
const MOST_LETTERS = 500;

/**
 * Returns the memory of the beat that happens in this scene: its title, the sentences that name something, how it came out, and what it
 * left the player to decide; with everybody who saw it. Null where no beat happens. (rule PC510)
 */
export function memoryOfBeat(view: View): StoryMemory | null {
  const { beat } = view;
  if (!beat) return null;
  const location = beat.place ?? view.placeId;
  return {
    summary: summaryOf(view, beat),
    scene: view.scene,
    characters: witnessesOf(view, beat, location),
    location,
    significance: "medium",
    tags: ["beat", `beat:${beat.id}`],
  };
}

/** Whoever is in the beat, or at its place when it happens, and alive. */
function witnessesOf(view: View, { people }: BeatMatter, location: string): readonly string[] {
  const there = view.matter.people.filter(({ id }) => view.standing.get(id)?.place === location);
  const ids = new Set([...people, ...there.map(({ id }) => id)]);
  return [...ids].filter((id) => view.standing.get(id)?.alive !== false);
}

function summaryOf(view: View, { title, told, decisions, choices = [] }: BeatMatter): string {
  const sentences = told.flatMap((text) => splitSentences(text));
  const names = namesOf(view);
  // The last sentence is how it came out.
  const telling = sentences.filter(
    (text, at) => at === sentences.length - 1 || names.some((name) => text.includes(name)),
  );
  const put = [...decisions, ...choices.flatMap(({ text, decides }) => (decides === true ? [text] : []))];
  const left = put.length === 0 ? [] : [`You were left to decide: ${put.join(", or ")}.`];
  const kept: string[] = [];
  let room = MOST_LETTERS - title.length - left.join("").length;
  for (const text of telling) {
    if (text.length > room) break;
    room -= text.length + 1;
    kept.push(text);
  }
  return [`“${title}” happened.`, ...kept, ...left].join(" ");
}

/** How people, places and things are called. */
function namesOf({ matter }: View): readonly string[] {
  const { people, places, topics } = matter;
  const bare = (np: string): string => np.replace(/^(?:the|an?)\s+/i, "");
  return [
    ...people.flatMap(({ name, short }) => [name, short]),
    ...places.map(({ name }) => bare(name)),
    ...topics.map(({ np }) => bare(np)),
  ].filter((name) => name.length > 2);
}
