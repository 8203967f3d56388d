import type { PlaythroughSummary, Store } from "@narratoria/persistence";
import { EngineError } from "../errors.js";
import { say } from "../words/say.js";
import { type ChecksOf, oneOf, text } from "../options.js";
import { asHtml } from "./as-html.js";
import { asJson } from "./as-json.js";
import { asMarkdown } from "./as-markdown.js";
import { readStory } from "./told-story.js";

/** Markdown and HTML are for reading, JSON is for `import`: it holds everything. */
export type ExportFormat = "markdown" | "html" | "json";

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Id of a branch to export alone, with all that led to it; every branch when left out. Not for `json`, which is whole. */
  readonly branch?: string;
}

export const EXPORT_OPTIONS: ChecksOf<ExportOptions> = { format: oneOf("markdown", "html", "json"), branch: text };

/** A playthrough as text, piece by piece. */
export async function* exported(
  store: Store,
  playthrough: PlaythroughSummary,
  { format, branch }: ExportOptions,
): AsyncGenerator<string> {
  if (branch !== undefined && !(await store.branches(playthrough.id)).some(({ id }) => id === branch)) {
    throw new EngineError("no_such_turn", say("error.no_such_branch"), say("error.no_such_branch.action"));
  }
  if (format === "json") return yield* asJson(store, playthrough);
  const story = await readStory(store, playthrough, branch);
  yield* format === "html" ? asHtml(story) : asMarkdown(story);
}
