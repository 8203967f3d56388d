/** Puts the brief for a narrator together from the context and from what the tools before it decided. */
import type {
  BeatMatter,
  ChoiceSlot,
  Effect,
  EndingMatter,
  Outcome,
  SceneBrief,
  SceneType,
  SceneWishes,
  StoryMemory,
} from "@narratoria/protocol/story";

type Given = Readonly<Record<string, unknown>>;

const OUTCOMES: readonly Outcome[] = ["success", "partial", "fail", "none"];
const SCENE_TYPES: readonly SceneType[] = ["travel", "dialogue", "danger", "quiet", "resolution"];
/** Deeds that an epilogue may name. */
const TELLING_DEEDS = 5;

/**
 * Builds the brief. A dependency that failed leaves its part empty: nothing recalled, nothing happened, nothing offered.
 *
 * @param context - `scene`, `seed`, `choice`, `beat`, `ending`, `scenes`.
 * @param dependencies - Outputs of evaluate, roll, outcome, recall and choices, under these toolIds.
 * @param input - `wanted`, what whoever planned the turn wants of the scene.
 */
export function buildBrief(context: Given, dependencies: Given, input: Given = {}): SceneBrief {
  const outcome = record(dependencies.outcome);
  const evaluation = record(dependencies.evaluate);
  const choices = record(dependencies.choices);
  const recalled = list<StoryMemory>(record(dependencies.recall).memories);
  const choice = objectOrNull<ChoiceSlot>(context.choice);
  const beat = objectOrNull<BeatMatter>(context.beat);
  const ending = objectOrNull<EndingMatter>(context.ending);
  return {
    scene: typeof context.scene === "number" ? context.scene : 0,
    seed: typeof context.seed === "string" ? context.seed : "",
    sceneType: beat || ending ? "resolution" : (oneOf(SCENE_TYPES, evaluation.sceneType) ?? "quiet"),
    ...(choice ? { choice } : {}),
    outcome: oneOf(OUTCOMES, outcome.outcome) ?? oneOf(OUTCOMES, record(dependencies.roll).outcome) ?? "none",
    effects: list<Effect>(outcome.effects),
    recalled,
    slots: ending ? [] : list<ChoiceSlot>(choices.slots),
    bringIn: ending ? [] : list<string>(choices.bringIn),
    ...(beat ? { beat } : {}),
    ...(ending ? { ending, deeds: tellingDeeds(recalled) } : {}),
    ...wishesIn(input.wanted),
  };
}

function wishesIn(value: unknown): Pick<SceneBrief, "wanted"> {
  const { acts, tension } = record(value);
  const wanted: SceneWishes = {
    ...(typeof acts === "string" ? { acts } : {}),
    ...(tension === "lower" || tension === "higher" ? { tension } : {}),
  };
  return Object.keys(wanted).length === 0 ? {} : { wanted };
}

/** What the player did that weighs most, in the order in which it happened. */
function tellingDeeds(memories: readonly StoryMemory[]): readonly string[] {
  const weight = { high: 2, medium: 1, low: 0 } as const;
  return memories
    .filter((memory) => memory.deed !== undefined)
    .sort((a, b) => weight[b.significance] - weight[a.significance] || b.scene - a.scene)
    .slice(0, TELLING_DEEDS)
    .sort((a, b) => a.scene - b.scene)
    .map((memory) => memory.summary);
}

export function record(value: unknown): Given {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** A list of the runtime's own values, which is taken at its word. */
function list<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

function objectOrNull<T extends object>(value: unknown): T | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as T) : null;
}

function oneOf<T extends string>(options: readonly T[], value: unknown): T | undefined {
  return options.find((option) => option === value);
}
