import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { ulid } from "ulid";
import { describeHostProgram } from "@narratoria/protocol/launch";
import { type Campaign, storySourceOf } from "@narratoria/campaign";
import { type LogFile, openLogFile, type Sandbox, type WarmPool } from "@narratoria/executor";
import {
  createModelNarrator,
  WrittenAhead,
  createModelPlanner,
  createPatternPlanner,
  type Embedder,
  type HostStatus,
  type ModelHost,
  type ModelNarrator,
  type TextWriter,
} from "@narratoria/narrator";
import {
  type Backup,
  openStore,
  type PlaythroughSummary as StoredPlaythrough,
  type Store,
} from "@narratoria/persistence";
import { type FolderWatch, type SkillLibrary, type SkillNews, watchFolders } from "@narratoria/skills";
import { makeDataFolder } from "./data-folder.js";
import { findingsOf, type PlaythroughSummary, shownPlaythrough } from "./data-folder-tools.js";
import {
  changesOf,
  indexed,
  prepare,
  directorOf,
  formatterOf,
  storybookFrom,
  storybookOf,
} from "./prepared-campaign.js";
import { embedderFor, prepareEmbedder } from "./embedding.js";
import { type EnrichedCampaign, enrichFolder, generatedFolder } from "./enrich-campaign.js";
import { ENGINE_OPTIONS, type EngineOptions, PLAY_OPTIONS, type PlayOptions } from "./engine-options.js";
import { EngineError } from "./errors.js";
import { generatorWriter } from "./host/generator-writer.js";
import { campaignName, dataFolder, findCampaign } from "./locate.js";
import { type Notice, NOTICES } from "./notices.js";
import { checkOptions, checkValue, text } from "./options.js";
import { OPENING_OPTIONS, type OpeningOptions, type ReadCampaign, readCampaign } from "./read-campaign.js";
import { openScriptRoom, type ScriptRoom } from "./script-pool.js";
import { describeShippedSkills } from "./shipped-skills.js";
import { devFolders, openSkillLibrary, type Skills, type WatchedPlaces, watchedPlaces } from "./skills.js";
import { startOf } from "./story/start-at.js";
import { startOpeningAhead } from "./story/start-ahead.js";
import type { SceneStage } from "@narratoria/protocol/contracts";
import { stageInFolder } from "./stage/staged-scene.js";
import { OpenStories } from "./story/open-stories.js";
import { openStory } from "./story/played-story.js";
import { PreparedPlans } from "./story/prepared-plans.js";
import { type CampaignParts, type Story, type StoryParts, type StoryPlanner } from "./story/story.js";
import { openStoryModels, type StoryModels } from "./story-models.js";
import { findTurn, type StoryBranch, titled } from "./timeline/branches.js";
import { assetsOfStory, deleteStory, finishDeleting } from "./story-assets.js";
import { EXPORT_OPTIONS, exported, type ExportOptions, type TextFormat } from "./timeline/export.js";
import { historyOf, type StoryHistory } from "./timeline/history.js";
import { importFile } from "./timeline/import.js";
import { KeptTraces, tracesOfStory } from "./timeline/kept-traces.js";
import { type Replay, REPLAY_OPTIONS, replay, type ReplayOptions } from "./timeline/replay.js";
import { assetsIn, type StoryAsset } from "./assets.js";
import { type CampaignChanges, changesSincePlayed, forgetPlayed, playedFile } from "./campaign-changes.js";
import { type Campaigns, openCampaigns } from "./campaigns.js";
import { memoriesIn, type StoryMemories } from "./memories.js";
import { retentionOf } from "./memory-limits.js";
import { type HistoryTrouble, isPlayable, makePassingFolder, type PassingFolder } from "./without-history.js";
import { say, speak } from "./words/say.js";

