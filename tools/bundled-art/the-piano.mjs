/** The Piano on the Third Landing: three of its places and a cover, as `world/setting.md` has them. */
import { mix } from "./wheel-parts.mjs";
import { Sheet } from "./paper.mjs";

const C = {
  wall: "#c7b48f",
  wallLow: "#7d5a4f",
  stripe: "#d3c29f",
  wood: "#9a6a43",
  woodDark: "#6c462d",
  woodDeep: "#43291d",
  floor: "#b98d57",
  black: "#1f1b22",
  blackSoft: "#302a33",
  ivory: "#f6eedb",
  red: "#b7392d",
  green: "#4d7a52",
  greenDark: "#2f5340",
  brass: "#d2a44a",
  glow: "#f6c765",
  brick: "#8f5342",
  brickDark: "#74402f",
  sky: "#39466f",
  stone: "#9c968c",
  stoneDark: "#6f6a66",
  cream: "#efe2c4",
};

function piano(s, x, y, k = 1, turn = null) {
  const r = (px, py, w, h, fill, depth = 1, wobble = 2) =>
    s.put(s.rect(x + px * k, y + py * k, w * k, h * k, wobble), fill, { depth, turn });
  r(0, 0, 640, 400, C.black, 3);
  r(-14, -22, 668, 30, C.blackSoft, 2);
  r(26, 40, 588, 120, C.blackSoft, 0);
  r(-24, 196, 688, 44, C.blackSoft, 3);
  r(40, 268, 560, 108, C.blackSoft, 0);
  r(-18, 240, 34, 176, C.black, 2);
  r(624, 240, 34, 176, C.black, 2);
  // The lid is locked, and there is no key in the lock.
  s.put(s.ellipse(x + 320 * k, y + 218 * k, 12 * k), C.brass, { depth: 1, turn });
  s.put(s.ellipse(x + 320 * k, y + 218 * k, 3.6 * k, 5 * k, 12), C.black, { depth: 0, turn });
  for (const side of [150, 460]) {
    s.put(s.ellipse(x + side * k, y + 84 * k, 20 * k, 8 * k), C.brass, { depth: 1, turn });
    r(side - 6, 84, 12, 44, C.brass, 0, 0.5);
  }
}

/** A red geranium in its pot, and the bowl of eggs beside it. */
function geranium(s, x, y, k) {
  for (let i = 0; i < 9; i++)
    s.put(
      s.ellipse(x + s.between(-62, 62) * k, y - s.between(80, 140) * k, 26 * k, 20 * k),
      mix(C.green, C.greenDark, s.random()),
      { depth: 1 },
    );
  for (const [dx, dy] of [
    [-36, -152],
    [8, -184],
    [48, -148],
    [-4, -134],
  ])
    for (let i = 0; i < 6; i++)
      s.put(
        s.ellipse(x + (dx + s.between(-18, 18)) * k, y + (dy + s.between(-14, 14)) * k, 13 * k),
        mix(C.red, "#e2685a", s.random() * 0.7),
        { depth: 1 },
      );
  s.put(
    s.cut(
      [
        [x - 46 * k, y - 84 * k],
        [x + 46 * k, y - 84 * k],
        [x + 32 * k, y],
        [x - 32 * k, y],
      ],
      2,
    ),
    "#b96a43",
    { depth: 2 },
  );
  s.put(s.rect(x - 54 * k, y - 96 * k, 108 * k, 22 * k, 1), "#c87a50", { depth: 1 });
}

function eggs(s, x, y, k) {
  for (const [dx, dy] of [
    [-34, -52],
    [0, -60],
    [34, -52],
    [-16, -70],
    [18, -72],
  ])
    s.put(s.ellipse(x + dx * k, y + dy * k, 21 * k, 26 * k), "#f1dcc0", { depth: 1 });
  s.put(
    s.blob([
      [x - 78 * k, y - 54 * k],
      [x - 50 * k, y - 12 * k],
      [x, y],
      [x + 50 * k, y - 12 * k],
      [x + 78 * k, y - 54 * k],
      [x, y - 42 * k],
    ]),
    "#7f9aa8",
    { depth: 2 },
  );
}

