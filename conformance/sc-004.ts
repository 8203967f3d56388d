import { openSkills } from "@narratoria/engine";
import type { Criterion } from "./support/criterion.js";
import { inFreshHome, install } from "./support/home.js";

const SKILLS = 100;

/** Sound skills of each kind and broken ones between them; no sound one may be missing or have a fault. */
export const sc004: Criterion = {
  id: "SC-004",
  title: "Skill discovery reliability",
  target: "all valid skills are loaded without errors, whatever lies beside them",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const sound: string[] = [];
      for (let n = 0; n < SKILLS; n++) {
        const name = `skill-${n}`;
        const manifest = JSON.stringify({ name, version: "1.0.0", description: "A skill." });
        const front = `---\nname: ${name}\ndescription: A skill.\n---\nBe of use.\n`;
        const kinds = [
          { "skill.json": manifest },
          { "SKILL.md": front },
          { "skill.json": manifest, "SKILL.md": front, "scripts/run.py": "" },
          { "skill.json": manifest.slice(0, -1) },
          { "SKILL.md": "No front matter." },
        ];
        await install(dataDir, name, kinds[n % kinds.length] ?? {});
        if (n % kinds.length < 3) sound.push(name);
      }
      const entries = (await openSkills({ dataDir })).list().filter(({ origin }) => origin === "user");
      const loaded = entries.filter(({ state, problems }) => state === "waiting" && problems.length === 0);
      const located = entries.filter(
        ({ state, problems }) => state === "faulty" && problems.every(({ line }) => line > 0),
      );
      return {
        met: loaded.length === sound.length && located.length === SKILLS - sound.length,
        found: `${loaded.length} of ${sound.length} loaded, ${located.length} of ${SKILLS - sound.length} broken ones named by file and line`,
      };
    }),
};
