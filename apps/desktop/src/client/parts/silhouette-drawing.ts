/** A person's profile, cut out of dark paper. The seed moves the features; words of their appearance choose hair, hat and collar. */
import { between, chanceOf, circle, closedSpline, type Chance, pick, type Point } from "./drawing.js";

export type Hair = "short" | "bun" | "long" | "curls" | "queue" | "beard" | "bald";
export type Hat = "none" | "cap" | "brim" | "hood" | "tricorn";
export type Collar = "coat" | "ruff" | "scarf" | "plain";

export interface SilhouetteDrawing {
  readonly hair: Hair;
  readonly hat: Hat;
  readonly collar: Collar;
  /** Colour of what lies behind the paper. */
  readonly ground: string;
  /** Paper, as the `d` of paths on 100 by 124 units. */
  readonly paper: readonly string[];
  /** Thin cuts in the paper, through which the ground shows: lines. */
  readonly cuts: readonly string[];
}

export const PAPER = "#1B1720";
const GROUNDS = ["#C9B98F", "#A9C4BD", "#C4B2D6", "#D9B09C", "#B7C59A", "#AEBFD8"] as const;

/** Profile to the right: shoulder, nape, crown, brow, nose, lips, chin, throat, breast. */
const PROFILE: readonly Point[] = [
  [6, 134],
  [10, 119],
  [20, 109],
  [30, 104],
  [35, 98],
  [36, 91],
  [34, 84],
  [30, 77],
  [26, 69],
  [24, 59],
  [24.5, 49],
  [28, 39],
  [34, 31.5],
  [43, 27],
  [53, 26.5],
  [62, 29.5],
  [68, 35],
  [71, 41],
  [72.3, 46],
  [71.3, 49.8],
  [74, 54],
  [77.4, 59],
  [79.6, 62.6],
  [78, 65],
  [73.6, 66],
  [73.4, 68.4],
  [75.6, 70.8],
  [73.2, 73],
  [75, 75.2],
  [72.4, 78],
  [73.6, 81.8],
  [71.6, 86.2],
  [66, 88.4],
  [59.5, 89.5],
  [56, 93.5],
  [56.5, 100],
  [67, 107],
  [90, 134],
];

/** Parts of the profile that the seed moves together, in units: along x, along y, and by how much at most. */
const FEATURES: readonly { readonly points: readonly number[]; readonly x: number; readonly y: number }[] = [
  { points: [16, 17, 18], x: 1.6, y: 0.6 },
  { points: [19], x: 1, y: 0.8 },
  { points: [20, 21], x: 1.8, y: 0.6 },
  { points: [22, 23], x: 3, y: 1.6 },
  { points: [26, 28], x: 1.2, y: 0.4 },
  { points: [30, 31], x: 2.6, y: 1.2 },
  { points: [32, 33], x: 1.6, y: 1.8 },
  { points: [4, 5, 6], x: 2.2, y: 0.8 },
  { points: [34, 35], x: 2, y: 0.8 },
];

