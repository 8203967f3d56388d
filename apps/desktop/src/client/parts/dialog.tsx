/** A dialog: only where the player must decide. Focus goes to the safe action, Escape is the safe action, focus comes back. */
import { Dialog as Base, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import buttons from "./button.module.css";
import styles from "./dialog.module.css";

export interface DialogProps {
  readonly title: string;
  /** What Escape does. */
  onClose(): void;
  readonly children: ReactNode;
  /** Buttons, the safe one last. */
  readonly actions?: ReactNode;
  /** What has focus at first; the first control where it is left out. */
  readonly initialFocus?: RefObject<HTMLElement | null>;
  /** An `alert` is read out at once. */
  readonly alert?: boolean;
  /**
   * `sheet` takes the height there is, at the side of a wide window. `drawer` does the same there and comes from below in a narrow
   * one; the page behind it stays in sight.
   */
  readonly shape?: "dialog" | "sheet" | "drawer";
}

export function Dialog({
  title,
  onClose,
  children,
  actions,
  initialFocus,
  alert = false,
  shape = "dialog",
}: DialogProps) {
  return (
    <Base
      open
      modal
      onClose={onClose}
      // A screen that comes up under it may take the focus for its heading: that is no wish to close.
      hideOnInteractOutside={({ type }) => type !== "focusin"}
      role={alert ? "alertdialog" : "dialog"}
      backdrop={<div className={styles.backdrop} data-shape={shape} />}
      className={styles.dialog}
      data-shape={shape}
      {...(initialFocus ? { initialFocus } : {})}
    >
      <div className={styles.header}>
        {/* The screen behind it has the one heading of the first level. */}
        <DialogHeading render={<h2 />} className={styles.title}>
          {title}
        </DialogHeading>
        <DialogDismiss className={buttons.icon} aria-label="Close">
          <X size={20} strokeWidth={1.75} aria-hidden />
        </DialogDismiss>
      </div>
      <div className={styles.body}>{children}</div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Base>
  );
}
