/** What the pages of HTML that commands write have in common. */

/** A text as it stands in HTML, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** The look of a report: one column in the reader's own colours. */
export const REPORT_STYLE = `:root { color-scheme: light dark; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 70rem; font: 1rem/1.5 Georgia, "Times New Roman", serif; }
h2 { margin: 2.5rem 0 .75rem; border-bottom: 1px solid color-mix(in srgb, currentColor 25%, transparent); }`;
