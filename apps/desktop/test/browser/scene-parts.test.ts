import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { PATIENT } from "./begin-story.js";
import { faultsOf, LOOKS, OF_COLOURS, themed } from "./looks.js";
import { HOSTILE, showMadeUp } from "./made-up-story.js";
import { BROWSER, sharedPage } from "./open-page.js";

declare global {
  interface Window {
    hacked?: number;
  }
}

describe.skipIf(BROWSER === null)("the parts of a scene in a browser", () => {
  // One program and one page serve all tests. Those that change how the player hears a story come last.
  const open = sharedPage();

  it("[DT233] [DT303] shows rolls, odds, reasons, speakers, notices and what cannot be shown, in words too", async () => {
    const { page, origin, faults } = open;
    await showMadeUp(page, origin);
    const scene = page.locator("#scene-1");
    await expect
      .poll(() => scene.getByRole("group").getAttribute("aria-label"), { timeout: 20_000 })
      .toBe("Win Odo over, charisma. 3 and 5, plus 1 charisma 14, plus 1 he trusts you: 10. It works.");
    expect(await scene.getByText("warming to you").isVisible()).toBe(true);
    expect(await scene.getByText("The narrator took too long, so the storybook wrote this scene.").isVisible()).toBe(
      true,
    );
    // The first paragraph stands flush, also below a notice.
    const indents = await scene
      .locator("[role=log] > div > p")
      .evaluateAll((paragraphs) => paragraphs.map((one) => Number.parseFloat(getComputedStyle(one).textIndent) > 0));
    expect(indents).toEqual([false, true, true]);
    expect(await scene.getByText("The tower (model/gltf) cannot be shown here.").isVisible()).toBe(true);
    expect(await page.getByText("28% works, 44% at a cost, 28% fails").isVisible()).toBe(true);
    expect(await page.getByText("Long odds").isVisible()).toBe(true);
    await page.getByRole("button", { name: /^Why\?.*read the mud/ }).click();
    expect(await page.getByRole("link", { name: "Scene 0" }).isVisible()).toBe(true);
    await scene.getByRole("button", { name: "Hide" }).click();
    expect(await scene.getByText("The narrator took too long").count()).toBe(0);
    expect(faults).toEqual([]);
    await page.unrouteAll();
  });

  it("[DT283] keeps the page of the book in the middle, and its lines as long, from 1,240 to 2,560 px", async () => {
    const { page, origin, ask } = open;
    await ask("PATCH", "/preferences", { desktop: { theme: "dark", contrast: false } });
    await showMadeUp(page, origin);
    const lines: number[] = [];
    for (const width of [1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 1000 });
      const { left, right, prose } = await page.evaluate(() => {
        const spread = document.querySelector("#scene-1")?.closest("main")?.getBoundingClientRect();
        const text = document.querySelector("#scene-1 p:last-of-type")?.getBoundingClientRect();
        const choices = [...document.querySelectorAll("[data-choice]")].at(-1)?.getBoundingClientRect();
        return {
          left: (text?.left ?? 0) - (spread?.left ?? 0),
          right: (spread?.right ?? 0) - (choices?.right ?? 0),
          prose: text?.width ?? 0,
        };
      });
      lines.push(Math.round(prose));
      expect(Math.abs(left - right), `${width} px: ${left} beside ${right}`).toBeLessThan(140);
    }
    expect(new Set(lines).size).toBe(1);
    await page.unrouteAll();
  });

  it("[DT3031] has the lines of a paragraph go on below its portrait in a narrow window", async () => {
    const { page, origin } = open;
    await page.setViewportSize({ width: 400, height: 860 });
    const longer = (text: string): string => (text.length > 100 ? text.repeat(3) : text);
    await showMadeUp(page, origin, { speaksFirst: true, text: longer });
    const lefts = await page.locator("#scene-0 [data-speaking=true] > p").evaluate((paragraph) => {
      const range = document.createRange();
      range.selectNodeContents(paragraph);
      return [...range.getClientRects()].map(({ left }) => Math.round(left));
    });
    // The first line stands beside the portrait, the last one below it.
    expect(lefts.at(-1)).toBeLessThan((lefts[0] ?? 0) - 40);
    expect(
      await page
        .locator("#scene-0 [data-speaking=true] > p")
        .evaluate((paragraph) => getComputedStyle(paragraph, "::first-letter").getPropertyValue("initial-letter")),
    ).toBe("normal");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.unrouteAll();
  });

  it("[DT5106] has no portrait stand over another, or in the scene below", async () => {
    const { page, origin } = open;
    const short = (text: string): string => (text.length > 60 ? "‘No.’" : text);
    for (const width of [1280, 900, 400]) {
      await page.setViewportSize({ width, height: 860 });
      await showMadeUp(page, origin, { banter: true, text: short });
      const bottoms = await page.locator("#scene-1").evaluate((scene) => {
        const notes = [...scene.querySelectorAll("[role=note]")].map((note) => note.getBoundingClientRect());
        return { notes: notes.map(({ top, bottom }) => [top, bottom]), scene: scene.getBoundingClientRect().bottom };
      });
      const [first, second] = bottoms.notes;
      expect(bottoms.notes).toHaveLength(2);
      expect(first?.[1], `${width} px`).toBeLessThanOrEqual(second?.[0] ?? 0);
      expect(second?.[1], `${width} px`).toBeLessThanOrEqual(bottoms.scene);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.unrouteAll();
  });

  it("[DT3034] shows the pill that leads to the choices by the last that the page is told of them", async () => {
    const { page: first, origin } = open;
    const page = await first.context().newPage();
    const token = await first.evaluate(() => sessionStorage.getItem("narratoria.session") ?? "");
    await page.addInitScript((key) => {
      sessionStorage.setItem("narratoria.session", key);
      // Two changes come together, as on a page that was busy in between.
      window.IntersectionObserver = class extends IntersectionObserver {
        constructor(told: IntersectionObserverCallback, options?: IntersectionObserverInit) {
          const held: IntersectionObserverEntry[] = [];
          super((entries, observer) => {
            held.push(...entries);
            if (held.length > 1) told(held.splice(0), observer);
          }, options);
        }
      };
    }, token);
    await page.setViewportSize({ width: 400, height: 860 });
    await showMadeUp(page, origin);
    await page.locator("[data-choice]").first().waitFor();
    await page.evaluate(async () => {
      const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      for (const top of [document.body.scrollHeight, 0, document.body.scrollHeight, 0]) {
        scrollTo(0, top);
        await frames();
      }
    });
    await page.getByRole("button", { name: "4 choices" }).waitFor();
    await page.close();
  });

  it.each(HOSTILE.map((text, place) => ({ text, place })))(
    "[DT234] runs nothing that a text brings ($place)",
    async ({ text }) => {
      const { page, origin, faults } = open;
      await showMadeUp(page, origin, { text: () => text });
      await page.keyboard.press("w");
      await expect.poll(() => page.locator("[data-choice]").count(), { timeout: 20_000 }).toBe(4);
      expect(await page.evaluate(() => window.hacked)).toBeUndefined();
      expect(await page.locator("iframe, script:not([src]), main style").count()).toBe(0);
      expect(faults).toEqual([]);
      await page.unrouteAll();
      await page.unrouteAll();
    },
  );

  it("[DT235] is accessible and whole in every theme, from 320 px on", async () => {
    const { page, origin, ask } = open;
    // No news of the program reaches a page that shows a made-up story: each theme is there from the start.
    for (const look of LOOKS) {
      await ask("PATCH", "/preferences", { desktop: look });
      await showMadeUp(page, origin);
      await page.locator(themed(look)).waitFor();
      for (const width of [320, 900, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const faults = await faultsOf(page, look.theme === "dark" ? [] : OF_COLOURS);
        expect(faults, `${look.theme}${look.contrast ? " with more contrast" : ""}, ${width} px`).toEqual([]);
      }
      await page.unrouteAll();
    }
  }, 240_000);

  it("[DT5404] has the choice that is being taken readable in every theme", async () => {
    const { page, origin, ask } = open;
    for (const look of LOOKS) {
      await ask("PATCH", "/preferences", { desktop: look });
      await showMadeUp(page, origin);
      await page.locator(themed(look)).waitFor();
      // Nobody answers: the turn goes on.
      await page.route("**/api/stories/made-up/turns", () => {});
      await page
        .getByRole("button", { name: /Show him the Warden/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "Your choice" }).waitFor();
      await page.getByText("He has not forgiven the Wardens.").waitFor();
      expect(await faultsOf(page, OF_COLOURS), JSON.stringify(look)).toEqual([]);
      await page.unrouteAll();
    }
  }, 240_000);

  it("[DT273] [DT3032] asks once whether music is wanted, says what plays, and shows the place", async () => {
    const { page, origin, ask, faults } = open;
    const asset = { origin: "campaign", madeBy: null, people: [], scene: null, turnId: null, missing: false };
    const assets = [
      {
        ...asset,
        id: "art/ferry.png",
        kind: "image",
        mediaType: "image/png",
        alt: "drowned ferry stage",
        url: "/icon.svg",
      },
      { ...asset, id: "music/tide.ogg", kind: "audio", mediaType: "audio/ogg", alt: "tide", url: "/made-up/tide.ogg" },
    ];
    await page.route("**/api/stories/made-up/assets", (route) => route.fulfill({ json: assets }));
    const music: string[] = [];
    await page.route("**/made-up/*.ogg", (route) => {
      music.push(route.request().url());
      return route.fulfill({ contentType: "audio/ogg", body: "" });
    });
    const [picture, tide] = assets;
    const stage = {
      background: { asset: "art/ferry.png", alt: "drowned ferry stage", url: picture?.url },
      music: { asset: "music/tide.ogg", alt: "tide", url: tide?.url },
      portraits: [],
    };
    await showMadeUp(page, origin, { stage });
    await page.locator("#scene-1").getByRole("img", { name: "drowned ferry stage" }).waitFor();
    const asked = page.getByRole("complementary", { name: "Message" });
    await asked.getByText("This story has music.").waitFor();
    // A dialog that opens meanwhile is not covered by it.
    await page.setViewportSize({ width: 400, height: 700 });
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: "All keys" });
    await keys.waitFor();
    // What is inert is not found at a point, so the layers are compared.
    const layer = (one: Locator) => one.evaluate((element) => Number(getComputedStyle(element).zIndex));
    expect(await layer(page.locator("aside[aria-label=Message]"))).toBeLessThan(await layer(keys));
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(music).toEqual([]);
    await asked.getByRole("button", { name: "Turn it on" }).click();
    await page.locator("#scene-1").getByText("[tide]", { exact: true }).waitFor();
    await expect.poll(() => music.length, PATIENT).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Music off" }).click();
    await page.locator("#scene-1").getByText("[tide]", { exact: true }).waitFor({ state: "detached" });
    await expect
      .poll(async () => (await ask("GET", "/preferences")).body, PATIENT)
      .toMatchObject({ desktop: { sounds: false, soundsAsked: true } });
    expect(faults).toEqual([]);
    await page.unrouteAll();
  });

  it("[DT282] reads the newest scene aloud with the voice, rate and parts that the player chose, and stops at once", async () => {
    const { page, origin, ask } = open;
    await page.addInitScript(() => {
      const said: object[] = [];
      const speech = {
        getVoices: () => [{ name: "Ada", lang: "en-GB" }],
        speak: ({ text, rate, voice }: SpeechSynthesisUtterance) => void said.push({ text, rate, voice: voice?.name }),
        cancel: () => void (said.length = 0),
        addEventListener: () => {},
        removeEventListener: () => {},
        said,
      };
      class Utterance extends EventTarget {
        rate = 1;
        voice = null;
        constructor(readonly text: string) {
          super();
        }
      }
      Object.defineProperty(window, "speechSynthesis", { value: speech });
      Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
    });
    const said = (): Promise<{ text: string; rate: number; voice?: string }[]> =>
      page.evaluate(() => Reflect.get(speechSynthesis, "said"));
    await showMadeUp(page, origin);
    const log = page.locator("#scene-1").getByRole("log");
    expect(await said()).toEqual([]);
    expect(await log.getAttribute("aria-live")).toBe("polite");
    await page.getByRole("button", { name: "Read aloud" }).click();
    await expect
      .poll(async () => (await said()).map(({ text }) => text), PATIENT)
      .toEqual([
        "The Drowned Ferry Stage. Third evening.",
        "Win Odo over, charisma. 3 and 5, plus 1 charisma 14, plus 1 he trusts you: 10. It works.",
        expect.stringMatching(/^The tide has gone out further/),
        expect.stringMatching(/^‘Clock’s stopped,’/),
        expect.stringMatching(/^For a while there is only the mud/),
        "1. Ask Odo to row you to the tower before the tide remembers itself.",
        "2. Show him the Warden’s seal and ask who paid Marta to be careless. 28% works, 44% at a cost, 28% fails.",
        "3. Go back to the weir, where you let her go, and read the mud. 8% works, 33% at a cost, 59% fails.",
        "4. Close your hand on the weight and say nothing of it to anyone.",
      ]);
    // Nothing is said twice.
    expect(await log.getAttribute("aria-live")).toBe("off");
    await page.keyboard.press("v");
    await expect.poll(said, PATIENT).toEqual([]);
    await ask("PATCH", "/preferences", { desktop: { voiceName: "Ada", voiceRate: 1.5, voiceReads: ["choices"] } });
    await page.keyboard.press("v");
    await expect
      .poll(async () => (await said())[1], PATIENT)
      .toEqual({
        text: "2. Show him the Warden’s seal and ask who paid Marta to be careless.",
        rate: 1.5,
        voice: "Ada",
      });
    await page.unrouteAll();
  });
});
