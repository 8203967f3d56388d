import type { SceneWishes, StoryMemory, StoryPast } from "@narratoria/protocol/story";
import { describe, expect, it } from "vitest";
import { NO_PAST, type SceneToTell } from "../src/index.js";
import { budgetRecall } from "../src/prose/recall-budget.js";
import { readSource } from "@narratoria/campaign/testing";
import { promptFor, scenePrompt } from "../src/prose/scene-prompt.js";
import { estimateTokens } from "../src/prose/tokens.js";
import { state } from "./support/briefs.js";
import { story, WEIGHBRIDGE } from "./support/fixture-story.js";
import { sceneToTell } from "./support/prose-scenes.js";

const source = { ...WEIGHBRIDGE, constraints: ["The scales are never wrong."], forbidden: ["wizard"] };

const prompt = (more: Partial<SceneToTell> = {}, contextTokens = 4096) =>
  scenePrompt({
    ...sceneToTell(),
    ...more,
    story: { ...story, laws: readSource(source).laws },
    source,
    contextTokens,
    scene: (more.brief ?? sceneToTell().brief).scene,
  });

const memory = (summary: string, more: Partial<StoryMemory> = {}): StoryMemory => ({
  summary,
  scene: 1,
  characters: [],
  location: "",
  significance: "low",
  tags: [],
  ...more,
});

