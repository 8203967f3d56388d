import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

const PRESETS = ["realistic", "stylized", "anime", "pixel"];

/** People, animals and machines are drawn in each preset at the largest size. */
export const sc015: Criterion = {
  id: "SC-015",
  title: "Portrait generation speed",
  target: "less than 15 seconds for 90% of the portraits drawn here",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const count = LONG ? 100 : 8;
      const looks = ["An old man with a white beard.", "A young woman with red curls.", "A dog.", "A robot."];
      const times: number[] = [];
      let drawn = 0;
      for (let n = 0; n < count; n++) {
        const input = { character: `c${n}`, description: looks[Math.floor(n / PRESETS.length) % looks.length] };
        const config = { stylePreset: PRESETS[n % PRESETS.length], resolution: 1024 };
        const { output, ms } = await runSkill("character-portraits/generate-portrait", { input, config }, dataDir);
        times.push(ms);
        if (output["source"] === "local" && output["cached"] === false) drawn++;
      }
      const slow = times.filter((ms) => ms >= 15_000).length;
      const longest = Math.max(...times) / 1_000;
      return {
        met: slow <= count / 10 && drawn === count,
        found: `${drawn} of ${count} drawn, the slowest in ${longest.toFixed(1)} s`,
      };
    }),
};
