import { describe, expect, it } from "vitest";
import { readSource } from "@narratoria/campaign/testing";
import { indexStory } from "../src/index-story.js";
import { createStorybook } from "../src/index.js";
import { deedInPast, outsideQuotes } from "@narratoria/protocol/english";
import { doneInPast, jointInPast } from "../src/scene/past-joints.js";
import { happensInPast } from "../src/scene/spoken-tense.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

describe("joints of a story that is told in the past", () => {
  it.each([
    ["You go on to ", false, "You went on to "],
    ["You stand still and listen.", false, "You stood still and listened."],
    ["You are no longer ", false, "You were no longer "],
    ["You all go on to ", false, "You all went on to "],
    [", and you go to ", true, ", and you went to "],
    [" are here.", true, " were here."],
    [" comes.", true, " came."],
    [" will not speak of ", true, " would not speak of "],
    ["Nobody is here.", false, "Nobody was here."],
    ["It takes ", false, "It took "],
    [" and the ", true, " and the "],
  ])("[NA3260] %j", (words, behindSlot, told) => {
    expect(jointInPast(words, behindSlot)).toBe(told);
  });

  it.each([
    ["drink up your tea and ask about the nail", "drank up your tea and asked about the nail"],
    ["say aloud what you found and see who goes", "said aloud what you found and saw who goes"],
    ["take bread and water", "took bread and water"],
    ["be patient", "were patient"],
    ["say “please hold” and wait", "said “please hold” and waited"],
    ["cast it upon God and walk on six spans", "cast it upon God and walked on six spans"],
    ["hand back the pen and ask her", "handed back the pen and asked her"],
    ["fall back and walk beside Osk", "fell back and walked beside Osk"],
    ["bid her tell Osk", "bade her tell Osk"],
    ["ask Lady Vane what she thinks of it", "asked Lady Vane what she thought of it"],
    ["ask Ulrich what he has to say to it", "asked Ulrich what he had to say to it"],
    ["ask them why they are here", "asked them why they were here"],
    ["ask Osk about the mill", "asked Osk about the mill"],
    ["override it at the panel", "overrode it at the panel"],
    ["quietly leave", "quietly leave"],
  ])("[NA3260] a deed: %s", (deed, told) => {
    expect(deedInPast(deed)).toBe(told);
  });

  it("[NA4317] leaves what a cue tells in the past as it is", () => {
    for (const done of ["Posy was tightening a girth.", "Posy had her hand up."])
      expect(doneInPast(done, ["Posy"])).toBe(done);
  });

  it("[NA3260] what is done as something is said", () => {
    expect(doneInPast("Posy holds out the glass.", ["Posy"])).toBe("Posy held out the glass.");
    expect(doneInPast("Posy does not look up.", ["Posy"])).toBe("Posy did not look up.");
    const names = ["Posy Garlick", "Posy"];
    expect(doneInPast("Posy Garlick holds out the glass.", names)).toBe("Posy Garlick held out the glass.");
    expect(doneInPast("Posy Garlick, the baker, holds it.", names)).toBe("Posy Garlick, the baker, held it.");
    expect(doneInPast("Low.", ["Posy"])).toBe("Low.");
  });

  it("[NA3260] leave what is said as it is", () => {
    expect(outsideQuotes('"You are back," she is told.', false, (words) => words.toUpperCase())).toBe(
      '"You are back," SHE IS TOLD.',
    );
  });

  it("[NA3260] are in the past where nearly all beats are", () => {
    const past = { told: ["Osk said so, and went."] };
    const now = { told: ["Osk says so, and has it."] };
    expect(happensInPast([past, past, past])).toBe(true);
    expect(happensInPast([past, past])).toBe(false);
    expect(happensInPast([past, past, now])).toBe(false);
    expect(happensInPast([])).toBe(false);
  });

  it("[NA3260] are in the past where the beats are, taken together, though short ones have hardly a verb", () => {
    const past = { told: ["Nell came up the hill and said that the sheep were gone, and you went with her."] };
    const short = { told: ["If you asked her she told you: the bell, the rope, the boy who is lame."] };
    const present = { told: ["Nell comes up the hill and says that the sheep are gone."] };
    expect(happensInPast([past, past, past, past, short])).toBe(true);
    expect(happensInPast([past, past, past, past, present])).toBe(false);
    expect(happensInPast([past, present, present])).toBe(false);
  });

  it.each([
    ["The story is told in the past tense and to you.", true],
    ["Never in the present tense.", true],
    ["Tell it in the present tense, never the past tense.", false],
    ["Do not write it in the past tense.", false],
  ])("[NA3260] are in the tense that a law asks for: %s", (law, isPast) => {
    const told = (text: string) => Array.from({ length: 4 }, () => ({ told: [text] }));
    const other = isPast ? told("Nell comes up and says it is late.") : told("Nell came up and said it was late.");
    expect(happensInPast(other, ["Nobody dies.", law])).toBe(isPast);
  });

  it("[NA3260] tell deeds, arrivals and who speaks", () => {
    const told = (happens: boolean, choice: ReturnType<typeof slot>): string =>
      textOf(createStorybook({ ...story, happensInPast: happens }, WEIGHBRIDGE).tell(brief(choice, []), state()));
    const ask = slot("ask", { npc: "orsolya", topic: "salt-book" });
    expect(told(false, ask)).toMatch(/^You ask Orsolya/);
    expect(told(true, ask)).toMatch(/^You asked Orsolya/);
    const decide = slot("decide", { beat: "beat_001", npc: "orsolya", text: "take the key and give it to her" });
    expect(told(true, decide)).toMatch(/^You took the key and gave it to her\./);
    expect(told(true, decide)).not.toMatch(/\b(?:says|looks|nods|is here)\b/);
  });

  it("[NA3261] tell what comes of a choice and how a beat comes out", () => {
    const beat = (id: string, told: string) => ({
      id,
      title: id,
      description: `${told} You might show Jonas the key, and be watched; or keep it.`,
      outcomes: [{ description: "The cart turneth back alone" }, { description: "Jonas is the man they meant" }],
    });
    const index = (told: string) => {
      const beats = ["beat_001", "beat_002", "beat_003"].map((id) => beat(id, told));
      return indexStory(readSource({ ...WEIGHBRIDGE, beats })).beats.get("beat_001");
    };
    const then = index("The bell stopped. Jonas came in and held out a grey glove, and was silent.");
    const now = index("The bell stops. Jonas comes in and holds out a grey glove, and is silent.");
    expect(then?.choices?.map(({ result }) => result)).toContain("You were watched.");
    expect(now?.choices?.map(({ result }) => result)).toContain("You are watched.");
    expect(then?.outcomes?.[0]?.told).toEqual(["The cart turned back alone."]);
    expect(now?.outcomes?.[0]?.told).toEqual(["The cart turneth back alone."]);
  });
});
