/** Pictures of cut paper: an oval ground, a head in profile, hair, hat and collar as layers with a seam between them. */
import type { Appearance } from "./appearance.js";
import { mix } from "./mix.js";
import { ANIMAL_SHAPES, closedSpline, type Feature, type Point, PROFILE } from "./shapes.js";

/** The colours of one picture. */
export interface Palette {
  readonly ground: string;
  readonly paper: string;
  readonly hair: string;
  readonly cloth: string;
}

const PAPER = "#1b1720";
const GROUNDS = ["#c9b98f", "#a9c4bd", "#c4b2d6", "#d9b09c", "#b7c59a", "#aebfd8"] as const;

function paletteOf({ random, hairColor, clothing }: Appearance): Palette {
  const ground = random.pick(GROUNDS);
  return {
    ground,
    paper: PAPER,
    hair: mix(PAPER, `#${hairColor}`, 0.34),
    cloth: mix(PAPER, `#${clothing}`, 0.42),
  };
}

/** @returns An SVG of 200 by 200 units. */
export function drawPaper(looks: Appearance): string {
  const palette = paletteOf(looks);
  return framed(palette.ground, figureOf(looks, palette));
}

/** What stands where no picture could be made. (rule CP9) */
export function plainSilhouette(ground: string = GROUNDS[0]): string {
  return framed(ground, piece(closedSpline(PROFILE.map(([x, y]) => [x, y])), PAPER, "none"));
}

export function figureOf(looks: Appearance, palette: Palette): string {
  switch (looks.kind) {
    case "animal":
      return animal(looks, palette);
    case "machine":
      return machine(looks, palette);
    case "spirit":
      return `<g opacity="0.55">${human({ ...looks, hat: "hood", beard: false }, palette)}</g>`;
    case "group":
      return group(looks, palette);
    default:
      return human(looks, palette);
  }
}

function framed(ground: string, figure: string): string {
  const edge = mix(ground, "#1b1720", 0.16);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200">',
    '<clipPath id="oval"><ellipse cx="100" cy="100" rx="86" ry="97"/></clipPath>',
    `<ellipse cx="100" cy="100" rx="86" ry="97" fill="${ground}"/>`,
    `<g clip-path="url(#oval)">${figure}</g>`,
    `<ellipse cx="100" cy="100" rx="85" ry="96" fill="none" stroke="${edge}" stroke-width="2"/>`,
    "</svg>",
  ].join("");
}

const SEAM = 1.6;

function piece(path: string, fill: string, seam: string, width = SEAM): string {
  return `<path d="${path}" fill="${fill}" stroke="${seam}" stroke-width="${width}" stroke-linejoin="round"/>`;
}

const blob = (points: readonly Point[], fill: string, seam: string): string => piece(closedSpline(points), fill, seam);

function circle(x: number, y: number, r: number, fill: string, seam: string): string {
  return `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" stroke="${seam}" stroke-width="${SEAM}"/>`;
}

/** How far each feature may lie from the usual, in units. */
const REACH: Readonly<Record<Feature, readonly [x: number, y: number]>> = {
  brow: [4, 2],
  nose: [4, 3],
  lips: [3, 1],
  chin: [4, 3],
  jaw: [3, 4],
  neck: [4, 0],
  crown: [3, 4],
  nape: [3, 0],
};

function human(looks: Appearance, palette: Palette): string {
  const { random, age, mood } = looks;
  const moved = new Map(
    Object.entries(REACH).map(([feature, [x, y]]) => {
      return [feature, [(random.next() * 2 - 1) * x, (random.next() * 2 - 1) * y]] as const;
    }),
  );
  const profile = PROFILE.map(([x, y, feature]): Point => {
    const [dx = 0, dy = 0] = feature === undefined ? [] : (moved.get(feature) ?? []);
    return ofAge([x + dx, y + dy], feature, age);
  });
  const { ground, paper } = palette;
  const tilt = { calm: 0, merry: -6, sad: 9, angry: 4 }[mood] + (age === "old" ? 3 : 0);
  const scale = { child: 0.8, young: 0.95, adult: 1, old: 0.98 }[age];
  const parts = [
    looks.hair === "long" && looks.hat !== "hood" ? hairOf(looks, palette) : "",
    blob(profile, paper, "none"),
    looks.hair === "long" || looks.hat === "hood" ? "" : hairOf(looks, palette),
    looks.hair === "long" && looks.hat !== "hood" ? fringe(palette) : "",
    looks.beard ? beardOf(looks, palette) : "",
    mouthOf(looks, ground),
    looks.glasses ? glassesOf(ground) : "",
    hatOf(looks, palette),
  ];
  const head = `<g transform="rotate(${tilt} 84 168)">${parts.join("")}</g>`;
  return `<g transform="translate(${(1 - scale) * 92} ${(1 - scale) * 200}) scale(${scale})">${head}${collarOf(looks, palette)}</g>`;
}

