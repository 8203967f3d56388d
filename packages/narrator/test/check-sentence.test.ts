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
    { given: "Jonas", present: new Set(["orsolya", "jonas"]) },
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

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA3200", "presence", "Beside the stove Jonas polishes a lamp."],
  ["NA3200", "presence", "You can hear Jonas on the stairs."],
  ["NA3200", "presence", "Jonas’s laugh comes through the wall."],
  ["NA3200", "presence", "Jonas has come up behind you."],
  ["NA3201", "presence", "By the scale an old fisherman mends his boot."],
  ["NA3201", "presence", "Two nurses have stopped to stare."],
  ["NA3201", "presence", "Another clerk drums on the sill.", { draft: "The clerk drums on the sill." }],
  ["NA3202", "past", "She used to sing in the harbour choir."],
  ["NA3202", "past", "“I was a seamstress, before the flood,” she says."],
  ["NA3202", "past", "Before the weighing she drove a mail cart."],
  ["NA3202", "past", "Orsolya grew up over a chandler’s."],
  ["NA3202", "past", "“It was me who took it,” says Orsolya."],
  ["NA3202", "past", "“He died eleven winters ago,” she says.", { given: "eleven" }],
  ["NA3200", "presence", "You catch a glimpse of Jonas by the door."],
  ["NA3201", "presence", "Overhead a mathematician counts on her fingers."],
  ["NA3202", "past", "She was thrown out of two houses before this one."],
  ["NA3202", "past", "In her youth there were others."],
  ["NA3202", "past", "“I cooked for a bishop, once,” she says."],
  ["NA3203", "things", "The letter says that all of it is owed."],
  ["NA3204", "player", "You push the pan away and refuse the tea."],
  ["NA3204", "player", "You envy her the chair."],
  ["NA3205", "outcome", "You push off through the hatch."],
  ["NA3205", "outcome", "Before cockcrow the pan is full."],
  ["NA3207", "outcome", "The weight is in your pocket."],
  ["NA3207", "outcome", "Orsolya fells him with the ladle."],
  ["NA3203", "things", "The key to the drawer hangs on a nail by her door."],
  ["NA3203", "things", "There are Jonas’s spectacles on the sill."],
  ["NA3203", "things", "The Salt Book is gone from its shelf.", { draft: "You wait.", told: [] }],
  ["NA3204", "player", "You like her at once."],
  ["NA3204", "player", "You tell her that the page was yours."],
  ["NA3204", "player", "You sign at the foot of the page."],
  ["NA3204", "player", "“Which page?” you hear yourself ask."],
  ["NA3204", "player", "You know that she is lying."],
  ["NA3205", "outcome", "An hour later the lamp has burned down."],
  ["NA3205", "outcome", "You sit down in the Long Yard, in the sun."],
  ["NA3207", "outcome", "There is blood on her cuff."],
  ["NA3207", "outcome", "She feeds the page to the stove."],
  ["NA3207", "outcome", "The jar slips, and breaks."],
  ["NA3207", "outcome", "She presses it into your hand: it is for you."],
  ["NA3207", "outcome", "Orsolya pays you for it in silver."],
  ["NA3208", "relatives", "She has two girls in the city."],
  ["NA3208", "relatives", "Her apprentice sweeps the floor."],
])(
  "[NA3200] [NA3201] [NA3202] [NA3203] [NA3204] [NA3205] [NA3207] [NA3208] %s %s: turns away %s",
  (_, name, sentence, more) => {
    expect(check(sentence, more)).toBe(name);
  },
);

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA3200", "She looks at the hook that Jonas uses."],
  ["NA3200", "You ask her again about Jonas."],
  ["NA3200", "Jonas, at the back, wants a receipt.", { draft: "Jonas at the back wants a receipt." }],
  ["NA3201", "She reads it for about as long as a man takes over a bill."],
  ["NA3201", "She holds it like a woman with a full cup."],
  [
    "NA3201",
    "Behind the counter stands a broad woman in a floury apron.",
    { given: "Orsolya. A broad woman, floury." },
  ],
  ["NA3202", "“I was nearly out of ink,” she says."],
  ["NA3202", "She was about to shut the drawer."],
  ["NA3202", "“I have weighed salt since I was so high,” she says."],
  ["NA3202", "“It was soft then, thirteen years ago.”", { draft: "It was softer thirteen years ago." }],
  ["NA3202", "She stands where she stood before."],
  ["NA3202", "The chipped pan swings."],
  ["NA3204", "You bend over the page, and lend her your eyes."],
  ["NA3203", "The letter says nothing more.", { draft: "The letter says that the scale is true." }],
  ["NA3203", "The Salt Book lies open under her hand.", { draft: "She opens the Salt Book." }],
  ["NA3203", "You can tell Jonas’s handwriting by the sevens."],
  ["NA3204", "You bend down and hold the lamp for her."],
  ["NA3204", "You say nothing."],
  ["NA3204", "The pan swings when you look at it."],
  ["NA3205", "From here you can see the Long Yard.", { given: "The Weigh House. The Long Yard." }],
  ["NA3206", "She counts under her breath, and stops at every tenth."],
  ["NA3206", "After a dozen strokes the pan is clean."],
  ["NA3206", "Ten of them have a name.", { draft: "Eleven boxes hang there, and one has no name." }],
  ["NA3207", "It is gone before you have looked up."],
  ["NA3207", "You go down on your knees before the drawer."],
  ["NA3207", "Her voice breaks."],
  ["NA3208", "The apprentice’s broom stands in the corner.", { given: "the apprentice" }],
])(
  "[NA3200] [NA3201] [NA3202] [NA3203] [NA3204] [NA3205] [NA3206] [NA3207] [NA3208] %s passes %s",
  (_, sentence, more) => {
    expect(checkSentence(sentence, facts(more))).toBeNull();
  },
);

