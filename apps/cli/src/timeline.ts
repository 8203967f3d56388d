/** What the `playthroughs` commands and `replay` do with a story's turns and branches. */
import { once } from "node:events";
import { type Engine, type EngineEvent, openEngine, type Replay, type Story } from "@narratoria/engine";
import { writeControl } from "./clean-output.js";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { branchLines, treeOrder } from "./play/branch-words.js";
import { playthroughId } from "./play/play.js";
import { createJsonPrinter, createPlainPrinter } from "./play/printers.js";
import { sceneName } from "@narratoria/engine/shell";
import { type FileFlags, formatOf, refuseToReplace, writeWhole } from "./story-file.js";
import type { Terminal } from "./terminal.js";
import { OWN } from "./own-command.js";
import { usualLanguage } from "./terminal-settings.js";

export interface TimelinePlace {
  readonly data?: string;
  readonly json?: boolean;
}

export interface ExportFlags extends TimelinePlace, FileFlags {
  readonly branch?: number;
  /** False with `--no-pictures`. */
  readonly pictures?: boolean;
}

/** Undoes, redoes or branches, and shows the scene where the story stands then. */
export async function moveStory(
  id: string,
  place: TimelinePlace,
  { stdout, stderr }: Terminal,
  move: (story: Story) => AsyncIterable<EngineEvent>,
): Promise<number> {
  return withEngine(place, {}, async (engine) => {
    const story = await engine.resume(await playthroughId(engine, id));
    const printer = place.json ? createJsonPrinter(stdout, stderr) : createPlainPrinter(stdout);
    for await (const event of move(story)) printer.event(event);
    printer.finish();
    return EXIT.done;
  });
}

export async function switchBranch(
  id: string,
  branch: number,
  place: TimelinePlace,
  terminal: Terminal,
): Promise<number> {
  const turn = await withEngine(place, { readOnly: true }, async (engine) => {
    return branchAt(engine, await playthroughId(engine, id), branch);
  });
  return moveStory(id, place, terminal, (story) => story.goTo(turn.id));
}

export async function listBranches(id: string, place: TimelinePlace, stdout: NodeJS.WritableStream): Promise<number> {
  return withEngine(place, { readOnly: true }, async (engine) => {
    const branches = await engine.branches(await playthroughId(engine, id));
    const ordered = treeOrder(branches).map(({ branch, depth }, index) => ({ number: index + 1, depth, ...branch }));
    const lines = branches.length > 0 ? branchLines(branches) : ["This story has not begun."];
    writeAnswer(stdout, place, ordered, lines);
    return EXIT.done;
  });
}

export async function exportPlaythrough(
  id: string,
  flags: ExportFlags,
  { stdout, signal }: Pick<Terminal, "stdout" | "signal">,
): Promise<number> {
  const { out } = flags;
  const format = formatOf(flags);
  if (format === "json" && flags.branch !== undefined) {
    throw new CliError("JSON is for importing and always whole. Leave --branch out.", EXIT.usage);
  }
  if (format === "epub" && out === undefined) {
    throw new CliError("An EPUB is no text for a terminal. Name the file to write: -o story.epub.", EXIT.usage);
  }
  await refuseToReplace(flags);
  return withEngine(flags, { readOnly: true }, async (engine) => {
    const playthrough = await playthroughId(engine, id);
    const branch = flags.branch === undefined ? {} : { branch: (await branchAt(engine, playthrough, flags.branch)).id };
    const pieces = engine.export(playthrough, {
      format,
      ...branch,
      ...(flags.pictures === false && { pictures: false }),
    });
    if (out === undefined) {
      for await (const piece of pieces) if (!(await written(stdout, String(piece), signal))) break;
    } else {
      await writeWhole(out, pieces);
      stdout.write(`Exported to ${out}.\n`);
    }
    return EXIT.done;
  });
}

export async function importPlaythrough(
  file: string,
  place: TimelinePlace,
  stdout: NodeJS.WritableStream,
): Promise<number> {
  return withEngine(place, {}, async (engine) => {
    const imported = await engine.import(file);
    const { id, title, scene } = imported;
    const where = scene === null ? "not begun" : sceneName(scene);
    writeAnswer(stdout, place, imported, [
      `Imported: ${title}, ${where}. Go on with: ${OWN} playthroughs resume ${id}`,
    ]);
    return EXIT.done;
  });
}

/** What takes less needs no word. */
const ANNOUNCED_AFTER_MS = 1_000;

/** @returns 1 where something came out differently. */
export async function replayPlaythrough(
  id: string,
  options: TimelinePlace & { readonly branch?: number },
  { stdout, stderr, signal }: Terminal,
): Promise<number> {
  return withEngine(options, { readOnly: true, residentScripts: true }, async (engine) => {
    const playthrough = await playthroughId(engine, id);
    const turn =
      options.branch === undefined ? {} : { turn: (await branchAt(engine, playthrough, options.branch)).tip.turnId };
    const startedAt = performance.now();
    const onScene = (scene: number, scenes: number): void => {
      if (stderr.isTTY && performance.now() - startedAt > ANNOUNCED_AFTER_MS) {
        writeControl(stderr, `\rReplaying: ${scene + 1} of ${scenes} scenes`);
      }
    };
    const replay = await engine.replay(playthrough, { signal, onScene, ...turn });
    if (stderr.isTTY) writeControl(stderr, "\r\u001b[K");
    if (signal.aborted) return EXIT.interrupted;
    writeAnswer(stdout, options, replay, replayLines(replay));
    return replay.difference === null ? EXIT.done : EXIT.failed;
  });
}

/** What a replay came to, in words. */
export function replayLines({ turns, taken, difference }: Replay): string[] {
  const scenes = turns === 1 ? "1 scene" : `${turns} scenes`;
  const kept =
    taken.length === 0
      ? []
      : [`Taken from the journal as ${taken.length === 1 ? "it is" : "they are"}: ${taken.map(sceneName).join(", ")}.`];
  if (difference === null) {
    return turns === 0 ? ["This story has not begun."] : [`The same, to the character: ${scenes}.`, ...kept];
  }
  const { scene, what, where, expected, found, why } = difference;
  if (what === "journal") return [`It cannot be compared from ${sceneName(scene)} on.`, why, ...kept];
  return [
    `It differs in ${sceneName(scene)}: ${what} ${where}`.trimEnd(),
    `    then: ${expected === "" ? "nothing" : expected}`,
    `    now:  ${found === "" ? "nothing" : found}`,
    why,
    ...kept,
  ];
}

async function branchAt(engine: Engine, id: string, number: number): Promise<{ id: string; tip: { turnId: string } }> {
  const found = treeOrder(await engine.branches(id))[number - 1];
  if (found) return found.branch;
  throw new CliError(`There is no branch ${number}. \`${OWN} playthroughs branches ${id}\` lists those there are.`);
}

/**
 * Writes a text and waits until the stream takes more.
 *
 * @returns False once the signal has fired: a stream that nobody reads any more never drains.
 */
async function written(stdout: NodeJS.WritableStream, text: string, signal: AbortSignal): Promise<boolean> {
  if (!signal.aborted && !stdout.write(text)) await once(stdout, "drain", { signal }).catch(() => {});
  return !signal.aborted;
}

async function withEngine<T>(
  { data }: TimelinePlace,
  options: { readonly readOnly?: boolean; readonly residentScripts?: boolean },
  work: (engine: Engine) => Promise<T>,
): Promise<T> {
  const lang = await usualLanguage(data);
  const where = data === undefined ? {} : { dataDir: data };
  const engine = await openEngine({ startAhead: false, lang, ...options, ...where });
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}
