import { fileURLToPath } from "node:url";
import { defineConfig } from "tsup";
import { keepRegExpLiterals, library } from "../../tools/tsup-options.mjs";

export default defineConfig({
  ...library,
  entry: {
    index: "src/index.ts",
    import: "src/import.ts",
    testing: "src/testing.ts",
    "reading-child": "src/reading/reading-child.ts",
  },
  // A parser of sixty files takes 35 ms to import one by one and 10 ms as one chunk, which is loaded when it is needed; of zod only what
  // the schemas name is left, a chunk of 5 to 10 ms instead of 47.
  noExternal: ["yaml", "zod"],
  esbuildOptions(options) {
    keepRegExpLiterals(options);
    // Its build for Node is CommonJS and asks for node:process, which an ES module cannot hold; the other one is the same parser.
    options.alias = { yaml: fileURLToPath(new URL("node_modules/yaml/browser/index.js", import.meta.url)) };
  },
});
