/** The `playthroughs` commands and `replay` on the command line. What each does is loaded by the one that is used. */
import { type Command, Option } from "commander";
import { addGroup, DATA, JSON_OPTION } from "./command-groups.js";
import type { DeleteFlags } from "./playthroughs.js";
import type { ExportFlags, TimelinePlace } from "./timeline.js";
import type { Terminal } from "./terminal.js";
import { readWholeNumber } from "./usage.js";
import { EXPORT_FORMATS } from "./export-formats.js";
import { OWN } from "./own-command.js";

const ID = ["<id>", "its id, or enough of its beginning; last for the one played last"] as const;

const HELP = `
For example:
  ${OWN} playthroughs branch last 12 --name "The harbour bell"
  ${OWN} playthroughs export last -o story.html
  ${OWN} playthroughs import story.json`;

/**
 * Adds `playthroughs` and `replay`.
 *
 * @param done - Takes the exit code.
 * @returns The command to go on with a playthrough, which plays as `play` does.
 */
export function addPlaythroughCommands(program: Command, terminal: Terminal, done: (code: number) => void): Command {
  const { stdout } = terminal;
  const playthroughs = addGroup(program, "playthroughs", "The stories you have begun.", HELP);
  const told = (command: Command): Command => command.option(...DATA).option(...JSON_OPTION);

  told(playthroughs.command("list"))
    .description("List them, newest first.")
    .action(async (place: TimelinePlace) => {
      const { listPlaythroughs } = await import("./playthroughs.js");
      done(await listPlaythroughs(place, terminal));
    });
  const resume = playthroughs
    .command("resume")
    .description("Go on with one of them.")
    .argument(...ID);
  told(playthroughs.command("delete"))
    .description("Delete one of them for good.")
    .argument(...ID)
    .option("--yes", "delete it without being asked")
    .action(async (id: string, flags: DeleteFlags) => {
      const { deletePlaythrough } = await import("./playthroughs.js");
      done(await deletePlaythrough(id, flags, terminal));
    });
  for (const [verb, description] of STEPS) {
    told(playthroughs.command(verb))
      .description(description)
      .argument(...ID)
      .action(async (id: string, place: TimelinePlace) => {
        const { moveStory } = await import("./timeline.js");
        done(await moveStory(id, place, terminal, (story) => story[verb]()));
      });
  }
  told(playthroughs.command("branch"))
    .description("Begin a branch at a scene, and go there. Nothing is lost.")
    .argument(...ID)
    .argument("[scene]", "its number, 0 for the opening; where the story stands unless given", readWholeNumber)
    .option("--name <name>", "what to call it; its first choice unless given")
    .action(async (id: string, scene: number | undefined, options: TimelinePlace & { name?: string }) => {
      const { moveStory } = await import("./timeline.js");
      done(await moveStory(id, options, terminal, (story) => story.branch(scene, options.name)));
    });
  told(playthroughs.command("branches"))
    .description("List its branches as a tree.")
    .argument(...ID)
    .action(async (id: string, place: TimelinePlace) => {
      const { listBranches } = await import("./timeline.js");
      done(await listBranches(id, place, stdout));
    });
  told(playthroughs.command("switch"))
    .description("Go to the end of a branch.")
    .argument(...ID)
    .argument("<branch>", "its number in the list of branches", readWholeNumber)
    .action(async (id: string, branch: number, place: TimelinePlace) => {
      const { switchBranch } = await import("./timeline.js");
      done(await switchBranch(id, branch, place, terminal));
    });
  playthroughs
    .command("export")
    .description(
      "Write it out: Markdown, HTML or EPUB to be read, Twee or a gamebook to be played again, JSON to be imported elsewhere.",
    )
    .argument(...ID)
    .addOption(new Option("--format <format>", "what to write").choices(EXPORT_FORMATS))
    .option("-o, --out <file>", "the file to write; its ending says the format; standard output unless given")
    .option("--replace", "replace a file that is there already")
    .option("--branch <number>", "only this branch of the list, with all that led to it", readWholeNumber)
    .option("--no-pictures", "leave the pictures out")
    .option(...DATA)
    .action(async (id: string, flags: ExportFlags) => {
      const { exportPlaythrough } = await import("./timeline.js");
      done(await exportPlaythrough(id, flags, terminal));
    });
  told(playthroughs.command("import"))
    .description("Take in a story that was exported as JSON.")
    .argument("<file>", "the file")
    .action(async (file: string, place: TimelinePlace) => {
      const { importPlaythrough } = await import("./timeline.js");
      done(await importPlaythrough(file, place, stdout));
    });

  told(program.command("replay"))
    .description("Play a story again with the same seed and choices, and say whether it comes out the same.")
    .argument("[id]", `${ID[1]}, which it is unless given`, "last")
    .option(
      "--branch <number>",
      "to the end of this branch of the list; where the story stands unless given",
      readWholeNumber,
    )
    .action(async (id: string, options: TimelinePlace & { branch?: number }) => {
      const { replayPlaythrough } = await import("./timeline.js");
      done(await replayPlaythrough(id, options, terminal));
    });
  return resume;
}

const STEPS = [
  ["undo", "Take its last choice back, and show the scene before."],
  ["redo", "Bring back what was undone last."],
] as const;
