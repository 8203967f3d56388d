// SPEC.md DT150 to DT155: settings in a real browser.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { PATIENT } from "./begin-story.js";
import { faultsOf, LOOKS, OF_COLOURS, themed } from "./looks.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

const FIXTURE = fileURLToPath(new URL("../fixtures/skills/weather-lore/", import.meta.url));

/** Of the window, for each look. */
const WIDTHS = [320, 1000, 1440, 600];

describe.skipIf(BROWSER === null)("settings in a browser", () => {
  let dataDir = "";
  let open: OpenPage;
  let page: Page;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), "narratoria-settings-"));
    cpSync(FIXTURE, join(dataDir, "skills", "weather-lore"), { recursive: true });
    // What shows folders on Linux; elsewhere there is no such program to stand in for.
    const programs = join(dataDir, "programs");
    mkdirSync(programs);
    writeFileSync(join(programs, "xdg-open"), `#!/bin/sh\nprintf %s "$1" >"${dataDir}/shown"\n`, { mode: 0o755 });
    const PATH = `${programs}:${process.env["PATH"]}`;
    open = await openPage({ dataDir, width: 1440, env: { WEATHER_API_KEY: "", PATH } });
    page = open.page;
  }, 240_000);
  afterAll(async () => {
    await open.close();
    await closeBrowser();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const goTo = async (path: string): Promise<void> => {
    await page.goto(open.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
  };
  const focused = (): Promise<string | undefined> => page.evaluate(() => document.activeElement?.id);

  it("[DT150] a form has a control for each type of field, and its faults at the field", async () => {
    await goTo("/settings/skills/weather-lore");
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field("Season").waitFor();
    const kinds = await page.evaluate(() =>
      Object.fromEntries(
        [...document.querySelectorAll("[id^=setting-]")]
          .filter(({ id }) => !/-(about|error|label)$/.test(id))
          .map(({ id, localName }) => [id.slice(8), document.getElementById(id)?.getAttribute("type") ?? localName]),
      ),
    );
    expect(kinds).toEqual({
      region: "text",
      proverbs: "textarea",
      season: "select",
      style: "radio",
      storms: "text",
      damp: "text",
      patience: "text",
      omens: "checkbox",
      avoid: "text",
      winds: "checkbox",
      "tide.low": "text",
      "tide.hours": "text",
      almanac: "url",
      keeper: "email",
      sendTo: "text",
      apiKey: "password",
      pass: "password",
    });
    expect(await page.getByRole("slider").count()).toBe(3);
    expect(await page.getByText("WEATHER_API_KEY", { exact: true }).isVisible()).toBe(true);

    // Left with what does not fit: it is said there, and nothing is saved.
    await page.locator("#setting-patience").fill("90");
    await page.locator("#setting-patience").blur();
    await page.getByText("Time limit, seconds must be at most 60, not 90.").waitFor();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(focused, PATIENT).toBe("setting-patience");
    // What is wrong stands in one line, also in a narrow window.
    const wrong = page.locator("form").getByText(/fields? needs? attention/);
    const high = () => wrong.evaluate((words) => words.getBoundingClientRect().height);
    const before = await high();
    await page.setViewportSize({ width: 400, height: 860 });
    await expect.poll(high, PATIENT).toBe(before);
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.locator("#setting-patience").fill("30");
    await page.locator("#setting-region").fill("Hallow Staithe");
    await page.locator("#setting-avoid").fill("orbs");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Take out orbs" }).waitFor();
    await page.locator("#setting-apiKey").fill("sk-4711");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Replace API key" }).waitFor();
    expect(await page.content()).not.toContain("4711");
    const saved: unknown = JSON.parse(readFileSync(join(dataDir, "skills", "weather-lore", "config.json"), "utf8"));
    expect(saved).toEqual({
      region: "Hallow Staithe",
      patience: 30,
      avoid: ["suddenly", "tapestry", "orbs"],
      apiKey: "sk-4711",
    });
  });

  it("[DT151] whoever turns on a skill of somebody else is asked first, and nothing is the safe answer", async () => {
    await goTo("/settings/skills");
    const skill = page.getByRole("switch", { name: "Weather lore" });
    await skill.click();
    const dialog = page.getByRole("dialog", { name: "Allow Weather lore?" });
    await dialog.waitFor();
    expect(await dialog.textContent()).toMatch(
      /tell-weather\.mjs.*read your memories.*reach no server.*Hash[0-9a-f ]{64,}/s,
    );
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Leave off");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(await skill.isChecked()).toBe(false);
    await skill.click();
    const alone = page.getByRole("switch", { name: "Let it run without a sandbox" });
    if ((await alone.count()) > 0) await alone.click();
    await dialog.getByRole("button", { name: "Allow" }).click();
    await expect.poll(() => skill.isChecked(), PATIENT).toBe(true);
  });

  it("[DT152] whoever leaves what is not saved is asked, and finds it again", async () => {
    await goTo("/settings/skills/dice-roller");
    await page.getByRole("switch", { name: "Show single dice" }).click();
    const away = page.getByRole("link", { name: "Keys" });
    await away.click();
    const dialog = page.getByRole("dialog", { name: "Your changes are not saved" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).toContain("dice-roller");
    await away.click();
    await dialog.getByRole("button", { name: "Leave them for later" }).click();
    await page.waitForURL("**/settings/keys");
    await page.getByRole("link", { name: "Skills" }).click();
    await page.getByRole("link", { name: /^Dice roller/ }).click();
    await page.getByText("Not saved yet").waitFor();
    expect(await page.getByRole("switch", { name: "Show single dice" }).isChecked()).toBe(false);
    await page.getByRole("button", { name: "Undo changes" }).click();
    expect(await page.getByRole("switch", { name: "Show single dice" }).isChecked()).toBe(true);
  });

  it("[DT153] settings are changed by keys alone", async () => {
    await goTo("/library");
    await page.keyboard.press(",");
    await page.waitForURL("**/settings");
    await page.getByRole("link", { name: "Keys" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Change the key of: Undo", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("b");
    await page.getByRole("main").getByText("B is “Branch from this scene” already.").waitFor();
    await page.keyboard.press("k");
    await expect
      .poll(async () => (await open.ask("GET", "/preferences")).body, PATIENT)
      .toMatchObject({ desktop: { keys: { undo: "k" } } });
    await page.getByRole("button", { name: "All keys as they were" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => (await open.ask("GET", "/preferences")).body, PATIENT)
      .toMatchObject({ desktop: { keys: {} } });
    await page.getByRole("link", { name: "Reading" }).focus();
    await page.keyboard.press("Enter");
    const size = page.getByRole("slider", { name: "Text size" });
    await size.focus();
    for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
    await expect.poll(() => size.inputValue(), PATIENT).toBe("21");
  });

  it("[DT249] the data folder is opened, and searched for damage", async () => {
    await goTo("/settings/data");
    await page.getByRole("button", { name: "Look for damage and repair it" }).click();
    await page.getByText("Nothing is damaged.").first().waitFor();
    await page.getByRole("button", { name: "Open the data folder" }).click();
    await expect.poll(() => readFileSync(join(dataDir, "shown"), "utf8"), PATIENT).toBe(dataDir);
  });

  it("[DT281] a story is exported in each form, and a backup is restored, by their buttons", async () => {
    const begun = await open.ask("POST", "/stories", { campaign: "one-wheel-over", seed: "7" });
    const { id } = z.object({ id: z.string() }).parse(begun.body);
    const scene = async (): Promise<unknown> => (await open.ask("GET", `/stories/${id}`)).body;
    const standsAt = (number: number) =>
      expect.poll(scene, PATIENT).toMatchObject({ running: null, scenes: { length: number + 1 } });
    await standsAt(0);
    await goTo("/settings/data");
    for (const [form, name, words] of [
      ["Markdown", "One-Wheel-Over.md", "# One Wheel Over"],
      ["A page", "One-Wheel-Over.html", "<html"],
      ["JSON", "One-Wheel-Over.json", '"version"'],
    ] as const) {
      await page.getByRole("button", { name: "Export One Wheel Over" }).first().click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: `Save as ${form}` }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(name);
      expect(readFileSync(await download.path(), "utf8")).toContain(words);
    }
    await page.getByRole("button", { name: "Back up now" }).click();
    await page.getByText("Backed up.").first().waitFor();
    await open.ask("POST", `/stories/${id}/turns`, { do: "choose", choice: 1, scene: 0 });
    await standsAt(1);
    await page
      .getByRole("button", { name: /^Restore the backup of/ })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Restore this backup?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Leave it");
    await dialog.getByRole("button", { name: "Restore" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByText(/^Your stories are as they were on/)
      .first()
      .waitFor();
    await standsAt(0);
  });

  it("[DT155] each change of how the page reads shows at once", async () => {
    await goTo("/settings/reading");
    const prose = page.getByText("For a while there is only the mud");
    const look = () => prose.evaluate((one) => getComputedStyle(one));
    await page.getByRole("radio", { name: "Paper" }).click();
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset["theme"]), PATIENT).toBe("paper");
    await page.getByRole("slider", { name: "Text size" }).fill("26");
    await expect.poll(async () => (await look()).fontSize, PATIENT).toBe("26px");
    expect(await page.evaluate(() => [...document.fonts].some(({ family }) => /opendyslexic/i.test(family)))).toBe(
      false,
    );
    await page.getByRole("radio", { name: "Dyslexic" }).click();
    await expect
      .poll(() => page.evaluate(() => [...document.fonts].some(({ family }) => /opendyslexic/i.test(family))), PATIENT)
      .toBe(true);
    await page.getByRole("radio", { name: "Book" }).click();
    // Each change is on the disk, however fast one follows the other.
    await expect
      .poll(async () => (await open.ask("GET", "/preferences")).body, PATIENT)
      .toMatchObject({ desktop: { font: "book", theme: "paper", size: 26 } });
    await page.getByRole("button", { name: "Text as it was" }).click();
    await expect.poll(async () => (await look()).fontSize, PATIENT).toBe("19px");
  });

  it("[DT155] the sheet over a story changes the page behind it, and gives the focus back", async () => {
    const begun = await open.ask("POST", "/stories", {
      campaign: "one-wheel-over",
      seed: "7",
      character: { name: "Wren" },
    });
    const id = typeof begun.body === "object" && begun.body !== null && "id" in begun.body ? String(begun.body.id) : "";
    await page.goto(`${open.origin}/story/${id}`);
    await page.locator("[data-choice]").first().waitFor();
    await page.keyboard.press("a");
    const sheet = page.getByRole("dialog", { name: "Reading" });
    await sheet.getByRole("slider", { name: "Text size" }).fill("28");
    const prose = page.locator("#scene-0 p").last();
    await expect.poll(() => prose.evaluate((one) => getComputedStyle(one).fontSize), PATIENT).toBe("28px");
    await sheet.getByRole("button", { name: "Text as it was" }).click();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);
  });

  it("[DT154] nothing is amiss for axe in any theme, and nothing scrolls sideways", async () => {
    for (const path of ["reading", "voice", "skills/weather-lore", "skills", "narrator", "data", "keys", "about"]) {
      await goTo(`/settings/${path}`);
      for (const [place, look] of LOOKS.entries()) {
        await page.setViewportSize({ width: WIDTHS[place] ?? 1280, height: 900 });
        await open.ask("PATCH", "/preferences", { desktop: look });
        await page.locator(themed(look)).waitFor();
        const wrong = await faultsOf(page, place < 2 ? [] : OF_COLOURS);
        expect({ path, look, wrong }).toEqual({ path, look, wrong: [] });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
