/** Ids inside the page: ours, never a text of the campaign. */
export interface PageIds {
  scene(turnId: string): string;
  branch(branchId: string): string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text as text, in an element or between quotes. What turns the direction of writing or cannot be seen is left out. */
export function escaped(text: string): string {
  return text
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu, (sign) => (/\s/.test(sign) ? " " : ""))
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}
