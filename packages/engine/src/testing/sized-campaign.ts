/** For tests and reports: campaigns of any size, made up by a seed, in the habits of a large world book. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createRandom, type Random } from "@narratoria/protocol/random";

export interface SizedCampaign {
  /** About how many bytes all texts together come to. */
  readonly bytes: number;
  /** How many files the folder holds, about; by default one for 100 kB of lore, at least 60 and at most 1,000. */
  readonly files?: number;
  /** By default one for 12 files, at least 6. */
  readonly people?: number;
  readonly seed?: string;
}

const ONSETS = "b br c ch d dr f g gr h k l m n p r s sh st t th tr v w".split(" ");
const VOWELS = "a e i o u ae ea ia ou".split(" ");
const CODAS = "l ld m n nd r rd rn s sk st t th ck".split(" ");
const ENDINGS = ["ford", "wick", "holm", "mouth", "gate", "stead", "mere", "combe"];
const BUILDINGS = "Mill,Tower,Bridge,Quarry,Chapel,Harbour,Market,Cellar,Orchard,Ferry,Archive,Foundry".split(",");
const ROLES = "miller,ferryman,archivist,bell founder,chandler,surveyor,glazier,carter,midwife,notary".split(",");
const THINGS =
  "ledger,lantern,rope,seal,barrel,map,key,chain,letter,bell,mirror,drum,anchor,candle,scale,wheel,needle,flask".split(
    ",",
  );
const STUFF = "salt,brass,oak,glass,iron,wax,wool,slate,copper,tin,amber,chalk".split(",");
const DEEDS =
  "keeps,carries,mends,counts,hides,weighs,sells,paints,borrows,returns,buries,repairs,measures,burns,copies".split(
    ",",
  );
const WHEN = "before the first frost,in the year of the flood,on market days,after the second bell,at low water".split(
  ",",
);

/**
 * Writes a campaign of a size: manifest, world, people, plot, and for the rest lore, whose files name people, places and each
 * other.
 *
 * @param dir - A folder that is made.
 * @returns How many files and bytes were written.
 */
