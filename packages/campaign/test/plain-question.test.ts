import { describe, expect, it } from "vitest";
import { alternativesIn, ofLoneQuestion, permittedIn } from "../src/reading/decisions/alternatives.js";
import { readDecisions } from "../src/reading/decisions/options.js";
import { beat, person, readSmall } from "./support/small-story.js";

describe("what is put to the player in other words", () => {
  it.each([
    ["Whether you go up to the loft, or whether you stay, is for you to say.", ["go up to the loft", "stay"]],
    ["Does she get the key, or does Rob?", ["let her get the key", "let Rob get the key"]],
    ["Are you going in, or are you going home?", ["go in", "go home"]],
    ["So are you going to sign, or are you going to wait?", ["sign", "wait"]],
    ["What will you do, run or stay?", ["run", "stay"]],
    ["Would you rather tell him, or have him find out?", ["tell him", "have him find out"]],
    ["Maybe you speak up, maybe you let it lie.", ["speak up", "let it lie"]],
    ["Either you give him the rope or you cut it.", ["give him the rope", "cut it"]],
    ["She wants to know if you'll come or stay.", ["come", "stay"]],
    ["You might take him over tonight, or not.", ["take him over tonight", "decide not to take him over tonight"]],
    ["It's for you to say whether she goes.", ["let her go", "decide not to let her go"]],
    [
      "Will you take him away, bring him to the hall, or let him choose?",
      ["take him away", "bring him to the hall", "let him choose"],
    ],
    ["Do you pay, steal it, or swear a complaint, so that the law can look?", ["pay", "steal it", "swear a complaint"]],
  ])("[CA1651] %s", (sentence, ways) => {
    expect(alternativesIn(sentence)).toEqual(ways);
  });

  it.each([
    [
      "You could say, lightly, that it is strange; you could keep your eyes on him; or you could lay it straight.",
      ["say that it is strange", "keep your eyes on him", "lay it straight"],
    ],
    [
      "You might stand, and say it; you might go and sit by him; you might, since somebody has begun a polka, dance.",
      ["stand and say it", "go and sit by him", "dance"],
    ],
    ["You may drink his tea; or lay the page upon the book.", ["drink his tea", "lay the page upon the book"]],
  ])("[CA1665] %s", (sentence, ways) => {
    expect(permittedIn(sentence)).toEqual(ways);
  });

  it.each([
    [
      "You may render each faithfully, and let them be horrified; or smooth it, and learn the price; or wait.",
      ["render each faithfully and let them be horrified", "smooth it and learn the price", "wait"],
    ],
    [
      "You may have the one quietly, or the other in front of everybody.",
      ["have the one quietly", "have the other in front of everybody"],
    ],
    [
      "You could sew it into your coat; carry it to Dona Osk; or to Rob.",
      ["sew it into your coat", "carry it to Dona Osk", "carry it to Rob"],
    ],
    [
      "You may keep hold of it; or give the rope, without a word, to the boy from below.",
      ["keep hold of it", "give the rope to the boy from below"],
    ],
    [
      "You can put your palm on the comb, if you have the nerve, or lie down by Nina and listen, or ask what they think.",
      ["put your palm on the comb", "lie down by Nina and listen", "ask what they think"],
    ],
    ["You might ring Osk, unless it is too late, or walk down to the weir.", ["ring Osk", "walk down to the weir"]],
    ["You may have a cold, or a fever.", []],
  ])("[CA1676] %s", (sentence, ways) => {
    expect(permittedIn(sentence)).toEqual(ways);
  });

  it("[CA1676] whose it is to do a thing is asked of the player", () => {
    expect(alternativesIn("Whose is it to keep tonight, yours or hers?")).toEqual([
      "keep it tonight",
      "let her keep it tonight",
    ]);
    expect(alternativesIn("Whose is it to open, Osk's or yours?")).toEqual(["let Osk open it", "open it"]);
  });

  it("[CA3500] a thing that is chosen to be left, or sent, is left or sent", () => {
    expect(alternativesIn("You must choose what to leave: a name, a week of your life, or the ring.")).toEqual([
      "leave a name",
      "leave a week of your life",
      "leave the ring",
    ]);
    expect(alternativesIn("You must decide which to send: the rope or the letter.")).toEqual([
      "send the rope",
      "send the letter",
    ]);
  });

  it.each([
    [
      "Does Osk open the gate, and are you on the step or inside with him?",
      ["stand on the step", "stand inside with Osk"],
    ],
    ["Are you behind the counter or at the door?", ["stand behind the counter", "stand at the door"]],
    ["Does the porter come, and are you upstairs or outside with him?", ["stand upstairs", "stand outside with him"]],
  ])("[CA3501] %s", (sentence, ways) => {
    expect(alternativesIn(sentence)).toEqual(ways);
  });

  it("[CA3501] asks nobody where they are who is afraid or hungry", () => {
    expect(alternativesIn("Are you hungry or tired?")).toEqual([]);
  });

  it("[CA3502] ways that a sentence numbers are put by the question which of them it is to be", () => {
    const put = (...sentences: string[]) => readDecisions(sentences);
    const motions = "The motions are: (1) sell the mill, (2) burn the mill, and (3) wait a year.";
    const asked = put(motions, "Osk coughs.", "Which motion do you speak for?");
    expect(asked.decisions).toEqual([
      "speak for selling the mill",
      "speak for burning the mill",
      "speak for waiting a year",
    ]);
    expect([...asked.taken]).toEqual([2]);
    expect(put("There are 1) the low road, 2) the ferry.", "Which do you take?").decisions).toEqual([
      "take the low road",
      "take the ferry",
    ]);
    expect(put("It says: a) open the lid, b) count the coins.", "Which will you do?").decisions).toEqual([
      "open the lid",
      "count the coins",
    ]);
    expect(put(motions, "Osk coughs.").decisions).toEqual([]);
    expect(put("Osk has (1) a mule and (2) a debt.", "Which motion do you speak for?").decisions).not.toContain(
      "a mule",
    );
  });

  it("[CA1668] what a consequence leaves open is put where nothing else is", () => {
    const open = (description: string, consequences: readonly string[]) =>
      readSmall({
        npcs: [person("Osk", "Printer")],
        beats: [beat("b1", description, { consequences: [...consequences] })],
      }).reading.beats[0]?.decisions;
    const brought = ["The three are brought down by the ridge or by the ramp"];
    expect(open("Osk waits.", brought)).toEqual([
      "bring the three down by the ridge",
      "bring the three down by the ramp",
    ]);
    expect(open("Osk waits.", ["The hut is open, or is passed by"])).toEqual([]);
    expect(open("Osk waits. Will you stay, or go?", brought)).toEqual(["stay", "go"]);
  });

  it("[CA1669] deeds side by side behind labels are put", () => {
    const put = (...sentences: string[]) => readDecisions(["The case is open.", ...sentences]);
    expect(
      put("See: ask her, with the case open between you, who coloured it.", "See also: ask nothing, and go and read.")
        .decisions,
    ).toEqual(["ask her, with the case open between you, who coloured it", "ask nothing, and go and read"]);
    expect(put("A) Go up.", "B) Stay.").decisions).toEqual(["go up", "stay"]);
    // The author's words stand whole where they are few enough, and what is cut of more is not what is done.
    expect(
      put(
        "See: ask Osk, plainly, to let you look into it.",
        "See also: say nothing, take the ledgers upstairs, and look into it anyway.",
      ).decisions,
    ).toEqual([
      "ask Osk, plainly, to let you look into it",
      "say nothing, take the ledgers upstairs, and look into it anyway",
    ]);
    expect(
      put(
        "See: take the ledger to the Inspector tonight.",
        "See also: tell her that she shall be the one to carry it, or not, and say good night.",
      ).decisions,
    ).toEqual(["take the ledger to the Inspector tonight", "tell her that she shall be the one to carry it"]);
    expect(
      put(
        "First: say, as the two of you walk round by the river, and smiling, that the heron was never shown.",
        "Second: wait.",
      ).decisions,
    ).toEqual(["say that the heron was never shown", "wait"]);
    // One label alone, and labels of things, put nothing.
    expect(put("See: ask her who coloured it.").decisions).toEqual([]);
    expect(put("Height: nine feet.", "Colour: green.").decisions).toEqual([]);
  });

  const puts = (description: string, outcomes: readonly string[] = []): readonly string[] => {
    const read = readOne(description, outcomes);
    return [...(read?.decisions ?? []), ...(read?.choices ?? []).map(({ text }) => text)];
  };

  it.each([
    [
      "The ledger is open. See: ask Osk, plainly, to let you read it. See also: say nothing, take the lamp down, and read it anyway.",
      ["ask Osk, plainly, to let you read it", "say nothing, take the lamp down, and read it anyway"],
    ],
    [
      "Osk waits.\n\n- Sign it, and give him the key. He bows.\n- Sign it without the hill. He reads it twice.\n- Refuse. He goes home.",
      ["sign it, and give him the key", "sign it without the hill", "refuse"],
    ],
    // What comes of a deed, and why or when it is done, is no part of it.
    ["Osk waits.\n\n- Knock twice, and Osk turns the lamp down.\n- Wait. He comes.", ["knock twice", "wait"]],
    ["Will you tell him, since he asks, or hide it?", ["tell him", "hide it"]],
    ["Will you speak, to hush it, or to leave it alone?", ["speak", "hush it", "leave it alone"]],
  ])("[CA1670] keeps what tells a short deed from another: %s", (description, ways) => {
    expect(puts(description)).toEqual(ways);
  });

  it("[CA1670] keeps what tells an outcome from another", () => {
    const read = readOne("Osk asks that it be read.", [
      "Read in, with a note upon the margin. Osk bowed.",
      "Read in whole. Osk smiled.",
      "Refused. Osk left.",
    ]);
    expect(read?.outcomes?.map(({ chosen }) => chosen)).toEqual([
      ["read it in, with a note upon the margin"],
      ["read it in whole"],
      ["refuse it"],
    ]);
  });

  it.each([
    [
      "So now you have the ticket in your pocket, and you can lay it on the table between the cups, or you can leave it where it is and talk of the rain.",
      ["lay the ticket on the table between the cups", "leave the ticket where it is and talk of the rain"],
    ],
    ["A whistle goes in the yard. Will you answer it, or go down to Osk?", ["answer the whistle", "go down to Osk"]],
    [
      "Osk waits.\n\n- Show her the proof, alone. She reads it.\n- Show it to the crowd. They turn on her.",
      ["show her the proof", "show the proof to the crowd"],
    ],
    // Two things could be meant, or none that can be held.
    ["Osk puts the lamp down by the door. Will you take it, or go?", ["take the lamp", "go"]],
    ["Osk has a lamp and holds a spade. Will you take it, or go?", ["take it", "go"]],
    ["The crack is by the rim. Do you take it down, or wait?", ["take it down", "wait"]],
    ["Osk never had the courage to show the leaf. Will you take it to Dot, or wait?", ["take it to Dot", "wait"]],
  ])("[CA1671] has a noun for what can only be one thing: %s", (description, ways) => {
    expect(puts(description)).toEqual(ways);
  });

  it("[CA1672] what is not done beside other ways is none", () => {
    expect(
      puts("You can open the box, or you can ask Osk about something else. Will you tell him what you know?"),
    ).toEqual(["tell him what you know", "open the box", "ask Osk about something else"]);
    expect(puts("Osk waits. Will you tell him what you know?")).toEqual([
      "tell him what you know",
      "decide not to tell him what you know",
    ]);
  });

  it("[CA1673] an entry of a list is one deed with how it is done, or with what is done instead", () => {
    const read = readOne(
      "Osk waits.\n\n- Cover for him: shout that the lock is choked. He remembers it.\n- Do not turn. Run for the weir. It holds.\n- Say nothing. They shout.",
      [],
    );
    expect(read?.choices.map(({ text, result }) => [text, result])).toEqual([
      ["cover for him and shout that the lock is choked", "He remembers it."],
      ["run for the weir", "It holds."],
      ["say nothing", "They shout."],
    ]);
  });

  it("[CA1674] names a way of one word as its outcome does", () => {
    const ways = puts("A bell goes at bed nine. Will you stay, or go?", [
      "You stay. He says more.",
      "You go to bed nine and catch him.",
    ]);
    expect(ways).toEqual(["stay", "go to bed nine"]);
  });

  it.each([
    ["You could ask him, plainly, to let you in.", "ask him to let you in"],
    [
      "You could say at once, and smiling, that the heron was never shown.",
      "say at once that the heron was never shown",
    ],
    ["You could spare her, and borrow the programme.", "spare her and borrow the programme"],
    ["You could thank him for the heron, and write it on a slip.", "thank him for the heron and write it on a slip"],
    ["You could take his arm, and the moment passes.", "take his arm"],
  ])("[CA1675] what stands between commas is left out, and what is done besides is kept: %s", (sentence, way) => {
    const { choices, decisions } = readDecisions(["The case is open.", sentence, "You could also wait for Osk."]);
    expect([...choices.map(({ text }) => text), ...decisions]).toEqual([way, "wait for Osk"]);
  });

  it("[CA1666] why a deed is done is no part of it", () => {
    expect(alternativesIn("Will you lift because the water has begun to turn, or wait?")).toEqual(["lift", "wait"]);
  });

  it("[CA1664] what somebody else does is no choice", () => {
    const read = readOne(
      "Osk Tarn pours you tea and remarks that he knows a man's walk, that it is the last thing they change; that he sent a child once, and that he ought to have gone. You may drink his tea; or go.",
    );
    expect(read?.choices.map(({ text }) => text)).toEqual(["drink his tea", "go"]);
    expect(read?.told[0]).toContain("pours you tea");
  });

  it.each([
    ["Will you tell her what you know?", "tell her what you know"],
    ["And do you open it?", "open it"],
    ["He asks if you will take him over.", "take him over"],
  ])("[CA1652] one question puts it to do or to leave: %s", (sentence, way) => {
    expect(ofLoneQuestion(sentence)).toEqual([way, `decide not to ${way}`]);
  });

  it.each([
    "Do you see it?",
    "Do you want some tea?",
    "Will you be warm enough?",
    "Do you remember the boat?",
    "“Will you open it?” she says.",
    "Can you believe it?",
    "Will he open it?",
    "He asks if it will rain.",
  ])("[CA1652] no deed is put by %s", (sentence) => {
    expect(ofLoneQuestion(sentence)).toEqual([]);
  });

  const deeds = (description: string): readonly string[] => {
    const { reading } = readSmall({ npcs: [person("Osk", "Printer")], beats: [beat("b1", description)] });
    const [first] = reading.beats;
    return [
      ...(first?.decisions ?? []),
      ...(first?.choices ?? []).filter(({ asks }) => asks === undefined).map(({ text }) => text),
    ];
  };

  it("[CA1653] a question with its answers in it puts all of them, and is not told", () => {
    expect(deeds("Osk waits. Do you float after the cable, or follow the cook, or just hold the bag for Osk?")).toEqual(
      ["float after the cable", "follow the cook", "hold the bag for Osk"],
    );
    expect(deeds("Osk waits. Will you answer it, or will you go down to him first?")).toEqual([
      "answer it",
      "go down to him first",
    ]);
    expect(
      deeds("Osk waits. Will you write down everything: the note and the name? Will you write *Slept well*?"),
    ).toEqual(["write down everything", "write “Slept well”"]);
    expect(deeds("You’re not to give him one. It is up to you whether you do.")).toEqual([]);
  });

  const readOne = (description: string, outcomes: readonly string[] = []) =>
    readSmall({
      npcs: [person("Osk", "Printer")],
      beats: [beat("b1", description, { outcomes: outcomes.map((text) => ({ description: text, probability: 0.5 })) })],
    }).reading.beats[0];

  it("[CA1656] outcomes answer what their beat puts", () => {
    const file = "Osk waits. Will you say you'll find the file, or will you tell him that it isn't your business?";
    expect(
      readOne(file, [
        "You say it isn't your business. Osk pours.",
        "You promise him the file. He writes.",
      ])?.outcomes?.map(({ chosen }) => chosen),
    ).toEqual([["tell him that it isn't your business"], ["say you'll find the file"]]);
    const pen = "Osk waits. It is up to you whether you fetch a pen.";
    expect(
      readOne(pen, ["You fetch the pen. He signs.", "You don't write it down. He nods."])?.outcomes?.map(
        ({ chosen }) => chosen,
      ),
    ).toEqual([["fetch a pen"], ["decide not to fetch a pen"]]);
    // What the beat does not put itself, its outcomes do.
    expect(readOne("Osk waits.", ["You sing. He nods.", "You dance. He nods."])?.outcomes?.[0]?.chosen).toEqual([
      "sing",
    ]);
  });

  it("[CA1657] what speaks of the ways is not told", () => {
    const read = readOne("Osk waits. Will you stay, or will you go? He will believe either.");
    expect(read?.told).toEqual(["Osk waits."]);
    const other = readOne("Osk waits. Will you stay, or will you go? Whichever you don't do, Anna does, and laughs.");
    expect(other?.choices.map(({ result }) => result)).toEqual(Array(2).fill("Anna does the other, and laughs."));
  });

  it("[CA1658] emphasis that holds several sentences leaves no mark in the middle of any", () => {
    expect(readOne("Osk reads. *Slept. Ate well.* The hands change. A *big* lamp.")?.told).toEqual([
      "Osk reads.",
      "Slept.",
      "Ate well.",
      "The hands change.",
      "A big lamp.",
    ]);
  });

  it("[CA1661] outcomes that are all deeds of the player's are chosen, in whatever form", () => {
    const chosen = (description: string, outcomes: readonly string[]) =>
      readOne(description, outcomes)?.outcomes?.map((one) => one.chosen ?? []);
    expect(chosen("Osk asks that it be read.", ["Entered as held. The chain stayed.", "Refused. Osk left."])).toEqual([
      ["enter it as held"],
      ["refuse it"],
    ]);
    expect(
      chosen("Here are the high road and the moss.", ["The high road. It was long.", "The moss. It bore."]),
    ).toEqual([["choose the high road"], ["choose the moss"]]);
    expect(chosen("Osk waits.", ["The player swore the oath. Osk bowed.", "The player rode on. Osk left."])).toEqual([
      ["swear the oath"],
      ["ride on"],
    ]);
    // Where one of them only happens, none that is no sentence is anybody's deed.
    expect(chosen("Osk waits.", ["Entered as held. The chain stayed.", "Osk rode away."])).toEqual([[], []]);
  });

  it("[CA1662] whom the premise makes the player, the beats do", () => {
    const { reading } = readSmall({
      premise: "A clerk would keep the roll. The player was that clerk.",
      npcs: [person("Osk", "Printer")],
      beats: ["Osk handed the clerk the roll.", "The clerk read it to Osk.", "Osk asked the clerk for the knife."].map(
        (text, at) => beat(`b${at}`, text),
      ),
    });
    expect(reading.beats.flatMap(({ told }) => told)).toEqual([
      "Osk handed you the roll.",
      "You read it to Osk.",
      "Osk asked you for the knife.",
    ]);
  });
});
