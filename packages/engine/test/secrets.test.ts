// SPEC.md EN177: a story is played with forty secrets in the environment and in the settings of a skill that tells them
// wherever it can. Then all that was left behind is searched.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gunzipSync, inflateSync } from "node:zlib";
import { probeSandbox } from "@narratoria/executor";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type EngineOptions, exportTrace } from "../src/index.js";
import { collect, engineOn, tempFolder, withScript } from "./support/play.js";

const CAMPAIGN = "one-wheel-over";

/** Of the player's shell: none of it is any business of a skill, and some of it would change how a program runs. */
const NAMES = (
  "OPENAI_API_KEY ANTHROPIC_API_KEY HF_TOKEN GITHUB_TOKEN NODE_OPTIONS AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY " +
  "DATABASE_URL SSH_AUTH_SOCK HTTPS_PROXY http_proxy GIT_ASKPASS LD_PRELOAD LD_LIBRARY_PATH BASH_ENV " +
  "PYTHONPATH PYTHONSTARTUP NODE_EXTRA_CA_CERTS ELECTRON_RUN_AS_NODE NARRATORIA_TEST_SECRET"
).split(" ");
const inShell = new Map(NAMES.map((name, at) => [name, `/canary/${at}-${"shell".padEnd(8, "x")}-7d1f`]));
const secret = (at: number): string => `canary-${at}-settings-4be2`;
const VARIABLES = ["LANTERN_ONE", "LANTERN_TWO", "LANTERN_THREE", "LANTERN_FOUR"];
const shellOnly = [...inShell.values()];
const inSettings = Array.from({ length: 20 }, (_, at) => secret(at));

beforeEach(() => {
  for (const [name, value] of inShell) vi.stubEnv(name, value);
  for (const [at, name] of VARIABLES.entries()) vi.stubEnv(name, secret(16 + at));
});
afterEach(() => void vi.unstubAllEnvs());

/** Tells its settings in a log line, on standard error and in an error, and keeps what it was started with in its data. */
const TELLS = `
const { mkdirSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
let text = "";
process.stdin.on("data", (piece) => { text += piece; }).on("end", () => {
  const { config } = JSON.parse(text);
  const all = Object.values(config).flatMap((one) => typeof one === "object" ? Object.values(one) : one).map(String);
  const folder = process.env.NARRATORIA_DATA_DIR;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "started-" + process.pid + ".json"), JSON.stringify([process.env, process.argv]));
  writeFileSync(join(folder, "given.json"), JSON.stringify(all.length));
  process.stderr.write("could not sign in with " + all.join(" ") + "\\n");
  const say = (event) => process.stdout.write(JSON.stringify({ version: "0", ...event }) + "\\n");
  say({ type: "log", level: "error", message: "signing in with " + all.join(" "), fields: { tried: all } });
  say({ type: "error", errorCode: "SIGN_IN", errorMessage: "refused: " + all.join(", "), details: { all } });
  say({ type: "done", ok: false, summary: all.join(" ") });
});`;

/** The skill "memory", as somebody might have changed it, with twenty secrets in its settings. */
async function tellingSkill(): Promise<string> {
  const folder = await withScript("memory", "recall-memory", TELLS);
  const text = (at: number, more: object = {}): [string, object] => [
    `key${at}`,
    { type: "string", title: `Key ${at}`, "x-sensitive": true, ...more },
  ];
  const properties = Object.fromEntries([
    ...Array.from({ length: 14 }, (_, at) => text(at)),
    ["keys", { type: "array", items: { type: "string" }, title: "Keys", "x-sensitive": true }],
    ...VARIABLES.map((name, at) => text(16 + at, { "x-env-var": name })),
  ]);
  const saved = Object.fromEntries([
    ...Array.from({ length: 14 }, (_, at) => [`key${at}`, secret(at)]),
    ["keys", [secret(14), secret(15)]],
  ]);
  writeFileSync(join(folder, "memory", "config-schema.json"), JSON.stringify({ type: "object", properties }));
  writeFileSync(join(folder, "memory", "config.json"), JSON.stringify(saved), { mode: 0o600 });
  return folder;
}

