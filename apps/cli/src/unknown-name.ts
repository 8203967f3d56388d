/** A word after `narratoria` that is neither a command nor a story: said so, with what it may have been meant for. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { nearest } from "@narratoria/protocol";
import { CliError, EXIT } from "./errors.js";
import { OWN } from "./own-command.js";

/**
 * Lets a word pass that names a story; one with a slash in it is a path, and somebody else's to refuse.
 *
 * @param ofGroups - Commands of groups that have the word as their name, such as "campaign list".
 * @throws {CliError} If it is nothing that there is.
 */
export async function checkStoryName(
  word: string,
  commands: readonly string[],
  ofGroups: readonly string[],
  data?: string,
): Promise<void> {
  if (/[\\/]|^\.{1,2}$/.test(word)) return;
  const there = await stat(resolve(word)).then(
    () => true,
    () => false,
  );
  if (there) return;
  const { listCampaigns } = await import("@narratoria/engine");
  const stories = await listCampaigns(data);
  if (stories.includes(word)) return;
  const told = [
    `There is neither a command nor a story named ${shown(word)}.`,
    ofGroups.length > 0 ? alike(ofGroups) : suggestion("command", nearest(word, commands)),
    suggestion("story", nearest(word, stories)),
  ].filter((sentence) => sentence !== "");
  if (told.length === 1) told.push(`The stories are ${stories.join(", ")}; ${OWN} --help lists the commands.`);
  throw new CliError(told.join(" "), EXIT.usage);
}

/**
 * @param of - What stands before the command: "skills " for one of its own.
 * @param ofGroups - As for {@link checkStoryName}.
 * @returns What to say of a command that there is not.
 */
export function noSuchCommand(
  word: string,
  commands: readonly string[],
  of = "",
  ofGroups: readonly string[] = [],
): CliError {
  const near = ofGroups.length > 0 ? alike(ofGroups) : suggestion("command", nearest(word, commands));
  const list = near === "" ? `The commands are ${commands.join(", ")}.` : near;
  return new CliError(`There is no command named ${of}${shown(word)}. ${list}`, EXIT.usage);
}

const alike = (commands: readonly string[]): string =>
  `${commands.length === 1 ? "The nearest command is" : "The nearest commands are"} ${commands.join(", ")}.`;

function suggestion(kind: "command" | "story", name: string | null): string {
  return name === null ? "" : `The nearest ${kind} is ${name}.`;
}

/** A word as it was typed, as far as it can be a word. */
function shown(word: string): string {
  const text = word.replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
