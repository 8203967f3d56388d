// Every setting of every skill we ship changes something that can be seen: a setting without a test fails here.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openSkills, type SettingField, type SettingsForm } from "@narratoria/engine";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { contextWith } from "../skills/player-choices/test/support.js";

const SKILLS = fileURLToPath(new URL("../skills/", import.meta.url));

type Json = Readonly<Record<string, unknown>>;
interface Probe {
  /** `skill/script`, run as a process of its own. */
  readonly script: string;
  /** Two values of the setting, and what else is set beside it. */
  readonly values: readonly [unknown, unknown];
  readonly beside?: Json;
  /** Laid over the script's example. */
  readonly given?: Json;
}
/** A test elsewhere that shows it: its file and its title. */
type Elsewhere = readonly [file: string, title: string];

const feeling = (npc: string, delta: number) => ({ kind: "feeling", npc, delta });
const heard = {
  context: {
    scene: 4,
    place: "mill",
    people: { osk: { place: "mill", factions: ["millers"] } },
    factions: { millers: 0 },
    world: { factions: { millers: { name: "The Millers", heard: 0 } } },
    facts: { people: [{ id: "osk", role: "Watchman" }] },
  },
  dependencies: { outcome: { effects: [feeling("osk", 90)], memory: { summary: "You helped Osk." } } },
};
const met = {
  input: { npcs: ["osk"] },
  context: {
    scene: 1,
    seed: "a",
    people: { osk: { place: "mill", factions: ["millers"] } },
    factions: { millers: 80 },
  },
};
const felt = {
  context: { scene: 4, people: { osk: { feeling: 40, perceived: 40 } } },
  dependencies: { outcome: { effects: [feeling("osk", 10)], memory: { summary: "You helped Osk." } } },
};
const pressing = (seed: string) => ({
  dependencies: { outcome: null, recall: { memories: [] } },
  context: contextWith({
    seed,
    state: {
      world: {
        choices: { done: { "refused:orsolya:tally": 1 } },
        known: { facts: { "tally-1": 7, "tally-2": 6, "brass-scale-1": 5 }, topics: { tally: 7 } },
      },
    },
  }),
});
const CP8 = "skills/character-portraits/test/scripts.test.ts";
const NARRATE = "skills/storyteller/test/narrate.test.ts";
const PROVIDERS = "skills/storyteller/test/settings.test.ts";
const usual =
  "[ST10] each provider is asked at its usual place or at the one that is given, the fallback after the first";

const TESTED: Readonly<Record<string, Probe | Elsewhere>> = {
  "dice-roller.showIndividualRolls": { script: "dice-roller/roll-dice", values: [true, false] },
  "dice-roller.randomSource": { script: "dice-roller/roll-dice", values: ["pseudo", "crypto"] },
  "memory.similarityThreshold": [
    "skills/player-choices/test/sure-memories.test.ts",
    "[PC516] a memory below similarityThreshold is no reason for a choice",
  ],
  "memory.embeddingModel": ["packages/engine/test/minilm.test.ts", "[EN341]"],
  "reputation.factionList": {
    script: "reputation/update-reputation",
    values: [[], ["The Watch"]],
    given: heard,
  },
  "reputation.reputationScale.min": {
    script: "reputation/update-reputation",
    values: [-100, -5],
    given: {
      ...heard,
      dependencies: { outcome: { effects: [feeling("osk", -90)], memory: { summary: "You left." } } },
    },
  },
  "reputation.reputationScale.max": { script: "reputation/update-reputation", values: [100, 5], given: heard },
  "reputation.decayRate": [
    "skills/reputation/test/update.test.ts",
    "[RP9] stores a standing anew when the setting has changed",
  ],
  "reputation.storageBackend": { script: "reputation/update-reputation", values: ["objectbox", "files"], given: heard },
  "npc-perception.decayRate": [
    "skills/npc-perception/test/perception.test.ts",
    "[NP12] stores a score anew when the setting has changed",
  ],
  "npc-perception.factionInfluenceWeight": {
    script: "npc-perception/initialize-perception",
    values: [0, 1],
    given: met,
  },
  "npc-perception.modifierScale": { script: "npc-perception/update-perception", values: [1, 3], given: felt },
  "npc-perception.storageBackend": {
    script: "npc-perception/update-perception",
    values: ["objectbox", "files"],
    given: felt,
  },
  "player-choices.minOptions": {
    script: "player-choices/generate-choices",
    values: [3, 4],
    given: pressing("few-2"),
  },
  "player-choices.maxOptions": {
    script: "player-choices/generate-choices",
    values: [3, 4],
    // As many as there may be at most.
    beside: { minOptions: 4 },
    given: pressing("few-2"),
  },
  "player-choices.showDifficultyThreshold": {
    script: "player-choices/generate-choices",
    values: [0, 1],
    given: pressing("a"),
  },
  "player-choices.consequenceHintVerbosity": {
    script: "player-choices/generate-choices",
    values: ["none", "detailed"],
    given: pressing("a"),
  },
  "character-portraits.showInPlay": ["packages/engine/test/portraits.test.ts", "the player wants none"],
  "character-portraits.stylePreset": { script: "character-portraits/generate-portrait", values: ["stylized", "pixel"] },
  "character-portraits.resolution": { script: "character-portraits/generate-portrait", values: [256, 512] },
  "character-portraits.format": { script: "character-portraits/generate-portrait", values: ["png", "svg"] },
  "character-portraits.storageLocation": {
    script: "character-portraits/generate-portrait",
    values: ["portraits", "faces"],
  },
  "character-portraits.imageProvider": [CP8, "[CP8] is asked in the manner of OpenAI"],
  "character-portraits.endpoint": [CP8, "[CP8] is asked in the manner of OpenAI"],
  "character-portraits.model": [CP8, "[CP8] is asked in the manner of OpenAI"],
  "character-portraits.apiKey": [CP8, "[CP8] is asked in the manner of OpenAI"],
  "character-portraits.api": [CP8, "[CP8] is asked in the manner of Stable Diffusion web UI"],
  "character-portraits.sendTo": [CP8, "[CP8] that %s leaves the drawing to us"],
  "character-portraits.timeout": ["test/skill-settings.test.ts", "waits for a server as long as timeout says"],
  "storyteller.patience": [
    "packages/engine/test/storyteller-elsewhere.test.ts",
    "[EN5600] [EN5602] a scene that waits for a slow server says for whom and how long, and is told in its words",
  ],
  "storyteller.style": [NARRATE, "[ST8] [ST1] asks for a scene with the brief, and in the style of the settings"],
  "storyteller.provider": [PROVIDERS, usual],
  "storyteller.model": [PROVIDERS, usual],
  "storyteller.apiKey": [PROVIDERS, usual],
  "storyteller.baseUrl": [PROVIDERS, usual],
  "storyteller.sendTo": [PROVIDERS, usual],
  "storyteller.fallbackProvider": [PROVIDERS, usual],
  "storyteller.fallbackModel": [PROVIDERS, usual],
  "storyteller.fallbackApiKey": [PROVIDERS, usual],
  "storyteller.fallbackBaseUrl": [PROVIDERS, usual],
};

