// SPEC.md NA3363 and NA3367: whom a beat shows without a name.
import { sentenceKey } from "@narratoria/protocol/english";
import type { Person } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { createStorybook } from "../src/index.js";
import { namedAsShown, shownAs } from "../src/scene/stand-in.js";
import { brief, slot, state, textOf } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";

const jonas = story.people.get("jonas");
const orsolya = story.people.get("orsolya");
if (!jonas || !orsolya) throw new Error("the story lacks its people");
const carter: Person = { ...jonas, role: "Carter of the Long Yard", pronoun: "he" };
const cast = [carter, orsolya];

describe("whom a beat shows without a name", () => {
  it.each([
    [["A man with a dog leans on the scales."], "man"],
    [["The bell rings, and one thin old man waits behind you."], "man"],
    [["The carter leans on the scales."], "carter"],
    [["In the yard there is a big, silent carter."], "carter"],
  ])("[NA3363] [NA3367] is known by what it shows: %j", (told, noun) => {
    expect(shownAs(carter, cast, told, story)).toBe(noun);
  });

  it.each([
    [["He walks like a man who carries a full pan."]],
    [["A man sings, and a boy answers."]],
    [["“A man was here,” says Orsolya."]],
    [["Her brother is a carter."]],
    [["A man leans on the scales.", "It is Jonas."]],
  ])("[NA3363] [NA3367] is nobody sure in %j", (told) => {
    expect(shownAs(carter, cast, told, story)).toBeUndefined();
  });

  it("[NA3367] is named by it once, in the tense of the story", () => {
    expect(namedAsShown("man", carter, story)).toBe("The man is Jonas Peel, the carter of the Long Yard.");
    expect(namedAsShown("carter", carter, { ...story, happensInPast: true })).toBe("The carter was Jonas Peel.");
  });

  it("[NA3367] is not said to be there by name among everybody", () => {
    const book = createStorybook({ ...story, people: new Map([...story.people, ["jonas", carter]]) }, WEIGHBRIDGE);
    const beat = { id: "beat_009", title: "", decisions: [], dialogue: [], people: ["jonas"], names: [] };
    const at = state({
      people: { orsolya: { place: "weigh-house", met: 0 }, jonas: { place: "weigh-house" } },
      storybook: {
        met: { orsolya: 0 },
        named: { "npc:orsolya": 0 },
        stage: { place: "weigh-house", people: ["orsolya"] },
      },
    });
    const said = (...told: string[]): string =>
      textOf(book.tell(brief(slot("wait", {}), [], { beat: { ...beat, told }, sceneType: "resolution" }), at));
    expect(said("The scales swing.", "Everybody laughs.", "A man with a sack looks away.")).not.toContain("Jonas");
    expect(said("The scales swing.", "Everybody laughs.", "A cart goes by.")).toContain("Jonas");
  });
});

describe("somebody here whom the choices name", () => {
  const shown = "A man with a sack sits down on the step.";
  const beat = { id: "beat_009", title: "", decisions: [], dialogue: [], people: ["jonas"], names: [], told: [shown] };
  const own = {
    ...story,
    people: new Map([...story.people, ["jonas", carter]]),
    beats: new Map([...story.beats, [beat.id, beat]]),
  };
  const told = (ring: Readonly<Record<string, number>>): string =>
    textOf(
      createStorybook(own, WEIGHBRIDGE).tell(
        brief(slot("wait", {}), [], { bringIn: ["npc:jonas"] }),
        state({
          people: {
            orsolya: { place: "weigh-house", met: 0 },
            jonas: { place: "weigh-house", alive: true },
          },
          beats: { [beat.id]: { state: "fired", scene: 5 } },
          storybook: {
            met: { orsolya: 0 },
            named: { "npc:orsolya": 0 },
            stage: { place: "weigh-house", people: ["orsolya", "jonas"] },
            ring,
          },
        }),
      ),
    );

  it("[NA3367] is named by what the last scenes have shown", () => {
    expect(told({ [sentenceKey(shown)]: 5 })).toContain("The man is Jonas Peel, the carter of the Long Yard.");
    expect(told({})).toMatch(/Jonas Peel, [^.]*is here/);
    expect(told({ [sentenceKey(shown)]: 1 })).toMatch(/Jonas Peel, [^.]*is here/);
  });
});
