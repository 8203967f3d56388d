import { execFileSync } from "node:child_process";
import { link, mkdir, open, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadCampaign } from "../src/index.js";
import { addFiles, campaignFolder, must } from "./campaign-folder.js";

describe("links", () => {
  it("[CA10] to files and folders are not followed", async () => {
    const outside = await campaignFolder({ "secret.md": "Not yours.", "lore/more.md": "# More\n\nNot yours." });
    const dir = await campaignFolder({ "lore/own.md": "# Own\n\nOurs." });
    await mkdir(join(dir, "world"));
    await symlink(join(outside, "secret.md"), join(dir, "world/setting.md"));
    await symlink(join(outside, "lore"), join(dir, "lore/deeper"));
    await symlink(dir, join(dir, "lore/loop"));
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.setting).toBe("");
    expect(campaign.lore.map(({ file }) => file)).toEqual(["lore/own.md"]);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["lore/deeper", "warning"],
      ["lore/loop", "warning"],
      ["world/setting.md", "warning"],
    ]);
    expect(problems[0]?.message).toContain("links are not followed");
  });

  it("[CA11] by a second name count as links, unless the folder is trusted", async () => {
    const dir = await campaignFolder({ "world/setting.md": "Rain." });
    await link(join(dir, "world/setting.md"), join(dir, "..", "other.md"));
    const wary = must(await loadCampaign(dir));
    expect(wary.campaign.setting).toBe("");
    expect(wary.problems).toMatchObject([{ file: "world/setting.md", severity: "warning" }]);
    const trusting = must(await loadCampaign(dir, { hardLinks: true }));
    expect(trusting.campaign.setting).toBe("Rain.");
    expect(trusting.problems).toEqual([]);
  });
});

describe("strange entries", () => {
  it.skipIf(process.platform === "win32")("[CA12] such as a pipe are not opened", async () => {
    const dir = await campaignFolder({ "lore/a.md": "# A\n\nFact." });
    execFileSync("mkfifo", [join(dir, "lore/pipe.md")]);
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.lore).toHaveLength(1);
    expect(problems).toMatchObject([{ file: "lore/pipe.md", severity: "warning" }]);
  });

  it("[CA13] that are hidden are passed over", async () => {
    const dir = await campaignFolder({ ".git/HEAD": "ref", "lore/.draft.md": "# Draft", "lore/.old/a.md": "# A" });
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.lore).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("[CA15] that some systems take for one are used once, the first in code point order", async () => {
    const dir = await campaignFolder({ "lore/B.md": "# Upper\n\nFact.", "lore/b.md": "# Lower\n\nFact." });
    await addFiles(dir, { "lore/ze\u0301.md": "# Apart\n\nFact.", "lore/z\u00e9.md": "# Joined\n\nFact." });
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.lore.map(({ title }) => title)).toEqual(["Upper", "Apart"]);
    expect(campaign.lore.map(({ file }) => file)).toEqual(["lore/B.md", "lore/z\u00e9.md"]);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["lore/b.md", "warning"],
      ["lore/z\u00e9.md", "warning"],
    ]);
    expect(problems[0]?.message).toContain('only "lore/B.md" is used');
  });
});

describe("caps", () => {
  it("[CA14] of files: what goes beyond is not read, and said once", async () => {
    const dir = await campaignFolder({ "lore/0000.md": "# First\n\nFact." });
    await Promise.all(
      Array.from({ length: 5_010 }, (_, index) =>
        writeFile(join(dir, `lore/n${String(index).padStart(5, "0")}.png`), ""),
      ),
    );
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.lore).toHaveLength(1);
    const errors = problems.filter(({ severity }) => severity === "error");
    expect(errors).toMatchObject([{ file: "", message: expect.stringContaining("5000 files") }]);
  });

  it("[CA14] of bytes: a text, a JSON file and the whole", async () => {
    const dir = await campaignFolder({ "lore/a.md": "# A\n\nFact." });
    await mkdir(join(dir, "art"));
    await mkdir(join(dir, "plot"));
    await hollow(join(dir, "lore/big.md"), 8 * 1024 * 1024 + 1);
    await hollow(join(dir, "plot/beats.json"), 4 * 1024 * 1024 + 1);
    for (let index = 0; index < 11; index++) await hollow(join(dir, `art/${10 + index}.png`), 49 * 1024 * 1024);
    const { campaign, problems } = must(await loadCampaign(dir));
    expect(campaign.lore).toHaveLength(1);
    expect(campaign.art).toHaveLength(10);
    expect(problems.map(({ file, severity }) => [file, severity])).toEqual([
      ["", "error"],
      ["lore/big.md", "error"],
      ["plot/beats.json", "error"],
    ]);
    expect(problems[0]?.message).toContain("512 MiB");
    expect(problems[1]?.message).toContain("8 MiB is the most");
    expect(problems[2]?.message).toContain("4 MiB is the most");
  });
});

/** A file of a size that takes no room on the disk. */
async function hollow(path: string, sizeBytes: number): Promise<void> {
  const file = await open(path, "w");
  await file.truncate(sizeBytes);
  await file.close();
}
