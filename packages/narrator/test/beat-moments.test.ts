import { describe, expect, it } from "vitest";
import { untoldOf } from "../src/beat-labels.js";
import { stageLines } from "../src/beat-moments.js";

const cast = [
  { id: "sheila", name: "Sheila Hart", short: "Sheila", pronoun: "she" },
  { id: "gaffer", name: "The Gaffer", short: "the Gaffer", pronoun: "he" },
  { id: "ron", name: "Ron Hart", short: "Ron", pronoun: "he" },
] as const;
const staged = (told: string[], ...lines: { speaker: string; line: string; before?: string; how?: string }[]) =>
  stageLines(told, lines, cast);
const places = (told: string[], ...lines: Parameters<typeof staged>[1][]) =>
  staged(told, ...lines).dialogue.map(({ at }) => at);
const say = (speaker: string, line: string) => ({ speaker, line });

describe("the moments of a beat", () => {
  it("[NA430] puts a line after the sentence in which its speaker acts", () => {
    const told = ["Sheila cuts the cake.", "It rains.", "Ron puts his cap on."];
    expect(places(told, say("sheila", "Who wants it?"), say("ron", "Mind out."))).toEqual([0, 2]);
  });

  it("[NA1003] says nothing between a sentence and one that leans on it", () => {
    const told = ["Ron sits on the wall and looks at your cup.", "So does Sheila.", "The wax runs."];
    expect(places(told, say("ron", "It is pawned."))).toEqual([1]);
    expect(places([told[0] ?? "", "So Sheila goes.", "The wax runs."], say("ron", "It is pawned."))).toEqual([0]);
    const vent = ["Ron looks up.", "There's one vent.", "It takes one at a time.", "The wax runs."];
    expect(places(vent, say("sheila", "I am not going through that vent."))).toEqual([2]);
    const said = ["Sheila counts the beds.", "“Bed one. Bed two.”", "She stops there.", "The wax runs."];
    expect(places(said, say("ron", "I know a bed when I see one."))).toEqual([2]);
    const biscuit = [
      "Sheila holds out her hand for the biscuit.",
      "You're not to give her one, with her sugar.",
      "It rains.",
    ];
    expect(places(biscuit, say("sheila", "My hand was never so clean."))).toEqual([1]);
    const form = ["The form is already typed.", "NAME UNKNOWN.", "The wax runs."];
    expect(places(form, say("ron", "It is a form that I typed."))).toEqual([1]);
  });

  it("[NA1004] says nothing within a list of people with what hangs on each", () => {
    const list =
      "They all bring tea: Ron, who wants it kept; Sheila, who would like it told; the Gaffer, who only asks.";
    expect(staged([list, "The wax runs."], say("ron", "Nobody asks the wax.")).told).toEqual([list, "The wax runs."]);
    const parted = staged(["Ron wants it kept; Sheila would like it told.", "The wax runs."], say("ron", "Keep it."));
    expect(parted.told).toHaveLength(3);
  });

  it("[NA541] leaves out a report of three words that is nothing but a word of the line, and says once whom it is said to", () => {
    const told = ["A guard asks Ron what colour it is.", "He says yellow.", "The wax runs."];
    const staged = stageLines(told, [{ ...say("ron", "It is yellow, and I am sorry."), how: "to a guard" }], cast);
    expect(staged.told).toEqual([told[0], told[2]]);
    expect(staged.dialogue[0]?.how).toBe("to the guard");
  });

  it("[NA651] leaves out a line that the beat has said nearly whole, whosever words it takes them for", () => {
    const told = ["She stops.", "She says that if there was anything, now would be the time for it.", "The wax runs."];
    expect(staged(told, say("sheila", "If there was anything, now would be the time.")).dialogue).toEqual([]);
    expect(staged(told, say("sheila", "Now the geese want their supper.")).dialogue).toHaveLength(1);
  });

  it("[NA420] tells nothing of a line's cue that the sentences before it have told", () => {
    const told = ["Ron eats the plan.", "Actual paper.", "The wax runs."];
    const [line] = stageLines(told, [{ ...say("ron", "Chilli."), before: "Ron chews the plan." }], cast).dialogue;
    expect(line?.before).toBeUndefined();
  });

  it.each([
    [
      "'I should begin at the beginning,' she remarks, 'and leave nothing out.'",
      "I should begin at the beginning, and leave nothing out.",
    ],
    ["“It was raining,” says Sheila to the fire, “and his boots...” and she goes.", "It was raining, and his boots..."],
    [
      "'I heard the wood go; and I ran, I did run, only it's a long way.' She stops. 'I did!'",
      "I did run, only it's a long way. I did!",
    ],
    ["'That's Ron, look,' breathes the boy, 'with the teapot. And who's that?'", "That's Ron, look, with the teapot."],
    [
      "“No. I've told one lie, nine times, and I can't stop,” says Ron.",
      "I have told one lie, nine times, and I cannot stop.",
    ],
  ])("[NA6455] says no line again that the beat quotes in pieces: %s", (told, line) => {
    expect(places(["Rain falls.", told, "Nobody moves."], say("sheila", line))).toEqual([]);
  });

  it("[NA6455] says a line of which the beat quotes a part alone, and one that its apostrophes hold", () => {
    expect(places(["'I ran,' says Ron.", "Rain falls."], say("sheila", "I ran. I did not look back."))).toHaveLength(1);
    expect(
      places(["It's the dog's own fault, and Ron's.", "Rain falls."], say("sheila", "Whose fault is that?")),
    ).toHaveLength(1);
  });

  it("[NA6502] parts no sentence before what is no clause by itself", () => {
    const price =
      "Five coins for the water, says Sheila, since it has rained; and for the telling five more, or his word that he hears it.";
    const { told } = stageLines(
      [price, "Ron sits down."],
      [say("sheila", "Water is five. Telling is five more.")],
      cast,
    );
    expect(told).toContain(price);
    const two = "Ron was told what to write, he says; he wrote it.";
    expect(
      stageLines([two, "Sheila sits down."], [say("ron", "I wrote what I was told to write.")], cast).told.length,
    ).toBeGreaterThan(1);
  });

  it("[NA6454] parts no sentence from what says nothing without it", () => {
    const asked = ["Sheila stops the kitchen and asks where the fourth sack has gone.", "Nobody knows.", "Rain falls."];
    expect(places(asked, say("sheila", "Thin, all of you. Sit."))).not.toEqual([0]);
    const listed = ["Sheila says the evening words, and Ron listens.", "Big house.", "Boat.", "River.", "He nods."];
    expect(places(listed, say("ron", "And the boat?"))).not.toEqual([2]);
    const holds = ["Ron stands up.", "On the blotter is an envelope from Sheila.", "In it is a laundry list."];
    expect(places(holds, say("sheila", "You want an envelope?"))).toEqual([2]);
    // A silence belongs to what was said last.
    expect(places(["Sheila sits down.", "Nobody speaks.", "Rain falls."], say("sheila", "Well."))).toEqual([0]);
  });

  it("[NA6454] has nobody say a line before what the beat quotes of them, unless its matter is there", () => {
    const told = [
      "It is Sheila, with a lantern.",
      "Ron has come first.",
      "“They held the train for me,” she is saying.",
      "He nods.",
    ];
    expect(places(told, say("sheila", "I gave it, and one should not."))).not.toEqual([0]);
    expect(places(told, say("sheila", "Mind the lantern."))).toEqual([0]);
  });

  it("[NA6454] takes the name of a room for nobody's, where a line means somebody", () => {
    const told = [
      "Ann comes into the Dining Room.",
      "The Misses Oke move their chairs.",
      "Ron looks up and begins to cry.",
    ];
    expect(places(told, say("sheila", "He has got something in his eye."))).toEqual([2]);
  });

  it("[NA430] puts a line where its rare words or its cue's are, else at the end", () => {
    const told = ["A bolt goes, and the grating swings.", "The bricks are wet.", "Nobody moves."];
    expect(places(told, say("sheila", "Cold. Grating. Bolt. Back."))).toEqual([0]);
    expect(places(told, { ...say("sheila", "There."), how: "with one hand on the bricks" })).toEqual([1]);
    expect(places(told, say("sheila", "Three of us knew."))).toEqual([2]);
  });

  it("[NA430] says what goes on with something once it has begun", () => {
    const told = ["Ron lies still.", "“It is snow,” says the boy.", "He takes your wrist.", "The wax runs."];
    const line = { ...say("ron", "It is snow and night."), before: "Ron has not let go of your wrist." };
    expect(places(told, line)).toEqual([2]);
  });

  it("[NA4300] says nothing within a sentence that counts up what it names", () => {
    const list = "The courier says two things: one, the boat was sold; two, there was a rope in it.";
    expect(staged([list, "The wax runs."], say("ron", "I sold that boat.")).told).toEqual([list, "The wax runs."]);
  });

  it("[NA4301] greets the player where whoever speaks is first named, or is the only one to be meant by he or she", () => {
    const told = ["Ron takes the lamp.", "The wax runs.", "Ron wipes his nose."];
    expect(places(told, say("ron", "Who is that?"))).toEqual([0]);
    expect(places(told, say("ron", "It is cold."))).toEqual([2]);
    const unnamed = ["A torch shakes.", "He has a satchel.", "It rains.", "He wipes his nose."];
    expect(places(unnamed, say("ron", "Are you the guard?"))).not.toEqual([3]);
    const ofTwo = ["A torch shakes.", "He has a satchel.", "The Gaffer yawns.", "He wipes his nose."];
    expect(places(ofTwo, say("ron", "Are you the guard?"))).not.toEqual([1]);
  });

  it("[NA4302] says nothing after the question with which a beat ends, but what has it answered", () => {
    const told = ["Sheila opens the crate.", "The wax runs.", "She asks if you are cold."];
    expect(places(told, say("sheila", "One more and I'm done."))).toEqual([0]);
    expect(places(told, say("ron", "One more and I'm done."))).toEqual([0]);
    expect(places(told, say("sheila", "Take your time."))).toEqual([2]);
    const ofAnother = ["Sheila opens the crate.", "The wax runs.", "The Gaffer asks whether it is hers."];
    expect(places(ofAnother, say("ron", "One more and I'm done."))).toEqual([2]);
  });

  it("[NA430] has nobody hold a thing before it is there", () => {
    const told = ["Ron shows you about.", "The wax runs.", "You show him the key.", "He goes quiet."];
    const line = { ...say("ron", "It turns either way."), before: "Ron is holding the key like a plate." };
    expect(places(told.slice(0, 3), line)).toEqual([2]);
    expect(places(told, line)).toEqual([3]);
  });

  it("[NA4303] says nothing after a heading that only says where it is", () => {
    const told = ["The back room of the Institute.", "A belt hums.", "Nobody moves."];
    expect(places(told, { ...say("ron", "Too small for me."), before: "Ron has come into the room." })).toEqual([2]);
    expect(places(["Ron in the back room.", "A belt hums."], say("ron", "Mind out."))).toEqual([0]);
  });

  it("[NA4304] parts no sentence from a But that stands against it, or from the It of a thing that it brings in", () => {
    const told = ["Ron lifts the lid.", "But the jar is full.", "The wax runs."];
    expect(places(told, say("ron", "That lid was new."))).not.toEqual([0]);
    const rope = ["A rope, grey with age, hangs from a nail.", "It holds when pulled.", "The wax runs."];
    expect(places(rope, say("ron", "That is an old rope."))).toEqual([1]);
  });

  it("[NA4302] takes being somewhere for no deed", () => {
    const told = ["Sheila is at the counter.", "Sheila wants the letter back.", "The wax runs."];
    expect(places(told, say("sheila", "One more and I'm done."))).toEqual([1]);
    expect(places(["Sheila is at the counter.", "Ron names Sheila."], say("sheila", "No."))).toEqual([1]);
  });

  it("[NA3143] parts no sentence from one that goes on from it with another's pronoun", () => {
    const told = ["Ron sets the box down on the wall.", "It drips on one side.", "The wax runs."];
    expect(places(told, say("ron", "Mind out."))).toEqual([2]);
    expect(places([told[0] ?? "", "The wax runs.", "Nobody moves."], say("ron", "Mind out."))).toEqual([0]);
    expect(places([told[0] ?? "", "He wipes his hands.", "Nobody moves."], say("ron", "Mind out."))).not.toEqual([2]);
  });

  it("[NA430] keeps lines in order, and lets nobody speak after having gone", () => {
    const told = ["Ron gets up.", "Sheila sits down.", "Ron goes out to the roller."];
    expect(places(told, say("sheila", "Well."), say("ron", "I have said it."))).toEqual([1, 1]);
  });

  it("[NA520] lets be said last what is said when somebody has gone", () => {
    const told = ["Sheila sits down with her hat on.", "Ron says nothing.", "They look at each other."];
    const parting = { ...say("sheila", "He is another on paper."), how: "to the cat, when Ron has gone" };
    expect(staged(told, parting, say("ron", "So.")).dialogue.map(({ line }) => line)).toEqual([
      "So.",
      "He is another on paper.",
    ]);
  });

  it("[NA540] lets nobody speak from behind what has not been told yet", () => {
    const told = ["Ron has written both sides.", "Nobody moves.", "Ron puts the yellow fingers over his face."];
    const line = { ...say("ron", "I have written both sides since May."), how: "from behind the fingers" };
    expect(places(told, line)).toEqual([2]);
  });

  it("[NA540] parts no sentence from the one that has its subject", () => {
    const told = ["It rains.", "ASKED what she wants.", "SAYS: to see a winter."];
    const line = {
      ...say("sheila", "Would you be, else?"),
      before: "Sheila has turned her back to ask what she wants.",
    };
    expect(places(told, line)).toEqual([2]);
  });

  it("[NA541] puts a line in the place of the sentences that report it", () => {
    const told = [
      "Sheila stands up.",
      "She says three nuts, and no story.",
      "She sits down.",
      "Ron looks at the floor.",
    ];
    const { told: left, dialogue } = staged(told, say("sheila", "I say it is three nuts and no story."));
    expect(left).toEqual(["Sheila stands up.", "She sits down.", "Ron looks at the floor."]);
    expect(dialogue.map(({ at }) => at)).toEqual([0]);
    const other = ["Sheila stands up.", "She says three nuts, and a feather.", "Ron looks at the floor."];
    expect(staged(other, say("sheila", "Three nuts and no story.")).told).toEqual(other);
  });

  it("[NA430] takes nobody for gone who is told of later", () => {
    const told = ["Ron goes out to the roller.", "It rains.", "Ron has his hand on a tin."];
    expect(places(told, say("ron", "Here it is."))).toEqual([2]);
  });

  it("[NA430] keeps a quotation beside its sentence", () => {
    expect(places(["Ron counts coins.", "“Two for you.”"], say("ron", "It is a strike."))).toEqual([1]);
  });

  it("[NA431] parts a sentence of several clauses only where a line is said in it", () => {
    const one =
      "Sheila slides you the biscuit tin, the Gaffer starts the clapping, and the letter in it says SOLD; Ron puts his cap on and goes to the shed.";
    expect(staged([one], say("sheila", "One meeting."), say("gaffer", "All in favour.")).told).toEqual([
      "Sheila slides you the biscuit tin.",
      "The Gaffer starts the clapping, and the letter in it says SOLD.",
      "Ron puts his cap on and goes to the shed.",
    ]);
    expect(staged([one]).told).toEqual([one]);
    const when =
      "When Sheila has counted all the cups and saucers on the long white table, the Gaffer starts the clapping.";
    expect(staged([when], say("gaffer", "All in favour.")).told).toEqual([when]);
  });

  it("[NA431] says no line that the beat quotes, and tells no cue twice", () => {
    expect(staged(["“Move,” says Ron. “It is mine.”"], say("ron", "It is mine.")).dialogue).toEqual([]);
    const cue = { ...say("sheila", "One meeting."), before: "Sheila slides the tin over." };
    expect(staged(["Sheila slides you the tin."], cue).dialogue).toEqual([{ ...say("sheila", "One meeting."), at: 0 }]);
  });

  it("[NA504] lets nobody speak inside a quotation of the text", () => {
    const told = [
      "The pump starts, and Will says, 'Sorry.",
      "I was away.",
      "Did I miss something?'",
      "The wall is a wall.",
    ];
    expect(places(told, say("ron", "I was away too, and missed it all."))[0]).toBeGreaterThan(1);
    expect(places(["The boys' coats drip.", "Ron nods."], say("sheila", "Such coats drip."))).toEqual([0]);
  });

  it.each([
    [["D-2, 2000.", "All hands stand."], ["All hands stand."]],
    [["Thu, 9 p.m., masks.", "You need the ring."], ["You need the ring."]],
    [["Vault, Mon, 11 p.m. Ron hands round pie."], ["Ron hands round pie."]],
    [["Ron hands round pie.", "Present: Ron, Sheila (knitting)."], ["Ron hands round pie."]],
    [
      ["Skelday, the cellar.", "Friday, half past five.", "The ramp goes down."],
      ["Friday, half past five.", "The ramp goes down."],
    ],
    [
      ["Wednesday noon.", "The cellar.", "Ron swims."],
      ["Wednesday noon.", "Ron swims."],
    ],
    [
      ["20:50.", "Ron swims."],
      ["20:50.", "Ron swims."],
    ],
    [
      ["Friday, 11 p.m.", "Ron swims."],
      ["Friday, 11 p.m.", "Ron swims."],
    ],
    [["Fri, 2000.", "Ron swims."], ["Ron swims."]],
    [["Monday night: Ron swims."], ["Ron swims."]],
    [["Middle watch.", "The log reads STATIC."], ["The log reads STATIC."]],
    [["Cellar, Mon, 11 p.m. Ron hands round pie."], ["Ron hands round pie."]],
    [["Market, the bell barge, slack water: the bell stops."], ["The bell stops."]],
    [["The Counting Hall.", "Ron has a hat."], ["Ron has a hat."]],
    [
      ["Night in the Bunkroom.", "3:07.", "The pump stops."],
      ["Night in the Bunkroom.", "3:07.", "The pump stops."],
    ],
    [
      ["Three in the morning, the lobby, you and Ron on the bench."],
      ["Three in the morning, the lobby, you and Ron on the bench."],
    ],
    [
      ["The cellar floods.", "Ron swims."],
      ["The cellar floods.", "Ron swims."],
    ],
    [["D-2, 2000."], ["D-2, 2000."]],
  ])("[NA500] [NA3361] tells %j as %j", (told, left) => {
    expect(untoldOf(told, [], cast, ["the cellar", "market", "The Counting Hall"])).toEqual(left);
  });

  const opening = ["An accordion case is strapped into the front seat, and Sheila keeps the lamp of the mill."];
  it.each([
    [["Ron looks at the case in the front seat.", "He undoes the buckle himself."]],
    [["He looks at the case strapped into the front seat.", "The buckle is open."]],
    [
      [
        "In the mill, where Ron sits, Sheila keeps the lamp, Sheila lights it, and Ron puts out the fire in the other stove.",
        "It rains.",
      ],
    ],
    [["PRESENT: Ron.", "He has been carrying out bedding."]],
    [["Present: Sheila, asleep.", "Nobody wakes her."]],
  ])("[NA542] leaves whole what %j points back to", (told) => {
    expect(untoldOf(told, opening, cast).join(" ")).toContain(told[0]);
  });

  it("[NA654] leaves out only what the opening has told of the beat's beginning", () => {
    const told = [
      "Sheila keeps the lamp of the mill.",
      "Ron reads his notice.",
      "Sheila keeps a lamp of the mill.",
      "It is past.",
    ];
    expect(untoldOf(told, opening, cast)).toEqual(told.slice(1));
  });

  it("[NA3361] leaves out what the opening has told behind the hour of a beat", () => {
    const told = ["Friday night.", "Sheila keeps the lamp of the mill.", "Ron puts out the fire."];
    expect(untoldOf(told, opening, cast)).toEqual(["Friday night.", "Ron puts out the fire."]);
    expect(untoldOf(told.slice(0, 2), opening, cast)).toEqual(told.slice(0, 2));
  });

  it("[NA542] leaves out what the opening has told, and lists of names", () => {
    const told = ["Sheila keeps the lamp of the mill.", "Present: Sheila, Ron.", "Ron puts out the fire."];
    expect(untoldOf(told, opening, cast)).toEqual(["Ron puts out the fire."]);
  });

  it.each([
    // The first words on it are said once it has been told.
    [
      ["Ron is standing on a bench.", "He says that there are forty loads in the yard.", "Half of the room cheers."],
      say("ron", "Ask them nicely, you say. My dad asked nicely."),
      1,
    ],
    [
      [
        "Sheila is bottling plums.",
        "She is the sister of a man called Tib.",
        "She says that the squire sees no one.",
        "It is hot.",
      ],
      say("sheila", "He asks for the honey every day."),
      2,
    ],
    [
      ["Ron looks at the map.", "Sheila has not been here.", "The road is gone."],
      say("ron", "Sheila was to mark it."),
      1,
    ],
    [["Ron sits down.", "There is a smell of burning.", "He gets up."], say("ron", "Burning, is it?"), 1],
    [
      ["The Gaffer reads the notice.", "It has a seal.", "Somebody coughs.", "Ron laughs."],
      say("gaffer", "I take no pleasure in that seal."),
      1,
    ],
    [
      ["Sheila is here.", "A drone falls out of the sky.", "Its battery smokes."],
      say("sheila", "Mind the battery."),
      2,
    ],
    [["A ship comes in.", "The mate has been put beside Ron.", "Nobody speaks."], say("ron", "You have my seat."), 1],
    [["Ron, who has a cold, opens the lid.", "There are two lines.", "He waits."], say("ron", "Now, treasure."), 2],
    [
      ["Sheila counts the tins.", "Ron comes in from the rain.", "The tins are wet."],
      say("sheila", "We are not angry, Ron."),
      1,
    ],
    [
      ["It may be thought to carry, says the Gaffer.", "He lays a ruler on the page.", "He draws a line."],
      say("gaffer", "That is what has been found to be the matter."),
      0,
    ],
    [
      ["You and Ron sit in your coats.", "Sheila has been here for an hour.", "It rains on you.", "Sheila laughs."],
      say("sheila", "You have been very good here, and you will be again."),
      3,
    ],
    [
      ["A yellow thing rolls up.", "Ron greets somebody in a false moustache.", "By name.", "The door shuts."],
      say("ron", "Your face is a false moustache."),
      2,
    ],
  ])("[NA430] [NA650] %j holds the matter of %j after its sentence %i", (told, line, at) => {
    expect(places(told, line)).toEqual([at]);
  });

  it("[NA430] calls somebody by a part of the name that nobody else has", () => {
    const one = { id: "brandl", name: "Madame Ottavia Brandl", short: "Madame Brandl", pronoun: "she" } as const;
    const told = ["It is the rehearsal.", "The run is cracked.", "Madame looks down.", "The house is dark."];
    expect(stageLines(told, [say("brandl", "You have good eyes.")], [one, ...cast]).dialogue[0]?.at).toBe(2);
  });

  it("[NA430] knows somebody by title and last name together", () => {
    const one = { id: "negri", name: "Inspector Aurelio Negri", short: "the Inspector", pronoun: "he" } as const;
    const told = ["Sheila will not give up the pages.", "Inspector Negri, whom nobody knows, is waiting.", "It rains."];
    const lines = [say("sheila", "These pages are for cash."), say("negri", "I beg your pardon.")];
    expect(stageLines(told, lines, [one, ...cast]).dialogue.map(({ at }) => at)).toEqual([0, 1]);
  });

  it("[NA430] gives each line of one speaker an occasion of its own", () => {
    const told = [
      "Sheila comes out.",
      "She asks whether it was flat.",
      "It rains.",
      "She says that she has a brother.",
    ];
    expect(places(told, say("sheila", "A good note."), say("sheila", "I have written to him twice."))).toEqual([1, 3]);
  });

  it.each([
    [["Ron comes in.", "Ron shouts that he has died and is in heaven."], "Dead! I am dead! Bury me.", 0],
    [["Ron comes in.", "He swears that the bridge burns."], "The bridge! It burns, it burns.", 0],
    [["Ron comes in.", "He says that the bridge is shut, and the ferry."], "I never liked boats.", 1],
    [["Sheila says that the bridge burns."], "The bridge burns, and I do not care.", 1],
  ])("[NA651] says beside %j of %j lines %i", (told, line, count) => {
    expect(staged(told, say("ron", line)).dialogue).toHaveLength(count);
  });
});

