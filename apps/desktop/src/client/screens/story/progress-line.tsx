/** What the turn is doing: one thin line, one sentence, the seconds, and Stop. */
import { Square } from "lucide-react";
import { useEffect, useState } from "react";
import { announce } from "../../frame/announcer.js";
import { Button } from "../../parts/button.js";
import { useLiveStory, useStory } from "../../story/story-context.js";
import styles from "./progress-line.module.css";
import { stageWords } from "./stage-words.js";

/** Nothing at all is shown of a turn that takes no longer. */
const QUIET_MS = 300;
const FIRST_SAID_S = 2;
const SAID_EVERY_S = 15;
const NOTHING = { stage: null, steps: [] };

export function ProgressLine() {
  const story = useLiveStory();
  const stage = useStory(({ turn }) => stageWords(turn?.scene === null ? turn : NOTHING));
  const [begun] = useState(() => Date.now());
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((now - begun) / 1000);
  const said = seconds >= FIRST_SAID_S && (seconds - FIRST_SAID_S) % SAID_EVERY_S === 0;
  useEffect(() => {
    if (said) announce(stage);
  }, [said, stage]);
  if (now - begun < QUIET_MS) return null;
  return (
    <div className={styles.progress}>
      <div className={styles.line} aria-hidden />
      <p className={styles.words}>
        <span>{seconds >= 10 ? `Still at it: ${stage.charAt(0).toLowerCase()}${stage.slice(1)}` : stage}</span>
        <span>{seconds} s</span>
      </p>
      <div className={styles.stop}>
        <Button dense onClick={() => void story.stop()}>
          <Square size={16} strokeWidth={1.75} aria-hidden /> Stop
        </Button>
        <span>Esc stops. Nothing is lost.</span>
      </div>
    </div>
  );
}