it.each<[string, Partial<SceneFacts>]>([
  ["A wizard is painted there, and nobody looks at it.", { draft: "On the wall somebody has painted a wizard." }],
  [
    "You go out with the weight under your cloak.",
    { draft: "The pilgrim went out with the weight beneath the cloak." },
  ],
  ["As you go up from the village the cart stops.", { draft: "As they went up from the village the cart stopped." }],
])("[NA3225] passes what the author's own telling of the scene has: %s", (sentence, more) => {
  expect(checkSentence(sentence, facts({ moved: true, ...more }))).toBeNull();
});

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA3310", "deeds", "Orsolya signs the page and blots it."],
  ["NA3310", "deeds", "“Then it is a bargain,” says Orsolya."],
  ["NA3310", "deeds", "She will say nothing of the flood, and that is all."],
  ["NA3310", "deeds", "Orsolya gives you her word."],
  ["NA3311", "deeds", "She owns two shares in the mine at the coast."],
  ["NA3311", "deeds", "Under the stove is a purse that somebody has filled."],
  ["NA3311", "deeds", "The weights are hidden behind the stove."],
  ["NA3311", "deeds", "She keeps her savings in a stocking behind the flour."],
  ["NA3312", "deeds", "She drops one of the pans into your palm for luck."],
  ["NA3312", "deeds", "Orsolya ties a cord about your neck.", { outcome: "success" }],
  ["NA3313", "presence", "Jonas has followed you in from the yard."],
  ["NA3313", "presence", "The landlady has put her head round the door."],
  ["NA3314", "kept", "“I weigh what stands in front of me.”"],
  [
    "NA3314",
    "kept",
    "“The scale was never true in my time.”",
    { kept: [{ text: "Ask whom you like. The scale was always true in my time.", speaker: "Orsolya" }] },
  ],
  ["NA3314", "kept", "She lays no hands on the counter.", { draft: "She lays both hands on the counter." }],
  ["NA3315", "numbers", "“Four years it was so,” she says.", { given: "Four carts." }],
])("[NA3310] [NA3311] [NA3312] [NA3313] [NA3314] [NA3315] %s %s: turns away %s", (_, name, sentence, more) => {
  expect(check(sentence, more)).toBe(name);
});

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA3310", "Orsolya signs the page.", { draft: "She signs the page of the Salt Book." }],
  ["NA3310", "She will say nothing more.", { outcome: "fail" }],
  ["NA3311", "She looks at her own boots."],
  ["NA3311", "Under the counter is the broom, where it always is.", { given: "the broom under the counter" }],
  ["NA3311", "The apron is folded over her arm."],
  ["NA3312", "She drops the weight into your palm.", { draft: "She drops a weight into your palm." }],
  ["NA3313", "“Jonas has followed them,” she says."],
  ["NA3314", "“I weigh what is put in front of me,” she says."],
  ["NA3315", "“One: the scale. Two: the book. Three: nobody leans on either,” she says."],
  ["NA3315", "She walks ten or twelve paces along the wall."],
  ["NA3207", "She breaks a crust of bread in two."],
  ["NA3204", "She lets you say it to the end."],
  ["NA711", "She looks towards the mine."],
  ["NA3204", "You unwrap your scarf and yawn."],
])(
  "[NA711] [NA3204] [NA3207] [NA3310] [NA3311] [NA3312] [NA3313] [NA3314] [NA3315] %s passes %s",
  (_, sentence, more) => {
    expect(checkSentence(sentence, facts(more))).toBeNull();
  },
);

