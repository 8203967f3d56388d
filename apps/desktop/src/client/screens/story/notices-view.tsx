/** What went wrong beside a scene, and what a skill asked for that nobody knows: said once, with a way on. */
import { useEffect, useState } from "react";
import { noteWords } from "@narratoria/engine/shell";
import { useLocation } from "wouter";
import { toast } from "../../frame/toasts.js";
import { Notice as NoticeBox } from "../../parts/notice.js";
import type { Note, Notice } from "../../story/turn-now.js";
import { DecisionDialog } from "./decision-dialog.js";
import { isNews, isPassing } from "./passing-notices.js";
import { useNoticeButtons } from "./use-notice-buttons.js";
import styles from "./notices-view.module.css";

const MOST = 2;

/** Whoever took a turn back or brought it again sees it and is told by a message: a notice would move the text. */
const IS_SEEN: ReadonlySet<string> = new Set(["undone", "redone"]);

interface NoticesProps {
  readonly turnId: string;
  readonly notices: readonly Notice[];
  readonly notes: readonly Note[];
}

export function NoticesView({ turnId, notices, notes }: NoticesProps) {
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const [all, setAll] = useState(false);
  const shown = notices.filter(
    (notice) =>
      !hidden.includes(notice.seq) && notice.severity !== "decision" && !IS_SEEN.has(notice.code) && !isPassing(notice),
  );
  const asked = notices.find(({ seq, severity }) => severity === "decision" && !hidden.includes(seq));
  const hide = (seq: number): void => setHidden((now) => [...now, seq]);
  const buttons = useNoticeButtons(turnId, hide);
  const [, go] = useLocation();
  const passing = notices.find(isPassing);
  useEffect(() => {
    if (passing && isNews(passing, Date.now()))
      toast({ text: passing.message, action: { label: "Details", run: () => go(`/tools/${turnId}`) } });
    // A notice is known by its turn and number: its object is another with each event.
  }, [turnId, passing?.seq]);

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
      {asked && <DecisionDialog notice={asked} buttons={buttons(asked)} onClose={() => hide(asked.seq)} />}
    </>
  );
}
