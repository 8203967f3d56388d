/** What matters of what happened before, where the story goes on after more than a day. */
import { useStoryNow } from "../../story/story-context.js";
import styles from "./so-far.module.css";

export function SoFar() {
  const { soFar } = useStoryNow();
  if (soFar.length === 0) return null;
  return (
    <aside className={styles.soFar} aria-labelledby="so-far">
      <h2 id="so-far">So far</h2>
      {soFar.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </aside>
  );
}
