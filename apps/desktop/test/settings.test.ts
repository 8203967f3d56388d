// SPEC.md DT140 to DT149: what settings ask the server for, and what the page makes of it.
import { measuredText } from "../src/server/measured-words.js";
import { appendFileSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { preferencesIn, preferencesPatch } from "../src/client/look/preferences.js";
import { actionWith, keyFault, keyIn, keyPressed, withKey } from "../src/client/screens/settings/keys/choose-key.js";
import {
  changesOf,
  type Draft,
  fieldsOf,
  hostsElsewhere,
  limitsText,
  shownText,
  stepOf,
  withDefaults,
  withTyped,
} from "../src/client/screens/settings/skills/draft.js";
import { formIn, type Setting, type SettingsForm } from "../src/client/screens/settings/skills/form.js";
import { skillWords } from "../src/client/screens/settings/skills/skill-words.js";
import { durationText, modelSizeText, progressText, sizeText } from "../src/client/screens/settings/words.js";
import { createApi } from "../src/server/api.js";
import { Shell } from "../src/server/shell.js";

const FIXTURE = fileURLToPath(new URL("./fixtures/skills/weather-lore/", import.meta.url));
const SECRET = "sk-never-to-be-seen-4711";

let dataDir = "";
let shell: Shell;
let ask: (method: string, path: string, body?: object) => Promise<{ status: number; text: string; json: unknown }>;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "narratoria-settings-"));
  cpSync(FIXTURE, join(dataDir, "skills", "weather-lore"), { recursive: true });
  shell = await Shell.open({ dataDir, version: "0.0.0" });
  const api = createApi(shell);
  ask = async (method, path, body) => {
    const answer = await api.request(`/api${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    const json: unknown = JSON.parse(text);
    return { status: answer.status, text, json };
  };
});
afterAll(async () => {
  await shell.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function form(): Promise<SettingsForm> {
  return formIn((await ask("GET", "/skills/weather-lore/form")).json);
}

/** A setting of the fixture, by its path. */
async function setting(path: string): Promise<Setting> {
  const found = fieldsOf(await form()).find((one) => one.path === path);
  if (!found) throw new Error(`there is no setting ${path}`);
  return found;
}

const NOTHING: Draft = new Map();

describe("what is typed in a form", () => {
  it("[DT140] becomes a value of the field's kind, and what comes to what holds already is no change", async () => {
    const all = fieldsOf(await form());
    const typed = async (path: string, value: string | string[] | boolean): Promise<unknown> =>
      changesOf(all, withTyped(NOTHING, await setting(path), value))[path];
    expect(await typed("storms", " 5 ")).toBe(5);
    expect(await typed("storms", "many")).toBe("many");
    expect(await typed("storms", "2")).toBeUndefined();
    expect(await typed("damp", "0.45")).toBe(0.45);
    expect(await typed("season", "winter")).toBe("winter");
    expect(await typed("season", "autumn")).toBeUndefined();
    expect(await typed("omens", false)).toBe(false);
    expect(await typed("avoid", ["suddenly"])).toEqual(["suddenly"]);
    expect(await typed("almanac", "")).toBeUndefined();
    expect(await typed("tide.hours", "6")).toBe(6);
    expect(await typed("proverbs", "Red sky\nat night")).toBe("Red sky\nat night");
  });

  it("[DT140] shows what is saved, else the default", async () => {
    expect(shownText(await setting("storms"), NOTHING)).toBe("2");
    expect(shownText({ ...(await setting("storms")), set: true, value: 6 }, NOTHING)).toBe("6");
    expect(shownText({ ...(await setting("storms")), set: true, value: 6 }, new Map([["storms", null]]))).toBe("2");
    const set = fieldsOf(await form()).map((field) => ({ ...field, set: true }));
    expect([...withDefaults(set).keys()]).not.toContain("apiKey");
  });

  it("[DT141] leaves a stored secret as it is unless it is filled in anew or removed", async () => {
    const key = { ...(await setting("apiKey")), set: true };
    const typed = (value: string | null): unknown => changesOf([key], withTyped(NOTHING, key, value));
    expect(typed("")).toEqual({});
    expect(typed("sk-2")).toEqual({ apiKey: "sk-2" });
    expect(typed(null)).toEqual({ apiKey: null });
    expect(shownText(key, NOTHING)).toBe("");
  });

  it("[DT140] has limits, steps and hosts said", async () => {
    expect(limitsText(await setting("storms"))).toBe("0 to 7.");
    expect(limitsText(await setting("patience"))).toBe("At most 60.");
    expect([stepOf(await setting("storms")), stepOf(await setting("damp"))]).toEqual([1, 0.01]);
    expect(hostsElsewhere(["127.0.0.1", "localhost:1234", "api.example.org"])).toEqual(["api.example.org"]);
  });
});

describe("the settings of a skill", () => {
  it("[DT142] are checked without being saved, in the words of saving", async () => {
    const changes = { storms: 9, keeper: "nobody", almanac: "nowhere", patience: 90 };
    const checked = await ask("POST", "/skills/weather-lore/settings/check", { changes });
    const saved = await ask("PUT", "/skills/weather-lore/settings", { changes });
    expect(checked.json).toMatchObject([
      { path: "storms", message: "Storms a week must be at most 7, not 9." },
      { path: "keeper" },
      { path: "almanac" },
      { path: "patience" },
    ]);
    expect(saved.json).toEqual({ saved: false, faults: checked.json });
    expect(existsSync(join(dataDir, "skills", "weather-lore", "config.json"))).toBe(false);
  });

  it("[DT143] are answered without any secret, whatever is asked", async () => {
    const put = await ask("PUT", "/skills/weather-lore/settings", {
      changes: { region: "Hallow Staithe", apiKey: SECRET, pass: SECRET },
    });
    const agreed = (await setting("apiKey")) satisfies Setting;
    expect([agreed.set, agreed.value]).toEqual([true, null]);
    const file = join(dataDir, "skills", "weather-lore", "config.json");
    expect(readFileSync(file, "utf8")).toContain(SECRET);
    const answers = [
      put,
      await ask("GET", "/skills"),
      await ask("GET", "/skills/weather-lore"),
      await ask("GET", "/skills/weather-lore/form"),
      await ask("POST", "/skills/weather-lore/settings/check", { changes: { apiKey: `${SECRET}\n`, storms: 99 } }),
      await ask("PUT", "/skills/weather-lore/settings", { changes: { pass: `${SECRET}\n` } }),
      await ask("PUT", "/skills/weather-lore/settings", { changes: { storms: 3 } }),
      await ask("GET", "/about"),
      await ask("GET", "/data"),
      await ask("GET", "/models"),
      await ask("GET", "/preferences"),
      await ask("GET", "/jobs"),
    ];
    expect(answers.map(({ text }) => text.includes("4711"))).toEqual(answers.map(() => false));
  });

  it("[DT144] are another's to allow: by the hash that was shown, and again when it changed", async () => {
    const shown = async (): Promise<{ hash: string; state: string; changes: unknown }> => {
      const { json } = await ask("GET", "/skills/weather-lore");
      expect(json).toMatchObject({ hash: expect.any(String), state: expect.any(String) });
      return JSON.parse(JSON.stringify(json));
    };
    const before = await shown();
    expect(before.state).toBe("waiting");
    expect((await ask("PUT", "/skills/weather-lore/agreement", { hash: "0" })).status).toBe(422);
    expect((await ask("PUT", "/skills/weather-lore/agreement", { hash: before.hash })).status).toBe(200);
    expect((await shown()).state).not.toBe("waiting");
    appendFileSync(join(dataDir, "skills", "weather-lore", "scripts", "tell-weather.mjs"), "// more\n");
    await ask("POST", "/skills/reload");
    expect(await shown()).toMatchObject({ state: "waiting", changes: { changed: ["scripts/tell-weather.mjs"] } });
  });

  it("[DT145] stand beside how the skill is, in words", () => {
    const skill = { state: "ready", changes: null, misconfigured: null } as const;
    expect(skillWords(skill, undefined).words).toBe("healthy");
    expect(skillWords(skill, "degraded").words).toBe("degraded: 3 failures in a row");
    expect(skillWords(skill, "permanentFailure").words).toMatch(/^off until restart/);
    expect(skillWords({ ...skill, state: "waiting" }, undefined).words).toBe("off until you allow it");
    const changes = { added: [], removed: [], changed: ["skill.json"] };
    expect(skillWords({ ...skill, state: "waiting", changes }, undefined).words).toMatch(/^changed/);
    expect(skillWords({ ...skill, misconfigured: "x" }, "healthy").words).toBe("a setting needs attention");
  });
});

describe("models, data and preferences", () => {
  it("[DT146] models are fetched and removed while the server's own engine is open", async () => {
    const endpoint = process.env["HF_ENDPOINT"];
    process.env["HF_ENDPOINT"] = "no address";
    try {
      await ask("POST", "/models/pull", { name: "smollm2-135m" });
      // Not refused as busy: it came as far as the endpoint.
      await expect
        .poll(async () => (await ask("GET", "/jobs")).json)
        .toMatchObject([{ kind: "model", state: "failed", trouble: { code: "download_failed" } }]);
    } finally {
      if (endpoint === undefined) delete process.env["HF_ENDPOINT"];
      else process.env["HF_ENDPOINT"] = endpoint;
    }
    expect((await ask("DELETE", "/models/smollm2-135m")).status).toBe(200);
    expect((await ask("GET", "/models")).json).toMatchObject({ freeBytes: expect.any(Number), runtimes: {} });
  });

  it("[DT147] limits of what is remembered are kept, and taken away again", async () => {
    expect((await ask("PUT", "/memory-limits", { atMost: 0 })).status).toBe(422);
    await ask("PUT", "/memory-limits", { atMost: 500, days: 30 });
    expect((await ask("GET", "/data")).json).toMatchObject({ memoryLimits: { atMost: 500, days: 30 } });
    await ask("PUT", "/memory-limits", {});
    expect((await ask("GET", "/data")).json).toMatchObject({ memoryLimits: {} });
  });

  it("[DT148] a key goes to one action alone: the one that had it gets the other's", () => {
    const keys = withKey({}, "undo", "b");
    expect(keys).toEqual({ undo: "b", branch: "u" });
    expect(actionWith(keys, "u")?.id).toBe("branch");
    expect(keyIn(keys, "branch")).toBe("u");
    expect(withKey(keys, "undo", "u")).toEqual({});
    expect(keyPressed({ key: "Shift", shiftKey: true })).toBeNull();
    expect(keyPressed({ key: "F6", shiftKey: true })).toBe("Shift+F6");
    expect(keyPressed({ key: "U", shiftKey: true })).toBe("U");
    const plain = { ctrlKey: false, metaKey: false, altKey: false };
    expect(keyFault(plain, "Enter")).toMatch(/^Tab and Enter/);
    expect(keyFault({ ...plain, ctrlKey: true }, "u")).toMatch(/without Ctrl/);
    expect(keyFault(plain, "u")).toBeNull();
  });

  it("[DT149] what stands at its default again is taken out of the preferences that are kept", async () => {
    const kept = async (): Promise<unknown> => (await ask("GET", "/preferences")).json;
    await ask("PATCH", "/preferences", { desktop: { keys: { undo: "b", branch: "u" }, size: 24 } });
    const patch = preferencesPatch(preferencesIn(await kept()).keys, { keys: { undo: "x" }, size: null });
    await ask("PATCH", "/preferences", { desktop: patch });
    expect(await kept()).toEqual({ desktop: { keys: { undo: "x" } } });
    expect(preferencesIn(await kept())).toMatchObject({ size: null, keys: { undo: "x" } });
    expect(preferencesIn({ desktop: { size: 99, theme: "pink" } })).toMatchObject({ size: null, theme: "dark" });
  });

  it("[DT146] a download is told in words", () => {
    expect(progressText(1.31e9, 2.39e9, 18e6)).toBe("1.31 of 2.39 GB, 18 MB/s, about 1 minute");
    expect(progressText(8.4e8, 2.39e9, null)).toBe("840 MB of 2.39 GB");
    expect([sizeText(512), sizeText(1e9), sizeText(172_032)]).toEqual(["512 bytes", "1 GB", "172 kB"]);
    expect([1, 12, 7200].map(durationText)).toEqual(["a few seconds", "about 10 seconds", "about 2 hours"]);
  });
});

it.each([
  [
    40,
    "It works here: ready after 1.2 s, first words after 0.8 s, then about 30 words a second. A scene takes it about 3.8 s.",
  ],
  [
    1.5,
    "It works here: ready after 1.2 s, first words after 0.8 s, then about 1 word a second. That is slower than most people read: a scene takes it about 100 s. What is not written in time, the storybook tells.",
  ],
])("[DT288] says what the test of a model came to, at %d tokens a second", (tokensPerSecond, words) => {
  expect(measuredText({ loadMs: 1_200, firstTextMs: 810, tokensPerSecond })).toBe(words);
});

it.each([
  [{ bytes: 2_390_000_000, memoryBytes: 3_200_000_000, estimated: null }, "2.39 GB, needs about 3.2 GB of memory"],
  [
    { bytes: null, memoryBytes: null, estimated: { bytes: 2_356_000_000, memoryBytes: 3_156_000_000 } },
    "About 2.4 GB, by its number of weights, needs about 3.2 GB of memory",
  ],
  [{ bytes: null, memoryBytes: null, estimated: null }, "Its size is not known before it is fetched"],
])("[DT302] a model says what it takes: %j", (model, words) => {
  expect(modelSizeText(model)).toBe(words);
});
