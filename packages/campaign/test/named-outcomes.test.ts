// SPEC.md CA1700 to CA1706: what a beat puts with the outcomes named behind it, lists of what happens, and lines with their question.
import { describe, expect, it } from "vitest";
import { isCount, withoutCounts } from "../src/reading/decisions/named-deeds.js";
import { readNamedOutcomes } from "../src/reading/decisions/named-outcomes.js";
import { beat, person, readSmall } from "./support/small-story.js";

const read = (...sentences: string[]) => {
  const all = sentences.map((sentence, block) => ({ meaning: sentence, told: sentence, block }));
  const { branches, taken } = readNamedOutcomes(all);
  return { deeds: branches.map(({ text, result = "-" }) => `${text} => ${result}`), taken: [...taken] };
};
const beatOf = (description: string, more = {}) =>
  readSmall({
    npcs: [person("Osk Tarn", "a smith"), person("Nina Vell", "a cook")],
    beats: [beat("beat_001", description, more)],
  }).reading.beats[0];

describe("ways with the outcomes named behind them", () => {
  it("[CA1700] are known again by a label", () => {
    expect(
      read(
        "Osk waits.",
        "Your call: promise to take her along, or tell her it's a solo job, or rat her out to Osk.",
        "Promise: she holds the others back till you say go.",
        "Solo: she says okay. She is not okay.",
        "Rat: Osk locks the beach.",
        "Either way, the tide turns.",
      ),
    ).toEqual({
      deeds: [
        "promise to take her along => She holds the others back till you say go. The tide turns.",
        "tell her it's a solo job => She says okay. She is not okay. The tide turns.",
        "rat her out to Osk => Osk locks the beach. The tide turns.",
      ],
      taken: [1, 2, 3, 4, 5],
    });
  });

  it("[CA1700] are known again by what has been done", () => {
    expect(
      read(
        "It lies with you to buy the knife, to ask for the loan of it, or to let the child keep it and rely on her word.",
        "Bought, it is evidence.",
        "Lent, it comes with the child attached.",
        "Kept, it will be on the wall again.",
      ).deeds,
    ).toEqual([
      "buy the knife => It is evidence.",
      "ask for the loan of it => It comes with the child attached.",
      "let the child keep it and rely on her word => It is on the wall again.",
    ]);
    expect(
      read(
        "You have a choice of manners here: take the book while he looks at the roses, or wait, without speaking, for him to fetch it.",
        "Taken, the page is read, and they miss it by two o'clock.",
        "Waited for, it takes twenty minutes.",
      ).deeds,
    ).toEqual([
      "take the book while he looks at the roses => The page is read, and they miss it by two o'clock.",
      "wait => It takes twenty minutes.",
    ]);
  });

  it("[CA1700] are known again by a condition, and its denial", () => {
    expect(
      read(
        "You must decide whether to report it to Osk now or to keep it back until more is known.",
        "If Osk is told, he sees it, and by evening Nina has heard.",
        "If he is not, Nina grows careless.",
      ).deeds,
    ).toEqual([
      "report it to Osk now => He sees it, and by evening Nina has heard.",
      "keep it back until more is known => Nina grows careless.",
    ]);
  });

  it("[CA1700] stand alone where nothing names them again, and are none where nothing puts them", () => {
    expect(read("Last call: jump off at the bar or ride along.", "Nobody moves.")).toEqual({
      deeds: ["jump off at the bar => -", "ride along => -"],
      taken: [0],
    });
    expect(read("The list: salt, rope or tar.", "Salt: two sacks.", "Rope: one coil.").deeds).toEqual([]);
    expect(read("Osk may be in the yard or at home.", "Home: a room above the shop.").deeds).toEqual([]);
  });
});

describe("what is counted", () => {
  it("[CA1701] is not told, and the rest of its sentence is", () => {
    for (const count of ["Tick the Snooze Clock.", "First tick.", "**Tick Heat.**", "Snooze Clock to zero."])
      expect(isCount(count)).toBe(true);
    for (const told of ["The clock ticks.", "Heat comes off the road.", "Tick, says the clock.", "He goes up to one."])
      expect(isCount(told)).toBe(false);
    expect(withoutCounts("Nina knows by breakfast, tick Heat, but there's a record of it.")).toBe(
      "Nina knows by breakfast, but there's a record of it.",
    );
    expect(beatOf("Osk waits. The bell rings. **Tick the Fire Clock.** Nina comes in.")?.told).toEqual([
      "Osk waits.",
      "The bell rings.",
      "Nina comes in.",
    ]);
  });
});

