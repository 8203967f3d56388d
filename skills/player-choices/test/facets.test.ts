// SPEC.md PC5004: what entries of a player's past give to say.
import type { PastEntry } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { facetsOf, personIn, toldBy } from "../src/facets.js";
import { staged } from "./support.js";

const facet = (entry: PastEntry) => facetsOf(staged({ state: { player: { past: [{ ...entry }] } } }));
const named = (of: string, text = of): PastEntry => ({ kind: "background", of, text });

describe("a name", () => {
  it.each([
    ["Wandering Preacher", "a wandering preacher"],
    ["Glazier's apprentice", "a glazier's apprentice"],
    ["Otto's friend", "Otto's friend"],
    ["Clerk of the late Northern", "a clerk of the late Northern"],
    ["Hill Street kid", "a Hill Street kid"],
    ["The carter's debtor", "the carter's debtor"],
    ["The one who mends", "the one who mends"],
    ["Night porter, on leave", "a night porter"],
    ["Deep water", undefined],
    ["Bread and butter", undefined],
    ["Cellar ladder", undefined],
  ])("[PC5004] %j is %j", (name, person) => {
    expect(personIn(name)).toBe(person);
  });

  it("[PC5004] that may be somebody's own is a person only by a noun that is listed", () => {
    expect(personIn("Anton Keller", true)).toBeUndefined();
    expect(personIn("Anton Keller")).toBe("an anton keller");
    expect(facet(named("Anton Keller", "Quick, and sorry for it."))).toEqual([]);
  });
});

describe("an entry", () => {
  it.each<[PastEntry, object]>([
    [
      named("Raised on barges", "You grew up below the third lock."),
      { that: "you grew up below the third lock", role: "somebody who grew up below the third lock" },
    ],
    [
      named("Town library", "You have mended books, with paste."),
      { that: "you have mended books", role: "somebody from a town library" },
    ],
    [named("Born in Oakley", "It rains."), { that: "you were born in Oakley", role: "somebody born in Oakley" }],
    [
      named("Fishing town", "It smells of tar."),
      { that: "you are from a fishing town", role: "somebody from a fishing town" },
    ],
    [
      { kind: "class", of: "Drover", text: "Drover" },
      { that: "you are a drover", role: "a drover", isNoun: true },
    ],
    [
      { kind: "ability", of: "X", text: "tells wool by touch" },
      { that: "you tell wool by touch", role: "somebody who tells wool by touch" },
    ],
    [
      { kind: "ability", of: "X", text: "ice lore" },
      { that: "you know ice lore", role: "somebody who knows ice lore" },
    ],
    [{ kind: "trait", of: "X", text: "thoughtful" }, { manner: "thoughtfully" }],
    [{ kind: "trait", of: "X", text: "steady" }, {}],
    [{ kind: "answer", of: "What did you leave behind?", text: "A dog." }, { what: "what you left behind" }],
    [
      { kind: "relationship", of: "X", npc: "orsolya", text: "Taught you to swim, and has forgotten it" },
      { who: { npc: "orsolya", clause: "taught you to swim" } },
    ],
  ])("[PC5004] %j gives %j", (entry, phrases) => {
    const [one] = facet(entry);
    if (Object.keys(phrases).length === 0) expect(one).toBeUndefined();
    else expect(one).toMatchObject(phrases);
  });

  it.each([
    ["You never did."],
    ["You saw it and told them."],
    ["Your mother knows what you had for lunch."],
    ["You have counted them all, all but four"],
    ["You told me so?"],
  ])("[PC5004] gives nothing to tell where its words do not stand alone: %j", (text) => {
    expect(facet(named("Deep water", text)).map(({ that }) => that)).toEqual([]);
  });
});

describe("a question", () => {
  it.each([
    ["Why did you come back?", "why you came back"],
    ["Who taught you to lie?", "who taught you to lie"],
    ["Why did you never write, in all those years?", "why you never wrote, in all those years"],
    ["What have you kept that is not yours?", "what you have kept that is not yours"],
    ["What is the worst bargain that you ever struck?", "about the worst bargain that you ever struck"],
    ["Whom do you miss, and does he know?", "whom you miss"],
    ["whom you owe, and what", "whom you owe, and what"],
    ["your hands", "about your hands"],
    ["name", undefined],
    ["Is it a single or a return?", undefined],
    ["a song", undefined],
  ])("[PC5004] %j is told as %j", (question, told) => {
    expect(toldBy(question)).toBe(told);
  });
});
