/** A screen or a list that has nothing to show yet, and what will be there. */
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import styles from "./empty.module.css";

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ icon: Icon, title, children }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <Icon size={28} strokeWidth={1.75} aria-hidden />
      <div>
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
