/** What the places of the bundled stories sound like, synthesised. */
import { Loop, RATE } from "./sound.mjs";

/** Begins without a click. */
const soft = (t, rise = 0.004) => Math.min(1, t / rise);
const band =
  (low, high, slope = 2) =>
  (hz) =>
    (hz < low ? (hz / low) ** slope : hz > high ? (high / hz) ** slope : 1) / Math.sqrt(Math.max(20, hz));

/** A struck bell or note: partials by ratio, strength and how long they last. */
function struck(hz, partials, last) {
  return (t) =>
    soft(t) *
    partials.reduce(
      (sum, [ratio, strength, part]) =>
        sum + strength * Math.exp(-t / (last * part)) * Math.sin(2 * Math.PI * hz * ratio * t),
      0,
    );
}

const COW_BELL = [
  [1, 1, 1],
  [1.51, 0.6, 0.8],
  [2.18, 0.42, 0.6],
  [3.02, 0.3, 0.4],
  [4.31, 0.18, 0.25],
];
const FELT_NOTE = [
  [1, 1, 1],
  [2.001, 0.42, 0.7],
  [3.004, 0.2, 0.5],
  [4.01, 0.1, 0.3],
];

function drops(loop, { from, to, count, gain, last = 0.05 }) {
  for (let i = 0; i < count; i++) {
    const hz = loop.between(from, to);
    const at = loop.between(0, 65);
    loop.event(
      at,
      last * 8,
      (t) => soft(t, 0.002) * Math.exp(-t / last) * Math.sin(2 * Math.PI * (hz * t + 900 * t * t)),
      gain * loop.between(0.3, 1),
      loop.between(-0.8, 0.8),
    );
  }
}

function crackle(loop, count, gain) {
  for (let i = 0; i < count; i++) {
    const hz = loop.between(900, 4200);
    const last = loop.between(0.002, 0.009);
    const phase = loop.between(0, 6);
    loop.event(
      loop.between(0, 65),
      last * 9,
      (t) => soft(t, 0.0008) * Math.exp(-t / last) * Math.sin(2 * Math.PI * hz * t * (1 - t * 6) + phase),
      gain * loop.between(0.1, 1) ** 2,
      loop.between(-0.6, 0.6),
    );
  }
}

/** Wind over the valley, two ropes humming on different notes, and cow bells far below. */
function mountainWind() {
  const loop = new Loop(1);
  loop.add(loop.noise(band(90, 420)), 0.8, { by: loop.swell([3, 5, 8], 0.25), shift: 9000 });
  loop.add(loop.noise(band(500, 1400, 3)), 0.22, { by: loop.swell([4, 7, 11], 0.05), shift: 17000 });
  for (let i = 0; i < 22; i++) {
    const hz = [412, 466, 523, 587, 349][i % 5] * loop.between(0.995, 1.005);
    const at = loop.between(0, 65);
    const pan = loop.between(-0.7, 0.7);
    for (let k = 0; k < 2 + Math.floor(loop.random() * 3); k++)
      loop.event(at + k * loop.between(0.28, 0.5), 1.6, struck(hz, COW_BELL, 0.3), 0.022 * loop.between(0.4, 1), pan);
  }
  return loop.echo([
    [0.21, 0.22, 0.4],
    [0.43, 0.1, 0.6],
  ]);
}

/** The Bore: still air, water that ticks into an iron bucket, a mountain that shifts its weight. */
function insideTheMountain() {
  const loop = new Loop(2);
  loop.add(loop.noise(band(90, 300, 3)), 0.85, { by: loop.swell([2, 3], 0.55), shift: 26000 });
  loop.add(loop.noise(band(220, 520, 3)), 0.12, { by: loop.swell([3, 5], 0.3), shift: 11000 });
  for (let i = 0; i < 19; i++)
    loop.event(
      i * 3.41 + loop.between(-0.3, 0.3) + 0.6,
      0.9,
      struck(
        loop.between(1150, 1500),
        [
          [1, 1, 1],
          [2.7, 0.5, 0.4],
          [5.1, 0.2, 0.2],
        ],
        0.06,
      ),
      0.12 * loop.between(0.5, 1),
      0.35,
    );
  for (const at of [17, 46])
    loop.event(
      at,
      5,
      (t) =>
        Math.sin(Math.PI * Math.min(1, t / 5)) ** 2 *
        Math.sin(2 * Math.PI * (46 - t) * t) *
        (0.7 + 0.3 * Math.sin(31 * t)),
      0.2,
      -0.2,
    );
  return loop.echo([
    [0.17, 0.34, 0.5],
    [0.31, 0.26, 0.5],
    [0.57, 0.16, 0.5],
    [0.93, 0.09, 0.5],
  ]);
}

