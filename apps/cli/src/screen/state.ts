/** What is on the drawn screen, as plain data: changed by events of the story and by keys, turned into lines by `layout`. */
import type { EngineEvent, SceneEvent, StoryPortrait } from "@narratoria/engine";
import { byWeight, withCommand } from "../remedies.js";
import type { TreeBranch } from "../play/branch-words.js";
import { consoleLine } from "../play/console-lines.js";
import { noteWords, type Roll, type WaitingFor } from "@narratoria/engine/shell";
import type { ListPage } from "./list-page.js";

export type Notice = Pick<Extract<EngineEvent, { type: "notice" }>, "code" | "severity" | "message" | "action">;

/** Notices that only confirm what the player did: they carry no mark, and go by themselves. */
const CALM = new Set([
  "key_elsewhere",
  "undone",
  "nothing_to_undo",
  "redone",
  "nothing_to_redo",
  "branched",
  "went_to",
  "turn_stopped",
]);

export const isCalm = ({ code }: Notice): boolean => CALM.has(code);

/** The screen with a word on a key that does nothing there. */
export function told(state: ScreenState, message: string): ScreenState {
  const others = state.notices.filter(({ code }) => code !== "key_elsewhere");
  return { ...state, notices: [{ code: "key_elsewhere", severity: "info", message, action: "" }, ...others] };
}

/** The screen without them. */
export function calmed(state: ScreenState): ScreenState {
  const notices = state.notices.filter((notice) => !isCalm(notice));
  return notices.length === state.notices.length ? state : { ...state, notices };
}

/** A turn while it runs. What it shows is provisional: the finished scene has the last word. */
export interface Running {
  /** Index of the choice that was taken; null in the opening and in an undo. */
  readonly chosen: number | null;
  readonly onward: boolean;
  readonly attempt: number;
  readonly paragraphs: readonly string[];
  /** What the plan says; it stands there until the prose comes. */
  readonly narrative: readonly string[];
  readonly roll: Roll | null;
  /** Whom the scene waits for. */
  readonly waiting: WaitingFor | null;
  readonly elapsedMs: number;
}

export interface ScreenState {
  readonly title: string;
  readonly scene: SceneEvent | null;
  readonly running: Running | null;
  /** Index of the marked choice; -1 for none. */
  readonly selected: number;
  readonly why: boolean;
  /** How many lines of the scene's prose are above its window; less than none where earlier scenes are read. */
  readonly scroll: number;
  /** Scenes before this one, as far as they were read, the oldest first. */
  readonly earlier: readonly SceneEvent[];
  /** Whether scenes before those can be read. */
  readonly hasPast: boolean;
  /** Rows of prose that were in sight when the choices came: they are not to be hidden by them. */
  readonly sight: number;
  /** What can be said of the whole story once it has ended. */
  readonly ending: string;
  /** What is drawn over the play screen. */
  readonly overlay: "none" | "help" | "notices" | "leaving" | "timeline" | "tools" | "page";
  /** The page that takes keys of its own, while it is open. */
  readonly page: ListPage | null;
  /** In the order in which the timeline shows them. */
  readonly branches: readonly TreeBranch[];
  /** Index of the marked branch. */
  readonly branch: number;
  /** Notices of the last turn. */
  readonly notices: readonly Notice[];
  /** What the tools of this sitting came to and logged, the latest last. */
  readonly console: readonly string[];
  /** How many lines of the console are below its window. */
  readonly back: number;
  /** What matters of the story, until the first choice of a sitting. */
  readonly soFar: readonly string[];
  /** Of the people met so far. */
  readonly portraits: readonly StoryPortrait[];
}

/** Lines of the console that are kept. */
const MOST_CONSOLE = 500;

export function initialScreen(title: string): ScreenState {
  return {
    title,
    scene: null,
    running: null,
    selected: -1,
    why: false,
    scroll: 0,
    earlier: [],
    hasPast: false,
    sight: 0,
    ending: "",
    page: null,
    overlay: "none",
    branches: [],
    branch: 0,
    notices: [],
    console: [],
    back: 0,
    portraits: [],
    soFar: [],
  };
}

/** @param onward - Whether the scene that comes follows on the one on the table. */
export function startTurn(state: ScreenState, chosen: number | null, onward = chosen !== null): ScreenState {
  const running: Running = {
    chosen,
    onward,
    attempt: 0,
    paragraphs: [],
    narrative: [],
    roll: null,
    waiting: null,
    elapsedMs: 0,
  };
  const soFar = chosen === null ? state.soFar : [];
  return { ...state, running, overlay: "none", page: null, notices: [], why: false, sight: 0, soFar };
}

function earlierThan(event: SceneEvent, { running, scene, earlier }: ScreenState): readonly SceneEvent[] {
  if (scene && running?.onward && event.scene > scene.scene) return [...earlier, scene];
  return scene?.turnId === event.turnId ? earlier : [];
}

/** The screen after one event of a running turn. Events that are not drawn change nothing. */
export function afterEvent(state: ScreenState, event: EngineEvent): ScreenState {
  if (event.type === "scene") {
    // What is being read stays where it is: the words in flight are those of the scene.
    const scroll = state.running && state.running.paragraphs.length > 0 ? state.scroll : 0;
    const earlier = earlierThan(event, state);
    return { ...state, title: event.title, scene: event, running: null, selected: -1, scroll, earlier };
  }
  if (event.type === "story") return { ...state, soFar: event.soFar ?? [] };
  if (event.type === "notice") return { ...state, notices: byWeight([...state.notices, withCommand(event)]) };
  if (event.type === "note") {
    const message = noteWords(event);
    return {
      ...state,
      notices: byWeight([...state.notices, { code: "unknown_event", severity: "info", message, action: "" }]),
    };
  }
  const said = consoleLine(event);
  if (said !== null) return { ...state, console: [...state.console, said].slice(-MOST_CONSOLE) };
  const { running } = state;
  if (!running) return state;
  if (event.type === "narrative") {
    // The first words of a turn take the place of the scene before, from its top.
    return { ...state, scroll: 0, running: { ...running, narrative: event.text.split("\n\n") } };
  }
  if (event.type === "roll") {
    const { type: _, ...roll } = event;
    return { ...state, running: { ...running, roll } };
  }
  if (event.type === "prose") return withProse(state, running, event);
  // A heading comes in between, and says nothing of a wait.
  if (event.type === "progress" && !event.heading)
    return { ...state, running: { ...running, waiting: event.waiting ?? null } };
  return state;
}

function withProse(state: ScreenState, running: Running, event: Extract<EngineEvent, { type: "prose" }>): ScreenState {
  if (event.attempt < running.attempt) return state;
  // A higher attempt replaces what was shown.
  const paragraphs = event.attempt > running.attempt ? [] : [...running.paragraphs];
  while (paragraphs.length <= event.paragraph) paragraphs.push("");
  const before = paragraphs[event.paragraph] ?? "";
  paragraphs[event.paragraph] = before + event.delta;
  // The first words of a scene take the place of the one before, from its top.
  const scroll = running.paragraphs.length === 0 ? 0 : state.scroll;
  return { ...state, scroll, running: { ...running, attempt: event.attempt, paragraphs } };
}
