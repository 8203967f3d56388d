import { contentWords, splitSentences } from "@narratoria/protocol/english";
import { type Check, type SceneFacts, unquoted } from "./scene-facts.js";

const OF_BODY =
  "arms?|legs?|hands?|fingers?|thumbs?|wrists?|elbows?|shoulders?|necks?|throats?|heads?|scalps?|skulls?|foreheads?|brows?|temples?|cheeks?|noses?|jaws?|chins?|chests?|ribs?|backs?|hips?|knees?|shins?|ankles?|foot|feet|toes?|heels?|palms?|knuckles|ears?|eyes?|face";
const WHOSE =
  "(?:his|her|your|their|the|two|three|four|one|an?|own|left|right|of|both|\\p{Lu}[\\p{L}.]+|\\p{Lu}[\\p{L}’-]+[’']s)";
const SHARP =
  "knife|blade|nib|pen|nail|needle|pin|hook|fork|awl|spike|splinter|bayonet|sword|spear|arrow|bullet|shard|glass|chisel|scissors|saw|axe|hatchet|thorn|wire|tooth|teeth|claws?";

/** Somebody is hurt, whatever part of them it is. */
const HURTS: readonly RegExp[] = [
  `\\b(breaks?|broken|cracks?|cracked|splits?|gash(?:es|ed)?|slic(?:es|ed)|pierc(?:es|ed)|scald(?:s|ed)?|scorch(?:es|ed)?|blister(?:s|ed)?|crush(?:es|ed)?|sprain(?:s|ed)?|dislocat(?:es|ed)|graz(?:es|ed)|skins|skinned|bruis(?:es|ed)|opened|shatter(?:s|ed)?|sever(?:s|ed)?|maims|mangles) (?:${WHOSE} ){1,4}(${OF_BODY})\\b(?! of (?:the|an?)\\b)`,
  `\\b(lays|laid) (?:${WHOSE} ){1,3}(${OF_BODY}) open\\b`,
  `\\b(splits|cuts|cut|cracks) (?:${WHOSE} ){1,3}(${OF_BODY})(?: open)?\\b(?! of (?:the|an?)\\b)`,
  `\\b(?:takes|taken|took) the (top|tip|end|skin|nail) off (?:${WHOSE} ){1,3}(${OF_BODY})\\b`,
  `\\b(?:comes?|came|falls?|drops?|crashes) down on (?:${WHOSE} ){1,3}(toes?|fingers?|foot|hands?|head|shoulder|legs?|back)\\b`,
  `\\b(?:${SHARP}) (?:goes|runs|slides|sinks|drives|has gone|slips) (through|into) (?:${WHOSE} ){1,3}(${OF_BODY}|helmet|sleeve)\\b`,
  `\\b(?:drives|runs?|sends|sticks?|jabs?|stabs?|pushes|plunges|puts?) (?:the|an?|his|her|your|it) ?(?:[\\p{L}’-]+ ){0,3}?(through|into) (?:his|her|your|their|\\p{Lu}[\\p{L}’-]+[’']s) (?:own |left |right )?(palm|hand|finger|thumb|arm|leg|foot|chest|shoulder|side|throat|neck|eye|back)\\b`,
  `\\b(takes|took|costs?|lost|loses) (?:him |her |you )?(?:two|three|four|one|the tip|the end|half) (?:of )?(?:${WHOSE} ){0,3}(${OF_BODY})\\b`,
  `\\b(thrown|flung|hurled|dashed|knocked|slammed) (?:hard |backward |headlong )?(against|down|from|off|across) (?:the|an?|his|her)\\b`,
  `\\b(sticking|sticks) out of (?:${WHOSE} ){1,3}(${OF_BODY})\\b`,
  `\\bskin (?:comes|goes|rises|turns|peels|lifts)(?: up| away| off| white| red| raw| black| in blisters)\\b`,
].map((pattern) => new RegExp(pattern, "gu"));

/** A thing of the scene is no more, or is spoiled. */
const SPOILS: readonly RegExp[] = [
  `\\b(?:goes|go|falls?|flies|comes?|is|are|lies?|smashed|broken|knocked|tears?|rips?|bursts?|breaks?|cuts?) (?:\\p{L}+ ){0,4}?(?:in|into|to) (?:bits|pieces|splinters|smithereens|shards|flinders|ribbons|strips|shreds|tatters|crumbs of)\\b`,
  `(?<!\\b(?:the|some|any|no|of|with|and|these|those|few) )\\b(?:breaks|smashes|shatters|dashes|splinters|cracks) (?:it|them|the [\\p{L}’-]+|(?:his|her|its|their) [\\p{L}’-]+)? ?(?:on|against|across) (?:the|an?|his|her|its)\\b`,
  `\\b(?:snaps|shears|snapped|sheared) (?:clean |right )?off\\b`,
  `\\b(?:has|have) (?:rubbed|scraped|scratched|wiped|torn|knocked|washed|burned|broken) [^.;,]{2,40} (?:right |clean )?(?:off|away|out)\\b`,
  `\\b(?:oil|ink|tea|coffee|wine|water|soup|milk|wax|paint|mud|blood) (?:runs|spills|pours|spreads|soaks|goes|slops) (?:all |right )?(?:over|across|into|through) (?:both |all |half )?(?:of )?(?:the |his |her |your )?(?:[\\p{L}’]+ )?(?:pages?|papers?|books?|letters?|ledgers?|maps?|register|lists?|photographs?|charts?|deeds?|will|manuscript|drawings?)\\b`,
  `\\b(?:crumples?|balls|screws|wads) (?:up )?(?:it|them|the|his|her|your) [^.;]{0,30}?(?:drops|throws|tosses|flings|kicks|lets)\\b`,
  `\\bin (?:two|three|four|several|a dozen|a hundred) (?:halves|pieces|bits|parts)\\b`,
  `\\b(?:its|the|his|her|their|one|both|each|a) (?:[\\p{Ll}’-]+ )?[\\p{Ll}’-]{3,} (?:cut|sawn|torn|ripped|burnt|burned|bitten|chewed|rotted|rusted|eaten) (?:clean |right |half )?(?:through|away)(?=[.,;!?]|$)`,
  `\\b(?:the|its|his|her|their|your|an?|one) (?:[\\p{Ll}’-]+ ){1,4}ha(?:s|ve) (?:\\p{Ll}+ly |just |already )?(?:cracked|split|torn|burst|snapped|shattered|melted|come (?:away|off|apart|loose|undone))\\b`,
  `\\bcomes? (?:away|off|loose) in (?:your|his|her|their) (?:\\p{Ll}+ )?(?:hands?|fingers|grip|fist)\\b`,
  `\\bnot (?:one|a single one) (?:is |of them )?(?:left )?whole\\b|\\bnot one left whole\\b`,
  `\\bgoes over and (?:burns|breaks|bursts|sinks|is gone|cracks|shatters|smashes)\\b`,
  `\\bwith (?:the|its|one|his|her|half) (?:\\p{Ll}+ )?\\p{Ll}+ (?:torn|broken|cut|snapped|ripped|burnt|burned|smashed|bitten) (?:off|away|out|in|through)\\b`,
].map((pattern) => new RegExp(pattern, "giu"));

