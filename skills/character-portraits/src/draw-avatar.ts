/** People in the presets that are drawn with DiceBear, and whoever is no person in the same manner. */
import * as adventurer from "@dicebear/adventurer";
import * as avataaars from "@dicebear/avataaars";
import { createAvatar } from "@dicebear/core";
import * as pixelArt from "@dicebear/pixel-art";
import type { Appearance } from "./appearance.js";
import type { Hair, Mood } from "./description.js";
import { figureOf } from "./draw-paper.js";
import { dressed } from "./dress-head.js";
import { mix } from "./mix.js";

const BACKGROUNDS = ["e8dcc4", "cfe0dc", "dcd2e8", "ecd0c2", "d6dfc4", "ccd8ea", "e6e0d8", "d9c8b8"];

export type AvatarPreset = "realistic" | "anime" | "pixel";

/** @returns An SVG. */
export function drawAvatar(looks: Appearance, preset: AvatarPreset): string {
  if (looks.kind !== "human") return drawCreature(looks, preset);
  const seed = String(looks.random.int(2 ** 31));
  const ground = { seed, backgroundColor: [looks.random.pick(BACKGROUNDS)] };
  const stands = (scale: number): { readonly scale: number; readonly translateY: number } => {
    // A child is smaller, and stands on the same edge.
    const share = looks.age === "child" ? CHILD_SHARE : 1;
    return { scale: Math.round(scale * share), translateY: Math.round(50 * (1 - share)) };
  };
  switch (preset) {
    case "realistic":
      return overAll(
        knitted(createAvatar(avataaars, { ...ground, ...stands(100), ...asAvataaar(looks) }).toString(), looks),
        linesOf(looks, "M110 125q9 6 18 0M152 125q9 6 18 0M120 134q-7 8 -5 16M160 134q7 8 5 16", 2.4),
      );
    case "anime": {
      const { scale, translateY } = stands(84);
      const head = createAvatar(adventurer, { ...ground, scale, translateY: translateY - 7, ...asAdventurer(looks) });
      return dressed(head.toString(), looks);
    }
    case "pixel":
      return pieced(createAvatar(pixelArt, { ...ground, ...stands(100), ...asPixels(looks) }).toString(), looks);
  }
}

const CHILD_SHARE = 0.8;

/** The lines of age in a face, in the units of its style. */
function linesOf({ age, skin }: Appearance, lines: string, width: number): string {
  if (age !== "old") return "";
  const stroke = mix(`#${skin}`, "#3a1f14", 0.4);
  return `<path d="${lines}" stroke="${stroke}" stroke-width="${width}" fill="none"/>`;
}

/** A picture with more drawn over all of it, in the units of the picture. */
function overAll(svg: string, drawn: string): string {
  return svg.replace(/<\/g><\/svg>$/, () => `${drawn}</g></svg>`);
}

type AvataaarOptions = NonNullable<Parameters<typeof avataaars.create>[0]["options"]>;
type Top = NonNullable<AvataaarOptions["top"]>[number];

const TOPS: Readonly<Record<Hair, { readonly man: readonly Top[]; readonly woman: readonly Top[] }>> = {
  bald: { man: ["sides"], woman: ["sides"] },
  short: {
    man: ["shortFlat", "shortRound", "shortWaved", "theCaesar", "theCaesarAndSidePart", "frizzle"],
    woman: ["bob", "miaWallace", "shaggy", "shortWaved"],
  },
  bun: { man: ["bun"], woman: ["bun"] },
  long: {
    man: ["straight02", "longButNotTooLong"],
    woman: ["straight01", "straight02", "straightAndStrand", "bigHair"],
  },
  curls: { man: ["shortCurly", "dreads01"], woman: ["curly", "curvy", "fro", "bigHair"] },
  queue: { man: ["shavedSides"], woman: ["straight01", "dreads"] },
};

