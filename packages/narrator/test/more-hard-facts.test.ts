// SPEC.md NA5820 to NA5838: hard facts of a scene, in the words of further writers.
import { WEIGHBRIDGE } from "@narratoria/campaign/testing";
import { describe, expect, it } from "vitest";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { scenePrompt } from "../src/prose/scene-prompt.js";
import { story } from "./support/fixture-story.js";
import { facts, sceneToTell } from "./support/prose-scenes.js";
import { lawsAgainst } from "./support/read-index.js";

const checked = (sentence: string, more: Partial<SceneFacts> = {}): string | undefined =>
  checkSentence(sentence, facts(more))?.check;

const at = (part: string): Partial<SceneFacts> => ({
  given: `# WHERE AND WHEN\nThe Weigh House. It is ${part}. You have with you: a brass tally.\nOrsolya, weigher.`,
});
const LINE = { text: "That one is mine. That one stops where it is.", speaker: "Orsolya" };
const SLATE = { text: "A weight is a promise held out. You do not drop it.", speaker: "Orsolya" };
const BEAR = {
  story: {
    ...story,
    matter: {
      ...story.matter,
      people: story.matter.people.map((person) =>
        person.id === "orsolya"
          ? { ...person, kind: "animal" as const, pronoun: "he" as const, speech: "sounds" as const }
          : person,
      ),
    },
  },
};

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA5820", "hour", "Over by the door there is a thin moon.", at("morning")],
  ["NA5820", "hour", "The street lamp has come on.", at("morning")],
  ["NA5820", "hour", "The morning sun gets its chin over the wall.", at("evening")],
  ["NA5820", "hour", "The dew is still on the bench.", at("afternoon")],
  ["NA5821", "player", "You read the last ticket before she can stop you."],
  [
    "NA5822",
    "locked",
    "She pats the hem of the grey cloak, where something like a reel makes a bulge.",
    {
      secrets: ["She has the carter’s reel. It is sewn into the hem of the grey cloak."],
      given: "Orsolya, weigher. She has a grey cloak.",
    },
  ],
  ["NA5823", "kept", "“That one is mine. That one stays put,” says Orsolya.", { kept: [LINE] }],
  ["NA5823", "kept", "“A weight’s a promise held out, dear. You mustn’t let go,” says Orsolya.", { kept: [SLATE] }],
  [
    "NA5824",
    "bodies",
    "He says that he will think it over.",
    { ...BEAR, told: ["Orsolya lies down across the door."] },
  ],
  [
    "NA5825",
    "tense",
    "Orsolya had been looking out of the window at the weather.",
    { draft: "Orsolya looks out of the window at the weather." },
  ],
  ["NA5825", "tense", "She shut the case."],
  ["NA5825", "tense", "Something bright went by the window."],
  [
    "NA5826",
    "same",
    "Orsolya never finished the count of the sacks.",
    { draft: "The count was made on Monday, and Orsolya finished all of the sacks by dark." },
  ],
  ["NA5826", "same", "It is quite true.", { draft: "It is as wide as that, people say, though it isn’t true." }],
  ["NA5826", "same", "The carter’s sack is lighter by a stone.", { draft: "The carter’s sack is heavier by a stone." }],
  [
    "NA5827",
    "state",
    "The record has slid off the counter.",
    {
      given: "Orsolya, weigher.\n# WHAT HAPPENS\n1. The record is still on it.",
      draft: "The record is still on it.",
    },
  ],
  [
    "NA5828",
    "outcome",
    "She has lifted the tally from your shoulder before you notice, and passes it to the boy.",
    at("morning"),
  ],
  ["NA5829", "numbers", "Four.", { draft: "The beam knocks. Five. It waits." }],
  ["NA5830", "same", "“Green chalk is Orsolya,” she says.", { draft: "Green chalk, on any sack, is Jonas." }],
  ["NA5835", "deeds", "Under the tray lies a folded chart of the channel."],
  ["NA5835", "deeds", "From the sleeve she unfolds a letter with a seal."],
  ["NA5836", "outcome", "Through the window of the hut you can see the mast."],
  ["NA5837", "markup", "The chapter called The Weigh House begins here."],
  ["NA5837", "markup", "Orsolya stays in sight, as asked, and nothing is settled."],
  ["NA5827", "harm", "The lamp lies on the boards in two halves."],
  ["NA5828", "harm", "A panel of the wall comes away in your hands."],
  ["NA5828", "outcome", "She refuses to answer until somebody tells her."],
])(
  "[NA5820] [NA5821] [NA5822] [NA5823] [NA5824] [NA5825] [NA5826] [NA5827] [NA5828] [NA5829] [NA5830] [NA5835] [NA5836] [NA5837] %s turns away by %s: %s",
  (_, check, sentence, more) => {
    expect(checked(sentence, more)).toBe(check);
  },
);

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA5820", "The moon on the shop sign has lost its paint.", at("morning")],
  ["NA5820", "It has the colour of a morning.", at("evening")],
  ["NA5821", "You read the gauge again."],
  ["NA5821", "You read the page.", { draft: "She shows you the page, and you read it." }],
  ["NA5823", "“That one is mine. That one stops where it is,” says Orsolya.", { kept: [LINE] }],
  ["NA5823", "“That one is mine,” says Orsolya, and wipes the beam.", { kept: [LINE] }],
  ["NA5825", "Jonas proposed it.", { draft: "The book says: “Jonas proposed it, seconded everybody.”" }],
  [
    "NA5826",
    "“I would not have you think it chance that all were born within the pens,” says Orsolya.",
    { draft: "They have all been born within the pens." },
  ],
  ["NA5829", "Five.", { draft: "The beam knocks. Five. It waits." }],
  ["NA5831", "A light comes on, and she kills it."],
  ["NA5831", "She shoots one clean cuff and then the other."],
  ["NA5832", "“You help yourself,” she says.", { laws: lawsAgainst("you help") }],
  ["NA5833", "Orsolya’s hands are in her lap."],
  ["NA5834", "Jonas proposed it.", { draft: "The book says: “Jonas proposed it, seconded everybody.”" }],
  ["NA5835", "She looks at it like somebody with a letter from the company."],
  ["NA5835", "She wipes the good scissors."],
])(
  "[NA5820] [NA5821] [NA5823] [NA5825] [NA5826] [NA5829] [NA5831] [NA5832] [NA5833] [NA5834] [NA5835] %s passes: %s",
  (_, sentence, more) => {
    expect(checked(sentence, more)).toBeUndefined();
  },
);

