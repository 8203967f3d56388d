import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...skillScripts,
  entry: ["src/evaluate-choice.ts", "src/apply-outcome.ts", "src/generate-choices.ts"],
});
