import { atOnce, getPath, inSlices, type JsonObject, mergePatch } from "@narratoria/protocol";
import {
  type ModelNarrator,
  type NarratedScene,
  NO_PAST,
  type PastOfStory,
  type SceneDraft,
  type Storybook,
  type StoryIndex,
} from "@narratoria/narrator";
import type { DirectedBrief, SceneBrief } from "@narratoria/protocol/story";
import { EngineError } from "../errors.js";
import type { WaitingFor } from "@narratoria/protocol/contracts";
import type { NarrateOptions } from "../host/host-services.js";
import type { AskedScene } from "../host/scene-brief.js";
import { PATIENCE_MS } from "../host/script-writer.js";
import { directScene, inCausalOrder } from "../plot/direct-scene.js";
import { tellingDeeds } from "../plot/endings.js";
import { sentAwayPatch, stageBeat } from "../plot/stage-beat.js";
import { sentencesStillTold } from "../scene/lawful-scene.js";
import type { ToldProse } from "../scene/scene-parts.js";
import { EventQueue } from "./event-queue.js";
import { piecesOf } from "./relay-events.js";
import type { Remembered } from "./remembered.js";
import type { TurnStart } from "./turn-start.js";
import type { WritersElsewhere } from "./writers-elsewhere.js";

const STYLES = ["terse", "vivid", "poetic"] as const;
type Style = (typeof STYLES)[number];

/** Asks the narrators for the scene that is being made, and knows what they told. */
export class SceneTeller {
  private turn: TurnStart | null = null;
  private remembered: Remembered | null = null;
  private readPast: () => Promise<PastOfStory> = async () => NO_PAST;
  private draft: SceneDraft | null = null;
  private lastBrief: DirectedBrief | null = null;
  private style: Style = "vivid";

  /**
   * @param model - Null where no model of this machine tells.
   * @param elsewhere - Null where nobody is to be asked outside of it.
   */
  constructor(
    private readonly story: StoryIndex,
    private readonly storybook: Storybook,
    private readonly model: ModelNarrator | null,
    private readonly elsewhere: WritersElsewhere | null = null,
  ) {}

  /** Another turn is being made. @param readPast - For a narrator that wants it. */
  begin(turn: TurnStart, remembered: Remembered, readPast: () => Promise<PastOfStory>): void {
    this.turn = turn;
    this.readPast = readPast;
    this.remembered = remembered;
    this.draft = null;
    this.lastBrief = null;
  }

  /** Has a model read, of what it is going to be told next, what is known of it before the choice. */
  async readAhead(
    next: { readonly scene: number; readonly state: JsonObject },
    past: PastOfStory,
    signal: AbortSignal,
  ): Promise<void> {
    await this.model?.readAhead({ ...next, past, style: this.style }, { signal });
  }

  /** State as the scene that is being told finds it: its beat has brought the player and its people to its place. */
  staged(state: JsonObject): JsonObject {
    const turn = this.turnNow();
    // Whom the decision sends away has not come along to what it leads to. (rule EN6543)
    const sent = sentAwayPatch(turn.changes?.none ?? []);
    return stageBeat(mergePatch(state, sent), turn.beat, turn.scene);
  }

  /** The storybook's scene. What is being made is the engine's to say, whatever a brief claims. */
  tell(asked: AskedScene, state: JsonObject): SceneDraft {
    return atOnce(this.telling(asked, state));
  }

  private *telling(asked: AskedScene, state: JsonObject): Generator<void, SceneDraft> {
    const brief = this.direct(asked, state);
    yield;
    this.draft = yield* this.storybook.telling(brief, this.staged(state));
    return this.draft;
  }

