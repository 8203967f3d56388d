/** The `play` command: finds the story, asks whether to go on, and plays it in the way that the terminal and the options call for. */
import { open, stat } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Engine, Language, OpeningOptions, PlayerCharacter, PlayerTemplate, Story } from "@narratoria/engine";
import { CliError, errorWords, EXIT } from "../errors.js";
import { whileListing, whileOpening } from "../opening.js";
import { fitted } from "../fitted-lines.js";
import { withCommand } from "../remedies.js";
import type { Beside } from "../screen/pages/page.js";
import { type TerminalSettings } from "../settings-table.js";
import { languageOf, readSettings, writeSetting } from "../terminal-settings.js";
import { isLargeEnough, sizeOf } from "../screen/size.js";
import type { Terminal } from "../terminal.js";
import type { ChooseRule } from "../usage.js";
import { withConsole } from "./console-lines.js";
import { createChooser } from "./choosing.js";
import { type LineInput, openLineInput } from "./line-input.js";
import { type PlayEnd, playLines } from "./play-lines.js";
import { createJsonPrinter, createPlainPrinter } from "./printers.js";
import { openTraceFile } from "./trace-file.js";
import { sceneName } from "@narratoria/engine/shell";
import { OWN } from "../own-command.js";

export interface PlayFlags {
  readonly choose?: ChooseRule;
  readonly turns?: number;
  readonly seed?: string;
  readonly narrator?: "auto" | "model" | "storybook";
  readonly lang?: Language;
  /** A GGUF file to tell the story with, whichever was chosen. */
  readonly model?: string;
  readonly gpu?: "auto" | "off";
  readonly data?: string;
  readonly new?: boolean;
  /** False: a sparse campaign is played as it is. */
  readonly enrich?: boolean;
  readonly json?: boolean;
  readonly plain?: boolean;
  readonly skills?: readonly string[];
  /** Folders of skills that whoever plays is writing. */
  readonly dev?: readonly string[];
  /** A file that gets a line of JSON about each turn. */
  readonly trace?: string;
  /** Whether the campaign is read anew where its author changes it. */
  readonly watch?: boolean;
  /** Whether what skills log is written to standard error. */
  readonly log?: boolean;
  /** Whether each scene is checked against what no story may do. */
  readonly check?: boolean;
  /** The player's name in a new story. */
  readonly name?: string;
  /** Id of the beat at which a new story begins. */
  readonly at?: string;
  /** A JSON file with the state with which it begins. */
  readonly with?: string;
  /** Name of one of the campaign's ready-made characters. */
  readonly as?: readonly string[];
}

/** The story that plays when none is named. */
const FIRST_STORY = "one-wheel-over";

/** Which story: a campaign by path or name, or one playthrough by its id. */
export type Wanted = { readonly campaign: string | undefined } | { readonly playthrough: string };
/**
 * @param asked - `shelf` lets the player choose, where there is one to ask.
 * @returns The exit code.
 */
