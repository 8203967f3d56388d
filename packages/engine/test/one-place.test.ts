// SPEC.md EN1300: people of a story with one place, whose profiles say nothing of where they are.
import { getPath } from "@narratoria/protocol";
import { join } from "node:path";
import { expect, it } from "vitest";
import { smallCampaign } from "./support/campaign.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const profile = (name: string, role: string, wish: string): string =>
  JSON.stringify({ name, role, motivations: [wish] });

const WORKERS = {
  "world/setting.md":
    "# The Ropewalk\n\nA shed a quarter of a mile long stands on the quay. Hemp hangs from its beams. The tar pot has not been cold in forty years.\n",
  "plot/premise.md": "You come to the ropewalk to say whether it is worth buying.\n",
  "characters/npcs/ada-crane/profile.json": profile("Ada Crane", "foreman", "To keep the ropewalk open"),
  "characters/npcs/bo-lind/profile.json": profile("Bo Lind", "tarman", "To be paid what he is owed"),
  "characters/npcs/dina-foss/profile.json": profile("Dina Foss", "clerk", "To find the second set of books"),
};
const IDS = ["ada-crane", "bo-lind", "dina-foss"];

it("[EN1300] whoever has no home is at the only place of a story, is named in the opening, and can be asked", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(await smallCampaign(join(await tempFolder(), "ropewalk"), WORKERS), { seed: "5" });
  const opening = sceneIn(await collect(story.begin()));
  const state = await story.state();
  for (const id of IDS) {
    expect(getPath(state, `people.${id}.place`), id).toBe(state["place"]);
    expect(getPath(state, `people.${id}.met`), id).toBe(0);
  }
  expect(opening.paragraphs.join(" ")).toContain(
    "Ada Crane, the foreman; Bo Lind, the tarman; and Dina Foss, the clerk, are here.",
  );
  const offered: string[] = [];
  for (let turn = 0; turn < 6; turn++) {
    offered.push(...(story.scene?.choices ?? []).map(({ text }) => text));
    await collect(story.choose(1));
  }
  expect(offered.filter((text) => /^Ask (?:Ada|Bo|Dina)\b/.test(text)).length, offered.join(", ")).toBeGreaterThan(1);
});

it("[EN1300] whoever is to come later, or never, is not at the only place", async () => {
  const engine = await engineOn(await tempFolder());
  const files = {
    ...WORKERS,
    "characters/npcs/bo-lind/profile.json": JSON.stringify({
      name: "Bo Lind",
      role: "tarman",
      background: "Bo Lind died eleven years ago, in the fire.",
    }),
  };
  const story = await engine.play(await smallCampaign(join(await tempFolder(), "ropewalk"), files), { seed: "5" });
  await collect(story.begin());
  expect(getPath(await story.state(), "people.bo-lind.place")).toBe("");
});
