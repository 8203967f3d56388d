// SPEC.md CA6501 to CA6506: lists of what the player may choose, with what comes of each.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk Tarn", "Ferryman"), person("Ada Wren", "Clerk")];
const scene = "Rain on the shed. Osk Tarn holds out the lamp and waits for you.";
const readBeat = (text: string) => {
  const [found] = readSmall({ npcs, beats: [beat("b0", `${scene}\n\n${text}`)] }).reading.beats;
  if (found === undefined) throw new Error("no beat");
  return found;
};
const NODS = "Osk nods, and puts the lamp down by the door.";
const BLOWS = "Osk blows it out. Nobody speaks till morning.";

describe("a list of ways", () => {
  it.each<[string, string]>([
    ["entries behind colons", `Choice:\n- Hide it: ${NODS}\n- Hand it over to Osk: ${BLOWS}`],
    ["entries in bold", `**Choice:**\n- **Hide it.** ${NODS}\n- **Hand it over to Osk.** ${BLOWS}`],
    ["a label without a mark", `**Choices**\n\n- **Hide it**: ${NODS}\n- **Hand it over to Osk**: ${BLOWS}`],
    ["dashes", `Choices:\n- Hide it - ${NODS}\n- Hand it over to Osk - ${BLOWS}`],
    ["long dashes and stars", `Options:\n\n* Hide it — ${NODS}\n* Hand it over to Osk — ${BLOWS}`],
    ["arrows", `Options:\n- Hide it -> ${NODS}\n- Hand it over to Osk -> ${BLOWS}`],
    ["numbers", `What do you do?\n1. Hide it. ${NODS}\n2. Hand it over to Osk. ${BLOWS}`],
    ["letters", `Decision:\nA) Hide it. ${NODS}\nB) Hand it over to Osk. ${BLOWS}`],
    ["a heading", `### Choice\n\n- Hide it: ${NODS}\n- Hand it over to Osk: ${BLOWS}`],
    ["paragraphs in bold", `## The player decides\n\n**Hide it.** ${NODS}\n\n**Hand it over to Osk.** ${BLOWS}`],
    ["quotation marks", `Choice:\n- "Hide it": ${NODS}\n- "Hand it over to Osk": ${BLOWS}`],
    ["entries below entries", `Choice:\n- Hide it\n  - ${NODS}\n- Hand it over to Osk\n  - ${BLOWS}`],
    [
      "lines that go on",
      `Choice:\n- Hide it:\n  ${NODS}\n- Hand it over to Osk:\n  Osk blows it out.\n  Nobody speaks till morning.`,
    ],
    ["a table", `| Choice | What follows |\n| --- | --- |\n| Hide it | ${NODS} |\n| Hand it over to Osk | ${BLOWS} |`],
    [
      "the player's deeds",
      `The player decides:\n* The player hides it. ${NODS}\n* The player hands it over to Osk. ${BLOWS}`,
    ],
    ["conditions", `Your call.\n- If you hide it, ${NODS}\n- If you hand it over to Osk, ${BLOWS}`],
    ["tags", `Options:\n- Hide it [hid_it]: ${NODS}\n- Hand it over to Osk (tag: gave_it): ${BLOWS}`],
    [
      "sentences behind the list",
      `**What do you do?**\n\n- Hide it.\n- Hand it over to Osk.\n\nIf you hide it, ${NODS} If you hand it over, ${BLOWS}`,
    ],
    [
      "lines behind it",
      `What do you do?\n- Hide it.\n- Hand it over to Osk.\n\nIf you hide it: ${NODS}\nOtherwise: ${BLOWS}`,
    ],
    ["brackets", `Decision: hide it (${NODS.slice(0, -1)}) or hand it over to Osk (${BLOWS.slice(0, -1)}).`],
  ])("[CA6501] is read with what comes of each: %s", (_, text) => {
    const { choices, told } = readBeat(text);
    expect(choices.map(({ tag: _tag, ...choice }) => choice)).toEqual([
      { text: "hide it", result: NODS, decides: true },
      { text: "hand it over to Osk", result: BLOWS, decides: true },
    ]);
    expect(told).toEqual(["Rain on the shed.", "Osk Tarn holds out the lamp and waits for you."]);
  });

  it.each<[string, string]>([
    ["by their numbers", `If you do the first, ${NODS} If you do the second, ${BLOWS}`],
    ["in their order", `If you keep quiet about it, ${NODS}\n\nIf you let go, ${BLOWS}`],
  ])("[CA6506] is taken up by sentences behind it %s", (_, behind) => {
    const { choices } = readBeat(`**What do you do?**\n\n- Hide it.\n- Hand it over to Osk.\n\n${behind}`);
    expect(choices.map(({ result }) => result)).toEqual([NODS, BLOWS]);
  });

  it("[CA6506] holds deeds that sound like threats and wishes", () => {
    const { choices } = readBeat(`Choice:\n- Hang the bells on him: ${NODS}\n- Wish it good night: ${BLOWS}`);
    expect(choices.map(({ text }) => text)).toEqual(["hang the bells on him", "wish it good night"]);
  });

  it("[CA6501] has the tags that stand beside its ways", () => {
    const { choices } = readBeat(
      `Options:\n- Hide it [hid_it]: ${NODS}\n- Hand it over to Osk (tag: gave_it): ${BLOWS}`,
    );
    expect(choices.map(({ tag }) => tag)).toEqual(["hid_it", "gave_it"]);
  });

  it("[CA6501] is told on behind it, and keeps what is no way as it stands", () => {
    const { choices, told } = readBeat(
      `Choice:\n- Hide it: ${NODS}\n- Hand it over to Osk: ${BLOWS}\n\nThe bell goes.`,
    );
    expect(choices).toHaveLength(2);
    expect(told.at(-1)).toBe("The bell goes.");
    const things = readBeat("On the table:\n- A knife. It is old.\n- A cup. It is full.");
    expect(things.choices).toEqual([]);
    const one = readBeat(`Choice:\n- Hide it: ${NODS}`);
    expect(one.choices.length).toBeLessThan(2);
  });

  it("[CA6501] holds up where every beat has its label", () => {
    const texts = [1, 2, 3].map((n) =>
      beat(`b${n}`, `${scene}\n\nChoice:\n- Hide it: ${NODS}\n- Hand it over to Osk: ${BLOWS}`),
    );
    for (const { choices } of readSmall({ npcs, beats: texts }).reading.beats)
      expect(choices.map(({ result }) => result)).toEqual([NODS, BLOWS]);
  });

  it("[CA6501] says a way in its own quotation marks", () => {
    const { choices } = readBeat(`Choice:\n- Sign it "for B. Amsler": ${NODS}\n- Sign your own name: ${BLOWS}`);
    expect(choices.map(({ text }) => text)).toEqual(['sign it "for B. Amsler"', "sign your own name"]);
  });
});

