// SPEC.md NA3124 and NA3125: of two tellings of one thing in a beat only one is told.
import { describe, expect, it } from "vitest";
import { isToldIn, toldOnce, withoutReport, withoutSeen } from "../src/scene/told-once.js";

const OSK = { name: "Osk Brandt", short: "Osk", pronoun: "he" } as const;
const ADA = { name: "Ada Frey", short: "Ada", pronoun: "she" } as const;
const people = new Map<string, typeof OSK | typeof ADA>([
  ["osk", OSK],
  ["ada", ADA],
]);

describe("a report beside its quotation", () => {
  it.each([
    ["Lot nine, he says.", "Lot nine, my dear. I had the slip somewhere.", ""],
    ["From the door Osk Brandt says he would help, if he was asked.", "I'd help, if I was asked.", ""],
    ["Osk says that the pump is sound.", "The pump is sound.", ""],
    [
      "Osk is on the stairs in his socks saying it's a sensor, go back to bed.",
      "It's a sensor. Go on back to bed. I got it.",
      "Osk is on the stairs in his socks.",
    ],
    [
      "Everybody will hear who pays and who does not, he says, did nobody teach you.",
      "Coins ring. Did nobody teach you?",
      "Everybody will hear who pays and who does not, he says.",
    ],
  ])("[NA3124] is left out as far as it says the same: %s", (sentence, line, left) => {
    expect(withoutReport(sentence, line, OSK)).toBe(left);
  });

  it.each([
    ["Osk says that the pump is sound and the rope is not.", "The pump is sound."],
    ["Osk opens the drawer and says nothing.", "Lot nine."],
    ["Ada says that the pump is sound.", "The pump is sound."],
    ["Osk says “no” and goes.", "No."],
  ])("[NA3124] stands where it says more, or is another's: %s", (sentence, line) => {
    expect(withoutReport(sentence, line, OSK)).toBe(sentence);
  });
});

