// The one way into this workspace: `npm start`, `npm test` and every other script of the root package.json come through here.
// It needs Node and npm only. This file is kept to syntax that any Node can read, so that an old one gets a sentence, not a syntax error.
import { createRequire } from "node:module";

const manifest = createRequire(import.meta.url)("../package.json");
const needed = manifest.engines.node
  .replace(/[^0-9.]/g, "")
  .split(".")
  .map(Number);
const running = process.versions.node.split(".").map(Number);

if (running[0] < needed[0] || (running[0] === needed[0] && running[1] < needed[1])) {
  console.error(
    "Narratoria needs Node " +
      needed.join(".") +
      " or newer, and this is Node " +
      process.versions.node +
      ".\n" +
      "Install a current Node from https://nodejs.org, open a new terminal and run the same command again.",
  );
  process.exit(1);
}

import("./workspace/commands.mjs").then(({ main }) => main(process.argv[2], process.argv.slice(3)));
