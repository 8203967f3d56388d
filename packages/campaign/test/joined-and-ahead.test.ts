import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

describe("a location that joins two places", () => {
  const beats = [
    beat("b1", "Osk carries the trunk.", { location: "The tower gate and the Kestons' kitchen" }),
    beat("b2", "Osk sits down.", { location: "The tower gate" }),
    beat("b3", "Osk stirs the pot.", { location: "The Kestons' kitchen" }),
  ];

  it("[CA1504] is the first of them", () => {
    const { placeOf } = readSmall({ npcs: [person("Osk", "Keeper")], beats });
    expect(placeOf("b1")).toBe(placeOf("b2"));
    expect(placeOf("b3")).not.toBe(placeOf("b1"));
    const either = [
      beat("b1", "Osk waits.", { location: "Camp One or the mess tent" }),
      beat("b2", "Osk eats.", { location: "Camp One" }),
    ];
    const read = readSmall({ npcs: [person("Osk", "Keeper")], beats: either });
    expect(read.placeOf("b1")).toBe(read.placeOf("b2"));
  });

  it("[CA1504] is one where the texts have both words as a name", () => {
    const { placeOf } = readSmall({
      npcs: [person("Osk", "Keeper")],
      lore: [{ file: "lore/places/pub.md", text: "# The Fox and the Hounds\n\nA low house with a green door." }],
      beats: [beat("b1", "Osk drinks.", { location: "The Fox and the Hounds" })],
    });
    expect(placeOf("b1")).toBe("the Fox and the Hounds");
  });
});

it("[CA1505] a place that says how many it is has no article", () => {
  const { placeOf } = readSmall({
    npcs: [person("Osk", "Keeper")],
    premise: "The alarm goes through all decks, and Osk runs.",
    beats: [beat("b1", "The lights go red. Osk runs.", { location: "All decks" })],
  });
  expect(placeOf("b1")).toBe("all decks");
});

it.each([
  ["The Captain would inspect the stores on Friday.", false],
  ["The Captain will be here tomorrow, says Osk.", false],
  ["The Captain is due on Monday.", false],
  ["The Captain will sit on the step.", true],
  ["The Captain inspects the stores on Friday.", true],
])("[CA1506] nobody is in a beat for what they are yet to do: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("the Captain", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk reads the telegram. ${text}`)] });
  expect(castOf("b1").includes("the-captain")).toBe(isThere);
});

it.each([
  ["You can put it away, or bring it up to the Captain.", false],
  ["Osk laughs about the poor Captain.", false],
  ["Osk took the mate for the Captain.", false],
  ["In the photograph are the band and the Captain's arm.", false],
  ["You can hardly see the Captain, who nods.", false],
  ["The Captain can see you.", true],
  ["Will you put it away, or bring it up to the Captain?", false],
  ["Will you let the Captain speak?", true],
])("[CA1519] nobody is in a beat for what the player can do: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("the Captain", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk reads the telegram. ${text}`)] });
  expect(castOf("b1").includes("the-captain")).toBe(isThere);
});

it.each([
  ["The player may read it again, or carry it to the Captain.", false],
  ["If the player has spoken with the Captain, Osk opens the drawer.", false],
  ["It is for you to settle whether you would carry it to the Captain tonight.", false],
  ["Call in the Captain.", false],
  ["Osk carries it to the Captain, who nods.", true],
])("[CA3169] nobody is in a beat for what depends on the player: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("the Captain", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk reads the telegram. ${text}`)] });
  expect(castOf("b1").includes("the-captain")).toBe(isThere);
});

it.each([
  ["- Take the boy to the Captain. He says it in one breath. The Captain sits down on the floor.", false],
  ["See also: carry the book down to the Captain tonight.", false],
  ["See: fetch the Captain down at once.", false],
  ["You may carry it to the Captain, whose hands will for once be empty, or keep it.", false],
  ["- Take the boy to the stove. The Captain sits down beside him.", true],
  ["- Take the boy to the Captain. He nods.\n- Sing. The Captain joins in.", true],
])("[CA3323] nobody is in a beat to whom only one of its options goes: %s", (options, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("the Captain", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk reads the telegram.\n\n${options}`)] });
  expect(castOf("b1").includes("the-captain")).toBe(isThere);
});

it.each([
  ["She was in the front row, with the Captain at her left hand.", false],
  ["She is in the front row, with the Captain at her left hand.", true],
  ["He says it was no raffle then, and she paces the yard with the Captain behind her.", true],
  ["Above you, faintly, the Captain calls out that the lamp has dipped.", false],
  ["Above the stove hangs a lamp, and the Captain calls for oil.", true],
])("[CA3324] nobody is in a beat who was with somebody before it, or is only heard from afar: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("the Captain", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk reads the telegram and looks up. ${text} Osk nods.`)] });
  expect(castOf("b1").includes("the-captain")).toBe(isThere);
});

it.each([
  ["The list says ten. It goes Osk, Captain Brand.", false],
  ["Somebody is missing: it is the one between Osk and Captain Brand.", false],
  ["There are two of them, it says. Osk, Captain Brand.", false],
  ["There is a knock, and you think, that's Captain Brand back from the store.", false],
  ["There's a noise, and it's Captain Brand, who has not moved in days.", true],
  ["The stove goes out, and Captain Brand swears.", true],
  ["Between Osk and the stove stands Captain Brand.", true],
])("[CA3327] nobody is in a beat whose name stands on a list: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("Captain Brand", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk opens the safe. ${text}`)] });
  expect(castOf("b1").includes("captain-brand")).toBe(isThere);
});

