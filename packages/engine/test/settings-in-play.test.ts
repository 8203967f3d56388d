// SPEC.md EN4400 and EN4401: each setting of a skill of ours is changed, and a story that is played shows it. It needs the workspace to be built.
import { createServer } from "node:http";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { getPath, type JsonObject, type JsonValue } from "@narratoria/protocol";

import { describe, expect, it, onTestFinished } from "vitest";
import type { Engine, EngineEvent, SceneEvent, Story } from "../src/index.js";
import { diceWords } from "../src/shell.js";
import { rollWords } from "../src/timeline/told-story.js";
import { PNG } from "./support/dressed-campaign.js";
import { collect, engineOn, tempFolder } from "./support/play.js";
import { skillFolder } from "./support/small-skills.js";

const ROPERY: Readonly<Record<string, string | object>> = {
  "manifest.json": { title: "The Ropery", version: "1.0.0" },
  "world/setting.md":
    "# The ropery\n\n## The long floor\n\nThe long floor runs down to the water. Hemp hangs from every beam.\n\n## The loft\n\nThe loft lies over the long floor. A winch stands at its hatch.\n",
  "plot/premise.md": "You come to the long floor on the morning when the great rope is to be laid.\n",
  "lore/factions/guild-of-hemp.md": "# The Guild of Hemp\n\nThe Guild of Hemp weighs what comes in.\n",
  "characters/npcs/osk/profile.json": {
    name: "Osk Barrow",
    role: "rope-maker of the Guild of Hemp",
    personality: { traits: ["stubborn"] },
    appearance: "An old man with a white beard and a black coat.",
    background: "Osk has laid rope for thirty years. He works on the long floor.",
    motivations: ["lay the great rope"],
  },
  "characters/npcs/ine/profile.json": {
    name: "Ine Salt",
    role: "weigher of the Guild of Hemp",
    personality: { traits: ["quick"] },
    appearance: "A young woman with red curls and a green shawl.",
    background: "Ine weighs the bales. She lives in the loft.",
    motivations: ["see the bales weighed"],
  },
  "plot/choices.json": {
    choices: [
      {
        text: "Praise the rope of Osk",
        tag: "praised",
        location: "The long floor",
        then: { told: "Osk looks away.", feelings: { osk: 45 }, factions: { "The Guild of Hemp": 90 } },
      },
      {
        text: "Lift the bale with Osk",
        location: "The long floor",
        with: "osk",
        again: true,
        roll: { stat: "strength" },
        then: { told: "It comes up." },
      },
      {
        text: "Climb to the loft",
        when: { player_choice: "praised" },
        then: { told: "The ladder holds.", place: "The loft" },
      },
    ],
  },
};

const PRAISE = "Praise the rope of Osk";
const LIFT = "Lift the bale with Osk";
const CLIMB = "Climb to the loft";

interface Sitting {
  readonly engine: Engine;
  readonly story: Story;
  readonly dataDir: string;
  take(text: string): Promise<EngineEvent[]>;
}

type Settings = Readonly<Record<string, JsonValue>>;

