/** The `campaign provenance` command: what of a campaign machines made, and what does not say so as it should. */
import { EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import type { CampaignPlace } from "./campaigns.js";
import type { Terminal } from "./terminal.js";

/** @returns The exit code: failed where something lacks its provenance. Implements rule CL2330. */
export async function showProvenance(path: string, flags: CampaignPlace, { stdout }: Terminal): Promise<number> {
  const { campaignProvenance } = await import("@narratoria/engine");
  const { title, warning, made, lacks } = await campaignProvenance(
    path,
    flags.data === undefined ? {} : { dataDir: flags.data },
  );
  const count = made.length === 1 ? "1 file" : `${made.length} files`;
  const lines = [
    `${title ?? path}: ${made.length === 0 ? "no file says that a machine made it" : `machines made ${count}`}.`,
    ...(warning === null ? [] : [warning]),
    ...made.flatMap(({ file, model, date, seed }) => [
      "",
      `  ${file}`,
      `    made by ${model}, ${date}`,
      `    from ${seed}`,
    ]),
    ...(lacks.length === 0 ? [] : ["", "Not as it should be:"]),
    ...lacks.map(({ file, line, column, message }) => `  ${file}:${line}:${column} ${message}`),
  ];
  writeAnswer(stdout, flags, { title, warning, made, lacks }, lines);
  return lacks.length > 0 ? EXIT.failed : EXIT.done;
}