/** The first that fits decides. */
const HAIR_WORDS: readonly (readonly [RegExp, Hair])[] = [
  [/\b(bald\w*|shaven head|shaved head|hairless)\b/, "bald"],
  [/\b(beard\w*|whiskers|whiskered|moustach\w*|mustach\w*)\b/, "beard"],
  [/\b(bun|chignon|top-?knot|hair (pinned|tied|piled|drawn|pulled) (up|back))\b/, "bun"],
  [/\b(curl(s|y|ed)|ringlets|frizzy|wavy hair|tangled)\b/, "curls"],
  [/\b(queue|pony-?tail|braid\w*|plait\w*|pigtail\w*)\b/, "queue"],
  [/\b(long[\w, -]{0,24}hair|hair[\w, ]{0,16}(loose|long)|loose hair|flowing hair|(waist|shoulder)-length)\b/, "long"],
  [/\b(cropped|short[\w, -]{0,16}hair|close-cut|stubble)\b/, "short"],
];
const HAT_WORDS: readonly (readonly [RegExp, Hat])[] = [
  [/\b(hood\w*|cowl\w*|veil\w*|headscarf|wimple)\b/, "hood"],
  [/\b(tricorne?|cocked hat|three-cornered)\b/, "tricorn"],
  [/\b(cap|beret|kepi|peaked)\b/, "cap"],
  [/\b(hat(?!-)|brim\w*|bowler|fedora|bonnet|sou'wester)\b/, "brim"],
];
const COLLAR_WORDS: readonly (readonly [RegExp, Collar])[] = [
  [/\b(scarf|muffler|shawl|kerchief|neckerchief|cravat)\b/, "scarf"],
  [/\b(ruff|lace|frill\w*|pleat\w*)\b/, "ruff"],
  [/\b(coat|greatcoat|jacket|oilskin\w*|uniform|cloak|cape|robe|robes)\b/, "coat"],
  [/\b(shirt|tunic|apron|smock|dress|gown)\b/, "plain"],
];
const WOMAN = /\b(woman|girl|she|her|lady|widow|mother|sister|daughter|wife|aunt|grandmother)\b/;
const MAN = /\b(man|boy|he|his|gentleman|widower|father|brother|son|husband|uncle|grandfather)\b/;
/** "No beard", "without a hat", "hatless": these name what is not there. */
const ABSENT = /\b(no|without|never|not)\s+(an?\s+|any\s+)?[\w-]+|\b[\w-]+less\b(?<!hairless)/g;

/** @param appearance - Words on how the person looks, where there are any. */
export function drawSilhouette(seed: string, appearance = ""): SilhouetteDrawing {
  const chance = chanceOf(seed);
  // Drawn before any word is asked, so that words change what they name and nothing else.
  const ground = pick(chance, GROUNDS);
  const profile = moved(chance);
  const shape = { hair: chance(), hat: chance(), collar: chance(), bun: chance() };
  const words = appearance.toLowerCase().replaceAll(ABSENT, " ");
  const hair = named(words, HAIR_WORDS) ?? hairBy(shape.hair, words);
  const hat = named(words, HAT_WORDS) ?? (shape.hat < 0.7 ? "none" : shape.hat < 0.85 ? "cap" : "brim");
  const collar = named(words, COLLAR_WORDS) ?? at(["coat", "scarf", "plain"], shape.collar);
  const paper = [closedSpline(profile)];
  const cuts: string[] = [];
  addHair(hair, hat, shape.bun, chance, paper, cuts);
  addHat(hat, paper, cuts);
  addCollar(collar, hat, paper, cuts);
  return { hair, hat, collar, ground, paper, cuts };
}

function moved(chance: Chance): Point[] {
  const points = PROFILE.map(([x, y]): [number, number] => [x, y]);
  for (const feature of FEATURES) {
    const dx = between(chance, -feature.x, feature.x);
    const dy = between(chance, -feature.y, feature.y);
    for (const index of feature.points) {
      const point = points[index];
      if (point) [point[0], point[1]] = [point[0] + dx, point[1] + dy];
    }
  }
  return points;
}

function named<Name>(words: string, known: readonly (readonly [RegExp, Name])[]): Name | null {
  return known.find(([pattern]) => pattern.test(words))?.[1] ?? null;
}

function at<Item>(items: readonly [Item, ...Item[]], chance: number): Item {
  return items[Math.floor(chance * items.length)] ?? items[0];
}

/** No one gets a beard or a bald head by chance. */
function hairBy(chance: number, words: string): Hair {
  if (WOMAN.test(words) && !MAN.test(words)) return at(["bun", "long", "curls", "queue"], chance);
  if (MAN.test(words) && !WOMAN.test(words)) return at(["short", "short", "curls", "queue"], chance);
  return at(["short", "bun", "curls", "queue", "long"], chance);
}

const CROP: readonly Point[] = [
  [70, 38],
  [67, 29],
  [58, 23.5],
  [46, 22.5],
  [34, 26.5],
  [25, 35.5],
  [20.5, 48],
  [20.5, 61],
  [24, 72],
  [30, 80],
  [38, 70],
  [50, 46],
];
const LONG: readonly Point[] = [
  [70, 38],
  [67, 29],
  [58, 23],
  [46, 21.5],
  [33, 25.5],
  [23, 36],
  [18, 50],
  [16.5, 66],
  [14.5, 82],
  [10, 97],
  [11, 108],
  [24, 112],
  [40, 109],
  [45, 98],
  [44, 84],
  [48, 56],
];
const QUEUE: readonly Point[] = [
  [31, 76],
  [23, 76.5],
  [16, 82],
  [12, 92],
  [13, 104],
  [17.5, 110],
  [21.5, 102],
  [22.5, 93],
  [27, 86],
  [34, 83],
];
const BEARD: readonly Point[] = [
  [60, 73],
  [67, 75.5],
  [73.5, 77],
  [77, 82],
  [77.5, 89],
  [74.5, 97],
  [67, 102.5],
  [58, 98],
  [53, 89],
  [54, 79],
];

function addHair(hair: Hair, hat: Hat, bun: number, chance: Chance, paper: string[], cuts: string[]): void {
  if (hair === "bald") return;
  if (hair === "long") {
    paper.push(closedSpline(LONG));
    if (hat !== "hood") cuts.push("M55 47C46 57 44 70 48 80C49.5 84 49.5 87 48.5 90");
    return;
  }
  // Under a hat hair lies flat at the crown.
  paper.push(closedSpline(CROP));
  if (hair === "bun") {
    const [x, y] = hat === "none" && bun < 0.4 ? [22, 31] : [18.5, 66];
    paper.push(circle(x, y, 9.5));
    cuts.push(y < 50 ? "M26 40C29 37 31 34 31 30" : "M25.5 59C28 63 28.5 68 27 72.5");
  }
  if (hair === "curls") {
    for (let step = 0; step < 12; step++) {
      const angle = Math.PI * (0.3 - (step / 11) * 1.27);
      const swell = between(chance, 6, 7.6);
      // Along the crown from the temple to the nape.
      paper.push(circle(45 + 25 * Math.sin(angle + 0.55), 52 - 27 * Math.cos(angle + 0.55), swell));
    }
    paper.push(circle(25, 76, 6.5), circle(21, 68, 6.6));
  }
  if (hair === "queue") {
    paper.push(closedSpline(QUEUE));
    cuts.push("M26.5 74.5C28.5 77.5 29 80.5 28.5 84.5");
  }
  if (hair === "beard") paper.push(closedSpline(BEARD));
}

function addHat(hat: Hat, paper: string[], cuts: string[]): void {
  if (hat === "cap") {
    paper.push("M19 46C13 28 34 14 52 15C66 16 74 26 74 36C82 36 88 39 91 44C84 46 77 44 72 42C55 38 36 40 20 48Z");
    cuts.push("M21 48.5C37 41 55 39.5 72 43");
  }
  if (hat === "brim") {
    paper.push(
      "M29 40C27 22 33 13 44 14C49 14 50 17 54 16C64 14 69 22 69 37Z",
      "M6 45C22 34 76 29 95 38C93 45 78 46 69 44C53 41 36 45 20 51C12 52 6 50 6 45Z",
    );
    cuts.push("M29.5 38C42 34 56 33 68.6 34.6");
  }
  if (hat === "hood") {
    paper.push(
      "M77 39C75 22 56 12 38 17C19 23 11 45 12 68C12 88 8 104 2 120L8 134H52C60 118 58 104 53 94C46 78 51 52 77 39Z",
    );
    cuts.push("M74 41C52 53 46 77 53 94C57 103 59 113 55 124");
  }
  if (hat === "tricorn") {
    paper.push(
      "M9 34C20 38 29 24 41 17C49 13 58 17 66 24C75 31 85 34 95 31C92 41 80 45 70 44C54 40 37 43 22 50C13 51 8 43 9 34Z",
    );
    cuts.push("M20 47.5C36 39.5 55 37.5 73 41.5");
  }
}

function addCollar(collar: Collar, hat: Hat, paper: string[], cuts: string[]): void {
  if (hat === "hood") return;
  if (collar === "coat") {
    paper.push("M26 108C27 100 29 94 33 90C40 96 50 100 59 101C60 106 64 110 70 112L60 134H20Z");
    cuts.push("M34 91.5C40 97.5 49 101.5 58.5 102.5C59.5 106.5 62 109.5 65.5 112", "M45 101C47 111 52 119 58 126");
  }
  if (collar === "ruff") {
    paper.push("M24 100C24 92 32 89 42 92C52 95 62 96 68 100C70 106 64 109 54 108C42 108 24 109 24 100Z");
    for (let fold = 0; fold < 6; fold++) {
      const x = 30 + fold * 6.4;
      const y = 94 + fold * 1.1;
      cuts.push(
        `M${x.toFixed(1)} ${y.toFixed(1)}L${(x - 1.5 + fold * 0.6).toFixed(1)} ${(y + 9.5 - fold * 0.7).toFixed(1)}`,
      );
    }
  }
  if (collar === "scarf") {
    paper.push(
      "M28 92C36 90 52 93 62 91C66 95 66 102 62 106C50 110 36 110 27 106C23 101 24 95 28 92Z",
      "M30 104C26 114 26 124 29 134H42C39 122 39 112 42 105Z",
    );
    cuts.push(
      "M27 98C38 102 52 101 64.5 97",
      "M30 107.5C39 109.5 51 109 61.5 106",
      "M41.5 109C39.5 116 40 122 41.5 128",
    );
  }
  if (collar === "plain") cuts.push("M35 99.5C42 107.5 50 109 57 102");
}
