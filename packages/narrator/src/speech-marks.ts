import type { Reading } from "@narratoria/protocol/contracts";

/** "'tis", "'em", "the '20s": an apostrophe opens these, and no speech. */
const ELIDED = /^(?:tis|twas|em|til|till|n|cause|bout|round|ere|im|er|ave|ad)\b|^\d/iu;
const OPENS = /(?<=^|[\s(—–])['‘](?=[\p{L}\p{N}…])/gu;
const CLOSES = /(?<=[.,!?…—–])['’](?=$|[\s,.;:!?)—–])/gu;

/**
 * The sentences of one text with what is said in single quotation marks in double ones, as all else of a scene has it. A text that has double
 * ones keeps its single ones within them; words in single marks without a stop stay as they are. Implements rule NA6600.
 */
export function withDoubleMarks(sentences: readonly string[]): readonly string[] {
  const text = sentences.join("\n");
  if (/["“”]/.test(text) || !/['‘]/.test(text)) return sentences;
  const opens = [...text.matchAll(OPENS)].map(({ index }) => index).filter((at) => !ELIDED.test(text.slice(at + 1)));
  const closes = [...text.matchAll(CLOSES)].map(({ index }) => index);
  const chars = text.split("");
  for (const [at, from] of opens.entries()) {
    const to = closes.find((one) => one > from + 1);
    if (to === undefined || to > (opens[at + 1] ?? text.length)) continue;
    chars[from] = "“";
    chars[to] = "”";
  }
  return chars.join("").split("\n");
}

/** A reading whose beats, endings and opening have speech in double quotation marks. */
export function withSpeechMarks(reading: Reading): Reading {
  return {
    ...reading,
    opening: withDoubleMarks(reading.opening),
    beats: reading.beats.map((beat) => {
      const told = withDoubleMarks(beat.told);
      if (told === beat.told) return beat;
      const marked = new Map(beat.told.map((sentence, at) => [sentence, told[at] ?? sentence]));
      return { ...replaced(beat, marked), told };
    }),
    endings: reading.endings.map((ending) => ({
      ...ending,
      paragraphs: withDoubleMarks(ending.paragraphs),
      epilogue: withDoubleMarks(ending.epilogue),
    })),
  };
}

/** A value in which each text that has another form stands in that. */
function replaced<Value>(value: Value, marked: ReadonlyMap<string, string>): Value;
function replaced(value: unknown, marked: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return marked.get(value) ?? withDoubleMarks([value])[0];
  if (Array.isArray(value)) return value.map((one) => replaced(one, marked));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, replaced(one, marked)]));
}
