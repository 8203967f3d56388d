import { type Check, draftHas, quotedIn, unquoted } from "./scene-facts.js";

const SPEECH =
  "say|says|said|reply|replied|answer|answered|ask|asked|tell|told|whisper|whispered|murmur|mutter|shout|call|explain|greet|beg|swear|add|continue|offer|suggest|begin|repeat|insist";
const YOU_SPEAK = new RegExp(`\\byou(?:’ve|’d)? (?:\\w+ly |then |only |just )?(?:${SPEECH})\\b`, "i");
const OTHERS_SPEAK = new RegExp(
  `\\b(?!you\\b)(?:he|she|they|it|\\p{Lu}[\\p{L}’'-]+|(?:the|a|an|his|her) [\\p{L}’'-]+) (?:\\w+ly )?(?:says|asks|replies|answers|tells|whispers|murmurs|mutters|shouts|calls|explains|adds|goes on|repeats|offers)\\b|\\b(?:says|asks|replies|answers|whispers|murmurs|mutters|shouts|calls|adds) (?:he|she|they|it|the|\\p{Lu})`,
  "u",
);
/** What only the player decides, promises or feels. */
const DECIDES =
  /\byou(?:’ve|’d|’re|’ll)? (?:\w+ly |then |still |already |do not |don’t )?(decide|choose|resolve|wish|hope|feel(?! (?:for|along|around|about|(?:the|it|its|an?|his|her|their|your|under)(?! (?:pang|surge|wave|twinge|stab|rush|sense|flood|flush|touch|kind|bit|little|need|urge|weight|guilt|dread|shame|joy|relief|pity)\b))\b)|felt|think|thought|believe|realise|realize|wonder|remember|recall|love|hate|fear|intend|plan|refuse|accept|agree|promise|regret|trust|suspect|imagine|understand|enjoy|prefer|expect|vow|swear|confess|apologise|apologize|lie|thank|forgive|nod|smile|shrug|laugh|cry|sigh|frown)\b/gi;
const FEELS =
  /\byour (?:\w+ )?(?:heart (?:sinks|leaps|races|pounds|beats|aches|is)|mind|thoughts?|feelings?|stomach|soul|memory|memories|hopes?|fears?|decision)\b|\byou are (?:\w+ly |not )?(?:afraid|scared|happy|sad|angry|glad|proud|certain|worried|nervous|determined|surprised|relieved|grateful)\b/i;
const FIRST_PERSON = /(?<![\p{L}.])(?:I|I’m|I’ve|I’ll|I’d|my|mine|myself|we|us|our|ours)\b(?![.)])/u;

/** The player's character is the player's: no word of theirs is quoted, and no thought, feeling or decision of theirs is told. (rule NA711) */
export const player: Check = (sentence, facts) => {
  const told = unquoted(sentence);
  if (quotedIn(sentence).length > 0 && YOU_SPEAK.test(told) && !OTHERS_SPEAK.test(told))
    return "Do not put words of “you” in quotation marks: report what “you” ask.";
  const decided = [...told.matchAll(DECIDES)].find(([words, verb = ""]) => !draftHas(facts, verb) && words !== "");
  if (decided || (FEELS.test(told) && !draftHas(facts, FEELS.exec(told)?.[0] ?? "")))
    return "Do not write what “you” think, feel, promise or decide.";
  return FIRST_PERSON.test(told) ? "Do not write “I” or “we” outside of speech." : null;
};
