// SPEC.md EN1270 to EN1272: texts that vary by condition, as they are told.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JsonObject } from "@narratoria/protocol";
import type { BeatMatter, EndingMatter } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { variedBeat, variedEnding } from "../src/plot/varied-scenes.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const holds =
  (...names: string[]) =>
  (condition: string): boolean =>
    names.includes(condition);

const BEAT: BeatMatter = {
  id: "beat_001",
  title: "The gate",
  told: ["Osk opens the gate.", "Ann stands behind him.", "Nobody is with him.", "He nods."],
  decisions: [],
  dialogue: [
    { speaker: "osk", line: "You again. Water does not wait.", at: 2 },
    { speaker: "ann", line: "Let them in.", at: 1 },
  ],
  people: ["osk", "ann", "tom"],
  outcomes: [{ told: ["The lamp burns.", "It is late."] }],
  names: [],
};
const TEXTS = [
  "Osk opens the gate. {if ann}Ann stands behind him.{else}Nobody is with him.{/if} He nods.",
  "{if met}You again.{/if} Water does not wait.",
  "{if ann}Let them in.{/if}",
  "{if lit}The lamp burns.{/if} It is late.",
];
const PEOPLE = ["Osk", "Ann", "Tom"].map((name) => ({ id: name.toLowerCase(), short: name, name }));

it("[EN1270] tells the variant of a beat that holds, with whom it names and what is said in it", () => {
  const campaign = { varied: [{ kind: "beat" as const, id: "beat_001", texts: TEXTS }] };
  expect(variedBeat(campaign, BEAT, PEOPLE, holds("ann"))).toMatchObject({
    told: ["Osk opens the gate.", "Ann stands behind him.", "He nods."],
    dialogue: [
      { speaker: "osk", line: "Water does not wait.", at: 1 },
      { speaker: "ann", line: "Let them in.", at: 1 },
    ],
    people: ["osk", "ann", "tom"],
    outcomes: [{ told: ["It is late."] }],
  });
  expect(variedBeat(campaign, BEAT, PEOPLE, holds("met", "lit"))).toMatchObject({
    told: ["Osk opens the gate.", "Nobody is with him.", "He nods."],
    dialogue: [{ speaker: "osk", line: "You again. Water does not wait.", at: 1 }],
    people: ["osk", "tom"],
    outcomes: [{ told: ["The lamp burns.", "It is late."] }],
  });
  expect(variedBeat({ varied: [] }, BEAT, PEOPLE, holds())).toBe(BEAT);
});

it("[EN1271] tells the variant of an ending that holds, and keeps the place of the deeds", () => {
  const body = "The boat {if key}waits{else}is gone{/if}. It rains.\n\n{if key}You have the key.{/if}\n\n{deeds}";
  const ending: EndingMatter = {
    id: "sea",
    title: "Sea",
    paragraphs: ["The boat waits. The boat is gone. It rains.", "You have the key."],
    epilogue: ["{deeds}"],
  };
  const campaign = { varied: [{ kind: "ending" as const, id: "sea", texts: [body] }] };
  expect(variedEnding(campaign, ending, holds("key"))).toMatchObject({
    paragraphs: ["The boat waits. It rains.", "You have the key."],
    epilogue: ["{deeds}"],
  });
  expect(variedEnding(campaign, ending, holds()).paragraphs).toEqual(["The boat is gone. It rains."]);
});

it("[EN1270] [EN1272] varies what is told in play by what the player has chosen", async () => {
  const files: Readonly<Record<string, string | object>> = {
    "manifest.json": { title: "The Gate", version: "1.0.0" },
    "world/setting.md": "# The canal\n\n## The gate\n\nThe gate is shut. Reeds grow beside it.\n",
    "plot/premise.md": "You come to the gate at dusk.\n",
    "plot/beats.json": {
      beats: [
        {
          id: "beat_001",
          title: "The lamp",
          description: 'The lamp is {if count("greet") > 0}lit{else}dark{/if}. Water runs under the gate.',
          conditions: { scene_count: { min: 1 }, custom: { expression: "has(flags.greet) || has(flags.hide)" } },
        },
      ],
    },
    "plot/choices.json": {
      choices: [
        { text: "Greet the keeper", tag: "greet", then: { told: "The keeper waves." } },
        { text: "Hide in the reeds", tag: "hide", then: { told: "Nobody sees you.", flags: { wet: true } } },
        {
          text: "Come out",
          when: { player_choice: "hide" },
          then: { told: "{if wet}Your shoes are full of water.{else}You are dry.{/if}" },
        },
      ],
    },
  };
  const home = await tempFolder();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(home, "gate", path)), { recursive: true });
    await writeFile(join(home, "gate", path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const engine = await engineOn(join(home, "data"));
  const play = async (first: string, turns: number): Promise<string> => {
    const story = await engine.play(join(home, "gate"), { seed: "1", fresh: true });
    await collect(story.begin());
    const told: string[] = [];
    for (let turn = 0, wanted = first; turn < turns; turn++, wanted = "Come out") {
      const { choices } = story.scene ?? { choices: [] };
      const scene = sceneIn(await collect(story.choose(choices.find(({ text }) => text === wanted)?.id ?? 1)));
      told.push(...scene.paragraphs);
    }
    return told.join(" ");
  };
  const lit = await play("Greet the keeper", 3);
  expect(lit).toContain("The lamp is lit.");
  expect(lit).not.toContain("dark");
  const dark = await play("Hide in the reeds", 4);
  expect(dark).toContain("The lamp is dark.");
  expect(dark).toContain("Your shoes are full of water.");
  expect(dark).not.toContain("You are dry.");
});

it("[EN1270] tells the variant that holds also where the story begins at the beat", async () => {
  const dir = await tempFolder();
  const files: Record<string, string> = {
    "manifest.json": JSON.stringify({ title: "The Weir", version: "1.0.0" }),
    "world/setting.md": "# Where\n\n## The weir\n\nThe weir holds the river back. A wheel stands beside it.\n",
    "plot/premise.md": "You come to the weir at dusk.\n",
    "plot/beats.json": JSON.stringify({
      beats: [
        {
          id: "beat_001",
          title: "The wheel turns",
          description: "The wheel turns. {if oiled}It makes no sound.{else}It screams like a gull.{/if}",
          location: "The weir",
          conditions: { scene_count: { min: 3 } },
        },
      ],
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true });
    await writeFile(join(dir, path), text);
  }
  const engine = await engineOn(await tempFolder());
  const told = async (given: JsonObject): Promise<string> => {
    const story = await engine.play(dir, { at: "beat_001", given, seed: "1" });
    const { paragraphs } = sceneIn(await collect(story.begin()));
    await story.close();
    return paragraphs.join(" ");
  };
  const dry = await told({});
  expect(dry).toContain("It screams like a gull.");
  expect(dry).not.toContain("It makes no sound.");
  const oiled = await told({ flags: { oiled: true } });
  expect(oiled).toContain("It makes no sound.");
  expect(oiled).not.toContain("gull");
});