export async function play(asked: Wanted | "shelf", flags: PlayFlags, terminal: Terminal): Promise<number> {
  const { stdin, stdout, stderr, signal } = terminal;
  const person = stdin.isTTY === true && stdout.isTTY === true && !flags.json && !flags.choose;
  // A screen that vanishes after so many turns would take the scene with it.
  const inLines = flags.plain || flags.log || flags.check || flags.turns !== undefined || flags.trace !== undefined;
  // A terminal that says it can do nothing but write lines gets nothing but lines.
  const drawable = person && isLargeEnough(sizeOf(stdout)) && !inLines && terminal.env["TERM"] !== "dumb";
  // Ink takes a DEV variable, which many shells have for reasons of their own, for a wish to debug it.
  if (drawable) delete terminal.env["DEV"];
  // Drawing takes a tenth of a second to load, which the engine can use as well.
  const loading = drawable ? import("../screen/play-screen.js") : null;
  const trace = flags.trace === undefined ? null : openTraceFile(flags.trace);
  const { chosenModel, openEngine } = await import("@narratoria/engine");
  const settings = await readSettings(flags.data);
  const narrator = flags.narrator ?? (flags.model === undefined ? settings.narrator : "auto");
  const screen = settings.screen === "drawn" ? loading : null;
  const model = await modelFor({ ...flags, narrator }, chosenModel, stderr);
  if (flags.model !== undefined) await (await import("../models.js")).setUpForPlay(flags.data, terminal);
  const engine = await openEngine({
    ...(model === null ? {} : { models: { model, ...(flags.gpu ? { gpu: flags.gpu } : {}) } }),
    ...(flags.data === undefined ? {} : { dataDir: flags.data }),
    ...(flags.skills ? { skills: flags.skills } : {}),
    ...(flags.dev ? { devSkills: flags.dev } : {}),
    ...(flags.check ? { checkStory: true } : {}),
    enrich: flags.enrich !== false,
    narrator,
    lang: languageOf(flags.lang, settings, terminal.env),
    // Whoever edits a skill, or decides about one in a second terminal, sees it at the next turn.
    watchSkills: true,
    // A story can be told where the stories that there are cannot be opened.
    withoutHistory: true,
    ...(flags.watch ? { watchCampaign: true } : {}),
    ...(terminal.scripts ? { scripts: terminal.scripts } : {}),
    // Where no choice is taken, nothing is started for the next one.
    startAhead: flags.turns !== 0,
  });
  let input: LineInput | null = null;
  const openInput = (): LineInput =>
    (input ??= openLineInput({
      stdin,
      stdout,
      interactive: person,
      cooked: terminal.env["TERM"] === "dumb",
      onInterrupt: terminal.interrupt,
      onSuspend: terminal.suspend,
    }));
  const closeInput = (): void => {
    input?.close();
    input = null;
  };
  signal.addEventListener("abort", closeInput, { once: true });
  /** @returns The exit code; `library` where the player wants another story. */
  const sit = async (sought: Wanted | "shelf", given: PlayFlags): Promise<number | "library"> => {
    const wanted =
      sought !== "shelf"
        ? sought
        : person
          ? await fromShelf(engine, screen !== null, settings, openInput, closeInput, terminal)
          : { campaign: undefined };
    if (wanted === null || signal.aborted) return signal.aborted ? EXIT.interrupted : EXIT.done;
    // What stands on the shelf as a story to begin is begun.
    const fresh = given.new === true || (sought === "shelf" && person);
    const story = await whileOpening(terminal, (opening) =>
      openStory(engine, wanted, { ...given, opening, new: fresh }, person ? openInput : null, terminal),
    );
    if (!story || signal.aborted) return signal.aborted ? EXIT.interrupted : EXIT.done;
    const character = await characterOf(story, given, person && given.turns !== 0 ? openInput : null, terminal);
    if (!character || signal.aborted) return signal.aborted ? EXIT.interrupted : EXIT.done;
    const printer = given.json
      ? createJsonPrinter(stdout, stderr)
      : createPlainPrinter(stdout, person && given.plain ? { portraits: () => story.portraits() } : {});
    const playInLines = (): Promise<PlayEnd> =>
      playLines({
        story,
        printer: given.log || given.check ? withConsole(printer, stderr) : printer,
        chooser: given.choose ? createChooser(given.choose) : null,
        // Nothing is read where nothing is asked.
        input: given.choose || given.turns === 0 ? null : openInput(),
        turns: given.turns ?? null,
        seed: given.seed ?? null,
        signal,
        character,
        memories: () => engine.memories(story.id),
        ...(trace ? { onTurn: () => trace.add(story.trace()) } : {}),
      });
    let end: PlayEnd;
    if (screen) {
      closeInput();
      await changeOfHands();
      const { playScreen } = await screen;
      const beside = besideStory(engine, story, given.data);
      const drawnEnd = await playScreen({ terminal, story, character, beside, settings });
      await changeOfHands();
      if (drawnEnd === "library") return drawnEnd;
      end = drawnEnd === "too_small" ? await playInLines() : drawnEnd;
    } else {
      end = await playInLines();
    }
    if (person && story.scene) stdout.write(fitted(farewell(story, end, engine.withoutHistory === null), stdout));
    return end === "interrupted" ? EXIT.interrupted : EXIT.done;
  };
  try {
    let code = await sit(asked, flags);
    // Who the player is, and what decides chance, was said of the first story.
    const { name: _name, as: _as, seed: _seed, at: _at, with: _with, ...further } = flags;
    while (code === "library") code = await sit("shelf", further);
    return code;
  } finally {
    closeInput();
    await engine.close();
    trace?.close();
  }
}

