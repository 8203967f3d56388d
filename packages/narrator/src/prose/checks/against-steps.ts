import { contentWords, splitSentences } from "@narratoria/protocol/english";
import { draftHas, type SceneFacts, wordSet } from "./scene-facts.js";

/** Somebody lays hands on the player. */
const TAKES_HOLD =
  /\b(?:catches|grabs|seizes|grips|twists|pins|clutches) your (?:\p{Ll}+ )?(?:wrists?|arms?|collar|throat|hands?|sleeve|shoulders?)\b|\bhas you (?:put|locked|thrown|taken|searched|tied|held|flogged|shown out|led|marched)\b|\b(?:ties|binds|locks|handcuffs|chains|searches|strikes|hits|slaps|punches|kicks|drags|marches|throws) you\b|\blaughs in your face\b|\bspits (?:at|on) you\b|\bshows you (?:the door|out)\b|\bforbids you\b|\b(?:will not|won’t) let you\b/iu;
export const takesHold = (words: string, { draft }: SceneFacts): boolean => {
  const said = TAKES_HOLD.exec(words)?.[0];
  return said !== undefined && !draftHas({ draft }, said);
};

const OPPOSITES: readonly (readonly [string, string])[] = [
  ["east", "west"],
  ["north", "south"],
  ["eastward", "westward"],
  ["left", "right"],
  ["older", "younger"],
  ["first", "last"],
  ["above", "below"],
  ["open", "shut"],
  ["empty", "full"],
  ["alive", "dead"],
  ["before", "after"],
];
/** Content words that a sentence shares with one of the draft's from which a word that is turned round counts. */
const SAME_MATTER = 1;

/** Whether a sentence says of the same what the draft denies, or has its direction the other way round. (rule NA4906) */
export function deniesStep(words: string, { draft }: SceneFacts): boolean {
  const has = wordSet(words);
  return splitSentences(draft).some((one) => {
    const own = wordSet(one);
    const shared = [...contentWords(one)].filter((word) => contentWords(words).has(word)).length;
    const isTurned = OPPOSITES.some(([a, b]) =>
      [[a, b] as const, [b, a] as const].some(
        ([here, there]) => has.has(here) && !has.has(there) && own.has(there) && !own.has(here),
      ),
    );
    if (isTurned && shared > 0 && DIRECTIONS.test(words)) return true;
    const [, denied = ""] =
      /\b(?:do|does|did|is|are|was|were|will|can|could|would)(?: not|n[’']t) (?:\p{Ll}+ly )?(\p{Ll}{3,})\b/u.exec(
        one,
      ) ?? [];
    return (
      denied !== "" &&
      shared > SAME_MATTER &&
      has.has(denied) &&
      !/\b(?:not|no|never|nothing|nobody|neither|nor|hardly|if|whether|would|should|might)\b|n[’']t\b/i.test(words)
    );
  });
}
const DIRECTIONS = /\b(?:east|west|north|south|eastward|westward)\b/i;

const WARM = /\b(?:smiles|beams|grins|twinkles) (?:\p{Ll}+ly )?(?:at|on|down at|up at) you\b|\blaughs with you\b/iu;
const COLD =
  /\b(?:frowns|scowls|glares|glowers|sneers|snarls) (?:\p{Ll}+ly )?(?:at|on|down at|up at) you\b|\bturns (?:his|her|their) back on you\b/iu;

/** Whether somebody takes it the other way than the draft says. */
export function turnsReaction(words: string, { draft }: SceneFacts): boolean {
  return (
    (WARM.test(words) && COLD.test(draft) && !WARM.test(draft)) ||
    (COLD.test(words) && WARM.test(draft) && !COLD.test(draft))
  );
}
