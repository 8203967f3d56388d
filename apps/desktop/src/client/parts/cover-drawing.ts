/** Covers of campaigns that bring none: a motif by genre, in four colours, from a seed. On 200 by 300 units. */
import { between, type Chance, chanceOf, circle, pick, round, waveBand } from "./drawing.js";

export type Motif = "tide" | "windows" | "orbits" | "orchard" | "road" | "rays";

export interface Shape {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
}

export interface CoverDrawing {
  readonly motif: Motif;
  readonly palette: Palette;
  readonly shapes: readonly Shape[];
}

/** From dark to light. */
export type Palette = readonly [dark: string, deep: string, soft: string, light: string];

const PALETTES = [
  ["#17263A", "#3D5A73", "#C9D3C8", "#E8B45A"],
  ["#2B1735", "#5D3768", "#C7899A", "#F0D9B5"],
  ["#10302C", "#2F6A5B", "#A8C69F", "#F1E4C3"],
  ["#3A1A17", "#8A3B2A", "#D98F4E", "#F3DFB8"],
  ["#1C1D2B", "#41436A", "#8E91C7", "#F4E2CF"],
  ["#22301A", "#54702F", "#B4B865", "#F6EFD2"],
] as const satisfies readonly Palette[];

/** Colours of the plate on a campaign's own picture, whatever its colours are: 8.1 to 1 between the two. */
export const PLATE_ON_A_PICTURE = { dark: PALETTES[0][0], light: PALETTES[0][3] } as const;

/** The first that fits decides: what is said of the place comes before the mood. */
const GENRES: readonly (readonly [RegExp, Motif])[] = [
  [/\b(sci(ence)?[- ]?fi\w*|science|space|cyber\w*|robot|futur\w*|post-human)/, "orbits"],
  [/\b(sea|nautical|maritime|ocean|island|coast\w*|harbou?r|river|pirate\w*|naval)/, "tide"],
  [/\b(noir|crime|detective|urban|heist|city|thriller|spy|espionage|locked[- ]room)/, "windows"],
  [/\b(horror|occult|weird|cosmic|supernatural|super-?hero\w*|ghost|ritual|eldritch)/, "rays"],
  [/\b(road|western|adventure|travel|quest|war|survival|expedition|journey|sport\w*)/, "road"],
  [/\b(myster\w*|gothic)/, "windows"],
  [/\b(pastoral|romance|manners|comedy|co[sz]y|slice|fairy|children|garden|rural|village)/, "orchard"],
  [/\b(fantasy|saga|epic|myth\w*)/, "road"],
];
const MOTIFS = ["tide", "windows", "orbits", "orchard", "road", "rays"] as const;

/** @param genre - As its author says it, where they do. */
export function drawCover(seed: string, genre = ""): CoverDrawing {
  const chance = chanceOf(seed);
  const byChance = pick(chance, MOTIFS);
  const palette = pick<Palette>(chance, PALETTES);
  const words = genre.toLowerCase();
  const motif = GENRES.find(([pattern]) => pattern.test(words))?.[1] ?? byChance;
  return { motif, palette, shapes: DRAWN[motif](palette, chance) };
}

const DRAWN: Readonly<Record<Motif, (palette: Palette, chance: Chance) => Shape[]>> = {
  tide,
  windows,
  orbits,
  orchard,
  road,
  rays,
};

function ground(fill: string): Shape {
  return { d: "M0 0H200V300H0Z", fill };
}

function tide([dark, deep, soft, light]: Palette, chance: Chance): Shape[] {
  const horizon = between(chance, 134, 152);
  const left = chance() < 0.6;
  const tower = left ? between(chance, 46, 74) : between(chance, 126, 152);
  const sun = left ? between(chance, 122, 152) : between(chance, 48, 78);
  const shapes: Shape[] = [
    ground(deep),
    { d: circle(sun, between(chance, 62, 96), between(chance, 26, 36)), fill: light },
    {
      d: `M${round(tower - 13)} 300V66H${round(tower - 18)}L${round(tower)} 40L${round(tower + 18)} 66H${round(tower + 13)}V300Z`,
      fill: dark,
    },
    { d: circle(tower, 76, 7.5), fill: light },
    { d: `M${round(tower)} 71V76L${round(tower + 3.5)} 78`, stroke: dark, width: 1.5 },
  ];
  for (let band = 0; band < 6; band++) {
    const start = -between(chance, 2, 40);
    const [top, length, height] = [horizon + band * 27, between(chance, 34, 48), between(chance, 5, 9)];
    shapes.push({
      d: waveBand(start, 210, top, 310, length, height),
      fill: band % 2 === 0 ? dark : deep,
      stroke: soft,
      width: 1,
    });
  }
  return shapes;
}

