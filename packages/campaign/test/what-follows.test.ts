// SPEC.md CA1630 to CA1636 and CA3220 to CA3224: what comes of decisions of which a beat says little, and names that mislead.
import { describe, expect, it } from "vitest";
import { permittedIn } from "../src/reading/decisions/alternatives.js";
import { readBranches } from "../src/reading/decisions/branches.js";
import { inFewWords, withSaidWords, withSecondDeed } from "../src/reading/decisions/deed-words.js";
import { consequenceToTell, isNext, ofAnyWithin } from "../src/reading/decisions/what-follows.js";
import { sentenceOfNote } from "../src/reading/notes.js";
import { openingParagraphs } from "../src/reading/opening.js";
import { beat, person, readSmall } from "./support/small-story.js";

const branches = (...sentences: string[]) => readBranches(sentences, sentences).branches;
const beatOf = (description: string, more = {}) =>
  readSmall({
    npcs: [person("Osk Tarn", "a smith"), person("Nina Vell", "a cook")],
    beats: [beat("beat_001", description, more)],
  }).reading.beats[0];
const resultsOf = (description: string, more = {}) =>
  (beatOf(description, more)?.choices ?? []).map(({ text, result }) => [text, result]);

describe("what comes of decisions", () => {
  it("[CA1630] is what a sentence behind them says of any", () => {
    expect(ofAnyWithin("It is a hard place, and whatever you did there, the others saw.")).toBe("The others saw.");
    expect(ofAnyWithin("It is a hard place, and the others saw.")).toBeUndefined();
    const put = "Now might you put out the lamp; or let it burn; or ask Osk his name.";
    expect(
      branches("Osk waits.", put, "It is a hard place, and whatever you did there, the others saw.").map(
        ({ result }) => result,
      ),
    ).toEqual(["The others saw.", "The others saw.", "The others saw."]);
  });

  it("[CA1631] is told when it has been decided, where it comes afterwards", () => {
    expect(isNext("And after, in the night, a light went along the wall.")).toBe(true);
    expect(isNext("Osk was in the yard at that hour.")).toBe(false);
    const found = beatOf(
      "Osk Tarn waits at the table. Here might the player tell of the boat; or tell of the weir; or ask Osk what is owed. And after, in the night, a light went along the wall.",
    );
    expect(found?.told).toEqual(["Osk Tarn waits at the table."]);
    expect(found?.choices.map(({ result }) => result)).toEqual(
      found?.choices.map(() => "And after, in the night, a light went along the wall."),
    );
  });

  it("[CA1632] is what somebody of the beat does by its consequences, or what things have come to", () => {
    const put = "Osk Tarn waits at the weir. The player may take the boat, or swim.";
    const said = (...consequences: string[]) => resultsOf(put, { consequences })[0]?.[1];
    expect(said("Osk joins the crew")).toBe("Osk joins the crew.");
    expect(said("The lock is mended", "Osk joins the crew")).toBe("Osk joins the crew.");
    expect(said("The whole town has heard the bell")).toBe("The whole town has heard the bell.");
    for (const none of [
      "The player knows the way",
      "Osk knows who it was",
      "Osk trusts the player or he does not",
      "Osk will come back",
      "Osk is hungry",
      "If the player swims, Osk laughs",
    ])
      expect(said(none)).toBeUndefined();
    expect(said()).toBeUndefined();
    // How it comes out is told by the outcomes.
    expect(
      resultsOf(put, { consequences: ["Osk joins the crew"], outcomes: [{ description: "The rope holds." }] })[0]?.[1],
    ).toBeUndefined();
  });

  it("[CA1632] is nothing that the beat has told", () => {
    const none = (): string => "";
    expect(consequenceToTell(["The bell is in the tower"], ["The bell hangs in the tower."], none)).toBeUndefined();
    expect(consequenceToTell(["The roof is gone"], ["The bell hangs in the tower."], none)?.text).toBe(
      "The roof is gone.",
    );
    expect(
      consequenceToTell(["Kevin has dodged a question for the first time"], ["HE DODGED IT."], none),
    ).toBeUndefined();
    expect(consequenceToTell(["The march has begun"], ["The bell rings."], none)).toBeUndefined();
  });

  it("[CA1682] is what is found out by it, where the beat has not told it", () => {
    const put =
      "Osk Tarn waits at the gauge. A rag is tied round it. The player may lift the rag, or leave him his Monday.";
    const said = (consequence: string) => resultsOf(put, { consequences: [consequence] });
    expect(said("The player knows that the old mine is full of water and can't be emptied by Friday")).toEqual([
      ["lift the rag", "You know now that the old mine is full of water and can't be emptied by Friday."],
      ["leave him his Monday", undefined],
    ]);
    for (const none of [
      "The player knows about the mine",
      "The player knows that the rag is tied round the gauge",
      "The player knows that he left it there on Monday for his old mother",
      "The player knows whether the old mine is full of water and can't be emptied by Friday",
    ])
      expect(said(none).map(([, result]) => result)).toEqual(said(none).map(() => undefined));
  });

  it("[CA1684] is told as it happens", () => {
    const said = (consequence: string) =>
      consequenceToTell([consequence], ["The bell rings."], (text) => /^Osk(?: Tarn)?/u.exec(text)?.[0] ?? "")?.text;
    expect(said("Osk has given himself away by a silence")).toBe("Osk gives himself away by a silence.");
    expect(said("Osk Tarn has started counting bunks")).toBe("Osk Tarn starts counting bunks.");
    expect(said("The whole town has heard a loud hail")).toBe("The whole town has heard a loud hail.");
  });

  it("[CA1581] is the reason behind the last of them", () => {
    expect(
      resultsOf(
        "Osk Tarn sells a tooth. The player might cry him false; or buy it; or ask him softly, what would he do if it were true? For at that word he went white.",
      ).at(-1),
    ).toEqual(["ask him softly what he would do if it were true", "At that word he went white."]);
  });
});

