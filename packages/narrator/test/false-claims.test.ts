import { describe, expect, it } from "vitest";
import { falseClaims, type ToldScene } from "../src/index.js";
import { retold, said, slot, soundScene, WORLD } from "./support/told-scenes.js";

const PLACES = new Map([
  ["mill", { indoor: true }],
  ["weir", { indoor: false }],
]);
const whys = (scene: ToldScene): string[] => falseClaims(scene, PLACES).map(({ about, why }) => `${about}: ${why}`);
const lore = { kind: "lore", ref: "bell-1", text: "The bell fell." } as const;

it("finds nothing in a sound scene", () => {
  expect(whys(soundScene())).toEqual([]);
});

describe("against the dice", () => {
  it.each<[string, ToldScene]>([
    ["deed ask success: tells a success, and the dice said partial", retold(said("deed ask success", "He tells you."))],
    ["deed press partial: tells of another deed than ask", retold(said("deed press partial", "You press him."))],
    [
      "deed ask partial: is for fail, and the dice said partial",
      retold(said("deed ask partial", "No.", { tags: ["outcome=fail"] })),
    ],
    ["deed: is told 2 times", retold(said("deed ask partial", "You ask."), said("deed ask any", "You ask again."))],
    ["deed: is told 0 times", { ...soundScene(), sentences: soundScene().sentences.slice(1) }],
    ["gain half: gains something from a failure", { ...soundScene(), outcome: "fail" }],
    ["turn owe: costs something in a success", { ...soundScene(), outcome: "success" }],
    [
      "react neutral refused: refuses what did not fail",
      retold(said("react neutral refused", "He shakes his head.", { npc: "osk" })),
    ],
  ])("[NA95] %s", (expected, scene) => {
    expect(whys(scene)).toContain(expected);
  });

  it("[NA5003] takes a way of going for no outcome", () => {
    const went = (key: string): string[] =>
      whys({
        ...retold(said(key, "You go with Osk to the mill.")),
        choice: slot({ verb: "go", class: "move", bind: { place: "mill" } }),
      }).filter((why) => why.startsWith("deed go"));
    expect(went("deed go with")).toEqual([]);
    expect(went("deed go fail")).toEqual(["deed go fail: tells a fail, and the dice said partial"]);
  });

  it("[NA95] lets a failure be told with a find that is named as one in spite of it", () => {
    const scene: ToldScene = {
      ...retold(
        said("deed ask fail", "You get nowhere."),
        said("gain half", "All the same, “The bell fell,” Osk says.", { npc: "osk", sources: [lore] }),
      ),
      outcome: "fail",
    };
    expect(whys(scene)).toEqual([]);
  });
});

describe("against what happened", () => {
  it("[NA88] counts what is got over by what it was", () => {
    const rested = (...names: string[]): ToldScene => ({
      ...soundScene(),
      sentences: [
        said("deed rest none", "You rest."),
        ...names.map((ref) =>
          said("turn recovered", `You are ${ref} no more.`, { sources: [{ kind: "stat", ref, text: ref }] }),
        ),
      ],
      outcome: "none",
      choice: slot({ verb: "rest", bind: {} }),
      effects: ["tired", "cold"].map((name) => ({ kind: "condition", name, gained: false })),
    });
    expect(whys(rested("tired", "cold"))).toEqual([]);
    expect(whys(rested("tired"))).toEqual(["condition: is told 0 times"]);
  });

  it.each<[string, ToldScene]>([
    ["gain half: tells what did not happen", { ...soundScene(), effects: [{ kind: "owe", npc: "osk" }] }],
    [
      "gain found: tells what did not happen",
      retold(said("gain found", "Scratched there: the bell fell.", { sources: [lore] })),
    ],
    [
      "gain half: tells what did not happen",
      retold(said("gain half", "“The well,” he says.", { npc: "osk", sources: [{ ...lore, ref: "well-1" }] })),
    ],
    ["turn owe: tells what did not happen", retold(said("turn owe", "You owe Ada for that.", { npc: "ada" }))],
    [
      "turn colder: tells what did not happen",
      retold(said("turn owe", "You owe him.", { npc: "osk" }), said("turn colder", "He looks away.", { npc: "osk" })),
    ],
    [
      "react positive told: tells what did not happen",
      retold(said("react positive told", "He smiles.", { npc: "osk" })),
    ],
    [
      "owe: is told 0 times",
      { ...soundScene(), sentences: soundScene().sentences.filter(({ key }) => key !== "turn owe") },
    ],
    [
      "learn: is told 2 times",
      retold(
        said("gain half", "“It fell.”", { npc: "osk", sources: [lore] }),
        said("gain told", "It fell, he says.", { npc: "osk", sources: [lore] }),
      ),
    ],
  ])("[NA88] %s", (expected, scene) => {
    expect(whys(scene)).toContain(expected);
  });
});

