// A terminal that is resized, left with Ctrl-Z and closed: the command runs as a job on a real pseudo terminal.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createPainter } from "../src/screen/painter.js";
import { BIN, hasPty, openPty } from "./pty.js";

vi.setConfig({ testTimeout: 240_000 });

const SIGHUP = 1;
const OTHER_SCREEN = "\u001b[?1049h";
const FIRST_SCREEN = "\u001b[?1049l";

function newData(): string {
  const home = mkdtempSync(join(tmpdir(), "narratoria-job-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return join(home, "data");
}

const story = (data: string): string[] => ["play", "one-wheel-over", "--name", "Ada", "--seed", "3", "--data", data];

it("[CL720] a screen that gets lower is drawn within its rows, its last line the status", async () => {
  const out = new PassThrough();
  const painter = createPainter(out, { columns: 80, rows: 24 });
  painter.frames.write(Array.from({ length: 24 }, (_, row) => `row ${row}`).join("\n"));
  painter.forget({ columns: 80, rows: 18 });
  painter.frames.write([...Array.from({ length: 17 }, (_, row) => `row ${row}`), "status"].join("\n"));
  painter.close();
  out.end();
  const drawn = (await text(out)).split("\u001b[2J").at(-1) ?? "";
  const rows = [...drawn.matchAll(/\u001b\[(\d+);1H/g)].map(([, row]) => Number(row));
  expect(Math.max(...rows)).toBe(18);
  expect(drawn).toContain("\u001b[18;1Hstatus");
});

describe.runIf(hasPty)("on a pseudo terminal", () => {
  it("[CL720] the status stays when the window gets lower", async () => {
    const pty = openPty(story(newData()));
    await pty.until(/1-\d choose/);
    pty.clear();
    pty.resize(18, 80);
    await pty.until(/\u001b\[18;1H[^\u001b]*(?:\u001b\[[\d;]*m[^\u001b]*)*choose/);
    expect(pty.shown).not.toMatch(/\u001b\[(?:19|2\d);1H/);
    pty.type("q");
    expect(await pty.end).toEqual({ exit: 0 });
  });

  it("[CL721] Ctrl-Z gives the terminal back, and the story is drawn again when it goes on", async () => {
    const pty = openPty(story(newData()));
    await pty.until(/1-\d choose/);
    pty.clear();
    pty.type("\u001a");
    await pty.stopped();
    await pty.until(/\u001b\[\?1049l/);
    expect(pty.shown.lastIndexOf(FIRST_SCREEN)).toBeGreaterThan(pty.shown.lastIndexOf(OTHER_SCREEN));
    pty.clear();
    pty.resize(20, 80);
    pty.goOn();
    await pty.until(/\u001b\[20;1H[^]*choose/);
    expect(pty.shown).toContain(OTHER_SCREEN);
    pty.type("q");
    expect(await pty.end).toEqual({ exit: 0 });
  });

  it.each([
    ["[CL721] a prompt waits on after Ctrl-Z and takes the answer", ["--plain"], {}, "q\r"],
    [
      "[CL834] with TERM=dumb Ctrl-Z stops the job, a key too many can be erased, and the prompt stands again",
      [],
      { TERM: "dumb" },
      "7\u007fq\r",
    ],
  ])("%s", async (_, flags, env, keys) => {
    const pty = openPty([...story(newData()), ...flags], { env });
    await pty.until(/q quit: /);
    pty.type("\u001a");
    await pty.stopped();
    pty.clear();
    pty.goOn();
    await pty.until(/q quit: /);
    pty.type(keys);
    expect(await pty.end).toEqual({ exit: 0 });
    expect(pty.shown).toContain("is saved at the opening");
  });

  it.each([
    ["the drawn screen", [], /1-\d choose/],
    ["plain lines", ["--plain"], /q quit: /],
  ])("[CL723] closing the terminal ends %s by SIGHUP, without a native stack", async (_, flags, ready) => {
    const pty = openPty([...story(newData()), ...flags]);
    await pty.until(ready);
    pty.hangUp();
    expect(await pty.end).toEqual({ killed: SIGHUP });
  });

  it("[CL724] with TERM=dumb the story is told in lines, and answers are typed", async () => {
    const pty = openPty(story(newData()), { env: { TERM: "dumb" } });
    await pty.until(/q quit: /);
    expect(pty.shown).not.toContain(OTHER_SCREEN);
    pty.type("q\r");
    expect(await pty.end).toEqual({ exit: 0 });
  });

  it("[CL739] the shelf has a story that was begun, and takes it by one key", async () => {
    const data = newData();
    expect(spawnSync(process.execPath, [BIN, "--turns", "0", "--seed", "3", "--data", data]).status).toBe(0);
    const pty = openPty(["--data", data]);
    await pty.until(/Begin a story/);
    expect(pty.shown).toMatch(/One Wheel Over, the opening\. \S/);
    pty.type("1");
    await pty.until(/1-\d choose/);
    pty.type("q");
    expect(await pty.end).toEqual({ exit: 0 });
  });
});
