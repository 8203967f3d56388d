import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import type { EngineEvent } from "@narratoria/engine";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createChooser } from "../src/play/choosing.js";
import { openLineInput } from "../src/play/line-input.js";
import { type LinePlay, type PlayEnd, playLines } from "../src/play/play-lines.js";
import { sceneText } from "../src/play/plain-text.js";
import { createJsonPrinter, createPlainPrinter } from "../src/play/printers.js";
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

const SCENES = [numbered(0), numbered(1), numbered(2), numbered(3, { ended: true, choices: [] })];

interface Played {
  readonly end: PlayEnd;
  readonly out: string;
  readonly err: string;
  readonly story: FakeStory;
}

async function played(
  typed: string,
  changes: Partial<LinePlay> & { story?: FakeStory; json?: boolean } = {},
  options: FakeStoryOptions = {},
): Promise<Played> {
  const { json = false, story = fakeStory(SCENES, options), ...rest } = changes;
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  stdin.end(typed);
  const input = openLineInput({ stdin, stdout, interactive: false, onInterrupt() {} });
  const end = await playLines({
    printer: json ? createJsonPrinter(stdout, stderr) : createPlainPrinter(stdout),
    chooser: null,
    input,
    turns: null,
    seed: null,
    signal: new AbortController().signal,
    ...rest,
    story,
  });
  stdout.end();
  stderr.end();
  return { end, out: await text(stdout), err: await text(stderr), story };
}

it("[CL741] m tells the newest of what the story remembers, or what it remembers of something", async () => {
  const known = Array.from({ length: 12 }, (_, scene) => ({
    id: `${scene}`,
    summary: `Bell ${scene} rang.`,
    scene,
    characters: [],
    location: null,
    pinned: false,
  }));
  const memories = async () => ({
    list: async () => known,
    search: async (query: string) => known.filter(({ summary }) => summary.includes(query)),
  });
  const { out } = await played("m\nm Bell 3\nm owl\nq\n", { memories });
  const newest = Array.from({ length: 10 }, (_, at) => `Scene ${11 - at}. Bell ${11 - at} rang.`).join("\n");
  expect(out).toContain(`\n${newest}\n`);
  expect(out).toContain("\nScene 3. Bell 3 rang.\n");
  expect(out).toContain('\nNothing close to "owl". Try fewer words.\n');
  expect((await played("m\n")).out).toContain("Nothing to remember yet.");
});

describe("numbers from standard input", () => {
  it("[CL17] choose, one a line, until the story ends", async () => {
    const { end, out, story } = await played("1\n 2 \r\n4\n1\n");
    expect(end).toBe("ended");
    expect(story.asked).toEqual(["begin", "choose 1", "choose 2", "choose 4"]);
    expect(out).toBe(SCENES.map((scene) => sceneText(scene)).join("\n"));
  });

  it("[CL48] leave the story for good at a word spelled out, and not at a letter", async () => {
    expect((await played("1\nEnd\n")).story.asked).toEqual(["begin", "choose 1", "leave"]);
    expect((await played("1\ne\n")).story.asked).toEqual(["begin", "choose 1"]);
  });

  it("[CL18] end well where the input ends, also without a last line feed, also at once", async () => {
    expect(await played("2\n1")).toMatchObject({ end: "left", story: { asked: ["begin", "choose 2", "choose 1"] } });
    expect(await played("")).toMatchObject({ end: "left", out: sceneText(numbered(0)) });
  });

  it.each(["7", "0", "dance", "-1", "1.5"])("[CL17] answer %s with what there is, and ask again", async (answer) => {
    const { out, story } = await played(`${answer}\n1\n`);
    expect(out).toContain(`\nThere is no choice ${answer}. Type 1 to 4, or h for help.\n`);
    expect(story.asked).toEqual(["begin", "choose 1"]);
  });

  it("[CL17] show no page of nonsense back, and no control characters", async () => {
    const { out } = await played(`\u001b[31m${"x".repeat(5000)}\n`);
    expect(out).toContain(`There is no choice [31m${"x".repeat(36)}.... Type 1 to 4`);
    expect(out).not.toContain("\u001b");
  });

  it("[CL16] take letters: why, undo, repeat, help, leave", async () => {
    const { end, out, story } = await played("w3\nw\nW9\nh\n1\nr\nu\nq\n1\n");
    expect(end).toBe("left");
    expect(story.asked).toEqual(["begin", "choose 1", "undo"]);
    expect(out).toContain("\nWhy 3: you let Marta go at the weir, scene 12. Perception 14.\n");
    expect(out).toContain("\nWhy 1: you can see the tower from here.\nWhy 2: ");
    expect(out).toContain("\nThere is no choice 9. Type 1 to 4, or h for help.\n");
    expect(out).toContain("\nu takes the last choice back, U brings it again.");
    expect(out.split(sceneText(numbered(1)))).toHaveLength(3);
    expect(out.split(sceneText(numbered(0)))).toHaveLength(3);
  });
});

