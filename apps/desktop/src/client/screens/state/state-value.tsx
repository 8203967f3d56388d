/** A value of session state: what it is, how it came to be, and the patch that made it so. */
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { Link } from "wouter";
import { Answered } from "../../parts/answered.js";
import { Button } from "../../parts/button.js";
import { copyText } from "../../parts/copy.js";
import { Json } from "../../parts/json.js";
import { api, got } from "../../server/api.js";
import { sceneName, sceneTitle } from "../../story/past.js";
import { type Change, patchOf, pathInWords, type Row, valueInLine } from "./state-rows.js";
import styles from "./state.module.css";

interface StateValueProps {
  readonly id: string;
  readonly row: Row;
  readonly scene: number;
  readonly change: Change | null;
}

export function StateValue({ id, row, scene, change }: StateValueProps) {
  const path = pathInWords(row.path);
  const values = useQuery({
    queryKey: ["story", id, "values", path],
    queryFn: () => got(api.stories[":id"].values.$get({ param: { id }, query: { path } })),
  });
  return (
    <section className={styles.detail} aria-label={path} data-region>
      <h2 className={styles.path}>{path}</h2>
      {row.change?.kind === "removed" ? <p>It is gone. It was:</p> : null}
      <Json value={row.value} label={`Value of ${path}`} />
      <h3>How it came to be</h3>
      <Answered query={values} waiting="Reading its history">
        {(past) =>
          past.length === 0 ? (
            <p className={styles.quiet}>It has been so from the beginning.</p>
          ) : (
            <ol role="list" className={styles.past}>
              {past.map(({ turnId, scene, value, toolId }) => (
                <li key={turnId}>
                  <Link href={`/story/${id}/${scene}`}>{sceneTitle(scene)}</Link>
                  <span className={styles.pastValue}>{value === null ? "removed" : valueInLine(value)}</span>
                  <span className={styles.quiet}>{toolId === null ? "by the engine" : `by ${toolId}`}</span>
                </li>
              ))}
            </ol>
          )
        }
      </Answered>
      {change && (
        <>
          <h3>The patch that changed it</h3>
          <Json value={patchOf(change)} label={`Patch of ${path}`} />
        </>
      )}
      <div className={styles.actions}>
        <Button kind="text" dense onClick={() => void copyText(path, "The path")}>
          <Copy size={16} strokeWidth={1.75} aria-hidden />
          Copy path
        </Button>
        <Button kind="text" dense onClick={() => void copyText(JSON.stringify(row.value, null, 2), "The JSON")}>
          Copy JSON
        </Button>
        <Link href={`/story/${id}/${scene}`} className={styles.link ?? ""}>
          Open {sceneName(scene)}
        </Link>
      </div>
    </section>
  );
}
