/** The `narratoria` command: reads the command line and hands over. All else is loaded by the command that needs it. */
import { readFileSync } from "node:fs";
import { Command, CommanderError, Option } from "commander";
import type { DesktopFlags } from "@narratoria/desktop";
import type { Language } from "@narratoria/engine";
import { addCampaignCommands } from "./campaign-commands.js";
import type { NewCampaignOptions } from "./campaign-new.js";
import type { ReadFlags } from "./campaign-read.js";
import type { EnrichFlags } from "./campaign-enrich.js";
import type { StageFlags } from "./campaign-stage.js";
import type { WhyFlags } from "./campaign-why.js";
import type { InstallFlags } from "./archives.js";
import type { BenchFlags } from "./bench.js";
import { addConfigCommands } from "./config-commands.js";
import type { DoctorFlags } from "./doctor.js";
import { addShellCommands } from "./shell-commands.js";
import { addGroup, commandNames, commandsOfGroups, DATA, JSON_OPTION } from "./command-groups.js";
import { CliError, EXIT, errorJson, errorLine } from "./errors.js";
import { addMemoryCommands } from "./memory-commands.js";
import { addModelCommands } from "./model-commands.js";
import { addPlaythroughCommands } from "./playthrough-commands.js";
import { addSkillCommands, checkFolders } from "./skill-commands.js";
import { openTerminal, type Terminal } from "./terminal.js";
import { addStoryTestCommand } from "./story-test-command.js";
import type { ValidateFlags } from "./validate.js";
import { type ChooseRule, collect, readChoose, readSeed, readTurns } from "./usage.js";

/**
 * Runs one command and sets the process's exit code.
 *
 * @throws {Error} Where a part of the program cannot be loaded, and nothing else.
 */
export async function main(args: readonly string[]): Promise<void> {
  const { terminal, earlyEnd } = openTerminal();
  const code = await runCommand(args, terminal, earlyEnd);
  process.exitCode = earlyEnd() ?? code;
  // A stream that somebody else keeps open must not keep the program.
  terminal.stdin.unref?.();
}

/**
 * Runs one command at a terminal.
 *
 * @param earlyEnd - The exit code that an early end of the program asks for, if there was one.
 * @returns The exit code.
 * @throws {Error} Where a part of the program cannot be loaded, and nothing else.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
  earlyEnd: () => number | undefined = () => undefined,
): Promise<number> {
  let code = EXIT.done as number;
  const json = args.includes("--json");
  const program = narratoria(
    terminal,
    (result) => {
      code = result;
    },
    json,
  );
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (isPartMissing(error)) throw error;
    code = failure(error, terminal, earlyEnd(), json);
  }
  return code;
}

/** Of a program that is being replaced, parts may be of another version already. */
function isPartMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof SyntaxError
    ? error.message.includes("does not provide an export")
    : "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

function failure(error: unknown, terminal: Terminal, early: number | undefined, json: boolean): number {
  // Commander has told its own errors, and ends `--help` and `--version` in this way as well.
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (early === undefined) terminal.stderr.write(`${json ? errorJson(error) : errorLine(error)}\n`);
  // A data folder that will not do is a slip in what was typed, like any other name.
  if (error instanceof Error && "code" in error && error.code === "data_folder") return EXIT.usage;
  return error instanceof CliError ? error.exitCode : EXIT.failed;
}

interface PlayOptions {
  choose?: ChooseRule;
  turns?: number;
  seed?: string;
  narrator?: "auto" | "model" | "storybook";
  model?: string;
  gpu?: "auto" | "off";
  data?: string;
  new?: boolean;
  json?: boolean;
  plain?: boolean;
  lang?: Language;
  log?: boolean;
  check?: boolean;
  skills: string[];
  dev: string[];
  name?: string;
  as?: readonly string[];
  at?: string;
  with?: string;
  enrich?: boolean;
}

/**
 * All commands there are.
 *
 * @param done - Takes the exit code of the one that ran.
 * @param json - Whether errors are told as JSON.
 */
