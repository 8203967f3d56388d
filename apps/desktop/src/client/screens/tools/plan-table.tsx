/** A plan as a table, for those who prefer it and for narrow windows. */
import type { PlanProps } from "./plan-view.js";
import { StateIcon } from "./state-icon.js";
import styles from "./tools.module.css";
import { duration, stateName } from "./workings.js";

export function PlanTable({ plan: { tools, attempt }, picked, onPick }: PlanProps) {
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={`Tools of plan ${attempt}`}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Tool</th>
            <th scope="col">State</th>
            <th scope="col" className={styles.number}>
              Time
            </th>
            <th scope="col" className={styles.number}>
              Tries
            </th>
            <th scope="col" className={styles.waits}>
              Waits for
            </th>
          </tr>
        </thead>
        <tbody>
          {tools.map((tool) => (
            <tr key={tool.id} data-picked={picked === tool.id}>
              <th scope="row">
                <button
                  type="button"
                  className={styles.rowButton}
                  aria-pressed={picked === tool.id}
                  onClick={() => onPick(picked === tool.id ? null : tool.id)}
                >
                  {tool.id}
                </button>
              </th>
              <td>
                <span className={styles.state} data-state={tool.state}>
                  <StateIcon state={tool.state} />
                  {stateName(tool.state)}
                </span>
              </td>
              <td className={styles.number}>{tool.timeMs === null ? "" : duration(tool.timeMs)}</td>
              <td className={styles.number}>{tool.tries.length === 0 ? "" : tool.tries.length}</td>
              <td className={styles.waits}>{tool.dependencies.join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