function stripes(s, top, foot) {
  s.put(s.rect(-20, top, 1640, foot - top, 0), C.wall, { depth: 0 });
  for (let x = 0; x < 1600; x += 74) s.put(s.rect(x, top, 26, foot - top, 1), C.stripe, { depth: 0 });
}

function thirdLanding() {
  const s = new Sheet({ seed: 101, ground: C.wall });
  stripes(s, -20, 560);
  s.put(s.rect(-20, 548, 1640, 190, 0), C.wallLow, { depth: 1 });
  s.put(s.rect(-20, 536, 1640, 18, 1), C.woodDark, { depth: 1 });
  // A fresh dent in the ceiling, with a little green paint in it.
  s.put(
    s.cut(
      [
        [-20, -20],
        [1620, -20],
        [1620, 54],
        [-20, 54],
      ],
      2,
    ),
    C.cream,
    { depth: 2 },
  );
  s.put(
    s.blob([
      [690, 36],
      [740, 22],
      [800, 34],
      [812, 54],
      [690, 54],
    ]),
    "#b9a888",
    { depth: 0 },
  );
  s.put(
    s.blob([
      [728, 38],
      [752, 32],
      [770, 42],
      [748, 48],
    ]),
    C.green,
    { depth: 0 },
  );
  // The left door, open by the width of a hand, and the right one, not at all.
  s.put(s.rect(54, 150, 270, 570, 3), C.woodDeep, { depth: 2 });
  s.put(s.rect(72, 168, 44, 552, 1), "#f0c976", { depth: 0 });
  s.put(
    s.cut(
      [
        [112, 168],
        [308, 172],
        [308, 720],
        [112, 726],
      ],
      2,
    ),
    C.wood,
    { depth: 3 },
  );
  for (const y of [206, 460]) s.put(s.rect(146, y, 128, 200, 2), C.woodDark, { depth: 1 });
  s.put(s.ellipse(136, 450, 12), C.brass, { depth: 2 });
  s.put(s.rect(1290, 150, 270, 570, 3), C.woodDeep, { depth: 2 });
  s.put(s.rect(1308, 168, 234, 552, 2), C.wood, { depth: 1 });
  for (const y of [206, 460]) s.put(s.rect(1346, y, 158, 200, 2), C.woodDark, { depth: 1 });
  s.put(s.ellipse(1332, 450, 12), C.brass, { depth: 2 });
  // The stair lamp burns all day.
  s.put(s.strip(1180, 54, 1180, 150, 5), C.black, { depth: 0 });
  s.glow(1180, 176, 250, C.glow, 0.12);
  s.put(
    s.cut(
      [
        [1128, 186],
        [1232, 186],
        [1204, 142],
        [1156, 142],
      ],
      1,
    ),
    C.greenDark,
    { depth: 2 },
  );
  s.put(s.ellipse(1180, 190, 26, 16), "#fff3c8", { depth: 0 });
  // Floor, stairs down to the right, banister.
  s.put(s.rect(-20, 716, 1640, 210, 0), C.floor, { depth: 1 });
  for (let i = 0; i < 5; i++)
    s.put(s.rect(1010 + i * 30, 742 + i * 38, 640, 40, 2), mix(C.floor, C.woodDeep, 0.2 + i * 0.14), { depth: 2 });
  piano(s, 400, 330, 1.12, [-2.2, 760, 560]);
  geranium(s, 560, 308, 1);
  eggs(s, 860, 296, 0.95);
  // The long strap over the banister, too short by an arm.
  for (let x = 1130; x < 1600; x += 74)
    s.put(s.strip(x, 640 + (x - 1130) * 0.24, x + 4, 880, 14), C.woodDark, { depth: 2 });
  s.put(s.strip(1080, 612, 1640, 752, 30), C.woodDeep, { depth: 3 });
  s.put(
    s.blob([
      [1206, 634],
      [1240, 644],
      [1236, 760],
      [1262, 850],
      [1236, 858],
      [1206, 764],
    ]),
    "#b58a54",
    { depth: 2 },
  );
  s.put(
    s.blob([
      [1288, 654],
      [1318, 662],
      [1308, 720],
      [1330, 790],
      [1306, 798],
      [1282, 720],
    ]),
    "#b58a54",
    { depth: 2 },
  );
  return s;
}

