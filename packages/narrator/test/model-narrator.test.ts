// SPEC.md NA344 to NA352: a scene told in a model's words around the storybook's, whatever the model does.
import { describe, expect, it } from "vitest";
import {
  createModelNarrator,
  ModelError,
  type ModelNarratorOptions,
  type NarratedScene,
  type SceneToTell,
} from "../src/index.js";
import { createScriptedHost, type ScriptedAnswer, type ScriptedHost } from "../src/testing.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

/** Shows one thing after the other, whatever is asked for: every sentence passes every check. */
const sound = (request: { readonly prompt: string; readonly schema?: object }, index: number): string => {
  if (request.schema) return "{}";
  const [, subject = "the stove"] = /Describe (.+?) in two/.exec(request.prompt.split("\n").at(-1) ?? "") ?? [];
  const name = subject.replace(/^the (hands|face) of (\w+).*/, "$2’s $1");
  const opening = /[’]s/.test(name) ? `${name} look pale` : `Here is ${subject}`;
  return `${opening.replace(/^./, (letter) => letter.toUpperCase())} beside the scales today, number ${["one", "two", "three"][index % 3]}.`;
};

interface Telling extends NarratedScene {
  readonly sentences: readonly (readonly [number, string])[];
}

async function tell(
  host: ScriptedHost,
  scene: SceneToTell = sceneToTell(),
  options: Partial<ModelNarratorOptions> = {},
): Promise<Telling> {
  const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0, ...options });
  const sentences: (readonly [number, string])[] = [];
  const told = await narrator.tell(scene, {
    signal: new AbortController().signal,
    onSentence: (paragraph, text) => sentences.push([paragraph, text]),
  });
  return { ...told, sentences };
}

const always = (answer: string | ScriptedAnswer): ScriptedHost => createScriptedHost(() => answer);

describe("a model that writes well", () => {
  it("[NA349] has its sentences told between the storybook's, marked as its own", async () => {
    const scene = sceneToTell();
    const { draft, narrator, narration } = await tell(createScriptedHost(sound), scene);
    const own = draft.sentences.filter(({ by }) => by === "model");
    expect(narrator).toBe("model");
    expect(own.length).toBe(narration.paragraphs.model);
    expect(own.length).toBeGreaterThan(0);
    const kept = scene.draft.sentences.filter(({ key = "" }) => /^(?:deed|gain|turn|speech|hook)/.test(key));
    for (const { text } of kept) expect(draft.paragraphs.join(" ")).toContain(text);
  });

  it("[NA349] is streamed: what was told is the finished scene, in its order, and none of it taken back", async () => {
    const { draft, sentences } = await tell(createScriptedHost(sound));
    expect(sentences).toEqual(draft.sentences.map(({ paragraph, text }) => [paragraph, text]));
    expect(draft.paragraphs).toEqual(
      draft.paragraphs.map((_, at) =>
        sentences
          .filter(([p]) => p === at)
          .map(([, text]) => text)
          .join(" "),
      ),
    );
  });

  it("[NA349] waits for no model before the deed is told", async () => {
    let heard = 0;
    const host = createScriptedHost((request, index) => {
      if (index === 0) heard = sentences.length;
      return sound(request, index);
    });
    const sentences: string[] = [];
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    await narrator.tell(sceneToTell(), {
      signal: new AbortController().signal,
      onSentence: (_, text) => sentences.push(text),
    });
    expect(heard).toBeGreaterThan(0);
  });

  it("[NA345] reads a paragraph's prompt on from the one before, and a scene's from the one before that", async () => {
    const host = createScriptedHost(sound);
    await tell(host);
    await tell(host, sceneToTell([], { scene: 7, seed: "other" }));
    const [first, second] = host.writes;
    expect(new Set(host.writes.map(({ system }) => system)).size).toBe(1);
    expect(new Set(host.writes.map(({ sequence }) => sequence))).toEqual(new Set(["prose"]));
    const shared = first?.prompt.slice(0, first.prompt.lastIndexOf("\n\n")) ?? "-";
    expect(second?.prompt.startsWith(shared)).toBe(true);
  });
});

