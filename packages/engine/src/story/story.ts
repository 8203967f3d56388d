import type { StoryStart } from "./start-at.js";
import type { EnrichedCampaign } from "../enrich-campaign.js";
import type { JsonObject } from "@narratoria/protocol";
import type { NoticeAction, PlayerTemplate, SceneStage } from "@narratoria/protocol/contracts";
import type { SceneDirection } from "@narratoria/protocol/story";
import type { Campaign, Problem } from "@narratoria/campaign";
import type { Sandbox, TurnTrace, WarmPool } from "@narratoria/executor";
import type {
  Embedder,
  StoryIndex,
  ModelNarrator,
  PlanGenerator,
  PlanRequest,
  Storybook,
  TextWriter,
  TextGenerator,
  WrittenAhead,
} from "@narratoria/narrator";
import type { PlaythroughSummary, Store } from "@narratoria/persistence";
import type { HealthState, SkillNews, SkillRegistry, SkillStanding } from "@narratoria/skills";
import type { CampaignChanges } from "../campaign-changes.js";
import type { MemoryChange } from "../memories.js";
import { abortSignal, type ChecksOf, count, fields, size, text, withFields } from "../options.js";
import type { SceneFormatter } from "../scene/formatted-text.js";
import type { SceneEvent } from "../scene/scene-record.js";
import type { StageDirector } from "../stage/stage-director.js";
import type { HistoryTrouble } from "../without-history.js";
import type { StoryBranch } from "../timeline/branches.js";
import { type Player, PLAYER_CHARACTER, type PlayerCharacter } from "./player-character.js";
import type { StoryPortrait } from "./portraits.js";
import type { EventPlace, TurnEvent, TurnEvents } from "./turn-events.js";

/**
 * A story that is open for play. A playthrough is open once in an engine: after it has been opened anew, whatever would tell a scene
 * here throws EngineError `story_elsewhere`.
 */