describe("the timeline", () => {
  it("[CL80] is undone with u and redone with U or redo", async () => {
    const { story } = await played("1\nu\nU\nredo\nq\n");
    expect(story.asked).toEqual(["begin", "choose 1", "undo", "redo", "redo"]);
  });

  it("[CL81] branches here, from a scene by its number, and with a name", async () => {
    const { story } = await played("b\nb 1\nbranch 1 The harbour bell\nb Marta taken\nbell\nq\n");
    expect(story.asked).toEqual(["begin", "branch", "branch 1", "branch 1 The harbour bell", "branch Marta taken"]);
  });

  it("[CL81] tells of a scene that there is not, and asks again", async () => {
    const refused = Object.assign(new Error("This story has no scene 9 yet."), { code: "no_such_turn" });
    const { story, out } = await played("b 9\n1\nq\n", {}, { refused });
    expect(out).toContain("\nThis story has no scene 9 yet.\n");
    expect(story.asked).toEqual(["begin", "branch 9", "choose 1"]);
  });

  it("[CL82] is listed as a tree with t, and a number goes to the end of that branch", async () => {
    const { story, out } = await played("t\nt2\nt 9\nq\n", {}, { branches: BRANCHES });
    expect(out).toContain(
      [
        "",
        "1. The truth for Odo: from the opening to scene 15. You are here.",
        "   The tide has gone out.",
        "  2. The harbour bell: from scene 8 to scene 13, ended.",
        "     The tide has gone out.",
        "  3. Marta taken: from scene 12 to scene 14.",
        "     The tide has gone out.",
        "",
      ].join("\n"),
    );
    expect(out).toContain("\nThere is no branch 9. t lists those there are.\n");
    expect(story.asked).toEqual(["begin", "go to bell"]);
  });
});

it("[CL82] goes to any of fourteen branches by its number in plain lines", async () => {
  const { story, out } = await played("t\nt14\nt 10\nq\n", {}, { branches: MANY_BRANCHES });
  const listed = [...out.matchAll(/^ *(\d+)\. (Way \d+):/gm)].map(([, number, name]) => [Number(number), name]);
  expect(listed.map(([number]) => number)).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
  const idOf = (wanted: number) => `${listed[wanted - 1]?.[1]}`.toLowerCase().replace(" ", "-");
  expect(story.asked).toEqual(["begin", `go to ${idOf(14)}`, `go to ${idOf(10)}`]);
});

describe("turns", () => {
  it("[CL19] are taken as many as asked for; 0 shows where the story stands", async () => {
    expect(await played("1\n1\n1\n", { turns: 2 })).toMatchObject({
      end: "turns_taken",
      story: { asked: ["begin", "choose 1", "choose 1"] },
    });
    expect(await played("1\n", { turns: 0 })).toMatchObject({ end: "turns_taken", story: { asked: ["begin"] } });
  });

  it("[CL19] of a list end with the list, and those of the first choice with the story", async () => {
    const chooser = createChooser({ kind: "list", numbers: [2, 3] });
    expect(await played("9\n", { chooser, input: null })).toMatchObject({
      end: "left",
      story: { asked: ["begin", "choose 2", "choose 3"] },
    });
    expect(await played("", { chooser: createChooser({ kind: "first" }) })).toMatchObject({ end: "ended" });
  });
});

describe("a stop from outside", () => {
  it("[CL4] ends the running turn and the play, and shows nothing of it", async () => {
    const control = new AbortController();
    const story = fakeStory(SCENES, {
      gate: async (signal) => {
        if (story.asked.length > 1) {
          control.abort();
          expect(signal.aborted).toBe(true);
        }
      },
    });
    const { end, out } = await played("1\n1\n", { story, signal: control.signal });
    expect(end).toBe("interrupted");
    expect(out).toBe(sceneText(numbered(0)));
  });
});

describe("events as lines", () => {
  it("[CL9] are all that standard output carries", async () => {
    const { out, err } = await played("8\nw2\n1\n", { json: true });
    const events = out
      .trimEnd()
      .split("\n")
      .map((line): EngineEvent => JSON.parse(line));
    expect(events.map(({ type }) => type)).toEqual(["story", "scene", "scene"]);
    expect(events[2]).toMatchObject(numbered(1));
    expect(err).toBe(
      "There is no choice 8. Type 1 to 4, or h for help.\nWhy 2: the story is waiting for something here.\n",
    );
  });
});

describe("what comes with a scene", () => {
  it("[CL12] is told with it once, and not with the next", async () => {
    const story = fakeStory(SCENES, {
      before: ({ scene }) =>
        scene === 1
          ? [
              noticeOf("skill_failed", "Portraits failed."),
              { type: "note", event: "shake_screen", payload: {}, toolId: "x" },
            ]
          : [],
    });
    const { out } = await played("1\n1\n", { story });
    expect(out.split("Note: Portraits failed.")).toHaveLength(2);
    expect(out.split("shake_screen")).toHaveLength(2);
  });
});

it("[CL483] prints what a plan says before the scene comes", async () => {
  const before = (): readonly EngineEvent[] => [
    { type: "narrative", attempt: 1, text: "You reach for the dice.\n\nWait." },
  ];
  const { out } = await played("", { story: fakeStory(SCENES, { before }) });
  expect(out).toBe(`You reach for the dice.\n\nWait.\n\n${sceneText(numbered(0))}`);
});

describe("a wait", () => {
  afterEach(() => vi.useRealTimers());

  it("[CL39] is told once, after two seconds, and only in plain text", () => {
    vi.useFakeTimers();
    const written: string[] = [];
    const stream = new PassThrough();
    stream.on("data", (chunk) => written.push(String(chunk)));
    const printer = createPlainPrinter(stream);
    printer.start();
    vi.advanceTimersByTime(1999);
    expect(stream.read()).toBeNull();
    vi.advanceTimersByTime(20_000);
    expect(written.join("") + (stream.read() ?? "")).toBe("Writing the scene.\n");
    printer.event(ferryScene());
    printer.start();
    printer.event(ferryScene());
    vi.advanceTimersByTime(20_000);
    expect(String(stream.read() ?? "") + written.join("")).not.toMatch(/Writing.*Writing/s);
  });
});

it("a story that cannot go on says why", async () => {
  await expect(
    played("1\n", { story: fakeStory(SCENES, { failure: new Error("The disk is full.") }) }),
  ).rejects.toThrow("The disk is full.");
});
