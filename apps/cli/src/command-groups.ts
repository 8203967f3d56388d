/** Commands of one word under another, such as `skills list`, and the options that many commands share. */
import type { Command } from "commander";
import { CliError, EXIT } from "./errors.js";

/** The option that says where all data lies. */
export const DATA = ["--data <folder>", "keep stories and skills in this folder"] as const;
export const JSON_OPTION = ["--json", "write JSON, for programs; errors too, to standard error"] as const;

/**
 * Adds a command that only has commands of its own. A word that is none of them is told with the nearest, whatever follows it.
 * Implements rule CL715.
 */
export function addGroup(program: Command, name: string, description: string, help = ""): Command {
  const group: Command = program
    .command(name)
    .description(description)
    .usage("<command> [options]")
    .argument("[command]")
    .allowExcessArguments()
    .allowUnknownOption()
    .addHelpText("after", help)
    .action(async (word: string | undefined) => {
      const names = commandNames(group);
      if (word !== undefined) throw (await import("./unknown-name.js")).noSuchCommand(word, names, `${name} `);
      const list = names.length === 1 ? names.join() : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
      throw new CliError(`Say what to do with ${name}: ${list}.`, EXIT.usage);
    });
  return group;
}

/** Names of the commands that are shown. */
export function commandNames(command: Command): string[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((one) => one.name());
}

/** Commands of groups that have this name: "campaign show" for "show". */
export function commandsOfGroups(program: Command, name: string): string[] {
  return program.commands.flatMap((group) =>
    group.commands.some((one) => one.name() === name) ? [`${group.name()} ${name}`] : [],
  );
}
