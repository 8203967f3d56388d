/** How a page is looked at by what looks for faults of accessibility, in each theme. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @param only - The rules that are looked at; all of them where left out. @returns What axe finds, and whether the page is wider than its window. */
export async function faultsOf(page: Page, only: readonly string[] = []): Promise<string[]> {
  // A page that was looked at before has it already.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (only) => {
    const axe: unknown = Reflect.get(window, "axe");
    const run = typeof axe === "object" && axe !== null ? Reflect.get(axe, "run") : null;
    // Of what is in order nothing is told, which takes half the time.
    const options = { resultTypes: ["violations"], ...(only.length > 0 ? { runOnly: only } : {}) };
    const { violations } = await run(document, options);
    const wide = document.documentElement.scrollWidth > innerWidth ? ["scrolls sideways"] : [];
    return [
      ...wide,
      ...violations.map(({ id, nodes }: { id: string; nodes: { html: string }[] }) => `${id} ${nodes[0]?.html}`),
    ];
  }, only);
}

/** Beside the colours nothing that axe looks at is another thing in another theme. */
export const OF_COLOURS = ["color-contrast"];

/** Preferences of all looks that a page has. */
export const LOOKS = [
  { theme: "dark", contrast: false },
  { theme: "light", contrast: false },
  { theme: "paper", contrast: false },
  { theme: "light", contrast: true },
];

/** @returns A selector of the page once it is in this theme. A change of theme reaches a page that is open. */
export function themed({ theme, contrast }: { readonly theme: string; readonly contrast: boolean }): string {
  return contrast ? `html[data-theme="${theme}"][data-contrast]` : `html[data-theme="${theme}"]:not([data-contrast])`;
}

/**
 * Texts that are cut off: what holds them is smaller than they are, and shows nothing of the rest.
 * Those that only screen readers have are no such texts.
 */
export function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      const own = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
      if (!own || element.closest(".unseen, svg, [aria-hidden=true]")) continue;
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      // The first lines of something that is shown in full where it is picked.
      if (webkitLineClamp !== "none") continue;
      const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
      const across = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const down = hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
      if (across || down) cut.push(`${textOverflow} ${element.outerHTML.slice(0, 160)}`);
    }
    return cut;
  });
}
