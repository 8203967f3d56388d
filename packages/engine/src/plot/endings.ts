import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { Campaign } from "@narratoria/campaign";
import {
  type ChoiceSlot,
  type EndingMatter,
  type Hook,
  type Person,
  type StoryMemory,
  type Verb,
  VERBS,
} from "@narratoria/protocol/story";
import { allBeatsDone } from "./beats.js";
import { type BeatConditions, type BeatMoment, beatState, canStillHold, conditionsHold, list } from "./conditions.js";
import { hasComeToRest } from "./still-ahead.js";
import { endingWants } from "./wanted-deeds.js";

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

/** Endings that are offered at once when the story can only end: one may be right beside something else to do. */
const MOST_ENDINGS = 3;
/** So many scenes after endings have come into reach, with nothing else to come, the nearest comes by itself. */
const SCENES_UNTIL_IT_ENDS = 6;
/** So many after a last page has been told, or after the player has done what an ending waited for. */
const SCENES_AFTER_THE_LAST_PAGE = 3;
/** A story without an estimate of its author's is as long as this, in scenes. */
const USUAL_LENGTH = 50;
/** No story outlasts its length by more than this, unless its player says so. */
const LONGEST = 1.4;

/** What is decided about the end of the story for one scene. */
export interface EndingDecision {
  readonly hooks: readonly Hook[];
  /** For session state. */
  readonly patch: JsonObject;
}

/** What endings are decided from. */
export interface EndingMoment {
  readonly moment: BeatMoment;
  /** Ids of the beats that may still come. */
  readonly open: ReadonlySet<string>;
  /** What the story remembers, for which ending is nearest. */
  readonly memories: readonly StoryMemory[];
  /** How many scenes its author thinks of. */
  readonly length?: number;
  /** Whether something that matters is still to come: until then nothing is offered that ends the story. */
  readonly goesOn?: boolean;
  /** Ids of the beats that lead to an ending, by its id. */
  readonly pages?: ReadonlyMap<string, string>;
}

/**
 * The endings that are offered now: of those in reach the nearest to what the player did, up to three once no further beat can
 * come; and deeds that an ending waits for. (rules EN22 and EN534)
 *
 * @param campaign - Its endings and beats.
 */