export function narratoria(terminal: Terminal, done: (code: number) => void, json = false): Command {
  const { stdout, stderr } = terminal;
  const version = ownVersion();
  const program = new Command("narratoria")
    .description("Tells interactive stories on your own machine.")
    .version(version, "-V, --version", "say which version this is")
    .helpOption("-h, --help", "say how a command is used")
    .helpCommand(false)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      outputError: (text, write) =>
        write(json ? `${errorJson(new CliError(sentenceOf(text), EXIT.usage))}\n` : `Error: ${sentenceOf(text)}\n`),
    });

  const playing = (command: Command): Command =>
    command
      .addOption(
        new Option("--choose <how>", "choose by itself: first, random, or numbers such as 1,3,2").argParser(readChoose),
      )
      .addOption(
        new Option("--turns <number>", "take so many choices, then leave; 0 shows where the story stands").argParser(
          readTurns,
        ),
      )
      .addOption(
        new Option(
          "--seed <seed>",
          "what all chance is drawn from; the same seed and choices give the same story",
        ).argParser(readSeed),
      )
      .addOption(
        new Option("--narrator <name>", "who tells the story; auto takes the model that was chosen, if any").choices([
          "auto",
          "model",
          "storybook",
        ]),
      )
      .option(
        "--model <file>",
        "tell the story with the language model in this GGUF file; what it runs on is fetched first if it is missing (85 MB)",
      )
      .addOption(
        new Option("--gpu <use>", "whether a model may use the graphics card").choices(["auto", "off"]).default("auto"),
      )
      .addOption(
        new Option("--lang <language>", "the language in which Narratoria speaks beside the story").choices([
          "en",
          "de",
        ]),
      )
      .option(...DATA)
      .option("--json", "write one event a line, for programs; errors too, to standard error")
      .option("--plain", "plain text: no drawing and no colour")
      .option("--watch", "for authors: the next scene uses what has changed in the campaign's folder")
      .option("--log", "write what skills log, and why one failed, to standard error; the story is not drawn then")
      .option("--check", "write to standard error what no story may do; the story is not drawn then")
      .option(
        "--trace <file>",
        "write what went on inside each turn to this file, a line of JSON each; the story is not drawn then",
      )
      .option("--skills <folder>", "take further skills from this folder (may be given more than once)", collect, [])
      .option("--dev <folder>", "for authors: use the skills of this folder unasked, as you change them", collect, []);

  playing(program.command("play", { isDefault: true }))
    .description("Play a story, or go on with it.")
    .argument("[campaign]", "folder or name of a campaign; without one, the story that comes with Narratoria")
    .option("--new", "begin anew though there is a story to go on with")
    .option("--name <name>", "your name in a new story")
    .option("--no-enrich", "leave a campaign of fewer than three files as it is, and fill nothing in")
    .option("--at <beat>", "for authors: begin a new story at this beat, as if all before it had happened")
    .option(
      "--with <file>",
      "for authors: begin a new story with the state in this JSON file: flags, world, items, feelings ...",
    )
    .option(
      "--as <character>",
      "begin a new story as one of its ready-made characters, or with a people, class or background of its template, by name (may be given more than once)",
      collect,
    )
    .allowExcessArguments()
    .action(async (campaign: string | undefined, options: PlayOptions, command: Command) => {
      // Nobody said `play`: a word that is no story may be a misspelt command.
      const implied = program.args[0] !== command.name();
      if (command.args.length > 1) {
        const { noSuchCommand } = await import("./unknown-name.js");
        const [word = ""] = command.args;
        if (implied) throw noSuchCommand(word, commandNames(program), "", commandsOfGroups(program, word));
        throw new CliError("play takes one story. Put a name with blanks in it in quotes.", EXIT.usage);
      }
      await checkFolders(options.skills);
      await checkFolders(options.dev, "--dev");
      if (implied && campaign !== undefined) {
        const { checkStoryName } = await import("./unknown-name.js");
        await checkStoryName(campaign, commandNames(program), commandsOfGroups(program, campaign), options.data);
      }
      const { play } = await import("./play/play.js");
      // Whoever asks for something about a new story has chosen it.
      const asks = [options.new, options.seed, options.name, options.as, options.at, options.with].some(
        (one) => one !== undefined,
      );
      const wanted = implied && campaign === undefined && !asks ? "shelf" : { campaign };
      done(await play(wanted, options, terminal));
    });

  playing(addPlaythroughCommands(program, terminal, done)).action(async (playthrough: string, options: PlayOptions) => {
    await checkFolders(options.skills);
    await checkFolders(options.dev, "--dev");
    const { play } = await import("./play/play.js");
    done(await play({ playthrough }, options, terminal));
  });
  addMemoryCommands(program, terminal, done);

  addModelCommands(program, terminal, done);
  addSkillCommands(program, terminal, done);

  program
    .command("validate")
    .description("Check a campaign and list every problem with its file and line.")
    .argument("<path>", "folder of the campaign")
    .option(...JSON_OPTION)
    .option("--sarif", "write a SARIF 2.1.0 log, for code hosts and editors")
    .option("--watch", "check again whenever a file changes, until Ctrl-C")
    .action(async (path: string, flags: ValidateFlags) => {
      const { validate } = await import("./validate.js");
      done(await validate(path, flags, terminal, version));
    });
  addStoryTestCommand(program, terminal, done);
  addGroup(program, "new", "Begin something of your own.")
    .command("campaign")
    .description("Make the folder of a campaign: a small story that plays, to write over.")
    .argument("<name>", "name of the folder: small letters, digits and hyphens")
    .option("--title <title>", "what the story is called; made from the name unless given")
    .option("--out <folder>", "make it in this folder; in the current one unless given")
    .option(...JSON_OPTION)
    .action(async (name: string, options: NewCampaignOptions) => {
      const { makeCampaign } = await import("./campaign-new.js");
      done(await makeCampaign(name, options, terminal));
    });
  const campaign = addGroup(program, "campaign", "Work on a campaign of your own.");
  addCampaignCommands(campaign, terminal, done);
  campaign
    .command("read")
    .description("Show what the story understands of a campaign: people, places, beats, acts, questions, laws.")
    .argument("<path>", "folder of the campaign")
    .option(...JSON_OPTION)
    .option("--html [file]", "write one page to read; reading.html here unless given")
    .option("--facts <file>", "compare with a facts file and show what differs")
    .action(async (path: string, options: ReadFlags) => {
      const { readCampaign } = await import("./campaign-read.js");
      done(await readCampaign(path, options, terminal));
    });
  campaign
    .command("why")
    .description("Say why a beat or an ending does not come, or draw how they hang together.")
    .argument("<path>", "folder of the campaign")
    .option("--beat <id>", "the beat or ending that does not come")
    .option("--story <id>", "look at this story of yours, last for the newest; at a new one unless given")
    .option("--graph [file]", "draw all of them: to a .svg or .mmd file, or as Mermaid to standard output")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (path: string, flags: WhyFlags) => {
      const { campaignWhy } = await import("./campaign-why.js");
      done(await campaignWhy(path, flags, terminal));
    });
  campaign
    .command("stage")
    .description("Show which pictures and music the places, people and beats of a campaign would have, and why.")
    .argument("<path>", "folder of the campaign")
    .option(...JSON_OPTION)
    .option("--html [file]", "write one page with small pictures; stage.html here unless given")
    .action(async (path: string, flags: StageFlags) => {
      const { campaignStage } = await import("./campaign-stage.js");
      done(await campaignStage(path, flags, terminal));
    });
  campaign
    .command("enrich")
    .description(
      "Fill in what a campaign of fewer than three files lacks: people, places, a plot and endings, from its author's words.",
    )
    .argument("<path>", "folder of the campaign")
    .option("--preview", "show what would be written, and write nothing")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (path: string, flags: EnrichFlags) => {
      const { campaignEnrich } = await import("./campaign-enrich.js");
      done(await campaignEnrich(path, flags, terminal));
    });
  program
    .command("pack")
    .description("Pack a campaign or a skill into one file that others can install.")
    .argument("<folder>", "folder of the campaign or skill; one with errors is not packed")
    .option("-o, --out <file>", "the file to write, or a folder for it; <name>.narratoria here unless given")
    .option("--replace", "replace a file that is there already")
    .option(...JSON_OPTION)
    .action(async (folder: string, options: { out?: string; replace?: boolean; json?: boolean }) => {
      const { packFolder } = await import("./archives.js");
      done(await packFolder(folder, options, terminal));
    });
  program
    .command("install")
    .description("Install a campaign or a skill from a .narratoria file.")
    .argument("<file>", "the file, or a folder to copy")
    .option(...DATA)
    .option("--replace", "replace one of that name; the settings and data of a skill are kept")
    .option("--yes", "let a skill run without being asked")
    .option(...JSON_OPTION)
    .action(async (file: string, options: InstallFlags) => {
      const { installFile } = await import("./archives.js");
      done(await installFile(file, options, terminal));
    });
  program
    .command("help")
    .description("Say how a command is used.")
    .argument("[command...]")
    .action(async (names: readonly string[]) => {
      let wanted = program;
      for (const [depth, name] of names.entries()) {
        const found = wanted.commands.find((one) => one.name() === name);
        if (!found) {
          const { noSuchCommand } = await import("./unknown-name.js");
          throw noSuchCommand(name, commandNames(wanted), depth === 0 ? "" : `${names.slice(0, depth).join(" ")} `);
        }
        wanted = found;
      }
      wanted.outputHelp();
    });
  program
    .command("bench")
    .description("Measure how fast a language model is on this machine.")
    .option("--model [file]", "a GGUF file; the model that was chosen unless given")
    .addOption(new Option("--gpu <use>", "whether it may use the graphics card").choices(["auto", "off"]))
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (options: BenchFlags) => {
      const { bench } = await import("./bench.js");
      done(await bench(options, terminal));
    });
  program
    .command("doctor")
    .description("Check that this machine has all that a story needs.")
    .option("--repair", "mend the file of your stories where it is damaged, from itself and its newest backup")
    .addOption(
      new Option("--timings", "show how long plans, scripts and searches took, from the log").conflicts("repair"),
    )
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (options: DoctorFlags & { repair?: boolean; timings?: boolean }) => {
      const { doctor, repair } = await import("./doctor.js");
      if (options.timings) {
        const { timings } = await import("./timings.js");
        return done(await timings(options, terminal));
      }
      done(await (options.repair ? repair(options, terminal) : doctor(options, version, terminal)));
    });
  program
    .command("ui")
    .description("Play in a window of its own.")
    .option("--port <number>", "serve the page on this port; any that is free unless given")
    .option("--no-open", "open no window: write the address and go on until Ctrl-C")
    .option("--dev <folder>", "for authors: use the skills of this folder unasked, as you change them", collect, [])
    .option("--host <name>", "listen on this address of this machine: 127.0.0.1, ::1 or localhost")
    .option(...DATA)
    .action(async (flags: DesktopFlags) => {
      const { openUi } = await import("./ui.js");
      done(await openUi(flags, terminal));
    });
  addConfigCommands(program, terminal, done);
  addShellCommands(program, terminal);
  return program;
}

/** Commander's errors in our form: one line, a suggestion in brackets kept. */
function sentenceOf(text: string): string {
  const line = text
    .trim()
    .replace(/^error: /, "")
    .replace(/\s*\n\s*/g, " ");
  const sentence = line.charAt(0).toUpperCase() + line.slice(1);
  return /[.!?)]$/.test(sentence) ? sentence : `${sentence}.`;
}

function ownVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : "";
}
