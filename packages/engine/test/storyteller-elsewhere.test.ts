// SPEC.md: whole turns with the storyteller's own script, its settings, and a provider on this machine.
import { createServer, type ServerResponse } from "node:http";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { exportTrace } from "@narratoria/executor";
import { dutifulAnswer, JUDGE_SAMPLE } from "@narratoria/narrator/testing";
import { isContract } from "@narratoria/protocol/contracts";
import { describe, expect, it, onTestFinished } from "vitest";
import { collect, engineOn, noticesIn, sceneIn, tempFolder } from "./support/play.js";

const KEY = "canary-key-4711";

/** A server that speaks as OpenAI does, on a port of the system's choice. */
async function provider(answer: (prompt: string, response: ServerResponse) => void) {
  const prompts: string[] = [];
  /** All that was sent, letter for letter. */
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    bodies.push(body);
    const { messages } = JSON.parse(body);
    const prompt = messages.at(-1).content;
    // Its model is loaded while the opening is read.
    if (prompt === "Ready?") return streamed("Yes", response);
    prompts.push(prompt);
    answer(prompt, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { host: `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`, prompts, bodies };
}

/** Tells the steps of every scene, and nothing else. */
const shows = (prompt: string, response: ServerResponse): void =>
  streamed(dutifulAnswer(prompt, "Over there it is old and grey."), response);

function streamed(text: string, response: ServerResponse): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of text.split(/(?<= )/)) {
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  response.end(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`,
  );
}

async function story(host: string, settings: object = {}, narrator: "auto" | "storybook" = "auto") {
  const dataDir = await tempFolder();
  const engine = await engineOn(dataDir, { narrator });
  const saved = await engine.skills.configure("storyteller", {
    provider: "openai",
    model: "m",
    apiKey: KEY,
    baseUrl: `http://${host}/v1`,
    sendTo: [host],
    // Whether it is waited for is not left to how busy the machine is.
    patience: 100,
    ...settings,
  });
  expect(saved.saved).toBe(true);
  return { engine, dataDir, story: await engine.play("one-wheel-over", { seed: "7" }) };
}

async function textsIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const read = files
    .filter((file) => file.isFile() && file.name !== "config.json")
    .map((file) => readFile(join(file.parentPath, file.name), "latin1"));
  return (await Promise.all(read)).join("\n");
}

