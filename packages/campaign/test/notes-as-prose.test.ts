// SPEC.md CA1690 to CA1696: what an author says to the teller among what is told, and where a premise runs ahead.
import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const npcs = [person("Osk Brandt", "Ringer", { id: "osk" }), person("Ada Frey", "Cook", { id: "ada" })];
const first = (description: string, more: Parameters<typeof readSmall>[0] = {}) =>
  readSmall({ npcs, beats: [beat("b1", description)], ...more }).reading.beats[0];

describe("what is so in one case", () => {
  it.each([
    "She'll sing if you don't ask.",
    "He will own up if you only wait.",
    "Ada Frey won't come down unless you bring the soup.",
    "He keeps eyeing the lamp if you've got it.",
    "The coin is in your boot, if you took it.",
    "There is a second spoon, if you found the drawer.",
  ])("[CA1690] is for the teller: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence} Rain falls.`)?.told).toEqual(["Osk holds the rope.", "Rain falls."]);
  });

  it.each([
    "He'll give you three loaves if you'd carry one up the hill.",
    "She will take it kindly if you would sit.",
    "You will hear it if you listen.",
    "He asks if you have seen a goat.",
    "“She'll sing if you don't ask,” says Osk.",
    "The bell will ring again at noon.",
  ])("[CA1690] is told where it is no such thing: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence} Rain falls.`)?.told).toHaveLength(3);
  });
});

describe("what nobody has been told", () => {
  it.each([
    "Ada has a bad heart and hasn't told anyone.",
    "Osk has a brother in the hills and has told nobody.",
    "There is a knife in the loaf, and nobody knows it.",
  ])("[CA1691] is for the teller: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence}`)?.told).toEqual(["Osk holds the rope."]);
  });

  it.each([
    "Ada says that she hasn't told anyone.",
    "You have told nobody.",
    "“I have not told anybody,” says Ada.",
    "Nobody knows the way to the mill.",
  ])("[CA1691] is told where somebody says it, or it is the player's: %s", (sentence) => {
    expect(first(`Osk holds the rope. ${sentence}`)?.told).toHaveLength(2);
  });
});

it("[CA1691] what somebody has told nobody is not told by the premise either", () => {
  const premise = "Osk leads the party. Ada has not told anyone that her name was Tarn. The rope is new.";
  expect(readSmall({ premise }).reading.opening.join(" ")).toBe("Osk leads the party. The rope is new.");
});

it("[CA1692] why one might do something is not what comes of it", () => {
  const text =
    "You could swear to keep quiet. Or tell her flatly that you won't. Or stay: she dearly longs to confess.";
  expect(first(`Osk holds the rope. ${text}`)?.choices.at(-1)).toEqual({ text: "stay", decides: true });
  const other = "You could swear to keep quiet. Or tell her flatly that you won't. Or stay: she confesses by noon.";
  expect(first(`Osk holds the rope. ${other}`)?.choices.at(-1)).toMatchObject({
    text: "stay",
    result: "She confesses by noon.",
  });
});

it("[CA1697] what only announces the choices is not told", () => {
  const list = "You can:\n\n- Ring the bell: the town wakes.\n- Let it hang: nobody wakes.";
  const read = first(`Osk holds the rope.\n\n${list}`);
  expect(read?.told).toEqual(["Osk holds the rope."]);
  expect(read?.choices).toHaveLength(2);
  expect(first("Osk holds the rope. On the wall you can read:\n\n“Ring me.”")?.told).toHaveLength(3);
});

it("[CA1699] what goes on without a verb with a remark to the teller is the teller's", () => {
  const told = first("Osk counts. GM: wits 8 spots that one page is new. Page 9, blue ink. Osk stops. One lamp.")?.told;
  expect(told).toEqual(["Osk counts.", "Osk stops.", "One lamp."]);
});

