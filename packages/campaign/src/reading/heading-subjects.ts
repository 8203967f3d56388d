/** Pages on places whose headings are the subjects of what stands below them. */
import { isPlural, isWholeSentence } from "@narratoria/protocol/english";

/** "## The jetty", and the first words below it. */
const SECTION = /^(#{2,6}[ \t]+)((?:The|A|An) [^\n#:?!.]+?)([ \t]*#*[ \t]*\n+)([^\n#>|*_[(-][^\n]*)$/gmu;
/** How many of what, and what happens there: "Forty tan-yards", "Where oak bark comes in". "A long room" says what it is without a subject. */
const COUNT =
  "(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|a hundred|\\d+)";
const SAYS_WHAT = new RegExp(`^(?:${COUNT}|where) `, "iu");
/** "Forty vats, sixty taps and a clock.": each of them with how many there are. */
const LISTED = new RegExp(
  `^${COUNT} [^,.]{2,30}(?:, (?:${COUNT}|an?|the) [^,.]{2,30})*,? and (?:${COUNT}|an?|the) [^,.]{2,30}\\.$`,
  "iu",
);
/** Headings that say what is told below them, and not what it is about. */
const OF_TEXT =
  /\b(?:story|history|look|looks|view|name|saying|rules?|talk|rumours?|rumors?|truth|facts?|people|folk|way|past|present|trouble|secret|news|notes?|point|question|answer|thing|law|custom|day|night|year|mood|feel|idea)s?$/iu;
const FEWEST_WORDS = 3;
const MOST_WORDS = 22;

/**
 * A page on a place in which a heading is the subject of the fragment below it: "## The jetty / Five stone steps, older than the town." has
 * "The jetty is five stone steps, older than the town." Whole sentences stay as they are. Implements rule CA6358.
 */
export const withHeadingsAsSubjects = (text: string): string =>
  text.replace(SECTION, (all: string, marks: string, heading: string, gap: string, paragraph: string) => {
    const first = /^[^.!?]+\./u.exec(paragraph)?.[0] ?? "";
    const words = first.split(/\s+/).length;
    if (first === "" || words < FEWEST_WORDS || words > MOST_WORDS || OF_TEXT.test(heading.trim())) return all;
    if (!SAYS_WHAT.test(first) || (isWholeSentence(first) && !/^where /i.test(first) && !LISTED.test(first)))
      return all;
    const verb = isPlural(heading) ? "are" : "is";
    return `${marks}${heading}${gap}${heading} ${verb} ${first.charAt(0).toLowerCase()}${first.slice(1)}${paragraph.slice(first.length)}`;
  });
