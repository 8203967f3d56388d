/** One playthrough being played: scenes in, choices out, every turn whole on disk or never happened. (DESIGN 3) */
import { getPath, type JsonObject, mergePatch } from "@narratoria/protocol";
import type { EngineEvent, PlayerTemplate, ToolResult } from "@narratoria/protocol/contracts";
import { createRandom, deriveSeed } from "@narratoria/protocol/random";
import type {
  BeatMatter,
  ChoiceSlot,
  EndingMatter,
  SceneBrief,
  SceneType,
  StoryMemory,
} from "@narratoria/protocol/story";
import type { Campaign, Problem } from "@narratoria/campaign";
import {
  type ExecutorEvent,
  type HostServer,
  openHostServer,
  type PlanRun,
  runReplanLoop,
  type TurnTrace,
  type WarmPool,
} from "@narratoria/executor";
import {
  type MinedStory,
  type PlanGenerator,
  type SceneDraft,
  type Storybook,
  templateScene,
} from "@narratoria/narrator";
import { type PlaythroughSummary, type Store, StoreError, type Turn } from "@narratoria/persistence";
import type { SkillNews, SkillRegistry, SkillStanding } from "@narratoria/skills";
import { besideOf } from "../scene/beside.js";
import { type BeatDecision, type BeatMoment, decideBeats, foreseen } from "../plot/beats.js";
import { timeInWords } from "../scene/clock.js";
import { endingHooks, LEAVE_TAKING, leavingSlot, tellingDeeds } from "../plot/endings.js";
import { EngineError } from "../errors.js";
import { EventQueue } from "./event-queue.js";
import { heardIn } from "../scene/heard.js";
import { readSceneType, sceneTypeOf } from "../scene/scene-type.js";
import { SettledTools, toolIdsOf } from "../scene/settled-tools.js";
import { stageBeat, storyServices } from "../host-services.js";
import { createPlayer, type Player, type PlayerCharacter } from "./player-character.js";
import { initialState, placeId } from "./initial-state.js";
import { campaignFaults, NOTICES, type Notice, sceneDamaged, skillFailed, skillNews, skillOff } from "../notices.js";
import {
  clean,
  failedTools,
  outputOf,
  plainSlots,
  readOutcome,
  readProse,
  readRoll,
  readSlots,
  type Roll,
  sentencesInPublic,
  type ToldProse,
  type WhatHappened,
  wordSlots,
} from "../scene/scene-parts.js";
import { SkillReport } from "../skill-report.js";
import { ReadingTime } from "./start-ahead.js";
import { buildView, type SceneSummary } from "./view.js";

export type SceneEvent = Extract<EngineEvent, { type: "scene" }>;

/** A story that is open for play. */
export interface Story {
  /** The playthrough's id. */
  readonly id: string;
  readonly title: string;
  readonly campaign: string;
  /** The scene that is on the table, or null before `begin`. */
  readonly scene: SceneEvent | null;
  /** Who the player can be: what there is to ask before `begin`. Null where the campaign does not say, and once a story has begun. */
  readonly template: PlayerTemplate | null;
  /**
   * Tells the opening, or shows the scene where the story stands.
   *
   * @throws {EngineError} `no_such_character`, before anything happens.
   */
  begin(options?: BeginOptions): AsyncIterable<EngineEvent>;
  /**
   * Takes a choice and tells what comes of it.
   *
   * @param choice - Its number, 1 for the first, or its id.
   * @throws {EngineError} `no_such_choice`, `story_ended` or `story_busy`, before anything happens.
   */
  choose(choice: number | string, options?: TurnOptions): AsyncIterable<EngineEvent>;
  /**
   * Leaves the story for good: tells what becomes of it without the player, and ends it. Undo takes that back.
   *
   * @throws {EngineError} `story_ended`, `story_busy`, or `no_such_choice` before the opening, before anything happens.
   */
  leave(options?: TurnOptions): AsyncIterable<EngineEvent>;
  /** Takes the last choice back, with all that came of it, and shows the scene before. */
  undo(): AsyncIterable<EngineEvent>;
  /** All that went on behind the turn taken last, for whoever looks for a fault; null before there was one. See `exportTrace`. */
  trace(): TurnTrace | null;
  close(): Promise<void>;
}

