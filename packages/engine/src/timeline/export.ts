import type { PlaythroughSummary, Store } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";
import { type ChecksOf, flag, oneOf, text } from "../options.js";
import { asGamebook, asGamebookPage } from "./as-gamebook.js";
import { asHtml } from "./as-html.js";
import { asJson } from "./as-json.js";
import { asMarkdown } from "./as-markdown.js";
import { asTwee } from "./as-twee.js";
import { NO_PICTURES, type Pictures, picturesIn } from "./pictures.js";
import { readStory, type ToldStory } from "./told-story.js";
import type { SceneEvent } from "../scene/scene-record.js";

/**
 * Markdown, HTML and EPUB are for reading. JSON is for `import`: it holds everything. Twee and the gamebooks (as Markdown and as one HTML
 * page) can be played again along the ways that were taken, without a program or with another one.
 */
export type ExportFormat = TextFormat | "epub";
export type TextFormat = "markdown" | "html" | "json" | "twee" | "gamebook" | "gamebook-html";

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Id of a branch to export alone, with all that led to it; every branch when left out. Not for `json`, which is whole. */
  readonly branch?: string;
  /** Whether the pictures that the stage showed are in it; they are unless this is false. Not for `json`, which names them. */
  readonly pictures?: boolean;
}

export const EXPORT_OPTIONS: ChecksOf<ExportOptions> = {
  format: oneOf("markdown", "html", "json", "epub", "twee", "gamebook", "gamebook-html"),
  branch: text,
  pictures: flag,
};

type Stage = NonNullable<SceneEvent["stage"]>;

/**
 * A playthrough as text, or as bytes of an EPUB file, piece by piece.
 *
 * @param here - Gives the pictures of a stage their paths on this machine.
 */
export async function* exported(
  store: Store,
  playthrough: PlaythroughSummary,
  { format, branch, pictures: wanted = true }: ExportOptions,
  here: (stage: Stage) => Stage,
): AsyncGenerator<string | Uint8Array> {
  if (branch !== undefined && !(await store.branches(playthrough.id)).some(({ id }) => id === branch)) {
    throw new EngineError("no_such_turn", say("error.no_such_branch"), say("error.no_such_branch.action"));
  }
  if (format === "json") return yield* asJson(store, playthrough);
  const story = await readStory(store, playthrough, branch);
  const pictures = wanted ? await picturesIn(story, here) : NO_PICTURES;
  yield* written(story, format, pictures);
}

async function* written(
  story: ToldStory,
  format: ExportFormat,
  pictures: Pictures,
): AsyncGenerator<string | Uint8Array> {
  switch (format) {
    case "html":
      return yield* asHtml(story, pictures);
    case "twee":
      return yield* asTwee(story, pictures);
    case "gamebook":
      return yield* asGamebook(story, pictures);
    case "gamebook-html":
      return yield* asGamebookPage(story, pictures);
    case "epub": {
      const { asEpub } = await import("./as-epub.js");
      return yield* asEpub(story, pictures);
    }
    default:
      return yield* asMarkdown(story, pictures);
  }
}
