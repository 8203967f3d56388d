/** What profiles alone give a story to turn on: what one of its people wants to know, or wants. Implements rule CA5995. */
import type { CampaignNpc } from "../campaign.js";

export interface PersonsQuestion {
  readonly question: string | null;
  readonly aim: string | null;
  readonly client: string;
  /** Folder of whoever's profile has the answer. */
  readonly answerer: string | null;
}

const ASKS =
  /^(?:to\s)?(?:find out|discover|learn|know|prove|work out|understand|see)\s((?:who|why|what|how|where)\s.{4,60})$/i;
/** What somebody wants that the player can help with, and not what they want to be kept. */
const WANTS = /^(?:to\s)?(\p{Ll}+|\p{Lu}\p{Ll}+)\s(.{3,80})$/u;
const NO_HELP =
  /^(?:be|keep|hide|avoid|protect|stay|remain|have|not|never|make sure|ensure|maintain|know|live|survive|earn|gain|become|stop|see|feel|prove|watch|wait|leave|let|die)$/i;
const OTHERS = /\b(?:he|she|they|him|her|them|his|hers|their|theirs|it|its|you|your)\b/i;

/** The first question of the people's, else the first wish of theirs with which one can help. */
export function personsQuestion(npcs: readonly CampaignNpc[]): PersonsQuestion | null {
  for (const { id, profile } of npcs)
    for (const wish of profile.motivations ?? []) {
      const asked = ASKS.exec(wish.trim().replace(/[.!]+$/, ""))?.[1];
      if (asked === undefined) continue;
      const name = profile.name.split(" ")[0] ?? profile.name;
      const question = asked
        .replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
        .replace(/\b(?:her|his|their)\b(?=\s\p{Ll})/gu, `${name}’s`)
        .replace(/\b(?:him|her|them)\b/g, name);
      return { question, aim: null, client: profile.name, answerer: answererOf(question, id, npcs) };
    }
  for (const { profile } of npcs)
    for (const wish of profile.motivations ?? []) {
      const [, verb = "", rest = ""] = WANTS.exec(wish.trim().replace(/[.!]+$/, "")) ?? [];
      if (verb === "" || NO_HELP.test(verb) || OTHERS.test(rest) || rest.split(" ").length > 11) continue;
      return {
        question: null,
        aim: `help ${profile.name} ${verb.toLowerCase()} ${rest}`,
        client: profile.name,
        answerer: null,
      };
    }
  return null;
}

/** Somebody else whose secret has two of the question's words. */
function answererOf(question: string, asker: string, npcs: readonly CampaignNpc[]): string | null {
  const asked = new Set(question.toLowerCase().match(/\p{L}{4,}/gu));
  const shared = (text: string): number =>
    new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).filter((word) => asked.has(word))).size;
  const [best] = npcs
    .filter(({ id }) => id !== asker)
    .map(({ id, secrets = "" }) => ({ id, count: shared(secrets) }))
    .sort((a, b) => b.count - a.count);
  return best !== undefined && best.count >= 2 ? best.id : null;
}
