import { defineConfig } from "tsup";
import { library } from "../../tools/tsup-options.mjs";

export default defineConfig({ ...library, entry: ["src/index.ts", "src/shell.ts", "src/testing.ts"] });
