import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { play } from "../src/play/play.js";
import type { SharedScripts } from "@narratoria/engine";
import type { Terminal } from "../src/terminal.js";
import { sharedScripts } from "./fake-terminal.js";

// The command with the real engine, at terminals that are streams.
vi.setConfig({ testTimeout: 240_000 });

let home = "";
let scripts: SharedScripts;
beforeAll(async () => {
  scripts = await sharedScripts();
  home = mkdtempSync(join(tmpdir(), "narratoria-play-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Seat {
  readonly terminal: Terminal;
  out(): string;
  resize(columns: number, rows: number): void;
  /** Waits for words on the terminal, then types. */
  type(after: string | RegExp, keys: string): Promise<void>;
}

function seat({ tty = true, columns = 80, rows = 24 } = {}): Seat {
  const control = new AbortController();
  const keyboard = Object.assign(new PassThrough(), { isTTY: tty, setRawMode() {}, ref() {}, unref() {} });
  const screen = Object.assign(new PassThrough(), { isTTY: tty, columns, rows });
  let out = "";
  screen.on("data", (chunk) => (out += chunk));
  return {
    terminal: {
      stdin: keyboard,
      stdout: screen,
      stderr: new PassThrough(),
      env: { LANG: "C.UTF-8" },
      platform: "linux",
      signal: control.signal,
      scripts,
      interrupt: () => control.abort(),
      suspend: () => {},
    },
    out: () => out,
    resize(columns, rows) {
      Object.assign(screen, { columns, rows });
      screen.emit("resize");
    },
    async type(after, keys) {
      await vi.waitFor(() => expect(out).toMatch(after), { timeout: 120_000 });
      keyboard.write(keys);
    },
  };
}

const DRAWN = "\u001b[?1049h";

describe("which way a story is played", () => {
  it("[CL38] is drawn at a terminal that is large enough", async () => {
    const { terminal, out, type } = seat();
    const played = play({ campaign: undefined }, { data: join(home, "drawn"), seed: "7", name: "Wren" }, terminal);
    await type("What do you do?", "q");
    expect(await played).toBe(0);
    expect(out()).toContain(DRAWN);
    expect(out()).toMatch(/\u001b\[\?1049l\n.+ is saved at the opening\. Start it again to go on\.\n$/);
  });

  it.each([
    ["a smaller one", { columns: 59, rows: 24 }, {}],
    ["a lower one", { columns: 80, rows: 15 }, {}],
    ["--plain", {}, { plain: true }],
    ["--turns", {}, { turns: 0 }],
    ["--choose", {}, { choose: { kind: "first" }, turns: 0 }],
    ["--json", {}, { json: true, turns: 0 }],
    ["no terminal", { tty: false }, { turns: 0 }],
  ] as const)("[CL38] is not drawn with %s", async (name, size, flags) => {
    const { terminal, out, type } = seat(size);
    const played = play({ campaign: undefined }, { data: join(home, name), name: "Wren", ...flags }, terminal);
    if (!("turns" in flags)) await type("q quit: ", "q\r");
    expect(await played).toBe(0);
    expect(out()).not.toContain(DRAWN);
  });
});

it("[CL47] goes on in plain lines where the terminal becomes too small to draw on", async () => {
  const { terminal, out, type, resize } = seat();
  const played = play({ campaign: undefined }, { data: join(home, "shrunk"), seed: "7", name: "Wren" }, terminal);
  await type("What do you do?", "");
  resize(50, 10);
  await type(/\u001b\[\?1049l[^]*, the opening\r?\n[^]*q quit: /, "1\r");
  await type(/, scene 1\r?\n[^]*q quit: /, "q\r");
  expect(await played).toBe(0);
  expect(out().match(/\u001b\[\?1049h/g)).toHaveLength(1);
});

it("[CL830] goes by the shelf from one story to another, and says where the last one stands", async () => {
  const { terminal, out, type } = seat();
  const played = play({ campaign: undefined }, { data: join(home, "shelf"), seed: "7", name: "Wren" }, terminal);
  await type("What do you do?", "l");
  await type("Go on reading", "1");
  await type(/Go on reading[^]*What do you do\?/, "q");
  expect(await played).toBe(0);
  expect(out().match(/ is saved at the opening/g)).toHaveLength(1);
});

it("[CL731] a farewell breaks between words", async () => {
  const { terminal, out, type } = seat({ columns: 60 });
  const flags = { data: join(home, "farewell"), name: "Wren", plain: true };
  const played = play({ campaign: undefined }, flags, terminal);
  await type("q quit: ", "q\r");
  expect(await played).toBe(0);
  expect(out()).toMatch(/ is saved at the opening\.[^]*\non\.\n$/);
});

describe("who the player is", () => {
  it("[CL49] is asked at a terminal before a new story; whoever goes away has begun nothing", async () => {
    const data = join(home, "asked");
    const gone = seat({ rows: 10 });
    const left = play({ campaign: undefined }, { data, seed: "7" }, gone.terminal);
    await gone.type("Enter begins as the story has you", "\u0004");
    expect(await left).toBe(0);
    expect(gone.out()).toMatch(/^\s*One Wheel Over\s+Who are you\?/);
    expect(gone.out()).not.toContain("the opening");

    const { terminal, out, type } = seat({ columns: 120, rows: 40 });
    const played = play({ campaign: undefined }, { data, seed: "7" }, terminal);
    await type("Enter begins as the story has you", "2\r");
    await type("Your name, or Enter", "Wren\r");
    await type("What do you do?", "q");
    expect(await played).toBe(0);
    expect(out()).toMatch(/You[^]*Wren[^]*stubborn/);
  });
});

it("[CL33] with --choose, and with nothing to choose, standard input is not touched", async () => {
  for (const flags of [{ choose: { kind: "first" }, turns: 1 }, { turns: 0 }] as const) {
    const { terminal } = seat({ tty: false });
    expect(await play({ campaign: undefined }, { data: join(home, "untouched"), ...flags }, terminal)).toBe(0);
    expect(terminal.stdin.listenerCount("data")).toBe(0);
    expect(terminal.stdin).toMatchObject({ readableFlowing: null });
  }
});

describe("a story that was begun", () => {
  it("[CL8] is offered at a terminal; Enter goes on with it, n begins another", async () => {
    const data = join(home, "begun");
    const first = seat({ rows: 10 });
    const played = play({ campaign: undefined }, { data, seed: "7", name: "Wren" }, first.terminal);
    await first.type("q quit: ", "1\r");
    await first.type(/, scene 1\r?\n[^]*q quit: /, "q\r");
    expect(await played).toBe(0);

    const again = seat({ rows: 10 });
    const goingOn = play({ campaign: undefined }, { data }, again.terminal);
    await again.type(/^You have a story in .+, at scene 1\.\r?\n.*Enter goes on with it, n begins a new one: /, "\r");
    await again.type(/, scene 1\r?\n[^]*q quit: /, "q\r");
    expect(await goingOn).toBe(0);

    const anew = seat();
    const beginning = play({ campaign: undefined }, { data }, anew.terminal);
    await anew.type("n begins a new one: ", "n\r");
    await anew.type("Enter begins as the story has you", "1\r");
    await anew.type("Your name, or Enter", "Wren\r");
    await anew.type(/the opening[^]*What do you do\?/, "q");
    expect(await beginning).toBe(0);
    expect(anew.out()).toContain(DRAWN);
  });

  it("[CL8] is left alone when the question is not answered", async () => {
    const data = join(home, "unanswered");
    await play({ campaign: undefined }, { data, turns: 0 }, seat({ tty: false }).terminal);
    const { terminal, out, type } = seat();
    const played = play({ campaign: undefined }, { data }, terminal);
    await type("n begins a new one: ", "\u0004");
    expect(await played).toBe(0);
    expect(out()).not.toContain("What do you do?");
  });
});
