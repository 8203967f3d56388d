/** On or off, at once. */
import { type ReactNode, useId } from "react";
import styles from "./switch.module.css";

interface SwitchProps {
  readonly checked: boolean;
  onChange(on: boolean): void;
  /** Stands before the switch, which the whole line works. */
  readonly label: ReactNode;
  /** Said after the label. */
  readonly description?: ReactNode;
  readonly disabled?: boolean;
}

export function Switch({ checked, onChange, label, description, disabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles.line}>
      <div className={styles.words}>
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
        {description !== undefined && (
          <div id={`${id}-about`} className={styles.about}>
            {description}
          </div>
        )}
      </div>
      <SwitchOnly
        id={id}
        checked={checked}
        onChange={onChange}
        disabled={disabled}
        described={description !== undefined ? `${id}-about` : undefined}
      />
    </div>
  );
}

interface SwitchOnlyProps {
  readonly checked: boolean;
  onChange(on: boolean): void;
  readonly disabled?: boolean;
  readonly id?: string | undefined;
  /** Its name, where no label names it. */
  readonly name?: string;
  /** Id of what describes it. */
  readonly described?: string | undefined;
}

/** The switch itself, for a line that has words of its own. */
export function SwitchOnly({ checked, onChange, disabled = false, id, name, described }: SwitchOnlyProps) {
  return (
    <input
      type="checkbox"
      role="switch"
      id={id}
      className={styles.switch}
      aria-label={name}
      aria-describedby={described}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}
