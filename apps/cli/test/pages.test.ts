// Pages over the play screen and earlier scenes in its scroll, on a story whose past is given.
import type {
  Memory,
  Road,
  SceneEvent,
  StoryAsset,
  StoryHistory,
  StoryMemories,
  StoryTree,
  TreeTurn,
} from "@narratoria/engine";
import type { JsonObject } from "@narratoria/protocol";
import { describe, expect, it, vi } from "vitest";
import { layoutScreen } from "../src/screen/layout.js";
import { drawList } from "../src/screen/list-page.js";
import { styleFor } from "../src/screen/marks.js";
import { promisesOf, rolledWords } from "../src/screen/pages/ending-pages.js";
import type { Beside } from "../src/screen/pages/page.js";
import { stateRows } from "../src/screen/pages/state-page.js";
import { createScreenPlayer, type Key, type ScreenPlayer } from "../src/screen/player.js";
import { afterEvent, initialScreen, startTurn } from "../src/screen/state.js";
import { BRANCHES, type FakeStory, fakeStory, ferryScene, numbered } from "./fake-story.js";

/** A busy machine is slow, and nothing is wrong with it. */
const PATIENT = { timeout: 20_000 };

const STYLE = styleFor({ LANG: "C.UTF-8" }, "linux");
const SIZE = { columns: 80, rows: 24 };

const turn = (scene: number, changes: Partial<TreeTurn> = {}): TreeTurn => ({
  id: `turn-${scene}`,
  parentId: scene === 0 ? null : `turn-${scene - 1}`,
  scene,
  branchId: "main",
  firstLine: `Scene ${scene} is told.`,
  ended: false,
  choice: null,
  outcome: null,
  purpose: null,
  createdAt: 0,
  onTheWay: true,
  current: false,
  ...changes,
});

interface Past {
  readonly scenes?: readonly SceneEvent[];
  readonly states?: readonly JsonObject[];
  readonly turns?: readonly TreeTurn[];
  readonly memories?: readonly Memory[];
  readonly exported?: string[];
  readonly assets?: readonly StoryAsset[];
}

function besideOf({ scenes = [], states = [], turns = [], memories = [], exported = [], assets = [] }: Past): Beside {
  let kept = [...memories];
  let settings = { lang: "auto", narrator: "auto", screen: "drawn", colour: "auto", measure: 66 } as const;
  const history: StoryHistory = {
    scenes: async ({ from = 0, to = 1000 } = {}) => scenes.filter(({ scene }) => scene >= from && scene <= to),
    scene: async () => ferryScene(),
    tree: async (): Promise<StoryTree> => {
      const turnId = turns.at(-1)?.id ?? "";
      return { turns, branches: BRANCHES.map((one) => ({ ...one, tip: { ...one.tip, turnId } })) };
    },
    state: async (at) => states[Number(at)] ?? {},
    values: async () => [{ turnId: "turn-3", scene: 3, value: 4, toolId: "dice" }],
    roads: async (): Promise<Road[]> =>
      ferryScene().choices.map((choice, at) => ({
        choice,
        taken: at === 0 ? ["turn-1"] : at === 1 ? ["elsewhere"] : [],
        onTheWay: at === 0,
      })),
    compare: async () => ({ parting: null, left: [], right: [], state: {} }),
    trace: async () => null,
    bookmark: async () => null,
    changes: async () => [],
    known: async () => ({ people: [], places: [] }),
    memory: async () => ({ knownBy: [], usedIn: [] }),
  };
  const remembered: StoryMemories = {
    list: async () => kept,
    search: async (query) => kept.filter(({ summary }) => summary.includes(query)),
    async pin(id, pinned = true) {
      kept = kept.map((one) => (one.id === id ? { ...one, pinned } : one));
      return kept[0] as Memory;
    },
    async edit(id, summary) {
      kept = kept.map((one) => (one.id === id ? { ...one, summary } : one));
      return kept[0] as Memory;
    },
    async forget(id) {
      kept = kept.filter((one) => one.id !== id);
      return true;
    },
  };
  return {
    history: async () => history,
    memories: async () => remembered,
    assets: async () => assets,
    exportTo: async (file) => void exported.push(file),
    settings: async () => settings,
    async set(key, value) {
      settings = { ...settings, [key]: value };
      return settings;
    },
  };
}

