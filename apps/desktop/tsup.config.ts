import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/main.ts"],
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: false,
  // The page lies beside it, in `dist/client`.
  clean: false,
  splitting: true,
  noExternal: ["hono", "@hono/node-server", "zod", "@narratoria/protocol/text"],
  define: { "process.env.NODE_ENV": '"production"' },
});
