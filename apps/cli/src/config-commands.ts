/** The `config` command: settings of the terminal, shown and changed. */
import type { Command } from "commander";
import { DATA, JSON_OPTION } from "./command-groups.js";
import { EXIT } from "./errors.js";
import type { Terminal } from "./terminal.js";

export interface ConfigFlags {
  readonly data?: string;
  readonly json?: boolean;
  readonly unset?: boolean;
}

/** @param done - Takes the exit code. */
export function addConfigCommands(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command("config")
    .description("Show the settings of the terminal, or change one.")
    .argument("[key]", "which; all of them unless given")
    .argument("[value]", "what to set it to; what it is unless given")
    .option("--unset", "put it back to what holds unless something is set")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (key: string | undefined, value: string | undefined, flags: ConfigFlags) => {
      const { configure } = await import("./config.js");
      await configure(key, value, flags, terminal);
      done(EXIT.done);
    });
}
