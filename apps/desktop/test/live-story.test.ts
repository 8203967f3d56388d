/** The story that a page shows, on a server whose answers come when a test says so. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";

interface Scene {
  readonly scene: number;
  readonly turnId: string;
}

interface Answer {
  readonly scenes: readonly Scene[];
  readonly running?: string;
}

/** The questions for the story that nobody answered yet, the oldest first. */
let questions: ((answer: Answer) => void)[] = [];
/** Sends a piece of the stream of events. */
let send: (event: "turn" | "news", data: object) => void;
/** Answers the question that brings a turn. */
let begun: (turn: string) => void;

const response = (body: object): Response => Response.json(body);

beforeEach(() => {
  questions = [];
  vi.stubGlobal("location", { origin: "http://127.0.0.1:1", hash: "" });
  vi.stubGlobal("sessionStorage", { getItem: () => "token", setItem: () => {}, removeItem: () => {} });
  vi.stubGlobal("fetch", (input: string | URL, init: RequestInit = {}) => {
    const url = String(input);
    if (url.includes("/api/events")) {
      const stream = new TransformStream<Uint8Array, Uint8Array>();
      const writer = stream.writable.getWriter();
      send = (event, data) =>
        void writer.write(new TextEncoder().encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
      return Promise.resolve(new Response(stream.readable));
    }
    if (init.method === "POST")
      return new Promise<Response>((resolve) => {
        begun = (turn) => resolve(response({ turn }));
      });
    return new Promise<Response>((resolve) =>
      questions.push(({ scenes, running = null }: { scenes: readonly Scene[]; running?: string | null }) =>
        resolve(response({ title: "", campaign: "", portraits: [], chosen: null, retells: null, running, scenes })),
      ),
    );
  });
});

// The worker goes on with other files, which ask real servers.
afterEach(() => void vi.unstubAllGlobals());

async function openStory(scenes: readonly Scene[]) {
  const { LiveStory } = await import("../src/client/story/live-story.js");
  const story = new LiveStory();
  story.show("s");
  await answer({ scenes });
  await vi.waitFor(() => expect(story.now().ready).toBe(true));
  return story;
}

/** Answers the question that was asked first. */
async function answer(with_: Answer): Promise<void> {
  await vi.waitFor(() => expect(questions).not.toEqual([]));
  questions.shift()?.(with_);
}

let seq = 0;
const told = (scene: Scene, turn = scene.turnId): void =>
  send("turn", { type: "scene", turn, seq: ++seq, at: 0, choices: [], paragraphs: [], ...scene });
const portraits = (): void => send("news", { type: "changed", what: "portraits" });

const OPENING = { scene: 0, turnId: "a" };
const FIRST = { scene: 1, turnId: "b" };
const OTHER = { scene: 1, turnId: "c" };

it("[DT5100] keeps a scene that was told while an older answer was on the way", async () => {
  const story = await openStory([OPENING]);
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  told(FIRST);
  await vi.waitFor(() => expect(story.now().scenes).toMatchObject([OPENING, FIRST]));
  await answer({ scenes: [OPENING] });
  // The answer is older than the scene: the story is asked for once more.
  await answer({ scenes: [OPENING, FIRST] });
  await vi.waitFor(() => expect(questions).toEqual([]));
  expect(story.now().scenes).toMatchObject([OPENING, FIRST]);
});

it("[DT5100] takes no answer that comes behind that to a newer question", async () => {
  const story = await openStory([OPENING, FIRST]);
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  told(OPENING, "back");
  await vi.waitFor(() => expect(questions).toHaveLength(2));
  const [older, newer] = questions;
  newer?.({ scenes: [OPENING] });
  older?.({ scenes: [OPENING, FIRST] });
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(3));
  expect(story.now().scenes).toMatchObject([OPENING]);
});

it("[DT5100] goes on with a turn that was begun after an answer had been asked for", async () => {
  const story = await openStory([OPENING]);
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  const taken = story.take({ do: "undo" });
  await answer({ scenes: [OPENING] });
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  expect(story.now().running).toBe(true);
  begun("b");
  await taken;
  send("news", { type: "turn_begun", story: "s", turn: "b", chosen: "Go on", retells: null });
  await answer({ scenes: [OPENING] });
  portraits();
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  expect(story.now()).toMatchObject({ running: true, chosen: "Go on" });
});

it("[DT5815] shows an opening as soon as it is told, and the rest of the story when it is there", async () => {
  const story = await openStory([]);
  told(OPENING);
  await vi.waitFor(() => expect(questions).toHaveLength(1));
  expect(story.now()).toMatchObject({ scenes: [OPENING], ready: true });
  await answer({ scenes: [OPENING] });
  await vi.waitFor(() => expect(questions).toEqual([]));
  expect(story.now().scenes).toMatchObject([OPENING]);
});

it("[DT5101] shows the scene to which the story went before it is known what led there", async () => {
  const story = await openStory([OPENING, FIRST]);
  told(OTHER, "goes");
  await vi.waitFor(() => expect(story.now().scenes).toMatchObject([OPENING, OTHER]));
  await answer({ scenes: [{ scene: 0, turnId: "z" }, OTHER] });
  await vi.waitFor(() => expect(story.now().scenes[0]).toMatchObject({ turnId: "z" }));
  // A scene of another branch whose number is the next one does not follow from those on the page.
  told({ scene: 2, turnId: "y" }, "goes on");
  await vi.waitFor(() => expect(questions).toHaveLength(1));
});

it("[DT5102] knows which scene is told again until its new words are there", async () => {
  const story = await openStory([OPENING, FIRST]);
  send("news", { type: "turn_begun", story: "s", turn: "c", chosen: "Go on", retells: "b" });
  await vi.waitFor(() => expect(story.now()).toMatchObject({ running: true, chosen: "Go on", retells: "b" }));
  told(OTHER);
  await vi.waitFor(() => expect(story.now().scenes).toMatchObject([OPENING, OTHER]));
  expect(story.now().retells).toBeNull();
});