export async function writeSizedCampaign(
  dir: string,
  { bytes, seed = "size", ...given }: SizedCampaign,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const files = given.files ?? Math.min(1000, Math.max(60, Math.round(bytes / 100_000)));
  const world = makeWorld(createRandom(`campaign ${seed}`), files, given.people ?? Math.max(6, Math.round(files / 12)));
  const written = { files: 0, bytes: 0 };
  const folders = new Set<string>();
  const write = async (path: string, content: string | object): Promise<void> => {
    const text = typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`;
    const folder = dirname(join(dir, path));
    if (!folders.has(folder)) await mkdir(folder, { recursive: true });
    folders.add(folder);
    await writeFile(join(dir, path), text);
    written.files++;
    written.bytes += Buffer.byteLength(text);
  };
  for (const [path, content] of frameOf(world)) await write(path, content);
  const left = files - written.files;
  for (let index = 0; index < left; index++) {
    const room = Math.max(400, Math.round((bytes - written.bytes) / (left - index)));
    await write(...loreFile(world, index, room));
  }
  return written;
}

interface World {
  readonly random: Random;
  readonly people: readonly { readonly id: string; readonly name: string; readonly first: string; role: string }[];
  readonly places: readonly string[];
  readonly topics: readonly string[];
}

const pick = <T>(random: Random, items: readonly T[]): T => items[random.int(items.length)] as T;
const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
const slug = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

function syllables(random: Random, count: number): string {
  let word = "";
  for (let one = 0; one < count; one++) word += pick(random, ONSETS) + pick(random, VOWELS);
  return word + pick(random, CODAS);
}

function makeWorld(random: Random, files: number, people: number): World {
  const taken = new Set<string>();
  const fresh = (make: () => string): string => {
    for (;;) {
      const name = make();
      if (!taken.has(name) && taken.add(name)) return name;
    }
  };
  const name = (count: number): string => fresh(() => capital(syllables(random, count)));
  return {
    random,
    people: Array.from({ length: people }, () => {
      const first = name(2);
      const full = `${first} ${name(2)}`;
      return { id: slug(full), name: full, first, role: pick(random, ROLES) };
    }),
    places: Array.from({ length: Math.max(8, Math.round(files / 10)) }, () =>
      fresh(() =>
        random.int(2) === 0
          ? capital(syllables(random, 1)) + pick(random, ENDINGS)
          : `the ${capital(syllables(random, 2))} ${pick(random, BUILDINGS)}`,
      ),
    ),
    topics: Array.from({ length: files }, () =>
      fresh(() => `the ${capital(syllables(random, 1 + random.int(2)))} ${capital(pick(random, THINGS))}`),
    ),
  };
}

/** One sentence that can be told alone, or leans on the one before. */
function sentence({ random, people, places, topics }: World): string {
  const person = pick(random, people).name;
  const place = pick(random, places);
  const topic = pick(random, topics);
  const thing = `${pick(random, STUFF)} ${pick(random, THINGS)}`;
  const deed = pick(random, DEEDS);
  const when = pick(random, WHEN);
  switch (random.int(9)) {
    case 0:
      return `${person} ${deed} a ${thing} in ${place} ${when}.`;
    case 1:
      return `${capital(topic)} lies under the floor of ${place}, wrapped in ${pick(random, STUFF)} and ${pick(random, STUFF)}.`;
    case 2:
      return `Nobody in ${place} speaks of ${topic} ${when}.`;
    case 3:
      return `The ${syllables(random, 2)} of ${place} holds a ${thing}, and ${person} ${deed} it.`;
    case 4:
      return `He ${deed} it ${when}.`;
    case 5:
      return `They say that ${topic} was made of ${pick(random, STUFF)} by a ${pick(random, ROLES)} from ${place}.`;
    case 6:
      return `Every ${pick(random, THINGS)} in ${place} is marked with a ${syllables(random, 2)}, as ${person} asked.`;
    case 7:
      return `Two carts of ${pick(random, STUFF)} came to ${place} ${when}, and one of them went on to ${pick(random, places)}.`;
    default:
      return `The ${thing} has a crack in it that a ${syllables(random, 3)} filled with ${pick(random, STUFF)}.`;
  }
}

function paragraph(world: World): string {
  return Array.from({ length: 3 + world.random.int(5) }, () => sentence(world)).join(" ");
}

function loreFile(world: World, index: number, bytes: number): [path: string, text: string] {
  const { random, topics, places } = world;
  const ofPlace = index % 10 === 9;
  const title = (ofPlace ? places[(index - 9) / 10] : undefined) ?? topics[index] ?? `Notes ${index}`;
  const parts = [`# ${capital(title)}`];
  let length = 0;
  for (let section = 0; length < bytes; section++) {
    // Some write a heading for each page, some none at all.
    if (section > 0 && index % 4 !== 3) parts.push(`## ${capital(syllables(random, 2))} ${pick(random, THINGS)}`);
    const most = Math.min(bytes, length + 3_000);
    while (length < most) {
      const text = paragraph(world);
      parts.push(text);
      length += text.length + 2;
    }
  }
  const folder = ofPlace ? "lore/places" : `lore/book-${Math.floor(index / 100)}`;
  return [`${folder}/${String(index).padStart(4, "0")}-${slug(title)}.md`, `${parts.join("\n\n")}\n`];
}

function* frameOf(world: World): Generator<[path: string, content: string | object]> {
  const { random, people, places, topics } = world;
  const [home = "the Mill", ...elsewhere] = places;
  yield ["manifest.json", { title: "The Large Book", version: "1.0.0", genre: "mystery", tone: "dry" }];
  const described = elsewhere.slice(0, 5).map((place) => `## ${capital(place)}\n\n${paragraph(world)}`);
  yield [
    "world/setting.md",
    `# The Shire\n\n${paragraph(world)}\n\n## ${capital(home)}\n\n${paragraph(world)}\n\n${described.join("\n\n")}\n`,
  ];
  yield ["world/constraints.md", "- Nobody rings the bell at night.\n- There are no dragons.\n"];
  const [first] = people;
  yield [
    "plot/premise.md",
    `# Premise\n\nYou came to ${home} to ask about ${topics[0]}. Who took ${topics[1]}?\n\n${first?.name ?? "Somebody"} meets you at the door and asks for ${topics[2]}.\n`,
  ];
  yield [
    "plot/beats.json",
    {
      beats: Array.from({ length: 12 }, (_, index) => ({
        id: `beat_${String(index + 1).padStart(3, "0")}`,
        title: `${capital(topics[index * 3] ?? "the end")} Is Found`,
        description: `${pick(random, people).name} brings ${topics[index * 3]} to ${places[index % places.length]}. ${sentence(world)}`,
        location: places[index % places.length],
        priority: index < 3 ? "critical" : "medium",
        conditions: { scene_count: { min: 1 + index * 3 } },
      })),
    },
  ];
  yield [
    "plot/endings/home.md",
    `# Going Home\n\nThe player leaves ${home} by the ferry.\n\n## Epilogue\n\nThe bell rings, and it is noon.\n`,
  ];
  for (const [index, { id, name, first: called, role }] of people.entries()) {
    const other = people[(index + 1) % people.length];
    yield [
      `characters/npcs/${id}/profile.json`,
      {
        name,
        role: `${capital(role)} at ${places[index % places.length]}`,
        personality: { traits: ["patient", "exact"] },
        motivations: [`find ${topics[index % topics.length]}`],
        speech_patterns: {
          style: "dry",
          examples: [`I have seen ${topics[(index + 3) % topics.length]} twice.`, "Ask me when the bell has rung."],
        },
        relationships: other ? { [other.id]: `owes ${other.name} for a ${pick(random, THINGS)}` } : {},
        appearance: `A ${index % 2 === 0 ? "woman" : "man"} with a ${pick(random, STUFF)} ${pick(random, THINGS)} in one pocket.`,
        background: `${called} came to ${places[index % places.length]} as a child. ${index % 2 === 0 ? "She" : "He"} ${pick(random, DEEDS)} ${topics[(index * 2) % topics.length]}.`,
        inventory: [`${pick(random, STUFF)} ${pick(random, THINGS)}`],
      },
    ];
  }
}
