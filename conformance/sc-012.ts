import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { openEngine } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, install } from "./support/home.js";
import { type Invocation, walk } from "./support/walk.js";

const SKILL = {
  name: "oracle",
  displayName: "Oracle",
  version: "1.0.0",
  description: "Looks ahead, and always fails.",
  author: "Narratoria",
  license: "MIT",
  scripts: [
    { name: "look", path: "look.mjs", description: "Looks ahead.", when: ["turn"], context: [] },
    { name: "rest", path: "rest.mjs", description: "Looks at what is.", when: ["turn"], context: [] },
  ],
};

/** @param logged - What the log says. */
export function judge012(tools: readonly Pick<Invocation, "toolPath" | "state">[], scenes: number, logged: string) {
  const stateOf = (path: string) => tools.findLast(({ toolPath }) => toolPath === path)?.state;
  const states = {
    look: stateOf("oracle/look"),
    rest: stateOf("oracle/rest"),
    narrate: stateOf("storyteller/narrate"),
  };
  const met = states.look === "failed" && states.rest === "success" && states.narrate === "success" && scenes === 1;
  const isLogged = logged.includes("oracle") && logged.includes("no eyes");
  return { met: met && isLogged, found: `${JSON.stringify(states)}, ${isLogged ? "logged" : "not logged"}` };
}

/** A turn with a skill of two scripts of which one always fails: it is marked and logged, and all other tools run. */
export const sc012: Criterion = {
  id: "SC-012",
  title: "Plan failure handling",
  target: "a step that fails is logged and marked, and the remaining steps run",
  measure: () =>
    inFreshHome(async (dataDir) => {
      await install(dataDir, "oracle", {
        "skill.json": JSON.stringify(SKILL),
        "look.mjs": `process.stdin.resume().on("end", () => { console.log(JSON.stringify({ version: "0", type: "error", errorCode: "blind", errorMessage: "It has no eyes." })); console.log(JSON.stringify({ version: "0", type: "done", ok: false })); });`,
        "rest.mjs": `process.stdin.resume().on("end", () => console.log(JSON.stringify({ version: "0", type: "done", ok: true, output: {} })));`,
      });
      const engine = await openEngine({ dataDir });
      try {
        const { hash } = engine.skills.show("oracle");
        await engine.skills.agree("oracle", hash ?? "", { withoutSandbox: true });
        const turns = await walk(await engine.play("one-wheel-over", { seed: "5" }), 1, () => 1);
        const logs = join(dataDir, "logs");
        await engine.close();
        const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), "utf8")));
        return judge012(
          turns.flatMap(({ tools }) => tools),
          turns.length,
          texts.join("\n"),
        );
      } finally {
        await engine.close();
      }
    }),
};