describe("a model that writes badly", () => {
  it("[NA350] is asked once more with the reason, about something else", async () => {
    const host = createScriptedHost((request, index) =>
      index % 2 === 0 ? "You decide to go home." : sound(request, index),
    );
    const { narration } = await tell(host);
    expect(narration.paragraphs.model).toBeGreaterThan(0);
    expect(narration.attempts[0]).toMatchObject({
      attempt: 1,
      told: 0,
      cut: [{ check: "player", sentence: "You decide to go home." }],
    });
    expect(narration.attempts[1]).toMatchObject({ attempt: 2, told: 1 });
    expect(host.writes[1]?.prompt).toMatch(/Do not write what “you” think/);
    expect(host.writes[1]?.seed).not.toBe(host.writes[0]?.seed);
  });

  it("[NA350] is replaced by the storybook after the second time, to the letter", async () => {
    const scene = sceneToTell();
    const { draft, narrator, narration } = await tell(always("You decide to go home."), scene);
    expect(draft.paragraphs).toEqual(scene.draft.paragraphs);
    expect(draft.sentences).toEqual(scene.draft.sentences);
    expect(narrator).toBe("storybook");
    expect(narration.paragraphs.model).toBe(0);
    expect(narration.attempts.every(({ attempt }) => attempt <= 2)).toBe(true);
  });

  it("[NA350] loses the sentence that fails, and what leans on it; what passes stands", async () => {
    const host = createScriptedHost((request, index) => `You decide to go home. It is far. ${sound(request, index)}`);
    const { draft, narration } = await tell(host);
    const text = draft.paragraphs.join(" ");
    expect(text).not.toMatch(/decide to go home|It is far/);
    expect(narration.attempts[0]).toMatchObject({
      told: 1,
      cut: [{ check: "player" }, { check: expect.stringMatching(/leans|subject/) }],
    });
  });

  it("[NA350] loses what leans on a sentence that was cut, also after one that stands", async () => {
    const host = createScriptedHost(
      (request, index) => `${sound(request, index)} You decide to go home. It is far off in the dark.`,
    );
    const { draft, narration } = await tell(host);
    expect(draft.paragraphs.join(" ")).not.toContain("It is far off");
    expect(narration.attempts[0]).toMatchObject({ told: 1, cut: [{ check: "player" }, { check: "leans" }] });
  });

  it.each(["**Salt** is on the floor.", "Die Waage hängt schief neben dem Ofen, ganz ohne Licht."])(
    "[NA350] is stopped at once at what nothing good comes after: %s",
    async (hopeless) => {
      const host = createScriptedHost((request, index) => `${hopeless} ${sound(request, index)}`);
      const { narration } = await tell(host);
      expect(narration.attempts[0]).toMatchObject({ told: 0, cut: [{ sentence: hopeless }] });
    },
  );

  it("[NA350] is stopped after three that fail", async () => {
    const host = createScriptedHost(
      (request, index) => `${"You decide to go home. ".repeat(3)} ${sound(request, index)}`,
    );
    const { narrator, narration } = await tell(host);
    expect(narrator).toBe("storybook");
    expect(narration.attempts[0]?.cut).toHaveLength(3);
  });

  it("[NA350] a sentence about something else than was asked for is no beginning", async () => {
    const { narration } = await tell(always("Rain falls on the far side of the yard wall."));
    expect(narration.attempts[0]?.cut[0]?.check).toBe("subject");
  });

  it.each([
    ["nothing", ""],
    ["noise", "\u0000\ufffd{}[]<|im_start|>"],
    ["an endless sentence", "and the salt ".repeat(10_000)],
    ["a page of dialogue", "“Yes,” I say. “No,” you say. ".repeat(50)],
  ])("[NA351] a whole scene comes of %s", async (_, text) => {
    const scene = sceneToTell();
    expect((await tell(always(text), scene)).draft.paragraphs).toEqual(scene.draft.paragraphs);
  });
});

