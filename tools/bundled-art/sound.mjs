/** Sound without a seam: every noise is made in the frequency domain and every event runs on past the end into the beginning. */

export const RATE = 32_000;
/** Samples of a loop: 65.5 seconds. */
const LENGTH = 2 ** 21;

export class Loop {
  constructor(seed) {
    this.left = new Float32Array(LENGTH);
    this.right = new Float32Array(LENGTH);
    this.state = (seed * 2654435761 + 12345) >>> 0;
  }

  random() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  between(from, to) {
    return from + (to - from) * this.random();
  }

  /** Noise whose loudness at a frequency in Hz is `shape(hz)`, as a loop, at most 1. */
  noise(shape) {
    const re = new Float64Array(LENGTH);
    const im = new Float64Array(LENGTH);
    for (let k = 1; k < LENGTH / 2; k++) {
      const size = shape((k * RATE) / LENGTH);
      if (size === 0) continue;
      const phase = 2 * Math.PI * this.random();
      re[k] = size * Math.cos(phase);
      im[k] = size * Math.sin(phase);
    }
    fft(re, im);
    let peak = 0;
    for (const value of re) peak = Math.max(peak, Math.abs(value));
    return Float32Array.from(re, (value) => value / peak);
  }

  /** A slow wave between `low` and 1 that comes back to where it began. */
  swell(periods, low) {
    const waves = periods.map((times) => [times, 2 * Math.PI * this.random()]);
    return Float32Array.from({ length: LENGTH }, (_, i) => {
      const sum = waves.reduce((all, [times, phase]) => all + Math.sin((2 * Math.PI * times * i) / LENGTH + phase), 0);
      return low + (1 - low) * (0.5 + 0.5 * (sum / waves.length));
    });
  }

  /** Adds a layer. `pan` from -1 to 1; `width` shifts the right channel so that both sides differ. */
  add(samples, gain, { by = null, pan = 0, shift = 0 } = {}) {
    const [l, r] = [gain * Math.sqrt((1 - pan) / 2), gain * Math.sqrt((1 + pan) / 2)];
    for (let i = 0; i < LENGTH; i++) {
      const held = by ? by[i] : 1;
      this.left[i] += samples[i] * l * held;
      this.right[i] += samples[(i + shift) % LENGTH] * r * held;
    }
    return this;
  }

  /** Adds an event at a second: `wave(t)` for `seconds`, past the end into the beginning. */
  event(at, seconds, wave, gain, pan = 0) {
    const [l, r] = [gain * Math.sqrt((1 - pan) / 2), gain * Math.sqrt((1 + pan) / 2)];
    const from = Math.floor(at * RATE);
    for (let i = 0; i < seconds * RATE; i++) {
      const value = wave(i / RATE);
      const place = (from + i) % LENGTH;
      this.left[place] += value * l;
      this.right[place] += value * r;
    }
    return this;
  }

  /** Copies of what is there, later and quieter, as a large room gives them back. */
  echo(delays) {
    const [left, right] = [this.left.slice(), this.right.slice()];
    for (const [seconds, gain, cross] of delays) {
      const late = Math.floor(seconds * RATE);
      for (let i = 0; i < LENGTH; i++) {
        const from = (i - late + LENGTH) % LENGTH;
        this.left[i] += gain * ((1 - cross) * left[from] + cross * right[from]);
        this.right[i] += gain * ((1 - cross) * right[from] + cross * left[from]);
      }
    }
    return this;
  }

  /** Brings the loop to a loudness in LUFS, and says what its highest sample is then, in dBFS. */
  level(target) {
    const gain = 10 ** ((target - loudness(this.left, this.right)) / 20);
    let peak = 0;
    for (const side of [this.left, this.right])
      for (let i = 0; i < LENGTH; i++) {
        side[i] *= gain;
        peak = Math.max(peak, Math.abs(side[i]));
      }
    return 20 * Math.log10(peak);
  }

  /** Samples from which on the loop may begin: the quietest moments of it, at least two seconds apart. */
  quietMoments(count) {
    const block = RATE / 50;
    const moments = [];
    for (let from = 0; from + block <= LENGTH; from += block) {
      let power = 0;
      for (let i = from; i < from + block; i++) power += this.left[i] ** 2 + this.right[i] ** 2;
      moments.push({ at: from + block / 2, power });
    }
    const chosen = [];
    for (const { at } of moments.toSorted((one, other) => one.power - other.power))
      if (chosen.length < count && chosen.every((one) => Math.abs(one - at) > 2 * RATE)) chosen.push(at);
    return chosen;
  }

