// SPEC.md DT2100: what the page makes of what its author sets apart.
import type { FormattedBlock } from "@narratoria/engine/shell";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Paragraph } from "../src/client/screens/story/paragraph.js";

const drawn = (text: string, blocks: readonly FormattedBlock[], inked = false): string =>
  renderToStaticMarkup(
    createElement(Paragraph, { text, blocks, whole: true, inked, initial: false, indented: false }),
  ).replace(/ (?:class|data-\w+|aria-hidden)="[^"]*"/g, "");

const EMPHASIS: FormattedBlock[] = [
  {
    kind: "prose",
    lines: [
      [{ text: "The " }, { text: "Wren. Never", em: true }, { text: " <b>her</b>", strong: true }, { text: "." }],
    ],
  },
];

it("[DT2100] emphasis is em and strong, and every word is text", () => {
  expect(drawn("The Wren. Never <b>her</b>.", EMPHASIS)).toBe(
    "<p>The <em>Wren. Never</em><strong> &lt;b&gt;her&lt;/b&gt;</strong>.</p>",
  );
});

it("[DT2100] sentences that ink in keep theirs", () => {
  expect(drawn("The Wren. Never <b>her</b>.", EMPHASIS, true)).toBe(
    "<p><span>The <em>Wren. </em></span><span><em>Never</em><strong> &lt;b&gt;her&lt;/b&gt;</strong>.</span></p>",
  );
});

it("[DT2100] quotes, verse and letters are quotes with their lines, between the prose around them", () => {
  const blocks: FormattedBlock[] = [
    { kind: "prose", lines: [[{ text: "It says:" }]] },
    { kind: "verse", lines: [[{ text: "row, row" }], [{ text: "the boat" }]] },
  ];
  for (const inked of [false, true])
    expect(drawn("It says: row, row the boat", blocks, inked)).toBe(
      "<p>It says:</p><blockquote>row, row<br/>the boat</blockquote>",
    );
});
