/** What is wrong with the files of a campaign: where, and what. */
import styles from "./problems.module.css";
import type { Campaign } from "./shelf.js";

type Problem = Campaign["problems"][number];

/** More than anybody mends at once. */
const MOST = 30;

export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  const left = problems.length - MOST;
  return (
    <ul role="list" className={styles.problems}>
      {inOrder(problems)
        .slice(0, MOST)
        .map((problem) => (
          <li key={`${placeOf(problem)} ${problem.message}`}>
            <code data-severity={problem.severity}>{placeOf(problem) || "The campaign"}</code>
            <span className="unseen">{problem.severity}: </span>
            <p>{problem.message}</p>
          </li>
        ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  );
}

/** All of it as text, for whoever mends the campaign. */
export function reportOf({ title, name, problems }: Pick<Campaign, "title" | "name" | "problems">): string {
  const lines = inOrder(problems).map((one) => `${one.severity} ${placeOf(one)}: ${one.message}`);
  return [`${title} (${name})`, ...lines].join("\n");
}

function inOrder(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => Number(b.severity === "error") - Number(a.severity === "error"));
}

function placeOf({ file, line, column }: Problem): string {
  return line > 0 ? `${file}:${line}${column > 0 ? `:${column}` : ""}` : file;
}
