import { defineConfig } from "tsup";
import { library } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...library,
  entry: {
    index: "src/index.ts",
    shell: "src/shell.ts",
    testing: "src/testing.ts",
    "walking-child": "src/story-test/walking-child.ts",
  },
});
