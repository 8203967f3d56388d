import { PassThrough } from "node:stream";
import { render } from "ink-testing-library";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { layoutScreen } from "../src/screen/layout.js";
import { styleFor } from "../src/screen/marks.js";
import { createPainter } from "../src/screen/painter.js";
import { createScreenPlayer, type Key, type ScreenPlayer, type ScreenPlayerOptions } from "../src/screen/player.js";
import { keysOf, PasteFilter, Screen } from "../src/screen/screen.js";
import { afterEvent, initialScreen, startTurn } from "../src/screen/state.js";
import {
  BRANCHES,
  MANY_BRANCHES,
  type FakeStory,
  type FakeStoryOptions,
  fakeStory,
  ferryScene,
  numbered,
  noticeOf,
} from "./fake-story.js";

/** A busy machine is slow, and nothing is wrong with it. */
const PATIENT = { timeout: 20_000 };

const STYLE = styleFor({ LANG: "C.UTF-8" }, "linux");
const SIZE = { columns: 80, rows: 24 };
const SCENES = [numbered(0), numbered(1), numbered(2), numbered(3)];

const letter = (text: string): Key => ({ kind: "letter", letter: text });

/** A player at its first scene. */
async function begun(
  scenes = SCENES,
  options: FakeStoryOptions = {},
  playing: ScreenPlayerOptions = { guardMs: 0 },
): Promise<{ player: ScreenPlayer; story: FakeStory }> {
  const story = fakeStory(scenes, options);
  const player = createScreenPlayer(story, playing);
  player.begin();
  await vi.waitFor(() => expect(player.state.scene).not.toBeNull(), PATIENT);
  await vi.waitFor(() => expect(player.state.running).toBeNull(), PATIENT);
  return { player, story };
}

async function untilScene(player: ScreenPlayer, scene: number): Promise<void> {
  await vi.waitFor(() => expect(player.state).toMatchObject({ scene: { scene }, running: null }), PATIENT);
}

describe("the tools at work", () => {
  const by = { source: "tool", toolId: "sky-run", toolPath: "sky/run" } as const;
  const before = () => [
    { type: "log", level: "info", message: "Looking up", ...by } as const,
    { type: "tool", toolId: "sky-run", toolPath: "sky/run", state: "success", executionTimeMs: 9 } as const,
  ];
  const lines = (player: ScreenPlayer): string[] =>
    layoutScreen(player.state, SIZE, STYLE).lines.map((line) =>
      line
        .map(({ text }) => text)
        .join("")
        .trim(),
    );

  it("[CL481] are shown by o, at rest and while a turn runs, and hidden by it", async () => {
    let open = (): void => {};
    const gate = () => new Promise<void>((resolve) => (open = resolve));
    const { player } = await begun(SCENES, { before, gate });
    player.key(letter("o"));
    expect(lines(player)).toEqual(
      expect.arrayContaining(["info  sky/run: Looking up", "tool  sky/run: success, 9 ms"]),
    );
    player.key(letter("o"));
    expect(lines(player).join()).not.toContain("Looking up");
    player.key(letter("1"));
    player.key(letter("o"));
    expect(player.state.running).not.toBeNull();
    expect(lines(player)).toContain("info  sky/run: Looking up");
    await vi.waitFor(() => open(), PATIENT);
    await untilScene(player, 1);
    expect(lines(player).filter((line) => line.includes("Looking up"))).toHaveLength(2);
    player.key({ kind: "escape" });
    expect(player.state.overlay).toBe("none");
  });

  it("[CL481] are gone back through by arrows and pages, within what there is", async () => {
    const many = () =>
      Array.from({ length: 60 }, (_, at) => ({ type: "log", level: "info", message: `Line ${at}.`, ...by }) as const);
    const { player } = await begun(SCENES, { before: many });
    const draw = (): string => {
      player.drawn(layoutScreen(player.state, SIZE, STYLE));
      return lines(player).join("\n");
    };
    player.key(letter("o"));
    expect(draw()).toContain("Line 59.");
    player.key({ kind: "page-up" });
    expect(draw()).not.toContain("Line 59.");
    player.key({ kind: "page-down" });
    expect(draw()).toContain("Line 59.");
    for (let press = 0; press < 10; press++) {
      player.key({ kind: "page-up" });
      draw();
    }
    expect(draw()).toContain("Line 0.");
    player.key({ kind: "down" });
    expect(draw()).not.toContain("Line 0.");
  });

  it("[CL481] have nothing to show before the first turn has told of any", async () => {
    const { player } = await begun();
    player.key(letter("o"));
    expect(lines(player).join(" ")).toContain("Nothing yet.");
  });

  it("[CL483] what a plan says stands where the prose will be, until it comes", async () => {
    const state = startTurn(initialScreen("The Salt Clock"), null);
    const said = afterEvent(state, { type: "narrative", attempt: 1, text: "You reach for the dice.\n\nWait." });
    const drawn = layoutScreen(said, SIZE, STYLE).lines.map((line) => line.map(({ text }) => text).join(""));
    expect(drawn.join("\n")).toContain("You reach for the dice.");
    const told = afterEvent(said, { type: "prose", attempt: 1, paragraph: 0, delta: "The dice fall." });
    const after = layoutScreen(told, SIZE, STYLE).lines.map((line) => line.map(({ text }) => text).join(""));
    expect(after.join("\n")).toContain("The dice fall.");
    expect(after.join("\n")).not.toContain("You reach for the dice.");
  });
});

