// Generated from contracts/*.schema.json by tools/generate-types.mjs: change the schemas, not this file.
import type { JsonObject, JsonValue } from "../json.js";

/** One step of a story as a shell shows it. A turn is a stream of these, one JSON object a line, that ends with a scene. */
export type EngineEvent =
  | StoryEvent
  | PlanningEvent
  | NarrativeEvent
  | ProgressEvent
  | LogLineEvent
  | ToolErrorEvent
  | ProseEvent
  | RollEvent
  | ToolSettledEvent
  | AssetMadeEvent
  | NoteEvent
  | NoticeEvent
  | PlanEvent
  | ToolStateEvent
  | StateChangedEvent
  | ChoicesReadyEvent
  | SceneEvent;
/** A line in runs of one look, which come to its text. */
export type FormattedLine = readonly FormattedRun[];
/** What somebody feels for the player, where it is worth a word. (from 75, 45, above 30; below -30, from -45, -75) */
export type Feels = "devoted" | "fond" | "warming" | "wary" | "cold" | "hostile";
export type Lines = readonly string[];
/** Any of the six events of the tool protocol. */
export type ToolEvent = LogEvent | StatePatchEvent | AssetEvent | UiEvent | ErrorEvent | DoneEvent;
/** What the scene is for: the first page, the place to which the player has come, a plot beat, what follows from the beat of the scene before, the answer to a question, what comes of a deed, a pause, or the last page. */
export type ScenePurpose = "opening" | "arrival" | "beat" | "aftermath" | "answer" | "deed" | "rest" | "ending";
/** Milliseconds since 1970. */
export type SavedTime = number;
/** How to reach the host services, or null where the script may call none. */
export type HostAccess = {
  /** Path of a Unix domain socket, or name of a named pipe. */
  readonly socket: string;
  /** Bearer token, valid for this invocation only. */
  readonly token: string;
} | null;
export type EmbeddingNumbers = readonly number[];
/** One line of the answer. */
export type GeneratePiece = GenerateDelta | GenerateResult | GenerateWrite | GenerateEnough | HostFailure;
/** Pieces in order; the last one is a result or an error. */
export type GenerateResponse = readonly GeneratePiece[];

