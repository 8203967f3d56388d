// SPEC.md CL540 to CL544, CL6150.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { PassThrough } from "node:stream";
import { crc32, deflateSync } from "node:zlib";
import type { StoryPortrait } from "@narratoria/engine";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createPlainPrinter } from "../src/play/printers.js";
import { layoutScreen } from "../src/screen/layout.js";
import { styleFor } from "../src/screen/marks.js";
import { createPainter } from "../src/screen/painter.js";
import { shrunk } from "../src/screen/decoded-picture.js";
import { drawFile } from "../src/screen/draw-file.js";
import { decodePng, drawPicture, halfBlocks, type Overlay, pictureManner } from "../src/screen/pictures.js";
import { initialScreen } from "../src/screen/state.js";
import { ferryScene } from "./fake-story.js";

const PLACE = { row: 2, column: 10, columns: 4, rows: 2 };

/** A PNG of 8 bits; `rows` hold a filter byte each. */
function png(width: number, height: number, colorType: number, rows: readonly (readonly number[])[]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, colorType, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.from(rows.flat()));
  const start = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([start, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}

function file(name: string, bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

const RED = png(1, 1, 2, [[0, 255, 0, 0]]);

describe("the manner of a terminal", () => {
  it.each([
    [{ TERM: "xterm-kitty" }, "kitty"],
    [{ TERM: "xterm-256color", KITTY_WINDOW_ID: "1" }, "kitty"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "iterm2"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "iterm2"],
    [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "blocks"],
    [{ TERM: "screen-256color", KITTY_WINDOW_ID: "1", COLORTERM: "24bit" }, "blocks"],
    [{ TERM: "tmux-256color", KITTY_WINDOW_ID: "1" }, null],
    [{ TERM: "xterm-256color" }, null],
    [{ TERM: "foot" }, "sixel"],
    [{ TERM: "xterm-256color", TERM_PROGRAM: "mintty" }, "sixel"],
    [{ TERM: "dumb", COLORTERM: "truecolor" }, null],
    [{ TERM: "xterm-kitty", NO_COLOR: "1" }, null],
    [{ COLORTERM: "truecolor" }, null],
  ])("[CL540] %j shows pictures by %s", (env, manner) => {
    expect(pictureManner(env, true)).toBe(manner);
  });

  it("[CL540] has no half blocks without UTF-8", () => {
    expect(pictureManner({ TERM: "xterm", COLORTERM: "truecolor" }, false)).toBeNull();
  });
});

describe("a picture", () => {
  it("[CL542] has the mean colour of each part in half blocks", () => {
    const pixels = decodePng(
      png(2, 2, 2, [
        [0, 0, 0, 0, 200, 100, 50],
        [0, 10, 20, 30, 10, 20, 30],
      ]),
    );
    if (!pixels) throw new Error("no picture");
    expect(halfBlocks(pixels, 1, 1)).toEqual(["\u001b[38;2;100;50;25;48;2;10;20;30m▀\u001b[0m"]);
    expect(halfBlocks(pixels, 2, 1)[0]).toContain("38;2;0;0;0;48;2;10;20;30m▀\u001b[38;2;200;100;50;");
  });

  it("[CL542] undoes each filter of a PNG, and shows what is clear as white", () => {
    // Each row adds to the one before: 10, 20; then sub, up, mean and Paeth.
    const rows = [
      [0, 10, 20],
      [1, 5, 5],
      [2, 1, 1],
      [3, 2, 2],
      [4, 3, 3],
    ];
    const grey = decodePng(png(2, 5, 0, rows));
    const seen = [0, 1, 2, 3, 4].map((y) => [grey?.at(0, y)[0], grey?.at(1, y)[0]]);
    expect(seen).toEqual([
      [10, 20],
      [5, 10],
      [6, 11],
      [5, 10],
      [8, 13],
    ]);
    const clear = decodePng(png(1, 1, 6, [[0, 0, 0, 0, 0]]));
    expect(clear?.at(0, 0)).toEqual([255, 255, 255]);
  });

  it.each([
    ["no picture", Buffer.from("<svg/>")],
    ["a PNG that is cut short", RED.subarray(0, 45)],
    ["a PNG of no pixels", png(0, 0, 2, [])],
  ])("[CL542] is not shown where the file is %s", (_what, bytes) => {
    const path = file("p.png", bytes);
    expect(drawPicture(path, PLACE, "blocks")).toBeNull();
  });

  it("[CL542] is not shown where there is no file, and is a silhouette where nobody was drawn", () => {
    expect(drawPicture("/no/such/file.png", PLACE, "kitty")).toBeNull();
    const silhouette = drawPicture(null, PLACE, "kitty");
    expect(silhouette?.drawn).toHaveLength(PLACE.rows);
    expect(silhouette?.drawn.join("")).toContain("▀");
  });

  it("[CL540] goes to kitty and iTerm2 in their own ways", () => {
    const path = file("p.png", RED);
    const kitty = drawPicture(path, PLACE, "kitty");
    expect(kitty?.drawn).toEqual([`\u001b_Ga=T,f=100,i=77,p=1,c=4,r=2,C=1,q=2,m=0;${RED.toString("base64")}\u001b\\`]);
    expect(kitty?.removal).toContain("a=d");
    const iterm = drawPicture(path, PLACE, "iterm2");
    expect(iterm?.drawn[0]).toMatch(/^\u001b\]1337;File=inline=1;size=\d+;width=4;height=2;/);
  });
});

describe("the screen", () => {
  const portrait = (more: Partial<StoryPortrait> = {}): StoryPortrait => ({
    person: "odo",
    name: "Odo Marsh",
    path: "/odo.png",
    alt: "Portrait of Odo Marsh: an old man",
    source: "local",
    ...more,
  });
  const you = portrait({ person: "player", name: "Wren Ashdown", path: "/wren.png" });
  const style = styleFor({ TERM: "xterm", COLORTERM: "truecolor", LANG: "C.UTF-8" }, "linux");
  const state = (portraits: readonly StoryPortrait[], present: string[] = ["Odo Marsh"]) => ({
    ...initialScreen("The Salt Clock"),
    scene: ferryScene({ present }),
    portraits,
  });
  const pictureOf = (one: ReturnType<typeof state>, columns = 120, how = style) =>
    layoutScreen(one, { columns, rows: 40 }, how).picture;

  it("[CL541] shows who is there, else the player, at the top of the side column", () => {
    const found = pictureOf(state([you, portrait()]));
    expect(found?.path).toBe("/odo.png");
    const { column = 0, columns = 0, rows = 0, row = 0 } = found?.place ?? {};
    expect([columns, column + columns <= 120, row]).toEqual([2 * rows, true, 2]);
    expect(pictureOf(state([you, portrait()], []))?.path).toBe("/wren.png");
    expect(pictureOf(state([]))).toBeUndefined();
  });

  it("[CL541] keeps its place free of text", () => {
    const { lines, picture } = layoutScreen(state([portrait()]), { columns: 120, rows: 40 }, style);
    const { row = 0, rows = 0, column = 0 } = picture?.place ?? {};
    const texts = lines.slice(row, row + rows).map((line) => line.map(({ text }) => text).join(""));
    expect(texts.map((text) => text.slice(column).trim()).join("")).toBe("");
  });

  it("[CL541] shows none on a narrow screen and where the terminal has no pictures", () => {
    expect(pictureOf(state([portrait()]), 90)).toBeUndefined();
    const plain = styleFor({ TERM: "xterm", LANG: "C.UTF-8" }, "linux");
    expect(pictureOf(state([portrait()]), 120, plain)).toBeUndefined();
  });
});

describe("the painter", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const overlay: Overlay = { row: 1, column: 3, columns: 2, rows: 1, key: "a", drawn: ["##"], removal: "-gone-" };

  it("[CL543] writes a picture when it or a line beneath it changed, and takes it away", () => {
    const terminal = new PassThrough();
    const painter = createPainter(terminal, { columns: 20, rows: 3 });
    const written = (): string => {
      vi.advanceTimersByTime(60);
      return String(terminal.read() ?? "");
    };
    painter.frames.write("one\ntwo\nthree");
    painter.overlay(overlay);
    expect(written()).toContain("\u001b[2;4H##");
    painter.frames.write("1\ntwo\nthree");
    expect(written()).not.toContain("##");
    painter.frames.write("1\n2\nthree");
    expect(written()).toContain("\u001b[2;1H2\u001b[K\u001b[2;4H##");
    painter.overlay(null);
    const removed = written();
    expect(removed).toContain("-gone-");
    expect(removed).toContain("\u001b[2;1H2\u001b[K");
    painter.overlay(overlay);
    written();
    painter.close();
    expect(String(terminal.read())).toContain("-gone-");
  });
});