describe("the prompt", () => {
  it("[NA344] holds what always holds, who is here and how they are, what was chosen and what came of it", () => {
    const { system, rest } = prompt({
      brief: { ...sceneToTell().brief, outcome: "fail", effects: [{ kind: "owe", npc: "orsolya" }] },
      state: state({ people: { orsolya: { place: "weigh-house", alive: true, feeling: -50 } } }),
    });
    expect(system).toContain("The scales are never wrong.");
    expect(system).toContain("There is no wizard.");
    for (const words of [
      "Weigh House",
      "Orsolya Brandt (call: Orsolya), Weigher",
      "Now cold to you.",
      "1. You ask Orsolya about the Salt Book. (The dice say: it did not work.)",
      "- no other outcome than this: it did not work.",
    ])
      expect(rest).toContain(words);
    expect(rest).not.toContain("Jonas");
  });

  it("[NA344] is another for each style, and the same for each scene of one", () => {
    expect(new Set((["terse", "vivid", "poetic"] as const).map((style) => prompt({ style }).system)).size).toBe(3);
    expect(prompt({ brief: { ...sceneToTell().brief, scene: 9 } }).system).toBe(prompt().system);
  });

  it.each([
    ["travel", "Write the scene of a journey: present tense"],
    ["dialogue", "Write the scene, a conversation: present tense"],
    ["danger", "Write the scene, in which something is at stake: present tense"],
    ["resolution", "Write the scene, which is a turning point: present tense"],
    ["quiet", "Write the scene, a quiet one: present tense"],
  ] as const)("[NA3390] asks for a %s scene as one", (sceneType, words) => {
    const { rest, system } = prompt({ brief: { ...sceneToTell().brief, sceneType } });
    expect(rest).toContain(words);
    expect(system).toBe(prompt().system);
  });

  it("[NA3342] says what is wished of the scene, of whoever is there alone", () => {
    const wished = (wanted: SceneWishes) => prompt({ brief: { ...sceneToTell().brief, wanted } }).rest;
    expect(wished({ acts: "orsolya", tension: "higher" })).toMatch(
      /# WANTED\nOrsolya does some small thing of their own[^]*\nTenser than the last scene[^]*\n# END ON/,
    );
    expect(wished({ tension: "lower" })).toContain("# WANTED\nCalmer than the last scene");
    expect(wished({ acts: "jonas" })).not.toContain("# WANTED");
    expect(prompt().rest).not.toContain("# WANTED");
  });

  it("[NA347] holds of what somebody knows only what has been told or is told now", () => {
    const [known] = story.topics.get("salt-book")?.facts.flatMap((id) => story.facts.get(id) ?? []) ?? [];
    const text = known?.text.replace(/\.$/, "") ?? "none";
    expect(promptFor(prompt())).not.toContain(text);
    const effects = [{ kind: "learn", fact: known?.id ?? "", from: "orsolya", whole: true, how: "told" }] as const;
    expect(promptFor(prompt(sceneToTell(effects)))).toContain(text);
  });

  it("[NA347] holds no law that says what an ending is still to reveal", () => {
    const laws = readSource({
      ...WEIGHBRIDGE,
      constraints: ["Old Brandt drowned the ledger. No scene shows it."],
    }).laws;
    const made = (paragraph: string): string => {
      const endings = new Map([["e", { id: "e", title: "E", paragraphs: [paragraph], epilogue: [] }]]);
      const matter = { ...sceneToTell(), source: WEIGHBRIDGE, contextTokens: 4096, scene: 6 };
      return scenePrompt({ ...matter, story: { ...story, laws, endings } }).system;
    };
    expect(made("The rain stops.")).toContain("drowned the ledger");
    expect(made("It is old Brandt himself who drowned the ledger, on purpose.")).not.toContain("drowned the ledger");
  });

  it("[NA3220] holds no law that tells what somebody did, and of others the part that holds", () => {
    const told = {
      ...WEIGHBRIDGE,
      constraints: ["Jonas was at the scale. Nobody else was in the room.", "Orsolya is never late."],
    };
    const { system } = scenePrompt({
      ...sceneToTell(),
      story: { ...story, laws: readSource(told).laws },
      source: told,
      contextTokens: 4096,
      scene: 3,
    });
    expect(system).toContain("Orsolya is never late.");
    expect(system).not.toMatch(/at the scale|in the room/);
  });

  it("[NA3221] says what the author has at the place, for use, where nothing else of the prompt says so", () => {
    const place = story.places.get("weigh-house");
    const looks = [...(place?.sentences ?? [])];
    expect(looks.length).toBeGreaterThan(0);
    const { rest } = prompt();
    const line = /What is there, to be used and not to be told as such: (.*)/.exec(rest)?.[1] ?? "";
    expect(looks.some((text) => line.includes(text))).toBe(true);
    const [first = ""] = looks.filter((text) => line.includes(text));
    const { draft } = sceneToTell();
    const told = prompt({
      draft: {
        ...draft,
        paragraphs: [first],
        sentences: [{ text: first, paragraph: 0, key: "ground", sources: [] }],
      },
    });
    expect(told.rest.split(first)).toHaveLength(2);
  });

  it("[NA3226] leaves room for whoever does something in a step and has no card", () => {
    const { rest, system } = prompt({ state: state({ people: {} }), brief: { ...sceneToTell().brief, cast: [] } });
    expect(rest).toContain("# HERE (nobody else but whom a step has)");
    expect(rest).toContain("only people under HERE or in a step");
    expect(system).toContain("Only people under HERE, and whoever does something in a step");
  });

  it("[NA3223] tells a memory of a beat without its title and without what was to be decided then", () => {
    const summary = "“A Short Title” happened. The beam dips twice. You were left to decide: weigh it, or leave it.";
    const { rest } = prompt({ brief: { ...sceneToTell().brief, recalled: [memory(summary, { tags: ["pinned"] })] } });
    expect(rest).toContain("The beam dips twice.");
    expect(rest).not.toMatch(/A Short Title|left to decide/);
  });

  it("[NA701] lets lore be worded anew, and has an author's line kept word for word", () => {
    const given = sceneToTell();
    const said = (text: string, more: object = {}) => ({ text, paragraph: 1, sources: [], npc: "orsolya", ...more });
    const sentences = [
      said("You ask Orsolya about the Salt Book.", { paragraph: 0, key: "deed ask success" }),
      said("“Salt has no friends,” says Orsolya.", { key: "beat line" }),
      said("“And it keeps everything.”", { key: "beat line" }),
      said("“The book is old,” she says.", { key: "gain told" }),
    ];
    const draft = { ...given.draft, paragraphs: ["a", "b"], sentences };
    const { rest, steps } = prompt({ draft });
    expect(steps).toHaveLength(2 + 1);
    expect(rest).toContain("2. Orsolya says (word for word, below)");
    expect(rest).toContain(
      "# WORD FOR WORD (each once, unchanged)\nOrsolya: “Salt has no friends. And it keeps everything.”",
    );
    expect(rest).toContain("3. Orsolya says, in words of their own: The book is old.");
  });

  it("[NA702] shows how somebody speaks by a line that no scene waits for", () => {
    const { rest } = prompt();
    expect(rest).toContain(
      "Sample of the voice, not to be used: “A pound is a pound, until somebody needs it to be more.”",
    );
    const refused = prompt(sceneToTell([{ kind: "refuse", npc: "orsolya", topic: "salt-book" }])).rest;
    expect(refused).toContain("Will not speak about the Salt Book.");
    expect(refused).toContain("- no answer to what is refused");
  });

  it("[NA703] [NA704] forbids without an answer, and asks for a length by what happens", () => {
    const { rest, mostWords } = prompt();
    expect(rest).toContain("- nobody says more about the Salt Book than the steps do");
    expect(rest).toMatch(/present tense, “you”, \d+ to \d+ words/);
    expect(mostWords).toBeLessThanOrEqual(140);
  });

  it("[NA345] ends with what changes: the story so far, the scene, then what has been told of it and what to mind", () => {
    const made = prompt({ past: { ...NO_PAST, scenes: [["It rained."]] } });
    expect(promptFor(made, { told: "One.", reasons: ["Do not."] })).toMatch(
      new RegExp("^# SO FAR[^]*It rained\\.\n\n# WHERE AND WHEN[^]*# NOW[^]*# BEGUN[^]*One\\.\n\n# MIND\n- Do not\\.$"),
    );
  });

  it.each([2048, 4096, 8192])(
    "[NA346] keeps within its share of %i tokens however much there is to say",
    (contextTokens) => {
      const scenes = Array.from({ length: 30 }, (_, at) => [
        `Scene ${at} was long. ${"It rained on the carts and on the salt. ".repeat(20)}`,
      ]);
      const lines = Array.from({ length: 120 }, (_, scene) => ({
        scene,
        text: `In scene ${scene} you weighed a cart.`,
      }));
      const past: StoryPast = {
        chapters: Array.from({ length: 25 }, (_, at) => ({
          from: at * 4,
          to: at * 4 + 3,
          lines: lines.slice(at * 4, at * 4 + 4),
        })),
        recent: lines.slice(100),
        people: lines.map(({ scene }) => ({ id: `p${scene}`, name: `Person ${scene}`, met: scene })),
        threads: lines.map(({ scene }) => ({
          id: `t${scene}`,
          text: `what you promised in scene ${scene}`,
          opened: scene,
        })),
        facts: [...story.facts.values()].map(({ id, text }) => ({ id, text, scene: 1 })),
        leftOut: { lines: 0, facts: 0 },
      };
      const recalled = Array.from({ length: 200 }, (_, at) =>
        memory(`Cart ${at} was weighed twice and found light both times.`, { scene: -at }),
      );
      const made = prompt(
        { past: { scenes, story: past }, brief: { ...sceneToTell().brief, recalled } },
        contextTokens,
      );
      expect(estimateTokens(made.system + promptFor(made))).toBeLessThan(contextTokens * 0.34 + 2_000);
      expect(made.recall.leftOut.length).toBeGreaterThan(100);
    },
  );
});