describe("what the premise has told", () => {
  const premise = [
    "Monday, six in the evening. The hall is full, forty people on benches like washing. Osk puts up your name.",
    "The chest had been opened. The paper was gone. Beneath the bed of Tom Crane were found nine candle-ends and a muffler. Asked where he had been on Monday night, he was not able to say.",
  ];

  it.each([
    "The hall is full.",
    "Forty people, benches, faces.",
    "The chest is opened, the paper is gone, and nine candle-ends have been found beneath the bed of Tom Crane, who is not able to say where he was on Monday night.",
  ])("[NA3125] is not told again: %s", (sentence) => {
    expect(isToldIn(sentence, premise, true)).toBe(true);
    expect(isToldIn(sentence, [], true)).toBe(false);
  });

  it.each([
    "Osk holds out the box: a tin with a slot cut in the lid.",
    "The hall falls silent when the paper is read.",
    "“The hall is full,” says Osk.",
  ])("[NA3125] is none of this: %s", (sentence) => {
    expect(isToldIn(sentence, premise, true)).toBe(false);
  });

  const texts = (told: readonly string[], lines: readonly { speaker: string; line: string }[] = []) =>
    toldOnce(
      told.map((text, at) => ({ text, lines: at === 0 ? lines : [] })),
      premise,
      people,
    );

  it("[NA3125] stays where the next sentence leans on it, unless whoever it means has spoken between", () => {
    expect(texts(["The hall is full.", "Ada comes in."])).toEqual(["", "Ada comes in."]);
    // What is read out, or stands in a list, is whole.
    expect(texts(["Ada reads it out.", "The hall is full."])).toEqual(["Ada reads it out.", "The hall is full."]);
    expect(texts(["The hall is full.", "It is cold."])).toEqual(["The hall is full.", "It is cold."]);
    expect(texts(["The hall is full.", "She sits down."], [{ speaker: "ada", line: "There." }])).toEqual([
      "",
      "She sits down.",
    ]);
    // A line answers the sentence that tells of its speaker.
    expect(texts(["Osk puts up your name."], [{ speaker: "osk", line: "There." }])).toEqual(["Osk puts up your name."]);
  });

  it("[NA3365] is not told in other words by a beat that begins with it", () => {
    const said = [
      "Osk reads you the list at the gate. Boiler two is off for its scrub, boiler three has the whole load.",
      "You sign. Then a goat trots by with something red in its teeth.",
    ];
    const once = (told: readonly string[]): readonly string[] =>
      toldOnce(
        told.map((text) => ({ text, lines: [] })),
        said,
        people,
      );
    const beat = [
      "Osk reads the list at the gate.",
      "Boiler two is off.",
      "Boiler three carries everything, the whole load.",
      "Ada has lost her glove.",
      "Bramble, the goat of the yard, trots through with something red in her teeth.",
    ];
    expect(once(beat)).toEqual(["", "", "", "Ada has lost her glove.", ""]);
    // Also where what it begins with is said in other words.
    expect(once(["Boiler three carries everything, the whole load.", "Boiler two is off."])).toEqual(["", ""]);
    // Whom the premise calls a goat has a name.
    expect(once(["Boiler two is off.", "Ada trots off through the cold yard, red in her teeth."])).toEqual(["", ""]);
    const runs = "Ada comes running through the gate, signing to the goat, and is off.";
    const ran = [...said, "The boy runs past, in at the gate, and signs something to the goat."];
    expect(
      toldOnce(
        ["Boiler two is off.", runs].map((text) => ({ text, lines: [] })),
        ran,
        people,
      ),
    ).toEqual(["", ""]);
    const other = ["It rains on the yard.", ...beat.slice(1, -1)];
    expect(once(other)).toEqual(other);
  });

  it("[NA3163] is told once, also beside a line, where the premise has said nearly all of it", () => {
    const said = [
      "Nine candles and a muffler were found beneath the bed of Osk Brandt on Tuesday morning.",
      "The lamp burns on the far tower of the weir.",
    ];
    const once = (told: readonly string[], line: string): readonly string[] =>
      toldOnce(
        told.map((text, at) => ({ text, lines: at === told.length - 1 ? [{ speaker: "osk", line }] : [] })),
        said,
        people,
      );
    const again = "On Tuesday morning nine candles and a muffler are found beneath the bed of Osk Brandt.";
    expect(once(["The school is silent.", again], "I can't say.")).toEqual(["The school is silent.", ""]);
    expect(once(["Osk looks up.", "On the far tower of the weir the lamp burns."], "I locked it.")).toEqual([
      "Osk looks up.",
      "",
    ]);
    expect(once(["Osk looks up.", "Osk looks at the far lamp."], "I locked it.")).toEqual([
      "Osk looks up.",
      "Osk looks at the far lamp.",
    ]);
  });

  const told = (premise: readonly string[], beat: readonly string[]): readonly string[] =>
    toldOnce(
      beat.map((text) => ({ text, lines: [] })),
      premise,
      people,
    );

  it("[NA4308] is told once where the beat puts two sentences of it into one, behind the hour too", () => {
    const premise = ["A grey cap lies on the shelf. It is cold since the stove went. You put the cap on."];
    const rest = ["At noon there is a pebble in the pocket, as warm as toast."];
    expect(told(premise, ["Monday, ten to four.", "You put it on because the stove is dead.", ...rest])).toEqual([
      "Monday, ten to four.",
      "",
      ...rest,
    ]);
    const long = [
      "You carry bread and oil between the ship and the shore. It is six minutes each way, in any weather.",
    ];
    const other = ["You come alongside with bread and a drum of oil.", ...rest];
    expect(told(long, other)).toEqual(other);
  });

  it("[NA4309] is told once where the beat has a short sentence of it to a word", () => {
    const premise = ["Ada's shutter moves.", "The mill is sold. It does not say to whom."];
    expect(told(premise, ["The wheel starts, way up front.", "The shutter moves."])).toEqual([
      "The wheel starts, way up front.",
      "",
    ]);
    const read = ["Ada reads it out.", "The mill is sold.", "Osk Brandt, since November.", "It does not say to whom."];
    expect(told(premise, read)).toEqual(read);
  });

  it("[NA4310] is told once where the beat joins something to it with while", () => {
    const premise = ["You count the sacks into the hold. There are sixty of them."];
    expect(told(premise, ["You count the sacks into the hold while Ada walks beside each with a lamp."])).toEqual([
      "Ada walks beside each with a lamp.",
    ]);
    const other = ["You sweep the yard while Ada walks beside you with a lamp."];
    expect(told(premise, other)).toEqual(other);
  });
});

it("[NA4315] what only shows is not told again where the way there has shown it to the last number", () => {
  const seen = ["Sixty metres long, two metres wide, forty centimetres high. The floor is gravel."];
  const again = "It is 60 metres long and 40 centimetres high.";
  expect(withoutSeen(["Osk crawls in.", again], seen)).toEqual(["Osk crawls in.", ""]);
  expect(withoutSeen([again], [])).toEqual([again]);
  const other = [
    "It is 70 metres long and 40 centimetres high.",
    "Osk crawls 60 metres, long and high.",
    "It is long.",
  ];
  expect(withoutSeen(other, seen)).toEqual(other);
});
