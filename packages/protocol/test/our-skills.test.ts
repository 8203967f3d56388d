import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { checkSkill, faultsOf } from "../src/check.js";
import type { JsonObject } from "../src/index.js";
import { runTool } from "../src/testing.js";

const checkout = fileURLToPath(new URL("../../../", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "narratoria-our-skills-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const skillsIn = (folder: string): string[] =>
  readdirSync(join(checkout, folder))
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(checkout, path, "skill.json")));

const shipped = skillsIn("skills");
const examples = skillsIn("examples/skills");
const noPython = spawnSync("python3", ["--version"]).status !== 0;
const compiler = spawnSync("cc", ["--version"]).error === undefined;
/** The one command that SKILL.md tells a reader to run. */
const build = /`(cc [^`]+)`/.exec(readFileSync(join(checkout, "examples/skills/tide-clock/SKILL.md"), "utf8"))?.[1];

describe("our skills under the kit", () => {
  it("[PR209] are all of them", () => {
    expect(shipped.length).toBeGreaterThanOrEqual(4);
    expect(examples.map((path) => basename(path))).toEqual([
      "moon-phase",
      "name-keeper",
      "omen-cards",
      "tide-clock",
      "weather-glass",
    ]);
  });

  it.concurrent.each([...shipped, ...examples.filter((path) => !path.endsWith("tide-clock"))])(
    "[PR209] %s has no fault",
    async (path) => {
      const report = await checkSkill(join(checkout, path), { timeoutMs: 15_000, jobs: 2 });
      expect(faultsOf(report)).toEqual([]);
      expect(report.scripts.length).toBeGreaterThan(0);
      // When the first event comes says as much of the machine as of the script: many scripts start at once here.
      const notes = report.scripts
        .flatMap((script) => script.notes)
        .filter((note) => !note.startsWith("its first event comes after"));
      expect(notes).toEqual([]);
    },
    180_000,
  );

  it.skipIf(noPython)(
    "[PR846] the moon is shown below the first scene of a clear night, with nobody asking for it, and no other",
    async () => {
      const script = join(checkout, "examples/skills/moon-phase/scripts/look-up.py");
      const shown = async (context: JsonObject): Promise<unknown[]> => {
        const { events } = await runTool(script, { input: {}, context });
        return events.flatMap((event) => (event.type === "ui_event" ? [event.payload?.["text"]] : []));
      };
      const night = { clock: { minutes: 22 * 60 } };
      expect(await shown(night)).toEqual(["There is a waxing moon tonight."]);
      expect(await shown({ ...night, moon: { night: 0 } })).toEqual([]);
      expect(await shown({ ...night, weather: "fog" })).toEqual([]);
      expect(await shown({ clock: { minutes: 12 * 60 } })).toEqual([]);
    },
  );

  it("[PR846] omen cards lie below the opening, with nobody asking for them", async () => {
    const dir = join(checkout, "examples/skills/omen-cards");
    const { events } = await runTool(join(dir, "scripts/draw-cards.mjs"), { input: {}, context: { seed: "7" } });
    expect(events.find(({ type }) => type === "ui_event")).toMatchObject({
      payload: { text: expect.stringMatching(/^On the table lie The \w+(?:, reversed)?: [^;]+;[^;]+;[^;]+\.$/) },
    });
    expect(JSON.parse(readFileSync(join(dir, "skill.json"), "utf8")).scripts[0].when).toEqual(["opening"]);
  });

  it.skipIf(!compiler)(
    `[PR209] tide-clock, built by its one command, has no fault${compiler ? "" : " (skipped: no C compiler, cc, was found)"}`,
    async () => {
      const dir = join(root, "tide-clock");
      cpSync(join(checkout, "examples/skills/tide-clock"), dir, { recursive: true });
      mkdirSync(join(dir, "scripts"), { recursive: true });
      const [program = "", ...args] = (build ?? "").split(" ");
      execFileSync(program, args, { cwd: dir });
      expect(faultsOf(await checkSkill(dir, { timeoutMs: 15_000, jobs: 2 }))).toEqual([]);
    },
    240_000,
  );

  it.each([
    ["moon-phase/scripts/narratoria.py", "narratoria.py"],
    ["weather-glass/scripts/narratoria.sh", "narratoria.sh"],
  ])("[PR250] the copy %s is the twin that the package ships", (copy, twin) => {
    const text = (path: string): string => readFileSync(join(checkout, path), "utf8");
    expect(text(`examples/skills/${copy}`)).toBe(text(`packages/protocol/twins/${twin}`));
  });
});
