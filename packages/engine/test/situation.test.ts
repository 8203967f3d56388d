import { expect, it } from "vitest";
import { situationOf, speakersOf } from "../src/scene/situation.js";
import { collect, engineOn, sceneIn, tempFolder } from "./support/play.js";

const STATS = [{ name: "charisma", min: 1, max: 20, default: 10 }];
const PEOPLE = [
  { id: "odo", name: "Odo Marsh", short: "Odo" },
  { id: "marta", name: "Marta Marsh", short: "Marta" },
];
const STATE = {
  player: { name: "Wren", stats: { charisma: 14 }, traits: ["patient"], conditions: { wet: true } },
  inventory: { coin: { name: "coin", count: 3 }, letter: { name: "letter" }, dust: 3 },
  people: {
    odo: { feeling: -48, met: 2, because: { text: "you lied about the ledger", scene: 3 }, mood: "tired\u0007" },
    marta: { feeling: 12 },
  },
  threads: {
    a: { kind: "promise", state: "open", text: "your promise to Odo" },
    b: { kind: "debt", state: "closed", text: "paid" },
    c: { kind: "watcher", state: "open", text: "Odo watches" },
  },
};

it("[EN760] tells people with feeling, reasons and mood, the player, things and promises as data", () => {
  expect(situationOf({ inventory: { letter: {} } }, STATE, PEOPLE, STATS)).toEqual({
    people: [
      {
        id: "odo",
        name: "Odo Marsh",
        met: true,
        feeling: -48,
        feels: "cold",
        reasons: [{ text: "you lied about the ledger", scene: 3 }],
        mood: "tired",
      },
      { id: "marta", name: "Marta Marsh", met: false, feeling: 12 },
    ],
    player: {
      name: "Wren",
      stats: [{ name: "charisma", value: 14, min: 1, max: 20 }],
      traits: ["patient"],
      conditions: ["wet"],
    },
    carrying: [
      { id: "coin", name: "coin", count: 3, isNew: true },
      { id: "letter", name: "letter", count: 1, isNew: false },
    ],
    promises: [{ id: "a", kind: "promise", text: "your promise to Odo" }],
  });
});

it("[EN760] reads state that a script wrote wrong as if it said nothing", () => {
  const wrong = {
    player: { name: "", traits: ["", 3], stats: { charisma: "much" }, conditions: { "": true } },
    inventory: { "": { name: "x" }, a: { name: "\u0007" }, b: [] },
    people: { odo: { feeling: "hot", because: { text: "" }, mood: {} } },
    threads: { a: 1, b: { kind: "debt", text: "" } },
  };
  expect(situationOf({}, wrong, PEOPLE.slice(0, 1), STATS)).toEqual({
    people: [{ id: "odo", name: "Odo Marsh", met: false }],
    player: { stats: [], traits: [], conditions: [] },
    carrying: [],
    promises: [],
  });
});

it.each([
  [
    "the sentence names",
    "“Sound.” “You heard him,” says Marta.",
    [
      { npc: "odo", text: "“Sound.”" },
      { npc: "marta", text: "“You heard him,” says Marta." },
    ],
    ["odo", "marta"],
  ],
  ["the words beside a quotation name", "“Eleven to four,” Odo says, and “no more.”", [], ["odo"]],
  ["two people are named", "“Eleven to four,” Odo says to Marta.", [], []],
  ["only the quotation names", "“Odo did it,” she says.", [], []],
  ["only part of a word names", "“It rains,” says the Odometer.", [], []],
  ["nobody speaks", "Odo goes.", [{ npc: "odo", text: "Odo goes." }], []],
])("[EN761] knows who speaks where %s", (_, text, told, speakers) => {
  const sentences = told.map((one) => ({ ...one, paragraph: 1 }));
  const found = speakersOf(["It rains.", text], sentences, PEOPLE, STATE);
  expect(found.map(({ person }) => person)).toEqual(speakers);
  expect(found.every(({ paragraph }) => paragraph === 1)).toBe(true);
  if (speakers[0] === "odo") expect(found[0]).toMatchObject({ name: "Odo Marsh", mood: "tired", feels: "cold" });
});

it("[EN761] a story says of each scene who speaks in it and who is there", async () => {
  const story = await (await engineOn(await tempFolder())).play("one-wheel-over", { seed: "4" });
  await story.begin();
  const spokenIn = ({ paragraphs }: { readonly paragraphs: readonly string[] }): number[] =>
    paragraphs.flatMap((text, at) => (text.includes("” says ") || text.includes(",” says") ? [at] : []));
  let scene = sceneIn(await collect(story.choose(1)));
  // Somebody speaks before long, whatever the first choice was.
  for (let turn = 0; turn < 6 && spokenIn(scene).length === 0; turn++) scene = sceneIn(await collect(story.choose(1)));
  const spoken = spokenIn(scene);
  expect(spoken.length).toBeGreaterThan(0);
  for (const at of spoken) expect(scene.speakers?.map(({ paragraph }) => paragraph)).toContain(at);
  expect(scene.situation?.people.map(({ name }) => name)).toEqual(scene.present);
});
