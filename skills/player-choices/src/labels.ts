/** Names of topics that are labels of pages and lists, and no thing that one could ask about. */
import { memoizeText } from "@narratoria/protocol/english";

/** "Tea, a guide", "shelf 7, palace": an entry of a list. */
const ENTRY = /,|\d+\/\d|--/u;
/** "Things you never say", "people and stuff you should know", "minor people", "places", "faction". */
const OF_LIST =
  /^(?:(?:things|people|words|rules|facts|notes?|lists?) (?:of|about|and|you|we|they|that|who|if|on|in)\b|(?:minor |other )?(?:places|people|characters|persons|factions?|errands|students|girls|boys)$|overheard\b|(?:timelines?|extracts?|drafts?)\b)/iu;
/** "The at noon", "the being cold", "the heard on the ice", "the no water": what stands behind an article is no noun. */
const NO_NOUN =
  /^the (?:at|in|on|of|to|by|for|from|with|no|not|being|having|running|going|doing|heard|said|told|seen|done|made|last time|and|or|if|when|who|what|how)\b(?! \p{Ll}+(?:s|er)? (?:of|in)\b)/iu;
/** "The blade ought", "the door some", "the geranium called Mrs": what was cut in the middle. */
const CUT =
  / (?:some|ought|must|may|can|could|would|should|will|was|were|is|are|has|had|called|named|and|or|of|the|an?|nervous|missing)$| (?:Mrs?|Ms|Miss|Dr|St|Sir)\.?$/u;
/** "Kev Pascoe", from a file's name in small letters. */
const SMALL_NAME = /^(?!(?:the|an?|my|his|her|your|our|their)\b)\p{Ll}+ \p{Lu}\p{L}*$/u;

/** Whether a topic's name is a label: a list's entry, a heading, or a phrase that was cut. (rule PC3405) */
export const isLabel: (np: string) => boolean = memoizeText((np) =>
  [ENTRY, OF_LIST, NO_NOUN, CUT, SMALL_NAME].some((one) => one.test(np)),
);
