/** One Wheel Over: its nine places by day and by night, as `world/setting.md` has them, and its cover. */
import { Sheet } from "./paper.mjs";
import { DAY, roofs, mix } from "./wheel-parts.mjs";
import { theBore, theBlindEnd } from "./wheel-mountain.mjs";
import { theWaitingRoom, theCopperHouse, theEngineShed, theSwan } from "./wheel-houses.mjs";
import { theRopehead, thePlatform, theTerrace } from "./wheel-outdoors.mjs";

function cover() {
  const c = DAY;
  const s = new Sheet({ width: 1200, height: 1800, seed: 5, ground: "#e8d9b4" });
  s.put(s.ellipse(600, 560, 470), "#f3e2b2", { depth: 0 });
  s.put(
    s.ridge([
      [-20, 800],
      [200, 560],
      [420, 300],
      [600, 190],
      [790, 330],
      [1010, 590],
      [1220, 780],
    ]),
    c.mid,
    { depth: 3 },
  );
  s.put(
    s.cut(
      [
        [430, 296],
        [600, 188],
        [770, 316],
        [700, 350],
        [640, 300],
        [560, 372],
        [500, 310],
      ],
      6,
    ),
    c.snow,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 900],
      [240, 780],
      [600, 700],
      [940, 800],
      [1220, 900],
    ]),
    c.near,
    { depth: 2 },
  );
  // The round hole in the mountain: the mouth of the Bore, and in it one wheel over.
  for (let i = 0; i < 18; i++) {
    const [a, b] = [(Math.PI * i) / 9 + 0.02, (Math.PI * (i + 1)) / 9 - 0.02];
    const p = (angle, r) => [600 + r * Math.cos(angle), 930 + r * Math.sin(angle)];
    s.put(s.cut([p(a, 330), p(b, 330), p(b, 250), p(a, 250)], 4), mix(c.stone, c.stoneDark, s.random()), { depth: 2 });
  }
  s.put(s.ellipse(600, 930, 254), "#211c22", { depth: 0 });
  s.put(s.ellipse(600, 942, 196), "#f0b24c", { depth: 0, opacity: 0.25 });
  s.put(s.ellipse(600, 950, 168), c.rind, { depth: 3 });
  s.put(s.ring(600, 950, 128, 128, 12), "#f4eee0", { depth: 0 });
  s.put(s.ring(600, 950, 46, 46, 10), "#5b5148", { depth: 0 });
  s.put(s.strip(600, 904, 600, 996, 10), "#5b5148", { depth: 0 });
  // Roofs with their best windows toward the track, and the white line of a platform.
  roofs(s, c, false, [
    [40, 1180, 190, 150],
    [230, 1230, 170, 140],
    [820, 1200, 170, 140],
    [1000, 1160, 180, 160],
    [420, 1270, 160, 124],
    [640, 1270, 170, 126],
  ]);
  s.put(s.rect(-20, 1400, 1240, 420, 3), c.stone, { depth: 3 });
  s.put(s.rect(-20, 1424, 1240, 20, 1), "#faf6ea", { depth: 0 });
  for (let row = 0; row < 4; row++)
    for (let x = -40 - (row % 2) * 90; x < 1220; x += 190)
      s.put(s.rect(x, 1470 + row * 86, 182, 78, 3), mix(c.stone, c.stoneDark, s.random() * 0.4), { depth: 1 });
  for (let x = 20; x < 1200; x += 124)
    for (const lean of [-26, -8, 12, 30])
      s.put(s.strip(x + 40, 1420, x + 40 + lean, 1340, 11, 3), lean % 4 === 0 ? c.leaf : c.green, { depth: 1 });
  s.put(`${s.strip(238, 700, 196, 1000, 12)}${s.strip(262, 700, 304, 1000, 12)}`, c.woodDark, { depth: 1 });
  for (const y of [770, 850, 930])
    s.put(s.strip(232 - (y - 700) * 0.13, y, 268 + (y - 700) * 0.13, y, 8), c.woodDark, { depth: 0 });
  s.put(s.strip(210, 706, 290, 706, 14), c.woodDark, { depth: 1 });
  s.put(s.strip(250, 700, 1220, 560, 5), c.ironDark, { depth: 0 });
  s.put(s.strip(250, 716, 1220, 584, 5), c.ironDark, { depth: 0 });
  s.put(s.strip(1010, 596, 1010, 640, 5), c.iron);
  s.put(
    s.cut(
      [
        [950, 640],
        [1070, 640],
        [1054, 700],
        [966, 700],
      ],
      2,
    ),
    c.wood,
    { depth: 2 },
  );
  return s;
}

const PLACES = {
  "the-bore": theBore,
  "the-blind-end": theBlindEnd,
  "the-waiting-room": theWaitingRoom,
  "the-copper-house": theCopperHouse,
  "the-ropehead": theRopehead,
  "the-platform": thePlatform,
  "the-terrace": theTerrace,
  "the-engine-shed": theEngineShed,
  "the-swan": theSwan,
};

export const PICTURES = {
  "art/cover": { draw: cover, of: "the village at the end of a railway: a wheel of cheese in the mouth of the Bore" },
  ...Object.fromEntries(
    Object.entries(PLACES).flatMap(([name, draw]) => [
      [
        `art/locations/${name}-by-day`,
        { draw: () => draw(false), of: `${name.replaceAll("-", " ")} by day, after world/setting.md` },
      ],
      [
        `art/locations/${name}-by-night`,
        { draw: () => draw(true), of: `${name.replaceAll("-", " ")} by night, after world/setting.md` },
      ],
    ]),
  ),
};
