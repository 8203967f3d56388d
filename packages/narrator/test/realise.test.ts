import { describe, expect, it } from "vitest";
import type { Fact, Person } from "@narratoria/protocol/story";
import { parseFrame } from "../src/frames/frame.js";
import type { Filling, Manner, Reference } from "../src/scene/realise.js";
import { fullName, NO_REFERENCE, realise } from "../src/scene/realise.js";
import {
  clockWords,
  curlyQuotes,
  durationWords,
  indefiniteArticle,
  isPlural,
  partOfDay,
  pastTense,
  secondPersonFrom,
  splitSentences,
  thirdPerson,
} from "@narratoria/protocol/english";
import { story } from "./support/fixture-story.js";

const person = (id: string): Person => {
  const found = story.people.get(id);
  if (!found) throw new Error(`no ${id}`);
  return found;
};
const orsolya = person("orsolya");
const jonas = person("jonas");
const they: Person = { ...jonas, id: "sam", name: "Sam Vole", short: "Sam", pronoun: "they" };
const manner: Manner = { isNamed: () => true };

const frame = (words: string, key = "speech") =>
  parseFrame(key, words, { file: "t.md", line: 1, own: true }, new Set());
const say = (
  words: string,
  filling: Filling,
  before: Reference = NO_REFERENCE,
  how: Manner = manner,
): string | undefined => realise(frame(words), filling, before, how, story)?.text;
const fact = (id: string) => {
  const found = story.facts.get(id);
  if (!found) throw new Error(`no fact ${id}`);
  return found;
};
const topic = (id: string) => {
  const found = story.topics.get(id);
  if (!found) throw new Error(`no topic ${id}`);
  return found;
};

describe("joints", () => {
  const speak = (quote: string, npc = jonas): string | undefined => say("{quote.said}", { npc, quote });
  it("[NA544] keeps an ellipsis before the tag of a speech", () => {
    expect(speak("First the small, then the ones that will not go...")).toBe(
      "“First the small, then the ones that will not go...” says Peel.",
    );
  });

  it("[NA544] says quotations one after the other", () => {
    expect(speak("'We saw it.' 'We swore it.' 'And we are old.'")).toBe(
      "“We saw it.” “We swore it.” “And we are old,” says Peel.",
    );
    expect(speak("'Don't,' she'd say.")).not.toContain("” “");
  });

  it("[NA549] says who somebody is whom no text has named", () => {
    const { tail: _, ...plain } = fact("short-weight-1");
    const walks: Fact = { ...plain, topic: "none", text: "Jonas Peel walks out at night.", names: ["npc:jonas"] };
    const words = (isNamed: boolean) =>
      say("{fact.said}", { npc: orsolya, fact: walks }, NO_REFERENCE, { isNamed: () => isNamed });
    expect(words(true)).toBe("“Jonas Peel walks out at night,” says Orsolya.");
    expect(words(false)).toMatch(/^“Jonas Peel, the [\p{Ll} ]+, walks out at night,” says Orsolya/u);
  });

  it("[NA377] names a thing of which somebody says what it is to them", () => {
    const seven: Person = { ...jonas, id: "seven", name: "Seven", short: "Seven", pronoun: "it" };
    const rel = { of: orsolya, text: "talks to it", spoken: "I talk to it at night while it scrubs." };
    expect(say("{rel.said}", { npc: orsolya, npc2: seven, rel })).toBe(
      "“I talk to Seven at night while it scrubs,” says Orsolya.",
    );
  });

  it("[NA544] says what several are to somebody in their own number", () => {
    const three = { ...jonas, plural: true, pronoun: "they" } as const;
    const rel = { of: three, text: "delivered him", spoken: "I delivered him, and my sister saw me." };
    expect(say("{rel.said}", { npc: three, rel })).toBe("“We delivered him, and our sister saw us,” say Peel.");
  });

  it("[NA544] says the wish of several in their own number", () => {
    expect(say("{mot.said}", { npc: { ...jonas, plural: true, pronoun: "they" }, mot: "to count the salt" })).toBe(
      "“We want to count the salt,” say Peel.",
    );
  });
});