/** Opens stories on one data folder. `await using` closes it. */
export interface Engine extends AsyncDisposable {
  readonly dataDir: string;
  /** The skills there are, what is wrong with them, and the player's say over them. */
  readonly skills: Skills;
  /** What holds skills back on this machine; where that is nothing, what to do about it. */
  readonly sandbox: Pick<Sandbox, "tier" | "sentence">;
  /** How the model host stands, where there is one. */
  readonly modelStatus: HostStatus | null;
  /**
   * Opens a campaign: goes on with its latest playthrough, at its end if it has one, or starts the first.
   *
   * @param campaign - A folder, or the name of an installed or bundled campaign.
   * @throws {EngineError} `campaign_not_found`, `campaign_broken`, `playthrough_not_found`; `story_busy` where the playthrough is open
   *   and a scene of it is being told. What `signal` was aborted with.
   */
  play(campaign: string, options?: PlayOptions): Promise<Story>;
  /**
   * Goes on with a playthrough by its id. A story of this engine that it was open in before is closed, and refuses to go on with
   * `story_elsewhere`.
   *
   * @throws {EngineError} `playthrough_not_found`, `campaign_not_found`, `campaign_broken`; `story_busy` as `play`.
   */
  resume(playthroughId: string, options?: OpeningOptions): Promise<Story>;
  playthroughs(filter?: { campaign?: string }): Promise<PlaythroughSummary[]>;
  /**
   * The branches of a playthrough, in the order in which they were begun.
   *
   * @throws {EngineError} `playthrough_not_found`.
   */
  branches(playthroughId: string): Promise<StoryBranch[]>;
  /**
   * Plays a playthrough again with the same seed and choices, apart from it, and says whether every scene, roll, memory and
   * state comes out the same, to the character; where not, where and why.
   *
   * @throws {EngineError} `playthrough_not_found`, `no_such_turn`, `campaign_not_found`, `campaign_broken`.
   */
  replay(playthroughId: string, options?: ReplayOptions): Promise<Replay>;
  /**
   * A playthrough as text, piece by piece: Markdown or one HTML page to be read, JSON to be imported elsewhere, Twee or a gamebook to be
   * played again along the ways that were taken; or as the bytes of an EPUB file.
   *
   * ```ts
   * await pipeline(engine.export(id, { format: "html" }), createWriteStream("story.html"));
   * ```
   *
   * @throws {EngineError} `playthrough_not_found`; `no_such_turn` for a branch that is not there.
   */
  export(playthroughId: string, options: ExportOptions & { readonly format: TextFormat }): AsyncIterable<string>;
  export(playthroughId: string, options: ExportOptions): AsyncIterable<string | Uint8Array>;
  /**
   * Takes in a playthrough that was exported as JSON, as a new one.
   *
   * @param file - Path of the file.
   * @throws {EngineError} `import_failed`, and then nothing is kept.
   */
  import(file: string): Promise<PlaythroughSummary>;
  deletePlaythrough(id: string): Promise<boolean>;
  /** The campaigns that can be played, and who the player can be in each. */
  readonly campaigns: Campaigns;
  /**
   * What a story remembers, while it is played as well: a change holds from its next turn.
   *
   * @throws {EngineError} `playthrough_not_found`.
   */
  memories(playthroughId: string): Promise<StoryMemories>;
  /**
   * The past of a story, which may be in play: scenes, tree, states, ways that were not taken.
   *
   * @throws {EngineError} `playthrough_not_found`.
   */
  history(playthroughId: string): Promise<StoryHistory>;
  /**
   * Pictures and sounds of a story: its campaign's, and those that skills made for the scenes that led to where it stands.
   *
   * @throws {EngineError} `playthrough_not_found`, `campaign_not_found`, `campaign_broken`.
   */
  assets(playthroughId: string): Promise<StoryAsset[]>;
  /** One of them by its id; null where there is none. @throws As `assets`. */
  asset(playthroughId: string, assetId: string): Promise<StoryAsset | null>;
  /**
   * Makes a backup of all stories now, beside those that are made by themselves. See `listBackups` and `restoreBackup`.
   *
   * @throws StoreError `disk_full`, `read_only`.
   */
  backUp(): Promise<Backup>;
  /** Why stories are told without history; null where they are kept. */
  readonly withoutHistory: HistoryTrouble | null;
  /** What opening the data folder found amiss, in words that name the story: scenes that are lost or damaged. */
  findings(): Promise<readonly Notice[]>;
  /** May be called twice. */
  close(): Promise<void>;
}

