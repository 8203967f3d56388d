/** The `update-reputation` script: how the player stands with factions after a deed. */
import { defineTool } from "@narratoria/protocol/skill";
import { bandOf } from "./band.js";
import { allFactions, membersOf } from "./factions.js";
import { number } from "./json-reading.js";
import { mirror, readStandings, storeStandings } from "./kept.js";
import { readSettings } from "./settings.js";
import { type Change, changesOf, updateStandings } from "./update.js";
import { warnWithoutHost } from "./without-host.js";

defineTool({
  input: {
    type: "object",
    properties: {
      changes: {
        type: "array",
        description: "Changes beside those that the dependency outcome brings about.",
        items: {
          type: "object",
          properties: {
            faction: { type: "string", minLength: 1 },
            delta: { type: "number", minimum: -200, maximum: 200 },
            reason: { type: "string", description: 'Why, in words: "you opened the gate".' },
          },
          required: ["faction", "delta"],
        },
      },
    },
  },
  async run(input, { emit, context, config, dependencies, host }) {
    const settings = readSettings(config);
    const given = (input.changes ?? []).map((one): Change => ({ ...one, reason: one.reason ?? "" }));
    const factions = allFactions(context, settings.factionList);
    const members = membersOf(context, settings.factionList);
    const changes = [...changesOf(dependencies.outcome, context, members), ...given];
    if (!host && factions.length > 0) warnWithoutHost(emit);
    const kept = await readStandings(
      host,
      factions.map(({ id }) => id),
    );
    const { standings, changed, patch } = updateStandings(context, factions, kept, changes, settings);
    await storeStandings(host, changed);
    if (settings.filesToo) mirror(number(context.scene) === 0 ? standings : changed, number(context.scene) === 0);
    if (Object.keys(patch).length > 0) emit.statePatch(patch);
    return {
      reputations: standings.map(({ faction, score }) => ({
        faction,
        score: Math.round(score * 10) / 10 || 0,
        band: bandOf(score),
      })),
      patch,
    };
  },
});
