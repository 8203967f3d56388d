/** One Wheel Over: its nine places by day and by night, as `world/setting.md` has them, and its cover. */
import { Sheet } from "./paper.mjs";

const DAY = {
  sky: "#d5e0dc",
  skyLow: "#efe3c8",
  far: "#a9b9bb",
  mid: "#7f959b",
  near: "#5d7379",
  snow: "#f4efe4",
  stone: "#b9b1a0",
  stoneDark: "#8d8678",
  stoneDeep: "#5f5a52",
  wood: "#a8784c",
  woodDark: "#7b5334",
  woodDeep: "#50361f",
  slate: "#566069",
  cream: "#efe2c4",
  creamDark: "#d8c7a0",
  copper: "#c8743c",
  copperDark: "#93502a",
  red: "#b23b2e",
  green: "#3f7a5b",
  greenDark: "#2c5844",
  leaf: "#7f9a4e",
  hay: "#d8b65e",
  iron: "#3c3f45",
  ironDark: "#26282d",
  glow: "#f4c463",
  grass: "#93a365",
  grassDark: "#6d8050",
  light: "#f6ecd2",
  inside: "#4d443d",
  insideDeep: "#2f2a2a",
  rind: "#a39a8a",
  ink: "#2a2530",
};
const NIGHT = {
  sky: "#1b2140",
  skyLow: "#2b3157",
  far: "#2c3459",
  mid: "#262c4c",
  near: "#1e233d",
  snow: "#56608a",
  stone: "#545873",
  stoneDark: "#3f435c",
  stoneDeep: "#2b2d42",
  wood: "#6a4a41",
  woodDark: "#4c3533",
  woodDeep: "#322428",
  slate: "#2c3148",
  cream: "#8f8587",
  creamDark: "#6f6873",
  copper: "#a45f3c",
  copperDark: "#6d3e30",
  red: "#8e3433",
  green: "#2f5a4e",
  greenDark: "#20413c",
  leaf: "#46583f",
  hay: "#8f7a4c",
  iron: "#25273a",
  ironDark: "#171828",
  glow: "#f5c566",
  grass: "#37456a",
  grassDark: "#283250",
  light: "#39426f",
  inside: "#2c2733",
  insideDeep: "#1a1722",
  rind: "#6f6a70",
  ink: "#14121d",
};

const dayOr = (night) => (night ? NIGHT : DAY);

function sky(s, c, night, horizon = 420) {
  s.put(s.rect(-20, -20, 1640, horizon + 200, 0), c.sky, { depth: 0 });
  s.put(
    s.ridge([
      [-20, horizon - 60],
      [400, horizon - 90],
      [900, horizon - 50],
      [1620, horizon - 80],
    ]),
    c.skyLow,
    { depth: 0 },
  );
  if (night) {
    s.put(s.ellipse(1290, 120, 46), "#e9dfc2", { depth: 1 });
    for (let i = 0; i < 40; i++)
      s.put(s.ellipse(s.between(0, 1600), s.between(0, horizon - 80), s.between(1.5, 3.4), undefined, 12), "#dfe3ee", {
        depth: 0,
        opacity: s.between(0.4, 0.95),
      });
  } else s.put(s.ellipse(1290, 130, 58), "#f7e2a4", { depth: 1 });
}

/** A green enamel lamp on its post. */
function lamp(s, c, x, foot, height, night) {
  s.put(s.strip(x, foot, x, foot - height, 8, 6), c.ironDark);
  if (night) s.glow(x, foot - height - 10, height * 0.55, c.glow);
  s.put(
    s.cut(
      [
        [x - 22, foot - height],
        [x + 22, foot - height],
        [x + 9, foot - height - 22],
        [x - 9, foot - height - 22],
      ],
      1,
    ),
    c.green,
  );
  s.put(s.ellipse(x, foot - height + 5, 10, 8), night ? "#fff0c0" : c.cream, { depth: 0 });
}

function lantern(s, c, x, y, size, lit, cord = 0) {
  if (cord > 0) s.put(s.strip(x, y - cord, x, y - size, 3), c.ironDark, { depth: 0 });
  if (lit) s.glow(x, y, size * 5, c.glow, 0.13);
  s.put(s.strip(x, y - size * 1.7, x, y - size * 0.8, 3), c.ironDark, { depth: 0 });
  s.put(s.rect(x - size * 0.6, y - size * 0.8, size * 1.2, size * 1.7, 1), c.ironDark);
  s.put(s.rect(x - size * 0.38, y - size * 0.5, size * 0.76, size * 1.1, 1), lit ? "#ffe6a0" : c.creamDark, {
    depth: 0,
  });
  s.put(
    s.cut(
      [
        [x - size * 0.75, y - size * 0.8],
        [x + size * 0.75, y - size * 0.8],
        [x, y - size * 1.35],
      ],
      1,
    ),
    c.iron,
    { depth: 0 },
  );
}

/** A wheel of cheese on its edge: grey rind and a ring of chalk. */
function wheel(s, c, x, y, rx, ry) {
  s.put(s.ellipse(x, y, rx, ry), c.rind, { depth: 1 });
  s.put(s.ring(x, y, rx * 0.72, ry * 0.72, Math.max(1.6, rx * 0.09)), "#e9e3d3", { depth: 0, opacity: 0.75 });
}