function asAvataaar(looks: Appearance): AvataaarOptions {
  const { isMan, hair, hat, random, mood, beard, glasses, clothing, collar, age } = looks;
  const covered: Readonly<Record<string, readonly Top[]>> = {
    brim: ["hat"],
    tricorn: ["hat"],
    cap: ["winterHat03"],
    hood: ["hijab"],
    scarf: ["turban", "hijab"],
  };
  const tops = hat === "none" ? TOPS[hair][isMan ? "man" : "woman"] : (covered[hat] ?? ["hat"]);
  const faces: Readonly<Record<Mood, Pick<AvataaarOptions, "mouth" | "eyes" | "eyebrows">>> = {
    calm: {
      mouth: ["default", "serious", "twinkle"],
      eyes: ["default", "side"],
      eyebrows: ["defaultNatural", "flatNatural"],
    },
    merry: { mouth: ["smile"], eyes: ["happy", "default"], eyebrows: ["raisedExcitedNatural"] },
    sad: { mouth: ["sad", "concerned"], eyes: ["default"], eyebrows: ["sadConcernedNatural"] },
    angry: { mouth: ["serious", "sad"], eyes: ["squint", "default"], eyebrows: ["angryNatural", "frownNatural"] },
  };
  return {
    style: ["default"],
    top: [random.pick(tops)],
    topProbability: hair === "bald" && hat === "none" && random.chance(0.5) ? 0 : 100,
    hairColor: [looks.hairColor],
    hatColor: [looks.clothing],
    skinColor: [looks.skin],
    facialHair: [
      looks.moustache
        ? random.pick(["moustacheFancy", "moustacheMagnum"])
        : random.pick(
            age === "old" ? ["beardMajestic", "beardMedium"] : ["beardLight", "beardMedium", "moustacheFancy"],
          ),
    ],
    facialHairColor: [looks.hairColor],
    facialHairProbability: beard ? 100 : 0,
    accessories: ["round", "prescription01", "prescription02"],
    accessoriesColor: ["3b3b3b"],
    accessoriesProbability: glasses ? 100 : 0,
    clothing: [
      random.pick(
        collar === "coat"
          ? ["blazerAndShirt", "blazerAndSweater"]
          : collar === "plain"
            ? ["shirtCrewNeck", "shirtVNeck", "shirtScoopNeck", "overall"]
            : ["collarAndSweater"],
      ),
    ],
    clothesColor: [clothing],
    nose: ["default"],
    ...faces[mood],
  };
}

