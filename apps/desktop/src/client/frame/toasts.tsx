/** Short words about what was done: one at a time, with a way back. */
import { useEffect, useState, useSyncExternalStore } from "react";
import { announce } from "./announcer.js";
import styles from "./toasts.module.css";

export interface Toast {
  readonly text: string;
  /** What the button says and does. */
  readonly action?: { readonly label: string; run(): void };
  /** Called once it is gone and its action was not taken: what could be taken back cannot be any more. */
  gone?(): void;
}

const STAYS_MS = 6000;
const STAYS_WITH_ACTION_MS = 10_000;

let current: (Toast & { readonly number: number; readonly isOverDialog: boolean }) | null = null;
let number = 0;
const listeners = new Set<() => void>();

/** @returns What closes it, where it is still there. */
export function toast(wanted: Toast): () => void {
  current?.gone?.();
  // What a dialog says stands over it; what was said before one opened does not cover it.
  const isOverDialog = document.querySelector("[role=dialog], [role=alertdialog]") !== null;
  const said = { ...wanted, number: ++number, isOverDialog };
  current = said;
  announce(wanted.text);
  tell();
  return () => {
    if (current === said) close();
  };
}

function close(): void {
  const closed = current;
  current = null;
  tell();
  closed?.gone?.();
}

function takeBack(): void {
  const action = current?.action;
  current = null;
  tell();
  action?.run();
}

function tell(): void {
  for (const listener of listeners) listener();
}

export function Toaster() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (shown === null || held) return;
    const timer = setTimeout(close, shown.action ? STAYS_WITH_ACTION_MS : STAYS_MS);
    return () => clearTimeout(timer);
  }, [shown, held]);
  if (shown === null) return null;
  return (
    <aside
      aria-label="Message"
      className={styles.toast}
      data-over={shown.isOverDialog}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{shown.text}</span>
      {shown.action && (
        <button type="button" onClick={takeBack}>
          {shown.action.label}
        </button>
      )}
      <button type="button" onClick={close}>
        Hide
      </button>
    </aside>
  );
}
