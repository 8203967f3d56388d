/** Answers of commands: lines as a terminal has room for them, or JSON. */
import { wrap } from "./screen/wrap.js";

/** Wider lines are hard to read, however wide the terminal is. */
const MOST_COLUMNS = 100;

/** Writes the answer of a command: JSON for programs, else lines fitted to the terminal. */
export function writeAnswer(
  stdout: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number },
  { json = false }: { readonly json?: boolean },
  data: unknown,
  lines: readonly string[],
): void {
  stdout.write(json ? `${JSON.stringify(data, null, 2)}\n` : fitted(lines, stdout));
}

/** Lines broken between words at a terminal, each with its indent; elsewhere as they are. */
export function fitted(
  lines: readonly string[],
  stdout: { readonly isTTY?: boolean; readonly columns?: number },
): string {
  const columns = Math.min(stdout.columns ?? 80, MOST_COLUMNS);
  const broken = stdout.isTTY === true ? lines.flatMap((line) => brokenLine(line, columns)) : lines;
  return `${broken.join("\n")}\n`;
}

function brokenLine(line: string, columns: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? "";
  return wrap(line.slice(indent.length), Math.max(columns - indent.length, 20)).map((part) => indent + part);
}