describe("keys", () => {
  it("[CL34] choose at once by digit, or by arrows and Enter", async () => {
    const { player, story } = await begun();
    player.key(letter("2"));
    await untilScene(player, 1);
    player.key({ kind: "enter" });
    expect(story.asked).toEqual(["begin", "choose 2"]);
    for (const kind of ["down", "down", "down", "up", "enter"] as const) player.key({ kind });
    await untilScene(player, 2);
    expect(story.asked).toEqual(["begin", "choose 2", "choose 2"]);
    expect(player.state.selected).toBe(-1);
  });

  it("[CL34] stay at the ends of the list, and begin at the end when going up", async () => {
    const { player } = await begun();
    player.key({ kind: "up" });
    expect(player.state.selected).toBe(3);
    player.key({ kind: "down" });
    expect(player.state.selected).toBe(3);
    player.key({ kind: "escape" });
    expect(player.state.selected).toBe(-1);
  });

  it("[CL34] that are no choice change nothing", async () => {
    const { player, story } = await begun();
    const before = player.state;
    for (const key of ["5", "9", "0", "x", "é", "constructor"]) player.key(letter(key));
    expect(player.state).toBe(before);
    expect(story.asked).toEqual(["begin"]);
  });

  it("[CL34] undo, show reasons, help and scroll", async () => {
    const { player, story } = await begun();
    player.key(letter("1"));
    await untilScene(player, 1);
    player.key(letter("w"));
    expect(player.state.why).toBe(true);
    player.key(letter("?"));
    expect(player.state.overlay).toBe("help");
    player.key(letter("1"));
    expect(story.asked).toEqual(["begin", "choose 1"]);
    player.key({ kind: "escape" });
    player.drawn({ page: 5, lastScroll: 12, firstScroll: 0, starts: [0] });
    for (const key of [letter(" "), { kind: "page-down" }, { kind: "page-down" }] as const) player.key(key);
    expect(player.state.scroll).toBe(12);
    player.key({ kind: "page-up" });
    expect(player.state.scroll).toBe(7);
    player.key(letter("r"));
    expect(player.state.scroll).toBe(0);
    player.key(letter("u"));
    await untilScene(player, 0);
    expect(story.asked).toEqual(["begin", "choose 1", "undo"]);
  });

  it("[CL80] [CL81] redo with Shift, and branch from the scene on the table", async () => {
    const { player, story } = await begun();
    player.key(letter("1"));
    await untilScene(player, 1);
    player.key(letter("u"));
    await untilScene(player, 0);
    player.key(letter("U"));
    await untilScene(player, 1);
    player.key(letter("b"));
    await vi.waitFor(() => expect(player.state.running).toBeNull(), PATIENT);
    expect(story.asked).toEqual(["begin", "choose 1", "undo", "redo", "branch"]);
  });

  it("[CL82] show the branches as a tree with t, and go to one by its number", async () => {
    const { player, story } = await begun(SCENES, { branches: BRANCHES });
    player.key(letter("t"));
    await vi.waitFor(() => expect(player.state.overlay).toBe("timeline"), PATIENT);
    player.key(letter("t"));
    expect(player.state.overlay).toBe("none");
    player.key(letter("t"));
    await vi.waitFor(() => expect(player.state.overlay).toBe("timeline"), PATIENT);
    player.key(letter("9"));
    expect(story.asked).toEqual(["begin"]);
    player.key(letter("2"));
    await vi.waitFor(() => expect(player.state.running).toBeNull(), PATIENT);
    expect(story.asked).toEqual(["begin", "go to bell"]);
  });

  it("[CL205] every branch is reached by arrows and Enter, in a window that follows the marked one", async () => {
    const { player, story } = await begun(SCENES, { branches: MANY_BRANCHES });
    const page = () => layoutScreen(player.state, SIZE, STYLE);
    const drawn = () => page().lines.map((line) => line.map(({ text }) => text).join(""));
    const marked = () => drawn().filter((line) => line.startsWith("▌"));
    const press = (...keys: readonly Key[]) => {
      for (const key of keys) {
        player.drawn(page());
        player.key(key);
      }
    };
    player.key(letter("t"));
    await vi.waitFor(() => expect(player.state.overlay).toBe("timeline"), PATIENT);
    expect(marked()[0]).toContain("Way 11: from scene 10 to scene 14. You are here.");
    expect(marked()[1]).toContain("Where way 11 has come to.");
    const seen = new Set<string>();
    for (let index = 0; index < 14; index++) press({ kind: "up" });
    for (let index = 0; index < 14; index++) {
      expect(drawn()).toHaveLength(SIZE.rows);
      expect(Math.max(...drawn().map((line) => line.length))).toBeLessThan(SIZE.columns);
      seen.add(/Way \d+/.exec(marked()[0] ?? "")?.[0] ?? "");
      press({ kind: "down" });
    }
    expect(seen.size).toBe(14);
    press({ kind: "page-up" }, { kind: "page-up" });
    expect(marked()[0]).toContain("Way 1:");
    press(letter(" "), { kind: "page-down" });
    expect(marked()[0]).toContain("Way 14:");
    press({ kind: "enter" });
    await vi.waitFor(() => expect(player.state.running).toBeNull(), PATIENT);
    expect(story.asked).toEqual(["begin", "go to way-14"]);
  });

  it("[CL205] what is above and below the window is counted, on the smallest screen too", async () => {
    const { player } = await begun(SCENES, { branches: MANY_BRANCHES });
    player.key(letter("t"));
    await vi.waitFor(() => expect(player.state.overlay).toBe("timeline"), PATIENT);
    for (const kind of ["up", "up"] as const) player.key({ kind });
    const { lines } = layoutScreen(player.state, { columns: 60, rows: 16 }, STYLE);
    const drawn = lines.map((line) => line.map(({ text }) => text).join(""));
    expect(drawn.filter((line) => /Way \d+:/.test(line)).length).toBeLessThan(14);
    const [, above, below] = /▲ (\d+) more {3}▼ (\d+) more$/.exec(drawn.at(-2) ?? "") ?? [];
    expect(Number(above) + Number(below) + drawn.filter((line) => /Way \d+:/.test(line)).length).toBe(14);
    expect(drawn.at(-1)).toMatch(/↑↓ Enter or 1-9 go there, s scenes, t closes$/);
  });

  it("[CL48] leave the story for good with e, and only when Enter says so", async () => {
    const { player, story } = await begun();
    player.key(letter("e"));
    expect(player.state.overlay).toBe("leaving");
    player.key(letter("1"));
    player.key({ kind: "escape" });
    expect(player.state.overlay).toBe("none");
    expect(story.asked).toEqual(["begin"]);
    player.key(letter("e"));
    player.key({ kind: "enter" });
    expect(player.state).toMatchObject({ overlay: "none", running: {} });
    expect(story.asked).toEqual(["begin", "leave"]);
  });

  it("[CL34] leave with q", async () => {
    const { player } = await begun();
    player.key(letter("q"));
    expect(await player.end).toBe("left");
  });

  it("[CL4] leave with Ctrl-C as interrupted, also in the middle of a turn", async () => {
    const { player } = await begun();
    player.key({ kind: "interrupt" });
    expect(await player.end).toBe("interrupted");

    const inTurn = await begun(SCENES, { gate: untilAborted(1) });
    inTurn.player.key(letter("1"));
    inTurn.player.key({ kind: "interrupt" });
    expect(await inTurn.player.end).toBe("interrupted");
    expect(inTurn.story.scene?.scene).toBe(0);
  });

  it("typed quickly arrive together and are taken one by one", () => {
    expect(keysOf("w2", {})).toEqual([letter("w"), letter("2")]);
    expect(keysOf("c", { ctrl: true })).toEqual([{ kind: "interrupt" }]);
    expect(keysOf("z", { ctrl: true })).toEqual([{ kind: "suspend" }]);
    expect(keysOf("x", { ctrl: true })).toEqual([]);
    expect(keysOf("", { pageDown: true })).toEqual([{ kind: "page-down" }]);
  });
});