describe("players whom an author calls them", () => {
  const read = (...descriptions: string[]) =>
    readSmall({ npcs, beats: descriptions.map((text, at) => beat(`b${at}`, text)) }).reading.beats;
  const RINGS = "Osk waits. If they ring the bell, he smiles. If they ask him about the rope, he sighs.";
  const SITS = "Ada waits. If they sit down, she pours them tea. If they hold out the coin, she takes it.";
  const CALLS = "It rains. If they call, he comes down. If they go, nobody calls them back.";

  it("[CA1720] are the player in what beat after beat says of their deeds", () => {
    const [first, second, third] = read(RINGS, SITS, CALLS);
    expect(first?.told).toEqual(["Osk waits."]);
    expect(first?.choices).toMatchObject([
      { text: "ring the bell", result: "He smiles." },
      { text: "ask him about the rope", result: "He sighs." },
    ]);
    expect(second?.choices).toMatchObject([
      { text: "sit down", result: "She pours you tea." },
      { text: "hold out the coin", result: "She takes it." },
    ]);
    expect(third?.told).toEqual(["It rains."]);
  });

  it("[CA1720] are others where an author says it once", () => {
    expect(read(RINGS, "It rains.", "It snows.")[0]?.choices).toEqual([]);
  });

  it.each([
    ["wait till the light goes and ring", "If you wait till the light goes and ring, she nods."],
    ["do not ring the bell", "If you don't, she nods."],
    ["take the rope and go", "If you can't do it and take the rope and go, she nods."],
  ])("[CA1721] beside other cases it is a choice to %s", (text, sentence) => {
    const [first] = read(`Osk waits. If you hum, he smiles. If you ring the bell, he sighs. ${sentence} Rain falls.`);
    expect(first?.told).toEqual(["Osk waits.", "Rain falls."]);
    expect(first?.choices).toContainEqual({ text, result: "She nods.", decides: true });
  });

  it("[CA1721] keeps whole what is said in a case", () => {
    const [first] = read(
      "Osk waits. If you lie and say it's lost, Ada thanks you and goes. If you hold it out, he says 'Well. That is that,' and smiles.",
    );
    expect(first?.told).toEqual(["Osk waits."]);
    expect(first?.choices).toMatchObject([
      { text: "lie and say it's lost", result: "Ada thanks you and goes." },
      { text: "hold it out", result: "He says 'Well. That is that,' and smiles." },
    ]);
  });

  it("[CA1721] does not tell what is so if somebody comes by", () => {
    const [first] = read("Osk waits. If Ada walks in, he hides the rope. Rain falls.");
    expect(first?.told).toEqual(["Osk waits.", "Rain falls."]);
  });
});

describe("a death of somebody of the same name", () => {
  const from = (role: string, more: Parameters<typeof person>[2], consequence: string) =>
    readSmall({
      npcs: [...npcs, person("Tam Corrigan", role, { id: "tam", ...more })],
      beats: [
        beat("b1", "Tam Corrigan waits on the quay."),
        beat("b2", "The lamp goes out.", { consequences: [consequence] }),
        beat("b3", "It rains."),
      ],
    }).somebody("tam").presence.gone;

  it.each([
    ["Daughter of the old harbour master", {}, "Mr Corrigan has died, in his own bed"],
    ["Netmaker", { motivations: ["Get her father home"] }, "Old Corrigan is dead"],
  ])("[CA1693] is theirs where they have kin (%s): %j", (role, more, consequence) => {
    expect(from(role, more, consequence)).toEqual([]);
  });

  it.each([
    ["Daughter of the old harbour master", {}, "Tam Corrigan has died, in her own bed"],
    ["Daughter of the old harbour master", {}, "Tam is dead"],
    ["Netmaker", {}, "Miss Corrigan is dead"],
  ])("[CA1693] is somebody's own otherwise (%s): %j %s", (role, more, consequence) => {
    expect(from(role, more, consequence)).toMatchObject([{ from: "b2", state: "dead" }]);
  });
});