it("[NA5702] has whoever words without a verb have named for the one who acts next", () => {
  const people = [
    { id: "pilar", name: "Pilar", short: "Pilar", pronoun: "she" as const },
    { id: "tuck", name: "Tuck", short: "Tuck", pronoun: "he" as const },
  ];
  const told = [
    "A woman comes straight into the firelight.",
    "Pilar of San Isidro.",
    "She walks past all of you and tells the bell good evening by name.",
    "Then she asks which of you is the thief.",
  ];
  const { dialogue } = stageLines(told, [{ speaker: "pilar", line: "Good evening, Inés." }], people);
  expect(dialogue[0]?.at).toBe(2);
});

it.each([
  [["Ron asks the guard whether it is cold in there.", "The wax runs."], "ron", "Is it cold?", 0],
  [["Ron says, without a breath between, that the ferret is grateful.", "The wax runs."], "ron", "It is grateful.", 0],
  [["Ron says that the ferret wishes to see the quay a little longer."], "ron", "The ferret never saw such a quay.", 0],
  [
    ["Ron thinks, and says: It was.", "But we are going home in the spring.", "Good."],
    "ron",
    "It was. We are going home in spring.",
    0,
  ],
  [["Sheila asks the guard whether it is cold in there.", "The wax runs."], "ron", "Is it cold?", 1],
  [["Ron says that the ferret wishes to see the quay."], "ron", "Nobody pays me for ferrets, and I eat alone.", 1],
  [["Ron looks at the quay.", "It is spring.", "They go home."], "ron", "It was. We are going home in spring.", 1],
])("[NA5941] beside %j tells of a line of %s's, %j, %i", (told, speaker, line, count) => {
  expect(staged(told, say(speaker, line)).dialogue).toHaveLength(count);
});

it("[NA5941] tells a piece of a line once", () => {
  const told = ["Ron listens; it stops; count eight; then it begins again.", "The wax runs."];
  const { told: left } = staged(told, say("ron", "It stops every time. Count eight; there."));
  expect(left.join(" ").toLowerCase()).not.toContain("count eight");
  const whole = ["Ron listens.", "Count eight.", "The wax runs.", "Nobody moves."];
  const pinned = staged(whole, say("ron", "It stops every time. Count eight; there."));
  expect(pinned.told).toEqual([whole[0], whole[2], whole[3]]);
  expect(pinned.dialogue[0]?.at).toBe(0);
});

it("[NA5942] puts an answer behind what somebody else has asked, and a word on one's asking behind that", () => {
  const told = [
    "Sheila brings the bill.",
    "Ron opens the box of lost gloves and lost people.",
    "Sheila stands very straight.",
    "She asks, not looking, whether there are husbands in it.",
  ];
  const lines = [say("sheila", "I ask merely for the list."), say("ron", "No, Sheila. People are not lost.")];
  expect(places(told, ...lines)).toEqual([3, 3]);
  expect(places(told.slice(0, 3), say("ron", "No, Sheila. People are not lost."))).toEqual([1]);
});
