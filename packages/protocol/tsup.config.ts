import { defineConfig } from "tsup";

export default defineConfig([
  {
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
  },
  {
    // The SDK in one file, with its types: what a skill takes along that is to run without an installation.
    entry: { narratoria: "src/skill.ts" },
    format: ["esm"],
    target: "node20",
    platform: "node",
    outDir: "dist/twin",
    outExtension: () => ({ js: ".mjs" }),
    splitting: false,
    banner: {
      js: "// The SDK of Narratoria's skills in one file (@narratoria/protocol, MIT). Change the script beside it, not this.",
    },
    dts: true,
  },
]);
