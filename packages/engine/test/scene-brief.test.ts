// SPEC.md EN560 to EN565. Walks by chance through whole campaigns; what each scene was told by is checked against what was told.
import { fileURLToPath } from "node:url";
import { checkContract } from "@narratoria/protocol/contracts";
import { splitSentences } from "@narratoria/protocol/english";
import { createRandom } from "@narratoria/protocol/random";
import type { DirectedBrief } from "@narratoria/protocol/story";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEngine, type SceneEvent, type TurnEvents } from "../src/index.js";
import { minedCampaign } from "../src/testing/mined-campaign.js";
import { sharedScripts } from "./support/play.js";

const home = mkdtempSync(join(tmpdir(), "narratoria-brief-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Told {
  readonly scene: SceneEvent;
  readonly before: SceneEvent | null;
  readonly brief: DirectedBrief;
}

const SCENES = 12;

/** Without the marks by which a speech is joined to whoever says it. */
/** Most words that say who somebody is where they are first named: "Odile, the weigher, shows you". */
const MOST_WHO = 14;

/** Whether a text has a sentence whole, but for what is put into it once to say who somebody is. */
function holds(text: string, sentence: string): boolean {
  if (text.includes(sentence)) return true;
  const words = sentence.split(" ");
  return words.some((_, at) => {
    const [before, after] = [words.slice(0, at).join(" "), words.slice(at).join(" ")].map((part) =>
      part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/,$/, ""),
    );
    return at > 0 && new RegExp(`${before},? (?:\\S+ ){1,${MOST_WHO}}${after}`, "u").test(text);
  });
}

const plain = (text: string): string =>
  text
    .replace(/[“”"]/g, "")
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, " ")
    .replace(/[.,;:!?…]+$/, "")
    .trim();

describe.each([
  { campaign: "one-wheel-over", seed: "1" },
  { campaign: "the-piano-on-the-third-landing", seed: "2" },
  { campaign: fileURLToPath(new URL("../../../test/campaigns/the-salt-ledger/", import.meta.url)), seed: "3" },
])("the briefs of $campaign", ({ campaign, seed }) => {
  const told: Told[] = [];
  const kept: unknown[] = [];
  let names: ReadonlyMap<string, string>;
  let hasBeats = false;

  beforeAll(async () => {
    const dataDir = join(home, seed);
    const mined = await minedCampaign(campaign, dataDir);
    hasBeats = mined.beats.size > 0;
    names = new Map(mined.matter.people.map(({ id, name }) => [id, name]));
    const random = createRandom(`brief ${seed}`);
    const engine = await openEngine({ dataDir, scripts: await sharedScripts() });
    try {
      const story = await engine.play(campaign, { seed });
      for (let turn = 0; turn <= SCENES && story.scene?.ended !== true; turn++) {
        const before = story.scene;
        const choose = (offered: number): TurnEvents =>
          turn === SCENES ? story.leave() : story.choose(1 + random.int(offered));
        for await (const _ of before === null ? story.begin() : choose(before.choices.length));
        const { scene } = story;
        const brief = story.trace()?.brief;
        if (scene && brief) told.push({ scene, before, brief });
      }
      for (const { scene } of told) kept.push(await story.direction(scene.scene));
    } finally {
      await engine.close();
    }
  }, 120_000);

  it("[EN560] keep the contract, with a reason for each part", () => {
    expect(told.length).toBeGreaterThan(SCENES);
    for (const { brief } of told) {
      expect(checkContract("scene-brief", JSON.parse(JSON.stringify(brief))), `scene ${brief.scene}`).toEqual([]);
      const parts = new Set(brief.because.map(({ part }) => part));
      const wanted = [
        "purpose",
        "place",
        ...brief.cast.map(({ id }) => `cast.${id}`),
        ...brief.hooks.map((_, at) => `hooks.${at}`),
        ...(brief.mustTell.length > 0 ? ["mustTell"] : []),
        ...(brief.question ? ["question"] : []),
      ];
      expect(wanted.filter((part) => !parts.has(part))).toEqual([]);
    }
  });

  it("[EN562] have whoever is present after the scene as cast, in the place where it ends", () => {
    for (const { scene, brief } of told) {
      expect(
        brief.cast.map(({ id }) => names.get(id)),
        `scene ${scene.scene}`,
      ).toEqual(scene.present);
      expect(brief.place.name.toLowerCase(), `scene ${scene.scene}`).toBe(scene.location.toLowerCase());
    }
  });

  it("[EN563] have every fixed word of a beat and of an ending in the scene as it was told", () => {
    if (hasBeats) expect(told.some(({ brief: { beat, mustTell } }) => beat && mustTell.length > 1)).toBe(true);
    for (const { scene, brief } of told) {
      if (!brief.beat && !brief.ending) continue;
      const text = plain([...scene.paragraphs, ...(scene.epilogue ?? [])].join(" "));
      // Who says it may stand after the first sentence of a speech.
      for (const sentence of brief.mustTell.flatMap(splitSentences))
        expect(holds(text, plain(sentence)), `scene ${scene.scene}: ${sentence}`).toBe(true);
    }
  });

  it("[EN560] have the purpose that fits what happened", () => {
    expect(told[0]?.brief.purpose).toBe("opening");
    for (const [at, { scene, before, brief }] of told.entries()) {
      const { purpose } = brief;
      expect(purpose === "ending", `scene ${scene.scene}`).toBe(scene.ended);
      if (scene.ended || before === null) continue;
      expect(purpose === "beat").toBe(brief.beat !== undefined);
      if (brief.beat) continue;
      expect(purpose === "arrival").toBe(scene.location !== before.location);
      if (scene.location === before.location)
        expect(purpose === "aftermath").toBe(told[at - 1]?.brief.beat !== undefined);
    }
  });

  it("[EN564] are kept with their turns, as far as they say why", () => {
    const why = told.map(({ brief: { purpose, place, cast, mustTell, question, hooks, because } }) => ({
      purpose,
      place,
      cast,
      mustTell,
      ...(question ? { question } : {}),
      hooks,
      because,
    }));
    expect(kept).toEqual(JSON.parse(JSON.stringify(why)));
  });
});