describe("reference", () => {
  it("[NA30] says a pronoun once the person has been named in this sentence or the one before", () => {
    expect(say("{Npc} [nod]. {Npc} [look] at {npc.p} hands.", { npc: orsolya })).toBe(
      "Orsolya nods. She looks at her hands.",
    );
  });

  it("[NA30] says the name where a paragraph opens, and after a sentence about something else", () => {
    expect(say("{Npc} [nod].", { npc: orsolya })).toBe("Orsolya nods.");
    expect(say("{Npc} [nod]. It is late. {Npc} [go].", { npc: orsolya })).toBe(
      "Orsolya nods. It is late. Orsolya goes.",
    );
  });

  it("[NA30] goes on from the sentence before in the same paragraph", () => {
    const first = realise(frame("{Npc} [nod]."), { npc: orsolya }, NO_REFERENCE, manner, story);
    expect(first && say("{Npc} [go].", { npc: orsolya }, first.reference)).toBe("She goes.");
  });

  it("[NA30] says the name where somebody of the same pronoun is in play", () => {
    const other: Person = { ...orsolya, id: "jonas", short: "Ilka" };
    expect(say("{Npc} and {npc2} talk. {Npc} [go].", { npc: orsolya, npc2: { ...jonas } })).toBe(
      "Orsolya and Peel talk. She goes.",
    );
    const both = { ...story, people: new Map([...story.people, ["jonas", other]]) };
    expect(
      realise(frame("{Npc} and {npc2} talk. {Npc} [go]."), { npc: orsolya, npc2: other }, NO_REFERENCE, manner, both)
        ?.text,
    ).toBe("Orsolya and Ilka talk. Orsolya goes.");
  });

  it("[NA30] knows within a sentence whose voice it is, whoever else is about", () => {
    const ilka: Person = { ...orsolya, id: "jonas", short: "Ilka" };
    const both = { ...story, people: new Map([...story.people, ["jonas", ilka]]) };
    const told = realise(
      frame("{Npc2} [nod]. {Npc} [say] it without raising {npc.p} voice."),
      { npc: orsolya, npc2: ilka },
      NO_REFERENCE,
      manner,
      both,
    );
    expect(told?.text).toBe("Ilka nods. Orsolya says it without raising her voice.");
  });

  it("[NA30] keeps the focus on a speaker through a sentence that is only speech", () => {
    expect(say('{Npc} [nod]. "Salt has no friends." {Npc} [go].', { npc: orsolya })).toBe(
      "Orsolya nods. “Salt has no friends.” She goes.",
    );
  });

  it("[NA30] gives the full name at a first meeting only", () => {
    const meeting: Manner = { ...manner, isNamed: () => false };
    expect(
      say("{Npc} [nod] at {npc2.o}. {Npc2} [nod] back.", { npc: orsolya, npc2: jonas }, NO_REFERENCE, meeting),
    ).toBe("Orsolya Brandt nods at Jonas Peel. He nods back.");
  });

  it("[NA513] meets somebody under what they are called, where that is no part of their name", () => {
    const meeting: Manner = { ...manner, isNamed: () => false };
    const wigs: Person = { ...orsolya, name: "Winifred Ollerenshaw", short: "Wigs", epithet: "the wardrobe mistress" };
    expect(say("{Npc.full} [be:npc] here.", { npc: wigs }, NO_REFERENCE, meeting)).toBe("Wigs is here.");
    expect(say("{Npc.role} [come] in.", { npc: wigs }, NO_REFERENCE, meeting)).toBe(
      "Wigs, the wardrobe mistress, comes in.",
    );
    const master: Person = { ...orsolya, name: "Mestre Zé", short: "Zé", epithet: "the mestre" };
    expect(say("{Npc.role} [come] in.", { npc: master }, NO_REFERENCE, meeting)).toBe("Mestre Zé comes in.");
    const captain: Person = { ...orsolya, name: "Captain Ludd", short: "the Captain" };
    expect(say("{Npc.full} [be:npc] here.", { npc: captain }, NO_REFERENCE, meeting)).toBe("Captain Ludd is here.");
  });

  it("[NA30] tags speech with a short name, and with a pronoun where nobody else can be meant", () => {
    expect(say('"No," {npc.says}.', { npc: orsolya })).toBe("“No,” says Orsolya.");
    expect(say('{Npc} [nod]. "No," {npc.says}.', { npc: orsolya })).toBe("Orsolya nods. “No,” she says.");
  });

  it.each([
    [
      "she",
      "to count the lamps before she sleeps, for herself and her clerk",
      "to count the lamps before I sleep, for myself and my clerk",
    ],
    ["she", "to be paid what they owe her.", "to be paid what they owe me."],
    ["he", "to sell his house", "to sell my house"],
  ] as const)("[NA377] tells a wish of somebody who is %s in their own mouth: %s", (pronoun, mot, own) => {
    const npc = { ...orsolya, pronoun };
    expect(say("{mot.said}", { npc, mot })).toMatch(`“I want ${own.replace(/\.$/, "")},” says Orsolya.`);
  });

  it("[NA33] tells the speech of several who speak in turn with their own tags", () => {
    const quote = "'It has three parts,' says the eldest. 'Two you have had,' says the middle one.";
    expect(say("{quote.said}", { npc: orsolya, quote })).toBe(
      "“It has three parts,” says the eldest. “Two you have had,” says the middle one.",
    );
  });

  it("[NA377] goes on about the speaker in the first person", () => {
    const own = { ...fact("salt-book-1"), text: "Orsolya keeps the book.", names: [], tail: "She counts nothing." };
    expect(say("{fact.said}", { npc: orsolya, fact: own, whole: true })).toBe(
      "“I keep the book. I count nothing,” says Orsolya.",
    );
  });

  it("[NA377] has somebody say in the first person what names them, and not where the words may mean another", () => {
    const own = { ...fact("salt-book-1"), text: "Orsolya keeps the book.", names: [] };
    expect(say("{fact.said}", { npc: orsolya, fact: own })).toBe("“I keep the book,” says Orsolya.");
    const both = { ...own, text: "Orsolya and her sister keep the book." };
    expect(say("{fact.said}", { npc: orsolya, fact: both })).toBeUndefined();
    expect(say("{fact.said}", { npc: jonas, fact: own })).toBe("“Orsolya keeps the book,” says Peel.");
  });

  it("[NA377] leaves a wish in the third person where its words may mean another", () => {
    expect(say("{mot.said}", { npc: { ...orsolya, pronoun: "they" }, mot: "to bring them home" })).toBeUndefined();
    expect(say("{mot.said}", { npc: orsolya, mot: "to hear Orsolya named" })).toBeUndefined();
  });

  it("[NA377] names whom a relationship is to where nobody has spoken of them", () => {
    const rel = { of: orsolya, text: "owes him a cart", spoken: "I owe him a cart and his boots." };
    expect(say("{rel.said}", { npc: orsolya, npc2: jonas, rel })).toBe(
      "“I owe Peel a cart and his boots,” says Orsolya.",
    );
    const spoken = { ...rel, spoken: "I keep his book." };
    expect(say("{rel.said}", { npc: orsolya, npc2: jonas, rel: spoken })).toBe("“I keep Peel’s book,” says Orsolya.");
  });

  it("[NA377] tells a relationship in the words that the reading has for it, or of the other by name", () => {
    const rel = { of: orsolya, text: "dressed his hands", spoken: "I dressed his hands." };
    expect(say("{rel.said}", { npc: orsolya, rel })).toBe("“I dressed his hands,” says Orsolya.");
    expect(say("{rel.said}", { npc: jonas, rel })).toBeUndefined();
    for (const text of ["is her clerk for nine years", "an honest officer"])
      expect(say("{Rel}.", { npc2: jonas, rel: { of: orsolya, text } })).toBe(`Peel is ${text.replace("is ", "")}.`);
    expect(say("{Rel}.", { npc2: jonas, rel: { of: orsolya, text: "is He's her skipper" } })).toBe(
      "Peel is her skipper.",
    );
  });

  it("[NA31] makes a verb agree with the subject before it, or the one it names", () => {
    expect(say("{Npc} [carry] on and [be] heard.", { npc: orsolya })).toBe("Orsolya carries on and is heard.");
    expect(say("{Npc} [nod]. {Npc} [carry] on.", { npc: they })).toBe("Sam nods. They carry on.");
    expect(say("{Topic} [be] gone.", { topic: topic("night-carts") })).toBe("The night carts are gone.");
    expect(
      say("You look at {npc.o}; so [do:npc] {npc2}, and {topic} [be:topic] gone.", {
        npc: orsolya,
        npc2: jonas,
        topic: topic("short-weight"),
      }),
    ).toBe("You look at Orsolya; so does Peel, and the short weight is gone.");
  });

  it.each([
    ["carry", "carries", "carried"],
    ["be", "is", "were"],
    ["have", "has", "had"],
    ["go", "goes", "went"],
    ["watch", "watches", "watched"],
    ["stop", "stops", "stopped"],
    ["put by", "puts by", "put by"],
    ["teach", "teaches", "taught"],
  ])("[NA31] conjugates %s", (lemma, third, past) => {
    expect([thirdPerson(lemma), pastTense(lemma)]).toEqual([third, past]);
  });

  it("[NA31] puts two verbs of one subject into the past", () => {
    expect(pastTense("wait up and knock back")).toBe("waited up and knocked back");
    expect(pastTense("take bread and salt")).toBe("took bread and salt");
  });

  it.each([
    ["finds", "find"],
    ["carries", "carry"],
    ["is", "are"],
    ["was", "were"],
    ["does", "do"],
    ["passes", "pass"],
    ["watches", "watch"],
    ["goes", "go"],
    ["ties", "tie"],
    ["found", "found"],
    ["quizzes", "quiz"],
    ["buzzes", "buzz"],
  ])("[NA31] finds what “you” takes for %s", (third, second) => expect(secondPersonFrom(third)).toBe(second)); // prettier-ignore

  it.each([
    ["apple", "an"],
    ["hour", "an"],
    ["honest man", "an"],
    ["union", "a"],
    ["one-eyed cat", "a"],
    ["useful key", "a"],
    ["uncle", "an"],
    ["European", "a"],
    ["bell", "a"],
  ])("[NA32] a or an %s", (words, article) => expect(indefiniteArticle(words)).toBe(article)); // prettier-ignore

  it("[NA32] says a jar once and the jar after", () => {
    expect(say("You take {item}.", { item: { id: "jar", name: "jar", fresh: true } })).toBe("You take a jar.");
    expect(say("You take {item}.", { item: { id: "jar", name: "jar", fresh: false } })).toBe("You take the jar.");
    expect(
      say("You take {item.a}. {Item} [be:item] heavy.", { item: { id: "snips", name: "lead snips", fresh: false } }),
    ).toBe("You take lead snips. The lead snips are heavy.");
  });

  it.each([
    ["the tithe boats", true],
    ["the burn across her knuckles", false],
    ["glass", false],
    ["people", true],
    ["the news", false],
    ["boots by the door", true],
  ])("[NA32] knows the number of %s", (np, plural) => expect(isPlural(np)).toBe(plural)); // prettier-ignore
});

