import type { PlotBeat } from "@narratoria/protocol/contracts";
import { describe, expect, it } from "vitest";
import { type DecidingBeat, readDecidedEndings, readLastPages } from "../src/reading/last-pages.js";
import { countRareWords } from "../src/reading/rare-words.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";

const beat = (id: string, description: string, conditions: PlotBeat["conditions"] = {}): PlotBeat => ({
  id,
  title: description.split(" ").slice(0, 3).join(" "),
  description,
  conditions,
});
const beats = [
  beat("beat_001", "The mill stops in the night and nobody says who stopped it."),
  beat("beat_002", "Osk shows you the sluice key and the broken seal.", { requires_beat: "beat_001" }),
  beat("beat_003", "You open the sluice and the meadow floods to the hedges.", {
    requires_beat: "beat_002",
    player_choice: "open_the_sluice",
  }),
  beat("beat_004", "The seal is mended with wax and the bailiff signs for it.", {
    requires_beat: "beat_002",
    player_choice: "mend_the_seal",
  }),
];
const flood = {
  id: "the-flood",
  title: "The Flood",
  body: "By morning the meadow is a lake up to the hedges, and the sluice stands open.",
};
const wax = {
  id: "a-drop-of-wax",
  title: "A Drop of Wax",
  body: "The bailiff rides home with his signature, and the seal holds until the wax is warm.",
};
const pages = (endings: readonly (typeof flood)[], of: readonly PlotBeat[] = beats): readonly (readonly string[])[] => {
  const texts = [...of.map(({ description }) => description), ...endings.map(({ body }) => body)];
  return [...readLastPages(of, endings, countRareWords(texts, ["Osk"]))];
};

it("[CA344] pairs each ending with the last beat that leads to it, in whatever order they are written", () => {
  expect(pages([wax, flood])).toEqual([
    ["a-drop-of-wax", "beat_004"],
    ["the-flood", "beat_003"],
  ]);
  expect(pages([flood, wax])).toEqual([
    ["the-flood", "beat_003"],
    ["a-drop-of-wax", "beat_004"],
  ]);
});

it("[CA344] leaves open what could be paired otherwise, and pairs nothing where the numbers differ", () => {
  const plain = { id: "end", title: "The End", body: "It is over, and everybody goes home." };
  expect(pages([plain, { ...plain, id: "end-2", body: "Everybody stays." }])).toEqual([]);
  expect(pages([flood])).toEqual([]);
  expect(pages([flood, wax], beats.slice(0, 2))).toEqual([]);
  expect(pages([], [])).toEqual([]);
});

it("[CA344] takes the beat that an ending's file names", () => {
  const plain = { id: "end", title: "The End", body: "It is over.\n\nReached when beat_003 has happened." };
  const other = { id: "end-2", title: "Another", body: "Everybody stays.\n\n*If beat_004 happens, whichever way.*" };
  expect(pages([plain, other])).toEqual([
    ["end", "beat_003"],
    ["end-2", "beat_004"],
  ]);
});

it("[CA344] tells nobody when an ending comes", () => {
  const reading = readSource({
    ...WEIGHBRIDGE,
    endings: [
      {
        id: "up",
        title: "Up",
        body: "*Reached by those who go up.*\n\nYou go up, and the house is dark.\n\n*You get this one if beat_001 happens.*",
      },
    ],
  });
  expect(reading.endings[0]?.paragraphs).toEqual(["You go up, and the house is dark."]);
});

it("[CA601] takes no beat for a last page that others wait for, nor for an ending that asks for more", () => {
  const early = { id: "end", title: "The End", body: "It is over.\n\nFor those who got to beat_002 and went home." };
  const late = { id: "end-2", title: "Another", body: "Everybody stays.\n\nReached when beat_004 has happened." };
  expect(pages([early, late])).toEqual([["end-2", "beat_004"]]);
  const asks = { ...late, conditions: { requires_beat: "beat_004", player_choice: "let_it_lie" } };
  expect(pages([asks, early])).toEqual([]);
});

