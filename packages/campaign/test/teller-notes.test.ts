import { describe, expect, it } from "vitest";
import { whyForTeller } from "../src/reading/teller-notes.js";
import { readSource, WEIGHBRIDGE } from "../src/testing.js";
import { beat, person, readSmall } from "./support/small-story.js";

describe("a sentence among others", () => {
  it.each([
    "Heat +1.",
    "WATCH ONE-TWO.",
    "Days 2-3.",
    "Anyone with WAT 1 or more can read it.",
    "NB Big Ilse is 4'11\".",
    "Two details for a sharp player: the boots are good.",
    "Rep with the PC: starts at -5.",
    "Wants: for nothing to move.",
    "Dirty secret, small: it never measured the Well.",
    "From this scene Haaland is missing.",
    "On a DC 8 the date shows.",
    "If nobody's read the daybook, say 24.",
    "Once they have the key, cut to the vault.",
    "Let the players argue about it.",
    "Do not tell them which clock.",
    "Say it out loud and start counting.",
    "Search (HND, TN 12): behind the blackboard, a nail with nothing on it.",
    "See H3.",
    "Notes for a lecture given in the hut.",
    "Third step = meeting place.",
    "D2 is a latch or isn't.",
    "On the ledge lie the eleven pages, or else they do not.",
    "Overhead the crew is at the lines, or there is not.",
    "The lock has been forced, or has not.",
    "Van, stairwell, shop doorway, doesn't matter.",
    "She says it, or you've been told, or she sees that you know.",
    "What you tell her decides whether she opens the drawer.",
    "How you answer settles which door is open.",
    "The nephew does not come into this story.",
    "His brother never appears in the adventure.",
    "The sister belongs to this campaign's sequel.",
    "He caught cold, and died nine nights before the story opens.",
    "Quill has three when the campaign begins, and four after the bridge.",
  ])("[CA350] [CA715] [CA4810] is the teller's: %j", (text) => {
    expect(whyForTeller(text)).toBeDefined();
  });

  it.each([
    "It was twelve degrees, and at night -5.",
    "The players came off at half-time.",
    "He wants nothing: he has said so.",
    "Engine BR 52 stands under steam.",
    "Note the hour, he says.",
    "The secret is out.",
    "If nobody comes, the bell stays silent.",
    "Let them eat cake.",
    "Do not tell them I was here.",
    "The next scene in the play is set in a garden.",
    "Is there a latch or isn't there?",
    "“It is shut or it isn't,” says Osk.",
    "He is tall, or was.",
    "He comes into the story late, he says.",
    "The story is that the bell fell.",
    "She was there before the play began.",
    "It does not matter.",
    "What you say here stays here.",
    "You may stay or go, and she will not mind.",
  ])("[CA350] [CA715] is the player's: %j", (text) => {
    expect(whyForTeller(text)).toBeUndefined();
  });

  it.each(["Clues 1, 2 and 3", "Clue 7", "Secret 4", "see lore/bells.md", "Scene 5B", "Exhibits 2-4", "cf. rule 3"])(
    "[CA4802] is out of brackets in what is told: (%s)",
    (note) => {
      const description = `You see the sponged carpet (${note}). The clock (a cheap one) has stopped.`;
      const { reading } = readSmall({ npcs: [person("Osk Ray", "miller")], beats: [beat("b1", description)] });
      expect(reading.beats[0]?.told).toEqual(["You see the sponged carpet.", "The clock (a cheap one) has stopped."]);
    },
  );

  it("[CA350] is left out of beats, lore and setting, and so are marks and numbers of handouts", () => {
    const reading = readSource({
      ...WEIGHBRIDGE,
      lore: [
        {
          file: "lore/the-daybook.md",
          text: "# The Daybook\n\nThe daybook (H2) lies on the desk and is *never* shut. Anyone with WAT 1 or more can read it.",
        },
      ],
      beats: [
        {
          id: "beat_001",
          title: "The Ball",
          description: "He hands you the ice *at exactly the right moment*. Heat +1. The room goes quiet.",
        },
      ],
    });
    expect(reading.beats[0]?.told).toEqual([
      "He hands you the ice at exactly the right moment.",
      "The room goes quiet.",
    ]);
    expect(reading.facts.map(({ text }) => text)).toContain("The daybook lies on the desk and is never shut.");
    expect(JSON.stringify(reading.facts)).not.toMatch(/WAT|H2|\*/);
    expect(reading.leftOut.map(({ text }) => text)).toContain("Heat +1.");
  });
});

