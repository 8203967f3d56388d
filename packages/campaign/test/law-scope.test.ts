import type { ReadLaw } from "@narratoria/protocol/contracts";
import { brokenLaws } from "@narratoria/protocol/laws";
import type { StorySource } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";
import { readSource } from "../src/testing.js";
import type { ReadingSource } from "../src/testing.js";

const npc = (id: string, name: string, role: string, background: string): StorySource["npcs"][number] => ({
  id,
  profile: { name, role, personality: { traits: [] }, motivations: [], background },
});

const HARBOUR: ReadingSource = {
  title: "The Harbour",
  premise: "You come to Lowmere with a parcel.",
  setting: "# Lowmere\n\nLowmere is a harbour. Boats come in at noon.",
  lore: [],
  npcs: [
    npc("quint", "Captain Silas Quint", "Master of the ferry", "He keeps the ferry. He counts his ropes."),
    npc("ada", "Ada Fell", "Widow of Piers Fell", "She mends nets. She says little."),
    npc("tam", "Tam Orrin", "The mule boy", "He drives the mule. He whistles."),
    npc("bess", "Bess", "A mule", "It carries salt."),
  ],
  beats: [
    { id: "beat_001", title: "The Parcel", description: "Ada Fell asks what is in the parcel." },
    { id: "beat_002", title: "The Boathouse", description: "The sexton is found asleep in the boathouse." },
  ],
  endings: [],
  constraints: [],
  forbidden: [],
  frames: [],
};

const lawsOf = (constraint: string, more: Partial<ReadingSource> = {}): readonly ReadLaw[] =>
  readSource({ ...HARBOUR, ...more, constraints: [constraint] }).laws;

/** The words of a text that break a law; none where it breaks none. */
const broken = (text: string, constraint: string, more: Partial<ReadingSource> = {}): string[] =>
  brokenLaws(text, lawsOf(constraint, more)).map(({ words }) => words);

type Row = readonly [law: string, allows: readonly string[], forbids: readonly string[]];

function checkRows(rows: readonly Row[], more: Partial<ReadingSource> = {}): void {
  for (const [law, allows, forbids] of rows) {
    for (const text of allows) expect(broken(text, law, more), `${law} -> ${text}`).toEqual([]);
    for (const text of forbids) expect(broken(text, law, more), `${law} -> ${text}`).not.toEqual([]);
  }
}

describe("who is dead", () => {
  it("[CA3400] is whoever the clause with that word is about, and nobody that the sentence began with", () => {
    checkRows([
      [
        "Nobody drowns here. Ada may grieve, and it may be loud, but no sailor and no fisher is dead by the end.",
        ["“I would like that,” says Ada.", "Ada nods.", "Two sailors sit on the wall.", "A fisher waits."],
        ["The sailor is dead.", "A fisher dies on the quay."],
      ],
      ["The signal lamp at Lowmere is dead until somebody mends it.", ["Lowmere wakes.", "Ada comes to Lowmere."], []],
    ]);
  });

  it("[CA3401] is nobody of the living who has the same surname", () => {
    checkRows([
      [
        "Joss Quint and Piers Fell are dead.",
        ["Captain Quint stands at the wheel.", "“No,” says Ada Fell.", "Ada smiles."],
        ["Joss Quint smiles.", "Piers Fell comes in."],
      ],
      ["Bess is never hurt.", ["Tam Orrin is hurt."], ["The mule is hurt."]],
      ["Tam is never hurt.", ["The mule is hurt."], ["Tam is hurt."]],
    ]);
  });

  it("[CA3402] may have done what is told in the past tense, where the story is told in the present", () => {
    const law = "Ivo Marr is dead. Nobody dies in this story.";
    checkRows([
      [
        law,
        [
          "Ivo Marr ate one apple a night.",
          "Ada saw Ivo Marr come out of the chapel.",
          "Ivo Marr had come to value the bell.",
          "The old harbourmaster died of a cough.",
        ],
        ["Ivo Marr eats an apple.", "Ivo Marr has come back.", "Ivo Marr is smiling.", "The harbourmaster dies."],
      ],
    ]);
    const past = {
      premise: "You came to Lowmere with a parcel. Ada asked what was in it.",
      setting: "# Lowmere\n\nLowmere was a harbour. Boats came in at noon. Nets hung and dried. Men sang.",
      beats: [{ id: "beat_001", title: "The Parcel", description: "Ada took the parcel and hid it. You waited." }],
    };
    checkRows([[law, [], ["Ivo Marr smiled.", "The harbourmaster died."]]], past);
  });
});

