/** The `campaign stage` command: what places, people and beats would show and play, and what nothing would. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { StagedExample, StageReport } from "@narratoria/engine";
import { CliError, EXIT } from "./errors.js";
import { writeAnswer } from "./fitted-lines.js";
import { whileOpening } from "./opening.js";
import type { Terminal } from "./terminal.js";
import { escapeHtml as escape, REPORT_STYLE } from "./html-page.js";

export interface StageFlags {
  readonly json?: boolean;
  readonly html?: boolean | string;
}

const PAGE = "stage.html";

export async function campaignStage(path: string, flags: StageFlags, terminal: Terminal): Promise<number> {
  const { stageCampaign } = await import("@narratoria/engine");
  const report = await whileOpening(terminal, (opening) => stageCampaign(path, opening));
  if (!report) return EXIT.interrupted;
  const { problems: _, ...answer } = report;
  if (flags.html !== undefined && flags.html !== false) {
    const file = typeof flags.html === "string" ? flags.html : PAGE;
    await writeFile(file, stagePage(report)).catch((error: unknown) => {
      throw new CliError(`The page cannot be written to "${file}": ${error instanceof Error ? error.message : ""}`);
    });
    writeAnswer(terminal.stdout, flags, answer, [`Written to ${file}.`]);
  } else writeAnswer(terminal.stdout, flags, answer, stageLines(report));
  return EXIT.done;
}

/** The report as lines. Implements rule CL1010. */
function stageLines({ title, places, people, beats, broken, idle, generated }: StageReport): string[] {
  const section = (name: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : ["", name, ...lines.map((line) => `  ${line}`)];
  const shown = ({ when, background, music, why }: StagedExample): string[] => [
    `  ${when === "" ? "" : `${when}: `}${background?.asset ?? "no picture"}, ${music?.asset ?? "no music"}`,
    ...why.map((sentence) => `    ${sentence}`),
  ];
  return [
    `${title}: what its scenes look and sound like`,
    ...section(
      "Places",
      places.flatMap((place) => [place.name, ...place.shown.flatMap(shown)]),
    ),
    ...section(
      "People",
      people.map(({ name, portrait }) => `${name}: ${portrait?.asset ?? "no portrait of the campaign's own"}`),
    ),
    ...section(
      "Beats",
      beats.flatMap((beat) => [`${beat.id} ${beat.name}`, ...beat.shown.flatMap(shown)]),
    ),
    ...section(
      "Broken",
      broken.map(({ file, why }) => `${file}: ${why}`),
    ),
    ...section(
      "Never shown or played",
      idle.map(({ file, why }) => `${file}: ${why}.`),
    ),
    ...section(
      "Made by a machine",
      generated.map(({ file, why, date }) => `${file}: ${why}, ${date}`),
    ),
  ];
}

const STYLE = `
${REPORT_STYLE}
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.25rem; }
article { margin: 0; min-width: 0; } h3 { margin: 0 0 .25rem; font-size: 1.05rem; } p { margin: .15rem 0; font-size: .9rem; overflow-wrap: anywhere; }
img { display: block; width: 100%; aspect-ratio: 16 / 9; object-fit: cover; background: color-mix(in srgb, currentColor 10%, transparent); }
.none { display: grid; place-items: center; aspect-ratio: 16 / 9; border: 1px dashed currentColor; opacity: .6; }
.person img { aspect-ratio: 1; } audio { width: 100%; } code { font-size: .85rem; overflow-wrap: anywhere; }
`;

/** The report as one page of HTML with small pictures, which it shows from the campaign's own folder. Implements rule CL1011. */
function stagePage(report: StageReport): string {
  const { title, dir, places, people, beats, broken, idle, generated } = report;
  const address = (file: string): string => pathToFileURL(join(dir, ...file.split("/"))).href;
  const picture = (asset: StagedExample["background"]): string =>
    asset
      ? `<img loading="lazy" src="${escape(address(asset.asset))}" alt="${escape(asset.alt)}"><p><code>${escape(asset.asset)}</code></p>`
      : '<div class="none">no picture</div>';
  const example = ({ when, background, music, why }: StagedExample): string =>
    [
      when === "" ? "" : `<p><b>${escape(when)}</b></p>`,
      picture(background),
      music
        ? `<audio controls preload="none" src="${escape(address(music.asset))}"></audio><p><code>${escape(music.asset)}</code></p>`
        : "<p>no music</p>",
      ...why.map((sentence) => `<p>${escape(sentence)}</p>`),
    ].join("");
  const card = (name: string, body: string, kind = ""): string =>
    `<article${kind === "" ? "" : ` class="${kind}"`}><h3>${escape(name)}</h3>${body}</article>`;
  const cards = (name: string, all: readonly string[]): string =>
    all.length === 0 ? "" : `<section><h2>${name}</h2><div class="cards">${all.join("")}</div></section>`;
  const list = (name: string, all: readonly string[]): string =>
    all.length === 0
      ? ""
      : `<section><h2>${name}</h2><ul>${all.map((one) => `<li>${escape(one)}</li>`).join("")}</ul></section>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escape(title)}: the stage</title>
<style>${STYLE}</style>
<h1>${escape(title)}: what its scenes look and sound like</h1>
${cards(
  "Places",
  places.flatMap(({ name, shown }) => shown.map((one) => card(name, example(one)))),
)}
${cards(
  "People",
  people.map(({ name, portrait }) => card(name, picture(portrait), "person")),
)}
${cards(
  "Beats",
  beats.flatMap(({ id, name, shown }) => shown.map((one) => card(`${id} ${name}`, example(one)))),
)}
${list(
  "Broken",
  broken.map(({ file, why }) => `${file}: ${why}`),
)}
${list(
  "Never shown or played",
  idle.map(({ file, why }) => `${file}: ${why}.`),
)}
${list(
  "Made by a machine",
  generated.map(({ file, why, date }) => `${file}: ${why}, ${date}`),
)}
</html>
`;
}
