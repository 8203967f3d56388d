import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { closingLine, failedLines } from "./closing-line-reporter.mjs";
import { criterionRow, tableRow } from "./conformance-reporter.mjs";
import { exitCodeOf, failureText, progressLine, runQuietly } from "./workspace/children.mjs";
import { whereTyped } from "./workspace/commands.mjs";
import { buildStamp, installStamp, stampHolds, typesStamp, writeStamp } from "./workspace/stamps.mjs";

const RUN = fileURLToPath(new URL("./run.mjs", import.meta.url));

function write(root: string, file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

describe("stamps", () => {
  let root = "";
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), "narratoria-stamps-"));
    write(root, "pnpm-lock.yaml", "lockfileVersion: 9\n");
    write(root, "pnpm-workspace.yaml", "packages: []\n");
    write(root, "package.json", "{}");
    write(root, "packages/one/src/index.ts", "export {};\n");
    write(root, "packages/one/dist/index.js", "");
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it("hold until what they stand for changes", () => {
    const stamp = buildStamp(root);
    expect(stampHolds(root, "build", stamp)).toBe(false);
    writeStamp(root, "build", stamp);
    expect(stampHolds(root, "build", buildStamp(root))).toBe(true);
  });

  it.each([
    ["a source grew", (at: string) => write(at, "packages/one/src/index.ts", "export const one = 1;\n")],
    ["a source was touched", (at: string) => utimesSync(join(at, "packages/one/src/index.ts"), 1, 1)],
    ["a source was added", (at: string) => write(at, "packages/one/src/deep/two.ts", "")],
    ["a contract changed", (at: string) => write(at, "contracts/plan-json.schema.json", "{}")],
    ["the builds' options changed", (at: string) => write(at, "tools/tsup-options.mjs", "export {};\n")],
    ["a plugin of the builds changed", (at: string) => write(at, "tools/letter-classes.mjs", "export {};\n")],
    ["a campaign changed", (at: string) => write(at, "campaigns/one/manifest.json", "{}")],
    ["what was built is gone", (at: string) => rmSync(join(at, "packages/one/dist"), { recursive: true })],
  ])("of a build: stale when %s", (_, change) => {
    const before = buildStamp(root);
    change(root);
    expect(buildStamp(root)).not.toBe(before);
  });

  it.each([
    "packages/one/test/a.test.ts",
    "packages/one/node_modules/x/index.js",
    "packages/one/.turbo/build.log",
    "packages/one/dist/index.d.ts",
    "packages/one/dist/deep/two.d.ts",
    "README.md",
  ])("of a build: still good when %s appears", (file) => {
    const before = buildStamp(root);
    write(root, file, "new");
    expect(buildStamp(root)).toBe(before);
  });

  it("of the declarations: stale when the build is, or one is gone", () => {
    write(root, "packages/one/dist/index.d.ts", "export {};\n");
    const before = typesStamp(root);
    write(root, "packages/one/src/index.ts", "export const one = 1;\n");
    expect(typesStamp(root)).not.toBe(before);
    const made = typesStamp(root);
    rmSync(join(root, "packages/one/dist/index.d.ts"));
    expect(typesStamp(root)).not.toBe(made);
  });

  it("of an install: stale when the lockfile or Node changes", () => {
    const before = installStamp(root, "v20.20.2");
    expect(installStamp(root, "v20.20.2")).toBe(before);
    expect(installStamp(root, "v22.1.0")).not.toBe(before);
    write(root, "pnpm-lock.yaml", "lockfileVersion: 10\n");
    expect(installStamp(root, "v20.20.2")).not.toBe(before);
  });
});

it("a path is meant from where npm was called, as far as that is still there", () => {
  const here = dirname(RUN);
  expect(whereTyped({ INIT_CWD: here }, "/")).toBe(here);
  expect(whereTyped({ INIT_CWD: join(here, "gone") }, "/")).toBe("/");
  expect(whereTyped({}, "/")).toBe("/");
});

describe("closing line", () => {
  const module = (states: readonly string[], errors: readonly unknown[] = []) => ({
    errors: () => errors,
    children: { allTests: () => states.map((state) => ({ result: () => ({ state }) })) },
  });

  it("counts tests over all files", () => {
    expect(closingLine([module(["passed", "failed"]), module(["passed"])], [])).toBe("2 passed, 1 failed");
  });
  it("names skipped tests only where there are some", () => {
    expect(closingLine([module(["passed", "skipped"])], [])).toBe("1 passed, 0 failed, 1 skipped");
  });
  it("comes after the names of what failed", () => {
    const test = (fullName: string, state: string, message = "") => ({
      fullName,
      result: () => ({ state, errors: [{ message }] }),
    });
    const tests = [
      test("adds", "passed"),
      test("takes away", "failed", "1 is not 2\nat line 3"),
      test("waits", "pending"),
    ];
    const one = {
      moduleId: join(process.cwd(), "test/sums.test.ts"),
      errors: () => [],
      children: { allTests: () => tests },
    };
    expect(failedLines([one], [{ message: "stray" }])).toEqual([
      "failed: test/sums.test.ts > takes away: 1 is not 2",
      "failed: test/sums.test.ts > waits: it did not come to its end",
      "failed: outside any test: stray",
    ]);
  });
  it("counts a file that does not load, a stray error and a test cut off as failures", () => {
    expect(closingLine([module([], [new Error("no such module")]), module(["pending"])], [new Error("stray")])).toBe(
      "0 passed, 3 failed",
    );
  });
});

