import type { PlotBeat } from "@narratoria/protocol/contracts";
import { infinitive } from "@narratoria/protocol/english";
import { describe, expect, it } from "vitest";
import { cueOf, isAction } from "../src/reading/beat-text.js";
import { sentenceOfNote, sentenceOfRelation } from "../src/reading/notes.js";
import { findPlayerWords } from "../src/reading/player-words.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const beat = (more: Partial<PlotBeat>): PlotBeat => ({
  id: "beat_001",
  title: "The Drawer",
  description: "The drawer stands open.",
  ...more,
});
const read = (...beats: PlotBeat[]) => readSource({ ...WEIGHBRIDGE, beats });
const one = (more: Partial<PlotBeat>) => read(beat(more)).beats[0];

describe("the player in a text", () => {
  it("[CA330] is the player, the PC, or a role that consequences name three times", () => {
    const player = findPlayerWords(
      ["The assistant knows the name", "The assistant has the key", "The assistant owes a fine", "The cook knows all"],
      ["Cook"],
    );
    expect(player.inSecondPerson("The assistant opens the box and reads the card.")).toBe(
      "You open the box and read the card.",
    );
    expect(player.inSecondPerson("The PC takes the assistant's key.")).toBe("You take your key.");
    expect(player.inSecondPerson("The cook sings.")).toBe("The cook sings.");
  });

  it("[CA330] keeps the verb of the player after an aside, and whoever passes by", () => {
    const player = findPlayerWords([], [], ["the clerk"]);
    expect(player.inSecondPerson("The clerk, who must stand between the rails, is for the first time present.")).toBe(
      "You, who must stand between the rails, are for the first time present.",
    );
    expect(player.inSecondPerson("It is late, and the clerk, who keeps the book, goes out.")).toBe(
      "It is late, and you, who keep the book, go out.",
    );
    expect(player.inSecondPerson("She says it to the clerk alone, as they pass.")).toBe(
      "She says it to you alone, as you pass.",
    );
    expect(player.inSecondPerson("The judges nod to the clerk, as they pass.")).toBe(
      "The judges nod to you, as they pass.",
    );
  });
});

