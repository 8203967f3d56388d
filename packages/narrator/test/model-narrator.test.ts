// SPEC.md NA700 to NA730: a scene told by a model, whatever the model does.
import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  createModelNarrator,
  ModelError,
  type ModelNarratorOptions,
  type NarratedScene,
  type SceneToTell,
  type TextWriter,
} from "../src/index.js";
import { createScriptedHost, type ScriptedAnswer, type ScriptedHost } from "../src/testing.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const [FACT] = [...story.facts.values()].filter(({ topic }) => topic === "salt-book");
/** Orsolya is asked about the Salt Book, and tells what is entered in it. */
const scene = (): SceneToTell =>
  sceneToTell([{ kind: "learn", fact: FACT?.id ?? "", from: "orsolya", whole: true, how: "told" }]);

const FIRST = "You put the question about the Salt Book to Orsolya, and wait.";
const SECOND = "“Since the flood, every cart,” she says. “Salt goes past, and it is entered in there.”";
const THIRD = "Her pencil goes back behind her ear, and the draught turns a page of the Salt Book.";
const GOOD = `${FIRST}\n\n${SECOND}\n\n${THIRD}`;

interface Telling extends NarratedScene {
  readonly sentences: readonly (readonly [number, string])[];
}

async function tell(
  host: ScriptedHost,
  told: SceneToTell = scene(),
  options: Partial<ModelNarratorOptions> = {},
): Promise<Telling> {
  const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0, ...options });
  const sentences: (readonly [number, string])[] = [];
  const result = await narrator.tell(told, {
    signal: new AbortController().signal,
    onSentence: (paragraph, text) => sentences.push([paragraph, text]),
  });
  return { ...result, sentences };
}

const answers = (...texts: (string | ScriptedAnswer)[]): ScriptedHost =>
  createScriptedHost((_, index) => texts[index] ?? "");