/** A child's face is flatter and rounder, an old one's nose and chin stand out. */
function ofAge([x, y]: Point, feature: Feature | undefined, age: Appearance["age"]): Point {
  if (age === "child") {
    if (feature === "nose") return [x - 6, y - 1];
    if (feature === "chin") return [x - 5, y - 4];
    if (feature === "jaw") return [x, y - 4];
    if (feature === "brow") return [x + 3, y];
    if (feature === "crown") return [x - 3, y - 4];
  }
  if (age === "old") {
    if (feature === "nose") return [x + 2, y + 3];
    if (feature === "lips") return [x - 3, y];
    if (feature === "chin") return [x + 4, y + 1];
  }
  return [x, y];
}

const CAP: readonly Point[] = [
  [127, 56],
  [118, 42],
  [98, 33],
  [74, 37],
  [54, 52],
  [45, 76],
  [47, 102],
  [58, 122],
  [68, 118],
  [72, 100],
  [84, 96],
  [86, 82],
  [100, 76],
  [116, 68],
];

function hairOf(looks: Appearance, { hair, ground }: Palette): string {
  const cap = blob(CAP, hair, ground);
  switch (looks.hair) {
    case "bald":
      return blob(
        [
          [58, 100],
          [54, 84],
          [62, 86],
          [72, 100],
          [72, 116],
          [62, 122],
        ],
        hair,
        ground,
      );
    case "short":
      return cap;
    case "bun":
      return circle(44, 58, 17, hair, ground) + cap;
    case "queue":
      return (
        [
          [44, 122],
          [37, 138],
          [33, 155],
          [33, 172],
        ]
          .map(([x = 0, y = 0], at) => circle(x, y, 10 - at, hair, ground))
          .join("") + cap
      );
    case "curls": {
      const spots: Point[] = [
        [118, 50],
        [104, 38],
        [86, 34],
        [68, 40],
        [54, 53],
        [46, 70],
        [44, 88],
        [48, 106],
        [58, 120],
        [66, 66],
        [84, 56],
        [102, 60],
        [64, 86],
        [64, 104],
        [82, 74],
      ];
      return (
        spots.map(([x, y]) => circle(x, y, 13, hair, "none")).join("") +
        spots
          .slice(0, 9)
          .map(
            ([x, y]) =>
              `<path d="M${x - 6} ${y + 3}a7 7 0 0 1 12 -3" fill="none" stroke="${ground}" stroke-width="1.3"/>`,
          )
          .join("")
      );
    }
    case "long":
      return blob(
        [
          [124, 52],
          [98, 32],
          [70, 36],
          [48, 56],
          [38, 90],
          [32, 130],
          [26, 170],
          [30, 194],
          [62, 198],
          [80, 186],
          [78, 150],
          [74, 118],
          [84, 92],
          [104, 74],
        ],
        hair,
        ground,
      );
  }
}

function fringe({ hair, ground }: Palette): string {
  return blob(
    [
      [127, 58],
      [116, 42],
      [94, 33],
      [68, 40],
      [52, 64],
      [46, 98],
      [52, 130],
      [66, 134],
      [72, 106],
      [84, 86],
      [106, 74],
    ],
    hair,
    ground,
  );
}

function beardOf({ random, moustache }: Appearance, { hair, ground }: Palette): string {
  if (moustache) {
    const lip: Point[] = [
      [116, 121],
      [128, 115],
      [142, 117],
      [148, 125],
      [136, 123],
      [124, 127],
    ];
    return blob(lip, hair, ground);
  }
  const long = random.chance(0.4) ? 18 : 0;
  return blob(
    [
      [88, 112],
      [104, 124],
      [122, 119],
      [138, 119],
      [134, 125],
      [126, 128],
      [140, 136],
      [145, 150],
      [136, 166 + long],
      [116, 172 + long],
      [98, 160],
      [88, 138],
    ],
    hair,
    ground,
  );
}

