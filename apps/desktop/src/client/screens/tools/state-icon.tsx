import { Check, ChevronsRight, CircleDashed, Clock3, Hourglass, LoaderCircle, type LucideIcon, X } from "lucide-react";
import styles from "./tools.module.css";
import type { ToolState } from "./workings.js";

const ICONS: Readonly<Record<ToolState, LucideIcon>> = {
  pending: Clock3,
  running: LoaderCircle,
  waiting: CircleDashed,
  success: Check,
  failed: X,
  timeout: Hourglass,
  skipped: ChevronsRight,
};

/** The state of a tool as a shape; a word stands beside it. */
export function StateIcon({ state }: { readonly state: ToolState }) {
  const Icon = ICONS[state];
  return <Icon size={16} strokeWidth={1.75} aria-hidden className={styles.stateIcon} data-state={state} />;
}
