/** The verbs of the story: what kind of scene each makes, in what spirit it is done, what it tries and how long it takes. */
import type { SceneType, Verb } from "@narratoria/protocol/story";

/** In what spirit something is done: what a reader tells choices apart by before anything else. */
export type Stance = "curious" | "bold" | "kind" | "wary" | "away";

export interface Operator {
  /** Absent for answers to the story itself, which may be of any. */
  readonly stance?: Stance;
  readonly sceneType: SceneType;
  /** The families of stat and trait words that decide a roll, the best first; none where no roll is made. (rule PC4) */
  readonly tries: readonly StatFamily[];
  /** Words by which a stat's description says that it is for this. */
  readonly act?: RegExp;
  /** Words by which the campaign's rules of dice say that a stat is for this: they speak of acts alone. */
  readonly use?: RegExp;
  /** In-game minutes that the deed itself takes. */
  readonly minutes: number;
  /** Done alone: at most one such choice is offered at once. */
  readonly solitary?: true;
}

/** Words of stats and traits by family, the most telling first. Each stands for all that begins with it; a full stop ends one. */
const STAT_WORDS = {
  charm: "charis charm persua presence tact. tongue manner diplom empath sympath rapport social. warmth grace. heart.",
  wits: "intel wit. wits. mind. reason logic insight learning knowledge lore. study memory. letters. craft.",
  stealth: "stealth sly. slyness quiet. cunning agil nimble dexter finesse light.",
  might: "streng might. brawn body. force. muscle physical constit endur tough vigo",
  nerve: "courage nerve will. willpower resol grit. spirit. bold brave bravery daring mettle",
  standing: "standing. reput influence authority rank. honour honor",
} as const;

export type StatFamily = keyof typeof STAT_WORDS;

/** Tests a text for one entry of a family: a word that begins with it, or is it. */
type Part = (text: string) => boolean;

const parts = (list: string): readonly Part[] =>
  list.split(" ").map((entry) => {
    const stem = entry.replace(".", "");
    const fits = entry.endsWith(".") ? (word: string) => word === stem : (word: string) => word.startsWith(stem);
    return (text) => lettersOf(text).some(fits);
  });

const lettersOf = (text: string): readonly string[] => text.toLowerCase().split(/[^\p{L}]+/u);

const FAMILIES = Object.fromEntries(
  Object.entries(STAT_WORDS).map(([family, list]) => [family, parts(list)]),
) as Readonly<Record<StatFamily, readonly Part[]>>;

/** True when a stat's or trait's word belongs to this family. */
export function isOfFamily(word: string, family: StatFamily): boolean {
  return FAMILIES[family].some((part) => part(word));
}

/** The stat whose name tells most for a family; undefined where none belongs to it. */
export function mostTelling<T extends { readonly name: string }>(
  stats: readonly T[],
  family: StatFamily,
): T | undefined {
  for (const part of FAMILIES[family]) {
    const found = stats.find(({ name }) => part(name));
    if (found !== undefined) return found;
  }
  return undefined;
}

export const OPERATORS: Readonly<Record<Verb, Operator>> = {
  ask: { stance: "curious", sceneType: "dialogue", tries: [], minutes: 15 },
  gossip: { stance: "curious", sceneType: "dialogue", tries: [], minutes: 20 },
  listen: { stance: "wary", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  press: {
    stance: "bold",
    sceneType: "dialogue",
    tries: ["nerve", "charm", "standing"],
    act: /\b(?:press(?:es|ing)?|push(?:es|ing)?|insist\w*|persua\w+|convinc\w+|argu\w+|second question)\b/i,
    use: /\b(?:ask(?:ing)?|talk(?:ing)?|speak(?:ing)?|questions?|getting (?:people|at the)|argu\w+)\b/i,
    minutes: 15,
  },
  confront: {
    stance: "bold",
    sceneType: "danger",
    tries: ["nerve", "standing"],
    act: /\b(?:confront\w*|stand(?:ing)? up to|courage|fear|threat\w*|intimidat\w*)\b/i,
    use: /\b(?:arguing|say(?:ing)? (?:it|a hard|the (?:true|hard) thing)|out loud|standing still|asking again)\b/i,
    minutes: 10,
  },
  bluff: {
    stance: "bold",
    sceneType: "dialogue",
    tries: ["charm", "wits"],
    act: /\b(?:bluff\w*|lie about|lying to|tell lies|deceiv\w*|pretend\w*|trick\w*|fib\w*)\b/i,
    use: /\b(?:bluff\w*|lying|talking|being believed)\b/i,
    minutes: 15,
  },
  help: { stance: "kind", sceneType: "quiet", tries: [], minutes: 60 },
  give: { stance: "kind", sceneType: "quiet", tries: [], minutes: 10 },
  trust: { stance: "kind", sceneType: "dialogue", tries: [], minutes: 20 },
  settle: {
    stance: "kind",
    sceneType: "quiet",
    tries: ["standing", "charm"],
    act: /\b(?:bargain\w*|haggl\w*|trade|money|favours?|favors?|thinks? of you)\b/i,
    use: /\b(?:favours?|favors?|money|bargain\w*|forgiven)\b/i,
    minutes: 15,
  },
  warn: { stance: "kind", sceneType: "dialogue", tries: [], minutes: 10 },
  recall: { stance: "kind", sceneType: "dialogue", tries: [], minutes: 15 },
  search: { stance: "curious", sceneType: "danger", tries: [], minutes: 30, solitary: true },
  watch: { stance: "wary", sceneType: "danger", tries: [], minutes: 40 },
  read: { stance: "curious", sceneType: "quiet", tries: [], minutes: 20, solitary: true },
  wait: { stance: "wary", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  reckon: { stance: "wary", sceneType: "quiet", tries: [], minutes: 15, solitary: true },
  go: { stance: "away", sceneType: "travel", tries: [], minutes: 20 },
  follow: { stance: "away", sceneType: "travel", tries: [], minutes: 25 },
  flee: { stance: "away", sceneType: "travel", tries: [], minutes: 15 },
  use: { stance: "curious", sceneType: "dialogue", tries: [], minutes: 15 },
  face: { stance: "bold", sceneType: "danger", tries: [], minutes: 10 },
  sneak: {
    stance: "bold",
    sceneType: "danger",
    tries: ["stealth"],
    act: /\b(?:sneak\w*|hid(?:e|ing)|unseen|unnoticed|quietly|steal\w*|creep\w*)\b/i,
    use: /\b(?:hid(?:e|ing)|creep\w*|squeez\w*|unseen|quiet(?:ly)?|search\w*)\b/i,
    minutes: 25,
  },
  force: {
    stance: "bold",
    sceneType: "danger",
    tries: ["might"],
    act: /\b(?:forc\w+|lift\w*|break\w*|pull\w*|strength|muscles?)\b/i,
    use: /\b(?:hands?|lids?|latch(?:es)?|hatch(?:es)?|lift\w*|haul\w*|push\w*|pull\w*|with the body|digging)\b/i,
    minutes: 25,
  },
  rest: { stance: "wary", sceneType: "quiet", tries: [], minutes: 0, solitary: true },
  decide: { sceneType: "resolution", tries: [], minutes: 15 },
  accept: { stance: "kind", sceneType: "resolution", tries: [], minutes: 10 },
  refuse: { sceneType: "resolution", tries: [], minutes: 10 },
  end: { sceneType: "resolution", tries: [], minutes: 30 },
};
