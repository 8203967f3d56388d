/** A letter as an author's only text: whoever plays has been sent it. Implements rule CA6559. */

export interface SeedLetter {
  /** What the player is told of it, with the whole of its text. */
  readonly opening: string;
  /** The name below it; null where there is none. */
  readonly from: string | null;
  /** "before the Thursday boat leaves" */
  readonly deadline: string | null;
}

const LETTER = /^\s*(?:#.*\n\s*)?(?:[Mm]y\s)?(?:Dear(?:est)?|Beloved|Darling)\s[^,\n]{1,40}[,!]?\s*\n([\s\S]+)$/;
const CLOSING =
  /^(?:Yours\b|Love\b|With love|Always|Ever|Your (?:friend|loving|own)|Sincerely|Best|Kisses|Farewell|Goodbye)[^.]{0,60},?$/;
const LEAVES =
  /\b(?:leav\w+|sail\w*|go(?:ing)?|depart\w*)\s(?:on|with|by)\s(the\s(?:\p{L}+\s)?(?:boat|ship|train|ferry|bus|coach|plane|tide))\b/u;

export function letterIn(text: string): SeedLetter | null {
  const body = LETTER.exec(text)?.[1]?.trim();
  if (body === undefined || !/\b(?:I|me|my)\b/.test(body) || !/\byour?\b/i.test(body)) return null;
  const lines = body.split("\n").map((line) => line.trim());
  const last = lines.at(-1) ?? "";
  const from = /^\p{Lu}[\p{L}.’'-]*(?:\s\p{Lu}[\p{L}.’'-]*){0,2}$/u.test(last) ? last : null;
  const told = lines
    .slice(0, from === null ? undefined : -1)
    .filter((line) => line !== "" && !CLOSING.test(line))
    .join(" ")
    .replace(/["“”]/g, "’");
  if (told === "" || told.split(/\s+/).length > 220) return null;
  const leaves = LEAVES.exec(told)?.[1];
  return {
    opening: `A letter has come for you. It says: “${told}” ${from === null ? "No name is put to it." : `It is signed: ${from.replace(/[.]$/, "")}.`}`,
    from,
    deadline: leaves === undefined ? null : `before ${leaves} leaves`,
  };
}
