import { type ChildProcess, spawn } from "node:child_process";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EngineEvent } from "@narratoria/engine";
import { checkContract } from "@narratoria/protocol/contracts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Answer, answered } from "./fake-terminal.js";
import { named } from "./named.js";

// Real stories in data folders of their own: told by the built command as a process where its start, its streams or its end matter,
// elsewhere by the command in this process.
const PACKAGE = fileURLToPath(new URL("..", import.meta.url));
const BIN = join(PACKAGE, "bin", "narratoria.js");
let home = "";
let folders = 0;

vi.setConfig({ testTimeout: 240_000 });

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-cli-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const newData = (): string => join(home, `data-${folders++}`);

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

function start(args: readonly string[], bin = BIN): ChildProcess {
  return spawn(process.execPath, [bin, ...args], {
    cwd: home,
    env: { PATH: process.env["PATH"], NARRATORIA_HOME: join(home, "unused") },
  });
}

function ended(child: ChildProcess): Promise<Result> {
  let [out, err] = ["", ""];
  child.stdout?.on("data", (chunk) => (out += chunk));
  child.stderr?.on("data", (chunk) => (err += chunk));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, out: named(out), err: named(err) })));
}

function run(args: readonly string[], lines = "", bin = BIN): Promise<Result> {
  const child = start(args, bin);
  child.stdin?.end(lines);
  return ended(child);
}

/** Runs a command in this process. */
const told = (args: readonly string[]): Promise<Answer> => answered(args);

