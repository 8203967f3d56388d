/** What screen readers are told beside what they read: once, politely. */
import { useSyncExternalStore } from "react";

let said = { text: "", count: 0 };
const listeners = new Set<() => void>();

/** Has a sentence said. The same sentence again is said again. */
export function announce(text: string): void {
  said = { text, count: said.count + 1 };
  for (const listener of listeners) listener();
}

export function Announcer() {
  const { text, count } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => said,
  );
  return (
    <div role="status" aria-live="polite" className="unseen" data-testid="announcer">
      {/* A text that stays the same is not said again: it is another element each time. */}
      <span key={count}>{text}</span>
    </div>
  );
}
