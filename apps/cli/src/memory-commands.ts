/** The `memories` commands on the command line. What each does is loaded by the one that is used. */
import type { Command } from "commander";
import { addGroup, DATA, JSON_OPTION } from "./command-groups.js";
import type { KeepFlags, MemoryFlags } from "./memories.js";
import type { Terminal } from "./terminal.js";
import { readCount } from "./usage.js";

const ID = ["<id>", "the memory's id, or enough of its beginning"] as const;

/** @param done - Takes the exit code. */
export function addMemoryCommands(program: Command, { stdout }: Terminal, done: (code: number) => void): void {
  const memories = addGroup(program, "memories", "What a story remembers, and what you want it to.");
  const told = (command: Command): Command =>
    command
      .option(
        "--story <id>",
        "the playthrough's id, or enough of its beginning; the one played last unless given",
        "last",
      )
      .option(...DATA)
      .option(...JSON_OPTION);

  told(memories.command("list"))
    .description("List all that it remembers, oldest first.")
    .action(async (flags: MemoryFlags) => {
      done(await (await import("./memories.js")).showMemories(flags, stdout));
    });
  told(memories.command("search"))
    .description("Find what it remembers of something.")
    .argument("<text>", "what to look for")
    .action(async (text: string, flags: MemoryFlags) => {
      done(await (await import("./memories.js")).findMemories(text, flags, stdout));
    });
  told(memories.command("pin"))
    .description("Have it remembered before others. No undo takes that back.")
    .argument(...ID)
    .option("--off", "no longer")
    .action(async (id: string, flags: MemoryFlags & { readonly off?: boolean }) => {
      done(await (await import("./memories.js")).pin(id, flags.off !== true, flags, stdout));
    });
  told(memories.command("edit"))
    .description("Put it into other words. No undo takes that back.")
    .argument(...ID)
    .argument("<text>", "what to remember instead")
    .action(async (id: string, text: string, flags: MemoryFlags) => {
      done(await (await import("./memories.js")).edit(id, text, flags, stdout));
    });
  told(memories.command("forget"))
    .description("Forget it for good. The scene as it was told stays.")
    .argument(...ID)
    .action(async (id: string, flags: MemoryFlags) => {
      done(await (await import("./memories.js")).forget(id, flags, stdout));
    });
  memories
    .command("keep")
    .description("Say how much your stories may remember; without options, show it.")
    .option("--at-most <number>", "so many memories in each story", readCount)
    .option("--days <number>", "none that is older; a break in play counts as one day", readCount)
    .option("--megabytes <number>", "no more of the disk for each story", readCount)
    .option("--everything", "all of it, as at first")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (flags: KeepFlags) => {
      done(await (await import("./memories.js")).keep(flags, stdout));
    });
}
