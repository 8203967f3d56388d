/** One playthrough being played: scenes in, choices out, every turn whole on disk or never happened. */
import { setImmediate } from "node:timers/promises";
import { getPath, inSlices, isJsonObject, type JsonObject } from "@narratoria/protocol";
import type {
  EngineEvent,
  NoticeAction,
  PlayerTemplate,
  SceneSituation,
  SceneStage,
} from "@narratoria/protocol/contracts";
import type { ChoiceSlot, SceneDirection } from "@narratoria/protocol/story";
import {
  type AssetFolder,
  type HostServer,
  openAssetFolder,
  openHostServer,
  type TurnTrace,
} from "@narratoria/executor";
import type { PastOfStory, TextGenerator } from "@narratoria/narrator";
import { type Finding, StoreError, type Turn } from "@narratoria/persistence";
import type { HealthState, SkillNews } from "@narratoria/skills";
import { EngineError } from "../errors.js";
import { type NarrateOptions, storyServices } from "../host/host-services.js";
import { KeptLore } from "../host/kept-lore.js";
import { changesThatHold, keptRecords } from "../host/kept-records.js";
import {
  branched,
  campaignFaults,
  campaignProblems,
  campaignStays,
  campaignUpdated,
  generatedAssets,
  foundAtOpening,
  foundInFolder,
  nothingToGoOnFrom,
  manifestNotices,
  modelGaveUp,
  NOTICES,
  type Notice,
  reserveUsed,
  sceneDamaged,
  startedAt,
  skillNews,
  wentTo,
  writerFailed,
  writerRests,
  writerSlow,
} from "../notices.js";
import { isBundled } from "../locate.js";
import { checkOptions, checkValue, count, text } from "../options.js";
import { leavingSlot } from "../plot/endings.js";
import type { CampaignChanges } from "../campaign-changes.js";
import type { MemoryChange } from "../memories.js";
import { outputOf } from "../scene/scene-parts.js";
import {
  eventOf,
  headingOf,
  stateAtHeading,
  journalled,
  makeRecord,
  recordOf,
  type SceneEvent,
  type SceneRecord,
} from "../scene/scene-record.js";
import { isSlot } from "../scene/story-values.js";
import { SkillReport } from "../skill-report.js";
import { StoryStage } from "../stage/story-stage.js";
import { findTurn, type StoryBranch, titled } from "../timeline/branches.js";
import { TurnTraces } from "../timeline/turn-traces.js";
import { isByModel } from "../timeline/written-plans.js";
import { initialState } from "./initial-state.js";
import { createPlayer, type Player } from "./player-character.js";
import { Remembered, REMEMBERED_TURNS } from "./remembered.js";
import { skillOfTool } from "../scene/settled-tools.js";
import { say } from "../words/say.js";
import { SentProse, stateChanges } from "./relay-events.js";
import { runAtOpening } from "./run-at-opening.js";
import { runTurn, type SearchListener } from "./run-turn.js";
import { SceneTeller } from "./scene-teller.js";
import { hasToSpare, tellAhead } from "./tell-ahead.js";
import { brokenInvariants } from "./invariants.js";
import { planRequestOf } from "./plan-moment.js";
import { PLAYER, Portraits, sittersOf, type StoryPortrait } from "./portraits.js";
import { type ModelAhead, ReadingTime } from "./start-ahead.js";
import {
  BEGIN_OPTIONS,
  type BeginOptions,
  EVENTS_OPTIONS,
  type EventsOptions,
  type HeldStory,
  type StoryParts,
  TURN_OPTIONS,
  type TurnOptions,
} from "./story.js";
import { type EndMatter, fallBack, finishTurn, refusedNotices } from "./turn-end.js";
import { soFar } from "./story-past.js";
import { ToldPast } from "./told-past.js";
import { StoryFeed, type TurnEvent, type TurnEvents } from "./turn-events.js";
import { type Standing, startingTurn, startTurn, type TurnStart } from "./turn-start.js";
import { prepareViews } from "./view.js";
import { SCENES_OFF, WritersElsewhere } from "./writers-elsewhere.js";

export async function openStory(parts: StoryParts): Promise<HeldStory> {
  const session = await parts.store.openSession(parts.playthrough.id);
  const story = new PlayedStory(parts, session);
  try {
    await story.open();
    return story;
  } catch (error) {
    await story.close();
    throw error;
  }
}

/** A turn that is being taken: its id in the journal, and what stops it. */
interface TakenTurn {
  readonly id: string;
  readonly signal: AbortSignal;
}

