/** Stands while something is read: nothing is seen of it in the first 300 ms. */
import styles from "./waiting.module.css";

export function Waiting({ children }: { readonly children: string }) {
  return (
    <p className={styles.waiting} role="status">
      {children}
    </p>
  );
}