describe("a beat written as a list", () => {
  const description =
    "**Monday, 11 p.m.**\n- Osk gives you a lamp. He shows you the way.\n- Nina, the cook, says hello and hands you a bun.\n- The floor goes up.\n- You walk the yard.\n- **Clue:** a smear of red on the frame.\n- **Clue:** there's a second way out.\n- Osk wants it kept quiet.\n- **Your call:** write it in the log or keep it off.\n- Log it: the boss knows by breakfast.\n- Keep it off: Osk owes you one.";

  it("[CA1702] is what happens, with a label for its own item alone", () => {
    const found = beatOf(description);
    expect(found?.told.slice(-7)).toEqual([
      "He shows you the way.",
      "Nina, the cook, says hello and hands you a bun.",
      "The floor goes up.",
      "You walk the yard.",
      "You see a smear of red on the frame.",
      "There's a second way out.",
      "Osk wants it kept quiet.",
    ]);
    expect(found?.choices.map(({ text, result }) => `${text} => ${result}`)).toEqual([
      "write it in the log => The boss knows by breakfast.",
      "keep it off => Osk owes you one.",
    ]);
  });
});

describe("numbered ways", () => {
  it("[CA1706] are put without the roll, and what comes of each is kept, though every beat has it", () => {
    const description = (at: string) =>
      `Osk shouts ${at}. 1) Cut loose the wood. 2) Go down yourself with a line, and roll Sea-legs. Either way, at dawn it is calm.`;
    const { reading } = readSmall({
      npcs: [person("Osk", "a smith")],
      beats: ["again", "twice", "once", "aloud"].map((at, index) => beat(`beat_00${index + 1}`, description(at))),
    });
    for (const { choices } of reading.beats)
      expect(choices).toEqual([
        { text: "cut loose the wood", decides: true, result: "At dawn it is calm." },
        { text: "go down yourself with a line", decides: true, result: "At dawn it is calm." },
      ]);
  });
});

describe("an order in the middle of a beat", () => {
  it("[CA1704] is told as what the player does, where somebody answers it", () => {
    expect(beatOf("Osk waits. Show him the lid. He goes quiet. Nina stirs the pot. The bell rings.")?.told).toEqual([
      "Osk waits.",
      "You show him the lid.",
      "He goes quiet.",
      "Nina stirs the pot.",
      "The bell rings.",
    ]);
  });
});

describe("a line with its question before it", () => {
  it("[CA1703] answers that question in a beat that speaks of its matter", () => {
    const examples = ['If asked about the reels: "I would love to help with that."', "Mind the step."];
    const choicesOf = (told: string) =>
      readSmall({
        npcs: [person("Osk Tarn", "a smith", { speech_patterns: { examples } })],
        beats: [beat("beat_001", told, { dialogue: [{ speaker: "Osk Tarn", line: "Evening." }] })],
      }).reading.beats[0]?.choices;
    expect(choicesOf("Osk Tarn winds up the reels.")).toEqual([
      { text: "ask Osk Tarn about the reels", asks: "osk-tarn", answer: "osk-tarn-says-1" },
    ]);
    expect(choicesOf("Osk Tarn winds up the clock.")).toEqual([]);
  });
});

it("[CA4305] tells no outcome that says only where or when what it calls comes about", () => {
  const toldOf = (description: string): readonly string[] =>
    readSmall({
      beats: [
        beat("b1", "Osk adds it up.", { outcomes: [{ description, triggers_beat: "b2" }] }),
        beat("b2", "All of them eat.", { title: "Supper at the Long Table" }),
      ],
    }).reading.beats[0]?.outcomes[0]?.told ?? [];
  expect(toldOf("The difference is talked over at supper")).toEqual([]);
  expect(toldOf("The lamp breaks, and everybody hears it")).toEqual(["The lamp breaks, and everybody hears it."]);
  expect(toldOf("He tells it all at supper: the dry summer, the schoolmaster, the promise")).toHaveLength(1);
  expect(toldOf("The lamp breaks. It is talked over at supper")).toHaveLength(2);
});