/**
 * Opens the engine on a data folder.
 *
 * ```ts
 * await using engine = await openEngine();
 * ```
 *
 * @throws {EngineError} `data_folder` where the folder cannot be used; `invalid_option`; `model_missing` where the narrator has to be a
 * model and there is none. StoreError of persistence where the data cannot be read.
 */
export async function openEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptions("openEngine", options, ENGINE_OPTIONS);
  try {
    return await openOn(options, null);
  } catch (error) {
    if (options.withoutHistory !== true || options.readOnly || !isPlayable(error, options.dataDir !== undefined))
      throw error;
    const passing = await makePassingFolder(dataFolder(options.dataDir), error);
    try {
      return await openOn({ ...options, dataDir: passing.dataDir, durable: false }, passing);
    } catch (elsewhere) {
      await passing.remove();
      throw elsewhere;
    }
  }
}

/** @param passing - The folder that stands in for the player's own; null where it is their own. */
async function openOn(options: EngineOptions, passing: PassingFolder | null): Promise<Engine> {
  if (options.lang) speak(options.lang);
  if (options.narrator === "model" && !options.models && !options.modelHost && !options.generator) {
    throw new EngineError(
      "model_missing",
      say("error.model_missing"),
      "Give one of `models`, `modelHost` and `generator`, or leave `narrator` out.",
    );
  }
  describeHostProgram(options);
  if (options.shippedSkills) describeShippedSkills(options.shippedSkills);
  const dataDir = dataFolder(options.dataDir);
  const { readOnly = false } = options;
  if (!readOnly) await makeDataFolder(dataDir);
  // MiniLM where it is set up, and nobody said otherwise.
  const models = await openStoryModels(options.models, dataDir, options.embedder === undefined);
  const embedder = embedderFor(options.embedder, models?.embedder);
  const retention = options.retention ?? (await retentionOf(dataDir));
  const store = await openStore({
    dataDir,
    readOnly,
    ...(embedder ? { embedder } : {}),
    ...(retention ? { retention } : {}),
    ...(options.index === undefined ? {} : { index: options.index }),
    ...(options.durable === undefined ? {} : { durable: options.durable }),
  });
  try {
    if (!readOnly) await finishDeleting(dataDir, store);
    const { devSkills = [] } = options;
    const library = await openSkillLibrary(dataDir, options.skills, options.sandbox, devSkills);
    const log = readOnly ? NO_LOG : openLogFile(join(dataDir, "logs"));
    const places = options.watchSkills ? watchedPlaces(dataDir, options.skills) : { folders: [], files: [], ours: [] };
    const watched = { ...places, folders: [...places.folders, ...devFolders(devSkills)] };
    // Where the first skill is going to be installed, and its settings saved, there must be something to watch.
    const missing = readOnly ? [] : watched.ours;
    for (const folder of missing) await mkdir(folder, { recursive: true, mode: 0o700 });
    const room = await openScriptRoom(options);
    const given = { ...options, embedder, passing };
    return new OpenEngine(dataDir, store, library, room, log, watched, given, models);
  } catch (error) {
    await store.close();
    await models?.host.close();
    throw error;
  }
}

/** What a story is opened with, of what the engine was. */
type Given = Pick<
  EngineOptions,
  | "generator"
  | "modelHost"
  | "narrator"
  | "startAhead"
  | "limits"
  | "readOnly"
  | "watchCampaign"
  | "keepTraces"
  | "checkStory"
  | "enrich"
> & {
  readonly embedder: Embedder | null;
  readonly passing: PassingFolder | null;
};

class OpenEngine implements Engine {
  readonly skills: Skills;
  readonly campaigns: Campaigns;
  /** Null where nothing is to be written. */
  private readonly readingsDir: string | null;
  /** The story opened last of each playthrough, by its id. */
  private readonly open = new OpenStories();
  /** Settles when no story is being opened. */
  private opening: Promise<unknown> = Promise.resolve();
  readonly sandbox: Sandbox;
  private readonly warm: WarmPool | null;
  private readonly watch: FolderWatch | null;
  private closed: Promise<void> | null = null;

