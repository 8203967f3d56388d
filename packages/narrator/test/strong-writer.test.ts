// SPEC.md NA6600 to NA6614: what a writer of whole scenes is given, and what of theirs stands.
import { readSource } from "@narratoria/campaign/testing";
import type { Reading } from "@narratoria/protocol/contracts";
import { expect, it } from "vitest";
import { stageLines } from "../src/beat-moments.js";
import { NO_PAST, type SceneToTell } from "../src/index.js";
import { checkSentence } from "../src/prose/check-sentence.js";
import type { SceneFacts } from "../src/prose/checks/scene-facts.js";
import { lastingPatch } from "../src/prose/lasting-things.js";
import { scenePrompt } from "../src/prose/scene-prompt.js";
import { SentenceReader } from "../src/prose/sentence-reader.js";
import { withoutSpeakerLabel } from "../src/prose/speaker-label.js";
import { stepsOf } from "../src/prose/steps.js";
import { withDoubleMarks, withSpeechMarks } from "../src/speech-marks.js";
import { unheardNames } from "../src/unheard-names.js";
import { state } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { facts, sceneToTell } from "./support/prose-scenes.js";

const checked = (sentence: string, more: Partial<SceneFacts> = {}): string | undefined =>
  checkSentence(sentence, facts(more))?.check;

const beat = [{ kind: "beat", ref: "b", text: "The Count" }] as const;
const running = (text: string, paragraph = 1) => ({ text, paragraph, sources: beat });
const scene = (sentences: SceneToTell["draft"]["sentences"], more: Partial<SceneToTell> = {}): SceneToTell => {
  const given = sceneToTell();
  return { ...given, draft: { ...given.draft, paragraphs: ["a", "b"], sentences }, ...more };
};
const promptOf = (given: SceneToTell, of = story) =>
  scenePrompt({ ...given, story: of, source: WEIGHBRIDGE, contextTokens: 4096, scene: given.brief.scene });

it.each([
  [
    ["'Who asks?' says Bo.", "'I don't.'"],
    ["“Who asks?” says Bo.", "“I don't.”"],
  ],
  // What is said goes on for several sentences, and is parted by a tag.
  [
    ["'Leo Pask,' he says, 'and glad of it.", "How far are we?", "Dear me.'"],
    ["“Leo Pask,” he says, “and glad of it.", "How far are we?", "Dear me.”"],
  ],
  [
    ["‘It’s the boys’ hats, and I’m runnin’ home,’ says Bo."],
    ["“It’s the boys’ hats, and I’m runnin’ home,” says Bo."],
  ],
])("[NA6600] tells speech in single quotation marks in double ones: %j", (written, told) => {
  expect(withDoubleMarks(written)).toEqual(told);
});

it.each([
  ["The boys' hats hang by the 'Crown' and 'The Bell' in a row."],
  ["'Tis late, and the '20s are over."],
  ["She says, “He wrote 'Spoiled.' on it.”"],
])("[NA6600] leaves apostrophes, names and quotations within speech: %j", (written) => {
  expect(withDoubleMarks([written])).toEqual([written]);
});

it("[NA6600] reads beats and a model's text so", () => {
  const reading = {
    opening: [],
    endings: [],
    beats: [{ told: ["'Well,' says Bo."], moments: [{ cue: "'Well,' says Bo." }] }],
  };
  expect(withSpeechMarks(reading as unknown as Reading).beats[0]).toMatchObject({
    told: ["“Well,” says Bo."],
    moments: [{ cue: "“Well,” says Bo." }],
  });
  const reader = new SentenceReader();
  expect(
    [...reader.add("'It was cut,' says Orsolya. 'Not torn.'"), ...reader.end()].map(({ text }) => text).join(" "),
  ).toBe("“It was cut,” says Orsolya. “Not torn.”");
});

