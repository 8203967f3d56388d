/** Two branches beside each other, from where they part; lines that differ are marked. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Answered } from "../../parts/answered.js";
import { api, got } from "../../server/api.js";
import { sceneName, sceneTitle } from "../../story/past.js";
import type { Branch } from "./story-lines.js";
import styles from "./timeline.module.css";

interface CompareProps {
  readonly id: string;
  readonly branches: readonly Branch[];
  /** Id of the branch that the story stands on. */
  readonly here: string;
}

export function CompareBranches({ id, branches, here }: CompareProps) {
  const [left, setLeft] = useState(here);
  const [right, setRight] = useState(branches.find((one) => one.id !== here)?.id ?? here);
  const asked = useQuery({
    queryKey: ["story", id, "compare", left, right],
    queryFn: () => got(api.stories[":id"].compare.$get({ param: { id }, query: { left, right } })),
  });
  return (
    <section aria-label="Compare branches" className={styles.compare} data-region>
      <h2>Compare branches</h2>
      <div className={styles.columns}>
        <BranchSelect label="On the left" value={left} branches={branches} onChange={setLeft} />
        <BranchSelect label="On the right" value={right} branches={branches} onChange={setRight} />
      </div>
      <Answered query={asked} waiting="Comparing">
        {({ parting, left: mine, right: theirs }) => {
          const rows = Math.max(mine.length, theirs.length);
          if (rows === 0) return <p>They are the same.</p>;
          return (
            <>
              <p className={styles.quiet}>
                {parting === null
                  ? "They have nothing in common."
                  : `Both are the same up to ${sceneName(parting.scene)}.`}
              </p>
              <ol role="list" className={styles.rows}>
                {Array.from({ length: rows }, (_, row) => {
                  const pair = [mine[row], theirs[row]] as const;
                  return (
                    <li key={`${pair[0]?.turnId} ${pair[1]?.turnId}`} className={styles.columns}>
                      <SceneColumn scene={pair[0]} other={pair[1]} />
                      <SceneColumn scene={pair[1]} other={pair[0]} />
                    </li>
                  );
                })}
              </ol>
            </>
          );
        }}
      </Answered>
    </section>
  );
}

interface BranchSelectProps {
  readonly label: string;
  readonly value: string;
  readonly branches: readonly Branch[];
  onChange(value: string): void;
}

function BranchSelect({ label, value, branches, onChange }: BranchSelectProps) {
  return (
    <label className={styles.select}>
      {label}
      <select value={value} onChange={({ target }) => onChange(target.value)}>
        {branches.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

interface Scene {
  readonly scene: number;
  readonly choice?: string;
  readonly location: string;
  readonly time: string;
  readonly present: readonly string[];
  readonly paragraphs: readonly string[];
}

function SceneColumn({ scene, other }: { readonly scene: Scene | undefined; readonly other: Scene | undefined }) {
  if (!scene) return <div className={styles.column} data-none />;
  const line = (text: string, beside: string | undefined, name: string) =>
    text === "" ? null : (
      <p className={styles.compared} data-differs={text !== beside} data-part={name}>
        {text !== beside && <span className="unseen">differs: </span>}
        {text}
      </p>
    );
  return (
    <div className={styles.column}>
      <h3>{sceneTitle(scene.scene)}</h3>
      {line(scene.choice ?? "", other?.choice ?? "", "choice")}
      {line(`${scene.location}. ${scene.time}.`, other && `${other.location}. ${other.time}.`, "place")}
      {line(scene.present.join(", "), other?.present.join(", "), "present")}
      {line(scene.paragraphs[0] ?? "", other?.paragraphs[0], "prose")}
    </div>
  );
}
