import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hostGenerator, type ModelHost, openModelHost, type TextGenerator } from "@narratoria/narrator";
import { findRuntime } from "@narratoria/narrator/model-store";

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
  const { model, gpu, runtimesDir } = settings;
  const host = openModelHost({
    model,
    gpu,
    runtime: await runtimeIn(runtimesDir ? [runtimesDir] : runtimeFolders(dataDir)),
  });
  return { host, generator: hostGenerator(host) };
}

/** From src/ and from dist/ alike the checkout lies three folders up. */
const OF_CHECKOUT = fileURLToPath(new URL("../../../node_modules/.cache/narratoria/runtimes/", import.meta.url));

function runtimeFolders(dataDir: string): string[] {
  return [process.env["NARRATORIA_RUNTIMES"] || join(dataDir, "runtimes"), OF_CHECKOUT];
}

async function runtimeIn(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const found = await findRuntime("node-llama-cpp", folder);
    if (found) return found.dir;
  }
  return undefined;
}
