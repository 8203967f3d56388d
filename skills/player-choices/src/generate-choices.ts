/** The `generate-choices` script: the next three or four choices, before the prose, so that a scene can end on one of them. */
import { defineTool } from "@narratoria/protocol/skill";
import type { Effect, StoryMemory } from "@narratoria/protocol/story";
import { list, optionalNumber, record } from "./json-reading.js";
import { makeOffer, type OfferSettings } from "./offer.js";
import { readView } from "./view.js";

defineTool({
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
    const offer = makeOffer(view, list<Effect>(outcome.effects), recalled, readSettings(config));
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

function readSettings(config: Readonly<Record<string, unknown>>): OfferSettings {
  const verbosity = config.consequenceHintVerbosity;
  return {
    minOptions: optionalNumber(config.minOptions) ?? 3,
    maxOptions: optionalNumber(config.maxOptions) ?? 4,
    showDifficultyThreshold: optionalNumber(config.showDifficultyThreshold) ?? 0.15,
    consequenceHintVerbosity: verbosity === "none" || verbosity === "detailed" ? verbosity : "brief",
  };
}
