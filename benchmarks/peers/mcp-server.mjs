// What a call of a kept process is measured against: a server of the Model Context Protocol that answers at once.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "dice", version: "1.0.0" });
server.registerTool("roll", { inputSchema: { formula: z.string() } }, async ({ formula }) => ({
  content: [{ type: "text", text: JSON.stringify({ formula, total: 7 }) }],
}));
await server.connect(new StdioServerTransport());