function hall() {
  const s = new Sheet({ seed: 103, ground: C.wall });
  stripes(s, -20, 520);
  s.put(s.rect(-20, 508, 1640, 200, 0), C.wallLow, { depth: 1 });
  s.put(s.rect(-20, 496, 1640, 18, 1), C.woodDark, { depth: 1 });
  // Eleven letter boxes, and one has no name.
  for (let i = 0; i < 11; i++) {
    const [x, y] = [96 + (i % 4) * 104, 140 + Math.floor(i / 4) * 112];
    s.put(s.rect(x, y, 92, 98, 2), C.greenDark, { depth: 2 });
    s.put(s.rect(x + 14, y + 18, 64, 9, 0.5), C.black, { depth: 0 });
    if (i !== 6) s.put(s.rect(x + 20, y + 48, 52, 20, 0.5), C.ivory, { depth: 0 });
    s.put(s.ellipse(x + 46, y + 84, 5), C.brass, { depth: 0 });
  }
  // The street door, held open with a brick.
  s.put(s.arch(640, 96, 300, 620, 150), C.woodDeep, { depth: 2 });
  s.put(s.arch(662, 118, 256, 598, 128), C.sky, { depth: 0 });
  s.put(s.rect(662, 470, 90, 246, 1), "#2b3354", { depth: 0 });
  s.put(s.rect(830, 430, 88, 286, 1), "#2f3859", { depth: 0 });
  for (const [x, y] of [
    [684, 500],
    [712, 560],
    [850, 470],
    [880, 540],
  ])
    s.put(s.rect(x, y, 16, 26, 0.5), C.glow, { depth: 0 });
  s.put(
    s.cut(
      [
        [662, 182],
        [560, 150],
        [560, 748],
        [662, 716],
      ],
      2,
    ),
    C.wood,
    { depth: 3 },
  );
  for (const y of [250, 500])
    s.put(
      s.cut(
        [
          [644, y + 10],
          [580, y],
          [580, y + 180],
          [644, y + 176],
        ],
        1,
      ),
      C.woodDark,
      { depth: 1 },
    );
  s.put(s.rect(548, 736, 84, 44, 2), C.ivory, { depth: 3 });
  for (let i = 0; i < 4; i++) s.put(s.rect(554, 744 + i * 9, 72, 2, 0.3), C.black, { depth: 0 });
  for (const [x, y] of [
    [566, 750],
    [584, 760],
    [604, 752],
  ])
    s.put(s.ellipse(x, y, 4.4, 3.4, 12), C.black, { depth: 0 });
  // The counter, its notice, and the ring of forty keys.
  s.put(s.rect(1010, 520, 560, 34, 2), C.wood, { depth: 3 });
  s.put(s.rect(1030, 554, 520, 190, 2), C.woodDark, { depth: 2 });
  s.put(
    s.cut(
      [
        [1070, 452],
        [1190, 452],
        [1198, 522],
        [1062, 522],
      ],
      1,
    ),
    C.ivory,
    { depth: 2 },
  );
  for (let i = 0; i < 4; i++) s.put(s.rect(1084, 466 + i * 13, 92 - i * 9, 5, 0.4), C.blackSoft, { depth: 0 });
  s.put(s.strip(1360, 120, 1360, 190, 6), C.black, { depth: 0 });
  s.put(s.ring(1360, 262, 76, 76, 12), C.brass, { depth: 2 });
  for (let i = 0; i < 20; i++) {
    const a = Math.PI * (0.06 + (0.88 * i) / 19);
    const [x, y] = [1360 + 72 * Math.cos(a), 262 + 72 * Math.sin(a)];
    const length = i === 10 ? 34 : s.between(56, 86);
    s.put(s.ring(x, y + 12, 10, 10, 4), mix(C.brass, C.stoneDark, s.random()), { depth: 0 });
    s.put(s.rect(x - 3, y + 20, 6, length, 0.5), mix(C.brass, C.stoneDark, s.random()), { depth: 1 });
  }
  // The laundry basket under its rope.
  s.put(s.rect(-20, 700, 1640, 230, 0), C.floor, { depth: 1 });
  for (let y = 730; y < 900; y += 44) s.put(s.rect(-20, y, 1640, 3, 0.5), C.wood, { depth: 0 });
  s.put(s.strip(300, -20, 300, 650, 7), "#d8c59a", { depth: 2 });
  s.put(
    s.blob([
      [218, 660],
      [300, 600],
      [382, 660],
      [372, 666],
      [300, 618],
      [228, 666],
    ]),
    C.woodDark,
    { depth: 1 },
  );
  s.put(
    s.cut(
      [
        [196, 660],
        [404, 660],
        [376, 800],
        [224, 800],
      ],
      4,
    ),
    "#b98a52",
    { depth: 3 },
  );
  for (let i = 0; i < 4; i++) s.put(s.rect(206 + i * 6, 676 + i * 30, 188 - i * 12, 7, 1), C.woodDark, { depth: 0 });
  s.put(
    s.blob([
      [216, 662],
      [250, 632],
      [300, 644],
      [350, 628],
      [386, 662],
    ]),
    C.ivory,
    { depth: 1 },
  );
  // Three pairs of galoshes in a row on the mat, and one by itself.
  s.put(
    s.cut(
      [
        [690, 790],
        [1330, 790],
        [1370, 866],
        [650, 866],
      ],
      3,
    ),
    "#5d6a58",
    { depth: 2 },
  );
  for (const x of [720, 778, 880, 938, 1040, 1098, 1250])
    s.put(
      s.blob([
        [x, 836],
        [x + 2, 800],
        [x + 20, 796],
        [x + 26, 818],
        [x + 56, 824],
        [x + 62, 840],
      ]),
      C.black,
      { depth: 2 },
    );
  return s;
}

