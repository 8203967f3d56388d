/** The `new campaign` command: a folder with a story that plays, and an editor that knows its files. */
import { cp, mkdir, writeFile } from "node:fs/promises";
import { createRequire as requireFrom } from "node:module";
import { dirname, join } from "node:path";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { copyTemplate, makeFolder } from "./new-folder.js";
import { OWN } from "./own-command.js";
import type { Terminal } from "./terminal.js";

export interface NewCampaignOptions {
  /** What the story is called; made from the name unless given. */
  readonly title?: string;
  /** The folder to make it in; the current one unless given. */
  readonly out?: string;
  readonly json?: boolean;
}

/** The files of a campaign and the contract of each. */
const SCHEMAS = [
  ["/manifest.json", "manifest"],
  ["/characters/npcs/*/profile.json", "npc-profile"],
  ["/characters/player/template.json", "player-template"],
  ["/plot/beats.json", "plot-beats"],
  ["/plot/choices.json", "choices"],
  ["/reading.json", "reading-corrections"],
] as const;

/** @throws {CliError} Where the name cannot be one, or a folder of that name is there. */
export async function makeCampaign(
  name: string,
  { title = titleOf(name), out = ".", json = false }: NewCampaignOptions,
  { stdout }: Pick<Terminal, "stdout">,
): Promise<number> {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64) {
    const fault = `"${name}" cannot be the name of a campaign: it takes small letters, digits and hyphens, 64 at most, such as the-lock-house.`;
    throw new CliError(fault, EXIT.usage);
  }
  const { dir, shown } = await makeFolder(name, out, async (folder) => {
    await copyTemplate("campaign", folder, { NAME: name, TITLE: title, ESCAPED: JSON.stringify(title).slice(1, -1) });
    await mapSchemas(folder);
  });
  writeAnswer(stdout, { json }, { name, title, dir }, [
    `Made ${shown}, a story of six files that plays. Write over them:`,
    "",
    `  ${OWN} validate ${shown}`,
    `  ${OWN} play ${shown}`,
  ]);
  return EXIT.done;
}

/** Editors that read these settings complete the files of a campaign, and check them as they are written, without a network. */
async function mapSchemas(folder: string): Promise<void> {
  const contracts = join(
    dirname(requireFrom(import.meta.url).resolve("@narratoria/protocol/package.json")),
    "contracts",
  );
  const editor = join(folder, ".vscode");
  await mkdir(join(editor, "schemas"), { recursive: true });
  for (const [, contract] of SCHEMAS)
    await cp(join(contracts, `${contract}.schema.json`), join(editor, "schemas", `${contract}.schema.json`));
  const settings = {
    "json.schemas": SCHEMAS.map(([file, contract]) => ({
      fileMatch: [file],
      url: `./.vscode/schemas/${contract}.schema.json`,
    })),
  };
  await writeFile(join(editor, "settings.json"), `${JSON.stringify(settings, null, 2)}\n`);
}

/** `the-lock-house` is "The Lock House". */
function titleOf(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
