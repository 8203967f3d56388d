import type { BeatReading } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import {
  keptByCue,
  keptForComing,
  keptForDeeds,
  linesOf,
  withAnswers,
  withLastWord,
  withShown,
} from "../src/beat-lines.js";

type Cue = NonNullable<BeatReading["moments"][number]["lines"][number]["cue"]>;

const speakers = new Map([
  ["osk", { short: "Osk", pronoun: "he", plural: false }],
  ["rain", { short: "Rain", pronoun: "they", plural: true }],
  ["bishop", { short: "Bishop", pronoun: "they", plural: false }],
] as const);
const lines = (kind: Cue["kind"], text: string, speaker = "osk") =>
  linesOf([{ sentences: [], lines: [{ speaker, line: "Sit. Eat.", form: "words", cue: { kind, text } }] }], speakers);
const before = (text: string, speaker?: string) => lines("manner", text, speaker).dialogue[0]?.before;

it("[NA420] makes a sentence of a cue that says what is done", () => {
  expect(before("Sliding a plate across the long table")).toBe("Osk slides a plate across the long table.");
  expect(before("Not looking at the ceiling")).toBe("Osk does not look at the ceiling.");
  expect(before("Looking at nothing, very hard", "rain")).toBe("Rain look at nothing, very hard.");
  expect(before("He lays his thimble on the stub")).toBe("Osk lays his thimble on the stub.");
  expect(before("Osk has put out a hand")).toBe("Osk has put out a hand.");
});

it("[NA420] says nothing of a cue that has no deed, or another's pronoun", () => {
  for (const cue of ["Low", "Too quick by half", "About the note", "During the vote", "She folds it", "He means well"])
    expect(before(cue)).toBeUndefined();
  expect(before("They fold it", "bishop")).toBeUndefined();
  expect(lines("manner", "Low").dialogue).toEqual([{ speaker: "osk", line: "Sit. Eat." }]);
});

it("[NA420] takes a line that answers a deed of the player's for a choice, and keeps back what waits for anything else", () => {
  expect(lines("answer", "When you ask him why")).toEqual({
    dialogue: [],
    answers: [{ text: "ask Osk why", result: "“Sit. Eat,” says Osk." }],
  });
  expect(lines("condition", "If you tell him that it can be shared").answers).toMatchObject([
    { text: "tell Osk that it can be shared" },
  ]);
  expect(lines("condition", "When the others have gone")).toEqual({ dialogue: [], answers: [] });
  expect(lines("condition", "If you are alone")).toEqual({ dialogue: [], answers: [] });
  expect(lines("later", "On the way out")).toEqual({ dialogue: [], answers: [] });
  expect(lines("addressee", "To nobody").dialogue).toHaveLength(1);
});

it("[NA433] lets a cue of manner, place or hearer stand after the tag", () => {
  const how = (text: string, kind: Cue["kind"] = "manner") => lines(kind, text).dialogue[0]?.how;
  expect(how("He says it to the barometer")).toBe("to the barometer");
  expect(how("With one hand flat on the bricks, counting")).toBe(", with one hand flat on the bricks, counting");
  expect(how("From the door", "moment")).toBe("from the door");
  expect(how("To nobody", "addressee")).toBe("to nobody");
  expect(how("Not out of breath, though he has run")).toBe(", not out of breath, though he has run");
  for (const cue of ["Low", "About the note", "During the vote", "Nobody does"]) expect(how(cue)).toBeUndefined();
});

it("[NA5703] answers what its cue says its speaker is asked, also where the beat asks it with a pronoun", () => {
  const cued = (text: string) =>
    linesOf(
      [
        {
          sentences: [],
          lines: [{ speaker: "osk", line: "For the flight.", form: "words", cue: { text, kind: "condition" } }],
        },
      ],
      speakers,
    ).answers;
  for (const text of ["If asked why he signed", "Only if asked why he signed", "on being asked why he signed"])
    expect(cued(text)).toEqual([{ text: "ask Osk why he signed", result: "“For the flight,” says Osk." }]);
  expect(cued("If the door is open")).toEqual([]);
  const { choices, answers } = withAnswers(
    { decisions: ["ask him why he signed", "go"], choices: [] },
    cued("If asked why he signed"),
  );
  expect(choices).toEqual([{ text: "ask him why he signed", decides: true, result: "“For the flight,” says Osk." }]);
  expect(answers).toEqual([]);
});

