import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { main, type Terminal } from "../src/check/cli.js";

const root = mkdtempSync(join(tmpdir(), "narratoria-check-cli-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const DONE = '{"version":"0","type":"done","ok":true}';
const GOOD = `cat > /dev/null; echo '${DONE}'`;

function skill(name: string, script: string): string {
  const dir = join(root, name);
  mkdirSync(join(dir, "scripts"), { recursive: true });
  writeFileSync(join(dir, "scripts/run.sh"), script);
  const scripts = [{ name: "run", path: "scripts/run.sh" }];
  writeFileSync(join(dir, "skill.json"), JSON.stringify({ name, version: "1.0.0", description: "Small.", scripts }));
  return dir;
}

const good = skill("good", GOOD);
const bad = skill("bad", `cat > /dev/null; printf 'Loading \\033[1m\\n'; echo '${DONE}'`);

async function run(args: string[], more: Partial<Terminal> = {}): Promise<{ code: number; out: string; err: string }> {
  let out = "";
  let err = "";
  const terminal: Terminal = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    colour: false,
    live: false,
    width: 100,
    ...more,
  };
  const code = await main(args, terminal);
  return { code, out, err };
}

/** What is said of the two with nothing else asked for, for all tests that look at it. */
const askedOnce = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let asked: Promise<T> | undefined;
  return () => (asked ??= ask());
};
const ofGood = askedOnce(() => run([good]));
const ofBad = askedOnce(() => run([bad]));

function recorded(text: string): string {
  const file = join(root, "recorded.ndjson");
  writeFileSync(file, text);
  return file;
}