describe("a beat's text", () => {
  it("[CA331] tells no sentence that waits for how the player goes about it", () => {
    const description =
      "Dust lies on the sill. Found in her bedding, if you are gentle: a feather. Answered by you, if you have an answer. The bell rings.";
    expect(one({ description })?.told).toEqual(["Dust lies on the sill.", "The bell rings."]);
    const said = 'He looks up. "Come in, if you are coming," he says.';
    expect(one({ description: said })?.told.join(" ")).toBe(said);
  });

  it("[CA491] tells the first of what excludes each other", () => {
    const description =
      "Somebody gets the order out of her coat. Or she hands it over. Or the goat eats it. Or is it gone?";
    expect(one({ description })?.told).toEqual(["Somebody gets the order out of her coat.", "Or is it gone?"]);
  });

  it("[CA331] tells what is read aloud and takes the rest for the teller's", () => {
    expect(
      one({ description: 'Read aloud: "The drawer stands open."\n\nGM: Jonas has the key. See lore/a.md.' }),
    ).toMatchObject({
      told: ["The drawer stands open."],
    });
  });

  it("[CA447] leaves out what numbers and names the parts of a script", () => {
    expect(
      one({ description: "PANEL 1. The drawer stands open. PANEL 2. Jonas whistles. CAPTION: Nobody saw him do it!" })
        ?.told,
    ).toEqual(["The drawer stands open.", "Jonas whistles.", "Nobody saw him do it!"]);
  });

  it("[CA332] offers what the author lets the player do, with stat, difficulty and result", () => {
    expect(
      one({
        description:
          'Read aloud: "A wall."\n\nGM: The PC may feel the wall, read the stone (two names) or look at the seal (Pole, DC 8: the date is 36).',
      })?.choices,
    ).toEqual([
      { text: "feel the wall" },
      { text: "read the stone", result: "two names" },
      { text: "look at the seal", stat: "Pole", difficulty: "8", result: "the date is 36" },
    ]);
  });

  it.each([
    ["It is open to you to carry the letters, to keep them, or to hold them over the candle.", 3, 0],
    ["You could speak to the room. You could lift the tankard.", 2, 0],
    ["Do you burn the page, or keep it?", 2, 0],
    ["The light is good here. You could write a letter in it.", 0, 2],
    ["You can hear the mill. It never stops.", 0, 2],
  ])("[CA703] takes for a menu what excludes something: %s", (description, offered, told) => {
    const read = one({ description });
    expect((read?.choices.length ?? 0) + (read?.decisions.length ?? 0)).toBe(offered);
    expect(read?.told.length).toBe(told);
  });

  it("[CA332] offers no rhetorical if", () => {
    expect(one({ description: "If walls could talk, this one would cough. The drawer stands open." })?.choices).toEqual(
      [],
    );
  });

  it.each([
    ["When you ask him why", "answer"],
    ["If she is there", "condition"],
    ["Only if you have been courteous", "condition"],
    ["To nobody. His hand is in the air", "addressee"],
    ["On the way out", "later"],
    ["Before you press send", "moment"],
    ["Holding out the threepence", "manner"],
  ])("[CA333] takes the cue %j for %s", (context, kind) => {
    expect(cueOf(context, findPlayerWords([], [])).kind).toBe(kind);
  });

  it("[CA334] leaves a gloss out of a line", () => {
    const lines = ["Mm. (yes)", "Mm-mm (no, and you know why)", "(quietly) Come in.", "Ten. (She counts.) Eleven."];
    const dialogue = lines.map((line) => ({ speaker: "Somebody", line }));
    expect(one({ dialogue })?.moments[0]?.lines.map(({ line }) => line)).toEqual([
      "Mm.",
      "Mm-mm",
      "Come in.",
      "Ten. Eleven.",
    ]);
  });

  it("[CA334] takes what stands in brackets for what is done", () => {
    expect(isAction("(Six strokes. The pen shivers.)")).toBe(true);
    expect(isAction("(Aside) Go away.")).toBe(false);
  });
});

describe("declared effects", () => {
  it.each([
    ["The player knows that Jonas drives at night", { kind: "learn", fact: "Jonas drives at night." }],
    ["Orsolya will now talk about the salt book", { kind: "open-topic", npc: "orsolya", topic: "the salt book" }],
    ["The player may enter the Weigh House freely", { kind: "exit", place: "weigh-house" }],
    ["Jonas is dead and buried", { kind: "dead", npc: "jonas" }],
    ["Jonas is missing", { kind: "presence", npc: "jonas", value: "missing" }],
    ["World: strike_fund is short", { kind: "world", path: "strike_fund", value: "short" }],
    ["The march turned: Solidarity -1", { kind: "world", path: "solidarity", value: "-1" }],
    ["The player has the brass key", { kind: "item", thing: "the brass key" }],
    ["The player has the last sheet and may write what there is to write", { kind: "item", thing: "the last sheet" }],
    ["The player has a gold star that was given for the wrong thing.", { kind: "item", thing: "a gold star" }],
    ["The player has the Governor's roll: one proof", { kind: "item", thing: "the Governor's roll" }],
    ["The player has a chance", { kind: "item" }],
    ["The gulls are of two minds about it", { kind: "note" }],
    ["Everybody thinks that Jonas is dead", { kind: "note" }],
  ])("[CA335] reads %j", (text, effect) => {
    expect(one({ consequences: [text] })?.opens).toMatchObject([effect]);
  });
});

