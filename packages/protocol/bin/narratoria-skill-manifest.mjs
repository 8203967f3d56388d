#!/usr/bin/env node
// A file that is there before the first build, so that package managers can link it.
process.stdout.on("error", (error) => {
  // Whoever read the report has read enough.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
const { main } = await import("../dist/manifest/cli.js");
process.exitCode = await main(process.argv.slice(2));
