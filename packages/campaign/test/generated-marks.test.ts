// SPEC.md CA1303: what models made, listed.
import { expect, it } from "vitest";
import { generatedMarks } from "../src/index.js";

const MADE = { source_model: "a-model", generated_at: "2026-01-01T00:00:00Z", seed_data: "a mill" };
const lines = Object.entries(MADE).map(([name, value]) => `${name}: "${value}"`);

it("[CA1303] lists what models made with model, date and seed, wherever that is said", async () => {
  const texts = new Map([
    ["art/mill.png.provenance.json", JSON.stringify({ generated: true, ...MADE })],
    ["art/weir.png.provenance.json", JSON.stringify({ generated: true, provenance: MADE })],
    [
      "lore/a_generated.md",
      ["---", "generated: true", "provenance:", ...lines.map((line) => `  ${line}`), "---", "A mill."].join("\n"),
    ],
    ["plot/beats_generated.json", JSON.stringify({ _provenance: { generated: true, ...MADE }, beats: [] })],
    ["plot/torn.json", "{"],
  ]);
  const marks = await generatedMarks({ generated: new Set(texts.keys()), texts });
  const mark = { model: "a-model", date: MADE.generated_at, seed: "a mill" };
  expect(marks).toEqual([
    { file: "art/mill.png", ...mark },
    { file: "art/weir.png", ...mark },
    { file: "lore/a_generated.md", ...mark },
    { file: "plot/beats_generated.json", ...mark },
    { file: "plot/torn.json", model: "", date: "", seed: "" },
  ]);
});
