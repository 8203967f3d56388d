// What a shell can rely on of the events of a story: their place in the turn, who may read them, and what they add up to.
import { setTimeout as pause } from "node:timers/promises";
import { mergePatches } from "@narratoria/protocol";
import { expect, it } from "vitest";
import type { EngineEvent, Story, TurnEvent } from "../src/index.js";
import { StoryFeed } from "../src/story/turn-events.js";
import { collect, engineOn, noticesIn, sceneIn, tempFolder, withScript } from "./support/play.js";
import { toldOnce } from "./support/told-once.js";

const CAMPAIGN = "one-wheel-over";
const begun = toldOnce(async (dataDir) => {
  const engine = await engineOn(dataDir);
  await (await engine.play(CAMPAIGN, { seed: "4" })).begin();
  await engine.close();
  return {};
});

async function storyOn(skill?: [string, string, string]): Promise<Story> {
  const { dataDir } = await begun();
  const engine = await engineOn(dataDir, skill ? { skills: [await withScript(...skill)] } : {});
  return engine.play(CAMPAIGN);
}

/** A script that works once somebody has made this file. */
const WAITS = (file: string): [string, string, string] => [
  "memory",
  "recall-memory",
  `const { existsSync } = require("node:fs");
   const again = () => existsSync(${JSON.stringify(file)})
     ? console.log('{"version":"0","type":"done","ok":true,"output":{"memories":[]}}')
     : setTimeout(again, 10);
   again();`,
];

const stampsOf = (events: readonly TurnEvent[]): unknown[] => events.map(({ turn, seq }) => [turn, seq]);

async function collected(events: AsyncIterable<TurnEvent>): Promise<TurnEvent[]> {
  const all: TurnEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

it("[EN710] every event carries its turn, its number without a gap and its time", async () => {
  const story = await storyOn();
  const before = Date.now();
  const taking = story.choose(1);
  const events = await collected(taking);
  const scene = sceneIn(events);
  expect(stampsOf(events)).toEqual(events.map((_, at) => [scene.turnId, at + 1]));
  expect(taking.turn).toBe(scene.turnId);
  const times = events.map(({ at }) => at);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  expect(times[0]).toBeGreaterThanOrEqual(before);
  const undone = await collected(story.undo());
  expect(new Set(undone.map(({ turn }) => turn)).size).toBe(1);
  expect(undone[0]?.turn).not.toBe(scene.turnId);
});

it("[EN711] a turn that is left goes on, and is told from its first event to whoever comes back", async () => {
  const story = await storyOn();
  const taking = story.choose(1);
  for await (const event of taking) if (event.type === "planning") break;
  const events = await collected(taking);
  expect(events[0]).toMatchObject({ seq: 1 });
  expect(sceneIn(events).scene).toBe(1);
  expect(story.scene?.scene).toBe(1);
});

it("[EN711] closing the story stops the turn that nobody reads", async () => {
  const story = await storyOn(["player-choices", "evaluate-choice", "setInterval(() => {}, 1000)"]);
  const taking = story.choose(1);
  for await (const event of taking) if (event.type === "progress") break;
  await story.close();
  expect(noticesIn(await collect(taking))).toContain("turn_stopped");
});

it("[EN712] a reader who comes back in mid-turn gets what it missed, once, and what follows", async () => {
  const file = `${await tempFolder()}/go`;
  const story = await storyOn(WAITS(file));
  const taking = story.choose(1);
  let last: TurnEvent | undefined;
  for await (const event of story.events()) {
    last = event;
    if (event.type === "tool_state" && event.toolId === "recall") break;
  }
  const stop = new AbortController();
  const rest: TurnEvent[] = [];
  const reading = (async () => {
    for await (const event of story.events({ after: last, signal: stop.signal })) {
      rest.push(event);
      if (event.type === "scene") stop.abort();
    }
  })();
  await (await import("node:fs/promises")).writeFile(file, "");
  await reading;
  const all = await collected(taking);
  expect(stampsOf(rest)).toEqual(stampsOf(all.slice(last?.seq)));
});

it("[EN712] a reader follows from turn to turn, and gets the whole last turn where it knows another", async () => {
  const story = await storyOn();
  const stop = new AbortController();
  const followed: TurnEvent[] = [];
  const first = await collected(story.choose(1));
  const following = (async () => {
    for await (const event of story.events({ after: { turn: "an older turn", seq: 3 }, signal: stop.signal }))
      followed.push(event);
  })();
  const undone = await collected(story.undo());
  const again = await collected(story.choose(2));
  while (followed.length < first.length + undone.length + again.length) await pause(1);
  stop.abort();
  await following;
  expect(stampsOf(followed)).toEqual(stampsOf([...first, ...undone, ...again]));
});

it("[EN712] a turn that fails ends with a notice for its readers, and reading ends with the story", async () => {
  const feed = new StoryFeed();
  const taking = feed.begin({
    turn: "t1",
    run: async (push) => {
      push({ type: "planning", attempt: 1 });
      throw new Error("The disk is gone.");
    },
    scene: () => null,
    over: () => {},
  });
  await expect(collect(taking)).rejects.toThrow("The disk is gone.");
  const read: TurnEvent[] = [];
  for await (const event of feed.read()) {
    read.push(event);
    if (read.length === 2) feed.close();
  }
  expect(read).toMatchObject([
    { type: "planning", turn: "t1", seq: 1 },
    { type: "notice", code: "turn_failed", message: "The disk is gone.", turn: "t1", seq: 2 },
  ]);
});

it("[EN423] lets other work go on while a slow reader takes many events that are there at once", async () => {
  const taking = new StoryFeed().begin({
    turn: "t1",
    run: async (push) => {
      for (let at = 0; at < 200; at++) push({ type: "planning", attempt: 1 });
    },
    scene: () => null,
    over: () => {},
  });
  let turns = 0;
  const seen: EngineEvent[] = [];
  const other = setImmediate(function again() {
    turns++;
    if (seen.length < 200) setImmediate(again);
  });
  for await (const event of taking) {
    const startedAt = performance.now();
    while (performance.now() - startedAt < 1);
    seen.push(event);
  }
  clearImmediate(other);
  expect(seen).toHaveLength(200);
  // 200 ms of work in slices of 10.
  expect(turns).toBeGreaterThan(10);
});

/** What a shell has on the page at the end of a turn. */
function pageOf(events: readonly EngineEvent[]): string[] {
  let attempt = 0;
  let page: string[] = [];
  for (const event of events) {
    if (event.type !== "prose") continue;
    if (event.attempt > attempt) page = [];
    attempt = event.attempt;
    page[event.paragraph] = (page[event.paragraph] ?? "") + event.delta;
  }
  return page;
}

it("[EN713] the pieces of prose add up to the scene, to the letter", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  for (let turn = 0; turn < 8; turn++) {
    const events = await collect(turn === 0 ? story.begin() : story.choose(1 + (turn % 3)));
    expect(pageOf(events)).toEqual(sceneIn(events).paragraphs);
  }
  const left = await collect(story.leave());
  expect(pageOf(left)).toEqual([...sceneIn(left).paragraphs, ...(sceneIn(left).epilogue ?? [])]);
});

