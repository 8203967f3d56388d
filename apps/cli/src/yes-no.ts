/** A question that is answered with yes or no, before something that cannot be taken back lightly. */
import { CliError, EXIT } from "./errors.js";
import { plainWords } from "@narratoria/engine/shell";
import { openLineInput } from "./play/line-input.js";
import type { Terminal } from "./terminal.js";

/**
 * Asks whoever is at the terminal. Enter, and going away, mean no.
 *
 * @param instead - The command that needs no answer, for where there is nobody to ask.
 * @param json - Whether a program reads the output, which answers no questions.
 * @throws {CliError} Where nobody can be asked.
 */
export async function askYesNo(
  question: string,
  instead: string,
  terminal: Terminal,
  { json = false }: { readonly json?: boolean } = {},
): Promise<boolean> {
  const { stdin, stdout, signal } = terminal;
  if (json) throw new CliError(`With --json nobody is asked. To say yes beforehand: ${instead}`, EXIT.usage);
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    throw new CliError(`There is no terminal to ask at. To say yes beforehand: ${instead}`, EXIT.usage);
  }
  const input = openLineInput({
    stdin,
    stdout,
    interactive: true,
    onInterrupt: terminal.interrupt,
    onSuspend: terminal.suspend,
  });
  const close = (): void => input.close();
  signal.addEventListener("abort", close, { once: true });
  try {
    for (;;) {
      const line = await input.read(`${plainWords(question)} y or n: `);
      const answer = line?.trim().toLowerCase() ?? "";
      if (answer === "y" || answer === "yes") return true;
      if (answer === "" || answer === "n" || answer === "no") return false;
      stdout.write("Type y for yes, or n for no.\n");
    }
  } finally {
    signal.removeEventListener("abort", close);
    input.close();
  }
}
