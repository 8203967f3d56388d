/** The page of a story test: a map of the story, and what walks came to. */
import type { StoryTest } from "@narratoria/engine";
import { again, testLines } from "./story-test-lines.js";
import { escapeHtml as escape, REPORT_STYLE } from "./html-page.js";

const STYLE = `
${REPORT_STYLE}
.map { overflow: auto; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); background: #fff; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .3rem .75rem .3rem 0; vertical-align: top; font-weight: normal; }
thead th { font-weight: bold; } tbody tr { border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
.never { color: #b3261e; } code { font-size: .8rem; overflow-wrap: anywhere; } pre { overflow: auto; font-size: .85rem; }
@media (prefers-color-scheme: dark) { .never { color: #f2b8b5; } }
`;

/** Implements rule CL2304. */
export async function testPage(test: StoryTest, path: string): Promise<string> {
  const { drawPlot } = await import("@narratoria/engine");
  const { title, walks, beats, endings, choices, lore } = test;
  const map = await drawPlot(test.dir, "svg", test);
  const table = (heading: string, columns: readonly string[], rows: readonly (readonly string[])[]): string =>
    rows.length === 0
      ? ""
      : `<section><h2>${escape(heading)}</h2><table><thead><tr>${columns.map((name) => `<th scope="col">${escape(name)}</th>`).join("")}</tr></thead><tbody>${rows.map(rowOf).join("")}</tbody></table></section>`;
  const where = (first: { readonly walk: number; readonly scene: number } | null): string =>
    first === null ? NEVER : again(test, path, first);
  const plot = (all: StoryTest["beats"]): string[][] =>
    all.map(({ id, title: name, reached, first }) => [id, name, `${reached} of ${walks.length}`, where(first)]);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}: walks</title>
<style>${STYLE}</style>
<h1>${escape(title)}: what ${walks.length} walks came to</h1>
<div class="map">${map}</div>
${table("Endings", ["id", "title", "walks", "again"], plot(endings))}
${table("Beats", ["id", "title", "walks", "again"], plot(beats))}
${table(
  "The author's choices",
  ["choice", "of", "offered", "taken", "again"],
  choices.map(({ text, of = "", offered, taken, first }) => [text, of, `${offered}`, `${taken}`, where(first)]),
)}
${table(
  "Lore",
  ["file", "sentences told"],
  lore.map(({ file, sentences, told }) => [file, told === 0 ? NEVER : `${told} of ${sentences}`]),
)}
${table(
  "Walks",
  ["walk", "scenes", "ending", "again"],
  walks.map((one) => [
    `${one.walk}. ${one.name}`,
    `${one.scenes}`,
    one.ending?.id ?? (one.ended ? "ended" : "not ended"),
    again(test, path, { walk: one.walk, scene: one.choices.length }),
  ]),
)}
<section><h2>In words</h2><pre>${escape(testLines(test, path).join("\n"))}</pre></section>
</html>
`;
}

const NEVER = "never";

function rowOf(cells: readonly string[]): string {
  const isNever = cells.includes(NEVER);
  const cell = (text: string): string =>
    text.includes(" play ") && text.includes("--seed") ? `<code>${escape(text)}</code>` : escape(text);
  return `<tr${isNever ? ' class="never"' : ""}>${cells.map((text) => `<td>${cell(text)}</td>`).join("")}</tr>`;
}