export interface Story extends AsyncDisposable {
  /** The playthrough's id. */
  readonly id: string;
  readonly title: string;
  readonly campaign: string;
  /** How the campaign differs from what it was when the story was open last; null where it does not, or nobody knows. */
  readonly campaignChanges: CampaignChanges | null;
  /** The scene that is on the table, or null before `begin`. */
  readonly scene: SceneEvent | null;
  /** Who the player can be: what there is to ask before `begin`. Null where the campaign does not say, and once a story has begun. */
  readonly template: PlayerTemplate | null;
  /**
   * Tells the opening, or shows the scene where the story stands.
   *
   * @throws {EngineError} `no_such_character`, before anything happens.
   */
  begin(options?: BeginOptions): TurnEvents;
  /**
   * Takes a choice and tells what comes of it.
   *
   * @param choice - Its number, 1 for the first, or its id.
   * @throws {EngineError} `no_such_choice`, `story_ended` or `story_busy`, before anything happens.
   */
  choose(choice: number | string, options?: TurnOptions): TurnEvents;
  /**
   * Leaves the story for good: tells what becomes of it without the player, and ends it. Undo takes that back.
   *
   * @throws {EngineError} `story_ended`, `story_busy`, or `no_such_choice` before the opening, before anything happens.
   */
  leave(options?: TurnOptions): TurnEvents;
  /**
   * Events of this story from behind `after` on, turn after turn, until `signal` or the end of the story's use: for readers beside whoever
   * takes the turns. The last turn is kept whole, so a reader who was away goes on where it was; one whose `after` is of another
   * turn gets it from its first event. A turn that fails ends with a notice.
   *
   * ```ts
   * for await (const event of story.events({ after: lastSeen, signal })) send(event);
   * ```
   */
  events(options?: EventsOptions): AsyncIterable<TurnEvent>;
  /**
   * Does what a notice offers: `retry_tool`, `tell_again`, `plain_scene` and `restart_from`. The other actions are no matter of the story.
   *
   * @throws {EngineError} As the method that does it; `not_of_the_story`.
   */
  act(action: NoticeAction, options?: TurnOptions): TurnEvents;
  /**
   * Takes the choice of the scene on the table once more: the same dice fall, what failed gets another try, and the prose is told anew.
   * The scene as it was told before stays in the tree of the story.
   *
   * @throws {EngineError} `cannot_tell_again` for an opening, and where no seed decided the dice; `story_busy`.
   */
  tellAgain(options?: TurnOptions): TurnEvents;
  /**
   * As `tellAgain`, with the skill of a tool taken for healthy, however often it failed.
   *
   * @param toolId - As events call it.
   * @throws {EngineError} `no_such_tool` where the scene on the table did not use it; as `tellAgain`.
   */
  retryTool(toolId: string, options?: TurnOptions): TurnEvents;
  /** Takes the last choice back, with all that came of it, and shows the scene before. */
  undo(options?: TurnOptions): TurnEvents;
  /** Takes an undo back, and shows the scene that it left. A choice made after an undo begins a branch instead. */
  redo(options?: TurnOptions): TurnEvents;
  /**
   * Begins a branch, and shows the scene it begins with: the next choice is the first of its own. Nothing is lost by it.
   *
   * @param at - Number of a scene that led here, or the id of any turn of this story; the scene on the table when left out.
   * @param name - At most 80 letters; without one, the branch is known by its first choice.
   * @throws {EngineError} `no_such_turn`; `story_busy`. StoreError `invalid` for a name that is too long.
   */
  branch(at?: number | string, name?: string, options?: TurnOptions): TurnEvents;
  /**
   * Goes to a turn, or to the end of a branch, and shows the scene there.
   *
   * @param to - Id of a turn or of a branch.
   * @throws {EngineError} `no_such_turn`; `story_busy`.
   */
  goTo(to: string, options?: TurnOptions): TurnEvents;
  /** All branches, in the order in which they were begun. */
  branches(): Promise<StoryBranch[]>;
  /** Names a branch anew; an empty name takes its name from it. */
  nameBranch(branchId: string, name: string): Promise<void>;
  /**
   * Session state: all that is known of the world of the story, to be read and not changed.
   *
   * @param at - Number of a scene that led here, or the id of any turn of this story; the scene on the table when left out.
   * @returns An empty object before the opening.
   * @throws {EngineError} `no_such_turn`.
   */
  state(at?: number | string): Promise<JsonObject>;
  /** How far each skill can be relied on in this sitting, by its name. */
  skillHealth(): Readonly<Record<string, HealthState>>;
  /**
   * All that went on behind a turn of this sitting, for whoever looks for a fault; `engine.history(id)` has those of earlier sittings too. See
   * `exportTrace`.
   *
   * @param turnId - As events call it; the turn taken last when left out.
   * @returns Null where there is none.
   */
  trace(turnId?: string): TurnTrace | null;
  /**
   * Why a scene is as it is: its purpose, place, cast, fixed words, question and hooks, each with its reason.
   *
   * @param at - Number of a scene that led here, or the id of any turn of this story; the scene on the table when left out.
   * @returns Null for a scene that an older version told, and before the opening.
   * @throws {EngineError} `no_such_turn`.
   */
  direction(at?: number | string): Promise<SceneDirection | null>;
  /** What the player and the people met so far look like, as far as it has been drawn: while the player reads, never before a scene. */
  portraits(): readonly StoryPortrait[];
  /**
   * Puts a picture of the player's own in the place of somebody's portrait, for this story and all its sittings.
   *
   * @param person - Id of somebody in the story, or `player`.
   * @param picture - The bytes of a PNG, JPEG or WebP picture of at most 5 MB; null gives the portrait back as it was.
   * @throws {EngineError} `no_such_character`, or `picture_unusable` with what is wrong with it.
   */
  replacePortrait(person: string, picture: Uint8Array | null): Promise<void>;
  /**
   * Has a function called whenever there is another portrait.
   *
   * @returns What ends that.
   */
  onPortrait(listener: () => void): () => void;
  /** May be called twice. */
  close(): Promise<void>;
}

export interface TurnOptions {
  /** Stops the turn; the story stays as it was before the choice. */
  readonly signal?: AbortSignal;
}

export interface EventsOptions {
  /** The last event that the reader has; the whole last turn is sent where it is left out. */
  readonly after?: EventPlace | undefined;
  /** Ends the reading, not the turn. */
  readonly signal?: AbortSignal | undefined;
}

export interface BeginOptions extends TurnOptions {
  /** Who the player is in a story that has not begun; as the campaign has it where left out. */
  readonly character?: PlayerCharacter;
}

export const PLAN_LIMITS: ChecksOf<PlanLimits> = { toolTimeoutMs: size, planTimeoutMs: size, concurrentTools: size };
export const TURN_OPTIONS: ChecksOf<TurnOptions> = { signal: abortSignal };
export const EVENTS_OPTIONS: ChecksOf<EventsOptions> = {
  after: withFields("an event, or its `turn` and `seq`", { turn: text, seq: count }),
  signal: abortSignal,
};
export const BEGIN_OPTIONS: ChecksOf<BeginOptions> = {
  ...TURN_OPTIONS,
  character: fields<PlayerCharacter>("an object", PLAYER_CHARACTER),
};

/** Whoever writes plans, and what can be done about one before it is asked for. */
export interface StoryPlanner extends PlanGenerator {
  prepare?(request: PlanRequest, options: { readonly signal: AbortSignal }): Promise<void>;
  /** The plan that was prepared for the very same request, which stays; undefined where there is none. */
  peek?(request: PlanRequest): unknown;
}

