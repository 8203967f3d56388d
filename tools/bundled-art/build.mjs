/**
 * Draws the pictures and makes the sounds of the bundled stories: `node tools/bundled-art/build.mjs [pictures|sounds|all] [part of a name]`.
 * The author's machine needs cwebp, oggenc and oggdec; what they make is committed, and nothing here runs when Narratoria is built.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOOPS } from "./loops.mjs";
import { seamOf } from "./measure-loops.mjs";
import { PICTURES as WHEEL } from "./one-wheel-over.mjs";
import { PICTURES as PEOPLE } from "./people.mjs";
import { PICTURES as PIANO } from "./the-piano.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SVGS = fileURLToPath(new URL("./svg/", import.meta.url));
const MADE_AT = "2026-11-28T10:00:00Z";
const LUFS = -23;
const scratch = mkdtempSync(join(tmpdir(), "narratoria-art-"));

const [, , what = "all", part = ""] = process.argv;
try {
  if (what !== "sounds") await drawAll();
  if (what !== "pictures") makeSounds();
} finally {
  rmSync(scratch, { recursive: true });
}

async function drawAll() {
  const requireOf = createRequire(join(ROOT, "skills", "character-portraits", "package.json"));
  const { Resvg, initWasm } = requireOf("@resvg/resvg-wasm");
  await initWasm(readFileSync(requireOf.resolve("@resvg/resvg-wasm/index_bg.wasm")));
  const all = { "one-wheel-over": { ...WHEEL, ...PEOPLE }, "the-piano-on-the-third-landing": PIANO };
  for (const [campaign, pictures] of Object.entries(all))
    for (const [name, { draw, of }] of Object.entries(pictures)) {
      if (!name.includes(part)) continue;
      const svg = draw().svg();
      write(join(SVGS, campaign, `${name.replace(/^art\//, "")}.svg`), svg);
      const png = join(scratch, `${basename(name)}.png`);
      writeFileSync(png, new Resvg(svg).render().asPng());
      const file = join(ROOT, "campaigns", campaign, `${name}.webp`);
      mkdirSync(dirname(file), { recursive: true });
      execFileSync("cwebp", ["-quiet", "-m", "6", "-q", "82", "-sharp_yuv", png, "-o", file]);
      note(file, "Narratoria drawing program, written by a language model", of);
      process.stdout.write(`${campaign} ${name}\n`);
    }
}

function makeSounds() {
  for (const [campaign, loops] of Object.entries(LOOPS))
    for (const [name, { make, of, keywords }] of Object.entries(loops)) {
      if (!name.includes(part)) continue;
      const loop = make();
      const peak = loop.level(LUFS);
      const file = join(ROOT, "campaigns", campaign, "music", "ambient", `${name}.ogg`);
      mkdirSync(dirname(file), { recursive: true });
      const seam = encodeWithoutSeam(loop, file);
      if (keywords) write(`${file}.keywords.txt`, `${keywords.join("\n")}\n`);
      note(file, "Narratoria sound program, written by a language model", of);
      process.stdout.write(`${campaign} ${name}, peak ${peak.toFixed(1)} dBFS, seam ${seam.toFixed(5)}\n`);
    }
}

/**
 * Encodes a loop so that its last sample leads into its first one. Vorbis errs most where a file begins and ends, so the loop is begun at
 * several quiet moments, and the one with the smallest step is kept: a step that is no larger than most steps within.
 *
 * @returns The step from the last sample to the first, of 1.
 */
function encodeWithoutSeam(loop, file) {
  const wav = join(scratch, "loop.wav");
  let best = null;
  for (const at of loop.quietMoments(12)) {
    writeFileSync(wav, loop.wav(at));
    const encoded = join(scratch, "loop.ogg");
    execFileSync("oggenc", ["-Q", "-q", "2", "-s", "7", "-o", encoded, wav]);
    const { seam, usual } = seamOf(encoded, scratch);
    if (best === null || seam < best.seam) best = { seam, bytes: readFileSync(encoded) };
    if (seam <= usual) break;
  }
  writeFileSync(file, best.bytes);
  return best.seam;
}

function note(file, model, of) {
  const provenance = { generated: true, source_model: model, generated_at: MADE_AT, seed_data: of, version: "1.0.0" };
  write(`${file}.provenance.json`, `${JSON.stringify(provenance, null, 2)}\n`);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
