/** Something that the player should know, said once and plainly, with a way on. */
import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Button } from "./button.js";
import styles from "./notice.module.css";

export interface NoticeButton {
  readonly label: string;
  run(): void;
}

export interface NoticeProps {
  readonly severity?: "info" | "degraded" | "failed" | "decision";
  readonly message: string;
  /** What it means for the story, or what can be done. */
  readonly action?: string;
  readonly actions?: readonly NoticeButton[];
  readonly children?: ReactNode;
}

const ICONS = { info: Info, degraded: TriangleAlert, failed: CircleAlert, decision: CircleAlert } as const;

export function Notice({ severity = "info", message, action = "", actions = [], children }: NoticeProps) {
  const Icon = ICONS[severity];
  const id = useId();
  return (
    <aside className={styles.notice} data-severity={severity} aria-labelledby={id}>
      <Icon size={20} strokeWidth={1.75} aria-hidden />
      <div>
        <p id={id} className={styles.message}>
          {message}
        </p>
        {action !== "" && <p className={styles.action}>{action}</p>}
        {children}
        {actions.length > 0 && (
          <div className={styles.actions}>
            {actions.map(({ label, run }) => (
              <Button key={label} kind="text" onClick={run}>
                {label}
              </Button>
            ))}
          </div>
        )}
      </div>
    </aside>
  );
}

/** A failure. */
export function TroubleNotice(props: Omit<NoticeProps, "severity">) {
  return <Notice severity="failed" {...props} />;
}
