/** Small campaigns of other habits: how their people speak, what their beats put to the player, and how their lore is written. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

interface Habit {
  readonly title: string;
  /** Where the first beat happens. */
  readonly place: string;
  readonly people: readonly {
    readonly name: string;
    readonly role: string;
    readonly lines: readonly string[];
    readonly wants?: string;
  }[];
  /** Title, description, and what somebody says in it, as "speaker: line". */
  readonly beats: readonly (readonly [title: string, description: string, ...lines: string[]])[];
  /** Title and text of a page of lore. */
  readonly lore: readonly (readonly [title: string, text: string])[];
}

const MILL: Habit = {
  title: "The Mill Race",
  place: "The mill",
  people: [
    { name: "Hanne Voss", role: "Miller", lines: ["The race never sleeps.", "Flour gets into everything."] },
    {
      name: "Piet Kroll",
      role: "Carter",
      lines: ["A cart is only as good as its axle."],
      wants: "To sell the old cart",
    },
  ],
  beats: [
    [
      "The stopped wheel",
      "Hanne Voss shows you the wheel, which has stopped, and looks at you and waits.",
      "Hanne Voss: It was turning at supper, that is all I will say.",
    ],
    ["The cart", "Piet Kroll offers you the reins and you take them. The cart stands at the mill with a broken axle."],
  ],
  lore: [
    ["The mill race", "The mill race is fed from the upper pond. It was dug in one winter. Two gates hold it back."],
  ],
};

const LEDGER: Habit = {
  title: "The Night Ferry Office",
  place: "The ticket office",
  people: [
    { name: "Mr. Oduya", role: "Clerk", lines: ["Stamp first, question after."] },
    {
      name: "Bea Lind",
      role: "Deckhand",
      lines: ["I count heads, not coats."],
      wants: "To find the missing passenger",
    },
  ],
  beats: [
    [
      "One too many",
      "Mr. Oduya counts the stubs twice. He asks whether it is any good to count again.",
      "Mr. Oduya: Is it the second sailing?",
    ],
    [
      "The coat",
      "Bea Lind offers you the lantern and asks for nothing. A grey coat hangs in the ticket office.",
      "Bea Lind: Somebody left it, and somebody did not come back for it.",
    ],
  ],
  lore: [
    [
      "The ferry",
      "- **Bow.** Rope. Paint.\n- **Deck Two.** Benches for forty. Lifebelts.\n- **The bell.** It is rung in fog by whoever stands nearest.\n- **Hold.** Coal.",
    ],
  ],
};

const BILL: Habit = {
  title: "The Winter Fair",
  place: "The fairground",
  people: [
    { name: "Signor Falk", role: "Showman", lines: ["Everything is for sale but the bear."] },
    {
      name: "Dunya",
      role: "Rope dancer",
      lines: ["I never look at the ground."],
      wants: "To keep the bear from being sold before the frost",
    },
  ],
  beats: [
    [
      "Who fed the bear",
      "Signor Falk walks round the empty cage on the fairground. Everyone looks at you.",
      "Signor Falk: The bear has had its dinner, and I did not give it.",
    ],
    ["The rope", "Dunya comes down from the rope and asks you for silence.", "Dunya: Promise me."],
  ],
  lore: [
    [
      "The bill of the fair",
      "The MIGHTY BEAR of KARDOVA will dance at four. Doors at three. The ROPE: DUNYA. Children shall pay half.",
    ],
    ["The cage", "The cage is made of ash poles. The bear has slept in it for nine years. Its door has no lock."],
  ],
};

