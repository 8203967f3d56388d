/** Draws forty people in each preset, and four at three ages, on sheets to be looked at: `npm run contact-sheet -- FOLDER`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { completeLooks } from "../src/appearance.js";
import { readLooks } from "../src/description.js";
import { drawAvatar } from "../src/draw-avatar.js";
import { drawPaper } from "../src/draw-paper.js";
import { drawPortrait, PRESETS } from "../src/draw.js";
import { toPng } from "../src/render.js";
import { FORTY, THREE_AGES } from "../test/forty.js";

const folder = process.argv[2] ?? ".";
mkdirSync(folder, { recursive: true });
void (async () => {
  for (const preset of PRESETS) {
    const cells = await Promise.all(
      FORTY.map(async ({ id, description, kind, pronoun }, at) => {
        const looks = completeLooks(
          readLooks(description, { ...(kind ? { kind } : {}), ...(pronoun ? { pronoun } : {}) }),
          id,
        );
        const svg = preset === "stylized" ? drawPaper(looks) : drawAvatar(looks, preset);
        const pixels = preset === "pixel" && looks.kind !== "human" ? { pixels: 32 } : {};
        const png = Buffer.from(await toPng(svg, 192, pixels)).toString("base64");
        return `<image href="data:image/png;base64,${png}" x="${(at % 8) * 100 + 2}" y="${Math.floor(at / 8) * 100 + 2}" width="96" height="96"/>`;
      }),
    );
    const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 500"><rect width="800" height="500" fill="#fff"/>${cells.join("")}</svg>`;
    writeFileSync(join(folder, `${preset}.png`), await toPng(sheet, 1200));
  }
  const ages: string[] = [];
  for (const [row, preset] of PRESETS.entries()) {
    for (const [at, { id, descriptions }] of THREE_AGES.entries()) {
      for (const [age, description] of descriptions.entries()) {
        const bytes = await drawPortrait({ id, description }, { preset, size: 256, format: "png" });
        const png = Buffer.from(bytes).toString("base64");
        const x = at * 312 + age * 100;
        ages.push(`<image href="data:image/png;base64,${png}" x="${x}" y="${row * 100}" width="96" height="96"/>`);
      }
    }
  }
  const sheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1240 400"><rect width="1240" height="400" fill="#fff"/>${ages.join("")}</svg>`;
  writeFileSync(join(folder, "ages.png"), await toPng(sheet, 1240));
})();
