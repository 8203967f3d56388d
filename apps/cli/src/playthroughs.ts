/** The `playthroughs` commands: what stories there are, and how one is forgotten. */
import type { Engine, PlaythroughSummary } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { fitted, writeAnswer } from "./fitted-lines.js";
import { playthroughId } from "./play/play.js";
import { sceneName } from "@narratoria/engine/shell";
import type { Terminal } from "./terminal.js";
import { askYesNo } from "./yes-no.js";
import { OWN } from "./own-command.js";
import { usualLanguage } from "./terminal-settings.js";

/** Stories of a data folder, newest first, two lines each. */
export function playthroughLines(list: readonly PlaythroughSummary[]): string[] {
  if (list.length === 0) return [`No stories yet. Begin one with: ${OWN} play`];
  return list.flatMap((one) => [
    `${one.id}  ${one.title}, ${whereItStands(one)}, ${timeText(one.updatedAt)}`,
    ...(one.lastLine === null ? [] : [`    ${one.lastLine}`]),
  ]);
}

function whereItStands({ scene, ended }: PlaythroughSummary): string {
  if (scene === null) return "not begun";
  return ended ? `ended at ${sceneName(scene)}` : sceneName(scene);
}

/** Date and time of day here, to the minute: 2026-03-01 20:15. */
function timeText(at: number): string {
  const date = new Date(at);
  const two = (number: number): string => `${number}`.padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

export async function listPlaythroughs(
  { data, json = false }: { readonly data?: string; readonly json?: boolean },
  { stdout, stderr }: Pick<Terminal, "stdout" | "stderr">,
): Promise<number> {
  const { listFindings, listPlaythroughs: read, sizeOnDisk } = await import("@narratoria/engine");
  const list = await read(data);
  const lost = (await listFindings(data)).filter(({ code }) => /^(?:scenes|story)_(?:lost|restorable)$/.test(code));
  for (const { message, action } of lost) stderr.write(`Note: ${message} ${action}\n`);
  if (!json && list.length === 0 && lost.length > 0) return EXIT.done;
  if (!json) {
    stdout.write(fitted(playthroughLines(list), stdout));
    return EXIT.done;
  }
  const { stories } = await sizeOnDisk(data);
  const sized = list.map((one) => ({ ...one, bytes: stories[one.id] ?? 0 }));
  stdout.write(`${JSON.stringify(sized, null, 2)}\n`);
  return EXIT.done;
}

export interface DeleteFlags {
  readonly data?: string;
  /** Deletes without a question. */
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Deletes one story, after a question to whoever is at the terminal.
 *
 * @param start - The story's id or its beginning, or `last`.
 * @throws {CliError} Where there is no such story; where nobody can be asked and `yes` is not given.
 */
export async function deletePlaythrough(
  start: string,
  { data, yes = false, json = false }: DeleteFlags,
  terminal: Terminal,
): Promise<number> {
  const { listPlaythroughs: read } = await import("@narratoria/engine");
  const list = await read(data);
  const id = await playthroughId({ playthroughs: async () => list }, start);
  const known = list.find((one) => one.id === id);
  if (!known) throw noSuch(start);
  const name = `${known.title}, ${whereItStands(known)}`;
  // The id in full: what `last` stands for may be another story by then.
  const command = `${OWN} playthroughs delete ${id} --yes`;
  if (!yes && !(await askYesNo(`Delete ${name}, for good?`, command, terminal, { json }))) {
    terminal.stdout.write("Nothing was deleted.\n");
    return EXIT.done;
  }
  return withEngine(data, async (engine) => {
    if (!(await engine.deletePlaythrough(id))) throw noSuch(start);
    writeAnswer(terminal.stdout, { json }, { deleted: id }, [`Deleted: ${name}.`]);
    return EXIT.done;
  });
}

function noSuch(start: string): CliError {
  return new CliError(`There is no playthrough "${start}". \`${OWN} playthroughs list\` shows those there are.`);
}

async function withEngine(data: string | undefined, work: (engine: Engine) => Promise<number>): Promise<number> {
  const { openEngine } = await import("@narratoria/engine");
  const lang = await usualLanguage(data);
  const engine = await openEngine({ lang, ...(data === undefined ? {} : { dataDir: data }) });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
