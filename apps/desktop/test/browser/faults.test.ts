// What a player sees of faults: what happened, what to do, and a button that does it. Never a blank page.
import { mkdtempSync, rmSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginStory, PATIENT } from "./begin-story.js";
import { type Fault, type FaultySkill, setFaults, writeFaultySkills } from "./faulty-skills.js";
import { BROWSER, closeBrowser, type OpenPage, openPage } from "./open-page.js";

afterAll(closeBrowser);

/** What a player sees of a script that does not do its part. */
interface FaultyScript {
  readonly path: string;
  readonly seen: "a notice" | "a question" | "nothing";
  /** What its skill is called. */
  readonly words: string;
  /** Whether it is at work where a story opens. */
  readonly opening?: boolean;
}

const SCRIPTS: readonly FaultyScript[] = [
  { path: "memory/recall-memory", seen: "a notice", words: "Memory" },
  { path: "memory/store-memory", seen: "a notice", words: "Memory" },
  { path: "npc-perception/update-perception", seen: "a notice", words: "What people think of you" },
  { path: "player-choices/generate-choices", seen: "a notice", words: "Player choices" },
  { path: "storyteller/narrate", seen: "a notice", words: "Storyteller" },
  { path: "player-choices/evaluate-choice", seen: "a question", words: "Player choices" },
  { path: "player-choices/apply-outcome", seen: "a question", words: "Player choices" },
  { path: "dice-roller/roll-dice", seen: "a question", words: "Dice roller" },
  // A silhouette stands in, and no turn waits.
  { path: "character-portraits/generate-portrait", seen: "nothing", words: "", opening: true },
  { path: "reputation/update-reputation", seen: "a notice", words: "Reputation", opening: true },
  { path: "npc-perception/initialize-perception", seen: "a notice", words: "What people think of you", opening: true },
];

/** No plan of ours has these. */
const UNPLANNED: readonly string[] = [
  "npc-perception/query-perception",
  "reputation/query-reputation",
  "character-portraits/lookup-portrait",
  "character-portraits/update-portrait",
  // Runs beside a story, when it is opened.
  "storyteller/warm",
];

/** A player sees one kind of fault as the other, but for the words. */
const FAULTS: readonly Fault[] = ["fails", "crashes", "garbage", "hangs"];

interface AtFault {
  readonly title: string;
  /** At fault at once. */
  readonly scripts: readonly FaultyScript[];
  readonly faults: readonly Fault[];
}

const OF_AN_OPENING = SCRIPTS.filter(({ opening = false }) => opening);
const OF_A_TURN = SCRIPTS.filter(({ opening = false }) => !opening);

/**
 * Each script fails by itself. Those that no plan has have every fault together, and those of an opening, which do not wait for each
 * other, all but the first: a story begins anew for each. They come last, as they leave a story that stands at its opening.
 */
const AT_FAULT: readonly AtFault[] = [
  {
    title: "what no plan has",
    scripts: UNPLANNED.map((path) => ({ path, seen: "nothing", words: "" })),
    faults: FAULTS,
  },
  ...OF_A_TURN.map((script) => ({ title: script.path, scripts: [script], faults: FAULTS })),
  ...OF_AN_OPENING.map((script) => ({ title: script.path, scripts: [script], faults: FAULTS.slice(0, 1) })),
  { title: "what an opening has", scripts: OF_AN_OPENING, faults: FAULTS.slice(1) },
];

/** The answer that has focus. */
const SAFE = "Go on with a plain scene";

const CAMPAIGN = fileURLToPath(new URL("../../../../campaigns/one-wheel-over/", import.meta.url));

/** A campaign whose second scene offers what dice decide. */
async function writeCrate(folder: string): Promise<void> {
  // Without its pictures: a copy says of them who made them, and portraits would not be drawn.
  await cp(CAMPAIGN, folder, { recursive: true, filter: (path) => !/[\\/](?:art|music)$/.test(path) });
  const file = join(folder, "plot", "beats.json");
  const { beats } = JSON.parse(await readFile(file, "utf8"));
  for (const { conditions } of beats) conditions.scene_count = { min: 90 };
  beats.unshift({
    id: "beat_000",
    title: "The Crate",
    description: `A crate stands across the way.

GM: The PC may lift the crate (Strength, DC 8), look behind it (Perception, DC 8) or climb the rack (Dexterity, DC 8).`,
    conditions: { scene_count: { min: 0 } },
    priority: "critical",
    skippable: false,
  });
  await writeFile(file, JSON.stringify({ beats }));
}

const pathOf = ({ skill, script }: FaultySkill): string => `${skill}/${script}`;

