/** The verbs of the story: what kind of scene each makes, in what spirit it is done, what it tries and how long it takes. */
import type { SceneType, Verb } from "@narratoria/protocol/story";

/** In what spirit something is done: what a reader tells choices apart by before anything else. */
export type Stance = "curious" | "bold" | "kind" | "wary" | "away";

export interface Operator {
  /** Absent for answers to the story itself, which may be of any. */
  readonly stance?: Stance;
  readonly sceneType: SceneType;
  /** The families of stat and trait words that decide a roll, the best first; none where no roll is made. */
  readonly tries: readonly StatFamily[];
  /** In-game minutes that the deed itself takes. */
  readonly minutes: number;
  /** Done alone: at most one such choice is offered at once. */
  readonly solitary?: true;
}

const words = (list: string): readonly RegExp[] => list.split(" ").map((word) => new RegExp(word, "i"));

/** Parts of the words for a stat or trait, by family, the most telling first. */
const STAT_WORDS = {
  charm: words("charis charm persua presence tact tongue manner diplom empath sympath rapport social heart grace"),
  wits: words("intel wit mind reason logic insight learn knowledge lore study memory letters craft"),
  senses: words("percep aware sense eye ear attent notice instinct watch nose"),
  stealth: words("stealth sly quiet cunning agil nimble dexter finesse light hand"),
  might: words("streng might brawn body force muscle physical constit endur tough vigou?r"),
  nerve: words("courage nerve will resol grit spirit composure calm steady patience stubborn wisdom"),
} as const;

export type StatFamily = keyof typeof STAT_WORDS;

/** True when a stat's or trait's word belongs to this family. */
export function isOfFamily(word: string, family: StatFamily): boolean {
  return STAT_WORDS[family].some((part) => part.test(word));
}

/** The stat that tells most for a family, by the text that `of` gives; undefined where none belongs to it. */
export function mostTelling<T>(stats: readonly T[], family: StatFamily, of: (stat: T) => string): T | undefined {
  for (const part of STAT_WORDS[family]) {
    const found = stats.find((stat) => part.test(of(stat)));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const OPERATORS: Readonly<Record<Verb, Operator>> = {
  ask: { stance: "curious", sceneType: "dialogue", tries: ["charm", "wits"], minutes: 15 },
  gossip: { stance: "curious", sceneType: "dialogue", tries: [], minutes: 20 },
  listen: { stance: "wary", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  press: { stance: "bold", sceneType: "dialogue", tries: ["nerve", "charm"], minutes: 15 },
  confront: { stance: "bold", sceneType: "danger", tries: ["nerve", "might", "charm"], minutes: 10 },
  bluff: { stance: "bold", sceneType: "dialogue", tries: ["charm", "wits", "stealth"], minutes: 15 },
  help: { stance: "kind", sceneType: "quiet", tries: ["might", "wits", "nerve"], minutes: 60 },
  give: { stance: "kind", sceneType: "quiet", tries: [], minutes: 10 },
  trust: { stance: "kind", sceneType: "dialogue", tries: [], minutes: 20 },
  settle: { stance: "kind", sceneType: "quiet", tries: ["charm", "nerve"], minutes: 15 },
  warn: { stance: "kind", sceneType: "dialogue", tries: ["charm", "nerve"], minutes: 10 },
  recall: { stance: "kind", sceneType: "dialogue", tries: [], minutes: 15 },
  search: { stance: "curious", sceneType: "danger", tries: ["senses", "wits"], minutes: 30, solitary: true },
  watch: { stance: "wary", sceneType: "danger", tries: ["senses", "nerve"], minutes: 40 },
  read: { stance: "curious", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  wait: { stance: "wary", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  reckon: { stance: "wary", sceneType: "quiet", tries: [], minutes: 15, solitary: true },
  go: { stance: "away", sceneType: "travel", tries: [], minutes: 20 },
  follow: { stance: "away", sceneType: "travel", tries: ["stealth", "senses"], minutes: 25 },
  flee: { stance: "away", sceneType: "travel", tries: ["stealth", "might"], minutes: 15 },
  use: { stance: "curious", sceneType: "dialogue", tries: ["charm", "wits"], minutes: 15 },
  face: { stance: "bold", sceneType: "danger", tries: ["nerve", "might"], minutes: 10 },
  sneak: { stance: "bold", sceneType: "danger", tries: ["stealth", "senses"], minutes: 25 },
  force: { stance: "bold", sceneType: "danger", tries: ["might", "nerve"], minutes: 25 },
  rest: { stance: "wary", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  decide: { sceneType: "resolution", tries: [], minutes: 15 },
  accept: { stance: "kind", sceneType: "resolution", tries: [], minutes: 10 },
  refuse: { sceneType: "resolution", tries: [], minutes: 10 },
  end: { sceneType: "resolution", tries: [], minutes: 30 },
};
