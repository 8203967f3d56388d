// SPEC.md CL2400 to CL2402: campaigns from stories in other formats.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { typed } from "./fake-terminal.js";

vi.setConfig({ testTimeout: 120_000 });

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), "narratoria-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const SOURCES: Readonly<Record<string, string>> = {
  "shore.twee": `:: StoryTitle
The Shore

:: Start
You stand on the shore. A boat lies on the stones.
[[Row out|Sea]]
[[Walk along the beach|Beach]]

:: Beach
The beach ends at a wall. <<audio "gulls" play>>
[[Turn back|Start]]
[[Climb over|Garden]]

:: Sea
The sea is flat and grey.
[[Row on|Island]]

:: Island
The island is a whale.

:: Garden
Somebody has set a table for you.
`,
  "inn.ink": `The inn is shut.
* [Knock]
  Nobody comes.
  * * [Knock again]
      A window opens. -> talk
  * * [Leave] -> END
* [Wait] -> talk
=== talk
"We are full," says a voice.
+ [Ask why] "Ask the miller." -> talk
* [Go to the mill] The mill is full too. -> END
`,
  "ada.json": JSON.stringify({
    spec: "chara_card_v2",
    data: {
      name: "Ada Quill",
      description: "{{char}} is a lighthouse keeper. She lives in the lighthouse.",
      personality: "dry",
      scenario: "The lighthouse stands on a rock. It smells of oil.",
      first_mes: "{{char}} opens the door before {{user}} knocks.",
      system_prompt: "You are Ada.",
    },
  }),
  "roads.json": JSON.stringify({
    entries: [{ keys: ["Marn"], content: "Marn is a town of white roofs. Its gate is shut at noon.", enabled: true }],
  }),
};

it.each(Object.keys(SOURCES))("[CL2400] makes a campaign of %s that has no errors", async (name) => {
  const dir = home();
  const file = join(dir, name);
  writeFileSync(file, SOURCES[name] ?? "");
  const made = await typed("campaign", "import", file, join(dir, "story"));
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toMatch(/^Made .*story from an? /);
  expect(readFileSync(file, "utf8")).toBe(SOURCES[name]);
  expect((await typed("validate", join(dir, "story"))).code).toBe(0);
});

it("[CL2400] makes a campaign that plays ten turns", async () => {
  const dir = home();
  writeFileSync(join(dir, "ada.json"), SOURCES["ada.json"] ?? "");
  await typed("campaign", "import", join(dir, "ada.json"), join(dir, "story"));
  const play = ["play", join(dir, "story"), "--choose", "random", "--seed", "2", "--turns", "10", "--plain"];
  const played = await typed(...play, "--data", join(dir, "data"));
  expect(played).toMatchObject({ code: 0 });
  expect(played.out).toContain("Ada Quill, scene 10\n");
});

it("[CL2400] says what is carried over, and lists what is not by file and line", async () => {
  const dir = home();
  writeFileSync(join(dir, "shore.twee"), SOURCES["shore.twee"] ?? "");
  const { out } = await typed("campaign", "import", join(dir, "shore.twee"), join(dir, "story"));
  expect(out).toContain("  2 passages without a way on became endings.\n");
  expect(out).toContain("Not carried over:\n  shore.twee:10  The macro <<audio>> is not carried over.\n");
});

it("[CL2401] writes into no folder that is there, and leaves none where the file is refused", async () => {
  const dir = home();
  writeFileSync(join(dir, "shore.twee"), SOURCES["shore.twee"] ?? "");
  writeFileSync(join(dir, "bad.json"), '{"spec": ');
  mkdirSync(join(dir, "story"));
  const there = await typed("campaign", "import", join(dir, "shore.twee"), join(dir, "story"));
  expect(there.code).toBe(1);
  expect(there.err).toContain("is there already");
  expect(readdirSync(join(dir, "story"))).toEqual([]);
  const bad = await typed("campaign", "import", join(dir, "bad.json"), join(dir, "other"));
  expect(bad.err).toMatch(/^Error: This file is damaged at line 1, column \d+: /);
  expect(existsSync(join(dir, "other"))).toBe(false);
  expect((await typed("campaign", "import", join(dir, "shore.twee"), join(dir, "none", "x"))).code).toBe(2);
});

it("[CL2402] writes JSON for programs", async () => {
  const dir = home();
  writeFileSync(join(dir, "shore.twee"), SOURCES["shore.twee"] ?? "");
  const { out } = await typed("campaign", "import", join(dir, "shore.twee"), join(dir, "story"), "--json");
  expect(JSON.parse(out)).toMatchObject({
    title: "The Shore",
    source: "a Twine story (Twee 3)",
    dir: join(dir, "story"),
    files: expect.arrayContaining(["manifest.json", "plot/premise.md"]),
    left: [{ line: 10, message: "The macro <<audio>> is not carried over." }],
  });
});
