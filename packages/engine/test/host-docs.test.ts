// SPEC.md EN286: docs/host-services.md of @narratoria/protocol says what is so, and its examples run as they stand there.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPath, type JsonObject, type JsonValue, LIMITS } from "@narratoria/protocol";
import { checkContract } from "@narratoria/protocol/contracts";
import { executePlan, openHostServer, type ResolvedScript } from "@narratoria/executor";
import type { TextGenerator } from "@narratoria/narrator";
import { describe, expect, it, onTestFinished } from "vitest";
import type { KeptRecords } from "../src/host/staged-records.js";
import { storyServices } from "../src/host/host-services.js";
import { tempFolder } from "./support/play.js";

const repository = new URL("../../../", import.meta.url);
const page = readFileSync(new URL("packages/protocol/docs/host-services.md", repository), "utf8");

/** The only block in a language under a heading. */
function blockUnder(heading: string, language: string): string {
  const [, text = ""] = page.split(`\n${heading}\n`);
  const [, block] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(text) ?? [];
  if (block === undefined) throw new Error(`the page has no ${language} under "${heading}"`);
  return block;
}

function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** TypeScript as a skill's build makes it: one file, with the SDK in it. */
async function built(source: string, folder: string): Promise<string> {
  const protocol = fileURLToPath(new URL("packages/protocol/", repository));
  const require = createRequire(join(protocol, "package.json"));
  // The bundler of tsup, which builds our own skills.
  const esbuild: { build(options: object): Promise<unknown> } = createRequire(require.resolve("tsup"))("esbuild");
  const file = join(folder, "spread.cjs");
  await esbuild.build({
    stdin: { contents: source, loader: "ts", resolveDir: folder },
    alias: { "@narratoria/protocol/skill": join(protocol, "src/skill.ts") },
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: file,
  });
  return file;
}

const kept: KeptRecords = {
  search: async () => [{ id: "m1", relevance: 0.8, record: { summary: "You cut the rope." } }],
  match: async () => [],
};
const model: TextGenerator = {
  id: "tiny",
  async *generate() {
    yield "They say ";
    yield "it was “cut”.";
  },
};

/** Runs an example as a tool of a turn, on a socket and with services as in a story. */
async function inAStory(file: string, folder: string, generator: TextGenerator | null) {
  let ids = 0;
  const services = storyServices({
    playthroughId: "p",
    records: kept,
    embedder: null,
    generator,
    newId: () => `id-${++ids}`,
    written: () => {},
    searched: () => {},
    narrate: () => {
      throw new Error("no scene is told here");
    },
  });
  const host = await openHostServer({ services, runDir: folder });
  onTestFinished(() => host.close());
  const declared: unknown = JSON.parse(blockUnder("## How a script gets in", "json"));
  const names = typeof declared === "object" && declared !== null && "host" in declared ? declared.host : [];
  const script: ResolvedScript = {
    skill: "rumour",
    script: "spread",
    file,
    skillDir: folder,
    dataDir: join(folder, "data"),
    timeoutMs: 10_000,
    context: [],
    host: Array.isArray(names) ? names.map(String) : [],
    config: {},
    concurrent: false,
  };
  const heard: JsonValue[] = [];
  const run = await executePlan(
    { requestId: "00000000-0000-4000-8000-000000000001", tools: [{ toolId: "a", toolPath: "rumour/spread" }] },
    {
      resolver: { resolve: () => ({ ok: true, script }), report: () => {} },
      host,
      state: {},
      context: {},
      seed: "1",
      maxExecutions: 1,
      onEvent: (event) => {
        if (event.type === "tool-event" && event.event.type === "ui_event") heard.push({ ...event.event.payload });
      },
    },
  );
  const [result] = run.result.toolResults;
  return { result, heard, writes: run.writes };
}

const EXAMPLES = [
  ["### curl", "sh", "spread.sh", has("curl")],
  ["### Python", "python", "spread.py", has("python3")],
  ["### TypeScript", "ts", "spread.ts", true],
] as const;

