import { parseArgs } from "node:util";
import { withControlsShown } from "../text.js";
import { writeManifest } from "./write-manifest.js";

const HELP = `narratoria-skill-manifest asks each script of a skill what it takes, and writes it where Narratoria reads it: the input
of a script into schemas/<script>.json, which skill.json then names as its inputSchema, and the settings into
config-schema.json. What else stands in skill.json stays.

  narratoria-skill-manifest ./my-skill           write the files
  narratoria-skill-manifest ./my-skill --check   write nothing, and say whether they are as they should be

A script says what it takes by the schemas that it gives defineTool of @narratoria/protocol/skill, of zod or of another
library that knows Standard Schema. It is started once for that, as it was built. One that does not say it is passed over.

Exit codes: 0 all is written, 1 faults, or files that --check found to be out of date, 2 wrong usage.
`;

/** Where the command writes. */
export interface Output {
  out(text: string): void;
  err(text: string): void;
}

/**
 * The command `narratoria-skill-manifest`. Implements rule PR866.
 *
 * @param args - The arguments behind the program's name.
 * @returns The exit code.
 */
export async function main(args: readonly string[], output: Output = ownOutput()): Promise<number> {
  const shown = (text: string): string => `${withControlsShown(text)}\n`;
  const usage = (message: string): number => {
    output.err(`${shown(message)}narratoria-skill-manifest --help shows what there is.\n`);
    return 2;
  };
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return usage(`${message.split(/\. |\n/)[0]?.replace(/\.$/, "")}.`);
  }
  const { values, positionals } = parsed;
  const [folder, ...more] = positionals;
  if (values.help) {
    output.out(HELP);
    return 0;
  }
  if (folder === undefined || more.length > 0) return usage("Which skill? Give the path of its folder.");
  const check = values.check === true;
  const report = await writeManifest(folder, check);
  if (report === null) return usage(`${folder} holds no skill.json that can be read.`);
  const { files, silent, faults } = report;
  for (const fault of faults) output.err(shown(fault));
  if (faults.length > 0) return 1;
  for (const file of files) output.out(shown(check ? `${file} is out of date.` : `Wrote ${file}.`));
  for (const name of silent) output.out(shown(`${name} does not say what it takes.`));
  if (files.length === 0) output.out("All is as it should be.\n");
  return check && files.length > 0 ? 1 : 0;
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { check: { type: "boolean" }, help: { type: "boolean", short: "h" } },
  });
}

function ownOutput(): Output {
  return { out: (text) => process.stdout.write(text), err: (text) => process.stderr.write(text) };
}
