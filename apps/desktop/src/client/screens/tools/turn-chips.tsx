/** Whose workings are shown: the turn that runs or ran last, the two before, or any other. */
import { Chip, Chips } from "../../parts/chips.js";
import { sceneTitle, useTree } from "../../story/past.js";
import styles from "./tools.module.css";

interface TurnChipsProps {
  readonly id: string;
  /** Whether the first one runs now. */
  readonly isLive: boolean;
  readonly turn: string | null;
  onPick(turn: string | null): void;
}

const NEAR = 2;

export function TurnChips({ id, isLive, turn, onPick }: TurnChipsProps) {
  const { data } = useTree(id);
  const way = (data?.turns ?? []).filter(({ onTheWay }) => onTheWay).reverse();
  const before = isLive ? way : way.slice(1);
  const isFirst = turn === null || (!isLive && turn === way[0]?.id);
  const near = before.slice(0, NEAR);
  const others = before.slice(NEAR);
  return (
    <div className={styles.chips}>
      <Chips label="Turn">
        <Chip on={isFirst} onPick={() => onPick(null)}>
          {isLive ? "This turn" : "Last turn"}
        </Chip>
        {near.map((one) => (
          <Chip key={one.id} on={turn === one.id} onPick={() => onPick(one.id)}>
            {sceneTitle(one.scene)}
          </Chip>
        ))}
      </Chips>
      {others.length > 0 && (
        <select
          aria-label="Another turn"
          className={styles.others}
          value={others.some((one) => one.id === turn) ? (turn ?? "") : ""}
          onChange={({ target }) => target.value !== "" && onPick(target.value)}
        >
          <option value="">Another turn</option>
          {others.map((one) => (
            <option key={one.id} value={one.id}>
              {sceneTitle(one.scene)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}
