import { defineConfig } from "tsup";
import { skillScripts } from "../../../tools/tsup-options.mjs";

export default defineConfig({ ...skillScripts, entry: ["src/keep-name.ts", "src/suggest-names.ts"] });
