// What a shell is given: completion and the manual page; and settings of the terminal.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { candidates, COMPLETION_SCRIPTS } from "../src/completion.js";
import { narratoria, runCommand } from "../src/main.js";
import { readSettings } from "../src/terminal-settings.js";
import { fakeTerminal } from "./fake-terminal.js";
import { BIN } from "./pty.js";

vi.setConfig({ testTimeout: 240_000 });

const { terminal } = fakeTerminal();
const program = narratoria(terminal, () => {});

async function typed(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const one = fakeTerminal();
  const code = await runCommand(args, one.terminal);
  return { code, out: one.out(), err: one.err() };
}

function newData(): string {
  const data = mkdtempSync(join(tmpdir(), "narratoria-shell-"));
  onTestFinished(() => rmSync(data, { recursive: true, force: true }));
  return data;
}

describe("completion", () => {
  const words = async (...line: string[]): Promise<string[]> =>
    (await candidates(program, line)).map(({ word }) => word);

  beforeAll(() => vi.stubEnv("NARRATORIA_HOME", mkdtempSync(join(tmpdir(), "narratoria-none-"))));
  afterAll(() => void vi.unstubAllEnvs());

  it("[CL727] offers commands, then commands of a command", async () => {
    expect(await words("pla")).toEqual(["play", "playthroughs", ":files"]);
    expect(await words("playthroughs", "re")).toEqual(["resume", "redo"]);
    expect(await words("help", "skills", "en")).toEqual(["enable"]);
    expect(await words("comple")).toEqual(["completion", ":files"]);
  });

  it("[CL727] offers options, their values, and files where a file is wanted", async () => {
    expect(await words("play", "--nar")).toEqual(["--narrator"]);
    expect(await words("--nar")).toEqual(["--narrator"]);
    expect(await words("play", "--narrator", "st")).toEqual(["storybook"]);
    expect(await words("play", "--model", "x")).toEqual([":files"]);
    expect(await words("validate", "x")).toEqual([":files"]);
    expect(await words("completion", "")).toEqual(["bash", "zsh", "fish"]);
  });

  it("[CL727] offers names and ids that there are", async () => {
    expect(await words("play", "one")).toEqual(["one-wheel-over", ":files"]);
    expect(await words("skills", "show", "dice")).toEqual(["dice-roller"]);
    expect(await words("models", "use", "phi")).toContain("phi-3.5-mini");
    expect(await words("playthroughs", "resume", "la")).toEqual(["last"]);
    expect(await words("config", "me")).toEqual(["measure"]);
    expect(await words("config", "lang", "d")).toEqual(["de"]);
    expect(await words("skills", "new", "")).toEqual([]);
  });

  it.runIf(spawnSync("bash", ["--version"]).status === 0)("[CL727] bash completes with what it is given", () => {
    const file = join(newData(), "completion.bash");
    writeFileSync(file, COMPLETION_SCRIPTS.bash);
    const asked = `source ${file}; narratoria() { "${process.execPath}" "${BIN}" "$@"; }
      COMP_WORDS=(narratoria playthroughs un); COMP_CWORD=2; _narratoria; echo "\${COMPREPLY[*]}"`;
    expect(spawnSync("bash", ["-c", asked], { encoding: "utf8" })).toMatchObject({ stdout: "undo\n", stderr: "" });
  });

  it.each(["zsh", "fish"] as const)("[CL727] %s can read what it is given", (shell) => {
    const there = spawnSync(shell, ["--version"]).status === 0;
    const { status } = there
      ? spawnSync(shell, ["-n"], { input: COMPLETION_SCRIPTS[shell] })
      : { status: COMPLETION_SCRIPTS[shell].includes(" complete -- ") ? 0 : 1 };
    expect(status).toBe(0);
  });
});

it("[CL728] the manual page names every command and its options, and man reads it without a complaint", async () => {
  const { out } = await typed("man");
  for (const name of ["play [campaign]", "playthroughs export <id>", "skills agree <name>", "config [key] [value]"]) {
    expect(out).toContain(`.SS "${name.replaceAll("-", "\\-")}"`);
  }
  expect(out).toContain("\\-\\-without\\-sandbox");
  expect(out).not.toContain('.SS "complete ');
  if (spawnSync("man", ["--version"]).status !== 0) return;
  const { stderr, stdout } = spawnSync("man", ["--warnings", "-l", "-"], { input: out, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toContain("EXIT STATUS");
});

it("[CL729] config shows the settings, sets one, refuses what it cannot be, and puts it back", async () => {
  const data = newData();
  expect((await typed("config", "--data", data)).out).toMatch(/^measure {3}66 .*\ncolour {4}auto/);
  expect(await typed("config", "measure", "58", "--data", data)).toMatchObject({ code: 0 });
  expect(await readSettings(data)).toMatchObject({ measure: 58, screen: "drawn" });
  expect(JSON.parse((await typed("config", "--json", "--data", data)).out)).toMatchObject({
    measure: 58,
    lang: "auto",
  });
  expect(await typed("config", "measure", "9", "--data", data)).toMatchObject({
    code: 2,
    err: 'Error: measure cannot be "9". It is a whole number from 40 to 100.\n',
  });
  expect(await typed("config", "lan", "--data", data)).toMatchObject({
    code: 2,
    err: "Error: There is no setting named lan. The nearest is lang.\n",
  });
  expect(await typed("config", "measure", "--unset", "--data", data)).toMatchObject({ code: 0 });
  expect(await readSettings(data)).toMatchObject({ measure: 66 });
});

it("[CL2500] config tells what is wrong in the file of settings, by line and column, and uses the rest", async () => {
  const data = newData();
  const file = join(data, "preferences.json");
  const settings =
    '{\n  "theme": "dark",\n  "terminal": {\n    "measure": 500,\n    "colour": "off",\n    "lange": "de"\n  }\n}\n';
  writeFileSync(file, settings);
  const { code, out, err } = await typed("config", "--data", data);
  expect(code).toBe(0);
  expect(err.split("\n")).toEqual([
    `${file}:4:16 error: measure cannot be 500. It is a whole number from 40 to 100; 66 is used.`,
    `${file}:6:14 error: There is no setting named lange. The nearest is lang. It is not used.`,
    "",
  ]);
  expect(out).toMatch(/^measure {3}66 .*\ncolour {4}off/);
  expect((await typed("doctor", "--data", data)).out).toContain(`note  ${file}:4:16 error: measure cannot be 500.`);
  writeFileSync(file, '{\n  "terminal": {\n    "measure": 58,,\n  }\n}\n');
  const broken = await typed("config", "--data", data);
  expect(broken.err).toMatch(/preferences\.json:3:\d+ error: This is not JSON/);
  expect(broken.out).toMatch(/^measure {3}66 /);
});
