import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({ ...skillScripts, entry: ["src/store-memory.ts", "src/recall-memory.ts"] });
