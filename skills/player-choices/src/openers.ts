/** What can be said to somebody whom a beat has brought on, where nothing else is to be said to anybody in it. */
import { type Person, type VerbClass, VERBS } from "@narratoria/protocol/story";
import { beatAtHand } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { foundMotives, plainMotives } from "./knowledge.js";
import { isFriendly } from "./regard.js";
import { ownLine } from "./replies.js";
import { personSource } from "./sources.js";
import type { View } from "./view.js";
import { capitalised, fill } from "./words.js";

const SPOKEN: readonly VerbClass[] = ["inquire", "push", "end"];

/**
 * Questions to those of the beat at hand who are here, where none of the other candidates has to do with any of them: what brings
 * whoever is not at home and was not met before, else whatever they still have to say. (rule PC1901)
 *
 * @param others - All that can be done besides.
 */
export function openers(view: View, others: readonly Candidate[]): readonly Candidate[] {
  const beat = beatAtHand(view);
  if (beat === undefined || beat.scene !== view.scene) return [];
  // A thing of one's own can be given to anybody, and help offered: that is no word on what has happened.
  const isOfBeat = ({ verb, bind, idle, takesUp }: Candidate): boolean =>
    !idle &&
    (takesUp === true || SPOKEN.includes(VERBS[verb].class)) &&
    bind.npc !== undefined &&
    beat.people.includes(bind.npc);
  if (others.some(isOfBeat)) return [];
  return view.present.flatMap((person) =>
    beat.people.includes(person.id) && person.speech === "words" && isFriendly(view, person.id)
      ? (coming(view, person) ?? hearing(view, person, beat.id) ?? [])
      : [],
  );
}

/** "Ask Osk what brings him here": a plain wish of somebody who has come. */
function coming(view: View, { id: npc, home, speech }: Person): Candidate | undefined {
  const met = view.standing.get(npc)?.met;
  const isNew = met === undefined || met >= view.scene;
  if (speech !== "words" || !isNew || home === view.placeId || foundMotives(view, npc).length > 0) return undefined;
  const text = fill("Ask {npc} what brings {npc.o} here", view, { npc });
  if (text === null || plainMotives(view, npc).length === 0) return undefined;
  const sources = [personSource(view, npc)];
  return { verb: "ask", bind: { npc }, text, sources, salience: 1.8, learned: true, tags: [], takesUp: true };
}

/** "Hear Osk out": a line of theirs that nothing else brings out, the one nearest to what has been told. */
function hearing(view: View, { id: npc }: Person, ref: string): Candidate | undefined {
  const line = ownLine(view, npc, view.beat?.told ?? []);
  const text = fill("hear {npc} out", view, { npc });
  if (line === undefined || text === null) return undefined;
  return {
    verb: "decide",
    bind: { npc, fact: line.id, text },
    text: capitalised(text),
    sources: [personSource(view, npc), { kind: "beat", ref, text: view.beat?.title ?? "" }],
    salience: 1.6,
    learned: true,
    tags: [],
    takesUp: true,
  };
}