/** The type of each contract, by the name of its schema. */
export interface ContractTypes {
  readonly "asset-event": AssetEvent;
  readonly "asset-metadata": AssetMetadata;
  readonly choices: PlotChoices;
  readonly "config-schema-meta": ConfigSchema;
  readonly "done-event": DoneEvent;
  readonly "engine-event": EngineEvent;
  readonly "error-event": ErrorEvent;
  readonly "execution-result": ExecutionResult;
  readonly "execution-trace": ExecutionTrace;
  readonly "host-services": HostExchange;
  readonly "log-event": LogEvent;
  readonly manifest: CampaignManifest;
  readonly "npc-profile": NpcProfile;
  readonly "plan-json": PlanJson;
  readonly "player-template": PlayerTemplate;
  readonly "playthrough-file": PlaythroughFile;
  readonly "plot-beats": PlotBeats;
  readonly "reading-corrections": ReadingCorrections;
  readonly reading: Reading;
  readonly "scene-brief": SceneBriefDocument;
  readonly "skill-manifest": SkillManifest;
  readonly "state-patch-event": StatePatchEvent;
  readonly "tool-input": ToolInput;
  readonly "ui-event": UiEvent;
  readonly "validation-report": ValidationReport;
}
/** A file that the tool has made. It exists before the event is sent. */
export interface AssetEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "asset";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Unique within the invocation. */
  readonly assetId: string;
  /** Broad category, such as image, audio, video or model. */
  readonly kind: string;
  /** MIME type, such as image/png. */
  readonly mediaType: string;
  /** The file, absolute or relative to the tool's working folder. */
  readonly path: string;
  /** Details such as dimensions. */
  readonly metadata?: JsonObject;
}
/** What is kept about a file that was read from a campaign or made while playing. */
export interface AssetMetadata {
  /** Where it lies in the campaign. */
  readonly path: string;
  readonly type: "image" | "audio" | "prose" | "structured";
  /** Words to find it by. */
  readonly keywords: readonly string[];
  /** Whether a model made it. */
  readonly generated: boolean;
  /** Of its bytes. */
  readonly checksum: string;
  readonly created_at: string;
  readonly modified_at?: string;
  /** The content: text, or base64. Empty where the bytes lie in a file of that checksum. */
  readonly data: string;
  readonly provenance?: AssetProvenance;
  readonly image_metadata?: ImageMetadata;
  readonly audio_metadata?: AudioMetadata;
  readonly prose_metadata?: ProseMetadata;
  readonly structured_metadata?: StructuredMetadata;
  readonly relationships?: AssetRelationships;
}
/** How it was made. There when generated, and only then. */
export interface AssetProvenance {
  /** The model that made it. */
  readonly source_model: string;
  readonly generated_at: string;
  /** What it was made from. */
  readonly seed_data: string;
  readonly version?: string;
}
export interface ImageMetadata {
  readonly format: "png" | "jpeg" | "webp";
  /** In pixels. */
  readonly width: number;
  /** In pixels. */
  readonly height: number;
  /** The picture in words. */
  readonly alt_text?: string;
}
export interface AudioMetadata {
  readonly format: "mp3" | "ogg" | "wav" | "flac";
  readonly duration_seconds: number;
  /** In kbit/s. */
  readonly bitrate?: number;
  /** Whether it may start again at its end. */
  readonly loop?: boolean;
}
export interface ProseMetadata {
  readonly word_count: number;
  /** ISO 639-1. */
  readonly language: string;
  /** How many chunks it was cut into, or what is kept about each. */
  readonly chunks?: number | readonly JsonObject[];
  /** How it was cut, such as paragraph. */
  readonly chunk_method?: string;
}
export interface StructuredMetadata {
  /** The contract, such as npc-profile. */
  readonly schema_type: string;
  readonly schema_version: string;
  /** The thing that it describes. */
  readonly entity_id?: string;
}
/** What it belongs with. */
export interface AssetRelationships {
  /** Files that it names. */
  readonly references?: readonly string[];
  /** Files that name it. */
  readonly referenced_by?: readonly string[];
  /** Things that it shows or tells of. */
  readonly entity_links?: readonly string[];
}
/** A campaign's plot/choices.json: choices in their author's own words that belong to no beat and no ending. */
export interface PlotChoices {
  /** In the order in which they are thought of first. */
  readonly choices: readonly PlotChoice[];
  readonly _provenance?: Provenance;
}
/** A choice in its author's own words. It is offered when all of when holds. Without a roll, then comes of it; with one, then where it succeeds, partial where it half succeeds (then, at a price, where that is left out), fail where it fails. */
export interface PlotChoice {
  /** What the player reads and does, such as: Light the lamp. */
  readonly text: string;
  /** What beats and endings wait for under player_choice; made from the text where it is left out. */
  readonly tag?: string;
  readonly when?: BeatConditions;
  /** Where it can be done; anywhere where it is left out, that of its beat in a beat. */
  readonly location?: string;
  /** Who must be there. */
  readonly with?: string;
  readonly roll?: ChoiceRoll;
  /** Whether it can be taken more than once. */
  readonly again?: boolean;
  readonly then?: ChoiceOutcome;
  readonly partial?: ChoiceOutcome;
  readonly fail?: ChoiceOutcome;
}
/** When it is due: when all of these hold. */
export interface BeatConditions {
  readonly scene_count?: SceneWindow;
  /** A beat, or several, that must have happened. */
  readonly requires_beat?: string | readonly string[];
  /** Beats of which one must have happened. */
  readonly requires_any_beat?: readonly string[];
  /** A tag that the player must have chosen. */
  readonly player_choice?: string;
  /** Tags that the player must all have chosen. */
  readonly player_choices?: readonly string[];
  /** What must be true of the player, in words. */
  readonly player_state?: string;
  /** What must be true of characters, in words, by character. */
  readonly npc_state?: {
    readonly [k: string]: string;
  };
  /** Values that session state must hold. */
  readonly world_state?: JsonObject;
  readonly custom?: CustomCondition;
}
/** The scenes in which it may happen, both included. */
export interface SceneWindow {
  readonly min?: number;
  readonly max?: number;
}
/** A condition as an expression. */
export interface CustomCondition {
  /** Such as inventory.torch.count > 0. */
  readonly expression: string;
}
/** The dice that decide it; none are thrown where it is left out. */
export interface ChoiceRoll {
  /** A stat of the campaign. */
  readonly stat?: string;
  /** Such as easy, hard or 9. */
  readonly difficulty?: string;
}
/** What is told of a choice, and what it changes. */
export interface ChoiceOutcome {
  /** What is told, word for word. */
  readonly told?: string;
  readonly flags?: ChoiceFlags;
  /** Values of the world by name: a number, a text, true or false; "+1" and "-2" are added. */
  readonly world?: JsonObject;
  readonly items?: ChoiceItems;
  readonly feelings?: ChoiceFeelings;
  readonly factions?: ChoiceFactions;
  /** Where the player is from then on. */
  readonly place?: string;
  readonly people?: ChoicePeople;
  /** A beat, or several, that then come as soon as they can, their own conditions aside. */
  readonly due?: string | readonly string[];
  /** A beat, or several, that do not come any more. */
  readonly closed?: string | readonly string[];
}
/** Flags by name, set with true and cleared with false. */
export interface ChoiceFlags {
  readonly [k: string]: boolean;
}
/** Things by name: how many are gained, or lost with a number below 0. */
export interface ChoiceItems {
  readonly [k: string]: number;
}
/** Characters: how much better, or worse below 0, they think of the player. */
export interface ChoiceFeelings {
  readonly [k: string]: number;
}
/** Factions: how much better, or worse below 0, the player stands with them. */
export interface ChoiceFactions {
  readonly [k: string]: number;
}
/** Characters: where they are from then on, and in what state. */
export interface ChoicePeople {
  readonly [k: string]: ChoicePerson;
}
/** What a choice changes for a character. */
export interface ChoicePerson {
  /** Where they go. */
  readonly place?: string;
  /** Whether they can be met. */
  readonly state?: "here" | "missing" | "dead";
  /** Whether they go with the player. */
  readonly follows?: boolean;
}
/** How a generated file came about. Files written by people have none. */
export interface Provenance {
  readonly generated: true;
  /** The model that wrote it. */
  readonly source_model: string;
  /** When (ISO 8601). */
  readonly generated_at: string;
  /** What it was made from. */
  readonly seed_data: string;
  /** Version of the record. */
  readonly version?: string;
}
/** A skill's config-schema.json: the settings that a player may change, as a small part of JSON Schema. */
export interface ConfigSchema {
  /** The dialect: draft 2020-12. */
  readonly $schema: "https://json-schema.org/draft/2020-12/schema" | "https://json-schema.org/draft/2020-12/schema#";
  readonly type: "object";
  /** Name of the settings as a whole. */
  readonly title?: string;
  /** What they are for. */
  readonly description?: string;
  /** The settings by name. */
  readonly properties: {
    readonly [k: string]: ConfigField;
  };
  /** Settings that must have a value. */
  readonly required?: readonly string[];
}
/** One setting. */
export interface ConfigField {
  readonly type: "string" | "number" | "integer" | "boolean" | "array" | "object";
  /** Its name for people. */
  readonly title?: string;
  /** What it does. */
  readonly description?: string;
  /** Its value unless set. */
  readonly default?: JsonValue;
  /** The values to choose from. */
  readonly enum?: readonly JsonValue[];
  /** How it is shown and checked. */
  readonly format?: "password" | "uri" | "email" | "textarea";
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A regular expression that text must match. */
  readonly pattern?: string;
  readonly items?: ConfigItem;
  /** The settings inside an object; none of them is an object. */
  readonly properties?: {
    readonly [k: string]: ConfigField;
  };
  /** Environment variable that it may be taken from. */
  readonly "x-env-var"?: string;
  /** Whether it is hidden once saved. */
  readonly "x-sensitive"?: boolean;
  /** Heading under which it is shown. */
  readonly "x-category"?: string;
  /** Whether the skill may reach the hosts that a player lists in it; for an array of strings. */
  readonly "x-network"?: boolean;
}
/** The entries of an array: strings. */
export interface ConfigItem {
  readonly type: "string";
  readonly enum?: readonly JsonValue[];
}
/** The end of an invocation. Exactly one is sent, and nothing after it counts. */
export interface DoneEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "done";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Whether the tool did what was asked. */
  readonly ok: boolean;
  /** The result in a few words, for people. */
  readonly summary?: string;
  /** The tool's output. Without it, the merge of its state patches is its output. The keys __proto__, constructor and prototype are refused at any depth. */
  readonly output?: JsonObject;
}
/** A story begins, or goes on. */
export interface StoryEvent {
  readonly type: "story";
  readonly playthroughId: string;
  /** Name of the campaign. */
  readonly campaign: string;
  /** Title of the story. */
  readonly title: string;
  /** From which all chance of the playthrough is drawn. */
  readonly seed: string;
  /** Whether it goes on from an earlier session. */
  readonly resumed: boolean;
  /** What matters of what happened before, in sentences; only where it goes on. */
  readonly soFar?: readonly string[];
}
/** A plan for the turn is being made. */
export interface PlanningEvent {
  readonly type: "planning";
  /** 1 for the first plan of the turn. */
  readonly attempt: number;
}
/** What a plan says while its tools run, to be shown until the prose comes; no part of the scene. */
export interface NarrativeEvent {
  readonly type: "narrative";
  /** Of the plan. A higher one replaces what was shown. */
  readonly attempt: number;
  /** Paragraphs with blank lines between them. */
  readonly text: string;
}
/** What is being done. */
export interface ProgressEvent {
  readonly type: "progress";
  readonly stage: "planning" | "working" | "writing";
  readonly toolId?: string;
  readonly toolPath?: string;
  readonly heading?: SceneHeading;
  readonly waiting?: WaitingFor;
  /** The picture above the scene that is written now, told with its heading; null for none. */
  readonly background?: StageAsset | null;
}
/** Where and when the scene that is written now begins, in the words that it will have. Told before its prose. */
export interface SceneHeading {
  readonly location: string;
  readonly time: string;
  readonly weather?: string;
}
/** A writer that the scene waits for, as it has not written a word of its own yet. An event of the stage writing without it, or without a heading, says that the wait is over. */
export interface WaitingFor {
  /** The provider, or the model of this machine. */
  readonly for: string;
  /** From the choice on; then the storybook tells the scene. */
  readonly mostMs: number;
}
/** A picture or sound on the stage. */
export interface StageAsset {
  /** Id of an asset of the story: the path in the campaign, or the checksum of what a skill made. */
  readonly asset: string;
  /** What it shows or sounds like, in words. */
  readonly alt: string;
  /** Why it was chosen: a beat names it, a skill made it, it belongs to the place or to who is there, or means alike. */
  readonly by: "beat" | "skill" | "place" | "people" | "meaning";
  /** Absolute path, where the file lies on this machine. */
  readonly path?: string;
  readonly generated?: MadeByModel;
}
/** The model or skill that made it; absent where people did. */
export interface MadeByModel {
  readonly model: string;
  /** ISO 8601; empty where nobody knows. */
  readonly date: string;
}
/** A line for a console: of a tool, or of the runtime about one. Nothing for the player to act on. */
export interface LogLineEvent {
  readonly type: "log";
  readonly level: "debug" | "info" | "warn" | "error";
  /** At most 2,000 characters. */
  readonly message: string;
  /** What belongs to it, for programs. */
  readonly fields?: JsonObject;
  /** Who says it. */
  readonly source: "tool" | "runtime";
  /** Absent where it concerns the whole plan. */
  readonly toolId?: string;
  readonly toolPath?: string;
}
/** An error for a console: one that a tool reports, or the failure of a tool or plan as the runtime found it. */
export interface ToolErrorEvent {
  readonly type: "error";
  /** The tool's own, or one of the runtime's, such as TOOL_TIMEOUT. */
  readonly code: string;
  /** At most 2,000 characters. */
  readonly message: string;
  /** What belongs to it, for programs. */
  readonly details?: JsonObject;
  /** Who says it. */
  readonly source: "tool" | "runtime";
  /** Absent where it concerns the whole plan. */
  readonly toolId?: string;
  readonly toolPath?: string;
}
/** A piece of prose in flight. A higher attempt replaces what was shown. The pieces of the highest attempt add up to the scene's paragraphs and then its epilogue, to the letter. */
export interface ProseEvent {
  readonly type: "prose";
  readonly attempt: number;
  /** From 0. */
  readonly paragraph: number;
  /** To be added to the paragraph. */
  readonly delta: string;
}
/** Dice have fallen. */
export interface RollEvent {
  readonly type: "roll";
  /** Such as 2d6. */
  readonly formula: string;
  /** What each die showed, in order; empty where the player wants no single dice. */
  readonly dice: readonly number[];
  readonly modifiers: readonly RollModifier[];
  /** Dice and modifiers. */
  readonly total: number;
  /** What it came to; none where nothing was at stake. */
  readonly outcome: "success" | "partial" | "fail" | "none";
  /** What was tried. */
  readonly label?: string;
  /** The stat that was tried. */
  readonly stat?: string;
}
/** What was added to the dice, and why. */
export interface RollModifier {
  /** For people. */
  readonly label: string;
  readonly value: number;
}
/** A tool has come to its end. */
export interface ToolSettledEvent {
  readonly type: "tool";
  readonly toolId: string;
  readonly toolPath: string;
  readonly state: "success" | "failed" | "skipped" | "timeout";
  readonly executionTimeMs: number;
}
/** A tool has made a file that belongs to the scene which follows. */
export interface AssetMadeEvent {
  readonly type: "asset";
  readonly assetId: string;
  /** Broad category, such as image, audio, video or model. */
  readonly kind: string;
  /** As the tool announced it. */
  readonly mediaType: string;
  /** The file. */
  readonly path: string;
  /** The tool that made it. */
  readonly toolId: string;
  readonly sizeBytes: number;
  /** Of its bytes. */
  readonly checksum: string;
  /** Details such as dimensions, as the tool gave them. */
  readonly metadata?: JsonObject;
  /** What its bytes are, where that is a format that shells may show and the media type says the same. Without it, a shell shows a placeholder. */
  readonly format?: "png" | "jpeg" | "webp" | "mp3" | "ogg" | "wav" | "flac" | "mp4" | "webm";
  /** The file is not there any more: a shell shows a placeholder. */
  readonly missing?: true;
}
/** A tool asked for something that shells do not know; shown as one line. */
export interface NoteEvent {
  readonly type: "note";
  readonly event: string;
  readonly payload: JsonObject;
  readonly toolId: string;
}
/** Something the player should know, in plain words. */
export interface NoticeEvent {
  readonly type: "notice";
  /** For programs, in snake_case. */
  readonly code: string;
  /** `info` tells what was done; `degraded`, that a part is missing; `failed`, that something is lost; `decision`, that the player has to say how to go on. */
  readonly severity: "info" | "degraded" | "failed" | "decision";
  /** What is the matter. */
  readonly message: string;
  /** What can be done about it, in words that hold in any shell; empty where nothing need be. */
  readonly action: string;
  /** Why, for whoever looks closer: no sentence for the page. */
  readonly cause?: string;
  /** The name of the skill that it is about. */
  readonly skill?: string;
  /** What the player can do, the safe one first. None where nothing can be done. */
  readonly actions: readonly NoticeAction[];
}
/** Something that can be done about a notice, with all that is needed to do it. */
export interface NoticeAction {
  /** The first four are the story's `act`; the others concern the skill that is named, and the data folder. */
  readonly do:
    | "retry_tool"
    | "tell_again"
    | "plain_scene"
    | "restart_from"
    | "open_settings"
    | "agree"
    | "enable"
    | "repair"
    | "restore";
  /** For a button. */
  readonly label: string;
  /** Of `retry_tool`. */
  readonly toolId?: string;
  /** Of `retry_tool`, `open_settings`, `agree` and `enable`. */
  readonly skill?: string;
  /** Of `restart_from`: where the story stands then. */
  readonly turnId?: string;
  /** Its scene. */
  readonly scene?: number;
}
/** A plan is about to run: all of its tools are pending. Replaces the plan of an earlier attempt. */
export interface PlanEvent {
  readonly type: "plan";
  /** Of the plan, 1 for the first of the turn. */
  readonly attempt: number;
  readonly planId: string;
  /** In plan order. */
  readonly tools: readonly PlannedToolNode[];
}
/** A tool of a plan: a node of its graph. */
export interface PlannedToolNode {
  readonly toolId: string;
  readonly toolPath: string;
  /** Ids of the tools that it waits for. */
  readonly dependencies: readonly string[];
  /** Whether the turn fails without it. */
  readonly required: boolean;
}
/** A tool of the running plan has changed its state, told as it happens. The `tool` event says what it came to in the end. */
export interface ToolStateEvent {
  readonly type: "tool_state";
  /** Of the plan. */
  readonly attempt: number;
  readonly toolId: string;
  readonly toolPath: string;
  /** `waiting` is the pause before a retry. */
  readonly state: "running" | "waiting" | "success" | "failed" | "timeout" | "skipped";
  /** 2 and up where the plan is repeated. */
  readonly execution: number;
  /** 2 and up are retries within the execution. */
  readonly try: number;
  /** How long the pause is; of `waiting` alone. */
  readonly delayMs?: number;
  /** How long its tries took; of an end alone. */
  readonly executionTimeMs?: number;
  readonly error?: ToolFault;
}
/** Why a try of a tool failed. */
export interface ToolFault {
  readonly code: string;
  readonly message: string;
}
/** Session state has changed: a JSON Merge Patch (RFC 7396). The patches of a turn, one after the other, make its state of the state before. They come once the turn is on disk. */
export interface StateChangedEvent {
  readonly type: "state_patch";
  readonly patch: JsonObject;
  /** The tool that did it; the engine where it is absent. */
  readonly toolId?: string;
}
/** The choices of the scene that follows have their words. They can be taken once the scene is there. */
export interface ChoicesReadyEvent {
  readonly type: "choices";
  readonly choices: readonly OfferedChoice[];
}
/** A choice of the player. */
export interface OfferedChoice {
  readonly id: string;
  /** Its words. */
  readonly text: string;
  /** What is being tried. */
  readonly label: string;
  /** Why it is offered. */
  readonly sources: readonly ChoiceSource[];
  readonly odds?: ChoiceOdds;
  /** What is added to the roll. */
  readonly bonus?: number;
  /** In a word. */
  readonly difficulty?: string;
  /** What speaks for or against it. */
  readonly hint?: string;
}
/** Where a choice comes from. */
export interface ChoiceSource {
  readonly kind: "memory" | "npc" | "stat" | "lore" | "beat" | "place" | "item" | "ending" | "question" | "player";
  /** Id of the thing. */
  readonly ref: string;
  /** In words that a player understands. */
  readonly text: string;
}
/** Chances in whole per cent; there only when a roll decides. */
export interface ChoiceOdds {
  readonly success: number;
  readonly partial: number;
  readonly fail: number;
}
/** A finished scene and the choices it ends on. */
export interface SceneEvent {
  readonly type: "scene";
  /** 0 is the opening. */
  readonly scene: number;
  readonly sceneType: "travel" | "dialogue" | "danger" | "quiet" | "resolution";
  /** The words of the choice that led here. */
  readonly choice?: string;
  /** The prose. */
  readonly paragraphs: readonly string[];
  /** What came after, told below the prose of the last scene. */
  readonly epilogue?: readonly string[];
  /** Title of the ending; in the last scene only. */
  readonly ending?: string;
  /** Paragraphs in which the author sets something apart: emphasis, quotes, verse, letters. Their words are those of the plain paragraphs, to the letter. */
  readonly formatted?: readonly FormattedParagraph[];
  /** The prose sentence by sentence, and where each is from. Absent where the narrator cannot say. */
  readonly sentences?: readonly ToldSentence[];
  /** Empty only when the story has ended. */
  readonly choices: readonly OfferedChoice[];
  readonly roll?: Roll;
  /** Name of the place. */
  readonly location: string;
  /** In the story, such as Third evening. */
  readonly time: string;
  readonly weather?: string;
  readonly begins?: SceneBeginning;
  /** Names of the people who are there. */
  readonly present: readonly string[];
  /** Who speaks in which paragraph, in order; nobody of whom that is not certain. */
  readonly speakers?: readonly SceneSpeaker[];
  /** Files that tools made for it. */
  readonly assets?: readonly SceneAsset[];
  readonly stage?: SceneStage;
  readonly beside?: SceneBeside;
  readonly situation?: SceneSituation;
  /** Who told it: mixed where the storybook stepped in for a model. */
  readonly narrator: "model" | "mixed" | "storybook" | "template";
  /** Who decided what was run for it; a pattern where nothing is said. */
  readonly planner?: "model" | "pattern";
  /** Title of the story. */
  readonly title: string;
  /** What was measured, in milliseconds: first text, choices ready, turn done. */
  readonly timeMs?: {
    readonly [k: string]: number;
  };
  /** Whether this was the last scene. */
  readonly ended: boolean;
  /** The turn in the journal. */
  readonly turnId: string;
}
/** A paragraph with what its author sets apart. Its blocks, their lines with a blank between, come to its plain text. */
export interface FormattedParagraph {
  /** 0 for the first; those of an epilogue are counted on. */
  readonly paragraph: number;
  readonly blocks: readonly FormattedBlock[];
}
/** Prose, or what is set apart from it. */
export interface FormattedBlock {
  /** A letter is any paper that is read out. */
  readonly kind: "prose" | "quote" | "verse" | "letter";
  /** One, unless the author's own line ends are kept. */
  readonly lines: readonly FormattedLine[];
}
/** Text in one look. */
export interface FormattedRun {
  readonly text: string;
  readonly em?: true;
  readonly strong?: true;
}
/** One sentence of a scene and where it is from. */
export interface ToldSentence {
  readonly text: string;
  /** 0 for the first; those of an epilogue are counted on. */
  readonly paragraph: number;
  /** What it was said for, such as callback good or deed ask partial. Absent where it is the author's own. */
  readonly key?: string;
  /** A memory is named by its scene, such as scene-12. */
  readonly sources: readonly ChoiceSource[];
  /** Whose words these are, where they are neither the storybook's nor the author's. */
  readonly by?: "model";
}
/** The roll that decided the scene. */
export interface Roll {
  /** Such as 2d6. */
  readonly formula: string;
  /** What each die showed, in order; empty where the player wants no single dice. */
  readonly dice: readonly number[];
  readonly modifiers: readonly RollModifier[];
  /** Dice and modifiers. */
  readonly total: number;
  /** What it came to; none where nothing was at stake. */
  readonly outcome: "success" | "partial" | "fail" | "none";
  /** What was tried. */
  readonly label?: string;
  /** The stat that was tried. */
  readonly stat?: string;
}
/** Where and when the scene begins, where that is not where and when it ends: the deed is told first, and then the story moves on. It heads the scene. */
export interface SceneBeginning {
  readonly location: string;
  readonly time: string;
  readonly weather?: string;
  /** How many paragraphs are told there, before the scene goes on where and when it ends: that heads the others. Left out where the text does not show it. */
  readonly paragraphs?: number;
}
/** Somebody who speaks in a paragraph. */
export interface SceneSpeaker {
  /** From 0. */
  readonly paragraph: number;
  /** Id of the person. */
  readonly person: string;
  readonly name: string;
  /** The mood that the story gives them, in a word or two. */
  readonly mood?: string;
  readonly feels?: Feels;
}
/** A file that a tool made for a scene. */
export interface SceneAsset {
  readonly assetId: string;
  /** Broad category, such as image, audio, video or model. */
  readonly kind: string;
  /** As the tool announced it. */
  readonly mediaType: string;
  /** The file. */
  readonly path: string;
  /** The tool that made it. */
  readonly toolId: string;
  readonly sizeBytes: number;
  /** Of its bytes. */
  readonly checksum: string;
  /** Details such as dimensions, as the tool gave them. */
  readonly metadata?: JsonObject;
  /** What its bytes are, where that is a format that shells may show and the media type says the same. Without it, a shell shows a placeholder. */
  readonly format?: "png" | "jpeg" | "webp" | "mp3" | "ogg" | "wav" | "flac" | "mp4" | "webm";
  /** The file is not there any more: a shell shows a placeholder. */
  readonly missing?: true;
}
/** What a scene looks and sounds like, for any shell. A scene of an older version has none. */
export interface SceneStage {
  /** The picture above it; null for none. */
  readonly background: StageAsset | null;
  /** What plays; null for silence. The same asset as in the scene before plays on. */
  readonly music: StageMusic | null;
  /** Of those who are there and known to the player. */
  readonly portraits: readonly StagePortrait[];
  readonly heard?: HeardMusic;
  readonly why: Lines;
}
/** A piece of music on the stage. */
export interface StageMusic {
  readonly asset: string;
  readonly alt: string;
  readonly by: "beat" | "skill" | "place" | "people" | "meaning";
  readonly path?: string;
  readonly generated?: MadeByModel;
  /** The scene in which it began. */
  readonly since: number;
}
export interface StagePortrait {
  /** Id of the person. */
  readonly person: string;
  readonly name: string;
  /** The campaign's own picture of them; null where a shell shows another or a silhouette. */
  readonly picture: StageAsset | null;
}
/** What the music of the next scene goes by. */
export interface HeardMusic {
  /** The piece that plays or rests. */
  readonly asset?: string;
  /** The scene in which it began. */
  readonly since: number;
  /** The scene in which it began to rest. */
  readonly rests?: number;
  readonly mood: "tense" | "sad" | "glad" | "calm" | "mystery" | "travel" | "tender" | "opening" | "ending";
  /** Place id. */
  readonly place: string;
}
/** What a shell with room shows beside the text, in lines for people. */
export interface SceneBeside {
  readonly here: Lines;
  readonly you: Lines;
  readonly carrying: Lines;
  readonly promises: Lines;
}
/** What stands beside the text, as data: `beside` has the same in lines. */
export interface SceneSituation {
  /** Who is there. */
  readonly people: readonly ScenePerson[];
  readonly player: ScenePlayer;
  readonly carrying: readonly CarriedThing[];
  /** Promises and debts that are open. */
  readonly promises: readonly OpenPromise[];
}
/** Somebody who is there. */
export interface ScenePerson {
  readonly id: string;
  readonly name: string;
  /** Whether the player knows them. */
  readonly met: boolean;
  /** What they feel for the player, from hatred to love. */
  readonly feeling?: number;
  readonly feels?: Feels;
  /** Why, the weightiest first. */
  readonly reasons?: readonly FeelingReason[];
  /** The mood that the story gives them. */
  readonly mood?: string;
  /** Path of their picture, where there is one by now. */
  readonly portrait?: string;
}
/** Why somebody feels as they do. */
export interface FeelingReason {
  /** In words, such as: you lied about the ledger. */
  readonly text: string;
  readonly scene?: number;
}
/** The player's character. */
export interface ScenePlayer {
  readonly name?: string;
  readonly stats: readonly SceneStat[];
  readonly traits: readonly string[];
  readonly conditions: readonly string[];
}
/** A stat of the player's character with its bounds. */
export interface SceneStat {
  readonly name: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
}
/** Something that the player carries. */
export interface CarriedThing {
  readonly id: string;
  readonly name: string;
  readonly count: number;
  /** Whether it came in this scene. */
  readonly isNew: boolean;
}
/** A promise or a debt that is open. */
export interface OpenPromise {
  readonly id: string;
  readonly kind: "promise" | "debt";
  readonly text: string;
}
/** A structured error. It does not end the invocation: a done event follows. */
export interface ErrorEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "error";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** For programs: stable, in snake_case. */
  readonly errorCode: string;
  /** For people: what is wrong, where, and what to do. */
  readonly errorMessage: string;
  /** Data for debugging. */
  readonly details?: JsonObject;
}
/** What running a plan came to, with the trace of every tool. */
export interface ExecutionResult {
  /** The requestId of the plan. */
  readonly planId: string;
  /** False as soon as one required tool failed. */
  readonly success: boolean;
  /** Whether another plan could do better. */
  readonly canReplan?: boolean;
  /** The toolIds that failed. */
  readonly failedTools?: readonly string[];
  /** Skills that the next plan should leave out. */
  readonly disabledSkills?: readonly string[];
  readonly toolResults: readonly ToolResult[];
  /** The merge of the patches of all tools that succeeded, in topological order. */
  readonly aggregatedState?: JsonObject;
  /** The assets of all tools that succeeded. */
  readonly aggregatedAssets?: readonly AggregatedAsset[];
  readonly executionTimeMs?: number;
  /** Which plan of the turn this was. */
  readonly attemptNumber?: number;
  /** Which execution of the plan this was. */
  readonly executionAttempt?: number;
}
/** What one tool came to. */
export interface ToolResult {
  readonly toolId: string;
  readonly state: "success" | "failed" | "skipped" | "timeout";
  /** What the tool gave; dependents read it. */
  readonly output?: JsonObject;
  /** Its events in the order they came. */
  readonly events?: readonly ToolEvent[];
  readonly executionTimeMs?: number;
  /** Retries after the first try. */
  readonly retryCount?: number;
  readonly error?: ToolError;
}
/** Progress or diagnostics of a tool, shown in the developer console. Never an error of the invocation, whatever its level. */
export interface LogEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "log";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** How much it matters. */
  readonly level: "debug" | "info" | "warn" | "error";
  /** What there is to say, for people. */
  readonly message: string;
  /** Data that belongs to the message. */
  readonly fields?: JsonObject;
}
/** A change of session state by JSON Merge Patch (RFC 7396). It takes effect when the tool succeeds. */
export interface StatePatchEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "state_patch";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** Objects merge, everything else replaces, null removes. The keys __proto__, constructor and prototype are refused at any depth. */
  readonly patch: JsonObject;
}
/** Something for the player's screen. Shells know prose, narrative_choice and dice_roll; any other shows as a one-line note. */
export interface UiEvent {
  /** Version of the tool protocol. */
  readonly version: "0";
  readonly type: "ui_event";
  /** The invocation, as named in the tool input. */
  readonly requestId?: string;
  /** When it happened (ISO 8601). */
  readonly timestamp?: string;
  /** What to do. */
  readonly event: string;
  /** Parameters of the event. */
  readonly payload?: JsonObject;
}
/** What went wrong; absent when nothing did. */
export interface ToolError {
  readonly code?: string;
  readonly message?: string;
  readonly category?: "tool_failure" | "circular_dependency" | "timeout" | "invalid_json" | "process_error";
  readonly details?: JsonObject;
}
export interface AggregatedAsset {
  readonly assetId: string;
  readonly kind: string;
  readonly mediaType: string;
  readonly path: string;
  /** The tool that made it. */
  readonly toolId?: string;
  /** Details such as dimensions, as the tool gave them. */
  readonly metadata?: JsonObject;
  readonly sizeBytes?: number;
  /** Of its bytes. */
  readonly checksum?: string;
  /** What its bytes are, where that is a format that shells may show and the media type says the same. Without it, a placeholder is shown. */
  readonly format?: "png" | "jpeg" | "webp" | "mp3" | "ogg" | "wav" | "flac" | "mp4" | "webm";
}
/** All that went on in one turn: every plan, every execution of it, every try of a tool. Times are milliseconds by a clock that is never set; secrets and tokens are left out. */
export interface ExecutionTrace {
  /** When the turn began, by the wall clock. */
  readonly startedAt: string;
  /** How long it took. */
  readonly durationMs: number;
  readonly outcome: "success" | "fallback" | "cancelled";
  /** What was wrong with the last attempt; null after success. */
  readonly failure: string | null;
  /** What a player waited for, in milliseconds: first text, choices with their words, turn done. */
  readonly timeMs?: {
    readonly [k: string]: number;
  };
  readonly brief?: SceneBriefDocument;
  readonly attempts: readonly TraceAttempt[];
}
/** All that a narrator gets of one scene beside the campaign and session state: what the scene is for, where it is, who is there, what was chosen and what came of it, what is told word for word, what is open, and why each part is there. */
export interface SceneBriefDocument {
  /** 0 for the opening. */
  readonly scene: number;
  /** Decides the chance in the telling. */
  readonly seed: string;
  /** The kind of scene, for mood and length. */
  readonly sceneType: "travel" | "dialogue" | "danger" | "quiet" | "resolution";
  readonly choice?: BriefChoice;
  /** How the roll came out; none where nothing was rolled. */
  readonly outcome: "success" | "partial" | "fail" | "none";
  /** What changed, in causal order: the deed, what is gained, how people take it, what it costs, who moves, the time it took. */
  readonly effects: readonly BriefEffect[];
  /** Memories that bear on the scene. */
  readonly recalled: readonly BriefMemory[];
  /** The choices that follow; none after an ending. */
  readonly slots: readonly BriefChoice[];
  /** Keys of people, topics, places and things that the text names because a choice does. */
  readonly bringIn: readonly string[];
  readonly beat?: BriefBeat;
  readonly ending?: BriefEnding;
  /** The player's most telling deeds, for an epilogue. */
  readonly deeds?: readonly string[];
  readonly purpose: ScenePurpose;
  readonly place: ScenePlace;
  /** Everybody who is with the player when the scene ends, in the campaign's order. */
  readonly cast: readonly CastMember[];
  /** Sentences and lines of the author's that are told word for word, in order. */
  readonly mustTell: readonly string[];
  readonly question?: ServedQuestion;
  /** What waits to happen, most pressing first. */
  readonly hooks: readonly WaitingHook[];
  /** Why each part of the brief is there. */
  readonly because: readonly BriefReason[];
}
/** A choice as code decided it: the one that was taken, or one that follows. A narrator may word it anew unless it is fixed. */
export interface BriefChoice {
  readonly id: string;
  /** The operator, such as ask, press, give, go or rest. */
  readonly verb: string;
  readonly class: "inquire" | "push" | "bond" | "remember" | "look" | "move" | "act" | "end";
  /** What the operator acts on: ids, and ready words as text. */
  readonly bind: {
    readonly npc?: string;
    readonly npc2?: string;
    readonly place?: string;
    readonly topic?: string;
    readonly fact?: string;
    readonly item?: string;
    readonly prop?: string;
    readonly thread?: string;
    readonly memory?: string;
    readonly beat?: string;
    readonly ending?: string;
    readonly text?: string;
  };
  readonly sources: readonly BriefSource[];
  readonly text: string;
  readonly label: string;
  /** Tags of plot beats that it answers. */
  readonly tags: readonly string[];
  /** True where it brings nothing but time, as far as can be told before it is taken. */
  readonly empty?: boolean;
  /** True where its text stands as it is. */
  readonly fixed?: boolean;
  /** What the author says comes of it. */
  readonly result?: string;
  /** A clause that grounds it in what was done before. */
  readonly reason?: string;
}
/** Where a choice comes from. */
export interface BriefSource {
  readonly kind: "memory" | "npc" | "stat" | "lore" | "beat" | "place" | "item" | "ending" | "question" | "player";
  readonly ref: string;
  readonly text: string;
}
/** One change in the story. It is told exactly once. */
export interface BriefEffect {
  readonly kind:
    | "learn"
    | "motive"
    | "relation"
    | "feeling"
    | "owe"
    | "paid"
    | "redirect"
    | "refuse"
    | "hearsay"
    | "authored"
    | "arrive"
    | "leave"
    | "move"
    | "time"
    | "condition"
    | "noticed"
    | "item"
    | "thread"
    | "reckon"
    | "flag";
  readonly npc?: string;
  /** Of a question that is put off, the id of the beat that answers it. */
  readonly until?: string;
  /** Id of whoever it is not answered in front of. */
  readonly before?: string;
  readonly place?: string;
  readonly fact?: string;
  readonly text?: string;
  readonly delta?: number;
  readonly minutes?: number;
}
/** A memory of an earlier scene. */
export interface BriefMemory {
  readonly id?: string;
  readonly summary: string;
  readonly scene: number;
  readonly characters: readonly string[];
  readonly location: string;
  readonly significance: "low" | "medium" | "high";
  readonly tags: readonly string[];
}
/** The plot beat that happens in the scene, as it is told. */
export interface BriefBeat {
  readonly id: string;
  readonly title: string;
  /** The author's sentences, in order. */
  readonly told: readonly string[];
  /** What is left to the player to decide. */
  readonly decisions: readonly string[];
  readonly dialogue: readonly {
    readonly speaker: string;
    readonly line: string;
    /** What is done as the line is said. */
    readonly before?: string;
  }[];
  readonly place?: string;
  /** Everybody who is in it. */
  readonly people: readonly string[];
  /** Keys of what it names. */
  readonly names: readonly string[];
}
/** The ending that the scene tells. */
export interface BriefEnding {
  readonly id: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** A paragraph of {deeds} alone is where the player's deeds are named. */
  readonly epilogue: readonly string[];
}
/** Where the scene ends. */
export interface ScenePlace {
  /** Id of the place; empty where the campaign has none. */
  readonly id: string;
  /** As it stands in mid-sentence; empty where the campaign has none. */
  readonly name: string;
}
/** Somebody who is with the player. */
export interface CastMember {
  readonly id: string;
  /** The name to use: the full name before the player has met them, the short one afterwards. */
  readonly called: string;
  /** What they feel for the player after the scene, from hatred to love. */
  readonly feeling: number;
  /** Ids of the facts that they know, the player has learned, and the scene is about. */
  readonly knows: readonly string[];
  /** What they are after, as an infinitive. */
  readonly wants?: string;
}
/** The open question that the scene, or else a choice that follows, helps to answer. */
export interface ServedQuestion {
  readonly id: string;
  /** As a question. */
  readonly text: string;
}
/** A beat or an ending that waits. */
export interface WaitingHook {
  /** Title of the beat or ending. */
  readonly title: string;
  /** What the player would do for it, as a choice says it. */
  readonly words?: string;
  /** True where it does not wait any longer than it has to. */
  readonly presses: boolean;
}
/** Why one part of the brief is there. */
export interface BriefReason {
  /** The part; of a list, its entry by id or place; `leaning` is the ending that the player's choices lead to. */
  readonly part: string;
  /** One short line. */
  readonly why: string;
  /** What it comes from, as kind and id. */
  readonly source: string;
}
/** One plan that was asked for. */
export interface TraceAttempt {
  /** 1 for the first plan of the turn. */
  readonly attempt: number;
  /** The plan that this one was to replace. */
  readonly parentPlanId?: string | null;
  /** Skills that it could not use. */
  readonly disabledSkills?: readonly string[];
  /** When it was asked for, since the start of the turn. */
  readonly askedMs: number;
  /** When there was an answer. The times of its run count from here. */
  readonly answeredMs: number;
  /** Why there was no plan; null when there was. */
  readonly failure: string | null;
  readonly run: TraceRun | null;
}
/** What running a plan came to. Times count from its start. */
export interface TraceRun {
  /** The requestId of the plan. */
  readonly planId: string;
  /** Which plan of the turn it was. */
  readonly attempt: number;
  readonly startedAt: string;
  /** How long it took. */
  readonly durationMs: number;
  readonly outcome: "success" | "failed" | "refused" | "timeout" | "cancelled";
  /** Why it failed; null when it did not. */
  readonly failure: string | null;
  /** The plan as it was run; null when it was none. */
  readonly plan: JsonObject | null;
  readonly warnings?: readonly TraceWarning[];
  readonly executions: readonly TraceExecution[];
  /** In the order in which they ended. */
  readonly invocations: readonly TraceInvocation[];
  readonly skipped: readonly TraceSkip[];
}
/** Something odd that failed nothing. */
export interface TraceWarning {
  /** Null when it concerns the plan. */
  readonly toolId: string | null;
  readonly message: string;
}
/** One execution of the plan. */
export interface TraceExecution {
  /** 1 for the first. */
  readonly execution: number;
  /** When it began. */
  readonly startMs: number;
  /** When it ended. */
  readonly endMs: number;
  /** Tools whose results of an earlier execution stood. */
  readonly kept?: readonly string[];
}
/** One try of one tool. */
export interface TraceInvocation {
  readonly toolId: string;
  readonly toolPath: string;
  readonly skill?: string;
  readonly script?: string;
  /** Which execution of the plan it was part of. */
  readonly execution: number;
  /** 1 for the first try; 2 and up are retries. */
  readonly attempt: number;
  /** When it began. */
  readonly startMs: number;
  /** When it ended. */
  readonly endMs: number;
  /** How long it was allowed to take. */
  readonly timeoutMs?: number;
  /** What carried it out. */
  readonly by: "process" | "process started ahead" | "process kept" | "function" | "nothing";
  /** How its process was held back; null where there was none. */
  readonly sandbox?: "bubblewrap" | "sandbox-exec" | "none" | null;
  readonly state: "success" | "failed" | "timeout" | "stopped";
  /** What it was given, without its token; null where it came to none. */
  readonly input: JsonObject | null;
  readonly events: readonly TraceEvent[];
  readonly warnings?: readonly string[];
  /** Null where that was not waited for, or there was no process. */
  readonly exit: TraceExit | null;
  readonly error?: TraceFailure;
  /** The pause before the retry that followed; null where none did. */
  readonly retryAfterMs: number | null;
}
/** Something that it sent. */
export interface TraceEvent {
  /** When it came. */
  readonly atMs: number;
  readonly event: ToolEvent;
}
/** How its process ended. */
export interface TraceExit {
  readonly code: number | null;
  readonly signal: string | null;
}
/** Why something has no result. */
export interface TraceFailure {
  readonly code: string;
  readonly message: string;
  readonly category: "tool_failure" | "circular_dependency" | "timeout" | "invalid_json" | "process_error";
  readonly details?: JsonObject;
}
/** A tool that did not run, and why. */
export interface TraceSkip {
  readonly toolId: string;
  readonly toolPath?: string;
  /** In which execution of the plan. */
  readonly execution: number;
  /** When that was known. */
  readonly atMs: number;
  readonly error: TraceFailure;
}
/** One call of a host service: POST /v0/<service> over the local socket, JSON in, JSON out, with the invocation's bearer token. generate answers with one piece a line. What is stored, updated or deleted happens when the tool succeeds and its turn is saved. */
export interface HostExchange {
  readonly service: "semanticSearch" | "exactMatch" | "store" | "update" | "delete" | "embed" | "generate" | "state";
  /** The body of the request. */
  readonly request: JsonObject;
  /** The body of the answer; for generate, its lines as an array. */
  readonly response?: JsonValue;
}
/** A campaign's manifest.json: the one file that every campaign has. */
export interface CampaignManifest {
  /** Name of the story. */
  readonly title: string;
  /** Version of the campaign. */
  readonly version: string;
  /** Who wrote it. */
  readonly author?: string;
  /** What it is about, for somebody who chooses a story. */
  readonly description?: string;
  /** Such as mystery. */
  readonly genre?: string;
  /** Such as wry, melancholic. */
  readonly tone?: string;
  /** For whom it is meant. A remark in brackets may follow. */
  readonly content_rating?: string;
  /** How much the rules show. */
  readonly rules_hint?: "rules-light" | "narrative" | "crunchy" | "tactical";
  /** How freely a model may add to the story. */
  readonly hydration_guidance?: string;
  /** What a player may want to know beforehand. */
  readonly content_warnings?: readonly string[];
  /** Length of the story. */
  readonly estimated_playtime_hours?: number;
  readonly player_count?: PlayerCount;
  /** Version of the campaign format. */
  readonly campaign_format_version?: string;
  /** Where to read more. */
  readonly homepage?: string;
  /** Its licence. */
  readonly license?: string;
  /** Words to find it by. */
  readonly tags?: readonly string[];
  /** What the player's character is measured in. Without it: strength, dexterity, intelligence, charisma, stealth and perception. */
  readonly stat_schema?: readonly StatSchema[];
  readonly _provenance?: Provenance;
}
/** How many may play. */
export interface PlayerCount {
  readonly min?: number;
  readonly max?: number;
}
/** One measure of the player's character. */
export interface StatSchema {
  /** The word that choices use. */
  readonly name: string;
  /** Least value. */
  readonly min?: number;
  /** Greatest value. */
  readonly max?: number;
  /** Value at the start; the middle unless given. */
  readonly default?: number;
  /** What it stands for. */
  readonly description?: string;
}
/** A character's profile.json in characters/npcs/<name>/. */
export interface NpcProfile {
  /** Full name. */
  readonly name: string;
  /** Place in the story. */
  readonly role: string;
  /** In years or in words. */
  readonly age?: string | number;
  readonly personality: NpcPersonality;
  /** What the character wants. */
  readonly motivations?: readonly string[];
  readonly speech_patterns?: NpcSpeech;
  /** What the character is to others, by name. */
  readonly relationships?: {
    readonly [k: string]: string;
  };
  /** Hidden facts, or the path of a .md file that holds them. */
  readonly secrets?: string;
  /** What one sees. */
  readonly appearance?: string;
  /** What came before. */
  readonly background?: string;
  /** Picture of the character. */
  readonly portrait?: string;
  /** Sample of the voice. */
  readonly voice?: string;
  /** What the character is about to do. */
  readonly goals?: readonly NpcGoal[];
  /** Measures of the character, by name. */
  readonly stats?: JsonObject;
  /** What the character carries. */
  readonly inventory?: readonly string[];
  readonly metadata?: NpcMetadata;
  readonly _provenance?: Provenance;
}
/** What the character is like. */
export interface NpcPersonality {
  /** Single words. */
  readonly traits: readonly string[];
  readonly flaws?: readonly string[];
  readonly virtues?: readonly string[];
}
/** How the character talks. */
export interface NpcSpeech {
  /** In a few words. */
  readonly style?: string;
  /** Lines as the character would say them. */
  readonly examples?: readonly string[];
  readonly catchphrases?: readonly string[];
}
/** One aim of the character. */
export interface NpcGoal {
  readonly description: string;
  readonly priority?: "primary" | "secondary" | "tertiary";
  readonly status?: "active" | "completed" | "failed" | "blocked";
}
/** For tools and authors. */
export interface NpcMetadata {
  readonly importance?: "protagonist" | "major" | "supporting" | "minor";
  /** Where the character comes in. */
  readonly first_appearance?: string;
  readonly tags?: readonly string[];
}
/** A plan: the skill scripts that one turn runs, and what each of them waits for. */
export interface PlanJson {
  /** Names this plan. */
  readonly requestId: string;
  /** Text to show before or during the run. */
  readonly narrative?: string;
  /** May be empty only when there is a narrative. */
  readonly tools: readonly ToolInvocation[];
  /** Whether tools marked async may run at the same time. */
  readonly parallel?: boolean;
  /** Skills that this plan must not use. */
  readonly disabledSkills?: readonly string[];
  readonly metadata?: PlanMetadata;
}
/** One script to run. */
export interface ToolInvocation {
  /** Unique within the plan. */
  readonly toolId: string;
  /** A key of the skill registry, such as dice-roller/roll-dice. Never a path given to the operating system. */
  readonly toolPath: string;
  /** Handed to the script. */
  readonly input?: JsonObject;
  /** The toolIds that must finish first. */
  readonly dependencies?: readonly string[];
  /** Whether its failure fails the plan. */
  readonly required?: boolean;
  /** Whether it may run beside other async tools. */
  readonly async?: boolean;
  /** Milliseconds it may take, in place of what its manifest says. */
  readonly timeout?: number;
  readonly retryPolicy?: RetryPolicy;
}
/** How often, and how many milliseconds apart, a failed tool is tried again. */
export interface RetryPolicy {
  /** Retries after the first try. */
  readonly maxRetries?: number;
  /** Wait before the first retry; it doubles with each further one. */
  readonly backoffMs?: number;
}
/** Where the plan stands in the replan loop. */
export interface PlanMetadata {
  /** 1 for the first plan of a turn; the loop stops at 5. */
  readonly generationAttempt?: number;
  /** The plan that this one replaces. */
  readonly parentPlanId?: string | null;
  readonly planner?: PlannedBy;
}
/** Who wrote the plan, and what it took. */
export interface PlannedBy {
  /** A language model, or the patterns that need none. */
  readonly by: "model" | "pattern";
  /** Names the model that was asked. */
  readonly model?: string;
  /** From the question to the plan. */
  readonly timeMs?: number;
  /** Whether it was written before the choice was taken. */
  readonly ahead?: boolean;
  readonly generations?: readonly PlanGeneration[];
  /** Why patterns wrote it though there was a model. */
  readonly instead?: string;
}
/** One try of the model. */
export interface PlanGeneration {
  readonly timeMs: number;
  /** Tokens that it wrote. */
  readonly tokens?: number;
  /** Why nothing came of it; null for the one that became the plan. */
  readonly fault: string | null;
}
/** A campaign's characters/player/template.json: who the player can be. */
export interface PlayerTemplate {
  readonly character_creation?: CharacterCreation;
  /** The peoples to choose from. */
  readonly allowed_races?: readonly PlayerRace[];
  /** The callings to choose from. */
  readonly allowed_classes?: readonly PlayerClass[];
  /** The pasts to choose from. */
  readonly allowed_backgrounds?: readonly PlayerBackground[];
  /** What must be said of the character. */
  readonly required_attributes?: readonly string[];
  /** What may be said of the character. */
  readonly optional_attributes?: readonly string[];
  readonly starting_stats?: StartingStats;
  /** Where the story opens. */
  readonly starting_location?: string;
  /** What the character carries. */
  readonly starting_items?: readonly string[];
  readonly constraints?: PlayerConstraints;
  /** What the character's story is about. */
  readonly themes?: readonly string[];
  /** Questions to shape the character by. */
  readonly prompts?: readonly PlayerPrompt[];
  /** Ready characters, for mode preset. */
  readonly presets?: readonly PlayerPreset[];
  readonly _provenance?: Provenance;
}
/** How the character comes about. */
export interface CharacterCreation {
  readonly mode?: "freeform" | "guided" | "preset";
  /** What the player is told. */
  readonly guidance?: string;
}
export interface PlayerRace {
  readonly name: string;
  readonly description?: string;
  readonly traits?: readonly string[];
  /** What goes with it. */
  readonly restrictions?: string | readonly string[];
}
export interface PlayerClass {
  readonly name: string;
  readonly description?: string;
  readonly abilities?: readonly string[];
  /** What goes with it. */
  readonly restrictions?: string | readonly string[];
}
export interface PlayerBackground {
  readonly name: string;
  readonly description?: string;
  readonly starting_items?: readonly string[];
  /** What others are to the character. */
  readonly starting_relationships?: {
    readonly [k: string]: string;
  };
}
/** Measures at the start. */
export interface StartingStats {
  /** Points to spend. */
  readonly point_pool?: number;
  readonly attributes?: readonly StartingStat[];
}
export interface StartingStat {
  readonly name: string;
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}
/** What the character cannot be. */
export interface PlayerConstraints {
  readonly no_magic?: boolean;
  readonly must_be_human?: boolean;
  /** A background that every character has. */
  readonly fixed_background?: string | boolean;
  /** The era that the character must fit. */
  readonly era_locked?: string;
  /** Further limits, in words. */
  readonly custom?: readonly string[];
}
export interface PlayerPrompt {
  readonly question: string;
  readonly guidance?: string;
  readonly examples?: readonly string[];
}
export interface PlayerPreset {
  readonly name: string;
  readonly description?: string;
  readonly race?: string;
  readonly class?: string;
  readonly background?: string;
  /** Values by stat. */
  readonly stats?: {
    readonly [k: string]: number;
  };
  readonly traits?: readonly string[];
  readonly items?: readonly string[];
}
/** A playthrough as a file: every turn of every branch, to be imported elsewhere. Turns come in the order in which they were made, so that each stands behind the one it follows. */
export interface PlaythroughFile {
  readonly format: "narratoria-playthrough";
  /** 2 since records beside the turns are there; a file of version 1 has none. */
  readonly version: 1 | 2;
  readonly playthrough: SavedPlaythrough;
  readonly branches: readonly SavedBranch[];
  readonly sessions: readonly SavedSession[];
  readonly turns: readonly SavedTurn[];
  /** What belongs to no turn: lore, portraits and assets, the oldest first. */
  readonly records?: readonly SavedRecordBeside[];
  /** Over playthrough, branches, sessions, each turn and each record beside them, in this order, each as JSON text without spaces and a line feed. */
  readonly sha256: string;
}
/** What is known of it as a whole. */
export interface SavedPlaythrough {
  /** Name of the campaign. */
  readonly campaign: string;
  readonly campaignVersion: string;
  /** Title of the story. */
  readonly title: string;
  /** From which all chance is drawn. */
  readonly seed: string;
  readonly createdAt: SavedTime;
  readonly updatedAt: SavedTime;
  /** Id of the turn where it stands; null before the opening. */
  readonly head: string | null;
  /** Id of the branch that it is on. */
  readonly branch: string | null;
}
/** A line of turns. */
export interface SavedBranch {
  readonly id: string;
  /** As the player named it. */
  readonly name: string | null;
  /** Id of the turn that it leaves; null for the line of the opening. */
  readonly start: string | null;
  /** Id of its last turn. */
  readonly tip: string;
  readonly createdAt: SavedTime;
}
/** One sitting. */
export interface SavedSession {
  readonly id: string;
  readonly startedAt: SavedTime;
  /** Null where it was never closed. */
  readonly endedAt: number | null;
  /** Where the story stood last. */
  readonly location: string | null;
}
/** A turn with all that it was made of and all that came of it. */
export interface SavedTurn {
  readonly id: string;
  /** The turn that it follows; null for the opening. */
  readonly parentId: string | null;
  readonly sessionId: string;
  /** 0 for the opening. */
  readonly scene: number;
  /** The choice that was taken. */
  readonly choice: JsonObject | null;
  readonly plans: readonly JsonValue[];
  readonly results: readonly JsonValue[];
  readonly patches: readonly JsonValue[];
  readonly rolls: readonly JsonValue[];
  /** Session state after it. */
  readonly state: JsonObject;
  /** What was shown. */
  readonly sceneRecord: JsonObject;
  readonly memories: readonly SavedMemory[];
  /** Who told it. */
  readonly narrator: string;
  readonly createdAt: SavedTime;
  /** What else it did to records, and which of its memories the player has pinned. */
  readonly records?: readonly SavedRecord[];
}
/** What a turn is remembered by. */
export interface SavedMemory {
  readonly id: string;
  readonly record: {
    readonly summary: string;
  };
}
/** A record as the turn left it. */
export interface SavedRecord {
  readonly dataType: "memory" | "reputation" | "perception";
  readonly id: string;
  readonly record: JsonObject;
  /** Whether the turn removed it. */
  readonly gone: boolean;
  readonly pinned: boolean;
  readonly timestamp: SavedTime;
  /** The in-game clock. */
  readonly minutes: number;
}
/** A record that belongs to no turn. An asset carries its file, as text or base64. */
export interface SavedRecordBeside {
  readonly dataType: "lore" | "portrait" | "asset";
  readonly id: string;
  readonly record: JsonObject;
  readonly pinned: boolean;
  readonly timestamp: SavedTime;
  /** The in-game clock. */
  readonly minutes: number;
  /** The sitting it was stored in. */
  readonly sessionId: string | null;
}
/** A campaign's plot/beats.json: the moments that the story works towards. */
export interface PlotBeats {
  /** In the order of the story. */
  readonly beats: readonly PlotBeat[];
  readonly _provenance?: Provenance;
}
/** One moment of the story. */
export interface PlotBeat {
  /** Such as beat_001. */
  readonly id: string;
  /** Its name. */
  readonly title: string;
  /** What happens. */
  readonly description: string;
  readonly conditions?: BeatConditions;
  /** How much the story needs it. */
  readonly priority?: "critical" | "high" | "medium" | "low" | "optional";
  /** Whether the story can do without it. */
  readonly skippable?: boolean;
  /** How it feels. */
  readonly mood?: string;
  /** Where it happens. */
  readonly location?: string;
  /** What is heard. */
  readonly music?: string;
  /** What is seen. */
  readonly background?: string;
  readonly tags?: readonly string[];
  /** What changes afterwards. */
  readonly consequences?: readonly string[];
  /** Ways it can turn out; one is drawn. */
  readonly outcomes?: readonly BeatOutcome[];
  /** What is said. */
  readonly dialogue?: readonly BeatLine[];
  readonly timeout?: BeatTimeout;
  /** What the player can decide once it has happened; one of them is taken. */
  readonly choices?: readonly PlotChoice[];
}
/** One way a beat can turn out. */
export interface BeatOutcome {
  readonly description: string;
  /** A beat that is then due. */
  readonly triggers_beat?: string;
  readonly probability?: number;
}
/** Something that is said. */
export interface BeatLine {
  readonly speaker: string;
  readonly line: string;
  /** How it is said. */
  readonly context?: string;
}
/** What happens when it does not come about. */
export interface BeatTimeout {
  /** Scenes to wait, counted from when its other conditions held. */
  readonly scene_count?: number;
  /** The beat that then takes its place. */
  readonly fallback_beat?: string;
}
/** A campaign's reading.json: what the story understood wrongly, put right by its author. Every part is optional, and what stands here holds. */
export interface ReadingCorrections {
  /** Where editors find this schema. */
  readonly $schema?: string;
  /** By folder name or name of a character. */
  readonly cast?: {
    readonly [k: string]: PersonCorrection;
  };
  /** By name of a place; one that is new is added. */
  readonly places?: {
    readonly [k: string]: PlaceCorrection;
  };
  /** By id of a beat. */
  readonly beats?: {
    readonly [k: string]: BeatCorrection;
  };
  /** By tag, or by a condition's words. */
  readonly acts?: {
    readonly [k: string]: ActCorrection;
  };
  /** For constraints. */
  readonly laws?: readonly LawCorrection[];
  /** The open questions of the story, in place of those that were found. */
  readonly questions?: readonly string[];
  /** Words that mean the player: "the delegate". */
  readonly playerRole?: readonly string[];
  /** Opening words of passages that are never told to the player. */
  readonly notTold?: readonly string[];
  readonly _provenance?: Provenance;
}
/** What is so of somebody. */
export interface PersonCorrection {
  /** How prose calls them: "the Grand Duchess". */
  readonly called?: string;
  /** null: their name is repeated. */
  readonly pronoun?: "he" | "she" | "it" | "they" | null;
  /** Whether verbs agree in the plural with the name, as for a swarm. */
  readonly plural?: boolean;
  /** What they are. */
  readonly kind?: "human" | "animal" | "machine" | "spirit" | "voice" | "group" | "other";
  /** What of a body may be spoken of. */
  readonly body?: readonly ("face" | "eyes" | "mouth" | "hands" | "feet" | "voice" | "clothes")[];
  /** How they make themselves understood. */
  readonly speech?: "words" | "sounds" | "writing" | "signs" | "none";
  /** How they get about. */
  readonly mobility?: "walks" | "carried" | "fixed" | "everywhere";
  /** Name of the place where they are usually found. */
  readonly home?: string;
  /** From when they can be met: "start", "never", or the id of a beat. */
  readonly presentFrom?: string;
  /** Whether they go where the player goes. */
  readonly travels?: boolean;
  /** Other ways in which texts name them. */
  readonly aliases?: readonly string[];
  /** A common noun that stands for them: "the innkeeper". */
  readonly epithet?: string;
}
/** What is so of a place. */
export interface PlaceCorrection {
  /** As it stands in mid-sentence, with its article: "the salt square". */
  readonly called?: string;
  /** Other spellings of it. */
  readonly aliases?: readonly string[];
  /** The word before its name. */
  readonly preposition?: "in" | "on" | "at" | "aboard";
  /** null: neither roof nor sky is spoken of. */
  readonly indoors?: boolean | null;
  /** How one gets there. foot: anybody walks there. means: it takes a boat, a rope or a guide. beat: only a beat takes the player there. closed: the way is shut. */
  readonly reach?: "foot" | "means" | "beat" | "closed";
  /** Name of the place that it is a part of. */
  readonly within?: string;
}
/** How a beat is staged. */
export interface BeatCorrection {
  /** Name of the place where it happens. */
  readonly place?: string;
  /** Names of those who are there. */
  readonly cast?: readonly string[];
  /** Whether all who can be met come. */
  readonly everyone?: boolean;
}
/** What the player does for a tag. */
export interface ActCorrection {
  /** As a choice: "Press the captain about the coat". */
  readonly text?: string;
  /** Name of whoever it is done with. */
  readonly npc?: string;
  /** Name of the place where it is done. */
  readonly place?: string;
}
/** What a constraint forbids. */
export interface LawCorrection {
  /** The constraint, or its opening words. */
  readonly text: string;
  /** Words and phrases that told text may not hold; an empty list: nothing is checked. */
  readonly forbids: readonly string[];
}
/** What the story understands of a campaign folder. Made when the campaign is loaded; everything that directs or tells takes the campaign's meaning from it. */
export interface Reading {
  readonly version: 1;
  readonly title: string;
  /** Tone families. */
  readonly tone: readonly string[];
  /** Words of the genre, lower case. */
  readonly genre: readonly string[];
  readonly cast: readonly CastEntry[];
  readonly places: readonly PlaceEntry[];
  readonly topics: readonly ReadTopic[];
  readonly facts: readonly ReadFact[];
  readonly beats: readonly BeatReading[];
  readonly endings: readonly EndingReading[];
  readonly acts: readonly ReadAct[];
  readonly questions: readonly ReadQuestion[];
  readonly laws: readonly ReadLaw[];
  readonly manners: Manners;
  readonly route?: ReadRoute;
  readonly rules?: RollRules;
  /** Paragraphs of the opening scene. */
  readonly opening: readonly string[];
  /** Questions that the premise raises. */
  readonly openingChoices?: readonly AuthorChoice[];
  /** Sentences of the setting that belong to no single place. */
  readonly general: readonly string[];
  /** Sentences of the setting that are found out, not seen in passing. */
  readonly toFind: readonly string[];
  /** Things that the premise puts into the player's hands, without article. */
  readonly carried: readonly string[];
  /** Words of the campaign that are names, lower case. */
  readonly properNames: readonly string[];
  /** Passages that are not plain facts about the world: for the author to check. */
  readonly passages: readonly ReadPassage[];
  readonly leftOut: readonly LeftOut[];
}
/** Somebody in the story. */
export interface CastEntry {
  readonly id: string;
  /** As the author gives it. */
  readonly name: string;
  /** How prose calls them, with article and title as written: "the Grand Duchess". */
  readonly called: string;
  /** Other ways in which texts name them. */
  readonly aliases: readonly string[];
  /** A common noun that stands for them: "the innkeeper". */
  readonly epithet?: string;
  readonly role: string;
  /** null where no text gives evidence: the name is repeated. */
  readonly pronoun: "he" | "she" | "it" | "they" | null;
  /** Whether verbs agree in the plural with the name: a swarm, a team. */
  readonly plural: boolean;
  readonly kind: "human" | "animal" | "machine" | "spirit" | "voice" | "group" | "other";
  /** What of a body may be spoken of. */
  readonly body: readonly ("face" | "eyes" | "mouth" | "hands" | "feet" | "voice" | "clothes")[];
  /** How they make themselves understood. No frame of talk without `words`. */
  readonly speech: "words" | "sounds" | "writing" | "signs" | "none";
  readonly mobility: "walks" | "carried" | "fixed" | "everywhere";
  /** Whether they go where the player goes: a band, a crew, a guide, the truck in which they ride. */
  readonly travels?: boolean;
  readonly presence: CastPresence;
  /** Place id; absent where nothing says. */
  readonly home?: string;
  /** Place ids where else they may be met, likeliest first. */
  readonly haunts: readonly string[];
  /** Sentences on what one sees of them, each whole. */
  readonly looks: readonly string[];
  readonly props: readonly ReadThing[];
  /** Tone families of how they speak. */
  readonly style: readonly string[];
  readonly wants: readonly CastNote[];
  /** Items: Bare infinitives: "to keep the lamp burning". */
  readonly motives: readonly string[];
  readonly relations: readonly CastRelation[];
  readonly lines: readonly ExampleLine[];
  /** What they keep to themselves, as they would say it to whom they trust or to whom the story lets ask. */
  readonly confidences?: readonly Confidence[];
  readonly catchphrases: readonly string[];
  /** Topic ids that they know and volunteer, nearest first. */
  readonly topics: readonly string[];
  readonly inventory: readonly string[];
  readonly importance: "protagonist" | "major" | "supporting" | "minor";
  readonly evidence: CastEvidence;
}
/** From when, and between which beats, somebody can be met. */
export interface CastPresence {
  /** "start", "never", or the id of the beat from which on they can be met. */
  readonly from: string;
  /** What they are before `from`. */
  readonly state: "here" | "later" | "missing" | "dead" | "absent";
  /** Id of the beat in which the author has them come in: before it nobody comes upon them. */
  readonly enters?: string;
  readonly gone: readonly CastAbsence[];
}
/** A stretch of the story in which they cannot be met. */
export interface CastAbsence {
  /** Beat id. */
  readonly from: string;
  /** Beat id. */
  readonly until?: string;
  readonly state: "missing" | "dead" | "absent";
}
/** A thing that can be looked at. */
export interface ReadThing {
  /** With its article: "the green lamp". */
  readonly np: string;
  readonly plural: boolean;
  readonly use: "fixture" | "movable" | "area" | "worn" | "carried" | "mark";
}
/** What an author notes about somebody, as a whole sentence where its shape allows. */
export interface CastNote {
  /** The note as written. */
  readonly text: string;
  /** Third person, with `{name}` for whoever it is about: "{name} fears her good opinion." */
  readonly sentence?: string;
  /** First person, for their own mouth: "I fear her good opinion." */
  readonly spoken?: string;
  readonly file: string;
  readonly line: number;
  /** Id of the beat or ending before which it is not told; `secret` when only a secret says it. */
  readonly locked?: string;
}
/** What somebody is to somebody else. */
export interface CastRelation {
  /** Cast id. */
  readonly to: string;
  /** The note as written. */
  readonly text: string;
  /** What follows the subject: "owes him for a wheel". */
  readonly predicate?: string;
  /** Third person, with `{name}` and `{other}`. */
  readonly sentence?: string;
  /** In the mouth of the one who has it. */
  readonly spoken?: string;
  readonly file: string;
  readonly line: number;
  readonly locked?: string;
}
/** An example of how somebody speaks. */
export interface ExampleLine {
  readonly text: string;
  /** `action` where it says what is done, not what is said. */
  readonly form: "words" | "action";
  /** The condition, moment or addressee that it waits for. */
  readonly cue?: string;
}
/** A passage of somebody's secrets in the first person. */
export interface Confidence {
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Keys (`topic:`, `npc:`, `place:`) that it names. */
  readonly names: readonly string[];
  /** Id of the beat or ending that says it: before that it is said to nobody. */
  readonly locked?: string;
  readonly terms?: ConfidenceTerms;
}
/** On what terms the author has it told: to whom they trust, to whoever asks, knows or carries something, to nobody, or on terms that were not understood. */
export interface ConfidenceTerms {
  readonly when: "trusted" | "asked" | "known" | "carried" | "never" | "unclear";
  /** Keys (`topic:`, `npc:`, `place:`) of what is to be asked about, known or carried. */
  readonly names?: readonly string[];
  /** Its words in small letters, for what has no key. */
  readonly words?: readonly string[];
}
/** Evidence for each inferred part of a cast entry. */
export interface CastEvidence {
  readonly called: Evidence;
  readonly pronoun: Evidence;
  readonly kind: Evidence;
  readonly presence: Evidence;
  readonly home: Evidence;
  readonly speech: Evidence;
  readonly travels?: Evidence;
}
/** Where an entry of the reading comes from, and how sure it is. */
export interface Evidence {
  /** `stated`: the author says so. `inferred`: several signals agree. `guessed`: a default or a weak signal; no sentence is built on it. */
  readonly certainty: "stated" | "inferred" | "guessed";
  /** Path inside the campaign; empty where no file says it. */
  readonly file: string;
  /** Line in the file, from 1; 0 where no line says it. */
  readonly line: number;
  /** A short reason, for the author. */
  readonly why: string;
}
/** A place, however it is spelt. */
export interface PlaceEntry {
  readonly id: string;
  /** As it stands in mid-sentence, with its article: "the salt square". */
  readonly name: string;
  /** The form that prose uses most. */
  readonly called: string;
  readonly aliases: readonly string[];
  readonly preposition: "in" | "on" | "at" | "aboard";
  /** null where nothing says: no sentence claims a roof or weather. */
  readonly indoors: boolean | null;
  readonly exits: readonly PlaceExit[];
  readonly reach?: PlaceReach;
  /** Place id of what it is a part of. */
  readonly within?: string;
  /** What the place looks like, in the author's order. */
  readonly sights: readonly ReadSight[];
  readonly props: readonly ReadThing[];
  /** Topic id of the same name. */
  readonly topic?: string;
  readonly evidence: Evidence;
}
/** A way to another place. */
export interface PlaceExit {
  readonly to: string;
  /** What one needs for it. */
  readonly needs?: string;
}
/** What it takes to get there; absent where nothing says that nobody simply walks there. */
export interface PlaceReach {
  /** foot: the author says that one walks there. means: it takes a boat, a rope or a guide. beat: a beat takes the player there or opens the way. closed: the way is shut. */
  readonly by: "foot" | "means" | "beat" | "closed";
  /** What it takes: "a boat". */
  readonly needs?: string;
  /** Id of the beat that opens it. */
  readonly beat?: string;
  readonly evidence: Evidence;
}
/** A sentence of the author's about what a place looks like. */
export interface ReadSight {
  /** The sentence as written. */
  readonly text: string;
  /** Path inside the campaign. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
  /** It goes on from a sentence before it in its paragraph. */
  readonly inside?: boolean;
}
/** Something that can be asked about. */
export interface ReadTopic {
  readonly id: string;
  /** As it stands in mid-sentence. */
  readonly np: string;
  readonly plural: boolean;
  /** How many of the campaign's files and people speak of it, the premise included. */
  readonly sources?: number;
  readonly facts: readonly string[];
}
/** A sentence of the author's that can be told whole. */
export interface ReadFact {
  readonly id: string;
  readonly text: string;
  /** The sentence inside another: small first letter unless proper, no full stop. */
  readonly clause: string;
  /** A sentence that leans on this one. */
  readonly tail?: string;
  /** It goes on from a sentence before it in its paragraph. */
  readonly inside?: boolean;
  /** A sentence before it in its paragraph is left out; of the first of a page, anything before it. */
  readonly apart?: boolean;
  /** The author's sentences that lead up to it and cannot be told alone. */
  readonly lead?: readonly string[];
  /** Those that follow it to the end of its paragraph. */
  readonly rest?: readonly string[];
  /** Topic id, or empty. */
  readonly topic: string;
  readonly file: string;
  readonly line: number;
  /** Cast ids of those who alone know it; absent: common knowledge. */
  readonly knownBy?: readonly string[];
  /** Whose belongings show it. */
  readonly keptBy?: string;
  /** Whose document it is: told as that writer's claim. */
  readonly voice?: string;
  /** Beat or ending id before which it is not told, or `secret`. */
  readonly locked?: string;
  /** Keys such as `npc:osk`, `topic:the-bell`, `place:the-mill` that it names. */
  readonly names: readonly string[];
}
/** A beat as it will be staged. */
export interface BeatReading {
  readonly id: string;
  readonly title: string;
  /** Place id; absent where the beat leaves it open. */
  readonly place?: string;
  /** Cast ids of those who act there. */
  readonly cast: readonly string[];
  /** Cast ids of those who are there under another name, which is not yet known to be theirs. */
  readonly veiled?: readonly string[];
  /** Cast ids of those who go out in the course of it. */
  readonly leaves?: readonly string[];
  /** Cast ids of those who are spoken of, and not there. */
  readonly mentioned: readonly string[];
  /** Whether all who can be met come. */
  readonly everyone: boolean;
  readonly clock?: BeatClock;
  /** The author's sentences in second person, without those that decide for the player. */
  readonly told: readonly string[];
  /** Decisions left to the player, bare infinitives. */
  readonly decisions: readonly string[];
  readonly choices: readonly AuthorChoice[];
  readonly moments: readonly BeatMoment[];
  readonly opens: readonly DeclaredEffect[];
  readonly outcomes: readonly OutcomeReading[];
  readonly mood?: string;
  readonly names: readonly string[];
  readonly evidence: BeatEvidence;
}
/** Its time words. */
export interface BeatClock {
  readonly text: string;
  /** Day of the story, from 1. */
  readonly day?: number;
  /** Minutes after midnight. */
  readonly minutes?: number;
}
/** A choice that the author wrote. */
export interface AuthorChoice {
  /** Imperative: "read the stone". */
  readonly text: string;
  readonly stat?: string;
  readonly difficulty?: string;
  readonly result?: string;
  /** The tag that its author writes beside what comes of it: what waits for the tag waits for this choice. */
  readonly tag?: string;
  /** Cast id of whom it is put to, where it is a question. */
  readonly asks?: string;
  /** Id of the confidence or example line that answers it. */
  readonly answer?: string;
  /** Whether the beat itself puts the question into the player's mouth. */
  readonly invited?: boolean;
  /** What it changes, by what its author says comes of it. */
  readonly effects?: readonly DeclaredEffect[];
  /** Whether it is one of the beat's decisions, of which the player makes one. */
  readonly decides?: boolean;
  /** Of a question that nobody answers yet, the id of the beat until which it is put off. */
  readonly until?: string;
}
/** A change that the author declares in words. */
export interface DeclaredEffect {
  readonly kind:
    | "learn"
    | "open-topic"
    | "exit"
    | "closed"
    | "presence"
    | "dead"
    | "world"
    | "item"
    | "follows"
    | "feeling"
    | "standing"
    | "flag"
    | "note";
  /** As written. */
  readonly text: string;
  readonly npc?: string;
  readonly place?: string;
  readonly topic?: string;
  /** What the player then has, with its article. */
  readonly thing?: string;
  /** The group whose standing changes by `value`, as the author names it. */
  readonly faction?: string;
  /** What is then known, as a sentence. */
  readonly fact?: string;
  /** State path that it sets; of a flag, its name. */
  readonly path?: string;
  readonly value?: JsonValue;
  readonly file: string;
  readonly line: number;
}
/** A part of a beat, in its order. */
export interface BeatMoment {
  /** Told to the player, second person. */
  readonly sentences: readonly string[];
  readonly lines: readonly BeatSpeech[];
}
/** A line of the beat's dialogue. */
export interface BeatSpeech {
  /** Cast id, or a name that is nobody's. */
  readonly speaker: string;
  readonly line: string;
  readonly form: "words" | "action";
  readonly cue?: LineCue;
}
/** When or how it is said. */
export interface LineCue {
  readonly text: string;
  readonly kind: "manner" | "moment" | "condition" | "answer" | "addressee" | "later";
}
/** One way a beat can turn out. */
export interface OutcomeReading {
  readonly text: string;
  readonly told: readonly string[];
  /** Deeds of the player's that lead to it, bare infinitives; absent where it comes by chance. */
  readonly chosen?: readonly string[];
  readonly effects: readonly DeclaredEffect[];
}
/** Evidence for place and cast. */
export interface BeatEvidence {
  readonly place: Evidence;
  readonly cast: Evidence;
}
/** An ending as it is told. */
export interface EndingReading {
  readonly id: string;
  readonly title: string;
  readonly tone?: string;
  /** Id of the beat that leads to it: the last of its way. */
  readonly page?: string;
  readonly follows?: FollowedDecision;
  readonly paragraphs: readonly string[];
  readonly epilogue: readonly string[];
  readonly names: readonly string[];
}
/** The decision that leads to it, of those that a beat near the end leaves to the player. */
export interface FollowedDecision {
  readonly beat: string;
  /** Its words, as the beat has them. */
  readonly decision: string;
}
/** What the player can do for a tag or a condition. */
export interface ReadAct {
  /** The tag, or a slug of the condition. */
  readonly id: string;
  readonly for: readonly ActNeed[];
  /** Bare infinitive. */
  readonly verb: string;
  /** Noun phrase, as it stands after the verb. */
  readonly object?: string;
  /** Imperative: "Press Tomáš about the coat". */
  readonly text: string;
  readonly npc?: string;
  readonly place?: string;
  readonly thing?: string;
  readonly topic?: string;
  readonly measure?: ActMeasure;
  /** Keys of persons, places and things that must be at hand. */
  readonly needs: readonly string[];
  readonly evidence: Evidence;
}
/** What waits for it. */
export interface ActNeed {
  readonly kind: "beat" | "ending";
  readonly id: string;
  readonly condition: "player_choice" | "player_state" | "npc_state" | "world_state" | "custom";
}
/** A measure that must be reached, where it is no act. */
export interface ActMeasure {
  readonly npc: string;
  readonly feeling: "trusts" | "likes" | "neutral" | "dislikes" | "hates";
}
/** An open question of the story. */
export interface ReadQuestion {
  readonly id: string;
  /** As a question. */
  readonly text: string;
  /** Noun phrase for it. */
  readonly topic?: string;
  /** `premise`, a beat id, or `condition`. */
  readonly from: string;
  /** Fact ids, strongest first. */
  readonly clues: readonly string[];
  /** Beat or ending ids. */
  readonly answeredBy: readonly string[];
  readonly names: readonly string[];
  readonly evidence: Evidence;
}
/** A constraint, and what of it can be checked. */
export interface ReadLaw {
  /** `law-1`, `law-2` ... */
  readonly id: string;
  readonly text: string;
  readonly file: string;
  readonly line: number;
  /** Phrases or patterns in words that told text may not hold; empty where no check covers it. */
  readonly forbids: readonly string[];
  readonly checks: readonly LawCheck[];
  readonly evidence: Evidence;
}
/** One check of a law. */
export interface LawCheck {
  /** `phrase`: the words anywhere. `subject-verb`: subject and verb in one clause. `verb-object`: verb and object in one clause. `speech`: the subject says something, or is quoted; that somebody else says so in a quotation is none. `spoken`: the words within what the subject says. `living`: a dead subject says or does something; that others report what it once said is none. `dead`: a living subject is dead or dies; that somebody says or believes so is none. `bound`: a thing of the subject's. `weather`: the weather of these words as it happens; a wish, a memory, a forecast and a thing named after it are none. `digits`: a figure. */
  readonly kind:
    | "phrase"
    | "subject-verb"
    | "verb-object"
    | "speech"
    | "spoken"
    | "living"
    | "dead"
    | "bound"
    | "weather"
    | "digits";
  /** `phrase`, `spoken`, `bound`, `weather`: word forms, lower case unless names. Otherwise verbs in their bare form, `be` before a participle for the passive: `walk in`, `be killed`. */
  readonly words: readonly string[];
  /** Names and nouns that the check is bound to, without article; `you` is the player. */
  readonly subject?: readonly string[];
  /** Nouns, one of which follows the verb in its clause. */
  readonly object?: readonly string[];
  /** Phrases within which nothing is forbidden. */
  readonly exceptions?: readonly string[];
  /** Subject whose doing it may be. */
  readonly unless?: string;
  /** Beat id until which it holds. */
  readonly until?: string;
  /** Phrases of a place, one of which stands in the same sentence. */
  readonly where?: readonly string[];
  /** The story is told in the present: what stands in the past tense is of before it, and breaks nothing. */
  readonly tense?: "present";
}
/** Ways of speaking of the campaign. */
export interface Manners {
  readonly tense: "present" | "past";
  readonly person: "second" | "third" | "first";
  /** Whether anybody tells the time by a clock; null where nothing says. */
  readonly clocks: boolean | null;
  readonly spelling: "british" | "american" | "mixed";
  readonly money: readonly string[];
  readonly units: readonly string[];
  readonly timeWords: readonly string[];
  readonly address: readonly FormOfAddress[];
  /** Words that mean the player: "the PC", "the delegate". */
  readonly playerRole: readonly string[];
  readonly playerCalled?: PlayerCalled;
  /** Estimated length of the story in scenes. */
  readonly lengthScenes: number;
  readonly calendar?: StoryCalendar;
}
/** How one addresses another. */
export interface FormOfAddress {
  readonly speaker?: string;
  readonly to?: string;
  readonly form: string;
}
/** The role by which the author has the player called in all that is told, and never "you". */
export interface PlayerCalled {
  /** "the pilgrim". */
  readonly role: string;
  readonly evidence: Evidence;
}
/** When the story begins, and how long it lasts by the author's own words. */
export interface StoryCalendar {
  /** Days that the story lasts, its first one counted. */
  readonly days?: number;
  /** Weekday of the first day. */
  readonly weekday?: "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday" | "Sunday";
  /** What the author's own count of days, begun before the story, calls the first day. */
  readonly number?: number;
  /** Minute of the day at which the story opens. */
  readonly minutes?: number;
}
/** How the places of a story follow each other, and how long the ways between them are. */
export interface ReadRoute {
  /** Place ids in the order of the road; empty where there is no road. */
  readonly stops: readonly string[];
  /** In-game minutes from each stop to the next. */
  readonly minutes?: number;
  readonly forks?: readonly ReadFork[];
  readonly parts?: readonly ReadPart[];
  /** Places in which the player travels: they are at whichever stop the player has come to. */
  readonly carried?: readonly string[];
  /** Whether the road leads from its last stop to its first. */
  readonly round?: boolean;
  readonly ways: readonly ReadWay[];
  readonly apart?: readonly ReadDistance[];
  readonly evidence: Evidence;
}
/** Stops that stand at one number of the road, as it forks before them. */
export interface ReadFork {
  readonly stops: readonly string[];
}
/** A place that belongs to a stop of the road. */
export interface ReadPart {
  readonly place: string;
  readonly stop: string;
}
/** A way of known length, in both directions. */
export interface ReadWay {
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}
/** Two places that lie miles from each other, whatever the way takes. */
export interface ReadDistance {
  readonly from: string;
  readonly to: string;
  /** In-game minutes of the way, as people of the story travel. */
  readonly minutes?: number;
}
/** How dice are thrown: what the author's rules say of them. */
export interface RollRules {
  readonly dice: RuleDice;
  /** Total from which it works at a cost; that of success where nothing lies between. */
  readonly partial: number;
  /** Total from which it works. */
  readonly success: number;
  /** The difficulty for which the bands are given; another shifts them. */
  readonly target?: number;
  /** Whether the author has no dice thrown: what is tried is done. */
  readonly diceless?: boolean;
  /** How often the value of the fitting stat is added. */
  readonly times?: number;
  readonly bonuses: readonly StatBonus[];
  readonly stats: readonly StatUse[];
}
export interface RuleDice {
  readonly count: number;
  readonly sides: number;
}
/** What a stat adds whose value lies in a range. */
export interface StatBonus {
  readonly from?: number;
  readonly to?: number;
  readonly value: number;
}
/** What a stat is for, in the author's words. */
export interface StatUse {
  readonly name: string;
  readonly words: string;
}
/** A stretch of text and what it is. */
export interface ReadPassage {
  readonly file: string;
  readonly line: number;
  /** Its opening words. */
  readonly text: string;
  readonly audience: "player" | "teller" | "world" | "tone";
  readonly form: "prose" | "document" | "list" | "table" | "quote" | "heading" | "menu" | "synopsis";
  /** Whose document it is. */
  readonly writer?: string;
  readonly evidence: Evidence;
}
/** What was left out, and why. */
export interface LeftOut {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly why: string;
}
/** A skill's skill.json: what it is called, what it brings and what it asks for. */
export interface SkillManifest {
  /** Identity of the skill, equal to the name of its folder. */
  readonly name: string;
  /** MAJOR.MINOR.PATCH. */
  readonly version: string;
  /** What the skill does and when to use it. */
  readonly description: string;
  /** Its name for people. */
  readonly displayName?: string;
  /** Who made it. */
  readonly author?: string;
  /** SPDX identifier of its licence. */
  readonly license?: string;
  /** Where to read more. */
  readonly homepage?: string;
  /** File with the behavioural prompt. */
  readonly prompt?: string;
  /** File that describes its settings. */
  readonly configSchema?: string;
  /** The programs that a plan may run. */
  readonly scripts?: readonly SkillScript[];
  /** What it can do, in single words. */
  readonly capabilities?: readonly string[];
  /** Skills that it needs. */
  readonly dependencies?: readonly string[];
  /** Which skill goes first where several could serve. */
  readonly priority?: number;
  readonly retryPolicy?: RetryPolicy;
  /** The host services that its scripts may call. */
  readonly host?: readonly ("semanticSearch" | "exactMatch" | "store" | "update" | "delete" | "embed" | "generate" | "state")[];
  /** Hosts on the network that it must reach. */
  readonly network?: readonly string[];
  /** Whether two of its scripts may run at the same time. */
  readonly concurrent?: boolean;
}
/** One program of the skill. */
export interface SkillScript {
  /** Its name in a plan's toolPath. */
  readonly name: string;
  /** The file, inside the skill's folder. */
  readonly path: string;
  /** What it does. */
  readonly description?: string;
  /** File with the JSON Schema of its input. */
  readonly inputSchema?: string;
  /** What it is given where no narrator decides that. In its texts {choice}, {person}, {personId}, {topic}, {place}, {partOfDay} and {weather} stand for what they are in the scene; a member whose text names what is not there is left out. */
  readonly input?: JsonObject;
  /** Milliseconds it may take. */
  readonly timeout?: number;
  /** Whether a plan fails with it. */
  readonly required?: boolean;
  /** The parts of the story that it is given, such as player, people or scenes. */
  readonly context?: readonly string[];
  /** Kinds of scenes in which it is run of itself, whether or not a narrator asks for it. With open it is run in the background when a story is opened, without a host, and never in a scene. */
  readonly when?: readonly ("opening" | "turn" | "ending" | "open")[];
  /** Whether its process may be kept for further invocations: true, or the file whose process is kept in its place, which answers for every script of the skill that names it. */
  readonly resident?: boolean | string;
  /** Whether it is given the data folder of its skill: always, never, or only while a setting has a value. The process of a script that is not given it can serve stories of several data folders. */
  readonly dataFolder?: boolean | DataFolderSetting;
  readonly limits?: ScriptLimits;
}
export interface DataFolderSetting {
  /** Name of the setting. */
  readonly setting: string;
  /** The value with which the script is given the folder. */
  readonly value: string;
}
/** Caps on an invocation that are lower than those that hold for every script. Nothing raises a cap. */
export interface ScriptLimits {
  /** Bytes of one line of output. */
  readonly lineBytes?: number;
  /** Bytes of output. */
  readonly stdoutBytes?: number;
  /** Events of one invocation. */
  readonly events?: number;
  /** Bytes of standard error that are kept, from its end. */
  readonly stderrBytes?: number;
  /** Bytes of the tool input. */
  readonly stdinBytes?: number;
  /** Bytes of one state patch. */
  readonly patchBytes?: number;
  /** Levels of objects and lists in an event, itself counted. */
  readonly jsonDepth?: number;
  /** Bytes of one asset's file. */
  readonly assetBytes?: number;
  /** Requests to the host services of one invocation. */
  readonly hostRequests?: number;
}
/** What a script reads from standard input: one JSON object, then the end of the file. A script ignores what it does not know. */
export interface ToolInput {
  /** Names the invocation; the same for its retries. */
  readonly requestId: string;
  /** The skill. */
  readonly tool: string;
  /** The script of the skill. */
  readonly operation: string;
  /** What the plan asks of this invocation. */
  readonly input: JsonObject;
  /** The output of each tool that this one depends on, by toolId; null where that tool failed and was not required. */
  readonly dependencies?: {
    readonly [k: string]: JsonObject | null;
  };
  /** The part of the story that the script's manifest asks for. */
  readonly context?: JsonObject;
  /** The skill's own settings. */
  readonly config?: JsonObject;
  readonly host?: HostAccess;
}
/** What `narratoria validate --json` writes: everything that is wrong with a campaign. */
export interface ValidationReport {
  /** Of this format. */
  readonly version: 1;
  /** The campaign's title; null where its manifest cannot be used. */
  readonly title: string | null;
  /** Whether it can be played, whatever its problems are. */
  readonly playable: boolean;
  readonly counts: ProblemCounts;
  /** By file, line and column. */
  readonly problems: readonly ValidationProblem[];
}
/** How many problems there are of each severity. */
export interface ProblemCounts {
  readonly error: number;
  readonly warning: number;
  readonly notice: number;
}
/** Something that the author should know. */
export interface ValidationProblem {
  /** Path in the campaign's folder, with / between its parts; empty for the folder itself. */
  readonly file: string;
  readonly line: number;
  /** In UTF-16 units, from 1. */
  readonly column: number;
  /** An error cost the campaign a part of itself, a warning may not be what was meant, a notice is only said. */
  readonly severity: "error" | "warning" | "notice";
  /** The kind of fault; it stays the same from version to version. */
  readonly code: string;
  /** What is wrong, and what became of it. */
  readonly message: string;
  /** What to do about it. */
  readonly remedy: string;
}
/** Where an event stands in the stream of its turn. Every event that a story sends carries it. */
export interface EventStamp {
  /** The turn: the id under which the journal keeps it, where a scene is told; an id of its own where nothing is kept, as of an undo. */
  readonly turn: string;
  /** Its number in the turn, from 1 and without a gap. */
  readonly seq: number;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
}
/** Finds records of this playthrough by what they mean. */
export interface SemanticSearchRequest {
  /** Kind of record, such as memory. */
  readonly dataType: string;
  /** What is looked for. */
  readonly query: string;
  /** How many at most. */
  readonly limit?: number;
  readonly filters?: SearchFilters;
}
/** All that are given must hold. */
export interface SearchFilters {
  /** One of these. */
  readonly ids?: readonly string[];
  /** Any of these take part. */
  readonly characters?: readonly string[];
  /** Any of these take part; the same as characters. */
  readonly npcs?: readonly string[];
  /** Any of these. */
  readonly factions?: readonly string[];
  readonly location?: string;
  /** Any of these. */
  readonly tags?: readonly string[];
  /** The file that a record was made from. */
  readonly path?: string;
  /** The sitting it was stored in. */
  readonly session?: string;
  /** Stored at that time or later: milliseconds since 1970. */
  readonly from?: number;
  readonly to?: number;
  /** The same by the in-game clock. */
  readonly fromMinutes?: number;
  readonly toMinutes?: number;
  /** Whether the player wants it remembered before others. */
  readonly pinned?: boolean;
  /** Only the playthrough that is being played; any other is refused. */
  readonly playthroughId?: string;
}
export interface SemanticSearchResponse {
  /** Most relevant first. */
  readonly results: readonly FoundRecord[];
}
export interface FoundRecord {
  readonly id: string;
  readonly relevance: number;
  readonly record: JsonObject;
}
/** Finds records of this playthrough for which every filter holds, the youngest first. */
export interface ExactMatchRequest {
  readonly dataType: string;
  readonly filters: SearchFilters;
  readonly limit?: number;
}
export interface ExactMatchResponse {
  /** Each with relevance 1. */
  readonly results: readonly FoundRecord[];
}
/** Keeps a record once the tool has succeeded and the turn is saved. */
export interface StoreRequest {
  readonly dataType: string;
  readonly record: JsonObject;
}
export interface StoreResponse {
  readonly id: string;
}
/** Changes a record once the tool has succeeded and the turn is saved. */
export interface UpdateRequest {
  readonly dataType: string;
  /** As store or a search gave it. */
  readonly id: string;
  /** A JSON Merge Patch of the record. */
  readonly changes: JsonObject;
}
export interface UpdateResponse {
  readonly id: string;
}
/** Forgets a record once the tool has succeeded and the turn is saved. */
export interface DeleteRequest {
  readonly dataType: string;
  readonly id: string;
}
export interface DeleteResponse {
  readonly id: string;
}
/** Asks for the meaning of texts as numbers. */
export interface EmbedRequest {
  readonly texts: readonly string[];
}
export interface EmbedResponse {
  /** Numbers of different models do not compare. */
  readonly model: string;
  readonly dimensions: number;
  /** One for each text, in order. */
  readonly embeddings: readonly EmbeddingNumbers[];
}
/** Session state as this tool sees it. */
export interface StateRequest {
  /** Keys joined by dots; the whole state without it. */
  readonly path?: string;
}
export interface StateResponse {
  /** The value; null where the path leads nowhere. */
  readonly state: JsonValue;
}
/** Asks whoever narrates for a scene, or the language model for a text; or hands over a text that was asked for while a scene is told. */
export interface GenerateRequest {
  /** What is wanted: scene, or text; written brings a text. */
  readonly kind: string;
  /** What a scene is to tell. */
  readonly brief?: JsonObject;
  /** How a scene is to be told, where the narrator can. */
  readonly style?: string;
  /** How long after the choice whoever writes a scene is waited for, as the player's settings say; the storybook tells what is missing then. */
  readonly patienceMs?: number;
  /** What a text is to go on from. */
  readonly prompt?: string;
  /** What the model is told before the prompt. */
  readonly system?: string;
  readonly maxTokens?: number;
  readonly temperature?: number;
  /** The text ends before the first of these. */
  readonly stop?: readonly string[];
  readonly writer?: SceneWriter;
  /** With written: the number of the text, as it was asked for. */
  readonly id?: number;
  /** With written: what has come of it since the last request. */
  readonly text?: string;
  /** With written: that no more comes of it. */
  readonly end?: "done" | "failed";
  /** With written: who failed at it. */
  readonly faults?: readonly WriterFault[];
}
/** With a scene: that the script can have texts written, by whom, and who cannot. It is then asked by pieces of the kind write. */
export interface SceneWriter {
  /** Those that may be asked, in order. */
  readonly providers: readonly string[];
  readonly faults?: readonly WriterFault[];
}
/** Somebody who was to write could not, or may not. */
export interface WriterFault {
  readonly provider: string;
  /** For programs, in snake_case. */
  readonly code: string;
  /** For people, in words of the script's own. */
  readonly message: string;
  /** How long it wants to be left alone. */
  readonly retryAfterMs?: number;
}
/** Some prose. */
export interface GenerateDelta {
  readonly type: "delta";
  /** From 0. */
  readonly paragraph: number;
  readonly text: string;
}
/** All of it. */
export interface GenerateResult {
  readonly type: "result";
  readonly paragraphs: readonly string[];
  readonly choices: readonly WordedChoice[];
  /** Who told it: mixed where the storybook stepped in for a model. */
  readonly narrator: "model" | "mixed" | "storybook" | "template";
  /** How a model's scene came about, for whoever looks for a fault: what each attempt at each paragraph came to, which sentences were cut short and why. */
  readonly narration?: JsonObject;
  /** What the narrator keeps in session state, as a merge patch. */
  readonly patch?: JsonObject;
}
export interface WordedChoice {
  readonly id: string;
  readonly text: string;
  /** Which wording it is, for the frames that tell the deed. */
  readonly echo?: string;
}
/** A text is wanted of the script's writer, which it hands over by requests of the kind written. */
export interface GenerateWrite {
  readonly type: "write";
  /** Those that may be asked now: of late the others have not answered. */
  readonly providers: readonly string[];
  readonly id: number;
  readonly system: string;
  readonly prompt: string;
  readonly maxTokens: number;
  readonly temperature?: number;
  /** JSON Schema that the text keeps, where the writer can be bound to one; its prompt asks for JSON in any case. */
  readonly schema?: JsonObject;
}
/** No more is wanted of a text. */
export interface GenerateEnough {
  readonly type: "enough";
  readonly id: number;
}
/** The service refused or failed. */
export interface HostFailure {
  readonly error: HostFailureReason;
}
export interface HostFailureReason {
  /** For programs, in snake_case. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}
/** A sentence of the author's and where it stands. */
export interface TextSource {
  /** The sentence as written. */
  readonly text: string;
  /** Path inside the campaign. */
  readonly file: string;
  /** Line, from 1. */
  readonly line: number;
}