it("[CL6150] sends the data of a picture once to a terminal that keeps them", () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const terminal = new PassThrough();
  const painter = createPainter(terminal, { columns: 20, rows: 3 });
  const written = (): string => {
    vi.advanceTimersByTime(60);
    return String(terminal.read() ?? "");
  };
  const kitty = drawPicture(file("red.png", RED), { ...PLACE, row: 1 }, "kitty");
  painter.frames.write("one\ntwo\nthree");
  painter.overlay(kitty);
  expect(written()).toContain("\u001b_Ga=T,");
  painter.frames.write("one\n2\nthree");
  const anew = written();
  expect(anew).toContain("\u001b[2;11H\u001b_Ga=p,i=77,p=1,c=4,r=2,C=1,q=2;\u001b\\");
  expect(anew).not.toContain("a=T");
  painter.forget({ columns: 24, rows: 3 });
  painter.frames.write("one\n2\nthree");
  expect(written()).toContain("\u001b_Ga=T,");
});

it("[CL544] tells in plain mode once what somebody looks like", () => {
  const terminal = new PassThrough();
  const looks = { person: "odo", name: "Odo Marsh", path: null, alt: "Portrait of Odo Marsh: an old man" } as const;
  const printer = createPlainPrinter(terminal, { portraits: () => [{ ...looks, source: "silhouette" }] });
  printer.event(ferryScene());
  expect(String(terminal.read())).toContain("Portrait of Odo Marsh: an old man.");
  printer.event(ferryScene());
  expect(String(terminal.read())).not.toContain("Portrait of");
});

