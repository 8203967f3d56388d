/** What an engine is opened with, and a story played with. */
import type { JsonObject } from "@narratoria/protocol";
import type { SandboxPolicy } from "@narratoria/executor";
import type { Embedder, ModelHost, TextGenerator } from "@narratoria/narrator";
import type { RetentionPolicy } from "@narratoria/persistence";
import { EMBEDDER } from "./embedding.js";
import { anyFields, type ChecksOf, fields, flag, oneOf, text, texts, withMethods } from "./options.js";
import { OPENING_OPTIONS, type OpeningOptions } from "./read-campaign.js";
import type { SharedScripts } from "./script-pool.js";
import { PLAN_LIMITS, type PlanLimits } from "./story/story.js";
import { MODEL_SETTINGS, type ModelSettings } from "./story-models.js";
import { type Language, LANGUAGES } from "./words/say.js";

/** How an engine is opened. */
export interface EngineOptions {
  /** Folder that holds all data; by default `NARRATORIA_HOME`, else the platform's own. */
  readonly dataDir?: string;
  /**
   * The skills that come with your program and need no agreement: names of npm packages, folders, or what `import.meta.resolve` gives for their
   * `package.json`. To leave one of ours out, or to put your own in its place, name all that you want (`SHIPPED_SKILLS` are ours). When left
   * out, all of ours that are installed. It holds for the whole process.
   */
  readonly shippedSkills?: readonly string[];
  /** Further folders of skills. A skill here stands in for a bundled one of the same name, once the player has agreed to it. */
  readonly skills?: readonly string[];
  /** Whether skills that change, come or go while the engine is open take effect at their next use. They do not, unless this is true. */
  readonly watchSkills?: boolean;
  /**
   * Folders of skills that you are writing, or of one: they need no agreement, and each change takes effect at their next use. They run in a
   * sandbox where there is one. Name no folder of somebody else's.
   */
  readonly devSkills?: readonly string[];
  /**
   * Whether a story goes on with its campaign as its author changes it: before each scene its folder is looked at, and read anew where it
   * has changed. It is not, unless this is true.
   */
  readonly watchCampaign?: boolean;
  /**
   * `auto` takes the best narrator there is; without a model that is the storybook. `model` needs one of `models`, `modelHost` and
   * `generator`.
   */
  readonly narrator?: "auto" | "model" | "storybook";
  /** A model in a process of its own, which stays the caller's to close. */
  readonly modelHost?: ModelHost;
  /**
   * What memories are found by the meaning of, and what answers skills that ask for `embed`. The one that ships when left out;
   * with null, words have to do.
   */
  readonly embedder?: Embedder | null;
  /**
   * A language model of your own. It tells the story where there is neither `modelHost` nor `models`, held to every check that a model is
   * held to, and writes for skills that ask for a text; without any model they are refused.
   */
  readonly generator?: TextGenerator;
  /** The language model that is asked by the engine itself, in a process of its own, started when it is first asked. */
  readonly models?: ModelSettings;
  /**
   * Whether the skills we ship run in a sandbox: `preferred`, the default, where there is one; `required`, else not at all;
   * `off`, never. A skill of others must have one, unless the player agreed that it need not.
   */
  readonly sandbox?: SandboxPolicy;
  /**
   * What may go of old memories, generated assets and portraits so that the disk stays bounded; when left out what the player set
   * with `limitMemories`, else nothing.
   */
  readonly retention?: RetentionPolicy;
  /**
   * Whether scripts are started ahead of need, and a model is asked ahead of need while the player reads, so that a turn need not
   * wait for it. They are, unless this is false. Whole scenes are written ahead as long as the machine has power, memory and time to
   * spare; with true in any case.
   */
  readonly startAhead?: boolean;
  /**
   * Whether processes of scripts whose manifests allow it are kept for further turns: of all such scripts, or with false of none.
   * When left out, those of the skills we ship are; with `startAhead` false, none.
   */
  readonly residentScripts?: boolean;
  /** Processes that this engine shares with others of the program, as `openScripts` gives. They stay the caller's to close. */
  readonly scripts?: SharedScripts;
  /** Whether the workings of the last turns are kept on the disk, for whoever looks for a fault after a restart. They are, unless this is false. */
  readonly keepTraces?: boolean;
  /**
   * Whether stories survive a power cut: their turns are forced to the disk, with backups beside them. They are, unless this is false: for a
   * data folder that goes when the engine has closed, as in tests.
   */
  readonly durable?: boolean;
  /**
   * Whether each scene is checked against what no story may do (a dead person who speaks, a thing used that is gone, a promise
   * forgotten). What is found comes as a `log` event with `fields.check` "invariant". For tests, and for authors.
   */
  readonly checkStory?: boolean;
  /**
   * Whether a campaign of fewer than three files is filled in before it is first played: people, places, a plot and endings, made from its
   * author's words. The files are marked as generated and lie in its folder, or in the data folder where that cannot be written to. It is
   * not, unless this is true.
   */
  readonly enrich?: boolean;
  /**
   * How memories are found by their meaning among very many: by a `scan` of all, or by a graph (`hnsw`) where the optional dependency
   * `hnswlib-node` could be built. `auto`, when left out, takes the graph from 250,000 memories on.
   */
  readonly index?: "auto" | "scan" | "hnsw";
  /**
   * Whether stories are told also where the data folder cannot be opened, be it damaged, full or held by another: without history, and
   * forgotten when the engine closes. Nothing in that folder is touched then. Unless this is true, `openEngine` throws.
   */
  readonly withoutHistory?: boolean;
  /**
   * Path of the Node that runs scripts and models, for a program whose own binary is another, such as an app that was packed into one. In Electron
   * its own binary serves as Node when this is left out. It holds for the whole process.
   */
  readonly nodePath?: string;
  /**
   * The folder `bundled`, for a program that was bundled into one file (`examples/one-file`); when left out it is looked for beside that file and
   * where this package is installed. It holds for the whole process.
   */
  readonly bundledDir?: string;
  /**
   * The language in which the engine speaks to the player: of notices and errors, and of words beside the story. English when left out.
   * It holds for the whole process.
   */
  readonly lang?: Language;
  /** Limits of a turn's plan, such as for a server; those of the documentation where left out. */
  readonly limits?: PlanLimits;
  /**
   * Opens beside whoever plays, to look at stories: they can be listed, replayed and exported, and nothing is made or changed.
   * Everything else is refused with StoreError `read_only`.
   */
  readonly readOnly?: boolean;
}