function windows([dark, deep, , light]: Palette, chance: Chance): Shape[] {
  const shapes: Shape[] = [ground(dark)];
  const [dim, lit, people]: [string[], string[], string[]] = [[], [], []];
  const columns = pick(chance, [4, 5, 6]);
  const pitch = 162 / columns;
  const side = pitch * between(chance, 0.56, 0.68);
  for (let row = 0; 26 + row * (pitch + 1) < 290; row++)
    for (let column = 0; column < columns; column++) {
      const [x, y] = [24 + column * pitch, 26 + row * (pitch + 1)];
      const pane = `M${round(x)} ${round(y)}h${round(side)}v${round(side)}h-${round(side)}Z`;
      const draw = chance();
      (draw < 0.16 ? lit : dim).push(pane);
      if (draw >= 0.055) continue;
      // Somebody stands at this one.
      const [middle, foot] = [x + side / 2, y + side];
      people.push(
        circle(middle, y + side * 0.48, side * 0.15),
        `M${round(middle - side * 0.26)} ${round(foot)}q${round(side * 0.04)} -${round(side * 0.36)} ${round(side * 0.26)} -${round(side * 0.36)}t${round(side * 0.26)} ${round(side * 0.36)}Z`,
      );
    }
  shapes.push({ d: dim.join(""), fill: deep }, { d: lit.join("") || "M0 0", fill: light });
  if (people.length > 0) shapes.push({ d: people.join(""), fill: dark });
  return shapes;
}

function orbits([dark, deep, soft, light]: Palette, chance: Chance): Shape[] {
  const tilt = between(chance, -0.5, 0.5);
  const [x, y] = [between(chance, 82, 118), between(chance, 104, 130)];
  const stars = Array.from({ length: 34 }, () =>
    circle(between(chance, 8, 196), between(chance, 4, 296), between(chance, 0.5, 1.3)),
  );
  const shapes: Shape[] = [ground(dark), { d: stars.join(""), fill: soft }];
  for (let ring = 1; ring <= 4; ring++) {
    const [wide, high] = [ring * between(chance, 23, 26) + 6, ring * between(chance, 10, 13) + 4];
    shapes.push({
      d: ellipse(x, y, wide, high, tilt),
      stroke: ring % 2 === 0 ? soft : deep,
      width: ring % 2 === 0 ? 1.2 : 1.8,
    });
    if (ring === 1) continue;
    const angle = between(chance, 0, Math.PI * 2);
    const [along, across] = [wide * Math.cos(angle), high * Math.sin(angle)];
    const at = [
      x + along * Math.cos(tilt) - across * Math.sin(tilt),
      y + along * Math.sin(tilt) + across * Math.cos(tilt),
    ] as const;
    shapes.push({ d: circle(at[0], at[1], between(chance, 3, 6.5)), fill: ring === 3 ? soft : light });
  }
  shapes.push({ d: circle(x, y, between(chance, 13, 18)), fill: light });
  return shapes;
}

function ellipse(x: number, y: number, wide: number, high: number, tilt: number): string {
  const [dx, dy] = [wide * Math.cos(tilt), wide * Math.sin(tilt)];
  const arc = `A${round(wide)} ${round(high)} ${round((tilt * 180) / Math.PI)} 1 0`;
  return `M${round(x - dx)} ${round(y - dy)}${arc} ${round(x + dx)} ${round(y + dy)}${arc} ${round(x - dx)} ${round(y - dy)}Z`;
}

function orchard([dark, deep, soft, light]: Palette, chance: Chance): Shape[] {
  const hill = between(chance, 140, 156);
  const shapes: Shape[] = [
    ground(light),
    { d: `M0 ${round(hill)}q100 -${round(between(chance, 6, 22))} 200 0V300H0Z`, fill: deep },
  ];
  const rows = [
    { y: hill - 20, radius: 13, fill: dark, fruit: light, trunk: true },
    { y: hill + 18, radius: 19, fill: soft, fruit: dark, trunk: false },
    { y: hill + 52, radius: 25, fill: dark, fruit: light, trunk: false },
    { y: hill + 92, radius: 32, fill: soft, fruit: dark, trunk: false },
    { y: hill + 132, radius: 38, fill: dark, fruit: light, trunk: false },
  ];
  for (const { y, radius, fill, fruit, trunk } of rows) {
    const [crowns, fruits, trunks]: [string[], string[], string[]] = [[], [], []];
    for (let x = between(chance, -8, 12); x < 200 + radius; x += radius * (trunk ? 2.7 : 1.75)) {
      const middle = y + between(chance, -3, 3);
      crowns.push(circle(x, middle, radius));
      if (trunk) trunks.push(`M${round(x)} ${round(middle + radius)}v16`);
      for (let dot = 0; dot < 4; dot++)
        fruits.push(
          circle(
            x + between(chance, -0.6, 0.6) * radius,
            middle + between(chance, -0.6, 0.4) * radius,
            trunk ? 1.4 : 1.9,
          ),
        );
    }
    if (trunk) shapes.push({ d: trunks.join(""), stroke: dark, width: 2.4 });
    shapes.push({ d: crowns.join(""), fill }, { d: fruits.join(""), fill: fruit });
  }
  return shapes;
}