describe.skipIf(BROWSER === null)("faults of skills in a browser", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-faults-"));
  const skills = join(dataDir, "dev");
  let open: OpenPage;
  let story = "";
  let all: readonly FaultySkill[] = [];
  beforeAll(async () => {
    all = await writeFaultySkills(skills);
    await writeCrate(join(dataDir, "campaigns", "the-crate"));
    open = await openPage({ dataDir, args: ["--dev", skills] });
    await begin();
    await open.page.locator("[data-choice]").first().click();
    await crate().waitFor();
  }, 240_000);
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
    await open.page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
    return (await turn()) ?? "";
  };
  /** Waits for a turn that is newer than any before, whatever is taken back on the way. @returns Its id once it is over. */
  const plays = async (act: () => Promise<unknown>): Promise<string> => {
    const before = (await lastScene().getAttribute("data-turn")) ?? "";
    await act();
    await expect.poll(async () => ((await lastScene().getAttribute("data-turn")) ?? "") > before, PATIENT).toBe(true);
    await open.page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
    return (await lastScene().getAttribute("data-turn")) ?? "";
  };
  /** Takes the first choice. @returns The id of the turn once it is over. */
  const choose = (): Promise<string> => plays(() => open.page.locator("[data-choice]").first().click());
  /** A choice that dice decide. */
  const crate = () => open.page.locator("[data-choice]").filter({ hasText: "Lift the crate" });
  /** Begins a story. @returns The id of its opening once it is told. */
  const begin = async (): Promise<string> => {
    story = await beginStory(open, "the-crate");
    return (await lastScene().getAttribute("data-turn")) ?? "";
  };
  /** What is kept of the workings of a turn. */
  const workings = async (turn: string): Promise<string> =>
    JSON.stringify((await open.ask("GET", `/stories/${story}/trace?at=${turn}`)).body);

  it("[DT240] looks at the faults of each script that there is", () => {
    for (const fault of FAULTS) {
      const named = AT_FAULT.filter(({ faults }) => faults.includes(fault)).flatMap(({ scripts }) => scripts);
      expect(named.map(({ path }) => path).toSorted()).toEqual(all.map(pathOf).toSorted());
    }
  });

  it.each(AT_FAULT)(
    "[DT240] $title: the scene is told whatever the fault, and says what the player has to know of it",
    async ({ scripts, faults }) => {
      const { page } = open;
      const [{ opening = false } = {}] = scripts;
      const seen = (as: FaultyScript["seen"]): readonly FaultyScript[] => scripts.filter((one) => one.seen === as);
      const asked = page.getByRole("alertdialog");
      for (const fault of faults) {
        const faulty = all.filter((one) => scripts.some(({ path }) => path === pathOf(one)));
        // It has failed before.
        for (const { skill } of faulty) await open.ask("PUT", `/skills/${skill}/enabled`, { on: true });
        await setFaults(
          skills,
          faulty.map((one) => ({ ...one, fault })),
        );
        const turn = opening ? await begin() : await takes(() => crate().click());
        if (seen("a question").length > 0) {
          await asked.waitFor();
          await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe(SAFE);
        } else {
          await page.locator("[data-choice]").nth(2).waitFor();
        }
        for (const { words } of seen("a notice")) {
          const told = `${words} ${fault === "hangs" ? "took too long and was stopped" : "failed"}.`;
          const notice = notices().filter({ hasText: told });
          await notice.waitFor();
          const buttons = [...(opening ? [] : ["Retry"]), "Details", "Hide"];
          expect(await notice.getByRole("button").allTextContents(), fault).toEqual(buttons);
          // Whoever only hears is told with the prose.
          expect(await lastScene().getByRole("log").getByText(told).count(), fault).toBe(1);
        }
        if (seen("nothing").length > 0) expect(await notices().count(), fault).toBe(seen("a notice").length);
        const kept = await workings(turn);
        for (const { path, seen } of scripts) if (seen !== "nothing") expect(kept, fault).toContain(path);
        expect(await lastScene().locator("p").count(), fault).toBeGreaterThan(1);
        if (seen("a question").length > 0)
          await takes(() => asked.getByRole("button", { name: /^Restart from/ }).click());
        else if (!opening) await takes(() => open.ask("POST", `/stories/${story}/turns`, { do: "undo" }));
      }
      await setFaults(skills, []);
      expect(open.faults).toEqual([]);
    },
    240_000,
  );

  it("[DT241] Retry has the tool tried again with the same choice, and its notice goes", async () => {
    const { page } = open;
    await setFaults(skills, [{ skill: "memory", script: "store-memory", fault: "garbage" }]);
    await choose();
    const echo = await lastScene().locator("p").first().textContent();
    const number = await lastScene().getAttribute("id");
    await setFaults(skills, []);
    await plays(() => notices().getByRole("button", { name: "Retry" }).click());
    expect(await lastScene().locator("p").first().textContent()).toBe(echo);
    expect(await lastScene().getAttribute("id")).toBe(number);
    expect(await notices().filter({ hasText: "failed" }).count()).toBe(0);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  it("[DT242] where no plan comes to anything the player decides, with focus on what is safe", async () => {
    const { page } = open;
    const before = await lastScene().getAttribute("data-turn");
    await setFaults(skills, [{ skill: "player-choices", script: "evaluate-choice", fault: "fails" }]);
    const asked = page.getByRole("alertdialog");
    for (const _time of [1, 2]) {
      await choose();
      await asked.waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe(SAFE);
      await takes(() => asked.getByRole("button", { name: /^Restart from/ }).click());
      await expect.poll(() => lastScene().getAttribute("data-turn"), PATIENT).toBe(before);
      await asked.waitFor({ state: "detached" });
    }
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
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Your choice" }).waitFor();
    expect(await page.locator("[data-choice]").allTextContents()).toEqual([words]);
    await expect.poll(() => lastScene().getAttribute("data-turn"), PATIENT).not.toBe(before);
    await notices().filter({ hasText: "Storyteller took too long" }).waitFor();
    // The notice may come before the turn has ended.
    await expect.poll(() => page.getByRole("button", { name: "Stop", exact: true }).count(), PATIENT).toBe(0);
  });

  it("[DT246] a program that is killed in the middle of a turn comes back to the scene before, which goes on", async () => {
    const { page } = open;
    const before = await lastScene().getAttribute("data-turn");
    await page.locator("[data-choice]").first().click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
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
