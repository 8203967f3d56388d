// Bundles a program with esbuild into one ES module and one CommonJS file, and puts beside them what they read at run time.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { SHIPPED_SKILLS } from "@narratoria/engine";

/** @param out - The folder that then holds all that the program needs, apart from Node. */
export async function bundle(entry, out) {
  rmSync(out, { recursive: true, force: true });
  const engine = packageFolder("@narratoria/engine", import.meta.url);
  const [narrator, campaign, persistence] = ["narrator", "campaign", "persistence"].map((name) =>
    packageFolder(`@narratoria/${name}`, join(engine, "package.json")),
  );
  const bundled = join(out, "bundled");
  for (const folder of ["campaigns", "readings"])
    cpSync(join(engine, "bundled", folder), join(bundled, folder), { recursive: true });
  for (const skill of SHIPPED_SKILLS) {
    const name = skill.replace("@narratoria/skill-", "");
    const from = packageFolder(skill, join(engine, "package.json"));
    for (const file of ["skill.json", "SKILL.md", "config-schema.json", "scripts"])
      cpSync(join(from, file), join(bundled, "skills", name, file), { recursive: true });
  }
  for (const folder of ["storybook", "assets"])
    cpSync(join(narrator, folder), join(bundled, folder), { recursive: true });

  const options = { bundle: true, platform: "node", target: "node20", external: NATIVE, logLevel: "error" };
  // An ES module has no `require`, which libraries that are CommonJS ask for.
  const esm = {
    ...options,
    format: "esm",
    banner: {
      js: 'import { createRequire as requireOf } from "node:module"; const require = requireOf(import.meta.url);',
    },
  };
  await build({ ...esm, entryPoints: [entry], outfile: join(out, "app.mjs") });
  await build({
    ...options,
    format: "cjs",
    entryPoints: [entry],
    outfile: join(out, "app.cjs"),
    // The files are found by the bundle's own name instead.
    logOverride: { "empty-import-meta": "silent" },
  });
  const programs = { "reading-child": join(campaign, "dist"), "model-child": join(narrator, "dist") };
  for (const [name, folder] of Object.entries(programs)) {
    const outfile = join(bundled, "programs", `${name}.mjs`);
    await build({ ...esm, entryPoints: [join(folder, `${name}.js`)], outfile });
  }

  // SQLite is native and stays a package.
  const sqlite = packageFolder("better-sqlite3", join(persistence, "package.json"));
  copyPackage(sqlite, join(out, "node_modules", "better-sqlite3"));
  const bindings = packageFolder("bindings", join(sqlite, "package.json"));
  copyPackage(bindings, join(out, "node_modules", "bindings"));
  const paths = packageFolder("file-uri-to-path", join(bindings, "package.json"));
  copyPackage(paths, join(out, "node_modules", "file-uri-to-path"));
}

const NATIVE = ["better-sqlite3", "hnswlib-node"];

function packageFolder(name, from) {
  return dirname(createRequire(from).resolve(`${name}/package.json`));
}

function copyPackage(from, to) {
  mkdirSync(to, { recursive: true });
  const isNeeded = (path) => !/[\\/](?:deps|src|obj|obj\.target|\.deps)$|\.(?:a|o)$/.test(path);
  cpSync(from, to, {
    recursive: true,
    dereference: true,
    filter: (path) => path === from || isNeeded(path.slice(from.length)),
  });
}
