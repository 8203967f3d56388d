import { cp, mkdir, writeFile } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PATIENT } from "./begin-story.js";
import { faultsOf, LOOKS, OF_COLOURS, themed } from "./looks.js";
import { BROWSER, openPage, sharedPage } from "./open-page.js";

const CAMPAIGN = fileURLToPath(new URL("../../../../campaigns/one-wheel-over", import.meta.url));

/** Goes on by Tab alone, until what has focus is called so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 80; press++) {
    const focused = await page.evaluate(() => {
      const { activeElement: element } = document;
      return (
        element?.getAttribute("aria-label") ?? element?.closest("label")?.textContent ?? element?.textContent ?? ""
      );
    });
    if (name.test(focused)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never came to ${name}.`);
}

describe.skipIf(BROWSER === null)("the library in a browser", () => {
  // One program and one page serve all tests that need no first start, in this order: each adds to the shelf.
  const open = sharedPage();

  it("[DT317] cuts neither tower nor boat in the picture of the first start", async () => {
    const { page, close } = await openPage({ width: 400, height: 860 });
    const picture = page.locator("main svg").first();
    const isWhole = (path: string) =>
      picture.evaluate((svg, start) => {
        const frame = svg.parentElement?.getBoundingClientRect();
        const part = [...svg.querySelectorAll("path")].find((one) => one.getAttribute("d")?.startsWith(start));
        const box = part?.getBoundingClientRect();
        if (frame === undefined || box === undefined || box.height === 0) return null;
        return box.top >= frame.top && box.bottom <= frame.bottom;
      }, path);
    const [tower, boat] = ["M118 480", "M262 590"];
    await page.getByRole("button", { name: "Choose a story" }).waitFor();
    for (const width of [320, 400, 480]) {
      await page.setViewportSize({ width, height: 860 });
      await expect.poll(() => isWhole(tower), PATIENT).toBe(true);
      await expect.poll(() => isWhole(boat), PATIENT).toBe(true);
    }
    // A wider strip has no room for the boat.
    await page.setViewportSize({ width: 700, height: 860 });
    await expect.poll(() => isWhole(boat), PATIENT).toBeNull();
    await close();
  });

  it("[DT3030] shows the first start before the campaigns and models are read, and moves nothing when they are", async () => {
    const { page, close } = await openPage({ width: 400, height: 860 });
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    for (const what of ["campaigns", "models"])
      await page.route(`**/api/${what}`, async (route) => {
        await asked;
        await route.continue();
      });
    await page.reload();
    await page.getByRole("heading", { name: "A story that remembers you" }).waitFor(PATIENT);
    expect(await page.getByRole("button", { name: "Install a campaign" }).count()).toBe(0);
    const last = page.getByText("I have a campaign");
    // Until the page's own letters are there, a line may be one more.
    await page.evaluate(async () => void (await document.fonts.ready));
    const before = await last.boundingBox();
    answer();
    await page
      .getByText(/^Phi 3\.5|about [\d.]+ GB/)
      .first()
      .waitFor(PATIENT);
    expect((await last.boundingBox())?.y).toBe(before?.y);
    await page.unrouteAll({ behavior: "wait" });
    await close();
  });

  it("[DT111] [DT112] begins a first story by keys alone, from the first start on", async () => {
    const { page, faults, close } = await openPage();
    await page.getByRole("heading", { name: "A story that remembers you" }).waitFor(PATIENT);
    expect(await page.getByRole("navigation", { name: "Main" }).isVisible()).toBe(false);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Choose a story");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Campaigns" }).waitFor(PATIENT);
    await tabTo(page, /One Wheel OverVillage/);
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "One Wheel Over" });
    await sheet.waitFor(PATIENT);
    await tabTo(page, /^New story$/);
    await page.keyboard.press("Enter");
    // The warnings come first: focus is on what must be ticked.
    await sheet.getByText("Tick this to begin a story.").waitFor(PATIENT);
    await page.keyboard.press("Space");
    await expect.poll(() => sheet.getByRole("checkbox").isChecked(), PATIENT).toBe(true);
    await tabTo(page, /^New story$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Who are you in One Wheel Over?" }).waitFor(PATIENT);
    await tabTo(page, /^Begin the story$/);
    await page.keyboard.press("Enter");
    await page.getByText("Give yourself a name first.").waitFor(PATIENT);
    await page.keyboard.type("Wren Ashdown");
    await tabTo(page, /^More Charisma$/);
    await page.keyboard.press("ArrowDown");
    await tabTo(page, /^Begin the story$/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/story\//, PATIENT);
    await page.locator("[data-choice]").first().waitFor(PATIENT);
    await page.keyboard.press("l");
    const card = page.getByRole("article", { name: "One Wheel Over" });
    await card.getByText(/^Wren Ashdown\. The opening/).waitFor(PATIENT);
    expect(faults).toEqual([]);
    await close();
  });

  it("[DT3038] puts the ways to make a character into one row from 320 px on", async () => {
    const { page, origin } = open;
    await page.setViewportSize({ width: 320, height: 800 });
    await page.goto(`${origin}/new/one-wheel-over`);
    const tabs = page.getByRole("tab");
    await tabs.first().waitFor(PATIENT);
    const tops = await tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().top));
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("[DT116] has no fault that axe finds in any theme, and scrolls sideways at no width", async () => {
    const { page, origin, ask } = open;
    for (const [path, words] of [
      ["/library", "A story that remembers you"],
      ["/new/one-wheel-over", "Who are you in One Wheel Over?"],
      ["/library", "Campaigns"],
    ] as const) {
      if (words === "Campaigns") await ask("PATCH", "/preferences", { desktop: { welcomed: true } });
      await page.goto(`${origin}${path}`);
      await page.getByRole("heading", { name: words }).waitFor(PATIENT);
      for (const look of LOOKS) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await ask("PATCH", "/preferences", { desktop: look });
        await page.locator(themed(look)).waitFor(PATIENT);
        const wrong = await faultsOf(page, look.theme === "dark" ? [] : OF_COLOURS);
        expect({ path, look, wrong }).toEqual({ path, look, wrong: [] });
        for (const width of [320, 600, 1000, 1280]) {
          await page.setViewportSize({ width, height: 800 });
          expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
        }
      }
    }
  }, 240_000);

  it("[DT104] [DT113] installs a campaign by its folder, refuses it twice, and has focus on its cover", async () => {
    const { page, dataDir, origin, ask, faults } = open;
    await ask("PATCH", "/preferences", { desktop: { welcomed: true } });
    await page.goto(`${origin}/library`);
    const folder = join(dataDir, "mine", "another-wheel");
    await mkdir(join(dataDir, "mine"), { recursive: true });
    await cp(CAMPAIGN, folder, { recursive: true });
    await page.getByRole("button", { name: "Install a campaign" }).click(PATIENT);
    await page.getByLabel("Or the path of a folder").fill(folder);
    await page.getByText(/Will be checked, then copied/).waitFor(PATIENT);
    await page.getByRole("button", { name: "Install", exact: true }).click();
    const covers = page.getByRole("button", { name: /^One Wheel Over/ });
    await expect.poll(() => covers.count(), PATIENT).toBe(2);
    // Its own picture carries the title, as a drawn one does.
    expect(await covers.first().locator("img").count()).toBe(1);
    expect(await covers.first().locator("svg text tspan").allTextContents()).toEqual(["One Wheel", "Over"]);
    // What is installed comes before what ships.
    await expect.poll(() => covers.first().evaluate((cover) => cover === document.activeElement), PATIENT).toBe(true);
    await page.getByRole("button", { name: "Install a campaign" }).click();
    await page.getByLabel("Or the path of a folder").fill(folder);
    await page.getByRole("button", { name: "Install", exact: true }).click();
    await page.getByText("A campaign of this name is installed already.").waitFor(PATIENT);
    expect(faults).toEqual([]);
  });

  it("[DT115] exports a story as a file under the policy of the page, imports it, and deletes it once asked", async () => {
    const { page, origin, ask, faults } = open;
    await ask("POST", "/stories", { campaign: "one-wheel-over", seed: "7", character: { name: "Wren" } });
    await page.goto(`${origin}/library`);
    await page.getByRole("button", { name: "Export" }).click(PATIENT);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "As JSON" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("one-wheel-over.json");
    await page.getByRole("button", { name: "Install a campaign" }).click();
    const buffer = readFileSync(await download.path());
    await page
      .getByLabel("File to install")
      .setInputFiles({ name: "one-wheel-over.json", mimeType: "application/json", buffer });
    await page.getByRole("button", { name: "Import the story" }).click();
    await expect.poll(() => page.getByRole("article", { name: "One Wheel Over" }).count(), PATIENT).toBe(2);
    const more = page.getByRole("button", { name: "More about One Wheel Over" }).first();
    const remove = page.getByRole("menuitem", { name: "Delete" });
    const asked = page.getByRole("alertdialog", { name: "Delete One Wheel Over?" });
    // The window of the import gives the focus back once it is gone, which closes a menu that was opened before.
    const askToDelete = async (): Promise<boolean> => {
      const shown = (await remove.isVisible()) ? remove : more;
      if (!(await asked.isVisible())) await shown.click({ timeout: 2_000 }).catch(() => undefined);
      return asked.isVisible();
    };
    await expect.poll(askToDelete, PATIENT).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Keep it");
    await asked.getByRole("button", { name: "Delete the story" }).click();
    await expect.poll(() => page.getByRole("article", { name: "One Wheel Over" }).count(), PATIENT).toBe(1);
    expect(faults).toEqual([]);
  });

  it("[DT113] takes a file that is dropped on any screen, and says what is wrong with it", async () => {
    const { page, origin, ask } = open;
    await ask("POST", "/stories", { campaign: "one-wheel-over", seed: "7", character: { name: "Wren" } });
    await page.goto(`${origin}/settings`);
    await page.getByRole("heading", { level: 1 }).waitFor(PATIENT);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(["no archive"], "salt-clock.narratoria"));
      window.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    });
    await page.getByRole("heading", { name: "Go on reading" }).waitFor({ state: "attached", ...PATIENT });
    const dialog = page.getByRole("dialog", { name: "Install a campaign" });
    await dialog.getByText("salt-clock.narratoria, 10 bytes").waitFor(PATIENT);
    await dialog.getByRole("button", { name: "Install", exact: true }).click();
    await dialog.locator("[data-severity=failed]").waitFor(PATIENT);
  });

  it("[DT114] keeps what cannot be opened on the shelf, and says where its problems are", async () => {
    const { page, dataDir, origin, ask } = open;
    await ask("PATCH", "/preferences", { desktop: { welcomed: true } });
    const folder = join(dataDir, "campaigns", "broken-one");
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "manifest.json"), '{ "title": 7, "version": "x" }');
    await page.goto(`${origin}/library`);
    await page.getByRole("button", { name: /broken-one.*Cannot be opened: \d problem/ }).click(PATIENT);
    await page
      .getByText(/^manifest\.json:1:\d+$/)
      .first()
      .waitFor(PATIENT);
    const sheet = page.getByRole("dialog", { name: "broken-one" });
    expect(await sheet.getByRole("button", { name: "New story" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Check again" }).isVisible()).toBe(true);
  });
});