describe("deeds", () => {
  it("[CA1633] keep a second that is joined to them", () => {
    expect(withSecondDeed("let it burn, and stand by it")).toBe("let it burn and stand by it");
    expect(withSecondDeed("let it burn, and the others saw")).toBe("let it burn, and the others saw");
    expect(
      branches("Osk waits.", "Now might you let it burn, and stand by it; or tell him, and see him breathe."),
    ).toEqual([{ text: "let it burn and stand by it" }, { text: "tell him", result: "You see him breathe." }]);
  });

  it("[CA1634] stand with what is said in quotation marks, and with the whole of a question", () => {
    expect(withSaidWords("say, It is whole")).toBe("say “It is whole”");
    expect(
      inFewWords("ask her straight out why somebody who could light a hundred lamps has not lit one since spring"),
    ).toBe("ask her straight out why somebody who could light a hundred lamps has not lit one since spring");
  });

  it("[CA1636] are read from the first on, without what is none", () => {
    expect(permittedIn("You could ask Osk for it; you could copy the sum and go; or you could tell him all.")).toEqual([
      "ask Osk for it",
      "copy the sum and go",
      "tell him all",
    ]);
    expect(permittedIn("You might show him, or ask after his thumb; and of these the last would be hardest.")).toEqual([
      "show him",
      "ask after his thumb",
    ]);
    expect(permittedIn("You may quarter the men upon the rich, upon all alike, or at the priory.")).toEqual([
      "quarter the men upon the rich",
      "quarter the men upon all alike",
      "quarter the men at the priory",
    ]);
    expect(permittedIn("You could take the match, knowing you will lose, or hand him a bowl.")).toEqual([
      "take the match",
      "hand him a bowl",
    ]);
    expect(
      resultsOf("The water is low and the player can see the hull, eleven metres of it, lying on its side."),
    ).toEqual([]);
    expect(resultsOf("Osk Tarn waits. CHOICE: answer it. Stop Osk. Take a lantern.").map(([text]) => text)).toEqual([
      "answer it",
      "stop Osk",
      "take a lantern",
    ]);
  });
});