/** What was changed by hand and has been told of. */
const TOLD_EDITS = new WeakSet<Finding>();

const stillTold = (): EngineError =>
  new EngineError("story_busy", say("error.story_busy"), say("error.story_busy.action"));

const ended = (): EngineError =>
  new EngineError("story_ended", say("error.story_ended"), say("error.story_ended.action"));

const openedElsewhere = (title: string): EngineError =>
  new EngineError("story_elsewhere", say("error.story_elsewhere", { title }), say("error.story_elsewhere.action"));

/** Who tells the scenes: whom skills ask elsewhere, and who asks them. */
function tellersOf({
  mined,
  storybook,
  narrator,
  narratorOf,
  writer,
}: StoryParts): [WritersElsewhere | null, SceneTeller] {
  const elsewhere = narratorOf ? new WritersElsewhere({ narratorOf, local: writer }) : null;
  return [elsewhere, new SceneTeller(mined, storybook, narrator, elsewhere)];
}

class PlayedStory implements HeldStory {
  readonly id: string;
  readonly title: string;
  readonly campaign: string;
  readonly campaignChanges: CampaignChanges | null;
  private head: Turn | null = null;
  private record: SceneRecord | null = null;
  private remembered = new Remembered();
  private player: Player | undefined;
  private teller: SceneTeller;
  private elsewhere: WritersElsewhere | null;
  private readonly toldPast: ToldPast;
  private host: Promise<HostServer> | null = null;
  private assets: AssetFolder | null = null;
  /** Whether memories were changed while a turn ran. */
  private isStale = false;
  private readonly feed = new StoryFeed();
  /** The turn that is being taken. */
  private running: { readonly stop: AbortController; readonly done: Promise<void> } | null = null;
  private closed: Promise<void> | null = null;
  readonly whenClosed: Promise<void>;
  private tellClosed = (): void => {};
  /** The scene that is being written before anybody asked for it. */
  private ahead: Promise<void> = Promise.resolve();
  /** Whether the playthrough has been opened anew since. */
  private retired = false;
  /** Whether a script of the turn in hand had a model write. */
  private modelAsked = false;
  private readonly traces: TurnTraces;
  /** Whoever hears of searches while a turn is told. */
  private readonly searches: SearchListener = { heard: () => {} };
  private readonly readingTime: ReadingTime;
  private readonly drawn: Portraits;
  /** Scripts that are run while nobody waits for them. */
  private opening: Promise<void> = Promise.resolve();
  private readonly stopsOpening = new AbortController();
  private stage: StoryStage;
  /** What the player should know before the story goes on. */
  private readonly news: Notice[] = [];
  private readonly skillReport: SkillReport;
  private fullTold = false;
  /** Tells the turn in hand where and when its scene takes place. */
  private tellHeading: (state: JsonObject) => Promise<void> = async () => {};
  /** Tells whom the scene of the turn in hand waits for. */
  private tellWait: NonNullable<NarrateOptions["onWait"]> = () => {};

  constructor(
    private parts: StoryParts,
    private readonly session: { readonly id: string; close(): Promise<void> },
  ) {
    this.id = parts.playthrough.id;
    this.whenClosed = new Promise((resolve) => {
      this.tellClosed = resolve;
    });
    this.title = parts.campaign.manifest.title;
    this.campaign = parts.campaign.name;
    this.campaignChanges = parts.campaignChanges;
    this.readingTime = new ReadingTime(parts.warm, parts.registry, this.modelAhead());
    this.drawn = new Portraits(parts);
    this.stage = new StoryStage(parts);
    this.traces = new TurnTraces(parts.tracesDir);
    this.skillReport = new SkillReport(parts.skills);
    [this.elsewhere, this.teller] = tellersOf(parts);
    this.toldPast = new ToldPast(parts.store, parts.playthrough.id);
  }

  private modelAhead(): ModelAhead | null {
    const { narrator, registry } = this.parts;
    if (!narrator || !this.parts.startAhead) return null;
    const first = { attempt: 1, parentPlanId: null, disabledSkills: registry.disabled() };
    return {
      plan: async (slot, signal) => {
        const { planner, mined } = this.parts;
        await planner.prepare?.(planRequestOf({ registry, mined }, this.turnFor(slot), first), { signal });
      },
      read: async (signal) => {
        if (!this.head) return;
        const past = await this.pastNow().catch(() => null);
        if (past) await this.teller.readAhead({ scene: this.head.scene + 1, state: this.head.state }, past, signal);
      },
      write: (slot, signal) => (this.ahead = this.writeAhead(slot, signal)),
    };
  }

