import type { Campaign } from "@narratoria/campaign";
import {
  type ChoiceSlot,
  type EndingMatter,
  type Hook,
  type StoryMemory,
  type Verb,
  VERBS,
} from "@narratoria/protocol/story";
import { allBeatsDone, type BeatMoment, canStillHold, conditionsHold } from "./beats.js";

/** A campaign that wrote no ending may be left once its beats are done, but not before a story has had time to be one. */
const SCENES_BEFORE_LEAVING = 12;

/** Where no beats say when, there is more to find than that. */
const SCENES_WITHOUT_BEATS = 20;

/** The ending of a story that is left, where its campaign wrote none for that. */
export const LEAVE_TAKING: EndingMatter = {
  id: "leave-taking",
  title: "Here it rests",
  paragraphs: [
    "You leave it there. Not everything has been answered, and what has been answered will keep.",
    "The place goes on behind you as it did before you came.",
  ],
  epilogue: [
    "For some time afterwards people turn round when a door opens, in case it is you.",
    "{deeds}",
    "The rest goes on without you, as most things do, and nobody can say how it ends.",
  ],
};

/** The choice to leave a story for good: it leads to the campaign's own ending for that, or to the engine's. */
export function leavingSlot(campaign: Pick<Campaign, "endings">, scene: number): ChoiceSlot {
  const { id, title } = campaign.endings.find(({ breaksOff }) => breaksOff) ?? LEAVE_TAKING;
  return {
    id: `s${scene}-leave`,
    verb: "end",
    class: VERBS.end.class,
    bind: { ending: id, text: title },
    sources: [{ kind: "ending", ref: id, text: title }],
    text: "Leave it here",
    label: "Leave",
    tags: [],
  };
}

/**
 * The ending that is offered now: of those in reach, the one nearest to what the player did. (DESIGN 8, rule EN22)
 *
 * @param campaign - Its endings and beats.
 * @param moment - The scene about to be made.
 * @param memories - What the story remembers, for which ending is nearest.
 * @returns At most one hook.
 */
export function endingHooks(
  campaign: Pick<Campaign, "beats" | "endings">,
  moment: BeatMoment,
  memories: readonly StoryMemory[],
): Hook[] {
  const beatsDone = allBeatsDone(campaign.beats, moment.state);
  const written = campaign.endings.filter(({ breaksOff }) => !breaksOff);
  const breaksOff = campaign.endings.find((ending) => ending.breaksOff);
  const inReach = written.filter((ending) =>
    ending.conditions ? conditionsHold(ending.conditions, moment) : beatsDone,
  );
  if (inReach.length === 0) {
    const { id, title } = breaksOff ?? LEAVE_TAKING;
    const over =
      (breaksOff?.conditions !== undefined && conditionsHold(breaksOff.conditions, moment)) ||
      (moment.scene >= (campaign.beats.length > 0 ? SCENES_BEFORE_LEAVING : SCENES_WITHOUT_BEATS) &&
        nothingLeft(written, beatsDone, moment));
    return over ? [{ kind: "ending", ending: id, title }] : [];
  }
  const lived = new Map<string, number>();
  for (const word of memories.flatMap((memory) => wordsOf(memory, memory.summary)))
    lived.set(word, (lived.get(word) ?? 0) + 1);
  const nearest = inReach
    .map((ending) => ({ ending, score: overlap(new Set(wordsOf(ending, ending.body)), lived) }))
    .reduce((best, one) => (one.score > best.score ? one : best));
  return [{ kind: "ending", ending: nearest.ending.id, title: nearest.ending.title }];
}

/** As many as an epilogue names. */
const DEEDS_IN_AN_EPILOGUE = 4;
/** What nobody would think of when the story is over. */
const UNTOLD: readonly Verb[] = ["go", "follow", "wait", "rest", "listen", "reckon"];
const WEIGHT = { high: 2, medium: 1, low: 0 } as const;

/**
 * The deeds that tell a story from others, in the order in which they were done: from its first part, its middle and its last
 * in turn, in each what was decided first, then what weighed most.
 *
 * @param memories - What the story remembers, in order.
 * @returns Up to four sentences about what "You" did.
 */
export function tellingDeeds(memories: readonly StoryMemory[]): string[] {
  const all = memories.filter(({ deed }) => deed !== undefined && deed.verb !== "end");
  const telling = all.filter(({ deed }) => deed !== undefined && !UNTOLD.includes(deed.verb));
  const deeds = telling.length > 0 ? telling : all;
  const last = deeds.at(-1)?.scene ?? 0;
  const score = ({ deed, significance }: StoryMemory): number =>
    WEIGHT[significance] + (deed?.bind.beat !== undefined ? 2 : 0) + (deed?.outcome === "fail" ? -1 : 0);
  const parts = [0, 1, 2].map((part) =>
    deeds
      .filter(({ scene }) => Math.min(2, Math.floor((3 * scene) / (last + 1))) === part)
      .sort((a, b) => score(b) - score(a) || b.scene - a.scene),
  );
  const chosen: StoryMemory[] = [];
  for (let round = 0; chosen.length < DEEDS_IN_AN_EPILOGUE && round < deeds.length; round++)
    for (const part of parts) {
      const next = part[round];
      if (next && chosen.length < DEEDS_IN_AN_EPILOGUE) chosen.push(next);
    }
  return chosen.sort((a, b) => a.scene - b.scene).map(({ summary }) => deedAlone(summary));
}

/** A summary without what came of the deed: an epilogue says what was done. */
function deedAlone(summary: string): string {
  return summary.replace(/, (?:and|but) .*$/, ".");
}

/** No ending is left that the story could still come to, or there never was one and its beats are done. */
function nothingLeft(written: Campaign["endings"], beatsDone: boolean, moment: BeatMoment): boolean {
  return written.length === 0
    ? beatsDone
    : written.every(({ conditions }) => conditions !== undefined && !canStillHold(conditions, moment));
}

function overlap(words: ReadonlySet<string>, lived: ReadonlyMap<string, number>): number {
  const sum = [...words].reduce((sum, word) => sum + Math.log1p(lived.get(word) ?? 0), 0);
  return sum / Math.sqrt(words.size || 1);
}

const longerWords = new WeakMap<object, readonly string[]>();

/** The longer words of what stays as it is: late in a story there is much of it, and every turn asks. */
function wordsOf(of: object, text: string): readonly string[] {
  const known = longerWords.get(of) ?? [...text.toLowerCase().matchAll(/\p{L}{4,}/gu)].map(([word]) => word);
  longerWords.set(of, known);
  return known;
}
