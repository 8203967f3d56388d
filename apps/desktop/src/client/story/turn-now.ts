/** A turn as it comes in, event by event. */
import type { LinkedPicture, PageEvent } from "../../server/linked-files.js";

type EventOf<Type extends PageEvent["type"]> = Extract<PageEvent, { readonly type: Type }>;
export type Roll = EventOf<"roll">;
export type Notice = EventOf<"notice">;
export type Note = EventOf<"note">;
export type ToolStep = EventOf<"tool_state">;
export type Plan = EventOf<"plan">;
export type ConsoleLine = EventOf<"log"> | EventOf<"error">;
export type Choice = EventOf<"choices">["choices"][number];

/** What has come of a turn so far. */
export interface TurnNow {
  readonly id: string;
  /** When its first event was sent, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly stage: EventOf<"progress"> | null;
  /** Where and when its scene takes place; null until that is known. */
  readonly heading: EventOf<"progress">["heading"] | null;
  /** The picture above its scene; null where there is none, or that is not known. */
  readonly background: LinkedPicture | null;
  /** What a plan says while its tools run; no part of the scene. */
  readonly narrative: string | null;
  /** Prose in flight, of the highest attempt. */
  readonly attempt: number;
  readonly paragraphs: readonly string[];
  readonly roll: Roll | null;
  readonly choices: readonly Choice[] | null;
  readonly notices: readonly Notice[];
  readonly notes: readonly Note[];
  /** One a plan that was tried, the last one running or run. */
  readonly plans: readonly Plan[];
  /** What the tools of all plans came to, in the order in which it was told. */
  readonly steps: readonly ToolStep[];
  readonly console: readonly ConsoleLine[];
  readonly patches: readonly EventOf<"state_patch">[];
  /** Id of the turn whose scene ended it; null while it runs. It is another's where the turn went back to a scene. */
  readonly scene: string | null;
  /** Number of the last event. */
  readonly seq: number;
}

export function beginTurn({ turn, at }: Pick<PageEvent, "turn" | "at">): TurnNow {
  return {
    id: turn,
    startedAt: at,
    stage: null,
    heading: null,
    background: null,
    narrative: null,
    attempt: 0,
    paragraphs: [],
    roll: null,
    choices: null,
    notices: [],
    notes: [],
    plans: [],
    steps: [],
    console: [],
    patches: [],
    scene: null,
    seq: 0,
  };
}

/** The turn after one more event; what came before already changes nothing. */
export function withEvent(turn: TurnNow, event: PageEvent): TurnNow {
  if (event.seq <= turn.seq) return turn;
  return { ...turn, ...changes(turn, event), seq: event.seq };
}

function changes(turn: TurnNow, event: PageEvent): Partial<TurnNow> {
  switch (event.type) {
    case "progress":
      // A heading comes once the tool that tells the scene is at work, and names none.
      return event.heading === undefined
        ? { stage: event }
        : { heading: event.heading, background: event.background ?? null };
    case "narrative":
      return { narrative: event.text };
    case "prose": {
      if (event.attempt < turn.attempt) return {};
      const paragraphs = event.attempt > turn.attempt ? [] : [...turn.paragraphs];
      paragraphs[event.paragraph] = (paragraphs[event.paragraph] ?? "") + event.delta;
      return { attempt: event.attempt, paragraphs };
    }
    case "roll":
      return { roll: event };
    case "choices":
      return { choices: event.choices };
    case "notice":
      return { notices: [...turn.notices, event] };
    case "note":
      return { notes: [...turn.notes, event] };
    case "plan":
      return { plans: [...turn.plans, event] };
    case "tool_state":
      return { steps: [...turn.steps, event] };
    case "log":
    case "error":
      return { console: [...turn.console, event] };
    case "state_patch":
      return { patches: [...turn.patches, event] };
    case "scene":
      return { scene: event.turnId };
    default:
      return {};
  }
}