  private async writeAhead(slot: ChoiceSlot, signal: AbortSignal): Promise<void> {
    const { parts, remembered } = this;
    if (!parts.ahead || !parts.narrator?.tells) return;
    if ((parts.isSparing && !(await hasToSpare())) || signal.aborted) return;
    const readPast = (): Promise<PastOfStory> => this.pastNow();
    await tellAhead({ parts, playthroughId: this.id, turn: this.turnFor(slot), remembered, readPast, signal });
  }

  private pastNow(): Promise<PastOfStory> {
    return this.toldPast.read(this.head?.state ?? {}, this.parts.mined.matter);
  }

  private turnFor(slot: ChoiceSlot | null): TurnStart {
    return startTurn(this.standing, slot);
  }

  private get standing(): Standing {
    const { campaign, mined, playthrough } = this.parts;
    const { head, remembered, player } = this;
    return { campaign, mined, seed: playthrough.seed, head, remembered, player };
  }

  /** Starts the opening in steps, between which whatever else the program does goes on: all of it is done for the first time. */
  private async startOpening(): Promise<TurnStart> {
    const { campaign, mined } = this.parts;
    const initial = initialState(campaign, mined, this.player);
    const { start } = this.parts;
    const first = start ? start.state(initial) : initial;
    await setImmediate();
    prepareViews(mined.matter);
    return inSlices(startingTurn({ ...this.standing, first, starts: start?.beat }, null));
  }

  get scene(): SceneEvent | null {
    return this.record ? this.shown(this.record) : null;
  }

  get template(): PlayerTemplate | null {
    return this.head === null ? this.parts.campaign.playerTemplate : null;
  }

  async open(): Promise<void> {
    await this.reload();
    if (this.parts.startAhead)
      this.opening = runAtOpening(this.parts, this.elsewhere !== null, this.stopsOpening.signal)
        .then(() => this.readStage())
        .catch(() => {});
    await this.openAssets();
    if (this.parts.withoutHistory !== null) this.news.push(NOTICES.withoutHistory(this.parts.withoutHistory));
    for (const finding of this.parts.store.findings()) {
      if (!("playthroughId" in finding)) continue;
      // A story that is gone has no opening of its own at which it could be told.
      if (finding.kind === "lost_turns" && finding.whole) this.news.push(foundInFolder(finding, new Map()));
      if (finding.kind === "edited") {
        await this.tellEdit(finding);
        continue;
      }
      if (finding.playthroughId !== this.id) continue;
      // A head that is damaged has been told of, and the story stands before it.
      if (finding.kind === "lost_turns" || this.news.length === 0) this.news.push(foundAtOpening(finding));
    }
    if (this.campaignChanges) this.news.push(campaignUpdated(this.title, this.campaignChanges));
    if (this.parts.playthrough.interrupted && this.news.length === 0) this.news.push(NOTICES.interrupted());
  }

  /** A story that is taken up again shows its scene first: the next one's stage is read while the player does. Implements rule EN6601. */
  private readStage(): void {
    if (!this.stopsOpening.signal.aborted) void this.parts.director.files;
  }

  /** What was changed by hand is told once, with its story or with the one that is opened first after it. */
  private async tellEdit(finding: Extract<Finding, { readonly kind: "edited" }>): Promise<void> {
    if (TOLD_EDITS.has(finding)) return;
    TOLD_EDITS.add(finding);
    const own = finding.playthroughId === this.id;
    const titles = own ? [] : (await this.parts.store.playthroughs()).map(({ id, title }) => [id, title] as const);
    this.news.push(own ? foundAtOpening(finding) : foundInFolder(finding, new Map(titles)));
  }

  /** A folder that cannot be used costs the files, not the story. */
  private async openAssets(): Promise<void> {
    const { assetsDir } = this.parts;
    if (assetsDir === null) return;
    const names = new Set(this.record?.assets?.map(({ path }) => path));
    this.assets = await openAssetFolder(assetsDir, { isKept: (name) => names.has(name) }).catch(() => null);
  }

  async reload(): Promise<void> {
    this.isStale = false;
    this.toldPast.forget();
    this.head = await this.readHead();
    this.remembered = Remembered.of((await this.parts.store.past(this.id, REMEMBERED_TURNS)).reverse());
    this.record = this.head ? recordOf(this.head) : null;
  }