describe("[NA5838] the laws of a prompt", () => {
  const lawsTold = (...texts: readonly string[]): string => {
    const laws = texts.map((text, index) => ({ ...(story.laws[0] as object), id: `law-${index}`, text, checks: [] }));
    const { system } = scenePrompt({
      ...sceneToTell(),
      story: { ...story, laws: laws as unknown as typeof story.laws },
      source: WEIGHBRIDGE,
      contextTokens: 4096,
      scene: 3,
    });
    return /# LAWS OF THIS WORLD[^\n]*\n([^#]*)/.exec(system)?.[1] ?? "";
  };

  it("have no deed of before the story in them, nor what leans on one", () => {
    expect(
      lawsTold("The truth does not move. Jonas pushed him. Orsolya put out the light. No third person did it."),
    ).toBe("- The truth does not move.\n\n");
    expect(lawsTold("Jonas is dead. He died on Friday. That is all.")).toBe("");
  });

  it("have no deed of another law in them, and keep what holds now", () => {
    const told = lawsTold("Jonas pushed him.", "The player never pushed or hid.", "Nobody pushes a cart uphill.");
    expect(told).toBe("- Nobody pushes a cart uphill.\n\n");
  });

  it("keep an order to whoever tells the story", () => {
    expect(lawsTold("Do let Orsolya be clever.")).toContain("Do let Orsolya be clever.");
  });
});
