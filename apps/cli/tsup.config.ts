import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/main.ts"],
  format: ["esm"],
  target: "node20",
  platform: "node",
  sourcemap: false,
  clean: true,
  // The manual page of the package, from the commands there are.
  onSuccess: "node bin/narratoria.js man > dist/narratoria.1",
  // Whatever a command does not need stays in a chunk of its own, so that `--help` reads little.
  splitting: true,
  // Libraries in one file load in half the time that their many files take.
  noExternal: [
    "commander",
    "ink",
    "react",
    "string-width",
    "wrap-ansi",
    "zod",
    "@narratoria/protocol/text",
    "@narratoria/engine/shell",
  ],
  // Only loaded by Ink when it is debugged.
  external: ["react-devtools-core"],
  // Some of them are CommonJS and ask for built-in modules by require.
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  define: { "process.env.NODE_ENV": '"production"' },
});
