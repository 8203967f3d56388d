/** The tree of session state. Only the rows in sight are drawn once there are many. */
import { ChevronDown, ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { changeInWords, type Row, valueInLine } from "./state-rows.js";
import styles from "./state.module.css";
import { treeMove } from "./tree-keys.js";

interface StateTreeProps {
  readonly rows: readonly Row[];
  readonly active: string | null;
  onActive(id: string): void;
  onOpen(ids: readonly string[]): void;
  onClose(id: string): void;
}

/** Below that, all rows are drawn. */
const MOST_DRAWN = 2000;
const MARGIN_ROWS = 20;
const MARKS = { added: "+", changed: "~", removed: "−" } as const;

export function StateTree({ rows, active, onActive, onOpen, onClose }: StateTreeProps) {
  const tree = useRef<HTMLDivElement>(null);
  const name = useId();
  const sight = useSight(tree, rows.length);
  const place = rows.findIndex(({ id }) => id === active);
  const current = place < 0 ? 0 : place;
  // Only a move by key brings its row into sight: a click is in sight, and the first row is not looked for.
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    const box = tree.current;
    if (!box) return;
    const height = box.scrollHeight / Math.max(1, rows.length);
    const top = current * height;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
  }, [current, rows.length]);

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const row = rows[current];
    if (row && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      onActive(row.id);
      if (row.isOpen) onClose(row.id);
      else if (row.hasMembers) onOpen([row.id]);
      return;
    }
    const move = treeMove(rows, rows[current]?.id ?? null, event.key);
    if (move === null) return;
    event.preventDefault();
    moved.current = true;
    if ("to" in move) onActive(move.to);
    else if ("open" in move) onOpen(move.open);
    else onClose(move.close);
  };

  const [from, to] = rows.length > MOST_DRAWN ? sight : [0, rows.length];
  const drawn = rows.slice(from, to);
  return (
    <div
      ref={tree}
      role="tree"
      tabIndex={0}
      aria-label="Session state"
      aria-activedescendant={rows.length > 0 && current >= from && current < to ? `${name}-${current}` : undefined}
      className={styles.tree}
      data-many={rows.length > MOST_DRAWN}
      onKeyDown={press}
      data-region
    >
      {from > 0 && <div role="none" style={{ blockSize: `calc(${from} * var(--row))` }} />}
      {drawn.map((row, index) => (
        <TreeRow
          key={row.id}
          row={row}
          id={`${name}-${from + index}`}
          isActive={from + index === current}
          isPicked={row.id === active}
          onPick={() => onActive(row.id)}
          onToggle={() => (row.isOpen ? onClose(row.id) : onOpen([row.id]))}
        />
      ))}
      {to < rows.length && <div role="none" style={{ blockSize: `calc(${rows.length - to} * var(--row))` }} />}
    </div>
  );
}

interface TreeRowProps {
  readonly row: Row;
  readonly id: string;
  readonly isActive: boolean;
  readonly isPicked: boolean;
  onPick(): void;
  onToggle(): void;
}

function TreeRow({ row, id, isActive, isPicked, onPick, onToggle }: TreeRowProps) {
  const { key, level, place, siblings, value, hasMembers, isOpen, change, changedBelow } = row;
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  return (
    // Its keys are the tree's, which has the focus.
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={place}
      aria-setsize={siblings}
      aria-selected={isPicked}
      {...(hasMembers ? { "aria-expanded": isOpen } : {})}
      className={styles.row}
      data-change={change?.kind}
      data-active={isActive}
      style={{ paddingInlineStart: `calc(${level - 1} * 1.375rem + 2.25rem)` }}
      onClick={() => {
        onPick();
        if (hasMembers) onToggle();
      }}
    >
      <span className={styles.mark} aria-hidden>
        {change ? MARKS[change.kind] : changedBelow && !isOpen ? "·" : ""}
      </span>
      {hasMembers && <Chevron size={16} strokeWidth={1.75} aria-hidden className={styles.chevron} />}
      <span className={styles.key}>{key}</span>{" "}
      <span className={styles.value} data-kind={kindOf(value)}>
        {valueInLine(value)}
      </span>
      {change && <span className={styles.was}>{changeInWords(change)}</span>}
      {!change && changedBelow && !isOpen && <span className={styles.was}>changed inside</span>}
    </div>
  );
}

function kindOf(value: unknown): string {
  if (typeof value === "string" || typeof value === "number") return typeof value;
  return typeof value === "object" && value !== null ? "many" : "keyword";
}

/** The rows in sight of a list that scrolls, with some before and behind. */
function useSight(box: React.RefObject<HTMLDivElement | null>, rows: number): readonly [number, number] {
  const [sight, setSight] = useState<readonly [number, number]>([0, 100]);
  useEffect(() => {
    const { current } = box;
    if (!current || rows <= MOST_DRAWN) return;
    const look = (): void => {
      const height = current.scrollHeight / rows;
      const first = Math.max(0, Math.floor(current.scrollTop / height) - MARGIN_ROWS);
      const last = Math.min(rows, Math.ceil((current.scrollTop + current.clientHeight) / height) + MARGIN_ROWS);
      setSight(([from, to]) => (from === first && to === last ? [from, to] : [first, last]));
    };
    look();
    current.addEventListener("scroll", look, { passive: true });
    return () => current.removeEventListener("scroll", look);
  }, [box, rows]);
  return sight;
}
