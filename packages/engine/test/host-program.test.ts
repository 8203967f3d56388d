// SPEC.md EN488 and EN489: programs whose own binary is not Node, and programs that were bundled into one file.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL, fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { tempFolder } from "./support/play.js";

const DIST = fileURLToPath(new URL("../dist/index.js", import.meta.url));
const BUNDLED = fileURLToPath(new URL("../bundled", import.meta.url));

/** Runs a story in a process whose binary counts the windows that it opens, as Electron's would. */
async function playInApp(setUp: string, options: string): Promise<{ readonly windows: string; readonly told: string }> {
  const folder = await tempFolder();
  const [app, windows, program] = ["app", "windows", "main.mjs"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(
    app,
    `#!/bin/sh\n[ "$ELECTRON_RUN_AS_NODE" = 1 ] || { echo "$@" >> '${windows}'; exit 1; }\nexec '${process.execPath}' "$@"\n`,
  );
  chmodSync(app, 0o755);
  writeFileSync(
    program,
    `process.execPath = ${JSON.stringify(app)};
${setUp}
const { openEngine } = await import(${JSON.stringify(pathToFileURL(DIST).href)});
const node = ${JSON.stringify(process.execPath)};
const engine = await openEngine({ dataDir: ${JSON.stringify(join(folder, "data"))}, sandbox: "off", ${options} });
const story = await engine.play("one-wheel-over", { seed: "4" });
const codes = [];
for await (const event of story.begin()) if (event.type === "notice") codes.push(event.code);
for await (const event of story.choose(1)) if (event.type === "notice") codes.push(event.code);
console.log(JSON.stringify(codes));
await engine.close();
`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect(stderr).toBe("");
  return { windows: existsSync(windows) ? readFileSync(windows, "utf8") : "", told: stdout.trim() };
}

it.skipIf(process.platform === "win32")("[EN488] in Electron scripts run as Node does and open no window", async () => {
  const electron = 'Object.defineProperty(process.versions, "electron", { value: "35.0.0" });';
  expect(await playInApp(electron, "")).toEqual({ windows: "", told: "[]" });
});

it.skipIf(process.platform === "win32")(
  "[EN488] the Node that is named runs the scripts of a program that is none",
  async () => {
    expect(await playInApp("", "nodePath: node")).toEqual({ windows: "", told: "[]" });
    // Without the option, the program itself is started.
    expect((await playInApp("", "")).windows).toMatch(/skills[\\/][\w-]+[\\/]scripts[\\/]/);
  },
);

it("[EN489] campaigns and skills are taken from the folder that is named", async () => {
  const folder = await tempFolder();
  cpSync(BUNDLED, join(folder, "bundled"), { recursive: true });
  cpSync(join(BUNDLED, "campaigns", "one-wheel-over"), join(folder, "bundled", "campaigns", "renamed"), {
    recursive: true,
  });
  const program = `
    const { openEngine, listCampaigns } = await import(${JSON.stringify(pathToFileURL(DIST).href)});
    const dataDir = ${JSON.stringify(join(folder, "data"))};
    const before = await listCampaigns(dataDir);
    const engine = await openEngine({ dataDir, bundledDir: ${JSON.stringify(join(folder, "bundled"))} });
    console.log(JSON.stringify([before.includes("renamed"), (await listCampaigns(dataDir)).includes("renamed"), engine.skills.list().length > 0]));
    await engine.close();`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect([stderr, stdout.trim()]).toEqual(["", "[false,true,true]"]);
});