function theBore(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 11, ground: c.insideDeep });
  const vanish = [800, 430];
  // Vaults, the farthest last; a lamp cannot reach the end.
  const vaults = [
    [690, "#6a625a"],
    [560, "#575049"],
    [440, "#463f3b"],
    [330, "#363030"],
    [230, "#282426"],
    [140, "#1b181c"],
  ];
  for (const [half, day] of vaults)
    s.put(
      s.arch(800 - half, vanish[1] - half * 0.72, half * 2, half * 1.5 + 40, half * 0.9),
      night ? mix(day, "#1a1730", 0.5) : day,
      { depth: 2 },
    );
  // Floor of ballast.
  s.put(
    s.cut(
      [
        [-20, 920],
        [1620, 920],
        [880, 540],
        [720, 540],
      ],
      2,
    ),
    night ? "#3a3640" : "#857b6c",
    { depth: 1 },
  );
  for (let i = 0; i < 150; i++) {
    const t = s.random() ** 1.6;
    const y = 560 + t * 330;
    const x = 800 + s.between(-1, 1) * (70 + t * 620);
    s.put(
      s.ellipse(x, y, 3 + 9 * t, 2 + 5 * t, 12),
      s.random() < 0.5 ? (night ? "#4b4652" : "#9b9180") : night ? "#2f2b35" : "#6f6659",
      { depth: 0 },
    );
  }
  // Shelves along both walls, seven high.
  const far = 0.2;
  for (const side of [-1, 1]) {
    const at = (t, row) => {
      const x = 800 + side * (790 * (1 - t) + 118 * t);
      const top = vanish[1] - 330 * (1 - t) - 60 * t;
      const foot = vanish[1] + 400 * (1 - t) + 96 * t;
      return [x, top + ((foot - top) * row) / 7];
    };
    const post = (t) => s.put(s.strip(...at(t, -0.1), ...at(t, 7.1), 20 * (1 - t) + 5), c.woodDark, { depth: 1 });
    for (let row = 1; row <= 7; row++) {
      const [x1, y1] = at(0, row);
      const [x2, y2] = at(1, row);
      s.put(
        s.cut(
          [
            [x1, y1 - 5],
            [x2, y2 - 2],
            [x2, y2 + 3],
            [x1, y1 + 14],
          ],
          1,
        ),
        c.wood,
        { depth: 1 },
      );
      for (let i = 0; i < 15; i++) {
        const t = 1 - (1 - i / 15) ** 1 * (1 - far * 0.1);
        const spot = 0.02 + 0.95 * (1 - (1 - i / 14.5) ** 1.7);
        const size = 36 * (1 - spot) + 6;
        const [x, y] = at(spot, row);
        wheel(s, c, x, y - size * 0.92 - 3 * (1 - spot), size * 0.62, size * 0.9);
        void t;
      }
    }
    for (const t of [0.01, 0.42, 0.68, 0.85]) post(t);
    for (const [t, lit] of [
      [0.42, true],
      [0.68, true],
      [0.85, true],
    ]) {
      const [x, y] = at(t, 2.1);
      lantern(s, c, x - side * (34 * (1 - t) + 4), y, 24 * (1 - t) + 5, night || lit);
    }
  }
  // The handcart with its shafts on the ground.
  for (const dy of [0, 22]) s.put(s.strip(540, 836 - dy, 760, 752 - dy, 10), c.woodDark, { depth: 1 });
  s.put(
    s.cut(
      [
        [690, 700],
        [930, 700],
        [905, 775],
        [715, 775],
      ],
      2,
    ),
    c.wood,
    { depth: 2 },
  );
  s.put(s.ring(735, 790, 44, 44, 10), c.woodDeep, { depth: 2 });
  s.put(s.ring(885, 790, 44, 44, 10), c.woodDeep, { depth: 2 });
  for (const [x, y] of [
    [750, 690],
    [812, 682],
    [874, 690],
  ])
    wheel(s, c, x, y, 34, 24);
  // The granite mouth.
  const ringStone = (from, to, out, inn) => {
    const p = (angle, r) => [800 + r * Math.cos(angle) * 1.12, 470 - r * Math.sin(angle) * 0.7];
    return s.cut([p(from, out), p(to, out), p(to, inn), p(from, inn)], 3);
  };
  const n = 13;
  for (let i = 0; i < n; i++) {
    const [a, b] = [(Math.PI * i) / n + 0.006, (Math.PI * (i + 1)) / n - 0.006];
    const key = i === 6;
    s.put(ringStone(a, b, 1100, key ? 590 : 626), mix(c.stone, c.stoneDark, s.random() * 0.7), { depth: 3 });
  }
  for (const x of [-60, 1500])
    for (let row = 0; row < 5; row++)
      s.put(s.rect(x + (row % 2) * 8, 470 + row * 96, 152, 92, 4), mix(c.stone, c.stoneDark, s.random() * 0.7), {
        depth: 3,
      });
  // The keystone carries a winged wheel.
  s.put(s.ring(800, 28, 20, 20, 5), c.stoneDeep, { depth: 0 });
  for (const side of [-1, 1])
    for (const dy of [0, 9, 18])
      s.put(s.strip(800 + side * 24, 24 + dy * 0.6, 800 + side * (64 - dy), 8 + dy, 5, 2), c.stoneDeep, { depth: 0 });
  return s;
}

function theBlindEnd(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 23, ground: night ? "#191722" : "#3a3536" });
  const tone = night ? ["#2a2733", "#322e3b", "#24212c", "#3a3542"] : ["#6a625c", "#766d65", "#5c5550", "#837a70"];
  for (let row = 0; row < 7; row++)
    for (let col = 0; col < 11; col++) {
      const x = col * 155 - 60 + (row % 2) * 70;
      const y = row * 118 - 40;
      const j = () => s.between(-34, 34);
      s.put(
        s.cut(
          [
            [x + j(), y + j()],
            [x + 150 + j(), y + j()],
            [x + 165 + j(), y + 118 + j()],
            [x + 70 + j(), y + 150 + j()],
            [x + j(), y + 110 + j()],
          ],
          3,
        ),
        tone[Math.floor(s.random() * 4)],
        { depth: 1 },
      );
    }
  // Rows of nine drill holes.
  for (let row = 0; row < 4; row++)
    for (let col = 0; col < 9; col++)
      s.put(s.ellipse(560 + col * 62, 250 + row * 78 + s.between(-5, 5), 11, 12), "#131119", { depth: 0 });
  // Chalk figures climb the left wall and stop at a nought.
  const chalk = night ? "#b9b2b4" : "#f0eadc";
  for (let i = 0; i < 9; i++) {
    const y = 640 - i * 54;
    for (let k = 0; k < 4; k++)
      s.put(s.strip(190 + k * 17, y, 186 + k * 17, y + 34, 5), chalk, { depth: 0, opacity: 0.88 });
    if (i % 2 === 0) s.put(s.strip(176, y + 26, 254, y + 6, 5), chalk, { depth: 0, opacity: 0.88 });
  }
  s.put(s.ring(220, 130, 24, 30, 6), chalk, { depth: 0, opacity: 0.9 });
  // The hook that holds nothing.
  s.put(s.rect(808, 150, 26, 40, 1), c.ironDark);
  s.put("M821 186 v34 a26 26 0 0 0 52 0 v-8 h-11 v8 a15 15 0 0 1 -30 0 v-34 z", c.ironDark, { depth: 2 });
  // Ledge with run wax, candles and a tin cup upside down.
  s.put(
    s.cut(
      [
        [470, 600],
        [1150, 585],
        [1190, 628],
        [450, 645],
      ],
      4,
    ),
    c.stoneDark,
    { depth: 2 },
  );
  for (let i = 0; i < 15; i++) {
    const x = 560 + i * 30 + s.between(-8, 8);
    const h = s.between(12, 52);
    s.put(s.rect(x, 604 - h, 15, h + s.between(4, 26), 2), night ? "#cbbd9b" : "#efe4c6", { depth: 1 });
  }
  for (const x of [636, 760, 872]) {
    s.glow(x, 536, night ? 230 : 150, c.glow, night ? 0.12 : 0.1);
    s.put(
      s.blob([
        [x, 512],
        [x + 8, 534],
        [x, 546],
        [x - 8, 534],
      ]),
      "#ffe9a8",
      { depth: 0 },
    );
  }
  s.put(
    s.cut(
      [
        [1050, 596],
        [1110, 594],
        [1100, 536],
        [1060, 537],
      ],
      1,
    ),
    night ? "#7e8190" : "#b7bac0",
    { depth: 1 },
  );
  // Sleepers, cut to length and never laid; the heap of stone, squared off.
  for (let i = 0; i < 5; i++)
    s.put(s.rect(-40, 690 + i * 44, 470 - (i % 2) * 46, 38, 3), i % 2 ? c.woodDeep : mix(c.woodDeep, "#000", 0.2), {
      depth: 2,
    });
  for (let row = 0; row < 4; row++)
    for (let col = 0; col < 5 - row; col++)
      s.put(
        s.rect(1150 + col * 98 + row * 46, 800 - row * 74, 90, 68, 5),
        mix(c.stone, c.stoneDeep, s.random() * 0.7),
        { depth: 2 },
      );
  s.put(
    s.ridge([
      [-20, 868],
      [500, 852],
      [1100, 860],
      [1620, 846],
    ]),
    night ? "#242029" : "#5d554f",
    { depth: 2 },
  );
  return s;
}

