/** What a language model does on this machine, measured apart from any story. */
import {
  MARK,
  type MeasureOptions,
  measureModel,
  type ModelMeasures,
  type ModelProbe,
  openModelHost,
  probeModel,
} from "@narratoria/narrator";
import type { AheadCounts } from "@narratoria/narrator/model-store";
import { dataFolder } from "./locate.js";
import { abortSignal, callback, type ChecksOf, checkOptions, checkValue, oneOf, text } from "./options.js";
import { installedRuntime } from "./story-models.js";

export interface BenchOptions extends MeasureOptions {
  /** Absolute path of the GGUF file. */
  readonly model: string;
  readonly gpu?: "auto" | "off";
  readonly dataDir?: string;
  /** Folder of the native libraries; found as for playing when left out. */
  readonly runtimesDir?: string;
}

const BENCH_OPTIONS: ChecksOf<BenchOptions> = {
  model: text,
  gpu: oneOf("auto", "off"),
  dataDir: text,
  runtimesDir: text,
  signal: abortSignal,
  onStep: callback,
};

export interface ModelBench extends ModelMeasures {
  readonly path: string;
  /** What it can do, and whether it tells scenes. */
  readonly probe: ModelProbe;
  /** How often its scenes were there when their choices were taken, in stories of this data folder; null where it has told none. */
  readonly ahead: AheadCounts | null;
  /** What it has to reach to tell scenes. */
  readonly mark: Readonly<Record<keyof typeof MARK, number>>;
}

/**
 * Loads a model in a process of its own and measures it; a file that the process died over before is tried again. What a whole
 * run came to is remembered in the data folder. Implements rules EN340 and EN1851.
 *
 * @throws {ModelError} Why nothing could be measured, in a sentence. EngineError `invalid_option`.
 */
export async function benchModel(given: BenchOptions): Promise<ModelBench> {
  checkOptions("benchModel", given, BENCH_OPTIONS);
  checkValue("model", given.model, text);
  const { model, gpu, dataDir, runtimesDir, ...options } = given;
  const home = dataFolder(dataDir);
  const { aheadCounts, forgetBroken, rememberProbe, rememberRate } = await import("@narratoria/narrator/model-store");
  const runtime = await installedRuntime("node-llama-cpp", home, runtimesDir);
  forgetBroken(home, model);
  const host = openModelHost({ model, gpu, runtime: runtime?.dir, brokenIn: home });
  try {
    const measured = await measureModel(host, options);
    await rememberRate(home, model, measured.tokensPerSecond);
    options.onStep?.("probing");
    const probe = await probeModel(host, options);
    await rememberProbe(home, model, probe);
    return { ...measured, path: model, probe, ahead: await aheadCounts(home, model), mark: MARK };
  } finally {
    await host.close();
  }
}