  /** @param first - The sample that the loop begins with. */
  wav(first = 0) {
    const bytes = Buffer.alloc(44 + LENGTH * 4);
    bytes.write("RIFF", 0, "latin1");
    bytes.writeUInt32LE(36 + LENGTH * 4, 4);
    bytes.write("WAVEfmt ", 8, "latin1");
    bytes.writeUInt32LE(16, 16);
    bytes.writeUInt16LE(1, 20);
    bytes.writeUInt16LE(2, 22);
    bytes.writeUInt32LE(RATE, 24);
    bytes.writeUInt32LE(RATE * 4, 28);
    bytes.writeUInt16LE(4, 32);
    bytes.writeUInt16LE(16, 34);
    bytes.write("data", 36, "latin1");
    bytes.writeUInt32LE(LENGTH * 4, 40);
    const at = (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32767);
    for (let i = 0; i < LENGTH; i++) {
      bytes.writeInt16LE(at(this.left[(first + i) % LENGTH]), 44 + i * 4);
      bytes.writeInt16LE(at(this.right[(first + i) % LENGTH]), 46 + i * 4);
    }
    return bytes;
  }
}

/** In place, forward. */
export function fft(re, im) {
  const n = re.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) [re[i], re[j], im[i], im[j]] = [re[j], re[i], im[j], im[i]];
  }
  for (let size = 2; size <= n; size *= 2) {
    const half = size / 2;
    const cos = new Float64Array(half);
    const sin = new Float64Array(half);
    for (let k = 0; k < half; k++)
      [cos[k], sin[k]] = [Math.cos((2 * Math.PI * k) / size), -Math.sin((2 * Math.PI * k) / size)];
    for (let from = 0; from < n; from += size)
      for (let k = 0; k < half; k++) {
        const [a, b] = [from + k, from + k + half];
        const [x, y] = [re[b] * cos[k] - im[b] * sin[k], re[b] * sin[k] + im[b] * cos[k]];
        [re[b], im[b]] = [re[a] - x, im[a] - y];
        [re[a], im[a]] = [re[a] + x, im[a] + y];
      }
  }
}

/** Integrated loudness in LUFS. (ITU-R BS.1770) */
export function loudness(left, right) {
  const block = 0.4 * RATE;
  const energies = [left, right].map((side) => {
    const weighted = weight(side);
    const sums = new Float64Array(weighted.length + 1);
    for (let i = 0; i < weighted.length; i++) sums[i + 1] = sums[i] + weighted[i] ** 2;
    return sums;
  });
  const blocks = [];
  for (let from = 0; from + block <= left.length; from += block / 4)
    blocks.push(energies.reduce((all, sums) => all + (sums[from + block] - sums[from]) / block, 0));
  const lufs = (power) => -0.691 + 10 * Math.log10(power);
  const mean = (list) => list.reduce((sum, one) => sum + one, 0) / list.length;
  const loud = blocks.filter((power) => lufs(power) > -70);
  const gate = lufs(mean(loud)) - 10;
  return lufs(mean(loud.filter((power) => lufs(power) > gate)));
}

/** The two filters of BS.1770, for any sampling rate. */
function weight(samples) {
  const shelf = (() => {
    const [f, g, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
    const k = Math.tan((Math.PI * f) / RATE);
    const vh = 10 ** (g / 20);
    const boost = vh ** 0.4996667741545416;
    const a0 = 1 + k / q + k * k;
    return [
      (vh + (boost * k) / q + k * k) / a0,
      (2 * (k * k - vh)) / a0,
      (vh - (boost * k) / q + k * k) / a0,
      (2 * (k * k - 1)) / a0,
      (1 - k / q + k * k) / a0,
    ];
  })();
  const high = (() => {
    const [f, q] = [38.13547087602444, 0.5003270373238773];
    const k = Math.tan((Math.PI * f) / RATE);
    const a0 = 1 + k / q + k * k;
    return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0];
  })();
  return [shelf, high].reduce((input, [b0, b1, b2, a1, a2]) => {
    const out = new Float64Array(input.length);
    let [x1, x2, y1, y2] = [0, 0, 0, 0];
    for (let i = 0; i < input.length; i++) {
      const y = b0 * input[i] + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
      [x2, x1, y2, y1] = [x1, input[i], y1, y];
      out[i] = y;
    }
    return out;
  }, samples);
}
