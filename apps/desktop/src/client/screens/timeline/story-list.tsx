/** The lines of a story as a list, for narrow windows: branches stand indented below the scene that they leave. */
import type { Line, Turn } from "./story-lines.js";
import { shapeName, shapeOf } from "./story-lines.js";
import { Mark } from "./story-map.js";
import styles from "./timeline.module.css";

interface StoryListProps {
  readonly lines: readonly Line[];
  readonly picked: string;
  onPick(turn: string): void;
}

export function StoryList({ lines, picked, onPick }: StoryListProps) {
  const first = lines[0];
  return first ? <LineList line={first} lines={lines} picked={picked} onPick={onPick} /> : null;
}

function LineList({ line, lines, picked, onPick }: StoryListProps & { readonly line: Line }) {
  return (
    <div className={styles.list} data-inner={line.depth > 0}>
      <p className={styles.listTitle}>{line.title}</p>
      <ol role="list">
        {line.turns.map((turn) => (
          <li key={turn.id}>
            <ListTurn turn={turn} picked={picked === turn.id} onPick={onPick} />
            {lines
              .filter(({ from }) => from?.id === turn.id)
              .map((other) => (
                <LineList key={other.turns[0]?.id} line={other} lines={lines} picked={picked} onPick={onPick} />
              ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface ListTurnProps {
  readonly turn: Turn;
  readonly picked: boolean;
  onPick(turn: string): void;
}

function ListTurn({ turn, picked, onPick }: ListTurnProps) {
  const shape = shapeOf(turn);
  return (
    <button
      type="button"
      className={styles.listTurn}
      aria-pressed={picked}
      data-current={turn.current}
      onClick={() => onPick(turn.id)}
    >
      <Mark shape={shape} />
      <span className={styles.listNumber}>{turn.scene}</span>
      <span className={styles.listLine}>
        {turn.choice?.text ?? "The opening"}
        {shapeName(shape) !== "" && <span className="unseen">, {shapeName(shape)}</span>}
        {turn.current && (
          <>
            <span className="unseen">, </span>
            <span className={styles.here}>you are here</span>
          </>
        )}
      </span>
    </button>
  );
}