/** A gate that lets the first turns through and then waits for the turn to be stopped. */
function untilAborted(freeTurns: number): (signal: AbortSignal) => Promise<void> {
  let turns = 0;
  return async (signal) => {
    if (turns++ < freeTurns) return;
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  };
}

describe("a turn that runs", () => {
  it("[CL35] takes no choice and no undo", async () => {
    const { player, story } = await begun(SCENES, { gate: untilAborted(1) });
    player.key(letter("1"));
    for (const key of ["2", "u", "3", "w"]) player.key(letter(key));
    player.key({ kind: "enter" });
    expect(story.asked).toEqual(["begin", "choose 1"]);
    player.key(letter("q"));
    expect(await player.end).toBe("left");
  });

  it("[CL36] is stopped by Esc, and the scene before stands with a word about it", async () => {
    const { player } = await begun(SCENES, { gate: untilAborted(1) });
    player.key(letter("1"));
    player.key({ kind: "escape" });
    await untilScene(player, 0);
    expect(player.state.notices.map(({ code }) => code)).toEqual(["turn_stopped"]);
  });

  it("[CL46] that only confirms something does so for six seconds, and what failed stays", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const failed = noticeOf("skill_failed", "Portraits failed.");
    const undone = noticeOf("undone", "The last choice was taken back.", "info");
    const { player } = await begun(SCENES, { before: () => [undone, failed] });
    const codes = () => player.state.notices.map(({ code }) => code);
    expect(codes()).toEqual(["skill_failed", "undone"]);
    vi.advanceTimersByTime(5000);
    expect(codes()).toEqual(["skill_failed", "undone"]);
    vi.advanceTimersByTime(1000);
    expect(codes()).toEqual(["skill_failed"]);
  });

  it("[CL711] takes no choice for 400 ms after the scene, nor from a key that is held", async () => {
    let clock = 0;
    const { player, story } = await begun(SCENES, {}, { now: () => clock });
    const pressAt = (at: number): void => {
      clock = at;
      player.key(letter("1"));
    };
    for (let at = 0; at < 3000; at += 33) pressAt(at);
    expect(story.asked).toEqual(["begin"]);
    pressAt(3300);
    expect(story.asked).toEqual(["begin"]);
    pressAt(3700);
    await untilScene(player, 1);
    expect(story.asked).toEqual(["begin", "choose 1"]);
    player.key({ kind: "down" });
    player.key({ kind: "enter" });
    expect(story.asked).toHaveLength(2);
  });

  it("[CL713] a letter does nothing to the scene under a page, and pages still open and close", async () => {
    const { player, story } = await begun();
    player.key(letter("?"));
    for (const key of ["u", "U", "b", "w", "r", "1"]) player.key(letter(key));
    expect(story.asked).toEqual(["begin"]);
    expect(player.state).toMatchObject({ overlay: "help", why: false });
    player.key(letter("e"));
    expect(player.state.overlay).toBe("leaving");
    player.key({ kind: "escape" });
    player.key(letter("w"));
    expect(player.state).toMatchObject({ overlay: "none", why: true });
  });

  it("[CL710] tells the gravest notice first, whatever came before", async () => {
    const notices = (["info", "degraded", "decision", "failed"] as const).map((severity) =>
      noticeOf(severity, `It is ${severity}.`, severity),
    );
    const { player } = await begun(SCENES, { before: () => notices });
    expect(player.state.notices.map(({ code }) => code)).toEqual(["decision", "failed", "degraded", "info"]);
  });

  it("[CL47] is told to its end when the terminal becomes too small, and then the screen ends", async () => {
    let go = (): void => {};
    const gate = () => new Promise<void>((resolve) => (go = resolve));
    const story = fakeStory(SCENES, { gate });
    const player = createScreenPlayer(story);
    player.begin();
    player.shrink();
    await vi.waitFor(() => expect(story.asked).toEqual(["begin"]), PATIENT);
    go();
    expect(await player.end).toBe("too_small");
    expect(story.scene?.scene).toBe(0);
    const { player: atRest } = await begun();
    atRest.shrink();
    expect(await atRest.end).toBe("too_small");
  });

  it("ends the play when the story cannot go on", async () => {
    const player = createScreenPlayer(fakeStory(SCENES, { failure: new Error("The disk is full.") }));
    player.begin();
    await expect(player.end).rejects.toThrow("The disk is full.");
  });
});

