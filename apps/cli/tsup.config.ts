import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/main.ts"],
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: true,
  clean: true,
  // Whatever a command does not need stays in a chunk of its own, so that `--help` reads little.
  splitting: true,
});
