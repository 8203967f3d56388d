// SPEC.md PC660 to PC664, PC700 to PC702: what a told passage puts to the player, in passages of many kinds and habits.
import { describe, expect, it } from "vitest";
import { foundIn, type Listener, putToPlayer } from "../src/put-to-player.js";

const person = (short: string, pronoun: Listener["pronoun"], name = short): Listener => ({
  id: short.toLowerCase().replaceAll(" ", "-"),
  short,
  name,
  pronoun,
  speech: "words",
});
const ADA = person("Ada", "she", "Ada Quill");
const BO = person("Bo", "he", "Bo Lindqvist");
const MATE = person("the mate", "he");
const QUEEN = person("the Queen", "she");
const TUTOR = person("Mr. Pell", "he");
const KIT = person("Kit", "they");

/** "Ada: Sit down." is something that Ada says. */
function answers(told: readonly string[], people: readonly Listener[]): string | undefined {
  const texts: string[] = [];
  const dialogue: { speaker: string; line: string; at?: number }[] = [];
  for (const text of told) {
    const speaker = people.find(({ short }) => text.startsWith(`${short}: `));
    if (!speaker) texts.push(text);
    else
      dialogue.push({
        speaker: speaker.id,
        line: text.slice(speaker.short.length + 2),
        at: Math.max(0, texts.length - 1),
      });
  }
  if (texts.length === 0) for (const line of dialogue) delete line.at;
  const put = putToPlayer({ told: texts, dialogue }, people);
  return put && `${put.npc} ${put.kind}: ${put.yes ?? "-"} | ${put.no ?? "-"}`;
}

