import type { CampaignManifest, NpcProfile, PlayerTemplate, PlotBeat } from "@narratoria/protocol/contracts";
import type { BeatConditions } from "./beats.js";
import type { CampaignChoice } from "./choices.js";
import type { Corrections } from "./corrections.js";
import type { StatedTraits } from "@narratoria/protocol/story";

/** A stat that choices try: whole numbers, `min` to `max`, starting at `default`. */
export interface Stat {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly description?: string;
}

export interface CampaignNpc {
  /** Name of the folder: how everything else refers to this character. */
  readonly id: string;
  /** As written, except that `relationships` goes by ids. */
  readonly profile: NpcProfile;
  /** What only a plot beat may reveal. */
  readonly secrets?: string;
  /** Path of an image inside the campaign. */
  readonly portrait?: string;
  /** What the profile says in fields of its author's own. */
  readonly stated?: StatedTraits;
}

export interface CampaignEnding {
  /** File name without its ending. */
  readonly id: string;
  readonly title: string;
  readonly tone?: string;
  /** Absent: in reach once every beat that may not be skipped has fired or been skipped. */
  readonly conditions?: BeatConditions;
  /** What is told when the player leaves before any other ending; offered only under conditions of its own. */
  readonly breaksOff?: true;
  readonly body: string;
}

export interface LoreFile {
  /** Path inside the campaign, `lore/...`. */
  readonly file: string;
  /** First heading, else the file's name in words. */
  readonly title: string;
  /** Markdown with its headings, without front matter. */
  readonly text: string;
  /** Ids of those who alone know it; absent: anybody may. */
  readonly knownBy?: readonly string[];
  /** From a keyword sidecar; absent: none was given. */
  readonly keywords?: readonly string[];
}

/** The texts of a beat or an ending, some of which vary by condition. */
export interface VariedTexts {
  readonly kind: "beat" | "ending";
  readonly id: string;
  readonly texts: readonly string[];
}

/** A story folder, read whole. All paths are inside it, with `/` between their parts. */
export interface Campaign {
  /** Real path of the folder. */
  readonly dir: string;
  /** Name of the folder. */
  readonly name: string;
  readonly manifest: CampaignManifest;
  /** Stats of `stat_schema`, else the usual six, with the defaults of the player template. */
  readonly stats: readonly Stat[];
  /** `world/setting.md`, or empty; so for `rules` and `premise`. */
  readonly setting: string;
  readonly rules: string;
  readonly constraints: readonly { readonly text: string }[];
  /** Words that never occur, lower case. */
  readonly forbidden: readonly string[];
  readonly npcs: readonly CampaignNpc[];
  readonly playerTemplate: PlayerTemplate | null;
  readonly premise: string;
  readonly beats: readonly PlotBeat[];
  readonly endings: readonly CampaignEnding[];
  /** Texts of beats and endings that vary by condition, as written. What else holds them has all their variants. */
  readonly varied: readonly VariedTexts[];
  /** Choices in their author's own words, of beats, of endings and of `plot/choices.json`. */
  readonly choices: readonly CampaignChoice[];
  readonly lore: readonly LoreFile[];
  /** Frame files for the storybook narrator. Lines keep their numbers. */
  readonly storybook: readonly { readonly file: string; readonly text: string }[];
  /** What the author put right of the reading, in `reading.json`. */
  readonly corrections: Corrections | null;
  /** Text of each file that was read, as it lies on the disk, by path. */
  readonly texts: ReadonlyMap<string, string>;
  readonly art: readonly string[];
  readonly music: readonly string[];
  /** Paths of files whose provenance says that a model made them; of a picture or sound, of the note beside it. */
  readonly generated: ReadonlySet<string>;
  /** Where files lie that are read from elsewhere, by their places in the format. */
  readonly elsewhere: ReadonlyMap<string, string>;
}
