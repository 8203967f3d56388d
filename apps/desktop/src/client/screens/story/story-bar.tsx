/** The title of the story, and its four buttons. On narrow windows it is the window's own bar. */
import { ALargeSmall, GitBranch, Undo2, Volume2, VolumeX } from "lucide-react";
import { sceneName } from "@narratoria/engine/shell";
import { IconButton } from "../../parts/button.js";
import { InBar } from "../../frame/bar-title.js";
import { act } from "../../frame/keys.js";
import { useIsNarrow } from "../../frame/use-is-narrow.js";
import { useStoryNow } from "../../story/story-context.js";
import styles from "./story-bar.module.css";
import type { Voice } from "./use-voice.js";

export function StoryBar({ voice }: { readonly voice: Voice }) {
  const narrow = useIsNarrow();
  const bar = <Bar voice={voice} narrow={narrow} />;
  if (narrow) return <InBar>{bar}</InBar>;
  return <header className={styles.bar}>{bar}</header>;
}

function Bar({ voice, narrow }: { readonly voice: Voice; readonly narrow: boolean }) {
  const { title, scenes, running } = useStoryNow();
  const newest = scenes.at(-1);
  const where = newest === undefined ? "" : sceneName(newest.scene);
  return (
    <div className={styles.row}>
      <span className={styles.title}>
        {title}
        {narrow ? newest !== undefined && <>, {newest.scene === 0 ? "opening" : newest.scene}</> : <em>{where}</em>}
      </span>
      <IconButton
        label="Undo"
        onClick={() => act("undo")}
        disabled={running || newest === undefined || newest.scene === 0}
      >
        <Undo2 size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {!narrow && (
        <>
          <IconButton label="Branch" onClick={() => act("branch")} disabled={running || newest === undefined}>
            <GitBranch size={20} strokeWidth={1.75} aria-hidden />
          </IconButton>
          <IconButton label="Read aloud" aria-pressed={voice.on} onClick={voice.toggle}>
            {voice.on ? (
              <Volume2 size={20} strokeWidth={1.75} aria-hidden />
            ) : (
              <VolumeX size={20} strokeWidth={1.75} aria-hidden />
            )}
          </IconButton>
        </>
      )}
      <IconButton label="Reading" onClick={() => act("reading")}>
        <ALargeSmall size={22} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </div>
  );
}
