// Bundles the contact sheet beside the scripts, whose WebAssembly it reads, and draws it: `npm run contact-sheet -- FOLDER`.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const { buildSync } = createRequire(import.meta.url)("esbuild");
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const outfile = at("../scripts/contact-sheet.cjs");
buildSync({
  entryPoints: [at("contact-sheet.ts")],
  bundle: true,
  platform: "node",
  format: "cjs",
  define: { Request: "undefined", Response: "undefined" },
  outfile,
  logLevel: "error",
});
try {
  const folder = resolve(process.argv[2] ?? "contact-sheets");
  const { status } = spawnSync(process.execPath, [outfile, folder], { stdio: "inherit" });
  if (status === 0) console.log(folder);
  process.exitCode = status ?? 1;
} finally {
  rmSync(outfile, { force: true });
}