export function decideEndings(
  campaign: Pick<Campaign, "beats" | "endings">,
  { moment, open, memories, length = USUAL_LENGTH, goesOn = false, pages = new Map() }: EndingMoment,
): EndingDecision {
  // One way of several has been taken: nothing that is left over keeps the story from its end.
  const closing = [...(moment.rivals ?? [])].find(([id, others]) => others.length > 0 && hasFired(id, moment))?.[0];
  const over =
    moment.scene >= length ||
    closing !== undefined ||
    (!goesOn && hasComeToRest(campaign.beats, moment, (id) => beatState(moment.state, id)));
  // Though none of its last pages need be told, the player is let choose between them.
  const undecided = [...(moment.rivals?.keys() ?? [])].some((id) => open.has(id));
  const beatsDone = open.size === 0 || over || (!undecided && allBeatsDone(campaign.beats, moment.state));
  const written = campaign.endings.filter(({ breaksOff }) => !breaksOff);
  const breaksOff = campaign.endings.find((ending) => ending.breaksOff);
  const told = written.filter(({ id }) => hasFired(pages.get(id) ?? "", moment));
  const elsewhere = new Set(written.filter(({ id }) => pages.has(id) && !told.some((one) => one.id === id)));
  const holding = written.filter((ending) => {
    if (ending.conditions) return conditionsHold(ending.conditions, moment);
    // Where the beats themselves have told which way it goes, the other ways are closed.
    if (told.length > 0) return told.includes(ending);
    return beatsDone && (closing === undefined || elsewhere.size === written.length || !elsewhere.has(ending));
  });
  // What the beats have told closes the story, whatever its conditions were taken to be. (rule EN5917)
  const inReach = holding.length === 0 && beatsDone ? told : holding;
  const isDecided = inReach.some(({ conditions }) => waitsForDeed(conditions));
  const decides = moment.decision !== undefined && hasFired(moment.decision, moment);
  const deedsOf = (isDue: (conditions: BeatConditions) => boolean): Hook[] =>
    written.flatMap((ending) =>
      ending.conditions && isDue(ending.conditions)
        ? endingWants({ ...ending, conditions: ending.conditions }, moment)
        : [],
    );
  if (goesOn && told.length === 0) {
    const deeds = decides && !isDecided ? deedsOf(isUntimed) : [];
    return { hooks: deeds.slice(0, MOST_ENDINGS), patch: reachedSince(null, moment) };
  }
  if (inReach.length === 0) {
    const deeds = deedsOf((conditions) => beatsDone || saysWhen(conditions) || (decides && isUntimed(conditions)));
    const { id, title } = breaksOff ?? LEAVE_TAKING;
    const leaves =
      (breaksOff?.conditions !== undefined && conditionsHold(breaksOff.conditions, moment)) ||
      moment.scene >= length * LONGEST - SCENES_UNTIL_IT_ENDS ||
      (moment.scene >= (campaign.beats.length > 0 ? SCENES_BEFORE_LEAVING : SCENES_WITHOUT_BEATS) &&
        nothingLeft(written, beatsDone, moment));
    const hooks: Hook[] = leaves ? [{ kind: "ending", ending: id, title }] : [];
    return { hooks: [...deeds.slice(0, MOST_ENDINGS - hooks.length), ...hooks], patch: reachedSince(null, moment) };
  }
  const nearness = nearnessTo(
    memories,
    campaign.beats.find(({ id }) => id === closing),
  );
  // Where the player's choices lean to one of them, it goes before those that only sound like what they did.
  const leans = (id: string): number => Number(id === moment.leaning?.ending);
  const nearest = inReach
    .map((ending) => ({ ending, score: nearness(ending) }))
    .sort((a, b) => leans(b.ending.id) - leans(a.ending.id) || b.score - a.score)
    .map(({ ending }) => ending);
  const isTold = told.length > 0 || (decides && isDecided);
  const ends = beatsDone || isTold;
  const patch = reachedSince(ends ? (nearest[0]?.id ?? null) : null, moment, isTold);
  const { since } = reached(mergePatch(moment.state, patch));
  const isLast = ends && endsAt(since, isTold) <= moment.scene + 1;
  const hooks = nearest.slice(0, ends ? MOST_ENDINGS : 1).map(
    ({ id, title }): Hook => ({
      kind: "ending",
      ending: id,
      title,
      ...(isTold ? { presses: true } : {}),
      ...(isLast ? { last: true } : {}),
    }),
  );
  return { hooks, patch };
}

/** Whether an ending's own conditions keep it for its time. */
function saysWhen({ requires_beat, requires_any_beat, scene_count }: BeatConditions): boolean {
  return requires_beat !== undefined || requires_any_beat !== undefined || scene_count?.min !== undefined;
}

/** Whether what an ending asks for is a deed of the player's, and nothing else says when. */
const isUntimed = (conditions: BeatConditions): boolean => !saysWhen(conditions) && waitsForDeed(conditions);

const waitsForDeed = (conditions: BeatConditions | undefined): boolean =>
  conditions?.player_choice !== undefined || (conditions?.player_choices ?? []).length > 0;

/** Scenes for which an ending that comes by itself lets journeys be made first. */
const SCENES_OF_JOURNEYS = 4;

/**
 * The ending that comes whatever is chosen, since it has been in reach for some scenes and nothing else can come; whoever sets out
 * arrives first. (rules EN537 and EN904)
 */
export function endingThatComes({ scene, state, destination }: BeatMoment): string | undefined {
  const { ending, since, told } = reached(state);
  const from = endsAt(since, told) + (destination === undefined ? 0 : SCENES_OF_JOURNEYS);
  return ending !== undefined && scene >= from ? ending : undefined;
}