function theWaitingRoom(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 31, ground: c.creamDark });
  s.put(s.rect(-20, -20, 1640, 700, 0), night ? "#6a5f5d" : c.cream, { depth: 0 });
  s.put(s.rect(-20, 470, 1640, 180, 0), night ? "#4a5a52" : "#8aa38a", { depth: 1 });
  // Hat hooks.
  s.put(s.rect(-20, 168, 1640, 14, 1), c.woodDark);
  for (let x = 20; x < 1600; x += 44)
    if (x < 560 || x > 1050) s.put(s.rect(x, 180, 5, 22, 0.5), c.ironDark, { depth: 0 });
  // Two tall doors that open on the Platform, the timetable between them.
  for (const x of [560, 880]) {
    s.put(s.rect(x - 14, 96, 208, 548, 2), c.woodDeep, { depth: 2 });
    s.put(s.rect(x, 110, 180, 530, 2), c.wood, { depth: 1 });
    for (const [dx, dy] of [
      [16, 20],
      [98, 20],
      [16, 160],
      [98, 160],
    ])
      s.put(s.rect(x + dx, 110 + dy, 66, 120, 1), night ? "#232a50" : "#e4efe8", { depth: 0 });
    if (night) s.put(s.ellipse(x + 130, 200, 9), c.glow, { depth: 0 });
    s.put(s.rect(x + 18, 420, 144, 190, 2), c.woodDark, { depth: 0 });
  }
  s.put(s.rect(758, 200, 104, 160, 1), c.ironDark, { depth: 2 });
  s.put(s.rect(768, 210, 84, 140, 1), "#f2ead6", { depth: 0, opacity: night ? 0.75 : 1 });
  for (let i = 0; i < 8; i++) s.put(s.rect(778, 224 + i * 15, 64, 5, 0.5), "#5a5258", { depth: 0 });
  // Ticket window and the rack behind its grille.
  s.put(s.rect(70, 214, 380, 330, 2), c.woodDark, { depth: 2 });
  s.put(s.rect(96, 240, 328, 190, 1), night ? "#392f2c" : "#6e5139", { depth: 0 });
  const cards = [c.green, "#8a6a3e", "#efe6cf"];
  for (let row = 0; row < 4; row++)
    for (let col = 0; col < 8; col++) {
      s.put(s.rect(104 + col * 40, 248 + row * 46, 34, 36, 0.5), night ? "#241d1f" : "#4a3526", { depth: 0 });
      s.put(s.rect(112 + col * 40, 260 + row * 46, 18, 22, 0.5), cards[Math.floor(s.random() * 3)], {
        depth: 0,
        opacity: night ? 0.7 : 1,
      });
    }
  for (let x = 110; x < 424; x += 27) s.put(s.strip(x, 240, x, 430, 4), "#c79b4b", { depth: 0 });
  s.put(s.rect(54, 430, 412, 26, 2), c.wood, { depth: 2 });
  s.put(s.rect(70, 456, 380, 190, 2), c.woodDark, { depth: 1 });
  // The poster of Mirasole.
  s.put(s.rect(1130, 214, 150, 210, 1), "#f0e6cc", { depth: 1 });
  s.put(s.rect(1140, 224, 130, 150, 1), night ? "#55739a" : "#7fb0c8", { depth: 0 });
  s.put(
    s.cut(
      [
        [1140, 340],
        [1270, 320],
        [1270, 374],
        [1140, 374],
      ],
      2,
    ),
    "#d8b65e",
    { depth: 0 },
  );
  s.put(s.ellipse(1175, 296, 28, 26), "#5f8a4c", { depth: 0 });
  for (const [x, y] of [
    [1164, 290],
    [1184, 302],
    [1180, 282],
  ])
    s.put(s.ellipse(x, y, 5), "#f0cf4e", { depth: 0 });
  s.put(s.rect(1171, 318, 7, 44, 0.5), c.woodDark, { depth: 0 });
  s.put(
    s.cut(
      [
        [1232, 300],
        [1250, 362],
        [1214, 362],
      ],
      1,
    ),
    "#b23b2e",
    { depth: 0 },
  );
  s.put(s.ellipse(1232, 294, 8), "#e8c9a0", { depth: 0 });
  // The stove with its soup; the pipe goes out where a clock was to hang.
  s.put(s.ellipse(1440, 96, 46), night ? "#403838" : "#bfae88", { depth: 0 });
  s.put(s.rect(1424, 90, 32, 330, 1), c.ironDark, { depth: 2 });
  s.put(s.rect(1370, 410, 140, 236, 3), c.iron, { depth: 3 });
  s.put(s.rect(1350, 396, 180, 22, 2), c.ironDark, { depth: 2 });
  s.put(s.rect(1392, 500, 96, 70, 2), "#e2792f", { depth: 0 });
  s.put(s.rect(1406, 512, 68, 46, 2), "#f7c655", { depth: 0 });
  if (night) s.glow(1440, 530, 240, "#f0a24a", 0.1);
  s.put(
    s.cut(
      [
        [1384, 340],
        [1496, 340],
        [1484, 398],
        [1396, 398],
      ],
      2,
    ),
    "#7d868c",
    { depth: 2 },
  );
  // Scrubbed floor and rows of benches, seen from behind.
  s.put(s.rect(-20, 640, 1640, 290, 0), night ? "#4e3f3b" : "#c9a877", { depth: 1 });
  for (let y = 668; y < 900; y += 34) s.put(s.rect(-20, y, 1640, 3, 0.5), night ? "#3d312f" : "#b08e5f", { depth: 0 });
  if (night) for (const x of [300, 800, 1180]) lantern(s, c, x, 80, 24, true, 120);
  for (const [y, scale] of [
    [690, 0.8],
    [770, 1],
  ])
    for (const from of [-40, 860]) {
      const w = 790 * scale + 40;
      const x = from < 0 ? -40 : 1640 - w;
      s.put(s.rect(x, y, w, 56 * scale, 2), c.wood, { depth: 3 });
      s.put(s.rect(x, y + 66 * scale, w, 20 * scale, 2), c.woodDark, { depth: 2 });
      for (let k = 0; k < 5; k++)
        s.put(s.rect(x + 30 + (k * (w - 80)) / 4, y, 18, 130 * scale, 1), c.woodDeep, { depth: 1 });
    }
  return s;
}

