/** One story walked by a player that chooses in one spirit, without a model. */
import type { StoryIndex } from "@narratoria/narrator";
import { contentWords } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import type { Engine } from "../open-engine.js";
import { choiceOf, type Goal, type PlayerName } from "./players.js";

export interface WalkPlan {
  /** Decides the story's chance, and the choices in a stream of their own. */
  readonly seed: string;
  /** How many choices to take, unless an ending comes first. */
  readonly turns: number;
  /** In what spirit they are taken. */
  readonly player: PlayerName;
  /** Id of the ending that the player means to reach. */
  readonly goal?: string;
  /** Words of the choices to take as long as they are offered, one after another; the player chooses from then on. */
  readonly follow?: readonly string[];
}

export interface WalkedStory {
  /** Id of the playthrough, whose journal holds the scenes. */
  readonly id: string;
  /** Codes of all notices that came. */
  readonly notices: readonly string[];
  /** Those that said that something failed, with the scene that was told. */
  readonly failures: readonly SceneFinding[];
  /** What no story may do, as far as the engine looks for it. */
  readonly broken: readonly SceneFinding[];
  /** The scene after which a choice to follow was not offered; null where all were, or none was given. */
  readonly leftAt: number | null;
}

/** Something found in a scene. */
export interface SceneFinding {
  readonly scene: number;
  readonly text: string;
}

/** What of the plot leads to an ending, and what leads to the others. */
function goalOf({ endings, beats }: StoryIndex, goal: string): Goal {
  const ending = endings.get(goal);
  const page = beats.get(ending?.page ?? "");
  const words = contentWords([...(ending?.paragraphs ?? []), ...(page?.told ?? [])].join(" "));
  const refs = (own: boolean): ReadonlySet<string> =>
    new Set(
      [...endings.values()]
        .filter(({ id }) => (id === goal) === own)
        .flatMap(({ id, page }) => (page === undefined ? [id] : [id, page])),
    );
  return { wanted: refs(true), shunned: refs(false), words };
}

/**
 * Walks through a story of an open engine.
 *
 * @param campaign - Name or folder of the campaign.
 * @param mined - The same campaign, as the narrator knows it.
 * @param options - `signal` ends the walk between two scenes and stops the scene that is told; `onScene` hears of each scene.
 * @throws {EngineError} What `Engine.play` throws; what `signal` was aborted with.
 */
export async function walkIn(
  engine: Pick<Engine, "play">,
  campaign: string,
  mined: StoryIndex,
  { seed, turns, player, goal, follow = [] }: WalkPlan,
  { signal, onScene }: { readonly signal?: AbortSignal; readonly onScene?: () => void } = {},
): Promise<WalkedStory> {
  const notices: string[] = [];
  const failures: SceneFinding[] = [];
  const broken: SceneFinding[] = [];
  const random = createRandom(`walk ${seed}`);
  const target = mined.matter.people.find(
    ({ speech, presentFrom, enters }) => speech === "words" && presentFrom === "start" && enters === undefined,
  );
  const meant = goal === undefined ? undefined : goalOf(mined, goal);
  let leftAt: number | null = null;
  const story = await engine.play(campaign, { seed, fresh: true, ...(signal && { signal }) });
  try {
    for (let turn = 0; turn <= turns && story.scene?.ended !== true; turn++) {
      signal?.throwIfAborted();
      const { scene } = story;
      if (scene !== null && scene.choices.length === 0) break;
      let choice = 0;
      if (scene !== null) {
        // Drawn in any case, so that whoever leaves the way goes on as without it.
        choice = choiceOf(player, scene.choices, target?.short ?? "", random, meant);
        const wanted = follow[turn - 1];
        const known =
          wanted === undefined || leftAt !== null ? -1 : scene.choices.findIndex((one) => one.text === wanted);
        if (known >= 0) choice = known + 1;
        else if (wanted !== undefined) leftAt ??= scene.scene;
      }
      const options = signal ? { signal } : {};
      for await (const event of scene === null ? story.begin(options) : story.choose(choice, options)) {
        if (event.type === "notice") {
          notices.push(event.code);
          if (event.severity !== "info") failures.push({ scene: turn, text: event.message });
        }
        if (event.type === "log" && event.fields?.["check"] === "invariant")
          broken.push({ scene: turn, text: event.message });
      }
      onScene?.();
    }
    return { id: story.id, notices, failures, broken, leftAt };
  } finally {
    await story.close();
  }
}
