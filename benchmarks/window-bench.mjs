// How fast the window is, in a real browser: `npm run window-bench`, in this folder. Where no Chromium is installed it says so.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";

const PROGRAM = fileURLToPath(new URL("../apps/desktop/bin/narratoria-desktop.js", import.meta.url));
const STORYTELLER = fileURLToPath(new URL("../skills/storyteller/", import.meta.url));
const BROWSERS = [
  process.env.CHROMIUM_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const SCENES = 1_000;
/** So many are drawn at first. */
const FEW_SCENES = 20;
const WHEEL_TURNS = 96;
const ASKED = 300;
/** So many connections are held open without a request, while as many others ask without pause. */
const SLOW = 100;
const FLOOD = 32;

const { values } = parseArgs({ options: { rounds: { type: "string", default: "5" } } });
const executablePath = BROWSERS.find((path) => path && existsSync(path));
if (executablePath === undefined) {
  console.log("the window is not timed: no Chromium is installed");
  process.exit(0);
}

const home = mkdtempSync(join(tmpdir(), "narratoria-window-bench-"));
/** What is still to be ended, the last first. */
const endings = [() => rmSync(home, { recursive: true, force: true })];
try {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  endings.unshift(() => browser.close());
  await firstPaint(browser, Number(values.rounds));
  const { page, address, story } = await openStory(browser);
  await weight(page, address.origin, story);
  await whileProseStreams(page);
  await underAttack(page, address, story);
  await longStory(page, address.origin);
} finally {
  for (const end of endings) await end();
}

/** From the line that says where the server is, and from the start of the program, to the first paint of the library. */
async function firstPaint(browser, rounds) {
  const painted = [];
  const whole = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { address, end } = await start(join(home, `paint-${round}`));
    const listening = performance.now();
    const page = await browser.newPage();
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
    painted.push(performance.now() - listening);
    whole.push(performance.now() - startedAt);
    await page.close();
    await end();
  }
  print("first paint after the server has started", median(painted), "ms", 1_000);
  print("first paint after the program was started", median(whole), "ms");
}

/** A story in the page, whose scenes are told word by word over some seconds from the second one on. */
async function openStory(browser) {
  const dataDir = join(home, "story");
  const { address, end } = await start(dataDir, "--dev", slowStoryteller());
  endings.unshift(end);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(address);
  await page.getByRole("main").waitFor();
  const story = await page.evaluate(async () => {
    const headers = {
      authorization: `Bearer ${sessionStorage.getItem("narratoria.session")}`,
      "content-type": "application/json",
    };
    const body = JSON.stringify({ campaign: "one-wheel-over", seed: "7", character: { name: "Wren" } });
    return (await (await fetch("/api/stories", { method: "POST", headers, body })).json()).id;
  });
  return { page, address: new URL(address), story };
}

/** Scripts of the story view, as they would be sent compressed. */
async function weight(page, origin, story) {
  const scripts = new Map();
  page.on("response", (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.set(response.url(), response.body());
  });
  await page.goto(`${origin}/story/${story}`);
  await page.locator("[data-choice]").first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(500);
  page.removeAllListeners("response");
  let bytes = 0;
  for (const body of scripts.values()) bytes += gzipSync(await body, { level: 9 }).length;
  print(`scripts of the story view, gzipped, ${scripts.size} files`, bytes / 1000, "kB", 250);
}

/** Keys and buttons while a scene is being told. */
async function whileProseStreams(page) {
  await page.evaluate(() => {
    window.interactions = [];
    new PerformanceObserver((list) => {
      for (const { duration, interactionId } of list.getEntries())
        if (interactionId) window.interactions.push(duration);
    }).observe({ type: "event", durationThreshold: 16 });
  });
  await page.locator("[data-choice]").first().click();
  await page.getByRole("log").getByText("word 20 ").first().waitFor();
  for (let press = 0; press < 20; press++) {
    await page.keyboard.press("a");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const told = await page.getByRole("button", { name: "Stop" }).isVisible();
  const all = await page.evaluate(() => window.interactions);
  print(`interaction to next paint while prose streams, worst of ${all.length}`, Math.max(16, ...all), "ms", 100);
  if (!told) console.log("  (the scene was told before the last key was pressed)");
  await page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached", timeout: 60_000 });
}

/** What the page waits for while others ask without pause and hold connections open. */
async function underAttack(page, { hostname, port }, story) {
  print("an answer for the page, p99, alone", await answers(page, story), "ms", 100);
  const sockets = Array.from({ length: SLOW }, () => {
    const socket = connect({ host: "127.0.0.1", port: Number(port) });
    socket.on("error", () => {});
    socket.write(`GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nX-Slow: `);
    return socket;
  });
  const dripping = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write("x")), 200);
  print(`the same with ${SLOW} slow connections`, await answers(page, story), "ms", 100);
  clearInterval(dripping);
  for (const socket of sockets) socket.destroy();
  const agent = new Agent({ keepAlive: false, maxSockets: FLOOD });
  let refused = 0;
  let on = true;
  const asker = async () => {
    while (on) {
      await new Promise((resolve) => {
        const asked = request({
          agent,
          host: "127.0.0.1",
          port,
          path: "/api/library",
          headers: { host: "evil.example" },
        });
        asked.on("response", (response) => response.resume().on("close", resolve));
        asked.on("error", resolve);
        asked.end();
      });
      refused++;
    }
  };
  const flood = Array.from({ length: FLOOD }, asker);
  const startedAt = performance.now();
  const waited = await answers(page, story);
  const rate = Math.round((refused * 1_000) / (performance.now() - startedAt));
  on = false;
  await Promise.all(flood);
  agent.destroy();
  print(`the same with ${FLOOD} who ask without pause, ${rate} refused a second`, waited, "ms", 100);
}

