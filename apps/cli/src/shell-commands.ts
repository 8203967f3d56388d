/** What a shell is given: completion of words, and a page for `man`. */
import { Argument, type Command } from "commander";
import type { Terminal } from "./terminal.js";

const HELP = `
For example:
  bash: narratoria completion bash > ~/.local/share/bash-completion/completions/narratoria
  zsh:  narratoria completion zsh > "\${fpath[1]}/_narratoria"
  fish: narratoria completion fish > ~/.config/fish/completions/narratoria.fish`;

export function addShellCommands(program: Command, { stdout }: Terminal): void {
  program
    .command("completion")
    .description("Write what completes commands, names and ids in a shell.")
    .addArgument(new Argument("<shell>", "which shell").choices(["bash", "zsh", "fish"]))
    .addHelpText("after", HELP)
    .action(async (shell: "bash" | "zsh" | "fish") => {
      const { COMPLETION_SCRIPTS } = await import("./completion.js");
      stdout.write(COMPLETION_SCRIPTS[shell]);
    });
  program
    .command("complete", { hidden: true })
    .argument("[words...]", "the words of a command line; the last one is being typed")
    .action(async (words: readonly string[]) => {
      const { candidates } = await import("./completion.js");
      for (const { word, about } of await candidates(program, words)) {
        stdout.write(`${word}\t${about.replace(/\s+/g, " ")}\n`);
      }
    });
  program
    .command("man")
    .description("Write the manual page, such as for: narratoria man | man -l -")
    .action(async () => {
      const { manualPage } = await import("./manual-page.js");
      stdout.write(manualPage(program));
    });
}
