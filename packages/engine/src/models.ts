/** Language models of the player: fetched, chosen and set up without opening a story. */
import { join, resolve } from "node:path";
import type {
  AppRuntime,
  ChosenModel,
  InstallProgress,
  MeasuredModel,
  ModelEntry,
  ModelStore,
  Runtime,
  RuntimeName,
} from "@narratoria/narrator/model-store";
import { dataFolder, runtimesFolder } from "./locate.js";

export interface SetupOptions {
  readonly name: RuntimeName;
  /** Also what computes on a graphics card. */
  readonly gpu?: boolean;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: InstallProgress) => void;
}

/** The models of a data folder, and what they run on. */
export interface Models extends ModelStore {
  /** What there is to run models on: a dependency of the app's, else what `setup` installed; null where there is neither. */
  runtime(name: RuntimeName): Promise<Runtime | null>;
  /** What the app itself depends on, also where its version does not fit; null where it does not depend on it. */
  ofApp(name: RuntimeName): Promise<AppRuntime | null>;
  /** Installs it. @throws ModelError `install_failed`, with a sentence and what to do. */
  setup(options: SetupOptions): Promise<Runtime>;
}

export interface ModelsOptions {
  /**
   * Whether the caller has an engine open on the data folder, and with it the player's place there: then models are fetched and
   * removed beside the stories that are open. They are not, unless this is true.
   */
  readonly besideEngine?: boolean;
}

/**
 * The models of a data folder. They lie in `NARRATORIA_MODELS`, else in `models/` of the data folder; what they run on in
 * `NARRATORIA_RUNTIMES`, else in `runtimes/` of it. Nothing is opened or made before it is needed.
 */
export function openModels(dataDir?: string, { besideEngine = false }: ModelsOptions = {}): Models {
  const home = dataFolder(dataDir);
  const runtimes = runtimesFolder(home);
  const store = async (): Promise<ModelStore> => {
    const [{ openModelStore }, { takePlayerLock }] = await Promise.all([
      import("@narratoria/narrator/model-store"),
      import("@narratoria/persistence"),
    ]);
    const modelsDir = resolve(process.env["NARRATORIA_MODELS"] || join(home, "models"));
    // The engine that is open holds that place: nobody else can have it.
    const takeLock = (folder: string) => (besideEngine && folder === home ? () => {} : takePlayerLock(folder));
    return openModelStore({ dataDir: home, modelsDir, takeLock });
  };
  return {
    list: async () => (await store()).list(),
    find: async (name) => (await store()).find(name),
    pull: async (name, options) => (await store()).pull(name, options),
    add: async (path, options) => (await store()).add(path, options),
    use: async (name) => (await store()).use(name),
    verify: async (name, options) => (await store()).verify(name, options),
    remove: async (name) => (await store()).remove(name),
    async runtime(name) {
      const { findAppRuntime, findRuntime } = await import("@narratoria/narrator/model-store");
      return (await findAppRuntime(name))?.runtime ?? findRuntime(name, runtimes);
    },
    ofApp: async (name) => (await import("@narratoria/narrator/model-store")).findAppRuntime(name),
    setup: async (options) =>
      (await import("@narratoria/narrator/model-store")).installRuntime({ ...options, dir: runtimes }),
  };
}

/**
 * The model that the player chose, if its file is still the one that was chosen.
 *
 * @returns Null where none was chosen.
 * @throws ModelError `wrong_file` where its file is gone or another.
 */
export async function chosenModel(dataDir?: string): Promise<ChosenModel | null> {
  return (await import("@narratoria/narrator/model-store")).chosenModel(dataFolder(dataDir));
}

/** How fast the model is that `bench` measured last; null where none was, or its file is another by now. */
export async function measuredModel(dataDir?: string): Promise<MeasuredModel | null> {
  return (await import("@narratoria/narrator/model-store")).measuredModel(dataFolder(dataDir));
}

/** Slower than this, most of a scene is the storybook's, as there is no time for more. */
const LEAST_TOKENS_PER_SECOND = 8;

/** In four bits, with the tables that go with them. */
const BYTES_A_WEIGHT = 0.62;
/** What it takes beside its weights. */
const BESIDE_BYTES = 800_000_000;

/** About how large a model is that is not here, and about what it takes to run; nobody has measured either. */
export interface EstimatedSize {
  readonly bytes: number;
  readonly memoryBytes: number;
}

/**
 * Estimates the size of a narrator by the number of its weights. (rule EN1700)
 *
 * @returns Null where its size is known, where its number of weights is not, and for what is no narrator.
 */
export function estimatedSize({
  kind,
  bytes,
  weights,
}: Pick<ModelEntry, "kind" | "bytes" | "weights">): EstimatedSize | null {
  if (kind !== "narrator" || bytes !== null || weights === null) return null;
  const estimate = weights * BYTES_A_WEIGHT;
  return { bytes: estimate, memoryBytes: estimate + BESIDE_BYTES };
}

/**
 * The first narrator of the catalogue that fits into so much free memory; null where none does. What is not here has no size that
 * anybody measured: it is estimated.
 *
 * @param measured - What was measured on this machine. What a model writes in a second is about as its file is small, so those that
 * would be too slow are passed over. Memory alone decides without it.
 */
export function recommendedModel(
  models: readonly ModelEntry[],
  freeBytes: number,
  measured: MeasuredModel | null = null,
): ModelEntry | null {
  const sizeOf = (model: ModelEntry): number => model.bytes ?? estimatedSize(model)?.bytes ?? Number.NaN;
  const isQuick = (model: ModelEntry): boolean =>
    measured === null || (measured.tokensPerSecond * measured.bytes) / sizeOf(model) >= LEAST_TOKENS_PER_SECOND;
  const fitting = models.filter(
    (model) => model.kind === "narrator" && !model.added && sizeOf(model) + BESIDE_BYTES <= freeBytes,
  );
  return fitting.find(isQuick) ?? null;
}