/** The Copper House: three fires, kettles that work, and whey running away under the floor. */
function kettlesOverTheFire() {
  const loop = new Loop(3);
  loop.add(loop.noise(band(70, 260)), 0.5, { by: loop.swell([9, 14, 23], 0.5), shift: 8000 });
  loop.add(loop.noise(band(700, 2600, 2)), 0.2, { by: loop.swell([31, 47], 0.7), pan: 0.3, shift: 15000 });
  crackle(loop, 420, 0.2);
  drops(loop, { from: 180, to: 460, count: 260, gain: 0.09, last: 0.045 });
  return loop.echo([
    [0.09, 0.2, 0.4],
    [0.19, 0.1, 0.5],
  ]);
}

/** A room with a stove: the fire, the pot's lid, a bench now and then. */
function aStoveInTheEvening() {
  const loop = new Loop(4);
  loop.add(loop.noise(band(90, 300, 3)), 0.5, { by: loop.swell([5, 8, 13], 0.5), shift: 12000 });
  crackle(loop, 240, 0.17);
  for (let i = 0; i < 26; i++)
    loop.event(
      loop.between(0, 65),
      0.3,
      struck(
        loop.between(1900, 2500),
        [
          [1, 1, 1],
          [1.7, 0.5, 0.6],
        ],
        0.02,
      ),
      0.03 * loop.between(0.3, 1),
      0.5,
    );
  for (let i = 0; i < 7; i++) {
    const hz = loop.between(170, 230);
    loop.event(
      loop.between(0, 64),
      0.5,
      (t) => soft(t, 0.08) * Math.exp(-t / 0.16) * Math.sin(2 * Math.PI * hz * t + 3 * Math.sin(2 * Math.PI * 23 * t)),
      0.045,
      loop.between(-0.7, 0.7),
    );
  }
  return loop.echo([
    [0.06, 0.24, 0.4],
    [0.13, 0.12, 0.5],
  ]);
}

/** The Engine Shed when school is over: a large brick hall, iron that cools, a chain. */
function aWorkshopAtNight() {
  const loop = new Loop(5);
  loop.add(loop.noise(band(90, 280, 3)), 0.6, { by: loop.swell([2, 5], 0.6), shift: 21000 });
  loop.add(loop.noise(band(900, 1800, 3)), 0.07, { by: loop.swell([4, 9], 0.1), shift: 5000 });
  for (let i = 0; i < 30; i++)
    loop.event(
      loop.between(0, 65),
      0.6,
      struck(
        loop.between(620, 2300),
        [
          [1, 1, 1],
          [2.32, 0.5, 0.6],
          [4.25, 0.25, 0.4],
        ],
        0.05,
      ),
      0.05 * loop.between(0.2, 1),
      loop.between(-0.8, 0.8),
    );
  for (let i = 0; i < 4; i++) {
    const at = 7 + i * 16 + loop.between(-2, 2);
    for (let k = 0; k < 5; k++)
      loop.event(
        at + k * loop.between(0.05, 0.13),
        0.5,
        struck(
          loop.between(1500, 2600),
          [
            [1, 1, 1],
            [1.34, 0.7, 0.8],
            [2.9, 0.3, 0.5],
          ],
          0.03,
        ),
        0.03,
        -0.4,
      );
  }
  return loop.echo([
    [0.13, 0.3, 0.5],
    [0.27, 0.2, 0.5],
    [0.49, 0.11, 0.5],
  ]);
}