describe("a model that writes well", () => {
  it("[NA700] [NA349] tells the whole scene in one generation, streamed by the sentence, in its paragraphs", async () => {
    const host = answers(GOOD);
    const { draft, narrator, sentences, narration } = await tell(host);
    expect(narrator).toBe("model");
    expect(host.writes).toHaveLength(1);
    expect(draft.paragraphs).toEqual([FIRST, SECOND, THIRD]);
    expect(sentences.map(([paragraph]) => paragraph)).toEqual([0, 1, 1, 2]);
    expect(sentences.map(([, text]) => text).join(" ")).toBe(draft.paragraphs.join(" "));
    expect(draft.sentences.every(({ by }) => by === "model")).toBe(true);
    expect(narration.sentences).toEqual({ model: 4, storybook: 0 });
  });

  it("[NA3330] one detail too many is left out, and the text goes on; a fault of weight ends it", async () => {
    const detail = "It has four hundred pages.";
    const { draft, narration, narrator } = await tell(answers(`${FIRST}\n\n${SECOND} ${detail}\n\n${THIRD}`));
    expect([narrator, draft.paragraphs]).toEqual(["model", [FIRST, SECOND, THIRD]]);
    expect(narration.attempts).toMatchObject([{ cut: [{ check: "numbers", sentence: detail }] }]);
    const comes = "A man in a grey coat comes in.";
    const ended = await tell(answers(`${FIRST}\n\n${SECOND} ${comes}\n\n${THIRD}`));
    expect(ended.narration.attempts[0]).toMatchObject({ told: 3, cut: [{ sentence: comes }] });
    const details = ["It has four hundred pages.", "It has five hundred lines.", "It weighs sixty pounds."].join(" ");
    const many = await tell(answers(`${FIRST}\n\n${details} ${SECOND}\n\n${THIRD}`));
    expect(many.narration.attempts[0]).toMatchObject({ told: 1 });
    expect(many.narration.attempts[0]?.cut).toHaveLength(3);
  });

  it("[NA3320] is asked to tell a story of the past in the past", async () => {
    const host = answers(GOOD);
    const narrator = createModelNarrator({
      host,
      story: { ...story, happensInPast: true },
      source: WEIGHBRIDGE,
      choicesMs: 0,
    });
    await narrator.tell(scene(), { signal: new AbortController().signal, onSentence() {} });
    expect(host.writes[0]?.system).toContain("1. Past tense throughout");
    expect(host.writes[0]?.system).not.toContain("Present tense.");
    expect(host.writes[0]?.prompt).toContain(": past tense, “you”");
  });

  it("[NA725] has its prompt and its raw answer in the trace", async () => {
    const host = answers(GOOD);
    const { narration } = await tell(host);
    expect(narration.system).toBe(host.writes[0]?.system);
    expect(narration.attempts).toMatchObject([{ attempt: 1, prompt: host.writes[0]?.prompt, answer: GOOD, cut: [] }]);
  });

  it("[NA725] [NA5840] copying is counted and stands, and no look is asked for", async () => {
    const { narration, narrator } = await tell(answers(`You ask Orsolya about the Salt Book. ${SECOND} ${THIRD}`));
    expect(narrator).toBe("model");
    expect(narration.copied).toBeGreaterThan(0);
    expect(narration.attempts[0]?.prompt).not.toMatch(/^\d+\. She is a tall woman/mu);
  });

  it("[NA727] is drawn with min-p, past new lines, and as long as was asked for", async () => {
    const host = answers(GOOD);
    await tell(host);
    expect(host.writes[0]).toMatchObject({ temperature: 0.75, minP: 0.06 });
    expect(host.writes[0]?.stop).toBeUndefined();
    expect(host.writes[0]?.maxTokens).toBeLessThan(500);
    const runsOn = Array.from(
      { length: 90 },
      (_, at) => `The draught turns leaf ${"abcdefghi".charAt(at % 9)}${at % 2 ? "x" : "y"} over.`,
    );
    const { draft, narration } = await tell(answers(`${GOOD}\n\n${runsOn.join(" ")}`));
    expect(narration.attempts).toHaveLength(1);
    expect(draft.paragraphs.join(" ").split(" ").length).toBeLessThan(260);
  });

  it("[NA726] has the deed told before it where its first sentence is not expected in time", async () => {
    const host = answers(`${SECOND}\n\n${THIRD}`);
    const { draft, narrator } = await tell(host, scene(), { expectedFirstMs: 9_000 });
    expect(narrator).toBe("model");
    expect(draft.paragraphs).toEqual(["You ask Orsolya about the Salt Book.", SECOND, THIRD]);
    expect(host.writes[0]?.prompt).toMatch(/# BEGUN[^]*You ask Orsolya about the Salt Book\.$/);
  });

  it("[NA6608] was given the deed: a sentence that only repeats it is left out, and one that goes on with its words is not", async () => {
    const goesOn = "Orsolya looks at the Salt Book, and at its chain.";
    const host = answers(`You ask Orsolya about the Salt Book.\n\n${goesOn} ${SECOND}\n\n${THIRD}`);
    const { draft } = await tell(host, scene(), { expectedFirstMs: 9_000 });
    expect(draft.paragraphs.join("\n").split("You ask Orsolya about the Salt Book.")).toHaveLength(2);
    const other = await tell(answers(`${goesOn} ${SECOND}\n\n${THIRD}`), scene(), { expectedFirstMs: 9_000 });
    expect(other.draft.paragraphs.join("\n")).toContain(goesOn);
  });

  it("[NA3210] is late: the deed is told by the time that a first text may take, and its own telling of it is left out", async () => {
    const said: string[] = [];
    let deedTold = (): void => {};
    const waits = new Promise<void>((resolve) => {
      deedTold = resolve;
    });
    const status = { state: "ready", model: { id: "late", path: "", contextTokens: 4096 }, restarts: 0 } as const;
    const host: TextWriter = {
      status,
      write: async (_, { onText }) => {
        await waits;
        onText?.(GOOD);
        const tokens = { prompt: 0, evaluated: 0, written: 0 };
        return { text: GOOD, ended: "end", tokens, timeMs: { queued: 0, firstText: 0, total: 0 } };
      },
    };
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0, firstTextMs: 5 });
    const { draft, narrator: by } = await narrator.tell(scene(), {
      signal: new AbortController().signal,
      onSentence: (_, text) => {
        said.push(text);
        deedTold();
      },
    });
    expect(said[0]).toBe("You ask Orsolya about the Salt Book.");
    expect(draft.paragraphs).toEqual(["You ask Orsolya about the Salt Book.", SECOND, THIRD]);
    expect(by).toBe("model");
  });

  it("[NA3210] is silent through a scene: that is the storybook's to the letter, and the next begins with the deed", async () => {
    const host = answers({ error: new ModelError("timeout", "Nothing came.") }, GOOD);
    let clock = 0;
    const now = (): number => (clock += 4_000);
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0, now });
    const told: string[] = [];
    const options = {
      signal: new AbortController().signal,
      onSentence: (_: number, text: string) => void told.push(text),
    };
    const silent = await narrator.tell(scene(), options);
    expect([silent.narrator, told.join(" ")]).toEqual(["storybook", silent.draft.paragraphs.join(" ")]);
    await narrator.tell(scene(), options);
    expect(host.writes[1]?.prompt).toMatch(/# BEGUN[^]*You ask Orsolya about the Salt Book\.$/);
  });

  it.each([
    ["as long as a player waits who has set nothing", undefined, 0, 9_000],
    ["less once it was silent through two scenes", undefined, 2, 6_000],
    ["as long as the player's patience says", 60_000, 2, 59_000],
  ])("[NA3211] is waited for %s", async (_, patienceMs, silentScenes, ms) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const never = new Promise(() => {});
    const host = createScriptedHost(() => ({ waitFor: never }));
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0, now: () => 0 });
    const told: boolean[] = [];
    const options = {
      signal: new AbortController().signal,
      onSentence: () => {},
      ...(patienceMs === undefined ? {} : { patienceMs }),
    };
    for (let scenes = 0; scenes < silentScenes; scenes++) {
      const silent = narrator.tell(scene(), options);
      await vi.advanceTimersByTimeAsync(60_000);
      await silent;
    }
    const waiting = narrator.tell(scene(), options).finally(() => told.push(true));
    await vi.advanceTimersByTimeAsync(ms - 100);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    const { narrator: by, narration } = await waiting;
    expect([by, narration.attempts.map(({ error }) => error)]).toEqual(["storybook", ["no_time"]]);
  });

  it("[NA5600] says that the scene waits for it, and when the wait is over", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    let speak = (): void => {};
    const waitFor = new Promise<void>((resolve) => {
      speak = resolve;
    });
    const narrator = createModelNarrator({
      host: answers(GOOD, { waitFor }),
      story,
      source: WEIGHBRIDGE,
      choicesMs: 0,
    });
    const waits: boolean[] = [];
    const told = narrator.tell(scene(), {
      signal: new AbortController().signal,
      onSentence: () => {},
      onWait: (isWaiting) => waits.push(isWaiting),
    });
    await vi.advanceTimersByTimeAsync(2_900);
    expect(waits).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(waits).toEqual([true]);
    speak();
    expect((await told).narrator).toBe("model");
    expect(waits).toEqual([true, false]);
  });

  it("[NA353] words the choices after the prose, and not where there was none of it", async () => {
    const host = createScriptedHost(({ schema }) => (schema ? "{}" : GOOD));
    await tell(host, scene(), { choicesMs: 1000 });
    expect(host.writes.map(({ schema }) => schema !== undefined)).toEqual([false, true]);
    const bad = createScriptedHost(({ schema }) => (schema ? "{}" : "You decide to go home."));
    await tell(bad, scene(), { choicesMs: 1000 });
    expect(bad.writes.every(({ schema }) => schema === undefined)).toBe(true);
  });
});

