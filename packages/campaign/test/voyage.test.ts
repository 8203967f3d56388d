import { describe, expect, it } from "vitest";
import { beat, person, readSmall } from "./support/small-story.js";

const HARBOURS = ["Ostrel", "Kame", "Vint", "Sorra", "Hald", "Ume"];
const premise =
  "You keep the tally aboard the brig Heron, and the crew count sixty bales into the hold. She sails from Ostrel on the ebb, with Ilka Brandt, whose bales they are, on the deck.";
const npcs = [
  person("Osk Tarn", "Captain of the Heron"),
  person("Nell Abo", "Ship's boy"),
  person("Rudi Peel", "Idler, of Kame", { metadata: { tags: ["crew"] } }),
  person("Ilka Brandt", "Owner of the bales, passenger"),
  person("Pastor Gull", "Pastor, passenger to Ume", { metadata: { first_appearance: "b2" } }),
  person("Marten Voss", "Mate, aboard the cutter Pike; the rival"),
  person("Ines Roe", "Harbour pilot of Vint"),
];
const beats = (stops: readonly string[] = HARBOURS) => [
  ...stops.map((place, at) =>
    beat(`b${at}`, at === 2 ? "Pastor Gull comes up the plank. Nell counts." : "Osk looks at the sky. Nell counts.", {
      location: place,
    }),
  ),
  beat("b9", "Night. Rudi sings, stops, and asks what it comes to.", { location: "At sea" }),
];
const read = (more: Partial<Parameters<typeof readSmall>[0]> = {}) =>
  readSmall({
    npcs,
    premise,
    lore: [
      ...HARBOURS.map((name) => ({
        file: `lore/harbours/${name.toLowerCase()}.md`,
        text: `# ${name}\n\n${name} has a quay and a customs shed, and the boats lie two deep.`,
      })),
      { file: "lore/the-ship/heron.md", text: "# The Heron\n\nThe brig has two masts and one pump." },
    ],
    beats: beats(),
    ...more,
  });
const sailors = (of: ReturnType<typeof read>) =>
  of.reading.cast.flatMap(({ id, travels }) => (travels === true ? [id] : []));

describe("a voyage", () => {
  it("[CA4303] has the crew and the passengers sail with the player, and none of another ship or the shore", () => {
    expect(sailors(read()).toSorted()).toEqual(["ilka-brandt", "nell-abo", "osk-tarn", "rudi-peel"]);
  });

  it("[CA4303] takes aboard whoever comes as a passenger with a beat", () => {
    const boards = read().reading.beats.flatMap(({ id, opens }) =>
      opens.flatMap(({ kind, npc }) => (kind === "follows" ? [`${id} ${npc}`] : [])),
    );
    expect(boards).toEqual(["b2 pastor-gull"]);
  });

  it("[CA4303] is none where the beats come back to a place, where nobody sails, or ashore", () => {
    expect(sailors(read({ beats: beats(["Ostrel", "Kame", "Ostrel", "Sorra", "Hald", "Ume"]) }))).toEqual([]);
    expect(sailors(read({ npcs: npcs.slice(3) }))).toEqual([]);
    expect(sailors(read({ premise: "You keep the tally for Ilka Brandt." }))).toEqual([]);
  });

  it("[CA4304] leaves a beat of which nothing says where it is to wherever the ship lies, and nobody goes to the ship", () => {
    const voyage = read();
    expect(voyage.placeOf("b9")).toBeUndefined();
    expect(voyage.reading.places.map(({ called }) => called).toSorted()).toEqual([...HARBOURS].toSorted());
  });
});