it("[NA6601] does not say a line again that the beat quotes with a pronoun in the place of its name", () => {
  const people = story.matter.people.filter(({ id }) => id === "orsolya");
  const told = ["“He never spoiled one,” says Orsolya, over your shoulder.", "The bell jumps."];
  const said = (line: string) =>
    stageLines(told, [{ speaker: "orsolya", line }], people).dialogue.map((one) => one.line);
  expect(said("Mr Edwin never spoiled one.")).toEqual([]);
  expect(said("Mr Edwin never spoiled a plate.")).toEqual(["Mr Edwin never spoiled a plate."]);
});

it.each([
  ["“Orsolya Brandt,” she says, “and delighted.”", "Orsolya"],
  ["“I want a bed. Orsolya Brandt.”", "Orsolya"],
  ["“Well, now,” says the man.", "the man"],
  ["“Well, now,” asks one of them, and sits down.", "one of them"],
])("[NA6602] gives a line to whoever names themselves in it or is described beside it: %s", (text, speaker) => {
  const given = scene([running("Somebody stands in the door with Jonas."), running(text, 2)]);
  const draft = { ...given.draft, paragraphs: ["a", "b", "c"] };
  expect(stepsOf(draft, given.brief, story)[1]?.kept?.[0]?.speaker).toBe(speaker);
});

it("[NA6603] tells the end of a last scene that is too long", () => {
  const long = Array.from({ length: 60 }, (_, at) => `The scale sinks a little further for the load of number ${at}.`);
  const { stable } = promptOf({ ...sceneToTell(), past: { ...NO_PAST, scenes: [long] } });
  expect(stable).toContain("number 59.");
  expect(stable).not.toContain("number 0.");
});

it("[NA6604] says of a remembered passage that it is one of an earlier scene", () => {
  const given = sceneToTell([], {
    recalled: [
      {
        summary: "Somebody has to climb out and bind the strand.",
        scene: 1,
        characters: [],
        location: "",
        significance: "low",
        tags: [],
      },
    ],
  });
  expect(promptOf(given).rest).toContain("In an earlier scene: Somebody has to climb out and bind the strand.");
});

it("[NA6605] has nobody in sight at the end who has gone away", () => {
  const end = (...texts: string[]) =>
    /# END ON\n(.*)/.exec(promptOf(scene(texts.map((text, at) => running(text, at)))).rest)?.[1];
  expect(end("You ask Orsolya.", "Orsolya looks up.")).toContain("in sight: Orsolya");
  expect(end("You ask Orsolya.", "Orsolya goes down to the cellar.")).not.toContain("Orsolya");
  expect(end("Orsolya goes out with the jug.", "Orsolya comes back.")).toContain("in sight: Orsolya");
});

it("[NA6606] has no law that says what somebody did, whatever else the same sentence says", () => {
  const { laws } = readSource({
    ...WEIGHBRIDGE,
    forbidden: [],
    constraints: [
      "Jonas Peel walked on and did not turn round, and that is all, and it is enough. No evidence says otherwise.",
      "Since Jonas left, nobody may ring the bell.",
    ],
  });
  const { system } = promptOf(sceneToTell(), { ...story, laws });
  expect(system).not.toContain("walked on");
  expect(system).not.toContain("otherwise");
  expect(system).toContain("nobody may ring the bell");
});

it("[NA6607] says in which step somebody is first named who has not been met", () => {
  const steps = [running("The bell jumps.", 0), running("Orsolya stands in the door.", 1)];
  expect(promptOf(scene(steps)).rest).toContain("You have not met before; first named in step 2.");
  const met = { ...NO_PAST, scenes: [["Orsolya nods."]] };
  expect(promptOf(scene(steps, { past: met })).rest).not.toContain("You have not met before");
});

it("[NA6609] makes speech of a line that is set as in a play", () => {
  expect(withoutSpeakerLabel("Orsolya: “It was cut.”", story)).toBe("“It was cut,” says Orsolya.");
  expect(withoutSpeakerLabel("Orsolya Brandt: “Was it cut?”", story)).toBe("“Was it cut?” says Orsolya.");
  expect(withoutSpeakerLabel("Orsolya: “It was.”", { ...story, happensInPast: true })).toBe("“It was,” said Orsolya.");
  expect(withoutSpeakerLabel("Somebody: “It was cut.”", story)).toBe("Somebody: “It was cut.”");
});