describe("against the world", () => {
  it.each<[string, ToldScene]>([
    ["speech: ada is not here", retold(said("speech", "“No,” Ada says.", { npc: "ada" }))],
    ["callback good: ada is not here", retold(said("callback good", "Ada has not forgotten.", { npc: "ada" }))],
    ["enter: ada has not come", retold(said("enter", "Ada comes in.", { npc: "ada" }))],
    ["exit: osk has not gone", retold(said("exit", "Osk leaves.", { npc: "osk" }))],
    ["thread debt: there is no debt to speak of", retold(said("thread debt", "You still owe him.", { npc: "osk" }))],
    ["thread debt due: nothing has come due", retold(said("thread debt due", "He wants it now.", { npc: "osk" }))],
    [
      "deed ask partial: #talk does not hold",
      retold(said("deed ask partial", "You ask her.", { npc: "ada", tags: ["talk"] })),
    ],
    ["time: #night does not hold", retold(said("time", "It is dark.", { tags: ["night"] }))],
    [
      "time: #day does not hold",
      {
        ...retold(said("time", "The sun is up.", { tags: ["day"] })),
        before: { clock: { minutes: 0 } },
        after: { clock: { minutes: 1 } },
      },
    ],
    ["detail any: #outdoor does not hold", retold(said("detail any", "The wind is up.", { tags: ["outdoor"] }))],
    [
      "detail any: #at=weir|quay does not hold",
      retold(said("detail any", "The weir runs.", { tags: ["at=weir|quay"] })),
    ],
    ["detail any: #moved does not hold", retold(said("detail any", "Here it is cold.", { tags: ["moved"] }))],
    ["speech: #liked does not hold", retold(said("speech", "“Friend,” he says.", { npc: "osk", tags: ["liked"] }))],
    ["speech: #disliked does not hold", retold(said("speech", "“You,” he says.", { npc: "osk", tags: ["disliked"] }))],
    ["speech: #debt does not hold", retold(said("speech", "“Pay,” he says.", { npc: "osk", tags: ["debt"] }))],
    ["speech: #nocost does not hold", retold(said("speech", "“Free,” he says.", { npc: "osk", tags: ["nocost"] }))],
    [
      "speech: #verb=press does not hold",
      retold(said("speech", "“Stop,” he says.", { npc: "osk", tags: ["verb=press"] })),
    ],
    [
      "speech: #gain does not hold",
      { ...retold(said("speech", "“There,” he says.", { npc: "osk", tags: ["gain"] })), effects: [] },
    ],
    [
      "speech: #stayed does not hold",
      { ...retold(said("speech", "“Still,” he says.", { tags: ["stayed"] })), before: { ...WORLD, place: "weir" } },
    ],
  ])("[NA89] %s", (expected, scene) => {
    expect(whys(scene)).toContain(expected);
  });

  it("[NA89] lets a scene begin in one place and end in another", () => {
    const moved: ToldScene = {
      ...soundScene(),
      choice: slot({ verb: "go", bind: { place: "weir" } }),
      outcome: "none",
      effects: [{ kind: "move", place: "weir" }],
      sentences: [
        said("deed go none", "You leave Osk to it.", { npc: "osk", tags: ["indoor"] }),
        said("ground who", "Ada is at the gate.", { npc: "ada", tags: ["outdoor", "moved"] }),
      ],
      after: { ...WORLD, place: "weir" },
    };
    expect(whys(moved)).toEqual([]);
  });
});

it("[NA95] says which sentence of which scene is wrong", () => {
  expect(falseClaims(retold(said("deed ask fail", "You get nowhere.")))).toEqual([
    { scene: 7, about: "deed ask fail", why: "tells a fail, and the dice said partial", text: "You get nowhere." },
  ]);
});
