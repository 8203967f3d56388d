/** The `store-memory` script: keeps what happened as a memory of the story. */
import { declareTool, ToolFailure } from "@narratoria/protocol/skill";
import { buildMemory, witnessedMemory } from "./record.js";

export const storeMemoryTool = declareTool({
  input: {
    type: "object",
    properties: {
      summary: { type: "string", description: "What happened, in one sentence. Or give summaryFrom." },
      summaryFrom: { type: "string", description: "The toolId of a dependency whose output holds the memory." },
      characters: { type: "array", items: { type: "string" }, description: "Ids of everybody it concerns." },
      location: { type: "string", description: "Id of the place; where the story stands if not given." },
      significance: { type: "string", enum: ["low", "medium", "high"] },
      tags: { type: "array", items: { type: "string" } },
    },
  },
  async run(input, { dependencies, context, host }) {
    const memory = buildMemory(input, dependencies, context);
    if (!host)
      throw new ToolFailure("no_host", "Memories are kept by the runtime, and this script was run without one.");
    const { id } = await host.store({ dataType: "memory", record: memory });
    const witnessed = witnessedMemory(input, dependencies, context);
    if (witnessed) await host.store({ dataType: "memory", record: witnessed });
    return { id, summary: memory.summary };
  },
});