/** Begins the story with one skill's settings changed. */
async function begin(skill: string, settings: Settings, skills: readonly string[] = []): Promise<Sitting> {
  const dataDir = await tempFolder();
  const folder = join(await tempFolder(), "ropery");
  for (const [path, content] of Object.entries(ROPERY)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  const engine = await engineOn(dataDir, { skills: [...skills] });
  expect(await engine.skills.configure(skill, settings)).toMatchObject({ saved: true });
  const story = await engine.play(folder, { seed: "4" });
  await collect(story.begin());
  const take = async (text: string): Promise<EngineEvent[]> => {
    const choices = story.scene?.choices ?? [];
    const chosen = choices.find((one) => one.text === text);
    if (!chosen) throw new Error(`"${text}" is not among ${choices.map((one) => one.text).join(" | ")}`);
    return collect(story.choose(chosen.id));
  };
  return { engine, story, dataDir, take };
}

const sceneOf = ({ story }: Sitting): SceneEvent => story.scene ?? expect.fail("no scene");
const rolled = (sitting: Sitting): NonNullable<SceneEvent["roll"]> => sceneOf(sitting).roll ?? expect.fail("no roll");
const at = async ({ story }: Sitting, path: string): Promise<number> => Number(getPath(await story.state(), path));

/** Three turns with Osk, in which time passes. */
async function goOn({ story, take }: Sitting): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    const texts = (story.scene?.choices ?? []).map(({ text }) => text);
    const stays =
      texts.find((text) => text === LIFT) ?? texts.find((text) => !/^(?:Go|Climb|Leave|Look for)\b/u.test(text));
    await (stays === undefined ? collect(story.choose(1)) : take(stays));
  }
}

/** A skill by which four weeks pass in each turn. */
const calendar = (): Promise<string> =>
  skillFolder({
    name: "calendar",
    script: `const file = dataDir + "/turns";
appendFileSync(file, "x");
const turns = readFileSync(file, "utf8").length;
say({ type: "state_patch", patch: { clock: { minutes: turns * 4 * 7 * 1440 } } });
done();`,
  });

describe("dice", () => {
  it("[EN4400] shows the total and no single dice where the player wants none", async () => {
    const shown = await begin("dice-roller", {});
    await shown.take(LIFT);
    expect(rolled(shown).dice).toHaveLength(2);
    const hidden = await begin("dice-roller", { showIndividualRolls: false });
    const events = await hidden.take(LIFT);
    const roll = rolled(hidden);
    expect(roll).toEqual({ ...rolled(shown), dice: [] });
    expect(events.find(({ type }) => type === "roll")).toMatchObject({ dice: [], total: roll.total });
    expect(diceWords(roll)).toBe("2d6");
    expect(rollWords(roll)).toMatch(/: 2d6.* = \d+\./);
  });
});

describe("what people and factions think", () => {
  it("[EN4401] fades as fast as the settings say", async () => {
    const skills = [await calendar()];
    const fresh = await begin("npc-perception", { decayRate: 0 }, skills);
    const faded = await begin("npc-perception", { decayRate: 0.5 }, skills);
    for (const sitting of [fresh, faded]) {
      await sitting.take(PRAISE);
      await goOn(sitting);
    }
    const [kept, lost] = [await at(fresh, "people.osk.feeling"), await at(faded, "people.osk.feeling")];
    expect(kept).toBeGreaterThan(30);
    expect(Math.abs(lost)).toBeLessThan(kept * 0.7);
    expect(feelsOf(fresh, "osk")).not.toBe(feelsOf(faded, "osk"));
  });

  it("[EN4401] fades with factions too, and stays within the scale", async () => {
    const skills = [await calendar()];
    const standing = async (settings: Settings): Promise<number> => {
      const sitting = await begin("reputation", settings, skills);
      await sitting.take(PRAISE);
      await goOn(sitting);
      return at(sitting, "factions.guild-of-hemp");
    };
    const kept = await standing({ decayRate: 0 });
    expect(kept).toBeGreaterThanOrEqual(75);
    expect(await standing({ decayRate: 0.5 })).toBeLessThan(kept * 0.7);
    expect(await standing({ decayRate: 0, "reputationScale.max": 20 })).toBeLessThanOrEqual(20);
  });

  it("[EN4401] begins with what the faction thinks, as much as the settings say", async () => {
    const first = async (factionInfluenceWeight: number): Promise<Sitting> => {
      const sitting = await begin("npc-perception", { factionInfluenceWeight });
      await sitting.take(PRAISE);
      await sitting.take(CLIMB);
      expect(sceneOf(sitting).present).toContain("Ine Salt");
      // Nobody foresees where an author's choice leads: who is found there thinks something from the next scene on.
      await collect(
        sitting.story.choose(sceneOf(sitting).choices.find(({ text }) => /Ine|^Search/.test(text))?.id ?? 1),
      );
      return sitting;
    };
    const loyal = await first(1);
    expect(await at(loyal, "people.ine.feeling")).toBeGreaterThanOrEqual(85);
    expect(feelsOf(loyal, "ine")).toBe("devoted");
    expect(await at(await first(0), "people.ine.feeling")).toBeLessThan(75);
  });

  it("[EN4401] counts in rolls by the scale of the settings", async () => {
    const counted = async (modifierScale: number): Promise<number[]> => {
      const sitting = await begin("npc-perception", { modifierScale });
      // What a choice shows counts when it is taken, and the first lift was offered before Osk had an opinion.
      for (const text of [PRAISE, LIFT, LIFT]) await sitting.take(text);
      return rolled(sitting).modifiers.map(({ value }) => value);
    };
    expect(await counted(1)).toEqual([1]);
    expect(await counted(0)).toEqual([]);
  });

  it("[EN4401] lies in readable files beside the store where the player wants that", async () => {
    const people = await begin("npc-perception", { storageBackend: "files" });
    const factions = await begin("reputation", { storageBackend: "files" });
    for (const text of [PRAISE, LIFT]) {
      await people.take(text);
      await factions.take(text);
    }
    const read = ({ dataDir }: Sitting, skill: string, file: string): Promise<string> =>
      readFile(join(dataDir, "skill-data", skill, "data", file), "utf8");
    expect(await read(people, "npc-perception", "perception.json")).toContain("You praised the rope of Osk (scene 1)");
    expect(await read(factions, "reputation", "reputation.json")).toContain("You praised the rope of Osk (scene 1)");
  });
});