function theCopperHouse(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 41, ground: c.inside });
  s.put(s.rect(-20, -20, 1640, 720, 0), night ? "#3a3035" : "#8c7b68", { depth: 0 });
  for (let row = 0; row < 9; row++)
    for (let col = 0; col < 10; col++)
      s.put(
        s.rect(col * 172 - (row % 2) * 80, row * 76 + 60, 164, 70, 4),
        mix(night ? "#423840" : "#9a8973", night ? "#322a31" : "#7d6e5c", s.random()),
        { depth: 0 },
      );
  // Rafters, and steam under them.
  for (const x of [120, 520, 1080, 1480])
    s.put(
      s.cut(
        [
          [x - 26, -20],
          [x + 26, -20],
          [x + 40, 150],
          [x - 40, 150],
        ],
        2,
      ),
      c.woodDeep,
      { depth: 2 },
    );
  s.put(s.rect(-20, 110, 1640, 46, 3), c.woodDark, { depth: 3 });
  // House irons along the wall, with a clean patch where one more used to be.
  s.put(s.rect(60, 196, 620, 12, 1), c.ironDark);
  for (let i = 0; i < 15; i++) {
    const x = 78 + i * 41;
    if (i === 9) {
      s.put(s.rect(x - 12, 212, 30, 92, 1), night ? "#5d5158" : "#c6b597", { depth: 0 });
      continue;
    }
    s.put(s.strip(x, 206, x, 266, 6), c.ironDark);
    const kind = i % 4;
    if (kind === 0) s.put(s.ring(x, 282, 15, 15, 5), c.ironDark);
    else if (kind === 1)
      s.put(
        s.cut(
          [
            [x - 15, 296],
            [x + 15, 296],
            [x, 264],
          ],
          1,
        ),
        c.ironDark,
      );
    else if (kind === 2) s.put(s.rect(x - 13, 266, 26, 26, 1), c.ironDark);
    else s.put(`${s.strip(x - 14, 268, x + 14, 298, 6)}${s.strip(x + 14, 268, x - 14, 298, 6)}`, c.ironDark);
  }
  // The long ladle by itself, beside the lamp.
  lantern(s, c, 985, 250, 26, night);
  s.put(s.rect(1052, 176, 44, 14, 1), c.ironDark);
  s.put(s.strip(1074, 184, 1074, 440, 10, 8), c.copperDark, { depth: 2 });
  s.put(s.ellipse(1074, 458, 40, 30), c.copper, { depth: 2 });
  s.put(s.ellipse(1074, 450, 30, 17), c.copperDark, { depth: 0 });
  // Cheesecloths in order of size.
  s.put(s.strip(1110, 214, 1600, 196, 4), c.creamDark, { depth: 0 });
  for (let i = 0; i < 5; i++)
    s.put(
      s.cut(
        [
          [1130 + i * 92, 214 - i * 3],
          [1206 + i * 92, 211 - i * 3],
          [1200 + i * 92, 274 + i * 26],
          [1136 + i * 92, 268 + i * 26],
        ],
        5,
      ),
      c.cream,
      { depth: 2 },
    );
  // Three kettles over three fires; a calf could be bathed in the largest.
  s.put(s.rect(-20, 690, 1640, 240, 0), night ? "#2c2429" : "#6b5c4d", { depth: 1 });
  for (const [x, r] of [
    [300, 165],
    [800, 215],
    [1270, 150],
  ]) {
    const top = 700 - r * 0.95;
    s.glow(x, 780, r * 1.5, "#f08a3a", night ? 0.14 : 0.09);
    s.put(s.strip(x - r * 0.85, top - r * 0.1, x, 130, 7), c.ironDark);
    s.put(s.strip(x + r * 0.85, top - r * 0.1, x, 130, 7), c.ironDark);
    s.put(
      s.blob([
        [x - r, top],
        [x - r * 0.98, top + r * 0.5],
        [x - r * 0.6, top + r * 0.98],
        [x, top + r * 1.12],
        [x + r * 0.6, top + r * 0.98],
        [x + r * 0.98, top + r * 0.5],
        [x + r, top],
      ]),
      c.copper,
      { depth: 3 },
    );
    s.put(
      s.blob([
        [x - r * 0.9, top + r * 0.1],
        [x - r * 0.82, top + r * 0.5],
        [x - r * 0.5, top + r * 0.88],
        [x - r * 0.62, top + r * 0.4],
      ]),
      mix(c.copper, "#ffe0b0", 0.4),
      { depth: 0 },
    );
    s.put(s.ellipse(x, top, r * 1.04, r * 0.24), c.copperDark, { depth: 1 });
    s.put(s.ellipse(x, top + 3, r * 0.9, r * 0.18), night ? "#b7ac9c" : "#f6eedb", { depth: 0 });
    for (let k = 0; k < 7; k++) {
      const fx = x + (k - 3) * r * 0.2;
      const h = s.between(44, 92) * (r / 190);
      s.put(
        s.blob([
          [fx, 846 - h],
          [fx + 18, 826],
          [fx + 12, 858],
          [fx - 12, 858],
          [fx - 18, 826],
        ]),
        k % 2 ? "#f3b04b" : "#e2702f",
        { depth: 0 },
      );
    }
    s.put(s.rect(x - r * 0.95, 846, r * 1.9, 40, 4), c.stoneDeep, { depth: 2 });
    for (let k = 0; k < 3; k++) {
      const sx = x + (k - 1) * r * 0.5;
      s.put(
        s.blob([
          [sx - 20, top - 20],
          [sx + 26, top - 90],
          [sx - 14, top - 160],
          [sx + 34, top - 236],
          [sx + 70, top - 236],
          [sx + 26, top - 160],
          [sx + 64, top - 90],
          [sx + 24, top - 20],
        ]),
        "#fbf5e6",
        { depth: 0, opacity: night ? 0.1 : 0.2 },
      );
    }
  }
  return s;
}

