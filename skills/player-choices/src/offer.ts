/** Makes the next choices: candidates, scores, slots, wording, odds, and what has to be remembered of the offer. */ import type {
  JsonObject,
  JsonValue,
} from "@narratoria/protocol";
import { isLawful } from "@narratoria/protocol/laws";
import { createRandom, deriveSeed, type Random } from "@narratoria/protocol/random";
import {
  type BeatMatter,
  type ChoiceSlot,
  type Effect,
  type StoryMemory,
  type Verb,
  VERBS,
} from "@narratoria/protocol/story";
import { offerIn, sayingsOn } from "./beat-offers.js";
import type { Candidate } from "./candidate.js";
import { candidatesFor } from "./candidates.js";
import { openCases } from "./case-file.js";
import { topicsOf } from "./aftermath.js";
import { isAsking } from "./due-candidates.js";
import { freshNames, lastNamed } from "./fresh-names.js";
import {
  inWords,
  modifiersFor,
  oddsFor,
  SENTIMENT_BOUND,
  statFor,
  statNamed,
  successProbability,
  thirdOf,
} from "./odds.js";
import { OPERATORS } from "./operators.js";
import { opinionSources } from "./sources.js";
import { giveReasons, type Reasoned } from "./reasons.js";
import { replyKind } from "./replies.js";
import { inOwnWords } from "./own-words.js";
import { facetKey } from "./own-tellings.js";
import { IN_MIND, sceneTexts, thingsNamed } from "./take-up.js";
import { fillSlots, isPastime, offerKey, type Scored, scoreAll, VERB_WINDOW } from "./scoring.js";
import { stakeInWords, stakeOf } from "./stakes.js";
import type { View } from "./view.js";
import { labelOf, wordChoice } from "./wording.js";

/** The skill's settings, as `config-schema.json` describes them. */
export interface OfferSettings {
  readonly minOptions: number;
  readonly maxOptions: number;
  /** Success probability, 0 to 1, below which a choice is marked as difficult. */
  readonly showDifficultyThreshold: number;
  readonly consequenceHintVerbosity: "none" | "brief" | "detailed";
}

export interface Offer {
  readonly slots: readonly ChoiceSlot[];
  /** Keys that the text of the scene must name, because a choice does. */
  readonly bringIn: readonly string[];
  /** How many of them stand on something learned in play. */
  readonly learned: number;
  /** For session state. */
  readonly patch: JsonObject;
}

/** Scenes after which an offer that was not made again is forgotten. */
const FORGET_OFFERS = 12;

/**
 * Makes 3 or 4 choices from the state after the outcome; none when the story ends.
 *
 * @param view - A staged view.
 * @param happened - The effects of this turn: what they name will stand in the scene's text.
 * @param recalled - Memories that bear on the scene.
 */
export function makeOffer(
  view: View,
  happened: readonly Effect[],
  recalled: readonly StoryMemory[],
  settings: OfferSettings,
): Offer {
  if (view.ending) return { slots: [], bringIn: [], learned: 0, patch: {} };
  const random = createRandom(deriveSeed(view.seed, "offer"));
  const most = Math.max(3, Math.min(4, settings.maxOptions));
  const least = Math.min(most, Math.max(3, settings.minOptions));
  const fresh = freshNames(view, happened);
  const scored = scoreAll(view, candidatesFor(view, recalled, happened), fresh, random);
  const open = openCases(view).open.map(({ id }) => id);
  const picked = inOwnWords(view, wordAll(view, scored, open, most, least, random), sceneTexts(view, happened), random);
  const reasoned = giveReasons(
    view,
    picked,
    recalled,
    (key) => fresh.has(key) || lastNamed(view, key) >= view.scene - 1,
  );
  // What the story asks is answered first; the rest comes in no order that could be learned.
  const shuffled = random.shuffle(reasoned);
  const answers = shuffled.filter(({ candidate }) => isDecision(candidate));
  const others = shuffled.filter((one) => !answers.includes(one));
  const takenUp = others.filter(({ candidate }) => candidate.takesUp);
  const idle = others.filter(({ candidate }) => isPastime(candidate));
  const rest = others.filter((one) => !takenUp.includes(one) && !idle.includes(one));
  const ordered = [...answers, ...takenUp, ...rest, ...idle];
  const slots = ordered.map((one, index) => toSlot(view, one, `s${view.scene}-${index + 1}`, recalled, settings));
  const bringIn = [...new Set(picked.flatMap((one) => one.bringIn))];
  const reasonKeys = reasoned.flatMap(({ reasonKey, candidate: { facet } }) => [
    ...(reasonKey === undefined ? [] : [reasonKey]),
    ...(facet === undefined ? [] : [facetKey(facet)]),
  ]);
  const learned = reasoned.filter(({ candidate }) => candidate.learned).length;
  return {
    slots,
    bringIn,
    learned,
    patch: notes(view, slots, reasonKeys, thingsNamed(view, sceneTexts(view, happened))),
  };
}

