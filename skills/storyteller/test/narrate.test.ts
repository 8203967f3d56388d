// SPEC.md ST4 to ST8: the script as a process, with a narrator on a socket that says what a test wants.
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";

const folder = fileURLToPath(new URL("..", import.meta.url));
const example = JSON.parse(readFileSync(join(folder, "examples/narrate.json"), "utf8"));
let elsewhere = "";
let server: Server | undefined;

beforeAll(() => {
  elsewhere = mkdtempSync(join(tmpdir(), "storyteller-"));
  cpSync(join(folder, "scripts"), join(elsewhere, "scripts"), { recursive: true });
});
afterEach(async () => {
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});
afterAll(() => rmSync(elsewhere, { recursive: true }));

/** A narrator that answers with these pieces, one a line, and keeps what it was asked for. */
async function narrator(pieces: readonly object[], status = 200) {
  const socket = join(elsewhere, "s");
  const asked: Record<string, unknown>[] = [];
  server = createServer(async (incoming, response) => {
    let text = "";
    for await (const chunk of incoming) text += chunk;
    asked.push(JSON.parse(text));
    response.writeHead(status, { "content-type": "application/x-ndjson" });
    response.end(pieces.map((piece) => `${JSON.stringify(piece)}\n`).join(""));
  });
  await new Promise<void>((resolve) => server?.listen(socket, resolve));
  return { access: { socket, token: "t" }, asked };
}

async function run(input: object) {
  const child = spawn(process.execPath, [join(elsewhere, "scripts/narrate.cjs")], { env: {} });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  child.stdin.end(JSON.stringify(input));
  const status = await new Promise((resolve) => child.on("close", resolve));
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { status, events, done: events.at(-1) };
}

const result = {
  type: "result",
  paragraphs: ["It rains.", "It goes on raining."],
  choices: [{ id: "s4-1", text: "Wait for it to stop" }],
  narrator: "storybook",
  patch: { storybook: { named: { "npc:osk": 4 } } },
};

describe("narrate", () => {
  it("[ST4] passes prose on as it comes", async () => {
    const { access } = await narrator([
      { type: "delta", paragraph: 0, text: "It rains." },
      { type: "note", text: "not prose" },
      { type: "delta", paragraph: 1, text: "It goes on raining." },
      result,
    ]);
    const { events } = await run({ ...example, host: access });
    expect(events.filter((event) => event.type === "ui_event").map(({ event, payload }) => [event, payload])).toEqual([
      ["prose", { paragraph: 0, delta: "It rains." }],
      ["prose", { paragraph: 1, delta: "It goes on raining." }],
    ]);
  });

  it("[ST5] gives the finished scene, and the narrator's notes as a patch", async () => {
    const { access } = await narrator([result]);
    const { events, done, status } = await run({ ...example, host: access });
    expect(status).toBe(0);
    const { paragraphs, choices } = result;
    expect(done).toMatchObject({ ok: true, output: { paragraphs, choices, narrator: "storybook" } });
    expect(events.find((event) => event.type === "state_patch").patch).toEqual(result.patch);
  });

  it.each([
    ["breaks off", [{ type: "delta", paragraph: 0, text: "It" }], "unfinished_scene"],
    ["has no words", [{ ...result, paragraphs: ["  "] }], "empty_scene"],
    [
      "fails half-way",
      [{ type: "delta", paragraph: 0, text: "It" }, { error: { code: "model_stopped", message: "It stopped." } }],
      "model_stopped",
    ],
  ])("[ST6] a scene that %s fails the tool", async (_, pieces, code) => {
    const { access } = await narrator(pieces);
    const { events, done, status } = await run({ ...example, host: access });
    expect([status, done.ok]).toEqual([0, false]);
    expect(events.find((event) => event.type === "error").errorCode).toBe(code);
    expect(events.some((event) => event.type === "state_patch")).toBe(false);
  });

  it("[ST7] fails without a host, and with one that refuses", async () => {
    const alone = await run(example);
    expect([alone.status, alone.done.ok, alone.events[0].errorCode]).toEqual([0, false, "no_host"]);
    const { access } = await narrator([{ error: { code: "not_allowed", message: "No." } }], 403);
    const refused = await run({ ...example, host: access });
    expect([refused.status, refused.done.ok, refused.events[0].errorCode]).toEqual([0, false, "not_allowed"]);
  });

  it("[ST8] [ST1] asks for a scene with the brief, and in the style of the settings", async () => {
    const { access, asked } = await narrator([result]);
    await run({ ...example, config: { style: "terse" }, host: access });
    expect(asked).toMatchObject([
      { kind: "scene", style: "terse", brief: { scene: 4, seed: "a-rainy-evening", effects: [{ kind: "time" }] } },
    ]);
  });
});