const letter = (text: string): Key => ({ kind: "letter", letter: text });

interface Drawn {
  readonly player: ScreenPlayer;
  readonly story: FakeStory;
  /** What is drawn now, without the blanks at the ends of lines. */
  lines(): string[];
  press(...keys: readonly Key[]): void;
  type(text: string): void;
  /** Waits until something is drawn. */
  until(text: string): Promise<void>;
}

async function drawn(scenes: readonly SceneEvent[], past: Past, size = SIZE): Promise<Drawn> {
  const story = fakeStory(scenes, { branches: BRANCHES });
  const player = createScreenPlayer(story, { guardMs: 0, beside: besideOf(past) });
  const lines = (): string[] => {
    const layout = layoutScreen(player.state, size, STYLE);
    player.drawn(layout);
    expect(layout.lines).toHaveLength(size.rows);
    return layout.lines.map((line) =>
      line
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    );
  };
  player.begin();
  await vi.waitFor(() => expect(player.state).toMatchObject({ running: null, scene: {} }), PATIENT);
  lines();
  const press = (...keys: readonly Key[]): void => {
    for (const key of keys) {
      player.key(key);
      lines();
    }
  };
  return {
    player,
    story,
    lines,
    press,
    type: (text) => press(...[...text].map(letter)),
    until: (text) => vi.waitFor(() => expect(lines().join("\n")).toContain(text), PATIENT),
  };
}

describe("earlier scenes", () => {
  const LONG = Array.from({ length: 6 }, (_, at) => `Paragraph ${at} of a scene that fills more than a screen.`);
  const scenes = Array.from({ length: 30 }, (_, scene) =>
    numbered(scene, { paragraphs: [`Told in ${scene}.`, ...LONG] }),
  );

  it("[CL733] stand above in the same scroll, with a heading each, and are read when they are asked for", async () => {
    const { lines, press, until, player } = await drawn([scenes[29] as SceneEvent], { scenes });
    expect(lines().join("\n")).toContain("▲ PgUp scene 28");
    press({ kind: "page-up" });
    await until("Paragraph 5 of a scene");
    expect(lines()[0]).toMatch(/scene 28$/);
    expect(player.state.earlier).toHaveLength(20);
    for (let at = 0; at < 60; at++) press({ kind: "page-up" });
    await vi.waitFor(() => expect(player.state.earlier).toHaveLength(29), PATIENT);
    for (let at = 0; at < 80; at++) press({ kind: "page-up" });
    await until("Told in 0.");
    expect(lines()[0]).toMatch(/the opening$/);
    expect(lines().join("\n")).not.toContain("▲");
    press({ kind: "home" });
    expect(lines()[0]).toMatch(/scene 29$/);
  });

  it("[CL733] are gone to one by one with [ and ], and choices stay", async () => {
    const { lines, press, until } = await drawn([scenes[5] as SceneEvent], { scenes });
    press(letter("["));
    await until("Told in 4.");
    press(letter("["), letter("["));
    expect(lines().join("\n")).toContain("Told in 2.");
    expect(lines().join("\n")).toContain("1  Ask Odo to row you");
    press(letter("]"));
    expect(lines().join("\n")).toContain("Told in 3.");
  });

  it("[CL733] include the scene that was just left, without a word to the engine", async () => {
    const { lines, press, until } = await drawn([scenes[3] as SceneEvent, scenes[4] as SceneEvent], {});
    press(letter("1"));
    await until("Told in 4.");
    press({ kind: "page-up" }, { kind: "page-up" }, { kind: "page-up" });
    expect(lines().join("\n")).toContain("Told in 3.");
  });
});

