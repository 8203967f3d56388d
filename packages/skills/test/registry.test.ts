import { lowerLimits } from "@narratoria/protocol";
import { expect, it } from "vitest";
import { createRegistry, type Skill } from "../src/index.js";

function skill(name: string, scripts: [name: string, path: string][], more: Partial<Skill> = {}): Skill {
  return {
    name,
    displayName: name,
    description: "x",
    guide: "x",
    version: "1.0.0",
    author: null,
    license: null,
    origin: "bundled",
    sandbox: "preferred",
    dir: `/skills/${name}`,
    dataDir: `/data/${name}/data`,
    prompt: `Prompt of ${name}.`,
    scripts: scripts.map(([script, path]) => ({
      name: script,
      description: "",
      path,
      file: `/skills/${name}/${path}`,
      timeoutMs: 5000,
      required: false,
      context: ["clock"],
      when: [],
      resident: true,
      limits: lowerLimits(),
      inputShape: null,
    })),
    capabilities: [],
    dependencies: [],
    priority: 50,
    retryPolicy: null,
    host: ["store"],
    network: [],
    concurrent: false,
    config: { a: 1 },
    environment: [],
    secrets: [],
    ...more,
  };
}
const memory = skill("memory", [["recall", "scripts/recall.cjs"]]);

it.each(["memory/recall", "skills/memory/recall", "skills/memory/scripts/recall.cjs"])(
  "[SK25] %s names a tool",
  (toolPath) => {
    expect(createRegistry([memory]).resolve(toolPath)).toEqual({
      ok: true,
      script: {
        skill: "memory",
        script: "recall",
        file: "/skills/memory/scripts/recall.cjs",
        skillDir: "/skills/memory",
        dataDir: "/data/memory/data",
        timeoutMs: 5000,
        context: ["clock"],
        host: ["store"],
        network: [],
        sandbox: "preferred",
        config: { a: 1 },
        concurrent: false,
        limits: lowerLimits(),
        resident: true,
      },
    });
  },
);

it("[SK2700] hands on that a script has no use for a data folder", () => {
  const [script] = memory.scripts;
  const without = { ...memory, scripts: script ? [{ ...script, dataFolder: false as const }] : [] };
  expect(createRegistry([without]).resolve("memory/recall")).toMatchObject({ script: { dataFolder: false } });
  const dataFolder = { setting: "storage", value: "files" };
  for (const [storage, given] of [
    ["files", undefined],
    ["store", false],
  ]) {
    const wants = {
      ...memory,
      config: { storage: storage ?? null },
      scripts: script ? [{ ...script, dataFolder }] : [],
    };
    const found = createRegistry([wants]).resolve("memory/recall");
    expect(found.ok ? found.script.dataFolder : null).toBe(given);
  }
});

it("[SK480] hands on the manifest's retry policy with each script", () => {
  const policy = { maxRetries: 1, backoffMs: 40 };
  const patient = skill("memory", [["recall", "scripts/recall.cjs"]], { retryPolicy: policy });
  expect(createRegistry([patient]).resolve("memory/recall")).toMatchObject({ script: { retryPolicy: policy } });
});

it("[SK61] hands on which texts of the settings are secret", () => {
  const told = skill("memory", [["recall", "scripts/recall.cjs"]], { secrets: ["sk-1", "1234"] });
  expect(createRegistry([told]).resolve("memory/recall")).toMatchObject({ script: { secrets: ["sk-1", "1234"] } });
});

it.each([
  "",
  "memory",
  "memory/",
  "/memory/recall",
  "Memory/recall",
  "memory/recall ",
  "memory/recall.cjs",
  "memory/../memory/recall",
  "./memory/recall",
  "memory//recall",
  "memory\\recall",
  "skills/memory/scripts/../scripts/recall.cjs",
  "/skills/memory/scripts/recall.cjs",
  "scripts/recall.cjs",
  "https://memory/recall",
  "memory/recall\u0000",
  "memory/*",
  "__proto__",
  "constructor",
  "x".repeat(10_000),
])("[SK26] %j names none, and nothing but the table is asked", (toolPath) => {
  const answer = createRegistry([memory]).resolve(toolPath);
  expect(answer).toMatchObject({ ok: false, code: "unknown_tool" });
  expect(answer.ok ? "" : answer.message.length).toBeLessThan(300);
});

it("[SK26] a script's name stands before a file that is called the same", () => {
  const tricky = skill("memory", [
    ["a", "b"],
    ["b", "scripts/b.cjs"],
  ]);
  const answer = createRegistry([tricky]).resolve("skills/memory/b");
  expect(answer.ok && answer.script.script).toBe("b");
});

it("[SK27] a skill that failed for good is refused until the next session, and told apart from one that never was", () => {
  const registry = createRegistry([memory, skill("lamp", [["light", "light.mjs"]])]);
  expect(registry.disabled()).toEqual([]);
  registry.report("memory", "unstartable");
  expect(registry.health("memory")).toBe("permanentFailure");
  expect(registry.disabled()).toEqual(["memory"]);
  expect(registry.resolve("memory/recall")).toMatchObject({ ok: false, code: "skill_disabled" });
  expect(registry.resolve("lamp/light").ok).toBe(true);
  expect(registry.list().map(({ name }) => name)).toEqual(["memory", "lamp"]);
  registry.report("nobody", "failure");
  expect(registry.health("nobody")).toBe("permanentFailure");
  expect(registry.disabled()).toEqual(["memory"]);
  const next = createRegistry(registry.list());
  expect(next.health("memory")).toBe("healthy");
  expect(next.resolve("memory/recall").ok).toBe(true);
});

it("[SK28] prompts come by priority, without those of skills that failed for good or have none", () => {
  const registry = createRegistry([
    skill("b", []),
    skill("a", []),
    skill("top", [], { priority: 90 }),
    skill("mute", [], { prompt: null }),
    skill("gone", []),
  ]);
  registry.report("gone", "unstartable");
  expect(registry.prompts()).toEqual([
    { skill: "top", text: "Prompt of top." },
    { skill: "a", text: "Prompt of a." },
    { skill: "b", text: "Prompt of b." },
  ]);
});

it("[SK710] a skill that is forgiven is healthy, and counts its failures anew", () => {
  const registry = createRegistry([skill("memory", [["recall", "scripts/recall.mjs"]])]);
  registry.report("memory", "unstartable");
  expect(registry.disabled()).toEqual(["memory"]);
  registry.forgive("memory");
  expect(registry.health("memory")).toBe("healthy");
  expect(registry.resolve("memory/recall")).toMatchObject({ ok: true });
});
