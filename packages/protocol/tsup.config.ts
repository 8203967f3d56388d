import { defineConfig } from "tsup";

export default defineConfig({
  entry: [
    "src/index.ts",
    "src/skill.ts",
    "src/random.ts",
    "src/files.ts",
    "src/story.ts",
    "src/contracts.ts",
    "src/testing.ts",
    "src/launch.ts",
    "src/check.ts",
    "src/check/cli.ts",
  ],
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: true,
  clean: true,
});
