/** A page that may not ask: it was opened by its bare address, or long ago. */
import styles from "./closed.module.css";
import { Mark } from "./mark.js";

export function Closed() {
  return (
    <main className={styles.closed}>
      <Mark size={56} />
      <h1>Open Narratoria again</h1>
      <p>
        This page belongs to a Narratoria that has ended, or was opened without the key that Narratoria gives to its own
        window. Your stories are safe. Start Narratoria, or open the whole address that it printed.
      </p>
    </main>
  );
}