describe("authored words", () => {
  it("[NA33] makes the last full stop a comma before “says”, and keeps it before a new sentence", () => {
    const filling: Filling = { npc: orsolya, quote: "Salt has no friends." };
    expect(say('"{quote}" {npc} [say].', filling)).toBe("“Salt has no friends,” Orsolya says.");
    expect(say('"{quote}" {Npc} [nod].', filling)).toBe("“Salt has no friends.” Orsolya nods.");
    expect(say('{Npc} [nod]. "{quote}"', filling)).toBe("Orsolya nods. “Salt has no friends.”");
  });

  it("[NA33] keeps a question mark, and marks of speech inside speech", () => {
    expect(say('"{quote}" {npc} [say].', { npc: orsolya, quote: "Who asked?" })).toBe("“Who asked?” Orsolya says.");
    expect(say('"{quote}" {npc} [say].', { npc: orsolya, quote: 'He said "later" and left.' })).toBe(
      "“He said ‘later’ and left,” Orsolya says.",
    );
  });

  it("[NA33] turns straight marks into curly ones", () => {
    expect(curlyQuotes(`"It's Jonas' cart," she said. "'Twas."`)).toBe("“It’s Jonas’ cart,” she said. “’Twas.”");
  });

  it("[NA34] tells a leaning sentence only right after its fact", () => {
    const filling: Filling = { npc: orsolya, fact: fact("short-weight-1"), whole: true };
    expect(say('"{fact.s}" {npc} [say].', filling)).toBe(
      "“The short weight was cast in the year of the flood. It has a hole in it that was filled with wax,” Orsolya says.",
    );
    expect(say("{Npc} [say] that {fact.c}.", filling)).toBe(
      "Orsolya says that the short weight was cast in the year of the flood. It has a hole in it that was filled with wax.",
    );
    expect(say("{Npc} [say] that {fact.c}, and [go].", filling)).toBeUndefined();
    expect(say("{Npc} [say] that {fact.c}, and [go].", { ...filling, whole: false })).toBe(
      "Orsolya says that the short weight was cast in the year of the flood, and goes.",
    );
  });

  it("[NA35] fills a remembered deed: past tense, names or pronouns as they fit", () => {
    const mem = {
      template: "[show] {npc.o} {item}",
      filling: { npc: orsolya, item: { id: "key", name: "brass key", fresh: false } },
    };
    expect(say("{Npc} [remember] how {mem.you}.", { npc: orsolya, mem })).toBe(
      "Orsolya remembers how you showed her the brass key.",
    );
    expect(say("It is not forgotten how {mem.you}.", { mem })).toBe(
      "It is not forgotten how you showed Orsolya the brass key.",
    );
    expect(
      say("It is not forgotten how {mem.you}.", {
        mem: { template: "could not pay {npc.o} what you owed", filling: { npc: orsolya } },
      }),
    ).toBe("It is not forgotten how you could not pay Orsolya what you owed.");
  });

  it("[NA35] takes nobody for mentioned whom the deed does not name", () => {
    const mem = { template: "[choose] to keep the key", filling: { npc: orsolya } };
    expect(say("There is also this, that {mem.you}. {Npc} [know] it.", { npc: orsolya, mem })).toBe(
      "There is also this, that you chose to keep the key. Orsolya knows it.",
    );
  });

  it("[NA35] drops a deed whose names are gone", () => {
    expect(
      say("It is not forgotten how {mem.you}.", {
        mem: { template: "[show] {npc.o} {item}", filling: { npc: orsolya } },
      }),
    ).toBeUndefined();
  });

  it("[NA36] names what its slots and its authored words name", () => {
    const told = realise(
      frame('"{fact.s}" {npc} [say].'),
      { npc: jonas, fact: fact("short-weight-3") },
      NO_REFERENCE,
      manner,
      story,
    );
    expect([...(told?.named ?? [])].sort()).toEqual(["npc:jonas", "place:weigh-house", "topic:short-weight"]);
  });
});

