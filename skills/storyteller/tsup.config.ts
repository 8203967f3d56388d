import { defineConfig } from "tsup";

// One self-contained CommonJS file for each script: it starts faster than an ES module and runs wherever the folder is copied.
export default defineConfig({
  entry: ["src/narrate.ts"],
  format: ["cjs"],
  outExtension: () => ({ js: ".cjs" }),
  outDir: "scripts",
  target: "node20",
  platform: "node",
  noExternal: [/.*/],
  splitting: false,
  clean: true,
});
