// Bundles the program, moves it to a folder without any of our packages, and runs it there: as an ES module, as CommonJS, and with the
// folder of its files elsewhere.
import { spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./build.mjs";

const work = mkdtempSync(join(tmpdir(), "narratoria-one-file-"));
try {
  await bundle(fileURLToPath(new URL("./app.mjs", import.meta.url)), join(work, "app"));
  run("app.mjs", {});
  run("app.cjs", { NODE_PATH_OF_APP: process.execPath });
  renameSync(join(work, "app", "bundled"), join(work, "resources"));
  run("app.cjs", { BUNDLED_DIR_OF_APP: join(work, "resources") });
} finally {
  rmSync(work, { recursive: true, force: true });
}

function run(file, settings) {
  const env = { ...process.env, ...settings, NARRATORIA_HOME: mkdtempSync(join(work, "home-")) };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(work, "app", file)], {
    cwd: work,
    env,
    encoding: "utf8",
  });
  if (status !== 0 || stdout.trim() === "" || stderr.trim() !== "")
    throw new Error(`${file} did not tell a story\n${stderr}`);
  console.log(`${file}: ${stdout.split("\n", 1)[0]}`);
}