describe("narratoria-skill-check", () => {
  it("[PR240] says what is wrong, where, with what and what to do", async () => {
    const { out } = await ofBad();
    expect(out).toContain("✓ says what it is, and its scripts can be started");
    expect(out).toContain("✗ succeeds on good input");
    expect(out).toMatch(/\n {6}PR6 {3}line 1: not one JSON value.*\n {6}with {2}a scene of a story\n/);
    expect(out).toContain("not one JSON value: Loading \\u001b[1m");
    expect(out).toMatch(
      /fix {3}Write one JSON object a line to standard output and nothing else;[\w\s]+standard error/,
    );
    expect(out).toMatch(/✗ reads input that comes in pieces\n {6}PR6 {3}as above, with its input in pieces\n/);
    expect(out).toMatch(/\n\d+ faults\. \d+ runs? of 1 script in \d+\.\d s\.\n$/);
    expect(out.split("\n").filter((line) => line.length > 100)).toEqual([]);
  });

  it("[PR843] shows what a script wrote to standard error, in the run that failed and in the good one", async () => {
    const talks = `cat > /dev/null; echo 'wick found' >&2; echo '${DONE}'`;
    const fails = `cat > /dev/null; printf 'Traceback:\\n  no \\033[1mwick\\n' >&2; exit 3`;
    const sound = await run([skill("talks", talks)]);
    expect(sound.out).toContain("No faults.");
    expect(sound.out).toContain("\n      stderr wick found\n");
    const broken = await run([skill("breaks", fails)]);
    expect(broken.out).toMatch(
      / {6}with {2}a scene of a story\n(?:.*\n)? {6}stderr Traceback:\n {6}stderr {3}no \\u001b\[1mwick\n {6}fix/,
    );
    expect(JSON.parse((await run([join(root, "breaks"), "--json"])).out).faults[0].stderr).toEqual([
      "Traceback:",
      expect.stringContaining("wick"),
    ]);
  });

  it("[PR847] shows a run whole: its input, events, standard error and outcome", async () => {
    const script = `cat > /dev/null; echo 'wick \\033[1mfound' >&2; echo '{"version":"0","type":"log","level":"info","message":"Lit"}'; echo '${DONE}'`;
    const dir = skill("lit", script);
    const shown = await run([dir, "--inspect"]);
    expect(shown.code).toBe(0);
    expect(shown.out).toMatch(/^run {2}a scene of a story {2}success after \d+ ms\n {2}input\n {4}\{\n/);
    expect(shown.out).toContain('\n      "operation": "run",\n');
    expect(shown.out).toContain('\n  output\n    {"version":"0","type":"log","level":"info","message":"Lit"}\n');
    expect(shown.out).toMatch(/\n {2}standard error\n {4}wick .*found\n/);
    expect(shown.out).not.toContain("\u001b");
    const file = join(root, "input.json");
    writeFileSync(file, '{"wicks":3}');
    const [given] = JSON.parse((await run([dir, "--inspect", "--input", file, "--json"])).out);
    expect(given).toMatchObject({ script: "run", input: { input: { wicks: 3 } }, outcome: "success", error: null });
    const failed = await run([skill("out", "echo no >&2; exit 3"), "--inspect"]);
    expect(failed.code).toBe(1);
    expect(failed.out).toMatch(/\n {2}standard error\n {4}no\n {2}error\n/);
    expect((await run([dir, "--input", file])).code).toBe(2);
    expect((await run([dir, "--inspect", "--input", "gone.json"])).code).toBe(2);
  });

  it("[PR240] says that nothing is wrong", async () => {
    const { out } = await ofGood();
    expect(out).toMatch(/^good 1\.0\.0\n/);
    expect(out).not.toContain("✗");
    expect(out).toMatch(/\nNo faults\. 28 runs of 1 script in \d+\.\d s\.\n$/);
  });

  it("[PR241] writes one JSON object for all skills", async () => {
    const { code, out } = await run([good, bad, "--json"]);
    const report = JSON.parse(out);
    expect([code, report.ok, report.skills.length]).toEqual([1, false, 2]);
    expect(report.faults[0]).toMatchObject({
      skill: "bad",
      script: "run",
      rule: "PR6",
      line: 1,
      excerpt: "Loading \\u001b[1m",
    });
    expect(report.skills[0]).toMatchObject({ skill: "good", ok: true, runs: 28 });
  });

  it("[PR242] exits with 0 for no fault and with 1 for any", async () => {
    expect((await ofGood()).code).toBe(0);
    expect((await ofBad()).code).toBe(1);
  });

  it.each([
    [[], "Which skill? Give the path of its folder."],
    [["--wrong"], "Unknown option '--wrong'."],
    [[join(root, "nowhere")], "cannot be read (ENOENT)."],
    [[root], "it holds neither skill.json nor SKILL.md."],
    [[good, "--script", "walk"], 'The skill "good" has no script "walk"; it has run.'],
    [[good, "--timeout", "soon"], '--timeout must be a whole number from 1 to 600000, not "soon".'],
    [[good, "--jobs", "0"], '--jobs must be a whole number from 1 to 64, not "0".'],
    [[good, "--exit", "1"], "--exit goes with --stream."],
    [[good, "--stream", "x"], "--stream judges a file alone; leave the folder out."],
    [["--stream", join(root, "nothing")], "cannot be read (ENOENT)."],
    [["--stream", good, "--exit", "256"], '--exit must be a whole number from 0 to 255, not "256".'],
  ])("[PR242] %j is wrong usage", async (args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(message);
    expect(err).toMatch(/\nnarratoria-skill-check --help shows what there is\.\n$/);
  });

  it("[PR242] interrupted, it ends its scripts and exits with 130", async () => {
    const slow = skill("slow", `cat > /dev/null; echo x > "${join(root, "started")}"; sleep 60`);
    const bin = fileURLToPath(new URL("../bin/narratoria-skill-check.mjs", import.meta.url));
    const child = spawn(process.execPath, [bin, slow], {
      env: { ...process.env, TMPDIR: root },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const over = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
    while (!existsSync(join(root, "started")) && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill("SIGINT");
    expect(await over).toBe(130);
  });

  it("[PR242] ends at once when its work is done, whatever time the scripts were given", async () => {
    const eager = skill("eager", `echo '${DONE}'`);
    const bin = fileURLToPath(new URL("../bin/narratoria-skill-check.mjs", import.meta.url));
    const child = spawn(process.execPath, [bin, eager, "--timeout", "600000"], { stdio: "ignore" });
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
  });

  it.each([
    [`${DONE}\n`, "0", 0, "success", null],
    [`${DONE}\n`, "3", 1, "protocol_error", "PROCESS_EXIT"],
    ['{"version":"0","type":"done","ok":false}\n', "0", 0, "failed", "TOOL_FAILED"],
    ["Loading\n", "0", 1, "protocol_error", "INVALID_JSON"],
  ])("[PR243] %j with exit code %s", async (text, exit, code, outcome, error) => {
    const judged = await run(["--stream", recorded(text), "--exit", exit]);
    const judgement = JSON.parse(judged.out);
    expect(Object.keys(judgement)).toEqual(["outcome", "events", "warnings", "error"]);
    expect([judged.code, judgement.outcome, judgement.error?.code ?? null]).toEqual([code, outcome, error]);
    expect((await run(["--stream", recorded(text), "--exit", exit, "--json"])).out).toBe(judged.out);
  });

  it("[PR243] takes 0 for the exit code where none is given", async () => {
    expect((await run(["--stream", recorded(DONE)])).code).toBe(0);
  });

  it("[PR244] says how far it is once a second has passed", async () => {
    const slow = skill("slower", `cat > /dev/null; sleep 0.15; echo '${DONE}'`);
    const [plain, live] = await Promise.all([run([slow, "--jobs", "2"]), run([slow, "--jobs", "2"], { live: true })]);
    expect(plain.err).toBe("Checking run ...\n");
    expect(live.err).toMatch(/^(\r\u001b\[2Krun: \d+ runs)+\r\u001b\[2K$/);
  });

  it("[PR245] paints for a terminal only", async () => {
    expect((await run([good], { colour: true })).out).toContain("\u001b[32m✓\u001b[0m");
    expect((await ofGood()).out).not.toContain("\u001b");
  });

  it("[PR246] explains itself", async () => {
    const { code, out, err } = await run(["--help"]);
    expect([code, err]).toEqual([0, ""]);
    for (const option of ["--script", "--timeout", "--jobs", "--json", "--stream", "--exit", "--help"]) {
      expect(out).toContain(`  ${option} `);
    }
    expect(out.split("\n").filter((line) => line.length > 120)).toEqual([]);
  });
});

it("[PR427] what a skill is called and says is shown, and nothing of it obeyed", async () => {
  const evil = "\u001b]0;x\u0007\u202e\u009b2J";
  const missing = await run([join(root, `none${evil}`)]);
  expect(missing.code).toBe(2);
  const judged = await run([
    "--stream",
    recorded(`{"version":"0","type":"log","level":"info","message":"${"\u202e"}"}\n${DONE}\n`),
  ]);
  expect(JSON.parse(judged.out).events[0].message).toBe("\u202e");
  const dir = join(root, "evil");
  mkdirSync(dir);
  const scripts = [{ name: "run", path: `scripts/none${evil}.sh` }];
  const manifest = { name: "evil", version: `1.0.0${evil}`, description: evil, scripts };
  writeFileSync(join(dir, "skill.json"), JSON.stringify(manifest));
  const [lines, json] = [await run([dir]), await run([dir, "--json"])];
  expect(lines.out).toContain("\\u001b]0;x");
  for (const { out, err } of [missing, judged, lines, json]) {
    expect(out + err).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u);
  }
});
