import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { layoutScreen } from "../src/screen/layout.js";
import { styleFor } from "../src/screen/marks.js";
import { afterEvent, initialScreen, type ScreenState, startTurn } from "../src/screen/state.js";
import { lineWidth, plainLine } from "../src/screen/wrap.js";
import { ferryScene, noticeOf } from "./fake-story.js";

const UTF8 = styleFor({ LANG: "en_GB.UTF-8" }, "linux");
const ASCII = styleFor({ LANG: "C" }, "linux");

function screenOf(changes: Partial<ScreenState> = {}, scene = ferryScene()): ScreenState {
  return { ...afterEvent(initialScreen("The Salt Clock"), scene), ...changes };
}

function drawn(state: ScreenState, columns: number, rows: number, style = UTF8): string[] {
  return layoutScreen(state, { columns, rows }, style).lines.map(plainLine);
}

/** The screens of the specification, by the line that names them. */
function sample(name: string): string[] {
  const text = readFileSync(new URL(`./fixtures/${name}.txt`, import.meta.url), "utf8");
  return text.replace(/\n$/, "").split("\n");
}

const FIRST =
  "The tide has gone out further than anyone in Hallow Staithe remembers, and the ferry lies on her side in the mud like an animal that has decided not to get up. Odo sits on the gunwale, boots over nothing. He does not look round when the boards complain under you.";

describe("80 x 24", () => {
  it("[CL20] is drawn as the specification shows it, to the character", () => {
    const { roll: _, ...unrolled } = ferryScene();
    const lines = drawn(screenOf({ selected: 1 }), 80, 24);
    const wanted = sample("screen-80x24");
    // A roll comes before all prose here, as its outcome is told first; the sample has read on past that.
    expect(lines.slice(0, 4)).toEqual(wanted.slice(0, 4));
    expect(lines.slice(14)).toEqual(wanted.slice(14));
    expect(lines[5]).toBe(wanted[8]);
    expect(drawn(screenOf({ selected: 1 }, unrolled), 80, 24).slice(5, 7)).toEqual(wanted.slice(5, 7));
  });

  it("[CL21] scrolls the prose and keeps title, choices and status", () => {
    const scene = ferryScene({ paragraphs: [FIRST, ...ferryScene().paragraphs] });
    const top = drawn(screenOf({}, scene), 80, 24);
    expect(top[13]).toBe("▼ Space 6 lines".padStart(79));
    const read = drawn(screenOf({ scroll: 3 }, scene), 80, 24);
    expect(read[13]).toBe("▲ PgUp 3 lines   ▼ Space 3 lines".padStart(79));
    const end = layoutScreen(screenOf({ scroll: 99 }, scene), { columns: 80, rows: 24 }, UTF8);
    expect(end.lastScroll).toBe(6);
    expect(end.lines.map(plainLine)[13]).toBe("▲ PgUp 6 lines".padStart(79));
    for (const lines of [read, end.lines.map(plainLine)]) {
      expect(lines.slice(0, 5)).toEqual(top.slice(0, 5));
      expect(lines.slice(14)).toEqual(top.slice(14));
    }
  });
});

