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
      return lined(
        knitted(createAvatar(avataaars, { ...ground, ...stands(100), ...asAvataaar(looks) }).toString(), looks),
        looks,
        "M110 125q9 6 18 0M152 125q9 6 18 0M120 134q-7 8 -5 16M160 134q7 8 5 16",
        2.4,
      );
    case "anime": {
      const { scale, translateY } = stands(84);
      const head = createAvatar(adventurer, { ...ground, scale, translateY: translateY - 7, ...asAdventurer(looks) });
      return dressed(head.toString(), looks);
    }
    case "pixel":
      return lined(
        createAvatar(pixelArt, { ...ground, ...stands(100), ...asPixels(looks) }).toString(),
        looks,
        "M4.5 9.25h2M9.5 9.25h2M4.5 11.25h.5M11 11.25h.5",
        0.5,
      );
  }
}

const CHILD_SHARE = 0.8;

/** The lines of age in a face, in the units of its style. */
function lined(svg: string, { age, skin }: Appearance, lines: string, width: number): string {
  if (age !== "old") return svg;
  const stroke = mix(`#${skin}`, "#3a1f14", 0.4);
  const drawn = `<path d="${lines}" stroke="${stroke}" stroke-width="${width}" fill="none"/>`;
  return svg.replace(/<\/g><\/svg>$/, () => `${drawn}</g></svg>`);
}

type AvataaarOptions = NonNullable<Parameters<typeof avataaars.create>[0]["options"]>;
type Top = NonNullable<AvataaarOptions["top"]>[number];

const TOPS: Readonly<Record<Hair, { readonly man: readonly Top[]; readonly woman: readonly Top[] }>> = {
  bald: { man: ["sides"], woman: ["sides"] },
  short: {
    man: ["shortFlat", "shortRound", "shortWaved", "theCaesar", "theCaesarAndSidePart", "shavedSides"],
    woman: ["bob", "miaWallace", "straightAndStrand"],
  },
  bun: { man: ["bun"], woman: ["bun"] },
  long: {
    man: ["straight02", "longButNotTooLong"],
    woman: ["straight01", "straight02", "longButNotTooLong", "bigHair"],
  },
  curls: { man: ["shortCurly", "frizzle", "fro"], woman: ["curly", "curvy", "fro", "bigHair"] },
  queue: { man: ["shaggyMullet"], woman: ["straightAndStrand", "dreads"] },
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
      random.pick(age === "old" ? ["beardMajestic", "beardMedium"] : ["beardLight", "beardMedium", "moustacheFancy"]),
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
  const short = hair === "short" || hair === "bald" || (isMan && hair !== "long" && hair !== "queue");
  const number = 1 + random.int(short ? 24 : 21);
  const numbers = {
    calm: [1, 2, 3, 4, 5, 6],
    merry: [7, 8, 9, 10, 11, 12, 13],
    sad: [1, 2, 3, 9],
    angry: [4, 5, 6, 7, 8, 10],
  }[mood];
  const feeling = mood === "calm" || mood === "merry" ? "happy" : "sad";
  const mouth = `${feeling}${String(random.pick(numbers)).padStart(2, "0")}`;
  return {
    hair: [`${short ? "short" : "long"}${String(number).padStart(2, "0")}`] as NonNullable<PixelOptions["hair"]>,
    // This style has no heads without hair.
    hairColor: [hair === "bald" ? skin : hairColor],
    hat: variants(
      hat === "brim" || hat === "tricorn" ? [6] : hat === "cap" ? [2, 3, 4, 7, 8] : [1, 9, 10],
    ) as NonNullable<PixelOptions["hat"]>,
    hatColor: [clothing],
    hatProbability: hat === "none" ? 0 : 100,
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

/** Animals, machines, spirits and groups: coloured pieces on the preset's ground. Whoever pixels a picture does so from this one. */
function drawCreature(looks: Appearance, preset: AvatarPreset): string {
  const ground = `#${looks.random.pick(BACKGROUNDS)}`;
  const coat = `#${looks.kind === "machine" ? looks.random.pick(["6f7f86", "8a7a5c", "5c6a78"]) : looks.hairColor}`;
  const lit = preset === "anime" ? mix(coat, "#ffffff", 0.28) : mix(coat, "#8a6f55", 0.2);
  const palette = {
    ground: preset === "pixel" ? "#2a2630" : mix(lit, "#1b1720", 0.72),
    paper: lit,
    hair: mix(lit, "#1b1720", 0.3),
    cloth: `#${looks.clothing}`,
  };
  const shade = preset === "realistic" ? SHADE : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><rect width="200" height="200" fill="${ground}"/>${figureOf(looks, palette)}${shade}</svg>`;
}

/** Light from the upper right. */
const SHADE =
  '<radialGradient id="light" cx="0.7" cy="0.25" r="0.95"><stop offset="0.2" stop-color="#fff" stop-opacity="0.22"/><stop offset="1" stop-color="#000" stop-opacity="0.28"/></radialGradient><rect width="200" height="200" fill="url(#light)"/>';
