/** How far something has come. */
import styles from "./progress.module.css";

interface ProgressProps {
  /** What it is the progress of. */
  readonly label: string;
  /** From 0 to 1; null where nobody knows how much there is. */
  readonly value: number | null;
  /** Whether it is halted. */
  readonly paused?: boolean;
}

export function Progress({ label, value, paused = false }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      className={styles.track}
      data-unknown={percent === null}
      data-paused={paused}
    >
      <div className={styles.bar} style={percent === null ? undefined : { inlineSize: `${percent}%` }} />
    </div>
  );
}
