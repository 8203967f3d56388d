/** A story without an engine: scenes given beforehand, told as the engine tells them. */
import type {
  EngineEvent,
  SceneEvent,
  Story,
  StoryBranch,
  StoryPortrait,
  TurnEvent,
  TurnEvents,
} from "@narratoria/engine";

/** The scene of the specification's sample. */
export function ferryScene(changes: Partial<SceneEvent> = {}): SceneEvent {
  return {
    type: "scene",
    scene: 14,
    sceneType: "dialogue",
    title: "The Salt Clock",
    choice: "You told Odo what you found in the tower.",
    location: "The Drowned Ferry Stage",
    time: "Third evening",
    weather: "slack water",
    present: ["Odo Marsh"],
    beside: {
      here: ["Odo Marsh, warming to you"],
      you: ["Wren Ashdown, lapsed clerk", "charisma 14, perception 14"],
      carrying: ["letter, unopened", "pen-knife", "Warden’s seal", "clock weight  (new)"],
      promises: ["Lacey’s husband’s name, read aloud"],
    },
    narrator: "storybook",
    turnId: "turn-14",
    ended: false,
    timeMs: { firstText: 204, total: 312 },
    roll: {
      formula: "2d6",
      dice: [3, 5],
      modifiers: [
        { label: "charisma 14", value: 1 },
        { label: "he trusts you", value: 1 },
      ],
      total: 10,
      outcome: "success",
      label: "Win Odo over",
      stat: "charisma",
    },
    paragraphs: [
      "‘Clock’s stopped,’ he says. ‘You’ll have heard. Eleven minutes to four, and the water’s keeping to it.’",
      "For a while there is only the mud, ticking as it dries. Then he reaches inside his coat and puts a thing in your palm, so cold that you nearly drop it: a clock weight, furred with salt.",
    ],
    choices: [
      {
        id: "c1",
        text: "Ask Odo to row you to the tower before the tide remembers itself.",
        label: "Travel",
        sources: [{ kind: "place", ref: "the-tower", text: "you can see the tower from here" }],
      },
      {
        id: "c2",
        text: "Show him the Warden’s seal and ask who paid Marta to be careless.",
        label: "Persuade",
        bonus: 1,
        odds: { success: 28, partial: 44, fail: 28 },
        sources: [{ kind: "beat", ref: "beat_004", text: "The Warden comes" }],
      },
      {
        id: "c3",
        text: "Go back to the weir, where you let her go, and read the mud.",
        label: "Perception",
        bonus: 2,
        odds: { success: 41, partial: 42, fail: 17 },
        sources: [
          { kind: "memory", ref: "m12", text: "you let Marta go at the weir, scene 12" },
          { kind: "stat", ref: "perception", text: "perception 14" },
        ],
      },
      {
        id: "c4",
        text: "Close your hand on the weight and say nothing of it to anyone.",
        label: "Keep a secret",
        sources: [],
      },
    ],
    ...changes,
  };
}

/** A notice without an action. */
export function noticeOf(code: string, message: string, severity: NoticeEvent["severity"] = "degraded"): NoticeEvent {
  return { type: "notice", code, severity, message, action: "", actions: [] };
}

type NoticeEvent = Extract<EngineEvent, { type: "notice" }>;

/** A scene of the same story by its number. */
export function numbered(scene: number, changes: Partial<SceneEvent> = {}): SceneEvent {
  const {
    roll: _,
    choice: __,
    ...plain
  } = ferryScene({ scene, turnId: `turn-${scene}`, paragraphs: [`Scene ${scene} is told.`] });
  return { ...plain, ...changes };
}

/** Three branches of the sample. */
export const BRANCHES: readonly StoryBranch[] = (
  [
    ["main", "The truth for Odo", null, null, 15, 16, false, true],
    ["taken", "Marta taken", "main", 12, 14, 2, false, false],
    ["bell", "The harbour bell", "main", 8, 13, 5, true, false],
  ] as const
).map(([id, title, parentId, start, tip, turns, ended, current]) => ({
  id,
  title,
  name: title,
  parentId,
  start: start === null ? null : { turnId: `turn-${start}`, scene: start },
  tip: { turnId: `${id}-${tip}`, scene: tip },
  turns,
  firstChoice: null,
  lastLine: "The tide has gone out.",
  ended,
  current,
  createdAt: 0,
}));

/** A story that was left again and again: fourteen branches, the story on the eleventh of them. */
export const MANY_BRANCHES: readonly StoryBranch[] = Array.from({ length: 14 }, (_, index) => ({
  id: `way-${index + 1}`,
  title: `Way ${index + 1}`,
  name: `Way ${index + 1}`,
  parentId: index === 0 ? null : index % 3 === 2 ? `way-${index}` : "way-1",
  start: index === 0 ? null : { turnId: `turn-${index}`, scene: index },
  tip: { turnId: `tip-${index + 1}`, scene: index + 4 },
  turns: 4,
  firstChoice: null,
  lastLine: `Where way ${index + 1} has come to.`,
  ended: false,
  current: index === 10,
  createdAt: index,
}));

