/** A campaign that takes long to open: how far it has come, and an end to it by Ctrl-C. */
import type { OpeningOptions, OpeningProgress } from "@narratoria/engine";
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
  let line: ProgressLine | null = null;
  let reached: OpeningProgress | null = null;
  // The longest part tells nothing on its way.
  const timer = setInterval(() => {
    if (reached && isLong(reached)) line?.show(openingWords(reached));
  }, LOOKED_AT_EVERY_MS);
  try {
    return await open({
      signal,
      onProgress(progress) {
        line ??= startProgress(stderr);
        reached = progress;
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
