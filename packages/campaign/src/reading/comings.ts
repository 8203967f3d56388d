/** The beat with which somebody comes of whom an author says until when they are away, or on what they wait. */
import type { NpcProfile, PlotBeat } from "@narratoria/protocol/contracts";
import { contentWords } from "@narratoria/protocol/english";

export interface Coming {
  readonly beat: string;
  readonly state: "absent" | "missing" | "later";
  readonly text: string;
  readonly why: string;
}

/** "Ashore until the flag comes down", "hidden until finale", "on the road until the Visitation". */
const AWAY_UNTIL =
  /\b(absent|away|ashore|abroad|aboard|overseas|at sea|on (?:the|his|her|their) (?:road|way)|in (?:prison|gaol|jail|hospital|bed|hiding|exile|custody)|hidden|hiding|unseen|asleep|sleeping|dormant|imprisoned|travelling|traveling|gone|missing|locked (?:up|in|away)|not (?:seen|met|here|awake)|unavailable)\s+(?:until|till|before)\s+(?:the\s+)?([^.;,()]+)/iu;
/** "When the coat is finished", "after the flood": a first appearance that waits for what happens. */
const WAITS_FOR = /^(?:(?:only|not)\s+)?(?:when|once|after|as soon as|until|till|before)\s+(?:the\s+)?(.+)$/iu;
/** "Is woken in b_wake", "not before b_wake", said of somebody in their profile. */
const WITH_BEAT =
  /\b(?:not (?:before|until|till)|(?:is|are|was) (?:woken|freed|released|found|born|built|unlocked|summoned) (?:in|at|by|with)|(?:wakes|arrives|appears|comes|returns|enters) (?:only )?(?:in|at|with))\s+([\p{L}\p{N}_-]+)/iu;
const UNSEEN_SINCE =
  /\b(?:nobody|no one|no-one) has (?:seen|met|heard (?:of|from)) (?:him|her|them|it) since\b|\bhas(?:n['’]t| not) been seen since\b/iu;

/**
 * The first beat that a phrase names by its id or its title, or whose own words have the phrase's.
 *
 * @param share - Share of the phrase's words that the beat must have.
 */
function beatOf(phrase: string, beats: readonly PlotBeat[], share: number): PlotBeat | undefined {
  const asked = phrase.trim().toLowerCase();
  const id = asked.replace(/[\s-]+/g, "_");
  const named = beats.find(
    (beat) =>
      beat.id.toLowerCase() === id ||
      beat.id.toLowerCase() === asked ||
      beat.title.toLowerCase().replace(/^the /, "") === asked.replace(/^the /, ""),
  );
  if (named !== undefined) return named;
  const words = [...contentWords(phrase)];
  if (words.length === 0) return undefined;
  return beats.find((beat) => {
    const own = contentWords(`${beat.id.replace(/[_-]+/g, " ")} ${beat.title} ${beat.description}`);
    return words.filter((word) => own.has(word)).length >= share * words.length;
  });
}

/**
 * Finds the beat with which somebody comes, after the first of all. (rule CA1105)
 *
 * @param firstDeed - Id of the first beat in which they act, if any.
 */
export function comingOf(
  profile: NpcProfile,
  beats: readonly PlotBeat[],
  firstDeed: string | undefined,
): Coming | undefined {
  const later = (beat: string | undefined): beat is string => beat !== undefined && beat !== beats[0]?.id;
  const first = profile.metadata?.first_appearance ?? "";
  const tags = (profile.metadata?.tags ?? []).map((tag) => tag.replace(/[-_]+/g, " "));
  for (const text of [profile.role, first, ...tags]) {
    const [, state = "", until = ""] = AWAY_UNTIL.exec(text) ?? [];
    if (until === "") continue;
    const beat = beatOf(until, beats, 0.5)?.id ?? firstDeed;
    if (later(beat))
      return {
        beat,
        state: /missing/i.test(state) ? "missing" : "absent",
        text,
        why: "the author says until when they are away",
      };
  }
  const waits = WAITS_FOR.exec(first.trim())?.[1];
  const awaited = waits === undefined ? undefined : beatOf(waits, beats, 1)?.id;
  if (later(awaited)) return { beat: awaited, state: "later", text: first, why: "the first appearance waits for it" };
  for (const text of (profile.background ?? "").split(/(?<=[.!?])\s+/)) {
    const id = WITH_BEAT.exec(text)?.[1] ?? "";
    if (beats.some((beat) => beat.id === id) && later(id))
      return { beat: id, state: "later", text, why: "the profile says with which beat they come" };
    if (UNSEEN_SINCE.test(text) && later(firstDeed))
      return { beat: firstDeed, state: "missing", text, why: "the profile says that nobody has seen them" };
  }
  return undefined;
}