function mouthOf({ mood, age, beard }: Appearance, ground: string): string {
  const bend = { calm: 0, merry: -4, sad: 4, angry: 1 }[mood];
  const brow = mood === "angry" ? "M118 80L132 86" : mood === "sad" ? "M118 86Q126 82 132 84" : "";
  const lines = [
    beard ? "" : `M139 126Q133 ${126 + bend / 2} 128 ${126 + bend}`,
    brow,
    age === "old" && !beard ? "M126 112Q123 122 126 132" : "",
    "M119 92Q125 88 131 92",
  ].filter(Boolean);
  return lines
    .map((d) => `<path d="${d}" fill="none" stroke="${ground}" stroke-width="1.7" stroke-linecap="round"/>`)
    .join("");
}

function glassesOf(ground: string): string {
  return `<g fill="none" stroke="${ground}" stroke-width="2.2"><ellipse cx="127" cy="93" rx="9" ry="9"/><path d="M118 91L84 88"/></g>`;
}

function hatOf({ hat }: Appearance, { cloth, hair, ground }: Palette): string {
  switch (hat) {
    case "none":
      return "";
    case "cap":
      return blob(
        [
          [130, 66],
          [148, 70],
          [154, 75],
          [134, 74],
          [100, 66],
          [60, 72],
          [46, 68],
          [50, 46],
          [72, 30],
          [102, 28],
          [124, 42],
        ],
        cloth,
        ground,
      );
    case "brim":
      return (
        blob(
          [
            [54, 60],
            [58, 26],
            [80, 16],
            [108, 18],
            [124, 32],
            [130, 60],
          ],
          cloth,
          ground,
        ) +
        blob(
          [
            [20, 74],
            [48, 58],
            [92, 58],
            [134, 58],
            [164, 70],
            [134, 72],
            [92, 70],
            [50, 74],
          ],
          cloth,
          ground,
        )
      );
    case "tricorn":
      return blob(
        [
          [30, 66],
          [24, 44],
          [52, 40],
          [88, 18],
          [118, 34],
          [158, 40],
          [160, 62],
          [130, 66],
          [92, 58],
          [54, 74],
        ],
        cloth,
        ground,
      );
    case "hood":
      return blob(
        [
          [134, 58],
          [120, 34],
          [92, 24],
          [60, 32],
          [38, 62],
          [30, 106],
          [26, 152],
          [14, 200],
          [70, 204],
          [92, 178],
          [90, 150],
          [88, 120],
          [96, 92],
          [118, 74],
        ],
        cloth,
        ground,
      );
    case "scarf":
      return (
        blob(
          [
            [131, 64],
            [118, 40],
            [92, 28],
            [62, 36],
            [46, 62],
            [44, 96],
            [56, 116],
            [72, 96],
            [100, 76],
          ],
          cloth,
          ground,
        ) +
        blob(
          [
            [54, 110],
            [40, 124],
            [30, 148],
            [44, 142],
            [60, 120],
          ],
          hair,
          ground,
        )
      );
  }
}

function collarOf({ collar }: Appearance, { cloth, ground }: Palette): string {
  const coat = blob(
    [
      [0, 230],
      [12, 196],
      [34, 178],
      [60, 166],
      [70, 178],
      [88, 190],
      [104, 182],
      [112, 176],
      [138, 188],
      [166, 206],
      [180, 230],
    ],
    cloth,
    ground,
  );
  switch (collar) {
    case "plain":
      return coat;
    case "coat":
      return (
        coat +
        blob(
          [
            [58, 166],
            [52, 148],
            [62, 146],
            [80, 172],
            [94, 190],
            [84, 204],
          ],
          cloth,
          ground,
        ) +
        `<path d="M96 190L104 214M110 180L122 214" stroke="${ground}" stroke-width="1.6" fill="none"/>`
      );
    case "ruff":
      return (
        coat + [56, 68, 80, 92, 104, 115].map((x, at) => circle(x, 166 + (at % 2) * 6 + at, 10, ground, PAPER)).join("")
      );
    case "scarf":
      return (
        coat +
        blob(
          [
            [54, 152],
            [74, 160],
            [104, 160],
            [114, 170],
            [104, 184],
            [76, 182],
            [52, 172],
          ],
          cloth,
          ground,
        ) +
        blob(
          [
            [60, 176],
            [78, 180],
            [80, 220],
            [56, 220],
          ],
          cloth,
          ground,
        )
      );
  }
}

