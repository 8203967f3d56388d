import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts", "src/archive.ts"],
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: true,
  clean: true,
});
