/** The options of `test`. */
import { type Command, Option } from "commander";
import { DATA, JSON_OPTION } from "./command-groups.js";
import { FAILS_FOR, readFails, type StoryTestFlags } from "./story-test-flags.js";
import type { Terminal } from "./terminal.js";
import { readCount, readSeed, readTurns } from "./usage.js";

export function addStoryTestCommand(program: Command, terminal: Terminal, done: (code: number) => void): void {
  program
    .command("test")
    .description(
      "Walk through a campaign without a model, and say what was reached, what never was, and what is wrong.",
    )
    .argument("<path>", "folder or name of the campaign")
    .addOption(
      new Option(
        "--walks <number>",
        "how many walks; one for each player and ending, and at least 8, unless given",
      ).argParser(readCount),
    )
    .addOption(
      new Option("--turns <number>", "how many choices a walk takes at most; 60 unless given").argParser(readTurns),
    )
    .addOption(new Option("--seed <seed>", "what all chance is drawn from; 1 unless given").argParser(readSeed))
    .addOption(
      new Option(
        "--fail-on <kinds>",
        `what the test fails for, or none; ${FAILS_FOR.join(",")} unless given`,
      ).argParser(readFails),
    )
    .option("--bless", "keep the walks in the campaign's folder .walks; later tests say what has changed since")
    .option("--html [file]", "write one page with a map of the story; walks.html here unless given")
    .option(...DATA)
    .option(...JSON_OPTION)
    .addHelpText("after", EXIT_CODES)
    .action(async (path: string, flags: StoryTestFlags) => {
      const { testStory } = await import("./story-test.js");
      done(await testStory(path, flags, terminal));
    });
}

const EXIT_CODES = `
Exit codes: 0 where nothing is wrong, 1 where something of --fail-on is (broken,
dead-ends, endings, beats, choices, lore, repeats, changes) or the campaign
cannot be played, 2 for bad usage, 130 after Ctrl-C.`;
