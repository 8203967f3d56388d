import { openEngine } from "@narratoria/engine";
import { WEIGHTS } from "../skills/player-choices/src/weights.js";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";
import { walk } from "./support/walk.js";

/** What a favour weighs, and a betrayal, in the table by which deeds are weighed in play. */
const HELPED = WEIGHTS.favour;
const BETRAYED = WEIGHTS.betrayal;
const DEEDS = 2;
const PEOPLE = ["ine", "osk"] as const;
/** Scenes of a story in which whatever kindness can be done is done. */
const KIND_SCENES = 24;

export interface Seen028 {
  readonly helped: number;
  readonly betrayed: number;
  /** What session state says of the same two, by which choices and rolls go. */
  readonly known: { readonly helped: number; readonly betrayed: number };
}

export function judge028({ helped, betrayed, known }: Seen028) {
  return {
    met: helped - betrayed > 30 && known.helped - known.betrayed > 30,
    found: `helped ${helped}, betrayed ${betrayed}; in session state ${known.helped} and ${known.betrayed}`,
  };
}

/**
 * Two people begin alike; one is helped twice and one betrayed twice, each deed through the script that plays use. Then a story is
 * played with kind choices alone, in which somebody must come to think better of the player.
 */
export const sc028: Criterion = {
  id: "SC-028",
  title: "NPC perception accuracy",
  target: "who was helped thinks more than 30 better of the player than who was betrayed",
  measure: () =>
    inFreshHome(async (dataDir) => {
      let people: Record<string, Record<string, unknown>> = {
        ine: { feeling: 0, perceived: 0 },
        osk: { feeling: 0, perceived: 0 },
      };
      for (let scene = 1; scene <= DEEDS; scene++) {
        const effects = PEOPLE.map((npc) => ({ kind: "feeling", npc, delta: npc === "ine" ? HELPED : BETRAYED }));
        const dependencies = { outcome: { effects, memory: { summary: "You kept one promise and broke another." } } };
        const given = { dependencies, context: { scene, people } };
        const { output } = await runSkill("npc-perception/update-perception", given, dataDir);
        const patch = (output["patch"] as { people?: typeof people }).people ?? {};
        people = Object.fromEntries(PEOPLE.map((npc) => [npc, { ...people[npc], ...patch[npc] }]));
      }
      const { output } = await runSkill(
        "npc-perception/query-perception",
        { input: { npcs: [...PEOPLE] }, context: { people } },
        dataDir,
      );
      const [helped = Number.NaN, betrayed = Number.NaN] = (output["perceptions"] as { score: number }[]).map(
        ({ score }) => score,
      );
      const known = { helped: Number(people["ine"]?.["feeling"]), betrayed: Number(people["osk"]?.["feeling"]) };
      const judged = judge028({ helped, betrayed, known });
      const rose = await mostRisen(dataDir);
      return { met: judged.met && rose > 0, found: `${judged.found}; in play kindness brought up to ${rose}` };
    }),
};

/** By how much the opinion rose of whoever it rose most of, in a story of kind choices. */
async function mostRisen(dataDir: string): Promise<number> {
  const engine = await openEngine({ dataDir, scripts: await sharedScripts(), keepTraces: false });
  try {
    const kind = /^(?:help|offer|give|promise|warn|share|accept|pay|keep)\b/i;
    const turns = await walk(await engine.play("one-wheel-over", { seed: "28" }), KIND_SCENES, ({ choices }) => {
      return (
        1 +
        Math.max(
          0,
          choices.findIndex(({ text }) => kind.test(text)),
        )
      );
    });
    const feelings = (state: object | undefined): [string, number][] =>
      Object.entries((state as { people?: Record<string, { feeling?: number }> } | undefined)?.people ?? {}).map(
        ([id, { feeling = 0 }]) => [id, feeling],
      );
    const before = new Map(feelings(turns[0]?.before));
    return Math.max(0, ...feelings(turns.at(-1)?.state).map(([id, feeling]) => feeling - (before.get(id) ?? 0)));
  } finally {
    await engine.close();
  }
}
