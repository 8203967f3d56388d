/** What somebody says in a line that is written as a script: "OKAFOR: Who's in 14?" */
import { escapeRegExp } from "@narratoria/protocol/english";

/** A name before a colon, where a line or a sentence begins. */
const LABEL = /(?:^|(?<=[.!?…][”"’)]?\s)|\n)\s*(\p{Lu}[\p{L}'’-]*(?:[ .]+\p{Lu}?[\p{L}'’-]+){0,2}):\s+/gu;
/** What comes before a colon that reports what is said, or says what something is, is no name. */
const REPORTS =
  /\s(?:says?|said|asks?|asked|thinks?|thought|answers?|answered|tells?|told|writes?|wrote|is|was|are)$/iu;
/** "One: I report. Two: I seal." counts, and names nobody. (rule CA4709) */
const COUNTS =
  /^(?:one|two|three|four|five|six|seven|first(?:ly)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|last(?:ly)?|finally|item|next|then|number \p{Ll}+|rule \p{Ll}+|point \p{Ll}+|ps|note)$/iu;
/** Whoever plays. */
const PLAYER = /^(?:you|pc|the pc|player|the player|q)$/i;
/** What is done while it is said: "(laughs)". */
const STAGE_DIRECTION = /^\s*[([][\p{Ll}][^()[\]]{0,60}[)\]]\s*/u;

const bare = (text: string): string =>
  text
    .replace(/^(?:npc|char|character|person)_/i, "")
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N} ]/gu, "")
    .toLowerCase();
const isOf = (label: string, name: string): boolean => {
  const words = bare(name).split(" ");
  return bare(label)
    .split(" ")
    .every((word) => words.includes(word));
};

/**
 * The words of one speaker out of a line of a script, without names before colons and without what is done meanwhile. A line without
 * such names is as it was; one that is somebody else's gives nothing. (rule CA1359)
 *
 * @param given - The line as written.
 * @param speaker - Name or id.
 * @param people - Names of the cast.
 * @returns One line, or none.
 */
export function ownWords(given: string, speaker: string, people: readonly string[]): readonly string[] {
  // "— Nobody goes in there.": speech with a dash before it.
  const line = given.replace(/^\s*[—–]\s*(?=\S)/u, "");
  const quoted = quotedWords(line);
  if (quoted !== undefined) return [quoted];
  // "My mother says: close the harbour." is one sentence of the speaker's. (rule CA1602)
  const all = [...line.matchAll(LABEL)].filter(([, label = ""]) => !REPORTS.test(label) && !COUNTS.test(label));
  // "Item: one cup. Item: one spoon." has no names.
  const areNames = new Set(all.map(([, label = ""]) => label)).size > 1;
  const labels = all.filter(
    ([, label = ""]) =>
      PLAYER.test(label) || people.some((name) => isOf(label, name)) || isOf(label, speaker) || areNames,
  );
  if (labels.length === 0 || labels[0]?.index !== 0) return [line];
  const parts = labels.map((label, at) => ({
    name: label[1] ?? "",
    text: line
      .slice(label.index + label[0].length, labels[at + 1]?.index)
      .replace(STAGE_DIRECTION, "")
      .trim(),
  }));
  const own = parts.filter(({ name }) => isOf(name, speaker));
  const others = parts.filter(({ name }) => PLAYER.test(name) || people.some((one) => isOf(name, one)));
  // Those who speak as one have names of their own: "Cosmo: We did. Damaris: We did not."
  const said = own.length > 0 ? own : parts.filter((part) => !others.includes(part));
  const text = said
    .map((part) => part.text)
    .filter(Boolean)
    .join(" ");
  return text === "" ? [] : [text];
}

/** Speech within narration: it begins as a sentence does, or goes on behind a comma, and ends with a stop or a comma. */
const QUOTED =
  /(?:(?<=^|[\s(—–])(?:'|‘|"|“)(?=[\p{Lu}\d…])|(?<=, )(?:'|‘|"|“)(?=\p{Ll}))(.+?[.,!?…—–-])(?:'|’|"|”)(?=[\s)—–]|$)/gu;
/** What stands before an answer: "You asked about the key." */
const PROMPT = /^You (?:had |have )?(?:ask|say|tell|show|want|mention)(?:s|ed)?\b|^You (?:said|told)\b/u;
const TAG = /\b(?:[Hh]e|[Ss]he|[Tt]hey|[Ii]t|\p{Lu}\p{L}+) (?:says?|said|asks?|asked|adds?|added|answers?|answered)\b/u;

/** What somebody says in a line that is told with what is asked and done: "You asked her outright. She sat down. 'I knew it.'" (rule CA4800) */
function quotedWords(line: string): string | undefined {
  const runs = [...line.matchAll(QUOTED)];
  const around = line.replace(QUOTED, " ");
  const isNarrated = PROMPT.test(line) || (runs[0]?.index === 0 && TAG.test(around));
  if (runs.length === 0 || !isNarrated) return undefined;
  const said = runs.map(([, words = ""], at) => {
    const next = runs[at + 1]?.[1] ?? "";
    if (!/[,—–-]$/.test(words) || !/^\p{Ll}/u.test(next)) return words.replace(/[,—–-]$/u, ".");
    // The comma is that of "he said", unless a clause follows.
    return /^(?:and|but|or|so|for|nor|yet)\b/u.test(next) ? words : words.replace(/,$/u, "");
  });
  return said.join(" ");
}

/** "(beat)", "(a pause)" in the middle of what is said. */
const DONE_MEANWHILE = /\s*\((?:\p{Ll}+ ?){1,4}\)(?=\s|$)/gu;
/** A paragraph that is a line of a script, with its speaker in capitals. */
const SCRIPT_PARAGRAPH = /^(\p{Lu}[\p{Lu}'’.-]*(?: \p{Lu}[\p{Lu}'’.-]*){0,2}):[ \t]+(?=\S)([^\n]+)$/gmu;

/** Prose with speech in the place of lines of a script: "VASKO: Who was it?" is "Who was it?" says Vasko. (rule CA1363) */
export function withSpeech(text: string, people: readonly string[]): string {
  return text.replace(SCRIPT_PARAGRAPH, (whole, label: string, line: string) => {
    const person = people.find((name) => isOf(label, name));
    const name = label.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase());
    // Somebody whom the text itself names, and no label of a part.
    const isNamed = new RegExp(`(?<![\\p{L}])${escapeRegExp(name)}(?![\\p{L}])`, "u").test(text);
    if (person === undefined && !PLAYER.test(label) && !isNamed) return whole;
    const plain = line.replace(STAGE_DIRECTION, "").trim();
    // A line in quotation marks is said without them, and what is done in the middle of it goes. (rule CA5719)
    const inner = (/^(?:“([^“”]+)”|"([^"]+)")$/u.exec(plain) ?? []).slice(1).find((one) => one !== undefined) ?? plain;
    const words = inner.replace(DONE_MEANWHILE, "").trim().replace(/[.]$/, ",");
    const said = /[!?…,—–]$/.test(words) ? words : `${words},`;
    const spelt = person?.split(" ").find((word) => bare(word) === bare(label)) ?? name;
    return `“${said}” ${PLAYER.test(label) ? "you say" : `says ${spelt}`}.`;
  });
}