describe("a model that writes badly", () => {
  it("[NA722] is asked once more from its last good sentence on, with the fault named", async () => {
    const host = answers(`${FIRST}\n\n“Ask Marcus,” she says. ${SECOND}`, `${SECOND}\n\n${THIRD}`);
    const { draft, narrator, narration } = await tell(host);
    expect(narrator).toBe("model");
    expect(draft.paragraphs).toEqual([FIRST, SECOND, THIRD]);
    expect(narration.attempts).toMatchObject([
      { told: 1, cut: [{ check: "names", sentence: "“Ask Marcus,” she says." }] },
      { told: 3, cut: [] },
    ]);
    const [, again] = host.writes;
    expect(again?.prompt).toContain(`# BEGUN`);
    expect(again?.prompt).toContain(FIRST);
    expect(again?.prompt).toMatch(/# MIND\n- There is no Marcus/);
    expect(again?.seed).not.toBe(host.writes[0]?.seed);
    expect(again?.prompt.startsWith(host.writes[0]?.prompt ?? "-")).toBe(true);
  });

  it("[NA722] is not asked again where all had been told when it failed", async () => {
    const host = answers(`${GOOD} You decide to go home.`);
    const { draft, narrator } = await tell(host);
    expect(host.writes).toHaveLength(1);
    expect(narrator).toBe("model");
    expect(draft.paragraphs).toEqual([FIRST, SECOND, THIRD]);
  });

  it("[NA1115] is asked again where a cut came before the last step, though that step may be left out", async () => {
    const given = scene();
    const text = "A gull walks along the window sill and back.";
    const last = { text, paragraph: 1, key: "detail", sources: [] };
    const told = { ...given, draft: { ...given.draft, sentences: [...given.draft.sentences, last] } };
    const host = answers(`${GOOD} You decide to go home.`, "A gull walks on the window sill.");
    expect((await tell(host, told)).draft.paragraphs.at(-1)).toContain("A gull walks");
    expect(host.writes).toHaveLength(2);
    const whole = answers(GOOD);
    await tell(whole, told);
    expect(whole.writes).toHaveLength(1);
  });

  it("[NA722] has what is missing told by the storybook after the second time", async () => {
    const { draft, narrator } = await tell(answers(`${FIRST} You decide to go home.`, "You decide to go home."));
    expect(narrator).toBe("mixed");
    expect(draft.paragraphs[0]).toBe(FIRST);
    expect(draft.paragraphs.slice(1)).toEqual([scene().draft.sentences[1]?.text]);
  });

  it("[NA723] is asked for what it has left out, and it is told in any case", async () => {
    const host = answers(FIRST, THIRD);
    const { draft, narration } = await tell(host);
    expect(narration.attempts[0]?.missing).toEqual([scene().draft.sentences[1]?.text]);
    expect(host.writes[1]?.prompt).toContain("Not told yet: Orsolya says");
    expect(draft.paragraphs.join(" ")).toContain("Every cart of salt since the flood");
  });

  it("[NA723] names what the choices name", async () => {
    const given = scene();
    const choices = [{ id: "a", text: "Ask Orsolya about the Salt Book" }];
    const bare = "You wait for an answer. “Since the flood, every cart of salt is entered,” she says, and shuts it.";
    const { draft } = await tell(answers(bare, bare), { ...given, draft: { ...given.draft, choices } });
    expect(draft.paragraphs.join(" ")).toContain("Salt Book");
  });

  it("[NA724] leaves the storybook's scene to the letter where nothing of it passed", async () => {
    const given = scene();
    const { draft, narrator, sentences } = await tell(answers("You decide to go home.", "I go home."), given);
    expect(draft).toEqual(given.draft);
    expect(narrator).toBe("storybook");
    expect(sentences).toEqual(given.draft.sentences.map(({ paragraph, text }) => [paragraph, text]));
  });

  it.each([
    ["nothing", ""],
    ["noise", "\u0000\ufffd{}[]<|im_start|>"],
    ["an endless sentence", "and the salt ".repeat(10_000)],
    ["a page of dialogue", "“Yes,” I say. “No,” you say. ".repeat(50)],
    ["HTML", "<html><body>Sign in first</body></html>"],
    ["thoughts alone", "<think>The user wants a scene. Let me"],
  ])("[NA351] a whole scene comes of %s", async (_, text) => {
    const given = scene();
    expect((await tell(answers(text, text), given)).draft).toEqual(given.draft);
  });

  it("[NA348] its thoughts are not read", async () => {
    const { draft } = await tell(answers(`<think>You decide. Marcus?</think>\n\n${GOOD}`));
    expect(draft.paragraphs).toEqual([FIRST, SECOND, THIRD]);
  });
});

describe("a model below the mark", () => {
  it("[NA730] is not asked for prose, and the scene is the storybook's to the letter", async () => {
    const host = answers(GOOD);
    const given = scene();
    const { draft, narrator } = await tell(host, given, { tells: () => "plans" });
    expect(host.writes).toEqual([]);
    expect(draft).toEqual(given.draft);
    expect(narrator).toBe("storybook");
  });

  it("[NA700] nor is any asked for an opening or an ending", async () => {
    const host = answers(GOOD);
    const { brief, ...given } = scene();
    const { choice: _, ...opening } = brief;
    await tell(host, { ...given, brief: opening });
    expect(host.writes).toEqual([]);
  });
});

describe("a model that fails", () => {
  it.each(["host_failed", "bad_request", "no_runtime"] as const)(
    "[NA351] by %s leaves a whole scene, and is not asked again in it",
    async (code) => {
      const given = scene();
      const host = answers({ error: new ModelError(code, "It does not run.") });
      const { draft, narration } = await tell(host, given);
      expect(draft).toEqual(given.draft);
      expect(host.writes).toHaveLength(1);
      expect(narration.attempts[0]?.error).toBe(code);
    },
  );

  it("[NA351] half-way leaves what had passed, and the storybook tells the rest", async () => {
    const host = answers({ text: `${FIRST} And then`, error: new ModelError("host_failed", "It was killed.") });
    const { draft, narrator } = await tell(host);
    expect(narrator).toBe("mixed");
    expect(draft.paragraphs[0]).toBe(FIRST);
    expect(draft.paragraphs.join(" ")).not.toContain("And then");
    expect(draft.paragraphs.join(" ")).toContain("Every cart of salt");
  });

  it("[NA351] for good is not asked in later scenes, and says why", async () => {
    const host = answers({ error: new ModelError("host_gave_up", "The model stopped working.") });
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE });
    const telling = { signal: new AbortController().signal, onSentence() {} };
    expect(narrator.gaveUp).toBeNull();
    await narrator.tell(scene(), telling);
    await narrator.tell(scene(), telling);
    expect(host.writes).toHaveLength(1);
    expect(narrator.gaveUp?.message).toBe("The model stopped working.");
  });

  it("[NA726] too late leaves the rest to the storybook, by the clock that it was given", async () => {
    let time = 0;
    const host = createScriptedHost(() => {
      time += 10_000;
      return { text: `${FIRST} `, error: new ModelError("timeout", "It took too long.") };
    });
    const { draft, narration } = await tell(host, scene(), { budgetMs: 5000, now: () => time });
    expect(host.writes).toHaveLength(1);
    expect(host.writes[0]?.timeoutMs).toBe(5000);
    expect(narration.attempts[0]?.error).toBe("no_time");
    expect(draft.paragraphs.join(" ")).toContain("Every cart of salt");
  });

  it("[NA726] a turn that is stopped stops it at once", async () => {
    const stop = new AbortController();
    const host = createScriptedHost(() => ({ waitFor: new Promise(() => {}) }));
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE });
    const telling = narrator.tell(scene(), { signal: stop.signal, onSentence: () => {} });
    while (host.writes.length === 0) await nextTurn();
    stop.abort(new Error("stopped"));
    await expect(telling).rejects.toThrow("stopped");
  });
});

