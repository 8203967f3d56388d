import type { StoryIndex } from "../index-story.js";
import { formsIn } from "./checks/names.js";

const LABELLED = /^(\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){0,3}): (“[^”]+”)$/u;

/**
 * A line that a model has set as in a play, as the prompt lists its lines: "Osk: “It was cut.”" is "“It was cut,” says Osk.". Implements rule
 * NA6609.
 */
export function withoutSpeakerLabel(sentence: string, story: StoryIndex): string {
  const [, label = "", speech = ""] = LABELLED.exec(sentence) ?? [];
  const speaker = story.matter.people.find((person) => formsIn(label, person, story).includes(label));
  if (speaker === undefined) return sentence;
  const said = speech.replace(/\.”$/u, ",”").replace(/(?<![.,!?…—])”$/u, ",”");
  return `${said} ${story.happensInPast ? "said" : "says"} ${speaker.short}.`;
}