/** A paused standard input lets go of the terminal a moment later; taken over before that, it would stay silent. */
const changeOfHands = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** @returns What the player took from the shelf, or null where the player left. */
async function fromShelf(
  engine: Engine,
  drawn: boolean,
  settings: TerminalSettings,
  openInput: () => LineInput,
  closeInput: () => void,
  terminal: Terminal,
): Promise<Wanted | null> {
  const { readShelf, shelfKeys, shelfLines } = await import("../shelf.js");
  const shelf = await whileListing(terminal, (listing) => readShelf(engine, listing));
  if (!shelf) return null;
  if (drawn) {
    const { shelfScreen } = await import("../screen/play-screen.js");
    const taken = await shelfScreen(shelf, terminal, settings);
    await changeOfHands();
    if (taken !== "too_small") return taken;
  }
  const keys = shelfKeys(shelf);
  terminal.stdout.write(fitted(shelfLines(shelf), terminal.stdout));
  for (;;) {
    const answer = (await openInput().read(`${keys.map(({ key }) => key).join(", ")}, or q quit: `))
      ?.trim()
      .toLowerCase();
    if (answer === undefined || answer === "q") {
      closeInput();
      return null;
    }
    const found = keys.find(({ key }) => key !== "" && key === answer);
    if (found) return found.taken;
    terminal.stdout.write("Type the number of a story, the letter of a new one, or q.\n");
  }
}

/** What the drawn screen reaches beside the story. */
function besideStory(engine: Engine, story: Story, data: string | undefined): Beside {
  return {
    history: () => engine.history(story.id),
    memories: () => engine.memories(story.id),
    assets: () => engine.assets(story.id),
    settings: () => readSettings(data),
    async set(key, value) {
      await writeSetting(key, value, data);
      return readSettings(data);
    },
    async exportTo(file) {
      const { exportStory } = await import("../story-file.js");
      await exportStory(engine, story.id, { out: file });
    },
  };
}

/**
 * The model that tells the story: the one that is named, else the one that was chosen; null where the storybook does.
 *
 * @throws {CliError} Where there is none and there has to be one.
 */
async function modelFor(
  { narrator = "auto", model, data }: PlayFlags,
  chosenModel: (data?: string) => Promise<{ readonly path: string } | null>,
  stderr: NodeJS.WritableStream,
): Promise<string | null> {
  if (model !== undefined) {
    if (narrator === "storybook")
      throw new CliError("--model and --narrator storybook ask for two narrators. Leave one out.", EXIT.usage);
    const path = resolve(model);
    if (!(await isFile(path)))
      throw new CliError(`There is no file ${path}. --model takes the path of a GGUF file.`, EXIT.usage);
    // Before anything is fetched for it.
    if (!(await isGguf(path)))
      throw new CliError(`${path} is no language model: a GGUF file begins with those four letters.`, EXIT.usage);
    return path;
  }
  if (narrator === "storybook") return null;
  try {
    const chosen = await chosenModel(data);
    if (chosen || narrator === "auto") return chosen?.path ?? null;
  } catch (error) {
    if (narrator === "model" || isOfDataFolder(error)) throw error;
    // A model that is gone holds no story up.
    stderr.write(`Note: ${errorWords(error)} The storybook tells the story.\n`);
    return null;
  }
  throw new CliError(
    `No model has been chosen. Choose one with \`${OWN} models use NAME\`, or name a file with --model.`,
    EXIT.usage,
  );
}

/** Nothing can be played in it, whoever tells. */
const isOfDataFolder = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "data_folder";

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}

async function isGguf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => null);
  if (!file) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1", 0, bytesRead) === "GGUF";
  } finally {
    await file.close();
  }
}

/** @throws {CliError} Where a story is lost that a backup has: a new one would look as if there had been none. */
async function refuseToForget(engine: Engine): Promise<void> {
  const lost = (await engine.findings()).find(({ code }) => code === "story_restorable");
  if (lost === undefined) return;
  const { message, action } = withCommand(lost);
  throw new CliError(`${message} ${action} To begin another story all the same, add --new.`);
}

