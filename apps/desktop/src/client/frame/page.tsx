/** The head of a screen, its title in the window's bar, and its padding. */
import { type ReactNode, useEffect, useRef } from "react";
import { BarTitle } from "./bar-title.js";
import styles from "./page.module.css";
import { useStory } from "../story/story-context.js";
import { useIsNarrow } from "./use-is-narrow.js";

interface PageProps {
  readonly title: string;
  /** Its name in the bar of a narrow window, where it is another; the title itself stands there, and nowhere else, without it. */
  readonly inBar?: string;
  /** What stands under the title. */
  readonly about?: ReactNode;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Page({ title, inBar, about, actions, children }: PageProps) {
  const story = useStory((now) => now.title);
  const narrow = useIsNarrow();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(story === "" ? title : `${title} · ${story}`);
  // Who came by keyboard goes on from the screen's head.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className={styles.page}>
      {narrow && <BarTitle>{inBar ?? title}</BarTitle>}
      <header className={styles.head}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={narrow && inBar === undefined ? "unseen" : undefined}>
            {title}
          </h1>
          {about && <div className={styles.about}>{about}</div>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** The title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Narratoria`;
  }, [title]);
}
