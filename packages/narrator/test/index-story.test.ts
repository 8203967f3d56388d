import { readSource, WEIGHBRIDGE } from "@narratoria/campaign/testing";
import { expect, it } from "vitest";
import { indexStory } from "../src/index-story.js";

it("[NA421] tells nobody as themselves who goes by another name in a beat", () => {
  const masked = {
    id: "beat_001",
    title: "The Heron",
    description: "The bell stops. The Heron whispers numbers and holds out a grey glove.",
    dialogue: [{ speaker: "jonas", line: "Nine thousand. Friday." }],
  };
  const lifted = {
    id: "beat_002",
    title: "The Beak Comes Off",
    description: "You follow the boat, and the beak comes off.",
    dialogue: [{ speaker: "jonas", line: "I slept through it." }],
    consequences: ["The Heron is Jonas"],
  };
  const { beats } = indexStory(readSource({ ...WEIGHBRIDGE, beats: [masked, lifted] }));
  expect(beats.get("beat_001")).toMatchObject({ people: [], dialogue: [] });
  expect(beats.get("beat_002")).toMatchObject({ people: ["jonas"], dialogue: [{ speaker: "jonas" }] });
});

it("[NA422] offers as a wish what begins with its verb and is short, and nothing else", () => {
  const wishes = [
    "Keep the scales true",
    "Not to be asked about it",
    "That Orsolya should go",
    "Weigh the night carts; and sleep",
  ];
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas" ? { ...npc, profile: { ...npc.profile, motivations: wishes } } : npc,
  );
  const { people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs }));
  expect(people.get("jonas")?.motives).toEqual(["to keep the scales true"]);
});

it("[NA423] keeps an example line that a beat says for its beat", () => {
  const npcs = WEIGHBRIDGE.npcs.map((npc) =>
    npc.id === "jonas"
      ? {
          ...npc,
          profile: { ...npc.profile, speech_patterns: { examples: ["I slept through it.", "Mind the step."] } },
        }
      : npc,
  );
  const beat = {
    id: "beat_001",
    title: "The Night",
    description: "Nobody heard the cart.",
    dialogue: [{ speaker: "jonas", line: "I slept through it." }],
  };
  const { people } = indexStory(readSource({ ...WEIGHBRIDGE, npcs, beats: [beat] }));
  expect(people.get("jonas")?.lines).toEqual(["Mind the step."]);
});
