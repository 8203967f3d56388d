/** The `generate-choices` script: the next three or four choices, before the prose, so that a scene can end on one of them. */
import { declareTool } from "@narratoria/protocol/skill";
import type { Effect, Hook, Outcome, StoryMemory } from "@narratoria/protocol/story";
import { list, optionalNumber, record } from "./json-reading.js";
import { makeOffer, type OfferSettings } from "./offer.js";
import { readView } from "./view.js";

const OUTCOMES: readonly Outcome[] = ["success", "partial", "fail"];

export const generateChoicesTool = declareTool({
  input: { type: "object", properties: {} },
  run(_input, { emit, context, dependencies, config }) {
    const outcome = record(dependencies.outcome);
    // What people think after the deed holds over the sum that the deed itself made. (rule PC460)
    const opinions = [dependencies.greet, dependencies.perceive, dependencies.repute];
    const view = readView(context, {
      patch: record(outcome.patch),
      opinions: opinions.map((one) => record(record(one).patch)),
    });
    const recalled = list<StoryMemory>(record(dependencies.recall).memories);
    const came = OUTCOMES.find((one) => one === outcome.outcome) ?? "none";
    const hooks = view.hooks.filter((hook) => canFollow(hook, came));
    const offer = makeOffer({ ...view, hooks }, list<Effect>(outcome.effects), recalled, readSettings(config));
    if (offer.slots.length > 0) {
      emit.uiEvent("narrative_choice", {
        choices: offer.slots.map((slot) => slot.text),
        options: offer.slots.map(({ id, text, difficulty, hint, tags }) => ({ id, text, difficulty, hint, tags })),
      });
      emit.statePatch(offer.patch);
    }
    return { slots: offer.slots, bringIn: offer.bringIn };
  },
});

/** Whether what has come of this scene's choice lets a choice of the author's follow. (rule PC773) */
function canFollow(hook: Hook, outcome: Outcome): boolean {
  const after = hook.kind === "tag" ? hook.authored?.after : undefined;
  return after === undefined || after.includes(outcome);
}

function readSettings(config: Readonly<Record<string, unknown>>): OfferSettings {
  const verbosity = config.consequenceHintVerbosity;
  return {
    minOptions: optionalNumber(config.minOptions) ?? 3,
    maxOptions: optionalNumber(config.maxOptions) ?? 4,
    showDifficultyThreshold: optionalNumber(config.showDifficultyThreshold) ?? 0.15,
    consequenceHintVerbosity: verbosity === "none" || verbosity === "detailed" ? verbosity : "brief",
  };
}