describe("120 x 40", () => {
  it("[CL22] draws dice as boxes, rules, indents and who is here beside the text", () => {
    const lines = drawn(
      screenOf({ selected: 2, why: true }, ferryScene({ paragraphs: [FIRST, ...ferryScene().paragraphs] })),
      120,
      40,
    );
    expect(lines).toMatchInlineSnapshot(`
      [
        " The Salt Clock                                                                                                scene 14",
        " ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────",
        "    Third evening, slack water                                              │ Here",
        "    THE DROWNED FERRY STAGE                                                 │   Odo Marsh, warming to you",
        "                                                                            │",
        "    ┌───────┐ ┌───────┐                                                     │ You",
        "    │ ●     │ │ ●   ● │   Win Odo over, charisma                            │   Wren Ashdown, lapsed clerk",
        "    │   ●   │ │   ●   │   3 + 5, +1 charisma 14, +1 he trusts you           │   charisma 14, perception 14",
        "    │     ● │ │ ●   ● │   10  ✓ It works                                    │",
        "    └───────┘ └───────┘                                                     │ Carrying",
        "                                                                            │   letter, unopened",
        "    The tide has gone out further than anyone in Hallow Staithe             │   pen-knife",
        "    remembers, and the ferry lies on her side in the mud like an            │   Warden’s seal",
        "    animal that has decided not to get up. Odo sits on the gunwale,         │   clock weight  (new)",
        "    boots over nothing. He does not look round when the boards              │",
        "    complain under you.                                                     │ Promises",
        "                                                                            │   Lacey’s husband’s name, read aloud",
        "      ‘Clock’s stopped,’ he says. ‘You’ll have heard. Eleven minutes        │",
        "    to four, and the water’s keeping to it.’                                │",
        "                                                                            │",
        "      For a while there is only the mud, ticking as it dries. Then he       │",
        "    reaches inside his coat and puts a thing in your palm, so cold          │",
        "    that you nearly drop it: a clock weight, furred with salt.              │",
        "                                                                            │",
        "                                                                            │",
        "                                                                            │",
        "                                                                            │",
        " ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────",
        " What do you do?",
        " 1  Ask Odo to row you to the tower before the tide remembers itself.",
        "    Travel, no roll",
        " 2  Show him the Warden’s seal and ask who paid Marta to be careless.",
        "    Persuade +1    ███▒▒▒▒▒▒···  28% works, 44% at a cost, 28% fails",
        "▌3  Go back to the weir, where you let her go, and read the mud.",
        "▌   Perception +2  █████▒▒▒▒▒··  41% works, 42% at a cost, 17% fails",
        "▌   why: you let Marta go at the weir, scene 12. Perception 14.",
        " 4  Close your hand on the weight and say nothing of it to anyone.",
        "    Keep a secret, no roll",
        " ──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────",
        " storybook · first text 0.2 s · choices 0.3 s             1-4 choose  ↑↓ Enter  w why  u undo  b branch  ? help  q quit",
      ]
    `);
  });

  it("[CL22] leaves boxes out below 36 rows and the side column below 100 columns", () => {
    expect(drawn(screenOf(), 120, 35).join("\n")).not.toContain("┌");
    expect(drawn(screenOf(), 120, 35).join("\n")).toContain("│ Here");
    expect(drawn(screenOf(), 99, 36).join("\n")).toContain("┌───────┐ ┌───────┐");
    expect(drawn(screenOf(), 99, 36).join("\n")).not.toContain("Here");
  });
});

describe("any size", () => {
  const sizes = [
    [60, 16],
    [61, 17],
    [80, 20],
    [80, 24],
    [100, 30],
    [120, 40],
    [200, 60],
  ] as const;
  const states: [string, ScreenState][] = [
    ["a scene", screenOf({ selected: 3, why: true })],
    ["a long scene", screenOf({}, ferryScene({ paragraphs: Array.from({ length: 9 }, () => FIRST) }))],
    [
      "long choices",
      screenOf(
        { selected: 0 },
        ferryScene({ choices: ferryScene().choices.map((one) => ({ ...one, text: FIRST.slice(0, 200) })) }),
      ),
    ],
    ["the first turn", startTurn(initialScreen("The Salt Clock"), null)],
    [
      "a running turn",
      {
        ...startTurn(screenOf(), 1),
        running: {
          chosen: 1,
          onward: true,
          attempt: 1,
          paragraphs: [FIRST],
          narrative: [],
          roll: null,
          waiting: null,
          elapsedMs: 4200,
        },
      },
    ],
    ["an ending", screenOf({}, ferryScene({ ended: true, choices: [] }))],
    ["help", screenOf({ overlay: "help" })],
    ["skills at work", screenOf({ overlay: "tools", console: Array(40).fill(`info  sky/run: ${FIRST}`) })],
    ["the question before leaving", screenOf({ overlay: "leaving" })],
  ];
  for (const [columns, rows] of sizes) {
    it.each(states)(`[CL23] fits ${columns} x ${rows}: %s`, (_, state) => {
      for (const style of [UTF8, ASCII]) {
        const { lines } = layoutScreen(state, { columns, rows }, style);
        expect(lines).toHaveLength(rows);
        for (const line of lines) expect(lineWidth(line), plainLine(line)).toBeLessThanOrEqual(columns);
      }
    });
  }

  it("[CL23] keeps prose, every choice's number and the status on the smallest screen", () => {
    const lines = drawn(screenOf({ selected: 1 }), 60, 16);
    expect(lines.join("\n")).toContain("[3] [5]  +1 charisma 14, +1 he trusts you");
    for (const number of [1, 2, 3, 4])
      expect(lines.some((line) => new RegExp(`^[ ▌]${number}  \\S`).test(line))).toBe(true);
    expect(lines[15]).toContain("1-4 choose");
  });
});

