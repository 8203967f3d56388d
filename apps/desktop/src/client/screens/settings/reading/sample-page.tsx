/** A page of a story that shows each change at once. */
import styles from "./sample-page.module.css";

export function SamplePage() {
  return (
    <article className={styles.page} aria-label="A page as it reads now" lang="en">
      <p className={styles.echo}>You told Odo what you found in the tower.</p>
      <p className={styles.time}>Third evening, slack water</p>
      <p className={styles.place}>The Drowned Ferry Stage</p>
      <div className={styles.prose}>
        <p>
          The tide has gone out further than anyone in Hallow Staithe remembers, and the ferry lies on her side in the
          mud like an animal that has decided not to get up. Odo sits on the gunwale, boots over nothing.
        </p>
        <p>‘Clock’s stopped,’ he says. ‘You’ll have heard. Eleven minutes to four, and the water’s keeping to it.’</p>
        <p>For a while there is only the mud, ticking as it dries.</p>
      </div>
    </article>
  );
}
