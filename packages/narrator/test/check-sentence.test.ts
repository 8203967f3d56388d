// SPEC.md NA710 to NA721: what a model's sentence is held against before anybody reads it.
import { expect, it } from "vitest";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { facts } from "./support/prose-scenes.js";

const check = (sentence: string, more: Partial<SceneFacts> = {}): string | undefined =>
  checkSentence(sentence, facts(more))?.check;

it.each([
  "Orsolya wipes the pan with her sleeve, and the sleeve comes away grey.",
  "You can smell salt and wet rope.",
  "“You came in at the wrong door,” she says. “Most do. Sit, before the draught has you.”",
  "Her pencil stops, taps three times, and goes on.",
  "Outside, somebody drops a bucket.",
  "You ask Orsolya what the Salt Book is for.",
  "“Ask the scale,” says Orsolya. “It answers quicker than I do.”",
  "The light has gone from the window, and she does not fetch a lamp.",
  "“My dear,” she says, “nobody reads it for pleasure.”",
  "She looks at your boots, then at the floor behind you, then at the broom.",
  "Honey.",
])("[NA721] passes what is harmless: %s", (sentence) => {
  expect(checkSentence(sentence, facts())).toBeNull();
});

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA710", "constraints", "A wizard is painted on the counter."],
  ["NA710", "constraints", "“A motor car went by,” says Orsolya."],
  ["NA711", "player", "“Show me the book,” you say."],
  ["NA711", "player", "You ask her, “Where is it?”"],
  ["NA711", "player", "You decide to wait for an answer."],
  ["NA711", "player", "You promise to say nothing."],
  ["NA711", "player", "Your heart sinks at the sight of the pages."],
  ["NA711", "player", "I keep one hand on the counter."],
  ["NA712", "names", "“Ask Marcus,” she says, and shuts the drawer."],
  ["NA712", "names", "The sacks go down to Birmingham at night."],
  ["NA712", "names", "She has been waiting since Thursday."],
  ["NA713", "relatives", "“My brother kept it before me,” says Orsolya."],
  ["NA713", "relatives", "She turns her husband’s ring on her finger."],
  ["NA714", "numbers", "“It has four hundred pages,” she says."],
  ["NA714", "numbers", "She has kept the book for twenty years."],
  ["NA715", "presence", "Jonas nods from the door."],
  ["NA715", "presence", "“Leave it,” says Jonas."],
  ["NA715", "presence", "A boy with a sack comes in and waits."],
  ["NA716", "outcome", "You manage to turn the page.", { outcome: "fail" }],
  ["NA716", "outcome", "All of it is in vain.", { outcome: "success" }],
  ["NA716", "outcome", "You slip the weight into your pocket."],
  ["NA716", "outcome", "She gives you the key."],
  ["NA716", "outcome", "You walk out into the yard."],
  ["NA716", "outcome", "Orsolya leaves by the back door and is gone."],
  ["NA716", "outcome", "The beam lies on the floor cut in two halves."],
  ["NA716", "outcome", "She tears the page in two."],
  ["NA717", "markup", "**The stove** ticks in the corner."],
  ["NA717", "markup", "Scene: the stove ticks in the corner."],
  ["NA717", "markup", "The player is at the counter."],
  ["NA717", "language", "Весы висят над длинным прилавком."],
  ["NA717", "tense", "You looked at the book on the counter."],
  ["NA718", "repetition", "You ask Orsolya about the Salt Book.", { given: "" }],
  [
    "NA718",
    "repetition",
    "Jonas counts the carts in the Long Yard, and writes nothing down of it.",
    { given: "Jonas" },
  ],
  ["NA719", "kept", "“I weigh whatever is put in front of me,” says Orsolya."],
  ["NA719", "kept", "“I weigh what is put in front of me.”", { told: ["“I weigh what is put in front of me.”"] }],
  ["NA720", "locked", "“The ledger was drowned on purpose by a carter,” says Orsolya."],
])(
  "[NA710] [NA711] [NA712] [NA713] [NA714] [NA715] [NA716] [NA717] [NA718] [NA719] [NA720] %s %s: %s",
  (_, name, sentence, more) => {
    expect(check(sentence, more)).toBe(name);
  },
);