describe("text in sight", () => {
  const paragraphs = Array.from(
    { length: 4 },
    (_, at) => `Paragraph ${at}, ${"and so on and on ".repeat(5)}to its end.`,
  );
  const long = "Ask him, once more and in front of everybody, what he meant by that word about the weir last winter.";
  const choices = ferryScene().choices.map((choice) => ({ ...choice, text: long }));

  it("[CL732] stays in sight when the choices come, also where these need more room than those before", () => {
    let state = startTurn(afterEvent(initialScreen("The Salt Clock"), numbered(1)), 1);
    for (const [paragraph, delta] of paragraphs.entries()) {
      state = afterEvent(state, { type: "prose", attempt: 1, paragraph, delta });
    }
    const words = (shown: typeof state): string[] =>
      layoutScreen(shown, SIZE, STYLE)
        .lines.map((line) =>
          line
            .map(({ text }) => text)
            .join("")
            .trim(),
        )
        .filter((line) => /and so on|^Paragraph|to its end/.test(line));
    const before = words(state);
    const { page } = layoutScreen(state, SIZE, STYLE);
    const scene = afterEvent(state, numbered(2, { paragraphs, choices }));
    expect(words(scene).length).toBeLessThan(before.length);
    expect(words({ ...scene, sight: page + 1 }).slice(0, before.length)).toEqual(before);
  });

  it("[CL732] and what was scrolled to stays where it is", () => {
    let state = startTurn(afterEvent(initialScreen("The Salt Clock"), numbered(1)), 1);
    state = afterEvent(state, { type: "prose", attempt: 1, paragraph: 0, delta: "One. ".repeat(300) });
    const scene = afterEvent({ ...state, scroll: 4 }, numbered(2, { paragraphs: ["One. ".repeat(300)] }));
    expect(scene.scroll).toBe(4);
  });
});

describe("memories in play", () => {
  const memory = (id: string, scene: number, summary: string): Memory => ({
    id,
    summary,
    scene,
    characters: [],
    location: null,
    pinned: false,
  });
  const memories = [memory("a", 2, "Odo rowed you home."), memory("b", 12, "You let Marta go at the weir.")];

  it("[CL734] m lists them, the newest first, with the scene of the marked one", async () => {
    const { lines, press, until } = await drawn([numbered(14)], { memories });
    press(letter("m"));
    await until("You let Marta go");
    expect(lines().findIndex((line) => line.includes("Marta"))).toBeLessThan(
      lines().findIndex((line) => line.includes("Odo rowed")),
    );
    expect(lines().join("\n")).toContain("Scene 12");
    press(letter("m"));
    expect(lines().join("\n")).toContain("What do you do?");
  });

  it("[CL734] one is searched, pinned, put into other words, and forgotten once that is confirmed", async () => {
    const { lines, press, type, until, story } = await drawn([numbered(14)], { memories });
    press(letter("m"));
    await until("You let Marta go");
    type("/Odo");
    press({ kind: "enter" });
    await until("Memories of “Odo”");
    expect(lines().join("\n")).not.toContain("You let Marta go");
    press(letter("p"));
    await until("Odo rowed you home. (pinned)");
    press(letter("e"), { kind: "erase" });
    type(" at night.");
    press({ kind: "enter" });
    await until("Odo rowed you home at night.");
    press(letter("f"), { kind: "enter" });
    await until("Odo rowed");
    press(letter("f"));
    type("yes");
    press({ kind: "enter" });
    await until("Nothing close to “Odo”.");
    expect(story.asked).toEqual(["begin"]);
  });
});

