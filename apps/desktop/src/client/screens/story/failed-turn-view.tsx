/** A turn that came to nothing: why, and what can be done. Who asked for it decides; who only looks on is told. */
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { announce } from "../../frame/announcer.js";
import { Button } from "../../parts/button.js";
import { Dialog } from "../../parts/dialog.js";
import { TroubleNotice } from "../../parts/notice.js";
import { useLiveStory, useStory } from "../../story/story-context.js";
import { failureWords } from "./failed-turn.js";
import styles from "./notices-view.module.css";

export function FailedTurnView() {
  const failed = useStory((now) => now.failed);
  const scene = useStory(({ scenes }) => scenes.at(-1)?.scene ?? null);
  const story = useLiveStory();
  const [, go] = useLocation();
  const again = useRef<HTMLButtonElement>(null);
  const words = failed && failureWords(failed, scene);
  const said = words && `${words.title}. ${words.text}`;
  useEffect(() => {
    if (said !== null) announce(said);
  }, [said]);
  if (failed === null || words === null) return null;
  const hide = (): void => story.forgetFailure();
  const toData = (): void => {
    hide();
    go("/settings/data");
  };
  if (!failed.canRepeat) {
    return (
      <div className={styles.notice}>
        <TroubleNotice
          message={`${words.title}.`}
          action={words.text}
          actions={[...(words.ofData ? [{ label: "Data folder", run: toData }] : []), { label: "Hide", run: hide }]}
        />
      </div>
    );
  }
  return (
    <Dialog
      alert
      title={words.title}
      onClose={hide}
      initialFocus={again}
      actions={
        <>
          <Button onClick={hide}>Choose again</Button>
          {words.ofData && <Button onClick={toData}>Data folder</Button>}
          <Button ref={again} kind="filled" onClick={() => story.repeat().catch(() => {})}>
            Try again
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
    </Dialog>
  );
}