/** An answer to what a beat has left open. */
function isDecision({ bind, verb }: Candidate): boolean {
  return bind.beat !== undefined && VERBS[verb].class === "end";
}

interface Worded {
  readonly candidate: Candidate;
  readonly text: string;
  readonly bringIn: readonly string[];
}

/** Fills and words the slots; a choice that cannot be said within the campaign's constraints gives way to the next. */
function wordAll(
  view: View,
  scored: readonly Scored[],
  open: readonly string[],
  count: number,
  least: number,
  random: Random,
): readonly Worded[] {
  let left = scored;
  for (;;) {
    const chosen = fillSlots(view, left, open, count, least);
    const words = chosen.map(({ candidate, bringIn }) => {
      const text = allowedWording(view, candidate, random);
      return { candidate, text, bringIn };
    });
    const texts = new Set<string>();
    const bad = words.filter(({ text }) => {
      const double = text !== null && texts.has(text);
      if (text !== null) texts.add(text);
      return text === null || double;
    });
    if (bad.length === 0) return words.map((one) => ({ ...one, text: one.text ?? "" }));
    const refused = new Set(bad.map(({ candidate }) => candidate));
    left = left.filter(({ candidate }) => !refused.has(candidate));
  }
}

const TRIES = 6;

/** A wording that breaks no law of the campaign, or null after a few tries. */
function allowedWording(view: View, { verb, bind, text: given }: Candidate, random: Random): string | null {
  if (given !== undefined) return isLawful(given, view.laws, { order: true }) ? given : null;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const text = wordChoice(view, verb, bind, random);
    if (isLawful(text, view.laws, { order: true })) return text;
  }
  return null;
}