/** Command lines and environments of all that this process has started and that still runs. */
function children(): string[] {
  if (process.platform !== "linux") return [];
  const parents = new Map<string, string>();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, "latin1"));
    parents.set(pid, stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "");
  }
  const isOurs = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOurs(parents.get(pid)));
  return [...parents]
    .filter(([pid, parent]) => pid !== String(process.pid) && isOurs(parent))
    .flatMap(([pid]) =>
      ["environ", "cmdline"].map((what) => quietly(() => readFileSync(`/proc/${pid}/${what}`, "utf8"))),
    );
}

function quietly(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

/** All texts in the files of a folder, packed ones unpacked. */
function filesIn(folder: string): [path: string, text: string][] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .flatMap((entry): [string, string][] => {
      const bytes = readFileSync(join(entry.parentPath, entry.name));
      const path = relative(folder, join(entry.parentPath, entry.name));
      const unpacked = [gunzipSync, inflateSync].map((unpack) => quietly(() => unpack(bytes).toString("latin1")));
      return [bytes.toString("latin1"), bytes.toString("utf16le"), ...unpacked].map((text) => [path, text]);
    });
}

it.each([
  ["without a sandbox", { sandbox: "off" }, true],
  ["in a sandbox where there is one", {}, false],
] as const satisfies readonly (readonly [string, EngineOptions, boolean])[])(
  "[EN177] of forty secrets in environment and settings none is in anything that a played story leaves behind, %s",
  async (_how, options, withoutSandbox) => {
    const home = await tempFolder();
    const dataDir = join(home, "data");
    const skills = await tellingSkill();
    const engine = await engineOn(dataDir, { ...options, skills: [skills] });
    const filled = Object.fromEntries(VARIABLES.map((name, at) => [`key${16 + at}`, `\${${name}}`]));
    expect(await engine.skills.configure("memory", filled)).toMatchObject({ saved: true });
    const { hash } = engine.skills.show("memory");
    const machine = (await probeSandbox()).tier;
    const { state } = await engine.skills.agree("memory", hash ?? "", {
      withoutSandbox: withoutSandbox || machine === "none",
    });
    expect(state).toBe("ready");
    const story = await engine.play(CAMPAIGN, { seed: "11" });
    const events: unknown[] = [...(await collect(story.begin()))];
    const traces: string[] = [];
    const seen: string[] = [];
    for (let turn = 0; turn < 2; turn++) {
      events.push(...(await collect(story.choose(1))));
      const trace = story.trace();
      const held = trace?.attempts.flatMap(({ run }) => run?.invocations ?? []).map(({ sandbox }) => sandbox);
      expect(new Set(held)).toEqual(new Set([withoutSandbox ? "none" : machine]));
      if (trace) traces.push(exportTrace(trace, "json"), exportTrace(trace, "chrome"));
      seen.push(...children());
    }
    seen.push(JSON.stringify(engine.skills.list()), JSON.stringify(await engine.skills.form("memory")));
    await engine.close();

    // It was really asked, with all of them, and told them.
    const telling = join(skills, "memory", "data");
    expect(JSON.parse(readFileSync(join(telling, "given.json"), "utf8"))).toBe(20);
    expect(traces.join("\n")).toContain("[redacted]");

    const all: [string, string][] = [
      ...filesIn(dataDir),
      ...filesIn(telling),
      ["events", JSON.stringify(events)],
      ...traces.map((text): [string, string] => ["trace", text]),
      ...seen.map((text): [string, string] => ["processes and lists", text]),
    ];
    expect(all.map(([where]) => where)).toContain(join("logs", "narratoria.log"));
    const found = [...shellOnly, ...inSettings].flatMap((one) =>
      all.flatMap(([where, text]) => (text.includes(one) ? [`${one} in ${where}`] : [])),
    );
    expect(found).toEqual([]);
  },
);
