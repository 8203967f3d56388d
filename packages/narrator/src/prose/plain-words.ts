/** Plain words that describe what a small model is asked for, of any story and any time. */
import type { Random } from "@narratoria/protocol/random";
import { strangeWords } from "./checks/names.js";
import type { CampaignWords } from "./checks/scene-facts.js";
import type { Subject } from "./subjects.js";

/** What stands before "and", and what behind. */
export type Lists = readonly [readonly string[], readonly string[]];

/** Surfaces, each with what can be said of where and why. */
const SURFACES: Readonly<Record<string, readonly string[]>> = {
  worn: ["", "at the edges", "on one side", "in places", "from long use", "thin in places"],
  scratched: ["", "on one side", "in places", "underneath"],
  faded: ["", "with age", "on one side", "in places", "at the edges"],
  stained: ["in places", "on one side", "at the edges", "underneath"],
  rough: ["at the edges", "on one side", "underneath", "in places"],
  smooth: ["", "from long use", "on one side", "at the edges"],
  marked: ["on one side", "in places", "with small scratches"],
  polished: ["by long use", "on one side", "in places"],
  uneven: ["", "at the edges", "in places"],
  dusty: ["", "on top", "in places", "on one side", "underneath"],
  dull: ["", "with age", "from long use", "in places"],
  dark: ["with age", "in places", "at the edges", "on one side"],
};
/** Of cloth and leather alone. */
const MENDED: typeof SURFACES = { patched: ["in one place", "on one side", "in two places"] };
const CLOTH =
  /\b(?:apron|cap|hat|coat|cloak|shirt|skirt|dress|sleeves?|trousers|boots?|shoes?|socks?|gloves?|tunic|waistcoat|scarf|shawl|sack|bag|satchel|blanket|cloth|curtains?|sails?|tarpaulin|cushions?|quilt|beds?|tent|flag|napkin)s?$/;
const SIZES = ["small", "large", "heavy", "narrow", "wide", "thick", "thin", "plain", "old", "simple", "solid"];
const TOUCH = ["cold", "cool", "dry", "damp"];
const BESIDE = [
  "older than IT",
  "heavier than IT",
  "lighter than IT",
  "sturdier than IT",
  "smaller than most",
  "larger than most",
  "plainer than most",
  "better kept than most",
  "better made than most",
];

/** What is drawn, cut or missing has neither weight nor a back. */
const FLAT =
  /\b(?:holes?|gaps?|cracks?|slots?|lines?|marks?|figures?|patch|scores?|stains?|shadows?|maps?|notice|page|pages|poster|sign|label|rings|timetable)$/;
const FLAT_SIZES = ["small", "narrow", "wide", "long", "thin", "plain", "simple", "old", "uneven"];
const FLAT_SURFACES: Readonly<Record<string, readonly string[]>> = {
  faded: ["with age", "on one side", "in places", "at the edges"],
  pale: ["in places", "on one side", "at the edges"],
  rough: ["at the edges", "in places"],
  smooth: ["at the edges", "from long use"],
  dark: ["at the edges", "in places", "with age"],
  dusty: ["at the edges", "in places"],
  worn: ["at the edges", "in places", "with age"],
};

/** Beasts look as people do, and are not scratched on one side. */
const ALIVE =
  /\b(?:cats?|dogs?|horses?|mules?|donkeys?|goats?|sheep|cows?|ox|oxen|pigs?|hens?|geese|ducks?|birds?|crows?|gulls?|owls?|rats?|mice|mouse|fish|bees|children)$/;
const BEASTS: Lists = [
  ["old", "small", "large", "thin", "quiet", "calm"],
  ["never quite still", "slow to move", "patient", "watchful", "at ease"],
];

