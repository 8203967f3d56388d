/** Whether a sentence can be told of the world by anybody. */
export function isPlainSentence(sentence: string): boolean {
  const words = sentence.split(/\s+/).length;
  return (
    words >= 4 &&
    words <= 32 &&
    /[.!]$/.test(sentence) &&
    !/\b(?:I|you|me|my|your|we|our|I'm|You|[Tt]he player)\b/.test(sentence) &&
    !/^(?:It|They|He|She|His|Her|This|That|These|Those|But|And|So|Then)\b/.test(sentence)
  );
}
