import { type ReactNode, useContext, useId } from "react";
import { PanePlaces } from "./pane.js";
import styles from "./page-parts.module.css";

/** The heading of a card in such a part. */
export function CardTitle({ children }: { readonly children: ReactNode }) {
  const Heading = useContext(PanePlaces).first ? "h3" : "h4";
  return <Heading className={styles.card}>{children}</Heading>;
}

/** A part of a page of settings under a heading. */
export function Section({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  const id = useId();
  const Heading = useContext(PanePlaces).first ? "h2" : "h3";
  return (
    <section className={styles.section} aria-labelledby={id}>
      <Heading id={id} className={styles.heading}>
        {title}
      </Heading>
      {children}
    </section>
  );
}