const PARROT: Habit = {
  title: "The House by the Locks",
  place: "The parlour",
  people: [
    { name: "Gus", role: "A grey parrot", lines: ["Mind the step.", "Any post?", "Good night, Ada."] },
    { name: "Ada Lock", role: "Lock-keeper", lines: ["He repeats; he does not reply."] },
    { name: "Tom Ferris", role: "Bargeman", lines: ["Ada knows the lock better than I do."] },
  ],
  beats: [
    [
      "The parrot speaks",
      "Gus sits in the parlour and says what he has heard. Ada Lock puts down the kettle.",
      "Ada Lock: He had that from somebody, and not from me.",
    ],
    [
      "The barge",
      "Tom Ferris ties up at the parlour steps. He wants you to look at the rope.",
      "Tom Ferris: Tell me, and I will believe you.",
    ],
  ],
  lore: [
    ["The lock", "The lock has three gates. The middle gate was mended in spring. Nobody opens it at night."],
    ["The post", "The post comes on Mondays. It is left under the step."],
  ],
};

const STATION: Habit = {
  title: "Weather Station Nine",
  place: "The hut",
  people: [
    {
      name: "Ines Quill",
      role: "Meteorologist",
      lines: ["The needle does not lie."],
      wants: "To send the report before the storm",
    },
    { name: "Old Bern", role: "Cook", lines: ["Soup is weather that one can eat."] },
  ],
  beats: [
    [
      "The needle",
      "Ines Quill taps the glass in the hut. The needle has moved by itself.",
      "Ines Quill: Nobody has touched it since noon.",
      "Old Bern: Nobody touches my pots either.",
    ],
    ["The soup", "Old Bern invites you to supper in the hut. He wants an answer.", "Old Bern: Well?"],
  ],
  lore: [
    ["The log", "06:00 Wind north. 07:00 Wind north. 08:00 The needle moved. Station > hut > shelf two."],
    ["The mast", "The mast is forty feet high. It was raised by six people in an hour. It hums before snow."],
  ],
};

const COURT: Habit = {
  title: "The Orchard Court",
  place: "The orchard",
  people: [
    { name: "Queen Maud", role: "Queen of the wasps", lines: ["A queen is asked once."] },
    { name: "Sir Drone", role: "Knight", lines: ["I was born for a Tuesday."], wants: "To be sent to the far hive" },
  ],
  beats: [
    [
      "The pear",
      "Queen Maud holds court in the orchard over a split pear. She asks whether you come from the far hive.",
      "Queen Maud: The pear was whole at dawn.",
    ],
    ["The errand", "Sir Drone offers you one. He bows in the orchard.", "Sir Drone: Will you carry it for me?"],
  ],
  lore: [
    ["The far hive", "The far hive hangs in the bell tower. It has no queen. Those who go there come back quiet."],
  ],
};

const DRY: Habit = {
  title: "Inventory at Low Street",
  place: "The cellar",
  people: [
    { name: "Ruth Amsel", role: "Pawnbroker", lines: ["Three balls, no questions."] },
    { name: "Kaspar", role: "Errand boy", lines: ["I only carry."], wants: "To get his mother's ring back" },
  ],
  beats: [
    [
      "The ring",
      "Ruth Amsel turns a ring under the lamp in the cellar. She offers to hold it for you.",
      "Ruth Amsel: It was pawned twice in one day.",
    ],
    [
      "The boy",
      "Kaspar stands in the cellar door. He begs for one more day.",
      "Kaspar: I said that I would not tell, and I have not.",
    ],
  ],
  lore: [
    ["The pledges", "1. Ring, gold. 2. Clock, stopped. 3. Boots, pair. A pledge is kept for a year and a day."],
    ["The cellar lamp", "The cellar lamp is older than the shop. It smokes when the door is open."],
  ],
};

const SCHOOL: Habit = {
  title: "The Last Term",
  place: "The music room",
  people: [
    { name: "Miss Pell", role: "Teacher", lines: ["Scales before songs."] },
    { name: "Ivo", role: "Pupil", lines: ["The piano was locked when I came."] },
  ],
  beats: [
    [
      "The locked piano",
      "Miss Pell stands by the piano in the music room. She wants you to say something.",
      "Miss Pell: Why were you in the corridor?",
    ],
    ["The key", "Ivo holds out a key to you in the music room.", "Ivo: I found it where nobody looks."],
  ],
  lore: [["The piano", "The piano was given by a brewer. It has been tuned twice. Its key hangs in the staff room."]],
};