it.each([
  ["after the prose", sound, true],
  ["not where there was none of it", () => "You decide to go home.", false],
] as const)("[NA353] choices are worded by the model %s", async (_, script, worded) => {
  const host = createScriptedHost(script);
  await tell(host, sceneToTell(), { choicesMs: 1000 });
  expect(host.writes.findIndex(({ schema }) => schema !== undefined)).toBe(worded ? host.writes.length - 1 : -1);
});

describe("a model that fails", () => {
  it.each(["host_failed", "bad_request", "no_runtime"] as const)(
    "[NA351] by %s leaves a whole scene, and is not asked again in it",
    async (code) => {
      const scene = sceneToTell();
      const host = always({ error: new ModelError(code, "It does not run.") });
      const { draft, narrator, narration } = await tell(host, scene);
      expect(draft.paragraphs).toEqual(scene.draft.paragraphs);
      expect(narrator).toBe("storybook");
      expect(host.writes).toHaveLength(1);
      expect(narration.attempts[0]?.error).toBe(code);
    },
  );

  it("[NA351] half-way leaves what had passed", async () => {
    const host = createScriptedHost((request, index) => ({
      text: `${sound(request, index)} And then`,
      error: new ModelError("host_failed", "It was killed."),
    }));
    const { draft, narrator } = await tell(host);
    expect(narrator).toBe("mixed");
    expect(draft.sentences.filter(({ by }) => by === "model")).toHaveLength(1);
    expect(draft.paragraphs.join(" ")).not.toContain("And then");
  });

  it("[NA351] for good is not asked in later scenes, and says why", async () => {
    const host = always({ error: new ModelError("host_gave_up", "The model stopped working.") });
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE });
    const telling = { signal: new AbortController().signal, onSentence() {} };
    expect(narrator.gaveUp).toBeNull();
    await narrator.tell(sceneToTell(), telling);
    await narrator.tell(sceneToTell(), telling);
    expect(host.writes).toHaveLength(1);
    expect(narrator.gaveUp?.message).toBe("The model stopped working.");
  });

  it("[NA352] too late leaves the rest to the storybook, by the clock that it was given", async () => {
    let time = 0;
    const host = createScriptedHost(() => {
      time += 10_000;
      return { error: new ModelError("timeout", "It took too long.") };
    });
    const scene = sceneToTell();
    const { draft, narration } = await tell(host, scene, { budgetMs: 5000, now: () => time });
    expect(draft.paragraphs).toEqual(scene.draft.paragraphs);
    expect(host.writes).toHaveLength(1);
    expect(narration.attempts.map(({ error }) => error)).toContain("no_time");
  });

  it("[NA352] gets only the time that there is, and leaves some for later paragraphs", async () => {
    const host = createScriptedHost(sound);
    await tell(host, sceneToTell(), { budgetMs: 10_000, now: () => 0 });
    const times = host.writes.map(({ timeoutMs = 0 }) => timeoutMs);
    expect(times.length).toBeGreaterThan(1);
    expect(times[0]).toBeLessThan(7_000);
    expect(times.at(-1)).toBe(10_000);
  });

  it("[NA352] a turn that is stopped stops it at once", async () => {
    const stop = new AbortController();
    const host = always({ text: "Salt.", waitFor: new Promise(() => {}) });
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE });
    const telling = narrator.tell(sceneToTell(), {
      signal: stop.signal,
      onSentence: () => stop.abort(new Error("stopped")),
    });
    await expect(telling).rejects.toThrow("stopped");
  });
});