/** A feast far off: many voices without a word, spoons, and a tune that an accordion comes back to. */
function aFeastFarOff() {
  const loop = new Loop(6);
  for (const [low, high, gain] of [
    [180, 420, 0.5],
    [420, 900, 0.36],
    [900, 1700, 0.12],
  ])
    for (let i = 0; i < 3; i++)
      loop.add(loop.noise(band(low, high, 4)), gain, {
        by: loop.swell([13 + i * 6, 29 + i * 11, 53 + i * 17, 97], 0.12),
        pan: (i - 1) * 0.5,
        shift: 7000 * (i + 1),
      });
  for (let i = 0; i < 90; i++)
    loop.event(
      loop.between(0, 65),
      0.3,
      struck(
        loop.between(2200, 4200),
        [
          [1, 1, 1],
          [1.62, 0.5, 0.7],
        ],
        0.025,
      ),
      0.03 * loop.between(0.2, 1),
      loop.between(-0.8, 0.8),
    );
  const tune = [0, 4, 7, 9, 7, 4, 5, 2, 0, 2, 4, 7, 5, 4, 2, 0];
  for (const at of [3, 35])
    for (const [i, step] of tune.entries()) {
      const hz = 262 * 2 ** (step / 12);
      const reed = (t) =>
        [1, 2, 3, 4].reduce(
          (sum, k) =>
            sum + Math.sin(2 * Math.PI * hz * k * 1.003 * t) / k + Math.sin(2 * Math.PI * hz * k * 0.997 * t) / k,
          0,
        ) / 4;
      loop.event(at + i * 0.62, 0.6, (t) => Math.sin(Math.PI * Math.min(1, t / 0.6)) ** 0.7 * reed(t), 0.05, -0.25);
    }
  const loops = loop.echo([
    [0.15, 0.3, 0.5],
    [0.33, 0.18, 0.5],
    [0.61, 0.09, 0.5],
  ]);
  return muffled(loops, 1300);
}

/** The house at night: pipes, a stair that gives, and one note, always the same one, and flat. */
function aHouseAtNight() {
  const loop = new Loop(7);
  loop.add(loop.noise(band(110, 280, 3)), 0.5, { by: loop.swell([2, 3, 7], 0.55), shift: 19000 });
  loop.add(loop.noise(band(260, 700, 3)), 0.1, { by: loop.swell([3, 8], 0.15), shift: 6000 });
  drops(loop, { from: 700, to: 1200, count: 9, gain: 0.05 });
  for (let i = 0; i < 6; i++) {
    const hz = loop.between(240, 330);
    loop.event(
      loop.between(0, 64),
      0.7,
      (t) => soft(t, 0.12) * Math.exp(-t / 0.2) * Math.sin(2 * Math.PI * hz * t + 4 * Math.sin(2 * Math.PI * 17 * t)),
      0.03,
      loop.between(-0.6, 0.6),
    );
  }
  const flat = 220 * 2 ** (-0.3 / 12);
  for (const at of [9, 41]) loop.event(at, 7, struck(flat, FELT_NOTE, 1.5), 0.1, 0.1);
  return loop.echo([
    [0.11, 0.3, 0.5],
    [0.23, 0.2, 0.5],
    [0.47, 0.12, 0.5],
  ]);
}

/** Heard through walls: a filter that runs round the loop twice, so that it has no beginning. */
function muffled(loop, hz) {
  const keep = Math.exp((-2 * Math.PI * hz) / RATE);
  for (const side of [loop.left, loop.right]) {
    let held = 0;
    for (let round = 0; round < 2; round++)
      for (let i = 0; i < side.length; i++) {
        held = keep * held + (1 - keep) * side[i];
        if (round === 1) side[i] = held;
      }
  }
  return loop;
}

export const LOOPS = {
  "one-wheel-over": {
    "mountain-wind": {
      make: mountainWind,
      of: "wind over the valley, two ropes, cow bells far below",
      keywords: ["The Platform", "The Terrace", "The Ropehead"],
    },
    "inside-the-mountain": {
      make: insideTheMountain,
      of: "still air, water ticking into an iron bucket",
      keywords: ["The Bore", "The Blind End"],
    },
    "kettles-over-the-fire": {
      make: kettlesOverTheFire,
      of: "three fires, kettles, whey in its gutter",
      keywords: ["The Copper House"],
    },
    "a-stove-in-the-evening": {
      make: aStoveInTheEvening,
      of: "a stove, a pot and a bench",
      keywords: ["The Waiting Room", "The Swan"],
    },
    "a-workshop-at-night": {
      make: aWorkshopAtNight,
      of: "a large brick hall, cooling iron, a chain",
      keywords: ["The Engine Shed"],
    },
    "a-feast-far-off": { make: aFeastFarOff, of: "voices without words, spoons, an accordion, all through a wall" },
  },
  "the-piano-on-the-third-landing": {
    "a-house-at-night": {
      make: aHouseAtNight,
      of: "pipes, a stair, one flat note",
      keywords: ["The Third Landing", "The Hall", "The Fifth Floor", "The Courtyard"],
    },
  },
};
