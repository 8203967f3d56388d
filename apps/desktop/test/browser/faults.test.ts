// What a player sees of faults: what happened, what to do, and a button that does it. Never a blank page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginStory, PATIENT } from "./begin-story.js";
import { type Fault, setFaults, writeFaultySkills } from "./faulty-skills.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

afterAll(closeBrowser);

describe.skipIf(BROWSER === null)("faults of skills in a browser", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-faults-"));
  const skills = join(dataDir, "dev");
  let open: OpenPage;
  let story = "";
  beforeAll(async () => {
    await writeFaultySkills(skills);
    open = await openPage({ dataDir, args: ["--dev", skills] });
    story = await beginStory(open);
  }, 60_000);
  afterAll(async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const lastScene = () => open.page.locator("article[data-turn]").last();
  const notices = () => lastScene().getByRole("complementary");
  const takes = async (act: () => Promise<unknown>): Promise<string> => {
    const turn = () => lastScene().getAttribute("data-turn");
    const before = await turn();
    await act();
    await expect.poll(turn, PATIENT).not.toBe(before);
    await open.page.getByRole("button", { name: "Stop" }).waitFor({ state: "detached" });
    return (await turn()) ?? "";
  };
  /** Takes the first choice. @returns The id of the turn once it is over. */
  const choose = (): Promise<string> => takes(() => open.page.locator("[data-choice]").first().click());
  /** What is kept of the workings of a turn. */
  const workings = async (turn: string): Promise<string> =>
    JSON.stringify((await open.ask("GET", `/stories/${story}/trace?at=${turn}`)).body);

  it.each<[Fault, string, string, string]>([
    ["fails", "memory", "store-memory", "Memory failed."],
    ["crashes", "memory", "recall-memory", "Memory failed."],
    ["garbage", "npc-perception", "update-perception", "What people think of you failed."],
    ["crashes", "player-choices", "generate-choices", "Player choices failed."],
    ["hangs", "storyteller", "narrate", "Storyteller took too long and was stopped."],
  ])("[DT240] %s: %s/%s costs its part of the scene, and a notice says so", async (fault, skill, script, words) => {
    await setFaults(skills, [{ skill, script, fault }]);
    const turn = await choose();
    expect(await workings(turn)).toContain(`${skill}/${script}`);
    const notice = notices().filter({ hasText: words });
    await notice.waitFor();
    expect(await notice.getByRole("button").allTextContents()).toEqual(["Retry", "Details", "Hide"]);
    expect(await lastScene().locator("p").count()).toBeGreaterThan(2);
    expect(await open.page.locator("[data-choice]").count()).toBeGreaterThan(2);
    // Whoever only hears is told with the prose.
    expect(await lastScene().getByRole("log").getByText(words).count()).toBe(1);
  });

  it("[DT240] tools that no plan needs, or that work behind the scene, cost nothing that shows", async () => {
    const rest = ["lookup", "generate", "update"].map((verb) => ({
      skill: "character-portraits",
      script: `${verb}-portrait`,
      fault: "crashes" as const,
    }));
    const reputation = ["update", "query"].map((verb) => ({
      skill: "reputation",
      script: `${verb}-reputation`,
      fault: "garbage" as const,
    }));
    await setFaults(skills, [...rest, ...reputation]);
    await choose();
    expect(await open.page.locator("[data-choice]").count()).toBeGreaterThan(2);
    expect(open.faults).toEqual([]);
  });

  it("[DT241] Retry has the tool tried again with the same choice, and its notice goes", async () => {
    const { page } = open;
    await setFaults(skills, [{ skill: "memory", script: "store-memory", fault: "garbage" }]);
    await choose();
    const echo = await lastScene().locator("p").first().textContent();
    const number = await lastScene().getAttribute("id");
    await setFaults(skills, []);
    await takes(() => notices().getByRole("button", { name: "Retry" }).click());
    expect(await lastScene().locator("p").first().textContent()).toBe(echo);
    expect(await lastScene().getAttribute("id")).toBe(number);
    expect(await notices().filter({ hasText: "failed" }).count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  it("[DT242] where no plan comes to anything the player decides, with focus on what is safe", async () => {
    const { page } = open;
    const before = await lastScene().getAttribute("data-turn");
    await setFaults(skills, [{ skill: "player-choices", script: "evaluate-choice", fault: "fails" }]);
    await choose();
    const asked = page.getByRole("alertdialog");
    await asked.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT)
      .toBe("Go on with a plain scene");
    await takes(() => asked.getByRole("button", { name: /^Restart from/ }).click());
    expect(await lastScene().getAttribute("data-turn")).toBe(before);
    await asked.waitFor({ state: "detached" });
    await setFaults(skills, []);
    // It failed too often to be tried again by itself.
    await choose();
    await asked.waitFor();
    await page.keyboard.press("Escape");
    await notices().getByRole("button", { name: "Turn on" }).click();
    await page.getByText("It is on from the next turn.").first().waitFor();
    await choose();
    expect(await asked.count()).toBe(0);
    expect(open.faults).toEqual([]);
  });

  it("[DT245] a page that is loaded anew in the middle of a turn shows the choice that is taken, and loses nothing", async () => {
    const { page } = open;
    await setFaults(skills, [{ skill: "storyteller", script: "narrate", fault: "hangs" }]);
    const card = page.locator("[data-choice]").nth(1);
    const words = await card.textContent();
    const before = await lastScene().getAttribute("data-turn");
    await card.click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your choice" }).waitFor();
    expect(await page.locator("[data-choice]").allTextContents()).toEqual([words]);
    await expect.poll(() => lastScene().getAttribute("data-turn"), PATIENT).not.toBe(before);
    await notices().filter({ hasText: "took too long" }).waitFor();
    expect(await page.getByRole("button", { name: "Stop" }).count()).toBe(0);
  });

  it("[DT246] a program that is killed in the middle of a turn comes back to the scene before, which goes on", async () => {
    const { page } = open;
    const before = await lastScene().getAttribute("data-turn");
    await page.locator("[data-choice]").first().click();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await open.kill();
    await page.getByText(/^Narratoria has stopped\. Your story is saved up to scene \d+\.$/).waitFor();
    await setFaults(skills, []);
    await open.restart();
    await page.getByText(/Your story is saved up to/).waitFor({ state: "detached" });
    await expect.poll(() => page.locator("[data-choice]").count(), PATIENT).toBeGreaterThan(2);
    expect(await lastScene().getAttribute("data-turn")).toBe(before);
    await choose();
  });
});
