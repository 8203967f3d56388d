/** A number between two bounds, by hand or by the arrow keys. */
import { type CSSProperties, type ReactNode, useId } from "react";
import styles from "./slider.module.css";

interface SliderProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  onChange(value: number): void;
  /** The value in words, where the number alone is not enough. */
  readonly valueText?: string;
  /** What stands before and after it. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  /** Only the slider: a label stands elsewhere. */
  readonly bare?: boolean;
  readonly described?: string | undefined;
}

export function Slider(props: SliderProps) {
  const { label, value, min, max, step, onChange, valueText, before, after, bare = false, described } = props;
  const id = useId();
  const part: CSSProperties & { readonly "--part": string } = {
    "--part": `${max > min ? ((Math.min(max, Math.max(min, value)) - min) / (max - min)) * 100 : 0}%`,
  };
  return (
    <div className={styles.slider}>
      {!bare && (
        <label htmlFor={id} className={styles.label}>
          {label}, {valueText ?? value}
        </label>
      )}
      <div className={styles.line}>
        {before}
        <input
          id={id}
          type="range"
          className={styles.range}
          aria-label={label}
          aria-valuetext={valueText}
          aria-describedby={described}
          min={min}
          max={max}
          step={step}
          value={value}
          style={part}
          onChange={(event) => onChange(event.target.valueAsNumber)}
        />
        {after}
      </div>
    </div>
  );
}
