// Writes the type declarations of the package in the current folder: one file for each entry of its `exports`, and what entries
// share. Types that no entry shows are left out, so that an application needs no types of what a package uses inside.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";
import { library } from "./tsup-options.mjs";

const TSC = fileURLToPath(new URL("../node_modules/typescript-native/bin/tsc", import.meta.url));

/**
 * Finds the entries that have declarations.
 *
 * @param {Record<string, string | {types?: string}>} exports - `exports` of a package.json.
 * @returns {string[]} Their paths below `dist` without ending.
 */
function declaredEntries(exports) {
  return Object.values(exports).flatMap((target) => {
    const [, name] = /^\.\/dist\/(.+)\.d\.ts$/.exec(typeof target === "string" ? "" : (target.types ?? "")) ?? [];
    return name === undefined ? [] : [name];
  });
}

const entries = declaredEntries(JSON.parse(readFileSync("package.json", "utf8")).exports);
// Files that entries share have names made from what is in them: those of an earlier run would be packed as well.
for (const file of readdirSync("dist", { withFileTypes: true })) {
  if (file.name.endsWith(".d.ts")) rmSync(join("dist", file.name));
}
// The native compiler writes one declaration file for each source, in a tenth of the time that the bundler would take to compile them.
// They lie where nobody looks for what a build is stale by: others may ask that meanwhile.
mkdirSync(".turbo", { recursive: true });
const emitted = mkdtempSync(join(".turbo", "declarations-"));
try {
  const project = join(emitted, "tsconfig.json");
  const compilerOptions = { rootDir: "../../src", outDir: ".", declaration: true, emitDeclarationOnly: true };
  const include = [...entries.map((name) => `../../src/${name}.ts`), "../../src/**/*.d.ts"];
  writeFileSync(project, JSON.stringify({ extends: "../../../../tsconfig.base.json", compilerOptions, include }));
  execFileSync(process.execPath, [TSC, "-p", project], { stdio: "inherit" });
  // Declarations that were written by hand belong to no output of the compiler.
  cpSync("src", emitted, { recursive: true, filter: (path) => path.endsWith(".d.ts") || statSync(path).isDirectory() });
  const entry = Object.fromEntries(entries.map((name) => [name, join(emitted, `${name}.d.ts`)]));
  await build({ ...library, config: false, entry, dts: { only: true }, clean: false, silent: true });
} finally {
  rmSync(emitted, { recursive: true, force: true });
}