function theRopehead(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 53, ground: c.sky });
  sky(s, c, night, 470);
  s.put(
    s.ridge([
      [-20, 330],
      [260, 180],
      [520, 320],
      [820, 150],
      [1120, 300],
      [1380, 210],
      [1620, 330],
    ]),
    c.far,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 500],
      [300, 430],
      [700, 520],
      [1100, 440],
      [1620, 500],
    ]),
    c.mid,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 700],
      [400, 640],
      [900, 700],
      [1300, 610],
      [1620, 660],
    ]),
    c.near,
    { depth: 1 },
  );
  for (let i = 0; i < 34; i++) {
    const x = s.between(500, 1600);
    const y = 700 + s.between(-20, 70);
    s.put(
      s.cut(
        [
          [x - 18, y + 60],
          [x + 18, y + 60],
          [x, y - s.between(10, 50)],
        ],
        2,
      ),
      mix(c.near, c.greenDark, 0.6),
      { depth: 1 },
    );
  }
  // Trestles down into the haze, and the two ropes.
  const towers = [
    [880, 360, 300],
    [1080, 430, 220],
    [1240, 480, 165],
    [1370, 516, 120],
    [1470, 544, 88],
    [1550, 566, 62],
  ];
  for (const [x, top, h] of towers.toReversed()) {
    const w = h * 0.28;
    const wood = mix(c.woodDark, c.mid, 1550 - x > 400 ? 0.05 : 0.45);
    s.put(
      `${s.strip(x - w * 0.4, top, x - w, top + h, h * 0.05)}${s.strip(x + w * 0.4, top, x + w, top + h, h * 0.05)}`,
      wood,
    );
    for (let k = 1; k < 4; k++)
      s.put(
        s.strip(x - w * (0.4 + k * 0.15), top + (h * k) / 4, x + w * (0.4 + k * 0.15), top + (h * k) / 4, h * 0.03),
        wood,
        { depth: 0 },
      );
    s.put(s.strip(x - w, top + 4, x + w, top + 4, h * 0.06), wood);
  }
  for (const dy of [0, 34]) {
    s.put(s.strip(658, 330 + dy, 880, 366 + dy * 0.8, 5, 4), c.ironDark, { depth: 0 });
    s.put(s.strip(646, 336 + dy, 604 - dy * 2, 520 + dy, 4), c.ironDark, { depth: 0 });
    for (let i = 0; i < towers.length - 1; i++) {
      const [[x1, y1], [x2, y2]] = [towers[i], towers[i + 1]];
      s.put(s.strip(x1, y1 + 4 + dy * (0.6 - i * 0.08), x2, y2 + 4 + dy * (0.5 - i * 0.08), 4 - i * 0.5), c.ironDark, {
        depth: 0,
      });
    }
  }
  const cradle = (x, y, k) => {
    s.put(s.strip(x, y, x, y + 40 * k, 5 * k), c.iron);
    s.put(
      s.cut(
        [
          [x - 52 * k, y + 40 * k],
          [x + 52 * k, y + 40 * k],
          [x + 40 * k, y + 92 * k],
          [x - 40 * k, y + 92 * k],
        ],
        2,
      ),
      c.wood,
      { depth: 2 },
    );
    s.put(
      s.blob([
        [x - 44 * k, y + 40 * k],
        [x - 20 * k, y + 24 * k],
        [x + 18 * k, y + 22 * k],
        [x + 44 * k, y + 40 * k],
      ]),
      c.hay,
      { depth: 1 },
    );
    s.put(s.ellipse(x + 30 * k, y + 54 * k, 7 * k), "#8b8f9a", { depth: 0 });
  };
  cradle(760, 350, 0.8);
  // The station: roof, posts, loading stage, and the great wheel flat in its frame.
  s.put(s.rect(-20, 690, 720, 230, 3), c.woodDark, { depth: 3 });
  for (let x = 0; x < 700; x += 58)
    s.put(s.rect(x, 694, 52, 220, 2), mix(c.wood, c.woodDark, s.random()), { depth: 0 });
  for (const x of [30, 330, 640]) s.put(s.rect(x, 200, 36, 520, 2), c.woodDeep, { depth: 2 });
  s.put(s.ellipse(350, 560, 300, 78), c.ironDark, { depth: 3 });
  s.put(s.ring(350, 552, 300, 78, 40), c.iron, { depth: 1 });
  for (let k = 0; k < 8; k++) {
    const a = (Math.PI * k) / 4 + 0.3;
    s.put(s.strip(350, 552, 350 + 262 * Math.cos(a), 552 + 62 * Math.sin(a), 12), c.iron, { depth: 0 });
  }
  s.put(s.ellipse(350, 552, 44, 18), c.copperDark, { depth: 1 });
  s.put(s.strip(60, 300, 350, 520, 5), c.ironDark, { depth: 0 });
  s.put(s.strip(470, 640, 660, 420, 26, 20), c.wood, { depth: 3 });
  s.put(s.rect(440, 616, 90, 40, 3), c.copperDark, { depth: 2 });
  for (const [x, y] of [
    [120, 220],
    [250, 212],
  ])
    cradle(x, y, 0.8);
  s.put(
    s.cut(
      [
        [-20, 130],
        [-20, 40],
        [380, -20],
        [800, 190],
        [790, 236],
        [370, 40],
      ],
      3,
    ),
    c.slate,
    { depth: 3 },
  );
  s.put(
    s.cut(
      [
        [-20, 210],
        [-20, 120],
        [370, 34],
        [792, 236],
        [770, 250],
        [366, 80],
      ],
      2,
    ),
    c.woodDark,
    { depth: 1 },
  );
  for (const y of [336, 370]) s.put(s.ring(658, y, 18, 18, 6), c.iron, { depth: 1 });
  for (const [x, w] of [
    [560, 120],
    [640, 90],
  ])
    s.put(
      s.blob([
        [x, 712],
        [x + w * 0.3, 676],
        [x + w * 0.7, 670],
        [x + w, 712],
      ]),
      c.hay,
      { depth: 1 },
    );
  s.put(s.rect(700, 640, 18, 260, 1), c.woodDeep, { depth: 2 });
  s.put(s.rect(-20, 640, 730, 12, 1), c.woodDeep, { depth: 1 });
  if (night) lantern(s, c, 500, 250, 26, true);
  else lantern(s, c, 500, 250, 26, false);
  return s;
}

function roofs(s, c, night, spots) {
  for (const [x, y, w, h] of spots) {
    s.put(s.rect(x, y, w, h, 2), night ? mix(c.stone, "#20233c", 0.3) : c.cream, { depth: 1 });
    s.put(
      s.cut(
        [
          [x - w * 0.14, y + 4],
          [x + w / 2, y - h * 0.62],
          [x + w * 1.14, y + 4],
        ],
        2,
      ),
      c.slate,
      { depth: 2 },
    );
    s.put(s.rect(x + w * 0.68, y - h * 0.72, w * 0.12, h * 0.4, 1), c.stoneDark, { depth: 1 });
    for (const k of [0.2, 0.58])
      s.put(
        s.rect(x + w * k, y + h * 0.34, w * 0.2, h * 0.3, 1),
        night ? (s.random() < 0.75 ? c.glow : c.ironDark) : c.iron,
        { depth: 0 },
      );
  }
}

