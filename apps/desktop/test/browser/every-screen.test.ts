// What holds on every screen: hostile texts run nothing, large text is not cut, and the system's own colours do.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginStory } from "./begin-story.js";
import { makeAnswersHostile } from "./hostile-answers.js";
import { cutTexts } from "./looks.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

const FIXTURE = fileURLToPath(new URL("../fixtures/skills/weather-lore/", import.meta.url));

const SCREENS = [
  "library",
  "new/one-wheel-over",
  "story",
  "timeline",
  "memories",
  "people",
  "gallery",
  "state",
  "tools",
  "settings/reading",
  "settings/voice",
  "settings/skills/weather-lore",
  "settings/narrator",
  "settings/data",
  "settings/keys",
  "settings/about",
];

describe.skipIf(BROWSER === null)("every screen in a browser", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-screens-"));
  let open: OpenPage;
  beforeAll(async () => {
    cpSync(FIXTURE, join(dataDir, "skills", "weather-lore"), { recursive: true });
    open = await openPage({ dataDir });
    await beginStory(open);
    for (const scene of [1, 2]) {
      await open.page.locator("[data-choice]").first().click();
      await open.page.locator(`#scene-${scene}`).waitFor();
    }
  }, 240_000);
  afterAll(async () => {
    await open.close();
    await closeBrowser();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Goes to a screen, and waits until what it shows is there. */
  const goTo = async (screen: string): Promise<void> => {
    const { page, origin } = open;
    await page.goto(`${origin}/${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main :is(h2, h3, dt, [role=tree], [role=slider], input)").first().waitFor();
  };

  it("[DT263] no text is cut, and nothing scrolls sideways, with text twice as large, and spaced out", async () => {
    const { page } = open;
    const found: string[] = [];
    const look = async (where: string): Promise<void> => {
      found.push(...(await cutTexts(page)).map((cut) => `${where}: ${cut}`));
      if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${where}: wide`);
    };
    for (const screen of SCREENS) {
      await goTo(screen);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      for (const width of [1280, 640]) {
        await page.setViewportSize({ width, height: 800 });
        await look(`${screen} ${width} large`);
      }
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "";
        const spaced = new CSSStyleSheet();
        spaced.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
          word-spacing: 0.16em !important } p { margin-block-end: 2em !important }`);
        document.adoptedStyleSheets = [spaced];
      });
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 800 });
        await look(`${screen} ${width} spaced`);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(found).toEqual([]);
  }, 240_000);

  it("[DT264] in forced colours cards and buttons have edges, and what is chosen stands out by more than its ground", async () => {
    const { page } = open;
    await page.emulateMedia({ forcedColors: "active" });
    await goTo("story");
    const bare = await page.locator("[data-choice]").evaluateAll((cards) =>
      cards.flatMap((card) => {
        for (let part: Element | null = card; part !== null && part.localName !== "ol"; part = part.parentElement)
          if (getComputedStyle(part).borderTopStyle !== "none") return [];
        return [card.textContent];
      }),
    );
    expect(bare).toEqual([]);
    await goTo("tools");
    const lines = await page
      .getByRole("tab")
      .evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
    expect(new Set(lines.slice(1)).size).toBe(1);
    expect(lines[0]).not.toBe(lines[1]);
    await goTo("people");
    await page.getByRole("main").getByRole("listitem").getByRole("button").first().click();
    await page.locator("main [aria-current]").waitFor();
    const { outlineStyle } = await page.locator("main [aria-current]").evaluate((one) => getComputedStyle(one));
    expect(outlineStyle).toBe("solid");
    await page.emulateMedia({ forcedColors: "none" });
  });

  it("[DT262] no text of a campaign, skill or model runs or loads anything, on any screen", async () => {
    const { page, faults, origin } = open;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await makeAnswersHostile(page);
    const failed: string[] = [];
    for (const screen of SCREENS) {
      await goTo(screen);
      if ((await page.getByText("cannot be shown. Your story is safe.").count()) > 0) failed.push(screen);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      if (wide) failed.push(`${screen} scrolls sideways`);
    }
    await page.unrouteAll({ behavior: "ignoreErrors" });
    expect(failed).toEqual([]);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(asked.filter((url) => !url.startsWith(origin))).toEqual([]);
    expect(faults).toEqual([]);
  }, 240_000);
});