export interface FakeStory extends Story {
  /** What was asked of it, in order: "begin", "choose 2", "undo". */
  readonly asked: readonly string[];
}

export interface FakeStoryOptions {
  /** Events of a turn before its scene. */
  before?(scene: SceneEvent): readonly EngineEvent[];
  /** Awaited in the middle of each chosen turn. */
  gate?(signal: AbortSignal): Promise<void>;
  readonly failure?: Error;
  /** What a branch is refused with. */
  readonly refused?: Error;
  readonly branches?: readonly StoryBranch[];
  readonly resumed?: boolean;
  readonly soFar?: readonly string[];
  readonly portraits?: readonly StoryPortrait[];
}

/** @param scenes - In story order; the story stands at the first. */
export function fakeStory(scenes: readonly SceneEvent[], options: FakeStoryOptions = {}): FakeStory {
  let at = -1;
  const asked: string[] = [];
  const sceneNow = (): SceneEvent | null => scenes[at] ?? null;
  const turn = (index: number, signal?: AbortSignal): TurnEvents => turnOf(told(index, signal), sceneNow);
  async function* told(index: number, signal?: AbortSignal): AsyncGenerator<EngineEvent> {
    if (options.failure) throw options.failure;
    const scene = scenes[index];
    if (!scene) throw new Error("the fake story has no more scenes");
    if (signal && options.gate) await options.gate(signal);
    if (signal?.aborted) {
      yield noticeOf("turn_stopped", "You stopped this turn.", "info");
    } else {
      yield* options.before?.(scene) ?? [];
      at = index;
    }
    const now = scenes[at];
    if (now) yield now;
  }
  async function* opening(): AsyncGenerator<EngineEvent> {
    yield {
      type: "story",
      playthroughId: "fake",
      campaign: "the-salt-clock",
      title: "The Salt Clock",
      seed: "7",
      resumed: options.resumed ?? false,
      ...(options.soFar ? { soFar: options.soFar } : {}),
    };
    yield* told(0);
  }
  return {
    id: "fake",
    title: "The Salt Clock",
    campaign: "the-salt-clock",
    template: null,
    campaignChanges: null,
    asked,
    get scene() {
      return sceneNow();
    },
    trace: () => null,
    state: async () => ({}),
    skillHealth: () => ({}),
    direction: async () => null,
    portraits: () => options.portraits ?? [],
    onPortrait: () => () => {},
    replacePortrait: async () => {},
    begin() {
      asked.push("begin");
      return turnOf(opening(), sceneNow);
    },
    choose(choice, turnOptions) {
      asked.push(`choose ${choice}`);
      return turn(at + 1, turnOptions?.signal);
    },
    leave(turnOptions) {
      asked.push("leave");
      return turn(at + 1, turnOptions?.signal);
    },
    act(action) {
      asked.push(`act ${action.do}`);
      return turn(at);
    },
    tellAgain() {
      asked.push("tell again");
      return turn(at);
    },
    retryTool(toolId) {
      asked.push(`retry ${toolId}`);
      return turn(at);
    },
    undo() {
      asked.push("undo");
      return turn(Math.max(0, at - 1));
    },
    redo() {
      asked.push("redo");
      return turn(Math.min(scenes.length - 1, at + 1));
    },
    branch(scene, name) {
      asked.push(["branch", ...[scene, name].filter((one) => one !== undefined)].join(" "));
      if (options.refused) throw options.refused;
      return turn(at);
    },
    goTo(to) {
      asked.push(`go to ${to}`);
      return turn(at);
    },
    async *events() {},
    branches: async () => [...(options.branches ?? [])],
    nameBranch: async () => {},
    async close() {},
    async [Symbol.asyncDispose]() {},
  };
}

/** Events that are told when they are asked for, or awaited. */
function turnOf(events: AsyncGenerator<EngineEvent>, scene: () => SceneEvent | null): TurnEvents {
  const told = async (): Promise<SceneEvent | null> => {
    for await (const _ of events);
    return scene();
  };
  async function* stamped(): AsyncGenerator<TurnEvent> {
    let seq = 0;
    for await (const event of events) yield { ...event, turn: "fake", seq: ++seq, at: 0 };
  }
  return {
    turn: "fake",
    [Symbol.asyncIterator]: stamped,
    // oxlint-disable-next-line unicorn/no-thenable -- as the engine's turns are
    then: (onFulfilled, onRejected) => told().then(onFulfilled, onRejected),
  };
}
