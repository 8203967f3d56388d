import { type Engine, openEngine } from "@narratoria/engine";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { SMALL_CAMPAIGNS, writeSmallCampaign } from "./support/small-campaigns.js";

const TURNS = LONG ? 25 : 8;

export interface Seen040 {
  readonly campaign: string;
  readonly scenes: readonly {
    /** Who told it; the template steps in where nobody could. */
    readonly narrator: string;
    readonly words: number;
    readonly choices: number;
    readonly ended: boolean;
  }[];
  /** Problems that keep the campaign from being played, and turns that failed. */
  readonly failures: readonly string[];
}

export function judge040(seen: readonly Seen040[]) {
  const dull = seen.flatMap(({ campaign, scenes, failures }) => [
    ...failures.map((one) => `${campaign}: ${one}`),
    ...scenes.flatMap(({ narrator, words, choices, ended }, at) =>
      narrator !== "template" && words >= 5 && (ended ? choices === 0 : choices === 3 || choices === 4)
        ? []
        : [`${campaign}: scene ${at}`],
    ),
  ]);
  const scenes = seen.reduce((sum, one) => sum + one.scenes.length, 0);
  return {
    met: seen.length > 0 && seen.every((one) => one.scenes.length > 1) && dull.length === 0,
    found: `${seen.length} campaigns, ${scenes} scenes, ${dull.length} without words or choices${dull[0] === undefined ? "" : ` (${dull[0]})`}`,
  };
}

/** Campaigns such as authors begin with are played for some scenes each. */
export const sc040: Criterion = {
  id: "SC-040",
  title: "Minimal campaign authoring",
  target: "campaigns of fewer than five files can be played, with words and 3 or 4 choices in each scene",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const engine = await openEngine({ dataDir, scripts: await sharedScripts(), keepTraces: false });
      try {
        const seen: Seen040[] = [];
        for (const name of Object.keys(SMALL_CAMPAIGNS))
          seen.push(await played(engine, name, await writeSmallCampaign(dataDir, name)));
        return judge040(seen);
      } finally {
        await engine.close();
      }
    }),
};

async function played(engine: Engine, campaign: string, folder: string): Promise<Seen040> {
  const story = await engine.play(folder, { seed: "40", fresh: true });
  const scenes: Seen040["scenes"][number][] = [];
  const failures: string[] = [];
  for (let turn = 0; turn <= TURNS && story.scene?.ended !== true; turn++) {
    const events = story.scene === null ? story.begin() : story.choose(1 + (turn % story.scene.choices.length));
    for await (const event of events) if (event.type === "error") failures.push(event.message);
    if (!story.scene) break;
    const { narrator, paragraphs, choices, ended } = story.scene;
    scenes.push({ narrator, words: paragraphs.join(" ").split(/\s+/).length, choices: choices.length, ended });
  }
  await story.close();
  return { campaign, scenes, failures };
}