function thePlatform(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 67, ground: c.sky });
  sky(s, c, night, 430);
  s.put(
    s.ridge([
      [500, 470],
      [760, 300],
      [980, 90],
      [1190, 40],
      [1420, 190],
      [1640, 300],
    ]),
    c.mid,
    { depth: 2 },
  );
  s.put(
    s.cut(
      [
        [1040, 120],
        [1190, 42],
        [1300, 112],
        [1220, 130],
        [1170, 104],
        [1110, 140],
      ],
      4,
    ),
    c.snow,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 450],
      [300, 430],
      [700, 470],
      [1100, 430],
      [1640, 470],
    ]),
    c.near,
    { depth: 1 },
  );
  // Leeks where the rails would lie.
  s.put(
    s.cut(
      [
        [930, 470],
        [990, 470],
        [1640, 800],
        [1640, 920],
        [1100, 920],
      ],
      3,
    ),
    mix(c.woodDark, c.ink, 0.25),
    { depth: 1 },
  );
  for (const [x1, x2] of [
    [948, 1270],
    [974, 1580],
  ])
    for (let i = 0; i < 13; i++) {
      const t = (i / 12) ** 1.7;
      const x = x1 + (x2 - x1) * t;
      const y = 476 + t * 420 * (x2 > 1400 ? 0.92 : 1);
      const k = 0.14 + t * 0.95;
      for (const lean of [-34, -12, 14, 36])
        s.put(
          s.strip(x, y, x + lean * k, y - 92 * k, 13 * k, 3 * k),
          lean % 4 === 0 ? c.leaf : mix(c.leaf, c.greenDark, 0.4),
          { depth: 1 },
        );
      s.put(s.rect(x - 7 * k, y - 10 * k, 14 * k, 20 * k, 1), c.cream, { depth: 0 });
    }
  // Ninety metres of dressed stone, with a white line along its edge.
  s.put(
    s.cut(
      [
        [800, 466],
        [930, 470],
        [1100, 920],
        [-20, 920],
        [-20, 700],
      ],
      2,
    ),
    c.stone,
    { depth: 3 },
  );
  for (let i = 1; i < 9; i++) {
    const t = (i / 9) ** 1.8;
    s.put(s.strip(805 - 830 * t, 470 + 250 * t, 930 + 168 * t, 474 + 440 * t, 2 + 3 * t), c.stoneDark, { depth: 0 });
  }
  s.put(
    s.cut(
      [
        [916, 470],
        [924, 470],
        [1066, 920],
        [1020, 920],
      ],
      1,
    ),
    night ? "#a7a9bd" : "#faf6ea",
    { depth: 0 },
  );
  s.put(
    s.cut(
      [
        [930, 470],
        [938, 478],
        [1140, 920],
        [1100, 920],
      ],
      1,
    ),
    c.stoneDeep,
    { depth: 1 },
  );
  // The station wall with its two doors; trestles under a tarpaulin.
  s.put(
    s.cut(
      [
        [-20, 60],
        [800, 400],
        [800, 470],
        [-20, 720],
      ],
      3,
    ),
    night ? "#4b4a5e" : c.cream,
    { depth: 3 },
  );
  s.put(
    s.cut(
      [
        [-20, -20],
        [830, 372],
        [830, 410],
        [-20, 90],
      ],
      3,
    ),
    c.slate,
    { depth: 3 },
  );
  for (const [x, w, top, foot] of [
    [220, 88, 262, 618],
    [400, 66, 322, 566],
  ]) {
    s.put(
      s.cut(
        [
          [x, top],
          [x + w, top + w * 0.42],
          [x + w, foot - w * 0.3],
          [x, foot],
        ],
        2,
      ),
      c.woodDark,
      { depth: 1 },
    );
    s.put(
      s.cut(
        [
          [x + w * 0.14, top + 30],
          [x + w * 0.86, top + 30 + w * 0.36],
          [x + w * 0.86, top + 160],
          [x + w * 0.14, top + 160 - 10],
        ],
        1,
      ),
      night ? c.glow : c.light,
      { depth: 0 },
    );
  }
  s.put(
    s.cut(
      [
        [560, 470],
        [700, 478],
        [716, 506],
        [700, 528],
        [540, 556],
        [536, 520],
      ],
      4,
    ),
    mix(c.hay, c.stoneDark, 0.5),
    { depth: 2 },
  );
  // Signal at danger, lamps, the sign.
  for (const [t, x] of [
    [0.06, 846],
    [0.2, 806],
    [0.5, 660],
  ]) {
    const foot = 476 + 330 * t * 1.05;
    lamp(s, c, x, foot + 40 * t, 110 + 260 * t, night);
  }
  s.put(s.strip(1252, 640, 1252, 250, 16, 12), c.ironDark, { depth: 2 });
  s.put(
    s.cut(
      [
        [1244, 262],
        [1380, 262],
        [1380, 300],
        [1244, 300],
      ],
      1,
    ),
    c.red,
    { depth: 2 },
  );
  s.put(s.rect(1338, 262, 14, 38, 0.5), c.cream, { depth: 0 });
  if (night) s.glow(1236, 322, 74, "#e2523c", 0.2);
  s.put(s.ellipse(1236, 322, 15), night ? "#ff7a5c" : c.red, { depth: 1 });
  s.put(s.rect(128, 690, 14, 170, 1), c.ironDark, { depth: 1 });
  s.put(s.rect(612, 690, 14, 170, 1), c.ironDark, { depth: 1 });
  s.put(s.rect(90, 624, 576, 104, 2), c.green, { depth: 3 });
  s.put(s.rect(100, 634, 556, 84, 1), night ? "#9d9b9f" : "#f6efdd", { depth: 0 });
  s.text(378, 659, "OTTREL JUNCTION", { size: 34, fill: c.greenDark, weight: 820 });
  // One folding stool at the far end.
  s.put(
    `${s.strip(872, 500, 892, 470, 4)}${s.strip(892, 500, 872, 470, 4)}${s.strip(866, 470, 898, 470, 5)}`,
    c.woodDeep,
    { depth: 0 },
  );
  return s;
}

function theTerrace(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 71, ground: c.sky });
  sky(s, c, night, 400);
  s.put(
    s.ridge([
      [-20, 300],
      [240, 140],
      [470, 300],
      [700, 200],
      [980, 330],
      [1300, 180],
      [1620, 320],
    ]),
    c.far,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 420],
      [420, 380],
      [900, 430],
      [1620, 370],
    ]),
    c.mid,
    { depth: 1 },
  );
  s.put(
    s.ridge([
      [-20, 520],
      [500, 500],
      [1000, 540],
      [1620, 480],
    ]),
    c.near,
    { depth: 1 },
  );
  roofs(s, c, night, [
    [60, 500, 96, 76],
    [190, 480, 84, 66],
    [300, 520, 110, 84],
    [440, 492, 84, 70],
    [560, 530, 100, 78],
    [120, 560, 104, 84],
    [250, 590, 110, 86],
    [400, 590, 100, 80],
    [530, 610, 104, 84],
  ]);
  if (night) for (const x of [178, 420, 548]) s.glow(x, 590, 46, c.glow, 0.16);
  // Four steps of dry stone, climbing to the right.
  const steps = [
    [560, 470],
    [420, 590],
    [260, 700],
    [90, 800],
  ];
  for (const [index, [left, top]] of steps.entries()) {
    s.put(
      s.cut(
        [
          [left, top + 6],
          [1640, top - 40],
          [1640, 920],
          [left - 30, 920],
        ],
        3,
      ),
      index % 2 ? c.grass : c.grassDark,
      { depth: 2 },
    );
    // Bean poles with red twine.
    for (let x = left + 120; x < 1600; x += 96 - index * 6 - (index === 0 && x > 1250 ? 44 : 0)) {
      if (index >= 2 && x > 760 && x < 1260) continue;
      const y = top - 38 * ((x - left) / (1640 - left));
      const h = 128 + index * 8;
      s.put(s.strip(x, y + 10, x + 10, y - h, 7, 5), c.woodDark, { depth: 1 });
      for (let k = 0; k < 6; k++)
        s.put(
          s.ellipse(x + s.between(-24, 30), y - h * (0.12 + k * 0.14), s.between(13, 22), s.between(10, 16)),
          s.random() < 0.5 ? c.leaf : mix(c.leaf, c.greenDark, 0.5),
          { depth: 1 },
        );
      s.put(s.strip(x - 6, y - h * 0.5, x + 20, y - h * 0.54, 6), c.red, { depth: 0 });
    }
    let x = left;
    while (x < 1620) {
      const w = s.between(60, 128);
      const drop = 40 * ((x - left) / (1640 - left));
      for (let row = 0; row < 2; row++)
        s.put(
          s.rect(x + (row ? 22 : 0), top + 12 - drop + row * 44, w - 5, 42, 4),
          mix(c.stone, c.stoneDark, s.random()),
          { depth: row ? 1 : 2 },
        );
      x += w;
    }
  }
  // The bench with Mirasole across its back, and cats on one stone.
  s.put(s.rect(840, 632, 400, 64, 2), c.wood, { depth: 3 });
  s.text(1040, 650, "MIRASOLE", { size: 30, fill: c.woodDeep, weight: 760 });
  s.put(s.rect(820, 714, 440, 24, 2), c.wood, { depth: 3 });
  for (const x of [860, 1200]) s.put(s.rect(x, 636, 20, 140, 1), c.woodDark, { depth: 2 });
  const cat = (x, y, k, fill, flip = 1) => {
    s.put(
      s.blob([
        [x - 46 * k, y],
        [x - 34 * k * flip, y - 30 * k],
        [x + 10 * k, y - 34 * k],
        [x + 46 * k, y - 14 * k],
        [x + 46 * k, y],
      ]),
      fill,
      { depth: 2 },
    );
    s.put(s.ellipse(x + 38 * k * flip, y - 26 * k, 19 * k, 17 * k), fill, { depth: 1 });
    s.put(
      s.cut(
        [
          [x + 24 * k * flip, y - 34 * k],
          [x + 29 * k * flip, y - 56 * k],
          [x + 38 * k * flip, y - 40 * k],
        ],
        0.5,
      ),
      fill,
      { depth: 0 },
    );
    s.put(
      s.cut(
        [
          [x + 40 * k * flip, y - 40 * k],
          [x + 50 * k * flip, y - 56 * k],
          [x + 54 * k * flip, y - 32 * k],
        ],
        0.5,
      ),
      fill,
      { depth: 0 },
    );
  };
  s.put(s.rect(330, 796, 340, 92, 5), mix(c.stone, "#fff", night ? 0.05 : 0.3), { depth: 3 });
  cat(420, 798, 1, c.ink);
  cat(560, 798, 0.95, night ? "#8a6a4e" : "#c98a4b", -1);
  return s;
}