describe("the last word of a beat", () => {
  const who = (short: string) => ({ name: short, short, pronoun: "she", plural: false }) as const;
  const people = new Map([
    ["zina", who("Zina")],
    ["ilka", who("Ilka")],
  ]);
  const told = ["Zina puts the soup down.", "Her clock is slow."];
  const line = (speaker: string, words: string, more: object = {}) => ({ speaker, line: words, ...more });
  const put = (
    dialogue: readonly object[],
    choices: readonly object[] = [],
    decisions = ["ask her why", "thank her"],
  ) => withLastWord(told, { dialogue: dialogue as never, decisions, choices: choices as never }, people);

  it("[NA3441] answers no question that is put to somebody else", () => {
    const asks = (deed: string): readonly (string | undefined)[] =>
      put([line("zina", "Eat."), line("zina", "Very well. Come before ten.")], [], [deed, "eat up"]).choices.map(
        ({ text }) => text,
      );
    expect(asks("ask her why")).toEqual(["ask her why", "eat up"]);
    expect(asks("ask Zina why")).toEqual(["ask Zina why", "eat up"]);
    expect(asks("ask Ilka why")).toEqual(["eat up"]);
    expect(asks("ask him straight out why")).toEqual(["eat up"]);
    // What somebody is asked to do, anybody may have a word on.
    expect(asks("ask Ilka to eat")).toEqual(["ask Ilka to eat", "eat up"]);
    expect(put([line("zina", "Very well. Come before ten.")], [], ["ask Ilka why", "eat up"]).decisions).toEqual([
      "ask Ilka why",
    ]);
  });

  it("[NA3147] is kept for what is decided, with what is done as it is said", () => {
    const before = "Zina is cross with herself.";
    const kept = put([
      line("zina", "Eat."),
      line("zina", "Before ten I know everything. Come before ten.", { before }),
    ]);
    const word = `${before} “Before ten I know everything,” says Zina. “Come before ten.”`;
    expect(kept.dialogue.map((one) => one.line)).toEqual(["Eat."]);
    expect(kept.decisions).toEqual([]);
    expect(kept.choices).toEqual([
      { text: "ask her why", decides: true, result: word },
      { text: "thank her", decides: true, result: word },
    ]);
    expect(put([line("zina", "Come before ten.", { how: "from the stove" })]).choices[0]?.result).toBe(
      "“Come before ten,” says Zina from the stove.",
    );
  });

  it("[NA5400] is had by whomever the beat leaves the player with, or the decision names", () => {
    const both = ["Zina puts the soup down.", "Ilka comes in with the coal."];
    const last = (speaker: string, decisions = ["eat up", "go out"]) =>
      withLastWord(
        both,
        { dialogue: [line(speaker, "Very well. Come before ten.")] as never, decisions, choices: [] },
        people,
      );
    expect(last("ilka").dialogue).toEqual([]);
    expect(last("zina").dialogue).toHaveLength(1);
    expect(last("zina", ["thank Zina", "go out"]).dialogue).toEqual([]);
  });

  it("[NA5701] is had by what takes the decision as made, or by whomever each deed is done to", () => {
    const last = (words: string, ...decisions: string[]) =>
      withLastWord(told, { dialogue: [line("zina", words)] as never, decisions, choices: [] }, people).dialogue.length;
    expect(last("That's that, then.", "eat up", "go out")).toBe(0);
    expect(last("Mile's up.", "eat up", "go out")).toBe(0);
    expect(last("Soup is soup.", "thank Zina", "ask her why")).toBe(0);
    // It is told in the beat where it may as well come before what is decided.
    expect(last("Soup is soup.", "eat up", "go out")).toBe(1);
    expect(last("Soup is soup.", "thank Zina", "go out")).toBe(1);
    const both = [line("ilka", "It is ours."), line("zina", "Yes. I think so.")] as never;
    expect(
      withLastWord(told, { dialogue: both, decisions: ["thank her", "ask her why"], choices: [] }, people).dialogue,
    ).toHaveLength(2);
  });

  it("[NA3148] keeps what is said of a thing for the deed that shows it", () => {
    const shown = (words: string, ...decisions: string[]) =>
      withShown(told, { dialogue: [line("zina", words)] as never, decisions, choices: [] }, people);
    const net = "That is not writing. That is my net.";
    expect(shown(net, "show it to her and wait", "say the word")).toEqual({
      dialogue: [],
      decisions: ["say the word"],
      choices: [
        {
          text: "show it to her and wait",
          decides: true,
          result: "“That is not writing,” says Zina. “That is my net.”",
        },
      ],
    });
    // Nobody is shown anything, or it is said of nothing that is.
    for (const left of [shown(net, "show it to Osk", "wait"), shown("I had a net.", "show it to her", "wait")])
      expect(left.dialogue).toHaveLength(1);
  });

  it("[NA33] has no comma behind an ellipsis before who says it", () => {
    expect(put([line("zina", "Eat."), line("zina", "The draught... I may not say.")]).choices[0]?.result).toBe(
      "“The draught...” says Zina. “I may not say.”",
    );
  });

  it("[NA3147] stands before what comes of each alike, and beside no result of its own", () => {
    const alike = [
      { text: "go", result: "The boat is gone.", decides: true },
      { text: "stay", result: "The boat is gone.", decides: true },
    ];
    expect(put([line("zina", "Goodbye.")], alike, []).choices.map(({ result }) => result)).toEqual(
      alike.map(() => "“Goodbye,” says Zina. The boat is gone."),
    );
    const own = [
      { text: "go", result: "It rains." },
      { text: "stay", result: "It snows." },
    ];
    expect(put([line("zina", "Eat.")], own, []).dialogue).toHaveLength(1);
    const some = [{ text: "go", result: "It rains." }, { text: "stay" }];
    expect(put([line("zina", "Goodbye.")], some, []).choices.map(({ result }) => result)).toEqual([
      "It rains.",
      "“Goodbye,” says Zina.",
    ]);
  });

  it.each([
    ["a question", [line("zina", "Will you eat?")], ["ask", "eat"]],
    ["what answers words that nobody says", [line("zina", "Out of ten? That was a two.")], ["ask", "eat"]],
    ["somebody's who is met with it", [line("ilka", "Eat.")], ["ask", "eat"]],
    ["where nothing is put", [line("zina", "Eat.")], ["ask"]],
  ] as const)("[NA3147] is not %s", (_, dialogue, decisions) => {
    expect(put(dialogue, [], [...decisions]).dialogue).toHaveLength(1);
  });
});