function road([dark, deep, soft, light]: Palette, chance: Chance): Shape[] {
  const ridge = (top: number, height: number, step: number): string => {
    let line = `M0 300V${round(top)}`;
    let up = true;
    for (let x = 0; x < 200; up = !up) {
      x += between(chance, step * 0.6, step * 1.4);
      line += `L${round(Math.min(200, x))} ${round(top + (up ? -1 : 1) * between(chance, height * 0.3, height))}`;
    }
    return `${line}L200 300Z`;
  };
  const bend = between(chance, -26, 26);
  const x = between(chance, 84, 116);
  const near = between(chance, 62, 138);
  return [
    ground(soft),
    { d: circle(between(chance, 46, 154), between(chance, 58, 84), between(chance, 20, 28)), fill: light },
    { d: ridge(122, 26, 22), fill: deep },
    { d: ridge(166, 18, 26), fill: dark },
    {
      d: `M${round(x)} 160C${round(x - 24 + bend)} 172 ${round(x + 34)} 184 ${round(x + 6)} 204C${round(x - 46)} 236 ${round(near + 8)} 250 ${round(near - 16)} 300H${round(near + 26)}C${round(near + 44)} 262 ${round(x + 16)} 240 ${round(x + 22)} 206C${round(x + 42)} 182 ${round(x - 6 + bend)} 174 ${round(x + 4)} 160Z`,
      fill: light,
    },
  ];
}

function rays([dark, deep, soft, light]: Palette, chance: Chance): Shape[] {
  const [x, y] = [100, between(chance, 132, 168)];
  const count = pick(chance, [10, 12, 14]);
  const turn = between(chance, 0, Math.PI);
  const beams = Array.from({ length: count }, (_, ray) => {
    const from = turn + (ray * 2 * Math.PI) / count;
    const to = from + Math.PI / count;
    const end = (angle: number): string => `${round(x + 330 * Math.cos(angle))} ${round(y + 330 * Math.sin(angle))}`;
    return `M${x} ${round(y)}L${end(from)}L${end(to)}Z`;
  });
  const wide = between(chance, 24, 30);
  return [
    ground(deep),
    { d: beams.join(""), fill: dark },
    { d: circle(x, y, 47), fill: soft },
    { d: circle(x, y, 38), fill: dark },
    {
      d: `M${round(x - wide)} ${round(y)}Q${x} ${round(y - 30)} ${round(x + wide)} ${round(y)}Q${x} ${round(y + 30)} ${round(x - wide)} ${round(y)}Z`,
      fill: light,
    },
    { d: circle(x, y, between(chance, 8, 10.5)), fill: dark },
  ];
}

/** So many letters have room in a line of a cover at its full size. */
const LINE = 12;
const MOST_LINES = 6;

export interface PlateText {
  readonly lines: readonly string[];
  /** In units. */
  readonly size: number;
}

/** A title in lines for the plate of its cover: smaller the more there are, cut only where it would fill the cover. */
export function plateText(title: string): PlateText {
  const words = title
    .trim()
    .split(/\s+/)
    .flatMap((word) => (word.length > 18 ? broken(word) : [word]));
  const lines: string[] = [];
  // The longer the title, the longer its lines, so that it does not become a column of words.
  const room = title.length > 36 ? LINE + 4 : LINE;
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const shown =
    lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1] ?? ""}…`] : lines;
  const longest = Math.max(1, ...shown.map((line) => line.length));
  const size = Math.min(20, Math.floor((20 * LINE) / longest), shown.length > 4 ? 16 : 20);
  return { lines: shown, size: Math.max(11, size) };
}

function broken(word: string): string[] {
  const parts = word.match(/.{1,16}/gu) ?? [];
  return parts.map((part, place) => (place < parts.length - 1 ? `${part}-` : part));
}
