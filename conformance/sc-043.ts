import { readCampaignStory } from "@narratoria/engine";
import { walkStory } from "@narratoria/engine/testing";
import { testCampaign } from "./support/campaigns.js";
import { type Criterion, LONG } from "./support/criterion.js";
import { inFreshHome, sharedScripts } from "./support/home.js";

const SHARE = 0.95;
const LEAST = 20;
const TURNS = LONG ? 40 : 20;
const CAMPAIGNS = ["one-wheel-over", testCampaign("the-salt-ledger"), ...(LONG ? [testCampaign("nine-wells")] : [])];

/** Something that somebody says. */
export interface Spoken043 {
  readonly text: string;
  /** Whom the words around the quotation name as the speaker; null where they name nobody. */
  readonly speaker: string | null;
  /** Ids of the people whose own lines, wishes or notes it was made of. */
  readonly of: readonly string[];
  /** Whether it was made of anything that the author wrote. */
  readonly authored: boolean;
}

export function judge043(spoken: readonly Spoken043[]) {
  const strange = spoken.filter(
    ({ speaker, of, authored }) => !authored || (speaker !== null && of.length > 0 && !of.includes(speaker)),
  );
  const [first] = strange;
  return {
    met: spoken.length >= LEAST && strange.length <= (1 - SHARE) * spoken.length,
    found: `${spoken.length - strange.length} of ${spoken.length} speeches are their speaker's or their author's words${first === undefined ? "" : ` (not: ${first.text})`}`,
  };
}

/**
 * Whether somebody sounds like themselves only a reader can say. What can be measured is that their words come from what the author has
 * them say, want and know: nobody has another's lines, and hardly anybody is given words that no author wrote.
 */
export const sc043: Criterion = {
  id: "SC-043",
  title: "NPC dialogue consistency",
  target: "95% of speeches are made of what the author has this person say, want and know",
  measure: () =>
    inFreshHome(async (dataDir) => {
      const spoken: Spoken043[] = [];
      const scripts = await sharedScripts();
      for (const campaign of CAMPAIGNS) {
        const { cast } = (await readCampaignStory(campaign)).reading;
        const { scenes } = await walkStory({ dataDir, campaign, seed: "43", turns: TURNS, player: "kind", scripts });
        for (const { text, sources } of scenes.flatMap(({ sentences }) => sentences)) {
          if (!/[“"]/.test(text)) continue;
          const around = text.replace(/[“"][^”"]*(?:[”"]|$)/g, " ");
          const named = cast.find(({ called }) => new RegExp(`\\b(?:says?|asks?) ${called}\\b`).test(around));
          spoken.push({
            text,
            speaker: named?.id ?? null,
            of: sources.flatMap(({ kind, ref }) => (kind === "npc" ? [ref] : [])),
            authored: sources.length > 0,
          });
        }
      }
      return judge043(spoken);
    }),
};