/** What the plan of a turn may take. Nothing raises the caps that hold for every plan: a minute for all of its tools. */
export interface PlanLimits {
  /** Milliseconds that one tool may take, whatever its manifest says. */
  readonly toolTimeoutMs?: number;
  /** Milliseconds that all tools of a plan may take; 60,000 unless given. */
  readonly planTimeoutMs?: number;
  /** Tools that may run at once; as many as the machine has cores unless given. */
  readonly concurrentTools?: number;
}

/** What a story takes from its campaign. */
export type CampaignParts = Pick<
  StoryParts,
  | "campaign"
  | "faults"
  | "mined"
  | "storybook"
  | "narrator"
  | "ahead"
  | "narratorOf"
  | "planner"
  | "director"
  | "formatter"
>;

/** A campaign whose folder has changed: as it is now, with the problems that it has gained, or why it stays as it was. */
export type ChangedCampaign =
  | { readonly parts: CampaignParts; readonly problems: readonly Problem[] }
  | { readonly why: string };

export interface StoryParts {
  readonly store: Store;
  readonly playthrough: PlaythroughSummary;
  /** Who the player is, whatever `begin` says; not there in play. */
  readonly player?: Player;
  readonly resumed: boolean;
  readonly campaign: Campaign;
  /** How the campaign differs from what it was when the story was open last. */
  readonly campaignChanges: CampaignChanges | null;
  /** What is wrong with the campaign and was left out. */
  readonly faults: readonly Problem[];
  readonly mined: StoryIndex;
  readonly storybook: Storybook;
  /** Says what each scene looks and sounds like. */
  readonly director: StageDirector;
  /** Finds the author's emphasis again in what is told. */
  readonly formatter: SceneFormatter;
  /** Tells scenes around the storybook's words; null where the storybook alone tells. */
  readonly narrator: ModelNarrator | null;
  /** What the model of this machine wrote before it was asked for; null where it writes nothing ahead. */
  readonly ahead: WrittenAhead | null;
  /** Makes narrators of those whom a skill asks elsewhere; null where nobody is to be asked. */
  readonly narratorOf: ((writer: TextWriter) => ModelNarrator) | null;
  readonly registry: SkillRegistry;
  /** How all skills stand now, those that are not used included. */
  skills(): readonly SkillStanding[];
  readonly planner: StoryPlanner;
  /** Null where there is none. */
  readonly embedder: Embedder | null;
  readonly generator: TextGenerator | null;
  /** Whoever of this machine writes prose; null where nobody does. */
  readonly writer: TextWriter | null;
  /** Where the files lie that scripts made for scenes; null where they are refused. */
  readonly assetsDir: string | null;
  /** Where the traces of the last turns are kept; null where nobody keeps them. */
  readonly tracesDir: string | null;
  /** Null where no process is to be started ahead of need. */
  readonly warm: WarmPool | null;
  /** Whether a model is to be asked ahead of need. */
  readonly startAhead: boolean;
  /** Whether scenes are written ahead only while the machine has power, memory and time to spare. */
  readonly isSparing: boolean;
  readonly sandbox: Sandbox;
  /** Whether each scene is checked against what no story may do. */
  readonly checkStory: boolean;
  readonly limits: PlanLimits;
  /** Looks at the campaign's folder: null where nothing has changed since it was last asked. Null where nobody looks. */
  readonly changed: (() => Promise<ChangedCampaign | null>) | null;
  /** Why the story is told without history; null where it is kept. */
  readonly withoutHistory: HistoryTrouble | null;
  /** What was filled in before this story began; absent where nothing was. */
  readonly enriched?: EnrichedCampaign | null;
  /** Where a new story begins; absent of one that begins at its beginning. */
  readonly start?: StoryStart | null;
  /** Takes a line for the log and returns at once. */
  log(entry: object): void;
  newId(of: "turn" | "memory" | "record"): string;
}

/** A story as the engine holds it. */
export interface HeldStory extends Story {
  /** Resolves once the story is closed. */
  readonly whenClosed: Promise<void>;
  /**
   * Closes the story for good, as the playthrough is opened anew: two open stories would each go on from their own last scene.
   *
   * @throws {EngineError} `story_busy` while a scene is told, and then nothing is changed.
   */
  retire(): Promise<void>;
  /** Has a skill that failed tried again. */
  forgive(skill: string): void;
  /** Told what became of skills since; the player hears of it with the next scene. */
  hear(news: readonly SkillNews[]): void;
  /** Told that what it remembers was changed by the player's hand. */
  remember(change: MemoryChange): Promise<void>;
  /** Reads anew where it stands: the journal was written by somebody else. */
  reload(): Promise<void>;
  /** Finds the campaign's files of a stage on this machine. */
  stageHere(stage: SceneStage): SceneStage;
}