it("[CL735] s shows the state as a tree: what the last turn changed is open and marked, and how a value came to be", async () => {
  const [before, now] = [
    { people: { odo: { trust: 3 } }, tide: "low", lost: 1 },
    { people: { odo: { trust: 4 } }, tide: "low", bell: true },
  ];
  expect(stateRows(now, before, () => true).map(({ path, change }) => [path.join("."), change])).toEqual([
    ["bell", "added"],
    ["lost", "removed"],
    ["people", "changed"],
    ["people.odo", "changed"],
    ["people.odo.trust", "changed"],
    ["tide", null],
  ]);
  const { lines, press, until, player, story } = await drawn([numbered(14)], { states: Array(14).fill(before) });
  Object.assign(story, { state: async () => now });
  press(letter("s"));
  await until("trust: 4");
  expect(lines().join("\n")).toMatch(/~ {2} {4}trust|~ .*trust: 4/);
  press({ kind: "end" }, { kind: "up" }, { kind: "enter" });
  await until("scene 3: 4, by dice");
  press({ kind: "escape" });
  expect(player.state.overlay).toBe("none");
});

it("[CL736] , shows the settings, and Enter changes the marked one", async () => {
  const { lines, press, until } = await drawn([numbered(1)], {});
  press(letter(","));
  await until("Line length   66");
  press({ kind: "enter" });
  await until("Line length   50");
  press({ kind: "down" }, { kind: "down" }, { kind: "enter" });
  await until("Screen        plain");
  expect(lines().at(-1)).toContain("That holds from the next start.");
});

describe("the tree of scenes", () => {
  const turns = [turn(0), turn(1, { outcome: "fail" }), turn(2, { purpose: "beat", current: true })];

  it("[CL737] s on the timeline shows the scenes of a branch, each with the roads it offered", async () => {
    const { lines, press, until } = await drawn([numbered(2)], { turns });
    press(letter("t"));
    await until("Timeline");
    press(letter("s"));
    await until("never taken");
    const page = lines().join("\n");
    expect(page).toContain("✗  Scene 1. Scene 1 is told.");
    expect(page).toContain("◆  Scene 2. Scene 2 is told.");
    expect(page).toContain("1  taken: Ask Odo to row you");
    expect(page).toContain("2  taken elsewhere: Show him the Warden’s seal");
  });

  it("[CL737] a road that was never taken is tried by its number: a branch that begins with its choice", async () => {
    const { press, until, story, player } = await drawn([numbered(2), numbered(3)], { turns });
    press(letter("t"));
    await until("Timeline");
    press(letter("s"));
    await until("never taken");
    press(letter("3"));
    await vi.waitFor(() => expect(player.state.running).toBeNull(), PATIENT);
    expect(story.asked).toEqual(["begin", "go to turn-2", "choose c3"]);
  });

  it("[CL737] one that was taken is gone to, and Enter goes to the scene", async () => {
    const { press, until, story, player } = await drawn([numbered(2), numbered(3)], { turns });
    for (const keys of [[letter("2")], [{ kind: "up" }, { kind: "enter" }]] as const) {
      press(letter("t"));
      await until("Timeline");
      press(letter("s"));
      await until("never taken");
      press(...keys);
      await vi.waitFor(() => expect(player.state).toMatchObject({ running: null, overlay: "none" }), PATIENT);
    }
    expect(story.asked).toEqual(["begin", "go to elsewhere", "go to turn-1"]);
  });
});

it("[CL24] [CL737] pages have an ASCII form where there is no UTF-8", () => {
  const rows = [..."◆○■✗·−"].map((label) => ({ label, text: "“Odo’s”", more: ["…"] }));
  const list = { title: "Memories of “Odo”", rows, marked: 0, hint: "Esc closes", field: { label: "File", text: "é" } };
  const { lines } = drawList(list, SIZE, styleFor({ LANG: "C" }, "linux"));
  expect(lines.map((line) => line.map(({ text }) => text).join("")).join("\n")).toMatch(/^[\x20-\x7e\n]*$/);
});