it("[CA391] leaves out of a place what stands for something in a sentence that was the teller's", () => {
  const setting =
    "# Town\n\n## The Pump House\n\nThe daybook lies on a desk by the door. Anyone with WAT 1 or more can read the book. Most people never ask.\n\nSix engines stand in a row.";
  const { places } = readSource({ ...WEIGHBRIDGE, setting });
  const sights = places.find(({ name }) => /pump/i.test(name))?.sights.map(({ text }) => text);
  expect(sights).toContain("The daybook lies on a desk by the door.");
  expect(sights).not.toContain("Most people never ask.");
});

it("[CA391] makes no facts of annals", () => {
  const text =
    "# The Band\n\n1946 there were three of them. 1951 a girl starts singing with the band. 1961 the record is made. Nacho walks out in Robstown with his hat.";
  const { facts } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/band.md", text }] });
  expect(facts.filter(({ file }) => file === "lore/band.md")).toEqual([]);
});

it("[CA715] leaves of a sentence what stands before its list of what may be so", () => {
  const description =
    "Everything comes to this hole to be paid: on the ledge lie the pages, or else they do not; overhead there is a silence. A man wets a reed.";
  const reading = readSource({ ...WEIGHBRIDGE, beats: [{ id: "beat_001", title: "The End", description }] });
  expect(reading.beats[0]?.told).toEqual(["Everything comes to this hole to be paid.", "A man wets a reed."]);
});

it("[CA350] gives a sentence that begins with its verb its heading for a subject", () => {
  const text = "# The tidal bank\n\nOwns the money and, since the flood, the water. Boats lie before it in two rows.";
  const { facts } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/bank.md", text }] });
  expect(facts[0]).toMatchObject({
    text: "The tidal bank owns the money and, since the flood, the water.",
    clause: "the tidal bank owns the money and, since the flood, the water",
  });
});

it("[CA350] takes no noun before a preposition for a verb", () => {
  const text = "# The mill\n\nNames on tape. Leads to the loft by a ladder of nine rungs.";
  const { facts } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/bay.md", text }] });
  const told = facts.map((fact) => [...(fact.lead ?? []), fact.text].join(" ")).join(" ");
  expect(told).not.toMatch(/mill names/i);
  expect(told).toContain("The mill leads to the loft");
});

it("[CA350] gives one that begins with an auxiliary its heading too", () => {
  const text = "# Tuttara\n\nLends at one in five, upstream, in the cold months. Has taken two quays in ten years.";
  const { facts } = readSource({ ...WEIGHBRIDGE, lore: [{ file: "lore/tuttara.md", text }] });
  const told = facts.flatMap((fact) => [fact.text, ...(fact.rest ?? []), fact.tail ?? ""]).join(" ");
  expect(told).toContain("Tuttara has taken two quays in ten years.");
});

describe("two names of one person", () => {
  const masked = {
    id: "beat_001",
    title: "The Heron",
    description: "The bell stops. The Heron whispers numbers and holds out a grey glove.",
    dialogue: [{ speaker: "jonas", line: "Nine thousand. Friday." }],
  };
  const lifted = {
    id: "beat_002",
    title: "The Beak Comes Off",
    description: "You follow the boat, and the beak comes off.",
    dialogue: [{ speaker: "jonas", line: "I slept through it." }],
    consequences: ["The Heron is Jonas (crew.knows = true)"],
  };

  it("[CA351] are two until the beat that says so", () => {
    const { beats } = readSource({ ...WEIGHBRIDGE, beats: [masked, lifted] });
    expect(beats.map(({ veiled }) => veiled)).toEqual([["jonas"], undefined]);
    expect(beats[0]?.cast).toContain("jonas");
  });

  it("[CA351] are one throughout where no beat keeps them apart", () => {
    const { beats } = readSource({
      ...WEIGHBRIDGE,
      beats: [masked, { ...lifted, consequences: ["The bell is rung."] }],
    });
    expect(beats[0]).not.toHaveProperty("veiled");
  });
});

it("[CA1707] what happened long ago is told where it speaks to the player, and is the teller's otherwise", () => {
  const opening = (section: string): string =>
    readSmall({ premise: `Osk waits at the weir.\n\n## What happened in 1931\n\n${section}` }).reading.opening.join(
      " ",
    );
  expect(opening("Osk drew up the ladder. Anton was alive.")).toBe("Osk waits at the weir.");
  expect(opening("You saw Osk draw up the ladder.")).toContain("You saw Osk draw up the ladder.");
});

it("[CA1536] what the premise says to its teller is not told, with whatever manner beside it", () => {
  const told = readSmall({
    premise:
      "You have a note on a ticket.\n\n---\n\n**For the narrator, under the counter.** Ann is lying. Do not hint at it.",
    npcs: [person("Ann", "a smith")],
  }).reading.opening.join(" ");
  expect(told).toBe("You have a note on a ticket.");
  const kept = "For the narrator of this tale, whoever it was, nothing came of it.";
  expect(readSmall({ premise: kept }).reading.opening.join(" ")).toBe(kept);
});
