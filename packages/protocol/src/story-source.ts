import type { CastEntry, NpcProfile, PlotBeat } from "./generated/contracts.js";

/** What an author says of a character in fields that a profile's contract does not have. */
export interface StatedTraits {
  /** Labels by which the campaign's files may refer to the character. */
  readonly labels: readonly string[];
  readonly nicknames: readonly string[];
  readonly pronoun?: "he" | "she" | "it" | "they";
  readonly kind?: CastEntry["kind"];
}

/** A campaign's texts as written: what a model's prompt may quote, but for the secrets. */
export interface StorySource {
  readonly title: string;
  /** `plot/premise.md`, Markdown: told word for word as the opening. */
  readonly premise: string;
  /** `world/setting.md`, Markdown; each `##` section is a place. */
  readonly setting: string;
  /** Lore files without front matter; `file` is the path inside the campaign. `knownBy` holds NPC ids. */
  readonly lore: readonly { readonly file: string; readonly text: string; readonly knownBy?: readonly string[] }[];
  readonly npcs: readonly { readonly id: string; readonly profile: NpcProfile; readonly stated?: StatedTraits }[];
  /** What only a beat or an ending reveals, by NPC id: what a model wrote is held against it, and no writer's prompt quotes it. */
  readonly secrets?: Readonly<Record<string, string>>;
  readonly beats: readonly PlotBeat[];
  readonly endings: readonly {
    readonly id: string;
    readonly title: string;
    readonly tone?: string;
    /** Markdown without front matter; a section `## Epilogue` holds the epilogue. */
    readonly body: string;
  }[];
  readonly constraints: readonly string[];
  /** Words that our own frames may not use in this story. */
  readonly forbidden: readonly string[];
  readonly tone?: string;
  readonly genre?: string;
  readonly startingLocation?: string;
  /** `storybook/*.md` of the campaign: frames, props and names of its own. */
  readonly frames: readonly { readonly file: string; readonly text: string }[];
}