describe("what a passage puts to the player", () => {
  it.each<[string, readonly string[], readonly Listener[], string | undefined]>([
    // A sea story.
    [
      "asks whether you",
      ["The mate stops on the ladder.", "The mate asks whether you are afraid of the dark."],
      [MATE],
      "the-mate question: say that you are afraid of the dark | say that you are not",
    ],
    [
      "asks whether there was anything",
      [
        "Coming up from below, the mate asks you, as one asks after a parcel, whether there was anything in the left-hand locker.",
      ],
      [MATE, ADA],
      "the-mate question: say that there was something in the left-hand locker | say that there was nothing in the left-hand locker",
    ],
    [
      "asks how somebody is",
      ["He coils the rope twice and asks how the captain is."],
      [MATE],
      "the-mate question: tell the mate how the captain is | say nothing",
    ],
    ["asks somebody else", ["The mate asks Ada whether the pump holds."], [MATE, ADA], undefined],
    [
      "asks another's opinion in company",
      ["The mate asks in a hopeful voice whether it would be simpler to turn back."],
      [MATE, ADA],
      undefined,
    ],
    [
      "a bidding in speech",
      ["The boat swings out over the water.", "the mate: Hold this line, and do not let go."],
      [MATE],
      "the-mate request: hold the line | refuse to hold the line",
    ],
    // An office.
    [
      "a request with a deed",
      ["Ada closes the blinds.", "She wants you to sign the second page."],
      [ADA],
      "ada request: sign the second page | refuse to sign the second page",
    ],
    [
      "a request not to",
      ["Ada asks you not to mention the audit."],
      [ADA],
      "ada request: promise Ada not to mention the audit | refuse to promise it",
    ],
    [
      "a thing put before the player",
      ["Bo slides an envelope across the desk to you."],
      [BO, ADA],
      "bo offer: take the envelope | refuse the envelope",
    ],
    ["a thing put before another", ["Bo slides an envelope across the desk to Ada."], [BO, ADA], undefined],
    [
      "what one is asked to do",
      ["Ada reads the memo aloud.", "You are asked to clear the desk at noon."],
      [ADA],
      "ada request: clear the desk at noon | refuse to clear the desk at noon",
    ],
    [
      "in the past tense",
      ["Ada leaned on the copier and asked whether you had a minute."],
      [ADA],
      "ada question: say that you have a minute | say that you have not",
    ],
    [
      "a question in speech",
      ["Ada: I have seen the minutes. Did you write them?"],
      [ADA],
      "ada question: say that you did | say that you did not",
    ],
    [
      "an open question in speech",
      ["Ada: So. Why were you on the fourth floor?"],
      [ADA],
      "ada question: tell Ada why you were on the fourth floor | say nothing",
    ],
    ["a tag is no question", ["Ada: It is Monday again, isn't it?"], [ADA], undefined],
    // A fairy tale.
    [
      "an offer",
      ["The Queen offers you a thimble of sleep."],
      [QUEEN],
      "the-queen offer: take the thimble of sleep | refuse the thimble of sleep",
    ],
    [
      "something to be given",
      ["The Queen waits to be given the third feather."],
      [QUEEN],
      "the-queen request: give the Queen the third feather | refuse the Queen the third feather",
    ],
    [
      "a hand held out",
      ["The Queen holds out her hand."],
      [QUEEN],
      "the-queen offer: take the Queen’s hand | refuse the Queen’s hand",
    ],
    [
      "a hand held out for a thing",
      ["The Queen holds out her hand for the glove in a friendly way, and goes on holding it out."],
      [QUEEN],
      "the-queen request: give the Queen the glove | refuse the Queen the glove",
    ],
    [
      "tell me",
      ["the Queen: Tell me where the river sleeps."],
      [QUEEN],
      "the-queen question: tell the Queen where the river sleeps | say nothing",
    ],
    [
      "leave is asked",
      ["A hare sits down on the step.", "It asks whether it may come in."],
      [person("the hare", "it")],
      "the-hare question: let the hare come in | refuse to let the hare come in",
    ],
    // A school.
    [
      "you had better",
      ["Mr. Pell has locked the piano.", "You had better find the key before assembly."],
      [TUTOR],
      "mr.-pell request: find the key before assembly | -",
    ],
    ["everyone looks", ["The chalk breaks.", "Then the whole class turns round and looks at you."], [TUTOR], undefined],
    ["one looks and waits", ["Mr. Pell looks at you over his spectacles and waits."], [TUTOR], undefined],
    [
      "a bidding of the telling",
      ["The bell has gone.", "Ask him what is in the desk."],
      [TUTOR],
      "mr.-pell request: ask Mr. Pell what is in the desk | -",
    ],
    // War.
    [
      "waits for you to say something",
      ["Both guns are silent.", "Bo is waiting for you to say something."],
      [BO],
      undefined,
    ],
    [
      "waits for you to do something",
      ["Bo waits for you to cut the wire."],
      [BO],
      "bo request: cut the wire | refuse to cut the wire",
    ],
    [
      "an order in speech",
      ["Bo: You must take the bicycle to the bridge."],
      [BO],
      "bo request: take the bicycle to the bridge | refuse to take the bicycle to the bridge",
    ],
    ["what is not now", ["If you stay, Bo offers you his bread."], [BO], undefined],
    // Comedy.
    [
      "asks for something",
      ["Kit wants nothing of the cake.", "They ask for your silence."],
      [KIT],
      "kit request: give Kit your silence | refuse Kit your silence",
    ],
    [
      "begs for something",
      ["Kit begs for one more chance."],
      [KIT],
      "kit request: give Kit another chance | refuse Kit another chance",
    ],
    [
      "I ask you to",
      ["Kit: I do not ask you to steal! I ask you to be a little clumsy."],
      [KIT],
      "kit request: be a little clumsy | refuse to be a little clumsy",
    ],
    [
      "speech within the telling",
      ["Ada sets down the trifle.", "“Tell me who ate it,” she says."],
      [ADA],
      "ada question: tell Ada who ate it | say nothing",
    ],
    ["quarrel of others", ["Bo: Ada, will you give me back my hat?"], [BO, ADA], undefined],
    ["a manner of speaking", ["Ada: Look, never mind the hat."], [ADA], "ada remark: ask Ada what she means | -"],
    [
      "somebody whose sister is spoken of",
      [
        "She is Bo's aunt, and Ada's friend.",
        "She wipes her hands and asks, as if it did not matter, whether Ada is well.",
      ],
      [ADA, person("Dot", "she")],
      "dot question: tell Dot that Ada is well | tell Dot that Ada is not well",
    ],
    ["what others say", ["Bo: Ask them nicely, you say."], [BO], "bo remark: ask Bo what he means | -"],
    [
      "the telling before speech",
      ["You had better sit down on the next stone and work it out with her.", "Ada: Count it again, so I can see."],
      [ADA],
      "ada request: sit down on the next stone | -",
    ],
    ["somebody they", ["Kit is cold.", "Show them."], [KIT], "kit request: show Kit | -"],
    ["the last word is a question", ["Bo: It is a real question. What is wrong with scrubbing?"], [ADA, BO], undefined],
    ["plain telling", ["Ada puts the hat on the shelf.", "It rains."], [ADA], undefined],
    [
      "asks for nothing but a thing",
      ["Kit points at the page, and asks for nothing but a second pair of eyes."],
      [KIT],
      "kit request: give Kit a second pair of eyes | refuse Kit a second pair of eyes",
    ],
    ["asks for what is theirs", ["Kit asks for it again."], [KIT], undefined],
  ])("[PC660] [PC724] [PC1200] %s: %j", (_, told, people, expected) => {
    expect(answers(told, people)).toBe(expected);
  });
});