function theEngineShed(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 83, ground: c.inside });
  s.put(s.rect(-20, -20, 1640, 620, 0), night ? "#4b3534" : "#a4674b", { depth: 0 });
  for (let row = 0; row < 15; row++)
    for (let col = 0; col < 19; col++)
      s.put(
        s.rect(col * 92 - (row % 2) * 44, row * 40, 87, 36, 1.5),
        mix(night ? "#523a38" : "#ad7053", night ? "#412e30" : "#965c43", s.random()),
        { depth: 0 },
      );
  for (const x of [60, 420, 1180, 1540]) s.put(s.strip(x, -20, 800, -300, 40), c.ironDark, { depth: 2 });
  s.put(s.rect(-20, 40, 1640, 40, 2), c.ironDark, { depth: 3 });
  for (let x = 40; x < 1600; x += 150)
    s.put(`${s.strip(x, -20, x + 75, 50, 12)}${s.strip(x + 75, 50, x + 150, -20, 12)}`, c.iron, { depth: 1 });
  // Two arched doors, high enough for a chimney.
  for (const x of [470, 830]) {
    s.put(s.arch(x - 18, 132, 336, 480, 168), c.stoneDark, { depth: 2 });
    s.put(s.arch(x, 150, 300, 462, 150), night ? "#1f2750" : "#dfe9df", { depth: 0 });
    if (!night)
      s.put(
        s.cut(
          [
            [x, 470],
            [x + 130, 380],
            [x + 300, 460],
            [x + 300, 612],
            [x, 612],
          ],
          3,
        ),
        c.mid,
        { depth: 0 },
      );
    else
      for (let i = 0; i < 9; i++)
        s.put(s.ellipse(x + s.between(20, 280), s.between(230, 430), 2.6, undefined, 12), "#dfe3ee", { depth: 0 });
    s.put(s.rect(x + 140, 152, 18, 460, 1), c.woodDark, { depth: 1 });
    for (const y of [300, 430, 540]) s.put(s.rect(x, y, 300, 10, 1), c.woodDark, { depth: 0 });
  }
  // Maps of two valleys with a strip of bare brick between; a buffer on its chain.
  for (const [x, tint] of [
    [90, "#d9c892"],
    [258, "#c9cfa0"],
  ]) {
    s.put(s.rect(x, 180, 150, 200, 2), mix(tint, night ? "#2c2733" : "#fff", night ? 0.5 : 0.1), { depth: 1 });
    s.put(
      s.blob([
        [x + 20, 350],
        [x + 60, 290],
        [x + 50, 240],
        [x + 110, 200],
        [x + 120, 206],
        [x + 66, 250],
        [x + 78, 300],
        [x + 40, 356],
      ]),
      "#6d94a8",
      { depth: 0, opacity: night ? 0.6 : 1 },
    );
  }
  s.put(s.strip(1340, 60, 1340, 260, 6), c.ironDark);
  s.put(s.rect(1318, 256, 44, 60, 2), c.iron, { depth: 2 });
  s.put(s.ellipse(1340, 330, 62, 24), c.ironDark, { depth: 2 });
  // Lost gloves on four pegs.
  s.put(s.rect(1200, 400, 300, 14, 1), c.woodDark);
  for (const [i, tint] of [c.red, "#4c6b8a", c.hay, c.green].entries())
    s.put(
      s.blob([
        [1230 + i * 70, 414],
        [1252 + i * 70, 420],
        [1256 + i * 70, 462],
        [1240 + i * 70, 480],
        [1222 + i * 70, 462],
      ]),
      tint,
      { depth: 1 },
    );
  // The turntable, with school benches in four quarters, facing the light.
  s.put(s.rect(-20, 600, 1640, 330, 0), night ? "#3b3438" : "#9c8f7e", { depth: 1 });
  s.put(s.ellipse(800, 750, 690, 172), c.ironDark, { depth: 2 });
  s.put(s.ellipse(800, 742, 668, 160), c.iron, { depth: 1 });
  s.put(s.ring(800, 742, 640, 150, 10), mix(c.iron, "#fff", 0.2), { depth: 0 });
  s.put(
    s.cut(
      [
        [770, 590],
        [830, 590],
        [858, 900],
        [742, 900],
      ],
      1,
    ),
    c.ironDark,
    { depth: 0 },
  );
  for (const [x, y, k] of [
    [420, 668, 0.8],
    [1000, 668, 0.8],
    [330, 770, 1],
    [1010, 770, 1],
  ]) {
    const w = 260 * k;
    s.put(s.rect(x, y, w, 16 * k, 1), c.wood, { depth: 3 });
    s.put(
      s.cut(
        [
          [x, y - 40 * k],
          [x + w, y - 40 * k],
          [x + w - 10, y - 12 * k],
          [x + 10, y - 12 * k],
        ],
        1,
      ),
      c.woodDark,
      { depth: 2 },
    );
    for (const dx of [16, w - 30]) s.put(s.rect(x + dx, y, 14 * k, 58 * k, 1), c.woodDeep, { depth: 1 });
    for (let i = 0; i < 3; i++)
      s.put(s.rect(x + 26 + i * 76 * k, y - 52 * k, 46 * k, 30 * k, 1), i === 1 ? c.slate : c.ink, { depth: 1 });
  }
  s.put(s.strip(1380, 800, 1520, 700, 14), c.iron, { depth: 2 });
  s.put(s.rect(1496, 660, 22, 70, 2), c.wood, { depth: 2 });
  if (night) for (const x of [330, 1240]) lantern(s, c, x, 150, 30, true);
  return s;
}

