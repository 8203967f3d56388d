/** What the last beat leaves to be asked: whoever is there is asked about what has just been seen. */
import type { Verb } from "@narratoria/protocol/story";
import { sayingsOn } from "./beat-offers.js";
import type { Candidate } from "./candidate.js";
import { headOf } from "@narratoria/protocol/english";
import { isAtIssue } from "./issues.js";
import * as knowledge from "./knowledge.js";
import { memoizeView } from "./memoize-view.js";
import { isFriendly } from "./regard.js";
import { factSource } from "./sources.js";
import type { OpenBeat, View } from "./view.js";
import { refusesWithReason } from "./refusals.js";
import { bare } from "./words.js";

/** Scenes after a beat in which it is what everybody has on their minds. */
const FRESH_SCENES = 2;

/** The premise as the beat that it is: what it has told is what everybody has on their minds when the story begins. (rule PC423) */
const PREMISE = "premise";

/** Whether the premise names it, while nothing else has been told. */
export const isOfPremise = (view: View, key: string): boolean => view.scene === 0 && view.named[key] !== undefined;

function premise(view: View): OpenBeat {
  return {
    id: PREMISE,
    title: "how the story begins",
    scene: 0,
    decisions: [],
    people: view.present.map(({ id }) => id),
    names: Object.keys(view.named),
    place: view.placeId,
    choices: [],
  };
}

/** The beat of this scene, or the last one while it is still fresh. */
export const freshBeat = memoizeView((view): OpenBeat | undefined => {
  if (view.scene === 0 && !view.beat) return Object.keys(view.named).length === 0 ? undefined : premise(view);
  const beat = view.beat
    ? {
        ...view.beat,
        choices: view.beat.choices ?? [],
        scene: view.scene,
        place: view.placeId,
        sayings: sayingsOn(view, view.beat),
      }
    : view.memory.beat;
  return beat !== undefined && view.scene - beat.scene <= FRESH_SCENES ? beat : undefined;
});

/** The beat of this scene, or that of the one before: nothing is offered but what it opens. (rule PC65) */
export function beatAtHand(view: View): OpenBeat | undefined {
  const beat = freshBeat(view);
  return beat !== undefined && view.scene - beat.scene <= 1 ? beat : undefined;
}

/** Deeds towards somebody that answer what they have just done. */
const DEEDS: readonly Verb[] = [
  "help",
  "give",
  "trust",
  "warn",
  "settle",
  "accept",
  "refuse",
  "press",
  "confront",
  "bluff",
  "use",
  "face",
];

/**
 * Whether a choice is one that the beat at hand opens: its answers, what the story waits for, a question about its nouns, the way to whom
 * or what it names, a deed towards somebody in it.
 */
export function isOpenedByBeat(view: View, candidate: Candidate): boolean {
  const beat = beatAtHand(view);
  const { verb, bind, due, insists, answers } = candidate;
  if (beat === undefined) return false;
  if (
    due ||
    insists ||
    answers !== undefined ||
    candidate.takesUp ||
    candidate.attitude ||
    isAboutBeat(view, candidate)
  )
    return true;
  const isOfBeat = (npc: string | undefined): boolean =>
    npc !== undefined && (beat.people.includes(npc) || beat.names.includes(`npc:${npc}`));
  if (verb === "go" || verb === "follow") {
    return isOfBeat(bind.npc) || (bind.place !== undefined && beat.names.includes(`place:${bind.place}`));
  }
  return isOfBeat(bind.npc) && (DEEDS.includes(verb) || (verb === "ask" && bind.topic === undefined));
}

/** Topics that the beat speaks of, without the one that is merely where it happened. */
export function topicsOf(view: View, beat: Pick<OpenBeat, "names" | "place">): readonly string[] {
  const here = view.places.get(beat.place)?.topic;
  const topics = beat.names.flatMap((key) => (key.startsWith("topic:") ? [key.slice(6)] : []));
  const known = topics.filter((topic) => view.topics.has(topic));
  const others = known.filter((topic) => topic !== here);
  return others.length > 0 ? others : known;
}

/** Whether what the beat of this scene told, or the scene before, has put a topic at issue: a name in passing leaves nothing to ask. (rule PC5900) */
function isLeftOpen(view: View, topic: string, since: number): boolean {
  const np = bare(view.topics.get(topic)?.np ?? topic);
  if (view.beat !== null) {
    const texts = [...(view.beat.told ?? []), ...view.beat.dialogue.map(({ line }) => line)];
    return isAtIssue(texts, np) || isAtIssue(texts, headOf(np));
  }
  const { things } = view.memory;
  const kept = things === undefined ? [] : [things, ...things.earlier];
  return view.scene === 0 || kept.some(({ scene, names }) => scene >= since && names.some((name) => np.endsWith(name)));
}

/** Key in `world.choices.done` of the question that somebody has been asked about a beat. */
export const askedAfter = (npc: string, beat: string): string => `after:${npc}:${beat}`;

/** The beat that a question is about, or the decision taken in it, where it is one of these. */
export function beatAskedAbout({ verb, sources }: Pick<Candidate, "verb" | "sources">): string | undefined {
  return verb === "ask" ? sources.findLast(({ kind }) => kind === "beat")?.ref : undefined;
}

/**
 * The question about the beat, to each who was in it, is here and has something to say to it: once to each of them, and once more when
 * it has been decided.
 */
export function aftermath(view: View): readonly Candidate[] {
  const beat = freshBeat(view);
  if (beat === undefined) return [];
  return view.present.flatMap((person): Candidate[] => {
    // Who was not in it can be asked about its topics, like anybody.
    if (!beat.people.includes(person.id)) return [];
    if (!isFriendly(view, person.id) || view.memory.done[askedAfter(person.id, beat.decided ?? beat.id)] !== undefined)
      return [];
    const topics = topicsOf(view, beat).filter((one) => isLeftOpen(view, one, beat.scene));
    // Whoever has nothing to say to it is not asked, or refuses what they keep back.
    const topic =
      topics.find((one) => knowledge.answers(view, one, person.id).length > 0) ??
      topics.find(
        (one) => knowledge.reserved(view, one, person.id).length > 0 && refusesWithReason(view, person.id, one),
      );
    if (topic === undefined || knowledge.hasRefused(view, person.id, topic)) return [];
    const naming = knowledge.knownFactNaming(view, topic);
    return [
      {
        verb: "ask",
        bind: { npc: person.id, topic },
        sources: [
          naming
            ? factSource(naming)
            : { kind: "lore", ref: topic, text: `you have heard of ${view.topics.get(topic)?.np ?? topic}` },
          { kind: beat.id === PREMISE ? "lore" : "beat", ref: beat.id, text: beat.title },
          ...(beat.decided === undefined ? [] : [{ kind: "beat" as const, ref: beat.decided, text: beat.title }]),
        ],
        salience: 2.2,
        learned: true,
        tags: [],
        about: beat.id,
      },
    ];
  });
}

/** Whether a choice is about the beat's matter, with somebody who is there: its question, its topic, its people. */
export function isAboutBeat(view: View, { verb, bind, about }: Candidate): boolean {
  const beat = freshBeat(view);
  if (beat === undefined || bind.npc === undefined || !knowledge.isPresent(view, bind.npc)) return false;
  if (about === beat.id) return true;
  if (bind.beat !== undefined || verb === "go" || verb === "follow") return false;
  return (
    (bind.topic !== undefined && topicsOf(view, beat).includes(bind.topic)) ||
    (bind.npc2 !== undefined && beat.people.includes(bind.npc2))
  );
}