  /** The host's `generate`: the scene as it is told, by the model where there is one, then all of it. */
  async *narrate(asked: AskedScene, state: JsonObject, options: NarrateOptions): AsyncGenerator<object> {
    const draft = await inSlices(this.telling(asked, state));
    const pieces = new EventQueue<object>();
    const ask = (piece: object): void => pieces.push(piece);
    const patience = options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs };
    const elsewhere = options.writer ? this.elsewhere?.narratorFor({ ...options.writer, ...patience }, ask) : null;
    const narrator = elsewhere ?? this.model;
    if (!narrator) {
      for (const piece of piecesOf(draft.sentences)) yield { type: "delta", ...piece };
      yield resultOf(draft, "storybook");
      return;
    }
    this.style = STYLES.find((one) => one === options.style) ?? "vivid";
    const left = new AbortController();
    const signal = AbortSignal.any([options.signal, left.signal]);
    const past = await this.readPast();
    const begun = new Set<number>();
    const say = (paragraph: number, text: string): void => {
      pieces.push({ type: "delta", paragraph, text: begun.has(paragraph) ? ` ${text}` : text });
      begun.add(paragraph);
    };
    const telling = narrator
      .tell(
        {
          brief: this.direct(asked, state),
          state: this.staged(state),
          draft,
          past,
          style: this.style,
        },
        {
          signal,
          onSentence: say,
          ...patience,
          isWholeByThen: Boolean(elsewhere),
          onWait: (isWaiting) => options.onWait?.(isWaiting ? this.waitingFor(options, Boolean(elsewhere)) : null),
        },
      )
      .finally(() => pieces.close());
    try {
      yield* pieces;
      const told = await telling;
      this.draft = told.draft;
      const by = elsewhere ? { writers: options.writer?.providers ?? [] } : {};
      yield { ...resultOf(told.draft, told.narrator), narration: { ...told.narration, ...by } };
    } finally {
      left.abort();
      await telling.catch(() => {});
      if (elsewhere) this.elsewhere?.over();
    }
  }

  private waitingFor({ writer, patienceMs }: NarrateOptions, isElsewhere: boolean): WaitingFor {
    const name = isElsewhere ? writer?.providers[0] : this.model?.called;
    return { for: name ?? "", mostMs: patienceMs ?? PATIENCE_MS };
  }

  private turnNow(): TurnStart {
    if (!this.turn) throw new EngineError("story_busy", "No scene is being told.");
    return this.turn;
  }

  /** The brief by which this turn's scene was told last; null where nobody was asked to tell it. */
  get brief(): DirectedBrief | null {
    return this.lastBrief;
  }

  /**
   * Makes a brief of what a script asks for. What is being made is the engine's to say.
   *
   * @param state - Session state after the outcome.
   */
  direct(asked: AskedScene, state: JsonObject): DirectedBrief {
    const turn = this.turnNow();
    const brief = this.briefOf(turn, asked, state);
    const { hooks, base } = turn;
    this.lastBrief = { ...brief, ...directScene({ brief, hooks, before: base, state, story: this.story }) };
    return this.lastBrief;
  }

  private briefOf(turn: TurnStart, brief: AskedScene, state: JsonObject): SceneBrief {
    const placeBefore = getPath(state, "place");
    const broughtTo = turn.beat?.place !== undefined && turn.beat.place !== placeBefore ? turn.beat.place : undefined;
    return {
      ...brief,
      // A beat that happens elsewhere takes the player there, and the way is told like any other change.
      effects: inCausalOrder(broughtTo ? [...brief.effects, { kind: "move", place: broughtTo }] : brief.effects),
      scene: turn.scene,
      seed: turn.seed,
      sceneType: brief.sceneType ?? turn.sceneType,
      ...(turn.slot ? { choice: turn.slot } : {}),
      ...(turn.beat ? { beat: turn.beat } : {}),
      ...(turn.ending
        ? { ending: turn.ending, deeds: tellingDeeds(this.remembered?.memories ?? [], this.story.people) }
        : {}),
    };
  }

  get epilogue(): readonly string[] | undefined {
    return this.draft?.epilogue;
  }

  /** Where each sentence of a scene is from, as far as the storybook told it. */
  sentencesOf({ paragraphs }: ToldProse): SceneDraft["sentences"] {
    return this.draft === null ? [] : sentencesStillTold(this.draft, paragraphs);
  }
}

function resultOf({ paragraphs, choices, patch }: SceneDraft, narrator: NarratedScene["narrator"]): object {
  return { type: "result", paragraphs, choices, narrator, patch };
}
