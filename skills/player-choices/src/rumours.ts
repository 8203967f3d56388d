/** Deeds that are talked of: who saw them, whom they were told to, and how what is told comes back to the player. */
import type { JsonObject } from "@narratoria/protocol";
import {
  type ChoiceSlot,
  type Effect,
  isTalk,
  type Outcome,
  type StoryMemory,
  type Verb,
} from "@narratoria/protocol/story";
import { number, record, text } from "./json-reading.js";
import type { PatchBuilder } from "./patches.js";
import type { View } from "./view.js";
import { WEIGHTS } from "./weights.js";
import { hasWord } from "./words.js";

/** How somebody knows of a deed. */
export interface Hearing {
  readonly scene: number;
  /** Who told them; absent where they saw it. */
  readonly from?: string;
}

/** A deed of the player's that is talked of: `world.rumours.<scene>` of session state. */
export interface Rumour {
  /** The scene of the deed. */
  readonly scene: number;
  /** The deed's memory, word for word: by that the journal knows it, so that it can be forgotten. */
  readonly text: string;
  readonly place: string;
  /** Whom it was done to, or with. */
  readonly about: readonly string[];
  /** How it is taken: 1 well, -1 ill. */
  readonly taken: -1 | 0 | 1;
  readonly known: Readonly<Record<string, Hearing>>;
  /** Whether it decided something: only that is repeated to the player. (rule PC3143) */
  readonly decided?: true;
  /** Scene in which somebody brought it up with the player. */
  readonly told?: number;
}

/** Deeds that others speak of. What was said in confidence is none, nor what was only asked. */
const TALKED_OF: ReadonlySet<Verb> = new Set([
  "help",
  "give",
  "settle",
  "warn",
  "press",
  "bluff",
  "confront",
  "accept",
  "refuse",
  "decide",
  "force",
]);
/** A plain answer, of which nobody could tell what was said. (rule PC703) */
const PLAIN_ANSWER = /^You (?:answered|said|spoke up|asked|did as|refused to do as)\b/;
/** A story keeps so many; the oldest is no longer talked of. */
const MOST_RUMOURS = 8;
/** Scenes until somebody who knows the one who knows has heard of it, wherever the two are. */
const BY_ACQUAINTANCE = 3;
/** So many hear of one deed in one scene. */
const MOST_HEARERS = 3;
/** Scenes after which a deed comes back to the player, and between two such. */
const COMES_BACK_AFTER = 2;
const COMES_BACK_REST = 4;

export function readRumours(value: unknown): readonly Rumour[] {
  return Object.entries(record(value)).flatMap(([key, given]): Rumour[] => {
    const { text: words, place, about, taken, known, told, decided } = record(given);
    // A deed that the player had the story forget is talked of no more.
    if (!/^\d+$/.test(key) || typeof words !== "string" || !words.startsWith("You ")) return [];
    const hearings = Object.entries(record(known)).map(([npc, one]): [string, Hearing] => {
      const { scene, from } = record(one);
      return [npc, { scene: number(scene), ...(typeof from === "string" ? { from } : {}) }];
    });
    return [
      {
        scene: Number(key),
        text: words,
        place: text(place),
        about: Array.isArray(about) ? about.filter((one): one is string => typeof one === "string") : [],
        taken: taken === 1 || taken === -1 ? taken : 0,
        known: Object.fromEntries(hearings),
        ...(decided === true ? { decided } : {}),
        ...(typeof told === "number" ? { told } : {}),
      },
    ];
  });
}

/** Somebody who hears of a deed in this scene. */
export interface Heard {
  readonly rumour: Rumour;
  readonly npc: string;
  readonly from: string;
}

/**
 * Returns who hears of what while this scene goes on: whoever is with somebody who knew it before, and, three scenes after they knew it,
 * whoever has to do with them. (rule PC512)
 */
export function spreading(view: View): readonly Heard[] {
  return view.rumours.flatMap((rumour) => {
    const tellers = Object.entries(rumour.known).filter(([by, { scene }]) => scene < view.scene && canPassOn(view, by));
    const hearers = view.matter.people.flatMap(({ id, speech }): Heard[] => {
      if (rumour.known[id] !== undefined || speech !== "words" || !isAbout(view, id)) return [];
      const teller = tellers.find(
        ([by, { scene }]) =>
          isAbout(view, by) &&
          (placeOf(view, by) === placeOf(view, id) ||
            (areAcquainted(view, by, id) && view.scene - scene >= BY_ACQUAINTANCE)),
      );
      return teller ? [{ rumour, npc: id, from: teller[0] }] : [];
    });
    return hearers.slice(0, MOST_HEARERS);
  });
}

/** An animal that saw a deed tells nobody of it, nor does a machine that has no way to. (rule PC6300) */
function canPassOn(view: View, id: string): boolean {
  const speech = view.people.get(id)?.speech;
  return speech !== "sounds" && speech !== "none";
}

