/** The page of all keys, over any screen. */
import { useState } from "react";
import { Dialog } from "../parts/dialog.js";
import styles from "./all-keys.module.css";
import { ACTIONS, keyOf, useAction } from "./keys.js";

const NAMES: Readonly<Record<string, string>> = {
  ArrowDown: "↓",
  ArrowUp: "↑",
  Escape: "Esc",
  " ": "Space",
};

/** A key as it is written on keyboards. */
export function keyName(key: string): string {
  if (NAMES[key] !== undefined) return NAMES[key];
  return /^[A-Z]$/.test(key) ? `Shift ${key}` : key.length === 1 ? key.toUpperCase() : key.replace("+", " ");
}

export function AllKeys() {
  const [open, setOpen] = useState(false);
  useAction("keys", () => setOpen(true));
  if (!open) return null;
  return (
    <Dialog title="All keys" onClose={() => setOpen(false)}>
      <dl className={styles.keys}>
        {ACTIONS.map(({ id, does }) => (
          <div key={id}>
            <dt>
              <kbd>{keyName(keyOf(id))}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p>Enter chooses among the choices that the arrows go through. Settings, Keys changes any of them.</p>
    </Dialog>
  );
}
