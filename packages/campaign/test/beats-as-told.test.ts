// SPEC.md CA5700 to CA5719: what of a beat and of an ending is told, what is a note to its teller, and what is left to the player.
import { describe, expect, it } from "vitest";
import { awaitedOptions } from "../src/reading/decisions/awaited-options.js";
import { asOpen } from "../src/reading/decisions/done-otherwise.js";
import { withoutCases } from "../src/reading/ending-cases.js";
import { plainly } from "../src/reading/told-plainly.js";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk Tarn", "Ferryman"), person("Ada Wren", "Clerk")];
const beatsOf = (beats: readonly ReturnType<typeof beat>[]) => readSmall({ npcs, beats: [...beats] }).reading.beats;
const readBeat = (text: string, more: object = {}) => {
  const [found] = beatsOf([beat("b0", text, more)]);
  if (found === undefined) throw new Error("no beat");
  return found;
};
const waysOf = (text: string, more: object = {}) =>
  readBeat(text, more).choices.map(({ text: way, result }) => (result === undefined ? way : `${way} => ${result}`));

describe("the tags of what is put", () => {
  const deed = (tag: string) => ({ tag, opens: [] });

  it("[CA5700] are those of which each shares words with one way alone", () => {
    const ways = ["run off a slip with his name", "say nothing", "take Ada her page, and leave it to her"];
    const tags = ["print_the_slip", "say_nothing", "give_ada_the_page"];
    expect(awaitedOptions(ways, tags.map(deed))).toEqual(tags);
    // One tag alone, or words that two ways have, tell nothing.
    expect(awaitedOptions(ways, [deed("print_the_slip")])).toEqual([undefined, undefined, undefined]);
    expect(awaitedOptions(["fold the slip", "cut the slip"], [deed("print_the_slip"), deed("burn_it")])).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("[CA5700] of three are what is left, where the others are known", () => {
    const ways = ["ring the bell", "mend the boat", "go home"];
    expect(awaitedOptions(ways, ["ring_the_bell", "mend_the_boat", "walk_out_of_it"].map(deed))).toEqual([
      "ring_the_bell",
      "mend_the_boat",
      "walk_out_of_it",
    ]);
  });
});

describe("a paragraph that begins with what is read aloud", () => {
  it("[CA5701] is told on up to the teller's label, without quotation marks", () => {
    const { told } = readBeat(
      'READ ALOUD: "Monday, noon. The line leans over, says a voice." Ada Wren pours. Osk drinks at once. TELLER: let Osk say the time twice. Do not let him laugh.',
    );
    expect(told).toEqual([
      "Monday, noon.",
      "The line leans over, says a voice.",
      "Ada Wren pours.",
      "Osk drinks at once.",
    ]);
  });
});

describe("an ending", () => {
  it.each([
    ["Ada thanks you. If you gave it to Osk, he has locked it up. He thinks of it.", "Ada thanks you."],
    ["If Osk was told no, he stays. If he was told nothing, he isn't here.", ""],
    ["If you signed it the shirts are green. If you didn't, they're brown. Ada sleeps.", "Ada sleeps."],
    ["If you had been there you would have seen it.", "If you had been there you would have seen it."],
    ["If you want it to have leaves you must wait.", "If you want it to have leaves you must wait."],
    ["“If you gave it away, say so,” says Osk.", "“If you gave it away, say so,” says Osk."],
    ["Tell the last scene at a fire, and let Ada be there. It rains.", "It rains."],
  ])("[CA5702] is told without what holds in one case alone: %s", (given, told) => {
    expect(withoutCases(given)).toBe(told);
  });

  it("[CA5702] is told without when it is reached", () => {
    const body =
      "*If nothing was said by Saturday (beat ten).*\n\nThe programmes go out. The band plays. Nobody weeps.";
    const { endings } = readSmall({ endings: [{ id: "e", title: "The End", body }] }).reading;
    expect(endings[0]?.paragraphs ?? []).not.toContainEqual(expect.stringContaining("beat ten"));
    const other = "This is how it ends if nothing is said, which is how most things end.\n\nThe oven is lit.";
    expect(readSmall({ endings: [{ id: "e", title: "The End", body: other }] }).reading.endings[0]?.paragraphs).toEqual(
      ["The oven is lit."],
    );
  });
});

describe("a sentence that is half a note", () => {
  it.each([
    ["Either he's given in or he has caught you; in both cases he's crying.", "He's crying."],
    ["Osk or Ada, one of them, is out in it.", "One of them, Osk or Ada, is out in it."],
    ["Decision: his card, five pounds with it.", "His card, five pounds with it."],
    ["Then: it may have been honey.", "It may have been honey."],
    ["Tuesday, 02:31 (it comes again on Wednesday, if they missed it).", "Tuesday, 02:31."],
    ["Either she sings or she weeps.", "Either she sings or she weeps."],
    ["Osk (the ferryman) waits.", "Osk (the ferryman) waits."],
  ])("[CA5703] is told plainly: %s", (given, told) => {
    expect(plainly(given)).toBe(told);
  });

  it("[CA5704] that counts something for a deed puts the deed", () => {
    const read = readBeat("Ada Wren has a sheet and a chest. Take it with her before the bus: count goes up by one.");
    expect(read.choices.map(({ text }) => text)).toContain("take the sheet with her before the bus");
    expect(read.told).toEqual(["Ada Wren has a sheet and a chest."]);
  });
});

it("[CA5704] what only whoever does something finds comes of that deed, and so does a teller's case", () => {
  const text =
    'READ ALOUD: "There is a scar." Osk Tarn waits. TELLER: he says ten past two. But the bell has a disc in it, pricked once. That is sixty. Only somebody who opens the bell sees it. If the player gives him the key back he will take them to the bay.';
  expect(waysOf(text)).toEqual([
    "give him the key back => He takes you to the bay",
    "open the bell => The bell has a disc in it, pricked once. That is sixty.",
  ]);
});

describe("a beat that waits for a deed", () => {
  const after = { conditions: { player_choice: "look_under_the_lip" } };

  it("[CA5705] opens with the deed as done", () => {
    expect(
      readBeat("If you crawl in at night and look up: lettering, half gone. Osk Tarn reads the date.", after).told,
    ).toEqual(["You crawl in at night and look up: lettering, half gone.", "Osk Tarn reads the date."]);
    const follow = { conditions: { player_choice: "follow_the_ferret" } };
    expect(readBeat("Follow the bell. Osk Tarn comes up.", follow).told[0]).toBe("You follow the bell.");
    expect(readBeat("Follow the bell. Osk Tarn comes up.").told[0]).not.toBe("You follow the bell.");
    const road = { conditions: { player_choice: "take_the_south_road" } };
    expect(readBeat("The south road. Osk Tarn walks.", road).told[0]).not.toMatch(/^You/u);
    // Of two cases neither has been done.
    expect(readBeat("If you look, Osk laughs. If you don't, he sulks.", after).told).not.toContain("You look.");
  });
});

it("[CA5706] a line waits for what the player was like, behind when it is said", () => {
  const cues = ["At the door, if you have been kind", "After the soup, when you have been honest", "At the door"];
  const { moments } = readBeat("Osk Tarn waits.", {
    dialogue: cues.map((context, at) => ({ speaker: "Osk Tarn", line: `Line ${at}.`, context })),
  });
  expect(moments[0]?.lines.map(({ cue }) => cue?.kind)).toEqual(["condition", "condition", "moment"]);
});

it("[CA5707] tells what happens behind a decision when it is made", () => {
  expect(
    waysOf(
      "Osk Tarn asks you aboard. Decide: take the envelope, send him off, or ask him to stay. Then he rides on ahead.",
    ),
  ).toEqual([
    "take the envelope => He rides on ahead.",
    "send him off => He rides on ahead.",
    "ask him to stay => He rides on ahead.",
  ]);
  expect(
    waysOf("Ada Wren waits. Decision: Take the left road. Take the right road. She will argue. She will go."),
  ).toEqual(["take the left road => She argues. She goes.", "take the right road => She argues. She goes."]);
});

describe("the hero, the party", () => {
  const texts = [
    "Ada Wren received the hero in the gate room.",
    "The party lost the trail at the first pines. Osk Tarn asked them what they wanted. The ranger showed them the prints. They led down.",
    "The hero carried the lamp up. Ada Wren took the oath off the hero.",
    "As the hero looked, it rose.",
  ];

  it("[CA5708] is the player, where beats say so and never you", () => {
    const [first, , third] = beatsOf(texts.map((text, at) => beat(`b${at}`, text)));
    expect(first?.told).toEqual(["Ada Wren received you in the gate room."]);
    expect(third?.told).toEqual(["You carried the lamp up.", "Ada Wren took the oath off you."]);
    const addressed = beatsOf(
      ["You see the hero.", "You like the hero.", "The hero waves to you."].map((text, at) => beat(`b${at}`, text)),
    );
    expect(addressed[0]?.told).toEqual(["You see the hero."]);
  });

  it("[CA5710] is they as well, and what others are stays theirs", () => {
    const [, second] = beatsOf(texts.map((text, at) => beat(`b${at}`, text)));
    expect(second?.told).toEqual([
      "You lost the trail at the first pines.",
      "Osk Tarn asked you what you wanted.",
      "The ranger showed you the prints.",
      "They led down.",
    ]);
  });
});

describe("several things of which one is done", () => {
  it.each<[string, readonly string[] | undefined]>([
    [
      "You could have talked the crowd down, or stood with them; and whichever it was, Ada watched.",
      ["You could talk the crowd down, or stand with them.", "Whichever you did, Ada watched."],
    ],
    [
      "You fought them, or bluffed them, or went under the chains; Osk bit the sergeant.",
      ["You could fight them, or bluff them, or go under the chains.", "Osk bit the sergeant."],
    ],
    [
      "When you had sworn the oath, or had refused to swear and gone anyway, Ada gave you a pass.",
      ["You could swear the oath, or refuse to swear and go anyway.", "Whichever you did, Ada gave you a pass."],
    ],
    [
      "He could have forgiven her or not; he looked to you first.",
      ["You could ask him to forgive her, or ask him not to forgive her.", "He looked to you first."],
    ],
    ["You name Osk, or Ada, or Crane.", ["You could name Osk, or name Ada, or name Crane."]],
    ["You saw a man, or heard one.", undefined],
    ["He could have gone or not.", undefined],
    ["You took the bread and the salt.", undefined],
  ])("[CA5709] is left to the player: %s", (given, open) => {
    expect(asOpen(given)).toEqual(open);
  });

  it("[CA5709] has what comes of any of them behind each", () => {
    expect(
      waysOf(
        "A crowd waits. The player could have talked it down, or stood with it; and whichever it was, Ada Wren watched.",
      ),
    ).toEqual(["talk it down => Ada Wren watched.", "stand with it => Ada Wren watched."]);
  });
});

it("[CA5711] a reason for what could be done is nothing that comes of it", () => {
  expect(
    readBeat(
      "Osk waits. You could ask Ada now, since nobody has said it, and the silence is as loud as a clock. Or you could eat.",
    ).decisions,
  ).toEqual(["ask Ada now", "eat"]);
});

describe("whom a paragraph of a beat addresses", () => {
  it("[CA5712] is not the teller where it only says what you do not say, or what you could let somebody do", () => {
    const text =
      'Osk Tarn looks. And when you do not answer he says, "Well?" You could be there when he does it, or you could let him come and say so.';
    expect(readBeat(text).told).toContainEqual(expect.stringContaining("when you do not answer"));
    const teller = "Osk Tarn looks. Do not tell them why. Let them find it.";
    expect(readBeat(`Ada Wren sleeps.\n\n${teller}`).told).toEqual(["Ada Wren sleeps."]);
  });

  it("[CA5713] is the player below lines of labels that head nothing told", () => {
    const heads = ["When: Day 1.\nWhere: The Quay.\nWho: Osk and Ada.", "When: Day 2.\nWhere: The Mill.\nWho: Ada."];
    const beats = beatsOf(
      heads.map((head, at) => beat(`b${at}`, `${head}\n\nThe gulls come down. Ada Wren sings.\n\nIt is late.`)),
    );
    for (const { told } of beats) expect(told).toEqual(["The gulls come down.", "Ada Wren sings.", "It is late."]);
  });
});

it("[CA5714] a thing with a name that has and holds is not the player", () => {
  const consequences = ["The Post Book has the first stamp", "The Post Book has a blot", "The Post Book holds a page"];
  const [first] = beatsOf([beat("b0", "The Post Book is gone!", { consequences })]);
  expect(first?.told).toEqual(["The Post Book is gone!"]);
});

it("[CA5922] a thing that has, holds and keeps is not the player, where it never knows anything", () => {
  const of = (consequences: readonly string[]) =>
    beatsOf([beat("b0", "Ada Wren put the register down. The gulls come.", { consequences })])[0]?.told.join(" ");
  expect(of(["The register has a line", "The register holds a name", "The register keeps a lie"])).toContain(
    "put the register down",
  );
  expect(of(["The register has a line", "The register knows a name", "The register owes a debt"])).not.toContain(
    "the register",
  );
});

describe("the answer of a riddle", () => {
  it("[CA5715] in brackets of its own is its teller's", () => {
    expect(readBeat('Osk Tarn asks: "What am I?" (It is a letter. It is late.) The herons listen.').told).toEqual([
      'Osk Tarn asks: "What am I?"',
      "The herons listen.",
    ]);
    expect(readBeat("Osk Tarn waits. (It is a cold day.) The herons listen.").told).toContainEqual(
      expect.stringContaining("cold day"),
    );
  });
});

describe("a question that a beat leaves with the player", () => {
  it.each<[string, readonly string[]]>([
    ['Ada Wren says, "Find me my part." What do you tell her?', ["say yes", "say no"]],
    ["Ada Wren knits. What do you tell her?", []],
    [
      "Ada Wren knits. If she asks you what you would do, what do you say?",
      ["say what you would do", "say that it is not for you to say"],
    ],
    [
      "Osk Tarn goes left. Ada Wren goes right. Who do you follow off the platform?",
      ["follow Ada Wren off the platform", "follow Osk Tarn off the platform"],
    ],
    ["A letter lies there. What shall we do with it?", ["keep it", "give it up"]],
    ["Do you burn the letter, or keep it? What do you tell her?", ["burn the letter", "keep the letter"]],
  ])("[CA5716] has natural answers: %s", (text, ways) => {
    expect(readBeat(text).decisions).toEqual(ways);
  });

  it("[CA5717] is answered both ways where it is left with whether", () => {
    expect(readBeat("Osk Tarn waits. Decide what you tell Ada, and whether she rides along.").decisions).toEqual([
      "let her ride along",
      "refuse to let her ride along",
    ]);
    expect(
      readBeat("Ada knits. It is for you to say how much she is to hear: the cards, or only that he was fond of her.")
        .decisions,
    ).toEqual(["tell her of the cards", "tell her only that he was fond of her"]);
  });
});

it("[CA5718] what depends on what was decided is a note, and what it does not change is told", () => {
  expect(
    readBeat(
      "The town is out. What happens next depends on what was chosen at the buoy. Whatever it was, there is cake.",
    ).told,
  ).toEqual(["The town is out.", "There is cake."]);
  expect(readBeat("There are clues, if you look twice: wet footprints, and a crust.").told).toEqual([
    "There are clues: wet footprints, and a crust.",
  ]);
});

it("[CA5719] a line of a script that stands in quotation marks has them once, and one named in the text speaks as well", () => {
  expect(
    readBeat(
      'The coroner, Dr. Amos Teale, sits.\n\nADA: "Go ahead. (beat) He said, \'Come.\' I went."\n\nTEALE: "By whose act?"',
    ).told,
  ).toEqual([
    "The coroner, Dr. Amos Teale, sits.",
    "“Go ahead. He said, 'Come.' I went,” says Ada.",
    "“By whose act?” says Teale.",
  ]);
});