function animal(
  { random, animal: species, glasses, mood }: Appearance,
  { ground, paper, hair, cloth }: Palette,
): string {
  const shape = ANIMAL_SHAPES[species ?? "dog"];
  const shift = (points: readonly Point[]): Point[] =>
    points.map(([x, y]) => [x + (random.next() * 2 - 1) * 2.5, y + (random.next() * 2 - 1) * 2.5]);
  const [x, y] = shape.eye;
  const wears = random.chance(0.4);
  const stretch = 0.93 + random.next() * 0.14;
  return [
    `<g transform="translate(100 214) scale(${stretch.toFixed(2)} ${(2 - stretch).toFixed(2)}) translate(-100 -214)">`,
    species === "horse" || species === "dragon" ? shape.more.map((one) => blob(shift(one), hair, ground)).join("") : "",
    blob(shift(shape.head), paper, "none"),
    species === "horse" || species === "dragon" ? "" : shape.more.map((one) => blob(shift(one), hair, ground)).join(""),
    mood === "sad"
      ? `<path d="M${x - 5} ${y}q5 4 10 0" fill="none" stroke="${ground}" stroke-width="2"/>`
      : `<circle cx="${x}" cy="${y}" r="3.4" fill="${ground}"/>`,
    glasses ? `<circle cx="${x}" cy="${y}" r="9" fill="none" stroke="${ground}" stroke-width="2"/>` : "",
    wears
      ? blob(
          [
            [28, 178],
            [60, 170],
            [104, 170],
            [116, 180],
            [108, 192],
            [64, 190],
            [26, 198],
          ],
          cloth,
          ground,
        )
      : "",
    "</g>",
  ].join("");
}

/** Casings, dials and pipes: nothing that looks back. */
function machine({ random }: Appearance, { ground, paper, hair, cloth }: Palette): string {
  const rect = (x: number, y: number, w: number, h: number, fill: string, r = 4): string =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}" stroke="${ground}" stroke-width="${SEAM}"/>`;
  const wide = 74 + random.int(30);
  const left = 100 - wide / 2;
  const tops = [
    () =>
      `<path d="M${left} 84A${wide / 2} 44 0 0 1 ${left + wide} 84Z" fill="${paper}" stroke="${ground}" stroke-width="${SEAM}"/>`,
    () => rect(left + 10, 44, wide - 20, 44, paper, 10),
    () => rect(left, 62, wide, 26, paper, 2) + rect(92, 28, 8, 36, hair, 2) + circle(96, 26, 8, cloth, ground),
  ];
  const dial = (x: number, y: number, r: number): string => {
    const turn = random.int(360);
    return `${circle(x, y, r, hair, ground)}<path d="M${x} ${y}v${-r * 0.75}" transform="rotate(${turn} ${x} ${y})" stroke="${ground}" stroke-width="2"/>`;
  };
  const fronts = [
    () =>
      dial(84, 122, 15) + dial(118, 118, 10) + [0, 1, 2].map((at) => rect(78, 146 + at * 9, 46, 4, cloth, 2)).join(""),
    () =>
      [0, 1, 2, 3]
        .map((row) =>
          [0, 1, 2]
            .map((column) => circle(80 + column * 20, 110 + row * 16, 5, random.chance(0.4) ? ground : hair, ground))
            .join(""),
        )
        .join(""),
    () =>
      rect(74, 104, 52, 30, hair) +
      [0, 1, 2, 3, 4]
        .map((at) => `<path d="M${80 + at * 10} 108v22" stroke="${ground}" stroke-width="1.6"/>`)
        .join("") +
      dial(100, 156, 12),
  ];
  const pipes = random.chance(0.6)
    ? `<path d="M${left - 4} 190V120q0 -14 14 -14M${left + wide + 4} 190v-50q0 -14 -14 -14" fill="none" stroke="${cloth}" stroke-width="9"/>`
    : "";
  return (
    pipes +
    rect(left, 86, wide, 104, paper) +
    random.pick(tops)() +
    random.pick(fronts)() +
    rect(left - 16, 184, wide + 32, 30, cloth)
  );
}

function group(looks: Appearance, palette: Palette): string {
  const at = [
    [14, 26, 0.72],
    [64, 40, 0.72],
    [32, 62, 0.8],
  ];
  return at
    .map(([x, y, scale], place) => {
      const hair = (["short", "bun", "curls", "long"] as const)[(place + looks.random.int(4)) % 4] ?? "short";
      const one = human(
        { ...looks, hair, hat: place === 1 ? looks.hat : "none", beard: place === 0 && looks.beard },
        palette,
      );
      return `<g transform="translate(${x} ${y}) scale(${scale})"><g stroke="${palette.ground}" stroke-width="1">${one}</g></g>`;
    })
    .join("");
}
