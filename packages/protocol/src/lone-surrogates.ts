const SUSPECT = /\\u[dD][89a-fA-F]/;

/**
 * Valid UTF-8 holds no lone surrogate, but an escape can. U+FFFD takes its place before parsing, so that what is saved
 * equals what is loaded. The pattern consumes each escape whole: in `\\\\ud800` the backslash is escaped, not the u.
 * Implements rule PR8.
 *
 * @param text - JSON before it is parsed.
 */
export function replaceLoneSurrogates(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(
    /\\(?:u([dD][89abAB][0-9a-fA-F]{2})(\\u[dD][c-fC-F][0-9a-fA-F]{2})?|u[dD][c-fC-F][0-9a-fA-F]{2}|.)/g,
    (escape, high, low) =>
      (high !== undefined && low === undefined) || /^\\u[dD][c-fC-F]/.test(escape) ? "\\ufffd" : escape,
  );
}