it.each([
  ["Mr Sallow", "Mr Sallow bows. You look at Mr Sallow."],
  ["Mr. Sallow", "Mr. Sallow bows. You look at Mr. Sallow."],
  ["Mr Sallow", "Mr Sallow bows. You look at Mr. Sallow, and Mr Sallow looks away."],
])("[CA1698] whoever is called by title and last name is %s in “%s”", (called, text) => {
  const read = readSmall({
    npcs: [...npcs, person("Bert Sallow", "Comic", { id: "bert" })],
    beats: [beat("b1", text)],
  });
  expect(read.somebody("bert").called).toBe(called);
});

describe("one place under two names", () => {
  const places = (setting: string, ...locations: string[]) =>
    readSmall({
      npcs,
      setting,
      beats: locations.map((location, at) => beat(`b${at}`, "It is quiet.", { location })),
    });
  const WARDS = "# The house\n\n## Ward Two\n\nNine beds.\n\n## Ward Three\n\nSix beds.\n";

  it("[CA1694] is a room and what stands in it", () => {
    const read = places(WARDS, "Ward Two", "Ward Two table", "Ward Three");
    expect([0, 1, 2].map((at) => read.placeOf(`b${at}`))).toEqual(["Ward Two", "Ward Two", "Ward Three"]);
  });

  it("[CA1694] is a place that the setting says is the other", () => {
    const setting = `${WARDS}\nWard Two is the long ward: nine beds and a stove. Somebody coughs in the long ward.`;
    const names = (text: string) => places(text, "Ward Two", "Ward Three").reading.places.map(({ called }) => called);
    expect(names(setting)).not.toContain("the long ward");
  });

  it("[CA716] is a house with its kind behind it, whatever parts it has", () => {
    const setting = "# The town\n\n## The Starlight\n\nA long roof.\n\n## The ford\n\nStones.";
    const read = places(setting, "The Starlight Ballroom", "The Starlight", "The cloakroom at the Starlight");
    expect(read.placeOf("b0")).toBe(read.placeOf("b1"));
    expect(read.placeOf("b2")).not.toBe(read.placeOf("b1"));
  });
});

describe("the premise", () => {
  it.each([
    [
      "You come in on the boat.\n\n**The job.** Count the sheep. Mend the gate. Then you are paid.",
      "Your job is to count the sheep, and to mend the gate. Then you are paid.",
    ],
    ["You come in on the boat.\n\n**Your errand.** Find the goat.", "Your errand is to find the goat."],
    ["You come in on the boat.\n\n**The job.** It is a poor one.", "It is a poor one."],
  ])("[CA1695] says what the player is to do: %j", (premise, told) => {
    expect(readSmall({ npcs, premise }).reading.opening.at(-1)).toBe(told);
  });

  it("[CA1365] tells a list under its first heading whole, and none under a later one", () => {
    const premise =
      "# Premise\n\n## What you know\n\n- You row the boat.\n- Osk owns it.\n- It leaks.\n\n## Ways out\n\n- Sink.";
    expect(readSmall({ npcs, premise }).reading.opening).toEqual(["You row the boat.", "Osk owns it.", "It leaks."]);
  });

  it("[CA1696] leaves a later beat's hour to that beat", () => {
    const opening = (hour: string, told: string) =>
      readSmall({
        npcs,
        premise: `You take the watch at ten.\n\nThen a dog runs past.\n\nAt ${hour} the boiler bursts.`,
        beats: [
          beat("b1", "Osk reads you the list.", { title: "22:00 / The watch" }),
          beat("b2", told, { title: "22:40 / The boiler" }),
        ],
      }).reading.opening;
    expect(opening("22:40", "The boiler bursts, and steam fills the shed.")).toEqual([
      "You take the watch at ten.",
      "Then a dog runs past.",
    ]);
    expect(opening("22:40", "Steam fills the shed.")).toHaveLength(3);
    expect(opening("22:00", "The boiler bursts, and steam fills the shed.")).toHaveLength(3);
  });
});
