/** For tests of what reads or tells a story: a small campaign, and the reading of texts that lie in no folder. */
import type { StorySource } from "@narratoria/protocol/story";

export { readSource, type ReadingSource } from "./reading/read-story.js";

/** A story small enough to be held in the head while reading a test. */
export const WEIGHBRIDGE: StorySource = {
  title: "The Weighbridge",
  premise: `# Premise

You came to the Weigh House to have a cart of salt weighed, and the scales say less than they said last week.

Orsolya Brandt would like you to believe the scales. Jonas Peel would like you not to ask.`,
  setting: `# Coldharbour

Coldharbour is a town of one street and two opinions. Gulls stand on every chimney that is warm.

## The Weigh House

Brass scales hang over the long counter, polished by a century of sleeves. A tiled stove ticks in the corner. The floor slopes toward the door, so that nothing spilled stays long. Ledgers fill the shelf behind the counter. It smells of salt and wet rope.

## The Long Yard

Carts stand in the Long Yard with their shafts on the ground. The wind comes in at both ends and meets in the middle. A pump drips beside the gate. Grass grows between the stones where nobody drives.`,
  lore: [
    {
      file: "lore/the-short-weight.md",
      text: `# The Short Weight

The short weight was cast in the year of the flood. It has a hole in it that was filled with wax. Nobody in Coldharbour has owned up to the short weight. The short weight lies in the Weigh House under the left-hand pan. You can see it if you bend down. Roll the dice to find it.`,
    },
    {
      file: "lore/the-salt-book.md",
      text: `# The Salt Book

Every cart of salt since the flood is entered in the Salt Book. Orsolya Brandt keeps the Salt Book on a chain. She has never torn out a page. A page of the Salt Book is missing all the same. The year was a bad one for herring.`,
    },
    {
      file: "lore/places/the-long-yard.md",
      text: "# The Long Yard\n\nThe Long Yard was a rope walk before the carters had it. Two carters have fought in the Long Yard, and both of them won.",
    },
    {
      file: "lore/the-night-carts.md",
      text: "# The Night Carts\n\nThe night carts go out of the Long Yard with sacking on their wheels. Jonas Peel counts the night carts and writes nothing down.",
      knownBy: ["jonas"],
    },
  ],
  npcs: [
    {
      id: "orsolya",
      profile: {
        name: "Orsolya Brandt",
        role: "Weigher at the Weigh House",
        personality: { traits: ["dry", "exact"] },
        motivations: ["Keep the scales true to the ounce.", "to find the missing page"],
        speech_patterns: {
          style: "Formal, dry",
          examples: [
            "A pound is a pound, until somebody needs it to be more.",
            "I weigh what is put in front of me. I do not weigh people.",
            "Salt has no friends, and it keeps everything.",
          ],
          catchphrases: ["To the ounce."],
        },
        relationships: { jonas: "weighs for Jonas last and never looks up while doing it" },
        appearance:
          "A tall woman with a steel pince-nez, a burn across the left knuckles, and an apron with six pockets.",
        background: "She has kept the scales at the Weigh House for twenty years.",
        inventory: ["brass key"],
        metadata: { first_appearance: "The Weigh House" },
        secrets: "Orsolya filled the hole with wax herself, on a Sunday.",
      },
    },
    {
      id: "jonas",
      profile: {
        name: "Jonas Peel",
        role: "Carter",
        personality: { traits: ["blunt"] },
        motivations: ["to be paid by the load"],
        speech_patterns: {
          style: "Blunt",
          examples: ["A cart does not care what it carries.", "Ask me something I can lift."],
        },
        relationships: {
          "Orsolya Brandt": "owes Orsolya for a wheel, and drives round by the back so as not to say so",
        },
        appearance: "A broad man with a straw on his hat.",
        background: "He drives from the Long Yard.",
        inventory: ["coil of rope"],
        metadata: { first_appearance: "The Long Yard" },
      },
    },
  ],
  beats: [
    {
      id: "beat_001",
      title: "The Open Drawer",
      description:
        "The player comes on the drawer under the scales, and it stands open. Orsolya shuts it with her hip and says nothing. The player must decide whether to ask for the key or to let the drawer be.",
      location: "The Weigh House",
      mood: "ominous",
      dialogue: [{ speaker: "orsolya", line: "That drawer sticks. It has always stuck." }],
    },
    { id: "beat_002", title: "Jonas Loses Count", description: "Jonas sits down on a shaft and counts his fingers." },
  ],
  endings: [
    {
      id: "true-weight",
      title: "True Weight",
      body: "# True Weight\n\nThe player puts the short weight on the counter, and the pan goes down.\n\nOrsolya reads the scale aloud.\n\n## Epilogue\n\nThe carts go by day now.\n\n{deeds}\n\nThe gulls have kept their opinions.",
    },
  ],
  constraints: ["Nobody carries a lantern."],
  forbidden: ["lantern"],
  tone: "dry",
  genre: "mystery",
  startingLocation: "The Weigh House",
  frames: [
    {
      file: "storybook/own.md",
      text: `# props The Weigh House
- the brass scales (fixture), a tin scoop (movable), ledgers (movable)

# names Jonas Peel
- short: Peel; epithet: the carter; pronoun: he
`,
    },
  ],
};