describe("what comes of a way", () => {
  it("[CA6502] is said of the player sentence by sentence", () => {
    const beats = [1, 2, 3].map((n) =>
      beat(
        `b${n}`,
        `${scene} Osk Tarn makes the Temp count.\n\nChoice:\n- Write it down: The Temp puts a figure. Osk says "Thank you," and means it.\n- Leave it: The Temp unscrews it from the sill. He frowns.`,
        { consequences: ["The Temp knows the figure", "The Temp owes Osk"] },
      ),
    );
    const [first] = readSmall({ npcs, beats }).reading.beats;
    expect(first?.told.at(-1)).toBe("Osk Tarn makes you count.");
    expect(first?.choices.map(({ result }) => result)).toEqual([
      'You put a figure. Osk says "Thank you," and means it.',
      "You unscrew it from the sill. He frowns.",
    ]);
  });
});

describe("a question to the player", () => {
  const ways = (text: string): readonly string[] => {
    const [found] = readSmall({ npcs, beats: [beat("b0", `Rain on the shed. Osk Tarn waits for you. ${text}`)] })
      .reading.beats;
    return [...(found?.decisions ?? []), ...(found?.choices ?? []).map((one) => one.text)];
  };

  it.each<[string, readonly string[]]>([
    ["Whom do you believe, Osk or Ada?", ["believe Osk", "believe Ada"]],
    ["Whom do you give it to, Osk or Ada?", ["give it to Osk", "give it to Ada"]],
    ["Whose side do you take, Osk’s or Ada’s?", ["take Osk’s side", "take Ada’s side"]],
    ["Which do you take, the lamp or the rope?", ["take the lamp", "take the rope"]],
    ["Who goes first, you or Osk?", ["go first", "let Osk go first"]],
    ["Where do you sleep: in the loft, or by the fire?", ["sleep in the loft", "sleep by the fire"]],
    ["Whether to tell Ada, or to keep it from her, was your affair.", ["tell Ada", "keep it from her"]],
    [
      "There are two ways to answer him: with the truth, or with a joke.",
      ["answer him with the truth", "answer him with a joke"],
    ],
    ["You could have gone to Ada with it, or you could have burnt it.", ["go to Ada with it", "burn it"]],
  ])("[CA6503] names its ways in many forms: %s", (text, expected) => {
    expect(ways(text)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    [
      "Do you count it out aloud, in ten heaps, one for each of the dead? Or do you count it in one, for the boat?",
      ["count it out aloud, in ten heaps", "count it in one, for the boat"],
    ],
    [
      "Do you say, go in and lay all of it on her table? Or do you say nothing, and let her run on?",
      ["say “Go in and lay all of it on her table”", "say nothing and let her run on"],
    ],
    ["If you hid it, Osk nodded. If you handed it over to Osk, he blew it out.", ["hide it", "hand it over to Osk"]],
  ])("[CA6504] keeps what makes a way another: %s", (text, expected) => {
    expect(ways(text)).toEqual(expected);
  });

  it.each<[string, readonly string[]]>([
    ["It was for you to say whether the seal was broken.", ["break the seal", "decide not to break the seal"]],
    ["You had until the bell to make up your mind whether to sign or not.", ["sign", "decide not to sign"]],
    [
      "Osk left it to you: the bridge, which was watched, or the ford, which was deep.",
      ["choose the bridge", "choose the ford"],
    ],
    ["You weighed it: tell Ada, or wait.", ["tell Ada", "wait"]],
    ["The choice was between Osk and the boat.", ["choose Osk", "choose the boat"]],
  ])("[CA6505] is put in the past as well: %s", (text, expected) => {
    expect(ways(text)).toEqual(expected);
  });
});
