/** The `models` commands: which there are, fetching one, and choosing who tells the stories. */
import type { DownloadProgress, ModelEntry, Models, Runtime } from "@narratoria/engine";
import { errorWords, EXIT } from "./errors.js";
import { fitted, writeAnswer } from "./fitted-lines.js";
import { plainWords } from "@narratoria/engine/shell";
import { startProgress } from "./progress.js";
import type { Terminal } from "./terminal.js";
import { askYesNo } from "./yes-no.js";
import { OWN } from "./own-command.js";

export interface ModelFlags {
  readonly data?: string;
  readonly json?: boolean;
  readonly yes?: boolean;
  readonly gpu?: boolean;
}

const RUNTIMES = ["node-llama-cpp", "transformers"] as const;

export async function listModels(flags: ModelFlags, { stdout }: Terminal): Promise<number> {
  const models = await (await openPlace(flags)).list();
  writeAnswer(stdout, flags, models, modelLines(models));
  return EXIT.done;
}

export async function pullModel(name: string, flags: ModelFlags, terminal: Terminal): Promise<number> {
  const models = await openPlace(flags);
  const before = await models.find(name);
  if (before.state !== "ready" && flags.yes !== true) {
    if (!flags.json) terminal.stdout.write(fitted(licenceLines(before), terminal.stdout));
    const instead = `${OWN} models pull ${name} --yes`;
    if (!(await askYesNo(`Fetch ${before.title}?`, instead, terminal, flags))) {
      terminal.stdout.write("Nothing was fetched.\n");
      return EXIT.done;
    }
  }
  const model = await watched("Fetching", terminal, (options) => models.pull(name, options));
  const bare = (await models.runtime("node-llama-cpp")) === null;
  writeAnswer(terminal.stdout, flags, model, fetchedLines(model, bare));
  return EXIT.done;
}

export async function addModel(path: string, flags: ModelFlags, terminal: Terminal): Promise<number> {
  const models = await openPlace(flags);
  const model = await watched("Checking", terminal, (options) => models.add(path, options));
  const words = `Added ${plainWords(model.title)} as ${model.name}. Use it with: ${OWN} models use ${model.name}`;
  writeAnswer(terminal.stdout, flags, model, [words]);
  return EXIT.done;
}

export async function useModel(name: string, flags: ModelFlags, { stdout }: Terminal): Promise<number> {
  const model = await (await openPlace(flags)).use(name === "storybook" ? null : name);
  const words =
    model === null
      ? "The storybook tells the stories now."
      : `${plainWords(model.title)} is chosen. Where it cannot, the storybook tells.`;
  writeAnswer(stdout, flags, { chosen: model?.name ?? null }, [words]);
  return EXIT.done;
}

export async function verifyModels(name: string | undefined, flags: ModelFlags, terminal: Terminal): Promise<number> {
  const models = await openPlace(flags);
  const here = (await models.list()).filter(({ state }) => state === "ready" || state === "unchecked");
  const wanted = name === undefined ? here : [await models.find(name)];
  const results: { readonly name: string; readonly sound: boolean }[] = [];
  for (const one of wanted) {
    const sound = await watched("Checking", terminal, (options) => models.verify(one.name, options));
    results.push({ name: one.name, sound });
    if (!flags.json) terminal.stdout.write(`${soundLine(one, sound)}\n`);
  }
  if (flags.json) terminal.stdout.write(jsonLine(results));
  else if (results.length === 0) terminal.stdout.write("There is no model on this machine yet.\n");
  return results.every(({ sound }) => sound) ? EXIT.done : EXIT.failed;
}

export async function removeModel(name: string, flags: ModelFlags, terminal: Terminal): Promise<number> {
  const models = await openPlace(flags);
  const model = await models.find(name);
  const question = model.added ? `Forget ${name}? Its file stays where it is.` : `Delete ${name} from this machine?`;
  const instead = `${OWN} models remove ${name} --yes`;
  if (flags.yes !== true && !(await askYesNo(question, instead, terminal, flags))) {
    terminal.stdout.write("Nothing was removed.\n");
    return EXIT.done;
  }
  await models.remove(name);
  writeAnswer(terminal.stdout, flags, { removed: name }, [`Removed ${name}.`]);
  return EXIT.done;
}

export async function setUpModels(flags: ModelFlags, terminal: Terminal): Promise<number> {
  const models = await openPlace(flags);
  const done: { readonly name: string; readonly version: string; readonly bytes: number }[] = [];
  for (const name of RUNTIMES) {
    const { version, bytes } = await install(models, name, flags.gpu === true && name === "node-llama-cpp", terminal);
    done.push({ name, version, bytes });
  }
  const total = done.reduce((sum, { bytes }) => sum + bytes, 0);
  writeAnswer(terminal.stdout, flags, done, [
    `What models run on is installed and works (${sizeText(total)}). Next: ${OWN} models list`,
  ]);
  return EXIT.done;
}

/**
 * Sees to what a model runs on that was named for this play: somebody who names one wants it to tell. Where that cannot be had, says why;
 * the story is told all the same.
 */
export async function setUpForPlay(data: string | undefined, terminal: Terminal): Promise<void> {
  const models = await openPlace(data === undefined ? {} : { data });
  if ((await models.runtime("node-llama-cpp")) !== null) return;
  terminal.stderr.write("What language models run on is not here yet. It is fetched once, 85 MB.\n");
  try {
    await install(models, "node-llama-cpp", false, terminal);
  } catch (error) {
    if (terminal.signal.aborted) throw error;
    terminal.stderr.write(`Note: ${errorWords(error)}\n`);
  }
}