/** The one cap of this style is Father Christmas's: without its bobble, its band in the cloth's colour, and with a peak. */
function knitted(svg: string, { clothing }: Appearance): string {
  const band = mix(`#${clothing}`, "#000000", 0.25);
  return svg
    .replace(/<circle cx="133" cy="20" r="20" fill="#F4F4F4"\s*\/>/, "")
    .replace(
      /(<path [^>]*d="M64 67\.77[^>]*)fill="#F4F4F4"\s*\/>/,
      `$1fill="${band}"/><path d="M66 94C98 76 168 76 200 94L212 108C172 90 94 90 54 108Z" fill="${mix(band, "#000000", 0.35)}"/>`,
    );
}

type AdventurerOptions = NonNullable<Parameters<typeof adventurer.create>[0]["options"]>;

const variants = (numbers: readonly number[]): string[] =>
  numbers.map((number) => `variant${String(number).padStart(2, "0")}`);

/** Numbers of DiceBear's variants by what they look like. */
const ADVENTURERS = {
  man: {
    bald: ["short19"],
    short: ["short01", "short02", "short04", "short06", "short10", "short11", "short14"],
    bun: ["short05"],
    long: ["long04", "long26"],
    curls: ["short03", "short08", "short17", "short18"],
    queue: ["long19"],
  },
  woman: {
    bald: ["short19"],
    short: ["long01", "long02", "long21", "long26"],
    bun: ["long10", "long11", "long13"],
    long: ["long04", "long05", "long06", "long07", "long09", "long25"],
    curls: ["long17", "long22", "long24", "short03"],
    queue: ["long15", "long16", "long19"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Hair, readonly string[]>>>>;

const EXPRESSIONS: Readonly<Record<Mood, { readonly mouth: readonly number[]; readonly eyebrows: readonly number[] }>> =
  {
    calm: { mouth: [2, 9, 10, 22, 29], eyebrows: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] },
    merry: { mouth: [1, 5, 23, 25, 26, 30], eyebrows: [3, 4, 5, 6, 7, 8, 9, 10] },
    sad: { mouth: [3, 4, 7], eyebrows: [11, 12, 13, 14, 15] },
    angry: { mouth: [4, 10, 11, 19], eyebrows: [1, 2] },
  };
const EYES = [1, 2, 3, 4, 5, 15, 18, 23, 24, 25, 26];

function asAdventurer(looks: Appearance): AdventurerOptions {
  const { isMan, hair, hat, random, hairColor, skin, glasses, mood, age } = looks;
  const { mouth, eyebrows } = EXPRESSIONS[mood];
  return {
    hair: [random.pick<NonNullable<AdventurerOptions["hair"]>[number]>(ADVENTURERS[isMan ? "man" : "woman"][hair])],
    // A hat is put on a head that has its hair at the sides.
    hairProbability: hair === "bald" || hat !== "none" ? 0 : 100,
    hairColor: [hairColor],
    skinColor: [skin],
    mouth: variants(mouth) as NonNullable<AdventurerOptions["mouth"]>,
    eyebrows: variants(eyebrows) as NonNullable<AdventurerOptions["eyebrows"]>,
    eyes: variants(EYES) as NonNullable<AdventurerOptions["eyes"]>,
    glassesProbability: glasses ? 100 : 0,
    glasses: variants([2, 4, 5]) as NonNullable<AdventurerOptions["glasses"]>,
    features: age === "child" ? ["freckles"] : ["blush"],
    featuresProbability: age === "child" ? 100 : 10,
    earringsProbability: !isMan && age !== "child" ? 25 : 0,
  };
}

/** Hair of the pixel preset by what it looks like; what is left of bald heads is at their sides. */
const PIXEL_HAIR = {
  man: {
    bald: ["short07"],
    short: [
      "short01",
      "short02",
      "short03",
      "short04",
      "short06",
      "short08",
      "short09",
      "short10",
      "short14",
      "short22",
    ],
    bun: ["long05"],
    long: ["long02", "long04", "long16", "long21"],
    curls: ["short13"],
    queue: ["long06", "long19"],
  },
  woman: {
    bald: ["short07"],
    short: ["long04", "long11", "long16", "short17"],
    bun: ["long05"],
    long: ["long02", "long03", "long07", "long09", "long12", "long13", "long20", "long21"],
    curls: ["long15"],
    queue: ["long06", "long18", "long19"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Hair, readonly string[]>>>>;

type PixelOptions = NonNullable<Parameters<typeof pixelArt.create>[0]["options"]>;

function asPixels({
  isMan,
  hair,
  hat,
  random,
  hairColor,
  skin,
  beard,
  glasses,
  clothing,
  mood,
}: Appearance): PixelOptions {
  const style = random.pick(PIXEL_HAIR[isMan ? "man" : "woman"][hair]);
  const numbers = {
    calm: [1, 2, 3, 4, 5, 6],
    merry: [7, 8, 9, 10, 11, 12, 13],
    sad: [1, 2, 3, 9],
    angry: [4, 5, 6, 7, 8, 10],
  }[mood];
  const feeling = mood === "calm" || mood === "merry" ? "happy" : "sad";
  const mouth = `${feeling}${String(random.pick(numbers)).padStart(2, "0")}`;
  return {
    hair: [style] as NonNullable<PixelOptions["hair"]>,
    hairColor: [hairColor],
    hat: variants(hat === "brim" || hat === "tricorn" ? [6] : hat === "cap" ? [2, 3, 4, 7, 8] : [1, 5]) as NonNullable<
      PixelOptions["hat"]
    >,
    hatColor: [clothing],
    hatProbability: hat === "none" || hat === "hood" ? 0 : 100,
    skinColor: [skin],
    beardProbability: beard ? 100 : 0,
    glassesProbability: glasses ? 100 : 0,
    glassesColor: ["4b4b4b"],
    clothing: variants([1, 2, 3, 4, 5, 6, 8, 11, 12, 13, 14, 17]) as NonNullable<PixelOptions["clothing"]>,
    clothingColor: [clothing],
    mouthColor: ["c98276", "b56a5e", "a05a50"],
    mouth: [mouth] as NonNullable<PixelOptions["mouth"]>,
    accessoriesProbability: 0,
  };
}

const PIXEL_BEARD =
  /<mask id="(beardVariant\d+-a)"[^>]*><path opacity="\.9" d="([^"]*)" fill="[^"]*"\/><\/mask><g mask="url\(#\1\)">.*?<\/g>/;

/** A beard in the colour of the hair, which this style only hints at, and a hood, which it has not. (rule CP4401) */
function pieced(svg: string, looks: Appearance): string {
  const { hairColor, hat, clothing } = looks;
  const beard = mix(`#${hairColor}`, "#ffffff", 0.08);
  const bearded = svg.replace(PIXEL_BEARD, (_all, _mask, d: string) => `<path d="${d}" fill="${beard}"/>`);
  const lines = linesOf(looks, "M4 7.5h2M10 7.5h2M5.5 9v1M10.5 9v1", 0.5);
  // The pieces of this style lie in no groups but the one that makes a child smaller.
  const over = (drawn: string): string => bearded.replace(/(?:<\/g>)+<\/svg>$/, (end) => drawn + end);
  if (hat !== "hood") return over(lines);
  const cloth = `#${clothing}`;
  const hood = `<path fill-rule="evenodd" d="M4 0h8v1h2v2h1v10h-1v1H2v-1H1V3h1V1h2ZM5 3h6v1h1v7h-1v1H5v-1H4V4h1Z" fill="${cloth}"/>`;
  const shade = `<path d="M5 3h6v1H5ZM4 4h1v7H4ZM11 4h1v1h-1Z" fill="${mix(cloth, "#000000", 0.35)}"/>`;
  return over(lines + hood + shade);
}

/** Animals, machines, spirits and groups: coloured pieces on the preset's ground. Whoever pixels a picture does so from this one. */
function drawCreature(looks: Appearance, preset: AvatarPreset): string {
  const pale = `#${looks.random.pick(BACKGROUNDS)}`;
  const metal = looks.random.pick(["6f7f86", "8a7a5c", "5c6a78"]);
  const coat = `#${looks.coat ?? (looks.kind === "machine" ? metal : looks.hairColor)}`;
  const lit = preset === "anime" ? mix(coat, "#ffffff", 0.28) : mix(coat, "#8a6f55", 0.2);
  // What is as pale as the ground needs a darker one.
  const ground = lightness(lit) > PALE ? mix(pale, "#3d4654", 0.45) : pale;
  const hair = mix(lit, "#1b1720", 0.3);
  // Of fine lines, such as those between heads, squares leave specks.
  const isFine = looks.kind === "group" || looks.kind === "spirit";
  const palette = {
    ground: preset === "pixel" ? (isFine ? hair : "#2a2630") : mix(lit, "#1b1720", 0.72),
    paper: lit,
    hair,
    cloth: `#${looks.clothing}`,
  };
  const shade = preset === "realistic" ? SHADE : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="${ground}"/>${figureOf(looks, palette)}${shade}</svg>`;
}

/** From 0 to 255, from which a coat is hard to see on one of the grounds. */
const PALE = 165;

const lightness = (color: string): number =>
  [0.3, 0.59, 0.11].reduce(
    (sum, share, at) => sum + share * Number.parseInt(color.slice(1 + 2 * at, 3 + 2 * at), 16),
    0,
  );

/** Light from the upper right. */
const SHADE =
  '<radialGradient id="light" cx="0.7" cy="0.25" r="0.95"><stop offset="0.2" stop-color="#fff" stop-opacity="0.22"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></radialGradient><rect width="200" height="200" fill="url(#light)"/>';
