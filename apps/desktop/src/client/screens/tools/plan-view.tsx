/** One plan of a turn: as a graph, or as a table. */
import { Table2, Workflow } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.js";
import { NARROW, useMedia } from "../../parts/use-media.js";
import { PlanGraph } from "./plan-graph.js";
import { PlanTable } from "./plan-table.js";
import styles from "./tools.module.css";
import type { PlanRun } from "./workings.js";

export interface PlanProps {
  readonly plan: PlanRun;
  /** Id of the tool that is looked at. */
  readonly picked: string | null;
  onPick(tool: string | null): void;
}

export function PlanView({ of, ...props }: PlanProps & { readonly of: number }) {
  const narrow = useMedia(NARROW);
  const [chosen, setChosen] = useState<"graph" | "table" | null>(null);
  const { attempt, failure, tools } = props.plan;
  const shape = chosen ?? (narrow ? "table" : "graph");
  const name = `Plan ${attempt} of at most 5`;
  return (
    <section className={styles.plan} aria-label={name} data-region>
      <header className={styles.planHead}>
        <h2>{of > 1 || attempt > 1 ? name : "Plan"}</h2>
        {failure !== null && <p className={styles.planFailure}>Did not work: {failure}</p>}
        {tools.length > 0 && (
          <Button
            kind="text"
            dense
            className={styles.shape ?? ""}
            onClick={() => setChosen(shape === "graph" ? "table" : "graph")}
          >
            {shape === "graph" ? (
              <Table2 size={16} strokeWidth={1.75} aria-hidden />
            ) : (
              <Workflow size={16} strokeWidth={1.75} aria-hidden />
            )}
            {shape === "graph" ? "Table" : "Graph"}
          </Button>
        )}
      </header>
      {tools.length === 0 && <p className={styles.noTools}>This plan has no tools: the scene is told without them.</p>}
      {tools.length > 0 && (shape === "graph" ? <PlanGraph {...props} /> : <PlanTable {...props} />)}
    </section>
  );
}
