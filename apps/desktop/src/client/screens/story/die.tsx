/** One die, with its pips or its number. */
import styles from "./roll-view.module.css";

/** Where the pips of each face lie, on a grid of three by three. */
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[1, 1]],
  [
    [0, 0],
    [2, 2],
  ],
  [
    [0, 0],
    [1, 1],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [1, 1],
    [0, 2],
    [2, 2],
  ],
  [
    [0, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [2, 2],
  ],
];

interface DieProps {
  readonly face: number;
  readonly sides: number;
  readonly dropped: boolean;
  /** In degrees. */
  readonly turn: number;
}

export function Die({ face, sides, dropped, turn }: DieProps) {
  const pips = sides === 6 ? PIPS[face] : undefined;
  return (
    <svg className={styles.die} data-dropped={dropped} width={40} height={40} viewBox="-22 -22 44 44" aria-hidden>
      <g transform={`rotate(${turn})`}>
        {sides === 20 ? (
          <path className={styles.face} d="M0-19 16.5-9.5v19L0 19-16.5 9.5v-19Z" />
        ) : (
          <rect className={styles.face} x={-16.5} y={-16.5} width={33} height={33} rx={6} />
        )}
        {pips?.map(([x, y]) => (
          <circle key={`${x}${y}`} className={styles.pip} cx={(x - 1) * 9.5} cy={(y - 1) * 9.5} r={3.2} />
        )) ?? (
          <text className={styles.number} textAnchor="middle" dominantBaseline="central">
            {face}
          </text>
        )}
      </g>
    </svg>
  );
}