const past = (more: Partial<SceneFacts> = {}): SceneFacts => ({
  ...facts(more),
  story: { ...facts().story, happensInPast: true },
});

it.each([
  "You asked Orsolya about the Salt Book again, and waited.",
  "Orsolya wiped the pan with her sleeve, and the sleeve came away grey.",
  "“Most do,” she said. “Sit, before the draught has you.”",
])("[NA3320] passes in a story of the past: %s", (sentence) => {
  expect(checkSentence(sentence, past({ told: [] }))).toBeNull();
});

it.each([
  ["presence", "Jonas came in and nodded."],
  ["player", "You decided to wait."],
  ["player", "“Show me the book,” you said."],
  ["outcome", "She gave you the key."],
  ["deeds", "Orsolya signed the page and blotted it."],
  ["past", "She used to sing in the harbour choir."],
])("[NA3320] turns away in a story of the past, by %s: %s", (name, sentence) => {
  expect(checkSentence(sentence, past())?.check).toBe(name);
});

it.each<[string, Partial<SceneFacts>?]>([
  ["By the counter stands Orsolya, broad in the shoulder, a tall woman with a cough."],
  ["Orsolya counts aloud, a woman of few words."],
  ["Her voice is quite plain."],
  ["On the glass is another row of figures, very faint, where a thumb has been."],
  ["She cuts it in two, and pushes one half across.", { told: ["Orsolya takes a piece of cheese."] }],
  ["She has the beam by its end, the way you would lead a lady out to dance."],
])("[NA3400] passes %s", (sentence, more) => {
  expect(checkSentence(sentence, facts(more))).toBeNull();
});

it.each<[string, string, Partial<SceneFacts>?]>([
  ["presence", "Orsolya counts, a boy beside her with a sack."],
  ["presence", "She looks up, a woman stands in the door."],
  ["presence", "A tall woman with a cough stands by the counter."],
  ["presence", "A voice answers from the yard."],
  ["outcome", "Orsolya faints against the wall."],
  ["outcome", "She cuts it in two, and pushes one half across.", { told: ["Orsolya takes up the great beam."] }],
])("[NA3400] turns away by %s: %s", (name, sentence, more) => {
  expect(check(sentence, more)).toBe(name);
});

it.each<[string, string]>([
  ["“It was struck in nineteen seventy-one,” she says.", "The pan was struck in 1971."],
  ["“The gate shuts at twenty-one hundred,” she says.", "The gate shuts at 21:00."],
  ["“The gate shuts at nine,” she says.", "The gate shuts at 21:00."],
  ["“The gate shuts at half past nine,” she says.", "The gate shuts at 21:30."],
  ["“It shuts at a quarter to ten,” she says.", "The gate shuts at 21:45."],
])("[NA3407] passes a year and a time of day said in other words: %s", (sentence, given) => {
  expect(checkSentence(sentence, facts({ given }))).toBeNull();
});

it.each<[string, string]>([
  ["“It was struck in nineteen eighty-one,” she says.", "The pan was struck in 1971."],
  ["“The gate shuts at half past eight,” she says.", "The gate shuts at 21:30."],
  ["“The gate shuts at eight,” she says.", "The gate shuts at 21:00."],
])("[NA3407] turns away another year and another time: %s", (sentence, given) => {
  expect(check(sentence, { given })).toBe("numbers");
});