it("[NA3141] keeps a line for the deed whose result reports it", () => {
  const said = (line: string) => ({ dialogue: [{ speaker: "osk", line }], answers: [] });
  const press = { text: "press him kindly", result: "He says that he carried the child himself." };
  const kept = (line: string, told = "Osk has a black eye.", choice: object = press) =>
    keptForDeeds([told], said(line), [{ text: "wait", ...choice }], speakers);
  expect(kept("I had a child on one arm.")).toEqual({
    dialogue: [],
    choices: [{ text: "press him kindly", result: `${press.result} “I had a child on one arm,” says Osk.` }],
  });
  // What the beat says itself is no secret, and a result that reports nothing keeps nothing.
  expect(kept("I had a child on one arm.", "Osk asks about the child.").dialogue).toHaveLength(1);
  expect(kept("Sweep first.").dialogue).toHaveLength(1);
  expect(
    kept("I had a child on one arm.", "Osk waits.", { text: "go", result: "The child cries." }).dialogue,
  ).toHaveLength(1);
});

describe("a line that waits for a deed", () => {
  const answer = (text: string) => ({ text, result: "“He likes that,” says Osk." });

  it.each([
    ["walk out to her with it", "walk out to her with it in your arms"],
    ["read it to him a second time", "read it to him again"],
  ])("[NA3165] is said when it is done in other words: %s", (waits, way) => {
    expect(withAnswers({ decisions: [way, "put it back"], choices: [] }, [answer(waits)])).toEqual({
      decisions: ["put it back"],
      choices: [{ text: way, decides: true, result: "“He likes that,” says Osk." }],
      answers: [],
    });
  });

  it("[NA3165] stands behind what its author says comes of the deed, and beside any other deed", () => {
    const choices = [{ text: "read the page aloud", result: "It is short." }];
    expect(withAnswers({ decisions: [], choices }, [answer("read the page")]).choices).toEqual([
      { text: "read the page aloud", result: "It is short. “He likes that,” says Osk." },
    ]);
    const other = withAnswers({ decisions: [], choices }, [answer("burn the page")]);
    expect(other).toEqual({ decisions: [], choices, answers: [answer("burn the page")] });
    // What is left undone is another deed.
    expect(
      withAnswers({ decisions: ["do not read the page"], choices: [] }, [answer("do read the page")]).answers,
    ).toHaveLength(1);
  });
});