  constructor(
    readonly dataDir: string,
    private readonly store: Store,
    private readonly library: SkillLibrary,
    private readonly room: ScriptRoom,
    private readonly log: Pick<LogFile, "write" | "close">,
    watched: WatchedPlaces,
    private readonly given: Given,
    private readonly models: StoryModels | null,
  ) {
    this.sandbox = room.sandbox;
    this.warm = room.warm;
    this.readingsDir = given.readOnly ? null : join(dataDir, "cache", "readings");
    this.campaigns = openCampaigns({ dataDir });
    this.skills = {
      list: () => library.list(),
      show: (name) => library.show(name),
      problems: () => library.problems(),
      agree: (name, hash, options) => this.changing(library.agree(name, hash, options)),
      withdraw: (name) => this.changing(library.withdraw(name)),
      setEnabled: (name, on) => {
        if (on) for (const story of this.open.all()) story.forgive(name);
        return this.changing(library.setEnabled(name, on));
      },
      form: (name) => library.form(name),
      check: (name, changes) => library.check(name, changes),
      configure: (name, changes) => this.changing(library.configure(name, changes)),
      remove: (name) => this.changing(library.remove(name)),
      reload: () => this.reload(),
    };
    const { folders, files } = watched;
    this.watch =
      folders.length === 0 ? null : watchFolders(folders, () => void this.reload().catch(() => {}), { files });
    this.logSkillProblems();
  }

  /** What is wrong with skills is for their authors: the log has each once. Implements rule EN6602. */
  private logSkillProblems(): void {
    for (const { severity, file, line, message } of this.library.problems()) {
      if (severity === "notice") continue;
      const level = severity === "error" ? "error" : "warn";
      this.log.write({ level, message: `${file}:${line} ${message}` });
    }
  }

  get withoutHistory(): HistoryTrouble | null {
    return this.given.passing?.trouble ?? null;
  }

  get modelStatus(): HostStatus | null {
    return this.models?.host.status ?? null;
  }

  /** Looks at the skills anew; processes that were started from what they were are of no use any more. */
  private async reload(): Promise<SkillNews[]> {
    const news = await this.changing(this.library.reload());
    for (const story of this.open.all()) story.hear(news);
    return news;
  }

  private async changing<Result>(change: Promise<Result>): Promise<Result> {
    const before = this.library.usable();
    const result = await change;
    if (this.library.usable() !== before) this.warm?.dismiss();
    return result;
  }

  async play(wanted: string, options: PlayOptions = {}): Promise<Story> {
    checkValue("campaign", wanted, text);
    checkOptions("play", options, PLAY_OPTIONS);
    const { signal, onProgress } = options;
    const watched: OpeningOptions = { ...(signal && { signal }), ...(onProgress && { onProgress }) };
    if (options.playthrough !== undefined) return this.resume(options.playthrough, watched);
    const dir = await findCampaign(wanted, this.dataDir);
    const name = campaignName(dir);
    const starts = options.at !== undefined || options.given !== undefined;
    const stories = options.fresh || starts ? [] : await this.store.playthroughs({ campaign: name });
    // One that was never begun hides no story.
    const latest = stories.find(({ head, interrupted }) => head !== null || interrupted !== null) ?? stories[0];
    // While the campaign is read the other cores have nothing to do.
    if (!latest) void startOpeningAhead(this.warm, this.library.registry());
    const enriched = this.given.enrich && !latest && !this.given.readOnly ? await this.enrich(dir) : null;
    const read = await this.read(dir, watched);
    if (latest) return this.openStory(read, latest, true);
    const start = starts ? startOf(read, indexed(read.reading), options.at, options.given) : null;
    const { campaign } = read;
    const created = await this.store.createPlaythrough({
      campaign: name,
      campaignPath: dir,
      title: campaign.manifest.title,
      campaignVersion: campaign.manifest.version,
      seed: options.seed ?? randomBytes(6).toString("hex"),
    });
    return this.openStory(read, created, false, { enriched, start });
  }