/** What hearing of a deed changes: who has to do with whom it was done to thinks the better or worse of the player for it. (rule PC513) */
export function opinionsOf(view: View, heard: readonly Heard[]): readonly Effect[] {
  return heard.flatMap(({ rumour, npc, from }): Effect[] => {
    const concerned = rumour.about.some((one) => one !== npc && areAcquainted(view, one, npc));
    // Who has never met the player has no opinion to change.
    if (rumour.taken === 0 || !concerned || view.standing.get(npc)?.met === undefined) return [];
    const teller = view.people.get(from)?.short ?? from;
    const reason = `${rumour.text.replace(/[.!]$/, "")} (as ${teller} told)`;
    return [{ kind: "feeling", npc, delta: rumour.taken > 0 ? WEIGHTS.courtesy : WEIGHTS.slight, reason }];
  });
}

/**
 * Returns the deed that somebody brings up as hearsay: with whom the player talks, who was told of it and did not see it, and which nobody
 * has brought up. None in the scene of a beat. (rule PC514)
 */
export function hearsay(view: View, { verb, bind }: ChoiceSlot, outcome: Outcome): Effect | null {
  const { npc } = bind;
  if (npc === undefined || !isTalk(verb) || outcome === "fail" || view.beat) return null;
  if (view.rumours.some(({ told }) => told !== undefined && view.scene - told < COMES_BACK_REST)) return null;
  const rumour = view.rumours.find(
    ({ scene, text, about, known, told, taken, decided }) =>
      told === undefined &&
      // Offers of help and questions are no news.
      decided === true &&
      // What did nobody good or ill is no news.
      taken !== 0 &&
      known[npc]?.from !== undefined &&
      !about.includes(npc) &&
      // Nobody has heard what they were in themselves.
      !hasWord(text, view.people.get(npc)?.short ?? npc) &&
      isShort(text) &&
      view.scene - scene >= COMES_BACK_AFTER,
  );
  if (!rumour) return null;
  const from = rumour.known[npc]?.from ?? "";
  return { kind: "hearsay", npc, from, place: rumour.place, text: rumour.text, scene: rumour.scene };
}

/** Letters of a deed that can be said in passing. */
const MOST_SAID = 90;
const isShort = (summary: string): boolean => (summary.split(/, (?:and|but) /)[0] ?? "").length <= MOST_SAID;

/** Writes down who has heard what, and a deed of this scene that will be talked of. */
export function noteRumours(
  view: View,
  patch: PatchBuilder,
  {
    slot,
    outcome,
    memory,
    heard,
  }: {
    readonly slot: ChoiceSlot;
    readonly outcome: Outcome;
    readonly memory: StoryMemory;
    readonly heard: readonly Heard[];
  },
): void {
  for (const { rumour, npc, from } of heard)
    patch.set(["world", "rumours", String(rumour.scene), "known", npc], { scene: view.scene, from });
  const fresh = rumourOf(view, slot, outcome, memory);
  if (!fresh) return;
  patch.set(["world", "rumours", String(view.scene)], fresh);
  const [oldest] = [...view.rumours].sort((a, b) => a.scene - b.scene);
  if (oldest && view.rumours.length >= MOST_RUMOURS) patch.set(["world", "rumours", String(oldest.scene)], null);
}

/** Null for what nobody saw or would speak of. */
function rumourOf(view: View, { verb, bind }: ChoiceSlot, outcome: Outcome, memory: StoryMemory): JsonObject | null {
  const witnesses = view.present.map(({ id }) => id);
  const isTold = TALKED_OF.has(verb) || (verb === "sneak" && outcome !== "success");
  const { summary } = memory;
  if (!isTold || witnesses.length === 0 || /[:“”"]/.test(summary) || !summary.startsWith("You ")) return null;
  if (PLAIN_ANSWER.test(summary)) return null;
  const polarity = memory.deed?.polarity;
  return {
    text: summary,
    place: view.placeId,
    about: [...new Set([bind.npc, bind.npc2].filter((one) => one !== undefined))],
    taken: polarity === "good" ? 1 : polarity === "bad" ? -1 : 0,
    known: Object.fromEntries(witnesses.map((id) => [id, { scene: view.scene }])),
    ...(isNews(verb, bind.beat) ? { decided: true } : {}),
  };
}

/** Whether somebody is alive and anywhere. */
function isAbout(view: View, npc: string): boolean {
  const how = view.standing.get(npc);
  return how?.alive === true && how.place !== "";
}

const placeOf = (view: View, npc: string): string | undefined => view.standing.get(npc)?.place;

function areAcquainted(view: View, one: string, other: string): boolean {
  const knows = (npc: string, to: string): boolean =>
    view.people.get(npc)?.relations.some((relation) => relation.to === to) === true;
  return knows(one, other) || knows(other, one);
}

/** Deeds that take a side: they are repeated to the player. */
const TAKES_A_SIDE: ReadonlySet<Verb> = new Set([
  "warn",
  "refuse",
  "press",
  "confront",
  "bluff",
  "settle",
  "face",
  "force",
]);

/** Whether a deed decided what a beat had put to the player, or took a side; none that only offers, gives or asks. (rule PC3143) */
const isNews = (verb: Verb, beat: string | undefined): boolean =>
  TAKES_A_SIDE.has(verb) || (beat !== undefined && (verb === "decide" || verb === "accept"));