it.each<[string, string, Partial<SceneFacts>?]>([
  ["deeds", "“I’ll swear to it before the judge,” says Orsolya."],
  ["deeds", "“It was Orsolya herself who moved the weight,” she says."],
  ["deeds", "“Jonas forged it,” she says."],
  ["deeds", "You are to have two of the pans, she says."],
  ["deeds", "She agrees to carry the beam down."],
  ["deeds", "In the lining of her coat Orsolya has the missing receipt."],
  ["deeds", "She owns the counter.", { given: "The Weigh House. Orsolya stands at the counter." }],
  ["player", "Something in you would rather go."],
  ["player", "You let her know who sent you."],
  [
    "player",
    "You tell Orsolya that the carter drank the barrel.",
    { draft: "You tell Orsolya that the cart is late." },
  ],
  ["player", "You read it to the end and sign."],
  ["outcome", "Orsolya puts her fist through the pane."],
  ["outcome", "The letter goes into the stove."],
  ["outcome", "The vote is lost."],
  ["outcome", "It is morning before anybody speaks again."],
  ["outcome", "Her thumb has to be bandaged."],
  ["things", "She lifts the pan, and there is the key, quite dry."],
  ["things", "“The ledger is under my bed,” says Orsolya."],
  ["relatives", "Orsolya is the carter’s youngest."],
  ["presence", "Behind the counter the nurse has been writing it down."],
])("[NA3430] turns away by %s: %s", (name, sentence, more) => {
  expect(check(sentence, more)).toBe(name);
});

it.each<[string, Partial<SceneFacts>?]>([
  ["“I’ll tell you what,” she says, “we shall both sit.”"],
  ["Her hand comes away from the counter."],
  ["The dog in the yard snaps at a fly."],
  ["The wind takes her full in the face."],
  ["She stands aside, and the pan swings."],
  ["A log goes into the stove."],
  ["The wood gives way to the hill."],
  ["“It was cut, not torn,” she says."],
  ["She agrees with a nod."],
  ["She closes your fingers round the air, where the beam was."],
  ["The draught turns a page of the Salt Book."],
  ["She has a stub of pencil in her pocket."],
  ["You tell Orsolya that the cart is late.", { draft: "You tell Orsolya that the cart is late again." }],
  ["“I’ll swear to it before the judge,” says Orsolya.", { draft: "“I’ll swear to it before the judge,” she says." }],
])("[NA3430] passes %s", (sentence, more) => {
  expect(checkSentence(sentence, facts(more))).toBeNull();
});

const LINE = { text: "I have weighed the salt of this yard since the flood.", speaker: "Orsolya" };
const WEIGHED = { kept: [LINE] };
const MORNING = { given: "The Weigh House. It is morning. Orsolya, weigher. You have with you: a brass tally." };

it.each<[string, string, string, Partial<SceneFacts>?]>([
  ["NA3950", "hour", "Over the yard the stars are out.", MORNING],
  ["NA3950", "hour", "It’s getting on for midnight.", MORNING],
  ["NA3950", "hour", "Behind the sheds the sun is going down.", MORNING],
  ["NA3950", "outcome", "You are in the kitchen by then, with the door shut."],
  ["NA3951", "kept", "“I have weighed the salt of this yard for nobody,” says Orsolya.", WEIGHED],
  ["NA3951", "kept", "“I have weighed the bread of this yard since the flood,” she says.", WEIGHED],
  ["NA3951", "kept", "“I have not weighed the salt of this yard since the flood.”", WEIGHED],
  ["NA3951", "kept", "“I have weighed the salt of this yard since the flood,” says Jonas.", WEIGHED],
  ["NA3951", "kept", "She keeps it in the flour barrel.", { draft: "She keeps it in the Bible." }],
  [
    "NA3951",
    "kept",
    "‘I lost the count this once, Orsolya,’ he says.",
    { draft: "‘You lost the count this once, Orsolya,’ he says." },
  ],
  [
    "NA3952",
    "numbers",
    "There are six pans left on the shelf.",
    { given: "Orsolya. Nine pans hang there. Six carts." },
  ],
  ["NA3952", "numbers", "It is four metres deep.", { given: "Orsolya. Four carts." }],
  ["NA3953", "player", "“Which cart?” you put in."],
  ["NA3953", "player", "“Mine,” you bellow across the yard."],
  ["NA3953", "player", "You make a note to ask the Reeve of it."],
  ["NA3953", "player", "You wipe the pan, and swear to her that it is clean."],
  ["NA3953", "outcome", "You take a breath and go in after her."],
  ["NA3954", "outcome", "The tally is presented to you, on a cloth."],
  ["NA3954", "outcome", "The receipt is in your hand."],
  ["NA3954", "outcome", "She unpins the badge and fixes it on your coat."],
  ["NA3954", "outcome", "You give her the brass tally.", MORNING],
  ["NA3954", "deeds", "From under the counter she takes a contract."],
  ["NA3954", "deeds", "She takes a policy out of the drawer."],
  ["NA3954", "deeds", "She has got a flask behind the scale."],
  [
    "NA3955",
    "locked",
    "“A pawl broke,” she says, “and it was the windlass that was to blame.”",
    { secrets: ["She broke the pawl of the windlass herself, and let the barge go."] },
  ],
  [
    "NA3956",
    "repetition",
    "She wipes the long counter with her sleeve, slowly, from one end to the other.",
    { told: ["She wipes the long counter with her cuff, slowly, from one end to the other."] },
  ],
])(
  "[NA3950] [NA3951] [NA3952] [NA3953] [NA3954] [NA3955] [NA3956] %s turns away by %s: %s",
  (_, name, sentence, more) => {
    expect(check(sentence, more)).toBe(name);
  },
);

