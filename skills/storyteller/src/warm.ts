/** The `warm` script: has a server of the player's own load its model while the player reads. */
import { defineTool } from "@narratoria/protocol/skill";
import { chosenProviders, loadsItsModel } from "./settings.js";

/** A large model comes from the disk. */
const TIMEOUT_MS = 55_000;

defineTool({
  input: { type: "object", properties: {} },
  async run(_, { config, emit }) {
    const provider = chosenProviders(config).ready.find(loadsItsModel);
    if (provider === undefined) return { warmed: null };
    const { warmUp } = await import("./providers/write.js");
    try {
      await warmUp(provider, TIMEOUT_MS);
      return { warmed: provider.name };
    } catch (error) {
      // Whoever asks for a scene says what is wrong.
      const why = error instanceof Error && error.name === "ProviderFault" ? error.message : "It broke off.";
      emit.log("debug", `The provider ${provider.name} was not warmed: ${why}`);
      return { warmed: null };
    }
  },
});