/** @returns The story, or null when the player was asked and went away. */
async function openStory(
  engine: Engine,
  wanted: Wanted,
  flags: PlayFlags & { readonly opening: OpeningOptions },
  openInput: (() => LineInput) | null,
  { stdout, stderr }: Terminal,
): Promise<Story | null> {
  const { opening } = flags;
  if ("playthrough" in wanted) return engine.resume(await playthroughId(engine, wanted.playthrough), opening);
  const campaign = wanted.campaign ?? FIRST_STORY;
  const seed = { ...opening, ...(flags.seed === undefined ? {} : { seed: flags.seed }) };
  if (flags.at !== undefined || flags.with !== undefined) {
    const { readStart } = await import("./start-file.js");
    const given = flags.with === undefined ? {} : { given: await readStart(flags.with) };
    return engine.play(campaign, { ...seed, ...given, ...(flags.at === undefined ? {} : { at: flags.at }) });
  }
  if (flags.new === true) return engine.play(campaign, { ...seed, fresh: true });
  const [last] = await engine.playthroughs({ campaign: basename(resolve(campaign)) });
  if (!last) await refuseToForget(engine);
  if (!last || last.scene === null) return engine.play(campaign, seed);
  if (last.ended) {
    // Whoever sits down again after the end wants another story; a pipe gets what it asked for, and is told.
    if (openInput) return engine.play(campaign, { ...seed, fresh: true });
    stderr.write("Note: This story has ended. Add --new to begin another.\n");
    return engine.play(campaign, seed);
  }
  if (openInput) {
    stdout.write(`You have a story in ${last.title}, at ${sceneName(last.scene)}.`);
    const answer = await openInput().read("Enter goes on with it, n begins a new one: ");
    if (answer === null) return null;
    return engine.play(campaign, { ...seed, fresh: /^\s*n/i.test(answer) });
  }
  if (flags.seed !== undefined && flags.seed !== last.seed) {
    stderr.write(
      `Note: This goes on with the story that was begun with seed ${last.seed}. Add --new to begin one with seed ${flags.seed}.\n`,
    );
  }
  return engine.play(campaign, seed);
}

/**
 * Who the player is: as the options say, else as the player says when there is one to ask and something to ask about.
 *
 * @returns Null when the player was asked and went away.
 */
async function characterOf(
  { template, title }: Story,
  flags: PlayFlags,
  openInput: (() => LineInput) | null,
  { stdout }: Terminal,
): Promise<PlayerCharacter | null> {
  if (flags.name !== undefined || flags.as !== undefined) {
    return {
      ...(flags.name === undefined ? {} : { name: flags.name }),
      ...Object.assign({}, ...(flags.as ?? []).map((one) => partNamed(template, one))),
    };
  }
  if (!template || !openInput) return {};
  const { askWhoYouAre } = await import("./who-are-you.js");
  // Plain text is left to whoever reads it out; an eye wants whole words at the end of a line.
  const { wrap } = !flags.plain ? await import("../screen/wrap.js") : { wrap: (text: string) => text.split("\n") };
  const columns = Math.min(80, sizeOf(stdout).columns - 1);
  const say = (text: string): void => void stdout.write(`\n${wrap(text, columns).join("\n")}\n`);
  say(title);
  return askWhoYouAre({ template, input: openInput(), say });
}

/** What a name given with `--as` chooses of a template; a name that nothing has is one of a ready-made character, which the engine refuses. */
function partNamed(template: PlayerTemplate | null, name: string): PlayerCharacter {
  const has = (list: readonly { readonly name: string }[] = []): boolean =>
    list.some((one) => one.name.toLowerCase() === name.trim().toLowerCase());
  if (template === null || has(template.presets)) return { preset: name };
  if (has(template.allowed_classes)) return { class: name };
  if (has(template.allowed_backgrounds)) return { background: name };
  return has(template.allowed_races) ? { race: name } : { preset: name };
}

/** A playthrough's id from its beginning, as far as it stands for one alone; `last` is the one played last. */
export async function playthroughId(engine: Pick<Engine, "playthroughs">, start: string): Promise<string> {
  const ids = (await engine.playthroughs()).map(({ id }) => id);
  if (start === "last" && ids[0] !== undefined) return ids[0];
  if (ids.length === 0) throw new CliError(`There are no stories yet. \`${OWN} play\` begins one.`);
  const matching = ids.filter((id) => id.toLowerCase().startsWith(start.toLowerCase()));
  if (matching.length > 1)
    throw new CliError(`${matching.length} playthroughs begin with "${start}". Give more of the id.`);
  return matching[0] ?? start;
}

function farewell(story: Story, end: PlayEnd, isKept: boolean): string[] {
  const { scene = 0, ended = false } = story.scene ?? {};
  if (!isKept) return ["", `${story.title} was told without history, and is forgotten now.`];
  if (end === "ended" || ended) {
    const read = `${OWN} playthroughs export ${story.id}`;
    return ["", `${story.title} has ended. It is kept, and can be read again: ${read}`];
  }
  return ["", `${story.title} is saved at ${sceneName(scene)}. Start it again to go on.`];
}
