import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FAKE = fileURLToPath(new URL("../fixtures/fake-llama.mjs", import.meta.url));

/** A folder with a runtime that plays node-llama-cpp, and files that it takes for models. */
export interface FakeRuntime {
  readonly dir: string;
  readonly runtime: string;
  /** @param faults - Words that make loading fail; see the fixture. */
  model(faults?: string): string;
  remove(): void;
}

export function fakeRuntime(): FakeRuntime {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-host-"));
  const runtime = join(dir, "runtime");
  const module = join(runtime, "node_modules", "node-llama-cpp", "dist", "index.js");
  mkdirSync(dirname(module), { recursive: true });
  copyFileSync(FAKE, module);
  writeFileSync(join(dirname(module), "package.json"), '{"type":"module"}');
  let models = 0;
  return {
    dir,
    runtime,
    model: (faults = "") => {
      const path = join(dir, `model-${++models}.gguf`);
      writeFileSync(path, `GGUF ${faults}`);
      return path;
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
