import { LIMITS } from "./limits.js";

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** The caps of `LIMITS.lineValues` and `LIMITS.lineMembers` in words. */
export const MOST_VALUES = `${LIMITS.lineValues} values, ${LIMITS.lineMembers} of them members of objects`;

/**
 * Counts the values of a JSON text without parsing it: parsing half a million tiny values takes longer than the runtime may
 * stand still, however few bytes they have. Members cost most: 50,000 different keys take 50 ms to parse, 12,000 take 7 ms.
 * Implements rule PR423.
 *
 * @param bytes - One JSON text in UTF-8.
 * @returns Null where it holds at most `LIMITS.lineValues` values (members and elements at any depth, and the text itself) and at
 * most `LIMITS.lineMembers` members. Where it seems to hold more, `too_many_values`, or `invalid_json` where its lists and
 * objects do not close.
 */
export function valuesFault(bytes: Uint8Array): "too_many_values" | "invalid_json" | null {
  // No value takes less than one byte and a separator, no member less than a key of two quotes, a colon, a value and a separator.
  if (bytes.length < Math.min(LIMITS.lineValues * 2, LIMITS.lineMembers * 5)) return null;
  let values = 1;
  let members = 0;
  let depth = 0;
  let opened = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === undefined || byte <= 32) continue;
    const closes = byte === CLOSE_LIST || byte === CLOSE_OBJECT;
    // The first value of a list or object has no comma before it.
    if (opened && !closes) values++;
    opened = byte === OPEN_LIST || byte === OPEN_OBJECT;
    if (byte === COMMA) values++;
    else if (byte === COLON) members++;
    else if (opened) depth++;
    else if (closes) depth--;
    else if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    }
  }
  if (values <= LIMITS.lineValues && members <= LIMITS.lineMembers) return null;
  return depth === 0 ? "too_many_values" : "invalid_json";
}
