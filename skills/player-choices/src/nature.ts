/** Which deeds come naturally to the player, by their abilities, traits, calling and strongest stats, and how they do them. */
import { memoizeText, splitSentences } from "@narratoria/protocol/english";
import type { PastEntry, Verb } from "@narratoria/protocol/story";
import { memoizeView } from "./memoize-view.js";
import { isOfFamily, type StatFamily } from "./operators.js";
import type { View } from "./view.js";

export type Nature = "kind" | "honest" | "bold" | "sly" | "keen" | "sociable" | "strong";

interface NatureSigns {
  readonly nature: Nature;
  /** Words of an ability, a trait or a calling. */
  readonly words: RegExp;
  /** The family of a stat that is a strength of whoever is so. */
  readonly stat?: StatFamily;
  /** The deeds that come naturally. */
  readonly verbs: readonly Verb[];
}

const NATURES: readonly NatureSigns[] = [
  {
    nature: "kind",
    words:
      /\b(?:kind(?:ly|ness)?|warm\w*|gentle|compassion\w*|patien\w+|generous|forgiv\w+|loyal|caring|heal\w*|nurs\w+|helpful|comfort\w*|diplomatic|merciful|polite|brings? people together)\b/iu,
    verbs: ["help", "give", "trust", "warn", "accept", "settle"],
  },
  {
    nature: "honest",
    words: /\b(?:honest\w*|frank|truthful|sincere|plain-spoken)\b/iu,
    verbs: ["trust", "confront", "refuse", "settle"],
  },
  {
    nature: "bold",
    stat: "nerve",
    words:
      /\b(?:bold|brave\w*|stubborn|blunt|proud|fierce|quick to anger|temper|reckless|daring|cheek\w*|soldier\w*|navy|knight\w*|sword\w*|fight\w*|leader\w*|command\w*|speaks? first|blurt\w*|asks the question|explain themselves|(?:cannot|never) be hurried|says? what|guts|shot)\b/iu,
    verbs: ["press", "confront", "face", "refuse"],
  },
  {
    nature: "sly",
    stat: "stealth",
    words:
      /\b(?:sly|cunning|quiet\w*|stealth\w*|unseen|unnoticed|thie\w+|sneak\w*|climb\w*|roofs?|forged|accents?|lies|lying|bluff\w*|overlooked|back way|never been caught|hid(?:es?|ing)|light-fingered|outruns)\b/iu,
    verbs: ["sneak", "bluff", "follow", "watch"],
  },
  {
    nature: "keen",
    stat: "wits",
    words:
      /\b(?:curious\w*|observ\w+|notic\w+|sharp|spots?|finds?|reads?|counts?|counted|figures?|exact|precise|careful|neat|measur\w+|weigh\w*|remembers?|know\w*|learn\w*|scholar\w*|stud(?:y|ies|ied|ent)|letters|ledgers?|bookish|book)\b/iu,
    verbs: ["search", "read", "reckon", "use"],
  },
  {
    nature: "sociable",
    stat: "charm",
    words:
      /\b(?:(?:is|are) told|told things|tell you|hears?|heard|listen\w*|overhear\w*|talk\w*|charm\w*|gossip\w*|kitchens?|tongues?|sociable|good company|leads? the talk|interpreter)\b/iu,
    verbs: ["ask", "gossip"],
  },
  {
    nature: "strong",
    stat: "might",
    words: /\b(?:strong|strength|lift\w*|haul\w*|never lets go|labou?r\w*|smith\w*|digs?|breaks?|endur\w*|mend\w*)\b/iu,
    verbs: ["force", "help"],
  },
];

/** Kinds of entries that say how somebody does things. */
const OF_NATURE: readonly PastEntry["kind"][] = ["ability", "trait", "class", "background"];

/** What is said of the player: what their mother knows says nothing of how they are. */
const ofPlayer = memoizeText((text: string): string =>
  splitSentences(text)
    .filter((sentence) => !/^(?:your|they|he|she)\b/iu.test(sentence))
    .join(" "),
);

/** A nature of the player's, and what says so. */
export interface OwnNature {
  readonly nature: Nature;
  readonly verbs: readonly Verb[];
  readonly entry: PastEntry;
}

/** From this part of its range on a stat is a strength. */
const STRENGTH = 2 / 3;

/** The natures of a player who has said who they are, each once, with what says so; of anybody else nothing is said. */
export const naturesOf = memoizeView((view): readonly OwnNature[] => {
  if (view.past.length === 0) return [];
  const strengths = view.stats.filter(
    ({ name, min, max }) => (view.statValues[name] ?? min) >= min + (max - min) * STRENGTH,
  );
  const found = NATURES.flatMap(({ nature, words, stat, verbs }): readonly OwnNature[] => {
    const entry = view.past.find(({ kind, text }) => OF_NATURE.includes(kind) && words.test(ofPlayer(text)));
    if (entry !== undefined) return [{ nature, verbs, entry }];
    const strength = stat === undefined ? undefined : strengths.find(({ name }) => isOfFamily(name, stat));
    const text = strength && `${strength.name} ${view.statValues[strength.name]}`;
    return text === undefined ? [] : [{ nature, verbs, entry: { kind: "trait", text } }];
  });
  if (found.length > 0) return found;
  // Where nothing else says how they are, the name of their calling may.
  return NATURES.flatMap(({ nature, words, verbs }): readonly OwnNature[] => {
    const entry = view.past.find(({ kind, of = "" }) => kind === "class" && words.test(of));
    return entry === undefined ? [] : [{ nature, verbs, entry }];
  });
});

/** What says that the player is so; undefined where nothing does. */
export const entryOf = (view: View, nature: Nature): PastEntry | undefined =>
  naturesOf(view).find((one) => one.nature === nature)?.entry;

/** The ability or trait of the player's that counts in a roll of this verb. (rule PC2803) */
export function natureIn(view: View, verb: Verb): string | undefined {
  const own = naturesOf(view).find(
    ({ verbs, entry }) => verbs.includes(verb) && COUNTS.includes(entry.kind) && entry.of !== undefined,
  );
  return own?.entry.kind === "ability" && own.entry.text.length <= MOST_LABEL ? own.entry.text : own?.entry.of;
}

/** Kinds of entries that count in a roll; a stat counts by itself. */
const COUNTS: readonly PastEntry["kind"][] = ["ability", "class"];
const MOST_LABEL = 40;
