/** The music of a scene: off until the player turns it on, which is asked once, when there is some. */
import { Music2, VolumeX } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "../../frame/toasts.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { useStory } from "../../story/story-context.js";
import { MusicPlayer } from "./music-player.js";
import styles from "./music.module.css";
import { pieceOf } from "./scenery.js";
import { useSpeaks } from "./spoken.js";

/** How loud music is while the page reads aloud. */
const DUCKED = 0.2;

export function Music() {
  const newest = useStory(({ scenes }) => scenes.at(-1));
  const { sounds, soundsAsked, volume } = usePreferences();
  const set = useSetPreferences();
  const speaks = useSpeaks();
  const [player] = useState(() => new MusicPlayer((url) => new Audio(url), afterPress));
  const piece = newest === undefined ? null : pieceOf(newest);
  const url = sounds ? (piece?.url ?? null) : null;
  useEffect(() => player.setVolume(speaks ? volume * DUCKED : volume), [player, volume, speaks]);
  useEffect(() => player.play(url), [player, url]);
  useEffect(() => () => player.stop(), [player]);
  const asks = piece !== null && !sounds && !soundsAsked;
  useEffect(() => {
    if (!asks) return;
    void set({ soundsAsked: true });
    // The settings have it as well.
    toast({ text: "This story has music.", action: { label: "Turn it on", run: () => void set({ sounds: true }) } });
  }, [asks, set]);
  if (piece === null || !sounds) return null;
  return (
    <p className={styles.music}>
      <Music2 size={16} strokeWidth={1.75} aria-hidden />
      <span>[{piece.words}]</span>
      <Button kind="text" dense onClick={() => void set({ sounds: false })}>
        <VolumeX size={16} strokeWidth={1.75} aria-hidden />
        Music off
      </Button>
    </p>
  );
}

/** Browsers play nothing before the player has pressed something on the page. */
function afterPress(again: () => void): void {
  const events = ["pointerdown", "keydown"] as const;
  const once = (): void => {
    for (const event of events) removeEventListener(event, once);
    again();
  };
  for (const event of events) addEventListener(event, once);
}