describe("acts", () => {
  const acts = (conditions: NonNullable<PlotBeat["conditions"]>, more: Partial<PlotBeat> = {}) =>
    read(beat({ conditions, ...more })).acts.map(({ text, npc, place }) => ({
      text,
      ...(npc ? { npc } : {}),
      ...(place ? { place } : {}),
    }));

  it("[CA336] are worded from tags with persons and things of the campaign", () => {
    expect(acts({ player_choice: "press_the_carter" })).toEqual([{ text: "Press Peel", npc: "jonas" }]);
    expect(acts({ player_choices: ["read_the_salt_book", "ask_orsolya"] })).toEqual([
      { text: "Read the Salt Book" },
      { text: "Ask Orsolya", npc: "orsolya" },
    ]);
  });

  it("[CA336] name somebody by the noun of their role, and not by what they have to do with", () => {
    const runner = (role: string) => ({
      id: "smoke",
      profile: {
        name: "Smoke",
        role,
        background: "Smoke says little.",
        personality: { traits: [] },
        motivations: [],
        speech_patterns: { style: "plain" },
        relationships: {},
      },
    });
    const text = (role: string, tag: string): string | undefined =>
      readSource({
        ...WEIGHBRIDGE,
        npcs: [...WEIGHBRIDGE.npcs, runner(role)],
        beats: [beat({ description: "The wheel stops.", conditions: { player_choice: tag } })],
      }).acts[0]?.text;
    expect(text("Runs the Ferris wheel", "ride_the_wheel")).toBe("Ride the wheel");
    expect(text("Ferris wheel operator", "ride_the_wheel")).toBe("Ride the wheel");
    expect(text("Ferris wheel operator", "press_the_operator")).toBe("Press Smoke");
    expect(text("boatman", "give_orsolya_the_letter")).toBe("Give Orsolya the letter");
  });

  it("[CA336] write a thing as texts write it, and not as a heading does", () => {
    const found = acts(
      { player_choice: "go_to_tea" },
      { title: "Tea at the Weigh House", description: "Orsolya pours the tea." },
    );
    expect(found[0]?.text).toBe("Go to tea");
  });

  it("[CA451] have the capitals of names wherever these stand in a tag", () => {
    expect(acts({ player_choice: "play_dominoes_with_orsolya" })[0]?.text).toBe("Play dominoes with Orsolya");
    const [vicar] = readSource({
      ...WEIGHBRIDGE,
      npcs: [
        ...WEIGHBRIDGE.npcs,
        {
          id: "vicar",
          profile: {
            name: "The Long Vicar",
            role: "vicar",
            background: "A long man.",
            personality: { traits: [] },
            motivations: [],
            speech_patterns: { style: "plain" },
            relationships: {},
          },
        },
      ],
      beats: [
        beat({ description: "The yard is dark.", conditions: { player_choice: "measure_the_long_yard_of_weeds" } }),
      ],
    }).acts;
    expect(vicar?.text).toBe("Measure the long yard of weeds");
  });

  it("[CA336] are worded from states of the player", () => {
    expect(acts({ player_state: "has gone behind the Weigh House" })).toEqual([
      { text: "Go behind the Weigh House", place: "weigh-house" },
    ]);
    expect(acts({ player_state: "has leave to read the Salt Book" })[0]?.text).toBe(
      "Ask for leave to read the Salt Book",
    );
    expect(acts({ player_state: "has leave or reason to read the Salt Book" })[0]?.text).toBe("Read the Salt Book");
    expect(acts({ player_state: "is at the Long Yard" })).toEqual([
      { text: "Go to the Long Yard", place: "long-yard" },
    ]);
  });

  it("[CA1044] are one of the states of which each is enough, if one can the one that names a place", () => {
    expect(acts({ player_state: "is at the Long Yard, or has asked to see the list" })).toEqual([
      { text: "Go to the Long Yard", place: "long-yard" },
    ]);
    expect(acts({ player_state: "has asked to see the list or is at the Long Yard" })).toEqual([
      { text: "Go to the Long Yard", place: "long-yard" },
    ]);
    expect(acts({ player_state: "has read the Salt Book or the list" })[0]?.text).toBe(
      "Read the Salt Book or the list",
    );
  });

  it("[CA337] are measures where a feeling is waited for", () => {
    expect(read(beat({ conditions: { npc_state: { orsolya: "trusts the player" } } })).acts[0]).toMatchObject({
      text: "Win Orsolya’s trust",
      measure: { npc: "orsolya", feeling: "trusts" },
    });
  });

  it("[CA702] are the deed by which somebody comes to be told, given or shown something", () => {
    const read1 = (state: string): string | undefined =>
      read(beat({ conditions: { npc_state: { orsolya: state } } })).acts[0]?.text;
    expect(read1("has been told by the player that the book is gone")).toBe("Tell Orsolya that the book is gone");
    expect(read1("has been given by the player a wax seal")).toBe("Give Orsolya a wax seal");
    expect(read1("is asleep")).toBe("See that Orsolya is asleep");
    expect(read1("alone with the player")).toBe("Get Orsolya alone");
    expect(read1("in the boat")).toBe("See that Orsolya is in the boat");
    expect(read1("knows of the fire")).toBe("See that Orsolya knows of the fire");
  });

  it.each([
    ["gone", "go"],
    ["eaten", "eat"],
    ["opened", "open"],
    ["stopped", "stop"],
    ["carries", "carry"],
    ["making", "make"],
    ["sits", "sit"],
  ])("[CA338] finds the infinitive of %s", (form, lemma) => {
    expect(infinitive(form)).toBe(lemma);
  });
});

