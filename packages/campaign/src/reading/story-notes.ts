/** Sentences of a premise that say to the teller what the story is to be. Implements rule CA6000. */
const SIGNS: readonly RegExp[] = [
  /^(?:the|this) (?:story|campaign|adventure|game|module) (?:covers|spans|is (?:about|set)|should|takes place|may end)\b/i,
  /^It (?:should (?:be about|feel (?:like|quiet|slow))|(?:may|might|could|should) end (?:at|with|when)\b)/,
  /^(?:At some point|In the end|Eventually|At the end) (?:she|he|they|the player|\p{Lu}\p{Ll}+) (?:should|has to decide|have to decide|must choose|must decide)\b/u,
  /^The (?:tone|mood) (?:is|should be)\b/,
  /^(?:Nobody|No one) is (?:really|truly) (?:evil|a villain|bad)\b/,
];

/** "The story covers the four days before the fight.", "It may end at the first bell." */
export const saysWhatStory = (sentence: string): boolean => SIGNS.some((sign) => sign.test(sentence.trim()));
