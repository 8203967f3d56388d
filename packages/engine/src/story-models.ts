import { join } from "node:path";
import { hostGenerator, type ModelHost, openModelHost, type TextGenerator } from "@narratoria/narrator";
import { findRuntime } from "@narratoria/narrator/model-store";

/** A language model on this machine. */
export interface ModelSettings {
  /** Path of the GGUF file. */
  readonly model: string;
  /** `auto` uses a graphics card where there is one. `off` when left out. */
  readonly gpu?: "auto" | "off";
  /** Folder that the native libraries were installed into; `runtimes` in the data folder when left out. */
  readonly runtimesDir?: string;
}

/** What a model is asked by: plans and prose by the host, texts of skills by the generator. */
export interface StoryModels {
  readonly host: ModelHost;
  readonly generator: TextGenerator;
}

/** Prepares the model host; its process starts with the first request. Implements rule EN300. (DESIGN 7) */
export async function openStoryModels(
  settings: ModelSettings | undefined,
  dataDir: string,
): Promise<StoryModels | null> {
  if (settings === undefined) return null;
  const { model, gpu, runtimesDir = join(dataDir, "runtimes") } = settings;
  const runtime = await findRuntime("node-llama-cpp", runtimesDir);
  const host = openModelHost({ model, gpu, runtime: runtime?.dir });
  return { host, generator: hostGenerator(host) };
}