  /** Fills in what a sparse campaign lacks; one that cannot be is played as it is. */
  private async enrich(dir: string): Promise<EnrichedCampaign | null> {
    const enriched = await enrichFolder(dir, this.dataDir);
    return enriched.files.length === 0 ? null : enriched;
  }

  private read(dir: string, options?: OpeningOptions): Promise<ReadCampaign> {
    return readCampaign(dir, this.readingsDir, options, generatedFolder(dir, this.dataDir));
  }

  async resume(playthroughId: string, options: OpeningOptions = {}): Promise<Story> {
    checkOptions("resume", options, OPENING_OPTIONS);
    const playthrough = await this.known(playthroughId);
    return this.openStory(await this.campaignOf(playthrough, options), playthrough, true);
  }

  async branches(playthroughId: string): Promise<StoryBranch[]> {
    return titled(await this.store.branches((await this.known(playthroughId)).id));
  }

  async replay(playthroughId: string, options: ReplayOptions = {}): Promise<Replay> {
    checkOptions("replay", options, REPLAY_OPTIONS);
    const playthrough = await this.known(playthroughId);
    if (options.turn !== undefined) await findTurn(this.store, playthroughId, options.turn);
    const read = await this.campaignOf(playthrough);
    return replay(
      {
        store: this.store,
        playthroughId,
        campaignVersion: read.campaign.manifest.version,
        embedder: this.given.embedder,
        // What a model told is taken from the journal.
        open: async (parts) =>
          openStory({
            ...this.partsOf(read, playthrough, false),
            ...parts,
            narrator: null,
            ahead: null,
            narratorOf: null,
            generator: null,
            assetsDir: null,
            tracesDir: null,
          }),
      },
      options,
    );
  }

  export(playthroughId: string, options: ExportOptions & { readonly format: TextFormat }): AsyncIterable<string>;
  export(playthroughId: string, options: ExportOptions): AsyncIterable<string | Uint8Array>;
  export(playthroughId: string, options: ExportOptions): AsyncIterable<string | Uint8Array> {
    checkOptions("export", options, EXPORT_OPTIONS);
    checkValue("format", options?.format, EXPORT_OPTIONS.format);
    return this.exported(playthroughId, options);
  }

  private async *exported(playthroughId: string, options: ExportOptions): AsyncGenerator<string | Uint8Array> {
    const playthrough = await this.known(playthroughId);
    yield* exported(this.store, playthrough, options, await this.stagesOf(playthrough));
  }

  async import(file: string): Promise<PlaythroughSummary> {
    checkValue("file", file, text);
    // Its campaign need not be installed yet: it is looked for by its name when the story is opened.
    const place = (campaign: string): Promise<string> => findCampaign(campaign, this.dataDir).catch(() => campaign);
    return shownPlaythrough(await importFile(this.store, file, place));
  }

  private async known(playthroughId: string): Promise<StoredPlaythrough> {
    checkValue("playthrough", playthroughId, text);
    const playthrough = await this.store.playthrough(playthroughId);
    if (playthrough) return playthrough;
    throw new EngineError("playthrough_not_found", say("error.playthrough_not_found", { id: playthroughId }));
  }

  private async campaignOf(
    { campaign, campaignPath }: StoredPlaythrough,
    options: OpeningOptions = {},
  ): ReturnType<typeof readCampaign> {
    return this.read(await this.folderOf({ campaign, campaignPath }), options);
  }

  private folderOf({ campaign, campaignPath }: Pick<StoredPlaythrough, "campaign" | "campaignPath">): Promise<string> {
    return findCampaign(campaignPath, this.dataDir).catch(() => findCampaign(campaign, this.dataDir));
  }

  async playthroughs(filter: { campaign?: string } = {}): Promise<PlaythroughSummary[]> {
    checkOptions("playthroughs", filter, { campaign: text });
    return (await this.store.playthroughs(filter)).map(shownPlaythrough);
  }

