/** Whether the page reads aloud just now, and what is said where it cannot. */
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

/** Says that the browser knows no voice. On Linux that need not mean that the computer has none. */
export function noVoices(): string {
  return navigator.userAgent.includes("Linux")
    ? "This window has no voices, so scenes cannot be read aloud."
    : "This computer has no voices installed, so scenes cannot be read aloud.";
}
