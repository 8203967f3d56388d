/** The places of One Wheel Over that lie inside the mountain. */
import { Sheet } from "./paper.mjs";
import { dayOr, lantern, wheel, mix } from "./wheel-parts.mjs";

export function theBore(night) {
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

export function theBlindEnd(night) {
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
  // Ledge with run wax, candle ends and a tin cup upside down.
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
    s.put(s.strip(x + 7, 594 - h, x + 9, 606 - h, 3), "#131119", { depth: 0 });
    s.put(s.rect(x, 604 - h, 15, h + s.between(4, 26), 2), night ? "#cbbd9b" : "#efe4c6", { depth: 1 });
  }
  // They burnt down long ago: the light is what somebody brings.
  s.glow(700, 650, night ? 330 : 250, c.glow, night ? 0.11 : 0.06);
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
