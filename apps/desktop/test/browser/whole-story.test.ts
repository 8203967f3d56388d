// A whole story, from the first start to its end: by what is in the accessibility tree, and by keys.
import { cp, mkdir, writeFile } from "node:fs/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { PATIENT } from "./begin-story.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

const PIANO = fileURLToPath(new URL("../../../../campaigns/the-piano-on-the-third-landing/", import.meta.url));
const ENDING = `---
title: A Longer Strap
tone: wry
---

The carriers come back with a longer strap. The piano goes up, and the house goes down to look.

Nobody asks who wrote to a piano tuner. The stairs are wide and empty, and you go down them.
`;
/** It is offered from the first choice on. */
const END = /^\d+ See it through to the end\./;

/** The first start, with a campaign whose ending is never far. */
async function firstStart(): Promise<OpenPage> {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-whole-"));
  const campaign = join(dataDir, "campaigns", "a-short-piano");
  await cp(PIANO, campaign, { recursive: true });
  await mkdir(join(campaign, "plot", "endings"), { recursive: true });
  await writeFile(join(campaign, "plot", "endings", "a-longer-strap.md"), ENDING);
  const open = await openPage({ dataDir });
  onTestFinished(async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return open;
}

afterAll(closeBrowser);

describe.skipIf(BROWSER === null)("a whole story in a browser", () => {
  it("[DT260] is begun, played to its end and read again by roles and names alone", async () => {
    const { page, faults } = await firstStart();
    const { press, within, heard } = byRole(page);
    await press("button", /^Choose a story$/);
    await press("button", /^The Piano on the Third Landing/);
    await within("dialog", /^The Piano on the Third Landing$/).press("button", /^New story$/);
    await page.getByRole("textbox", { name: "Name" }).fill("Wren");
    await press("button", /^Begin the story$/);
    await heard("article", /^The opening, The third landing$/);
    const choices = within("region", /^What do you do\?$/);
    await choices.press("button", /^1 /);
    await heard("article", /^Scene 1/);
    await within("article", /^Scene 1/).heard("log", /(?:)/);
    // The same card says why it is offered.
    await choices.press("button", /^Why\?/);
    await choices.heard("button", /^Hide why/);
    await choices.press("button", END);
    const end = within("region", /^The end$/);
    await end.heard("button", /^Branch from a scene$/);
    await expect.poll(() => page.getByRole("region", { name: "What do you do?" }).count(), PATIENT).toBe(0);
    await end.press("button", /^Undo$/);
    await choices.press("button", END);
    await end.press("button", /^Read it again$/);
    await heard("heading", /^The third landing$/);
    await press("link", /^Timeline$/);
    await heard("heading", /^Timeline$/);
    await press("link", /^Library$/);
    await within("article", /^The Piano on the Third Landing$/).press("button", /: The Piano on the Third Landing$/);
    await end.heard("button", /^Export$/);
    expect(faults).toEqual([]);
  });

  it("[DT261] is begun, played to its end and begun anew by keys alone", async () => {
    const { page, faults } = await firstStart();
    const { heard } = byRole(page);
    const tabTo = (name: RegExp) => pressUntil(page, "Tab", name);
    await heard("button", /^Choose a story$/);
    await page.keyboard.press("Enter");
    await heard("heading", /^Campaigns$/);
    await tabTo(/Third LandingStaircase comedy/);
    await page.keyboard.press("Enter");
    await heard("dialog", /^The Piano on the Third Landing$/);
    await tabTo(/^New story$/);
    await page.keyboard.press("Enter");
    await heard("textbox", /^Name$/);
    await tabTo(/^Name$/);
    await page.keyboard.type("Wren");
    await tabTo(/^Begin the story$/);
    await page.keyboard.press("Enter");
    await heard("article", /^The opening/);
    // Down to the first card, whichever it is, and Enter takes it.
    await heard("button", /^1 /);
    await pressUntil(page, "ArrowDown", /^1/);
    await page.keyboard.press("Enter");
    await heard("article", /^Scene 1/);
    await heard("button", END);
    await pressUntil(page, "ArrowDown", /See it through to the end/);
    await page.keyboard.press("Enter");
    await heard("region", /^The end$/);
    await page.keyboard.press("u");
    await heard("button", END);
    await page.keyboard.press("Shift+U");
    await heard("region", /^The end$/);
    await tabTo(/^Play it anew$/);
    await page.keyboard.press("Enter");
    await heard("heading", /^Who are you in The Piano on the Third Landing\?$/);
    expect(faults).toEqual([]);
  });
});

/** Presses a key until what has focus is called so. */
async function pressUntil(page: Page, key: string, name: RegExp): Promise<void> {
  for (let press = 0; press < 80; press++) {
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document;
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null;
      return label ?? element?.getAttribute("aria-label") ?? element?.textContent ?? "";
    });
    if (name.test(focused)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never came to ${name}.`);
}

/** What a screen reader's user has: roles and names. */
function byRole(place: Pick<Page, "getByRole">) {
  type Role = Parameters<Page["getByRole"]>[0];
  return {
    press: (role: Role, name: RegExp) => place.getByRole(role, { name }).first().click(PATIENT),
    heard: (role: Role, name: RegExp) => place.getByRole(role, { name }).first().waitFor(PATIENT),
    within: (role: Role, name: RegExp) => byRole(place.getByRole(role, { name })),
  };
}
