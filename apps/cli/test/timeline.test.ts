// The command on a real story: undone, branched, listed, exported, imported and replayed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { listPlaythroughs } from "@narratoria/engine";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { branchLines } from "../src/play/branch-words.js";
import { deletePlaythrough } from "../src/playthroughs.js";
import { replayLines } from "../src/timeline.js";
import { BRANCHES } from "./fake-story.js";
import { answered as run, fakeTerminal } from "./fake-terminal.js";

const BIN = fileURLToPath(new URL("../bin/narratoria.js", import.meta.url));
let home = "";
let played = "";
let folders = 0;

vi.setConfig({ testTimeout: 240_000 });

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "narratoria-cli-timeline-"));
  vi.stubEnv("NARRATORIA_HOME", join(home, "unused"));
  played = join(home, "played");
  const { code } = await run(["play", "--choose", "1,2,1", "--seed", "7", "--data", played]);
  expect(code).toBe(0);
}, 240_000);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(home, { recursive: true, force: true });
});

/** A data folder with one story at scene 3. */
function data(): string {
  const folder = join(home, `data-${folders++}`);
  cpSync(played, folder, { recursive: true });
  return folder;
}

const events = (out: string): { type: string; code?: string; scene?: number }[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { type: string });

describe("playthroughs", () => {
  it("[CL83] undo, redo and branch show the scene where the story stands, in words or as events", async () => {
    const folder = data();
    const told = (...args: string[]) => run(["playthroughs", ...args, "--data", folder]);
    expect((await told("undo", "last")).out).toMatch(
      /^One Wheel Over, scene 2\n[^]*\nNote: The last choice was taken back\. /,
    );
    expect(events((await told("redo", "last", "--json")).out)).toMatchObject([
      { type: "notice", code: "redone" },
      { type: "scene", scene: 3 },
    ]);
    expect((await told("branch", "last", "1", "--name", "The harbour bell")).out).toMatch(/^One Wheel Over, scene 1\n/);
    expect(await told("branch", "last", "9")).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/no scene 9 yet/),
    });
    expect(await told("undo", "nobody")).toMatchObject({ code: 1, out: "" });
    expect((await told("switch", "last", "1")).out).toMatch(/^One Wheel Over, scene 3\n/);
    expect(await told("switch", "last", "5")).toMatchObject({
      code: 1,
      err: expect.stringContaining("There is no branch 5."),
    });
  });

  it("[CL84] branches are a tree of lines, or JSON", async () => {
    expect(branchLines(BRANCHES)[2]).toBe("  2. The harbour bell: from scene 8 to scene 13, ended.");
    const folder = data();
    await run(["playthroughs", "branch", "last", "1", "--name", "The harbour bell", "--data", folder]);
    const { out } = await run(["playthroughs", "branches", "last", "--data", folder]);
    expect(out).toMatch(
      /^1\. As it was first told: from the opening to scene 3\.\n {3}\S.*\n {2}2\. The harbour bell: begins at scene 1, nothing told yet\. You are here\.\n/,
    );
    const listed = JSON.parse(
      (await run(["playthroughs", "branches", "last", "--json", "--data", folder])).out,
    ) as object[];
    expect(listed).toMatchObject([
      { number: 1, depth: 0, turns: 4, current: false },
      { number: 2, depth: 1, title: "The harbour bell", start: { scene: 1 }, current: true },
    ]);
  });

  it.each(["json", "markdown"])("[CL440] export to a reader that leaves early ends well: %s", async (format) => {
    const child = spawn(process.execPath, [
      BIN,
      "playthroughs",
      "export",
      "last",
      "--format",
      format,
      "--data",
      data(),
    ]);
    child.stdout.once("data", () => child.stdout.destroy());
    let err = "";
    child.stderr.on("data", (chunk) => (err += chunk));
    const [code] = await once(child, "exit");
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("[CL441] whoever sits at a terminal is asked before a story is deleted, and may say no", async () => {
    const folder = data();
    for (const [typed, left] of [
      [["n"], 1],
      [[""], 1],
      [[], 1],
      [["y"], 0],
    ] as const) {
      const { terminal, out } = fakeTerminal(typed, true);
      expect(await deletePlaythrough("last", { data: folder }, terminal)).toBe(0);
      expect(out()).toContain("Delete One Wheel Over, scene 3, for good? y or n: ");
      expect(out()).toMatch(left === 0 ? /\nDeleted: One Wheel Over, scene 3\.\n$/ : /Nothing was deleted\.\n$/);
      expect(await listPlaythroughs(folder)).toHaveLength(left);
    }
    await expect(deletePlaythrough("last", { data: folder, yes: true }, fakeTerminal().terminal)).rejects.toThrow(
      "There are no stories yet.",
    );
  });

  it("[CL2410] export writes EPUB to a file, and Twee and gamebooks as well", async () => {
    const folder = data();
    const [book, twee] = [join(home, "story.epub"), join(home, "story.twee")];
    expect((await run(["playthroughs", "export", "last", "-o", book, "--data", folder])).code).toBe(0);
    expect(readFileSync(book).subarray(30, 58).toString("latin1")).toBe("mimetypeapplication/epub+zip");
    const none = await run(["playthroughs", "export", "last", "--format", "epub", "--data", folder]);
    expect(none).toMatchObject({ code: 2, out: "" });
    expect(none.err).toContain("-o story.epub");
    expect((await run(["playthroughs", "export", "last", "-o", twee, "--data", folder])).code).toBe(0);
    expect(readFileSync(twee, "utf8")).toMatch(/^:: StoryTitle\n/);
    const gamebook = await run(["playthroughs", "export", "last", "--format", "gamebook", "--data", folder]);
    expect(gamebook.out).toContain("\n## 1\n");
  });

  it("[CL85] export writes what the ending says, whole and over nothing that is there; import takes JSON in", async () => {
    const folder = data();
    const [page, json] = [join(home, "story.html"), join(home, "story.json")];
    expect((await run(["playthroughs", "export", "last", "--data", folder])).out).toMatch(/^# One Wheel Over\n/);
    expect(await run(["playthroughs", "export", "last", "-o", page, "--data", folder])).toMatchObject({
      code: 0,
      out: `Exported to ${page}.\n`,
    });
    expect(readFileSync(page, "utf8")).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    writeFileSync(page, "mine");
    expect(await run(["playthroughs", "export", "last", "-o", page, "--data", folder])).toMatchObject({
      code: 1,
      out: "",
    });
    expect(readFileSync(page, "utf8")).toBe("mine");
    expect((await run(["playthroughs", "export", "last", "-o", page, "--replace", "--data", folder])).code).toBe(0);
    expect((await run(["playthroughs", "export", "last", "-o", join(home, "story.txt"), "--data", folder])).code).toBe(
      2,
    );
    expect(
      await run(["playthroughs", "export", "last", "-o", join(home, "no", "a.md"), "--data", folder]),
    ).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Error: .*cannot be written/),
    });
    expect(readdirSync(home).filter((name) => name.includes(".part"))).toEqual([]);

    expect((await run(["playthroughs", "export", "last", "-o", json, "--data", folder])).code).toBe(0);
    const fresh = join(home, "fresh");
    const imported = await run(["playthroughs", "import", json, "--data", fresh]);
    expect(imported.out).toMatch(
      /^Imported: One Wheel Over, scene 3\. Go on with: narratoria playthroughs resume \S+\n$/,
    );
    expect((await run(["playthroughs", "list", "--json", "--data", fresh])).out).toMatch(/"scene": 3/);
    expect(await run(["playthroughs", "import", page, "--data", fresh])).toMatchObject({ code: 1, out: "" });
    expect(existsSync(join(home, "unused"))).toBe(false);
  });
});

