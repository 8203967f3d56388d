/**
 * Draws the pictures and makes the sounds of the bundled stories: `node tools/bundled-art/build.mjs [pictures|sounds]`.
 * The author's machine needs cwebp and oggenc; what they make is committed, and nothing here runs when Narratoria is built.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { LOOPS } from "./loops.mjs";
import { PICTURES as WHEEL } from "./one-wheel-over.mjs";
import { PICTURES as PEOPLE } from "./people.mjs";
import { PICTURES as PIANO } from "./the-piano.mjs";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const SVGS = fileURLToPath(new URL("./svg/", import.meta.url));
const MADE_AT = "2026-11-28T10:00:00Z";
const LUFS = -23;
const scratch = mkdtempSync(join(tmpdir(), "narratoria-art-"));

const [, , what = "all"] = process.argv;
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
      const loop = make();
      const peak = loop.level(LUFS);
      const wav = join(scratch, `${name}.wav`);
      writeFileSync(wav, loop.wav());
      const file = join(ROOT, "campaigns", campaign, "music", "ambient", `${name}.ogg`);
      mkdirSync(dirname(file), { recursive: true });
      execFileSync("oggenc", ["-Q", "-q", "2", "-s", "7", "-o", file, wav]);
      if (keywords) write(`${file}.keywords.txt`, `${keywords.join("\n")}\n`);
      note(file, "Narratoria sound program, written by a language model", of);
      process.stdout.write(`${campaign} ${name}, peak ${peak.toFixed(1)} dBFS\n`);
    }
}

function note(file, model, of) {
  const provenance = { generated: true, source_model: model, generated_at: MADE_AT, seed_data: of, version: "1.0.0" };
  write(`${file}.provenance.json`, `${JSON.stringify(provenance, null, 2)}\n`);
}

function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