let home = "";
const fields = new Map<string, SettingField>();
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), "settings-"));
  const skills = await openSkills({ dataDir: home });
  for (const { name } of skills.list())
    for (const field of fieldsOf(await skills.form(name))) fields.set(`${name}.${field.path}`, field);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

function fieldsOf(form: SettingsForm): readonly SettingField[] {
  const flat = (list: readonly SettingField[]): readonly SettingField[] =>
    list.flatMap((field) => (field.fields.length > 0 ? flat(field.fields) : [field]));
  return flat(form.sections.flatMap((section) => section.fields));
}

/** All that a run shows: its events, and the files that it leaves. */
async function shown({ script, given = {} }: Probe, config: Json): Promise<string> {
  const [skill = "", name = ""] = script.split("/");
  const example = JSON.parse(readFileSync(join(SKILLS, skill, "examples", `${name}.json`), "utf8")) as Json;
  const folder = mkdtempSync(join(tmpdir(), "setting-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const events = await new Promise<string>((resolve, reject) => {
    const env = { NARRATORIA_DATA_DIR: folder };
    const child = execFile(
      process.execPath,
      [join(SKILLS, skill, "scripts", `${name}.cjs`)],
      { cwd: folder, env },
      (error, out) => (error ? reject(error) : resolve(out)),
    );
    child.stdin?.end(JSON.stringify({ ...example, host: null, ...given, config }));
  });
  expect(events.trim().split("\n").at(-1)).toContain('"ok":true');
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  return `${events}\n${files.join("\n")}`;
}

/** A setting within an object is set as one. */
function set(path: string, value: unknown): Json {
  const [first = "", ...rest] = path.split(".");
  return { [first]: rest.length === 0 ? value : set(rest.join("."), value) };
}

describe("settings", () => {
  it("are all here, and none that is not there", () => {
    expect([...fields.keys()].sort()).toEqual(Object.keys(TESTED).sort());
  });

  it.each(Object.entries(TESTED))("%s changes what can be seen", async (name, probe) => {
    if (!("script" in probe)) {
      const [file, title] = probe;
      expect(readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), "utf8")).toContain(title);
      return;
    }
    const path = name.slice(name.indexOf(".") + 1);
    const [one, other] = probe.values.map((value) => shown(probe, { ...probe.beside, ...set(path, value) }));
    expect(await one).not.toBe(await other);
  });

  it("of memory have one model for meaning, which `skills config` names", () => {
    expect(fields.get("memory.embeddingModel")).toMatchObject({
      options: ["sentence-transformers/all-MiniLM-L6-v2"],
    });
  });

  it("waits for a server as long as timeout says, then draws here", async () => {
    const http = createServer(() => {});
    await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void http.close());
    http.closeIdleConnections();
    const endpoint = `http://127.0.0.1:${(http.address() as AddressInfo).port}/v1`;
    const config = { imageProvider: "hosted", endpoint, sendTo: ["127.0.0.1"], timeout: 1 };
    // With the 15 seconds of the default the test would have to wait for as long.
    const events = await shown({ script: "character-portraits/generate-portrait", values: [1, 15] }, config);
    http.closeAllConnections();
    expect(events).toContain('"source":"local"');
  });
});