const eventsOf = ({ out }: Pick<Result, "out">): EngineEvent[] =>
  out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the command line", () => {
  it("[CL1] helps and says its version from the command line's own file alone", async () => {
    // A copy with no library beside it: whatever else were loaded would be missed.
    const bare = join(home, "bare");
    mkdirSync(join(bare, "dist"), { recursive: true });
    cpSync(join(PACKAGE, "bin"), join(bare, "bin"), { recursive: true });
    cpSync(join(PACKAGE, "package.json"), join(bare, "package.json"));
    for (const name of readdirSync(join(PACKAGE, "dist")).filter((one) => /^(main|chunk)/.test(one))) {
      cpSync(join(PACKAGE, "dist", name), join(bare, "dist", name));
    }
    const bin = join(bare, "bin", "narratoria.js");
    expect(await run(["--version"], "", bin)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+/),
      err: "",
    });
    for (const args of [
      ["--help"],
      ["play", "--help"],
      ["playthroughs", "--help"],
      ["playthroughs", "delete", "--help"],
      ["validate", "--help"],
      ["doctor", "--help"],
      ["pack", "--help"],
      ["install", "--help"],
      ["help", "play"],
    ]) {
      expect(await run(args, "", bin), args.join(" ")).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^Usage: narratoria/),
        err: "",
      });
    }
  });

  it("[CL3] a program that lacks a part of itself says so in a sentence, whichever part it is", async () => {
    const cut = join(home, "cut");
    for (const part of ["bin", "dist", "package.json"])
      cpSync(join(PACKAGE, part), join(cut, part), { recursive: true });
    const bin = join(cut, "bin", "narratoria.js");
    const refused = {
      code: 1,
      out: "",
      err: expect.stringMatching(/^Error: A part of Narratoria is missing, [^\n]+\n$/),
    };
    // No library is beside it.
    for (const args of [
      ["playthroughs", "list"],
      ["doctor", "--repair"],
      ["validate", "."],
    ])
      expect(await run(args, "", bin), args.join(" ")).toEqual(refused);
    // A file of another version.
    for (const name of readdirSync(join(cut, "dist")).filter((one) => one.startsWith("doctor")))
      writeFileSync(join(cut, "dist", name), 'import { nothing } from "./main.js";\nexport const repair = nothing;\n');
    expect(await run(["doctor", "--repair"], "", bin)).toEqual(refused);
    rmSync(join(cut, "dist", "main.js"));
    expect(await run(["--help"], "", bin)).toEqual(refused);
  });

  it.each([
    ["play", "--turns", "abc"],
    ["play", "--choose", "last"],
    ["play", "--seed", ""],
    ["play", "--narrator", "bard"],
    ["play", "--trns", "4"],
    ["play", "one", "two"],
    ["play", "--skills", "no-such-folder"],
    ["play", "--dev", "no-such-folder"],
    ["play", "--data"],
    ["play", "--data", ""],
    ["play", "--data", fileURLToPath(import.meta.url)],
    ["validate"],
    ["pack"],
    ["install"],
    ["playthroughs", "delete"],
    ["playthroughs"],
    ["playthroughs", "forget"],
  ])("[CL2] refuses bad usage with one sentence: %s %s %s", async (...args) => {
    const { code, out, err } = await told(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(/^Error: [^\n]+\n$/);
  });

  it("[CL821] play --dev hands the folder to the story as its author's own", async () => {
    const dir = mkdtempSync(join(tmpdir(), "narratoria-dev-"));
    try {
      mkdirSync(join(dir, "lantern"));
      const about = { name: "lantern", version: "1.0.0", description: "Light." };
      writeFileSync(join(dir, "lantern", "skill.json"), JSON.stringify(about));
      const place = ["--data", join(dir, "data"), "--dev", dir];
      const { code, out } = await told(["play", ...place, "--json", "--turns", "0"]);
      expect(code).toBe(0);
      expect(out).not.toContain("skill_waiting");
      const asOthers = await told(["play", "--data", join(dir, "data"), "--skills", dir, "--json", "--turns", "0"]);
      expect(asOthers.out).toContain("skill_waiting");
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it("[CL44] a word that is neither a command nor a story is called that, with the nearest of each", async () => {
    const refused = async (...args: string[]) => {
      const { code, out, err } = await told([...args, "--data", newData()]);
      expect({ code, out }, args.join(" ")).toEqual({ code: 2, out: "" });
      return err;
    };
    expect(await refused("docter")).toBe(
      "Error: There is neither a command nor a story named docter. The nearest command is doctor.\n",
    );
    expect(await refused("one-weel-over")).toBe(
      "Error: There is neither a command nor a story named one-weel-over. The nearest story is one-wheel-over.\n",
    );
    expect(await refused("bogus")).toMatch(
      /^Error: There is neither a command nor a story named bogus\. The stories are one-wheel-over, .*; narratoria --help lists the commands\.\n$/,
    );
    expect((await told(["one-wheel-over", "--turns", "0", "--data", newData()])).out).toMatch(/, the opening\n/);
  });

  it("[CL44] so is a command that help is asked about", async () => {
    expect(await told(["help", "bogus"])).toMatchObject({
      code: 2,
      out: "",
      err: expect.stringMatching(/^Error: There is no command named bogus\. The commands are play, .*\.\n$/),
    });
    expect((await told(["help", "ply"])).err).toBe(
      "Error: There is no command named ply. The nearest command is play.\n",
    );
    expect(await told(["help"])).toEqual(await told(["--help"]));
  });

  it.runIf(existsSync("/dev/full"))("[CL45] says what kept the output from being written", async () => {
    const full = openSync("/dev/full", "w");
    const child = spawn(process.execPath, [BIN, "play", "--turns", "0", "--data", newData()], {
      cwd: home,
      stdio: ["ignore", full, "pipe"],
    });
    const { code, err } = await ended(child);
    closeSync(full);
    expect({ code, err }).toEqual({
      code: 1,
      err: "Error: The output could not be written: there is no space left where it goes. Turns that ended are kept.\n",
    });
  });

  it("[CL3] fails with one sentence and no stack trace", async () => {
    writeFileSync(join(home, "a-file"), "");
    mkdirSync(join(home, "broken"), { recursive: true });
    writeFileSync(join(home, "broken", "manifest.json"), "{ oops");
    for (const args of [
      ["play", "no-such-campaign", "--data", newData()],
      ["play", join(home, "a-file"), "--data", newData()],
      ["play", join(home, "broken"), "--data", newData()],
      ["play", "--choose", "9", "--data", newData()],
      ["playthroughs", "resume", "nothing", "--data", newData()],
      ["playthroughs", "delete", "nothing", "--data", newData()],
      ["validate", "no-such-campaign"],
    ]) {
      const { code, err } = await told(args);
      expect(code, args.join(" ")).toBe(1);
      expect(err, args.join(" ")).toMatch(/^Error: [^\n]+[.!?]\n$/);
      expect(err).not.toMatch(/\bat .*:\d+:\d+|ENOTDIR|undefined/);
    }
  });
});

describe("playing", () => {
  it("[CL6] [CL10] [CL18] plays the bundled story from a pipe and ends well with it", async () => {
    const data = newData();
    const { code, out, err } = await run(["--data", data, "--seed", "7"], "1\nw1\n1\n");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // Where a scene takes long, that is said first.
    expect(out).toMatch(/^(?:Writing the scene\.\n\n)?[^\n]+, the opening\n\n/);
    expect(out).toMatch(/\n\nWhat do you do\?\n1\. [^\n]+\n2\. [^\n]+\n3\. [^\n]+\n/);
    expect(out).toMatch(/, scene 1\n/);
    expect(out).toMatch(/\nWhy 1: /);
    expect(out).toMatch(/, scene 2\n/);
    expect(out).not.toMatch(/\u001b/);
    expect(out).not.toContain("or w3 why");
  });

  it("[CL7] [CL19] goes on with the latest playthrough unless asked for a new one", async () => {
    const data = newData();
    const first = await told(["play", "--data", data, "--choose", "first", "--turns", "1", "--seed", "7"]);
    const again = await answered(["play", "--data", data, "--turns", "0"], ["1"]);
    expect(again.out).toBe(first.out.slice(first.out.lastIndexOf(again.out.split("\n")[0] ?? "")));
    expect(again.out).toMatch(/, scene 1\n/);
    const other = await told(["play", "--data", data, "--turns", "0", "--seed", "8"]);
    expect(other.out).toBe(again.out);
    expect(other.err).toBe(
      "Note: This goes on with the story that was begun with seed 7. Add --new to begin one with seed 8.\n",
    );
    const fresh = await told(["play", "--data", data, "--turns", "0", "--seed", "8", "--new"]);
    expect(fresh).toMatchObject({ code: 0, err: "", out: expect.stringMatching(/, the opening\n/) });
  });

  it("[CL49] begins as whom the options say, and refuses whom the story does not have", async () => {
    const args = ["play", "--json", "--turns", "0", "--data", newData()];
    const begun = await told([...args, "--name", "Wren Ashdown", "--as", "the exact counter"]);
    const scene = eventsOf(begun).find(({ type }) => type === "scene");
    expect(scene).toMatchObject({ beside: { you: ["Wren Ashdown", expect.any(String), "careful", "patient"] } });
    const parts = ["--as", "counts by ear", "--as", "Child of Ottrel Junction", "--new"];
    const all = eventsOf(await told([...args.with(3, "2"), ...parts, "--choose", "random", "--seed", "1"]));
    const made = all.find(({ type }) => type === "scene");
    expect(JSON.stringify(all)).toContain("Counts by ear");
    expect(JSON.stringify(made)).toContain("luggage label with your name");
    expect(await told(["play", "--turns", "0", "--as", "mayor", "--data", newData()])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(
        /^Error: This story has no ready-made character called "mayor"\. Choose one of: .*\.\n$/,
      ),
    });
  });

  it("[CL7] shows the end of a story that has ended, and how to begin another", async () => {
    // An ending that is in reach from the first choice on.
    const tale = join(home, "short");
    // Without its pictures, of which a copy says each time who made them.
    const isText = (path: string): boolean => !/[\\/](?:art|music)$/.test(path);
    cpSync(join(PACKAGE, "../../campaigns/the-piano-on-the-third-landing"), tale, { recursive: true, filter: isText });
    mkdirSync(join(tale, "plot", "endings"), { recursive: true });
    writeFileSync(
      join(tale, "plot", "endings", "a-longer-strap.md"),
      "---\ntitle: A Longer Strap\n---\n\nThe carriers come back with a longer strap.\n\nThe stairs are wide and empty.\n",
    );
    const args = ["play", tale, "--data", newData(), "--seed", "3"];
    const whole = await told([...args, "--choose", "random", "--turns", "30"]);
    expect(whole.out).toMatch(/\nThe end\. "[^"]+", after \d+ scenes\.\n$/);
    const again = await told([...args, "--turns", "0"]);
    expect(again.code).toBe(0);
    expect(whole.out.endsWith(again.out.slice(again.out.indexOf("\n")))).toBe(true);
    expect(again.err).toBe("Note: This story has ended. Add --new to begin another.\n");
  }, 240_000);

  it("[CL9] [CL31] writes valid events and nothing else, the same for the same seed and choices", async () => {
    const args = ["play", "--json", "--choose", "random", "--turns", "2", "--seed", "3"];
    const runs = await Promise.all([run([...args, "--data", newData()]), run([...args, "--data", newData()])]);
    const told = runs.map((result) => {
      expect(result).toMatchObject({ code: 0, err: "" });
      const events = eventsOf(result);
      for (const event of events) expect(checkContract("engine-event", event)).toEqual([]);
      expect(events.filter(({ type }) => type === "scene")).toHaveLength(3);
      const lines = events.map((event) =>
        JSON.stringify(event, (key, value) =>
          /^(timeMs|executionTimeMs|turnId|playthroughId|turn|seq|at|planId)$/.test(key) ? 0 : value,
        ),
      );
      // Scripts that run beside each other start and end in any order between two scenes.
      const isTool = (line: string): boolean => /^\{"type":"(?:log|progress|tool|tool_state)"/.test(line);
      const tools: string[][] = [[]];
      for (const line of lines) {
        if (isTool(line)) tools.at(-1)?.push(line);
        else if (line.startsWith('{"type":"scene"')) tools.push([]);
      }
      return [lines.filter((line) => !isTool(line)), tools.map((of) => of.sort())];
    });
    expect(told[0]).toEqual(told[1]);
  });

  it("[CL532] checks scenes where it is asked to, and finds nothing in a sound story", async () => {
    const args = ["play", "--check", "--choose", "first", "--turns", "1", "--data", newData()];
    const { code, out, err } = await told(args);
    expect([code, err]).toEqual([0, expect.not.stringContaining("error")]);
    expect(out).toMatch(/, scene 1\n/);
  });

  it("[CL33] reads nothing where choices are made for the player", async () => {
    // A standard input that never ends would keep a program that reads it.
    const child = start(["play", "--choose", "first", "--turns", "1", "--plain", "--data", newData()]);
    expect(await ended(child)).toMatchObject({ code: 0, out: expect.stringMatching(/, scene 1\n/) });
  });

  it("[CL4] leaves with 130 when interrupted, and the scene is kept", async () => {
    const data = newData();
    const child = start(["play", "--data", data]);
    let out = "";
    const asked = new Promise<void>((resolve) =>
      child.stdout?.on("data", (chunk) => {
        out += chunk;
        if (/\n3\. [^\n]+\n/.test(out)) resolve();
      }),
    );
    const result = ended(child);
    await asked;
    child.kill("SIGINT");
    expect(await result).toMatchObject({ code: 130, err: "" });
    expect((await told(["play", "--data", data, "--turns", "0"])).out).toBe(out);
  });

  it("[CL5] ends well when nobody reads any more", async () => {
    const child = start(["play", "--json", "--choose", "first", "--turns", "40", "--data", newData()]);
    child.stdout?.once("data", () => child.stdout?.destroy());
    let err = "";
    child.stderr?.on("data", (chunk) => (err += chunk));
    const code = await new Promise((resolve) => child.once("exit", resolve));
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});

describe("other commands", () => {
  it("[CL40] [CL441] list, resume and delete playthroughs", async () => {
    const data = newData();
    expect(await told(["playthroughs", "list", "--data", data])).toMatchObject({
      code: 0,
      out: "No stories yet. Begin one with: narratoria play\n",
    });
    const played = await told(["play", "--json", "--choose", "first", "--turns", "1", "--data", data]);
    const story = eventsOf(played).find((event) => event.type === "story");
    const id = story?.type === "story" ? story.playthroughId : "";
    const list = await told(["playthroughs", "list", "--data", data]);
    expect(list.out.split("\n")[0]).toMatch(new RegExp(`^${id}  .+, scene 1, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`));
    const resumed = await told(["playthroughs", "resume", id.slice(0, -3), "--turns", "0", "--plain", "--data", data]);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringMatching(/, scene 1\n/) });
    // A script says yes beforehand, and is told how.
    expect(await told(["playthroughs", "delete", "last", "--data", data])).toEqual({
      code: 2,
      out: "",
      err: `Error: There is no terminal to ask at. To say yes beforehand: narratoria playthroughs delete ${id} --yes.\n`,
    });
    expect(await told(["playthroughs", "delete", id, "--yes", "--data", data])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Deleted: .+, scene 1\.\n$/),
    });
    expect((await told(["playthroughs", "list", "--data", data])).out).toBe(
      "No stories yet. Begin one with: narratoria play\n",
    );
  });

  it("[CL70] pack a campaign and install it, so that it is played by its name", async () => {
    const tale = join(home, "a tale");
    cpSync(join(PACKAGE, "../../campaigns/the-piano-on-the-third-landing"), tale, { recursive: true });
    const data = newData();
    const file = join(home, "a tale.narratoria");
    expect(await run(["pack", "a tale"])).toMatchObject({ code: 0, out: expect.stringContaining(file), err: "" });
    expect(await told(["pack", tale, "--out", home])).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/--replace/),
    });
    expect(await told(["pack", tale, "--replace", "--out", file])).toMatchObject({ code: 0 });
    const installed = await told(["install", file, "--data", data]);
    expect(installed).toMatchObject({
      code: 0,
      err: "",
      out: expect.stringMatching(/^Installed the campaign .* play "a tale" --data /),
    });
    expect(await told(["install", file, "--data", data])).toMatchObject({ code: 1, out: "" });
    expect((await told(["play", "a tale", "--turns", "0", "--data", data])).out).toMatch(/, the opening\n/);
    writeFileSync(file, "This is no archive, whatever it is called.");
    expect(await told(["install", file, "--data", data, "--replace"])).toMatchObject({
      code: 1,
      out: "",
      err: "Error: This is no .narratoria archive. It is no zip file. Pack the folder of a campaign or a skill to make one. The command for that is `narratoria pack`.\n",
    });
  });

  it("[CL41] validate a campaign, and fail where it has errors", async () => {
    expect(await told(["validate", "one-wheel-over"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/no problems found\.\n$|notices?\.\n$/),
    });
    const folder = join(home, "faulty");
    cpSync(fileURLToPath(new URL("../../../campaigns/the-piano-on-the-third-landing", import.meta.url)), folder, {
      recursive: true,
    });
    mkdirSync(join(folder, "plot"), { recursive: true });
    writeFileSync(join(folder, "plot", "beats.json"), '{ "beats": [\n  { "id": 7 }\n] }\n');
    const { code, out } = await told(["validate", folder]);
    expect(code).toBe(1);
    expect(out).toMatch(/^plot\/beats\.json:2:\d+ {2}error {2}missing_field {2}/m);
    expect(out).toMatch(/\d errors?.*\.\n$/);
  });

  it("[CL42] doctor finds all that a story needs, and says what fails", async () => {
    const well = await told(["doctor", "--data", newData()]);
    expect(well.code).toBe(0);
    expect(well.out).toMatch(/^ok {4}Skills: .*storyteller/m);
    expect(well.out.includes("\nnote  You are root.")).toBe(process.getuid?.() === 0);
    expect(well.out).toMatch(
      /^(ok {4}Sandbox: (bubblewrap|sandbox-exec)|note {2}Sandbox: none, so .* do not run\..*)$/m,
    );
    expect(well.out).toMatch(/\nEverything that a story needs is here\.\n$/);
    const ill = await told(["doctor", "--data", join(home, "a-file", "below")]);
    expect(ill).toMatchObject({ code: 1, err: "" });
    expect(ill.out).toMatch(/^fails .*data folder/m);
  });
});