it.each([
  ["On the mirror, with its face inward, is stuck a visiting card.", "the visiting card"],
  ["While you are fixing it a letter slides off the dashboard.", "the letter"],
  ["There is a key under the mat.", "the key"],
  ["You find an old map behind the stove.", "the map"],
  ["Round her neck, on a bootlace, hangs an iron key.", undefined],
  ["Ada has a letter in her hand.", undefined],
  ["There is no letter under the mat.", undefined],
  ["He reads the letter aloud.", undefined],
  ["A card game is going on in the corner.", undefined],
  ["There is a page of the log that nobody has read.", undefined],
  ["In his pocket lies a ring.", undefined],
])("[PC664] finds what lies there and nobody has: %s", (told, thing) => {
  expect(foundIn(["Ada goes to the window.", told])).toBe(thing);
});

it.each<[told: string, expected: string | undefined]>([
  [
    "“Is it the second verse?” says Ada.",
    "tell Ada that it is the second verse | tell Ada that it is not the second verse",
  ],
  ["Ada looks up. She is asking whether it is any good.", "tell Ada that it is good | tell Ada that it is no good"],
  ["She asks whether it is any good.", "tell Ada that it is good | tell Ada that it is no good"],
  ["“Did the rope hold?” says Ada.", "tell Ada that the rope held | tell Ada that the rope did not hold"],
  ["“Does it hurt?” says Ada.", "tell Ada that it hurts | tell Ada that it does not hurt"],
  ["“What do you want?” says Ada.", "tell Ada what you want | say nothing"],
  ["“Where did you sleep?” says Ada.", "tell Ada where you slept | say nothing"],
  ["“May I come in?” says Ada.", "let Ada come in | refuse to let Ada come in"],
  ["“Are you the one who counts?” says Ada.", "say that you are the one who counts | say that you are not"],
  ["“Have you seen him?” says Ada.", "say that you have | say that you have not"],
  ["“Has anybody asked him?” says Ada.", undefined],
  ["“Was it her?” says Ada.", undefined],
  ["“And what happened then?” says Ada.", undefined],
  ["Ada looks at you and waits.", undefined],
])("[PC1601] a question is answered in its own words, or not at all: %s", (told, expected) => {
  expect(answers([told], [ADA])?.replace("ada question: ", "")).toBe(expected);
});

it.each<[told: string, expected: string | undefined]>([
  [
    "Ada asked you whether the figures were correct.",
    "tell Ada that the figures are correct | tell Ada that the figures are not correct",
  ],
  ["Ada asked you whether you had slept.", "say that you have slept | say that you have not"],
  ["Ada asked if there was any more of the cake.", "say that there is more of the cake | say that there is none"],
  [
    "Ada asks you whether the figures were correct.",
    "tell Ada that the figures were correct | tell Ada that the figures were not correct",
  ],
])("[PC1902] a question that is told in the past is answered as it was put: %s", (told, expected) => {
  expect(answers([told], [ADA])?.replace("ada question: ", "")).toBe(expected);
});

it.each<[told: string, expected: string | undefined]>([
  ["Ada offers you the second chair.", "offer: take the second chair | refuse the second chair"],
  [
    "Ada offers you a week at the press in return for silence.",
    "offer: take the week at the press | refuse the week at the press",
  ],
  ["Ada offers to carry the lamp.", "offer: let Ada carry the lamp | tell Ada not to carry the lamp"],
  ["Ada offers you the left-hand chair and you take the right.", undefined],
  ["Ada offers you one.", undefined],
  ["Ada offers to buy you supper.", undefined],
  ["Ada invites you in.", "invitation: go in with Ada | stay outside"],
  ["Ada invites you to supper.", "invitation: accept the invitation to supper | decline the invitation to supper"],
  ["Ada invites you to open the kiln.", "invitation: open the kiln | refuse to open the kiln"],
  [
    "Ada asks you to carry it up the river to the mill, and have it mended.",
    "request: do as Ada asks | refuse to do as Ada asks",
  ],
  ["Ada asks you to take it.", "request: do as Ada asks | refuse to do as Ada asks"],
  ["Ada asks you to stay.", "request: stay | refuse to stay"],
  ["Ada begs somebody to read the lesson.", "request: read the lesson | refuse to read the lesson"],
  [
    "Ada wants someone to mind the stall for an hour.",
    "request: mind the stall for an hour | refuse to mind the stall for an hour",
  ],
  ["Ada: Promise me you will feed the crow.", "request: promise Ada to feed the crow | refuse to promise it"],
  ["Ada: Promise me.", undefined],
  ["Ada: Tell me, and I will believe you.", undefined],
  ["Ada: Take it away.", undefined],
  ["Ada: Open the kiln if you want facts.", undefined],
  [
    "Ada wants to know whether she ought to tell the skipper.",
    "question: tell Ada to tell the skipper | tell Ada not to tell the skipper",
  ],
  [
    "Ada asks you whether she should burn the page.",
    "question: tell Ada to burn the page | tell Ada not to burn the page",
  ],
])("[PC1602] [PC3166] [PC5413] an offer or a request names its thing, or is none: %s", (told, expected) => {
  const found = answers([told], [ADA]);
  expect(found?.startsWith("ada remark") ? undefined : found?.replace("ada ", "")).toBe(expected);
});

