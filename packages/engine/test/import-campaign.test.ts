// SPEC.md EN2611 and EN2612: stories in other formats.
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { importCampaign } from "../src/index.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const TWEE = `:: Start
You stand in a yard with two doors.
[[Open the red door|Red]]

:: Red
The red room has a clock in it. The clock has stopped.
[[Wind the clock|Red]]
[[Leave by the window|Street]]

:: Street
The street is full of clocks.
`;

it("[EN2611] gives the files of a campaign and writes nothing", async () => {
  const dir = await tempFolder();
  await writeFile(join(dir, "yard.twee"), TWEE);
  const { title, files } = await importCampaign(join(dir, "yard.twee"));
  expect(title).toBe("Yard");
  expect(files.map(({ path }) => path)).toContain("plot/choices.json");
  expect(await readdir(dir)).toEqual(["yard.twee"]);
  await writeFile(join(dir, "none.txt"), "A letter.");
  await expect(importCampaign(join(dir, "none.txt"))).rejects.toMatchObject({ code: "import_failed" });
});

it("[EN2612] tells once more what a choice tells that is taken again", async () => {
  const dir = await tempFolder();
  await writeFile(join(dir, "yard.twee"), TWEE);
  const { files } = await importCampaign(join(dir, "yard.twee"));
  for (const { path, content } of files) {
    const target = join(dir, "yard", path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }
  const engine = await engineOn(join(dir, "data"));
  const story = await engine.play(join(dir, "yard"), { seed: "1" });
  await collect(story.begin());
  for (const text of ["Open the red door", "Wind the clock", "Wind the clock"]) {
    const at = story.scene?.choices.findIndex((choice) => choice.text === text) ?? -1;
    expect(at, text).toBeGreaterThanOrEqual(0);
    await collect(story.choose(at + 1));
    expect(story.scene?.paragraphs.join(" ")).toContain("The clock has stopped.");
  }
});
