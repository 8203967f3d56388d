/** One of the panes that settings stand in, with its heading. */
import { ArrowLeft } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { BarTitle } from "../../frame/bar-title.js";
import { useIsNarrow } from "../../frame/use-is-narrow.js";
import { IconButton } from "../../parts/button.js";
import styles from "./pane.module.css";

/** What the pane is to the window. */
interface PanePlace {
  /** The first one has the heading of the page. */
  readonly first: boolean;
  /** Where Back leads, where the pane before this one is out of sight. */
  readonly back: string | null;
}

export const PanePlaces = createContext<PanePlace>({ first: true, back: null });

interface PaneProps {
  readonly title: string;
  /** Beside the title. */
  readonly about?: ReactNode;
  readonly kind: "nav" | "list" | "detail";
  /** Whether it takes all the room there is. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Pane({ title, about, kind, wide = false, children }: PaneProps) {
  const { first, back } = useContext(PanePlaces);
  const [, go] = useLocation();
  const narrow = useIsNarrow();
  const heading = useRef<HTMLHeadingElement>(null);
  const Heading = first ? "h1" : "h2";
  // Who came by keyboard goes on from the head of what they opened.
  useEffect(() => {
    if (first) heading.current?.focus({ preventScroll: true });
  }, [first]);
  return (
    <section className={styles.pane} data-kind={kind} data-wide={wide} data-region aria-label={title}>
      {narrow && <BarTitle>Settings</BarTitle>}
      <header className={styles.head}>
        {back !== null && (
          <IconButton label="Back" onClick={() => go(back)}>
            <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
        )}
        <Heading ref={heading} tabIndex={-1} className={narrow && kind === "nav" ? "unseen" : styles.title}>
          {title}
        </Heading>
        {about && <div className={styles.about}>{about}</div>}
      </header>
      {children}
    </section>
  );
}
