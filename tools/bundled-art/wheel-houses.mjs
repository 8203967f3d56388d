/** The places of One Wheel Over that lie in its houses. */
import { Sheet } from "./paper.mjs";
import { dayOr, lantern, mix } from "./wheel-parts.mjs";

export function theWaitingRoom(night) {
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

export function theCopperHouse(night) {
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

export function theEngineShed(night) {
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

export function theSwan(night) {
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
