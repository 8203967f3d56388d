import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

const runtimes = process.env.NARRATORIA_RUNTIMES || join(ROOT, "node_modules", ".cache", "narratoria", "runtimes");
const models = process.env.NARRATORIA_TEST_MODELS || join(ROOT, "..", "shared", "models");

/** The native libraries and the small models that tests use, where they are found. */
export const realModels = {
  llamaRuntime: found(join(runtimes, "node-llama-cpp-3.22.1")),
  smolLm: found(join(models, "smollm2-135m-instruct-q4_1.gguf")),
  transformersRuntime: found(join(runtimes, "transformers-4.3.1")),
  miniLm: found(join(models, "sentence-transformers", "all-MiniLM-L6-v2")),
};

function found(path: string): string | null {
  return existsSync(path) ? path : null;
}
