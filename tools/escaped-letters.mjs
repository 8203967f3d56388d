/** A letter as it is, which is read in a fraction of the time; what is drawn over the letter before it, or not at all, by its number. */
export function escaped(code) {
  const char = String.fromCharCode(code);
  return /[\p{L}\p{N}]/u.test(char) ? char : `\\u${code.toString(16).padStart(4, "0")}`;
}