describe("marks and colours", () => {
  it("[CL24] has plain marks and quotes where there is no UTF-8", () => {
    const text = drawn(screenOf({ selected: 1 }), 80, 24, ASCII).join("\n");
    expect(text).toMatch(/^[\x20-\x7e\n]*$/);
    expect(text).toContain("= 10   [ok] It works");
    expect(text).toContain("###======...  28% works");
    expect(text).toContain("\n>2  Show him the Warden's seal");
  });

  it("[CL25] colours marks alone, and nothing with NO_COLOR or a dumb terminal", () => {
    const spans = (env: NodeJS.ProcessEnv) =>
      layoutScreen(screenOf({ selected: 1 }), { columns: 80, rows: 24 }, styleFor({ LANG: "C.UTF-8", ...env }, "linux"))
        .lines.flat()
        .filter(({ colour }) => colour)
        .map(({ text, colour }) => `${colour} ${text}`);
    expect([...new Set(spans({}))]).toEqual([
      "green ✓",
      "cyan ▌",
      "green ███",
      "magenta ▒▒▒▒▒▒",
      "green █████",
      "magenta ▒▒▒▒▒",
    ]);
    expect(spans({ NO_COLOR: "1" })).toEqual([]);
    expect(spans({ TERM: "dumb" })).toEqual([]);
  });
});

describe("while a turn runs", () => {
  const running = (changes: object) => {
    const state = startTurn(screenOf(), 1);
    if (!state.running) throw new Error("a started turn runs");
    return { ...state, running: { ...state.running, ...changes } };
  };

  it("[CL26] says so after a moment, in the status line, with the seconds", () => {
    expect(drawn(running({ elapsedMs: 200 }), 80, 24)[23]).toBe("");
    expect(drawn(running({ elapsedMs: 4200 }), 80, 24)[23]).toBe(" Writing the scene, 4 s   Esc stops");
  });

  it("[CL26] keeps the chosen choice where it was, and the prose until the new one comes", () => {
    const before = drawn(screenOf({ selected: 1 }), 80, 24);
    const lines = drawn(running({}), 80, 24);
    expect(lines.slice(17, 19)).toEqual(before.slice(17, 19));
    expect(lines.filter((line) => /^[ ▌][134] /.test(line))).toEqual([]);
    expect(lines.slice(1, 13)).toEqual(before.slice(1, 13));
  });

  it("[CL27] shows prose as it comes, and a higher attempt in its place", () => {
    let state: ScreenState = startTurn(screenOf(), 1);
    const tell = (attempt: number, paragraph: number, delta: string) => {
      state = afterEvent(state, { type: "prose", attempt, paragraph, delta });
    };
    tell(1, 0, "The ferry stirs. ");
    tell(1, 0, "Odo stands.");
    tell(1, 1, "Nobody speaks.");
    expect(drawn(state, 80, 24).join("\n")).toMatch(/ {3}The ferry stirs\. Odo stands\.\n\n {3}Nobody speaks\./);
    tell(2, 0, "The ferry lies still.");
    const replaced = drawn(state, 80, 24).join("\n");
    expect(replaced).toContain("The ferry lies still.");
    expect(replaced).not.toContain("Odo stands");
    tell(1, 0, "Late words.");
    expect(drawn(state, 80, 24).join("\n")).not.toContain("Late words");
  });
});

describe("notices", () => {
  it("[CL28] stand in the status line with the way to the details, and in full on their page", () => {
    const notice = {
      code: "skill_failed",
      severity: "degraded" as const,
      message: "Portraits failed. The story goes on without it.",
      action: "Run `narratoria doctor`.",
    };
    const state = screenOf({ notices: [notice] });
    expect(drawn(state, 80, 24)[23]).toBe(" ! Portraits failed. The story goes on without it.   d details");
    expect(drawn({ ...state, overlay: "notices" }, 80, 24).join("\n")).toContain(
      "   Portraits failed. The story goes on without it. Run `narratoria\n   doctor`.",
    );
    const calm = screenOf({ notices: [noticeOf("undone", "The last choice was taken back.", "info")] });
    expect(drawn(calm, 80, 24)[23]).toBe(
      " The last choice was taken back.              1-4 choose  w why  u undo  ? help",
    );
  });
});

