/** What stands in the bar of a narrow window, beside its menu. */
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./frame.module.css";

/** The empty place of the bar that is filled by the screen. */
const SLOT = "bar-title";

export function BarSlot() {
  return <span id={SLOT} className={styles.barTitle} />;
}

export function InBar({ children }: { readonly children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => setSlot(document.getElementById(SLOT)), []);
  return slot && createPortal(children, slot);
}

/** The name of a screen. Who listens has it from the heading of the screen itself. */
export function BarTitle({ children }: { readonly children: string }) {
  return (
    <InBar>
      <span className={styles.barName} aria-hidden>
        {children}
      </span>
    </InBar>
  );
}
