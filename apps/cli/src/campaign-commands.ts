/** The options of `campaign list`, `show`, `uninstall`, `provenance` and `import`. */
import type { Command } from "commander";
import { DATA, JSON_OPTION } from "./command-groups.js";
import type { CampaignPlace, UninstallFlags } from "./campaigns.js";
import type { Terminal } from "./terminal.js";

/** @param group - The commands of `campaign`. */
export function addCampaignCommands(group: Command, terminal: Terminal, done: (code: number) => void): void {
  group
    .command("list")
    .description(
      "List the campaigns that are installed, that come with Narratoria, and your own in which you have stories.",
    )
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (flags: CampaignPlace) => {
      const { listCampaigns } = await import("./campaigns.js");
      done(await listCampaigns(flags, terminal));
    });
  group
    .command("show")
    .description("Show a campaign: what it is about, who wrote it, its size and your stories in it.")
    .argument("<campaign>", "name or folder of the campaign")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (name: string, flags: CampaignPlace) => {
      const { showCampaign } = await import("./campaigns.js");
      done(await showCampaign(name, flags, terminal));
    });
  group
    .command("uninstall")
    .description("Remove an installed campaign; your stories in it stay, and you are asked first where there are any.")
    .argument("<name>", "name of the campaign")
    .option("--yes", "remove it without being asked")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (name: string, flags: UninstallFlags) => {
      const { uninstallCampaign } = await import("./campaigns.js");
      done(await uninstallCampaign(name, flags, terminal));
    });
  group
    .command("provenance")
    .description("List what machines made of a campaign, by what and from what, and what does not say so as it should.")
    .argument("<path>", "folder or name of the campaign")
    .option(...DATA)
    .option(...JSON_OPTION)
    .action(async (path: string, flags: CampaignPlace) => {
      const { showProvenance } = await import("./campaign-provenance.js");
      done(await showProvenance(path, flags, terminal));
    });
  group
    .command("import")
    .description(
      "Make a campaign of a character card (PNG, JSON), a lorebook, a Twine story (.twee, .html) or an Ink story.",
    )
    .argument("<file>", "the file to read; it stays as it is")
    .argument("[folder]", "the folder to make; unless given, one named after the story, here")
    .option(...JSON_OPTION)
    .action(async (file: string, folder: string | undefined, flags: { json?: boolean }) => {
      const { importStory } = await import("./campaign-import.js");
      done(await importStory(file, folder, flags, terminal));
    });
}
