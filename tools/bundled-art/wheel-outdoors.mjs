/** The places of One Wheel Over that lie under the sky. */
import { Sheet } from "./paper.mjs";
import { dayOr, sky, lamp, lantern, roofs, mix } from "./wheel-parts.mjs";

export function theRopehead(night) {
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

export function thePlatform(night) {
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

export function theTerrace(night) {
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
