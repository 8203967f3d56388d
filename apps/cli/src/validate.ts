/** The `validate` command: everything that is wrong with a campaign, one problem a line, as editors read it. */
import type { Problem } from "@narratoria/engine";
import { EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { whileOpening } from "./opening.js";
import type { Terminal } from "./terminal.js";

/** @returns Lines such as `plot/beats.json:41:9 error: "priority" is "urgent".`, and a last one that counts. */
export function validationLines(title: string | null, problems: readonly Problem[]): string[] {
  const count = (severity: Problem["severity"], word: string): string[] => {
    const found = problems.filter((one) => one.severity === severity).length;
    return found === 0 ? [] : [found === 1 ? `1 ${word}` : `${found} ${word}s`];
  };
  const counted = [...count("error", "error"), ...count("warning", "warning"), ...count("notice", "notice")];
  const name = title ?? "This campaign";
  const verdict = counted.length === 0 ? "no problems found" : counted.join(", ");
  return [
    ...problems.map(({ file, line, column, severity, message }) => `${file}:${line}:${column} ${severity}: ${message}`),
    `${name}: ${verdict}.`,
  ];
}

export async function validate(path: string, flags: { readonly json?: boolean }, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const { validateCampaign } = await import("@narratoria/engine");
  const found = await whileOpening(terminal, (opening) => validateCampaign(path, opening));
  if (!found) return EXIT.interrupted;
  const { title, problems } = found;
  writeAnswer(stdout, flags, { title, problems }, validationLines(title, problems));
  return problems.some(({ severity }) => severity === "error") ? EXIT.failed : EXIT.done;
}
