// Campaigns with one fault each, and what an author is told of each: file, line, severity, code and words.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkCampaign, loadCampaign, type Problem, PROBLEM_KINDS, readStory } from "../src/index.js";
import { DETAIL_ROWS } from "./faulty/details.js";
import { ENDING_ROWS } from "./faulty/endings.js";
import { campaignsOf, type FaultyCampaign, OGG, PNG, type Row } from "./faulty/faulty-campaign.js";
import { FERRY } from "./faulty/ferry.js";
import { MANIFEST_ROWS } from "./faulty/manifest.js";
import { MEDIA_ROWS } from "./faulty/media.js";
import { PEOPLE_ROWS } from "./faulty/people.js";
import { PLAYER_ROWS } from "./faulty/player.js";
import { PLOT_ROWS } from "./faulty/plot.js";
import { SLIP_ROWS } from "./faulty/slips.js";
import { WORLD_ROWS } from "./faulty/world.js";

const ALL = [
  MANIFEST_ROWS,
  PEOPLE_ROWS,
  PLOT_ROWS,
  ENDING_ROWS,
  WORLD_ROWS,
  PLAYER_ROWS,
  MEDIA_ROWS,
  SLIP_ROWS,
  DETAIL_ROWS,
].flat();

type Files = Map<string, string | Uint8Array>;
const SOUND: Files = new Map<string, string | Uint8Array>([
  ...Object.entries(FERRY),
  ["art/characters/osk.png", PNG],
  ["music/river.ogg", OGG],
]);

let home = "";
let made = 0;
beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "narratoria-faulty-"));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function problemsIn(files: Files): Promise<readonly Problem[]> {
  const dir = join(home, `pell-${made++}`);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  }
  const { campaign, problems } = await loadCampaign(dir);
  return campaign === null ? problems : [...problems, ...(await checkCampaign(campaign, readStory(campaign)))];
}

function changed({ change }: FaultyCampaign): Files {
  const files: Files = new Map(SOUND);
  for (const [key, content] of Object.entries(change)) {
    const path = key.replace(/#\d$/, "");
    if (content === null) files.delete(path);
    else if (typeof content === "string" || content instanceof Uint8Array) files.set(path, content);
    else {
      const before = String(files.get(path));
      expect(before).toContain(content[0]);
      files.set(
        path,
        before.replace(content[0], () => content[1]),
      );
    }
  }
  return files;
}

function lineOf(files: Files, { file, at }: FaultyCampaign): number {
  if (typeof at === "number") return at;
  const text = String(files.get(file));
  expect(text).toContain(at);
  return text.slice(0, text.indexOf(at)).split("\n").length;
}

async function judge(faulty: FaultyCampaign): Promise<void> {
  const files = changed(faulty);
  const problems = await problemsIn(files);
  const { file, severity, code, says } = faulty;
  const line = lineOf(files, faulty);
  const told = problems.map(
    (one) => `${one.file}:${one.line}:${one.column} ${one.severity} ${one.code} ${one.message}`,
  );
  const found = problems.some(
    (one) =>
      one.file === file &&
      one.line === line &&
      one.severity === severity &&
      one.code === code &&
      says.test(one.message),
  );
  expect(found, `${file}:${line} ${severity} ${code} ${says} is not in:\n${told.join("\n")}`).toBe(true);
}

const named = (rows: readonly Row[]) => campaignsOf(rows).map((one) => [one.name, one] as const);

describe("an author", () => {
  it("[CA760] is told nothing of a campaign without a fault", async () => {
    expect(await problemsIn(SOUND)).toEqual([]);
  });

  it.each(named(MANIFEST_ROWS))("[CA740, CA760, CA762] is told of %s", (_, faulty) => judge(faulty));
  it.each(named(PEOPLE_ROWS))("[CA761, CA762] is told of %s", (_, faulty) => judge(faulty));
  it.each(named(PLOT_ROWS))(
    "[CA747, CA750, CA751, CA752, CA753, CA754, CA755, CA756, CA757, CA759, CA762] is told of %s",
    (_, faulty) => judge(faulty),
  );
  it.each(named(ENDING_ROWS))("[CA750, CA751, CA756, CA762] is told of %s", (_, faulty) => judge(faulty));
  it.each(named(WORLD_ROWS))("[CA740, CA741, CA742, CA745, CA746, CA749, CA758] is told of %s", (_, faulty) =>
    judge(faulty),
  );
  it.each(named(PLAYER_ROWS))("[CA747, CA748] is told of %s", (_, faulty) => judge(faulty));
  it.each(named(MEDIA_ROWS))("[CA740, CA743, CA744] is told of %s", (_, faulty) => judge(faulty));
  it.each(named(SLIP_ROWS))(
    "[CA5500, CA5501, CA5502, CA5503, CA5504, CA5505, CA5506, CA5511, CA5512, CA5513] is told of %s",
    (_, faulty) => judge(faulty),
  );
  it.each(named(DETAIL_ROWS))("[CA5980, CA5981, CA5982, CA5983, CA5984, CA5985] is told of %s", (_, faulty) =>
    judge(faulty),
  );
});

it("[CA760] faults are enough, each with a name of its own", () => {
  expect(ALL.length).toBeGreaterThanOrEqual(140);
  expect(new Set(ALL.map(([name]) => name)).size).toBe(ALL.length);
});

it("[CA760] every code has a title and a sentence that says what to do", () => {
  for (const [code, { title, remedy }] of Object.entries(PROBLEM_KINDS)) {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  }
});