function toSlot(
  view: View,
  { candidate, text, reason, speaksAgainst }: Reasoned,
  id: string,
  recalled: readonly StoryMemory[],
  settings: OfferSettings,
): ChoiceSlot {
  const { verb, bind, sources, tags } = candidate;
  // Nobody is told that they may do it though they were caught, and that it helps them.
  const roll = rollFor(view, candidate, speaksAgainst === true ? [] : recalled);
  const difficulty = roll
    ? candidate.check?.difficulty === undefined
      ? difficultyOf(view, verb, bind.npc, roll.bonus, settings)
      : inWords(candidate.check.difficulty)
    : undefined;
  const stake = roll ? stakeOf(view, verb, bind) : undefined;
  const hint = hintFor(verb, stake, settings.consequenceHintVerbosity);
  return {
    id,
    verb,
    class: VERBS[verb].class,
    bind,
    sources: [
      ...sources,
      ...(bind.npc === undefined || VERBS[verb].class === "move" ? [] : opinionSources(view, bind.npc)),
    ],
    text,
    label: labelOf(view, shownAs(verb, bind), bind),
    tags,
    ...(roll ? { roll } : {}),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(hint === undefined ? {} : { hint }),
    ...(stake === undefined ? {} : { stake }),
    // What a journey is for is decided here, and worded with it.
    ...(candidate.text === undefined && verb !== "go" ? {} : { fixed: true }),
    ...(candidate.result === undefined ? {} : { result: candidate.result }),
    ...(candidate.rows === undefined ? {} : { rows: candidate.rows }),
    ...(candidate.empty === true && VERBS[verb].class !== "move" ? { empty: true } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

/** The verb that a choice is labelled with: a question about what a beat has named asks, an answer to a beat decides. */
function shownAs(verb: Verb, bind: ChoiceSlot["bind"]): Verb {
  const { fact, npc, beat, text } = bind;
  if (replyKind(verb, bind) !== undefined) return verb;
  if (verb === "decide" && npc !== undefined && (fact !== undefined || isAsking(text ?? ""))) return "ask";
  return beat !== undefined && (verb === "accept" || verb === "refuse") ? "decide" : verb;
}

function rollFor(view: View, candidate: Candidate, recalled: readonly StoryMemory[]): ChoiceSlot["roll"] {
  const { verb, bind, easy, check } = candidate;
  if (view.rules.diceless === true) return undefined;
  if (check === undefined && (OPERATORS[verb].tries.length === 0 || easy)) return undefined;
  const modifiers = modifiersFor(view, verb, bind, candidate.memory ?? bearingMemory(candidate, recalled), check);
  const bonus = modifiers.reduce((sum, one) => sum + one.value, 0);
  const stat = (check ? statNamed(view, check.stat) : statFor(view, verb))?.name;
  return { ...(stat === undefined ? {} : { stat }), modifiers, bonus, odds: oddsFor(bonus, view.rules) };
}

/** The weightiest memory of the same person, or of the same topic, that bears on a deed. */
function bearingMemory({ bind }: Candidate, recalled: readonly StoryMemory[]): StoryMemory | undefined {
  return recalled.find(
    (memory) =>
      memory.significance === "high" &&
      (bind.npc === undefined
        ? bind.topic !== undefined && memory.deed?.bind.topic === bind.topic
        : memory.characters.includes(bind.npc)),
  );
}

function difficultyOf(
  view: View,
  verb: Verb,
  npc: string | undefined,
  bonus: number,
  settings: OfferSettings,
): string | undefined {
  const feeling = npc === undefined ? 0 : (view.standing.get(npc)?.feeling ?? 0);
  const stat = statFor(view, verb);
  const third = stat ? thirdOf(view, stat) : "middle";
  // A strong stat against poor standing, or a weak stat: possible, and marked.
  if (third === "upper" && feeling < -SENTIMENT_BOUND) return "difficult";
  if (third === "lower") return "unlikely to succeed";
  return successProbability(bonus, view.rules) < settings.showDifficultyThreshold ? "difficult" : undefined;
}

const HINTS = {
  inquire: "You may learn something.",
  push: "You may learn something, at the price of goodwill.",
  bond: "It may bring you closer.",
  remember: "It brings up what lies between you.",
  look: "It takes time.",
  move: "It takes you away from here.",
  act: "It may change more than you mean it to.",
  end: "It will be remembered.",
} as const;

/** What a roll decides, else what a deed of this kind may bring. */
function hintFor(
  verb: Verb,
  stake: ChoiceSlot["stake"],
  verbosity: OfferSettings["consequenceHintVerbosity"],
): string | undefined {
  if (verbosity === "none") return undefined;
  const operator = OPERATORS[verb];
  const hint = stake ? stakeInWords(stake) : HINTS[VERBS[verb].class];
  if (verbosity === "brief" || operator.minutes === 0) return hint;
  return `${hint} About ${operator.minutes} minutes.`;
}

function answerable(view: View, beat: BeatMatter): JsonValue {
  const offer = offerIn(view, beat);
  return offer ? { ...offer } : null;
}

/** Beats whose topics are kept in mind. */
const RAISED = 5;

function raisedTopics(view: View, beat: BeatMatter): JsonValue {
  const { scene, placeId: place } = view;
  const topics = topicsOf(view, { names: beat.names, place });
  const kept = view.memory.raised.map((one) => ({
    ...one,
    topics: [...one.topics],
    people: [...one.people],
    names: [...one.names],
  }));
  const now = { id: beat.id, title: beat.title, scene, place, people: [...beat.people], names: [...beat.names] };
  return [...kept, { ...now, topics: [...topics] }].slice(-RAISED);
}

/** Scenes before the last whose things are kept: as long as they can be asked about. */
const THINGS_KEPT = IN_MIND - 1;

function thingsKept({ memory: { things }, scene }: View, names: readonly string[]): JsonObject {
  const earlier = things === undefined ? [] : [{ scene: things.scene, names: things.names }, ...things.earlier];
  const kept = earlier.filter((one) => one.names.length > 0).slice(0, THINGS_KEPT);
  return { scene, names: [...names], earlier: kept.map((one) => ({ scene: one.scene, names: [...one.names] })) };
}

/** What has to be remembered of this offer, for `world.choices`. */
function notes(
  view: View,
  slots: readonly ChoiceSlot[],
  reasonKeys: readonly string[],
  things: readonly string[],
): JsonObject {
  const { memory, scene } = view;
  const offers: Record<string, JsonValue> = {};
  const taken = view.choice ? offerKey(view.choice.verb, view.choice.bind) : undefined;
  for (const [key, offer] of Object.entries(memory.offers)) {
    if (scene - offer.last > FORGET_OFFERS || key === taken) offers[key] = null;
    else if (offer.last === scene - 1) offers[key] = { passed: offer.passed + 1, last: offer.last };
  }
  for (const slot of slots) {
    const key = offerKey(slot.verb, slot.bind);
    const before = memory.offers[key];
    const inARow = before !== undefined && before.last === scene - 1 && key !== taken;
    const kept = before !== undefined && scene - before.last <= 2 && key !== taken;
    offers[key] = { passed: inARow ? before.passed + 1 : kept ? before.passed : 0, last: scene };
  }
  const reasons = Object.fromEntries(reasonKeys.map((key) => [key, scene]));
  const { beat } = view;
  const moved = beat?.place !== undefined && beat.place !== view.placeBefore;
  const choices: JsonObject = {
    verbs: [...memory.verbs, slots.map((slot) => slot.verb)].slice(-VERB_WINDOW),
    offers,
    reasons,
    things: thingsKept(view, things),
    ...(moved ? { arrived: scene } : {}),
    ...(beat
      ? {
          beat: {
            id: beat.id,
            title: beat.title,
            scene,
            decisions: [...beat.decisions],
            people: [...beat.people],
            names: [...beat.names],
            place: view.placeId,
            choices: (beat.choices ?? []).map((one) => ({ ...one })),
            offer: answerable(view, beat),
            sayings: [...sayingsOn(view, beat)],
            decided: null,
            asked: null,
          },
          raised: raisedTopics(view, beat),
        }
      : {}),
  };
  return { world: { choices } };
}
