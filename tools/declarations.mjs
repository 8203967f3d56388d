// Writes the type declarations of the package in the current folder: one file for each entry of its `exports`, and what entries
// share. Types that no entry shows are left out, so that an application needs no types of what a package uses inside.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "tsup";
import { library } from "./tsup-options.mjs";

/**
 * Finds the sources of the entries that have declarations.
 *
 * @param {Record<string, string | {types?: string}>} exports - `exports` of a package.json.
 * @returns {Record<string, string>} Path below `dist` without ending → source file.
 */
export function declaredEntries(exports) {
  return Object.fromEntries(
    Object.values(exports).flatMap((target) => {
      const [, name] = /^\.\/dist\/(.+)\.d\.ts$/.exec(typeof target === "string" ? "" : (target.types ?? "")) ?? [];
      return name === undefined ? [] : [[name, `src/${name}.ts`]];
    }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const entry = declaredEntries(JSON.parse(readFileSync("package.json", "utf8")).exports);
  // Files that entries share have names made from what is in them: those of an earlier run would be packed as well.
  for (const file of readdirSync("dist", { withFileTypes: true })) {
    if (file.name.endsWith(".d.ts")) rmSync(join("dist", file.name));
  }
  await build({ ...library, config: false, entry, dts: { only: true }, clean: false, silent: true });
}