describe("a law on one thing", () => {
  it("[CA3403] forbids nobody else to be what somebody is not", () => {
    checkRows([
      [
        "The visitor with the parcel is no judge, smuggler or priest.",
        ["The priest rings the bell.", "A smuggler sleeps here."],
        [],
      ],
      ["Ada is never a coward.", ["Tam is a coward.", "The coward runs."], ["Ada is a coward."]],
      ["The harbour clock is not slow.", ["The other clock is slow."], ["The harbour clock is slow."]],
      ["Tam is not an orphan, and he isn't lazy.", ["An orphan sings.", "Bess is lazy."], ["Tam is lazy."]],
    ]);
  });

  it("[CA3403] forbids not whom or what somebody does nothing to", () => {
    checkRows([
      ["Ada never turns a lodger out of doors.", ["The lodger eats.", "A lodger comes."], []],
      ["Nobody opens Shed Four.", ["Shed Four burned once.", "You see Shed Four."], ["Tam opens Shed Four."]],
      ["Nobody reads the letter.", ["The letter lies here."], ["Tam reads the letter."]],
      ["Nobody fires a gun.", ["A gun lies in the drawer."], ["Tam fires the gun."]],
      ["Do not add another rope.", ["Three ropes hang here."], []],
      ["Do not move them.", ["You move on."], []],
      ["The tooth of the saint is not in it, and no scene may show the tooth there.", ["Bess shows her teeth."], []],
      ["Ada took nothing.", ["Ada takes a net."], []],
      ["Nobody smokes in the chapel.", ["You go to the chapel."], ["Tam smokes in the chapel."]],
      ["Nobody has seen the monster and lived.", ["The monster is said to be large."], ["Tam sees the monster."]],
      ["Neither Tam nor Ada leaves the harbour.", ["Tam waits. Ada nods."], ["Ada leaves the harbour."]],
      ["No quarrel between Tam and Ada.", ["Tam waits. Ada nods."], []],
      ["A lodger is never refused.", ["The offer is refused."], ["The lodger is refused."]],
      ["Nobody calls Ada by her first name.", ["Ada waits."], []],
      ["Bess never dies, and nobody eats her.", ["Everyone eats at four."], ["Tam eats Bess."]],
    ]);
  });

  it("[CA3404] is broken by nobody else, in the passive, of a group, or where two are meant", () => {
    checkRows([
      ["No child is killed.", ["A soldier was killed in the war."], ["The child was killed."]],
      ["Joss Marr and Ivo Marr are gone. Neither one comes back.", ["Tam comes back."], ["Ivo Marr comes back."]],
      ["The box holds no silver.", ["Ada has a silver comb."], ["The box has silver.", "The box holds silver."]],
      ["No adult ever believes a child.", ["An adult waits."], ["An adult believes the child."]],
      ["The door at the end of the passage is always locked.", ["The door opens."], []],
      ["Nobody asks about the scar.", ["Tam has a scar."], ["Ada asks about the scar."]],
      ["No happy chances and no last-minute rescues.", ["Ada rescues Tam."], ["A last-minute rescue."]],
      ["There is nobody else on the island.", ["What else is on the island?"], []],
      ["Tam has no hands.", ["Tam holds the hand of Ada.", "Tam holds Ada's hand."], ["Tam has hands."]],
      ["No lodger is to be beaten.", ["The carpet is beaten."], ["The lodger is beaten."]],
      ["There is no silver in the box.", ["Ada has a silver comb."], ["You look for the silver in the box."]],
      ["None of the sailors can read.", ["Tam reads."], ["The sailor reads a sign."]],
      ["Ada's net is torn on Ben Corr; she does not sing or dance.", ["Tam sings."], ["Ada sings."]],
      ["He is dead, and neither knocks nor walks.", ["Tam knocks.", "Ada walks home."], []],
    ]);
  });
});

it("[CA3410] a thing that is not at one place is let be where its author tells of it elsewhere", () => {
  const setting = "# Lowmere\n\nThe mayor has a piano. Ada plays the piano of the mayor at noon. The piano is old.";
  const law = "There is no piano at the inn, and no clock.";
  expect(broken("A piano stands here.", law, { setting })).toEqual([]);
  expect(broken("A piano stands here.", law)).not.toEqual([]);
  expect(broken("A clock stands here.", law, { setting })).not.toEqual([]);
});