describe("a storyteller elsewhere", () => {
  it("[EN338] looks at its own sentences before they are told, and what it finds is not told", async () => {
    // Each in words of its own: what only repeats a sentence is turned away before it is looked at.
    const lies = [
      "Under the bench, where it is dry, somebody keeps a barrel of their own, and it is full.",
      "A cask stands behind the door, and its owner has been away for many years.",
      "The chest in the corner was bought with money that a cousin had lent.",
      "Nobody has opened the crate by the wall since it was left there one winter.",
      "There is a hamper on the shelf, packed long ago for a wedding.",
      "A bundle of old clothes hangs from the beam, and once belonged to a soldier.",
    ];
    // A scene that only copies what it was given is the storybook's.
    const fine = [
      "The light moves a little on the floor.",
      "A draught goes along the wall.",
      "Somewhere above a board settles.",
      "Dust turns in the air and comes to rest.",
      "The boards creak once.",
      "A shadow shifts on the wall.",
    ];
    let scenes = 0;
    const looks = (prompt: string, response: ServerResponse): void => {
      const isCheck = prompt.includes("# CHECK\n");
      const written = prompt.slice(prompt.indexOf("# WRITTEN"));
      const verdicts = [...written.matchAll(/^(\d+)\. (.*)$/gm)].map(([, number = "", text]) => [
        number,
        lies.includes(text ?? "") || JUDGE_SAMPLE.some(([one, isFalse]) => isFalse && one === text) ? "life" : "fine",
      ]);
      const mended = Object.fromEntries(verdicts.map(([number = ""]) => [number, { remember: "yes", instead: "" }]));
      const answer = prompt.includes("# MEND\n")
        ? JSON.stringify(mended)
        : isCheck
          ? `Here it is: ${JSON.stringify(Object.fromEntries(verdicts))}`
          : dutifulAnswer(prompt, `${lies[scenes] ?? ""}\n\n${fine[scenes++] ?? ""}`);
      streamed(answer, response);
    };
    const { host, prompts } = await provider(looks);
    const { story: told } = await story(host);
    await collect(told.begin());
    const isJudged = (scene: { readonly paragraphs: readonly string[] }): boolean =>
      !lies.some((lie) => scene.paragraphs.join(" ").includes(lie));
    const first = sceneIn(await collect(told.choose(1)));
    expect([first.narrator, isJudged(first)]).toEqual(["model", false]);
    // A beat is told by its author, and leaves nothing to write but in the scenes around it.
    let written = 0;
    for (let turn = 0; turn < 6 && written < 2; turn++) {
      const asks = told.scene?.choices.findIndex(({ text }) => /^(?:Ask|Bring up|Speak) /.test(text)) ?? 0;
      const scene = sceneIn(await collect(told.choose(Math.max(0, asks) + 1)));
      if (scene.narrator !== "storybook") written += 1;
      expect(isJudged(scene)).toBe(true);
    }
    expect(written).toBe(2);
    expect(prompts.filter((prompt) => prompt.includes("# CHECK\n")).length).toBeGreaterThanOrEqual(2);
    expect(JSON.stringify(told.trace())).toContain('"became":"cut"');
    // Whoever judges knows what is kept back; whoever looks into the trace does not.
    const [, kept = ""] =
      /# KEPT BACK[^\n]*\n- ([^\n]+)/.exec(prompts.find((prompt) => prompt.includes("# KEPT BACK")) ?? "") ?? [];
    expect(kept).not.toBe("");
    expect(JSON.stringify(told.trace())).not.toContain(kept.slice(0, 60));
  });

  it("[EN334] tells scenes in its words, checked and streamed as a model's, and its key is nowhere to be found", async () => {
    const { host, prompts } = await provider(shows);
    const { engine, dataDir, story: told } = await story(host);
    await collect(told.begin());
    const events = await collect(told.choose(1));
    const scene = sceneIn(events);
    expect(["model", "mixed"]).toContain(scene.narrator);
    expect(scene.sentences?.some(({ by, text }) => by === "model" && text.includes("old and grey"))).toBe(true);
    expect(events.every((event) => isContract("engine-event", event))).toBe(true);
    expect(noticesIn(events)).toEqual([]);
    expect(prompts.length).toBeGreaterThan(0);
    const trace = told.trace();
    expect(JSON.stringify(trace)).toContain(`"writers":["openai"]`);
    const exported: string[] = [];
    for await (const part of engine.export(told.id, { format: "json" })) exported.push(part);
    await engine.close();
    const everything = [
      JSON.stringify(events),
      trace ? exportTrace(trace, "json") : "",
      ...exported,
      prompts.join(),
      await textsIn(dataDir),
    ];
    expect(everything.join("\n")).not.toContain(KEY);
  });

  it("[EN334] what it says against the dice, the player or the story is cut as a model's is", async () => {
    const { host } = await provider((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const chunk = { choices: [{ index: 0, delta: { content: "You decide to go home." }, finish_reason: "stop" }] };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    });
    const { story: told } = await story(host);
    await collect(told.begin());
    const scene = sceneIn(await collect(told.choose(1)));
    expect(scene.narrator).toBe("storybook");
    expect(scene.paragraphs.join(" ")).not.toContain("You decide to go home");
    expect(JSON.stringify(told.trace())).toContain(`"check":"player"`);
  });

  it("[EN335] where it fails the storybook tells, which is said once and in plain words", async () => {
    const { host, prompts } = await provider((_, response) =>
      response.writeHead(401).end(`{"error":"bad key ${KEY}"}`),
    );
    const { story: told } = await story(host);
    const all = [await collect(told.begin()), await collect(told.choose(1)), await collect(told.choose(1))];
    expect(all.map((events) => sceneIn(events).narrator)).toEqual(["storybook", "storybook", "storybook"]);
    expect(all.flatMap(noticesIn)).toEqual(["storyteller_silent"]);
    const notice = all.flat().find((event) => event.type === "notice");
    expect(notice).toMatchObject({ message: expect.stringContaining("It did not take the key (401).") });
    expect(JSON.stringify(all) + JSON.stringify(told.trace())).not.toContain(KEY);
    expect(prompts.length).toBeGreaterThan(0);
  });

  it.each([
    [
      "no host is named that texts may go to",
      { sendTo: ["elsewhere.example"] },
      "auto" as const,
      ["storyteller_silent"],
    ],
    ["it is not chosen", { provider: "local" }, "auto" as const, []],
    ["the storybook was asked for", {}, "storybook" as const, []],
  ])("[EN336] nothing is sent where %s", async (_, settings, narrator, notices) => {
    const { host, prompts, bodies } = await provider(shows);
    const { story: told } = await story(host, settings, narrator);
    const all = [...(await collect(told.begin())), ...(await collect(told.choose(1)))];
    expect(sceneIn(all).narrator).toBe("storybook");
    expect([prompts, bodies]).toEqual([[], []]);
    expect(noticesIn(all)).toEqual(notices);
  });

  it.each([
    ["terse", "Use few and plain words."],
    ["poetic", "Have an ear for the sound of a sentence"],
  ])("[EN4401] is asked to write in the style of the settings: %s", async (style, words) => {
    const { host, bodies } = await provider(shows);
    const { story: told } = await story(host, { style });
    await collect(told.begin());
    await collect(told.choose(1));
    expect(bodies.some((body) => body.includes(words))).toBe(true);
  });

  it("[EN4401] gives way to the fallback provider of the settings, in the same scene", async () => {
    const failing = await provider((_, response) => response.writeHead(500).end("{}"));
    const { host, prompts } = await provider(shows);
    const { story: told } = await story(failing.host, {
      sendTo: [failing.host, host],
      fallbackProvider: "openai",
      fallbackModel: "second",
      fallbackApiKey: KEY,
      fallbackBaseUrl: `http://${host}/v1`,
    });
    await collect(told.begin());
    const scene = sceneIn(await collect(told.choose(1)));
    expect(failing.prompts.length).toBeGreaterThan(0);
    expect(prompts.length).toBeGreaterThan(0);
    expect(scene.narrator).not.toBe("storybook");
  });

  it("[EN5600] [EN5602] a scene that waits for a slow server says for whom and how long, and is told in its words", async () => {
    const slow = (prompt: string, response: ServerResponse): void =>
      void setTimeout(() => shows(prompt, response), 3_600);
    const { host } = await provider(slow);
    const { story: told } = await story(host, { patience: 40 });
    await collect(told.begin());
    const events = await collect(told.choose(1));
    const waits = events.flatMap((event) =>
      event.type === "progress" && event.stage === "writing" && !event.heading ? [event.waiting ?? null] : [],
    );
    expect(waits).toContainEqual({ for: "openai", mostMs: 40_000 });
    expect(waits.at(-1)).toBeNull();
    expect(["model", "mixed"]).toContain(sceneIn(events).narrator);
    expect(events.every((event) => isContract("engine-event", event))).toBe(true);
    expect(noticesIn(events)).toEqual([]);
  });

  it("[EN5603] one that writes too slowly is told of once, with the setting that has it waited for", async () => {
    const drips = (_: string, response: ServerResponse): void => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = (content: string): void =>
        void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
      // What is told of it comes at once: that it is heard does not hang on the pace of the machine.
      write("You look around. The bell hums in the yard. ");
      const timer = setInterval(() => write("and "), 300);
      response.once("close", () => clearInterval(timer));
    };
    const { host } = await provider(drips);
    const { story: told } = await story(host, { patience: 10 });
    await collect(told.begin());
    // How long that takes is measured by SC-009.
    const events = await collect(told.choose(1));
    expect(noticesIn(events).filter((code) => code === "storyteller_slow")).toHaveLength(1);
    expect(sceneIn(events).narrator).toBe("mixed");
  });

  it("[EN5604] a server is warmed when a story is opened, and hears nothing of the story by that", async () => {
    const { host, prompts, bodies } = await provider(shows);
    await story(host);
    await expect.poll(() => bodies.length, { timeout: 20_000 }).toBe(1);
    expect([JSON.parse(bodies[0] ?? "").messages, prompts]).toEqual([
      [
        { role: "system", content: "Answer in one word." },
        { role: "user", content: "Ready?" },
      ],
      [],
    ]);
  });

  it("[EN337] a replay takes its words from the journal and asks nobody", async () => {
    const { host, prompts } = await provider(shows);
    const { engine, story: told } = await story(host);
    await collect(told.begin());
    await collect(told.choose(1));
    const asked = prompts.length;
    expect(await engine.replay(told.id)).toMatchObject({ turns: 2, difference: null, taken: [1] });
    expect(prompts).toHaveLength(asked);
  });
});