function courtyard() {
  const s = new Sheet({ seed: 107, ground: C.brickDark });
  s.put(s.rect(-20, -20, 1640, 960, 0), "#4a3d4d", { depth: 0 });
  s.put(
    s.cut(
      [
        [480, -20],
        [1120, -20],
        [1040, 150],
        [560, 150],
      ],
      2,
    ),
    C.sky,
    { depth: 0 },
  );
  for (let i = 0; i < 12; i++)
    s.put(s.ellipse(s.between(560, 1040), s.between(4, 120), 2.6, undefined, 12), "#e8e4d8", { depth: 0 });
  // Walls on three sides, with every kitchen looking down.
  s.put(
    s.cut(
      [
        [560, 150],
        [1040, 150],
        [1040, 720],
        [560, 720],
      ],
      2,
    ),
    "#8a6258",
    { depth: 2 },
  );
  s.put(
    s.cut(
      [
        [-20, -20],
        [480, -20],
        [560, 150],
        [560, 720],
        [-20, 880],
      ],
      2,
    ),
    "#6f4a46",
    { depth: 2 },
  );
  s.put(
    s.cut(
      [
        [1620, -20],
        [1120, -20],
        [1040, 150],
        [1040, 720],
        [1620, 880],
      ],
      2,
    ),
    "#7b524b",
    { depth: 2 },
  );
  for (let row = 0; row < 4; row++) {
    for (let col = 0; col < 4; col++) {
      const lit = row === 2 && col === 1;
      if (lit) s.glow(648 + col * 104, 236 + row * 122, 90, C.glow, 0.14);
      s.put(s.rect(616 + col * 104, 188 + row * 122, 64, 90, 2), C.cream, { depth: 1 });
      s.put(s.rect(623 + col * 104, 195 + row * 122, 50, 76, 1), lit ? C.glow : "#2c2f49", { depth: 0 });
      s.put(s.rect(646 + col * 104, 195 + row * 122, 5, 76, 0.5), C.cream, { depth: 0 });
    }
    for (const side of [-1, 1])
      for (const t of [0.24, 0.62]) {
        const x = side < 0 ? 520 - 470 * t : 1080 + 470 * t;
        const k = 1 + 0.75 * t;
        const y = 200 + row * 128 - 120 * t + row * 26 * t;
        s.put(
          s.cut(
            [
              [x - 26 * k, y + side * -8 * k],
              [x + 26 * k, y + side * 8 * k],
              [x + 26 * k, y + 84 * k + side * 4 * k],
              [x - 26 * k, y + 84 * k - side * 4 * k],
            ],
            1,
          ),
          C.cream,
          { depth: 1 },
        );
        s.put(
          s.cut(
            [
              [x - 19 * k, y + 7 * k + side * -6 * k],
              [x + 19 * k, y + 7 * k + side * 6 * k],
              [x + 19 * k, y + 76 * k + side * 3 * k],
              [x - 19 * k, y + 76 * k - side * 3 * k],
            ],
            1,
          ),
          "#2c2f49",
          { depth: 0 },
        );
      }
  }
  // A hoisting crane under the gutter: a pulley and no rope.
  s.put(s.rect(540, 138, 520, 20, 1), C.stoneDark, { depth: 2 });
  s.put(s.strip(800, 160, 930, 160, 18), C.woodDeep, { depth: 2 });
  s.put(s.strip(812, 224, 916, 164, 10), C.woodDeep, { depth: 2 });
  s.put(s.ring(922, 186, 22, 22, 8), C.black, { depth: 2 });
  // Ground of setts.
  s.put(
    s.cut(
      [
        [560, 716],
        [1040, 716],
        [1660, 920],
        [-60, 920],
      ],
      2,
    ),
    C.stoneDark,
    { depth: 1 },
  );
  for (let i = 0; i < 90; i++) {
    const t = s.random() ** 0.8;
    const y = 726 + t * 180;
    const x = 800 + s.between(-1, 1) * (230 + t * 600);
    s.put(s.rect(x, y, 30 + 34 * t, 10 + 12 * t, 2), mix(C.stone, C.stoneDark, s.random()), { depth: 0 });
  }
  // Two carpets over a rail, with their patterns turned inward.
  s.put(s.strip(250, 580, 860, 580, 12), C.woodDeep, { depth: 2 });
  for (const x of [268, 836]) s.put(s.strip(x, 580, x, 830, 16), C.woodDeep, { depth: 2 });
  for (const [x, tint] of [
    [320, "#a2786a"],
    [590, "#8e8a72"],
  ]) {
    s.put(
      s.cut(
        [
          [x, 566],
          [x + 220, 566],
          [x + 214, 776],
          [x + 4, 784],
        ],
        4,
      ),
      tint,
      { depth: 3 },
    );
    for (let i = 0; i < 20; i++) s.put(s.strip(x + 8 + i * 11, 776, x + 6 + i * 11, 800, 3), C.cream, { depth: 0 });
    s.put(s.rect(x + 16, 590, 186, 6, 1), mix(tint, "#000", 0.25), { depth: 0 });
  }
  // The water barrel, full to the brim, and a slipper on it; the crate.
  s.put(
    s.blob([
      [1230, 650],
      [1212, 740],
      [1230, 836],
      [1400, 836],
      [1418, 740],
      [1400, 650],
    ]),
    C.wood,
    { depth: 3 },
  );
  for (const y of [680, 742, 804]) s.put(s.rect(1212, y, 206, 14, 2), C.blackSoft, { depth: 1 });
  s.put(s.ellipse(1315, 650, 86, 24), "#6f9ab0", { depth: 1 });
  s.put(
    s.blob([
      [1280, 650],
      [1296, 634],
      [1330, 634],
      [1356, 646],
      [1340, 656],
      [1296, 658],
    ]),
    C.red,
    { depth: 2 },
  );
  s.put(s.rect(950, 690, 190, 140, 3), "#b58a54", { depth: 3 });
  for (const y of [690, 734, 786]) s.put(s.rect(944, y, 202, 26, 2), mix("#b58a54", C.woodDark, 0.35), { depth: 1 });
  s.put(s.rect(998, 744, 92, 44, 1), C.ivory, { depth: 1 });
  for (let i = 0; i < 3; i++) s.put(s.rect(1008, 754 + i * 10, 72 - i * 14, 4, 0.4), C.blackSoft, { depth: 0 });
  return s;
}

