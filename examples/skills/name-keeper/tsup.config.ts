import { defineConfig } from "tsup";

// One file for each script, with all that it imports: the folder runs wherever it is copied.
export default defineConfig({
  entry: ["src/keep-name.ts", "src/suggest-names.ts"],
  format: ["cjs"],
  outExtension: () => ({ js: ".cjs" }),
  outDir: "scripts",
  target: "node20",
  platform: "node",
  noExternal: [/.*/],
  splitting: false,
  clean: true,
});