it("[CA3325] a surname is not that of whoever has it of a husband or a brother who is none of the cast", () => {
  const npcs = [person("Osk", "Keeper"), person("Frau Berta Lohm", "Widow of Karl Lohm, ropemaker")];
  const text = "Osk speaks low. There were two men on the bridge; one was Lohm, and he laughed.";
  expect(readSmall({ npcs, beats: [beat("b1", text)] }).castOf("b1")).toEqual(["osk"]);
  const own = [person("Osk", "Keeper"), person("Frau Berta Lohm", "Ropemaker")];
  expect(readSmall({ npcs: own, beats: [beat("b1", "Osk speaks low. Lohm laughs.")] }).castOf("b1")).toEqual([
    "frau-berta-lohm",
    "osk",
  ]);
});

it("[CA1612] whoever the player could go to is elsewhere, though the beat is their first", () => {
  const captain = person("the Captain", "Superintendent", { metadata: { first_appearance: "b1" } });
  const castOf = (text: string): readonly string[] =>
    readSmall({ npcs: [person("Osk", "Keeper"), captain], beats: [beat("b1", `Osk reads. ${text}`)] }).castOf("b1");
  expect(castOf("Will you wait, or go straight to the Captain?")).toEqual(["osk"]);
  expect(castOf("Osk laughs about the poor Captain.")).toEqual(["osk", "the-captain"]);
});

it.each([
  ["spoke_to_osk_kindly", /^Speak to Osk kindly$/],
  ["found_the_key", /^Find the key$/],
  ["cursed_by_osk", /^Cursed by/],
])("[CA1507] a tag that says what was done asks to do it: %s", (tag, text) => {
  const { reading } = readSmall({
    npcs: [person("Osk", "Keeper")],
    beats: [beat("b1", "Osk has the key."), beat("b2", "Osk nods.", { conditions: { player_choice: tag } })],
  });
  expect(reading.acts[0]?.text).toMatch(text);
});

it("[CA1513] two wards are two places", () => {
  const { placeOf } = readSmall({
    npcs: [person("Osk", "Nurse")],
    beats: [
      beat("b1", "Osk counts the lids.", { location: "Ward C" }),
      beat("b2", "Osk holds the lamp.", { location: "Ward F" }),
    ],
  });
  expect(placeOf("b1")).toBe("Ward C");
  expect(placeOf("b2")).toBe("Ward F");
});

it("[CA1514] a line in quotation marks is said without them", () => {
  const examples = ["“A gate. A grandmother's knees.”", "'Right. Nobody's in trouble.'", "‘Sit.’ He points. ‘Now.’"];
  const npcs = [person("Osk", "Nurse", { speech_patterns: { examples } })];
  expect(readSmall({ npcs }).reading.cast[0]?.lines.map(({ text }) => text)).toEqual([
    "A gate. A grandmother's knees.",
    "Right. Nobody's in trouble.",
    "‘Sit.’ He points. ‘Now.’",
  ]);
});

it.each([
  ["Osk pours the tea. He asks if Captain Brand's okay.", false],
  ["Osk asks after Captain Brand.", false],
  ["Osk pours. Your call: bring Captain Brand out here, or keep it quiet.", false],
  ["Osk pours. Will you sell him out to Captain Brand?", false],
  ["Osk asks if Captain Brand has a match, and Captain Brand strikes one.", true],
  ["Osk pours. Bring Captain Brand a cup.", true],
])("[CA4300] nobody is in a beat who is only asked after, sent for or told: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("Captain Brand", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", text)] });
  expect(castOf("b1").includes("captain-brand")).toBe(isThere);
});

it.each([
  ["The player must decide whether to keep it or to take the button to Captain Brand.", false],
  ["You must choose: either go to Captain Brand, or say nothing.", false],
  ["Captain Brand holds out his hand. The player must decide whether to keep it or to take it to Captain Brand.", true],
  ["The player must decide whether to keep it or to give it to Captain Brand, who waits.", true],
])("[CA6500] nobody is in a beat to whom an alternative of its decision goes: %s", (text, isThere) => {
  const npcs = [person("Osk", "Keeper"), person("Captain Brand", "Superintendent")];
  const { castOf } = readSmall({ npcs, beats: [beat("b1", `Osk looks up. ${text}`)] });
  expect(castOf("b1").includes("captain-brand")).toBe(isThere);
});

it.each([
  ["Your call: sign, or walk out. Sign: Captain Brand locks the gate.", false],
  ["The player must decide whether to sign. If they sign, Captain Brand locks the gate.", false],
  ["The player must decide whether to sign. Refused, Captain Brand writes home.", false],
  ["Captain Brand waits. The player must decide whether to sign. If they sign, Captain Brand locks the gate.", true],
  ["If it rains, Captain Brand locks the gate. Then Captain Brand comes in.", true],
  ["The office, while Captain Brand is out. Captain Brand comes up the stair.", false],
  ["Captain Brand is out of breath.", true],
])(
  "[CA4301] nobody is in a beat who acts only in what comes of the decision, or is out as it begins: %s",
  (text, isThere) => {
    const npcs = [person("Osk", "Keeper"), person("Captain Brand", "Superintendent")];
    const dialogue = [{ speaker: "Captain Brand", line: "Well now." }];
    const isOut = text.includes("is out. ");
    const { castOf } = readSmall({
      npcs,
      beats: [beat("b1", `Osk looks up. ${text}`, isOut ? { dialogue } : {})],
    });
    expect(castOf("b1").includes("captain-brand")).toBe(isThere);
  },
);