export interface TurnOptions {
  /** Stops the turn; the story stays as it was before the choice. */
  readonly signal?: AbortSignal;
}

export interface BeginOptions extends TurnOptions {
  /** Who the player is in a story that has not begun; as the campaign has it where left out. */
  readonly character?: PlayerCharacter;
}

export interface StoryParts {
  readonly store: Store;
  readonly playthrough: PlaythroughSummary;
  readonly resumed: boolean;
  readonly campaign: Campaign;
  /** What is wrong with the campaign and was left out. */
  readonly faults: readonly Problem[];
  readonly mined: MinedStory;
  readonly storybook: Storybook;
  readonly registry: SkillRegistry;
  /** How all skills stand now, those that are not used included. */
  skills(): readonly SkillStanding[];
  readonly planner: PlanGenerator;
  /** Null where no process is to be started ahead of need. */
  readonly warm: WarmPool | null;
  /** Takes a line for the log and returns at once. */
  log(entry: object): void;
  newId(): string;
}

/** What a finished scene leaves behind in the journal, beside state: enough to show it again exactly and to go on from it. */
interface SceneRecord extends Omit<SceneEvent, "sentences"> {
  readonly slots: readonly ChoiceSlot[];
  /** Every sentence of the storybook's with the frame and the sources it came from; empty where another narrator told. */
  readonly sentences: SceneDraft["sentences"];
  readonly summary: SceneSummary;
}

/** Everything decided before a plan is asked for. */
interface TurnStart {
  readonly scene: number;
  readonly base: JsonObject;
  readonly slot: ChoiceSlot | null;
  readonly beat: BeatMatter | null;
  readonly ending: EndingMatter | null;
  readonly decision: BeatDecision | null;
  readonly sceneType: SceneType;
  readonly seed: string;
  readonly view: JsonObject;
}

/** What a plan's run came to, ready to be shown and written down. */
interface TurnEnd {
  readonly state: JsonObject;
  readonly prose: ToldProse;
  readonly slots: readonly ChoiceSlot[];
  readonly roll: Roll | null;
  readonly happened: WhatHappened;
  readonly memories: readonly { readonly id: string; readonly record: JsonObject }[];
  readonly notices: readonly Notice[];
  readonly sceneType: SceneType;
}

/** Turns whose memories are kept at hand for beats and endings. */
const REMEMBERED_TURNS = 400;

/** A story as the engine holds it. */
export interface HeldStory extends Story {
  /** Told what became of skills since; the player hears of it with the next scene. */
  hear(news: readonly SkillNews[]): void;
}

export async function openStory(parts: StoryParts): Promise<HeldStory> {
  const session = await parts.store.openSession(parts.playthrough.id);
  const story = new PlayedStory(parts, session);
  try {
    await story.load();
    return story;
  } catch (error) {
    await story.close();
    throw error;
  }
}

class PlayedStory implements HeldStory {
  readonly id: string;
  readonly title: string;
  readonly campaign: string;
  private head: Turn | null = null;
  private record: SceneRecord | null = null;
  private past: SceneSummary[] = [];
  private memories: StoryMemory[] = [];
  /** Memory ids by the scene they are of: what a shell shows as a source names a scene, the same in every run of a story. */
  private readonly sceneOfMemory = new Map<string, string>();
  private current: TurnStart | null = null;
  private player: Player | undefined;
  /** What the storybook told last. */
  private draft: SceneDraft | null = null;
  private host: Promise<HostServer> | null = null;
  private running = false;
  private traced: (() => TurnTrace) | null = null;
  private readonly readingTime: ReadingTime;
  /** What the player should know before the story goes on. */
  private readonly news: Notice[] = [];
  private readonly skillReport: SkillReport;

  constructor(
    private readonly parts: StoryParts,
    private readonly session: { readonly id: string; close(): Promise<void> },
  ) {
    this.id = parts.playthrough.id;
    this.title = parts.campaign.manifest.title;
    this.campaign = parts.campaign.name;
    this.readingTime = new ReadingTime(parts.warm, parts.registry);
    this.skillReport = new SkillReport(parts.skills);
  }