it("[CA3411] what is only spoken of, feared or long gone in its clause is said in passing", () => {
  const laws = lawsOf("There are no tunnels, no lanterns.");
  const passing = (text: string) => brokenLaws(text, laws).map((one) => one.passing);
  expect(passing("There has been talk of a tunnel since 1974.")).toEqual([true]);
  expect(passing("Once there were lanterns in the lane; now people go home by the moon.")).toEqual([true]);
  expect(passing("There is a tunnel under the hill; once it was dry.")).toEqual([false]);
});

describe("a law with a limit", () => {
  it("[CA3405] forbids a thing only with what is said of it", () => {
    checkRows([
      ["There is no mobile telephone.", ["The telephone rings."], ["A mobile telephone rings."]],
      ["No printed books.", ["Ada shuts the book."], ["A printed book lies here."]],
      ["No talking cat.", ["The cat sleeps."], ["A talking cat sits here."]],
      [
        "No army of rescue comes over the hill.",
        ["A soldier sleeps.", "The army is far."],
        ["An army of rescue comes."],
      ],
      ["No clocks with hands.", ["The water clock drips."], ["There are clocks with hands."]],
      ["No death by violence.", ["Ada speaks of the death of Piers."], ["It was a death by violence."]],
      ["No lamps that talk.", ["The lamp burns."], []],
      ["No mobile telephones, no computers, no rockets come.", ["The telephone rings."], ["A computer.", "Rockets."]],
    ]);
  });

  it("[CA3406] lets be what is within a measure, a manner or an exception", () => {
    checkRows([
      ["No sums of money beyond 'one crown'.", ["You owe one crown."], []],
      ["Nobody swears worse than 'drat'.", ["A little swearing is heard.", "Drat."], ["Damn."]],
      ["No swearing worse than 'drat'.", ["She swears."], ["Damn."]],
      ["Nobody is hurt worse than a bruise.", ["Tam is hurt."], []],
      ["The captain never lies on purpose.", ["The captain lies about it."], []],
      ["Quint never gives an order without three warnings.", ["Quint gives an order."], []],
      ["No knives except bread knives.", ["A bread knife lies here."], ["A knife lies here."]],
      ["No one touches the bell rope but Tam.", ["Tam touches the bell rope."], ["Ada touches the bell rope."]],
      ["Nobody but Ada may read the book.", ["Ada reads the book."], ["Tam reads the book."]],
      ["Ada is never called Addie, except once.", ["Addie!"], []],
      ["Tam is not seriously hurt.", ["Tam is hurt."], []],
      ["Ada is never left alone in the loft.", ["You leave Ada."], []],
      ["No child is left behind.", ["The child leaves. You leave the child with Ada."], []],
      ["Nobody may enter the chapel after dark.", ["You enter the chapel."], []],
      ["There is no moon on the first night.", ["The moon is up."], []],
      ["Tam is not bad, only tired.", ["Tam is tired.", "The walk tires Tam."], ["Tam is bad."]],
    ]);
  });

  it("[CA3406] takes for quoted what is not said, and not what is promised", () => {
    checkRows([
      ["The promise “by the salt” is never broken.", ["“By the salt,” says Tam."], []],
      ["The word given at the bar is never broken.", ["Ada has given it."], []],
      ["The word “okay” is never used.", [], ["Okay."]],
    ]);
  });

  it("[CA3407] holds until its beat, and where no beat tells of its end nothing is checked", () => {
    const until = (law: string) => lawsOf(law)[0]?.checks.map(({ until: beat }) => beat);
    expect(until("Nobody sees a sexton until he is found asleep in the boathouse.")?.[0]).toBe("beat_002");
    expect(until("Nobody speaks of the ring before you have spoken of it first.")).toEqual([]);
    expect(until("Nobody leaves Lowmere before the noon boat.")).toEqual([]);
    expect(until("It doesn't rain unless somebody sings.")).toEqual([]);
    // What holds to the end, or from before the beginning, holds for all of it.
    expect(until("Until the story is over nobody lights a match.")?.length).toBeGreaterThan(0);
    expect(until("Ivo Marr was dead before the story began, and does not speak.")?.length).toBeGreaterThan(0);
    // Of two sentences each has its own end.
    expect(
      new Set(until("There is no bread. Nobody sees a sexton until he is found asleep in the boathouse.")),
    ).toEqual(new Set([undefined, "beat_002"]));
  });
});