async function install(
  models: Models,
  name: (typeof RUNTIMES)[number],
  gpu: boolean,
  { stderr, signal }: Terminal,
): Promise<Runtime> {
  const progress = startProgress(stderr);
  try {
    return await models.setup({
      name,
      gpu,
      signal,
      onProgress: ({ step, done }) =>
        progress.show(step === "fetching" ? `Installing ${name}: ${Math.floor(done * 100)}%` : `Trying ${name}`),
    });
  } finally {
    progress.end();
  }
}

const STATES = { ready: "Here", unchecked: "Here, not looked at yet", partial: "Partly fetched", missing: "Not here" };

/** A line for each model, and what to do next. */
export function modelLines(models: readonly ModelEntry[]): string[] {
  const width = Math.max(...models.map(({ name }) => name.length));
  const lines = models.map((model) => {
    const { name, title, licence, state, chosen } = model;
    const here = `${STATES[state]}${chosen ? ", chosen" : ""}.${abilityWords(model)}`;
    return `${name.padEnd(width)}  ${plainWords(title)}: ${sizeWords(model)}. Licence: ${plainWords(licence)}. ${here}`;
  });
  const told = models.some(({ chosen }) => chosen) ? [] : ["The storybook tells the stories. No model is needed."];
  return [...lines, "", ...told, `To fetch one: ${OWN} models pull NAME`];
}

/** What a model on this machine is let do, by its probe. (rule CL1030) */
function abilityWords({ kind, state, probe }: ModelEntry): string {
  if (kind !== "narrator" || (state !== "ready" && state !== "unchecked")) return "";
  if (probe === undefined) return ` Not tried yet: ${OWN} bench tries it, and so does the first story.`;
  return probe.tells === "scene" ? " It tells scenes." : " It plans and recalls; the storybook tells.";
}

/** Only what was measured is told as a size. */
function sizeWords({ bytes, memoryBytes, weights }: ModelEntry): string {
  const many = weights === null ? [] : [`${weightsText(weights)} weights`];
  const size = bytes === null ? "size unknown until it is fetched" : sizeText(bytes);
  return [...many, size, ...(memoryBytes === null ? [] : [`needs about ${sizeText(memoryBytes)} of memory`])].join(
    ", ",
  );
}

/** "3.8 billion", "135 million". */
function weightsText(weights: number): string {
  return weights >= 1e9 ? `${(weights / 1e9).toFixed(1)} billion` : `${Math.round(weights / 1e6)} million`;
}

/** What is agreed to before anything is fetched. */
export function licenceLines({ title, about, bytes, licence, licenceUrl, weights, sha256 }: ModelEntry): string[] {
  const size = bytes === null ? "size unknown until the server says it" : sizeText(bytes);
  return [
    `${title}. ${about}`,
    `Download: ${size}${weights === null ? "" : `, with ${weightsText(weights)} weights`}. It is fetched only where the disk has room for it.`,
    `Licence: ${licence}${licenceUrl === null ? "" : `, ${licenceUrl}`}`,
    ...(sha256 === null ? ["Checksum: unknown beforehand; the one that the server gives is used."] : []),
  ];
}

function fetchedLines({ name, title, kind }: ModelEntry, bare: boolean): string[] {
  return [
    `Fetched ${title}.`,
    ...(bare ? [`What it runs on is still missing: ${OWN} models setup`] : []),
    ...(kind === "narrator" ? [`To let it tell the stories: ${OWN} models use ${name}`] : []),
  ];
}

const soundLine = ({ name, added }: ModelEntry, sound: boolean): string =>
  sound
    ? `${name} is sound.`
    : `${name} is not what it was. ${added ? "Add it again" : `Remove it and fetch it again: ${OWN} models remove ${name}`}.`;

/** Does what may take long, says how far it is, and says what is kept when it is interrupted. */
async function watched<T>(
  doing: string,
  { stderr, signal }: Terminal,
  work: (options: {
    readonly signal: AbortSignal;
    readonly onProgress: (progress: DownloadProgress & { readonly file: string }) => void;
  }) => Promise<T>,
): Promise<T> {
  const progress = startProgress(stderr);
  let fetched = 0;
  try {
    return await work({
      signal,
      onProgress(now) {
        if (now.step === "fetching") fetched = now.doneBytes;
        progress.show(progressText(now.step === "checking" ? "Checking" : doing, now));
      },
    });
  } finally {
    progress.end();
    if (signal.aborted && fetched > 0) stderr.write(`Paused at ${sizeText(fetched)}. It goes on where it stopped.\n`);
  }
}

export function progressText(
  doing: string,
  {
    file,
    doneBytes,
    totalBytes,
    bytesPerSecond,
    secondsLeft,
    quietSeconds,
  }: DownloadProgress & {
    readonly file: string;
  },
): string {
  if (quietSeconds !== undefined) {
    const come = doneBytes === 0 ? "" : ` ${sizeText(doneBytes)} are here and are kept.`;
    return `${doing} ${plainWords(file)}: nothing has come for ${timeText(quietSeconds)}; it is asked for again.${come}`;
  }
  const percent = Math.floor((doneBytes / Math.max(1, totalBytes)) * 100);
  const left = secondsLeft === null ? "" : `, ${timeText(secondsLeft)} left`;
  return `${doing} ${plainWords(file)}: ${percent}% of ${sizeText(totalBytes)}, ${sizeText(bytesPerSecond)}/s${left}`;
}

function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.ceil(seconds))} s`;
  return seconds < 5400 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3600)} hours`;
}

function sizeText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1e3)} KB`;
}

const jsonLine = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

async function openPlace({ data }: ModelFlags): Promise<Models> {
  return (await import("@narratoria/engine")).openModels(data);
}
