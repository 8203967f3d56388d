import { cp } from "node:fs/promises";
import { defineConfig } from "tsup";
import { library } from "../../tools/tsup-options.mjs";

export default defineConfig([
  {
    ...library,
    // The schemas and their cases travel with the package, for authors of skills and campaigns.
    onSuccess: () => cp("../../contracts", "contracts", { recursive: true }),
    entry: [
      "src/index.ts",
      "src/skill.ts",
      "src/random.ts",
      "src/files.ts",
      "src/text.ts",
      "src/story.ts",
      "src/english.ts",
      "src/laws.ts",
      "src/frame-file.ts",
      "src/expression.ts",
      "src/contracts.ts",
      "src/testing.ts",
      "src/launch.ts",
      "src/check.ts",
      "src/check/cli.ts",
      "src/manifest/cli.ts",
    ],
  },
  {
    // The SDK in one file, with its types: what a skill takes along that is to run without an installation.
    ...library,
    entry: { narratoria: "src/skill.ts" },
    outDir: "dist/twin",
    outExtension: () => ({ js: ".mjs" }),
    sourcemap: false,
    clean: false,
    splitting: false,
    banner: {
      js: "// The SDK of Narratoria's skills in one file (@narratoria/protocol, MIT). Change the script beside it, not this.",
    },
    dts: true,
  },
]);
