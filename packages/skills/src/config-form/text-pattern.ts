/** Patterns of settings: regular expressions of strangers, run by an engine whose time is linear in pattern and text. */
import { setImmediate } from "node:timers/promises";
import type { RE2JS } from "re2js";

/** A program over these takes too long to make, or to run on a text of any length. */
const MAX_CHARS = 500;
const MAX_PROGRAM = 1_000;
/** Instructions times characters of one match: some 50 ms at the worst. */
const MAX_STEPS = 1_000_000;

/** By source. A pattern that is not in it was never made ready, and is not checked. */
const ready = new Map<string, RE2JS>();

/**
 * Makes a pattern ready for `patternFault`. The engine is loaded with the first one. Implements rule SK482.
 *
 * @param source - A JavaScript regular expression, as JSON Schema has them.
 * @returns The size of its program in instructions, and why it cannot be used, as the end of a sentence; null where it can.
 */
export async function preparePattern(
  source: string,
): Promise<{ readonly program: number; readonly fault: string | null }> {
  if (source.length > MAX_CHARS) return { program: 0, fault: `it is longer than ${MAX_CHARS} characters` };
  const known = ready.get(source);
  if (known) return { program: known.programSize(), fault: null };
  const { RE2JS } = await import("re2js");
  // To load it takes as long as to compile a pattern for the first time: other work goes on between.
  await setImmediate();
  try {
    const made = RE2JS.compile(RE2JS.translateRegExp(source));
    const program = made.programSize();
    if (program > MAX_PROGRAM) return { program, fault: "it repeats too much" };
    ready.set(source, made);
    return { program, fault: null };
  } catch (error) {
    // Look-around and back references, which no engine runs in linear time, are refused in these words.
    const reason = error instanceof Error ? error.message.replace("error parsing regexp: ", "") : String(error);
    return { program: 0, fault: `it cannot be run in linear time (${reason})` };
  }
}

/**
 * Why a text does not fit a pattern, as the end of a sentence that begins with the setting; null where it does, or where the
 * pattern was never made ready. As in JSON Schema the match may be anywhere in the text.
 */
export function patternFault(source: string, text: string): string | null {
  const pattern = ready.get(source);
  if (!pattern) return null;
  const most = Math.floor(MAX_STEPS / pattern.programSize());
  if (text.length > most) return `must be at most ${most} characters, so that its pattern can be checked`;
  return pattern.test(text) ? null : `must match the pattern ${source}`;
}