describe("questions and locks", () => {
  it("[CA339] finds the open questions of the premise with their clues, and none in speech", () => {
    const reading = readSource({
      ...WEIGHBRIDGE,
      premise: "“Who are you?” says Jonas.\n\n**The question of the story:** Who filled the short weight with wax?",
    });
    expect(reading.questions.map(({ text }) => text)).toEqual(["Who filled the short weight with wax?"]);
    expect(reading.questions[0]?.clues.length).toBeGreaterThan(0);
    expect(reading.opening).toEqual(["“Who are you?” says Jonas."]);
  });

  it("[CA339] finds none in a speech of several sentences, whatever its marks", () => {
    const description =
      "A man stands in the door. 'Jonas Peel,' he says, 'and glad of it. How far is the Long Yard? Dear me.' The bell jumps.";
    expect(
      readSource({ ...WEIGHBRIDGE, beats: [beat({ description })] }).questions.map(({ text }) => text),
    ).not.toContain("How far is the Long Yard?");
  });

  it('[CA340] locks a secret that a beat tells of somebody whom it only calls "he"', () => {
    const secrets = { jonas: "He drowned the grey mule in the millrace and buried its harness under the quay." };
    const description =
      "Jonas sits on a cart. There was a grey mule, he says, and a harness, and the millrace was high.";
    const consequences = ["Somebody has sat on a cart"];
    const late = { ...beat({ description, consequences }), id: "beat_009", conditions: { requires_beat: "beat_001" } };
    const reading = readSource({ ...WEIGHBRIDGE, secrets, beats: [beat({}), late] });
    expect(reading.cast.find(({ id }) => id === "jonas")?.confidences?.[0]?.locked).toBe("beat_009");
  });

  it("[CA1601] locks a wish that has a word of its owner's secret in it", () => {
    const wish = "give the bailiffs a carter";
    const crowd = Array.from({ length: 12 }, (_, at) => `Carter number ${at} waits on the quay with a cart.`);
    const npcs = WEIGHBRIDGE.npcs.map((one) =>
      one.id === "jonas"
        ? { ...one, profile: { ...one.profile, motivations: [wish, "sleep in a dry bed"], goals: [] } }
        : one,
    );
    const secrets = { jonas: "He has hired two carters and will sell one." };
    const setting = `${WEIGHBRIDGE.setting}\n\n${crowd.join("\n\n")}`;
    const wants = readSource({ ...WEIGHBRIDGE, npcs, secrets, setting }).cast.find(({ id }) => id === "jonas")?.wants;
    expect(wants?.map(({ text, locked }) => [text, locked])).toEqual([
      [wish, "secret"],
      ["sleep in a dry bed", undefined],
    ]);
  });

  it("[CA340] locks a fact that says of the same person what a secret says", () => {
    const lore = [
      {
        file: "lore/a.md",
        text: "# The Short Weight\n\nOrsolya filled the hole with beeswax on a Sunday night. Gulls sleep on the chimney of the Weigh House.",
      },
    ];
    const secrets = { orsolya: "Orsolya filled the hole with beeswax herself, on a Sunday night." };
    const facts = readSource({ ...WEIGHBRIDGE, lore, secrets }).facts;
    expect(facts.map(({ text, locked }) => [text.slice(0, 7), locked])).toEqual([
      ["Orsolya", "secret"],
      ["Gulls s", undefined],
    ]);
  });
});

