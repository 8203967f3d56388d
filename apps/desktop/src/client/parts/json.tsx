/** JSON as text, its parts in the colours of code. */
import type { ReactNode } from "react";
import styles from "./json.module.css";

/** More is shown in one colour: a span for each word of a long text makes the page slow. */
const MOST_COLOURED = 20_000;
/** Nobody reads more of it here; all of it can be copied. */
const MOST_SHOWN = 200_000;

export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
  const text = JSON.stringify(value, null, 2) ?? "nothing";
  const shown = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}\n…` : text;
  return (
    <pre className={styles.json} tabIndex={0} role="region" aria-label={label}>
      {shown.length > MOST_COLOURED ? shown : coloured(shown)}
    </pre>
  );
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/g;

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(TOKEN)) {
    const [whole, string, colon, word] = found;
    parts.push(text.slice(end, found.index));
    const kind = string === undefined ? (word === undefined ? "number" : "keyword") : colon ? "key" : "string";
    parts.push(
      <span key={found.index} className={styles[kind]}>
        {string ?? whole}
      </span>,
      colon,
    );
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)];
}