function theSwan(night) {
  const c = dayOr(night);
  const s = new Sheet({ seed: 97, ground: c.inside });
  s.put(s.rect(-20, -20, 1640, 700, 0), night ? "#55403b" : "#c59a6a", { depth: 0 });
  for (let x = -10; x < 1620; x += 82)
    s.put(s.rect(x, -20, 76, 700, 1.5), mix(night ? "#5a443e" : "#cba172", night ? "#4a3733" : "#b88b5c", s.random()), {
      depth: 0,
    });
  // The gallery with feather beds over its rail, and the stairs.
  s.put(s.rect(520, 190, 1100, 22, 2), c.woodDeep, { depth: 2 });
  for (let x = 540; x < 1600; x += 46) s.put(s.rect(x, 96, 10, 100, 1), c.woodDark, { depth: 0 });
  s.put(s.rect(520, 84, 1100, 16, 1), c.woodDeep, { depth: 2 });
  for (const x of [640, 880, 1120, 1360])
    s.put(
      s.blob([
        [x, 80],
        [x + 160, 80],
        [x + 176, 130],
        [x + 164, 186],
        [x + 80, 196],
        [x - 6, 184],
        [x - 14, 128],
      ]),
      night ? "#a79c9b" : "#fbf6ea",
      { depth: 3 },
    );
  for (let i = 0; i < 9; i++)
    s.put(s.rect(330 + i * 26, 208 + (8 - i) * 56, 300 - i * 20, 22, 1), mix(c.wood, c.woodDark, i / 9), { depth: 2 });
  s.put(s.strip(300, 600, 540, 110, 14), c.woodDeep, { depth: 2 });
  // Fourteen numbered hooks behind the bar, the first one bare.
  s.put(s.rect(760, 250, 760, 110, 2), c.woodDark, { depth: 2 });
  for (let i = 0; i < 14; i++) {
    const x = 790 + i * 53;
    s.put(s.rect(x - 9, 262, 18, 16, 0.5), c.cream, { depth: 0 });
    s.put(s.rect(x - 2, 282, 5, 14, 0.5), c.ironDark, { depth: 0 });
    if (i === 0) continue;
    s.put(s.ring(x, 308, 10, 10, 4), "#c79b4b", { depth: 1 });
    s.put(s.rect(x - 2, 316, 5, 30, 0.5), "#c79b4b", { depth: 0 });
  }
  // The trout looks toward Mirasole.
  s.put(s.rect(950, 386, 330, 120, 2), c.ironDark, { depth: 2 });
  s.put(s.rect(962, 398, 306, 96, 1), night ? "#50707a" : "#a9cbc6", { depth: 0 });
  s.put(
    s.blob([
      [1000, 446],
      [1040, 422],
      [1130, 416],
      [1200, 436],
      [1240, 420],
      [1236, 446],
      [1240, 474],
      [1200, 456],
      [1130, 472],
      [1040, 468],
    ]),
    "#7d8a63",
    { depth: 1 },
  );
  s.put(s.ellipse(1030, 440, 5), "#171512", { depth: 0 });
  for (let i = 0; i < 9; i++) s.put(s.ellipse(1070 + i * 15, 438 + s.between(-8, 8), 4, 3), "#b4523c", { depth: 0 });
  s.put(s.rect(720, 530, 860, 30, 2), c.wood, { depth: 3 });
  s.put(s.rect(740, 560, 820, 180, 2), c.woodDark, { depth: 2 });
  for (let i = 0; i < 5; i++) s.put(s.rect(760 + i * 160, 582, 140, 136, 1), c.woodDeep, { depth: 0 });
  // The guest book on its stand, beside a pen.
  s.put(
    s.cut(
      [
        [800, 530],
        [860, 508],
        [920, 530],
      ],
      1,
    ),
    c.woodDeep,
    { depth: 1 },
  );
  s.put(
    s.cut(
      [
        [796, 518],
        [860, 506],
        [860, 520],
        [800, 532],
      ],
      1,
    ),
    "#fbf6ea",
    { depth: 1 },
  );
  s.put(
    s.cut(
      [
        [860, 506],
        [924, 518],
        [920, 532],
        [860, 520],
      ],
      1,
    ),
    "#efe7d2",
    { depth: 1 },
  );
  // The stove, with chalk strokes over the bricks behind it.
  s.put(s.rect(30, 130, 250, 500, 2), night ? "#4a3330" : "#94573f", { depth: 1 });
  for (const col of [54, 164])
    for (let row = 0; row < 17; row++)
      for (let k = 0; k < 5; k++)
        s.put(s.strip(col + k * 18, 150 + row * 20, col - 2 + k * 18, 164 + row * 20, 3), "#f1eadb", {
          depth: 0,
          opacity: night ? 0.55 : 0.85,
        });
  s.put(s.rect(60, 440, 190, 230, 4), c.iron, { depth: 3 });
  s.put(s.rect(44, 424, 222, 24, 2), c.ironDark, { depth: 2 });
  s.put(s.rect(96, 520, 118, 84, 2), "#e2792f", { depth: 0 });
  s.put(s.rect(114, 534, 82, 56, 2), "#f7c655", { depth: 0 });
  if (night) s.glow(155, 560, 250, "#f0a24a", 0.1);
  // Floor, the dog's basket, and the table that is laid.
  s.put(s.rect(-20, 668, 1640, 260, 0), night ? "#4d3a36" : "#a87c4f", { depth: 1 });
  for (let y = 700; y < 900; y += 40) s.put(s.rect(-20, y, 1640, 3, 0.5), c.woodDark, { depth: 0 });
  s.put(
    s.blob([
      [270, 690],
      [300, 750],
      [430, 750],
      [460, 690],
      [440, 700],
      [365, 716],
      [290, 700],
    ]),
    c.hay,
    { depth: 2 },
  );
  s.put(s.ellipse(365, 694, 94, 19), mix(c.hay, c.ink, 0.35), { depth: 0 });
  s.put(
    s.cut(
      [
        [470, 770],
        [1010, 770],
        [1090, 850],
        [390, 850],
      ],
      2,
    ),
    c.cream,
    { depth: 3 },
  );
  s.put(s.rect(390, 850, 700, 80, 2), c.creamDark, { depth: 2 });
  s.put(s.ellipse(740, 806, 92, 24), "#fdfaf1", { depth: 2 });
  s.put(s.ellipse(740, 804, 62, 14), c.creamDark, { depth: 0 });
  s.put(
    s.cut(
      [
        [880, 770],
        [940, 770],
        [932, 816],
        [888, 816],
      ],
      1,
    ),
    "#fdfaf1",
    { depth: 2 },
  );
  s.put(
    s.cut(
      [
        [560, 800],
        [606, 772],
        [640, 806],
        [600, 822],
      ],
      1,
    ),
    c.red,
    { depth: 1 },
  );
  if (night) lantern(s, c, 640, 330, 30, true, 130);
  return s;
}

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

export function mix(one, other, part) {
  const channels = (color) => {
    const full = color.length === 4 ? `#${Array.from(color.slice(1), (x) => x + x).join("")}` : color;
    return [1, 3, 5].map((at) => Number.parseInt(full.slice(at, at + 2), 16));
  };
  const [a, b] = [channels(one), channels(other)];
  return `#${a
    .map((value, i) =>
      Math.round(value + (b[i] - value) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
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
