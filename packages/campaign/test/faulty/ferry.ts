/** A small campaign without a fault, for tests that put one in. */

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const FERRY: Readonly<Record<string, string>> = {
  "manifest.json": json({
    title: "The Ferry at Pell",
    version: "1.0.0",
    author: "A. Writer",
    description: "A ferry, a bell, and somebody who lies about both.",
    content_rating: "Teen",
    homepage: "https://example.org/pell",
    tags: ["mystery"],
    player_count: { min: 1, max: 2 },
    stat_schema: [
      { name: "nerve", min: 1, max: 10, default: 5 },
      { name: "wit", min: 1, max: 10, default: 5 },
    ],
  }),
  "world/setting.md": `# Pell

Pell is a village on the river Aune.

## The Landing

The landing is a stage of oak. Ropes hang from its posts.

## The Bell House

The bell house stands behind the landing. It smells of tallow.
`,
  "world/rules.md": `# Rules

Whoever rows against the current must try their nerve.
`,
  "world/constraints.md": `# What never happens

- Nobody carries a lantern.
- Mara Quill never speaks of her brother.
`,
  "plot/premise.md": `# The Ferry at Pell

You have come to Pell to cross the Aune, and the ferry lies on the wrong bank.

Osk Tarn says that the bell was rung. Mara Quill says that it was not.
`,
  "characters/npcs/osk/profile.json": json({
    name: "Osk Tarn",
    role: "Ferryman at the landing",
    personality: { traits: ["dry", "patient"] },
    motivations: ["to be paid for the crossing"],
    speech_patterns: {
      style: "short",
      examples: ["A rope is a promise that holds.", "He who rings the bell pays for the boat."],
    },
    relationships: { mara: "He trusts her with the bell." },
    background: "He has rowed the ferry for twenty years.",
    portrait: "art/characters/osk.png",
  }),
  "characters/npcs/mara/profile.json": json({
    name: "Mara Quill",
    role: "Bell-keeper at the bell house",
    personality: { traits: ["quick"] },
    motivations: ["to keep the bell silent"],
    speech_patterns: {
      style: "quick",
      examples: ["She who keeps the bell keeps the hour.", "Ask me about tallow."],
    },
    background: "She came to Pell as a girl.",
    secrets: "secrets.md",
  }),
  "characters/npcs/mara/secrets.md": `Mara cut the bell rope herself, at night.
`,
  "characters/player/template.json": json({
    character_creation: { mode: "preset" },
    allowed_races: [{ name: "Human", description: "A human like any other." }],
    allowed_classes: [{ name: "Drover" }, { name: "Clerk" }],
    allowed_backgrounds: [{ name: "From upriver", starting_relationships: { osk: "He knew your father." } }],
    starting_stats: { point_pool: 12, attributes: [{ name: "nerve", min: 2, max: 8, default: 5 }] },
    starting_location: "The Landing",
    starting_items: ["a purse"],
    required_attributes: ["nerve"],
    optional_attributes: ["wit"],
    constraints: { must_be_human: true, no_magic: true, fixed_background: "From upriver" },
    presets: [
      { name: "The Drover", race: "Human", class: "Drover", background: "From upriver", stats: { nerve: 7, wit: 4 } },
    ],
  }),
  "plot/beats.json": json({
    beats: [
      {
        id: "beat_001",
        title: "The Wrong Bank",
        description:
          "Osk stands at the landing and coils a rope. The player must decide whether to ring the bell or to wait for the boat.",
        location: "The Landing",
        priority: "critical",
        music: "music/river.ogg",
        dialogue: [{ speaker: "osk", line: "The boat comes when it is called." }],
      },
      {
        id: "beat_002",
        title: "The Bell House Door",
        description: "Mara opens the door of the bell house and holds a knife with tallow on it.",
        location: "The Bell House",
        conditions: { requires_beat: "beat_001", scene_count: { min: 2, max: 30 } },
        outcomes: [
          { description: "She lets the player in.", probability: 0.5, triggers_beat: "beat_003" },
          { description: "She shuts the door.", probability: 0.5 },
        ],
        timeout: { scene_count: 8, fallback_beat: "beat_003" },
      },
      {
        id: "beat_003",
        title: "The Crossing",
        description: "Osk rows the player over the Aune, against the current.",
        location: "The Landing",
        conditions: {
          requires_any_beat: ["beat_002"],
          player_choice: "ring-the-bell",
          npc_state: { osk: "trusts the player" },
          custom: { expression: 'visited("beat_001") && scene_count > 2' },
        },
      },
    ],
  }),
  "plot/endings/over.md": `---
title: Over the River
tone: quiet
conditions:
  requires_beat: beat_003
---

# Over the River

You step out on the far bank. Behind you the bell is silent.
`,
  "lore/the-bell.md": `# The Bell

The bell of Pell was cast from a cannon. It is rung for the ferry and for nothing else.
`,
  "lore/the-bell.md.keywords.txt": "bell\nferry\n",
};