describe("a small model", () => {
  const small = (script: Parameters<typeof createScriptedHost>[0]): ScriptedHost =>
    createScriptedHost(script, { modelPath: import.meta.filename });

  it("[NA356] is asked for one thing in one sentence, after examples and with the first words given", async () => {
    const host = small(() => " worn.");
    const { draft, narrator } = await tell(host, sceneToTell(), { choicesMs: 1000 });
    for (const { prompt, responsePrefix = "", examples = [], schema, pieces = [] } of host.writes) {
      expect(prompt.split(" ").length).toBeLessThan(6);
      expect(responsePrefix).toMatch(/ (?:is|are|of)$/);
      expect(examples.length).toBeGreaterThan(4);
      expect(schema).toBeUndefined();
      for (const list of pieces) expect(list).not.toHaveLength(0);
      expect(pieces.at(-1)).toEqual(["."]);
    }
    const own = draft.sentences.filter(({ by }) => by === "model");
    expect(narrator).toBe("model");
    for (const { text } of own) expect(text).toMatch(/^\p{Lu}.+ worn\.$/u);
  });

  it("[NA344] is not asked for what the last three scenes have shown, while there is anything else", async () => {
    const props = (story.places.get("weigh-house")?.props ?? [])
      .filter(({ use }) => use !== "area")
      .map(({ np }) => np.replace(/^(?:an?|the) /, ""));
    const shownIn = async (past: string[][], seed?: string): Promise<string> => {
      const host = small(() => " dark, and somebody comes in.");
      const scene = sceneToTell([], seed === undefined ? {} : { seed });
      await tell(host, { ...scene, past: { ...scene.past, scenes: past } });
      return host.writes.map(({ prompt }) => prompt.toLowerCase()).join("\n");
    };
    const [first = "", ...others] = props;
    expect(others.length).toBeGreaterThan(0);
    const all = props.map((np) => `Here is the ${np}.`);
    for (const np of others) expect(await shownIn([all.filter((one) => !one.includes(first))])).not.toContain(np);
    expect((await shownIn([["Orsolya’s hands are dry."]])).split("\n")[0]).toMatch(/^orsolya’s (?!hands)/);
    expect((await shownIn([["Orsolya’s face is calm."], ["Orsolya’s apron hangs."]])).split("\n")[0]).toBe(
      "orsolya’s hands",
    );
    const seeds = ["1", "2", "3", "4", "5", "6"];
    const past = [all.slice(1), ["Rain."], ["Rain."], ["Rain."]];
    const longAgo = (await Promise.all(seeds.map((seed) => shownIn(past, seed)))).join("\n");
    expect(others.some((np) => longAgo.includes(np))).toBe(true);
  });

  it("[NA356] whose sentence is cut is asked for something else, four times, and then no more", async () => {
    const host = small(() => " dark, and somebody comes in.");
    const scene = sceneToTell();
    const { draft, narration } = await tell(host, scene);
    expect(draft.paragraphs).toEqual(scene.draft.paragraphs);
    const first = narration.attempts.filter(({ paragraph }) => paragraph === narration.attempts[0]?.paragraph);
    expect(first.flatMap(({ cut }) => cut.map(({ check }) => check))).toEqual(Array(4).fill("outcome"));
    expect(new Set(host.writes.slice(0, 4).map(({ prompt }) => prompt)).size).toBeGreaterThan(2);
  });
});

describe("while the player reads", () => {
  const { signal } = new AbortController();
  const { state, past, style } = sceneToTell();

  it("[NA294] what the next prompt begins with is read, and what changes is not", async () => {
    const host = createScriptedHost(sound);
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    await narrator.readAhead({ scene: 4, state, past, style }, { signal });
    await narrator.tell(sceneToTell(), { signal, onSentence: () => {} });
    const [read] = host.preloads;
    expect(read).toMatchObject({ sequence: "prose", system: host.writes[0]?.system });
    expect(read?.prompt).not.toBe("");
    expect(host.writes[0]?.prompt.startsWith(read?.prompt ?? "none")).toBe(true);
  });

  it("[NA294] a model that cannot is left alone", async () => {
    const host = always({ error: new ModelError("no_model", "There is none.") });
    const narrator = createModelNarrator({ host, story, source: WEIGHBRIDGE, choicesMs: 0 });
    await narrator.tell(sceneToTell(), { signal, onSentence: () => {} });
    await narrator.readAhead({ scene: 4, state, past, style }, { signal });
    expect(host.preloads).toEqual([]);
  });
});
