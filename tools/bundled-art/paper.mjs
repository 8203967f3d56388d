/** Cut paper as SVG: sheets with edges that scissors left, each with its shadow on the one beneath. */

/** A sheet of drawing: what is put on it later lies on top. */
export class Sheet {
  constructor({ width = 1600, height = 900, seed = 1, ground = "#000" } = {}) {
    Object.assign(this, { width, height, ground, parts: [], state: seed * 2654435761 + 1 });
  }

  /** A number from 0 to 1; the same seed gives the same row. */
  random() {
    this.state = (Math.imul(this.state ^ (this.state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad) >>> 0;
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97) >>> 0;
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  }

  between(from, to) {
    return from + (to - from) * this.random();
  }

  /** Puts a shape on the sheet. `depth` 0 lies flat, 3 stands well off. */
  put(d, fill, { depth = 1, opacity = 1, turn = null } = {}) {
    const about = turn === null ? "" : ` transform="rotate(${turn.join(" ")})"`;
    const solid = opacity < 1 ? ` opacity="${opacity}"` : "";
    if (depth === 0) {
      this.parts.push(`<path d="${d}" fill="${fill}"${solid}${about}/>`);
      return this;
    }
    const id = `p${this.parts.length.toString(36)}`;
    const shade = (far, strength) =>
      `<use href="#${id}" transform="translate(${(far * 0.6).toFixed(1)} ${(far * 1.3).toFixed(1)})" fill="#120c18" opacity="${strength}"/>`;
    // Three shadows on top of each other have a soft edge, and are drawn a hundred times faster than a blurred one.
    const shadows = [3.4, 2.2, 1.1].map((far, index) => shade(far * depth, [0.1, 0.13, 0.17][index])).join("");
    this.parts.push(
      `<defs><path id="${id}" d="${d}"/></defs><g${solid}${about}>${shadows}<use href="#${id}" fill="${fill}"/></g>`,
    );
    return this;
  }

  /** A polygon cut by hand: each edge bends a little, by at most `wobble`. */
  cut(points, wobble = 3) {
    const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
    const edges = points.map((from, index) => {
      const to = points[(index + 1) % points.length];
      const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
      const bend = Math.min(wobble, length / 12);
      const middle = [
        (from[0] + to[0]) / 2 + this.between(-bend, bend),
        (from[1] + to[1]) / 2 + this.between(-bend, bend),
      ];
      return `Q${at(middle)} ${at(to)}`;
    });
    return `M${at(points[0])}${edges.join("")}Z`;
  }

  rect(x, y, w, h, wobble = 2) {
    return this.cut(
      [
        [x, y],
        [x + w, y],
        [x + w, y + h],
        [x, y + h],
      ],
      wobble,
    );
  }

  ellipse(cx, cy, rx, ry = rx, corners = Math.max(12, Math.round(rx / 6))) {
    const points = Array.from({ length: Math.min(48, corners) }, (_, index, all = Math.min(48, corners)) => {
      const angle = (2 * Math.PI * index) / all;
      return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    });
    return smooth(points);
  }

  /** A ring: an ellipse with a hole. */
  ring(cx, cy, rx, ry, width) {
    return `${this.ellipse(cx, cy, rx, ry)}${smooth(around(cx, cy, rx - width, ry - width * (ry / rx)).reverse())}`;
  }

  /** A door or window with a round top. */
  arch(x, y, w, h, rise = w / 2) {
    const n = 14;
    const top = Array.from({ length: n + 1 }, (_, i) => {
      const angle = Math.PI - (Math.PI * i) / n;
      return [x + w / 2 + (w / 2) * Math.cos(angle), y + rise - rise * Math.sin(angle)];
    });
    const points = [[x, y + h], ...top, [x + w, y + h]];
    return `M${points.map(([px, py]) => `${px.toFixed(1)} ${py.toFixed(1)}`).join("L")}Z`;
  }

  /** A strip of paper from one point to another. */
  strip(x1, y1, x2, y2, width, end = width) {
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [nx, ny] = [-(y2 - y1) / length / 2, (x2 - x1) / length / 2];
    return this.cut(
      [
        [x1 + nx * width, y1 + ny * width],
        [x2 + nx * end, y2 + ny * end],
        [x2 - nx * end, y2 - ny * end],
        [x1 - nx * width, y1 - ny * width],
      ],
      1,
    );
  }

  /** A mountain or hill line from the left edge to the right, filled to the foot of the sheet. */
  ridge(points, foot = this.height + 20) {
    return this.cut([...points, [points.at(-1)[0], foot], [points[0][0], foot]], 6);
  }

  /** A smooth shape through points. */
  blob(points) {
    return smooth(points);
  }

  /** Light around a lamp: three sheets of thin paper. */
  glow(cx, cy, r, color, strength = 0.16) {
    for (const [part, more] of [
      [1, 1],
      [0.66, 1.2],
      [0.36, 1.6],
    ])
      this.put(this.ellipse(cx, cy, r * part), color, { depth: 0, opacity: strength * more });
    return this;
  }

  text(x, y, words, { size, fill, anchor = "middle", weight = 700 }) {
    this.parts.push(
      `<g transform="translate(${x} ${y})" stroke="${fill}" stroke-linecap="square">${letters(words, size, anchor, weight)}</g>`,
    );
    return this;
  }

  svg() {
    const { width, height, ground, parts } = this;
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<defs><radialGradient id="edge" cx="50%" cy="48%" r="75%"><stop offset="62%" stop-color="#140d1c" stop-opacity="0"/><stop offset="100%" stop-color="#140d1c" stop-opacity=".34"/></radialGradient></defs>
<rect width="${width}" height="${height}" fill="${ground}"/>
${parts.join("\n")}
<rect width="${width}" height="${height}" fill="url(#edge)"/>
</svg>
`;
  }
}

function around(cx, cy, rx, ry) {
  return Array.from({ length: 32 }, (_, i) => [
    cx + rx * Math.cos((Math.PI * i) / 16),
    cy + ry * Math.sin((Math.PI * i) / 16),
  ]);
}

/** A closed curve through points (Catmull-Rom as Bézier). */
function smooth(points) {
  const n = points.length;
  const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  let d = `M${at(points[0])}`;
  for (let i = 0; i < n; i++) {
    const [a, b, c, e] = [points[(i - 1 + n) % n], points[i], points[(i + 1) % n], points[(i + 2) % n]];
    d += `C${at([b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6])} ${at([c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6])} ${at(c)}`;
  }
  return `${d}Z`;
}

/** Capitals of straight strokes, so that no font is needed: a grid of 4 by 6. */
const STROKES = {
  O: [
    [0, 0, 4, 0],
    [4, 0, 4, 6],
    [4, 6, 0, 6],
    [0, 6, 0, 0],
  ],
  T: [
    [0, 0, 4, 0],
    [2, 0, 2, 6],
  ],
  R: [
    [0, 6, 0, 0],
    [0, 0, 4, 0],
    [4, 0, 4, 3],
    [4, 3, 0, 3],
    [1.6, 3, 4, 6],
  ],
  E: [
    [0, 0, 0, 6],
    [0, 0, 4, 0],
    [0, 3, 3, 3],
    [0, 6, 4, 6],
  ],
  L: [
    [0, 0, 0, 6],
    [0, 6, 4, 6],
  ],
  J: [
    [4, 0, 4, 6],
    [4, 6, 0, 6],
    [0, 6, 0, 4],
  ],
  U: [
    [0, 0, 0, 6],
    [0, 6, 4, 6],
    [4, 6, 4, 0],
  ],
  N: [
    [0, 6, 0, 0],
    [0, 0, 4, 6],
    [4, 6, 4, 0],
  ],
  C: [
    [4, 0, 0, 0],
    [0, 0, 0, 6],
    [0, 6, 4, 6],
  ],
  I: [[2, 0, 2, 6]],
  M: [
    [0, 6, 0, 0],
    [0, 0, 2, 3],
    [2, 3, 4, 0],
    [4, 0, 4, 6],
  ],
  A: [
    [0, 6, 2, 0],
    [2, 0, 4, 6],
    [0.8, 4, 3.2, 4],
  ],
  S: [
    [4, 0, 0, 0],
    [0, 0, 0, 3],
    [0, 3, 4, 3],
    [4, 3, 4, 6],
    [4, 6, 0, 6],
  ],
};

function letters(words, size, anchor, weight) {
  const unit = size / 6;
  const advance = 6 * unit;
  const total = words.length * advance - 2 * unit;
  const from = anchor === "middle" ? -total / 2 : 0;
  const width = (unit * weight) / 600;
  return [...words]
    .map((letter, index) =>
      (STROKES[letter] ?? [])
        .map(
          ([x1, y1, x2, y2]) =>
            `<line x1="${(from + index * advance + x1 * unit).toFixed(1)}" y1="${(y1 * unit).toFixed(1)}" x2="${(from + index * advance + x2 * unit).toFixed(1)}" y2="${(y2 * unit).toFixed(1)}" stroke-width="${width.toFixed(1)}"/>`,
        )
        .join(""),
    )
    .join("");
}
