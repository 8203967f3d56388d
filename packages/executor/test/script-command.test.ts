import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { executePlan } from "../src/plan/execute-plan.js";
import { type CommandFacts, commandFor, findCommand, findProgram } from "@narratoria/protocol/launch";
import { fixture, fixtures, options, outputOf, planOf, tempFolder, tool } from "./support.js";

const linux: CommandFacts = { platform: "linux", node: "/opt/node", shebang: null };
const windows: CommandFacts = { platform: "win32", node: "C:\\node.exe", shebang: null };
const program = (names: string[], ...args: string[]): object => ({ kind: "program", names, args });

describe("how a script is started", () => {
  it.each([
    ["/s/roll.js", program(["/opt/node"], "/s/roll.js")],
    ["/s/roll.mjs", program(["/opt/node"], "/s/roll.mjs")],
    ["/s/roll.CJS", program(["/opt/node"], "/s/roll.CJS")],
    ["/s/roll.py", program(["python3"], "/s/roll.py")],
    ["/s/roll.sh", program(["sh"], "/s/roll.sh")],
    ["/s/roll", { kind: "direct" }],
    ["/s/roll.exe", { kind: "direct" }],
    ["/s.js/roll", { kind: "direct" }],
    ["/s/node", { kind: "direct" }],
  ])("[EX30] %s by its ending", (file, expected) => {
    expect(commandFor(file, linux)).toEqual(expected);
  });

  it.each([
    ["/usr/bin/env node", program(["/opt/node"], "/s/roll")],
    ["/usr/bin/env python3", program(["python3"], "/s/roll")],
    ["/usr/bin/env -S deno run --quiet", program(["deno"], "run", "--quiet", "/s/roll")],
    [" /usr/bin/perl -w ", program(["/usr/bin/perl"], "-w", "/s/roll")],
    ["/bin/sh", program(["sh"], "/s/roll")],
    ["", { kind: "direct" }],
  ])("[EX30] without a known ending, #!%s says how", (shebang, expected) => {
    expect(commandFor("/s/roll", { ...linux, shebang })).toEqual(expected);
  });

  it("[EX30] the ending goes before the shebang", () => {
    expect(commandFor("/s/roll.py", { ...linux, shebang: "/usr/bin/perl" })).toMatchObject({ names: ["python3"] });
  });

  it.each([
    ["C:\\s\\roll.mjs", null, program(["C:\\node.exe"], "C:\\s\\roll.mjs")],
    ["C:\\s\\roll.py", null, program(["py.exe", "python.exe"], "C:\\s\\roll.py")],
    ["C:\\s\\roll.sh", null, program(["sh.exe"], "C:\\s\\roll.sh")],
    ["C:\\s\\roll", "/usr/bin/env perl", program(["perl.exe"], "C:\\s\\roll")],
    ["C:\\s\\roll.exe", null, { kind: "direct" }],
  ])("[EX31] on Windows, %s", (file, shebang, expected) => {
    expect(commandFor(file, { ...windows, shebang })).toEqual(expected);
  });

  it.each(["C:\\s\\roll.bat", "C:\\s\\roll.CMD", "C:\\s\\roll.ps1", "C:\\s\\roll"])(
    "[EX31] on Windows, %s is refused rather than handed to a shell",
    (file) => {
      expect(commandFor(file, windows)).toMatchObject({ kind: "refused" });
    },
  );

  it("[EX31] on Windows, a batch file is refused whatever its first line says", () => {
    expect(commandFor("C:\\s\\roll.cmd", { ...windows, shebang: "/usr/bin/env node" })).toMatchObject({
      kind: "refused",
    });
  });

  it("[EX484] [EX6300] a large one for Node by a Node that compiles each expression once and optimises late", () => {
    const scriptOf = (bytes: number): string => {
      const file = join(tempFolder(), "script.cjs");
      writeFileSync(file, " ".repeat(bytes));
      return file;
    };
    const [small, large] = [scriptOf(299_999), scriptOf(300_000)];
    expect(findCommand(small)).toMatchObject({ command: { args: [small] } });
    expect(findCommand(large)).toMatchObject({
      command: { args: ["--no-regexp-tier-up", "--interrupt-budget=600000", large] },
    });
  });

  it("[EX30] scripts in Node, Python and shell run, also without their executable bit", async () => {
    const plan = planOf([
      tool("node", "lights-torch"),
      tool("python", "says-python.py"),
      tool("shebang", "shebang-only"),
    ]);
    const { result } = await executePlan(plan, options());
    expect(outputOf(result.toolResults, "python")).toEqual({ python: 3, tool: "skill" });
    expect(outputOf(result.toolResults, "shebang")).toEqual({ node: process.execPath });
    expect(result.success).toBe(true);
  });
});

describe("a script that cannot be started", () => {
  it.each([
    ["is not there", () => fixture("no-such-file"), "SCRIPT_NOT_READABLE"],
    ["is a folder", () => tempFolder(), "SCRIPT_NOT_A_FILE"],
    ["is a device", () => "/dev/null", "SCRIPT_NOT_A_FILE"],
    ["is not executable and names no interpreter", () => fixture("../../support.ts"), "SCRIPT_NOT_EXECUTABLE"],
  ])("[EX32] because it %s is found out before anything starts", async (_what, file, code) => {
    expect(findCommand(file())).toMatchObject({ ok: false, code, message: expect.stringContaining("/") });
  });

  it("[EX32] because its interpreter is missing names the interpreter", async () => {
    const file = join(tempFolder(), "script");
    writeFileSync(file, "#!/usr/bin/env no-such-interpreter-anywhere\n");
    const found = findCommand(file);
    expect(found).toMatchObject({ ok: false, code: "INTERPRETER_NOT_FOUND" });
    expect(found).toMatchObject({ message: expect.stringContaining("no-such-interpreter-anywhere") });
  });

  it("[EX32] fails its tool for good, with a sentence", async () => {
    const resolver = fixtures();
    const { result, failure } = await executePlan(planOf([tool("a", "no-such-file")]), options({ resolver }));
    expect(result.failedTools).toEqual(["a"]);
    expect(failure).toMatch(/^skill\/no-such-file failed: .* cannot be read \(ENOENT\)$/);
    expect(resolver.verdicts).toEqual([["skill", "unstartable"]]);
  });
});

describe("where programs are looked for", () => {
  const path = process.env.PATH;
  afterEach(() => {
    process.env.PATH = path;
  });

  it("[EX30] in the system's folders first, whatever the player's PATH puts in front of them", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "sh"), "#!/bin/false\n");
    chmodSync(join(folder, "sh"), 0o755);
    process.env.PATH = folder;
    expect(findProgram("sh")).toMatch(/^(\/usr)?(\/local)?\/bin\/sh$/);
  });

  it("[EX30] in the folders of PATH after that, if they are absolute and the file may be executed", async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, "only-here"), "");
    mkdirSync(join(folder, "a-folder"));
    process.env.PATH = `relative::${folder}`;
    expect(findProgram("only-here")).toBeNull();
    expect(findProgram("a-folder")).toBeNull();
    chmodSync(join(folder, "only-here"), 0o755);
    symlinkSync(join(folder, "only-here"), join(folder, "linked"));
    expect(findProgram("only-here")).toBe(join(folder, "only-here"));
    expect(findProgram("linked")).toBe(join(folder, "linked"));
  });
});
