/** One of a few, all in sight. */
import { type ReactNode, useId } from "react";
import styles from "./segments.module.css";

interface SegmentsProps<Value extends string | number> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  /** Null where none is chosen. */
  readonly value: Value | null;
  onChange(value: Value): void;
  /** Whether the label is only for those who do not see the page. */
  readonly labelUnseen?: boolean;
  readonly described?: string | undefined;
  readonly invalid?: boolean;
  /** Id of the segment that takes the focus. */
  readonly id?: string | undefined;
}

export function Segments<Value extends string | number>(props: SegmentsProps<Value>) {
  const { label, options, value, onChange, labelUnseen = false, described, invalid = false, id } = props;
  const focused = options.some((option) => option.value === value) ? value : options[0]?.value;
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-describedby={described} data-invalid={invalid}>
      <legend className={labelUnseen ? "unseen" : styles.legend}>{label}</legend>
      <div className={styles.line}>
        {options.map((option) => (
          <label key={option.value} className={styles.segment}>
            <input
              type="radio"
              id={option.value === focused ? id : undefined}
              name={name}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
