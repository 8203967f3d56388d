/** The `skills` commands on the command line. What each does is loaded by the one that is used. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { addGroup, DATA, JSON_OPTION } from "./command-groups.js";
import { CliError, EXIT } from "./errors.js";
import type { ConfigOptions } from "./skill-config.js";
import type { TestOptions } from "./skill-changes.js";
import type { NewSkillOptions } from "./skill-new.js";
import type { InstallFlags } from "./archives.js";
import type { AgreeFlags, SkillsPlace } from "./skills.js";
import type { Terminal } from "./terminal.js";
import { collect } from "./usage.js";
import { OWN } from "./own-command.js";

const WITHOUT_SANDBOX = ["--without-sandbox", "let it run though nothing holds it back"] as const;

const HELP = `
For example:
  ${OWN} skills install ./lantern
  ${OWN} skills config dice-roller --set randomSource=crypto
  ${OWN} skills new lantern --template python`;

/**
 * Adds `skills` and all that it can be told.
 *
 * @param done - Takes the exit code.
 */
export function addSkillCommands(program: Command, terminal: Terminal, done: (code: number) => void): void {
  const skills = addGroup(program, "skills", "What a story can do, and what others' skills may do here.", HELP);
  const placed = (command: Command): Command =>
    command
      .option(...DATA)
      .option(...JSON_OPTION)
      .option("--skills <folder>", "look for further skills in this folder (may be given more than once)", collect, []);
  const running =
    <Args extends unknown[]>(work: (...args: Args) => Promise<number>) =>
    async (...args: Args): Promise<void> => {
      for (const one of args) if (isPlace(one)) await checkFolders(one.skills);
      done(await work(...args));
    };

  placed(skills.command("list"))
    .description("List them, each with whether it is in use.")
    .action(running(async (options: SkillsPlace) => (await import("./skills.js")).listSkills(options, terminal)));
  placed(skills.command("show"))
    .description("Say what one is, which commands it runs, and what it asks for.")
    .argument("<name>", "its name")
    .action(
      running(async (name: string, options: SkillsPlace) =>
        (await import("./skills.js")).showSkill(name, options, terminal),
      ),
    );
  placed(skills.command("agree"))
    .description("Let one that others made run, as its folder is now.")
    .argument("<name>", "its name")
    .option("--yes", "agree without being asked")
    .option(...WITHOUT_SANDBOX)
    .action(
      running(async (name: string, options: SkillsPlace & AgreeFlags) =>
        (await import("./skills.js")).agreeToSkill(name, options, terminal),
      ),
    );
  placed(skills.command("withdraw"))
    .description("Take that back.")
    .argument("<name>", "its name")
    .action(
      running(async (name: string, options: SkillsPlace) =>
        (await import("./skills.js")).withdrawSkill(name, options, terminal),
      ),
    );
  for (const [verb, description] of [
    ["enable", "Turn one on again."],
    ["disable", "Turn one off, ours too; the story goes on without it."],
  ] as const) {
    placed(skills.command(verb))
      .description(description)
      .argument("<name>", "its name")
      .action(
        running(async (name: string, options: SkillsPlace) =>
          (await import("./skill-changes.js")).switchSkill(name, verb === "enable", options, terminal),
        ),
      );
  }
  placed(skills.command("config"))
    .description("Show the settings of one, or change them.")
    .argument("<name>", "its name")
    .option("--set <name=value>", "give a setting a value (may be given more than once)", collect, [])
    .option("--unset <name>", "put the default of a setting back (may be given more than once)", collect, [])
    .option("--interactive", "be asked for every setting")
    .action(
      running(async (name: string, options: ConfigOptions) =>
        (await import("./skill-config.js")).configureSkill(name, options, terminal),
      ),
    );
  placed(skills.command("test"))
    .description("Run the scripts of one as Narratoria does, and say which rules they break.")
    .argument("<name>", "its name, or its folder")
    .option("--script <name>", "only this script of it")
    .option("--timeout <ms>", "give every run this long, in milliseconds")
    .action(
      running(async (name: string, options: TestOptions) =>
        (await import("./skill-changes.js")).testSkill(name, options, terminal),
      ),
    );
  placed(skills.command("inspect"))
    .description("Run the scripts of one once, and show what each is given, sends and writes to standard error.")
    .argument("<name>", "its name, or its folder")
    .option("--script <name>", "only this script of it")
    .option("--input <file>", "give it the JSON of this file, instead of its examples")
    .option("--timeout <ms>", "give every run this long, in milliseconds")
    .action(
      running(async (name: string, options: TestOptions) =>
        (await import("./skill-changes.js")).testSkill(name, { ...options, inspect: true }, terminal),
      ),
    );
  skills
    .command("new")
    .description("Make the folder of a new skill: sound, tested, and ready to be changed.")
    .argument("<name>", "its name: small letters, digits and hyphens")
    .addOption(
      new Option("--template <language>", "the language of its script")
        .choices(["js", "ts", "python", "sh"])
        .default("js"),
    )
    .option("-o, --out <folder>", "make it in this folder; here unless given")
    .option(...JSON_OPTION)
    .action(
      running(async (name: string, options: NewSkillOptions) =>
        (await import("./skill-new.js")).makeSkill(name, options, terminal),
      ),
    );
  skills
    .command("install")
    .description("Install one from its folder, a .narratoria file or a .tgz file of npm's, and ask whether it may run.")
    .argument("<path>", "the folder to copy, or the file")
    .option(...DATA)
    .option("--replace", "replace one of that name; its settings and data are kept")
    .option("--yes", "agree to it without being asked")
    .option(...WITHOUT_SANDBOX)
    .option(...JSON_OPTION)
    .action(
      running(async (path: string, options: InstallFlags) =>
        (await import("./archives.js")).installFile(path, options, terminal),
      ),
    );
  placed(skills.command("remove"))
    .description("Delete one that was installed, with its settings and its data.")
    .argument("<name>", "its name")
    .option("--yes", "delete it without being asked")
    .action(
      running(async (name: string, options: SkillsPlace & { yes?: boolean }) =>
        (await import("./skill-changes.js")).removeSkill(name, options, terminal),
      ),
    );
}

function isPlace(value: unknown): value is { skills: string[] } {
  return typeof value === "object" && value !== null && "skills" in value && Array.isArray(value.skills);
}

/** A folder of skills that is not there is a slip of the fingers, not a story without skills. */
export async function checkFolders(folders: string[], option = "--skills"): Promise<void> {
  for (const [index, folder] of folders.entries()) {
    const path = resolve(folder);
    const isFolder = await stat(path).then(
      (info) => info.isDirectory(),
      () => false,
    );
    if (!isFolder) throw new CliError(`There is no folder ${folder} to take skills from. Check ${option}.`, EXIT.usage);
    folders[index] = path;
  }
}