describe("names and notes that mislead", () => {
  it("[CA1635] say what the player is to do, and leave what lies beneath to the teller", () => {
    expect(
      openingParagraphs(
        "The wall leaks.\n\n## What is asked of you\n\nTo choose among two wrongs, and to learn what each costs.",
      ),
    ).toEqual(["The wall leaks.", "You are to choose among two wrongs, and to learn what each costs."]);
    expect(openingParagraphs("The bell is gone.\n\n## What you want\n\nTo be paid, and to know what it says.")).toEqual(
      ["The bell is gone.", "You want to be paid, and to know what it says."],
    );
  });

  it.each([
    "What lies beneath",
    "What's under it all",
    "Under everything",
    "What is behind all this",
    "Behind it all",
    "At the bottom of it",
    "What is at the root of it all",
    "What’s actually going on",
  ])("[CA1635] leaves what stands under “%s” to the teller", (heading) => {
    const premise = `The wall leaks.\n\n## ${heading}\n\nOsk did it.`;
    const told = readSmall({ premise, beats: [beat("beat_001", "The wall leaks.")] }).reading;
    expect(told.opening.join(" ")).not.toContain("Osk did it");
  });

  it.each([
    "Under the stairs",
    "Behind the wall",
    "Below",
    "What is behind the green door",
    "At the bottom of the hill",
  ])("[CA1635] tells what stands under “%s”", (heading) => {
    const premise = `The wall leaks.\n\n## ${heading}\n\nThe lamp is lit there.`;
    const told = readSmall({ premise, beats: [beat("beat_001", "The wall leaks.")] }).reading;
    expect(told.opening.join(" ")).toContain("The lamp is lit");
  });

  it("[CA1365] a label above a list is its heading, and the list is told", () => {
    expect(
      openingParagraphs("The bell is gone.\n\n**What you know on day one**\n\n1. Osk is dead.\n2. The book is short."),
    ).toEqual(["The bell is gone.", "Osk is dead.", "The book is short."]);
  });

  it("[CA113] tells what somebody lets the player decide, and not what the player decides", () => {
    const { told } = readSmall({
      beats: [
        beat(
          "beat_001",
          "Osk has a pie on the sill, and he lets you decide which one is yours. You decide that it is late.",
        ),
      ],
    }).reading.beats[0] ?? { told: [] };
    expect(told).toEqual(["Osk has a pie on the sill, and he lets you decide which one is yours."]);
  });

  it("[CA3220] [CA3222] are those of places with a foreign article, or the player's", () => {
    const read = readSmall({
      setting: "Milk goes to La Frasse. In La Frasse the walls are stone. The copper of La Frasse is old.",
      beats: [
        beat("beat_001", "At La Frasse the pigs hang in the frost.", { location: "La Frasse" }),
        beat("beat_002", "There is a mule in the player's yard.", { location: "The player's yard" }),
      ],
    }).reading;
    expect(read.places.map(({ called }) => called)).toEqual(expect.arrayContaining(["La Frasse", "your yard"]));
  });

  it("[CA3221] [CA3224] are those of people with a short form or an abbreviation", () => {
    const read = readSmall({
      setting: "The Col is a pass. Snow lies on the Col. Mules cross the Col, and the Col is cold.",
      npcs: [
        person("Colin Dubosson", "Blaise's son"),
        person("Marigold Thorne", "Head of St. Ann's, who has not slept"),
      ],
      beats: [beat("beat_001", "Colin Dubosson lies on the straw. Marigold Thorne holds a tin.")],
    }).reading;
    expect(read.cast.find(({ id }) => id === "colin-dubosson")?.called).not.toBe("the Col");
    expect(read.cast.find(({ id }) => id === "marigold-thorne")?.epithet ?? "").not.toMatch(/St$/u);
  });

  it("[CA3223] are resolves that begin with never", () => {
    expect(sentenceOfNote("Never tell the children about the drains", "she", false)).toMatchObject({
      sentence: "{name} means never to tell the children about the drains.",
      spoken: "I mean never to tell the children about the drains.",
    });
  });
});