describe("what is put to the player in a speech that the teller breaks into", () => {
  it.each<[told: string, people: readonly Listener[], expected: string | undefined]>([
    ["“Did she say shall,” he asked, “or did she say will?”", [BO], "bo question: answer “shall” | answer “will”"],
    [
      "“If I gave you a time,” said Ada, “would you remember to look at the clock?”",
      [ADA],
      "ada question: say that you would remember to look at the clock | say that you would not",
    ],
    [
      "“Would you,” Ada asks, “go anywhere without your eyes?”",
      [ADA],
      "ada question: say that you would go anywhere without your eyes | say that you would not",
    ],
    [
      "“Was it the milk,” says the mate, “or the rats?”",
      [MATE],
      "the-mate question: answer “the milk” | answer “the rats”",
    ],
    ["“Tell me,” says Ada. “Was it him?”", [ADA], undefined],
    ["“Well,” says Bo, “I have counted the spoons.”", [BO], "bo remark: ask Bo what he means | -"],
  ])("[PC700] %s", (told, people, expected) => {
    expect(answers([told], people)).toBe(expected);
  });

  it.each<[told: readonly string[], expected: string | undefined]>([
    [
      [
        "The mate counts the spoons.",
        "“If I gave you a time,” said the Colonel, “would you remember to look at the clock?”",
      ],
      "roorda question: say that you would remember to look at the clock | say that you would not",
    ],
    [
      [
        "The mate hands up a paper.",
        "Count Haldersma raises one finger.",
        "“Did she say shall,” he asks, “or did she say will?”",
      ],
      "the-count question: answer “shall” | answer “will”",
    ],
    [["Haldersma offers you the second chair."], "the-count offer: take the second chair | refuse the second chair"],
  ])("[PC702] %s", (told, expected) => {
    const colonel = { ...person("Colonel Roorda", "she", "Colonel Jeltje Roorda"), id: "roorda" };
    expect(answers(told, [MATE, person("the Count", "he", "Count Wybren Haldersma"), colonel])).toBe(expected);
  });

  it.each<[line: string, expected: string | undefined]>([
    ["Tea or coffee?", "answer “tea” | answer “coffee”"],
    ["Red wine, or white wine?", "answer “red wine” | answer “white wine”"],
    ["Is it Tuesday or Wednesday?", "answer “Tuesday” | answer “Wednesday”"],
    ["Was it a man or a woman?", "answer “a man” | answer “a woman”"],
    ["Did it ring twice, or did it ring once?", "answer “twice” | answer “once”"],
    ["Friend or foe?", "answer “friend” | answer “foe”"],
    ["Are you coming or not?", "say that you are coming | say that you are not"],
    ["Are you ill or something?", "say that you are ill | say that you are not"],
    ["Can you open it, or shall I send for somebody?", "say that you can | say that you cannot"],
    ["Will you tell them, or will you let her?", "say that you will | say that you will not"],
  ])("[PC701] %s", (line, expected) => {
    expect(answers([`Bo: ${line}`], [BO])?.replace("bo question: ", "")).toBe(expected);
  });

  it.each(["Get down. Are you whole? Then lift.", "So. Have you come to arrest me or review me?"])(
    "[PC5410] [PC5411] nobody waits for an answer: %s",
    (line) => {
      expect(answers([`Bo: ${line}`], [BO]) ?? "").not.toContain("question");
    },
  );
});