describe("pictures of other kinds", () => {
  const WEBP = fileURLToPath(
    new URL("../../../test/campaigns/the-salt-ledger/art/characters/wim_okonjo.webp", import.meta.url),
  );

  it.each([
    ["kitty", /^\u001b_Ga=T,f=32,s=\d+,v=\d+,i=77,p=1,c=4,r=2/],
    ["sixel", /^\u001bP[\s\S]*\u001b\\$/],
    ["blocks", /^\u001b\[38;2;/],
  ] as const)("[CL1013] draws a WebP by %s", async (manner, start) => {
    const drawn = await drawFile(WEBP, PLACE, manner);
    expect(drawn?.drawn[0]).toMatch(start);
  });

  it("[CL1013] draws nothing of a file that cannot be decoded", async () => {
    expect(await drawFile(file("broken.webp", Buffer.from("RIFF")), PLACE, "kitty")).toBeNull();
  });

  it("[CL1013] makes a picture small by the mean of its points", () => {
    const data = new Uint8ClampedArray([0, 0, 0, 255, 100, 100, 100, 255, 200, 200, 200, 255, 100, 100, 100, 0]);
    const small = shrunk({ width: 2, height: 2, data });
    expect([small.width, small.height]).toEqual([2, 2]);
    expect(small.at(1, 1)).toEqual([255, 255, 255]);
  });

  it("[CL541, CL1013] has the campaign's portrait in the side column, and the place where nobody is", () => {
    const style = styleFor({ TERM: "xterm-kitty", LANG: "en_GB.UTF-8" }, "linux");
    const on = (portraits: readonly object[]) => ({
      ...initialScreen("The Ferry"),
      scene: {
        ...ferryScene(),
        stage: {
          background: { asset: "art/ferry.webp", alt: "The ferry", by: "place" as const, path: "/c/art/ferry.webp" },
          music: null,
          portraits: portraits as never[],
          why: [],
        },
      },
    });
    const picture = { asset: "art/odo.webp", alt: "Odo", by: "people" as const, path: "/c/art/odo.webp" };
    const size = { columns: 140, rows: 44 };
    const odo = layoutScreen(on([{ person: "odo", name: "Odo", picture }]), size, style);
    expect(odo.picture?.path).toBe("/c/art/odo.webp");
    const place = layoutScreen(on([]), size, style).picture;
    expect(place?.path).toBe("/c/art/ferry.webp");
    expect(place?.place.columns).toBeGreaterThan(2 * (place?.place.rows ?? 0));
  });
});
