import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const people = [person("Ansel Roe", "Fence"), person("Bede", "Lamplighter"), person("Captain Orrin Vale", "Watch")];

describe("fields of a beat", () => {
  const read = (text: string, more: object = {}) =>
    readSmall({ npcs: people, beats: [beat("b1", text, more), beat("b2", "Trigger: noon. Effect: the bell rings.")] });
  const told = (text: string) => read(text).reading.beats[0]?.told;

  it.each([
    [
      "in capitals",
      "Ansel Roe waits at the table. TRIGGER: start. EFFECT: player knows the price. IF FAIL: he laughs.",
    ],
    ["in bold", "Ansel Roe waits at the table.\n\n**Trigger:** start.\n**Effect:** player knows the price."],
    ["with a point", "Ansel Roe waits at the table.\n\n**Trigger.** Start.\n\n**Stakes.** His good will."],
    ["as a list", "- **Scene:** Ansel Roe waits at the table.\n- **Rolls:** Nerve.\n- **Next:** b2"],
    ["with a capital, in two beats", "Ansel Roe waits at the table. Trigger: start. Effect: player knows the price."],
  ])("[CA1400] are not told beside what is, %s", (_, text) => {
    expect(told(text)).toEqual(["Ansel Roe waits at the table."]);
  });

  it("[CA1400] are told without their labels where they are the scene itself", () => {
    expect(told("SETUP: the hall is full. WHAT HAPPENS: Bede lights the lamps. LAST IMAGE: One lamp smokes.")).toEqual([
      "The hall is full.",
      "Bede lights the lamps.",
      "One lamp smokes.",
    ]);
  });

  it.each([
    ["Ansel Roe waits. Bede: nobody has seen him.", "nobody has seen him"],
    ["Ansel Roe waits. Result: nobody comes.", "Nobody comes"],
    ["Ansel Roe has a rule: pay first.", "pay first"],
    ["BEDE: The lamps are out.", "lamps are out"],
  ])("[CA1400] are none where no label of fields stands: %s", (text, words) => {
    const { reading } = readSmall({ npcs: people, beats: [beat("b1", text)] });
    expect(reading.beats[0]?.told.join(" ")).toContain(words);
  });

  it("[CA1514] may be headings, of which those of failure and of ways on are not told", () => {
    const text = [
      "## What happens",
      "- Ansel Roe waits at the gap. (tag: met-ansel)",
      "## What can go wrong",
      "- You have nothing to say. Then no crossing.",
      "## Ways on",
      "- Pay, and cross east.",
    ].join("\n");
    expect(told(text)).toEqual(["Ansel Roe waits at the gap."]);
  });

  it("[CA1514] are no headings of an ending, which are its own", () => {
    const ending = { id: "e", title: "An End", body: "The scale tips.\n\n## Epilogue\n\nThe carts go by day now." };
    const { reading } = readSmall({ npcs: people, endings: [ending] });
    expect(reading.endings[0]).toMatchObject({
      paragraphs: ["The scale tips."],
      epilogue: ["The carts go by day now."],
    });
  });

  it.each([
    ["[Dusk. The quay.] Ansel Roe waits.", 1140],
    ["[T-20:00 | OX-4] Ansel Roe waits.", undefined],
  ])("[CA1512] in brackets at the head of a beat are not told: %s", (text, minutes) => {
    const { reading } = readSmall({ npcs: people, beats: [beat("b1", text)] });
    expect(reading.beats[0]?.told).toEqual(["Ansel Roe waits."]);
    expect(reading.beats[0]?.clock?.minutes).toBe(minutes);
  });

  it("[CA1401] of effect are consequences", () => {
    const { reading } = read(
      "Ansel Roe waits. EFFECT: player knows the price; Captain Vale is dead. IF FAIL: Bede dies.",
    );
    expect(reading.beats[0]?.opens.map(({ kind, text }) => [kind, text])).toEqual([
      ["note", "The player knows the price"],
      ["dead", "Captain Vale is dead"],
    ]);
  });

  it.each([
    [
      "EFFECT: join him, feed him a wrong door (nerve), or walk out (HEAT +1).",
      ["join him", "feed him a wrong door", "walk out"],
    ],
    ["EFFECT: pick who pays: hand over Bede, or name Ansel.", ["hand over Bede", "name Ansel"]],
    ["OPTIONS: break the lamp / call the watch", ["break the lamp", "call the watch"]],
  ])("[CA1402] of effect that list deeds are choices: %s", (text, choices) => {
    expect(read(`Ansel Roe waits. ${text}`).reading.beats[0]?.choices.map((one) => one.text)).toEqual(choices);
  });

  it("[CA1403] say when and where a beat is", () => {
    const { reading, placeOf } = readSmall({
      npcs: people,
      lore: [{ file: "lore/places/the-mint.md", text: "# The Mint\n\nA yard with a wall." }],
      beats: [beat("b1", "WHERE: the Mint. WHEN: day 3, dusk. SCENE: Ansel Roe waits.")],
    });
    expect(placeOf("b1")).toBe("the Mint");
    expect(reading.beats[0]?.clock).toMatchObject({ day: 3, minutes: 19 * 60 });
  });

  it("[CA1404] bring nobody into the scene", () => {
    const { castOf } = read("Ansel Roe waits at the table. EFFECT: Bede is warned. IF FAIL: Captain Vale comes.");
    expect(castOf("b1")).toEqual(["ansel-roe"]);
  });

  it("[CA1405] of an ending are told as far as they are its scene and its effect", () => {
    const body =
      "**Trigger:** b1, or HEAT 6.\n\n**Effect:** The mint is shut.\n\n**Last image:** Bede sweeps the steps.";
    const { reading } = readSmall({ npcs: people, endings: [{ id: "e1", title: "Shut", body }] });
    const page = JSON.stringify(reading.endings[0]);
    expect(page).toContain("The mint is shut.");
    expect(page).toContain("Bede sweeps the steps.");
    expect(page).not.toMatch(/HEAT|Trigger|Effect/);
  });

  it("[CA1406] are tags that count days, where several beats have them", () => {
    const days = (...tags: readonly string[]) =>
      readSmall({
        beats: tags.map((tag, at) => beat(`b${at}`, "The bell rings.", { tags: ["x", tag] })),
      }).reading.beats.map(({ clock }) => clock?.day);
    expect(days("day1", "day1", "day-2", "night_five")).toEqual([1, 1, 2, 5]);
    expect(days("day1", "calm", "calm")).toEqual([undefined, undefined, undefined]);
  });
});

describe("labels of a premise", () => {
  it("[CA1407] make sentences of what they stand before, and go where they cannot", () => {
    const premise = [
      "**You.** A thief with a name on the South arm and a debt.",
      "**Hook.** Ansel cancels the debt.",
      "**Client.** Said to be a collector. (False. See beat_020.)",
      "**Target.** A brass weight, fist size. Every scale is set from it.",
      "**The question.** A wheel, a wire, a voice: three sounds.",
      "**Known problems.**",
      "| # | Problem |\n|---|---|\n| 1 | Watch |",
      "**Tone.** Quick.",
    ].join("\n\n");
    const { reading } = readSmall({ premise, npcs: people });
    expect(reading.opening).toEqual([
      "You are a thief with a name on the South arm and a debt.",
      "Ansel cancels the debt.",
      "The client is said to be a collector.",
      "The target is a brass weight, fist size. Every scale is set from it.",
      "The question is a wheel, a wire, a voice: three sounds.",
    ]);
  });
});
