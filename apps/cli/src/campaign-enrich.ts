/** The `campaign enrich` command: what a sparse campaign lacks is made, or only shown. */
import { EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import type { Terminal } from "./terminal.js";

export interface EnrichFlags {
  readonly preview?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

/** @returns The exit code: failed where nothing could be written. */
export async function campaignEnrich(path: string, flags: EnrichFlags, { stdout }: Terminal): Promise<number> {
  const { enrichCampaign } = await import("@narratoria/engine");
  const { preview = false, data } = flags;
  const made = await enrichCampaign(path, { preview, ...(data === undefined ? {} : { dataDir: data }) });
  const { title, dir, files, source } = made;
  const names = files.map((file) => `  ${file.path}`);
  const texts = files.flatMap((file) => [`== ${file.path}`, "", ...file.text.trimEnd().split("\n"), ""]);
  const lines =
    files.length === 0
      ? [`${title}: nothing to fill in.`]
      : preview
        ? [...texts, `${title}: ${files.length} files by ${source}. Nothing was written.`]
        : dir === null
          ? [`${title}: ${files.length} files could be written nowhere.`]
          : [`${title}: ${files.length} files by ${source}, in ${dir}:`, ...names];
  writeAnswer(stdout, flags, { ...made, preview }, lines);
  return files.length > 0 && dir === null && !preview ? EXIT.failed : EXIT.done;
}
