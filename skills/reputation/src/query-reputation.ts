/** The `query-reputation` script: how the player stands with factions, and why. */
import { defineTool } from "@narratoria/protocol/skill";
import { bandOf } from "./band.js";
import { allFactions } from "./factions.js";
import { number, record } from "./json-reading.js";
import { inWords, readStandings } from "./kept.js";
import { readSettings } from "./settings.js";
import { warnWithoutHost } from "./without-host.js";

defineTool({
  input: {
    type: "object",
    properties: {
      factions: {
        type: "array",
        items: { type: "string", minLength: 1 },
        maxItems: 50,
        description: "Ids of factions; all of them when left out.",
      },
    },
  },
  async run(input, { emit, context, config, host }) {
    const all = allFactions(context, readSettings(config).factionList);
    const wanted = new Set(input.factions ?? all.map(({ id }) => id));
    if (!host) warnWithoutHost(emit);
    const kept = await readStandings(host, [...wanted]);
    return {
      reputations: [...wanted].map((faction) => {
        const found = kept.get(faction);
        const score = Math.round((found?.score ?? number(record(context.factions)[faction])) * 10) / 10 || 0;
        return {
          faction,
          name: all.find(({ id }) => id === faction)?.name ?? faction.replaceAll("-", " "),
          score,
          band: bandOf(score),
          reasons: (found?.reasons ?? []).toReversed().map((one) => ({ ...one, words: inWords(one) })),
        };
      }),
    };
  },
});