it("[CA4702] takes no beat for a last page after which others are still to come, though an ending's file names it", () => {
  const plain = { id: "end", title: "The End", body: "It is over.\n\nOsk must be held by you at the time (beat_005)." };
  const early = beat("beat_005", "Osk sits down and is not seen.", { requires_beat: "beat_001" });
  const [first, ...rest] = beats;
  expect(pages([plain], first ? [first, early, ...rest] : [])).toEqual([]);
  expect(pages([plain], [...beats, early])).toEqual([["end", "beat_005"]]);
});

it("[CA5841] goes by one title of beat and ending, by what the author says of when, and the last by the others", () => {
  const rivals = [
    ...beats.slice(0, 2),
    beat("beat_003", "Somebody opens something.", { requires_beat: "beat_002", player_choice: "open_the_sluice" }),
    beat("beat_004", "It is mended, and signed for.", { requires_beat: "beat_002", player_choice: "mend_the_seal" }),
    beat("beat_005", "Nobody says anything.", { requires_beat: "beat_002" }),
  ];
  const ends = [
    { id: "wax", title: "Wax", body: "This is how it ends if you are the one to mend the seal.\n\nHe rides home." },
    { id: "quiet", title: "Quiet", body: "The supper goes off very well." },
    { id: "somebody-opens-something", title: "Water", body: "By morning there is a lake." },
  ];
  expect([...pages(ends, rivals)].sort()).toEqual([
    ["quiet", "beat_005"],
    ["somebody-opens-something", "beat_003"],
    ["wax", "beat_004"],
  ]);
});

describe("the decision that leads to an ending", () => {
  const put: DecidingBeat = {
    id: "beat_009",
    description:
      "The basin stands in the square. The water may be poured before the glass, and the rings counted; it may be given to Aud for the book; or it may be let go into the sand, as Selma asks.",
    decisions: [
      { text: "pour the water before the glass" },
      { text: "give the water to Aud for the book" },
      { text: "let the water go into the sand" },
    ],
  };
  const ends = [
    {
      id: "sworn",
      title: "Sworn",
      body: "The glass turns once, and he counts the rings aloud, and counts them again.",
    },
    { id: "dry", title: "Dry", body: "It goes into the sand at the foot of the basin. Selma says nothing for once." },
    {
      id: "entered",
      title: "Entered",
      body: "*Reached by those who gave it to be entered in the book.*\n\nAud blots it.",
    },
  ];
  const decided = (of: readonly DecidingBeat[], endings: typeof ends): readonly unknown[] => {
    const texts = [put.description, ...ends.map(({ body }) => body)];
    return [...readDecidedEndings(of, endings, countRareWords(texts, ["Selma", "Aud"]))]
      .map(([ending, { beat: at, decision }]) => [ending, at, decision])
      .sort();
  };

  it("[CA5840] is found by their words", () => {
    expect(decided([put], ends)).toEqual([
      ["dry", "beat_009", "let the water go into the sand"],
      ["entered", "beat_009", "give the water to Aud for the book"],
      ["sworn", "beat_009", "pour the water before the glass"],
    ]);
  });

  it("[CA5840] is none where nothing tells them apart, where one deed is put, or early in the story", () => {
    const alike = ends.map((ending) => ({ ...ending, title: "The End", body: "Everybody goes home." }));
    expect(decided([put], alike)).toEqual([]);
    expect(decided([{ ...put, decisions: put.decisions.slice(0, 1) }], ends)).toEqual([]);
    const later = [2, 3, 4].map((id) => ({ id: `beat_00${id}`, description: "", decisions: [] }));
    expect(decided([put, ...later], ends)).toEqual([]);
    expect(decided([put], ends.slice(0, 1))).toEqual([]);
  });
});
