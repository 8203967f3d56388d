/** What went wrong beside a scene, and what a skill asked for that nobody knows: said once, with a way on. */
import { useState } from "react";
import { useLocation } from "wouter";
import { noteWords } from "@narratoria/engine/shell";
import { Dialog } from "../../parts/dialog.js";
import { Notice as NoticeBox, type NoticeButton } from "../../parts/notice.js";
import { useLiveStory } from "../../story/story-context.js";
import type { Note, Notice } from "../../story/turn-now.js";
import { toast } from "../../frame/toasts.js";
import { storyAction } from "./story-action.js";
import styles from "./notices-view.module.css";

const MOST = 2;

interface NoticesProps {
  readonly turnId: string;
  readonly notices: readonly Notice[];
  readonly notes: readonly Note[];
}

export function NoticesView({ turnId, notices, notes }: NoticesProps) {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const [all, setAll] = useState(false);
  const [, go] = useLocation();
  const story = useLiveStory();
  const shown = notices.filter(({ seq, severity }) => !hidden.includes(seq) && severity !== "decision");
  const asked = notices.find(({ seq, severity }) => severity === "decision" && !hidden.includes(seq));
  const hide = (seq: number): void => setHidden((now) => [...now, seq]);

  const buttons = ({ actions, cause, seq }: Notice): NoticeButton[] => [
    ...actions.map(
      (action): NoticeButton => ({
        label: action.label,
        run: () => {
          const turn = storyAction(action);
          hide(seq);
          if (turn !== null) story.take({ do: "act", action: turn }).catch(() => {});
          else if (action.skill !== undefined) go(`/settings/skills/${encodeURIComponent(action.skill)}`);
          else go("/settings/data");
        },
      }),
    ),
    ...(cause === undefined ? [] : [{ label: "Details", run: () => go(`/tools/${turnId}`) }]),
  ];

  return (
    <>
      {shown.slice(0, all ? undefined : MOST).map((notice) => (
        <div key={notice.seq} className={styles.notice}>
          <NoticeBox
            severity={notice.severity}
            message={notice.message}
            action={notice.action}
            actions={[...buttons(notice), { label: "Hide", run: () => hide(notice.seq) }]}
          />
        </div>
      ))}
      {!all && shown.length > MOST && (
        <button type="button" className={styles.more} onClick={() => setAll(true)}>
          and {shown.length - MOST} more
        </button>
      )}
      {notes.map((note) => (
        <p key={note.seq} className={styles.note}>
          {noteWords(note)}
        </p>
      ))}
      {asked && (
        <Dialog
          alert
          title={asked.message}
          onClose={() => hide(asked.seq)}
          actions={buttons(asked).map(({ label, run }) => (
            <button
              type="button"
              key={label}
              className={styles.decide}
              onClick={() => {
                run();
                toast({ text: label });
              }}
            >
              {label}
            </button>
          ))}
        >
          <p>{asked.action}</p>
        </Dialog>
      )}
    </>
  );
}