function cover() {
  const s = new Sheet({ width: 1200, height: 1800, seed: 109, ground: "#e9dab2" });
  for (let x = 0; x < 1200; x += 110) s.put(s.rect(x, -20, 38, 1840, 1), "#efe3c2", { depth: 0 });
  // One staircase through the house, and one piano across it.
  const flights = [
    [1620, 1],
    [520, -1],
  ];
  for (const [y, side] of flights) {
    const [from, to] = side > 0 ? [-60, 1190] : [1260, 10];
    s.put(s.strip(from, y + 70, to, y - 250, 90), C.woodDeep, { depth: 2 });
    for (let i = 0; i < 8; i++) {
      const x = side > 0 ? -60 + i * 156 : 1100 - i * 156;
      s.put(s.rect(x, y - i * 40, 180, 62, 2), mix(C.wood, C.woodDark, 0.2 + i * 0.08), { depth: 2 });
      s.put(s.rect(x - 6, y - i * 40, 192, 18, 1), C.floor, { depth: 1 });
      if (i % 2 === 0) s.put(s.strip(x + 90, y - i * 40, x + 90, y - i * 40 - 210, 13), C.woodDark, { depth: 1 });
    }
    s.put(s.strip(from, y - 180, to, y - 505, 26), C.woodDeep, { depth: 3 });
  }
  s.put(s.rect(-20, 1000, 1240, 52, 2), C.woodDark, { depth: 3 });
  s.put(s.rect(-20, 986, 1240, 22, 1), C.floor, { depth: 2 });
  s.glow(600, 300, 330, C.glow, 0.2);
  s.put(s.strip(600, -20, 600, 236, 7), C.black, { depth: 0 });
  s.put(
    s.cut(
      [
        [516, 282],
        [684, 282],
        [640, 220],
        [560, 220],
      ],
      2,
    ),
    C.greenDark,
    { depth: 2 },
  );
  s.put(s.ellipse(600, 290, 40, 24), "#fff5d2", { depth: 0 });
  piano(s, 200, 552, 1.26, [4, 600, 800]);
  geranium(s, 430, 536, 1.25);
  eggs(s, 830, 560, 1.2);
  return s;
}

export const PICTURES = {
  "art/cover": { draw: cover, of: "the piano on its landing, with the geranium and the bowl of eggs" },
  "art/locations/third-landing": { draw: thirdLanding, of: "the third landing, after world/setting.md" },
  "art/locations/hall": { draw: hall, of: "the hall, after world/setting.md" },
  "art/locations/courtyard": { draw: courtyard, of: "the courtyard, after world/setting.md" },
};
