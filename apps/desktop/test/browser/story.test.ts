import { describe, expect, it } from "vitest";
import { beginStory, PATIENT } from "./begin-story.js";
import { BROWSER, sharedPage } from "./open-page.js";

describe.skipIf(BROWSER === null)("the story in a browser", () => {
  // One program and one page serve all tests, each with a story of its own. Those that end the program come last.
  const open = sharedPage();

  it("[DT317] puts a short message above the pill that leads to the choices in a narrow window", async () => {
    const { page } = open;
    await page.setViewportSize({ width: 400, height: 640 });
    await beginStory(open);
    const message = page.getByText("This story has music.").locator("..");
    const pill = page.getByRole("button", { name: /^\d choices$/ });
    await pill.waitFor();
    const edges = async () => [await message.boundingBox(), await pill.boundingBox()] as const;
    await expect
      .poll(async () => {
        const [above, below] = await edges();
        return above !== null && below !== null && above.y + above.height <= below.y;
      }, PATIENT)
      .toBe(true);
    await page.getByRole("button", { name: "Hide" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it("[DT5402] shows words or a silhouette in the place of a picture that cannot be loaded", async () => {
    const { page } = open;
    await page.route("**/a/*", (route) => route.abort());
    await beginStory(open);
    await page.locator("#scene-0").getByRole("figure").getByRole("paragraph").first().waitFor();
    await page
      .getByRole("button", { name: /Ask Gaudenz/ })
      .first()
      .click();
    await page.locator("#scene-1").getByRole("note").locator("svg").first().waitFor();
    const broken = (): Promise<number> =>
      page.evaluate(() => [...document.images].filter((one) => one.complete && one.naturalWidth === 0).length);
    await expect.poll(broken, PATIENT).toBe(0);
    await page.unrouteAll();
  });

  it("[DT230] [DT3000] [DT3001] is played by keys alone, says what it says to those who only hear, and begins no music twice", async () => {
    const { page, faults } = open;
    await page.addInitScript(() => {
      const opened: HTMLAudioElement[] = [];
      class Heard extends Audio {
        constructor(url: string) {
          super(url);
          opened.push(this);
        }
      }
      // What fades out beside the next one is over within two seconds.
      const twice: string[] = [];
      let before: readonly string[] = [];
      setInterval(() => {
        const heard = opened.filter(({ paused }) => !paused).map(({ src }) => src);
        const doubled = heard.filter((src, at) => heard.indexOf(src) !== at);
        twice.push(...doubled.filter((src) => before.includes(src)));
        before = doubled;
      }, 2000);
      Object.assign(window, { Audio: Heard, opened, twice });
    });
    await open.ask("PATCH", "/preferences", { desktop: { sounds: true, soundsAsked: true } });
    await beginStory(open);
    const opened = (): Promise<number> => page.evaluate(() => (Reflect.get(window, "opened") as object[]).length);
    await page.locator("#scene-0").getByRole("button", { name: "Music off" }).waitFor();
    await expect.poll(opened, PATIENT).toBe(1);
    const said = page.getByTestId("announcer");
    await expect.poll(() => said.textContent(), PATIENT).toMatch(/^[34] choices\. Press 1 to [34]\.$/);
    await page.waitForTimeout(450);
    const first = await page.locator("[data-choice]").first().textContent();
    await page.keyboard.press("1");
    const scene = page.locator("#scene-1");
    await scene.waitFor();
    // The echo is the choice, without its number.
    expect(await scene.locator("p").first().textContent()).toBe(first?.slice(1));
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), PATIENT).toBe("scene-1");
    expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
    const offset = () =>
      scene.evaluate((one) => {
        const style = getComputedStyle(document.documentElement);
        const bar = Number.parseFloat(style.getPropertyValue("--appbar")) * Number.parseFloat(style.fontSize);
        return Math.abs(one.getBoundingClientRect().top - bar);
      });
    await expect.poll(offset, PATIENT).toBeLessThan(2);
    await page.keyboard.press("w");
    await expect.poll(() => page.getByRole("button", { name: /^Hide why/ }).count(), PATIENT).toBeGreaterThan(2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(() => document.activeElement?.textContent?.[0])).toBe("2");
    await page.keyboard.press("Enter");
    await page.locator("#scene-2").waitFor();
    await page.keyboard.press("u");
    await page.getByRole("button", { name: "Redo" }).waitFor();
    expect(await page.getByText("Back at scene 1.").last().isVisible()).toBe(true);
    await page.locator("#scene-2").waitFor({ state: "detached" });
    await page.keyboard.press("Shift+U");
    await page.locator("#scene-2").waitFor();
    await page.waitForTimeout(4500);
    expect(await page.evaluate(() => Reflect.get(window, "twice"))).toEqual([]);
    expect(faults).toEqual([]);
    await open.ask("PATCH", "/preferences", { desktop: { sounds: false } });
  });

  it("[DT5810] [DT5812] has music that is heard, and leaves the prose where it is when the next scene comes", async () => {
    const { page, ask, faults } = open;
    await page.addInitScript(() => {
      const connect = AudioNode.prototype.connect as (to: AudioNode) => AudioNode;
      const analysers: AnalyserNode[] = [];
      Object.assign(AudioNode.prototype, {
        connect(this: AudioNode, to: AudioNode) {
          if (to === this.context.destination) {
            const analyser = this.context.createAnalyser();
            connect.call(this, analyser);
            analysers.push(analyser);
          }
          return connect.call(this, to);
        },
      });
      const peak = (analyser: AnalyserNode): number => {
        const samples = new Float32Array(analyser.fftSize);
        analyser.getFloatTimeDomainData(samples);
        return Math.max(...samples.map(Math.abs));
      };
      Object.assign(window, { loudness: () => Math.max(0, ...analysers.map(peak)) });
    });
    await ask("PATCH", "/preferences", { desktop: { sounds: true, soundsAsked: true } });
    await beginStory(open);
    await page.keyboard.press("Shift");
    const loudness = (): Promise<number> => page.evaluate(() => (Reflect.get(window, "loudness") as () => number)());
    await expect.poll(loudness, PATIENT).toBeGreaterThan(0.001);
    const top = (scene: string) =>
      page
        .locator(scene)
        .evaluate(
          (one) => (one.querySelector("[class*=prose]") as HTMLElement).offsetTop - (one as HTMLElement).offsetTop,
        );
    for (const scene of [0, 1]) {
      await page.locator("[data-choice]").first().waitFor();
      const before = await top(`#scene-${scene}`);
      await page.locator("[data-choice]").first().click();
      await page.locator(`#scene-${scene + 1}`).waitFor();
      expect(await top(`#scene-${scene}`)).toBe(before);
    }
    // What began in an earlier scene is named there still, without its button.
    expect(await page.getByRole("button", { name: "Music off" }).count()).toBe(1);
    expect(
      await page
        .locator("#scene-0")
        .getByText(/^\[.+\]$/)
        .isVisible(),
    ).toBe(true);
    await page.getByRole("button", { name: "Music off" }).click();
    await expect.poll(loudness, PATIENT).toBe(0);
    expect(faults).toEqual([]);
  });

  it("[DT5814] gives a scene that was read while it was told no large first letter, until it is opened again", async () => {
    const { page } = open;
    await page.addInitScript(() => {
      // Every scene is finished later than it is told.
      const fetched = window.fetch;
      const slowed = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
        let rest = "";
        return body
          .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
          .pipeThrough(
            new TransformStream<string, string>({
              async transform(piece, controller) {
                const events = (rest + piece).split("\n\n");
                rest = events.pop() ?? "";
                for (const event of events) {
                  if (event.includes('"type":"turn_over"')) await new Promise((resolve) => setTimeout(resolve, 600));
                  controller.enqueue(`${event}\n\n`);
                }
              },
            }),
          )
          .pipeThrough(new TextEncoderStream() as ReadableWritablePair<Uint8Array, string>);
      };
      window.fetch = async (...request) => {
        const answer = await fetched(...request);
        const isStream = answer.headers.get("content-type")?.includes("event-stream") === true;
        return isStream && answer.body ? new Response(slowed(answer.body), answer) : answer;
      };
    });
    await beginStory(open);
    const large = (): Promise<number> => page.locator("article:not(#scene-0) [data-initial=true]").count();
    for (let scene = 1; scene < 9; scene++) {
      // Keys are taken a little after the choices have come.
      const next = page.locator(`#scene-${scene}`);
      await expect
        .poll(async () => {
          await page.keyboard.press("1");
          return next.isVisible();
        }, PATIENT)
        .toBe(true);
    }
    expect(await large()).toBe(0);
    await page.reload();
    await page.locator("#scene-8").waitFor();
    expect(await large()).toBeGreaterThan(0);
  });

  it("[DT4500] says by a message alone that a turn was taken back, and leaves the text where it is", async () => {
    const { page } = open;
    await beginStory(open);
    await page.locator("[data-choice]").first().click();
    await page.locator("#scene-1").waitFor();
    await page.locator("[data-choice]").first().waitFor();
    const words = () => page.locator("#scene-0").innerText();
    const before = await words();
    await page.keyboard.press("u");
    await page.locator("#scene-1").waitFor({ state: "detached" });
    await page.getByText("Back at the opening.").last().waitFor();
    await page.locator("[data-choice]").first().waitFor();
    expect(await words()).toBe(before);
  });

  it("[DT5105] offers to take nothing back any more once the story goes on", async () => {
    const { page } = open;
    await beginStory(open);
    await page.locator("[data-choice]").first().click();
    await page.locator("#scene-1").waitFor();
    await page.locator("[data-choice]").first().waitFor();
    await page.keyboard.press("u");
    const offer = page.getByRole("complementary", { name: "Message" }).getByRole("button", { name: "Redo" });
    await offer.waitFor();
    await page.locator("[data-choice]").nth(1).click();
    await offer.waitFor({ state: "detached", timeout: 5_000 });
    await page.locator("#scene-1").waitFor();
  });

  it("[DT231] loses nothing by a reload in mid-turn, and two windows agree", async () => {
    const { page } = open;
    await beginStory(open);
    const other = await page.context().newPage();
    // A window of its own has the session's key from the one that opened it.
    const token = await page.evaluate(() => sessionStorage.getItem("narratoria.session") ?? "");
    await other.addInitScript((key) => sessionStorage.setItem("narratoria.session", key), token);
    await other.goto(page.url());
    await other.locator("#scene-0").waitFor();
    await page.locator("[data-choice]").nth(1).click();
    await page.reload();
    await page.locator("#scene-1").waitFor();
    await other.locator("#scene-1").waitFor();
    const words = (of: typeof page) => of.locator("#scene-1").innerText();
    // Each shows the scene as it comes: they agree once it is whole.
    await expect.poll(async () => (await words(other)) === (await words(page)), PATIENT).toBe(true);
    await other.close();
  });

  it("[DT286] is left for good once the player is sure, and taken back by Undo", async () => {
    const { page, faults } = open;
    await beginStory(open);
    await page.getByRole("button", { name: "Leave for good" }).click();
    const asked = page.getByRole("dialog", { name: "Leave for good?" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Stay");
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    expect(await page.locator("#scene-1").count()).toBe(0);
    await page.getByRole("button", { name: "Leave for good" }).click();
    await asked.getByRole("button", { name: "Leave", exact: true }).click();
    const end = page.getByRole("region", { name: "The end" });
    await end.waitFor();
    expect(await page.getByRole("button", { name: "Leave for good" }).count()).toBe(0);
    await end.getByRole("button", { name: "Undo" }).click();
    await page.locator("[data-choice]").first().waitFor();
    expect(faults).toEqual([]);
  });

  it("[DT304] [DT5103] offers at its end no choices, each form of a file, and the timeline in the place of a branch", async () => {
    const { page, faults } = open;
    await beginStory(open);
    await page.getByRole("button", { name: "Leave for good" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    const end = page.getByRole("region", { name: "The end" });
    await end.waitFor();
    const regions = page.getByRole("main").getByRole("region");
    await expect.poll(() => regions.count(), PATIENT).toBe(1);
    await end.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "As Markdown" }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "As Markdown" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/\.md$/);
    await page
      .getByText(/^Exported as .*\.md\.$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Branch", exact: true }).click();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    expect(faults).toEqual([]);
  });

  it("[DT247] says what the story refuses, and shows where it stands", async () => {
    const { page } = open;
    await beginStory(open);
    // Another page goes on meanwhile, of which this one does not hear in time.
    const trouble = { code: "stale_scene", message: "The story has gone on.", action: "Choose again." };
    await page.route("**/turns", (route) => route.fulfill({ status: 409, json: trouble }), { times: 1 });
    await page.locator("[data-choice]").first().click();
    const refusal = page.getByRole("complementary").filter({ hasText: "The story has gone on." });
    await refusal.waitFor();
    await page.locator("[data-choice]").nth(2).waitFor();
    await refusal.getByRole("button", { name: "Hide" }).click();
    await refusal.waitFor({ state: "detached" });
  });

  it("[DT3037] says that a story is being opened where that takes longer", async () => {
    const { page } = open;
    const id = await beginStory(open);
    // An opening is shown as soon as it is told again; what comes after it waits for the story. (rule DT5815)
    await page.locator("[data-choice]").first().click();
    await page.locator("#scene-1").waitFor();
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(`**/api/stories/${id}`, async (route) => {
      await asked;
      await route.continue();
    });
    await page.reload();
    await page.getByText("Opening the story").waitFor();
    answer();
    await page.locator("#scene-1").waitFor();
    expect(await page.getByText("Opening the story").count()).toBe(0);
    await page.unrouteAll();
  });

  it("[DT5405] shows a change that was told before the page had its stream of events", async () => {
    const { page, origin, ask } = open;
    await ask("PATCH", "/preferences", { desktop: { theme: "light", welcomed: true } });
    let release = (): void => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/events*", async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(`${origin}/settings/reading`);
    await page.locator("html[data-theme=light]").waitFor();
    await page.getByRole("heading", { name: "Reading" }).first().waitFor();
    await ask("PATCH", "/preferences", { desktop: { theme: "paper" } });
    release();
    await page.locator("html[data-theme=paper]").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await ask("PATCH", "/preferences", { desktop: { theme: "dark" } });
  });

  it("[DT5405] shows a change that was made while the first answer was on its way", async () => {
    const { page, origin, ask } = open;
    await ask("PATCH", "/preferences", { desktop: { theme: "light", welcomed: true } });
    const gate = { open: (): void => {}, asked: (): void => {} };
    const opened = new Promise<void>((resolve) => (gate.open = resolve));
    const asked = new Promise<void>((resolve) => (gate.asked = resolve));
    let isFirst = true;
    await page.route("**/api/preferences", async (route) => {
      if (route.request().method() !== "GET" || !isFirst) return route.continue();
      isFirst = false;
      // Answered by the server before the change, and come to the page after it.
      const response = await route.fetch();
      gate.asked();
      await opened;
      await route.fulfill({ response });
    });
    const stream = page.waitForResponse("**/api/events*");
    await page.goto(`${origin}/settings/reading`);
    await Promise.all([asked, stream]);
    await ask("PATCH", "/preferences", { desktop: { theme: "paper" } });
    gate.open();
    await page.locator("html[data-theme=paper]").waitFor();
    await page.unrouteAll({ behavior: "wait" });
    await ask("PATCH", "/preferences", { desktop: { theme: "dark" } });
  });

  it("[DT232] says that the program has stopped, and goes on by itself when it is back", async () => {
    const { page } = open;
    await beginStory(open);
    await open.kill();
    await page.getByText("Narratoria has stopped. Your story is saved up to the opening.").waitFor();
    expect(await page.locator("#scene-0").isVisible()).toBe(true);
    // It lies over nothing: neither the bar of the story nor the choices, nor the pill in a narrow window.
    const foot = page.getByRole("complementary", { name: "Narratoria has stopped." });
    const choices = page.getByRole("region", { name: "What do you do?" });
    for (const [width, other] of [
      [1440, page.getByText("the opening", { exact: true })],
      [1440, choices],
      [400, page.getByRole("button", { name: /^\d choices$/ })],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      await expect
        .poll(async () => {
          const [below, above] = [await foot.boundingBox(), await other.boundingBox()];
          return below !== null && above !== null && above.y + above.height <= below.y;
        }, PATIENT)
        .toBe(true);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    // What is pressed meanwhile is answered by nobody; that is over as well when it is back.
    await page.locator("[data-choice]").first().click();
    await page.getByText("Narratoria does not answer.").first().waitFor({ state: "attached" });
    await open.restart();
    await page.getByRole("complementary", { name: "Narratoria has stopped." }).waitFor({ state: "detached" });
    expect(await page.getByRole("complementary", { name: "Narratoria does not answer." }).count()).toBe(0);
    await page.locator("[data-choice]").first().click();
    await page.locator("#scene-1").waitFor();
  });

  it("[DT3035] shows a screen that was opened while nobody answered as soon as the program is back", async () => {
    const { page } = open;
    await beginStory(open);
    await open.kill();
    await page.getByText("Narratoria has stopped.").first().waitFor();
    // The sheet of the story is there all the same.
    await page.keyboard.press("a");
    await page.getByRole("dialog", { name: "Reading" }).waitFor();
    await page.keyboard.press("Escape");
    // A browser keeps what it has loaded: no test before this one has opened this screen.
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByText("Narratoria did not answer, so this screen could not be loaded.").waitFor();
    await open.restart();
    await page.getByRole("heading", { name: "People", level: 1 }).waitFor();
    await page.getByText("Whom you have met, and where you have been.").waitFor();
  });

  it("[DT3035] asks anew for what nobody answered", async () => {
    const { page } = open;
    await beginStory(open);
    await open.kill();
    await page.getByText("Narratoria has stopped.").first().waitFor();
    await page.getByRole("link", { name: "Library", exact: true }).click();
    await page.getByText("Narratoria does not answer.").waitFor();
    await open.restart();
    await page.getByRole("heading", { name: "Go on reading" }).waitFor();
  });

  it("[DT232] says what to open where the program ended by itself", async () => {
    const { page } = open;
    await beginStory(open);
    await open.end();
    await open.restart();
    await page.getByText("Narratoria was started anew, and this page belongs to the old one.").waitFor();
  });
});
