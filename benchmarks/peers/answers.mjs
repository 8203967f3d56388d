// The same tool as that of `mcp-server.mjs`, with the SDK for skill scripts.
import { defineTool } from "@narratoria/protocol/skill";

defineTool({
  input: { type: "object", properties: { formula: { type: "string" } }, required: ["formula"] },
  run: ({ formula }) => ({ formula, total: 7 }),
});