it("[NA6610] has the player do nothing that a step has somebody else do", () => {
  const draft = "You wait. Orsolya sees that the milk is low, and goes out with the jug. She lights the lamp.";
  expect(checked("You go out with the jug to find more milk.", { draft })).toBe("player");
  expect(checked("You light the lamp.", { draft })).toBe("player");
  expect(checked("You look at the jug and at the lamp.", { draft })).toBeUndefined();
  expect(checked("You go out.", { draft: `${draft} You go out.`, moved: true })).toBeUndefined();
});

it("[NA6611] does not hold a sentence against a step that it is not about", () => {
  const draft =
    "Below the yard, where the race goes in beneath the wall, an iron grating catches whatever comes off the weir. The lid is off when it comes to you that the dog is higher than he was.";
  expect(
    checked("Lower down, where the race runs in beneath the wall, an iron grating keeps whatever comes off the weir.", {
      draft,
    }),
  ).toBeUndefined();
  expect(checked("The dog is lower than he was.", { draft: "The dog is higher than he was." })).toBe("same");
});

it("[NA6612] knows a thing of doing by its verb", () => {
  const heard = (text: string) => unheardNames(story, "Answer the knocking", [text], ["the knocking"]);
  expect(heard("Nothing stirs.")).toEqual(["thing:the knocking"]);
  expect(heard("The rock knocks back.")).toEqual([]);
});

it("[NA6613] lets a line's own sentence stand before what the speaker does", () => {
  const kept = [{ text: "You heard him say it. You heard something, anyway.", speaker: "Orsolya" }];
  expect(checked("“You heard him say it,” says Orsolya, with her hands on the counter.", { kept })).toBeUndefined();
  expect(checked("“You heard him deny it,” says Orsolya.", { kept })).toBe("kept");
});

it.each([
  "You leave the splinters on the counter.",
  "The handcart has been propped, so that nobody breaks a shin on the shafts.",
])("[NA6613] takes no noun and no denial for harm: %s", (sentence) => {
  expect(checked(sentence, { draft: "You leave the splinters. The handcart is propped." })).toBeUndefined();
});

it("[NA6614] remembers nothing of a clause on what is not yet", () => {
  const patch = (text: string) => lastingPatch({ story, state: state(), scene: 3, told: [text], moved: false });
  expect(JSON.stringify(patch("She is out of the room before the door stands open."))).not.toContain("door");
});

it.each([
  ["NA6615", "presence", "“You have come at last,” says Marta."],
  ["NA6615", "presence", "Behind you Jonas laughs, softly."],
  ["NA6615", "presence", "It is Jonas who answers, from the stairs."],
  ["NA6616", "outcome", "She breaks down and tells you everything she knows."],
  ["NA6616", "outcome", "Then the lock gives, and the lid is up."],
  ["NA6616", "player", "You know at once that this is a lie."],
  ["NA6616", "player", "You cannot help but feel sorry for her."],
  ["NA6617", "things", "Behind the shelf a narrow door leads down to a cellar."],
  ["NA6617", "things", "There is a hidden drawer in the counter."],
] as const)("[NA6615] [NA6616] [NA6617] %s: the check of %s turns away: %s", (_, check, sentence) => {
  const draft = "You ask Orsolya about the Salt Book. She lays both hands on the counter.";
  const given = `The Weigh House. Orsolya, weigher. The scales came from Marta. ${draft}`;
  const marta = {
    ...story,
    proper: { ...story.proper, has: (word: string) => word === "Marta" || story.proper.has(word) },
  };
  const words = facts().words;
  const more = { story: marta, words: { ...words, capital: new Set([...words.capital, "marta"]) }, draft, given };
  expect(checked(sentence, more)).toBe(check);
});

it.each([
  ["She tells you all of it.", "She tells you the whole truth."],
  ["The lock turns.", "She puts the key into the lock and opens the door."],
  ["A narrow door leads down to the store.", "Behind the shelf there is a door, and it leads to the store."],
])("[NA6616] [NA6617] passes what the steps have: %s", (sentence, draft) => {
  expect(checked(sentence, { draft })).toBeUndefined();
});
