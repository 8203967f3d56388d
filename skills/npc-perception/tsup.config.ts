import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...skillScripts,
  entry: ["src/update-perception.ts", "src/query-perception.ts", "src/initialize-perception.ts"],
});
