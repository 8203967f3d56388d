// SPEC.md DT284: key screens as pictures. `NARRATORIA_SNAPSHOTS=write npx vitest run apps/desktop/test/browser/snapshots.test.ts`
// takes them anew; look at each before you commit it.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { showMadeUp } from "./made-up-story.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

const FOLDER = fileURLToPath(new URL("snapshots/", import.meta.url));
/** How letters were drawn where the pictures were taken. */
const LETTERS = join(FOLDER, "letters.txt");
const WRITES = process.env["NARRATORIA_SNAPSHOTS"] === "write";
/** Of the pixels may differ so many, each by more than an edge that is drawn a little otherwise. */
const MOST_DIFFERENT = 0.002;
const LEAST_DIFFERENCE = 32;

interface Screen {
  readonly name: string;
  readonly theme: "dark" | "light" | "paper";
  readonly contrast?: boolean;
  readonly width: number;
  /** Of the page; null for the made-up story. */
  readonly path: string | null;
  /** It is there once the screen is. */
  readonly heading: string;
}

/** Nothing on them depends on the day, the machine or the words of a narrator. */
const SCREENS: readonly Screen[] = [
  { name: "first-start", theme: "dark", width: 1280, path: "/library", heading: "A story that remembers you" },
  { name: "first-start-narrow", theme: "light", width: 400, path: "/library", heading: "A story that remembers you" },
  { name: "story", theme: "dark", width: 1280, path: null, heading: "The Drowned Ferry Stage" },
  { name: "story-medium", theme: "light", width: 900, path: null, heading: "The Drowned Ferry Stage" },
  { name: "story-narrow", theme: "paper", width: 400, path: null, heading: "The Drowned Ferry Stage" },
  { name: "reading", theme: "paper", width: 1280, path: "/settings/reading", heading: "Reading" },
  { name: "keys", theme: "light", contrast: true, width: 1280, path: "/settings/keys", heading: "Keys" },
];

describe.skipIf(BROWSER === null)("key screens as pictures", () => {
  let open: OpenPage;
  let comparable = true;
  beforeAll(async () => {
    open = await openPage();
    const letters = await lettersOf(open.page);
    mkdirSync(FOLDER, { recursive: true });
    if (WRITES) writeFileSync(LETTERS, `${letters}\n`);
    comparable = existsSync(LETTERS) && readFileSync(LETTERS, "utf8").trim() === letters;
    if (!comparable)
      console.warn("This browser draws letters otherwise than the one that took the pictures: they are not compared.");
  }, 240_000);
  afterAll(async () => {
    await open.close();
    await closeBrowser();
  });

  it.for(SCREENS)(
    "[DT284] $name in the theme $theme at $width px looks as it did",
    async ({ name, theme, contrast = false, width, path, heading }, { skip }) => {
      skip(!comparable);
      const { page, origin, ask } = open;
      await page.setViewportSize({ width, height: 800 });
      await ask("PATCH", "/preferences", { desktop: { theme, contrast } });
      // Which model is recommended depends on how much memory is free.
      await page.route("**/api/models", async (route) => {
        const answer = await route.fetch({ maxRetries: 3 });
        await route.fulfill({ response: answer, json: { ...(await answer.json()), recommended: "phi-3.5-mini" } });
      });
      if (path === null) {
        await showMadeUp(page, origin);
        // What its events bring comes after the scenes.
        await page.getByText("The narrator took too long").waitFor();
      } else {
        await page.goto(origin + path);
      }
      await page.locator(`html[data-theme=${theme}]`).waitFor();
      await page.getByRole("heading", { name: heading }).first().waitFor();
      await settle(page);
      const file = join(FOLDER, `${name}.png`);
      if (WRITES) {
        writeFileSync(file, await picture(page));
        return page.unrouteAll();
      }
      const was = readFileSync(file);
      const kept = join(tmpdir(), `narratoria-${name}.png`);
      // What stands where depends on what was seen of the page, which browsers tell some frames late.
      await expect
        .poll(
          async () => {
            const taken = await picture(page);
            const share = await difference(page, was, taken);
            if (share > MOST_DIFFERENT) writeFileSync(kept, taken);
            return share;
          },
          { timeout: 60_000, message: `${name} differs; as it looks now: ${kept}` },
        )
        .toBeLessThanOrEqual(MOST_DIFFERENT);
      rmSync(kept, { force: true });
      await page.unrouteAll();
    },
  );
});

function picture(page: Page): Promise<Buffer> {
  return page.screenshot({ animations: "disabled", caret: "hide" });
}

/** Waits until fonts are there. That a made-up story has no server behind it is not in the picture. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const quiet = new CSSStyleSheet();
    quiet.replaceSync("aside[data-foot] { display: none !important }");
    document.adoptedStyleSheets = [quiet];
    scrollTo(0, 0);
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

/** @returns What tells how the letters of our own fonts are drawn here. */
async function lettersOf(page: Page): Promise<string> {
  const drawn = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const families = ["Literata Variable", "Atkinson Hyperlegible Next Variable"];
    for (const [place, family] of families.entries()) {
      const font = `19px "${family}"`;
      await document.fonts.load(font);
      if (context === null) continue;
      context.font = font;
      context.fillText("Hamburgefonstiv & ‘17’", 4, 24 + 30 * place);
    }
    return canvas.toDataURL();
  });
  return createHash("sha256").update(drawn).digest("hex");
}

/** @returns The share of pixels that differ; 1 where the pictures have different sizes. */
async function difference(page: Page, was: Buffer, is: Buffer): Promise<number> {
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(
      async ([pictures, least]) => {
        const drawn: ImageData[] = [];
        for (const picture of pictures) {
          const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          context?.drawImage(bitmap, 0, 0);
          if (context) drawn.push(context.getImageData(0, 0, bitmap.width, bitmap.height));
        }
        const [one, other] = drawn;
        if (!one || !other || one.width !== other.width || one.height !== other.height) return 1;
        let different = 0;
        for (let at = 0; at < one.data.length; at += 4) {
          const far = [0, 1, 2].some(
            (part) => Math.abs((one.data[at + part] ?? 0) - (other.data[at + part] ?? 0)) > least,
          );
          if (far) different++;
        }
        return different / (one.width * one.height);
      },
      [[was.toString("base64"), is.toString("base64")], LEAST_DIFFERENCE] as const,
    );
  } finally {
    await blank.close();
  }
}
