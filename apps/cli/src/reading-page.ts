/** A reading as one page of HTML, without scripts and without anything from elsewhere. */
import type { Reading } from "@narratoria/engine";
import { readingSummary } from "./reading-summary.js";
import { escapeHtml as escape } from "./html-page.js";

const STYLE = `
:root { color-scheme: light dark; --ink: #1f2328; --soft: #5b636e; --paper: #fbfaf7; --line: #d9d5cc; --mark: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e4da; --soft: #a7a294; --paper: #191a1c; --line: #3a3a38; --mark: #e0b15a; } }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 52rem; background: var(--paper); color: var(--ink); font: 1.05rem/1.6 Georgia, "Times New Roman", serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { margin: 2.75rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); font-size: 1.3rem; }
nav { color: var(--soft); } nav a { color: inherit; margin-right: .9rem; }
article { margin: 0 0 1.1rem; } h3 { margin: 0; font-size: 1.05rem; }
p { margin: .15rem 0; } .soft, .where { color: var(--soft); font-size: .92rem; } .where { font-family: ui-monospace, monospace; font-size: .82rem; }
.guess { color: var(--mark); font-size: .85rem; } ul { margin: .2rem 0 .2rem 1.1rem; padding: 0; }
`;

/** @returns The whole page. */
export function readingPage(reading: Reading): string {
  const summary = readingSummary(reading);
  const guess = (certainty: string | undefined): string =>
    certainty === "guessed" ? ' <span class="guess">a guess</span>' : "";
  const where = ({ file, line }: { readonly file: string; readonly line: number }): string =>
    file === "" ? "" : `<p class="where">${escape(file)}${line > 0 ? `:${line}` : ""}</p>`;
  const list = (items: readonly string[]): string =>
    items.length === 0 ? "" : `<ul>${items.map((item) => `<li>${escape(item)}</li>`).join("")}</ul>`;
  const sections: readonly (readonly [string, string, string])[] = [
    [
      "people",
      "People",
      summary.cast
        .map(({ name, called, pronoun, plural, kindInFull, home, presentFrom, certainty, evidence }) => {
          const parts = [
            pronoun === null
              ? "the name is repeated, as nothing says he, she, it or they"
              : `${pronoun}${plural ? ", plural" : ""}`,
            kindInFull,
            home === null ? "no home" : `usually at ${home}`,
            presentFrom === "start"
              ? "there from the start"
              : presentFrom === "never" || presentFrom === "dead"
                ? "never met"
                : `met from ${presentFrom} on`,
          ];
          return `<article><h3>${escape(name)}${guess(certainty["called"])}</h3>${called === name ? "" : `<p>called <em>${escape(called)}</em></p>`}<p class="soft">${escape(parts.join("; "))}${guess(certainty["pronoun"])}</p>${where(evidence.pronoun)}</article>`;
        })
        .join(""),
    ],
    [
      "places",
      "Places",
      summary.places
        .map(
          ({ name, aliases, indoors, within, evidence }) =>
            `<article><h3>${escape(name)}${guess(evidence.certainty)}</h3><p class="soft">${escape([indoors === null ? "indoors or out, nobody says" : indoors ? "indoors" : "outdoors", within === null ? "" : `in ${within}`, aliases.length === 0 ? "" : `also ${aliases.join(", ")}`].filter(Boolean).join("; "))}</p>${where(evidence)}</article>`,
        )
        .join(""),
    ],
    [
      "beats",
      "Beats",
      summary.beats
        .map(
          ({ id, title, place, cast, everyone, choices, effects, certainty, evidence }) =>
            `<article><h3>${escape(title)}</h3><p>${escape(place ?? "wherever the player is")}${guess(certainty.place)}; ${escape(everyone ? "everyone" : cast.join(", ") || "nobody named")}${guess(certainty.cast)}</p>${list([...choices.map((choice) => `the player may ${choice}`), ...effects.filter(({ kind }) => kind !== "note").map(({ text }) => text)])}<p class="where">${escape(id)}</p>${where(evidence.place)}</article>`,
        )
        .join(""),
    ],
    [
      "acts",
      "What the player can do",
      summary.acts
        .map(
          ({ text, for: waits, certainty }) =>
            `<article><h3>${escape(text)}${guess(certainty)}</h3><p class="soft">for ${escape(waits.map(({ id }) => id).join(", "))}</p></article>`,
        )
        .join(""),
    ],
    [
      "questions",
      "Open questions",
      summary.questions
        .map(
          ({ text, clues, answeredBy }) =>
            `<article><h3>${escape(text)}</h3>${list(clues)}<p class="soft">${escape(answeredBy.length === 0 ? "" : `answered by ${answeredBy.join(", ")}`)}</p></article>`,
        )
        .join(""),
    ],
    [
      "laws",
      "Laws",
      summary.laws
        .map(
          ({ text, forbids, file, line }) =>
            `<article><h3>${escape(text)}</h3><p class="soft">${escape(forbids.length === 0 ? "not checked: no check fits these words" : `forbids ${forbids.join(", ")}`)}</p>${where({ file, line })}</article>`,
        )
        .join(""),
    ],
    [
      "not-told",
      "Not told to the player",
      summary.passages
        .filter(({ audience }) => audience === "teller" || audience === "tone")
        .map(
          ({ file, line, text, evidence }) =>
            `<article><p>${escape(text)}</p><p class="soft">${escape(evidence.why)}</p>${where({ file, line })}</article>`,
        )
        .join(""),
    ],
    [
      "left-out",
      "Left out",
      summary.leftOut
        .map(({ file, line, why }) => `<article><p>${escape(why)}</p>${where({ file, line })}</article>`)
        .join(""),
    ],
  ];
  const shown = sections.filter(([, , body]) => body !== "");
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escape(reading.title)}: the reading</title><style>${STYLE}</style></head>
<body><header><h1>${escape(reading.title)}</h1><p class="soft">What the story understands of this campaign. What is wrong can be put right in reading.json.</p>
<nav aria-label="Sections">${shown.map(([id, title]) => `<a href="#${id}">${escape(title)}</a>`).join(" ")}</nav></header>
<main>${shown.map(([id, title, body]) => `<section id="${id}"><h2>${escape(title)}</h2>${body}</section>`).join("\n")}</main></body></html>
`;
}