describe("keys that the window has as well", () => {
  const file = (changes: Partial<StoryAsset>): StoryAsset => ({
    id: "art/tower.png",
    kind: "image",
    mediaType: "image/png",
    path: "/campaigns/salt/art/tower.png",
    alt: "the tower",
    origin: "campaign",
    madeBy: null,
    people: [],
    scene: null,
    turnId: null,
    missing: false,
    showable: true,
    ...changes,
  });

  it("[CL831] g shows the pictures and sounds of the story, where each is from, and its file", async () => {
    const bell = file({
      id: "b",
      kind: "audio",
      alt: "a bell",
      origin: "skill",
      scene: 3,
      path: "/a/b.ogg",
      missing: true,
    });
    const { lines, press, until } = await drawn([ferryScene()], { assets: [file({}), bell] });
    press(letter("g"));
    await until("picture  The tower.");
    expect(lines().join("\n")).toMatch(/The campaign brings it\.\n▌ +\/campaigns\/salt\/art\/tower\.png/);
    press({ kind: "down" });
    expect(lines().join("\n")).toMatch(
      /sound +A bell\.\n▌ +A skill made it for scene 3\.\n▌ +The file is not here any more\./,
    );
    press(letter("g"));
    expect(lines().join("\n")).toContain("What do you do?");
  });

  it("[CL831] says so where there are none", async () => {
    const { press, until } = await drawn([ferryScene()], {});
    press(letter("g"));
    await until("No pictures or sounds yet. People you meet appear here.");
  });

  it("[CL830] l puts the story down for another", async () => {
    const { press, player } = await drawn([ferryScene()], {});
    press(letter("l"));
    expect(await player.end).toBe("library");
  });

  it.each([
    ["v", "reads nothing aloud"],
    ["z", "no bars to hide"],
    ["/", "m has a search"],
  ])("[CL832] %s says why it does nothing", async (key, why) => {
    const { lines, press, player } = await drawn([ferryScene()], {});
    const before = player.state.scene;
    press(letter(key));
    expect(lines().at(-1)).toContain(why);
    expect(player.state).toMatchObject({ overlay: "none", running: null, scene: before });
  });
});

describe("the end", () => {
  const over = numbered(3, { ended: true, choices: [], ending: "The Bell Tolls Noon" });
  const scenes = [numbered(0), ferryScene({ scene: 1 }), ferryScene({ scene: 2 }), over];

  it("[CL738] names what can be done then, and counts what was rolled and promised", async () => {
    const { lines, press, until } = await drawn([over], { scenes });
    await until("2 rolls: 2 worked; 1 promise.");
    const page = lines().join("\n");
    expect(page).toContain("The end. “The Bell Tolls Noon”, after 3 scenes.");
    expect(page).toContain("r  read it again      b  branch from a scene");
    expect(page).toContain("x  export it          Enter  what was rolled and promised");
    press({ kind: "enter" });
    await until("Win Odo over, charisma: 10. It works");
    expect(lines().join("\n")).toContain("Lacey’s husband’s name, read aloud");
  });

  it("[CL738] reads again from the opening, and branches from a scene", async () => {
    const { lines, press, until } = await drawn([over], {
      scenes,
      turns: [turn(0), turn(1), turn(2), turn(3, { current: true })],
    });
    press(letter("r"));
    await until("Scene 0 is told.");
    expect(lines()[0]).toMatch(/the opening$/);
    press(letter("b"));
    await until("never taken");
  });

  it("[CL738] exports to the file that is named, and says so", async () => {
    const exported: string[] = [];
    const { press, type, until } = await drawn([over], { scenes, exported });
    press(letter("x"));
    await until("Export this story");
    press({ kind: "down" }, { kind: "enter" });
    await until("File: the-salt-clock-scene-3.html");
    for (let at = 0; at < 40; at++) press({ kind: "erase" });
    type("my tale.html");
    press({ kind: "enter" });
    await until("Exported to my tale.html.");
    expect(exported).toEqual(["my tale.html"]);
  });

  it("[CL738] counts outcomes in words, and nothing where nothing was", () => {
    expect(rolledWords([numbered(1)])).toBe("");
    const { roll } = ferryScene();
    expect(rolledWords([{ roll: { ...roll, outcome: "fail" } as SceneEvent["roll"] & object }])).toBe(
      "1 roll: 1 failed",
    );
    expect(promisesOf(scenes)).toEqual([{ scene: 0, text: "Lacey’s husband’s name, read aloud" }]);
  });
});