it("[EN1400] tells where and when a scene takes place before its prose, as the scene has it", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "11" });
  for (let turn = 0; turn < 6; turn++) {
    const events = await collect(turn === 0 ? story.begin() : story.choose(story.scene?.choices.length ?? 1));
    const scene = sceneIn(events);
    // A scene that moves on is headed by where it begins. (rule EN5770)
    const { location, time, weather } = scene.begins ?? scene;
    const told = events.findIndex((event) => event.type === "progress" && event.heading !== undefined);
    expect(events[told]).toMatchObject({
      stage: "writing",
      heading: { location, time, ...(weather ? { weather } : {}) },
    });
    expect(told).toBeLessThan(events.findIndex(({ type }) => type === "prose"));
  }
});

it("[EN713] the pieces of a stand-in add up to the scene, to the letter", async () => {
  const story = await storyOn(["storyteller", "narrate", "process.exit(3)"]);
  const events = await collect(story.choose(1));
  expect(noticesIn(events)).toContain("skill_failed");
  expect(pageOf(events)).toEqual(sceneIn(events).paragraphs);
});

it("[EN714] tells the plan as a graph and each tool's way through it", async () => {
  const story = await storyOn(["memory", "recall-memory", "process.exit(3)"]);
  const events = await collect(story.choose(1));
  const plan = events.find((event) => event.type === "plan");
  const tools = plan?.tools ?? [];
  const ids = tools.map(({ toolId }) => toolId);
  expect(ids).toEqual(expect.arrayContaining(["evaluate", "outcome", "recall", "choices", "narrate", "remember"]));
  for (const { dependencies } of tools) expect(ids).toEqual(expect.arrayContaining([...dependencies]));
  expect(tools.find(({ toolId }) => toolId === "recall")?.required).toBe(false);
  const states = (toolId: string): string[] =>
    events.flatMap((event) =>
      event.type === "tool_state" && event.toolId === toolId ? [`${event.state} ${event.execution}.${event.try}`] : [],
    );
  expect(states("narrate")).toEqual(["running 1.1", "success 1.1"]);
  expect(states("recall").slice(0, 3)).toEqual(["running 1.1", "waiting 1.1", "running 1.2"]);
  expect(events.find((event) => event.type === "tool_state" && event.state === "waiting")).toMatchObject({
    delayMs: expect.any(Number),
    error: { code: "PROCESS_EXIT" },
  });
});

it("[EN715] the patches of a turn make its state of the state before", async () => {
  const engine = await engineOn(await tempFolder());
  const story = await engine.play(CAMPAIGN, { seed: "3" });
  let state = {};
  for (let turn = 0; turn < 4; turn++) {
    const events = await collect(turn === 0 ? story.begin() : story.choose(1));
    state = mergePatches(
      state,
      events.flatMap((event) => (event.type === "state_patch" ? [event.patch] : [])),
    );
    expect(state).toEqual(await story.state());
    if (turn > 0) expect(events.some((event) => event.type === "state_patch" && event.toolId === "narrate")).toBe(true);
  }
});

it("[EN716] tells the choices of a scene before the scene", async () => {
  const story = await storyOn();
  const events = await collect(story.choose(1));
  const ready = events.findIndex((event) => event.type === "choices");
  expect(events[ready]).toMatchObject({ choices: sceneIn(events).choices });
  expect(ready).toBeLessThan(events.findIndex((event) => event.type === "scene"));
});

it("[EN717] a move that is stopped before it is made leaves the story where it stands", async () => {
  const story = await storyOn();
  await story.choose(1);
  const stopped = { signal: AbortSignal.abort() };
  expect(noticesIn(await collect(story.undo(stopped)))).toEqual(["turn_stopped"]);
  expect(noticesIn(await collect(story.goTo(story.scene?.turnId ?? "", stopped)))).toEqual(["turn_stopped"]);
  expect(noticesIn(await collect(story.branch(0, "b", stopped)))).toEqual(["turn_stopped"]);
  expect(story.scene?.scene).toBe(1);
  expect(await story.branches()).toHaveLength(1);
});
