/** Says so when the program behind the page is gone, and when it is back. */
import { useEffect, useRef } from "react";
import { Notice } from "../parts/notice.js";
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
  return (
    <div className={styles.lost}>
      {connection === "refused" ? (
        <Notice
          severity="failed"
          message="Narratoria was started anew, and this page belongs to the old one."
          action="Open the address that Narratoria printed, or the new window."
        />
      ) : (
        <Notice
          severity="failed"
          message={`Narratoria has stopped.${saved}`}
          action="Start it again: this page goes on by itself."
          actions={[{ label: "Reconnect", run: () => story.reconnect() }]}
        />
      )}
    </div>
  );
}