describe("the table of conformance", () => {
  const criterion = { id: "SC-031", title: "Readers beside a writer", target: "none is turned away" };

  it("says what was found, and where nothing was, why", () => {
    expect(criterionRow({ ...criterion, found: "none failed" }, { state: "passed" }).at(0)).toBe("yes");
    expect(criterionRow(criterion, { state: "failed", errors: [{ message: "no disk" }] })).toEqual([
      "NO",
      "SC-031",
      "Readers beside a writer",
      "none is turned away",
      "no disk",
    ]);
    expect(criterionRow(criterion, { state: "skipped" }).at(0)).toBe("-");
    expect(criterionRow(criterion, { state: "failed" }).at(-1)).toBe("it was not measured");
  });
  it("breaks long cells between words and keeps every column in its place", () => {
    const found = "eight readers asked and each of them was answered in time";
    const lines = tableRow(["yes", "SC-031", "Readers", "none", found], 112).split("\n");
    expect(lines).toEqual([
      "yes   SC-031  Readers                     none                                    eight readers asked and each",
      "                                                                                  of them was answered in time",
    ]);
  });
  it("knows measures by their ids alone", () => {
    const { status, stderr } = spawnSync(process.execPath, [RUN, "conformance", "readers"], { encoding: "utf8" });
    expect(status).toBe(2);
    expect(stderr).toContain("readers names no measure");
  });
});

describe("children", () => {
  it("give the exit code a shell would give", () => {
    expect(exitCodeOf(3, null)).toBe(3);
    expect(exitCodeOf(null, "SIGINT")).toBe(130);
    expect(exitCodeOf(null, "SIGKILL")).toBe(137);
  });

  it("that failed are told by the end of their log and its name", () => {
    const text = `${Array.from({ length: 40 }, (_, index) => `line ${index}`).join("\n")}\n\n\u001b[31mno space\u001b[0m\n`;
    const told = failureText({ title: "Building", advice: "Free some space.", log: ".narratoria/log/build.log", text });
    expect(told.split("\n")[0]).toBe("Error: Building failed.");
    expect(told).toContain("  no space\nThe full log is in .narratoria/log/build.log. Free some space.\n");
    expect(told).not.toContain("line 20\n");
  });

  it("show one line off a terminal, and one that goes away on it", () => {
    const written: string[] = [];
    const stream = (isTTY: boolean) => ({ isTTY, write: (text: string) => written.push(text) });
    progressLine(stream(false), "Building").end();
    expect(written.splice(0)).toEqual(["Building ...\n"]);
    progressLine(stream(true), "Building").end();
    expect(written).toEqual(["\r\u001b[KBuilding, 0 s", "\r\u001b[K"]);
  });
});

it("an unknown command is bad usage, told in one sentence", () => {
  const run = spawnSync(process.execPath, [RUN, "dance"], { encoding: "utf8" });
  expect(run.status).toBe(2);
  expect(run.stdout).toBe("");
  expect(run.stderr).toMatch(/^Error: there is no command dance\. Use one of: start, desktop, test, .*\n$/);
});

it("a Node that is too old is told in words what to do", () => {
  const root = mkdtempSync(join(tmpdir(), "narratoria-old-node-"));
  try {
    write(root, "package.json", '{ "type": "module", "engines": { "node": ">=99.1" } }');
    write(root, "tools/run.mjs", readFileSync(RUN, "utf8"));
    const run = spawnSync(process.execPath, [join(root, "tools/run.mjs"), "start"], { encoding: "utf8" });
    expect(run.status).toBe(1);
    expect(run.stderr).toBe(
      `Narratoria needs Node 99.1 or newer, and this is Node ${process.versions.node}.\nInstall a current Node from https://nodejs.org, open a new terminal and run the same command again.\n`,
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

describe("a quiet step", () => {
  const quiet = async (code: string): Promise<number> => {
    const root = mkdtempSync(join(tmpdir(), "narratoria-quiet-"));
    const command = { file: process.execPath, args: ["-e", code] };
    const options = { root, env: process.env, title: "Trying", name: "try", advice: "Try again." };
    try {
      return await runQuietly(command, options);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  };

  it("gives the exit code of what it ran", async () => {
    expect(await quiet("process.exit(0)")).toBe(0);
    expect(await quiet("process.exit(3)")).toBe(3);
  });

  it("ends as interrupted when it was, whatever code the program ends with", async () => {
    const child =
      "process.on('SIGINT', () => process.exit(7)); process.kill(process.ppid, 'SIGWINCH'); setInterval(() => {}, 1000)";
    // The program says that it listens, as a signal sent before that would end it at once.
    process.once("SIGWINCH", () => process.emit("SIGINT", "SIGINT"));
    expect(await quiet(child)).toBe(130);
  });
});
