// SPEC.md EN6456: where the story goes on can be gone to before the scene that its author has for it.
import { join } from "node:path";
import { expect, it } from "vitest";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, tempFolder } from "./support/play.js";

const beat = (id: string, location: string, description: string, conditions: object) => ({
  id,
  title: "An Hour",
  description,
  location,
  conditions,
});

const FILES = {
  "plot/premise.md":
    "The bell of the town is lost. It lies at the Far Mill, two valleys up, and you are to bring it home.\n",
  "plot/beats.json": JSON.stringify({
    beats: [
      beat("beat_001", "the courtyard", "Rain runs down the walls. Ada Crane counts her keys.", {}),
      beat("beat_002", "the Far Mill", "The wheel of the Far Mill stands. The bell lies under it.", {
        requires_beat: "beat_001",
        scene_count: { min: 9 },
      }),
    ],
  }),
  "characters/npcs/ada-crane/profile.json": JSON.stringify({ name: "Ada Crane", role: "gatekeeper" }),
};

it("[EN6456] offers the way to the next beat long before its scene, and who goes has it come", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(await smallCampaign(join(await tempFolder(), "bell"), FILES), { seed: "5" });
  await collect(story.begin());
  const offered = new Set<string>();
  for (let turn = 0; turn < 4 && story.scene?.location !== "The Far Mill"; turn++) {
    const choices = (story.scene?.choices ?? []).map(({ text }) => text);
    for (const text of choices) offered.add(text);
    await collect(story.choose(Math.max(0, choices.indexOf("Go to the Far Mill")) + 1));
  }
  expect([...offered]).toContain("Go to the Far Mill");
  expect(story.scene?.location).toBe("The Far Mill");
  expect(story.scene?.paragraphs.join(" ")).toContain("The bell lies under it.");
});
