import { describe, expect, it } from "vitest";
import { lacksNoun, pointsBack } from "@narratoria/protocol/english";
import { hangsOnOther, isMalformed, unfitHere } from "../src/scene/sound-sentence.js";

describe("a sentence that does not have to be told", () => {
  it.each([
    ["Captain, a small brown dog; she has one good ear.", "fragment"],
    ["All in a row along the hall, from the low end to the high end.", "fragment"],
    ["TO ALL PERSONS The ruler shows it.", "fragment"],
    ["Marchettis are not allowed to.", "leans"],
    ["Will the ground stay where it is?", "leans"],
    ["The barge leaves tomorrow.", "relative-time"],
    ["Miners sleep late.", null],
    ["It is older than the town hall.", "leans"],
    ["Those were the days.", "leans"],
    ["The oak beams of the old mill carry nothing but dust now.", "restates"],
    ["There is one door for salt and another for people.", null],
    ["Itinerants sleep in the hall.", null],
    ["Next to it, behind a green door.", "fragment"],
    ["Next to it a green door stands open.", "leans"],
    ["Wet, it smells like a dog.", "leans"],
    ["In the second the water makes up its mind.", "leans"],
    ["Below the lowest is one by itself.", "leans"],
    ["In the first row the water makes up its mind.", null],
    ["Where everybody actually runs into each other.", "leans"],
    ["Run by Provost Lucan Verhale, it is said.", null],
    ["The back stairs. Where everybody runs into each other.", "fragment"],
    ["D-20, buoy K-31 stops sending.", "relative-time"],
    ["On the Other Shoulder they do not keep it, there being nobody.", "leans"],
    ["Up there in winter it has no lid.", "leans"],
    ["Nobody has been there.", "leans"],
    ["Most people never ask.", "leans"],
    ["The keepers have their own bread.", null],
    ["The dog knows it is late.", null],
    ["Bread keeps, if somebody wraps it.", null],
    ["Grey, flat, and warm after dark.", "fragment"],
    ["0640 the pinnace comes alongside.", "relative-time"],
  ])("[NA375] is checked against the scene: %s is %s", (sentence, fault) => {
    expect(unfitHere(sentence, ["Dust is all that the oak beams of the old mill carry."], false)).toBe(fault);
  });

  it("[NA543] has something before its pronouns that they can stand for", () => {
    expect(lacksNoun("On the Other Shoulder they do not keep it.")).toBe(true);
    expect(lacksNoun("The keepers like their bread, and it is good.")).toBe(false);
    expect(hangsOnOther("Run by Provost Lucan Verhale.")).toBe(true);
  });

  it.each([
    ["No cart can climb it.", true],
    ["The council wants it now.", true],
    ["The magnet holds it to the wall.", true],
    ["The tide makes it hard to land.", false],
    ["The baker gave the dog its bone.", false],
    ["The man who made it is dead.", false],
    ["The bell has lost its tongue.", false],
  ])("[NA3445] says whether “it” can be nothing of the sentence: %s %s", (sentence, lacks) => {
    expect(lacksNoun(sentence)).toBe(lacks);
  });

  it("[NA3445] knows “this” that stands for what was said before", () => {
    expect(pointsBack("The town has set this to music.")).toBe(true);
    expect(pointsBack("The town has set this song to music.")).toBe(false);
  });

  it.each([
    ["She has a black moustache and an on each wing.", true],
    ["She is white, with a smelling strongly of vinegar.", true],
    ["You has the key.", true],
    ["The ones that will not go., she says.", true],
    ["“,” says Ron.", true],
    ["You go to the Gap. “You has my hat,” says Ron.", false],
    ["One of you has the key, and neither of you wants it.", false],
    ["She wears an on-the-spot hat, and a building only she likes...", false],
    ["What you does is up to him.", false],
  ])("[NA547] reads %j as malformed: %s", (words, is) => {
    expect(isMalformed(words)).toBe(is);
  });

  it("[NA3127] is not told in a few words beside one that says all of them", () => {
    const said = ["The kettle has a tag on it: CLEAN ME, and a date."];
    expect(unfitHere("The kettle has a tag.", said, false)).toBe("restates");
    expect(unfitHere("The kettle has a dent.", said, false)).toBeNull();
  });

  it("[NA510] does not hang on a sentence that is not told", () => {
    expect(unfitHere("Run by Provost Lucan Verhale.", [], false)).not.toBeNull();
    expect(unfitHere("D-6. A buoy is picked up.", [], false)).not.toBeNull();
  });

  it("[NA375] may lean on the one that its author wrote before it", () => {
    expect(unfitHere("It is older than the town hall.", ["The weigh-house stands alone."], true)).toBeNull();
  });
});
