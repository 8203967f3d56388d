/** The lines of a story as a map: every turn is a button, arrow keys go along the lines. */
import { type KeyboardEvent, useEffect, useRef } from "react";
import { type Line, nextTurn, type Shape, shapeName, shapeOf, type Turn } from "./story-lines.js";
import styles from "./timeline.module.css";

interface StoryMapProps {
  readonly lines: readonly Line[];
  readonly picked: string;
  onPick(turn: string): void;
}

/** In px; all of it grows with the text. */
const TOP = 64;
const ROW = 62;
const START = 40;
const FEW = 18;
const MANY = 24;
/** Behind the last scene of a line, for the words that say how it ended. */
const BEHIND = 320;
/** A title with less room stands behind its line. */
const LEAST_TITLE = 140;

export function StoryMap({ lines, picked, onPick }: StoryMapProps) {
  const map = useRef<HTMLDivElement>(null);
  const scenes = Math.max(...lines.flatMap(({ turns }) => turns.map(({ scene }) => scene))) + 1;
  const step = scenes > MANY ? 36 : scenes > FEW ? 46 : 64;
  const x = (scene: number): number => START + scene * step;
  const y = (row: number): number => TOP + row * ROW;
  const rowOf = (turn: Turn): number => lines.findIndex(({ turns }) => turns.some(({ id }) => id === turn.id));
  const lastOf = ({ turns, from }: Line): number => x(turns.at(-1)?.scene ?? 0) + (from === null ? START : BEHIND);
  const width = Math.max(...lines.map(lastOf));
  const height = y(lines.length - 1) + 44;
  useEffect(() => {
    map.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [picked]);
  const press = (event: KeyboardEvent, turn: Turn): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const next = nextTurn(lines, turn.id, event.key);
    if (next === null) return;
    event.preventDefault();
    onPick(next);
    map.current?.querySelector<HTMLElement>(`[data-turn="${next}"]`)?.focus();
  };
  return (
    <div className={styles.map} ref={map}>
      <div
        className={styles.canvas}
        role="group"
        aria-label="Scenes. Left and right go along a line, up and down to another."
        style={{ inlineSize: rem(width), blockSize: rem(height) }}
      >
        <svg
          className={styles.edges}
          viewBox={`0 0 ${width} ${height}`}
          style={{ inlineSize: rem(width), blockSize: rem(height) }}
          aria-hidden
        >
          {lines.toReversed().map(({ turns, from }) => {
            const [first, last] = [turns[0], turns.at(-1)];
            if (!first || !last) return null;
            const row = rowOf(first);
            const middle = from ? (x(from.scene) + x(first.scene)) / 2 : 0;
            const leave = from
              ? `M${x(from.scene)} ${y(rowOf(from))} C${middle} ${y(rowOf(from))} ${middle} ${y(row)} ${x(first.scene)} ${y(row)}`
              : `M${x(first.scene)} ${y(row)}`;
            return (
              <path key={first.id} d={`${leave} H${x(last.scene)}`} data-here={row === 0} className={styles.line} />
            );
          })}
        </svg>
        {lines.map(({ title, turns, from }, row) => {
          const last = turns.at(-1);
          const room = from ? x(from.scene) - 16 : width;
          const end = last ? `${last.ended ? "ended" : `left at scene ${last.scene}`}` : "";
          return (
            <div key={turns[0]?.id}>
              {room >= LEAST_TITLE && (
                <span
                  className={styles.lineTitle}
                  data-main={from === null}
                  title={title}
                  style={
                    from
                      ? {
                          insetInlineEnd: rem(width - room),
                          insetBlockStart: rem(y(row) - 13),
                          maxInlineSize: rem(room - 8),
                        }
                      : undefined
                  }
                >
                  {title}
                  {from === null && <span className={styles.here}>{hereWords(turns)}</span>}
                </span>
              )}
              {from && last && (
                <span
                  className={styles.left}
                  style={{ insetInlineStart: rem(x(last.scene) + 26), insetBlockStart: rem(y(row) - 9) }}
                >
                  {room >= LEAST_TITLE ? end : `${title}, ${end}`}
                </span>
              )}
            </div>
          );
        })}
        {lines.flatMap(({ turns }, row) =>
          turns.map((turn) => {
            const shape = shapeOf(turn);
            return (
              <button
                key={turn.id}
                type="button"
                data-turn={turn.id}
                className={styles.turn}
                data-here={row === 0}
                data-current={turn.current}
                aria-pressed={turn.id === picked}
                aria-label={turnName(turn, shape)}
                tabIndex={turn.id === picked ? 0 : -1}
                style={{
                  insetInlineStart: rem(x(turn.scene) - step / 2),
                  insetBlockStart: rem(y(row) - 16),
                  inlineSize: rem(step),
                }}
                onClick={() => onPick(turn.id)}
                onKeyDown={(event) => press(event, turn)}
              >
                <span className={styles.spot}>
                  <Mark shape={shape} />
                </span>
                <span className={styles.number} aria-hidden>
                  {turn.scene}
                </span>
              </button>
            );
          }),
        )}
      </div>
      <Legend />
    </div>
  );
}

function turnName({ scene, current, firstLine }: Turn, shape: Shape): string {
  const parts = [
    `Scene ${scene}`,
    scene === 0 ? "the opening" : "",
    shapeName(shape),
    current ? "you are here" : "",
    firstLine,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function hereWords(turns: readonly Turn[]): string {
  const here = turns.find(({ current }) => current);
  return here ? `you are here, ${here.scene === 0 ? "the opening" : `scene ${here.scene}`}` : "";
}

/** The shape of a turn: it says by itself what colour only repeats. */
export function Mark({ shape }: { readonly shape: Shape }) {
  return (
    <svg viewBox="-8 -8 16 16" width="16" height="16" aria-hidden className={styles.shape} data-shape={shape}>
      {shape === "plot" && <path d="M0 -7.5 L7.5 0 L0 7.5 L-7.5 0 Z" />}
      {shape === "end" && <rect x="-6.5" y="-6.5" width="13" height="13" />}
      {shape === "failed" && <path d="M-5 -5 L5 5 M-5 5 L5 -5" />}
      {(shape === "worked" || shape === "cost") && <circle r="4.6" />}
      {shape === "plain" && <circle r="5.4" />}
    </svg>
  );
}

const LEGEND: readonly Shape[] = ["plot", "worked", "cost", "failed", "end"];

export function Legend() {
  return (
    <ul role="list" className={styles.legend}>
      {LEGEND.map((shape) => (
        <li key={shape}>
          <Mark shape={shape} />
          {shapeName(shape)}
        </li>
      ))}
    </ul>
  );
}

function rem(px: number): string {
  return `${px / 16}rem`;
}
