// SPEC.md EN681 to EN685. The scripts are real processes; they need the workspace to be built.
import { access, cp, mkdir, readdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { EngineOptions } from "../src/engine-options.js";
import type { Engine } from "../src/open-engine.js";
import { Portraits } from "../src/story/portraits.js";
import type { Story } from "../src/story/story.js";
import { PNG } from "./support/dressed-campaign.js";
import { collect, engineOn, tempFolder, withScript } from "./support/play.js";

/** The bundled story without the portraits that it brings. */
const CAMPAIGN = "undressed";
const BUNDLED = fileURLToPath(new URL("../bundled/campaigns/one-wheel-over", import.meta.url));

const copyUndressed = (to: string): Promise<void> =>
  cp(BUNDLED, to, { recursive: true, filter: (path) => !/[\\/](?:art|music)$/.test(path) });

interface Sitting {
  readonly engine: Engine;
  readonly story: Story;
  readonly dataDir: string;
}

async function sitting(options: EngineOptions = {}, campaign = CAMPAIGN): Promise<Sitting> {
  const dataDir = await tempFolder();
  await copyUndressed(join(dataDir, "campaigns", CAMPAIGN));
  const engine = await engineOn(dataDir, { residentScripts: true, ...options });
  const story = await engine.play(campaign, { seed: "3" });
  return { engine, story, dataDir };
}

/** Settles when there are so many portraits. */
const drawn = async (story: Story, count = 1): Promise<void> => {
  await expect.poll(() => story.portraits().length, { timeout: 30_000, interval: 20 }).toBeGreaterThanOrEqual(count);
};

/** The portraits skill with a script that does as it is told. */
const scripted = async (source: string): Promise<string> =>
  withScript("character-portraits", "generate-portrait", `process.stdin.resume();${source}`);

/** Portraits without a story, of a skill that is found or not. */
function portraitsBy(registry: { resolve(): unknown; recheck(): null }): Portraits {
  const parts = { registry, campaign: { name: "c" }, assetsDir: null, sandbox: null, log() {} };
  return new Portraits(parts as unknown as ConstructorParameters<typeof Portraits>[0]);
}

describe("portraits in play", () => {
  it("[EN681] [EN685] draws whoever is there and the player while the player reads", async () => {
    const { story } = await sitting();
    let told = 0;
    const end = story.onPortrait(() => told++);
    await collect(story.begin());
    expect(story.portraits()).toEqual([]);
    await drawn(story, 2);
    end();
    expect(told).toBeGreaterThanOrEqual(2);
    const [first, player] = story.portraits();
    expect(story.scene?.present).toContain(first?.name);
    expect(player?.person).toBe("player");
    expect(first?.source).toBe("local");
    expect(first?.alt).toMatch(/^Portrait of .+: \S/);
    await access(first?.path ?? "");
    await story.close();
  });

  it("[EN681] [SC-022] shows the same picture of somebody in the next sitting", async () => {
    const { engine, story } = await sitting();
    await collect(story.begin());
    await drawn(story);
    const [before] = story.portraits();
    await story.close();
    const again = await engine.play(CAMPAIGN);
    await collect(again.begin());
    await drawn(again);
    // Whoever is drawn first is first in the list.
    await expect.poll(() => again.portraits()).toContainEqual(before);
    await again.close();
  });

  it("[EN2112] makes a portrait anew whose person is described otherwise, and no other", async () => {
    const folder = await tempFolder();
    const [old, young] = [join(folder, "old.png"), join(folder, "young.png")];
    await Promise.all([old, young].map((path) => writeFile(path, PNG)));
    let asked = 0;
    const registry = { resolve: () => (asked++, { ok: true, script: { config: {} } }), recheck: () => null };
    const portraits = portraitsBy(registry);
    const ada = { person: "ada", name: "Ada", description: "tall", own: [old] };
    const osk = { person: "osk", name: "Osk", description: "80 years old", own: [join(folder, "none.png"), old] };
    portraits.begin([ada, osk]);
    await expect.poll(() => portraits.all().length, { interval: 20 }).toBe(2);
    portraits.begin([ada, { ...osk, description: "8 years old", own: [young] }]);
    await expect.poll(() => portraits.all().map(({ path }) => path), { interval: 20 }).toEqual([old, young]);
    expect(portraits.all()[1]?.alt).toBe("Portrait of Osk: 8 years old");
    expect(asked).toBe(3);
    await portraits.close();
  });

  it("[EN681] does not let a turn wait for a portrait that takes long, and begins none meanwhile", async () => {
    const skills = await scripted("setInterval(() => {}, 1000);");
    const { story } = await sitting({ skills: [skills] });
    await collect(story.begin());
    const scene = story.scene?.scene ?? 0;
    await collect(story.choose(1));
    expect(story.scene?.scene).toBe(scene + 1);
    expect(story.portraits()).toEqual([]);
    await story.close();
  });

  it("[EN682] takes the campaign's own portrait", async () => {
    const folder = join(await tempFolder(), CAMPAIGN);
    await copyUndressed(folder);
    const npcs = join(folder, "characters", "npcs");
    for (const id of await readdir(npcs)) await writeFile(join(npcs, id, "portrait.png"), PNG);
    const { story } = await sitting({}, folder);
    await collect(story.begin());
    await drawn(story);
    const [first] = story.portraits();
    expect(first).toMatchObject({ source: "campaign" });
    expect(first?.path).toBe(join(await realpath(npcs), first?.person ?? "", "portrait.png"));
  });

  it("[EN4507] takes a picture that is named after somebody, and has whom the player met after a restart, wherever they are", async () => {
    const folder = join(await tempFolder(), CAMPAIGN);
    await copyUndressed(folder);
    const cast = join(folder, "art", "cast");
    await mkdir(cast, { recursive: true });
    for (const name of ["Risch_G", "Risch_B", "Lareida"]) await writeFile(join(cast, `${name}.png`), PNG);
    const { engine, story } = await sitting({}, folder);
    await collect(story.begin());
    const pathOf = (of: Story, person: string) => of.portraits().find((one) => one.person === person)?.path;
    const gaudenz = join(await realpath(cast), "Risch_G.png");
    await expect.poll(() => pathOf(story, "gaudenz"), { timeout: 30_000, interval: 20 }).toBe(gaudenz);
    for (let turn = 0; turn < 8 && story.scene?.present.includes("Gaudenz Risch"); turn++) {
      const away = story.scene.choices.find(({ text }) => /^Go\b/.test(text));
      await collect(story.choose(away?.id ?? 1));
    }
    expect(story.scene?.present).not.toContain("Gaudenz Risch");
    await story.close();
    const again = await engine.play(folder);
    await collect(again.begin());
    await expect.poll(() => pathOf(again, "gaudenz"), { timeout: 30_000, interval: 20 }).toBe(gaudenz);
    await again.close();
  });

  it.each([
    ["fails", "process.exit(3);"],
    ["draws nothing", `console.log('{"version":"0","type":"done","ok":true,"output":{}}');process.exit(0);`],
  ])("[EN683] has a silhouette where the script %s", async (_what, source) => {
    const { story } = await sitting({ skills: [await scripted(source)] });
    await collect(story.begin());
    await drawn(story);
    expect(story.portraits()[0]).toMatchObject({ source: "silhouette", path: null });
  });

  it.each([
    ["the player wants none", { ok: true, script: { config: { showInPlay: false } } }],
    ["the skill is off", { ok: false }],
  ])("[EN684] has no portraits where %s", async (_why, resolved) => {
    let asked = 0;
    const registry = { resolve: () => (asked++, resolved), recheck: () => null };
    const portraits = portraitsBy(registry);
    portraits.begin([{ person: "osk", name: "Osk", description: "old", own: ["/osk.png"] }]);
    await expect.poll(() => asked, { interval: 20 }).toBe(1);
    await portraits.close();
    expect(portraits.all()).toEqual([]);
  });
});

it.each([
  ["tall", "tall"],
  ["A tall woman. She carries a lamp.", "A tall woman. She carries a lamp"],
  [
    `A narrow, upright woman with a pressed blue tunic and brass buttons. She carries ${"keys and ".repeat(12)}a lamp.`,
    "A narrow, upright woman with a pressed blue tunic and brass buttons",
  ],
  [
    `A long-armed young woman with a cap, grease to the elbows, a coil of red twine at the belt, and ${"keys and ".repeat(6)}a lamp.`,
    "A long-armed young woman with a cap, grease to the elbows, a coil of red twine at the belt",
  ],
  [
    "White cropped hair, knitted socks over slippers.. the sorter, Sorter, oldest hand on the Yard. 63 years old",
    "White cropped hair, knitted socks over slippers. Sorter, oldest hand on the Yard. 63 years old",
  ],
  [`Tall. ${"thin and ".repeat(20)}`, `Tall. Thin and ${"thin and ".repeat(10)}thin …`],
])(
  "[EN685] describes a portrait of %s by whole sentences or clauses where there are some",
  async (description, words) => {
    const registry = { resolve: () => ({ ok: true, script: { config: {} } }), recheck: () => null };
    const own = join(await tempFolder(), "own.png");
    await writeFile(own, PNG);
    const portraits = portraitsBy(registry);
    portraits.begin([{ person: "ada", name: "Ada", description, own: [own] }]);
    await expect.poll(() => portraits.all()[0]?.alt, { interval: 20 }).toBe(`Portrait of Ada: ${words}`);
  },
);

describe("a picture that the player puts there", () => {
  it("[EN689] stands in the place of a portrait from the same moment on, and in later sittings, until it is taken back", async () => {
    const { engine, story } = await sitting();
    await collect(story.begin());
    let told = 0;
    story.onPortrait(() => told++);
    await story.replacePortrait("nesa", PNG);
    await story.replacePortrait("player", PNG);
    expect(told).toBeGreaterThanOrEqual(2);
    const own = (from: Story) =>
      from
        .portraits()
        .filter(({ source }) => source === "player")
        .toSorted((one, other) => one.person.localeCompare(other.person));
    const before = own(story);
    expect(before).toMatchObject([
      { person: "nesa", alt: expect.stringMatching(/^Portrait of Nesa/) },
      { person: "player", name: expect.any(String) },
    ]);
    for (const { path } of before) await access(path ?? "");
    await story.close();
    const again = await engine.resume(story.id);
    expect(own(again)).toEqual(before);
    await again.replacePortrait("nesa", null);
    expect(own(again)).toEqual(before.slice(1));
    await expect(access(before[0]?.path ?? "")).rejects.toThrow();
    await again.close();
  });

  it.each([
    ["nobody", PNG, "no_such_character"],
    ["../nesa", PNG, "no_such_character"],
    ["nesa", Buffer.from("no picture"), "picture_unusable"],
    ["nesa", PNG.subarray(0, 40), "picture_unusable"],
    ["nesa", Buffer.concat([PNG, Buffer.alloc(5 * 1024 * 1024)]), "picture_unusable"],
  ])("[EN689] is refused for %s where it is no good, and leaves what was there", async (person, picture, code) => {
    const { story, dataDir } = await sitting();
    await story.replacePortrait("nesa", PNG);
    const before = story.portraits();
    await expect(story.replacePortrait(person, picture)).rejects.toMatchObject({ code });
    expect(story.portraits()).toEqual(before);
    expect(await readdir(join(dataDir, "assets", story.id, "own-portraits"))).toHaveLength(1);
  });
});

/** The first bytes of a picture; nobody looks further. */
