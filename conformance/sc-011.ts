import { join } from "node:path";
import { openSkills } from "@narratoria/engine";
import { callScript } from "@narratoria/executor";
import { createRegistry, discoverSkills } from "@narratoria/skills";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, install } from "./support/home.js";

const SCRIPT = `
let text = "";
process.stdin.on("data", (piece) => { text += piece; }).on("end", () => {
  const { config } = JSON.parse(text);
  console.log(JSON.stringify({ version: "0", type: "done", ok: true, output: config }));
});`;

/** Settings are saved and the skills read anew: the script must be given what was saved, and the default of what was not. */
export const sc011: Criterion = {
  id: "SC-011",
  title: "Config persistence",
  target: "settings survive a restart and reach the next invocation",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const scripts = [{ name: "light", path: "scripts/light.cjs" }];
      const numbers = { type: "integer", title: "Number", default: 1 };
      await install(dataDir, "lantern", {
        "skill.json": JSON.stringify({ name: "lantern", version: "1.0.0", description: "Light.", scripts }),
        "config-schema.json": JSON.stringify({
          $schema: "https://json-schema.org/draft/2020-12/schema",
          type: "object",
          properties: { wicks: numbers, oil: numbers },
        }),
        "scripts/light.cjs": SCRIPT,
      });
      const skills = await openSkills({ dataDir });
      await skills.agree("lantern", skills.show("lantern").hash ?? "", { withoutSandbox: true });
      const { saved } = await skills.configure("lantern", { wicks: 3 });
      const { state } = (await openSkills({ dataDir })).show("lantern");
      const folders = [{ path: join(dataDir, "skills"), origin: "user" as const }];
      const found = await discoverSkills({ folders, dataRoot: join(dataDir, "skill-data") });
      const tool = createRegistry(found.skills).resolve("lantern/light");
      if (!tool.ok) return { met: false, found: tool.message };
      const outcome = await callScript(tool.script, {});
      const given = outcome.state === "success" ? JSON.stringify(outcome.output) : outcome.failure.message;
      return { met: saved && state === "ready" && given === '{"wicks":3,"oil":1}', found: `${state}, given ${given}` };
    }),
};
