/** The `update-perception` script: what people think of the player after a deed. */
import { declareTool } from "@narratoria/protocol/skill";
import { mirror, readPerceptions, storePerceptions } from "./kept.js";
import { bandOf } from "./perception.js";
import { readSettings } from "./settings.js";
import { type Change, changesOf, concernedIn, updatePerceptions } from "./update.js";
import { warnWithoutHost } from "./without-host.js";

export const updatePerceptionTool = declareTool({
  input: {
    type: "object",
    properties: {
      changes: {
        type: "array",
        description: "Changes beside those of the dependency outcome.",
        items: {
          type: "object",
          properties: {
            npc: { type: "string", minLength: 1 },
            delta: { type: "number", minimum: -200, maximum: 200 },
            reason: { type: "string", description: 'Why, in words: "you lied about the ledger".' },
          },
          required: ["npc", "delta"],
        },
      },
    },
  },
  async run(input, { emit, context, config, dependencies, host }) {
    const settings = readSettings(config);
    const given = (input.changes ?? []).map((one): Change => ({ ...one, reason: one.reason ?? "" }));
    const changes = [...changesOf(dependencies.outcome), ...given];
    const concerned = concernedIn(context, changes);
    if (!host && concerned.length > 0) warnWithoutHost(emit);
    const kept = await readPerceptions(host, concerned);
    const { perceptions, changed, patch } = updatePerceptions(context, kept, changes, settings);
    await storePerceptions(host, changed);
    if (settings.filesToo) mirror(changed, false);
    if (Object.keys(patch).length > 0) emit.statePatch(patch);
    return {
      perceptions: perceptions.map(({ npc, score }) => ({ npc, score: rounded(score), band: bandOf(score) })),
      patch,
    };
  },
});

function rounded(score: number): number {
  return Math.round(score * 10) / 10 || 0;
}
