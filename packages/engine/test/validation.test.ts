// SPEC.md EN1131 and EN1132: what is wrong with a campaign, and when to look again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { checkContract } from "@narratoria/protocol/contracts";
import { expect, it, onTestFinished } from "vitest";
import { campaignChanged, readCampaignStory, validateCampaign, validationReport } from "../src/index.js";

function campaign(files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(tmpdir(), "narratoria-validation-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const manifest = '{ "title": "Pell", "version": "1.0.0" }\n';
  for (const [path, text] of Object.entries({ "manifest.json": manifest, ...files })) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  return dir;
}

it.each([
  ["# deeed press success\n- You press on.\n", 1, "error", /no kind of frame called "deeed press success"/],
  ["# exit\n- {nobody} goes out.\n", 2, "error", /no slot \{nobody\}/],
  ["# exit\n- {Npc} goes out. #sunny\n", 2, "error", /no tag #sunny/],
  ["# exit\n- {Npc} goes out. #weatherr=rain\n", 2, "error", /no tag #weatherr=/],
] as const)("[EN1131] tells an author of the frame %j", async (text, line, severity, says) => {
  const { problems } = await validateCampaign(campaign({ "storybook/own.md": text }));
  expect(problems.filter(({ code }) => code === "frame")).toMatchObject([
    { file: "storybook/own.md", line, severity, message: expect.stringMatching(says) },
  ]);
});

const GUILD = {
  "world/setting.md":
    "# Pell\n\n- **The Guild of Measures** weighs all that is sold.\n\n## The Landing\n\nThe landing is a stage of oak.\n",
  "plot/premise.md": "You stand at the landing.\n",
  "characters/npcs/osk/profile.json": JSON.stringify({
    name: "Osk",
    role: "clerk of the Guild of Measures",
    personality: { traits: ["dry"] },
  }),
};
const choices = (then: unknown, text = "Pay the toll"): string =>
  JSON.stringify({ choices: [{ text, then }] }, null, 1);

it.each(["Guild of Measures", "the Guild"])(
  "[EN1131] has nothing to say of the faction %j of a choice",
  async (name) => {
    const dir = campaign({ ...GUILD, "plot/choices.json": choices({ factions: { [name]: 5 } }) });
    expect((await validateCampaign(dir)).problems.filter(({ file }) => file === "plot/choices.json")).toEqual([]);
  },
);

it("[EN1131] warns of a choice that names a faction which the story does not have", async () => {
  const dir = campaign({ ...GUILD, "plot/choices.json": choices({ factions: { "Guild of Mesures": 5, Watch: -5 } }) });
  const { problems } = await validateCampaign(dir);
  expect(problems.filter(({ code }) => code === "unknown_faction")).toMatchObject([
    { line: 7, severity: "warning", message: expect.stringContaining('Did you mean "The Guild of Measures"?') },
    { line: 8, severity: "warning", message: expect.stringContaining('no faction "Watch"') },
  ]);
});

it("[EN4601] gives an author's own choice in its words, also for a flag that it sets", async () => {
  const beats = [
    {
      id: "beat_001",
      title: "The Toll",
      description: "Osk holds out his hand.",
      conditions: { player_choice: "paid" },
    },
    {
      id: "beat_002",
      title: "The Boat",
      description: "The boat comes.",
      conditions: { player_choice: "ring-the-bell" },
    },
  ];
  const { reading } = await readCampaignStory(
    campaign({
      ...GUILD,
      "plot/beats.json": JSON.stringify({ beats }),
      "plot/choices.json": choices({ flags: { paid: true } }, "Count out nine coins"),
    }),
  );
  expect(reading.acts.map(({ id, text }) => [id, text])).toEqual([
    ["paid", "Count out nine coins"],
    ["ring-the-bell", "Ring the bell"],
  ]);
});

it("[EN1131] names a missing manifest as a problem of the campaign", async () => {
  const dir = campaign({ "world/setting.md": "Rain falls on Pell.\n" });
  rmSync(join(dir, "manifest.json"));
  const { title, problems } = await validateCampaign(dir);
  expect(title).toBeNull();
  expect(problems).toMatchObject([
    { file: "manifest.json", line: 1, column: 1, severity: "error", code: "missing_file" },
  ]);
  expect(problems[0]?.message).toContain("manifest.json");
});

it("[EN1131] counts problems in a report that keeps its contract, and says whether the campaign can be played", async () => {
  const report = validationReport(await validateCampaign(campaign({ "lore/a.md": "" })));
  expect(checkContract("validation-report", report)).toEqual([]);
  expect(report).toMatchObject({ title: "Pell", playable: true, counts: { error: 0, warning: 0, notice: 3 } });
  const broken = validationReport(await validateCampaign(campaign({ "manifest.json": "{" })));
  expect(checkContract("validation-report", broken)).toEqual([]);
  expect(broken).toMatchObject({ title: null, playable: false, counts: { error: 1 } });
});

it("[EN1132] waits for a change of a file, and no longer than it is asked to", async () => {
  const dir = campaign({});
  const never = new AbortController();
  const checked = await validateCampaign(dir);
  writeFileSync(join(dir, "README.md"), "Words.\n");
  expect(await campaignChanged(checked, never.signal)).toBe(true);
  const waiting = campaignChanged(await validateCampaign(dir), never.signal);
  never.abort();
  expect(await waiting).toBe(false);
});