it("[NA4305] makes a sentence of a cue that says what somebody is doing", () => {
  expect(before("He's already walking")).toBe("Osk is already walking.");
  expect(before("He's counting the keys")).toBe("Osk is counting the keys.");
  expect(before("She's counting the keys")).toBeUndefined();
  expect(before("He's a liar")).toBeUndefined();
});

describe("lines that wait for a deed", () => {
  const who = (short: string) => ({ name: short, short, pronoun: "she", plural: false }) as const;
  const people = new Map([["zina", who("Zina")]]);
  const line = { speaker: "zina", line: "Twelve of them. That is her all over." };
  const put = (...texts: (string | { text: string; result: string })[]) => ({
    dialogue: [line],
    decisions: texts.filter((one) => typeof one === "string"),
    choices: texts.filter((one) => typeof one !== "string"),
  });
  const by = (told: string[], cue: string, given: ReturnType<typeof put>) => keptByCue(told, given, () => cue, people);

  it("[NA4306] keeps a line whose cue has at hand what one deed brings for what comes of it", () => {
    const read = { text: "bring the parcel", result: "Zina opens it on the step" };
    const { dialogue, choices } = by(["Zina waits."], "With the parcel in her lap", put("go home", read));
    expect(dialogue).toEqual([]);
    expect(choices).toEqual([
      { ...read, result: "Zina opens it on the step. “Twelve of them,” says Zina. “That is her all over.”" },
    ]);
  });

  it("[NA4306] takes what is given, shown or held out for the thing in a hand, and nothing else", () => {
    const kept = (told: string, cue: string, ...texts: string[]) =>
      by([told], cue, put(...texts)).dialogue.length === 0;
    expect(kept("Zina waits.", "Holding the coin by its edge", "walk on", "hold it out")).toBe(true);
    expect(kept("You have a coin.", "Looking at the coin", "walk on", "put the coin in her palm")).toBe(true);
    expect(kept("You have a coin.", "Looking at the coin", "walk on", "ask about the coin")).toBe(false);
    expect(kept("Zina waits.", "To the till", "walk on", "give it to her")).toBe(false);
    expect(kept("Zina waits.", "Holding the coin", "hold it out", "hand it back")).toBe(false);
    expect(kept("Zina waits.", "Holding the coin", "walk on", "tell her to show it to Osk")).toBe(false);
    expect(kept("Zina waits.", "With her hands folded", "walk on", "hold it out")).toBe(false);
  });

  it("[NA3148] keeps a line on what is there to be seen for the deed by which it is held out", () => {
    const shown = withShown(
      ["Zina waits."],
      {
        dialogue: [{ speaker: "zina", line: "That's in a shop." }],
        decisions: ["walk on"],
        choices: [{ text: "say nothing and hold it out", result: "Zina tells you all." }],
      },
      people,
    );
    expect(shown.dialogue).toEqual([]);
    expect(shown.choices[0]?.result).toBe("“That's in a shop,” says Zina. Zina tells you all.");
  });

  it("[NA4307] keeps the lines of whoever is out for the deeds by which they come in", () => {
    const ways = [
      { text: "copy it", result: "You are still at it when Zina comes up the stair" },
      { text: "steal it", result: "It is missed by two." },
    ];
    const away = keptForComing(["The loft, while Zina is out."], put(...ways), people);
    expect(away.dialogue).toEqual([]);
    expect(away.choices.map(({ result }) => result)).toEqual([
      "You are still at it when Zina comes up the stair. “Twelve of them,” says Zina. “That is her all over.”",
      "It is missed by two.",
    ]);
    expect(keptForComing(["The loft, while Zina is out of breath."], put(...ways), people).dialogue).toEqual([line]);
  });
});
