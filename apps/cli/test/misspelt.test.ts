// What was typed wrong, and output that goes nowhere: said in a sentence, with an exit code that tells.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { typed } from "./fake-terminal.js";

it("[CL714] a file that is no model is refused before anything is fetched for it", async () => {
  const home = mkdtempSync(join(tmpdir(), "narratoria-model-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const passwords = join(home, "passwd");
  writeFileSync(passwords, "root:x:0:0\n");
  const { code, err } = await typed("play", "--model", passwords, "--data", join(home, "data"));
  expect(code).toBe(2);
  expect(err).toBe(`Error: ${passwords} is no language model: a GGUF file begins with those four letters.\n`);
  expect(existsSync(join(home, "data"))).toBe(false);
});

it("[CL715] help is had of a command of a command, and names those there are of one that there is not", async () => {
  const { code, out } = await typed("help", "playthroughs", "list");
  expect(code).toBe(0);
  expect(out).toMatch(/^Usage: narratoria playthroughs list /);
  expect(await typed("help", "playthroughs", "lst")).toMatchObject({
    code: 2,
    err: "Error: There is no command named playthroughs lst. The nearest command is list.\n",
  });
});

it("[CL715] a misspelt command with words behind it is said to be one", async () => {
  expect(await typed("playthrough", "list")).toMatchObject({
    code: 2,
    err: "Error: There is no command named playthrough. The nearest command is playthroughs.\n",
  });
  expect(await typed("play", "the", "piano")).toMatchObject({
    code: 2,
    err: "Error: play takes one story. Put a name with blanks in it in quotes.\n",
  });
});

it.runIf(existsSync("/dev/full"))(
  "[CL716] output that cannot be written ends with a failure, also after the command",
  async () => {
    const bin = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
    const full = openSync("/dev/full", "w");
    onTestFinished(() => closeSync(full));
    const child = spawn(process.execPath, [bin, "--help"], { stdio: ["ignore", full, "pipe"] });
    let err = "";
    child.stderr?.on("data", (chunk) => (err += chunk));
    const [code] = await once(child, "close");
    expect({ code, err }).toEqual({
      code: 1,
      err: "Error: The output could not be written: there is no space left where it goes. Turns that ended are kept.\n",
    });
  },
);

it.each([
  [["show", "the-mill"], "There is no command named show. The nearest commands are skills show, campaign show."],
  [
    ["list"],
    "There is neither a command nor a story named list. The nearest commands are playthroughs list, memories list, models list, skills list, campaign list.",
  ],
])("[CL4600] names the group of a command that stands alone: %j", async (args, words) => {
  const { code, err } = await typed(...args);
  expect(code).toBe(2);
  expect(err).toBe(`Error: ${words}\n`);
});
