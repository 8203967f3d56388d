import { withoutControls } from "@narratoria/protocol";

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
  return withoutControls(text.replace(/[\t-\r\u0085\u2028\u2029]/g, " ")).replace(
    /[&<>"']/g,
    (sign) => ENTITIES[sign] ?? sign,
  );
}