describe("drawn by Ink", () => {
  it("[CL20] shows the screen line for line, and takes keys", async () => {
    const { player, story } = await begun([ferryScene(), numbered(15)]);
    const { lastFrame, stdin, unmount } = render(<Screen player={player} size={SIZE} style={STYLE} />);
    expect(lastFrame()?.split("\n")).toHaveLength(24);
    expect(lastFrame()).toContain("   [3] [5]  +1 charisma 14, +1 he trusts you  = 10   ✓ It works");
    await vi.waitFor(() => {
      stdin.write("\u001b[B");
      expect(player.state.selected).toBeGreaterThanOrEqual(0);
    }, PATIENT);
    expect(lastFrame()).toContain("▌1  Ask Odo");
    stdin.write("3");
    await untilScene(player, 15);
    expect(story.asked).toEqual(["begin", "choose 3"]);
    expect(lastFrame()).toContain("Scene 15 is told.");
    unmount();
  });
});

describe("painter", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function painted() {
    const terminal = new PassThrough();
    const written = (): string => String(terminal.read() ?? "");
    const painter = createPainter(terminal, SIZE);
    return { painter, written };
  }

  it("[CL37] writes only lines that changed", () => {
    const { painter, written } = painted();
    painter.frames.write("one\ntwo\nthree");
    expect(written()).toBe(
      "\u001b[?1049h\u001b[?2004h\u001b[?25l\u001b[2J\u001b[2J\u001b[1;1Hone\u001b[K\u001b[2;1Htwo\u001b[K\u001b[3;1Hthree\u001b[K",
    );
    vi.advanceTimersByTime(100);
    painter.frames.write("one\n2\nthree");
    expect(written()).toBe("\u001b[2;1H2\u001b[K");
    vi.advanceTimersByTime(100);
    painter.frames.write("one\n2\nthree");
    expect(written()).toBe("");
  });

  it("[CL37] writes at most every 50 ms, and then the latest", () => {
    const { painter, written } = painted();
    painter.frames.write("a");
    written();
    for (const frame of ["b", "c", "d"]) painter.frames.write(frame);
    expect(written()).toBe("");
    vi.advanceTimersByTime(50);
    expect(written()).toBe("\u001b[1;1Hd\u001b[K");
  });

  it("[CL37] draws all anew after a change of size, and gives the terminal back at the end", () => {
    const { painter, written } = painted();
    painter.frames.write("a\nb");
    written();
    vi.advanceTimersByTime(100);
    painter.forget({ columns: 100, rows: 30 });
    painter.frames.write("a\nb");
    expect(written()).toContain("\u001b[2J\u001b[1;1Ha");
    painter.frames.write("late");
    painter.close();
    expect(written()).toBe("\u001b[1;1Hlate\u001b[K\u001b[2;1H\u001b[K\u001b[?25h\u001b[?2004l\u001b[?1049l");
    painter.close();
    expect(written()).toBe("");
  });
});

it("[CL712] pasted text is no key, in however many pieces it comes", () => {
  const filter = new PasteFilter();
  const held = (...pieces: string[]): boolean[] => pieces.map((piece) => filter.holds(piece));
  expect(held("1", "[200~12 u\u001b[201~", "2")).toEqual([false, true, false]);
  expect(held("[200~12", "34", "q[201~", "1")).toEqual([true, true, true, false]);
  expect(held("[200~1\u001b[201~[200~2", "3", "[201~", "4")).toEqual([true, true, true, false]);
});
