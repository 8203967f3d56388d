/** What can be said to somebody whom a beat has brought on, where nothing else is to be said to anybody in it. */
import { type Person, type VerbClass, VERBS } from "@narratoria/protocol/story";
import { beatAtHand } from "./aftermath.js";
import type { Candidate } from "./candidate.js";
import { isFriendly } from "./regard.js";
import { ownLine } from "./replies.js";
import { lineSubject } from "./line-subject.js";
import { personSource } from "./sources.js";
import { brought } from "./take-up.js";
import { hearingInWords } from "./talk-candidates.js";
import type { OpenBeat, View } from "./view.js";
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
  // A thing of one's own can be given to anybody, help offered, and a wish asked for: that is no word on what has happened.
  // What the beat puts to the player is no word to anybody either: before one decides, one asks. (rule PC1901)
  const isOfBeat = ({ verb, bind, idle, takesUp, answers, attitude }: Candidate): boolean =>
    !idle &&
    attitude === undefined &&
    answers === undefined &&
    !(verb === "ask" && bind.topic === undefined && takesUp !== true) &&
    (takesUp === true || SPOKEN.includes(VERBS[verb].class)) &&
    bind.npc !== undefined &&
    beat.people.includes(bind.npc);
  if (others.some(isOfBeat)) return [];
  return view.present.flatMap((person): readonly Candidate[] => {
    if (!beat.people.includes(person.id) || person.speech !== "words" || !isFriendly(view, person.id)) return [];
    // Who waits for an answer has said what brings them.
    const [asked] = others.some(({ answers }) => answers === beat.id) ? [] : coming(view, person);
    return asked ? [asked] : hearing(view, person, beat);
  });
}

/** "Ask Osk what brings him here": a plain wish of somebody who is new to the player and not at home. */
function coming(view: View, { id, home }: Person): readonly Candidate[] {
  const met = view.standing.get(id)?.met;
  const isNew = met === undefined || met >= view.scene;
  // When a story begins nobody has just come.
  return isNew && view.scene > 0 && home !== view.placeId ? brought(view, id) : [];
}

/** "Ask Osk what he makes of it": a line of theirs that nothing else brings out, the one nearest to what has been told. */
function hearing(view: View, { id: npc }: Person, beat: Pick<OpenBeat, "id" | "title">): readonly Candidate[] {
  const told = view.beat?.told ?? [];
  const occasioned = told.length === 0 ? undefined : ownLine(view, npc, told);
  const line = occasioned ?? ownLine(view, npc, []);
  const subject = line === undefined || occasioned !== undefined ? undefined : lineSubject(view, npc, line);
  const text =
    line === undefined
      ? null
      : subject === undefined
        ? hearingInWords(view, npc, line, occasioned !== undefined)
        : fill(`ask {npc} about ${subject}`, view, { npc });
  if (line === undefined || text === null) return [];
  return [
    {
      verb: "decide",
      bind: { npc, fact: line.id, text, ...(subject === undefined ? {} : { prop: subject }) },
      text: capitalised(text),
      sources: [personSource(view, npc), { kind: "beat", ref: beat.id, text: beat.title }],
      salience: 0.6,
      learned: true,
      tags: [],
      // Who has nothing to say to what was told is let speak only for want of anything else.
      ...(occasioned === undefined ? { idle: true as const } : {}),
    },
  ];
}