const HANDS: Lists = [
  ["steady", "careful", "slow", "quiet", "still", "strong", "dry", "rough", "busy", "tired"],
  [
    "never quite still",
    "slow to settle",
    "rough from work",
    "rough at the fingertips",
    "careful with small things",
    "quick with small things",
    "marked by old work",
    "used to work",
    "used to cold",
    "cold at the fingertips",
    "hard to read",
  ],
];
const FACE: Lists = [
  ["calm", "still", "tired", "patient", "quiet", "closed", "plain", "grave", "thoughtful", "attentive"],
  [
    "hard to read",
    "not easy to read",
    "half in shadow",
    "turned to the light",
    "turned a little away",
    "slow to change",
    "used to weather",
  ],
];
const LIGHT: Lists = [
  ["dim", "thin", "soft", "low", "even", "weak", "poor", "pale", "steady", "flat", "grey"],
  [
    "weak at the edges",
    "stronger on one side",
    "thin near the ground",
    "slow to reach the edges",
    "hard on the eyes",
    "easy on the eyes",
    "the same everywhere",
    "warmer on one side",
    "cold at the edges",
    "full of dust",
  ],
];
const PLACE: Lists = [
  ["quiet", "still", "cold", "dim", "plain", "old", "bare", "dry", "damp", "clean"],
  ["larger than it looks", "smaller than it looks", "in good order", "a little too quiet", "slow to warm", "well used"],
];
const SOUNDS = [
  "the wind",
  "the drip of water",
  "water somewhere",
  "the creak of wood",
  "a low hum",
  "the tick of a clock",
  "a door far off",
  "a hinge",
  "a loose board",
  "a chain",
  "a bell far off",
  "a dog far off",
  "an engine far off",
  "a pipe",
];
const SMELLS = [
  [
    "smoke",
    "dust",
    "old wood",
    "lamp oil",
    "oil",
    "wet wool",
    "iron",
    "leather",
    "cold stone",
    "straw",
    "soap",
    "bread",
  ],
  ["salt", "rope", "tar", "cheese", "milk", "hay", "paper", "ink", "wax", "coffee", "soup", "earth", "grass", "paint"],
  ["metal", "rust", "tea", "apples", "onions", "tobacco", "wine", "fish", "flour", "snow", "damp cloth", "warm dust"],
].flat();
/** So many sounds or smells of the story's world, or any will do. */
const LEAST = 8;

/**
 * What can be said of a subject in our plain words, whatever the story: "{subject} is {one of the first} and {one of the second}".
 *
 * @param words - Of sounds and smells those that the story's world has are taken.
 * @param random - Of a thing either its size, its touch or what it is beside others is told.
 */
export function plainWordsFor({ kind, name, begins }: Subject, words: CampaignWords, random: Random): Lists {
  if (kind === "hands") return HANDS;
  if (kind === "face") return FACE;
  if (kind === "light") return LIGHT;
  if (kind === "place") return PLACE;
  if (kind === "sounds") return halves(SOUNDS, words, random);
  if (kind === "smell") return halves(SMELLS, words, random);
  if (ALIVE.test(name)) return BEASTS;
  if (FLAT.test(name)) return [FLAT_SIZES, surfaces(FLAT_SURFACES)];
  const seems = begins.endsWith(" are") ? "they look" : "it looks";
  const beside = BESIDE.map((one) => one.replace("IT", seems));
  const isCloth = CLOTH.test(name);
  const looks = surfaces(isCloth ? { ...SURFACES, ...MENDED } : SURFACES);
  const touch = [...TOUCH, ...(isCloth ? ["soft"] : ["hard", "gritty"])].map((one) => `${one} to the touch`);
  return random.pick<Lists>([
    [SIZES, looks],
    [looks, touch],
    [looks, beside],
  ]);
}

const surfaces = (of: typeof SURFACES): string[] =>
  Object.entries(of).flatMap(([word, places]) => places.map((place) => (place === "" ? word : `${word} ${place}`)));

/** Of what is in the story's world, each list one half: nothing is named twice. */
function halves(list: readonly string[], words: CampaignWords, random: Random): Lists {
  const known = list.filter((one) => strangeWords(one, words).length === 0);
  const shuffled = random.shuffle(known.length >= LEAST ? known : list);
  const middle = Math.ceil(shuffled.length / 2);
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}
