import { describe, expect, it } from "vitest";
import { load, profile } from "./campaign-folder.js";

const FILES = {
  "lore/LOC-1-pike-and-daughter.md": "# LOC-1 — PIKE & DAUGHTER\n\n- Back room: the Coffin (ITM-01) along the wall.\n",
  "lore/LOC-2-the-citadel.md": "# LOC-2 — THE CITADEL\n\nA hall over a garage. Two streets from LOC-1.",
  "lore/items.md": "# ITEMS\n\n- **ITM-01 the Coffin.** A trough of elm.\n\n- **ITM-02 the letter.** One page.",
  "plot/premise.md": "Rain.\n\n- Q-1 Is it alive?\n- Q-2 Who has card 9?",
  "world/constraints.md": "- **L-1** No weapons.\n- **L-2** No ghosts.",
  "characters/npcs/npc_01_mags/profile.json": profile("Margaret Pike", {
    id: "NPC-01",
    nicknames: ["Mags"],
    motivations: ["To show ITM-02, the letter, to nobody"],
    inventory: ["keys to LOC-1", "ITM-02 the letter"],
    secrets: "S-1: she sold it. S-2: she has the card.",
  }),
  "characters/npcs/npc_02_kit/profile.json": profile("Kit Novak", { background: "Fond of NPC-01. R2 is a robot." }),
  "plot/beats.json": {
    beats: [
      {
        id: "B1",
        title: "Cards",
        location: "LOC-1",
        description: "The cards are dealt. Go on to B2. NPC-02 steals your biscuit (Q-2).",
        consequences: ["The card is missing (Q-2)", "Q-1 answered", "Water in the trough → E1"],
      },
      { id: "B2", title: "Rehearsal", location: "The Citadel garage, LOC-2", description: "Tape on the floor." },
      { id: "B3", title: "Return", location: "Pike & Daughter (LOC-1)", description: "They come back in." },
      { id: "B4", title: "Another", location: "Back room, LOC-1", description: "They come back in." },
      { id: "B5", title: "The hall", location: "LOC-2 (the Citadel)", description: "They come back in." },
    ],
  },
  "plot/endings/e1-open.md": "# E1 — OPEN AT SIX\n\nThere is a bubble.",
  "plot/endings/e2-sold.md": "# E2 — SOLD TWICE\n\nIt does not rise.",
};

describe("labels", () => {
  it("[CA667] [CA668] are in nothing that is told, and what they stand for is", async () => {
    const { campaign } = await load(FILES);
    expect(campaign.beats.map(({ location }) => location)).toEqual([
      "Pike & Daughter",
      "The Citadel garage",
      "Pike & Daughter",
      "Back room, Pike & Daughter",
      "the Citadel",
    ]);
    expect(campaign.beats[0]).toMatchObject({
      description: "The cards are dealt. Kit Novak steals your biscuit.",
      consequences: ["The card is missing"],
    });
    expect(campaign.endings.map(({ title }) => title)).toEqual(["OPEN AT SIX", "SOLD TWICE"]);
    expect(campaign.lore.map(({ text }) => text)).toEqual([
      "# PIKE & DAUGHTER\n\n- Back room: the Coffin along the wall.",
      "# THE CITADEL\n\nA hall over a garage. Two streets from Pike & Daughter.",
      "# ITEMS\n\n- **the Coffin.** A trough of elm.\n\n- **the letter.** One page.",
    ]);
    expect(campaign.premise).toBe("Rain.\n\n- Is it alive?\n- Who has card 9?");
    expect(campaign.constraints.map(({ text }) => text)).toEqual(["No weapons.", "No ghosts."]);
    const [mags, kit] = campaign.npcs;
    expect(mags?.profile.inventory).toEqual(["keys to Pike & Daughter", "the letter"]);
    expect(mags?.profile.motivations).toEqual(["To show the letter, to nobody"]);
    expect(mags?.secrets).toBe("she sold it. she has the card.");
    expect(kit?.profile.background).toBe("Fond of Mags. R2 is a robot.");
  });

  it("[CA667] are none where only one of a kind heads anything, or somebody is called so", async () => {
    const { campaign } = await load({
      "plot/premise.md": "# Roads\n\n- **A1** goes north.\n\nR2 and R3 wait.",
      "characters/npcs/r2_one/profile.json": profile("R-2"),
      "characters/npcs/r3_two/profile.json": profile("R-3"),
    });
    expect(campaign.premise).toBe("- **A1** goes north.\n\nR2 and R3 wait.");
  });
});
