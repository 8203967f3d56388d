/** Leaves secrets out of a value, which is not changed; the value itself where there are none to leave out. */
export type Redact = <T>(value: T) => T;

/**
 * A secret is found wherever it stands, also inside longer texts and as a key. One of fewer than four characters only where it
 * is the whole text: it would be found by accident everywhere.
 *
 * @param secrets - The values to leave out.
 */
export function redactor(secrets: readonly string[]): Redact {
  const given = [...new Set(secrets)].filter((secret) => secret !== "");
  if (given.length === 0) return (value) => value;
  const whole = new Set(given);
  // The longest first: one secret may begin with another.
  const inside = given.filter((secret) => secret.length >= 4).sort((a, b) => b.length - a.length);
  const text = (value: string): string =>
    whole.has(value) ? HIDDEN : inside.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), value);
  const visit = (value: unknown): unknown => {
    if (typeof value === "string") return text(value);
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), visit(member)]));
  };
  return <T>(value: T) => visit(value) as T;
}

const HIDDEN = "[redacted]";
