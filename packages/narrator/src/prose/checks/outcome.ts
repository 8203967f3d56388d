import type { Effect } from "@narratoria/protocol/story";
import { type Check, type SceneFacts, unquoted } from "./scene-facts.js";

const WINS =
  /\byou (?:\w+ )?(?:succeed|manage|win|prevail|triumph|get (?:what you (?:want|came)|your way))\b|\b(?:successful(?:ly)?|success|triumph|victory)\b/i;
const FAILS =
  /\byou (?:\w+ )?(?:fail|lose|(?:cannot|can’t)(?! (?:yet |quite |even )?(?:see|hear|smell|tell|make out|feel)\b)|get nowhere|get nothing)\b|\b(?:in vain|to no avail|without success|unsuccessful(?:ly)?|failure)\b/i;

/** What a sentence may say has happened only if it has. */
const HAPPENINGS: readonly {
  readonly says: RegExp;
  readonly did: (facts: SceneFacts) => boolean;
  readonly what: string;
}[] = [
  {
    says: /\byou (?:\w+ )?(?:take|grab|pocket|receive|pick up|are (?:given|handed)|find|steal|collect|have found|put)\b|\b(?:gives|hands|offers|throws|tosses) (?:it to )?you\b/i,
    did: ({ effects }) => effects.some((effect) => effect.kind === "item" || effect.kind === "learn"),
    what: "Nothing changes hands and nothing is found",
  },
  {
    says: /\byou (?:\w+ )?(?:leave|walk|go|run|enter|arrive|return|climb|step|follow|turn (?:away|back|around)|head|set off|make your way|move|begin|start|continue)\b/i,
    did: ({ moved }) => moved,
    what: "You stay where you are",
  },
  {
    says: /\b(?:dies|is dead|kills?|killed|murders?|murdered|stabs?|shoots?|shot|bleeds?|bleeding|faints?|collapses|explodes?|burns down|corpse|blood|kiss(?:es)?|attacks?|screams?)\b/i,
    did: () => false,
    what: "Nobody is hurt",
  },
];

const COMES_OR_GOES =
  /\b(he|she|they|some(?:body|one)|every(?:body|one)|(?:[Aa]n?|[Aa]nother|[Tt]he)(?: \p{Ll}+){1,4}?|\p{Lu}\p{Ll}+) (?:leaves|goes (?:out|away|home)|walks (?:out|away|off|in)|enters(?! it)|arrives|comes (?:in|back)|returns|disappears|vanishes|runs (?:off|away|out))\b/gu;

const ANYBODY =
  /^(?:he|she|they|somebody|someone|everybody|everyone)$|\b(?:man|woman|child|boy|girl|stranger|figure|messenger|guard|soldier|visitor|neighbour)\b/i;

const isComingOrGoing = ({ kind }: Effect): boolean => kind === "arrive" || kind === "leave";

function comesOrGoes(words: string, { story, effects }: SceneFacts): boolean {
  if (effects.some(isComingOrGoing)) return false;
  const isSomebody = (who = ""): boolean =>
    ANYBODY.test(who) || story.names.keysIn(who).some((key) => key.startsWith("npc:"));
  return [...words.matchAll(COMES_OR_GOES)].some(([, who]) => isSomebody(who));
}

/** What the dice said holds, and nothing happens that has not. */
export const outcome: Check = (sentence, facts) => {
  const words = unquoted(sentence);
  if (facts.outcome === "fail" && WINS.test(words)) return "It did not work: do not write that it did.";
  if (facts.outcome === "success" && FAILS.test(words)) return "It worked: do not write that it did not.";
  if (facts.outcome === "partial" && (WINS.test(words) || FAILS.test(words)))
    return "It worked in part: do not write more or less.";
  if (comesOrGoes(words, facts)) return "Nobody comes or goes: only describe.";
  const happening = HAPPENINGS.find(({ says, did }) => says.test(words) && !did(facts));
  return happening ? `${happening.what}: only describe.` : null;
};
