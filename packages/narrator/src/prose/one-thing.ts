/**
 * How a small model is asked: for one thing in one sentence, after examples, with the first words given and the rest a choice among
 * plain words. Left to itself it gives hands teeth, and caps eyes; what it is good for is to tell which words go together. (rule NA356)
 */
import type { Random } from "@narratoria/protocol/random";
import type { Example } from "../model-host/model-host.js";
import { strangeWords } from "./checks/names.js";
import { type CampaignWords, wordsIn } from "./checks/scene-facts.js";
import type { Subject } from "./subjects.js";

/** All that it is told: of a longer text it keeps little, and mixes up the rest. */
export const ONE_THING =
  "You describe what you are asked for, in one short, plain sentence: how it looks, sounds or smells. Nobody speaks, and nothing happens.";

/** In the forms in which `subjectsFor` begins sentences, about nothing that any campaign is about. */
export const ONE_THING_EXAMPLES: readonly Example[] = [
  { prompt: "The lamp", answer: "The lamp is small and dark on one side." },
  { prompt: "The sounds", answer: "What can be heard is a hinge and the drip of water." },
  { prompt: "The baker’s hands", answer: "The baker’s hands are dry and never quite still." },
  { prompt: "The smell", answer: "It smells of hay and warm dust." },
  { prompt: "The clerk’s face", answer: "The clerk’s face is tired and hard to read." },
  { prompt: "The pails", answer: "The pails are worn at the edges and heavier than they look." },
  { prompt: "The door", answer: "The door is old and smooth from long use." },
  { prompt: "The light", answer: "The light is thin and weak at the edges." },
  { prompt: "The driver’s coat", answer: "The driver’s coat is patched in two places and soft to the touch." },
];

/** One sentence is seldom cut, and then for what it says of the story. */
export const ONE_THING_TRIES = 4;
export const ONE_THING_TOKENS = 40;

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
const BEASTS = [
  ["old", "small", "large", "thin", "quiet", "calm"],
  ["never quite still", "slow to move", "patient", "watchful", "at ease"],
];

const HANDS = [
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
const FACE = [
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
const LIGHT = [
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
const PLACE = [
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

/** What cannot both be so. */
const AGAINST: readonly (readonly [readonly string[], readonly string[]])[] = [
  [
    ["new", "clean", "polished", "bright"],
    ["old", "worn", "faded", "dull", "stained", "dusty", "dark", "patched", "scratched", "marked", "rough"],
  ],
  [
    ["small", "little", "narrow", "thin", "low", "light", "short", "bent"],
    ["large", "wide", "thick", "heavy", "high", "long", "great", "big", "broad", "solid"],
  ],
  [["smooth"], ["rough", "uneven", "gritty", "cracked", "broken"]],
  [
    ["cold", "cool", "iced"],
    ["warm", "hot"],
  ],
  [["dry"], ["damp", "wet"]],
  [["hard", "iron", "stone", "brass", "tin"], ["soft"]],
  [
    ["still", "calm", "steady", "slow"],
    ["restless", "quick", "busy"],
  ],
];
/** So many pieces are left to choose among, though some of their words were told lately. */
const FRESH = 2;
/** So many sounds or smells of the story's world, half of them for each place in the sentence, or any will do. */
const LEAST = 4;
/** Paragraphs. */
const LATELY = 12;
/** Words that may come in every sentence. */
const PLAIN = new Set(
  wordsIn("a an and at by from in is are it of on one small than the they to touch with looks look most"),
);

/**
 * The rest of a sentence about a subject: one piece of each list, in order. Left out is what contradicts the subject's name or
 * what was told of it, and where enough is left what was told of anything lately.
 *
 * @param told - What this scene and those before have told, oldest first.
 */
export function piecesFor(
  subject: Subject,
  told: readonly string[],
  words: CampaignWords,
  random: Random,
): readonly (readonly string[])[] {
  const [first, second] = listsFor(subject, words, random);
  const known = [subject.name, ...told.filter((text) => subject.kind === "thing" && subject.holds(text))];
  const lately = new Set(told.slice(-LATELY).flatMap(wordsIn));
  const fitting = (list: readonly string[]): readonly string[] => {
    const sound = list.filter((one) => !contradicts(one, subject.name, known));
    const fresh = sound.filter((one) => !wordsIn(one).some((word) => lately.has(word) && !PLAIN.has(word)));
    const left = fresh.length >= FRESH ? fresh : sound;
    return (left.length > 0 ? left : list).map((one) => ` ${one}`);
  };
  const [one, other] = [fitting(first), fitting(second)];
  const taken = new Set(other.flatMap(wordsIn));
  const apart = one.filter((piece) => !wordsIn(piece).some((word) => taken.has(word) && !PLAIN.has(word)));
  return [apart.length > 0 ? apart : one, [" and"], other, ["."]];
}

type Lists = readonly [readonly string[], readonly string[]];

function listsFor({ kind, name, begins }: Subject, words: CampaignWords, random: Random): Lists {
  if (kind === "hands") return pair(HANDS);
  if (kind === "face") return pair(FACE);
  if (kind === "light") return pair(LIGHT);
  if (kind === "place") return pair(PLACE);
  if (kind === "sounds") return halves(SOUNDS, words, random);
  if (kind === "smell") return halves(SMELLS, words, random);
  if (ALIVE.test(name)) return pair(BEASTS);
  if (FLAT.test(name)) return [FLAT_SIZES, surfaces(FLAT_SURFACES)];
  const seems = begins.endsWith(" are") ? "they look" : "it looks";
  const beside = BESIDE.map((one) => one.replace("IT", seems));
  const isCloth = CLOTH.test(name);
  const looks = surfaces(isCloth ? { ...SURFACES, ...MENDED } : SURFACES);
  const touch = [...TOUCH, ...(isCloth ? ["soft"] : ["hard", "gritty"])].map((one) => `${one} to the touch`);
  const shapes: readonly Lists[] = [
    [SIZES, looks],
    [looks, touch],
    [looks, beside],
  ];
  return shapes[random.int(shapes.length)] ?? pair([]);
}

const pair = ([first = [], second = []]: readonly (readonly string[])[]): Lists => [first, second];

const surfaces = (of: typeof SURFACES): string[] =>
  Object.entries(of).flatMap(([word, places]) => places.map((place) => (place === "" ? word : `${word} ${place}`)));

/** Of what is in the story's world, each list one half: nothing is named twice. */
function halves(list: readonly string[], words: CampaignWords, random: Random): Lists {
  const known = list.filter((one) => strangeWords(one, words).length === 0);
  const shuffled = random.shuffle(known.length >= 2 * LEAST ? known : list);
  const middle = Math.ceil(shuffled.length / 2);
  return [shuffled.slice(0, middle), shuffled.slice(middle)];
}

/** Whether a piece repeats a word of a name, or denies what is known. */
function contradicts(piece: string, name: string, known: readonly string[]): boolean {
  const named = wordsIn(name);
  const said = known.flatMap(wordsIn);
  return wordsIn(piece).some(
    (word) =>
      (!PLAIN.has(word) && isAny(word, named)) ||
      AGAINST.some(
        ([one, other]) =>
          (isAny(word, one) && said.some((spoken) => isAny(spoken, other))) ||
          (isAny(word, other) && said.some((spoken) => isAny(spoken, one))),
      ),
  );
}

const isAny = (word: string, list: readonly string[]): boolean => list.some((one) => stemOf(one) === stemOf(word));

/** The same for "large", "larger" and "largest". */
const stemOf = (word: string): string => word.replace(/(?:i?est|i?er|y|e)$/, "");