it("[EN4402] whoever is touched by a choice of the author's thinks so because of it, in the same scene and later", async () => {
  const sitting = await begin("npc-perception", {});
  await sitting.take(PRAISE);
  const reasons = (): unknown => sceneOf(sitting).situation?.people.find(({ id }) => id === "osk")?.reasons;
  const because = { text: "You praised the rope of Osk.", scene: 1 };
  expect(reasons()).toEqual([because]);
  const heard = async () => getPath(await sitting.story.state(), "world.factions.guild-of-hemp.because");
  expect(await heard()).toEqual(because);
  await sitting.take(LIFT);
  expect(reasons()).toEqual([because]);
  expect(await heard()).toEqual(because);
});

function feelsOf(sitting: Sitting, person: string): string | undefined {
  return sceneOf(sitting).situation?.people.find(({ id }) => id === person)?.feels;
}

describe("choices", () => {
  /** All choices of some scenes. */
  const offered = async (settings: Settings): Promise<SceneEvent["choices"][]> => {
    const sitting = await begin("player-choices", settings);
    const scenes = [sceneOf(sitting).choices];
    for (let turn = 0; turn < 3; turn++) {
      await collect(sitting.story.choose(1));
      scenes.push(sceneOf(sitting).choices);
    }
    return scenes;
  };

  it("[EN4401] are as many as the settings allow", async () => {
    expect(new Set((await offered({ minOptions: 4 })).map(({ length }) => length))).toEqual(new Set([4]));
    expect(new Set((await offered({ maxOptions: 3 })).map(({ length }) => length))).toEqual(new Set([3]));
  });

  it("[EN4401] hint at what may come as much as the settings ask, and are marked below their threshold", async () => {
    const [none, brief, detailed] = await Promise.all(
      ["none", "brief", "detailed"].map(async (consequenceHintVerbosity) =>
        (await offered({ consequenceHintVerbosity })).flat().map(({ hint = "" }) => hint),
      ),
    );
    expect(none?.join("")).toBe("");
    expect(brief).not.toContain("");
    expect(detailed?.join("").length).toBeGreaterThan(brief?.join("").length ?? 0);
    const marked = async (showDifficultyThreshold: number): Promise<Set<string | undefined>> =>
      new Set((await offered({ showDifficultyThreshold })).flat().flatMap((one) => (one.odds ? [one.difficulty] : [])));
    expect(await marked(1)).toEqual(new Set(["difficult"]));
    expect(await marked(0)).toEqual(new Set([undefined]));
  });
});