describe("notes", () => {
  it.each([
    ["Fears her good opinion", "{name} fears her good opinion."],
    [
      "Her clerk for nine years; his hand is steadier",
      "{name} has been her clerk for nine years; his hand is steadier.",
    ],
    ["Keep the scales true", "{name} means to keep the scales true."],
    ["They understand each other about dogs", "They understand each other about dogs."],
    ["Peaches, syrup from", undefined],
  ])("[CA341] makes a sentence of %j by its shape, or none", (note, sentence) => {
    expect(sentenceOfNote(note, "she", false).sentence).toBe(sentence);
  });

  it("[CA341] puts a note into its owner's mouth only where every word fits there", () => {
    expect(sentenceOfNote("Trusts him with everything", "she", false).spoken).toBe("I trust him with everything.");
    expect(sentenceOfNote("Reveres him and has said so", "she", false).spoken).toBeUndefined();
    expect(sentenceOfNote("Lost her ring", "she", false).spoken).toBeUndefined();
  });
});

describe("what the premise makes of the player", () => {
  it("[CA330] is what beats may call them, where nobody else is one", () => {
    const beats = ["The assistant waits.", "Orsolya looks at the assistant.", "The assistant has the key."];
    const premise = "You were appointed assistant manager of the mill.";
    expect(findPlayerWords([], ["Weigher"], [], { premise, beats }).inSecondPerson("The assistant waits.")).toBe(
      "You wait.",
    );
    expect(findPlayerWords([], ["Assistant"], [], { premise, beats }).inSecondPerson("The assistant waits.")).toBe(
      "The assistant waits.",
    );
    expect(findPlayerWords([], [], [], { premise, beats: [] }).inSecondPerson("The assistant waits.")).toBe(
      "The assistant waits.",
    );
    const engaged = "We had engaged you in August, sir or madam letter-reader, by a vote.";
    const letters = [
      "It is given to the letter-reader.",
      "The letter-reader breaks the flap and reads.",
      "All look at the letter-reader.",
    ];
    expect(
      findPlayerWords([], [], [], { premise: engaged, beats: letters }).inSecondPerson(
        "The letter-reader breaks the flap and reads.",
      ),
    ).toBe("You break the flap and read.");
  });
});

describe("when beats are", () => {
  const clocks = (...descriptions: string[]) =>
    read(...descriptions.map((description, at) => beat({ id: `beat_00${at + 1}`, description }))).beats.map(
      ({ clock }) => clock,
    );

  it("[CA349] counts the days of the story by the weekdays that beats name, one after the other", () => {
    expect(
      clocks(
        "On Friday, at ten to four, the boat comes in.",
        "The hall fills on Saturday evening.",
        "It is Saturday, half past nine in the morning, and nobody has slept.",
        "On Tuesday the count is read.",
      ).map((clock) => clock?.day),
    ).toEqual([1, 2, 2, 5]);
  });

  it("[CA349] takes an hour without morning or afternoon for the one that people are up at, and no sun for a Sunday", () => {
    expect(clocks("At ten to four the boat comes in.")[0]).toMatchObject({ minutes: 950 });
    expect(clocks("At three o'clock in the morning the pipe knocks.")[0]).toMatchObject({ minutes: 180 });
    expect(clocks("The sun came back and the mate sat down.")[0]?.day).toBeUndefined();
  });

  it("[CA438] counts the days to come down from the first count that is given", () => {
    const told = clocks(
      "D-9, 0640, rain. You come over the rail.",
      "Ron waits.",
      "D-6. A buoy is picked up.",
      "D-2, 2000. All hands stand.",
    );
    expect(told.map((clock) => [clock?.day, clock?.minutes])).toEqual([
      [1, 400],
      [undefined, undefined],
      [4, undefined],
      [8, 1200],
    ]);
    expect(
      clocks("On the Ninth Before a name is called.", "Deep night, the Fourth Before.").map((clock) => clock?.day),
    ).toEqual([1, 6]);
  });

  it.each([
    ["Middle watch. The log reads STATIC.", 0],
    ["Three in the morning, the lobby, you and Ron.", 180],
    ["At seven in the evening the lamps are lit.", 1140],
    ["0640, rain. You come over the rail.", 400],
    ["Before light on the Wash-Stone the bird comes down.", 300],
    ["In 1910 the hut was built.", undefined],
    ["Two watch the door, four at a time.", undefined],
  ])("[CA439] %s has minute %s", (description, minutes) => {
    expect(clocks(description)[0]?.minutes).toBe(minutes);
  });
});

