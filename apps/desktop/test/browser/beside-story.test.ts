// Timeline, memories, people, gallery, state and tools in a real browser, beside a story of a few scenes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENT } from "./begin-story.js";
import { faultsOf, LOOKS, OF_COLOURS, themed } from "./looks.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

const TURNS = 3;
const SCREENS = ["timeline", "memories", "people", "gallery", "state", "tools"];

let open: OpenPage;

/** A story of a few scenes, with the story view open on it. */
async function playedPage(): Promise<OpenPage> {
  const opened = await openPage();
  const { ask, page, origin } = opened;
  const { body } = await ask("POST", "/stories", {
    campaign: "one-wheel-over",
    seed: "7",
    character: { name: "Wren" },
  });
  const id = typeof body === "object" && body !== null && "id" in body ? String(body.id) : "";
  await page.goto(`${origin}/story/${id}`);
  for (let scene = 0; scene < TURNS; scene++) {
    await page.locator(`#scene-${scene}`).waitFor();
    await page.locator("[data-choice]:not([disabled])").first().click();
  }
  await page.locator(`#scene-${TURNS}`).waitFor();
  await page.locator("[data-choice]").first().waitFor();
  return opened;
}

describe.skipIf(BROWSER === null)("the screens beside a story", () => {
  beforeAll(async () => {
    open = await playedPage();
  }, 240_000);
  afterAll(async () => {
    await open.close();
    await closeBrowser();
  });

  const goTo = async (screen: string): Promise<void> => {
    await open.page.goto(`${open.origin}/${screen}`);
    await open.page.getByRole("heading", { level: 1, name: screen, exact: false }).waitFor();
  };

  it("[DT301] stand in the middle of a wide window, and are named in the bar of a narrow one", async () => {
    const { page } = open;
    for (const screen of SCREENS) {
      await goTo(screen);
      await page.setViewportSize({ width: 2560, height: 800 });
      const heading = page.getByRole("heading", { level: 1 });
      const sides = (): Promise<number[]> =>
        heading.evaluate((title) => {
          const { left, right } = title.closest("main")?.getBoundingClientRect() ?? { left: 0, right: 0 };
          const head = title.closest("header")?.getBoundingClientRect() ?? { left: 0, right: 0 };
          return [head.left - left, right - head.right].map(Math.round);
        });
      // A page learns of a new width some frames later, and is drawn anew after that.
      await expect
        .poll(
          async () => {
            const [left = 0, right = 0] = await sides();
            return left > 36 && left === right;
          },
          { message: screen },
        )
        .toBe(true);
      await page.setViewportSize({ width: 400, height: 800 });
      const name = page.getByRole("banner").getByText(screen, { exact: false });
      await name.waitFor();
      await expect.poll(() => name.getAttribute("aria-hidden"), { message: screen }).toBe("true");
      await expect.poll(() => heading.getAttribute("class"), { message: screen }).toBe("unseen");
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  // Elsewhere a browser has voices by itself.
  it.runIf(process.platform === "linux")(
    "[DT5400] a window without voices leads to the page that says how they are turned on",
    async () => {
      const { page, origin } = open;
      await page.goto(`${origin}/story`);
      await page.locator("[data-choice]").first().waitFor();
      await page.keyboard.press("v");
      await page.getByRole("button", { name: "How to add voices" }).click();
      await page.getByText("This window has no voices, so scenes cannot be read aloud.").first().waitFor();
      await page.getByRole("main").getByRole("button", { name: "How to add voices" }).click();
      await page.getByText(/Turn on Read scenes aloud, close the window and open Narratoria again/).waitFor();
    },
    240_000,
  );

  it("[DT186] shows the tools of the last turn, and their arrows lead along the edges", async () => {
    const { page } = open;
    await goTo("tools");
    const first = page.locator("button[data-state]").first();
    await first.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: /^Tool / }).waitFor();
    const before = await page.evaluate(() => document.activeElement?.textContent);
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toBe(before);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-pressed"))).toBe("true");
    await page.getByRole("tab", { name: "Input and output" }).click();
    await page.getByRole("heading", { name: "Output" }).waitFor();
    await page.getByRole("button", { name: "Table" }).click();
    expect(await page.getByRole("row").count()).toBeGreaterThan(5);
  }, 240_000);

  it("[DT5403] says of a plan without tools that it has none", async () => {
    const { page } = open;
    await page.route("**/trace*", async (route) => {
      const answer = await route.fetch();
      const trace = await answer.json();
      const [attempt] = trace.attempts;
      const run = { ...attempt.run, plan: { ...attempt.run.plan, tools: [] } };
      await route.fulfill({ response: answer, json: { ...trace, attempts: [{ ...attempt, run }] } });
    });
    await goTo("tools");
    await page.getByText("This plan has no tools: the scene is told without them.").waitFor();
    expect(await page.getByRole("button", { name: "Table" }).count()).toBe(0);
    await page.unrouteAll();
  }, 240_000);

  it("[DT194] goes through the state by keys, and shows how a value came to be", async () => {
    const { page } = open;
    await goTo("state");
    await page.getByRole("tree").focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "How it came to be" }).waitFor();
    expect(await page.getByRole("heading", { level: 2 }).first().textContent()).toBe("clock.minutes");
    await page.keyboard.press("/");
    await page.keyboard.type("wren");
    await expect.poll(() => page.getByRole("treeitem").allTextContents(), PATIENT).toHaveLength(2);
  }, 240_000);

  it("[DT3036] cuts no row of the state tree in a narrow window", async () => {
    const { page } = open;
    await page.setViewportSize({ width: 400, height: 860 });
    await goTo("state");
    const tree = page.getByRole("tree");
    await tree.getByText("was ", { exact: false }).first().waitFor();
    expect(await tree.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    // What opens a row stays beside its key, however long that is.
    const tops = await tree
      .locator("[aria-expanded]")
      .first()
      .evaluate((row) => {
        const opens = row.querySelector("svg");
        const key = opens?.nextElementSibling;
        if (key) key.textContent = "a-key-of-many-words-".repeat(4);
        const [one, other] = [opens, key].map((part) => part?.getBoundingClientRect());
        return { opens: one?.top ?? 0, top: other?.top ?? 0, bottom: other?.bottom ?? 0 };
      });
    expect(tops.opens).toBeGreaterThan(tops.top);
    expect(tops.opens).toBeLessThan(tops.bottom);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 240_000);

  it("[DT213] brings a forgotten memory back by Undo, and forgets it once its toast is gone", async () => {
    const { page } = open;
    await goTo("memories");
    const rows = page.locator("main ol > li");
    await rows.first().waitFor();
    const count = await rows.count();
    const forget = async (): Promise<void> => {
      await rows.first().getByRole("button").nth(1).click();
      await page.getByRole("button", { name: "Forget" }).click();
      await expect.poll(() => rows.count(), PATIENT).toBe(count - 1);
    };
    await forget();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => rows.count(), PATIENT).toBe(count);
    await forget();
    await page.getByRole("button", { name: "Hide" }).click();
    await page.reload();
    await rows.first().waitFor();
    await expect.poll(() => rows.count(), PATIENT).toBe(count - 1);
  }, 240_000);

  it("[DT316] [DT5107] puts a picture of the player's in the place of a portrait, and gives the portrait back", async () => {
    const { page } = open;
    await goTo("gallery");
    const person = page.getByRole("region", { name: "People" }).getByRole("button").first();
    const shown = () => person.locator("img").getAttribute("src");
    const before = await shown();
    await person.click();
    const dialog = page.getByRole("dialog");
    // All of it is in sight, also in a low window.
    await page.setViewportSize({ width: 1280, height: 640 });
    const replace = dialog.getByRole("button", { name: "Replace" });
    expect(await replace.evaluate((button) => button.getBoundingClientRect().bottom - innerHeight)).toBeLessThan(-24);
    await page.setViewportSize({ width: 1280, height: 800 });
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Replace" }).click();
    await (await chooser).setFiles({ name: "me.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
    await dialog.getByText("This file is no picture that can be shown.").waitFor();
    expect(await shown()).toBe(before);
    const [picture] = [await page.screenshot({ clip: { x: 0, y: 0, width: 60, height: 80 } })];
    const again = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Replace" }).click();
    await (await again).setFiles({ name: "me.png", mimeType: "image/png", buffer: picture });
    await dialog.getByText("Your picture.").waitFor();
    await expect.poll(shown, PATIENT).not.toBe(before);
    const large = dialog.locator("img");
    await expect
      .poll(() => large.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]), PATIENT)
      .toEqual([60, 80]);
    await page.reload();
    await expect.poll(shown, PATIENT).not.toBe(before);
    await person.click();
    await dialog.getByRole("button", { name: "Put the portrait back" }).click();
    await dialog.getByText("Your picture.").waitFor({ state: "detached" });
    // The address of a file is another one after each reading; what it shows is the campaign's again.
    await expect
      .poll(() => dialog.locator("img").evaluate((one: HTMLImageElement) => one.naturalWidth), PATIENT)
      .toBeGreaterThan(60);
    await page.keyboard.press("Escape");
  }, 240_000);

  it("[DT205] takes a road that was never taken, on a branch of its own that can be named", async () => {
    const { page } = open;
    await goTo("timeline");
    await page.getByRole("button", { name: /^Scene 1,/ }).click();
    await page
      .getByRole("button", { name: /^Try it/ })
      .first()
      .click();
    await page.locator("#scene-2").waitFor();
    await page.locator("[data-choice]").first().waitFor();
    await goTo("timeline");
    await page.getByText(/2 branches/).waitFor();
    await page.getByRole("button", { name: "Rename" }).click();
    await page.getByRole("textbox").fill("The other way");
    await page.keyboard.press("Enter");
    await page.getByTitle("The other way").waitFor();
    await page.getByRole("button", { name: "Compare branches" }).click();
    await page.getByText("Both are the same up to scene 1.").waitFor();
  }, 240_000);

  it("[DT5401] shows what was picked in the list of a narrow timeline, and a comparison, though they stand below it", async () => {
    const { page } = open;
    await page.setViewportSize({ width: 400, height: 500 });
    await goTo("timeline");
    const isInSight = (name: string | RegExp): Promise<boolean> =>
      page
        .getByRole("region", { name })
        .getByRole("heading", { level: 2 })
        .evaluate((heading) => {
          const { top, bottom } = heading.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        });
    const hasFocus = (): Promise<boolean> =>
      page.getByRole("group", { name: "Scene" }).evaluate((group) => group === document.activeElement);
    await page.getByRole("main").getByRole("button", { name: /^1/ }).first().click();
    await expect.poll(() => isInSight("The scene: scene 1"), PATIENT).toBe(true);
    expect(await hasFocus()).toBe(true);
    await page.getByRole("button", { name: "Compare branches" }).click();
    await expect.poll(() => isInSight("Compare branches"), PATIENT).toBe(true);
    expect(await hasFocus()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
  }, 240_000);

  it("[DT223] has no fault that axe finds in any theme, and scrolls sideways at no width", async () => {
    const { page, ask, faults } = open;
    const found: string[] = [];
    for (const screen of SCREENS) {
      await goTo(screen);
      await page.locator("main :is(h2, [role=tree], li)").first().waitFor();
      for (const [place, look] of LOOKS.entries()) {
        await page.setViewportSize(place % 2 === 0 ? { width: 1280, height: 800 } : { width: 320, height: 700 });
        await ask("PATCH", "/preferences", { desktop: look });
        await page.locator(themed(look)).waitFor();
        const broken = await faultsOf(page, place < 2 ? [] : OF_COLOURS);
        found.push(...broken.map((one) => `${screen} ${look.theme}: ${one}`));
      }
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  }, 240_000);
});