  get scene(): SceneEvent | null {
    return this.record ? this.eventOf(this.record) : null;
  }

  get template(): PlayerTemplate | null {
    return this.head === null ? this.parts.campaign.playerTemplate : null;
  }

  async load(): Promise<void> {
    this.head = await this.readHead();
    const turns = (await this.parts.store.history(this.id, { limit: REMEMBERED_TURNS })).reverse();
    this.past = turns.map((turn) => recordOf(turn).summary);
    this.memories = [];
    for (const turn of turns) this.remember(turn.scene, turn.memories);
    this.record = this.head ? recordOf(this.head) : null;
  }

  /** Where the story stands; a scene that was damaged on the disk is left out, and the story goes on from the one before. */
  private async readHead(): Promise<Turn | null> {
    const { store, playthrough } = this.parts;
    try {
      const head = await store.head(this.id);
      if (playthrough.interrupted) this.news.push(NOTICES.interrupted);
      return head;
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== "damaged_turn") throw error;
      const recovered = await store.recover(this.id);
      if (!recovered) throw error;
      this.news.push(sceneDamaged(recovered.scene));
      return recovered;
    }
  }

  begin(options: BeginOptions = {}): AsyncIterable<EngineEvent> {
    if (this.head === null) this.player = createPlayer(this.parts.campaign, options.character);
    return this.stream(options, async (push, signal) => {
      push({
        type: "story",
        playthroughId: this.id,
        campaign: this.campaign,
        title: this.title,
        seed: this.parts.playthrough.seed,
        resumed: this.parts.resumed,
      });
      for (const notice of this.news.splice(0)) push({ type: "notice", ...notice });
      if (this.parts.faults.length > 0) push({ type: "notice", ...campaignFaults(this.parts.faults) });
      if (this.record) {
        for (const notice of this.skillReport.take()) push({ type: "notice", ...notice });
        push(this.eventOf(this.record));
      } else await this.takeTurn(null, push, signal);
    });
  }

  hear(news: readonly SkillNews[]): void {
    this.news.push(...news.flatMap((one) => skillNews(one) ?? []));
  }

  choose(choice: number | string, options: TurnOptions = {}): AsyncIterable<EngineEvent> {
    const record = this.record;
    if (record?.ended) throw new EngineError("story_ended", "This story has ended.", "Start a new one.");
    const slots = record?.slots ?? [];
    const slot = typeof choice === "number" ? slots[choice - 1] : slots.find(({ id }) => id === choice);
    if (!slot) {
      throw new EngineError(
        "no_such_choice",
        `There is no choice ${choice}.`,
        slots.length > 0 ? `Choose 1 to ${slots.length}.` : "Begin the story first.",
      );
    }
    return this.stream(options, (push, signal) => this.takeTurn(slot, push, signal));
  }

  leave(options: TurnOptions = {}): AsyncIterable<EngineEvent> {
    if (!this.record)
      throw new EngineError("no_such_choice", "There is nothing to leave yet.", "Begin the story first.");
    if (this.record.ended) throw new EngineError("story_ended", "This story has ended.", "Start a new one.");
    const slot = leavingSlot(this.parts.campaign, this.record.scene + 1);
    return this.stream(options, (push, signal) => this.takeTurn(slot, push, signal));
  }

  trace(): TurnTrace | null {
    return this.traced?.() ?? null;
  }

  undo(): AsyncIterable<EngineEvent> {
    return this.stream({}, async (push) => {
      const parent = this.head?.parentId;
      if (!parent) {
        push({ type: "notice", ...NOTICES.nothingToUndo });
      } else {
        await this.parts.store.moveHead(this.id, parent);
        await this.load();
        push({ type: "notice", ...NOTICES.undone });
      }
      if (this.record) push(this.eventOf(this.record));
    });
  }

  async close(): Promise<void> {
    this.readingTime.end();
    await (await this.host)?.close();
    this.host = null;
    await this.session.close();
  }

  /** Runs work that pushes events, as a stream; leaving the stream early stops the work. */
  private stream(
    options: TurnOptions,
    work: (push: (event: EngineEvent) => void, signal: AbortSignal) => Promise<void>,
  ): AsyncIterable<EngineEvent> {
    if (this.running) throw new EngineError("story_busy", "A scene is still being told.", "Wait for it, or stop it.");
    this.running = true;
    this.readingTime.end();
    const queue = new EventQueue<EngineEvent>();
    const left = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, left.signal]) : left.signal;
    const done = work((event) => queue.push(event), signal)
      .then(
        () => queue.close(),
        (error: unknown) => queue.fail(error),
      )
      .finally(() => {
        this.running = false;
        if (this.record && !this.record.ended && !options.signal?.aborted) this.readingTime.begin(this.record.slots);
      });
    return (async function* () {
      try {
        yield* queue;
      } finally {
        left.abort();
        await done;
      }
    })();
  }

  private async takeTurn(
    slot: ChoiceSlot | null,
    push: (event: EngineEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const startedAt = performance.now();
    let firstTextMs: number | undefined;
    const turn = this.prepare(slot);
    this.current = turn;
    await this.parts.store.beginTurn(this.id, { parentId: this.head?.id ?? null, choiceId: slot?.id ?? null });
    this.host ??= openHostServer({
      services: storyServices({
        store: this.parts.store,
        playthroughId: this.id,
        newId: this.parts.newId,
        tell: (brief, state) => this.tell(brief, state),
      }),
    });

    const emit = (event: EngineEvent): void => {
      if (event.type === "prose") firstTextMs ??= Math.round(performance.now() - startedAt);
      push(event);
    };
    for (const notice of [...this.news.splice(0), ...this.skillReport.take()]) emit({ type: "notice", ...notice });
    let attempt = 0;
    let settled = new SettledTools([], (result, toolPath) => this.relaySettled(result, toolPath, emit));
    const about = { playthrough: this.id, scene: turn.scene };
    const loop = await runReplanLoop({
      generate: async (request, abort) => {
        attempt = request.attempt;
        emit({ type: "planning", attempt });
        const plan = await this.parts.planner.generate(
          {
            kind: turn.ending ? "ending" : slot ? "turn" : "opening",
            scene: turn.scene,
            attempt: request.attempt,
            parentPlanId: request.parentPlanId,
            sceneType: turn.sceneType,
            recall: this.recallFor(turn),
            skills: this.parts.registry.list().map((skill) => ({
              name: skill.name,
              scripts: skill.scripts.map(({ name }) => name),
              health: this.parts.registry.health(skill.name),
            })),
            disabledSkills: request.disabledSkills,
            prompts: this.parts.registry.prompts(),
            ...(slot ? { slot } : {}),
            ...(turn.beat ? { beat: turn.beat } : {}),
          },
          { signal: abort },
        );
        settled = new SettledTools(toolIdsOf(plan), (result, toolPath) => this.relaySettled(result, toolPath, emit));
        return plan;
      },
      execute: {
        resolver: this.parts.registry,
        host: await this.host,
        state: turn.base,
        context: turn.view,
        seed: turn.seed,
        signal,
        disabledSkills: this.parts.registry.disabled(),
        ...(this.parts.warm ? { warm: this.parts.warm } : {}),
        log: (entry) => this.parts.log({ ...entry, ...about }),
        onEvent: (event) => {
          if (event.type === "tool-settled") settled.add(event.result, event.toolPath);
          else this.relay(event, attempt, emit);
        },
      },
    });
    this.traced = loop.trace;
    const lastRun = loop.runs.at(-1);
    if (lastRun) settled.flush(lastRun.result.toolResults);

    if (loop.outcome === "cancelled") {
      await this.parts.store.abandonTurn(this.id);
      push({ type: "notice", ...NOTICES.stopped });
      if (this.record) push(this.eventOf(this.record));
      return;
    }
    // A plan that could only say something has not done what was chosen.
    const done =
      loop.outcome === "success" &&
      lastRun !== undefined &&
      (slot === null || outputOf(lastRun.result, "outcome") !== null);
    const end = done
      ? this.finish(turn, lastRun, loop.runs, attempt, emit)
      : this.fallBack(turn, loop.runs, attempt, emit);
    for (const notice of end.notices) push({ type: "notice", ...notice });
    await this.commit(turn, end, loop.runs, push, {
      ...(firstTextMs === undefined ? {} : { firstText: firstTextMs }),
      total: Math.round(performance.now() - startedAt),
    });
  }

  private prepare(slot: ChoiceSlot | null): TurnStart {
    const { campaign, mined, playthrough } = this.parts;
    const scene = this.head ? this.head.scene + 1 : 0;
    const base = this.head?.state ?? initialState(campaign, mined.matter, this.player);
    const seed = deriveSeed(playthrough.seed, "turn", scene);
    const ending = slot?.verb === "end" ? (mined.endings.get(slot.bind.ending ?? "") ?? LEAVE_TAKING) : null;
    const moment: BeatMoment = {
      scene,
      state: base,
      tags: slot?.tags ?? [],
      ...(slot?.verb === "go" && slot.bind.place ? { destination: slot.bind.place } : {}),
      placeOf: (beat) => mined.beats.get(beat.id)?.place ?? placeId(beat.location, mined.matter),
      peopleOf: (beat) => mined.beats.get(beat.id)?.people ?? [],
      remembers: (text, npc) => this.remembers(text, npc),
    };
    const decision =
      slot && !ending ? decideBeats(campaign.beats, moment, createRandom(deriveSeed(seed, "beats"))) : null;
    const beat = decision?.fires ? (mined.beats.get(decision.fires.id) ?? null) : null;
    const hooks = decision
      ? [...decision.hooks, ...endingHooks(campaign, moment, this.memories)]
      : ending
        ? []
        : foreseen(campaign.beats, moment);
    const view = buildView({
      campaign,
      matter: mined.matter,
      state: base,
      scene,
      scenes: this.past,
      slot,
      hooks,
      beat,
      ending,
    });
    return { scene, base, slot, beat, ending, decision, sceneType: sceneTypeOf(slot, beat), seed, view };
  }

  /** Words to recall by: the choice, and the names of what it acts on. */
  private recallFor(turn: TurnStart): { query: string; characters: string[] } {
    const { matter } = this.parts.mined;
    const bind = turn.slot?.bind ?? {};
    const here = getPath(turn.base, "place");
    const people = matter.people.filter(
      ({ id }) => getPath(turn.base, `people.${id}.place`) === here || id === bind.npc,
    );
    const words = [
      turn.slot?.text,
      ...people.map(({ short }) => short),
      matter.topics.find(({ id }) => id === bind.topic)?.np,
      matter.places.find(({ id }) => id === (bind.place ?? here))?.name,
    ];
    return { query: words.filter((word) => word !== undefined).join(" "), characters: people.map(({ id }) => id) };
  }

  private remembers(text: string, npc?: string): boolean {
    const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
    if (words.length === 0) return false;
    return this.memories.some((memory) => {
      if (npc !== undefined && !memory.characters.includes(npc)) return false;
      const summary = memory.summary.toLowerCase();
      // A shared stem is enough ("betrayed" answers to "betrayal"); meaning beyond words needs an embedder.
      return words.every((word) => summary.includes(word.slice(0, Math.max(4, word.length - 3))));
    });
  }

  /** The host's `generate`: the scene that is being made is the engine's to say, whatever a brief claims. */
  private tell(brief: SceneBrief, state: JsonObject): SceneDraft {
    const turn = this.current;
    if (!turn) throw new EngineError("story_busy", "No scene is being told.");
    const placeBefore = getPath(state, "place");
    const broughtTo = turn.beat?.place !== undefined && turn.beat.place !== placeBefore ? turn.beat.place : undefined;
    this.draft = this.parts.storybook.tell(
      {
        ...brief,
        // A beat that happens elsewhere takes the player there, and the way is told like any other change.
        effects: broughtTo ? [...brief.effects, { kind: "move", place: broughtTo }] : brief.effects,
        scene: turn.scene,
        seed: turn.seed,
        sceneType: brief.sceneType ?? turn.sceneType,
        ...(turn.slot ? { choice: turn.slot } : {}),
        ...(turn.beat ? { beat: turn.beat } : {}),
        ...(turn.ending ? { ending: turn.ending, deeds: tellingDeeds(this.memories) } : {}),
      },
      stageBeat(state, turn.beat, turn.scene),
    );
    return this.draft;
  }

  /** Where each sentence of a scene is from, if the storybook told it as it stands. */
  private sentencesOf({ paragraphs }: ToldProse): SceneDraft["sentences"] {
    const { draft } = this;
    const same =
      draft?.paragraphs.length === paragraphs.length && draft.paragraphs.every((p, at) => p === paragraphs[at]);
    return same ? draft.sentences : [];
  }

  /** A scene as shells see it. */
  private eventOf({ slots: _slots, sentences, summary: _summary, ...event }: SceneRecord): SceneEvent {
    // A scene kept by an older version says nothing of its sentences.
    const told = sentencesInPublic(sentences ?? [], (ref) => this.publicRef(ref));
    return { ...event, ...(told.length > 0 ? { sentences: told } : {}) };
  }

  /** What a source is known by outside: a memory's own id is another in every run of the same story. */
  private publicRef(ref: string): string {
    return this.sceneOfMemory.get(ref) ?? ref;
  }

  private relay(event: ExecutorEvent, attempt: number, push: (event: EngineEvent) => void): void {
    if (event.type === "tool-started") {
      push({
        type: "progress",
        stage: event.toolId === "narrate" ? "writing" : "working",
        toolId: event.toolId,
        toolPath: event.toolPath,
      });
    } else if (event.type === "tool-event" && event.event.type === "ui_event") {
      const { event: name, payload } = event.event;
      if (name === "prose") {
        const delta = payload?.["delta"];
        const paragraph = payload?.["paragraph"];
        if (typeof delta === "string")
          push({ type: "prose", attempt, paragraph: typeof paragraph === "number" ? paragraph : 0, delta });
      } else if (name !== "dice_roll" && name !== "narrative_choice") {
        push({ type: "note", event: name, payload: payload ?? {}, toolId: event.toolId });
      }
    }
  }

  private relaySettled(result: ToolResult, toolPath: string, push: (event: EngineEvent) => void): void {
    push({
      type: "tool",
      toolId: result.toolId,
      toolPath,
      state: result.state,
      executionTimeMs: result.executionTimeMs ?? 0,
    });
    const roll = result.toolId === "roll" && result.state === "success" ? readRoll(result.output ?? {}) : null;
    if (roll) push(this.rollEvent(roll));
  }

  private rollEvent(roll: Roll): EngineEvent {
    const slot = this.current?.slot;
    return {
      type: "roll",
      formula: roll.formula,
      dice: [...roll.dice],
      modifiers: roll.modifiers.map(({ label, value }) => ({ label, value })),
      total: roll.total,
      outcome: roll.outcome,
      ...(slot ? { label: slot.label } : {}),
      ...(slot?.roll?.stat ? { stat: slot.roll.stat } : {}),
    };
  }

  /** Puts the scene together from what the scripts gave, with stand-ins for what they did not. */
  private finish(
    turn: TurnStart,
    run: PlanRun,
    runs: readonly PlanRun[],
    attempt: number,
    push: (event: EngineEvent) => void,
  ): TurnEnd {
    const notices = this.failureNotices(runs, true);
    const happened = readOutcome(outputOf(run.result, "outcome"));
    const evaluated = outputOf(run.result, "evaluate");
    const sceneType = turn.beat || turn.ending ? "resolution" : readSceneType(evaluated?.["sceneType"], turn.sceneType);
    const choices = outputOf(run.result, "choices");
    let slots = turn.ending ? [] : readSlots(choices);
    if (!slots) {
      slots = plainSlots(turn.scene);
      notices.push(NOTICES.plainChoices);
    }
    let state = run.state;
    let prose = readProse(outputOf(run.result, "narrate"));
    if (!prose) {
      const recalled = outputOf(run.result, "recall")?.["memories"];
      const draft = this.tell(
        {
          scene: turn.scene,
          seed: turn.seed,
          sceneType,
          outcome: happened.outcome,
          effects: happened.effects,
          recalled: Array.isArray(recalled) ? (recalled as unknown as StoryMemory[]) : [],
          slots,
          bringIn: Array.isArray(choices?.["bringIn"]) ? (choices["bringIn"] as string[]) : [],
        },
        state,
      );
      for (const sentence of draft.sentences)
        push({ type: "prose", attempt: attempt + 1, paragraph: sentence.paragraph, delta: sentence.text });
      state = mergePatch(state, draft.patch);
      prose = { paragraphs: draft.paragraphs, choices: draft.choices, narrator: "storybook" };
      notices.push(NOTICES.storybookWrote);
    }
    state = stageBeat(state, turn.beat, turn.scene);
    if (turn.decision) state = mergePatch(state, turn.decision.patch);
    state = mergePatch(state, heardIn(state, turn.scene, turn.slot?.tags ?? []));
    const stored = run.writes.filter(({ dataType }) => dataType === "memory").map(({ id, record }) => ({ id, record }));
    return {
      state,
      prose,
      slots: wordSlots(slots, prose.choices),
      roll: readRoll(outputOf(run.result, "roll")),
      happened,
      memories: stored.length > 0 ? stored : [{ id: this.parts.newId(), record: this.ownMemory(turn, happened) }],
      notices,
      sceneType,
    };
  }

  /** No plan worked: a scene that changes nothing and offers the same choices again. */
  private fallBack(
    turn: TurnStart,
    runs: readonly PlanRun[],
    attempt: number,
    push: (event: EngineEvent) => void,
  ): TurnEnd {
    const slots = this.record?.slots ?? plainSlots(turn.scene);
    const draft = templateScene(
      {
        scene: turn.scene,
        seed: turn.seed,
        sceneType: turn.sceneType,
        outcome: "none",
        effects: [],
        recalled: [],
        slots,
        bringIn: [],
        ...(turn.slot ? { choice: turn.slot } : {}),
      },
      this.parts.mined,
    );
    for (const sentence of draft.sentences)
      push({ type: "prose", attempt: attempt + 1, paragraph: sentence.paragraph, delta: sentence.text });
    return {
      state: turn.base,
      prose: { paragraphs: draft.paragraphs, choices: [], narrator: "template" },
      slots,
      roll: null,
      happened: { outcome: "none", effects: [], memory: null },
      memories: [],
      notices: [...this.failureNotices(runs, false), NOTICES.noPlan],
      sceneType: turn.sceneType,
    };
  }

  /** One notice for each skill that failed, however often it did, and one for each that is off for good. */
  private failureNotices(runs: readonly PlanRun[], done: boolean): Notice[] {
    const seen = new Map<string, Notice>();
    for (const name of this.parts.registry.disabled()) {
      if (this.skillReport.first(`${name} failed`)) seen.set(name, skillOff(this.displayName(name)));
    }
    for (const run of runs) {
      for (const result of failedTools(run.result)) {
        const tool = run.plan?.tools.find(({ toolId }) => toolId === result.toolId);
        const [name = result.toolId] = (tool?.toolPath ?? "").replace(/^skills\//, "").split("/");
        if (!seen.has(name))
          seen.set(name, skillFailed(this.displayName(name), result, !done && tool?.required !== false));
      }
    }
    return [...seen.values()];
  }

  private displayName(skill: string): string {
    return this.parts.registry.list().find(({ name }) => name === skill)?.displayName ?? skill;
  }

  /** The engine's own summary of a scene, stored where the memory skill could not. */
  private ownMemory(turn: TurnStart, happened: WhatHappened): JsonObject {
    const place = getPath(turn.base, "place");
    const summary = turn.slot ? `You chose: ${turn.slot.text}` : `${this.title} began.`;
    const memory = happened.memory ?? {
      summary,
      scene: turn.scene,
      characters: turn.slot?.bind.npc ? [turn.slot.bind.npc] : [],
      location: typeof place === "string" ? place : "",
      significance: "low" as const,
      tags: [],
    };
    return JSON.parse(JSON.stringify(memory)) as JsonObject;
  }

  private remember(scene: number, memories: TurnEnd["memories"]): void {
    for (const { id, record } of memories) {
      this.memories.push(record as unknown as StoryMemory);
      this.sceneOfMemory.set(id, `scene-${scene}`);
    }
  }

  private async commit(
    turn: TurnStart,
    end: TurnEnd,
    runs: readonly PlanRun[],
    push: (event: EngineEvent) => void,
    timeMs: { readonly firstText?: number; readonly total: number },
  ): Promise<void> {
    const { matter } = this.parts.mined;
    const turnId = this.parts.newId();
    const ended = turn.ending !== null && end.prose.narrator !== "template";
    const here = getPath(end.state, "place");
    const present = matter.people.filter(
      ({ id }) =>
        getPath(end.state, `people.${id}.place`) === here && getPath(end.state, `people.${id}.alive`) !== false,
    );
    const minutes = getPath(end.state, "clock.minutes");
    const weather = getPath(end.state, "weather");
    const place = matter.places.find(({ id }) => id === here)?.name ?? "";
    const event: Omit<SceneEvent, "sentences"> = {
      type: "scene",
      scene: turn.scene,
      title: this.title,
      sceneType: end.sceneType,
      ...(turn.slot ? { choice: turn.slot.text } : {}),
      paragraphs: [...end.prose.paragraphs],
      ...(ended && turn.ending ? { ending: turn.ending.title } : {}),
      ...(turn.ending && this.draft?.epilogue ? { epilogue: this.draft.epilogue.map(clean) } : {}),
      choices: end.slots.map((slot) => ({
        id: slot.id,
        text: slot.text,
        label: slot.label,
        sources: slot.sources.map(({ kind, ref, text }) => ({ kind, ref: this.publicRef(ref), text })),
        ...(slot.roll ? { odds: { ...slot.roll.odds }, bonus: slot.roll.bonus } : {}),
        ...(slot.difficulty ? { difficulty: slot.difficulty } : {}),
        ...(slot.hint ? { hint: slot.hint } : {}),
      })),
      ...(end.roll ? { roll: withoutType(this.rollEvent(end.roll)) } : {}),
      location: place.charAt(0).toUpperCase() + place.slice(1),
      time: timeInWords(typeof minutes === "number" ? minutes : 0),
      ...(typeof weather === "string" && weather !== "" ? { weather } : {}),
      present: present.map(({ name }) => name),
      beside: besideOf(turn.base, end.state, present, this.parts.campaign.stats),
      narrator: end.prose.narrator,
      timeMs: { ...timeMs },
      ended,
      turnId,
    };
    const first = end.memories[0]?.record["summary"];
    const summary: SceneSummary = {
      scene: turn.scene,
      choice: turn.slot?.text ?? null,
      summary: typeof first === "string" ? first : "",
      location: typeof here === "string" ? here : "",
      people: present.map(({ id }) => id),
    };
    const record: SceneRecord = { ...event, slots: end.slots, sentences: this.sentencesOf(end.prose), summary };
    this.head = await this.parts.store.commitTurn({
      id: turnId,
      playthroughId: this.id,
      sessionId: this.session.id,
      parentId: this.head?.id ?? null,
      scene: turn.scene,
      choice: turn.slot ? plain(turn.slot) : null,
      plans: runs.flatMap(({ plan }) => (plan ? [plan] : [])),
      results: runs.map(({ result }) => result),
      patches: runs.flatMap(({ result }) =>
        result.toolResults
          .filter(({ state }) => state === "success")
          .flatMap(({ toolId, events }) =>
            (events ?? [])
              .filter(({ type }) => type === "state_patch")
              .map((one) => ({ toolId, patch: "patch" in one ? one.patch : {} })),
          ),
      ),
      rolls: end.roll ? [{ ...end.roll, source: "seeded" }] : [],
      state: end.state,
      sceneRecord: plain(record),
      memories: end.memories,
      narrator: end.prose.narrator,
    });
    this.record = record;
    this.past.push(summary);
    this.remember(turn.scene, end.memories);
    // Only what is on disk is shown as finished.
    push(this.eventOf(record));
  }
}

function recordOf(turn: Turn): SceneRecord {
  return turn.sceneRecord as unknown as SceneRecord;
}

function withoutType(event: EngineEvent): NonNullable<SceneEvent["roll"]> {
  const { type: _type, ...rest } = event as Extract<EngineEvent, { type: "roll" }>;
  return rest;
}

function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