describe("memories", () => {
  it("[EN4401] are sure from the threshold of the settings on", async () => {
    const sure = async (similarityThreshold: number): Promise<Set<unknown>> => {
      const sitting = await begin("memory", { similarityThreshold });
      for (const text of [PRAISE, LIFT, LIFT]) await sitting.take(text);
      const ran = sitting.story.trace()?.attempts.flatMap(({ run }) => run?.invocations ?? []) ?? [];
      const recalled = ran.flatMap(({ toolPath, events }) =>
        toolPath.endsWith("recall-memory") ? events.map(({ event }) => event) : [],
      );
      const memories = recalled.flatMap((event) => (event.type === "done" ? memoriesIn(event.output) : []));
      return new Set(memories.map((one) => getPath(one, "sure")));
    };
    expect(await sure(0)).toEqual(new Set([true]));
    expect(await sure(1)).toEqual(new Set([false]));
  });
});

const memoriesIn = (output: unknown): JsonObject[] => (Object(output) as { memories?: JsonObject[] }).memories ?? [];

describe("portraits", () => {
  const osk = async (settings: Settings) => {
    const sitting = await begin("character-portraits", settings);
    const { story } = sitting;
    await expect.poll(() => story.portraits().map(({ person }) => person), { timeout: 30_000 }).toContain("osk");
    const portrait = story.portraits().find(({ person }) => person === "osk");
    const bytes = await readFile(portrait?.path ?? "");
    return { ...sitting, source: portrait?.source, bytes };
  };
  const widthOf = (png: Buffer): number => png.readUInt32BE(16);

  it("[EN4401] are drawn in the style, the size and the format of the settings", async () => {
    const plain = await osk({});
    expect(widthOf(plain.bytes)).toBe(512);
    expect(widthOf((await osk({ resolution: 256 })).bytes)).toBe(256);
    for (const stylePreset of ["realistic", "anime", "pixel"])
      expect((await osk({ stylePreset })).bytes.equals(plain.bytes), stylePreset).toBe(false);
    expect((await osk({ format: "svg" })).bytes.toString("utf8")).toMatch(/^<svg/);
    const { dataDir } = await osk({ storageLocation: "faces" });
    const kept = (await readdir(dataDir, { recursive: true })).filter((path) => path.endsWith("index.json"));
    expect(kept).toEqual([expect.stringMatching(/[\\/]faces[\\/][^\\/]+[\\/]index\.json$/)]);
  });

  it("[EN4401] come from the server of the settings, and from here where it is too slow for them", async () => {
    const asked: { url: string; key: string; model: unknown }[] = [];
    let answers = true;
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (piece) => (body += String(piece)));
      request.on("end", () => {
        const { model } = JSON.parse(body) as { model?: unknown };
        asked.push({ url: request.url ?? "", key: request.headers.authorization ?? "", model });
        if (answers) response.end(JSON.stringify({ data: [{ b64_json: PNG.toString("base64") }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const address = server.address();
    const host = `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
    const settings = {
      imageProvider: "hosted",
      endpoint: `http://${host}/v1`,
      model: "brush",
      apiKey: "k-1",
      sendTo: [host],
    };
    expect((await osk(settings)).source).toBe("hosted");
    expect(asked[0]).toEqual({ url: "/v1/images/generations", key: "Bearer k-1", model: "brush" });
    answers = false;
    expect((await osk({ ...settings, timeout: 1 })).source).toBe("local");
  });
});
