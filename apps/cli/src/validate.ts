/** The `validate` command: everything that is wrong with a campaign, for people, editors and programs. */
import { pathToFileURL } from "node:url";
import type { Problem, PROBLEM_KINDS, Validation } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { fitted } from "./fitted-lines.js";
import { whileOpening } from "./opening.js";
import { sarifLog } from "./sarif.js";
import type { Terminal } from "./terminal.js";

export interface ValidateFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly watch?: boolean;
}

/**
 * Returns a line for each problem, `file:line:column  severity  code  what and what to do`, and a last one that counts.
 * Implements rule CL840.
 */
export function validationLines(
  title: string | null,
  problems: readonly Problem[],
  kinds: typeof PROBLEM_KINDS,
): string[] {
  const count = (severity: Problem["severity"]): string[] => {
    const found = problems.filter((one) => one.severity === severity).length;
    return found === 0 ? [] : [found === 1 ? `1 ${severity}` : `${found} ${severity}s`];
  };
  const counted = [...count("error"), ...count("warning"), ...count("notice")];
  const verdict = counted.length === 0 ? "no problems found" : counted.join(", ");
  return [
    ...problems.map(
      ({ file, line, column, severity, code, message }) =>
        `${file || "."}:${line}:${column}  ${severity}  ${code}  ${message} ${kinds[code].remedy}`,
    ),
    `${title ?? "This campaign"}: ${verdict}.`,
  ];
}

/** @param version - Of this program, for SARIF. */
export async function validate(
  path: string,
  flags: ValidateFlags,
  terminal: Terminal,
  version: string,
): Promise<number> {
  if (flags.json === true && flags.sarif === true)
    throw new CliError("Give --json or --sarif, not both: each is a whole answer.", EXIT.usage);
  const { validateCampaign, campaignChanged } = await import("@narratoria/engine");
  for (;;) {
    const found = await whileOpening(terminal, (opening) => validateCampaign(path, opening));
    if (!found) return EXIT.interrupted;
    terminal.stdout.write(await answer(found, flags, terminal, version));
    if (flags.watch !== true)
      return found.problems.some(({ severity }) => severity === "error") ? EXIT.failed : EXIT.done;
    if (!(await campaignChanged(found, terminal.signal))) return EXIT.interrupted;
    if (!flags.json && !flags.sarif) terminal.stdout.write("\n");
  }
}

async function answer(
  { title, problems, dir }: Validation,
  { json = false, sarif = false, watch = false }: ValidateFlags,
  { stdout }: Pick<Terminal, "stdout">,
  version: string,
): Promise<string> {
  const { PROBLEM_KINDS, validationReport } = await import("@narratoria/engine");
  if (!json && !sarif) return fitted(validationLines(title, problems, PROBLEM_KINDS), stdout);
  const report = json
    ? validationReport({ title, problems })
    : sarifLog(problems, PROBLEM_KINDS, version, `${pathToFileURL(dir).href}/`);
  // While watching, each answer is a line of its own.
  return `${watch ? JSON.stringify(report) : JSON.stringify(report, null, 2)}\n`;
}
