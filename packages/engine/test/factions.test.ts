import type { Campaign, CampaignNpc } from "@narratoria/campaign";
import { expect, it } from "vitest";
import { factionsOf } from "../src/story/factions.js";

const npc = (id: string, role: string, tags: readonly string[] = []): CampaignNpc =>
  ({ id, profile: { name: id, role, metadata: { tags } } }) as unknown as CampaignNpc;

const campaign: Pick<Campaign, "setting" | "lore" | "npcs"> = {
  setting: [
    "**The Guild of Measures** keeps the scales.",
    "",
    "- **The Watch.** Sworn to the town.",
    "- **Everybody else.** At home, mostly.",
    "- **Goose Green:** a meadow.",
    "",
    "They fear **the Sleepers**, whom nobody has seen.",
  ].join("\n"),
  lore: [
    { file: "lore/factions/drovers.md", title: "The Drovers", text: "They keep the camels." },
    { file: "lore/objects/watch.md", title: "Pocket-watch", text: "It stopped." },
  ],
  npcs: [
    npc("nuri", "Under-Measurer", ["guild-of-measures", "creditor"]),
    npc("oake", "Sergeant of the Watch, Cinder Division"),
    npc("ash", "Keeps watch at the ford", ["goose-green"]),
    npc("rashan", "String-mother", ["drovers"]),
    npc("sabah", "Well-Keeper", ["formerly-drovers"]),
  ],
};
const matter = { places: [{ id: "goose-green", name: "Goose Green" }], people: [] } as unknown as Parameters<
  typeof factionsOf
>[1];

it("[EN601] names factions that a text names and somebody belongs to", () => {
  expect(factionsOf(campaign, matter)).toEqual([
    { id: "guild-of-measures", name: "The Guild of Measures", members: ["nuri"] },
    { id: "watch", name: "The Watch", members: ["oake"] },
    { id: "drovers", name: "The Drovers", members: ["rashan"] },
  ]);
});