  async deletePlaythrough(id: string): Promise<boolean> {
    checkValue("playthrough", id, text);
    const deleted = await deleteStory(this.dataDir, this.store, id);
    if (deleted) await forgetPlayed(this.dataDir, id);
    return deleted;
  }

  async memories(playthroughId: string): Promise<StoryMemories> {
    const { id } = await this.known(playthroughId);
    return memoriesIn(this.store, id, async (change) => {
      const story = this.open.get(id);
      if (story) await story.remember(change);
      else if (change === "words") await new KeptTraces(tracesOfStory(this.dataDir, id)).forget();
    });
  }

  async history(playthroughId: string): Promise<StoryHistory> {
    const playthrough = await this.known(playthroughId);
    const { id } = playthrough;
    const stageHere = await this.stagesOf(playthrough);
    const folders = { assets: assetsOfStory(this.dataDir, id), traces: tracesOfStory(this.dataDir, id) };
    return historyOf(this.store, id, folders, stageHere);
  }

  /** What gives the pictures and sounds of a story's stages their paths on this machine. */
  private async stagesOf(playthrough: StoredPlaythrough): Promise<(stage: SceneStage) => SceneStage> {
    // A story can be read whose campaign is gone.
    const campaign = await this.folderOf(playthrough).catch(() => null);
    return (stage) => {
      const story = this.open.get(playthrough.id);
      if (story) return story.stageHere(stage);
      return campaign === null ? stage : stageInFolder(stage, campaign);
    };
  }

  async assets(playthroughId: string): Promise<StoryAsset[]> {
    const playthrough = await this.known(playthroughId);
    const director = directorOf(await this.campaignOf(playthrough));
    return assetsIn(director, await (await this.history(playthroughId)).scenes());
  }

  async asset(playthroughId: string, assetId: string): Promise<StoryAsset | null> {
    checkValue("assetId", assetId, text);
    return (await this.assets(playthroughId)).find(({ id }) => id === assetId) ?? null;
  }

  backUp(): Promise<Backup> {
    return this.store.backUp();
  }

  async findings(): Promise<Notice[]> {
    const found = await findingsOf(this.store);
    return this.withoutHistory === null ? found : [NOTICES.withoutHistory(this.withoutHistory), ...found];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    this.closed ??= this.end();
    return this.closed;
  }

  private async end(): Promise<void> {
    for (const story of this.open.all()) await story.close();
    await this.watch?.close();
    await this.library.saved().catch(() => {});
    await this.room.close();
    await this.models?.host.close();
    await this.log.close();
    await this.store.close();
    await this.given.passing?.remove();
  }

  private async openStory(
    read: ReadCampaign,
    playthrough: StoredPlaythrough,
    resumed: boolean,
    begun: Pick<StoryParts, "enriched" | "start"> = {},
  ): Promise<Story> {
    this.models?.warmUp();
    // One after the other, so that no story goes on between the end of an earlier one and the start of its successor.
    const opened = this.opening.then(async () => {
      await prepare(read);
      await prepareEmbedder(this.given.embedder);
      await this.open.retire(playthrough.id);
      const changes = await this.changesSincePlayed(read, playthrough);
      const story = await openStory({
        ...this.partsOf(read, playthrough, resumed, changes),
        ...begun,
        ...(begun.start?.beat ? storybookFrom(read, []) : {}),
      });
      this.open.add(story);
      return story;
    });
    // The story is not what is waited for: its owner alone holds it.
    this.opening = opened.then(
      () => {},
      () => {},
    );
    return opened;
  }

  private changesSincePlayed(
    { campaign }: ReadCampaign,
    { id, campaignVersion }: StoredPlaythrough,
  ): Promise<CampaignChanges | null> {
    const file = this.given.readOnly ? null : playedFile(this.dataDir, id);
    return changesSincePlayed(campaign, file, campaignVersion);
  }

  private async readAgain({ campaign }: ReadCampaign): Promise<ReadCampaign> {
    const now = await this.read(campaign.dir);
    await prepare(now);
    return now;
  }

