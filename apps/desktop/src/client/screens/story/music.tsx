/** The music of a scene: off until the player turns it on, which is asked once, when there is some. */
import { Music2, VolumeX } from "lucide-react";
import { useEffect, useState } from "react";
import { toast } from "../../frame/toasts.js";
import { usePreferences, useSetPreferences } from "../../frame/use-preferences.js";
import { Button } from "../../parts/button.js";
import { useStory } from "../../story/story-context.js";
import { pageMixer } from "./mixer.js";
import { MusicPlayer } from "./music-player.js";
import { SeamlessLoop } from "./seamless-loop.js";
import styles from "./music.module.css";
import { type MusicLine, pieceOf } from "./scenery.js";
import { useSpeaks } from "./spoken.js";

/** How loud music is while the page reads aloud. */
const DUCKED = 0.2;

interface MusicProps {
  readonly line: MusicLine | null;
  /** Whether it is the newest scene, whose music plays now. */
  readonly newest: boolean;
}

/** Says what plays, below the heading. An earlier scene keeps the room of the line: its prose does not move when the next scene comes. */
export function Music({ line, newest }: MusicProps) {
  const { sounds, soundsAsked } = usePreferences();
  const set = useSetPreferences();
  const asks = newest && line !== null && line.words !== null && !sounds && !soundsAsked;
  useEffect(() => {
    if (!asks) return;
    void set({ soundsAsked: true });
    // The settings have it as well.
    toast({ text: "This story has music.", action: { label: "Turn it on", run: () => void set({ sounds: true }) } });
  }, [asks, set]);
  if (line === null || !sounds) return null;
  const { words, begins } = line;
  return (
    <p className={styles.music} data-said={words !== null && (newest || begins)} data-newest={newest}>
      {words !== null && (
        <>
          <Music2 size={16} strokeWidth={1.75} aria-hidden />
          <span>[{words}]</span>
          <Button kind="text" dense onClick={() => void set({ sounds: false })}>
            <VolumeX size={16} strokeWidth={1.75} aria-hidden />
            Music off
          </Button>
        </>
      )}
    </p>
  );
}

/**
 * Plays the music of the story that is shown. It stands beside the screens: what belongs to a scene is drawn anew with the next one,
 * and the piece that plays would begin again.
 *
 * @param quiet - Whether the screen is none of the story's, or has sounds of its own.
 */
export function StoryMusic({ quiet }: { readonly quiet: boolean }) {
  const url = useStory(({ scenes }) => {
    const newest = scenes.at(-1);
    return newest === undefined ? null : (pieceOf(newest)?.url ?? null);
  });
  const { sounds, volume } = usePreferences();
  const speaks = useSpeaks();
  const [player] = useState(() => {
    const mixer = pageMixer();
    return new MusicPlayer((address) => new SeamlessLoop(() => mixer.open(address)), afterPress);
  });
  const playing = sounds && !quiet ? url : null;
  useEffect(() => player.setVolume(speaks ? volume * DUCKED : volume), [player, volume, speaks]);
  useEffect(() => player.play(playing), [player, playing]);
  useEffect(() => () => player.stop(), [player]);
  return null;
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
