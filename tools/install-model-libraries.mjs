// Installs what models run on for the tests, with the installer that players use, into NARRATORIA_RUNTIMES or a cache of this checkout.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findRuntime, installRuntime } from "../packages/narrator/dist/model-store.js";
import { progressLine } from "./workspace/children.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const dir = process.env.NARRATORIA_RUNTIMES || join(root, "node_modules", ".cache", "narratoria", "runtimes");

for (const name of ["node-llama-cpp", "transformers"]) {
  if (await findRuntime(name, dir)) continue;
  const line = progressLine(process.stderr, `Installing ${name} for the tests`);
  try {
    await installRuntime({ name, dir });
  } catch (error) {
    process.stderr.write(`Note: ${error.message} ${error.action ?? ""} Tests that need ${name} are skipped.\n`);
    process.exitCode = 1;
  } finally {
    line.end();
  }
}
