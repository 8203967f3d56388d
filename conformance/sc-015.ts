import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

const PRESETS = ["realistic", "stylized", "anime", "pixel"];

const LIMIT_MS = 15_000;
const SHARE = 0.9;

export interface Seen015 {
  readonly ms: number;
  /** Whether it was drawn here, and not found. */
  readonly drawn: boolean;
}

export function judge015(seen: readonly Seen015[]) {
  const drawn = seen.filter((one) => one.drawn).length;
  const inTime = seen.filter(({ ms }) => ms < LIMIT_MS).length;
  const longest = Math.max(0, ...seen.map(({ ms }) => ms)) / 1_000;
  return {
    met: seen.length > 0 && inTime >= SHARE * seen.length && drawn === seen.length,
    found: `${drawn} of ${seen.length} drawn, the slowest in ${longest.toFixed(1)} s`,
  };
}

/** People, animals and machines are drawn in each preset at the largest size. */
export const sc015: Criterion = {
  id: "SC-015",
  title: "Portrait generation speed",
  target: "less than 15 seconds for 90% of the portraits drawn here",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const count = LONG ? 100 : 8;
      const looks = ["An old man with a white beard.", "A young woman with red curls.", "A dog.", "A robot."];
      const seen: Seen015[] = [];
      for (let n = 0; n < count; n++) {
        const input = { character: `c${n}`, description: looks[Math.floor(n / PRESETS.length) % looks.length] };
        const config = { stylePreset: PRESETS[n % PRESETS.length], resolution: 1024 };
        const { output, ms } = await runSkill("character-portraits/generate-portrait", { input, config }, dataDir);
        seen.push({ ms, drawn: output["source"] === "local" && output["cached"] === false });
      }
      return judge015(seen);
    }),
};
