import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({ ...skillScripts, entry: ["src/update-reputation.ts", "src/query-reputation.ts"] });
