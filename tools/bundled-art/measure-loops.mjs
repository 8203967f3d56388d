/** Measures the bundled loops as they are decoded: `node tools/bundled-art/measure-loops.mjs`. Needs oggdec. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { fft, loudness, RATE } from "./sound.mjs";

/** Reads both channels of an OGG file, as numbers from -1 to 1. */
function decoded(file, scratch) {
  const raw = join(scratch, "decoded.raw");
  execFileSync("oggdec", ["-Q", "-R", "-b", "16", "-e", "0", "-s", "1", "-o", raw, file]);
  const bytes = readFileSync(raw);
  const length = bytes.length / 4;
  const side = (offset) => Float32Array.from({ length }, (_, i) => bytes.readInt16LE(i * 4 + offset) / 32768);
  return [side(0), side(2)];
}

/** Gives the larger of the steps from the last sample to the first one, and the mean step within. */
export function seamOf(file, scratch) {
  const sides = decoded(file, scratch);
  const steps = sides.map(stepsOf);
  return {
    seam: Math.max(...sides.map((side) => Math.abs(side[0] - side[side.length - 1]))),
    usual: Math.max(...steps.map((list) => list.reduce((sum, one) => sum + one, 0) / list.length)),
    large: Math.max(...steps.map((list) => list.toSorted()[Math.floor(list.length * 0.99)])),
  };
}

const stepsOf = (side) => Float32Array.from({ length: side.length - 1 }, (_, i) => Math.abs(side[i + 1] - side[i]));

/** Loudness of each octave from 31 Hz on, in dB below the whole. */
function octaves(side) {
  const length = 2 ** Math.floor(Math.log2(side.length));
  const [re, im] = [Float64Array.from(side.subarray(0, length)), new Float64Array(length)];
  fft(re, im);
  const bands = [31, 62, 125, 250, 500, 1000, 2000, 4000, 8000];
  const power = bands.map(() => 0);
  let all = 0;
  for (let k = 1; k < length / 2; k++) {
    const hz = (k * RATE) / length;
    const one = re[k] ** 2 + im[k] ** 2;
    all += one;
    const band = bands.findIndex((mid) => hz >= mid / Math.SQRT2 && hz < mid * Math.SQRT2);
    if (band >= 0) power[band] += one;
  }
  return bands.map((hz, i) => `${hz} Hz ${(10 * Math.log10(power[i] / all + 1e-9)).toFixed(0)}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("../../campaigns/", import.meta.url));
  const scratch = mkdtempSync(join(tmpdir(), "narratoria-loops-"));
  try {
    for (const file of readdirSync(root, { recursive: true }).toSorted()) {
      if (!file.endsWith(".ogg")) continue;
      const [left, right] = decoded(join(root, file), scratch);
      const { seam, usual, large } = seamOf(join(root, file), scratch);
      let peak = 0;
      for (const side of [left, right]) for (const one of side) peak = Math.max(peak, Math.abs(one));
      process.stdout.write(
        `${basename(file)}: ${(left.length / RATE).toFixed(1)} s, ${loudness(left, right).toFixed(1)} LUFS, peak ${(20 * Math.log10(peak)).toFixed(1)} dBFS, ` +
          `seam ${seam.toFixed(5)} (mean step ${usual.toFixed(5)}, 99 of 100 below ${large.toFixed(5)}); ${octaves(left).join(", ")}\n`,
      );
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
