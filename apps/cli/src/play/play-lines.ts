/** Plays a story line by line: a scene out, an answer in, until the story, the turns or the answers end. */
import type { EngineEvent, PlayerCharacter, SceneEvent, Story, StoryMemories } from "@narratoria/engine";
import { errorWords } from "../errors.js";
import { type Answer, readAnswer } from "./answers.js";
import { branchLines, treeOrder } from "./branch-words.js";
import type { Chooser } from "./choosing.js";
import type { LineInput } from "./line-input.js";
import { PLAIN_HELP, promptText, whyLine } from "./plain-text.js";
import type { Printer } from "./printers.js";
import { capitalised, noSuchChoice, sceneName } from "@narratoria/engine/shell";

export interface LinePlay {
  readonly story: Story;
  readonly printer: Printer;
  /** Makes the choices; then nothing is read. */
  readonly chooser: Chooser | null;
  readonly input: LineInput | null;
  /** How many choices to take; null for as many as there are. */
  readonly turns: number | null;
  /** What a random chooser draws from; null for the story's own seed. */
  readonly seed: string | null;
  /** Stops the turn that is running and ends the play. */
  readonly signal: AbortSignal;
  /** Who the player is, in a story that has not begun. */
  readonly character?: PlayerCharacter;
  /** What the story remembers; nothing is told of it where this is left out. */
  readonly memories?: () => Promise<Pick<StoryMemories, "list" | "search">>;
  /** Called after each turn. */
  readonly onTurn?: () => void;
}

/** More would bury the story. */
const MOST_MEMORIES = 10;

/** How a play came to its end. */
export type PlayEnd = "ended" | "turns_taken" | "left" | "interrupted";

/** @throws {EngineError} What keeps the story from going on; turns that ended are kept. */
export async function playLines(play: LinePlay): Promise<PlayEnd> {
  const { story, printer, signal } = play;
  let seed = play.seed ?? "";
  const tell = async (events: AsyncIterable<EngineEvent>): Promise<void> => {
    printer.start();
    try {
      for await (const event of events) {
        if (event.type === "story" && play.seed === null) seed = event.seed;
        // What comes after an interruption is the engine tidying up, and of no interest any more.
        if (!signal.aborted) printer.event(event);
      }
    } finally {
      printer.finish();
    }
  };

  const tellTurn = async (events: AsyncIterable<EngineEvent>): Promise<void> => {
    await tell(events);
    play.onTurn?.();
  };

  await tellTurn(story.begin({ signal, ...(play.character ? { character: play.character } : {}) }));
  for (let taken = 0; ; ) {
    if (signal.aborted) return "interrupted";
    const { scene } = story;
    if (!scene || scene.ended) return "ended";
    if (play.turns !== null && taken >= play.turns) return "turns_taken";
    const answer = await nextAnswer(play, scene, seed);
    if (signal.aborted) return "interrupted";
    switch (answer.kind) {
      case "quit":
        return "left";
      case "choose":
        if (answer.number < 1 || answer.number > scene.choices.length) {
          printer.say(noSuchChoice(`${answer.number}`, scene));
          break;
        }
        await tellTurn(story.choose(answer.number, { signal }));
        taken += 1;
        break;
      case "undo":
        await tell(story.undo());
        break;
      case "redo":
        await tell(story.redo());
        break;
      case "branch":
        await branchOff(play, answer, tell);
        break;
      case "timeline":
        await showTimeline(play, answer.number, tell);
        break;
      case "memories":
        printer.say(await memoriesAnswer(play, answer.query));
        break;
      case "leave":
        await tellTurn(story.leave({ signal }));
        break;
      case "repeat":
        printer.repeat(scene);
        break;
      case "help":
        printer.say(PLAIN_HELP);
        break;
      case "why":
        printer.say(whyAnswer(scene, answer.number));
        break;
      case "unknown":
        printer.say(noSuchChoice(answer.text, scene));
        break;
      case "nothing":
        break;
    }
  }
}

type Tell = (events: AsyncIterable<EngineEvent>) => Promise<void>;

/** A scene or a name that will not do is a slip of the fingers: told, and asked again. */
async function branchOff({ story, printer }: LinePlay, answer: Answer & { kind: "branch" }, tell: Tell): Promise<void> {
  try {
    await tell(story.branch(answer.scene ?? undefined, answer.name ?? undefined));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && ["no_such_turn", "invalid"].includes(String(error.code))))
      throw error;
    printer.say(errorWords(error));
  }
}

async function showTimeline({ story, printer }: LinePlay, number: number | null, tell: Tell): Promise<void> {
  const branches = await story.branches();
  const chosen = number === null ? undefined : treeOrder(branches)[number - 1];
  if (chosen) await tell(story.goTo(chosen.branch.id));
  else if (number === null) printer.say(branchLines(branches).join("\n"));
  else printer.say(`There is no branch ${number}. t lists those there are.`);
}

/** The newest ten, or what is remembered of something. */
async function memoriesAnswer({ memories }: LinePlay, query: string): Promise<string> {
  const known = await memories?.();
  const found = query === "" ? (await known?.list())?.slice(-MOST_MEMORIES).toReversed() : await known?.search(query);
  if (found && found.length > 0) {
    return found
      .map(({ summary, scene }) => `${scene === null ? "" : `${capitalised(sceneName(scene))}. `}${summary}`)
      .join("\n");
  }
  return query === "" ? "Nothing to remember yet." : `Nothing close to "${query}". Try fewer words.`;
}

async function nextAnswer({ chooser, input }: LinePlay, scene: SceneEvent, seed: string): Promise<Answer> {
  if (chooser) {
    const number = chooser.next(scene, seed);
    return number === null ? { kind: "quit" } : { kind: "choose", number };
  }
  const line = (await input?.read(promptText(scene))) ?? null;
  return line === null ? { kind: "quit" } : readAnswer(line);
}

function whyAnswer(scene: SceneEvent, number: number | null): string {
  const lines = scene.choices.map((choice, index) => whyLine(choice, index + 1));
  if (number === null) return lines.join("\n");
  return lines[number - 1] ?? noSuchChoice(`${number}`, scene);
}
