import { copyFileSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

const wasm = createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm");

export default defineConfig({
  ...skillScripts,
  entry: ["src/generate-portrait.ts", "src/lookup-portrait.ts", "src/update-portrait.ts"],
  // To ask whether its WebAssembly is one of these, resvg would have Node load all of fetch: a tenth of the time of a portrait.
  define: { Request: "undefined", Response: "undefined" },
  // What draws has no place for it, and reads it from beside itself.
  onSuccess: async () => {
    mkdirSync("scripts", { recursive: true });
    copyFileSync(wasm, "scripts/resvg.wasm");
  },
});