function answers(page, story) {
  return page.evaluate(
    async ([story, count]) => {
      const headers = { authorization: `Bearer ${sessionStorage.getItem("narratoria.session")}` };
      const times = [];
      for (let ask = 0; ask < count; ask++) {
        const startedAt = performance.now();
        await (await fetch(`/api/stories/${story}`, { headers })).json();
        times.push(performance.now() - startedAt);
      }
      return times.sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1];
    },
    [story, ASKED],
  );
}

/** Frames while the wheel goes through a story of a thousand scenes, all of them in the page, beside one of twenty. */
async function longStory(page, origin) {
  const few = await frameTimes(page, origin, FEW_SCENES);
  const many = await frameTimes(page, origin, SCENES);
  print(`a frame while ${FEW_SCENES} scenes scroll, median`, median(few), "ms");
  print(`a frame while ${SCENES} scenes scroll, median`, median(many), "ms");
  print(`a frame of ${SCENES} scenes beside one of ${FEW_SCENES}, percent`, (100 * mean(many)) / mean(few), "%", 150);
}

async function frameTimes(page, origin, count) {
  const id = `long-${count}`;
  const scenes = Array.from({ length: count }, (_, scene) => madeUpScene(scene));
  const story = { id, title: "Long", campaign: "long", campaignChanges: null, running: null, chosen: null };
  await page.route(`**/api/stories/${id}`, (route) =>
    route.fulfill({ json: { ...story, portraits: [], health: {}, scenes: scenes.slice(-FEW_SCENES) } }),
  );
  await page.route(`**/api/stories/${id}/assets`, (route) => route.fulfill({ json: [] }));
  await page.route(`**/api/stories/${id}/scenes?*`, (route) => {
    const { searchParams } = new URL(route.request().url());
    return route.fulfill({ json: scenes.slice(Number(searchParams.get("from")), Number(searchParams.get("to")) + 1) });
  });
  // Never answered: a stream that ends is asked for anew every quarter of a second, which is no part of scrolling.
  await page.route(new RegExp(`/api/events\\?.*story=${id}`), () => {});
  // An address that names the opening asks for all that lies between.
  await page.goto(`${origin}/story/${id}/0`);
  await page.locator("#scene-0").waitFor();
  await page.locator(`#scene-${count - 1}`).waitFor({ state: "attached" });
  await page.mouse.move(600, 400);
  await page.evaluate(() => {
    window.frameTimes = [];
    let last = performance.now();
    const frame = (now) => {
      window.frameTimes.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  // Down and up again, as a story of few scenes is soon at its end.
  for (let turn = 0; turn < WHEEL_TURNS; turn++) {
    await page.mouse.wheel(0, turn % 16 < 8 ? 400 : -400);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  return page.evaluate(() => window.frameTimes.slice(1));
}

function mean(times) {
  return times.reduce((sum, time) => sum + time, 0) / times.length;
}

function madeUpScene(scene) {
  const words = "The tide has gone out further than anyone remembers, and the ferry lies on her side in the mud. ";
  return {
    type: "scene",
    scene,
    turnId: `t${scene}`,
    title: "Long",
    sceneType: "quiet",
    ...(scene === 0 ? {} : { choice: `Go on to the place of scene ${scene}` }),
    paragraphs: [1, 2, 3].map((part) => `${scene}.${part} ${words.repeat(3)}`),
    choices: [{ id: "a", text: "Go on", label: "Travel", sources: [] }],
    location: `Place ${scene % 7}`,
    time: `Day ${scene}`,
    present: [],
    narrator: "storybook",
    ended: false,
    assets: [],
  };
}

/** Folder with a storyteller that tells as slowly as a model on a small machine. */
function slowStoryteller() {
  const folder = join(home, "dev", "storyteller");
  mkdirSync(folder, { recursive: true });
  for (const part of ["skill.json", "SKILL.md", "config-schema.json", "scripts"])
    cpSync(join(STORYTELLER, part), join(folder, part), { recursive: true });
  writeFileSync(
    join(folder, "scripts", "narrate.cjs"),
    `const say = (event) => process.stdout.write(JSON.stringify({ version: "0", ...event }) + "\\n");
process.stdin.resume().on("end", async () => {
  for (let word = 0; word < 600; word++) {
    const delta = "word " + word + (word % 12 === 11 ? ". " : " ");
    say({ type: "ui_event", event: "prose", payload: { paragraph: Math.floor(word / 60), delta } });
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  say({ type: "done", ok: true, output: {} });
});
`,
  );
  return join(home, "dev");
}

async function start(dataDir, ...more) {
  mkdirSync(dataDir, { recursive: true });
  const args = [PROGRAM, "--no-open", "--port", "0", "--data", dataDir, ...more];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (piece) => {
      said += piece;
      const found = /http:\/\/\S+/.exec(said)?.[0];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error("The program ended.")));
  });
  return {
    address,
    end: () => {
      child.kill("SIGTERM");
      return gone;
    },
  };
}

function median(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

/** @param most - What it is to come to at most. */
function print(name, value, unit, most = Number.POSITIVE_INFINITY) {
  const limit = most === Number.POSITIVE_INFINITY ? "" : ` (at most ${most})`;
  console.log(`${value > most ? "!" : " "} ${name.padEnd(74)} ${value.toFixed(0).padStart(6)} ${unit}${limit}`);
}
