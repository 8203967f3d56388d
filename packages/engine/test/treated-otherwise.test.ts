// SPEC.md EN1301 and EN1302: one story with one seed, played by somebody kind and by somebody ruthless.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { getPath, isJsonObject, type JsonObject } from "@narratoria/protocol";
import { createRandom } from "@narratoria/protocol/random";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEngine, type SceneEvent } from "../src/index.js";
import { choiceOf } from "../src/story-test/players.js";
import { sharedScripts } from "./support/play.js";

const NINE_WELLS = fileURLToPath(new URL("../../../test/campaigns/nine-wells", import.meta.url));
const TURNS = 20;

interface Played {
  readonly scenes: readonly SceneEvent[];
  readonly state: JsonObject;
}

const home = mkdtempSync(join(tmpdir(), "narratoria-treated-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function play(spirit: "kind" | "ruthless", seed: string): Promise<Played> {
  const engine = await openEngine({
    dataDir: join(home, `${spirit}-${seed}`),
    scripts: await sharedScripts(),
    keepTraces: false,
    checkStory: true,
  });
  try {
    const story = await engine.play(NINE_WELLS, { seed });
    const random = createRandom(seed);
    const scenes: SceneEvent[] = [];
    for (let turn = 0; turn <= TURNS && story.scene?.ended !== true; turn++) {
      const { scene } = story;
      const events = scene ? story.choose(choiceOf(spirit, scene.choices, "", random)) : story.begin();
      for await (const event of events) if (event.type === "scene") scenes.push(event);
    }
    return { scenes, state: await story.state() };
  } finally {
    await engine.close();
  }
}

/** What one seed comes to says little: a ruthless player meets few occasions. */
const SEEDS = ["1", "2", "3", "4", "5"];
const pairs: (readonly [kind: Played, ruthless: Played])[] = [];
let kind: Played;
let ruthless: Played;
beforeAll(async () => {
  for (const seed of SEEDS) pairs.push(await Promise.all([play("kind", seed), play("ruthless", seed)]));
  [kind, ruthless] = pairs[1] ?? [await play("kind", "2"), await play("ruthless", "2")];
}, 240_000);

const sentencesOf = ({ scenes }: Played): string[] =>
  scenes.flatMap(({ sentences }) => (sentences ?? []).map(({ text }) => text));
const offersOf = ({ scenes }: Played): string[] => scenes.flatMap(({ choices }) => choices.map(({ text }) => text));
const rumoursOf = ({ state }: Played): unknown[] =>
  Object.values(objectIn(state, "world.rumours")).map((one) => isJsonObject(one) && one["text"]);
const metIn = ({ state }: Played): string[] =>
  Object.entries(objectIn(state, "people")).flatMap(([id, one]) =>
    isJsonObject(one) && one["met"] !== undefined ? [id] : [],
  );

function objectIn(state: JsonObject, path: string): JsonObject {
  const found = getPath(state, path);
  return isJsonObject(found) ? found : {};
}

/** Share of the first list that the second does not have. */
function alone(one: readonly string[], other: readonly string[]): number {
  const others = new Set(other);
  return one.filter((text) => !others.has(text)).length / one.length;
}

it("[EN1301] people who were treated otherwise make other words, choices, dice modifiers and rumours", () => {
  const both = metIn(kind).filter((id) => metIn(ruthless).includes(id));
  expect(both.length).toBeGreaterThanOrEqual(4);
  const feeling = ({ state }: Played, id: string): number => Number(getPath(state, `people.${id}.feeling`));
  const warmer = both.filter((id) => feeling(kind, id) > feeling(ruthless, id));
  // Whom the kind one has had little to do with may think as well of the other: all together think better of the kind one by far.
  expect(warmer.length).toBeGreaterThanOrEqual(2);
  const sum = (own: (pair: (typeof pairs)[number]) => Played): number =>
    pairs.reduce((all, pair) => {
      const met = metIn(pair[0]).filter((id) => metIn(pair[1]).includes(id));
      return all + met.reduce((some, id) => some + feeling(own(pair), id), 0);
    }, 0);
  expect(sum(([one]) => one)).toBeGreaterThan(1.25 * sum(([, one]) => one));
  const modifier = ({ state }: Played, id: string): number => Number(getPath(state, `people.${id}.modifier`));
  // A step of a modifier takes much, so all pairs are looked at: three of them are more than one for a single pair was.
  const eased = pairs.flatMap(([one, other]) =>
    metIn(one).filter((id) => metIn(other).includes(id) && modifier(one, id) > modifier(other, id)),
  );
  expect(eased.length).toBeGreaterThanOrEqual(3);
  // Beats and places are told in the words of their author, whoever comes.
  expect(alone(sentencesOf(kind), sentencesOf(ruthless))).toBeGreaterThan(0.15);
  expect(alone(offersOf(kind), offersOf(ruthless))).toBeGreaterThan(0.15);
  expect(rumoursOf(kind)).not.toEqual(rumoursOf(ruthless));
});

it("[EN1302] whoever feels strongly about the player says why, with a deed of the scene that the reason names", () => {
  const walks = pairs.map(([one]) => one.scenes);
  const strongIn = (scenes: readonly SceneEvent[]) =>
    scenes.flatMap(({ situation }) => situation?.people ?? []).filter(({ feels }) => feels !== undefined);
  expect(walks.flatMap(strongIn).length).toBeGreaterThan(0);
  for (const scenes of walks)
    for (const { id, reasons } of strongIn(scenes)) {
      const [why] = reasons ?? [];
      expect(why, id).toBeDefined();
      // Hearsay has the scene in which it was heard, and a deed of one before.
      const isHeard = /\(as .+ told\)$/.test(why?.text ?? "");
      const choice = scenes
        .filter(({ scene }) => (isHeard ? scene <= (why?.scene ?? 0) : scene === why?.scene))
        .map((one) => one.choice ?? "")
        .join(" / ");
      // The reason tells the deed in the past tense: their long words are the same.
      const words = choice.toLowerCase().match(/\p{L}{5,}/gu) ?? [];
      expect(
        words.filter((word) => why?.text.toLowerCase().includes(word)).length,
        `${choice} / ${why?.text}`,
      ).toBeGreaterThan(0);
    }
});