describe.each(EXAMPLES)("%s", (heading, language, name, canRun) => {
  const example = async (): Promise<[string, string]> => {
    const folder = await tempFolder();
    await mkdir(join(folder, "data"));
    const source = blockUnder(heading, language);
    const file = join(folder, name);
    await writeFile(file, source, { mode: 0o755 });
    return [language === "ts" ? await built(source, folder) : file, folder];
  };

  it.skipIf(!canRun)("[EN286] asks, keeps and passes the model's text on", async () => {
    const { result, heard, writes } = await inAStory(...(await example()), model);
    const record = { summary: "You cut the rope." };
    expect(result).toMatchObject({ state: "success", output: { results: [{ id: "m1", relevance: 0.8, record }] } });
    expect(heard).toEqual([
      { type: "delta", paragraph: 0, text: "They say " },
      { type: "delta", paragraph: 0, text: "it was “cut”." },
      { type: "result", paragraphs: ["They say it was “cut”."], choices: [], narrator: "model" },
    ]);
    expect(writes).toEqual([
      { change: "store", id: "id-1", dataType: "memory", record: { summary: "You spread a rumour about the rope." } },
    ]);
  });

  it.skipIf(!canRun)("[EN286] goes on where there is no model", async () => {
    const { result, heard } = await inAStory(...(await example()), null);
    expect(result).toMatchObject({ state: "success" });
    expect(heard).toMatchObject([{ error: { code: "no_model" } }]);
  });
});

describe("the page", () => {
  it("[EN286] shows a manifest that is valid", () => {
    const manifest: unknown = JSON.parse(blockUnder("## How a script gets in", "json"));
    expect(checkContract("skill-manifest", manifest)).toEqual([]);
  });

  it("[EN286] lists the services there are, in the order of the contract", () => {
    const [, services = ""] = page.split("\n## Services\n");
    const listed = [...(services.split("\n## ")[0] ?? "").matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    const schema: unknown = JSON.parse(
      readFileSync(new URL("contracts/host-services.schema.json", repository), "utf8"),
    );
    expect(JSON.stringify(schema)).toContain(`"enum":${JSON.stringify(listed)}`);
  });

  it("[EN286] lists every filter of the contract", () => {
    const text = readFileSync(new URL("contracts/host-services.schema.json", repository), "utf8");
    const schema: JsonObject = JSON.parse(text);
    const properties = Object.keys(Object(getPath(schema, "$defs.filters.properties")));
    expect(properties.length).toBeGreaterThan(5);
    for (const name of properties.filter((one) => one !== "playthroughId")) expect(page).toContain(`\`${name}\``);
  });

  it("[EN286] lists every code that a call can be refused by, and no other", () => {
    const sources = ["packages/executor/src/host", "packages/engine/src/host"].flatMap((folder) => {
      const url = new URL(`${folder}/`, repository);
      return readdirSync(url).map((name) => readFileSync(new URL(name, url), "utf8"));
    });
    const codes = sources.flatMap((source) =>
      [...source.matchAll(/(?:HostError|refused)\(\s*"(\w+)"/g)].map(([, code = ""]) => code),
    );
    // Of the socket itself, and for a caller who is not there any more.
    const unheard = ["socket_path_too_long", "socket_folder", "socket_unavailable", "gone"];
    const [, refusals = ""] = page.split("\n## When a call is refused\n");
    const listed = [...refusals.matchAll(/^\| \d{3} \| (.*?) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, code = ""]) => code),
    );
    const expected = [...codes.filter((code) => !unheard.includes(code)), "internal_error"];
    expect([...new Set(listed)].sort()).toEqual([...new Set(expected)].sort());
  });

  it("[EN286] gives the limits that hold", () => {
    expect(page).toContain(`Over ${LIMITS.hostInFlightEach} requests of this run, or ${LIMITS.hostInFlight} in all`);
    expect(page).toContain(`Over ${LIMITS.hostRequests} requests in this run`);
    expect(page).toContain(`over ${LIMITS.hostStagedWrites} records or ${LIMITS.hostStagedBytes / 1024} KiB to keep`);
    expect(page).toContain(`The body is over ${LIMITS.hostRequestBytes / 1024 / 1024} MiB`);
    expect(page).toContain(`The answer would be over ${LIMITS.hostResponseBytes / 1024 / 1024} MiB`);
  });
});
