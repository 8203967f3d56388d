/** Sentences of an author's few texts, and how they are told to the player. */

/** Sentences of a text without its marks; a line that ends without a stop is one. */
export function sentencesOf(text: string): string[] {
  return (
    text
      .replace(/^\s*#+\s.*$/gm, "")
      .split(/\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)/)
      .flatMap((block) => {
        const lines = block.trim().split("\n");
        // Verse and lists of names have no stops; prose that was wrapped goes on in the next line.
        const isVerse = lines.length > 1 && lines.every((line) => line.trim().length < 45);
        return isVerse ? lines : [lines.join(" ")];
      })
      .map((line) =>
        line
          .replace(/^\s*(?:[-*+>]|\d+[.)])\s+/, "")
          .replace(/[*_`]{1,3}/g, "")
          .trim(),
      )
      .flatMap((line) => line.split(/(?<!\b(?:Mr|Mrs|Ms|Dr|St|Prof)\.)(?<=[.!?…]["”’)]*)\s+(?=["“‘(]?\p{Lu})/u))
      // Notes have no capitals: "nobody has seen the ground."
      .flatMap((sentence) => sentence.split(/(?<=(?!etc\.)\p{Ll}{3}[.])\s+(?=\p{Ll}[\p{Ll}-]*\s)/u))
      .map((sentence) => sentence.trim())
      .filter((sentence) => /\p{L}{2}/u.test(sentence))
  );
}

/** Words by which a description speaks of the story, and not in it. */
export const OF_THE_STORY =
  /\b(?:story|stories|tale|game|adventure|campaign|mystery about|play as|players?|reader|scenes?|chapters?|playthrough|based on|inspired by|set in|featuring|explores?|comedy|drama|thriller|novel)\b|^(?:I|We)\b|[A-Z]{4}|[?:]/;

/**
 * What somebody tells of themselves as it is told to the player: "I was a bell" is "You were a bell". Null where it is told of several
 * ("we"), or somebody is quoted, so that "I" may be somebody else. Implements rule CA5991.
 */
export function spokenToPlayer(text: string): string | null {
  if (!/\b(?:I|[Mm]e|[Mm]y|[Mm]yself|[Mm]ine)\b/.test(text)) return text;
  if (/["“”]/.test(text) || /\b(?:[Ww]e|[Uu]s|[Oo]ur|[Oo]urs)\b/.test(text)) return null;
  const told = text
    .replace(/\bI am\b|\bI['’]m\b/g, (found) => (found === "I am" ? "you are" : "you’re"))
    .replace(/\bI was\b/g, "you were")
    .replace(/\b(am|was) I\b/g, (_, verb: string) => (verb === "am" ? "are you" : "were you"))
    .replace(/\b[Mm]yself\b/g, "yourself")
    .replace(/\b[Mm]ine\b/g, "yours")
    .replace(/\b[Mm]y\b/g, "your")
    .replace(/\bme\b/g, "you")
    .replace(/\bI\b/g, "you");
  return told.replace(/(^|[.!?…]\s+)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