describe("sentences and clocks", () => {
  it("[NA37] splits sentences, minding abbreviations, speech and ellipses", () => {
    expect(
      splitSentences('Dr. Peel waits. "Go on. Now," he says. He has no. 4 on his hat… and no 5. Is it late? It is.'),
    ).toEqual([
      "Dr. Peel waits.",
      '"Go on. Now," he says.',
      "He has no. 4 on his hat… and no 5.",
      "Is it late?",
      "It is.",
    ]);
    expect(splitSentences("It comes out of a can, ref. BS-12. See Mt. Ebb, fig. 3. It is a can.")).toHaveLength(3);
    expect(
      splitSentences("P.C. Osk comes in at 9 p.m. The S.S. Ilse is late. He waits till 3 A.M. Nobody comes."),
    ).toEqual(["P.C. Osk comes in at 9 p.m.", "The S.S. Ilse is late.", "He waits till 3 A.M.", "Nobody comes."]);
    expect(splitSentences(`Ilse (4'11") sits. Fenn stands.`)).toEqual([`Ilse (4'11") sits.`, "Fenn stands."]);
  });

  it.each([
    [15 * 60, "three", "afternoon"],
    [8 * 60 + 46, "a quarter to nine", "morning"],
    [12 * 60, "noon", "afternoon"],
    [24 * 60 + 5, "midnight", "night"],
    [21 * 60 + 30, "half past nine", "night"],
    [17 * 60 + 14, "a quarter past five", "evening"],
  ])("[NA38] speaks the hour at minute %i", (minutes, words, part) => {
    expect([clockWords(minutes), partOfDay(minutes)]).toEqual([words, part]);
  });

  it.each([
    [5, "a few minutes"],
    [15, "a quarter of an hour"],
    [60, "an hour"],
    [120, "two hours"],
    [840, "the whole of a day"],
  ])("[NA38] speaks a length of %i minutes", (minutes, words) => {
    expect(durationWords(minutes)).toBe(words);
  }); // prettier-ignore
});

it.each([
  ['Brother Joachim (Joachim Teague), "the Bishop"', "the Bishop", "the Bishop"],
  ['Lt-Col. Philippa Oyelaran (retd), "the Colonel"', "the Colonel", "the Colonel"],
  ["Ada “Socks” Venn", "Ada", "Ada Venn"],
  ["Ada “Socks” Venn", "Socks", "Socks"],
  ["Edmund O'Hara", "O'Hara", "Edmund O'Hara"],
  ["Rain (a swarm)", "Rain", "Rain"],
  ["Dr. Imran Sattar", "Doc", "Doc"],
  ["Wim Okonjo", "Wim", "Wim Okonjo"],
])("[NA655] %s, called %s, is first told of as %s", (name, short, told) => {
  expect(fullName({ name, short } as Parameters<typeof fullName>[0])).toBe(told);
});
