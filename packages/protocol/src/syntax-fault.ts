const SPACE = /[ \t\n\r]*/y;
const SCALAR =
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\d.eE+-])|true|false|null/y;
const KEY = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"[ \t\n\r]*:/y;

/**
 * Where a text stops being JSON, which the engine's own parser does not tell.
 *
 * @param text - What `JSON.parse` has refused.
 * @returns The index of the first token that cannot stand where it does; the text's length where it ends too early.
 */
export function syntaxFault(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const found = pattern.test(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const open: ("]" | "}")[] = [];
  /** What may come next: a value, a value or the end of an empty list, a key, a key or the end, or what follows a value. */
  let next: "value" | "first item" | "key" | "first key" | "after" = "value";
  for (;;) {
    skip(SPACE);
    const char = text[at];
    if (next === "after") {
      const closing = open.at(-1);
      if (closing === undefined) return at;
      if (char === ",") next = closing === "]" ? "value" : "key";
      else if (char === closing) open.pop();
      else return at;
      at++;
    } else if ((next === "first item" && char === "]") || (next === "first key" && char === "}")) {
      open.pop();
      next = "after";
      at++;
    } else if (next === "key" || next === "first key") {
      if (!skip(KEY)) return at;
      next = "value";
    } else if (char === "[" || char === "{") {
      open.push(char === "[" ? "]" : "}");
      next = char === "[" ? "first item" : "first key";
      at++;
    } else {
      if (!skip(SCALAR)) return at;
      next = "after";
    }
  }
}
