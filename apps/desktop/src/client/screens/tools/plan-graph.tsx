/** A plan as a graph. Arrow keys go along its edges. */
import { type KeyboardEvent, useMemo, useRef } from "react";
import { BOX, layOut, MARGIN, neighbour, type PlanLayout } from "./plan-layout.js";
import type { PlanProps } from "./plan-view.js";
import { StateIcon } from "./state-icon.js";
import styles from "./tools.module.css";
import { standing, type Tool } from "./workings.js";

function isArrow(key: string): key is "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown" {
  return key === "ArrowLeft" || key === "ArrowRight" || key === "ArrowUp" || key === "ArrowDown";
}

export function PlanGraph({ plan: { tools, attempt }, picked, onPick }: PlanProps) {
  const layout = useLayout(tools);
  const boxes = useRef(new Map<string, HTMLButtonElement>());
  const byId = new Map(tools.map((tool) => [tool.id, tool]));
  const waits = (id: string): boolean => byId.get(id)?.state === "pending";
  const first = layout.boxes.find(({ id }) => id === picked) ?? layout.boxes[0];
  const follow = (event: KeyboardEvent, id: string): void => {
    if (event.ctrlKey || event.altKey || event.metaKey || !isArrow(event.key)) return;
    event.preventDefault();
    const next = neighbour(layout, id, event.key);
    if (next === null) return;
    onPick(next);
    boxes.current.get(next)?.focus();
  };
  return (
    <div className={styles.graph}>
      <div
        role="group"
        aria-label={`Tools of plan ${attempt}. Arrow keys follow the edges.`}
        className={styles.canvas}
        style={{ inlineSize: rem(layout.width + 2 * MARGIN), blockSize: rem(layout.height + MARGIN) }}
      >
        <svg
          className={styles.edges}
          viewBox={`${-MARGIN} ${-MARGIN / 2} ${layout.width + 2 * MARGIN} ${layout.height + MARGIN}`}
          style={{ inlineSize: rem(layout.width + 2 * MARGIN), blockSize: rem(layout.height + MARGIN) }}
          aria-hidden
        >
          {layout.edges.map(({ from, to, path }) => (
            <path key={`${from} ${to}`} d={path} data-waits={waits(to)} />
          ))}
        </svg>
        {tools.map((tool) => {
          const box = layout.boxes.find(({ id }) => id === tool.id);
          if (!box) return null;
          return (
            <button
              key={tool.id}
              type="button"
              ref={(element) => {
                if (element) boxes.current.set(tool.id, element);
                else boxes.current.delete(tool.id);
              }}
              className={styles.box}
              data-state={tool.state}
              aria-pressed={picked === tool.id}
              tabIndex={first?.id === tool.id ? 0 : -1}
              style={{
                insetInlineStart: rem(box.x + MARGIN),
                insetBlockStart: rem(box.y + MARGIN / 2),
                inlineSize: rem(BOX.width),
              }}
              onKeyDown={(event) => follow(event, tool.id)}
              onClick={() => onPick(picked === tool.id ? null : tool.id)}
            >
              <StateIcon state={tool.state} />
              <span className={styles.boxName}>{tool.id}</span>
              <span className={styles.boxState}>{standing(tool)}</span>
            </button>
          );
        })}
      </div>
      <p className={styles.legend}>
        Solid edge: output handed on. Dashed: still to come. Select a box for its input, output and logs.
      </p>
    </div>
  );
}

/** States change many times a second, the plan does not. */
function useLayout(tools: readonly Tool[]): PlanLayout {
  const shape = JSON.stringify(tools.map(({ id, dependencies }) => ({ id, dependencies })));
  return useMemo(() => layOut(JSON.parse(shape)), [shape]);
}

/** Sizes follow the size of the text. */
function rem(px: number): string {
  return `${px / 16}rem`;
}
