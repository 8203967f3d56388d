/** What a story can be written as. It is loaded with the command line, so it loads nothing. */
import type { ExportFormat } from "@narratoria/engine";

/** All formats, as they are named on the command line. */
export const EXPORT_FORMATS = [
  "markdown",
  "html",
  "epub",
  "twee",
  "gamebook",
  "gamebook-html",
  "json",
] as const satisfies readonly ExportFormat[];