/** It gives way: "the board splits under your heel". */
const GIVES_WAY =
  /\b[Tt]he (?:\p{Ll}+ )?(\p{Ll}+) (?:[^.,;]{0,30}? and )?(?:splits|cracks|bursts|shatters|snaps|breaks) (?:under|across|in (?:his|her|your|their) (?:fist|hands?|fingers)|open|through|down|out of|apart)\b/gu;
/** It is thrown where nobody gets it back. */
const THROWN =
  /\b(?:drops|throws|flings|tosses|hurls|pitches|kicks) (?:it|them|(?:the|his|her|your|their) (?:\p{Ll}+ )?(?:books?|papers?|letters?|pages?|notebook|map|plan|photographs?|keys?|tape|ledger|lamp|parcel)) (?:down|into|over|out of|off) the (?:\p{Ll}+ )?(?:shaft|well|river|water|sea|fire|stove|abyss|lake|harbour|canal|window|side|rail|edge|cliff|pit|hole|grate)\b/gu;

/** What wind and water take is gone. */
const TAKEN = new RegExp(
  `\\b(?:the|a|one) (?:\\p{Ll}+ )?(?:sea|waves?|wind|river|flood|tide|current|surf|fire|flames)\\b[^.,;]{0,40}? (?:takes|carries|swallows|claims|eats) (?:off |away )?(?:the|his|her|your|their|two|three|four|it|them|all) (?!(?:full|by|aback|under|down|over|back|along|(?:\\p{Ll}+ )?(?:smoke|sounds?|words?|voices?|breath|hair|steam|spray|heat|smell|rest|dust|sand|laugh|light|warmth|edge|strain|weight|colour|sail|sails))\\b)`,
  "giu",
);

/** What is broken every day: "a twig snaps off". */
const EVERY_DAY =
  /\b(?:twigs?|sticks?|straws?|thread|bread|loaf|crusts?|biscuits?|cakes?|eggs?|ice|match(?:es)?|bubbles?|light|wave|waves|spray|foam|rain|smoke|clouds?|silence|laugh|voice|crumbs?|shells?|nuts?|pods?|stalks?|leaves|petals?|chalk|wax|pencil)\b/iu;
/** What only might be, or is compared. */
const NOT_SO =
  /\b(?:as if|as though|like|would|could|might|may|if|never|not|nobody|no one|without|nearly|almost|before|until)\b[^.;:]*$/iu;

/** Whether a sentence of the prompt or of what is told has the same done: half of its words of content, two at least. */
function isKnown(said: string, { draft, given, told }: SceneFacts): boolean {
  const own = [...contentWords(said)];
  return splitSentences([given, draft, ...told].join("\n")).some((one) => {
    const has = contentWords(one);
    const shared = own.filter((word) => has.has(word)).length;
    return shared > 1 && shared >= own.length / 2;
  });
}

/** Nobody is hurt, and nothing is broken or spoiled, but as the steps have it. (rule NA4904) */
export const harm: Check = (sentence, facts) => {
  const narration = unquoted(sentence);
  const isSo = ({ 0: said, index }: RegExpMatchArray): boolean =>
    NOT_SO.test(narration.slice(0, index)) || isKnown(said, facts);
  if (HURTS.some((pattern) => [...narration.matchAll(pattern)].some((one) => !isSo(one)))) return "Nobody is hurt.";
  const isSpoiled = (one: RegExpMatchArray): boolean =>
    (!EVERY_DAY.test(narration.slice(Math.max(0, (one.index ?? 0) - 30), (one.index ?? 0) + one[0].length + 12)) ||
      /\bseal\b/iu.test(one[0])) &&
    !isSo(one);
  return SPOILS.some((pattern) => [...narration.matchAll(pattern)].some(isSpoiled)) ||
    [TAKEN, THROWN].some((pattern) => [...narration.matchAll(pattern)].some((one) => !isSo(one))) ||
    [...narration.matchAll(GIVES_WAY)].some(isSpoiled)
    ? "Nothing is broken or destroyed."
    : null;
};
