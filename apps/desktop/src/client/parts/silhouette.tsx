/** A person's silhouette in an oval: stands where a campaign brings no portrait. */
import { useId, useMemo } from "react";
import { drawSilhouette, PAPER } from "./silhouette-drawing.js";
import styles from "./silhouette.module.css";

export interface SilhouetteProps {
  /** The same person, the same picture: an id, or a name. */
  readonly seed: string;
  /** Words on how they look, where there are any: they choose hair, hat and collar. */
  readonly appearance?: string;
  /** Width in px; the height is a quarter more. */
  readonly size?: number;
  /** What it shows, where no text beside it says so; left out, it is decoration. */
  readonly label?: string;
}

export function Silhouette({ seed, appearance = "", size = 72, label }: SilhouetteProps) {
  const clip = useId();
  const { ground, paper, cuts } = useMemo(() => drawSilhouette(seed, appearance), [seed, appearance]);
  return (
    <svg
      className={styles.oval}
      viewBox="0 0 100 124"
      width={size}
      height={Math.round(size * 1.24)}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <clipPath id={clip}>
        <ellipse cx="50" cy="62" rx="47.5" ry="59.5" />
      </clipPath>
      <ellipse cx="50" cy="62" rx="49" ry="61" fill={ground} stroke={PAPER} strokeOpacity="0.55" strokeWidth="1.6" />
      <g clipPath={`url(#${clip})`}>
        {paper.map((d) => (
          <path key={d} d={d} fill={PAPER} />
        ))}
        {cuts.map((d) => (
          <path key={d} d={d} fill="none" stroke={ground} strokeWidth="1.7" strokeLinecap="round" />
        ))}
      </g>
    </svg>
  );
}