describe("while the player reads", () => {
  const { signal } = new AbortController();
  const { state, style } = scene();
  const past = { ...scene().past, scenes: [["It rained on the carts."]] };

  it("[NA294] what the next prompt begins with is read, and what changes is not", async () => {
    const host = answers(GOOD);
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    await narrator.readAhead({ scene: 6, state, past, style }, { signal });
    await narrator.tell({ ...scene(), past }, { signal, onSentence: () => {} });
    const [read] = host.preloads;
    expect(read).toMatchObject({ sequence: "prose", system: host.writes[0]?.system });
    expect(read?.prompt).toContain("It rained on the carts.");
    expect(host.writes[0]?.prompt.startsWith(read?.prompt ?? "none")).toBe(true);
  });

  it("[NA294] a model that cannot, or tells nothing, is left alone", async () => {
    const host = answers({ error: new ModelError("no_model", "There is none.") });
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    await narrator.tell(scene(), { signal, onSentence: () => {} });
    await narrator.readAhead({ scene: 4, state, past, style }, { signal });
    const silent = createModelNarrator({ host, story, source: WEIGHBRIDGE, tells: () => "plans" });
    await silent.readAhead({ scene: 4, state, past, style }, { signal });
    expect(host.preloads).toEqual([]);
  });
});
