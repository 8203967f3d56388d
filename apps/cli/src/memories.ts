/** The `memories` commands: what a story remembers, and what the player wants it to. */
import {
  editMemory,
  forgetMemory,
  limitMemories,
  listMemories,
  listPlaythroughs,
  type MemoriesPlace,
  type Memory,
  type MemoryLimits,
  memoryLimits,
  pinMemory,
  searchMemories,
} from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { playthroughId } from "./play/play.js";
import { sceneName } from "@narratoria/engine/shell";
import { OWN } from "./own-command.js";

export interface MemoryFlags {
  readonly data?: string;
  readonly json?: boolean;
  /** The story's id or its beginning, or `last`. */
  readonly story: string;
}

/** One memory to two lines: what can be typed to name it, and what it says. */
export function memoryLines(memories: readonly Memory[]): string[] {
  return memories.flatMap(({ id, scene, pinned, summary }) => [
    [id, ...(scene === null ? [] : [sceneName(scene)]), ...(pinned ? ["pinned"] : [])].join("  "),
    `    ${summary}`,
  ]);
}

export async function showMemories(flags: MemoryFlags, stdout: NodeJS.WritableStream): Promise<number> {
  const memories = await listMemories(await placeOf(flags));
  writeAnswer(
    stdout,
    flags,
    memories,
    memories.length > 0 ? memoryLines(memories) : ["This story remembers nothing yet."],
  );
  return EXIT.done;
}

export async function findMemories(text: string, flags: MemoryFlags, stdout: NodeJS.WritableStream): Promise<number> {
  const memories = await searchMemories(await placeOf(flags), text);
  writeAnswer(
    stdout,
    flags,
    memories,
    memories.length > 0 ? memoryLines(memories) : [`It remembers nothing of "${text}".`],
  );
  return EXIT.done;
}

export async function pin(
  start: string,
  pinned: boolean,
  flags: MemoryFlags,
  stdout: NodeJS.WritableStream,
): Promise<number> {
  const place = await placeOf(flags);
  const memory = await pinMemory(place, (await memoryAt(place, start)).id, pinned);
  writeAnswer(stdout, flags, memory, [`${pinned ? "Pinned" : "No longer pinned"}: ${memory.summary}`]);
  return EXIT.done;
}

export async function edit(
  start: string,
  text: string,
  flags: MemoryFlags,
  stdout: NodeJS.WritableStream,
): Promise<number> {
  if (text.trim() === "") throw new CliError("Say what it should remember.", EXIT.usage);
  const place = await placeOf(flags);
  const memory = await editMemory(place, (await memoryAt(place, start)).id, text);
  writeAnswer(stdout, flags, memory, [`It now remembers: ${memory.summary}`]);
  return EXIT.done;
}

export async function forget(start: string, flags: MemoryFlags, stdout: NodeJS.WritableStream): Promise<number> {
  const place = await placeOf(flags);
  const memory = await memoryAt(place, start);
  await forgetMemory(place, memory.id);
  writeAnswer(stdout, flags, { forgotten: memory.id }, [
    `Forgotten: ${memory.summary}`,
    "The scene as it was told stays, and so do backups made before.",
  ]);
  return EXIT.done;
}

export interface KeepFlags extends MemoryLimits {
  readonly everything?: boolean;
  readonly data?: string;
  readonly json?: boolean;
}

export async function keep(flags: KeepFlags, stdout: NodeJS.WritableStream): Promise<number> {
  const { everything = false, data, json: _, ...asked } = flags;
  const some = Object.keys(asked).length > 0;
  if (everything && some) throw new CliError("Give limits, or --everything, not both.", EXIT.usage);
  if (everything || some) await limitMemories(asked, data);
  const limits = await memoryLimits(data);
  writeAnswer(stdout, flags, limits, limitLines(limits));
  return EXIT.done;
}

function limitLines({ atMost, days, megabytes }: MemoryLimits): string[] {
  const bounds = [
    ...(atMost === undefined ? [] : [`at most ${counted(atMost, "memory", "memories")}`]),
    ...(days === undefined ? [] : [`none older than ${counted(days, "day", "days")} of play`]),
    ...(megabytes === undefined ? [] : [`at most ${counted(megabytes, "megabyte", "megabytes")}`]),
  ];
  if (bounds.length === 0) return ["Your stories remember everything."];
  return [
    `Each story keeps ${bounds.join(", ")}.`,
    "Beyond that the oldest go, between turns while a story is open. What you pinned and what weighed most stays.",
  ];
}

const counted = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;

async function placeOf({ data, story }: MemoryFlags): Promise<MemoriesPlace> {
  const known = await listPlaythroughs(data);
  const id = await playthroughId({ playthroughs: async () => known }, story);
  if (known.some((one) => one.id === id))
    return { playthroughId: id, ...(data === undefined ? {} : { dataDir: data }) };
  throw new CliError(`There is no playthrough "${story}". \`${OWN} playthroughs list\` shows those there are.`);
}

/** The memory whose id begins so. */
async function memoryAt(place: MemoriesPlace, start: string): Promise<Memory> {
  const matching = (await listMemories(place)).filter(({ id }) => id.toLowerCase().startsWith(start.toLowerCase()));
  const [memory] = matching;
  if (memory && matching.length === 1) return memory;
  throw new CliError(
    memory
      ? `${matching.length} memories begin with "${start}". Give more of the id.`
      : `There is no memory "${start}" where the story stands. \`${OWN} memories list\` shows those there are.`,
  );
}
