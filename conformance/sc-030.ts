import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

const SHARE = 0.9;

/** People, and how they come back: under their id, under another with the name, and as somebody without a name who looks the same. */
const PEOPLE = [
  ["Osk", "A stern old miller with a white beard and a black coat.", "An old stern miller, black coat, white beard."],
  [
    "Ine",
    "A young woman with red curls, freckles and a green shawl.",
    "Red curls, freckles, a green shawl: a young woman.",
  ],
  ["Captain", "A brown spaniel with one white ear and a rope collar.", "A spaniel, brown, one white ear, rope collar."],
  [
    "Rashan",
    "A tall drover with weathered skin and an indigo headscarf.",
    "Weathered skin, indigo headscarf, a tall drover.",
  ],
] as const;

export interface Seen030 {
  readonly isSame: boolean;
  readonly reused: boolean;
}

export function judge030(seen: readonly Seen030[]) {
  const again = seen.filter(({ isSame }) => isSame);
  const reused = again.filter((one) => one.reused).length;
  const mistaken = seen.filter((one) => !one.isSame && one.reused).length;
  return {
    met: again.length > 0 && reused >= SHARE * again.length && mistaken === 0,
    found: `${reused} of ${again.length} appearances had their portrait already, ${mistaken} of somebody else`,
  };
}

/** Who appears again gets the portrait that there is; who is somebody else, a new one. */
export const sc030: Criterion = {
  id: "SC-030",
  title: "Portrait reuse rate",
  target: "90% of those who appear again get their portrait by what they are called or look like",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const config = { resolution: 256 };
      const seen: Seen030[] = [];
      const draw = async (input: object): Promise<boolean> =>
        (await runSkill("character-portraits/generate-portrait", { input, config }, dataDir)).output["cached"] === true;
      for (const [at, [name, description, words]] of PEOPLE.entries()) {
        seen.push({ isSame: false, reused: await draw({ character: `p${at}`, name, description }) });
        for (const input of [
          { character: `p${at}`, name, description },
          { character: `again${at}`, name, description: words },
          { character: `nameless${at}`, name: "", description: words },
        ])
          seen.push({ isSame: true, reused: await draw(input) });
      }
      return judge030(seen);
    }),
};
