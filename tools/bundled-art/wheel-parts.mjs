/** What several pictures of One Wheel Over are made of: colours by day and by night, sky, lamps, wheels and roofs. */

export const DAY = {
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

export const dayOr = (night) => (night ? NIGHT : DAY);

export function sky(s, c, night, horizon = 420) {
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
export function lamp(s, c, x, foot, height, night) {
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

export function lantern(s, c, x, y, size, lit, cord = 0) {
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
export function wheel(s, c, x, y, rx, ry) {
  s.put(s.ellipse(x, y, rx, ry), c.rind, { depth: 1 });
  s.put(s.ring(x, y, rx * 0.72, ry * 0.72, Math.max(1.6, rx * 0.09)), "#e9e3d3", { depth: 0, opacity: 0.75 });
}

export function roofs(s, c, night, spots) {
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
