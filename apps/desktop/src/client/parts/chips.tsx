/** Chips: one of a few ways to see the same things. */
import { Check } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./chips.module.css";

export function Chips({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {children}
    </div>
  );
}

interface ChipProps {
  readonly on: boolean;
  onPick(): void;
  readonly children: ReactNode;
}

export function Chip({ on, onPick, children }: ChipProps) {
  return (
    <button type="button" className={styles.chip} aria-pressed={on} onClick={onPick}>
      {on && <Check size={16} strokeWidth={1.75} aria-hidden />}
      {children}
    </button>
  );
}
