// SPEC.md PR400 to PR402.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clearFolderNow, removeTree } from "@narratoria/protocol/files";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const SWAPS = fileURLToPath(new URL("./fixtures/swaps-folder.mjs", import.meta.url));
const KEPT = ["keep-1", "keep-2", "keep-3"];

let home = "";
let folder = "";
let elsewhere = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-trees-"));
  folder = join(home, "folder");
  elsewhere = join(home, "elsewhere");
  mkdirSync(join(folder, "inner", "innermost"), { recursive: true });
  writeFileSync(join(folder, "inner", "innermost", "file"), "text");
  mkdirSync(elsewhere);
  for (const name of KEPT) writeFileSync(join(elsewhere, name), "the player's");
});
afterEach(() => rmSync(home, { recursive: true }));

/** Links of every kind in the folder, to what lies elsewhere. */
function plantLinks(): void {
  symlinkSync(elsewhere, join(folder, "to-a-folder"));
  symlinkSync(join(elsewhere, "keep-1"), join(folder, "inner", "to-a-file"));
  symlinkSync("nowhere", join(folder, "inner", "to-nothing"));
}

const WAYS: readonly (readonly [string, () => Promise<boolean>])[] = [
  ["removeTree", () => removeTree(folder).then(() => !existsSync(folder))],
  ["clearFolderNow", async () => clearFolderNow(folder, 100) && readdirSync(folder).length === 0],
];

describe.each(WAYS)("%s", (_, remove) => {
  it("[PR400] removes links and follows none", async () => {
    plantLinks();
    expect(await remove()).toBe(true);
    expect(readdirSync(elsewhere)).toEqual(KEPT);
    expect(readFileSync(join(elsewhere, "keep-1"), "utf8")).toBe("the player's");
  });

  it.runIf(process.platform === "linux")(
    "[PR401] removes nothing elsewhere while another process puts links in the place of folders",
    async () => {
      const swaps = [1, 2].map(() => spawn(process.execPath, [SWAPS, folder, elsewhere]));
      await Promise.all(swaps.map(({ stdout }) => once(stdout, "data")));
      for (let time = 0; time < 150; time++) {
        // Whether anything of the folder is left is for that process to say.
        await remove().catch(() => {});
        mkdirSync(folder, { recursive: true });
        if (readdirSync(elsewhere).length < KEPT.length) break;
      }
      for (const process of swaps) process.kill("SIGKILL");
      await Promise.all(swaps.map((process) => once(process, "exit")));
      expect(readdirSync(elsewhere)).toEqual(KEPT);
    },
  );
});

it("[PR400] a link or file of that name is removed alone, and where nothing is, nothing is done", async () => {
  symlinkSync(elsewhere, join(home, "link"));
  await removeTree(join(home, "link"));
  await removeTree(join(folder, "inner", "innermost", "file"));
  await removeTree(join(home, "nothing"));
  expect(readdirSync(home).sort()).toEqual(["elsewhere", "folder"]);
  expect(readdirSync(elsewhere)).toEqual(KEPT);
  expect(readdirSync(join(folder, "inner", "innermost"))).toEqual([]);
});

it.skipIf(process.getuid?.() === 0)("[PR402] opens what its owner has shut", async () => {
  chmodSync(join(folder, "inner", "innermost"), 0);
  chmodSync(join(folder, "inner"), 0o500);
  await removeTree(folder);
  expect(existsSync(folder)).toBe(false);
});

it("[PR402] at once, no more is removed than was asked for", () => {
  for (let count = 0; count < 10; count++) writeFileSync(join(folder, `file-${count}`), "");
  expect(clearFolderNow(folder, 5)).toBe(false);
  expect(readdirSync(folder).length).toBeGreaterThanOrEqual(6);
  expect(clearFolderNow(folder, 13)).toBe(true);
  expect(clearFolderNow(join(home, "nothing"), 13)).toBe(false);
});