it.each<[string, string, Partial<SceneFacts>?]>([
  ["NA3950", "The moon on the shop sign has lost its paint.", MORNING],
  ["NA3950", "Nobody comes here when it is night.", MORNING],
  ["NA3951", "“I have weighed the salt of this yard since the flood,” says Orsolya.", WEIGHED],
  ["NA3951", "“I have weighed it,” she says.", WEIGHED],
  ["NA3952", "Her foot goes in three-four time."],
  ["NA3953", "She looks at the pan the way you would look at a chair you sold."],
  ["NA3953", "‘I weigh it,’ says Orsolya, and turns the page."],
  ["NA3953", "She says, “Two more,” and you lift the pan."],
  ["NA3954", "She hands you a mug of something hot."],
  ["NA3954", "Orsolya gives you the look that she gives to short weights."],
  [
    "NA3955",
    "She lets the pan swing, and then the other.",
    { secrets: ["She broke the pawl of the windlass herself, and let the barge go."] },
  ],
  ["NA3957", "Outside on the quay a child laughs at a gull."],
  ["NA3957", "She nods a couple of times."],
  ["NA3957", "She swallows, and looks at the pan."],
  ["NA3957", "A card in the window says THE BOOK IS SHUT."],
  ["NA3957", "The brass tally lies on your knee.", MORNING],
  ["NA3957", "“You’d think it was Sunday,” she says, “like it’s Sunday every day.”", { given: "Sunday. Orsolya." }],
  ["NA3957", "She turns the valve, and then its ugly brother."],
])("[NA3950] [NA3951] [NA3952] [NA3953] [NA3954] [NA3955] [NA3957] %s passes: %s", (_, sentence, more) => {
  expect(checkSentence(sentence, facts(more))).toBeNull();
});

const ofKeeper = (more: Partial<SceneFacts> = {}, happensInPast = false): SceneFacts => ({
  ...facts({ draft: "The keeper asks Orsolya about the Salt Book.", ...more }),
  story: { ...facts().story, calls: "the keeper", happensInPast },
});

it.each([
  ["player", "The keeper decides to wait for an answer.", false],
  ["player", "The keeper promised to say nothing.", true],
  ["player", "“Show me the book,” says the keeper.", false],
  ["player", "The keeper’s heart sank at the sight of the pages.", true],
  ["player", "The keeper signed at the foot of the page.", true],
  ["outcome", "The keeper walks out into the yard.", false],
  ["outcome", "The keeper walked home.", true],
] as const)("[NA3404] turns away by %s of a player who is called by a role: %s", (name, sentence, happensInPast) => {
  expect(checkSentence(sentence, ofKeeper({ told: [] }, happensInPast))?.check).toBe(name);
});

it.each([
  ["The keeper asks Orsolya about the Salt Book, and waits.", false],
  ["The keeper stood at the counter, and heard the beam tick.", true],
  ["Orsolya looks past the keeper’s shoulder at the door.", false],
] as const)("[NA3404] passes of a player who is called by a role: %s", (sentence, happensInPast) => {
  expect(checkSentence(sentence, ofKeeper({ told: [] }, happensInPast))).toBeNull();
});

it("[NA722] a fault says what is to be done instead", () => {
  expect(checkSentence("You decide to wait.", facts())?.reason).toMatch(/^Do not /);
});