/**
 * The ending that a decision brings at once: its conditions hold by that decision, they ask for the beat that put it to the player, and
 * nothing that matters is still to come. (rule EN2505)
 *
 * @param decided - The beat whose decision was taken, and the name of the decision.
 */
export function endingThatFollows(
  campaign: Pick<Campaign, "endings">,
  { moment, goesOn }: Pick<EndingMoment, "moment" | "goesOn">,
  decided: { readonly beat: string; readonly tag: string },
): string | undefined {
  if (goesOn === true) return undefined;
  const state = mergePatch(moment.state, { flags: { [decided.tag]: moment.scene } });
  const after = { ...moment, state, tags: [...moment.tags, decided.tag] };
  const before = { ...moment, tags: [] };
  const follows = campaign.endings.filter(({ breaksOff, conditions }) => {
    if (breaksOff || conditions === undefined) return false;
    const needed = [...list(conditions.requires_beat), ...(conditions.requires_any_beat ?? [])];
    return needed.includes(decided.beat) && conditionsHold(conditions, after) && !conditionsHold(conditions, before);
  });
  return follows.length === 1 ? follows[0]?.id : undefined;
}

const endsAt = (since: number, told: boolean): number =>
  since + (told ? SCENES_AFTER_THE_LAST_PAGE : SCENES_UNTIL_IT_ENDS);

function reachedSince(ending: string | null, { scene, state }: BeatMoment, told = false): JsonObject {
  const before = reached(state);
  if (ending === null) return before.ending === undefined ? {} : { world: { end: null } };
  // Once the last page has been told, the scenes after it are counted.
  const since = before.ending === undefined || (told && !before.told) ? scene : before.since;
  return { world: { end: { ending, since, told } } };
}

function reached(state: JsonObject): { readonly ending?: string; readonly since: number; readonly told: boolean } {
  const ending = getPath(state, "world.end.ending");
  const since = getPath(state, "world.end.since");
  const told = getPath(state, "world.end.told") === true;
  return typeof ending === "string" && typeof since === "number" ? { ending, since, told } : { since: 0, told };
}

function hasFired(beat: string, { state }: BeatMoment): boolean {
  return getPath(state, `beats.${beat}.state`) === "fired";
}

/** As many as an epilogue names. */
const DEEDS_IN_AN_EPILOGUE = 4;
/** What nobody would think of when the story is over. */
const UNTOLD: readonly Verb[] = ["go", "follow", "wait", "rest", "listen", "reckon"];
const isTalk = ({ verb, bind }: NonNullable<StoryMemory["deed"]>): boolean =>
  VERBS[verb].class === "inquire" ||
  (verb === "decide" &&
    /^(?:ask|hear|let|have a word with|talk to|speak to|go on talking to)\b/i.test(bind.text ?? ""));
const WEIGHT = { high: 2, medium: 1, low: 0 } as const;

/**
 * The deeds that tell a story from others, in the order in which they were done: from its first part, its middle and its last
 * in turn, in each what was decided first, then what weighed most. Whom a deed means by "him" is named; what means something by "it", and
 * what is a trifle, stays away where two other deeds can be told. (rules EN53, EN5761 and EN5762)
 *
 * @param memories - What the story remembers, in order.
 * @param people - The story's cast by id.
 * @returns Up to four sentences about what "You" did.
 */