describe("the words of a law", () => {
  it("[CA3408] mean their own family, and no wider one, and no other sense", () => {
    checkRows([
      ["No gun, no pistol, no rifle.", ["A sword hangs here.", "A dagger."], ["A musket.", "A revolver."]],
      ["No aliens.", ["A spaceship lands."], ["A martian."]],
      ["There is no internet.", ["A computer hums."], ["A website."]],
      [
        "There is no ghost.",
        ["The ghost of a smile.", "The grey ghost of another word."],
        ["A ghost stands here.", "The ghost of a drowned sailor stands here."],
      ],
      ["There is no rain.", ["A rain-jar stands here."], ["Rain falls."]],
      [
        "Nobody dies.",
        ["The hatch is dead level.", "You roll one die.", "Tam is dying."],
        ["Tam is dead.", "Tam dies."],
      ],
      ["Nobody is American.", ["You americaned it."], []],
      ["There are no telephones here, since there is no wire.", ["A wire hangs."], ["A telephone."]],
    ]);
  });

  it("[CA3408] are read whole: adverbs of place, plural verbs, participles", () => {
    const words = (law: string) => lawsOf(law).flatMap(({ checks }) => checks.flatMap((check) => check.words));
    expect(words("There are no guns aboard.")).toEqual(expect.arrayContaining(["guns", "musket"]));
    expect(words("No firearm is aboard.")).toEqual(expect.arrayContaining(["firearm", "musket"]));
    expect(words("Nobody owns a gun, and no guns appear.").join()).not.toMatch(/appear/);
    expect(words("Nobody is slain upon the road.").join()).not.toMatch(/slained/);
    expect(words("Nobody is murdered on this trip.")).toEqual(expect.arrayContaining(["murdered", "murderer"]));
    expect(words("Ada never tells the truth. Not once.")).not.toContain("once");
    expect(words("Nobody at Lowmere starts to sing.")).not.toContain("start");
    expect(words("Nobody uses first names with the captain.")).not.toContain("first");
    expect(words("No spirits, whether in bottles or in sheets.")).not.toContain("whether");
    expect(words("Ada never takes off her hat.")).toContain("take off");
    expect(words("At no point does Tam apologise.")).toEqual(["apologise"]);
    expect(words("Never does the sun shine.")).toContain("shine");
    expect(words("The lake monster does not exist.")).toContain("lake monster");
    expect(words("The church bell is cracked and no longer rings.")).toContain("toll");
    expect(words("Tam must never find out that Ada knows.")).toEqual([]);
    expect(words("Nothing heard on the radio is his voice.")).not.toContain("radio");
  });

  it("[CA3409] forbid the player nothing that the storyteller is not to do", () => {
    checkRows([
      ["Never explain a joke.", ["You explain the joke."], []],
      ["Tam is here. Don't switch it to be clever.", ["Tam switches on the lamp."], []],
      ["Don't forget the mule.", ["You forget the mule."], []],
      ["The narrator never lies to the player.", ["Tam lies to the player."], []],
      ["Never kill the mule.", [], ["You kill the mule."]],
    ]);
  });
});

it("[CA1681] no law that somebody is dead keeps them from what beats have them do again and again", () => {
  const forbids = (...told: string[]) =>
    readSmall({
      npcs: [person("Vera Holt", "Inspector", { id: "vera" })],
      beats: told.map((text, at) => beat(`b${at + 1}`, text)),
      constraints: ["Vera Holt is dead. Nothing brings her back to life."],
    }).reading.laws[0]?.checks.some(({ kind }) => kind === "living");
  expect(forbids("Vera Holt sits on the table.", "Vera Holt looks at you.", "“Well,” says Vera Holt.")).toBe(false);
  expect(forbids("Vera Holt looks at you.", "Snow falls.", "Her hat lies there.")).toBe(true);
  const spoken = readSmall({
    npcs: [person("Vera Holt", "Inspector", { id: "vera" })],
    beats: ["Vera Holt sits on the table.", "She looks up.", "Snow falls."].map((text, at) => ({
      ...beat(`b${at + 1}`, text),
      dialogue: [{ speaker: "vera", line: "I don't dispute it." }],
    })),
    constraints: ["Vera Holt is dead. Nothing brings her back to life."],
  }).reading.laws[0]?.checks;
  expect(spoken?.some(({ kind }) => kind === "living") ?? false).toBe(false);
});