/** How a story is played. */
export interface PlayOptions extends OpeningOptions {
  /** Decides all chance of a new playthrough; drawn when left out. */
  readonly seed?: string;
  /** Start anew though there is a playthrough to go on with. */
  readonly fresh?: boolean;
  /** Begin anew at this beat: what comes before it is taken as having happened. */
  readonly at?: string;
  /** Begin anew with this state: flags, world, items, feelings, factions, people and place, as a choice of the author's changes them. */
  readonly given?: JsonObject;
  /** Go on with this playthrough. */
  readonly playthrough?: string;
}

/** What each option of an engine must be. */
export const ENGINE_OPTIONS: ChecksOf<EngineOptions> = {
  dataDir: text,
  skills: texts,
  shippedSkills: texts,
  watchSkills: flag,
  devSkills: texts,
  watchCampaign: flag,
  narrator: oneOf("auto", "model", "storybook"),
  modelHost: withMethods("a model host, as `openModelHost` gives", "write"),
  embedder: EMBEDDER,
  generator: withMethods("an object with `id` and `generate()`", "generate"),
  models: fields<ModelSettings>("an object with `model`, the path of a GGUF file", MODEL_SETTINGS),
  sandbox: oneOf("required", "preferred", "off"),
  retention: anyFields,
  startAhead: flag,
  residentScripts: flag,
  scripts: withMethods("what `openScripts` gives", "close"),
  keepTraces: flag,
  durable: flag,
  checkStory: flag,
  enrich: flag,
  index: oneOf("auto", "scan", "hnsw"),
  withoutHistory: flag,
  readOnly: flag,
  nodePath: text,
  bundledDir: text,
  lang: oneOf(...LANGUAGES),
  limits: fields<PlanLimits>("an object", PLAN_LIMITS),
};

/** What each option of playing must be. */
export const PLAY_OPTIONS: ChecksOf<PlayOptions> = {
  ...OPENING_OPTIONS,
  seed: text,
  fresh: flag,
  playthrough: text,
  at: text,
  given: anyFields,
};
