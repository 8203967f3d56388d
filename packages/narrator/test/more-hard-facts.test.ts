// SPEC.md NA5820 to NA5839: hard facts of a scene, in the words of further writers.
import { WEIGHBRIDGE } from "@narratoria/campaign/testing";
import { describe, expect, it } from "vitest";
import { peopleCards } from "../src/prose/people-cards.js";
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
  [
    "NA5823",
    "kept",
    "“Salt is salt. One doesn’t ask it where it comes from,” says Orsolya.",
    { kept: [{ text: "Salt is a salt. We do not ask it where it has been.", speaker: "Orsolya" }] },
  ],
  ["NA5826", "same", "None of them is loose.", { draft: "The ninth is loose." }],
  [
    "NA5826",
    "same",
    "Orsolya gets up and comes round the counter.",
    { draft: "Orsolya is in her chair. She does not get up." },
  ],
  ["NA5837", "markup", "So ends the arrival, and the next choice is Orsolya’s."],
  [
    "NA5820",
    "hour",
    "Outside the window the stars were out over the wall.",
    { ...at("morning"), story: { ...story, happensInPast: true } },
  ],
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
  ["NA5829", "“Six shawls,” she says, “and I could do with a seventh.”", { draft: "She is wrapped in six shawls." }],
  [
    "NA5835",
    "Inside the gate is the founder’s stone.",
    { draft: "Whoever comes in touches the founder’s stone with the bare hand." },
  ],
])(
  "[NA5820] [NA5821] [NA5823] [NA5825] [NA5826] [NA5829] [NA5831] [NA5832] [NA5833] [NA5834] [NA5835] %s passes: %s",
  (_, sentence, more) => {
    expect(checked(sentence, more)).toBeUndefined();
  },
);

describe("[NA5839] the prompt of a scene", () => {
  const scene = sceneToTell();
  const cardOf = (background: string, secrets = ""): string => {
    const source = {
      ...WEIGHBRIDGE,
      npcs: WEIGHBRIDGE.npcs.map(({ id, profile }) =>
        id === "orsolya"
          ? {
              id,
              profile: {
                name: profile.name,
                role: "Weigher",
                background,
                secrets,
                personality: { traits: [] },
              } as unknown as typeof profile,
            }
          : { id, profile },
      ),
    };
    const people = story.matter.people.map((person) =>
      person.id === "orsolya" ? { ...person, looks: [], lines: [], catchphrases: [] } : person,
    );
    const cards = peopleCards({
      story: { ...story, matter: { ...story.matter, people } },
      source,
      state: scene.state,
      brief: { ...scene.brief, cast: [{ id: "orsolya", called: "Orsolya", feeling: 0, knows: [] }] },
      elsewhere: "",
      steps: [],
    });
    return cards.find((card) => card.includes("Weigher")) ?? "";
  };

  it("has looks, voice and a sample from a profile that is a page of prose", () => {
    const card = cardOf(
      'Orsolya weighs as others pray. She is thin and upright, with chalk on her cuffs. She has a low voice. "I do not repeat myself," she says. She was a nun once.\n\nShe has red hair.',
    );
    expect(card).toContain("She is thin and upright, with chalk on her cuffs. She has a low voice.");
    expect(card).toContain("“I do not repeat myself.”");
    expect(card).not.toMatch(/nun|red hair/);
  });

  it("has nothing of a page that names others, or that shares three words with what they keep to themselves", () => {
    expect(cardOf("She is tall, and stoops to Jonas.")).not.toContain("stoops");
    expect(
      cardOf("She has a green coat with a torn pocket.", "The torn pocket of the green coat holds it."),
    ).not.toContain("coat");
  });

  it("says of several lines of one person which is which", () => {
    const said = (text: string, at: number) => ({
      ...(scene.draft.sentences[0] as (typeof scene.draft.sentences)[number]),
      text: `“${text}” says Orsolya.`,
      key: "beat line",
      npc: "orsolya",
      paragraph: at,
      sources: [{ kind: "beat" as const, id: "b" }],
    });
    const sentences = [said("Turn round!", 0), said("Now show me your hands!", 1)];
    const { rest } = scenePrompt({
      ...scene,
      draft: {
        ...scene.draft,
        sentences,
        paragraphs: sentences.map(({ text }) => text),
      } as unknown as typeof scene.draft,
      story,
      source: WEIGHBRIDGE,
      contextTokens: 4096,
      scene: 3,
    });
    expect(rest).toContain("Line 1. ");
    expect(rest).toMatch(/line 2 below/);
  });
});

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
