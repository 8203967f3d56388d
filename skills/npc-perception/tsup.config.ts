import { defineConfig } from "tsup";
import { skillScripts } from "../../tools/tsup-options.mjs";

export default defineConfig({ ...skillScripts, entry: ["src/scripts/*.ts"] });
