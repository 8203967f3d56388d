/** A script as the author of a skill writes it, with schemas of zod. */
import { defineTool } from "@narratoria/protocol/skill";
import { z } from "zod";

defineTool({
  input: z.object({ wicks: z.int().min(1).max(9).default(1) }),
  settings: z.object({ flame: z.enum(["low", "high"]).default("low").meta({ title: "Flame" }) }),
  run({ wicks }, { config, emit }) {
    const text = `The lantern burns ${config.flame}.`;
    emit.uiEvent("lit", { text });
    return { text, wicks };
  },
});
