// What libraries say is read in programs that have no command line.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
/** `check` is a command of its own, and what npm is told is npm's. */
const OTHERS = /\/(?:generated|check)\//;
const COMMANDS = "bench|campaign|doctor|install|memories|models|pack|play|playthroughs|replay|skills|validate";

it("no message of a library names a command or an option of the command line", () => {
  const named = readdirSync(`${ROOT}packages`).flatMap((name) =>
    readdirSync(`${ROOT}packages/${name}/src`, { recursive: true, encoding: "utf8" })
      .map((file) => `packages/${name}/src/${file}`)
      .filter((file) => file.endsWith(".ts") && !OTHERS.test(file))
      .flatMap((file) =>
        readFileSync(ROOT + file, "utf8")
          .split("\n")
          // Comments may name what they like.
          .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
          .filter(
            (line) =>
              new RegExp(`narratoria (?:${COMMANDS})\\b`).test(line) ||
              /[ (`]--(?:data|replace|repair|without-sandbox|new|seed|model|narrator|yes|skills)\b/.test(line),
          )
          .map((line) => `${file}: ${line.trim()}`),
      ),
  );
  expect(named).toEqual([]);
});
