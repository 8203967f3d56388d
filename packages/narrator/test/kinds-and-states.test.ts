// SPEC.md NA5450 to NA5464: faults known by what somebody is, what the steps say of the same, and how things are.
import type { Person } from "@narratoria/protocol/story";
import { expect, it } from "vitest";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { story } from "./support/fixture-story.js";
import { facts } from "./support/prose-scenes.js";

/** The fixture's story with Jonas as somebody else. */
const withJonas = (more: Partial<Person>): Partial<SceneFacts> => ({
  story: {
    ...story,
    matter: {
      ...story.matter,
      people: story.matter.people.map((person) => (person.id === "jonas" ? { ...person, ...more } : person)),
    },
  },
  present: new Set(["orsolya", "jonas"]),
  draft: "You ask Orsolya about the Salt Book. Jonas works the gate.",
});
const MACHINE = withJonas({
  kind: "machine",
  pronoun: "it",
  body: ["voice"],
  speech: "writing",
  looks: ["An iron case."],
});
const OX = withJonas({
  kind: "animal",
  pronoun: "he",
  body: ["face", "eyes", "mouth", "feet", "voice"],
  speech: "sounds",
});
const step = (draft: string, more: Partial<SceneFacts> = {}): Partial<SceneFacts> => ({ draft, ...more });
const CARRIED = {
  given: "# WHERE AND WHEN\nThe Weigh House. It is morning. You have with you: the brass tally, a loaf.\n",
};

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA5450", "bodies", "Jonas smiles at the page.", MACHINE],
  ["NA5450", "bodies", "Jonas turns to the gate and rubs its hands.", MACHINE],
  ["NA5450", "bodies", "Jonas puts one hand on the rail.", OX],
  ["NA5450", "bodies", "“Wait,” says Jonas.", OX],
  ["NA5450", "bodies", "The draught coughs, and says that it is late."],
  [
    "NA5451",
    "bodies",
    "He pours without spilling a drop.",
    { draft: "You ask Orsolya about the Salt Book.", told: [] },
  ],
  ["NA5451", "bodies", "Orsolya shakes his head."],
  ["NA5451", "bodies", "The king of the yard looks on.", { given: "Orsolya. A queen of the yard is spoken of." }],
  ["NA5452", "same", "The red ribbon marks the page.", step("The blue ribbon marks the page.")],
  ["NA5452", "same", "It is Thursday.", step("You wait.", { past: ["It is Tuesday."], given: "Orsolya. Thursday." })],
  ["NA5453", "same", "The pan with the sacks rises.", step("The pan with the sacks falls.")],
  ["NA5453", "same", "She picks up the pencil.", step("Orsolya puts down the pencil.")],
  ["NA5453", "same", "Orsolya does not mark the wet page.", step("Orsolya marks the wet page.")],
  ["NA5454", "hour", "Dust hangs in the last of the evening.", { given: "It is morning. Orsolya." }],
  ["NA5454", "hour", "The lamps have been lit along the yard.", { given: "It is morning. Orsolya." }],
  ["NA5455", "tense", "The gull stopped on the sill.", { told: ["You wait.", "A cart waits."] }],
  ["NA5455", "tense", "Orsolya’s pencil moved down the page.", { told: ["You wait.", "A cart waits."] }],
  ["NA5455", "tense", "Orsolya nods at the pan.", { story: { ...story, happensInPast: true }, draft: "You waited." }],
  ["NA5456", "player", "You laugh, and pay the carter for the cup."],
  ["NA5457", "markup", "As step 2 has it, she waits."],
  ["NA5457", "markup", "Here is the scene: she waits."],
  ["NA5457", "markup", "She waits (a small gesture, as allowed)."],
  ["NA5458", "state", "Your brass tally slips from the counter and rolls down into the pit.", CARRIED],
  [
    "NA5458",
    "state",
    "The brass tally is lying in her drawer.",
    { ...CARRIED, draft: "You ask Orsolya about the tally." },
  ],
  ["NA5458", "state", "She scratches your tally on the stone.", CARRIED],
  [
    "NA5459",
    "numbers",
    "There are two barrels by the door.",
    step("There is one clerk. Five barrels stand by the door."),
  ],
  [
    "NA5459",
    "numbers",
    "It falls at ten minutes to four.",
    step("It falls at ten minutes to two.", { given: "Four of them." }),
  ],
  ["NA5460", "outcome", "You go on to the chapel.", step("You go on to the lower gate.")],
  ["NA5460", "outcome", "An hour passes.", step("You wait. Two hours pass.")],
  ["NA5460", "outcome", "She asks Orsolya about the Salt Book.", step("You ask Orsolya about the Salt Book.")],
  [
    "NA5461",
    "locked",
    "“Wax is in the hole, and a Sunday did it,” she says.",
    { secrets: ["Orsolya filled the hole with wax herself, on a Sunday."] },
  ],
  [
    "NA5463",
    "outcome",
    "She tells you what she weighed.",
    step("You press Orsolya. She does not answer.", { outcome: "fail" }),
  ],
  ["NA5463", "outcome", "The lock holds.", step("You force the lock.", { outcome: "success" })],
  [
    "NA5463",
    "outcome",
    "She grins at you.",
    step("You press Orsolya.", { outcome: "success", effects: [{ kind: "feeling", npc: "orsolya", delta: -10 }] }),
  ],
])(
  "[NA5450] [NA5451] [NA5452] [NA5453] [NA5454] [NA5455] [NA5456] [NA5457] [NA5458] [NA5459] [NA5460] [NA5461] [NA5463] %s %s: turns away %s",
  (_, name, sentence, more) => {
    expect(checkSentence(sentence, facts(more))?.check).toBe(name);
  },
);

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA5450", "Jonas ticks, and something in it turns over.", MACHINE],
  ["NA5450", "Her face says no more than that."],
  ["NA5450", "Jonas shuts one eye.", OX],
  ["NA5451", "Orsolya shakes her head."],
  ["NA5452", "The red lamp stands on the blue cloth.", step("The blue ribbon marks the page.")],
  ["NA5453", "She opens the hatch, and shuts it again.", step("Orsolya opens the hatch to the yard.")],
  ["NA5454", "She has not slept since the evening.", { given: "It is morning. Orsolya." }],
  ["NA5455", "The floor creaks where the cart stood.", { told: ["You wait.", "A cart waits."] }],
  ["NA5455", "The door painted green stands open.", { told: ["You wait.", "A cart waits."] }],
  ["NA5456", "You stand and wait."],
  ["NA5457", "She counts the words on the page."],
  ["NA5458", "The brass tally is warm in your pocket.", CARRIED],
  ["NA5459", "She taps three times on one of the barrels.", step("Five barrels stand by the door.")],
  ["NA5460", "You go to the window.", step("You go on to the lower gate.")],
  ["NA5464", "She slaps the sack with her palm."],
  ["NA5464", "A woman laughs into her sleeve.", step("The queue moves up to the counter.")],
  ["NA5464", "Two of the three hundred and five sacks lean.", { given: "There are three hundred and five sacks." }],
])(
  "[NA5450] [NA5451] [NA5452] [NA5453] [NA5454] [NA5455] [NA5456] [NA5457] [NA5458] [NA5459] [NA5460] [NA5464] %s passes %s",
  (_, sentence, more) => {
    expect(checkSentence(sentence, facts(more))).toBeNull();
  },
);