  private partsOf(
    read: ReadCampaign,
    playthrough: StoredPlaythrough,
    resumed: boolean,
    campaignChanges: CampaignChanges | null = null,
  ): StoryParts {
    const byStorybook = this.given.narrator === "storybook";
    const { modelHost, writer } = this.tellers(byStorybook);
    return {
      ...this.campaignParts(read, modelHost, writer, byStorybook),
      store: this.store,
      playthrough,
      resumed,
      withoutHistory: this.withoutHistory,
      campaignChanges,
      registry: this.library.registry(),
      skills: () => this.library.states(),
      embedder: this.given.embedder,
      generator: this.given.generator ?? this.models?.generator ?? null,
      writer,
      assetsDir: assetsOfStory(this.dataDir, playthrough.id),
      tracesDir: this.given.keepTraces === false ? null : tracesOfStory(this.dataDir, playthrough.id),
      warm: this.warm,
      startAhead: this.given.startAhead !== false,
      isSparing: this.given.startAhead !== true,
      sandbox: this.sandbox,
      checkStory: this.given.checkStory === true,
      limits: this.given.limits ?? {},
      changed: this.given.watchCampaign
        ? changesOf(
            read,
            () => this.readAgain(read),
            (now) => {
              // The player is told of it in play.
              void this.changesSincePlayed(now, playthrough);
              return this.campaignParts(now, modelHost, writer, byStorybook);
            },
          )
        : null,
      log: (entry) => this.log.write(entry),
      newId: () => ulid(),
    };
  }

  private tellers(byStorybook: boolean): { modelHost: ModelHost | null; writer: TextWriter | null } {
    // Whom nobody asks need not be there.
    const modelHost = byStorybook ? null : (this.given.modelHost ?? this.models?.writer ?? null);
    const generator = byStorybook || modelHost ? undefined : this.given.generator;
    return { modelHost, writer: generator ? generatorWriter(generator) : modelHost };
  }

  private campaignParts(
    read: ReadCampaign,
    modelHost: ModelHost | null,
    writer: TextWriter | null,
    byStorybook: boolean,
  ): CampaignParts {
    const { campaign, problems, reading } = read;
    const source = storySourceOf(campaign);
    const mined = indexed(reading);
    const narratorOf = (host: TextWriter): ModelNarrator => createModelNarrator({ host, story: mined, source });
    const ofOwnModel = modelHost !== null && modelHost === this.models?.writer && this.given.narrator !== "model";
    // A model of the player's own tells as soon as it is known that it can; whoever asks for it outright gets it.
    const tells = ofOwnModel
      ? {
          tells: () => this.models?.tells() ?? "plans",
          fault: () => this.models?.fault() ?? null,
          onAsked: (ready: "whole" | "begun" | null) => this.models?.counts(ready),
        }
      : {};
    if (ofOwnModel) void this.models?.probe();
    // Somebody's own generator may cost something, and has no place for what nobody asked for.
    const ahead = modelHost && this.given.startAhead !== false ? new WrittenAhead(modelHost) : null;
    return {
      campaign,
      faults: problems.filter(({ severity }) => severity === "error"),
      mined,
      storybook: storybookOf(read),
      director: directorOf(read),
      formatter: formatterOf(read),
      narrator: writer && createModelNarrator({ host: ahead ?? writer, story: mined, source, ...tells }),
      ahead,
      narratorOf: byStorybook ? null : narratorOf,
      planner: plannerFor(modelHost, campaign, () => tells.tells?.() !== "plans"),
    };
  }
}

/** Who decides about plans: the model where there is one that may narrate. */
function plannerFor(host: ModelHost | null, { manifest, premise }: Campaign, judges: () => boolean): StoryPlanner {
  if (!host) return createPatternPlanner();
  const story = `${manifest.title}. ${premise.replace(/^#.*$/gm, "")}`;
  return new PreparedPlans(createModelPlanner({ host, story, judges }));
}

/** Whoever only looks leaves nothing behind. */
const NO_LOG: Pick<LogFile, "write" | "close"> = { write() {}, close: async () => {} };
