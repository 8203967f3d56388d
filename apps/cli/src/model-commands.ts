/** The `models` commands on the command line. What each does is loaded by the one that is used. */
import type { Command } from "commander";
import { addGroup, DATA, JSON_OPTION } from "./command-groups.js";
import type { ModelFlags } from "./models.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";

const HELP = `
For example:
  ${OWN} models setup
  ${OWN} models pull phi-3.5-mini
  ${OWN} models use phi-3.5-mini
  ${OWN} models use storybook`;

/**
 * Adds `models` and all that it can be told.
 *
 * @param done - Takes the exit code.
 */
export function addModelCommands(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const models = addGroup(program, "models", "Language models that can tell the stories. None is needed.", HELP);
  const add = (name: string, description: string): Command =>
    models
      .command(name)
      .description(description)
      .option(...DATA)
      .option(...JSON_OPTION);
  const load = () => import("./models.js");

  add("list", "List the models there are, each with whether it is on this machine.").action(
    async (options: ModelFlags) => done(await (await load()).listModels(options, terminal)),
  );
  add("pull", "Fetch one over the network. A download that was cut goes on where it stopped.")
    .argument("<name>", "its name in the list")
    .option("--yes", "agree to its licence without being asked")
    .action(async (name: string, options: ModelFlags) => done(await (await load()).pullModel(name, options, terminal)));
  add("add", "Take up a model file of your own, in the GGUF format. It stays where it is.")
    .argument("<path>", "the file")
    .action(async (path: string, options: ModelFlags) => done(await (await load()).addModel(path, options, terminal)));
  add("use", "Choose who tells the stories: a model that is here, or storybook.")
    .argument("<name>", "its name, or storybook")
    .action(async (name: string, options: ModelFlags) => done(await (await load()).useModel(name, options, terminal)));
  add("verify", "Read models to the end and say whether they are what they were.")
    .argument("[name]", "its name; all that are here unless given")
    .action(async (name: string | undefined, options: ModelFlags) =>
      done(await (await load()).verifyModels(name, options, terminal)),
    );
  add("remove", "Delete one that was fetched, or forget one that was added.")
    .argument("<name>", "its name")
    .option("--yes", "delete it without being asked")
    .action(async (name: string, options: ModelFlags) =>
      done(await (await load()).removeModel(name, options, terminal)),
    );
  add("setup", "Install what models run on: 150 MB, once.")
    .option("--gpu", "also what computes on a graphics card")
    .action(async (options: ModelFlags) => done(await (await load()).setUpModels(options, terminal)));
}
