/** Texts in the conventions of a screenplay, a list or an outline, as prose: names in capitals, cues, headings of scenes, bullets, tags. */

/** Words that stand in capitals beside a name without belonging to it. */
const NO_NAME =
  /^(?:THE|AN?|AND|OR|BUT|OF|IN|ON|AT|TO|FROM|BY|WITH|FOR|AS|IS|ARE|WAS|NOT|NO|YES|INT|EXT|DAY|NIGHT|DAWN|DUSK|CUT|FADE|OUT|LATER|REEL|ACT|SCENE)$/u;
/** Words in capitals that a name in capitals has at most. */
const LONGEST_NAME = 4;
const CAPITALS = /(?<![\p{L}\p{N}'’.])\p{Lu}[\p{Lu}'’.-]*\p{Lu}(?:[ ]\p{Lu}[\p{Lu}'’.-]*\p{Lu})*(?![\p{L}\p{N}])/gu;
const WORD = /\p{Lu}[\p{Lu}'’.-]*\p{Lu}/gu;

/** "EXT. PORT AUGUSTA RAIL YARDS - DAWN", alone in its line. */
const HEADING = /^[ \t]*(?:\*\*)?(?:INT|EXT|I\/E|INT\.?\/EXT)[.:]?[ \t]+[^\n]+(?:\n|$)/gmu;
/** "CUT TO:", "FADE IN." alone in its line. */
const TRANSITION =
  /^[ \t]*(?:(?:SMASH )?CUT TO|FADE (?:IN|OUT|TO BLACK)|DISSOLVE TO|MATCH CUT(?: TO)?)[.:]?[ \t]*(?:\n|$)/gmu;
/** A cue in capitals, how it is said in brackets, and the words in the lines below it. */
const CUE =
  /^[ \t]*(\p{Lu}[\p{Lu}'’.-]*(?: \p{Lu}[\p{Lu}'’.-]*){0,3})(?:[ \t]*\([^()\n]*\))?[ \t]*\n(?:[ \t]*\(([^()\n]+)\)[ \t]*\n)?[ \t]*(?=\S)((?:[^\n]+(?:\n(?!\s*\n)|$))+)/gmu;

const plain = (word: string): string =>
  word
    .normalize("NFKD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase();

/** "MCCREEDY" where no name spells it: "Mccreedy". */
const capitalised = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-’'])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/** A word of a cue as a full name has it. */
const spelling = (word: string, name = ""): string =>
  name.split(/\s+/).find((one) => plain(one) === plain(word)) ?? capitalised(word);

/** People who must be named in capitals at least for a text to be a screenplay's. */
const FEWEST_IN_CAPITALS = 2;

/**
 * Makes of names in capitals what their bearers' names spell, in a campaign that writes its people so: "DOT PELHAM" is Dot Pelham, and
 * "TIBBY HALASZ" Tibby Halasz where somebody is a Halasz. Other words in capitals stay as they are. (rule CA4804)
 *
 * @param people - Full names of the cast.
 * @param told - The author's premise and beats.
 */
export function namesInSmallLetters(people: readonly string[], told: readonly string[]): (text: string) => string {
  const spelt = new Map(
    people.flatMap((name) => name.split(/\s+/).map((word) => [plain(word), word.replace(/[,;:“”"‘]/gu, "")] as const)),
  );
  const whole = told.join("\n");
  const inCapitals = people.filter((name) => {
    const times = (form: string): number =>
      whole.match(new RegExp(`(?<![\\p{L}])${form.replace(/[^\p{L}]/gu, ".")}(?![\\p{L}])`, "gu"))?.length ?? 0;
    return name.split(/\s+/).some((word) => word.length > 2 && times(word.toUpperCase()) > times(word));
  });
  if (inCapitals.length < FEWEST_IN_CAPITALS || inCapitals.length * 2 < people.length) return (text) => text;
  /** "NIKO" of Nikolaos. */
  const isShort = (word: string): boolean =>
    word.length > 2 && [...spelt.keys()].some((name) => name.startsWith(plain(word)));
  return (text) =>
    text.replace(CAPITALS, (run: string, at: number) => {
      // "VASKO: Who was it?" is a line of a script, and is read as one.
      if (text[at + run.length] === ":") return run;
      const words = run.match(WORD) ?? [];
      const isNamed = words.some((word) => plain(word).length > 1 && (spelt.has(plain(word)) || isShort(word)));
      if (!isNamed || words.length > LONGEST_NAME || words.some((word) => NO_NAME.test(word))) return run;
      return run.replace(WORD, (word) => spelt.get(plain(word)) ?? capitalised(word));
    });
}

/**
 * Prose of a text in the form of a screenplay: headings of scenes and cuts are left out, and a cue with what is said below it is speech,
 * with how it is said behind it. (rule CA4805)
 */
export function scriptAsProse(text: string, people: readonly string[]): string {
  if (!/^[ \t]*(?:\*\*)?\p{Lu}[\p{Lu}.'’/ -]{2,}/mu.test(text)) return text;
  const known = new Map(people.flatMap((name) => name.split(/\s+/).map((word) => [plain(word), name] as const)));
  return text
    .replace(HEADING, "")
    .replace(TRANSITION, "")
    .replace(CUE, (whole, cue: string, how: string | undefined, said: string) => {
      const isPlayer = /^(?:YOU|PLAYER)$/u.test(cue);
      const named = cue
        .split(" ")
        .map((word) => known.get(plain(word)))
        .find((name) => name !== undefined);
      if (named === undefined && !isPlayer) return whole;
      const speech = said.replace(/\s*\n\s*/gu, " ").trim();
      const line = /[.]$/u.test(speech) ? speech.replace(/\.$/u, ",") : speech;
      const tag = isPlayer
        ? "you say"
        : `says ${cue
            .split(" ")
            .map((word) => spelling(word, named))
            .join(" ")}`;
      return `“${line}” ${tag}${how === undefined ? "" : `, ${how.trim()}`}.\n`;
    });
}

/** Bullets of a list that an author writes on in one paragraph: "- You walk in. - A cat reads your name." (rule CA4806) */
export const withoutBullets = (text: string): string =>
  text.includes("\n") ? text : text.replace(/(?<=^|[.!?…:)”"’] +)[-–•*·] +(?=\S)/gu, "");

const TAG_IN_BRACKETS = /\s*[([{]`?(?:(?:tag|flag|sets?|choice):?\s*)?`?([\p{Ll}\p{N}]+(?:_[\p{Ll}\p{N}]+)+)`?[)\]}]/gu;

/** Names of flags in brackets are not told: "open the office (open_the_office)". (rule CA4807) */
export const withoutTags = (text: string): string => text.replace(TAG_IN_BRACKETS, "");

/** A flag in brackets, and what stands before it in its sentence: the way that sets it is the end of that. (rule CA4807) */
export interface TaggedWords {
  readonly words: string;
  readonly tag: string;
}

export const taggedWords = (text: string): readonly TaggedWords[] =>
  [...text.matchAll(TAG_IN_BRACKETS)].map(({ index, 1: tag = "" }) => ({
    words: withoutTags(
      text
        .slice(0, index)
        .split(/(?<=[.!?])\s+/u)
        .at(-1) ?? "",
    ),
    tag,
  }));
