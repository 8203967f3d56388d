import { describe, expect, it } from "vitest";
import { installedLines, packedLines, withProgress } from "../src/archives.js";

const PACKED = {
  kind: "campaign",
  name: "the-salt-clock",
  title: "The Salt Clock",
  file: "/stories/the-salt-clock.narratoria",
  files: 68,
  bytes: 73_413,
  leftOut: [],
  problems: [],
} as const;

const INSTALLED = {
  kind: "campaign",
  name: "the-salt-clock",
  title: "The Salt Clock",
  dir: "/data/campaigns/the-salt-clock",
  replaced: false,
  files: 68,
  bytes: 153_000,
  problems: [],
} as const;

describe("what is said", () => {
  it("[CL70] of what was packed: warnings, the file, and what was left out", () => {
    expect(packedLines(PACKED)).toEqual([
      "Packed the campaign The Salt Clock: /stories/the-salt-clock.narratoria, 68 files, 72 KB.",
    ]);
    const leftOut = [".git/", ".env", "a/.x", "b/.x", "c/.x", "d/.x", "e/.x"];
    const problems = [{ file: "lore/a.md", line: 3, message: "It is not used.", severity: "notice" }] as const;
    expect(packedLines({ ...PACKED, files: 1, bytes: 900, leftOut, problems })).toEqual([
      "lore/a.md:3 notice: It is not used.",
      "Packed the campaign The Salt Clock: /stories/the-salt-clock.narratoria, 1 file, 900 bytes.",
      "Left out: .git/, .env, a/.x, b/.x, c/.x, 2 more.",
    ]);
  });

  it("[CL70] of what was installed: how it is played, and what of it is faulty", () => {
    const play = "Play it with: narratoria play the-salt-clock";
    expect(installedLines(INSTALLED)).toEqual([`Installed the campaign The Salt Clock. ${play}`]);
    expect(installedLines({ ...INSTALLED, replaced: true, name: "salt clock" }, "my data")).toEqual([
      'Replaced the campaign The Salt Clock. Play it with: narratoria play "salt clock" --data "my data"',
    ]);
    expect(installedLines({ ...INSTALLED, kind: "skill", name: "lamp", title: "Lamp" })).toEqual([
      "Installed the skill Lamp.",
    ]);
    const fault = { file: "plot/beats.json", line: 3, message: "It is wrong.", severity: "error" } as const;
    expect(installedLines({ ...INSTALLED, problems: [fault] })).toEqual([
      `Installed the campaign The Salt Clock. ${play}`,
      "1 part of it is faulty and is left out.",
    ]);
  });
});

describe("progress", () => {
  const MEBIBYTE = 1024 * 1024;

  /** Work that tells of a quarter each 400 ms. */
  async function toldBy(isTTY: boolean): Promise<string> {
    let [written, clock] = ["", 0];
    const stderr = Object.assign(Object.create(process.stderr), { isTTY, write: (text: string) => (written += text) });
    await withProgress(
      "Packing",
      { stderr },
      async (onProgress) => {
        for (let quarter = 1; quarter <= 4; quarter++) {
          clock += 400;
          onProgress({ doneBytes: quarter * MEBIBYTE, totalBytes: 4 * MEBIBYTE });
        }
      },
      () => clock,
    );
    return written;
  }

  it("[CL71] is told from the first second on, on one line that goes again", async () => {
    expect(await toldBy(true)).toBe(`\rPacking: 75% of 4.0 MB\rPacking: 100% of 4.0 MB\r${" ".repeat(23)}\r`);
  });

  it("[CL71] is told once where there is no terminal", async () => {
    expect(await toldBy(false)).toBe("Packing 4.0 MB.\n");
  });

  it("[CL71] is not told of what takes less", async () => {
    let written = "";
    const stderr = Object.assign(Object.create(process.stderr), {
      isTTY: true,
      write: (text: string) => (written += text),
    });
    const done = await withProgress(
      "Packing",
      { stderr },
      async (tell) => {
        tell({ doneBytes: 1, totalBytes: 1 });
        return "done";
      },
      () => 0,
    );
    expect({ done, written }).toEqual({ done: "done", written: "" });
  });
});
