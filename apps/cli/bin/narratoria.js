#!/usr/bin/env node
try {
  const { main } = await import("../dist/main.js");
  await main(process.argv.slice(2));
} catch {
  // `main` tells all else that goes wrong: what comes here is a part of the program that cannot be loaded.
  process.stderr.write(
    "Error: A part of Narratoria is missing, or was just being replaced. Try again, and if that does not help, install it anew. Your stories are safe.\n",
  );
  process.exitCode = 1;
}