describe("replay", () => {
  it("[CL86] says that all is the same and ends with 0", async () => {
    const folder = data();
    expect(await run(["replay", "--data", folder])).toMatchObject({
      code: 0,
      out: "The same, to the character: 4 scenes.\n",
    });
    const said = JSON.parse((await run(["replay", "last", "--branch", "1", "--json", "--data", folder])).out) as object;
    expect(said).toEqual({ turns: 4, taken: [], difference: null });
  });

  it("[CL86] says where and why it differs", () => {
    const difference = {
      scene: 4,
      turnId: "t",
      what: "rolls",
      where: "/0/dice/1",
      expected: "5",
      found: "2",
      why: "dice-roller/roll-dice is the first that gave something else.",
    } as const;
    expect(replayLines({ turns: 5, taken: [0, 2], difference })).toEqual([
      "It differs in scene 4: rolls /0/dice/1",
      "    then: 5",
      "    now:  2",
      "dice-roller/roll-dice is the first that gave something else.",
      "Taken from the journal as they are: the opening, scene 2.",
    ]);
    const onDisk = {
      ...difference,
      what: "journal",
      where: "",
      expected: "",
      found: "",
      why: "It was changed.",
    } as const;
    expect(replayLines({ turns: 5, taken: [], difference: onDisk })).toEqual([
      "It cannot be compared from scene 4 on.",
      "It was changed.",
    ]);
    expect(replayLines({ turns: 0, taken: [], difference: null })).toEqual(["This story has not begun."]);
  });
});
