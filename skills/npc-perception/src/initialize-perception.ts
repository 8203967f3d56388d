/** The `initialize-perception` script: what people think who meet the player for the first time. */
import { declareTool } from "@narratoria/protocol/skill";
import { firstScore } from "./first-score.js";
import { number, optionalNumber, record } from "./json-reading.js";
import { mirror, type Perception, type Reason, readPerceptions, storePerceptions } from "./kept.js";
import { readSettings } from "./settings.js";
import { stateOf } from "./update.js";
import { warnWithoutHost } from "./without-host.js";

/** The reason that session state gives for an opinion from before the first meeting. (rule NP2800) */
function statedReason({ feeling, because }: Readonly<Record<string, unknown>>, score: number): Reason[] {
  const { text: why, scene } = record(because);
  return number(feeling) === 0 || typeof why !== "string" ? [] : [{ scene: number(scene), text: why, delta: score }];
}

export const initializePerceptionTool = declareTool({
  input: {
    type: "object",
    properties: {
      npcs: { type: "array", items: { type: "string", minLength: 1 }, maxItems: 50, description: "Ids of people." },
    },
    required: ["npcs"],
  },
  async run({ npcs }, { emit, context, config, host }) {
    const settings = readSettings(config);
    const people = record(context.people);
    const unknown = [...new Set(npcs)].filter((npc) => optionalNumber(record(people[npc]).perceived) === undefined);
    if (!host && unknown.length > 0) warnWithoutHost(emit);
    const kept = await readPerceptions(host, unknown);
    const first = unknown
      .filter((npc) => !kept.has(npc))
      .map((npc) => {
        const stands = number(record(people[npc]).feeling);
        const found = firstScore(context, npc, settings.factionInfluenceWeight);
        return { npc, ...found, score: stands === 0 ? found.score : stands };
      });
    const { decayRate } = settings;
    const perceptions = first.map(
      ({ npc, score }): Perception => ({ npc, score, reasons: statedReason(record(people[npc]), score), decayRate }),
    );
    await storePerceptions(host, perceptions);
    if (settings.filesToo) mirror(perceptions, number(context.scene) === 0);
    const patches = first
      .filter(({ npc }) => npc in people)
      .map(({ npc, score }) => [npc, stateOf(score, settings)] as const);
    const patch = patches.length === 0 ? {} : { people: Object.fromEntries(patches) };
    if (patches.length > 0) emit.statePatch(patch);
    return { initialized: first, patch };
  },
});
