/** Wishes that somebody says of themselves to whoever asks. */
import { countWords, memoizeText } from "@narratoria/protocol/english";

const MOST_WORDS = 16;

/** "be believed", "be forgiven by Nora": what somebody wants others to feel or to do for them. What anybody is, may be said. */
const TO_BE_TREATED =
  /^(?:to )?(?:never |only |just )?be(?! (?:fed|paid|home|back|ready|first|there|on time|done with)\b)\b/iu;
/** What goes on in somebody alone. */
const INWARD =
  /^(?:to )?(?:\p{Ll}+ly )?(?:feel|forget|forgive|prove|deserve|matter|belong|die|dream|atone|live|stop \p{Ll}+ing|get through|find (?:someone|somebody) (?:who|to)|love)\b|\b(?:forgives?|forgiven|forgiveness|redeem(?:ed)?|pity|pitied|happiness|marry (?:him|her|them))\b/iu;
/** What is done behind others' backs, or to get round them. */
const MANAGES =
  /\b(?:culprit|scapegoat|spared?|avoid|escape|evade|get(?:ting)? away|rid of|put(?:ting)? off|postpone|delay|stall|talk(?:ing)? .{1,30} (?:into|out of)|before (?:any(?:one|body)|some(?:one|body)|they|he|she) (?:can|could|may|might|is|knows?|finds?|learns?|sees?))\b|^(?:to )?have .{1,40} (?:admit|own up|confess|ask|notice|say|believe|think)\b/iu;
/** "keep the word out of the vote", "keep his place": what somebody holds on to, or holds others off from. */
const KEEPS =
  /\bkeep(?:ing)? (?:.{1,40} (?:out of|off|from|away|empty|hidden|shut|until|till)\b|(?:(?:the|his|her|their|a|my) )?(?:\p{L}+ )?(?:promise|word|secret|oath|vow|place|post|job|position|ticket|licence|license|throne|name|title|face)\b)/iu;
/** What was promised or sworn is between those two. */
const BOUND = /\b(?:promises?|promised|her word|his word|their word|oaths?|vow(?:s|ed)?|sworn)\b/iu;
/** What its author remarks on a wish, its owner does not say. */
const REMARK =
  /[,;] (?:though|although|which|who|whom|whose|since|because|as|if|but|whether|even|and (?:it|he|she|they))\b|\b(?:even though|for once|just once|one time|if only|, once\b|at last)\b|;/iu;

/**
 * Whether somebody says a wish of theirs aloud: it is short, and of work, things, places, people's needs or news. What is private, what is
 * about managing others, and what its author remarks on, nobody confesses to whoever asks. (rule PC3141)
 *
 * @param wish - As it stands after "wants": "to have a roof on the mill".
 */
export const isConfessable = memoizeText(
  (wish): boolean =>
    countWords(wish) <= MOST_WORDS &&
    ![TO_BE_TREATED, INWARD, MANAGES, KEEPS, BOUND, REMARK].some((sign) => sign.test(wish)),
);
