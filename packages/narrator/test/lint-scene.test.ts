import { describe, expect, it } from "vitest";
import { lintScene } from "../src/index.js";

const rules = (...paragraphs: string[]): string[] => lintScene(paragraphs, new Set()).map((hit) => hit.rule);

describe("lintScene", () => {
  it("[NA60] finds nothing in good prose", () => {
    expect(
      lintScene(
        [
          "You ask about the bell. “It fell,” she says, and that is that.",
          "An hour passes. A union man comes in; he has had enough. “Who?” she asks.",
          "Would he know? What does he do with it, and why should she have it?",
          "If it were not for you, they would go. Between you and the door there is a chair.",
        ],
        new Set(),
      ),
    ).toEqual([]);
  });

  it.each([
    ["You ask about the the bell.", "doubled-word"],
    ["You ask about the a bell.", "doubled-word"],
    ["She is is here.", undefined],
    ["An bell hangs there.", "article"],
    ["You wait a hour.", "article"],
    ["She nod at you.", "agreement"],
    ["And then he go home.", "agreement"],
    ["She have gone.", "agreement"],
    ["They is gone.", "agreement"],
    ["You asks about {topic}.", "stray-slot"],
    ["The undefined bell.", "stray-slot"],
    ["It is late.. She goes.", "stops"],
    ["It is late ,and she goes.", "stops"],
    ["“It is late.”, she says.", "stops"],
    ["It is late. she goes.", "capital"],
    ["It  is late.", "spacing"],
    ['"It is late."', "quotes"],
    ["“It is late.", "quotes"],
    ["It is late", "stops"],
    ["", "length"],
  ])("[NA61] %j is %s", (text, rule) => {
    if (rule === undefined) expect(rules(text)).toEqual([]);
    else expect(rules(text)).toContain(rule);
  });

  it("[NA62] finds a sentence told twice in a scene", () => {
    expect(rules("The bell fell down. She goes.", "The bell fell down.")).toEqual(["repetition"]);
  });

  it("[NA63] leaves the grammar of the author's sentences to the author", () => {
    const odd = "He do go on about a herb.";
    expect(lintScene([`She sighs. ${odd}`], new Set())).not.toEqual([]);
    expect(lintScene([`She sighs. ${odd}`], new Set([odd]))).toEqual([]);
    expect(lintScene([`She sighs. “${odd.replace(".", ",")}” she says.`], new Set([odd]))).toEqual([]);
  });

  it("[NA63] says where: the paragraph, and the words around it", () => {
    expect(lintScene(["Good.", "She waits, and an bell rings for a while."], new Set())).toEqual([
      { rule: "article", paragraph: 1, excerpt: expect.stringContaining("an bell") as string },
    ]);
  });
});
