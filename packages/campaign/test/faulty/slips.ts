import type { Row } from "./faulty-campaign.js";

const B = "plot/beats.json";
const L = "lore/the-bell.md";
const K = "lore/the-bell.md.keywords.txt";
const C = "world/constraints.md";
const M = "manifest.json";
const T = "characters/player/template.json";
const OSK = "characters/npcs/osk/profile.json";

const generatedOn = (date: string): string =>
  `---\ngenerated: true\nprovenance:\n  source_model: model\n  generated_at: ${date}\n  seed_data: bell\n---\n# The Bell\n\nThe bell hangs.\n`;

/** Slips of the pen in places that are rarely looked at. */
export const SLIP_ROWS: readonly Row[] = [
  [
    "a day that the calendar has not",
    { [L]: generatedOn("2025-02-30T00:00:00Z") },
    L,
    5,
    "error",
    "provenance",
    /ISO 8601.*2025-02-30/,
  ],
  [
    "a full name that is nearly somebody's",
    { [OSK]: ['"mara": "He', '"Mara Quil": "He'] },
    OSK,
    "Mara Quil",
    "warning",
    "unknown_character",
    /Did you mean "Mara Quill"\?/,
  ],
  [
    "a speaker whose name is nearly somebody's",
    { [B]: ['"speaker": "osk"', '"speaker": "Osk Tam"'] },
    B,
    "Osk Tam",
    "warning",
    "unknown_character",
    /Did you mean "Osk Tarn"\?/,
  ],
  [
    "lore known by nearly somebody",
    { [L]: "---\nknown_by: [Mara Qill]\n---\n# The Bell\n\nThe bell is cracked.\n" },
    L,
    2,
    "warning",
    "unknown_character",
    /counts for nobody\. Did you mean "Mara Quill"\?/,
  ],
  [
    "a stat twice in other letters",
    { [M]: ['"name": "wit"', '"name": "Nerve"'] },
    M,
    '"Nerve"',
    "warning",
    "duplicate_name",
    /"Nerve" is "nerve" in other letters/,
  ],
  [
    "an attribute twice",
    {
      [T]: [
        '"max": 8,\n        "default": 5\n      }',
        '"max": 8,\n        "default": 5\n      },\n      { "name": "nerve", "min": 3 }',
      ],
    },
    T,
    '{ "name": "nerve", "min": 3 }',
    "warning",
    "duplicate_name",
    /"nerve" stands in this list twice/,
  ],
  [
    "a beat that is one of those it waits for",
    { [B]: ['"requires_any_beat": [\n          "beat_002"', '"requires_any_beat": [\n          "beat_003"'] },
    B,
    '          "beat_003"\n        ]',
    "error",
    "refers_to_itself",
    /"beat_003" requires itself/,
  ],
  [
    "somebody who comes in with no beat",
    { [OSK]: ['"role": "Ferryman', '"metadata": { "first_appearance": "beat_020" },\n  "role": "Ferryman'] },
    OSK,
    "beat_020",
    "warning",
    "unknown_beat",
    /no beat "beat_020" to come in with\. Did you mean "beat_00[12]"\?/,
  ],
  ["a keyword that is too long", { [K]: `bell\n${"k".repeat(65)}\n` }, K, 2, "warning", "keywords", /64 letters/],
  [
    "a choice that waits for nearly a flag",
    {
      "plot/choices.json": `{
  "choices": [
    { "text": "Look at the rope", "then": { "flags": { "knows-it": true } } },
    { "text": "Ask about the rope", "when": { "player_choice": "knows-t" } }
  ]
}
`,
    },
    "plot/choices.json",
    4,
    "warning",
    "unknown_tag",
    /never offered\. Did you mean "knows-it"\?/,
  ],
  [
    "an example of a few letters",
    { [OSK]: ['"He who rings the bell pays for the boat."', '"Aye."'] },
    OSK,
    '"Aye."',
    "warning",
    "loose_form",
    /fewer than 5 letters/,
  ],
  [
    "somebody dead by one law and alive by another",
    { [C]: ["- Nobody", "- Osk Tarn is dead.\n- Osk Tarn is alive.\n- Nobody"] },
    C,
    4,
    "warning",
    "contradicting_laws",
    /the opposite of the one on line 3/,
  ],
  [
    "a law that another denies",
    { [C]: ["- Nobody", "- There are no wolves on the Aune.\n- There are wolves on the Aune.\n- Nobody"] },
    C,
    4,
    "warning",
    "contradicting_laws",
    /the opposite of the one on line 3/,
  ],
  [
    "an outcome that calls for what the only beat before it requires",
    {
      [B]: [
        '"title": "The Crossing",',
        '"title": "The Crossing",\n      "outcomes": [{ "description": "Back.", "triggers_beat": "beat_001" }],',
      ],
    },
    B,
    '"triggers_beat": "beat_001"',
    "warning",
    "past_beat",
    /calls for beat_001, which has happened by then/,
  ],
  [
    "a choice that makes its own beat due",
    {
      [B]: [
        '"title": "The Crossing",',
        '"title": "The Crossing",\n      "choices": [{ "text": "Row back", "then": { "due": "beat_003" } }, { "text": "Row on", "then": { "due": ["beat_001"] } }],',
      ],
    },
    B,
    '"due": "beat_003"',
    "warning",
    "past_beat",
    /makes beat_003 due, which has happened by then/,
  ],
  [
    "a sum with a space in it",
    { "plot/choices.json": '{ "choices": [\n  { "text": "Wait", "then": { "world": { "noise": "+ 1" } } }\n] }\n' },
    "plot/choices.json",
    2,
    "warning",
    "wrong_value",
    /kept as a text\. To add or take away/,
  ],
  [
    "two choices of one beat at once",
    {
      [B]: [
        '"title": "The Bell House Door",',
        '"title": "The Bell House Door",\n      "choices": [{ "text": "Knock" }, { "text": "Go in" }],',
      ],
      [`${B}#2`]: ['"player_choice": "ring-the-bell"', '"player_choices": ["knock", "go-in"]'],
    },
    B,
    '"go-in"',
    "warning",
    "contradiction",
    /answers to one decision/,
  ],
];
