// SPEC.md CL900 to CL903: a new campaign, and the tutorial for its author, command by command.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import { typed } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 120_000 });
const checkout = fileURLToPath(new URL("../../../", import.meta.url));

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-new-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

it("[CL900] a new campaign has no problems, plays, and has the five creeds in its README", async () => {
  const out = home();
  const made = await typed("new", "campaign", "low-tide", "--out", out, "--title", 'The "Low" Tide');
  expect(made).toMatchObject({ code: 0, err: "" });
  const dir = join(out, "low-tide");
  expect(await typed("validate", dir)).toMatchObject({ code: 0, out: 'The "Low" Tide: no problems found.\n' });
  const readme = readFileSync(join(dir, "README.md"), "utf8");
  expect(readme).toMatch(/^# The "Low" Tide\n/);
  expect(readme.match(/^\d\. \*\*/gm)).toHaveLength(5);
  const played = await typed("play", dir, "--choose", "first", "--turns", "2", "--plain", "--data", join(out, "data"));
  expect(played.code).toBe(0);
  expect(played.out).toContain('The "Low" Tide, scene 2');
});

it("[CL901] editors are told the contract of each of its files, which lies beside them", async () => {
  const out = home();
  await typed("new", "campaign", "low-tide", "--out", out);
  const dir = join(out, "low-tide");
  const settings = JSON.parse(readFileSync(join(dir, ".vscode/settings.json"), "utf8")) as {
    "json.schemas": { fileMatch: string[]; url: string }[];
  };
  const mapped = settings["json.schemas"];
  expect(mapped.map(({ fileMatch }) => fileMatch[0])).toContain("/plot/choices.json");
  const contracts = readdirSync(join(checkout, "contracts"));
  for (const { url } of mapped) {
    const own = readFileSync(join(dir, url), "utf8");
    const name = url.split("/").at(-1) ?? "";
    expect(contracts).toContain(name);
    expect(own).toBe(readFileSync(join(checkout, "contracts", name), "utf8"));
    // What a schema refers to lies beside it.
    for (const [, other = ""] of own.matchAll(/"\$ref": "([\w-]+\.schema\.json)/g))
      expect(existsSync(join(dir, ".vscode/schemas", other))).toBe(true);
  }
});

it("[CL902] a name that cannot be one and a folder that is there already are refused", async () => {
  const out = home();
  for (const name of ["Low Tide", "../up", "low_tide", "x".repeat(65)]) {
    expect(await typed("new", "campaign", name, "--out", out)).toMatchObject({ code: 2, out: "" });
  }
  mkdirSync(join(out, "low-tide"));
  const there = await typed("new", "campaign", "low-tide", "--out", out);
  expect(there.code).not.toBe(0);
  expect(there.err).toContain("is there already");
  expect(readdirSync(join(out, "low-tide"))).toEqual([]);
  expect((await typed("new", "campaign", "x", "--out", join(out, "none"))).err).toContain("no folder");
});

it("[CL903] the tutorial for authors leads from an empty folder to an installed campaign, command by command", () => {
  const folder = home();
  mkdirSync(join(folder, "bin"));
  writeFileSync(
    join(folder, "bin/narratoria"),
    `#!/bin/sh\nexec "${process.execPath}" "${join(checkout, "apps/cli/bin/narratoria.js")}" "$@"\n`,
  );
  chmodSync(join(folder, "bin/narratoria"), 0o755);
  const env = {
    ...process.env,
    PATH: `${join(folder, "bin")}${delimiter}${process.env["PATH"]}`,
    NARRATORIA_HOME: join(folder, "home"),
  };
  const work = join(folder, "work");
  mkdirSync(work);
  const tutorial = readFileSync(join(checkout, "docs/authors/tutorial.md"), "utf8");
  let said = "";
  let commands = 0;
  for (const [, path, kind, body = ""] of tutorial.matchAll(/(?:^`([^`\n]+)`\n\n)?^```(\w+)\n([^]*?)^```$/gm)) {
    if (path !== undefined) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), body);
    } else if (kind === "sh") {
      said = "";
      for (const command of body.trim().split("\n")) {
        const { status, stdout, stderr } = spawnSync("sh", ["-c", command], { cwd: work, env, encoding: "utf8" });
        expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
        said += stdout;
        commands += 1;
      }
    } else for (const line of body.trim().split("\n")) expect(said).toContain(line);
  }
  expect(commands).toBeGreaterThanOrEqual(9);
});
