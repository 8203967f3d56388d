/** A campaign that takes long to open: how far it has come, and an end to it by Ctrl-C. */
import type { ListingOptions, OpeningOptions, OpeningProgress } from "@narratoria/engine";
import { type ProgressLine, startProgress } from "./progress.js";
import type { Terminal } from "./terminal.js";

const LOOKED_AT_EVERY_MS = 250;

/**
 * Does something that opens a campaign, with a line about it from the first second on where it is a long one.
 *
 * @param open - Is given what to open it with.
 * @returns What `open` gives, or null where the player ended it.
 */
export async function whileOpening<Result>(
  { stderr, signal }: Pick<Terminal, "stderr" | "signal">,
  open: (options: OpeningOptions) => Promise<Result>,
): Promise<Result | null> {
  return withLine<OpeningProgress, Result>({ stderr, signal }, open, (reached) =>
    isLong(reached) ? openingWords(reached) : null,
  );
}

/**
 * Does something that reads the campaigns there are, with a line about it from the first second on.
 *
 * @param list - Is given what to list them with.
 * @returns What `list` gives, or null where the player ended it.
 */
export async function whileListing<Result>(
  terminal: Pick<Terminal, "stderr" | "signal">,
  list: (options: ListingOptions) => Promise<Result>,
): Promise<Result | null> {
  return withLine<{ readonly read: number; readonly of: number }, Result>(
    terminal,
    list,
    ({ read, of }) => `Reading the campaigns: ${read} of ${of} ...`,
  );
}

async function withLine<Progress, Result>(
  { stderr, signal }: Pick<Terminal, "stderr" | "signal">,
  work: (options: { readonly signal: AbortSignal; onProgress(progress: Progress): void }) => Promise<Result>,
  words: (progress: Progress) => string | null,
): Promise<Result | null> {
  let line: ProgressLine | null = null;
  let said: string | null = null;
  // The longest part tells nothing on its way.
  const timer = setInterval(() => {
    if (said !== null) line?.show(said);
  }, LOOKED_AT_EVERY_MS);
  try {
    return await work({
      signal,
      onProgress(progress) {
        line ??= startProgress(stderr);
        said = words(progress);
      },
    });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
    (line as ProgressLine | null)?.end();
  }
}

/** Where much else runs any campaign may take a second, and nobody needs to hear of it. */
function isLong(progress: OpeningProgress): boolean {
  return progress.stage === "meaning" ? progress.letters > 300_000 : progress.of > 200;
}

export function openingWords(progress: OpeningProgress): string {
  if (progress.stage === "meaning") return "Working out who and what the campaign is about ...";
  const counted = (files: number): string => files.toLocaleString("en");
  return `Reading the campaign: ${counted(progress.files)} of ${counted(progress.of)} files ...`;
}
