import { getPath, type JsonObject } from "@narratoria/protocol";
import type { SceneDraft, Storybook } from "@narratoria/narrator";
import { EngineError } from "../errors.js";
import type { AskedScene } from "../host/scene-brief.js";
import { tellingDeeds } from "../plot/endings.js";
import { stageBeat } from "../plot/stage-beat.js";
import type { ToldProse } from "../scene/scene-parts.js";
import type { Remembered } from "./remembered.js";
import type { TurnStart } from "./turn-start.js";

/** Asks the storybook for the scene that is being made, and knows what it told. */
export class SceneTeller {
  private turn: TurnStart | null = null;
  private remembered: Remembered | null = null;
  private draft: SceneDraft | null = null;

  constructor(private readonly storybook: Storybook) {}

  /** Another turn is being made. */
  begin(turn: TurnStart, remembered: Remembered): void {
    this.turn = turn;
    this.remembered = remembered;
    this.draft = null;
  }

  /** The host's `generate`: the scene that is being made is the engine's to say, whatever a brief claims. */
  tell(brief: AskedScene, state: JsonObject): SceneDraft {
    const { turn } = this;
    if (!turn) throw new EngineError("story_busy", "No scene is being told.");
    const placeBefore = getPath(state, "place");
    const broughtTo = turn.beat?.place !== undefined && turn.beat.place !== placeBefore ? turn.beat.place : undefined;
    this.draft = this.storybook.tell(
      {
        ...brief,
        // A beat that happens elsewhere takes the player there, and the way is told like any other change.
        effects: broughtTo ? [...brief.effects, { kind: "move", place: broughtTo }] : brief.effects,
        scene: turn.scene,
        seed: turn.seed,
        sceneType: brief.sceneType ?? turn.sceneType,
        ...(turn.slot ? { choice: turn.slot } : {}),
        ...(turn.beat ? { beat: turn.beat } : {}),
        ...(turn.ending ? { ending: turn.ending, deeds: tellingDeeds(this.remembered?.memories ?? []) } : {}),
      },
      stageBeat(state, turn.beat, turn.scene),
    );
    return this.draft;
  }

  get epilogue(): readonly string[] | undefined {
    return this.draft?.epilogue;
  }

  /** Where each sentence of a scene is from, if the storybook told it as it stands. */
  sentencesOf({ paragraphs }: ToldProse): SceneDraft["sentences"] {
    const { draft } = this;
    const same =
      draft?.paragraphs.length === paragraphs.length && draft.paragraphs.every((p, at) => p === paragraphs[at]);
    return same ? draft.sentences : [];
  }
}