describe("the story so far", () => {
  const line = (scene: number, text = `In scene ${scene} you weighed cart ${scene}.`) => ({ scene, text });
  const [atTable] = [...story.facts.values()].filter(({ names }) => names.includes("npc:orsolya"));
  const [elsewhere] = [...story.facts.values()].filter(
    ({ names }) => !names.includes("npc:orsolya") && !names.includes("place:weigh-house"),
  );
  const past: StoryPast = {
    chapters: [
      { from: 0, to: 3, lines: [line(1, "You came to the weighbridge by the last cart.")] },
      { from: 4, to: 7, lines: [line(4), line(6)] },
    ],
    recent: [8, 9, 10, 11].map((scene) => line(scene)),
    people: ["Orsolya", "Jonas Reeve"].map((name, met) => ({ id: name.toLowerCase(), name, met })),
    threads: [{ id: "debt", text: "the favour that you owe Jonas", opened: 5 }],
    facts: [atTable, elsewhere].flatMap((fact) => (fact ? [{ id: fact.id, text: fact.text, scene: 2 }] : [])),
    leftOut: { lines: 0, facts: 0 },
  };
  const scenes = [10, 11].map((scene) => [`The whole of scene ${scene} was short.`]);
  const at = (scene: number, more: Partial<SceneToTell> = {}) =>
    prompt({ past: { scenes, story: past }, brief: { ...sceneToTell().brief, scene }, ...more });

  it("[NA357] is in the prompt: what happened long ago, whom the player has met, what is open, what bears on who is here", () => {
    const { stable, rest } = at(12);
    const whole = `${stable}\n${rest}`;
    for (const words of [
      "You came to the weighbridge by the last cart.",
      "In scene 6 you weighed",
      "In scene 9 you weighed",
      "The whole of scene 11 was short.",
      "You have met Orsolya, Jonas Reeve.",
      "Not settled: the favour that you owe Jonas.",
      atTable?.text ?? "none",
    ])
      expect(whole).toContain(words);
    expect(stable).not.toContain(elsewhere?.text ?? "-");
    expect(stable.indexOf("last cart")).toBeLessThan(stable.indexOf("In scene 9"));
  });

  it("[NA345] only adds from one scene to the next, wherever the next is", () => {
    const until = (last: number): SceneToTell["past"] => ({
      scenes: [10, 11].filter((scene) => scene <= last).map((scene) => [`The whole of scene ${scene} was short.`]),
      story: { ...past, recent: past.recent.filter(({ scene }) => scene <= last) },
    });
    const { stable: before } = at(11, { past: until(10) });
    const { stable: after } = at(12, { past: until(11), state: state({ place: "long-yard" }) });
    const differs = [...after].findIndex((letter, n) => letter !== before[n]);
    expect(after.slice(0, differs)).toContain("The whole of scene 10 was short.");
  });

  it("[NA357] tells a scene whole or by its line, and nothing twice", () => {
    const known = atTable?.text ?? "none";
    const again = at(12, { past: { scenes: [["It rained."], [`So it is: ${known}`]], story: past } }).stable;
    expect(again).toContain(`So it is: ${known}`);
    expect(again).not.toContain("You know:");
    const { stable, recall } = at(12, {
      brief: { ...sceneToTell().brief, scene: 12, recalled: [memory("In scene 6 you weighed cart 6.", { scene: 6 })] },
    });
    expect(stable).not.toContain("In scene 11 you weighed");
    expect(stable).not.toContain("In scene 10 you weighed");
    expect(at(13).stable).toContain("In scene 10 you weighed");
    expect(stable.match(/In scene 6 you weighed/g)).toHaveLength(1);
    expect(recall.leftOut).toEqual([{ summary: "In scene 6 you weighed cart 6.", why: "told_lately" }]);
  });

  it("[NA357] where there is little room a line of each chapter stays, and of the last scenes the latest", () => {
    const long = (scene: number) => line(scene, `In scene ${scene} ${"you weighed a cart and ".repeat(4)}went on.`);
    const crowded: StoryPast = {
      ...past,
      chapters: [0, 4, 8, 12].map((from) => ({ from, to: from + 3, lines: [long(from), long(from + 1)] })),
      recent: Array.from({ length: 12 }, (_, n) => long(16 + n)),
    };
    const { stable } = prompt(
      { past: { scenes: [], story: crowded }, brief: { ...sceneToTell().brief, scene: 28 } },
      2300,
    );
    for (const scene of [0, 4, 8, 12, 27]) expect(stable).toContain(`In scene ${scene} `);
    expect(stable).not.toContain("In scene 1 ");
    const short: StoryPast = { ...past, recent: Array.from({ length: 40 }, (_, n) => line(60 + n)) };
    const firstOf = (scene: number): string | undefined => {
      const made = prompt({ past: { scenes: [], story: short }, brief: { ...sceneToTell().brief, scene } }, 2300);
      return /In scene ([6-9]\d) /.exec(made.stable)?.[1];
    };
    // From a scene on that stays the first for a while.
    expect([97, 98, 99].map((scene) => Number(firstOf(scene)) % 4)).toEqual([0, 0, 0]);
  });

  it("[NA357] gives the last scenes the room of the chapters while there are none", () => {
    const recent = Array.from({ length: 12 }, (_, n) => line(16 + n, `In scene ${16 + n} ${"you did ".repeat(9)}it.`));
    const told = (chapters: StoryPast["chapters"]): number => {
      const story: StoryPast = { ...past, chapters, recent };
      const brief = { ...sceneToTell().brief, scene: 28 };
      return prompt({ past: { scenes: [], story }, brief }, 2300).stable.match(/In scene \d+ /g)?.length ?? 0;
    };
    expect(told([])).toBeGreaterThan(told([{ from: 0, to: 15, lines: [line(0, "You came.")] }]));
  });
});

describe("what was recalled", () => {
  const { brief } = sceneToTell();

  it("[NA346] goes in pinned first, then by what the choice is about, then by relevance; the rest is named with the reason", () => {
    const recalled = [
      memory("A gull stole the bread.", { relevance: 0.9 }),
      memory("Orsolya wrote in the Salt Book.", { relevance: 0.2 }),
      memory("The key is under the stone.", { tags: ["pinned"], relevance: 0.1 }),
      memory("The pump ran dry.", { relevance: 0.8, scene: 5 }),
    ];
    const cost = estimateTokens("Orsolya wrote in the Salt Book.") + estimateTokens("The key is under the stone.");
    expect(budgetRecall({ ...brief, recalled }, story, cost, ({ scene }) => scene >= 4)).toEqual({
      kept: ["The key is under the stone.", "Orsolya wrote in the Salt Book."],
      leftOut: [
        { summary: "A gull stole the bread.", why: "no_room" },
        { summary: "The pump ran dry.", why: "told_lately" },
      ],
    });
  });
});
