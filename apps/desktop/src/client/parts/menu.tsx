/** A button that opens a short list of what can be done. */
import { Menu as Base, MenuButton, MenuItem, MenuProvider } from "@ariakit/react/menu";
import type { ReactNode } from "react";
import buttons from "./button.module.css";
import styles from "./menu.module.css";

export interface MenuChoice {
  readonly label: string;
  run(): void;
  readonly danger?: boolean;
}

export interface MenuProps {
  /** What the button says. */
  readonly label: string;
  /** Shown in the place of its words, which are said then. */
  readonly icon?: ReactNode;
  readonly choices: readonly MenuChoice[];
  readonly dense?: boolean;
  readonly kind?: "text" | "outlined";
}

export function Menu({ label, icon, choices, dense = false, kind = "text" }: MenuProps) {
  return (
    <MenuProvider>
      {icon === undefined ? (
        <MenuButton className={buttons.button ?? ""} data-kind={kind} data-dense={dense}>
          {label}
        </MenuButton>
      ) : (
        <MenuButton className={buttons.icon ?? ""} aria-label={label} title={label}>
          {icon}
        </MenuButton>
      )}
      <Base gutter={4} className={styles.menu ?? ""}>
        {choices.map(({ label, run, danger = false }) => (
          <MenuItem key={label} className={styles.item ?? ""} data-danger={danger} onClick={run}>
            {label}
          </MenuItem>
        ))}
      </Base>
    </MenuProvider>
  );
}
