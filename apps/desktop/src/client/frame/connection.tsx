/** Says so when the program behind the page is gone, and when it is back: at the foot of the window, over nothing that is read. */
import { useEffect, useId, useLayoutEffect, useRef } from "react";
import { useLiveStory, useStory } from "../story/story-context.js";
import { announce } from "./announcer.js";
import styles from "./connection.module.css";

export function Connection() {
  const connection = useStory((now) => now.connection);
  const scene = useStory(({ scenes }) => scenes.at(-1)?.scene ?? null);
  const story = useLiveStory();
  const was = useRef(connection);
  useEffect(() => {
    if (connection === "lost") announce("Narratoria has stopped.");
    if (connection === "open" && was.current === "lost") announce("Narratoria is back.");
    was.current = connection;
  }, [connection]);
  if (connection === "open" || connection === "opening") return null;
  const saved = scene === null ? "" : ` Your story is saved up to ${scene === 0 ? "the opening" : `scene ${scene}`}.`;
  return connection === "refused" ? (
    <Foot
      message="Narratoria was started anew, and this page belongs to the old one."
      action="Open the address that Narratoria printed, or the new window."
    />
  ) : (
    <Foot
      message={`Narratoria has stopped.${saved}`}
      action="Start it again: this page goes on by itself."
      button={{ label: "Reconnect", run: () => story.reconnect() }}
    />
  );
}

interface FootProps {
  readonly message: string;
  readonly action: string;
  readonly button?: { readonly label: string; run(): void };
}

/** What else stands at the foot of the window leaves as much room as `--foot` says. */
function Foot({ message, action, button }: FootProps) {
  const bar = useRef<HTMLElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const watch = new ResizeObserver(() => style.setProperty("--foot", `${current.offsetHeight}px`));
    watch.observe(current);
    return () => {
      watch.disconnect();
      style.removeProperty("--foot");
    };
  }, []);
  return (
    <aside ref={bar} className={styles.foot} aria-labelledby={id} data-foot data-region>
      <p id={id}>{message}</p>
      <p>{action}</p>
      {button && (
        <button type="button" onClick={button.run}>
          {button.label}
        </button>
      )}
    </aside>
  );
}
