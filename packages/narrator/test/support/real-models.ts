import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

/** The native libraries and the small models that tests use, where they are found. */
export const realModels = {
  llamaRuntime: found(
    join(
      process.env.NARRATORIA_RUNTIMES ?? join(ROOT, "node_modules", ".cache", "narratoria", "runtimes"),
      "node-llama-cpp-3.22.1",
    ),
  ),
  smolLm: found(
    join(process.env.NARRATORIA_TEST_MODELS ?? join(ROOT, "..", "shared", "models"), "smollm2-135m-instruct-q4_1.gguf"),
  ),
};

function found(path: string): string | null {
  return existsSync(path) ? path : null;
}
