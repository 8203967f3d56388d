import type { NpcProfile, PlotBeat } from "./generated/contracts.js";

/** A campaign's texts as written, without secrets: what a model's prompt may quote. */
export interface StorySource {
  readonly title: string;
  /** `plot/premise.md`, Markdown: told word for word as the opening. */
  readonly premise: string;
  /** `world/setting.md`, Markdown; each `##` section is a place. */
  readonly setting: string;
  /** Lore files without front matter; `file` is the path inside the campaign. `knownBy` holds NPC ids. */
  readonly lore: readonly { readonly file: string; readonly text: string; readonly knownBy?: readonly string[] }[];
  readonly npcs: readonly { readonly id: string; readonly profile: NpcProfile }[];
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
