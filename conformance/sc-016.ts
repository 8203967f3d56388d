import type { Criterion } from "./support/criterion.js";
import { inFreshHome } from "./support/home.js";
import { runSkill } from "./support/run-skill.js";

/** Who comes back under their name in other forms or as they were described, and a stranger for each who is none of them. */
const PEOPLE = [
  [
    "Osk",
    "A stern old miller with a white beard and a black coat.",
    "the old Osk",
    "An old miller, stern, black coat, white beard.",
    "A child in a yellow dress.",
  ],
  [
    "Odile Marchetti",
    "A broad weighmaster with grey hair in a bun and steel spectacles.",
    "ODILE MARCHETTI",
    "The broad weighmaster: steel spectacles, grey hair, a bun.",
    "A thin man with a parrot.",
  ],
  [
    "Captain",
    "A brown spaniel with one white ear and a rope collar.",
    "The Captain",
    "A spaniel, brown, one white ear, rope collar.",
    "A nun in grey.",
  ],
  [
    "Seven",
    "A hull crawler of dented steel with six jointed legs.",
    "seven",
    "The hull crawler: six jointed legs, dented steel.",
    "A lady with a golden ruff.",
  ],
  [
    "Rashan",
    "A tall drover with weathered skin and an indigo headscarf.",
    "rashan",
    "The drover, tall, indigo headscarf, weathered skin.",
    "A glassblower with burnt hands.",
  ],
] as const;

const SHARE = 0.95;

/** Somebody is looked for who has a portrait, or who has none. */
export interface Seen016 {
  readonly stranger: boolean;
  /** Whether the right portrait was found; of a stranger, whether any was. */
  readonly found: boolean;
}

/** @param distinct - Whether all portraits are files of their own. */
export function judge016(seen: readonly Seen016[], distinct: boolean) {
  const known = seen.filter(({ stranger }) => !stranger);
  const right = known.filter(({ found }) => found).length;
  const mistaken = seen.filter(({ stranger, found }) => stranger && found).length;
  return {
    met: known.length > 0 && right >= SHARE * known.length && mistaken === 0 && distinct,
    found: `${right} of ${known.length} found again, ${mistaken} of ${seen.length - known.length} strangers mistaken`,
  };
}

/** Portraits are asked for again by id, by name and by description, each in a process of its own. */
export const sc016: Criterion = {
  id: "SC-016",
  title: "Portrait cache accuracy",
  target: "the right portrait for 95% of those who come back, and none for strangers",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const config = { resolution: 256 };
      const files: unknown[] = [];
      for (const [at, [name, description]] of PEOPLE.entries()) {
        const input = { character: `id-${at}`, name, description };
        files.push(
          (await runSkill("character-portraits/generate-portrait", { input, config }, dataDir)).output["file"],
        );
      }
      const seen: Seen016[] = [];
      const look = async (input: object): Promise<unknown> =>
        (await runSkill("character-portraits/lookup-portrait", { input, config }, dataDir)).output["file"];
      for (const [at, [, , name, description, stranger]] of PEOPLE.entries()) {
        for (const input of [{ character: `id-${at}` }, { name }, { description }])
          seen.push({ stranger: false, found: (await look(input)) === files[at] });
        seen.push({ stranger: true, found: (await look({ description: stranger })) !== undefined });
      }
      return judge016(seen, new Set(files).size === PEOPLE.length);
    }),
};
