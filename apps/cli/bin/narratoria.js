#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// V8 compiles each regular expression to bytecode and, when it is used again, to machine code. A campaign is read with two thousand
// of them, nearly all used again: machine code at once takes a quarter less time to read one. Other versions may not know the flag.
if (/^1[1-4]\./.test(process.versions.v8)) setFlagsFromString("--no-regexp-tier-up");

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