it("[CL28] a notice too long for the line loses whole sentences first", () => {
  const stopped = {
    code: "turn_stopped",
    severity: "info" as const,
    message: "You stopped this turn. Nothing was written down. Your choices are as they were.",
    action: "",
  };
  expect(drawn(screenOf({ notices: [stopped] }), 80, 24)[23]).toBe(" You stopped this turn. Nothing was written down.");
  expect(drawn(screenOf({ notices: [stopped] }), 120, 40)[39]).toContain("Your choices are as they were.");
  const endless = { ...stopped, message: "You stopped ".repeat(12) };
  expect(drawn(screenOf({ notices: [endless] }), 80, 24)[23]).toMatch(/^ You stopped .*…$/);
});

it("[CL29] help names the keys there are, over the whole screen", () => {
  expect(drawn(screenOf({ overlay: "help" }), 80, 24)).toEqual(sample("help-80x24"));
});

describe("what its author sets apart", () => {
  const text =
    "You see the Wren at her moorings, which nobody has seen since the war. It says: row, row the boat, and mind the weir.";
  const scene = ferryScene({
    paragraphs: [text],
    formatted: [
      {
        paragraph: 0,
        blocks: [
          {
            kind: "prose",
            lines: [
              [
                { text: "You see the " },
                { text: "Wren at her moorings, which nobody has seen since the war.", em: true },
                { text: " It", strong: true },
                { text: " says:" },
              ],
            ],
          },
          { kind: "verse", lines: [[{ text: "row, row the boat," }], [{ text: "and mind the weir." }]] },
        ],
      },
    ],
  });
  const { roll: _, ...unrolled } = scene;
  const linesOf = (style: typeof UTF8) =>
    layoutScreen(screenOf({}, unrolled), { columns: 80, rows: 24 }, style).lines.slice(5, 9);

  it("[CL2100] emphasis is italic and bold across line ends, quotes and verse are indented by the line", () => {
    expect(linesOf(UTF8).map(plainLine)).toEqual([
      "   You see the Wren at her moorings, which nobody has seen since the",
      "   war. It says:",
      "     row, row the boat,",
      "     and mind the weir.",
    ]);
    expect(linesOf(UTF8).map((line) => line.slice(1))).toEqual([
      [{ text: "You see the " }, { text: "Wren at her moorings, which nobody has seen since the", italic: true }],
      [{ text: "war.", italic: true }, { text: " It", bold: true }, { text: " says:" }],
      [{ text: "  " }, { text: "row, row the boat," }],
      [{ text: "  " }, { text: "and mind the weir." }],
    ]);
  });

  it("[CL2100] has no looks where colour is off, and keeps its lines", () => {
    const lines = linesOf(styleFor({ LANG: "en_GB.UTF-8", NO_COLOR: "1" }, "linux"));
    expect(lines.map(plainLine)).toEqual(linesOf(UTF8).map(plainLine));
    expect(lines.flat().some(({ italic, bold }) => italic || bold)).toBe(false);
  });
});

it("[CL5600] the status line says whom the scene waits for, until the wait is over", () => {
  const writing = { type: "progress", stage: "writing" } as const;
  const status = (state: ScreenState): string => {
    const running = state.running && { ...state.running, elapsedMs: 4_200 };
    return plainLine(layoutScreen({ ...state, running }, { columns: 80, rows: 24 }, UTF8).lines.at(-1) ?? []);
  };
  const begun = startTurn(screenOf(), 1);
  const waiting = afterEvent(begun, { ...writing, waiting: { for: "ollama", mostMs: 60_000 } });
  expect(status(waiting)).toContain("Waiting for ollama, at most 60 s, 4 s   Esc stops");
  const heading = { location: "The ferry", time: "Evening" };
  expect(status(afterEvent(waiting, { ...writing, heading }))).toContain("Waiting for ollama");
  expect(status(afterEvent(waiting, writing))).toContain("Writing the scene, 4 s");
});
