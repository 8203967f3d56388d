/** The `query-perception` script: what people think of the player, why, and what it counts for. */
import { declareTool } from "@narratoria/protocol/skill";
import { number, record } from "./json-reading.js";
import { inWords, readPerceptions } from "./kept.js";
import { bandOf, modifierOf } from "./perception.js";
import { readSettings } from "./settings.js";
import { warnWithoutHost } from "./without-host.js";

export const queryPerceptionTool = declareTool({
  input: {
    type: "object",
    properties: {
      npcs: {
        type: "array",
        items: { type: "string", minLength: 1 },
        minItems: 1,
        maxItems: 50,
        description: "Ids of people.",
      },
    },
    required: ["npcs"],
  },
  async run({ npcs }, { emit, context, config, host }) {
    const { modifierScale } = readSettings(config);
    const people = record(context.people);
    if (!host) warnWithoutHost(emit);
    const kept = await readPerceptions(host, npcs);
    return {
      perceptions: [...new Set(npcs)].map((npc) => {
        const found = kept.get(npc);
        const score = Math.round((found?.score ?? number(record(people[npc]).feeling)) * 10) / 10 || 0;
        return {
          npc,
          score,
          sentiment: Math.round(score) / 100,
          band: bandOf(score),
          modifier: modifierOf(score, modifierScale),
          reasons: (found?.reasons ?? []).toReversed().map((one) => ({ ...one, words: inWords(one) })),
        };
      }),
    };
  },
});