it.each<[string, string, Partial<SceneFacts>]>([
  ["NA711", "You promise her the salt.", { draft: "You promise Orsolya the salt." }],
  ["NA712", "“Jonas,” she says, “counts everything twice.”", {}],
  ["NA713", "“My brother kept it before me,” she says.", { given: "Her brother kept the book." }],
  ["NA714", "“Four hundred pages,” she says.", { given: "four hundred pages" }],
  ["NA715", "She looks at the chair where Jonas sits on other days.", {}],
  ["NA716", "You walk along the yard wall and out at the gate.", { moved: true }],
  ["NA716", "She gives you the key.", { effects: [{ kind: "item", id: "key", name: "key", gained: true }] }],
  [
    "NA716",
    "You pocket the brass weight and walk out into the yard.",
    { draft: "You pocket the brass weight and walk out into the yard." },
  ],
  ["NA719", "“I weigh what is put in front of me.” She shuts the book.", {}],
])(
  "[NA711] [NA712] [NA713] [NA714] [NA715] [NA716] [NA719] %s passes where the scene has it: %s",
  (_, sentence, more) => {
    expect(checkSentence(sentence, facts(more))).toBeNull();
  },
);

it.each<[string, string, Partial<SceneFacts>]>([
  ["NA1110", "Her father’s hand comes down on the counter.", { given: "Orsolya, old Brandt’s daughter." }],
  ["NA1110", "Without the lamp he looks like someone’s uncle.", {}],
  ["NA1111", "*If I am dead it is still so.*", {}],
  ["NA1112", "All three of you look at the scale.", {}],
  ["NA1112", "“A hundred and twenty-one sacks,” she says.", { given: "one hundred and twenty-one sacks" }],
  ["NA1112", "There are seventy-one of them.", { given: "71 folk" }],
  ["NA1113", "“Jonas said so,” says Orsolya.", { past: ["Jonas counts the carts."] }],
  ["NA1114", "The iron hums, very low; you feel it in your elbow first.", {}],
  ["NA1114", "You feel the wall with the flat of your hand.", {}],
  ["NA1114", "You climb the stairs to her counter.", {}],
  ["NA1117", "You are in the Long Yard now.", { given: "# WHERE AND WHEN\nThe Long Yard. It is day." }],
  ["NA1114", "You go up the steps.", { draft: "You go up the steps with a roll of paper." }],
])("[NA1110] [NA1111] [NA1112] [NA1113] [NA1114] %s passes what a good writer writes: %s", (_, sentence, more) => {
  expect(checkSentence(sentence, facts(more))).toBeNull();
});

it.each<[string, string, string, Partial<SceneFacts>]>([
  ["NA1110", "relatives", "“My father kept it,” says Orsolya.", { given: "Orsolya, old Brandt’s daughter." }],
  ["NA1112", "numbers", "It has hung there for thirty-seven years.", { given: "thirty houses, seven carts" }],
  ["NA1112", "numbers", "“It cost me eighty crowns,” she says.", { given: "a float of eighty pounds" }],
  ["NA1112", "numbers", "“Come at half past eleven,” she says.", { given: "eleven carts" }],
  ["NA1114", "player", "You feel a pang of guilt.", {}],
  ["NA1114", "outcome", "You go home through the dark.", { moved: true, draft: "You go to the yard." }],
  ["NA1114", "outcome", "She gives you a key.", { given: "You have with you: the lamp key." }],
  ["NA1114", "presence", "A man in a grey coat comes in.", { given: "Orsolya wears a man’s cap." }],
  [
    "NA1116",
    "locked",
    "The old ledger was drowned on purpose by the carter.",
    { given: "The old ledger. The carter.", locked: ["The old ledger was drowned on purpose by the carter."] },
  ],
  [
    "NA1117",
    "outcome",
    "You are in the Long Yard now, with the gate shut.",
    { given: "# WHERE AND WHEN\nThe Weigh House.\n# HERE\nJonas, of the Long Yard" },
  ],
  ["NA1117", "relatives", "“My brother-in-law kept it,” says Orsolya.", { given: "her brother" }],
])("[NA1110] [NA1112] [NA1114] [NA1116] [NA1117] %s %s: turns away %s", (_, name, sentence, more) => {
  expect(check(sentence, more)).toBe(name);
});

it("[NA722] a fault says what is to be done instead", () => {
  expect(checkSentence("You decide to wait.", facts())?.reason).toMatch(/^Do not /);
});