export function tellingDeeds(
  memories: readonly StoryMemory[],
  people: ReadonlyMap<string, Pick<Person, "short" | "pronoun">> = new Map(),
): string[] {
  const all = memories.filter(({ deed }) => deed !== undefined && deed.verb !== "end");
  const done = all.filter(({ deed }) => deed !== undefined && !UNTOLD.includes(deed.verb));
  // What was only asked is told where nothing else was done. (rule EN53)
  const telling = done.filter(({ deed }) => deed !== undefined && !isTalk(deed));
  const some = [telling, done, all].find((list) => list.length > 0) ?? all;
  const named = some.map((one) => ({ ...one, summary: withPartner(deedAlone(one.summary), one, people) }));
  // "You stood." says nothing at the end. (rule EN6501)
  const isSaid = ({ summary }: StoryMemory): boolean => summary.split(" ").length > FEWEST_WORDS;
  const weighty = named.filter((one) => !isTrifle(one) && !LEANS.test(one.summary) && isSaid(one));
  const plain = named.filter((one) => !isTrifle(one));
  const deeds = [weighty, plain].find((list) => list.length >= FEWEST_WEIGHTY) ?? named;
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
  return chosen.sort((a, b) => a.scene - b.scene).map(({ summary }) => summary);
}

/** Deeds that an epilogue is made of, without those that are too small for it. */
const FEWEST_WEIGHTY = 2;
/** "You" and a verb alone. */
const FEWEST_WORDS = 2;
/** A pronoun before any name: it means something of the scene in which the deed was done. */
const LEANS = /^You (?:(?!\p{Lu}).)*?\b(?:it|its|him|his|her|he|she|they|them|their)\b/u;
const COMPANY =
  /^(?:(?:keep|kept) .+ company\b|(?:go|went) and st(?:and|ood) beside\b|wait(?:ed)? for .+ to speak first\b|(?:tell|told) .+ that you (?:believe|would say the same|are not so sure)|th(?:ank|anked) .+ for telling you)/iu;

/** What nobody would tell of a story: a look around, a word about old times, an hour of company. */
function isTrifle({ deed, summary }: StoryMemory): boolean {
  if (deed === undefined) return true;
  const { verb, bind } = deed;
  if (COMPANY.test(bind.text ?? summary.replace(/^You /, ""))) return true;
  return bind.beat === undefined && /^(?:look|remember|inquire)$/.test(VERBS[verb].class);
}

/** Deeds whose object is whoever they are done with: "bring him up to the house" may mean somebody else. */
const SPEAKS_TO = /^You (told|asked|warned|thanked|refused|promised|answered|assured) (him|her)\b(?! own\b)/u;

/** "You told him the whole." of the one man there: "You told Osk the whole." */
function withPartner(
  summary: string,
  { deed, characters }: StoryMemory,
  people: ReadonlyMap<string, Pick<Person, "short" | "pronoun">>,
): string {
  const given = deed?.bind.npc === undefined ? characters : [deed.bind.npc];
  const [, verb = "", object = ""] = SPEAKS_TO.exec(summary) ?? [];
  const pronoun = object === "him" ? "he" : "she";
  const meant = [...new Set(given)].flatMap((id) => people.get(id) ?? []).filter((one) => one.pronoun === pronoun);
  const [who] = meant;
  if (object === "" || who === undefined || meant.length > 1 || summary.includes(who.short)) return summary;
  // "You told her story" has no such object: "her" before a noun at the end is whose it is.
  const rest = summary.slice(`You ${verb} ${object}`.length);
  if (object === "her" && /^ \p{Ll}+[.!]$/u.test(rest)) return summary;
  return `You ${verb} ${who.short}${rest}`;
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

/** How near an ending is in its words to what the player did, and to the beat that closes the story. */
export function nearnessTo(
  memories: readonly StoryMemory[],
  lastBeat?: Campaign["beats"][number],
): (ending: Campaign["endings"][number]) => number {
  const lived = new Map<string, number>();
  const texts = lastBeat ? [wordsOf(lastBeat, `${lastBeat.title} ${lastBeat.description}`)] : [];
  for (const word of [...memories.map((memory) => wordsOf(memory, memory.summary)), ...texts].flat())
    lived.set(word, (lived.get(word) ?? 0) + 1);
  return (ending) => overlap(new Set(wordsOf(ending, ending.body)), lived);
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
