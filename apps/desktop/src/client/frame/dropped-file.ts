/** A file that was dropped on the window, on whatever screen: the library takes it. Without this, the browser would open it. */
import { useEffect, useSyncExternalStore } from "react";

let dropped: File | null = null;
const listeners = new Set<() => void>();

function set(file: File | null): void {
  dropped = file;
  for (const listener of listeners) listener();
}

/** The file that was dropped last, until it is taken. */
export function useDroppedFile(): File | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => dropped,
  );
}

export function takeDroppedFile(): void {
  set(null);
}

/** @param onDropped - Called when a file has come. */
export function useDrop(onDropped: () => void): void {
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const [file] = event.dataTransfer?.files ?? [];
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      if (!file) return;
      set(file);
      onDropped();
    };
    window.addEventListener("dragover", over);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("drop", drop);
    };
  });
}
