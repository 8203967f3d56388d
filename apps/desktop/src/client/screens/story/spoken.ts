/** Whether the page reads aloud just now. */
import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let lines = 0;

/** Has a line counted as being read from its start to its end; one that is cancelled ends, too. */
export function countSpoken(line: Pick<EventTarget, "addEventListener">): void {
  let isRead = false;
  line.addEventListener("start", () => {
    isRead = true;
    change(1);
  });
  for (const over of ["end", "error"] as const)
    line.addEventListener(over, () => {
      if (isRead) change(-1);
      isRead = false;
    });
}

function change(by: number): void {
  lines += by;
  for (const listener of listeners) listener();
}

export const isSpeaking = (): boolean => lines > 0;

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSpeaks(): boolean {
  return useSyncExternalStore(listen, isSpeaking);
}
