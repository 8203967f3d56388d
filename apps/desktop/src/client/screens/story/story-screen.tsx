/** The story: a book that goes on where the reader chooses. */
import { Suspense, useEffect, useState } from "react";
import { useLocation, useParams } from "wouter";
import { announce } from "../../frame/announcer.js";
import { useAction } from "../../frame/keys.js";
import { late } from "../../frame/late.js";
import { useTitle } from "../../frame/page.js";
import { Button } from "../../parts/button.js";
import { TroubleNotice } from "../../parts/notice.js";
import { useLiveStory, useStoryNow } from "../../story/story-context.js";
import { Book } from "./book.js";
import { ChoicePanel } from "./choice-panel.js";
import { StoryBar } from "./story-bar.js";
import styles from "./story-screen.module.css";
import { useStoryKeys } from "./use-story-keys.js";
import { useVoice } from "./use-voice.js";

const fetchSheet = async () => ({ default: (await import("../reading-sheet/reading-sheet.js")).ReadingSheet });
const ReadingSheet = late(fetchSheet);

export default function StoryScreen() {
  const { playthrough } = useParams<{ playthrough?: string }>();
  const [, go] = useLocation();
  const story = useLiveStory();
  const now = useStoryNow();
  const newest = now.scenes.at(-1);
  useEffect(() => {
    if (playthrough !== undefined) story.show(playthrough);
    else if (now.id !== null) go(`/story/${now.id}`, { replace: true });
  }, [playthrough, now.id, story, go]);
  useTitle(
    newest === undefined
      ? now.title || "Story"
      : `${newest.scene === 0 ? "The opening" : `Scene ${newest.scene}`} · ${now.title}`,
  );
  const [reading, setReading] = useState(false);
  // It opens at once, also where the program is gone by then.
  useEffect(() => void fetchSheet().catch(() => {}), []);
  useAction("reading", () => setReading((open) => !open));
  useStoryKeys();
  const voice = useVoice();

  if (playthrough === undefined && now.id === null) return <NoStory />;
  if (now.ready && newest === undefined && now.trouble !== null) {
    return (
      <div className={styles.alone}>
        <h1>This story cannot be opened</h1>
        <TroubleNotice
          {...now.trouble}
          actions={[
            { label: "Try again", run: () => void story.openAgain() },
            { label: "Library", run: () => go("/library") },
          ]}
        />
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <StoryBar voice={voice} />
      <div className={styles.spread}>
        <Book />
        <ChoicePanel />
      </div>
      <Refusals />
      {reading && (
        <Suspense fallback={null}>
          <ReadingSheet onClose={() => setReading(false)} />
        </Suspense>
      )}
    </div>
  );
}

function NoStory() {
  const [, go] = useLocation();
  return (
    <div className={styles.alone}>
      <h1>No story is open</h1>
      <p>Choose one on the shelf, or begin a new one.</p>
      <Button kind="filled" onClick={() => go("/library")}>
        Library
      </Button>
    </div>
  );
}

/** What the story refused last: said, and shown until the next turn. */
function Refusals() {
  const { refused, connection } = useStoryNow();
  const story = useLiveStory();
  useEffect(() => {
    if (refused !== null) announce(refused.message);
  }, [refused]);
  // Where nobody answers, that is said for the whole page.
  if (refused === null || connection !== "open") return null;
  return (
    <div className={styles.refusal}>
      <TroubleNotice
        message={refused.message}
        action={refused.action}
        actions={[{ label: "Hide", run: () => story.forgetFailure() }]}
      />
    </div>
  );
}
