import { dirname, join } from "node:path";
import { modulePath } from "@narratoria/protocol/launch";
import {
  createMiniLmEmbedder,
  type Embedder,
  hostGenerator,
  ModelError,
  type ModelHost,
  type ModelTells,
  openModelHost,
  probeModel,
  type TextGenerator,
} from "@narratoria/narrator";
import { runtimesFolder } from "./locate.js";
import { type ChecksOf, oneOf, text } from "./options.js";
import {
  countAhead,
  findAppRuntime,
  findRuntime,
  memoriesModel,
  probedModel,
  rememberProbe,
  type Runtime,
  type RuntimeName,
} from "@narratoria/narrator/model-store";

/** A language model on this machine. */
export interface ModelSettings {
  /** Path of the GGUF file. */
  readonly model: string;
  /** `auto` uses a graphics card where there is one. `off` when left out. */
  readonly gpu?: "auto" | "off";
  /**
   * Folder that the native libraries were installed into. When left out, `NARRATORIA_RUNTIMES`, else `runtimes` in the data folder,
   * else where a checkout keeps those of its tests.
   */
  readonly runtimesDir?: string;
}

export const MODEL_SETTINGS: ChecksOf<ModelSettings> = { model: text, gpu: oneOf("auto", "off"), runtimesDir: text };

/** What runs in the process of the models, and what it is asked by. */
export interface StoryModels {
  /** The process, for whoever ends it. */
  readonly host: ModelHost;
  /** The same where it has a language model: for plans and prose. */
  readonly writer: ModelHost | null;
  /** The language model, for texts of skills. */
  readonly generator: TextGenerator | null;
  /** MiniLM, where it and what it runs on are there. */
  readonly embedder: Embedder | null;
  /** What the language model is let do: `plans` until it has been found out that it can write. */
  tells(): ModelTells;
  /** Finds that out, once for each file of a model, and remembers it in the data folder. Never rejects. */
  probe(): Promise<void>;
  /** Counts a scene that the language model was asked for, and how much of it there was by then. Never rejects. */
  counts(ready: "whole" | "begun" | null): void;
  /** Why the language model does not run, once its probe has found that out. */
  fault(): ModelError | null;
  /** Has MiniLM loaded, as a search waits for no more than a moment. */
  warmUp(): void;
}

/** For a probe, with the time that loading takes. */
const PROBE_MS = 180_000;

/**
 * Prepares the model host; its process starts with the first request. Implements rules EN300, EN341 and EN1850.
 *
 * @param settings - Without them there is no language model.
 * @param memories - Whether MiniLM is wanted, if it is set up.
 * @returns Null where there is neither.
 */
export async function openStoryModels(
  settings: ModelSettings | undefined,
  dataDir: string,
  memories = false,
): Promise<StoryModels | null> {
  const miniLm = memories ? await findMiniLm(dataDir, settings?.runtimesDir) : null;
  if (settings === undefined && miniLm === null) return null;
  const runtime = settings && (await installedRuntime("node-llama-cpp", dataDir, settings.runtimesDir));
  const host = openModelHost({
    model: settings?.model,
    gpu: settings?.gpu,
    runtime: runtime?.dir,
    ...(miniLm ? { miniLm } : {}),
    brokenIn: dataDir,
  });
  let tells: ModelTells = (settings && (await probedModel(dataDir, settings.model))?.tells) ?? "plans";
  let probing: Promise<void> | null = null;
  let fault: ModelError | null = null;
  let counting: Promise<void> = Promise.resolve();
  const probe = async (): Promise<void> => {
    if (!settings || (await probedModel(dataDir, settings.model)) !== null) return;
    try {
      const found = await probeModel(host, { signal: AbortSignal.timeout(PROBE_MS) });
      tells = found.tells;
      await rememberProbe(dataDir, settings.model, found);
    } catch (error) {
      // A model that is slow may still tell once it is read in; one that does not run is said. (rule EN1855)
      if (error instanceof ModelError && error.code !== "timeout" && error.code !== "closed") fault = error;
    }
  };
  return {
    host,
    tells: () => tells,
    fault: () => fault,
    // One after the other, as each reads what is there.
    counts: (ready) => {
      if (settings) counting = counting.then(() => countAhead(dataDir, settings.model, ready));
    },
    probe: () => (probing ??= probe()),
    writer: settings ? host : null,
    generator: settings ? hostGenerator(host) : null,
    embedder: miniLm && createMiniLmEmbedder((texts, options) => host.embed(texts, options)),
    warmUp: () => {
      if (miniLm) host.embed(["Once."]).catch(() => {});
    },
  };
}

async function findMiniLm(
  dataDir: string,
  runtimesDir: string | undefined,
): Promise<{ readonly runtime: string; readonly model: string } | null> {
  const model = await memoriesModel(dataDir);
  const runtime = model === null ? null : await installedRuntime("transformers", dataDir, runtimesDir);
  return model !== null && runtime !== null ? { runtime: runtime.dir, model } : null;
}

/** From src/ and from dist/ alike the checkout lies three folders up. */
const OF_CHECKOUT = join(dirname(modulePath(import.meta.url)), "../../../node_modules/.cache/narratoria/runtimes");

/**
 * What models run on, where it is installed: among the app's own dependencies, else where `setup` puts it. (rule EN1424)
 *
 * @param only - The one folder to look in, instead of those of `ModelSettings.runtimesDir`.
 */
export async function installedRuntime(name: RuntimeName, dataDir: string, only?: string): Promise<Runtime | null> {
  const ofApp = only ? null : await findAppRuntime(name);
  if (ofApp?.runtime) return ofApp.runtime;
  const folders = only ? [only] : [runtimesFolder(dataDir), OF_CHECKOUT];
  for (const folder of folders) {
    const found = await findRuntime(name, folder);
    if (found) return found;
  }
  return null;
}
