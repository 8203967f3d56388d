/** What somebody offers or asks of the player in a beat's text: it can be taken or turned down. (STORYTELLING 3) */
import type { BeatMatter, Person } from "@narratoria/protocol/story";
import type { View } from "./view.js";

export interface BeatOffer {
  /** Whose it is. */
  readonly npc: string;
  readonly kind: "offer" | "request" | "invitation";
}

/** Verbs by which something is put to the player, with what must follow them. */
const PUT: readonly (readonly [BeatOffer["kind"], RegExp])[] = [
  ["offer", /\b(?:offers?|proposes?)(?= (?:you|to|that|an?|the|his|her|their|its)\b)/],
  ["invitation", /\binvites?(?= you\b)/],
  ["request", /\b(?:asks?|begs?|wants?|needs?)(?= (?:you (?:to|for)|for)\b)/],
];

/** What is not said as happening now. */
const NOT_NOW = /\b(?:if|when|whoever|never|nobody|not|used to|once|would)\b/i;

/** The first offer in a beat's text that comes from somebody who is in it; none where its author has left decisions or choices. */
export function offerIn(view: View, beat: BeatMatter): BeatOffer | undefined {
  if (beat.decisions.length > 0 || (beat.choices ?? []).length > 0) return undefined;
  const people = beat.people.flatMap((id) => view.people.get(id) ?? []);
  for (const sentence of beat.told) {
    for (const [kind, verb] of PUT) {
      const found = verb.exec(sentence);
      if (!found) continue;
      const before = sentence.slice(0, found.index);
      const by =
        lastNamed(before, people) ?? (/^(?:then |and |so )?(?:he|she|they|it) $/i.test(before) ? people[0] : undefined);
      if (by && by.speech !== "none" && !NOT_NOW.test(before)) return { npc: by.id, kind };
    }
  }
  return undefined;
}

/** Whoever is named last in a text. */
function lastNamed(text: string, people: readonly Person[]): Person | undefined {
  const at = ({ name, short }: Person): number => Math.max(text.lastIndexOf(name), text.lastIndexOf(short));
  return people
    .filter((person) => at(person) >= 0)
    .sort((a, b) => at(b) - at(a))
    .at(0);
}
