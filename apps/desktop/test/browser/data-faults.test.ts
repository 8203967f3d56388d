// Faults of what stories are saved on and told by: the disk, the journal, the model.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { writeDyingModel } from "./dying-model.js";
import { beginStory, PATIENT } from "./begin-story.js";
import { BROWSER, closeBrowser, type OpenPage, openPage, type OpenPageOptions } from "./open-page.js";

afterAll(closeBrowser);

async function opened(options: OpenPageOptions = {}): Promise<OpenPage> {
  const dataDir = mkdtempSync(join(tmpdir(), "narratoria-data-faults-"));
  const open = await openPage({ dataDir, ...options });
  onTestFinished(async () => {
    await open.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return open;
}

const ownDisk = spawnSync("unshare", ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/tmp"]).status === 0;

/** Runs the program with a small disk of its own at its data folder, the last but one of its arguments. */
const ON_A_SMALL_DISK = [
  "unshare",
  "-rm",
  "sh",
  "-c",
  'eval "folder=\\${$#}"; mount -t tmpfs -o size=96m tmpfs "$folder" && exec "$@"',
  "sh",
];

describe.skipIf(BROWSER === null)("faults of the data folder in a browser", () => {
  it.skipIf(!ownDisk)(
    "[DT243] [DT280] a disk that is full is told with the scene that still fits, and the turn is taken once there is room, by Try again",
    async () => {
      const open = await opened({ runner: ON_A_SMALL_DISK });
      const { page, dataDir } = open;
      await beginStory(open);
      const filler = (name: string) => join(`/proc/${open.pid}/root`, dataDir, name);
      fill(filler("filler-1"));
      // What is left in the files of the journal is used first, then the room that is set aside for this.
      const refused = page.getByRole("alertdialog", { name: "This turn could not be saved" });
      const warned = page.getByText("The disk is full. Your story is still saved, in 16 MB");
      let scene = 0;
      let words: string | null = null;
      for (; scene < 8; scene++) {
        fill(filler(`filler-${scene}`));
        words = await page.locator("[data-choice]").first().textContent();
        await page.locator("[data-choice]").first().click();
        await refused.or(page.locator(`#scene-${scene + 1}`)).waitFor();
        if (await refused.isVisible()) break;
      }
      await warned.waitFor();
      await refused
        .getByText(/^The disk is full\. Free some space, then try again\. (The opening|Scene \d) is safe\.$/)
        .waitFor();
      await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), PATIENT).toBe("Try again");
      // A page that is loaded anew is told as well, though it did not ask.
      const other = await page.context().newPage();
      const token = await page.evaluate(() => sessionStorage.getItem("narratoria.session") ?? "");
      await other.addInitScript((key) => sessionStorage.setItem("narratoria.session", key), token);
      await other.goto(page.url());
      const told = other.getByRole("complementary").filter({ hasText: "This turn could not be saved." });
      await told.waitFor();
      expect(await other.getByRole("alertdialog").count()).toBe(0);
      for (let full = 0; full <= scene; full++) rmSync(filler(`filler-${full}`));
      await page.keyboard.press("Enter");
      const next = `#scene-${scene + 1}`;
      await page.locator(next).waitFor();
      expect(await page.locator(`${next} p`).first().textContent()).toBe(words?.slice(1));
      await other.locator(next).waitFor();
      expect(await told.count()).toBe(0);
      expect(open.faults).toEqual([]);
      // Full again: the program ends all the same.
      fill(filler("last"));
      await open.end();
    },
  );

  it("[DT243] a journal that another program holds: it is said, and Try again takes the turn", async () => {
    const open = await opened();
    const { page, dataDir } = open;
    await beginStory(open);
    const release = await holdJournal(dataDir);
    await page.locator("[data-choice]").nth(1).click();
    const asked = page.getByRole("alertdialog", { name: "This turn could not be saved" });
    await asked.getByText(/^Another program has the data folder in use\..*The opening is safe\.$/).waitFor();
    await release();
    await asked.getByRole("button", { name: "Try again" }).click();
    await page.locator("#scene-1").waitFor();
    expect(open.faults).toEqual([]);
  });
});

/** Where the library lies that stories are saved by. */
const PERSISTENCE = fileURLToPath(new URL("../../../../packages/persistence/", import.meta.url));

/** Begins to write to the journal in another program, and does not end. @returns What ends it. */
async function holdJournal(dataDir: string): Promise<() => Promise<void>> {
  const hold = `const journal = new (require("better-sqlite3"))(process.argv[1]);
    journal.exec("begin immediate");
    console.log("held");
    process.stdin.resume();`;
  const holder = spawn(process.execPath, ["-e", hold, join(dataDir, "narratoria.db")], {
    cwd: PERSISTENCE,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const gone = new Promise<void>((resolve) => holder.once("exit", () => resolve()));
  await new Promise((resolve) => holder.stdout.once("data", resolve));
  return () => {
    holder.stdin.end();
    return gone;
  };
}

/** Writes until nothing more fits. */
function fill(file: string): void {
  for (const bytes of [1 << 20, 4096, 64])
    try {
      for (;;) writeFileSync(file, Buffer.alloc(bytes, 1), { flag: "a" });
    } catch {
      // It is full.
    }
}

describe.skipIf(BROWSER === null)("faults of models in a browser", () => {
  it("[DT244] [DT288] a model that dies is said, with the page where another is chosen", async () => {
    const folder = mkdtempSync(join(tmpdir(), "narratoria-models-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { runtimesDir, model } = writeDyingModel(folder);
    const open = await opened({ env: { NARRATORIA_RUNTIMES: runtimesDir } });
    const { page, origin } = open;
    await open.ask("PATCH", "/preferences", { desktop: { welcomed: true } });
    await page.goto(`${origin}/settings/narrator`);
    await page.getByLabel("A file of your own").fill(model);
    await page.getByRole("button", { name: "Add it" }).click();
    await page.getByRole("button", { name: "Test it" }).click();
    await page
      .getByRole("article", { name: "tiny" })
      .getByText(/is no usable model/)
      .waitFor();
    await page.getByRole("button", { name: "Let it tell" }).click();
    await page
      .getByText(/^tiny.* tells stories from the next scene on\.$/i)
      .first()
      .waitFor();
    await beginStory(open);
    const notice = page.getByRole("complementary").filter({ hasText: "The storybook tells the story from here on." });
    for (let scene = 1; scene < 4 && !(await notice.isVisible()); scene++) {
      await page.locator("[data-choice]").first().click();
      await page.locator(`#scene-${scene}`).waitFor();
    }
    await notice.getByRole("button", { name: "Choose another model" }).click();
    await page.getByRole("heading", { name: "Who tells stories" }).waitFor();
    // Gone altogether, it keeps nobody from the shelf.
    rmSync(model);
    await open.end();
    await open.restart();
    await page.goto(`${origin}/library`);
    await page.goto(open.address);
    const gone = page.getByRole("complementary").filter({ hasText: "The storybook tells stories meanwhile." });
    await gone.getByRole("button", { name: "Choose another model" }).click();
    await page.getByRole("article", { name: "Storybook" }).getByRole("button", { name: "Let it tell" }).click();
    await page.getByText("The storybook tells stories from the next scene on.").first().waitFor();
    await page.goto(`${origin}/library`);
    await page.getByRole("button", { name: "Continue" }).first().waitFor();
    expect(await gone.count()).toBe(0);
    expect(open.faults).toEqual([]);
  });
});
