import { defineConfig } from "tsup";
import { library } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...library,
  entry: {
    index: "src/index.ts",
    testing: "src/testing.ts",
    "model-store": "src/model-store.ts",
    "model-child": "src/model-host/child.ts",
    minilm: "src/model-host/minilm.ts",
  },
});