  /** Where the story stands; a scene that was damaged on the disk is left out, and the story goes on from the one before. */
  private async readHead(): Promise<Turn | null> {
    const { store } = this.parts;
    try {
      return await store.head(this.id);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "damaged_turn") throw error;
      const recovered = await store.recover(this.id);
      if (!recovered) {
        const { message, action } = nothingToGoOnFrom(this.title);
        throw new EngineError("scene_unreadable", message, action);
      }
      this.news.push(sceneDamaged(recovered.scene));
      return recovered;
    }
  }

  begin(options: BeginOptions = {}): TurnEvents {
    checkOptions("begin", options, BEGIN_OPTIONS);
    if (this.head === null) this.player = this.parts.player ?? createPlayer(this.parts.campaign, options.character);
    return this.stream(options, async (push, taken) => {
      push({
        type: "story",
        playthroughId: this.id,
        campaign: this.campaign,
        title: this.title,
        seed: this.parts.playthrough.seed,
        resumed: this.parts.resumed,
        ...this.reminder(),
      });
      for (const notice of [...this.news.splice(0), ...this.diskNews()]) push({ type: "notice", ...notice });
      if (this.record === null)
        for (const notice of manifestNotices(this.parts.campaign.manifest)) push({ type: "notice", ...notice });
      if (this.parts.faults.length > 0) push({ type: "notice", ...campaignFaults(this.parts.faults) });
      const made = this.parts.campaign.generated.size;
      if (this.parts.start) push({ type: "notice", ...startedAt(this.parts.start) });
      if (this.parts.enriched) push({ type: "notice", ...NOTICES.enriched(this.parts.enriched) });
      // Of the stories that come with Narratoria, captions and gallery say so.
      if (made > 0 && !isBundled(this.parts.campaign.dir)) push({ type: "notice", ...generatedAssets(made) });
      if (this.record) {
        for (const notice of this.skillReport.take()) push({ type: "notice", ...notice });
        push(this.shown(this.record));
      } else await this.takeTurn(null, push, taken);
    });
  }

  hear(news: readonly SkillNews[]): void {
    this.news.push(...news.flatMap((one) => skillNews(one) ?? []));
  }

  choose(choice: number | string, options: TurnOptions = {}): TurnEvents {
    checkOptions("choose", options, TURN_OPTIONS);
    const record = this.record;
    if (record?.ended) throw ended();
    const slots = record?.slots ?? [];
    const slot = typeof choice === "number" ? slots[choice - 1] : slots.find(({ id }) => id === choice);
    if (!slot) {
      throw new EngineError(
        "no_such_choice",
        say("error.no_such_choice", { choice: String(choice) }),
        say("error.no_such_choice.action", { most: slots.length }),
      );
    }
    const events = this.stream(options, (push, taken) => this.takeTurn(slot, push, taken));
    this.readingTime.chosen(slot);
    return events;
  }

  leave(options: TurnOptions = {}): TurnEvents {
    checkOptions("leave", options, TURN_OPTIONS);
    if (!this.record)
      throw new EngineError("no_such_choice", say("error.nothing_to_leave"), say("error.nothing_to_leave.action"));
    if (this.record.ended) throw ended();
    const slot = leavingSlot(this.parts.campaign, this.record.scene + 1);
    return this.stream(options, (push, taken) => this.takeTurn(slot, push, taken));
  }

  trace(turnId?: string): TurnTrace | null {
    if (turnId !== undefined) checkValue("turnId", turnId, text);
    return this.traces.of(turnId);
  }

  async state(at?: number | string): Promise<JsonObject> {
    if (at !== undefined) checkValue("at", at, typeof at === "number" ? count : text);
    if (at === undefined) return this.head?.state ?? {};
    const { store } = this.parts;
    return (await store.turn((await findTurn(store, this.id, at)).id))?.state ?? {};
  }

  /** For whoever goes on with a story; nothing where nothing has happened yet. */
  private reminder(): { readonly soFar?: readonly string[] } {
    const lines = this.parts.resumed && this.head && !this.record?.ended ? soFar(this.head.state) : [];
    return lines.length > 0 ? { soFar: lines } : {};
  }

  portraits(): readonly StoryPortrait[] {
    return this.drawn.all((person) => this.nameOf(person));
  }

  async replacePortrait(person: string, picture: Uint8Array | null): Promise<void> {
    if (this.nameOf(person) === null) throw new EngineError("no_such_character", say("error.no_such_sitter"));
    await this.drawn.replace(person, picture);
  }

  private nameOf(person: string): string | null {
    if (person === PLAYER) {
      const name = getPath(this.head?.state ?? {}, "player.name");
      return typeof name === "string" && name !== "" ? name : "You";
    }
    return this.parts.mined.matter.people.find(({ id }) => id === person)?.name ?? null;
  }

  onPortrait(listener: () => void): () => void {
    return this.drawn.listen(listener);
  }

  async direction(at?: number | string): Promise<SceneDirection | null> {
    if (at !== undefined) checkValue("at", at, typeof at === "number" ? count : text);
    if (at === undefined) return this.record?.direction ?? null;
    const { store } = this.parts;
    const turn = await store.turn((await findTurn(store, this.id, at)).id);
    return turn ? (recordOf(turn).direction ?? null) : null;
  }

  events({ after, signal }: EventsOptions = {}): AsyncIterable<TurnEvent> {
    checkOptions("events", { after, signal }, EVENTS_OPTIONS);
    return this.feed.read(after, signal);
  }

  act(action: NoticeAction, options: TurnOptions = {}): TurnEvents {
    checkOptions("act", options, TURN_OPTIONS);
    switch (action.do) {
      case "retry_tool":
        return this.retryTool(action.toolId ?? "", options);
      case "tell_again":
        return this.tellAgain(options);
      case "restart_from":
        return this.goTo(action.turnId ?? "", options);
      case "plain_scene":
        // It is on the table.
        return this.stream(options, async (push) => {
          if (this.record) push(this.shown(this.record));
        });
      default:
        throw new EngineError("not_of_the_story", say("error.not_of_the_story", { action: action.label }));
    }
  }

  retryTool(toolId: string, options: TurnOptions = {}): TurnEvents {
    checkValue("toolId", toolId, text);
    checkOptions("retryTool", options, TURN_OPTIONS);
    const skill = skillOfTool(this.head, toolId);
    if (skill === null) throw new EngineError("no_such_tool", say("error.no_such_tool", { tool: toolId }));
    this.forgive(skill);
    return this.takeAgain(options);
  }

  tellAgain(options: TurnOptions = {}): TurnEvents {
    checkOptions("tellAgain", options, TURN_OPTIONS);
    return this.takeAgain(options);
  }

  skillHealth(): Readonly<Record<string, HealthState>> {
    const { registry } = this.parts;
    return Object.fromEntries(registry.list().map(({ name }) => [name, registry.health(name)]));
  }

  async remember(change: MemoryChange): Promise<void> {
    if (change === "words") {
      await this.traces.forget(this.running !== null);
    }
    if (this.running) this.isStale = true;
    else await this.reload();
  }

  forgive(skill: string): void {
    this.parts.registry.forgive(skill);
  }

  /** Takes the choice of the scene on the table once more; that scene stays where it is, beside what comes of it. */
  private takeAgain(options: TurnOptions): TurnEvents {
    const { head } = this;
    const slot = head?.choice ?? null;
    if (!head || !isSlot(slot))
      throw new EngineError("cannot_tell_again", say("error.cannot_tell_again", { why: "opening" }));
    if (head.rolls.some((roll) => isJsonObject(roll) && roll["source"] === "crypto"))
      throw new EngineError("cannot_tell_again", say("error.cannot_tell_again", { why: "dice" }));
    return this.stream(options, async (push, taken) => {
      const { store } = this.parts;
      await store.undo(this.id);
      await this.reload();
      const before = this.head?.id;
      try {
        await this.takeTurn(slot, push, taken);
      } finally {
        if (this.head?.id === before) {
          await store.redo(this.id);
          await this.reload();
          if (this.record) push(this.shown(this.record));
        }
      }
    });
  }

  undo(options: TurnOptions = {}): TurnEvents {
    checkOptions("undo", options, TURN_OPTIONS);
    const { store } = this.parts;
    return this.move(options, async () => ((await store.undo(this.id)) ? NOTICES.undone() : NOTICES.nothingToUndo()));
  }

  redo(options: TurnOptions = {}): TurnEvents {
    checkOptions("redo", options, TURN_OPTIONS);
    const { store } = this.parts;
    return this.move(options, async () => ((await store.redo(this.id)) ? NOTICES.redone() : NOTICES.nothingToRedo()));
  }

  branch(at?: number | string, name?: string, options: TurnOptions = {}): TurnEvents {
    checkOptions("branch", options, TURN_OPTIONS);
    if (at !== undefined) checkValue("at", at, typeof at === "number" ? count : text);
    if (name !== undefined) checkValue("name", name, text);
    return this.move(options, async () => {
      const { store } = this.parts;
      const turn = await findTurn(store, this.id, at ?? this.head?.id);
      const branch = await store.branch(this.id, turn.id, name);
      return branched(turn.scene, branch.name);
    });
  }

  goTo(to: string, options: TurnOptions = {}): TurnEvents {
    checkOptions("goTo", options, TURN_OPTIONS);
    checkValue("to", to, text);
    return this.move(options, async () => {
      const { store } = this.parts;
      const branch = (await this.branches()).find(({ id }) => id === to);
      const turn = await findTurn(store, this.id, branch?.tip.turnId ?? to);
      await (branch ? store.switchBranch(this.id, branch.id) : store.moveHead(this.id, turn.id));
      const standing = (await this.branches()).find(({ current }) => current);
      return wentTo(turn.scene, standing?.title ?? "");
    });
  }

  async branches(): Promise<StoryBranch[]> {
    return titled(await this.parts.store.branches(this.id));
  }

  nameBranch(branchId: string, name: string): Promise<void> {
    return this.parts.store.nameBranch(this.id, branchId, name);
  }

  /** Stands elsewhere: what the story remembers is read anew, and the scene there shown. */
  private move(options: TurnOptions, work: () => Promise<Notice>): TurnEvents {
    return this.stream(options, async (push, { signal }) => {
      // To stand elsewhere is one step, which is taken or not.
      const notice = signal.aborted ? NOTICES.stopped() : await work();
      if (!signal.aborted) await this.reload();
      push({ type: "notice", ...notice });
      if (this.record) push(this.shown(this.record));
    });
  }

  async retire(): Promise<void> {
    if (this.running) throw stillTold();
    this.retired = true;
    await this.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  close(): Promise<void> {
    this.closed ??= this.end().finally(() => this.tellClosed());
    return this.closed;
  }

  private async end(): Promise<void> {
    this.readingTime.end();
    // Nobody else would hear of what becomes of it.
    this.running?.stop.abort();
    await this.running?.done;
    this.parts.ahead?.keepOnly(null);
    await this.ahead;
    this.feed.close();
    this.stopsOpening.abort();
    await this.opening;
    await this.drawn.close();
    await (await this.host)?.close();
    this.host = null;
    await this.traces.saved();
    // Where the disk is full its end cannot be written: all else is closed none the less.
    await this.session
      .close()
      .catch((error: unknown) =>
        this.parts.log({ level: "warn", message: `The end of the session was not saved: ${String(error)}` }),
      );
    // Whoever looked at a campaign and went leaves no story.
    if (!this.parts.resumed && this.head === null) await this.discard();
  }

  private async discard(): Promise<void> {
    const { store, playthrough } = this.parts;
    await store.deletePlaythrough(playthrough.id).catch(() => {});
  }

  private stream(
    { signal }: TurnOptions,
    work: (push: (event: EngineEvent) => void, taken: TakenTurn) => Promise<void>,
  ): TurnEvents {
    if (this.retired) throw openedElsewhere(this.title);
    if (this.running) throw stillTold();
    this.readingTime.end();
    this.drawn.rest();
    const stop = new AbortController();
    const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const turn = this.parts.newId("turn");
    const events = this.feed.begin({
      turn,
      run: (push) => work(push, { id: turn, signal: stopped }),
      scene: () => this.scene,
      over: () => {
        this.running = null;
        this.parts.ahead?.keepOnly(null);
        if (!this.record || this.record.ended || stopped.aborted) return;
        this.readingTime.begin(this.record.slots);
        if (this.parts.startAhead) this.drawn.begin(sittersOf(this.record, this.head?.state ?? {}, this.parts));
      },
    });
    const done = events.then(
      () => {},
      () => {},
    );
    this.running = { stop, done: Promise.resolve(done) };
    return events;
  }

  /** What a turn made and did not come to goes with it. */
  private async takeTurn(slot: ChoiceSlot | null, push: (event: EngineEvent) => void, taken: TakenTurn): Promise<void> {
    const before = this.head?.id;
    this.parts.ahead?.keepOnly(slot?.id ?? null);
    // To read a large state takes a while, and so may what the shell did just before.
    await setImmediate();
    if (this.isStale) await this.reload();

    // The opening's campaign has just been read.
    if (slot !== null) await this.takeChanges();
    try {
      await this.tellTurn(slot, push, taken);
    } finally {
      const came = this.head?.id !== before && this.record ? (this.shown(this.record).assets ?? []) : [];
      await this.assets?.endTurn(came.map(({ path }) => path));
    }
  }

  /** Goes on with the campaign as its author has changed it, or says why it stays as it was. */
  private async takeChanges(): Promise<void> {
    const changed = await this.parts.changed?.();
    if (!changed) return;
    if ("why" in changed) {
      this.news.push(campaignStays(changed.why));
      return;
    }
    this.parts = { ...this.parts, ...changed.parts };
    this.stage = new StoryStage(this.parts);
    [this.elsewhere, this.teller] = tellersOf(this.parts);
    // It serves the lore as it was.
    await (await this.host)?.close();
    this.host = null;
    this.news.push(NOTICES.campaignChanged(), ...campaignProblems(changed.problems));
  }

  private async tellTurn(slot: ChoiceSlot | null, push: (event: EngineEvent) => void, taken: TakenTurn): Promise<void> {
    const startedAt = performance.now();
    const { parts } = this;
    let firstTextMs: number | undefined;
    const sent = new SentProse();
    const turn = slot === null && this.head === null ? await this.startOpening() : this.turnFor(slot);
    this.teller.begin(turn, this.remembered, () => this.pastNow());
    this.modelAsked = false;
    this.traces.begin();
    await parts.store.beginTurn(this.id, { parentId: this.head?.id ?? null, choiceId: slot?.id ?? null });
    this.host ??= openHostServer({
      services: storyServices({
        playthroughId: this.id,
        records: keptRecords(parts.store, this.id, new KeptLore(parts.store, this.id, parts.campaign)),
        embedder: parts.embedder,
        generator: this.watchedGenerator(),
        newId: (dataType) => parts.newId(dataType === "memory" ? "memory" : "record"),
        narrate: (brief, state, options) => this.narrated(brief, state, options),
        written: (part) => this.elsewhere?.take(part),
        searched: (search) => this.searches.heard(search),
      }),
      log: (entry) => parts.log({ ...entry, playthrough: this.id }),
      ...(parts.sandbox.socketDir === undefined ? {} : { runDir: parts.sandbox.socketDir }),
    });

    const emit = (event: EngineEvent): void => {
      if (event.type === "prose") {
        firstTextMs ??= Math.round(performance.now() - startedAt);
        sent.add(event);
      }
      push(event);
    };
    this.tellHeading = async (state) => {
      const background = await this.stage.backgroundOf(turn, state, this.record?.stage ?? null);
      const heading = headingOf(stateAtHeading(turn, state), parts.mined);
      emit({ type: "progress", stage: "writing", heading, ...(background !== undefined && { background }) });
    };
    this.tellWait = (waiting) => emit({ type: "progress", stage: "writing", ...(waiting !== null && { waiting }) });
    for (const notice of [...this.news.splice(0), ...this.skillReport.take()]) emit({ type: "notice", ...notice });
    const { outcome, runs, attempt, failure, trace } = await runTurn({
      parts,
      turn,
      host: await this.host,
      assets: this.assets,
      searches: this.searches,
      signal: taken.signal,
      emit,
      playthroughId: this.id,
    });
    this.traces.add(taken.id, trace);
    const lastRun = runs.at(-1);

    if (outcome === "cancelled") {
      await parts.store.abandonTurn(this.id);
      push({ type: "notice", ...NOTICES.stopped() });
      if (this.record) push(this.shown(this.record));
      return;
    }
    // A plan that could only say something has not done what was chosen.
    const done =
      outcome === "success" && lastRun !== undefined && (slot === null || outputOf(lastRun.result, "outcome") !== null);
    const { mined, registry } = parts;
    const { skillReport, teller, title } = this;
    const matter: EndMatter = {
      turn,
      runs,
      attempt,
      before: this.head && { turnId: this.head.id, scene: this.head.scene },
      failure,
      mined,
      registry,
      skillReport,
      teller,
      title,
      newId: () => parts.newId("memory"),
      push: emit,
    };
    const told = done ? finishTurn(matter, lastRun) : fallBack(matter, this.record?.slots);
    const choicesMs = Math.round(performance.now() - startedAt);
    const { end, stage, changes, refused } = await this.stage.finish(turn, told, this.record?.stage ?? null);
    if (parts.narrator?.gaveUp && this.skillReport.first("model failed"))
      push({ type: "notice", ...modelGaveUp(parts.narrator.gaveUp.message) });
    const fault = this.elsewhere?.fault;
    if (fault && this.skillReport.first("storyteller elsewhere failed"))
      push({ type: "notice", ...writerFailed(fault) });
    const slow = this.elsewhere?.slow;
    if (slow && this.skillReport.first("storyteller elsewhere slow")) push({ type: "notice", ...writerSlow(slow) });
    const rest = this.elsewhere?.takeRest();
    if (rest) push({ type: "notice", ...writerRests(rest, SCENES_OFF) });
    const unkept = lastRun === undefined ? [] : refusedNotices({ skillReport }, lastRun, refused);
    for (const notice of [...end.notices, ...unkept]) push({ type: "notice", ...notice });
    const record = makeRecord(
      {
        turnId: taken.id,
        stage,
        title,
        turn,
        end,
        campaign: parts.campaign,
        mined,
        sentences: teller.sentencesOf(end.prose),
        formatter: parts.formatter,
        epilogue: teller.epilogue,
        plannedByModel: isByModel(lastRun?.plan),
        timeMs: {
          ...(firstTextMs === undefined ? {} : { firstText: firstTextMs }),
          choices: choicesMs,
          total: Math.round(performance.now() - startedAt),
        },
      },
      (ref) => this.remembered.publicRef(ref),
    );
    for (const piece of sent.missing([...record.paragraphs, ...(record.epilogue ?? [])])) emit(piece);
    if (record.choices.length > 0) push({ type: "choices", choices: record.choices });
    const stateBefore = this.head?.state ?? {};
    this.head = await parts.store.commitTurn({
      ...journalled(record, { turn, end, runs, modelAsked: this.modelAsked }),
      changes: [...(await changesThatHold(parts.store, this.id, end.changes)), ...changes],
      playthroughId: this.id,
      sessionId: this.session.id,
      parentId: this.head?.id ?? null,
    });
    this.record = record;
    this.remembered.add(record.summary, this.head.memories);
    this.toldPast.add(record.paragraphs);
    const whole = (): TurnTrace => ({ ...trace(), timeMs: record.timeMs ?? {}, brief: end.brief });
    this.traces.finish(taken.id, whole);
    for (const event of stateChanges(stateBefore, turn.base, done ? lastRun : undefined, end.state)) push(event);
    for (const notice of this.diskNews()) push({ type: "notice", ...notice });
    // Only what is on disk is shown as finished.
    const scene = this.shown(record);
    for (const broken of parts.checkStory ? this.brokenIn(record, stateBefore, end.state) : []) push(broken);
    for (const asset of scene.assets ?? []) push({ type: "asset", ...asset });
    push(scene);
  }

  /** Says where and when the scene is before any of it is told. */
  private async *narrated(...[brief, state, options]: Parameters<SceneTeller["narrate"]>): AsyncGenerator<object> {
    await this.tellHeading(this.teller.staged(state));
    const onWait: NonNullable<NarrateOptions["onWait"]> = (waiting) => this.tellWait(waiting);
    yield* this.teller.narrate(brief, state, { ...options, onWait });
  }

  private brokenIn(record: SceneRecord, before: JsonObject, after: JsonObject): EngineEvent[] {
    const { paragraphs, slots, ended } = record;
    const present = record.summary.people ?? [];
    const speakers = (record.speakers ?? []).map(({ person }) => person);
    const { location, begins = record } = record;
    const places = { location, begins: begins.location };
    const scene = { before, after, paragraphs, slots, present, speakers, ...places, ended };
    return brokenInvariants(scene, this.parts.mined.matter).map((message) => ({
      type: "log",
      level: "error",
      message,
      source: "runtime",
      fields: { check: "invariant", scene: record.scene },
    }));
  }

  /** Tells once that the disk is full, and again where it was not in between. */
  private diskNews(): Notice[] {
    const full = this.parts.store.findings().find((finding) => finding.kind === "reserve_used");
    const news = full && !this.fullTold ? [reserveUsed(full)] : [];
    this.fullTold = full !== undefined;
    return news;
  }

  private watchedGenerator(): TextGenerator | null {
    const { generator } = this.parts;
    if (!generator) return null;
    return {
      id: generator.id,
      generate: (request, options) => {
        this.modelAsked = true;
        return generator.generate(request, options);
      },
    };
  }

  stageHere(stage: SceneStage): SceneStage {
    return this.stage.here(stage);
  }

  private shown(record: SceneRecord): SceneEvent {
    const event = eventOf(record, (ref) => this.remembered.publicRef(ref), this.parts.assetsDir);
    const { situation, stage } = event;
    return {
      ...event,
      ...(situation && { situation: this.withPortraits(situation) }),
      ...(stage && { stage: this.stageHere(stage) }),
    };
  }

  private withPortraits({ people, ...rest }: SceneSituation): SceneSituation {
    const paths = new Map(this.portraits().map(({ person, path }) => [person, path]));
    return {
      ...rest,
      people: people.map((person) => {
        const portrait = paths.get(person.id);
        return portrait ? { ...person, portrait } : person;
      }),
    };
  }
}
