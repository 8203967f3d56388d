/** What the scenes of one story look and sound like as it is played: chosen, kept in the store, and found on this machine. */
import type { JsonObject } from "@narratoria/protocol";
import type { SceneStage, StageAsset } from "@narratoria/protocol/contracts";
import type { RecordChange } from "@narratoria/persistence";
import type { StoryParts } from "../story/story.js";
import type { TurnEnd } from "../story/turn-end.js";
import type { TurnStart } from "../story/turn-start.js";
import { AssetRecords } from "./asset-records.js";
import { assetAt, type StagedTurn, sceneToStage, stageAt } from "./staged-scene.js";

/** The end of a turn with its stage, and the records of what is on it. */
export interface StagedEnd {
  /** Without the files that the store refuses. */
  readonly end: TurnEnd;
  readonly stage: SceneStage;
  readonly changes: readonly RecordChange[];
  /** Files of skills that the store refuses, with its words. */
  readonly refused: readonly { readonly toolId: string; readonly reason: string }[];
}

const NOTHING = { records: [], refused: [] } as const;

export class StoryStage {
  readonly #records: AssetRecords;

  constructor(
    private readonly parts: Pick<
      StoryParts,
      "director" | "campaign" | "mined" | "assetsDir" | "log" | "store" | "playthrough"
    >,
  ) {
    const { director, store, playthrough } = parts;
    this.#records = new AssetRecords(director, async (path) => {
      const { records } = await store.exactMatch(playthrough.id, "asset", { path }, { limit: 1 });
      const checksum = records[0]?.record["checksum"];
      return typeof checksum === "string" ? checksum : null;
    });
  }

  /** The picture above a scene before its prose is there; undefined where the campaign has no files of its own. */
  async backgroundOf(
    turn: TurnStart,
    state: JsonObject,
    before: SceneStage | null,
  ): Promise<StageAsset | null | undefined> {
    const { director } = this.parts;
    if (director.files.length === 0) return undefined;
    const picture = await director.background(
      this.#scene({ before, turn, state, sceneType: turn.sceneType, made: [] }),
    );
    return picture && assetAt(picture, director);
  }

  /** Stages a finished turn, without the files that skills made and the store refuses. */
  async finish(turn: TurnStart, told: TurnEnd, before: SceneStage | null): Promise<StagedEnd> {
    const { director, assetsDir: folder, log } = this.parts;
    const { scene } = turn;
    const about = { scene, at: new Date().toISOString(), folder, language: "en" };
    const made = await this.#records.made(told.assets, about);
    for (const { asset, message } of made.refused)
      log({ level: "warn", event: "asset refused", asset, message, scene });
    const names = new Set(made.refused.map(({ asset }) => asset));
    const end = { ...told, assets: told.assets.filter(({ path }) => !names.has(`made/${path}`)) };
    const { state, sceneType, assets } = end;
    const stage = await director.stage(this.#scene({ before, turn, state, sceneType, made: assets }), before);
    const shown = await this.#records.staged(stage, about);
    // The first scene waits for nothing.
    const others = scene === 0 ? NOTHING : await this.#records.others(about);
    const known = new Set(shown.records.map(({ path }) => path));
    const written = scene === 0 ? await this.#records.written(this.parts.campaign, about) : null;
    for (const { asset, message } of [...shown.refused, ...others.refused, ...(written?.refused ?? [])])
      log({ level: "warn", event: "asset refused", asset, message, scene });
    const unshown = others.records.filter(({ path }) => !known.has(path));
    const changes = [...made.records, ...shown.records, ...unshown, ...(written?.records ?? [])].map(
      (record): RecordChange => ({ change: "store", dataType: "asset", record }),
    );
    const refused = made.refused.flatMap(({ toolId, message }) =>
      toolId === undefined ? [] : [{ toolId, reason: message }],
    );
    return { end, stage, changes, refused };
  }

  /** A stage with the paths of its files on this machine. */
  here(stage: SceneStage): SceneStage {
    return stageAt(stage, this.parts.director);
  }

  #scene(turn: StagedTurn) {
    return sceneToStage(turn, this.parts.mined, this.parts.campaign);
  }
}
