/** The verbs of the story: what class each belongs to, what kind of scene it makes, what it tries and how long it takes. */
import type { SceneType, Verb, VerbClass } from "@narratoria/protocol/story";

export interface Operator {
  readonly class: VerbClass;
  readonly sceneType: SceneType;
  /** The families of stat and trait words that decide a roll, the best first; none where no roll is made. */
  readonly tries: readonly StatFamily[];
  /** In-game minutes that the deed itself takes. */
  readonly minutes: number;
  /** Done alone: at most one such choice is offered at once. */
  readonly solitary?: true;
  /** Needs a person who is present. */
  readonly withPerson?: true;
  /** Friendly acts are not offered to somebody who thinks ill of the player. */
  readonly friendly?: true;
}

const STAT_WORDS = {
  charm: /charis|presence|charm|persua|tact|manner|tongue|heart|empath|diplom|sympath|grace|social|rapport/i,
  wits: /intel|wit|mind|lore|reason|learn|knowledge|study|insight|craft|letters|logic|memory/i,
  senses: /percep|aware|sense|eye|ear|attent|notice|instinct|watch|nose/i,
  stealth: /stealth|cunning|sly|quiet|dexter|agil|hand|nimble|finesse|light/i,
  might: /streng|might|body|brawn|force|constit|endur|physical|muscle|tough|vigou?r/i,
  nerve: /courage|nerve|will|resol|grit|wisdom|spirit|calm|steady|patience|composure|stubborn/i,
} as const;

export type StatFamily = keyof typeof STAT_WORDS;

/** True when a stat's or trait's word belongs to this family. */
export function isOfFamily(word: string, family: StatFamily): boolean {
  return STAT_WORDS[family].test(word);
}

export const OPERATORS: Readonly<Record<Verb, Operator>> = {
  ask: { class: "inquire", sceneType: "dialogue", tries: ["charm", "wits"], minutes: 15, withPerson: true },
  gossip: { class: "inquire", sceneType: "dialogue", tries: [], minutes: 20, withPerson: true },
  listen: { class: "inquire", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  press: { class: "push", sceneType: "dialogue", tries: ["nerve", "charm"], minutes: 15, withPerson: true },
  confront: { class: "push", sceneType: "danger", tries: ["nerve", "might", "charm"], minutes: 10, withPerson: true },
  bluff: { class: "push", sceneType: "dialogue", tries: ["stealth", "wits", "charm"], minutes: 15, withPerson: true },
  help: { class: "bond", sceneType: "quiet", tries: ["might", "wits", "nerve"], minutes: 60, withPerson: true },
  give: { class: "bond", sceneType: "quiet", tries: [], minutes: 10, withPerson: true },
  trust: { class: "bond", sceneType: "dialogue", tries: [], minutes: 20, withPerson: true, friendly: true },
  settle: { class: "bond", sceneType: "quiet", tries: ["charm", "nerve"], minutes: 15, withPerson: true },
  warn: {
    class: "bond",
    sceneType: "dialogue",
    tries: ["charm", "nerve"],
    minutes: 10,
    withPerson: true,
    friendly: true,
  },
  recall: { class: "remember", sceneType: "dialogue", tries: [], minutes: 15, withPerson: true },
  search: { class: "look", sceneType: "danger", tries: ["senses", "wits"], minutes: 30, solitary: true },
  watch: { class: "look", sceneType: "danger", tries: ["senses", "nerve"], minutes: 40 },
  read: { class: "look", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  wait: { class: "look", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  reckon: { class: "look", sceneType: "quiet", tries: [], minutes: 15, solitary: true },
  go: { class: "move", sceneType: "travel", tries: [], minutes: 20 },
  follow: { class: "move", sceneType: "travel", tries: ["stealth", "senses"], minutes: 25 },
  flee: { class: "move", sceneType: "travel", tries: ["stealth", "might"], minutes: 15 },
  use: { class: "act", sceneType: "dialogue", tries: ["charm", "wits"], minutes: 15, withPerson: true },
  face: { class: "act", sceneType: "danger", tries: ["nerve", "might"], minutes: 10 },
  sneak: { class: "act", sceneType: "danger", tries: ["stealth", "senses"], minutes: 25 },
  force: { class: "act", sceneType: "danger", tries: ["might", "nerve"], minutes: 25 },
  rest: { class: "act", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  decide: { class: "end", sceneType: "resolution", tries: [], minutes: 15 },
  accept: { class: "end", sceneType: "resolution", tries: [], minutes: 10 },
  refuse: { class: "end", sceneType: "resolution", tries: [], minutes: 10 },
  end: { class: "end", sceneType: "resolution", tries: [], minutes: 30 },
};