describe("what somebody is to somebody else", () => {
  const he = { pronoun: "he", plural: false };
  const she = { pronoun: "she", plural: false };
  const they = { pronoun: "they", plural: false };

  it.each([
    ["Owes him for two crates of iodine", she, he, "owes him for two crates of iodine"],
    ["Taught her to count. It took a year.", he, she, "taught her to count"],
    ["Loves her still; would rather be flooded than say so", he, she, "loves her still"],
    ["Ashamed to have cut her book", he, she, "is ashamed to have cut her book"],
    ["Teaching him to do an entrance. Her favourite.", she, he, "is teaching him to do an entrance"],
    ["Her clerk for nine years", he, she, "has been her clerk for nine years"],
    ["Married to him since the flood", she, he, "has been married to him since the flood"],
    ["Used to let her stay till dark", he, she, "used to let her stay till dark"],
    ["Used to the smell of her pipe", he, she, "is used to the smell of her pipe"],
    ["Partner in several things with no paperwork", he, he, "is his partner in several things with no paperwork"],
    ["Accomplice; neither has mentioned it", he, she, "is her accomplice"],
  ])("[CA341] takes %j for what the owner is or does", (note, owner, other, predicate) => {
    expect(sentenceOfRelation(note, owner, other)).toMatchObject({ predicate, sentence: `{name} ${predicate}.` });
  });

  it("[CA341] takes a possessive that can only be the owner's for what the other is", () => {
    expect(sentenceOfRelation("Her clerk for nine years; his hand is steadier", she, he)).toEqual({
      sentence: "{other} has been her clerk for nine years.",
      spoken: "He has been my clerk for nine years.",
    });
  });

  it.each([
    [
      "Has corresponded with him for a decade about glass, in letters that are the only ones he writes",
      he,
      he,
      "I have corresponded with him for a decade about glass.",
    ],
    ["Owes him his life", he, he, undefined],
    ["Lends him her second-best scale", she, he, "I lend him my second-best scale."],
    ["Always gives her the ride to church", he, she, "I always give her the ride to church."],
    ["Terrified of her", he, she, "I am terrified of her."],
    ["Terrified of her, wants the dress", he, she, "I am terrified of her."],
    ["Scared stiff of her, then always worries that her boots leak", he, she, "I am scared stiff of her."],
    ["Owes her: fair hearing. Owed by her: the same.", he, she, "I owe her fair hearing."],
    ["Owes her: he never told her why", he, she, undefined],
    ["Married him in 1973 in a hailstorm", she, he, "I married him in 1973 in a hailstorm."],
    [
      "He has been holding doors for her since 1979",
      she,
      { ...he, name: "Pell" },
      "He has been holding doors for me since 1979.",
    ],
    ["He brings her the dogs to be sewn up", she, { ...he, name: "Pell" }, "He brings me the dogs to be sewn up."],
    ["He was her only one", she, { ...he, name: "Pell" }, "He was my only one."],
    [
      "She saved nine toes, and he is sorry to spend them",
      he,
      { ...she, name: "Mag" },
      "She saved nine toes, and I am sorry to spend them.",
    ],
    ["Calls him Michael", he, he, "I call him Michael."],
    ["A clever boy that wants his ears boxed", she, { ...he, name: "Pell" }, "A clever boy that wants his ears boxed."],
  ])(
    "[CA341] has %j said by whose it is as far as each pronoun has one whom it can mean",
    (note, owner, other, own) => {
      expect(sentenceOfRelation(note, owner, other).spoken).toBe(own);
    },
  );

  const bo = { ...he, name: "Bo" };
  const ada = { ...she, name: "Ada" };
  it.each([
    ["He says the fund is spent. She has lain awake over it.", ada, bo, "He says the fund is spent."],
    ["He left her keys on her shelf", ada, bo, "He left my keys on my shelf."],
    ["She fed him for six years", bo, ada, "She fed me for six years."],
    [
      "They sang in one choir and have never mentioned it",
      ada,
      bo,
      "We sang in one choir and have never mentioned it.",
    ],
    ["He says 'circle back.'", ada, bo, "He says 'circle back.'"],
    ["She says it is hers", ada, { ...ada, name: "Eve" }, undefined],
    ["They owe them a wheel", { ...they, name: "Kit" }, bo, undefined],
  ])("[CA394] has %j said by its owner", (note, owner, other, own) => {
    expect(sentenceOfRelation(note, owner, other).spoken).toBe(own);
  });

  it.each([
    ["Owes her: he never told her why the nuts were going down", he, she],
    ["Owed by her: the same", he, she],
    ["Loves her and has not told her", he, she],
    ["Steals her letters without her knowing", he, she],
    ["Loves her still; would rather be flooded than say so", he, she],
    ["Keeps his face turned away from her", he, she],
    ["Lied to her about the fire", he, she],
  ])("[CA483] has %j said by nobody", (note, owner, other) => {
    expect(sentenceOfRelation(note, owner, other).spoken).toBeUndefined();
  });

  it("[CA394] conjugates the verb that follows an adverb", () => {
    expect(sentenceOfRelation("Always gives her the ride", he, she).spoken).toBe("I always give her the ride.");
    expect(sentenceOfRelation("Terrified of her", he, she).spoken).toBe("I am terrified of her.");
  });

  it.each([
    ["His lawn-boy", he, he],
    ["His lamp is number 212 and it came back without him", she, he],
    ["Mother, near as dammit", they, she],
    ["She's the reason", she, she],
    ["Well. You know. Since 1979", he, she],
    ["Everything", he, she],
    ["Yes Sheila, no Sheila", they, she],
    ["Keep an eye on him", she, he],
    ["Came to the counter forty days running", she, she],
    ["Knows about the letters", she, he],
  ])("[CA341] says nothing where %j could be either's", (note, owner, other) => {
    expect(sentenceOfRelation(note, owner, other)).toEqual({});
  });
});

it.each([
  [
    "The camel has turned its face to the player and does not turn it away.",
    "The camel has turned its face to you and does not turn it away.",
  ],
  ["She looks at the player and says nothing.", "She looks at you and says nothing."],
  ["The player opens the box and reads the card.", "You open the box and read the card."],
  ["After dark the player goes down to the shore and waits.", "After dark you go down to the shore and wait."],
  ["He waits for the player, who comes late and sits down.", "He waits for you, who come late and sit down."],
])("[CA330] gives the second person to what the player does alone: %j", (text, told) => {
  expect(findPlayerWords([], []).inSecondPerson(text)).toBe(told);
});

it("[CA340] lays a paper that few may read among their things", () => {
  const letter =
    "# A letter\n\nMill Lane, the 3rd of May\n\nDear Orsolya,\n\nI have burned the second ledger in the bakery stove.\n\nYours, Jonas";
  const { facts } = readSource({
    ...WEIGHBRIDGE,
    lore: [{ file: "lore/letter.md", text: letter, knownBy: ["jonas"] }],
  });
  expect(facts.length).toBeGreaterThan(0);
  for (const fact of facts) expect(fact).toMatchObject({ keptBy: "jonas" });
});