const SEA: Habit = {
  title: "The Becalmed",
  place: "The deck",
  people: [
    { name: "Captain Rusk", role: "Captain", lines: ["Wind comes to those who coil their ropes."] },
    {
      name: "Lil Sparrow",
      role: "Cook's mate",
      lines: ["The biscuit barrel tells no tales."],
      wants: "To find who drank the lime juice",
    },
  ],
  beats: [
    [
      "No wind",
      "Captain Rusk licks a finger on the deck and holds it up. You had better find the glass.",
      "Captain Rusk: We have been here before, and I do not like the company.",
    ],
    ["The barrel", "Lil Sparrow opens the barrel on the deck. Somebody has been at it.", "Lil Sparrow: Was it him?"],
  ],
  lore: [
    ["The lime juice", "The lime juice is kept under lock by the captain. A cup is poured at noon. Nobody likes it."],
  ],
};

const TOWN: Habit = {
  title: "The Bell That Rang",
  place: "The belfry",
  people: [
    { name: "Father Imre", role: "Priest", lines: ["A bell is a promise in bronze."] },
    { name: "Zsófi", role: "Bell-ringer", lines: ["My arms know the hour."], wants: "To learn who rang the bell" },
  ],
  beats: [
    [
      "Thirteen",
      "The bell in the belfry has rung thirteen. Father Imre counts on his fingers.",
      "Father Imre: Twelve I would forgive.",
    ],
    [
      "The rope end",
      "Zsófi shows you the rope end in the belfry, and asks you to keep it.",
      "Zsófi: It has been cut with a good knife.",
    ],
  ],
  lore: [
    ["The bell", "The bell was cast from pans. It weighs what forty pans weigh. It has cracked once."],
    ["The rule of the bell", "The ringer shall ring at six. The ringer shall not drink before six."],
  ],
};

export const HABITS: readonly Habit[] = [MILL, LEDGER, BILL, PARROT, STATION, COURT, DRY, SCHOOL, SEA, TOWN];

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");

/** Writes a small campaign to `folder`. */
export async function writeHabit(folder: string, { title, place, people, beats, lore }: Habit): Promise<string> {
  const files: Record<string, string> = {
    "manifest.json": JSON.stringify({
      title,
      version: "1.0.0",
      author: "A test",
      description: title,
      genre: "Mystery",
      content_rating: "Everyone",
    }),
    "world/setting.md": `# ${title}\n\nIt is a small place, and everybody knows it. ${place} is where people meet.\n`,
    "plot/premise.md": `You came this morning. ${people.map(({ name }) => name).join(" and ")} are here. Something has happened, and nobody says what.\n`,
    "plot/beats.json": JSON.stringify(
      beats.map(([name, description, ...lines], at) => ({
        id: `beat_${at + 1}`,
        title: name,
        description,
        location: place,
        priority: "critical",
        conditions: { scene_count: { min: 1 + at * 3, max: 5 + at * 4 } },
        dialogue: lines.map((text) => {
          const [speaker = "", line = ""] = text.split(/: (.*)/s);
          return { speaker, line };
        }),
      })),
    ),
  };
  for (const { name, role, lines, wants } of people)
    files[`characters/npcs/${slug(name)}/profile.json`] = JSON.stringify({
      name,
      role,
      location: place,
      personality: { traits: [], flaws: [], virtues: [] },
      motivations: wants === undefined ? [] : [wants],
      speech_patterns: { style: "Plain.", examples: lines },
      relationships: {},
    });
  for (const [name, text] of lore) files[`lore/${slug(name)}.md`] = `# ${name}\n\n${text}\n`;
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}
